//! Checks that a kind allows the clues of a puzzle.

use std::collections::BTreeSet;

use cnfetti_core::limit::Budget;

use itertools::Itertools;

use crate::board::{Direction, Place};
use crate::data::{Data, Entry};
use crate::kind::{Kind, Layer, On, Values};

/// A clue that the kind does not allow, or a missing clue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongClue {
    /// The index of its layer in [`Kind::clues`].
    pub layer: usize,
    /// Its place, if it has one.
    pub place: Option<Place>,
    /// The problem, in a sentence.
    pub message: String,
}

impl Kind {
    /// Checks every clue of a puzzle.
    ///
    /// # Errors
    ///
    /// Returns the first clue that is out of range, in a place that the layer does not have, or missing.
    pub fn verify(&self, data: &Data) -> Result<(), WrongClue> {
        for (at, layer) in self.clues.iter().enumerate() {
            let wrong = |place: Option<Place>, message: String| {
                Err(WrongClue { layer: at, place, message })
            };
            let entries = &data.layers[at];
            let name = &layer.name;
            let places: BTreeSet<Place> = data.places(layer.on).into_iter().collect();
            let known = || entries.at.keys().chain(entries.groups.iter().flatten());
            if let Some(place) = known().find(|place| !places.contains(place))
                && !(self.says_cells(layer) && data.board.holes().contains(place))
            {
                return wrong(Some(*place), format!("`{name}` has no entry at {place}"));
            }
            if let Values::Number(bounds) = &layer.values {
                let (low, high) = self.bounds(data, bounds);
                for (&place, entry) in &entries.at {
                    let Entry::Number(number) = *entry else { continue };
                    if number < low || high.is_some_and(|high| number > high) {
                        let most = high.map_or("on".to_owned(), |high| format!("to {high}"));
                        let message = format!(
                            "expected a number from {low} {most} for `{name}`, found {number}"
                        );
                        return wrong(Some(place), message);
                    }
                }
            }
            let is_across = |(&place, entry): (&Place, &Entry)| {
                let Entry::Direction(direction) = *entry else { return None };
                crosses(place, direction).then_some((place, direction))
            };
            if let Some((place, direction)) = entries.at.iter().find_map(is_across) {
                let ways = if matches!(place, Place::Left(..)) {
                    "west or east"
                } else {
                    "north or south"
                };
                let found = direction.name();
                let message = format!("expected {ways} for `{name}` at {place}, found {found}");
                return wrong(Some(place), message);
            }
            let uncovered = || {
                let covered: BTreeSet<&Place> = entries.groups.iter().flatten().collect();
                places.iter().find(|place| !covered.contains(place))
            };
            let missing = match layer.on {
                On::Areas { cover: true } => uncovered(),
                _ if layer.required => places.iter().find(|place| !entries.at.contains_key(place)),
                _ => None,
            };
            if let Some(missing) = missing {
                return wrong(Some(*missing), format!("`{name}` is missing at {missing}"));
            }
        }
        Ok(())
    }

    /// The least and the greatest number of a layer in this puzzle, if it has numbers and bounds.
    pub fn range(&self, data: &Data, layer: &Layer) -> (Option<i64>, Option<i64>) {
        match &layer.values {
            Values::Number(bounds) => {
                let (low, high) = self.bounds(data, bounds);
                (Some(low).filter(|&low| low > i64::MIN), high)
            }
            _ => (None, None),
        }
    }

    /// The bounds of the numbers of a layer in this puzzle.
    fn bounds(&self, data: &Data, bounds: &crate::kind::Bounds) -> (i64, Option<i64>) {
        let budget = Budget::default();
        let number = |ast| self.number(data, ast, &budget);
        let (low, high) = &*bounds.0;
        (number(low).unwrap_or(i64::MIN), high.as_ref().and_then(number))
    }
}

/// Whether a direction leads along a side, instead of from one of its cells to the other.
fn crosses(place: Place, direction: Direction) -> bool {
    match place {
        Place::Left(..) => !matches!(direction, Direction::East | Direction::West),
        Place::Above(..) => !matches!(direction, Direction::North | Direction::South),
        _ => false,
    }
}
