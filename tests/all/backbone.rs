//! What holds in every solution, compared with trying all assignments.

use std::collections::BTreeSet;

use cnfetti::csp::{Atom, Csp, Value};
use cnfetti::explain::backbone::backbone;
use cnfetti::limit::Budget;
use cnfetti::search::confirm::Evidence;
use cnfetti::solver::by_name;
use itertools::Itertools;

use crate::random_csp::{Random, brute_force, random_csp};

/// The values that each variable has in some solution with these atoms.
fn possible(csp: &Csp, root: &[Atom]) -> Vec<Vec<Value>> {
    let mut possible = vec![BTreeSet::new(); csp.variables().len()];
    let is_rooted =
        |values: &Vec<Value>| root.iter().all(|atom| values[atom.variable.index()] == atom.value);
    for values in brute_force(csp).into_iter().filter(is_rooted) {
        possible.iter_mut().zip(values).for_each(|(possible, value)| {
            possible.insert(value);
        });
    }
    possible.into_iter().map(|values| values.into_iter().collect()).collect()
}

/// The root: no value, the value of one variable, or of a few.
fn random_root(random: &mut Random, csp: &Csp) -> Vec<Atom> {
    let variables = csp.ids().filter(|_| random.below(csp.variables().len()) == 0).collect_vec();
    let rooted = variables.into_iter().filter(|&variable| !csp.domain(variable).is_empty());
    let rooted = rooted.map(|variable| {
        let domain = csp.domain(variable);
        Atom { variable, value: domain[random.below(domain.len())] }
    });
    rooted.take(2).collect()
}

#[test]
fn brute_force_finds_the_same_values() {
    let solvers = ["batsat", "varisat"].map(|name| by_name(name).unwrap());
    let (mut none, mut open, mut rooted) = (0, 0, 0);
    for seed in 0..400 {
        let csp = random_csp(seed);
        let random = &mut Random::new(seed);
        let root = random_root(random, &csp);
        let expected = possible(&csp, &root);
        let solver = solvers[random.below(2)];
        let found = backbone(&csp, &root, solver, &Budget::default());
        let found = found.unwrap_or_else(|error| panic!("seed {seed}: {error}: {csp:?}"));
        match found.candidates {
            Some(candidates) => {
                assert_eq!(candidates.rows(), expected, "seed {seed}: {root:?} {csp:?}");
                open += usize::from(expected.iter().any(|values| values.len() > 1));
            }
            None => {
                assert!(expected.iter().all(Vec::is_empty), "seed {seed}: {root:?} {csp:?}");
                none += 1;
            }
        }
        assert!(found.evidence.is_checked() || found.evidence == Evidence::Nothing, "seed {seed}");
        rooted += usize::from(!root.is_empty());
    }
    assert!(none > 20 && open > 100 && rooted > 100, "{none} {open} {rooted}");
}
