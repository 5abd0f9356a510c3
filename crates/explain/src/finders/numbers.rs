//! Numbers of lines around places of a loop: Slitherlink's adjacent and diagonal 3s, and a number in a corner.
//!
//! It looks at a number and a corner of it, or at two numbers and the corners that they share, and tries all ways to draw
//! the lines there.

use cnfetti_core::csp::{Constraint, Csp, Posted, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Finders, Total};
use crate::Draft;
use crate::techniques::{
    ADJACENT_3S, CORNER_NUMBER, DIAGONAL_3S, TOUCHING_NUMBERS, Technique, is_junction,
};
use crate::tiling::Tiling;

/// The largest number of lines around a place.
const MOST_AROUND: usize = 4;

/// One or two numbers, and the junctions of lines at their corners.
#[derive(Clone)]
pub(super) struct Cluster {
    parts: Vec<Part>,
}

/// A rule about lines: their number is one of these.
#[derive(Clone, PartialEq)]
struct Part {
    constraint: usize,
    scope: Vec<VarId>,
    /// The number, or `None` where none or two of them are drawn.
    number: Option<i64>,
}

impl Part {
    fn allows(&self, drawn: i64) -> bool {
        self.number.map_or(drawn == 0 || drawn == 2, |number| drawn == number)
    }

    fn common(&self, other: &Part) -> usize {
        self.scope.iter().filter(|line| other.scope.contains(line)).count()
    }
}

/// The clusters of a problem with these sums.
pub(super) fn clusters(csp: &Csp, totals: &[Total]) -> Vec<Cluster> {
    let is_loop = |posted: &Posted| match &posted.constraint {
        Constraint::Connected(connected) => connected.links.iter().any(|link| link.atom.is_some()),
        _ => false,
    };
    if !csp.constraints().iter().any(is_loop) {
        return Vec::new();
    }
    let junctions = csp.constraints().iter().enumerate().filter_map(|(constraint, posted)| {
        let is_one = is_junction(csp, &posted.constraint);
        is_one.then(|| Part { constraint, scope: posted.constraint.rule().scope(), number: None })
    });
    let junctions = junctions.collect_vec();
    let is_line = |line: &VarId| junctions.iter().any(|junction| junction.scope.contains(line));
    let is_number = |total: &&Total| {
        !junctions.is_empty() && total.scope.len() <= MOST_AROUND && total.scope.iter().all(is_line)
    };
    let numbers = totals.iter().filter(is_number).map(|total| Part {
        constraint: total.constraint,
        scope: total.scope.clone(),
        number: Some(total.sum),
    });
    let numbers = numbers.collect_vec();
    let meets = |number: &Part, junction: &Part| number.common(junction) > 1;
    let mut found = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        let around = junctions.iter().filter(|junction| meets(number, junction)).collect_vec();
        let one = |junction: &&Part| Cluster { parts: vec![number.clone(), (*junction).clone()] };
        found.extend(around.iter().map(one));
        for other in &numbers[..at] {
            let both = around.iter().filter(|junction| meets(other, junction));
            let both = both.map(|&junction| junction.clone()).collect_vec();
            if !both.is_empty() {
                let parts = [vec![number.clone(), other.clone()], both].concat();
                found.push(Cluster { parts });
            }
        }
    }
    found
}

/// The lines that a cluster decides, if none of its rules decides them by itself.
pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    finders.clusters.iter().filter_map(|cluster| drawn(cluster, known)).collect()
}

fn drawn(cluster: &Cluster, known: &Candidates) -> Option<Draft> {
    let conclusions = decided(&cluster.parts, known)?;
    let mut parts = cluster.parts.clone();
    for part in &cluster.parts {
        let without = parts.iter().filter(|other| *other != part).cloned().collect_vec();
        let is_enough = decided(&without, known)
            .is_some_and(|left| conclusions.iter().all(|fact| left.contains(fact)));
        if is_enough {
            parts = without;
        }
    }
    let technique = technique(&parts)?;
    let lines = parts.iter().flat_map(|part| part.scope.iter().copied()).unique();
    let facts = lines.filter_map(|variable| {
        known.decided(variable).map(|value| Fact { variable, said: Said::Is(value) })
    });
    let constraints = parts.iter().map(|part| part.constraint).sorted().collect();
    Some(Draft::proposed(technique, constraints, facts.collect(), conclusions))
}

/// The technique, which depends on the numbers.
fn technique(parts: &[Part]) -> Option<&'static Technique> {
    let numbers = parts.iter().filter_map(|part| part.number).collect_vec();
    let are_beside = || parts[0].common(&parts[1]) > 0;
    match numbers[..] {
        [_] if parts.len() == 2 => Some(&CORNER_NUMBER),
        [3, 3] if are_beside() => Some(&ADJACENT_3S),
        [3, 3] => Some(&DIAGONAL_3S),
        [_, _] => Some(&TOUCHING_NUMBERS),
        _ => None,
    }
}

/// The open lines that the rules decide together; `None` if there are none, or if no way to draw them is left.
fn decided(parts: &[Part], known: &Candidates) -> Option<Vec<Fact>> {
    let lines = parts.iter().flat_map(|part| part.scope.iter().copied()).unique().collect_vec();
    let bits = |scope: &[VarId]| {
        let at = scope.iter().filter_map(|line| lines.iter().position(|other| other == line));
        at.fold(0_u32, |bits, at| bits | 1 << at)
    };
    let rules = parts.iter().map(|part| (bits(&part.scope), part)).collect_vec();
    let with = |value| {
        let decided =
            lines.iter().enumerate().filter(move |(_, line)| known.decided(**line) == Some(value));
        decided.fold(0_u32, |bits, (at, _)| bits | 1 << at)
    };
    let (drawn, empty) = (with(1), with(0));
    let fits = |all: &u32| {
        all & drawn == drawn
            && all & empty == 0
            && rules.iter().all(|(scope, part)| part.allows((all & scope).count_ones().into()))
    };
    let (every, any) = (0..1_u32 << lines.len())
        .filter(fits)
        .fold((u32::MAX, 0), |(every, any), all| (every & all, any | all));
    let open = lines.iter().enumerate().filter(|(at, _)| (drawn | empty) >> at & 1 == 0);
    let found = open.filter_map(|(at, &variable)| {
        let (must, may) = (every >> at & 1 == 1, any >> at & 1 == 1);
        (must == may).then_some(Fact { variable, said: Said::Is(i32::from(must)) })
    });
    let found = found.collect_vec();
    let is_possible = (every, any) != (u32::MAX, 0);
    (is_possible && !found.is_empty()).then_some(found)
}
