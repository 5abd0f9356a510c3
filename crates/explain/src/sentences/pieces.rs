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
        let facts = self.facts_first(&self.not_seen(&step.facts));
        let (piece, conclusions) = (self.subject(piece), self.conclusions_in_short(step));
        Some(format!("{facts}only {piece} fits on {place}: so {conclusions}."))
    }

    /// `Wherever domino 5-1 lies, r1c1 is 5.`
    pub(super) fn wherever(&self, step: &Step) -> Option<String> {
        let pieces = step.facts.iter().filter(|fact| self.decides(fact.variable));
        let piece = self.subject(pieces.exactly_one().ok()?.variable);
        let rules = step.constraints.iter().copied().filter(|&at| !self.is_about_placement(at));
        let mut because = self.reasons_in_short(&rules.collect_vec());
        because.push(format!("wherever {piece} lies, {}.", self.conclusions_in_short(step)));
        Some(because.join("; "))
    }

    /// `R4c2 is empty; whatever still fits on r4c3, r4c4 is part of a piece.`
    pub(super) fn every_way(&self, step: &Step) -> Option<String> {
        let rules = step.constraints.iter().copied().filter(|&at| !self.is_about_placement(at));
        let mut because = self.reasons_in_short(&rules.collect_vec());
        let facts = self.not_seen(&step.facts);
        because.extend((!facts.is_empty()).then(|| self.facts_in_short(&facts)));
        because.push(self.whatever_fits(step));
        Some(because.join("; "))
    }

    /// `Whatever still fits on r4c3, r4c4 is part of a piece.` Lines are not named beside the cells that they join.
    pub(super) fn whatever_fits(&self, step: &Step) -> String {
        let is_line = |fact: &&Fact| self.csp.domain(fact.variable) == [0, 1];
        let (lines, cells): (Vec<Fact>, Vec<Fact>) =
            step.conclusions.iter().cloned().partition(|fact| is_line(&fact));
        let conclusions = if cells.is_empty() || lines.is_empty() {
            self.conclusions_in_short(step)
        } else {
            self.has_cut.set(true);
            self.conclusions_in_short(&Step { conclusions: cells, ..step.clone() })
        };
        match self.filled_place(step) {
            Some(place) => format!("whatever still fits on {place}, {conclusions}."),
            None => format!("in every way that is left, {conclusions}."),
        }
    }

    /// The place of a step on which all that is left leads to its conclusions, if it is clear which one that is: what is
    /// covered shows it, and what is ruled out does not say otherwise.
    fn filled_place(&self, step: &Step) -> Option<String> {
        let selections = step.constraints.iter().filter_map(|&at| self.placements_at(at));
        let selections = selections.collect_vec();
        let left = |place: &Selection| {
            let is_left = |atom: &Atom| step.after.of(atom.variable).contains(&atom.value);
            place.choices.iter().map(|choice| choice.atom).filter(is_left).collect_vec()
        };
        let shows = |place: &Selection, fact: &Fact| {
            let mut shown = selections.iter().filter(|other| other.result == fact.variable);
            shown.any(|other| {
                left(place).iter().all(|atom| {
                    let mut choices = other.choices.iter();
                    choices.any(|own| own.atom == *atom && fact.allows(own.value))
                })
            })
        };
        let is_ruled_out = |fact: &Fact| match fact.said {
            Said::Is(_) => self.csp.domain(fact.variable).len() == 2,
            Said::IsNone(_) => true,
        };
        let places = selections.iter().filter(|place| {
            self.csp.domain(place.result) != [0, 1]
                && left(place).len() > 1
                && step.conclusions.iter().all(|fact| fact.variable != place.result)
                && step.conclusions.iter().all(|fact| is_ruled_out(fact) || shows(place, fact))
        });
        let place = places.map(|place| place.result).unique().exactly_one().ok()?;
        Some(self.subject(place))
    }

    /// `Domino 5-1 fits only on r1c1-r1c2.`
    pub(super) fn only_place(&self, step: &Step) -> Option<String> {
        let [fact] = &step.facts[..] else { return None };
        let decides = self.decides(fact.variable);
        let value = step.after.decided(fact.variable)?;
        let atom = Atom { variable: fact.variable, value };
        let selections = step.constraints.iter().filter_map(|&at| self.placements_at(at));
        let covered = selections.filter(|at| at.choices.iter().any(|choice| choice.atom == atom));
        let covered = covered.map(|selection| selection.result).collect_vec();
        let is_there = decides
            && matches!(&fact.said, Said::Is(said) if *said == value)
            && step.conclusions.iter().all(|fact| covered.contains(&fact.variable));
        let Words { subject, before_value } = self.words(fact.variable);
        let place = self.value_words(fact.variable, value);
        let has_name = !self.is_nameless(fact.variable);
        let said = || self.capital(&format!("{subject} fits only {before_value}{place}."));
        (is_there && has_name).then(said)
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
        // Where a piece has no name of its own, the place has that of its shape.
        let shape = place.split_once(" on ").filter(|_| self.is_nameless(variable));
        is_alone.then(|| match shape {
            Some((shape, cells)) => format!("Only {shape} fits on {cells}."),
            None => format!("Only {subject} fits {before_value}{place}."),
        })
    }
}
