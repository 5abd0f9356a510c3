//! The clues that a puzzle needs, compared with trying every set of clues.

use cnfetti::csp::{Csp, Value};
use cnfetti::explain::clues::{clues, necessary_clues};
use cnfetti::explain::givens::{cells, closest, deciding_givens, fewest_givens, occurrences};
use cnfetti::explain::reasoner;
use cnfetti::search::sample::{Sample, sample};
use cnfetti::search::symmetry::break_renaming;
use cnfetti::solver::{self, Budget};
use itertools::Itertools;
use std::time::Duration;

use super::support::instance;

fn solutions(csp: &Csp) -> Sample {
    let backend = solver::choose("batsat").unwrap();
    sample(csp, &[], 1000, &backend, &Budget::default()).unwrap()
}

fn file(path: &str) -> Csp {
    let path = format!("{}/instances/{path}", env!("CARGO_MANIFEST_DIR"));
    instance(&std::fs::read_to_string(path).unwrap()).puzzle.csp()
}

/// The minimal sets of clues that suffice, found by solving with every set.
fn by_hand(csp: &Csp) -> Vec<Vec<usize>> {
    let all = clues(csp);
    let found = solutions(&break_renaming(csp));
    let is_enough = |set: &Vec<usize>| {
        let mut fewer = csp.clone();
        let mut at = 0..;
        fewer.retain(|_| at.next().is_some_and(|at| !all.contains(&at) || set.contains(&at)));
        solutions(&break_renaming(&fewer)).solutions == found.solutions
    };
    let enough = all.iter().copied().powerset().filter(is_enough).collect_vec();
    let is_minimal = |set: &&Vec<usize>| {
        !enough.iter().any(|other| other != *set && other.iter().all(|at| set.contains(at)))
    };
    enough.iter().filter(is_minimal).cloned().collect()
}

#[test]
fn the_minimal_sets_are_those_found_by_trying_all_sets() {
    let texts = [
        "kind = \"dice\"\ndice = 3\nfaces = 2\nwords = [\"abc\", \"ade\", \"bdf\", \"ab\", \"ef\"]",
        "kind = \"signs\"\nvalues = 3\nboard = \"\"\"\n→2 ↔2 ←\n↕ ↗1 ↖\n\"\"\"",
        "kind = \"pips\"\nboard = \"\"\"\nAAB\nCCB\n\"\"\"\ndominoes = [\"12\", \"13\", \"22\"]\n\
         [regions]\nA = \"= 3\"\nB = \"= 4\"\nC = \"<= 4\"",
    ];
    for text in texts {
        let csp = instance(text).puzzle.csp();
        let found = solutions(&break_renaming(&csp));
        let needed =
            necessary_clues(&csp, &found, 100, reasoner(), &Budget::default(), |_| {}).unwrap();
        assert!(needed.complete);
        assert_eq!(needed.minimal_sets, by_hand(&csp), "{text}");
        let unneeded = |at: &usize| needed.minimal_sets.iter().any(|set| !set.contains(at));
        let redundant = needed.all.iter().copied().filter(unneeded).collect_vec();
        assert_eq!(needed.redundant, redundant, "{text}");
    }
}

#[test]
fn any_given_of_leepf_is_enough() {
    let csp = file("signs/leepf.toml");
    let found = solutions(&csp);
    let needed =
        necessary_clues(&csp, &found, 100, reasoner(), &Budget::default(), |_| {}).unwrap();
    assert_eq!(needed.all.len(), 4);
    assert_eq!(needed.redundant, needed.all);
    assert_eq!(needed.minimal_sets, needed.all.iter().map(|&clue| vec![clue]).collect_vec());
}

#[test]
fn a_four_somewhere_makes_leepf_unique_and_a_three_does_not() {
    let csp = file("signs/leepf-open.toml");
    let found = solutions(&csp).solutions;
    let cells = cells(&csp);
    let counts = occurrences(&cells, &found);
    let expected: [(Value, usize); 4] = [(1, 14), (2, 13), (3, 3), (4, 1)];
    assert_eq!(counts.into_iter().collect_vec(), expected);
    let deciding = deciding_givens(&cells, &found);
    let corner = deciding.iter().filter(|atom| atom.variable.index() == 0);
    assert_eq!(corner.map(|atom| atom.value).collect_vec(), [1, 4]);
    let soon = Budget::default().at_most(Duration::from_secs(60));
    assert_eq!(fewest_givens(&cells, &found, &soon).unwrap().len(), 1);
    let closest = closest(&cells, &found).unwrap();
    let distances = found.iter().array_combinations().map(|[one, other]: [&Vec<Value>; 2]| {
        one.iter().zip(other).filter(|(one, other)| one != other).count()
    });
    assert_eq!(Some(closest.differ.len()), distances.min());
}

#[test]
fn every_region_rule_of_the_first_pips_is_needed() {
    let csp = file("pips/pips1.toml");
    let found = solutions(&csp);
    let needed =
        necessary_clues(&csp, &found, 100, reasoner(), &Budget::default(), |_| {}).unwrap();
    assert_eq!((needed.redundant.len(), needed.minimal_sets), (0, vec![needed.all]));
}
