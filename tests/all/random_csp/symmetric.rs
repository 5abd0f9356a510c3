//! Problems with interchangeable values, in sets of any size that may interleave, and with
//! permutations of the variables.

use std::collections::HashSet;

use cnfetti::csp::{
    AllDifferent, AllEqual, Atom, Cardinality, Choice, Condition, Constraint, Count, Csp,
    DistinctCount, Fixed, Increasing, Interchangeable, Linear, Occurrence, Ranges, Selection,
    Symmetry, Value, ValuePrecedence, VarId,
};

use super::Random;
use super::moved::moved;

/// The logarithm, base 2, of the largest number of assignments.
const LARGEST: f64 = 12.0;

/// Sets of interchangeable values, the other values, and permutations of the variables.
struct Drawn {
    sets: Vec<Vec<Value>>,
    plain: Vec<Value>,
    permutations: Vec<Vec<VarId>>,
}

/// A problem for which everything declared is true.
pub(super) fn random_symmetric(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let (sets, plain) = random_sets(random);
    let shapes = 1 + random.below(2);
    let domains: Vec<Vec<Value>> =
        (0..shapes).map(|_| random_domain(random, &sets, &plain)).collect();
    let count = 1 + random.below(6);
    for number in 0..count {
        let domain = domains[random.below(shapes)].clone();
        if csp.log2_assignments() + (domain.len().max(1) as f64).log2() > LARGEST {
            break;
        }
        // Repeated values, in any order: the problem sorts them.
        let repeated: Vec<Value> = domain.iter().rev().chain(&domain).copied().collect();
        csp.variable(format!("x{number}"), repeated);
    }
    let permutations = if random.one_in(2) { random_group(random, &csp) } else { Vec::new() };
    let drawn = Drawn { sets, plain, permutations };
    for _ in 0..random.below(3) {
        let constraint = random_constraint(random, &mut csp, &drawn);
        post_with_images(&mut csp, &constraint, &drawn.permutations);
    }
    declare(random, csp, drawn)
}

/// Splits some values into sets; neighbouring values can be in different sets.
fn random_sets(random: &mut Random) -> (Vec<Vec<Value>>, Vec<Value>) {
    let mut sets = vec![Vec::new(); 1 + random.below(3)];
    let mut plain = Vec::new();
    let first = random.below(3) as Value - 1;
    for value in first..first + 2 + random.below(4) as Value {
        let place = random.below(sets.len() + 1);
        sets.get_mut(place).unwrap_or(&mut plain).push(value);
    }
    sets.retain(|set: &Vec<Value>| !set.is_empty());
    for set in &mut sets {
        // The order of precedence can differ from that of the numbers.
        if random.one_in(2) {
            set.reverse();
        }
    }
    (sets, plain)
}

/// A domain with all values of a set or none.
fn random_domain(random: &mut Random, sets: &[Vec<Value>], plain: &[Value]) -> Vec<Value> {
    let mut domain: Vec<Value> = plain.iter().copied().filter(|_| random.below(4) > 0).collect();
    for set in sets {
        if random.below(4) > 0 {
            domain.extend(set);
        }
    }
    domain
}

/// The group, without the identity, that one or two permutations of variables with equal domains generate. With
/// two, the order matters in which they are applied, so some members are conjugate to each other.
fn random_group(random: &mut Random, csp: &Csp) -> Vec<Vec<VarId>> {
    let identity: Vec<VarId> = csp.ids().collect();
    let mut generator = || {
        let mut generator = identity.clone();
        for at in (1..generator.len()).rev() {
            let other = random.below(at + 1);
            if csp.variables()[at].domain() == csp.variables()[other].domain() {
                generator.swap(at, other);
            }
        }
        generator
    };
    let (one, other) = (generator(), generator());
    let generators = if random.one_in(2) { vec![one.clone(), other] } else { vec![one.clone()] };
    let closed = |generators: &[Vec<VarId>]| {
        let mut group = vec![identity.clone()];
        let mut at = 0;
        while at < group.len() && group.len() <= 24 {
            for generator in generators {
                let next = group[at].iter().map(|variable| generator[variable.index()]);
                let next: Vec<VarId> = next.collect();
                if !group.contains(&next) {
                    group.push(next);
                }
            }
            at += 1;
        }
        group.split_off(1)
    };
    let group = closed(&generators);
    if group.len() < 24 { group } else { closed(&[one]) }
}

