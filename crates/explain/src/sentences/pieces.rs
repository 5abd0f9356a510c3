//! Sentences of pieces: where one fits, and what fits in a place.

use itertools::Itertools;

use super::Speaker;
use crate::Step;
use cnfetti_core::csp::{Atom, Selection};
use cnfetti_puzzles::puzzle::Words;
use cnfetti_sat::search::candidates::{Fact, Said};

impl Speaker<'_> {
    /// `R3c2, r4c2 and r5c2 are 0; only domino 0-0 fits on r4c2: so domino 0-0 is on r3c2-r4c2 or r4c2-r5c2.`
    pub(super) fn piece_there(&self, step: &Step) -> Option<String> {
        let piece = step.conclusions.iter().exactly_one().ok()?.variable;
        let left = step.after.of(piece);
        let is_place = |selection: &&Selection| {
            let is_choice =
                |value| selection.choices.iter().any(|c| c.atom == Atom { variable: piece, value });
            left.iter().all(|&value| is_choice(value))
        };
        let places = step.constraints.iter().filter_map(|&at| self.placements_at(at));
        let place = self.subject(places.into_iter().find(is_place)?.result);
        let facts = self.not_seen(&step.facts);
        let facts = match facts.is_empty() {
            true => String::new(),
            false => format!("{}; ", self.facts_in_short(&facts)),
        };
        let (piece, conclusions) = (self.subject(piece), self.conclusions_in_short(step));
        Some(format!("{facts}only {piece} fits on {place}: so {conclusions}."))
    }

    /// `Domino 5-1 fits only on r1c1-r1c2.`
    pub(super) fn only_place(&self, step: &Step) -> Option<String> {
        let [fact] = &step.facts[..] else { return None };
        let decides = self.decides(fact.variable);
        let value = step.after.decided(fact.variable)?;
        let is_there = decides && matches!(&fact.said, Said::Is(said) if *said == value);
        let Words { subject, before_value } = self.words(fact.variable);
        let place = self.value_words(fact.variable, value);
        is_there.then(|| self.capital(&format!("{subject} fits only {before_value}{place}.")))
    }

    /// `Only domino 5-1 fits on r1c1-r1c2.`
    pub(super) fn only_piece(&self, step: &Step) -> Option<String> {
        let is_alone = step.constraints.iter().all(|&at| self.is_about_placement(at));
        let pieces = step.conclusions.iter().filter(|fact| self.decides(fact.variable));
        let Ok(&Fact { variable, said: Said::Is(value) }) = pieces.exactly_one() else {
            return None;
        };
        let Words { subject, before_value } = self.words(variable);
        let place = self.value_words(variable, value);
        is_alone.then(|| format!("Only {subject} fits {before_value}{place}."))
    }
}
