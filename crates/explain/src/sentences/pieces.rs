//! Sentences of pieces: where one fits, and what fits in a place.

use itertools::Itertools;

use super::Speaker;
use crate::Step;
use cnfetti_puzzles::puzzle::Words;
use cnfetti_sat::search::candidates::{Fact, Said};

impl Speaker<'_> {
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
