//! Solutions and their numbers by brute force. To find classes, it follows every renaming and every
//! permutation from solution to solution. It uses nothing of the library except the check of a
//! constraint.

use std::collections::{HashMap, HashSet};

use cnfetti::csp::{Csp, Value, VarId};

/// All solutions, in lexicographic order.
pub(crate) fn brute_force(csp: &Csp) -> Vec<Vec<Value>> {
    let mut solutions = Vec::new();
    if csp.variables().iter().any(|variable| variable.domain().is_empty()) {
        return solutions;
    }
    // Count through all assignments, the last variable first.
    let mut places = vec![0; csp.variables().len()];
    let mut values: Vec<Value> =
        csp.variables().iter().map(|variable| variable.domain()[0]).collect();
    loop {
        if csp.constraints().iter().all(|posted| posted.constraint.rule().holds(&values)) {
            solutions.push(values.clone());
        }
        let mut at = places.len();
        loop {
            if at == 0 {
                return solutions;
            }
            at -= 1;
            let domain = csp.variables()[at].domain();
            places[at] = (places[at] + 1) % domain.len();
            values[at] = domain[places[at]];
            if places[at] > 0 {
                break;
            }
        }
    }
}

/// The numbers to compare.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) solutions: usize,
    pub(crate) up_to_renaming: usize,
    pub(crate) classes: usize,
    pub(crate) projected: Vec<usize>,
}

/// Counts all solutions.
pub(crate) fn numbers(csp: &Csp, solutions: &[Vec<Value>]) -> Numbers {
    let renamings = exchanges(csp);
    let mut all = renamings.clone();
    for permutation in &csp.symmetry().permutations {
        let permutation = permutation.clone();
        all.push(Box::new(move |solution: &[Value]| {
            permutation.iter().map(|source| solution[source.index()]).collect()
        }));
    }
    let seen = |scope: &[VarId]| {
        let restricted = |solution: &Vec<Value>| -> Vec<Value> {
            scope.iter().map(|variable| solution[variable.index()]).collect()
        };
        solutions.iter().map(restricted).collect::<HashSet<_>>().len()
    };
    Numbers {
        solutions: solutions.len(),
        up_to_renaming: orbits(solutions, &renamings),
        classes: orbits(solutions, &all),
        projected: csp.projections().iter().map(|projection| seen(&projection.scope)).collect(),
    }
}

/// Whether no two solutions agree on the scope.
pub(super) fn decides(csp: &Csp, scope: &[VarId]) -> bool {
    let mut seen = HashSet::new();
    brute_force(csp).iter().all(|solution| {
        let values: Vec<Value> = scope.iter().map(|variable| solution[variable.index()]).collect();
        seen.insert(values)
    })
}

trait Map: Fn(&[Value]) -> Vec<Value> {
    fn boxed(&self) -> Box<dyn Map>;
}

impl<F: Fn(&[Value]) -> Vec<Value> + Clone + 'static> Map for F {
    fn boxed(&self) -> Box<dyn Map> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Map> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

/// For each two neighbouring values of a set, their exchange: together, these generate every
/// renaming.
fn exchanges(csp: &Csp) -> Vec<Box<dyn Map>> {
    let mut maps: Vec<Box<dyn Map>> = Vec::new();
    for set in &csp.symmetry().interchangeable {
        for pair in set.values.windows(2) {
            let (scope, one, other) = (set.scope.clone(), pair[0], pair[1]);
            maps.push(Box::new(move |solution: &[Value]| {
                let mut renamed = solution.to_vec();
                for variable in &scope {
                    let value = &mut renamed[variable.index()];
                    *value = match *value {
                        value if value == one => other,
                        value if value == other => one,
                        value => value,
                    };
                }
                renamed
            }));
        }
    }
    maps
}

/// The number of orbits of solutions under these maps.
fn orbits(solutions: &[Vec<Value>], maps: &[Box<dyn Map>]) -> usize {
    let number: HashMap<&[Value], usize> =
        solutions.iter().enumerate().map(|(number, solution)| (&solution[..], number)).collect();
    let mut seen = vec![false; solutions.len()];
    let mut orbits = 0;
    for start in 0..solutions.len() {
        if seen[start] {
            continue;
        }
        orbits += 1;
        seen[start] = true;
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for map in maps {
                let next = map(&solutions[at]);
                let next = number.get(&next[..]);
                let &next =
                    next.expect("what is declared as a symmetry maps solutions to solutions");
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
    }
    orbits
}
