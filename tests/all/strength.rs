//! How strongly the exact counter concludes, and how often its states meet: the numbers of a diagram's
//! nodes and edges, which weaker conclusions and states that no longer merge would raise while every
//! count stayed right. Lower numbers are progress, and are written down here.

use cnfetti::csp::{AllDifferent, Constraint, Csp, Lex, Linear, Ranges, Terms, Value, VarId};
use cnfetti::exact::{self, Limits};

/// A problem of one constraint, or two, with variables of these domains.
fn size(domains: &[Vec<Value>], state: impl Fn(&[VarId]) -> Vec<Constraint>) -> (usize, usize) {
    let mut csp = Csp::new();
    let ids: Vec<VarId> =
        domains.iter().map(|domain| csp.variable("v", domain.iter().copied())).collect();
    state(&ids).into_iter().for_each(|constraint| csp.post(constraint, "of the test"));
    exact::count(&csp, &Limits::default()).unwrap().1.size
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
    let pigeons = size(&vec![(0..4).collect(); 5], |ids| vec![different(ids)]);
    let stairs: Vec<Vec<Value>> = (1..8).map(|last| (0..=last).collect()).collect();
    let stairs = size(&stairs, |ids| vec![different(ids)]);
    let both = |ids: &[VarId]| vec![different(&ids[..4]), different(&ids[2..])];
    let both = size(&vec![(0..4).collect(); 6], both);
    assert_eq!([pigeons, stairs, both], [(0, 0), (29, 56), (34, 56)]);
}

#[test]
fn sums_conclude_as_strongly_as_ever() {
    let six = vec![(0..6).collect::<Vec<Value>>(); 6];
    let weights = [1, 2, 3, 4, 5, 6];
    let exactly = size(&six, |ids| vec![sum(ids, &weights, Ranges::exactly(100))]);
    let at_least = size(&six, |ids| vec![sum(ids, &weights, Ranges::between(98, 200))]);
    let two = |ids: &[VarId]| {
        vec![sum(ids, &weights, Ranges::at_most(9)), sum(ids, &[3, 1, 2, 1, 4, 1], Ranges::not(7))]
    };
    assert_eq!([exactly, at_least, size(&six, two)], [(17, 22), (23, 52), (34, 80)]);
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
    let (not_greater, less) = (size(&domains, lists(false)), size(&domains, lists(true)));
    let three = |ids: &[VarId]| {
        let lex = |first: &[VarId], second: &[VarId]| -> Constraint {
            Lex { first: first.to_vec(), second: second.to_vec(), is_strict: false }.into()
        };
        vec![lex(&ids[..3], &ids[3..6]), lex(&ids[3..6], &ids[6..])]
    };
    let three = size(&vec![(0..3).collect(); 9], three);
    assert_eq!([not_greater, less, three], [(426, 1190), (425, 1185), (134, 279)]);
}
