//! Runs of given lengths in a line: Nonograms. What each run can cover decides places.

use std::iter::successors;

use cnfetti_core::csp::{Atom, Automaton, Constraint, Value, VarId};

use super::{OneRule, Premises, technique};

pub(crate) const OVERLAP: OneRule = OneRule {
    technique: technique("overlap", 1, "wherever a run lies in a line, it covers these places"),
    applies: |constraint, premises| {
        is_covered(constraint, premises, true) && !has_begun(constraint, premises)
    },
};

pub(crate) const EDGES: OneRule = OneRule {
    technique: technique(
        "edges",
        2,
        "a run that has begun goes on, since it is near an edge or something else that stops it",
    ),
    applies: |constraint, premises| {
        is_covered(constraint, premises, true) && has_begun(constraint, premises)
    },
};

pub(crate) const GAPS: OneRule = OneRule {
    technique: technique("gaps", 2, "no run of a line reaches a place, or fits there"),
    applies: |constraint, premises| is_covered(constraint, premises, false),
};

/// Whether the step only concludes that one run always covers each of these places, or that none can cover them.
fn is_covered(constraint: &Constraint, premises: &Premises<'_>, covered: bool) -> bool {
    let Some(line) = Line::new(constraint, premises) else { return false };
    premises.all_ruled_out(|place, value| {
        let at = line.scope.iter().position(|other| *other == place);
        at.is_some_and(|at| match covered {
            true => value == 0 && line.runs.iter().any(|run| run.always_covers(at)),
            false => value == 1 && !line.runs.iter().any(|run| run.can_cover(at)),
        })
    })
}

/// Whether a place of the line is known to be in a run.
fn has_begun(constraint: &Constraint, premises: &Premises<'_>) -> bool {
    let scope = constraint.rule().scope();
    scope.into_iter().any(|place| premises.decided(place) == Some(1))
}

/// A line, and where each of its runs can lie by the facts.
struct Line<'a> {
    scope: &'a [VarId],
    runs: Vec<Run>,
}

struct Run {
    length: usize,
    starts: Vec<usize>,
}

impl Run {
    fn always_covers(&self, at: usize) -> bool {
        !self.starts.is_empty() && self.starts.iter().all(|&start| self.covers(start, at))
    }

    fn can_cover(&self, at: usize) -> bool {
        self.starts.iter().any(|&start| self.covers(start, at))
    }

    fn covers(&self, start: usize, at: usize) -> bool {
        (start..start + self.length).contains(&at)
    }
}

impl<'a> Line<'a> {
    fn new(constraint: &'a Constraint, premises: &Premises<'_>) -> Option<Line<'a>> {
        let Constraint::Automaton(automaton) = constraint else { return None };
        let lengths = lengths(automaton)?;
        let scope = &automaton.scope[..];
        let can_be = |value: Value| -> Vec<bool> {
            let holds = |&variable: &VarId| premises.holds(Atom { variable, value });
            scope.iter().map(|place| holds(place) != Some(false)).collect()
        };
        let (full, empty) = (can_be(1), can_be(0));
        let before = ends(&lengths, &full, &empty);
        let turned = |of: &[bool]| -> Vec<bool> { of.iter().rev().copied().collect() };
        let back: Vec<usize> = lengths.iter().rev().copied().collect();
        let after = ends(&back, &turned(&full), &turned(&empty));
        let number = scope.len();
        let runs = lengths.iter().enumerate().map(|(at, &length)| {
            let can_start = |&start: &usize| {
                let end = start + length;
                full[start..end].iter().all(|&full| full)
                    && before[at][start]
                    && after[lengths.len() - 1 - at][number - end]
            };
            let starts = (0..(number + 1).saturating_sub(length)).filter(can_start).collect();
            Run { length, starts }
        });
        Some(Line { scope, runs: runs.collect() })
    }
}

/// For each number of runs, and for each number of places at the beginning of a line, whether these runs fit there, with a
/// gap after them.
fn ends(lengths: &[usize], full: &[bool], empty: &[bool]) -> Vec<Vec<bool>> {
    let number = full.len();
    let mut fits = vec![vec![false; number + 1]; lengths.len() + 1];
    fits[0][0] = true;
    for runs in 0..fits.len() {
        for end in 1..=number {
            let is_gap = empty[end - 1];
            let own = runs.checked_sub(1).map(|last| lengths[last]);
            // The run and the gap after it.
            let has_run = own.is_some_and(|length| {
                end > length
                    && is_gap
                    && full[end - 1 - length..end - 1].iter().all(|&full| full)
                    && fits[runs - 1][end - 1 - length]
            });
            fits[runs][end] = has_run || is_gap && fits[runs][end - 1];
        }
    }
    fits
}

/// The lengths of the runs of 1 that the automaton requires, with gaps of 0 between them; `None` if it requires something
/// else.
pub(crate) fn lengths(automaton: &Automaton) -> Option<Vec<usize>> {
    let most = automaton.scope.len();
    let (mut lengths, mut state) = (Vec::new(), Some(automaton.start));
    while let Some(start) = state {
        let run = successors(next(automaton, start, 1), |&state| next(automaton, state, 1));
        let run: Vec<u32> = run.take(most + 1).collect();
        let Some(&end) = run.last() else { break };
        lengths.push(run.len());
        if run.len() > most || lengths.len() > most {
            return None;
        }
        state = next(automaton, end, 0);
    }
    let is_so = !lengths.is_empty() && is_same(automaton, &lengths);
    is_so.then_some(lengths)
}

fn next(automaton: &Automaton, from: u32, value: Value) -> Option<u32> {
    let mut steps = automaton.transitions.iter();
    steps.find(|step| (step.from, step.value) == (from, value)).map(|step| step.to)
}

/// Whether the automaton accepts exactly these runs: a walk through pairs of its states and positions in the runs.
fn is_same(automaton: &Automaton, lengths: &[usize]) -> bool {
    /// The runs read so far, and how much of the next one.
    type Read = (usize, usize);
    let read = |(runs, part): Read, value: Value| -> Option<Read> {
        let length = lengths.get(runs).copied();
        match (value, part) {
            (0, 0) => Some((runs, 0)),
            (0, _) => (length == Some(part)).then_some((runs + 1, 0)),
            (1, _) => length.is_some_and(|length| part < length).then_some((runs, part + 1)),
            _ => None,
        }
    };
    let is_end = |(runs, part): Read| {
        runs == lengths.len() || runs + 1 == lengths.len() && lengths[runs] == part
    };
    let mut pairs = vec![(automaton.start, (0, 0))];
    let mut at = 0;
    while let Some(&(state, so_far)) = pairs.get(at) {
        at += 1;
        if automaton.accepting.contains(&state) != is_end(so_far) {
            return false;
        }
        for value in [0, 1] {
            match (next(automaton, state, value), read(so_far, value)) {
                (None, None) => {}
                (Some(to), Some(then)) if !pairs.contains(&(to, then)) => pairs.push((to, then)),
                (Some(_), Some(_)) => {}
                _ => return false,
            }
        }
    }
    automaton.transitions.iter().all(|step| [0, 1].contains(&step.value))
}
