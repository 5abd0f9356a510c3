//! How strong propagation is, and how often states merge: the numbers of states and of edges between them on
//! the way down. Weaker propagation and states that no longer merge raise these numbers, while every count
//! stays correct and the final diagram stays the same. Lower numbers are progress; record them here.

use crate::meter::Meter;
use crate::{build, plan};
use cnfetti_core::csp::{AllDifferent, Constraint, Csp, Lex, Linear, Ranges, Terms, Value, VarId};
use cnfetti_core::limit::Limits;

/// Counts the states and edges of a problem with variables of these domains.
fn met(domains: &[Vec<Value>], state: impl Fn(&[VarId]) -> Vec<Constraint>) -> (usize, usize) {
    let mut csp = Csp::new();
    let ids: Vec<VarId> =
        domains.iter().map(|domain| csp.variable("v", domain.iter().copied())).collect();
    state(&ids).into_iter().for_each(|constraint| csp.post(constraint, "of the test"));
    let limits = Limits::default();
    let meter = &mut Meter::new(&limits);
    let (plan, decisions) = plan(&csp, true, meter).unwrap();
    build::build(&plan, &decisions, meter).size()
}

fn different(scope: &[VarId]) -> Constraint {
    AllDifferent { scope: scope.to_vec(), except: Vec::new() }.into()
}

fn sum(scope: &[VarId], weights: &[i64], within: Ranges) -> Constraint {
    let terms = Terms::new(scope.iter().copied().zip(weights.iter().copied()));
    Linear { terms, within }.into()
}

#[test]
fn all_different_concludes_as_strongly_as_ever() {
    let pigeons = met(&vec![(0..4).collect(); 5], |ids| vec![different(ids)]);
    let stairs: Vec<Vec<Value>> = (1..8).map(|last| (0..=last).collect()).collect();
    let stairs = met(&stairs, |ids| vec![different(ids)]);
    let both = |ids: &[VarId]| vec![different(&ids[..4]), different(&ids[2..])];
    let both = met(&vec![(0..4).collect(); 6], both);
    let few = |ids: &[VarId]| vec![different(ids), sum(ids, &[1; 6], Ranges::at_least(20))];
    let few = met(&vec![(0..7).collect(); 6], few);
    // If the first is 0, the next three are 1, 2 and nothing, however many values are left.
    let chain = [vec![0, 5], vec![0, 1], vec![1, 2], vec![0, 2], vec![6, 7, 8], vec![6, 7, 8]];
    let chain = met(&chain, |ids| vec![different(ids)]);
    assert_eq!(
        [pigeons, stairs, both, few, chain],
        [(0, 0), (29, 56), (34, 56), (95, 313), (11, 16)]
    );
}

#[test]
fn sums_conclude_as_strongly_as_ever() {
    let six = vec![(0..6).collect::<Vec<Value>>(); 6];
    let weights = [1, 2, 3, 4, 5, 6];
    let exactly = met(&six, |ids| vec![sum(ids, &weights, Ranges::exactly(100))]);
    let at_least = met(&six, |ids| vec![sum(ids, &weights, Ranges::between(98, 200))]);
    let two = |ids: &[VarId]| {
        vec![sum(ids, &weights, Ranges::at_most(9)), sum(ids, &[3, 1, 2, 1, 4, 1], Ranges::not(7))]
    };
    let equations = |ids: &[VarId]| {
        vec![
            sum(ids, &[1, 2, -3, 4, -5, 6], Ranges::exactly(7)),
            sum(ids, &[6, -5, 4, 3, 2, -1], Ranges::exactly(7)),
        ]
    };
    let found = [exactly, at_least, met(&six, two), met(&six, equations)];
    assert_eq!(found, [(17, 22), (25, 56), (47, 107), (105, 114)]);
}

#[test]
fn states_of_dictionaries_meet_as_often_as_ever() {
    let lists = |is_strict: bool| {
        move |ids: &[VarId]| {
            let (first, second) = ids.split_at(ids.len() / 2);
            vec![Lex { first: first.to_vec(), second: second.to_vec(), is_strict }.into()]
        }
    };
    let domains = vec![(0..4).collect::<Vec<Value>>(); 8];
    let (not_greater, less) = (met(&domains, lists(false)), met(&domains, lists(true)));
    let three = |ids: &[VarId]| {
        let lex = |first: &[VarId], second: &[VarId]| -> Constraint {
            Lex { first: first.to_vec(), second: second.to_vec(), is_strict: false }.into()
        };
        vec![lex(&ids[..3], &ids[3..6]), lex(&ids[3..6], &ids[6..])]
    };
    let three = met(&vec![(0..3).collect(); 9], three);
    assert_eq!([not_greater, less, three], [(426, 1190), (425, 1185), (134, 279)]);
}
