//! Shows that the values of a puzzle can be exchanged in its formula.

use std::collections::HashMap;

use cnfetti_encodings::{Cnf, Lit};

use cnfetti_core::csp::{Atom, Csp, Interchangeable, Value};
use cnfetti_proof::renaming::Group;
use cnfetti_sat::compile::{Compiled, Map};

/// The definition of a variable: the clauses in which it has the largest number, with `OWN` in its place.
type Definition = Vec<Vec<i64>>;

/// The placeholder for the defined variable.
const OWN: i64 = i64::MAX;

/// For each set of interchangeable values, the proof that they are interchangeable; `None` if the formula
/// does not visibly stay the same when values are exchanged.
pub(super) fn groups(csp: &Csp, compiled: &Compiled) -> Option<Vec<Group>> {
    let exchanger = Exchanger::new(&compiled.cnf, compiled.problem_variables());
    let groups = csp.symmetry().interchangeable.iter();
    groups.map(|group| exchanger.group(group, &compiled.map)).collect()
}

/// The `o` lines of a group: for each value, the literals that say that it is somewhere.
pub(super) fn occurs(group: &Interchangeable, map: &Map) -> Option<Vec<Vec<Lit>>> {
    let says = |value: Value| {
        let variables = group.scope.iter();
        variables.map(move |&variable| map.literal(Atom { variable, value })).collect()
    };
    group.values.iter().map(|&value| says(value)).collect()
}

/// Maps auxiliary variables under an exchange of values: each goes to one with the image of its definition.
struct Exchanger {
    problem: u32,
    definitions: Vec<Definition>,
    defined: HashMap<Definition, Vec<u32>>,
}

impl Exchanger {
    fn new(cnf: &Cnf, problem: u32) -> Exchanger {
        let mut definitions = vec![Definition::new(); cnf.num_vars() as usize + 1];
        for clause in cnf.clauses() {
            let largest = clause.iter().map(|lit| lit.variable()).max().unwrap_or_default();
            if largest > problem {
                let clause = clause.iter().map(|lit| i64::from(lit.dimacs()));
                definitions[largest as usize].push(canonical(clause, largest));
            }
        }
        let mut defined: HashMap<Definition, Vec<u32>> = HashMap::new();
        for (definition, variable) in definitions.iter_mut().zip(0..).skip(problem as usize + 1) {
            definition.sort_unstable();
            defined.entry(definition.clone()).or_default().push(variable);
        }
        Exchanger { problem, definitions, defined }
    }

    fn group(&self, group: &Interchangeable, map: &Map) -> Option<Group> {
        let occurs = occurs(group, map)?;
        let exchanges = occurs.windows(2).map(|pair| self.exchange(&pair[0], &pair[1]));
        Some(Group { exchanges: exchanges.collect::<Option<_>>()?, occurs })
    }

    /// The pairs of variables to exchange together with these pairs of literals.
    fn exchange(&self, ones: &[Lit], others: &[Lit]) -> Option<Vec<[u32; 2]>> {
        let mut image: Vec<u32> = (0..=self.problem).collect();
        for (one, other) in ones.iter().zip(others) {
            image[one.variable() as usize] = other.variable();
            image[other.variable() as usize] = one.variable();
        }
        let mut is_taken = vec![false; self.definitions.len()];
        for variable in self.problem as usize + 1..self.definitions.len() {
            let moved = self.definitions[variable].iter().map(|clause| {
                let moved = clause.iter().map(|&lit| match lit.abs() {
                    OWN => lit,
                    variable => i64::from(image[variable as usize]) * lit.signum(),
                });
                canonical(moved, 0)
            });
            let mut moved: Definition = moved.collect();
            moved.sort_unstable();
            let alike = self.defined.get(&moved)?.iter();
            let mut free = alike.copied().filter(|&other| !is_taken[other as usize]);
            let other = free.next()?;
            is_taken[other as usize] = true;
            image.push(other);
        }
        let pairs = image.iter().zip(0..).filter(|&(&to, from)| from < to);
        Some(pairs.map(|(&to, from)| [from, to]).collect())
    }
}

/// The sorted clause, with `OWN` for this variable.
fn canonical(clause: impl Iterator<Item = i64>, own: u32) -> Vec<i64> {
    let own = i64::from(own);
    let named = |lit: i64| if own > 0 && lit.abs() == own { OWN * lit.signum() } else { lit };
    let mut clause: Vec<i64> = clause.map(named).collect();
    clause.sort_unstable();
    clause
}
