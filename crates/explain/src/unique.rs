//! Unique rectangles: what follows if a puzzle is known to have only one solution.
//!
//! This assumes what explanations otherwise prove, so it is used only if the user asks for it. Take four places, of which
//! the two along each side are in a group of different values, and which occur in no other constraint. If these places had
//! only two values, exchanging them would give a second solution. So they have at least three. In Sudoku and Jigsaw, these
//! are rectangles that lie in two boxes.

use std::collections::{BTreeSet, HashMap};

use cnfetti_core::csp::{Condition, Csp, DistinctCount, Ranges, Role, VarId};
use itertools::Itertools;

use crate::helpers::Helpers;
use crate::pencil::{cell, groups};

/// Posts, for a puzzle with one solution, that the corners of each such rectangle have at least three values.
pub fn assume_unique(csp: &mut Csp, noted: &[VarId]) {
    for scope in rectangles(csp, noted) {
        let at = csp.constraints().len();
        let names = scope.iter().filter_map(|&corner| cell(csp, corner));
        let names = names.map(|(row, column)| format!("r{row}c{column}")).join(", ");
        let condition = Condition::Within(Ranges::at_least(3));
        let constraint = DistinctCount { scope: scope.to_vec(), except: Vec::new(), condition };
        let reason = format!("with only one solution, {names} have three different values");
        csp.post(constraint.into(), reason);
        csp.set_role(at, Role::AssumesUnique);
    }
}

/// The corners of each rectangle, in the order around it.
fn rectangles(csp: &Csp, noted: &[VarId]) -> Vec<[VarId; 4]> {
    let helpers = Helpers::new(csp, noted);
    let mut of: HashMap<VarId, Vec<usize>> = HashMap::new();
    let groups: Vec<(usize, &[VarId])> = groups(csp, &helpers).collect();
    for (at, (_, scope)) in groups.iter().enumerate() {
        scope.iter().for_each(|place| of.entry(*place).or_default().push(at));
    }
    let is_group = |at: usize| groups.binary_search_by_key(&at, |(at, _)| *at).is_ok();
    let others = csp.constraints().iter().enumerate().filter(|(at, _)| !is_group(*at));
    let bound: BTreeSet<VarId> =
        others.flat_map(|(_, posted)| posted.constraint.rule().scope()).collect();
    let free: Vec<VarId> =
        of.keys().copied().filter(|place| !bound.contains(place)).sorted().collect();
    let beside = |place: VarId| -> BTreeSet<VarId> {
        let groups = of[&place].iter().flat_map(|&at| groups[at].1).copied();
        groups.filter(|&other| other != place && free.binary_search(&other).is_ok()).collect()
    };
    let beside: HashMap<VarId, BTreeSet<VarId>> =
        free.iter().map(|&place| (place, beside(place))).collect();
    let mut found = Vec::new();
    for &first in &free {
        let later = beside[&first].iter().copied().filter(|&other| other > first);
        for [second, last] in later.array_combinations() {
            let across = beside[&second].intersection(&beside[&last]);
            for &third in across.filter(|&&third| third > first) {
                let corners = [first, second, third, last];
                let is_side = |at: usize| {
                    let inside = corners.map(|corner| groups[at].1.contains(&corner));
                    let number = inside.iter().filter(|inside| **inside).count();
                    number == 2
                        && inside != [true, false, true, false]
                        && inside != [false, true, false, true]
                };
                if corners.iter().flat_map(|corner| &of[corner]).all(|&at| is_side(at))
                    && corners.iter().map(|&corner| csp.domain(corner)).all_equal()
                {
                    found.push(corners);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::csp::{AllDifferent, Atom, Constraint, Fixed, Linear, Value};
    use cnfetti_core::random::Random;

    /// A board of 4 × 4 with boxes, or without; some cells are given, and some have a sum.
    fn board(random: &mut Random) -> Csp {
        let mut csp = Csp::new();
        let name = |at: usize| format!("value[r{}c{}]", at / 4 + 1, at % 4 + 1);
        let places: Vec<VarId> = (0..16).map(|at| csp.variable(name(at), 1..=4)).collect();
        let mut post = |of: &dyn Fn(usize) -> usize| {
            let scope = (0..4).map(|at| places[of(at)]).collect();
            csp.post(AllDifferent { scope, except: vec![] }.into(), "they differ");
        };
        let has_boxes = !random.one_in(4);
        for at in 0..4 {
            post(&|other| 4 * at + other);
            post(&|other| 4 * other + at);
            if has_boxes {
                post(&|n| 4 * (at / 2 * 2 + n / 2) + at % 2 * 2 + n % 2);
            }
        }
        for (at, &variable) in places.iter().enumerate().filter(|_| random.one_in(4)) {
            // A grid that has boxes as well.
            let value = Value::try_from((at % 4 + 2 * (at / 4) + at / 8) % 4 + 1).unwrap();
            csp.post(Fixed { atom: Atom { variable, value } }.into(), "given");
        }
        if random.one_in(2) {
            let scope = places.iter().copied().filter(|_| random.one_in(6)).collect_vec();
            let bound = i64::try_from(2 * scope.len() + random.below(2)).unwrap();
            csp.post(Linear::sum(scope, Ranges::at_least(bound)).into(), "a sum");
        }
        csp
    }

    /// Up to two solutions, by trying one cell after another.
    fn solutions(csp: &Csp, decided: &mut Vec<Value>, found: &mut Vec<Vec<Value>>) {
        let holds = |constraint: &Constraint| {
            let rule = constraint.rule();
            rule.scope().iter().any(|v| v.index() >= decided.len()) || rule.holds(decided)
        };
        let differ = |constraint: &Constraint| match constraint {
            Constraint::AllDifferent(different) => {
                let scope = different.scope.iter().filter_map(|v| decided.get(v.index()));
                scope.duplicates().next().is_none()
            }
            other => holds(other),
        };
        if found.len() == 2 || !csp.constraints().iter().all(|posted| differ(&posted.constraint)) {
            return;
        }
        if decided.len() == csp.variables().len() {
            return found.push(decided.clone());
        }
        for value in 1..=4 {
            decided.push(value);
            solutions(csp, decided, found);
            decided.pop();
        }
    }

    /// By brute force: on boards with one solution, that has what is assumed.
    #[test]
    fn what_is_assumed_holds_in_the_only_solution() {
        let mut random = Random::new(1);
        let (mut tried, mut several) = (0, 0);
        for _ in 0..400 {
            let csp = board(&mut random);
            let mut assumed = csp.clone();
            assume_unique(&mut assumed, &[]);
            let posted = &assumed.constraints()[csp.constraints().len()..];
            assert!(posted.iter().all(|posted| posted.role == Role::AssumesUnique));
            let mut found = Vec::new();
            solutions(&csp, &mut Vec::new(), &mut found);
            let holds = |solution: &Vec<Value>| {
                posted.iter().all(|posted| posted.constraint.rule().holds(solution))
            };
            match &found[..] {
                [only] => {
                    assert!(holds(only), "{csp:?}");
                    tried += posted.len();
                }
                found => several += found.iter().filter(|solution| !holds(solution)).count(),
            }
        }
        assert!(tried > 50 && several > 50, "{tried} {several}");
    }
}
