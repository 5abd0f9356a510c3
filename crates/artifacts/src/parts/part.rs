//! A part of a count: some states of a puzzle, each as a partial solution with its weight.

use std::collections::HashMap;
use std::path::Path;

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use super::number::Number;
use super::sealed::{PartHead, Sort, json, line};
use super::{PartsError, Source, problem};
use crate::certificate::sha256;
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::limit::Limits;
use cnfetti_exact::split::{self, Piece, Set, State, Unit};
use cnfetti_puzzles::instance::Instance;

pub(super) const PART: Sort = Sort("part");

/// A part that was read from a file.
pub struct Part {
    /// The number of the part, from 1.
    pub number: usize,
    /// The number of parts.
    pub of: usize,
    /// The puzzle.
    pub instance: Instance,
    /// Whether the count is of different assignments to some variables, not of solutions.
    pub is_over: bool,
    /// The SHA-256 sum of the file.
    pub sum: String,
    plan: String,
    csp: Csp,
    pieces: Vec<Piece>,
}

/// The line before the states of one of the counted numbers.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceLine {
    /// The index of the number.
    unit: usize,
    /// A description of the number, for people.
    counts: String,
    /// The number of decisions before these states.
    step: usize,
    states: usize,
    sets: usize,
}

/// A state, by one of the partial solutions that lead to it, and the number of these.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StateLine {
    weight: String,
    classes: String,
    partial: Map<String, serde_json::Value>,
}

/// This many readings of a projection's scope lead to exactly these states.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetLine {
    reads: usize,
    weight: String,
    states: Vec<u32>,
}

/// Writes the part with this number.
pub(super) fn text(
    (plan, puzzle): (&str, &Source),
    (number, of): (usize, usize),
    csp: &Csp,
    units: &[Unit],
    pieces: &[Piece],
) -> String {
    let head = PartHead { plan: plan.to_owned(), number, of, puzzle: puzzle.clone() };
    let mut lines = Vec::new();
    for piece in pieces {
        lines.push(json(&PieceLine {
            unit: piece.unit,
            counts: units[piece.unit].to_string(),
            step: piece.step,
            states: piece.states.len(),
            sets: piece.sets.len(),
        }));
        let named = |atom: &Atom| (csp.name(atom.variable).to_owned(), atom.value.into());
        lines.extend(piece.states.iter().map(|state| {
            json(&StateLine {
                weight: state.solutions.to_string(),
                classes: state.classes.to_string(),
                partial: state.atoms.iter().map(named).collect(),
            })
        }));
        lines.extend(piece.sets.iter().map(|set| json(&SetLine::new(set))));
    }
    PART.seal(&head, lines)
}

impl Part {
    /// Reads a part from its file's text.
    ///
    /// # Errors
    ///
    /// The file is damaged, or another version wrote it.
    pub fn read(path: &Path, text: &str) -> Result<Part, PartsError> {
        let (head, mut lines): (PartHead, _) = PART.open(path, text)?;
        let instance = head.puzzle.instance()?;
        let (csp, is_over) = problem(&head.puzzle, &instance);
        let names: HashMap<&str, VarId> = csp.ids().map(|id| (csp.name(id), id)).collect();
        let mut pieces = Vec::new();
        while let Some(next) = lines.next() {
            let piece: PieceLine = line(path, Some(next))?;
            let states = (0..piece.states).map(|_| {
                let state: StateLine = line(path, lines.next())?;
                state.read(&names).ok_or_else(|| PartsError::wrong(path, "a state cannot be read"))
            });
            let states = states.collect::<Result<_, _>>()?;
            let sets = (0..piece.sets).map(|_| {
                let set: SetLine = line(path, lines.next())?;
                set.read().ok_or_else(|| PartsError::wrong(path, "a weight is no number"))
            });
            let sets = sets.collect::<Result<_, _>>()?;
            pieces.push(Piece { unit: piece.unit, step: piece.step, states, sets });
        }
        let sum = sha256(text.as_bytes());
        let (number, of, plan) = (head.number, head.of, head.plan);
        Ok(Part { number, of, instance, is_over, sum, plan, csp, pieces })
    }

    /// The puzzle's constraints.
    pub fn csp(&self) -> &Csp {
        &self.csp
    }

    /// The states of its solutions, if it has any.
    pub fn solutions(&self) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.unit == 0)
    }

    /// Counts the part.
    ///
    /// # Errors
    ///
    /// A limit is reached, a state does not belong to the puzzle, or numbers do not fit together.
    pub fn count(&self, path: &Path, limits: &Limits) -> Result<Number, PartsError> {
        let found = split::count(&self.csp, &self.pieces, limits)
            .map_err(|error| PartsError::Split { path: path.to_owned(), error })?;
        let units = self.pieces.iter().map(|piece| piece.unit);
        Ok(Number::new(&self.plan, self.number, &self.sum, units.zip(found)))
    }
}

impl StateLine {
    fn read(&self, names: &HashMap<&str, VarId>) -> Option<State> {
        let atom = |(name, value): (&String, &serde_json::Value)| {
            let value = Value::try_from(value.as_i64()?).ok()?;
            Some(Atom { variable: *names.get(name.as_str())?, value })
        };
        Some(State {
            atoms: self.partial.iter().map(atom).collect::<Option<_>>()?,
            solutions: self.weight.parse().ok()?,
            classes: self.classes.parse().ok()?,
        })
    }
}

impl SetLine {
    pub(super) fn new(set: &Set) -> SetLine {
        let (weight, states) = (set.readings.to_string(), set.states.clone());
        SetLine { reads: set.projection, weight, states }
    }

    pub(super) fn read(self) -> Option<Set> {
        let readings: BigUint = self.weight.parse().ok()?;
        Some(Set { projection: self.reads, readings, states: self.states })
    }
}