/// A constraint that is invariant under renaming the values of a set.
fn random_constraint(random: &mut Random, csp: &mut Csp, drawn: &Drawn) -> Constraint {
    let scope = random.scope(csp, 1);
    match random.below(10) {
        0 => AllDifferent { scope, except: drawn.plain.iter().copied().take(2).collect() }.into(),
        1 => AllDifferent { scope, except: Vec::new() }.into(),
        2 => AllEqual { scope }.into(),
        3 | 4 => {
            let mut occurrences = Vec::new();
            for set in &drawn.sets {
                let bound = (random.relation(), random.below(scope.len() + 2));
                if random.below(3) > 0 {
                    let alike = set.iter().map(|&value| Occurrence {
                        value,
                        relation: bound.0,
                        count: bound.1,
                    });
                    occurrences.extend(alike);
                }
            }
            for &value in &drawn.plain {
                if random.one_in(3) {
                    let count = random.below(scope.len() + 1);
                    occurrences.push(Occurrence { value, relation: random.relation(), count });
                }
            }
            Cardinality { scope, occurrences }.into()
        }
        5 => selection(random, csp, drawn),
        7 => {
            // All values of a set are counted, or none.
            let alike = drawn.sets.iter().filter(|_| random.one_in(2)).flatten();
            let values = alike.chain(&drawn.plain).copied().collect();
            let condition = Condition::Within(Ranges::of([random.below(3) as i64, 3]));
            Count { scope, values, condition }.into()
        }
        6 => {
            // The count is a variable of its own, which no permutation moves.
            let count = count_variable(random, csp, drawn);
            match count {
                Some(count) => {
                    let except = drawn.plain.iter().copied().filter(|_| random.one_in(3)).collect();
                    DistinctCount { scope, except, condition: Condition::is(count) }.into()
                }
                None => AllEqual { scope }.into(),
            }
        }
        _ => on_plain_values(random, csp, drawn, scope),
    }
}

/// A further variable, if its values are in no set.
fn count_variable(random: &mut Random, csp: &mut Csp, drawn: &Drawn) -> Option<VarId> {
    let is_free = |value: &Value| drawn.sets.iter().all(|set| !set.contains(value));
    let domain: Vec<Value> = (0..4).filter(is_free).filter(|_| random.below(4) > 0).collect();
    let fits = csp.log2_assignments() + (domain.len().max(1) as f64).log2() <= LARGEST;
    (fits && drawn.permutations.is_empty()).then(|| csp.variable("count", domain))
}

/// A constraint on variables without values of any set; if there are none, one that always holds.
fn on_plain_values(
    random: &mut Random,
    csp: &Csp,
    drawn: &Drawn,
    mut scope: Vec<VarId>,
) -> Constraint {
    let in_set = |value: &Value| drawn.sets.iter().any(|set| set.contains(value));
    scope.retain(|&variable| !csp.domain(variable).iter().any(in_set));
    if scope.is_empty() {
        return AllEqual { scope }.into();
    }
    let value = drawn.plain.get(random.below(3)).copied().unwrap_or(1);
    match random.below(4) {
        0 => {
            let within = Ranges::related(random.relation(), random.below(6) as i64 - 1);
            Linear::sum(scope, within).into()
        }
        1 => Increasing { scope }.into(),
        2 => Fixed { atom: Atom { variable: scope[0], value } }.into(),
        _ => ValuePrecedence { scope, values: drawn.plain.clone() }.into(),
    }
}

/// A selection that is the same for all values of a set, because it writes plain values. Nothing
/// declares this, so the exact counter must find out by itself.
fn selection(random: &mut Random, csp: &Csp, drawn: &Drawn) -> Constraint {
    let in_set = |value: &Value| drawn.sets.iter().any(|set| set.contains(value));
    let mut scope = random.scope(csp, 1);
    let is_plain = |variable: &VarId| !csp.domain(*variable).iter().any(in_set);
    let Some(at) = scope.iter().position(is_plain) else {
        return AllDifferent { scope, except: Vec::new() }.into();
    };
    let result = scope.remove(at);
    let mut choices = Vec::new();
    for variable in scope {
        for set in drawn.sets.iter().cloned().chain(drawn.plain.iter().map(|&value| vec![value])) {
            if random.below(3) > 0 && csp.domain(variable).contains(&set[0]) {
                let value = random.below(4) as Value - 1;
                let choice = |&of: &Value| Choice { atom: Atom { variable, value: of }, value };
                choices.extend(set.iter().map(choice));
            }
        }
    }
    Selection { choices, result }.into()
}

fn post_with_images(csp: &mut Csp, constraint: &Constraint, permutations: &[Vec<VarId>]) {
    csp.post(constraint.clone(), "of chance");
    for permutation in permutations {
        csp.post(moved(constraint, &|variable| permutation[variable.index()]), "its image");
    }
}

/// Declares the sets for the variables with their values, sometimes in another order and for
/// further variables, and with a value that no variable has.
fn declare(random: &mut Random, mut csp: Csp, drawn: Drawn) -> Csp {
    let mut symmetry = Symmetry::default();
    for mut values in drawn.sets {
        let can = |id: &VarId| values.iter().all(|value| csp.domain(*id).contains(value));
        let mut scope: Vec<VarId> = csp.ids().filter(can).collect();
        if random.one_in(4) {
            let known: HashSet<VarId> = scope.iter().copied().collect();
            scope.extend(csp.ids().filter(|id| !known.contains(id)));
        }
        if random.one_in(4) {
            scope.reverse();
        }
        if scope.is_empty() && random.one_in(2) {
            values.push(99);
        }
        let is_new = symmetry.interchangeable.iter().all(|set| !set.values.contains(&99));
        if is_new || !values.contains(&99) {
            symmetry.interchangeable.push(Interchangeable { scope, values });
        }
    }
    for mut permutation in drawn.permutations {
        permutation.extend(csp.ids().skip(permutation.len()));
        symmetry.permutations.push(permutation);
    }
    csp.declare_symmetry(symmetry).expect("what is drawn is well-formed");
    csp
}
