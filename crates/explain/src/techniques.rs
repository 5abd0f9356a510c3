//! The ways in which a step can be found, the easiest first, each with a name and a difficulty.

mod connection;
mod different;
mod lines;
pub(crate) mod net;
mod occurrences;
mod premises;
mod runs;

use cnfetti_core::csp::{Cardinality, Constraint, Csp};
use cnfetti_sat::search::candidates::Fact;

use crate::groups;
pub(crate) use connection::{
    APART, CUT, FULL, REACH, ROOM, TOO_MANY, WAY_OUT, is_about_net, needed_of, own_facts, thoughts,
};
pub(crate) use different::UNIQUE_RECTANGLE;
use different::{LAST_ONE, PAIR};
pub(crate) use lines::{DEAD_END, NO_BRANCH, WAY_ON, is_junction};
use occurrences::{ALL_NEEDED, USED_UP};
pub(crate) use premises::Premises;
pub(crate) use runs::{EDGES, GAPS, OVERLAP};

/// A way to find a step.
#[derive(Debug, PartialEq, Eq)]
pub struct Technique {
    /// Its name, as in JSON.
    pub name: &'static str,
    /// How hard it is for a person to see. [`TECHNIQUES`] is sorted by it.
    pub difficulty: usize,
    /// What it is, in one line.
    pub summary: &'static str,
}

/// A technique of this name and difficulty, with a line about what it is.
pub(crate) const fn technique(
    name: &'static str,
    difficulty: usize,
    summary: &'static str,
) -> Technique {
    Technique { name, difficulty, summary }
}

impl Technique {
    /// What a step with this many rules and facts adds to the score of an explanation. Twice as many are less than twice as
    /// hard, because one sees some of them at a glance. Hence the square root: it orders the puzzles of 36 of 41 published
    /// days correctly, and the product itself only 25.
    pub(super) fn score(&self, rules_and_facts: usize) -> usize {
        // A person follows a loop without counting its lines: the rule, the loop, and a line elsewhere are three.
        let counted = if self == &CLOSED_LOOP { 3 } else { rules_and_facts };
        (self.difficulty * counted).isqrt()
    }

    /// The rank of a step with this many rules and facts: the search takes those with less effort first. It ignores facts
    /// that a person does not count: what rules out the other places of a hidden single, the lines of a loop, or the lines
    /// that meet a line. Rules count only if they are sums.
    pub(super) fn effort(&self, rules: usize, facts: usize) -> usize {
        let is_seen = self == &CLOSED_LOOP
            || [&DEAD_END, &WAY_ON, &NO_BRANCH].iter().any(|one| one.technique == *self);
        let sums = if [&INNIES, &CROSSINGS].contains(&self) { rules } else { 0 };
        self.difficulty + sums + if is_seen { 0 } else { facts }
    }
}

/// A technique for one rule, and a test whether a step uses it.
pub(crate) struct OneRule {
    pub(crate) technique: Technique,
    /// Whether everything that the step concludes follows from the constraint and the facts in this way.
    applies: fn(&Constraint, &Premises<'_>) -> bool,
}

/// The techniques for one rule. The first one that applies gives the step its name.
const ONE_RULE_TECHNIQUES: &[&OneRule] = &[
    &USED_UP,
    &ALL_NEEDED,
    &LAST_ONE,
    &PAIR,
    &WAY_OUT,
    &FULL,
    &APART,
    &CUT,
    &TOO_MANY,
    &ROOM,
    &REACH,
    &DEAD_END,
    &WAY_ON,
    &NO_BRANCH,
    &OVERLAP,
    &EDGES,
    &GAPS,
    &UNIQUE_RECTANGLE,
];

/// A piece has one place left, or all its places share a cell.
pub(super) const ONLY_PLACE: Technique =
    technique("only place", 2, "a domino fits in only one place, or all its places share a cell");

/// Nothing else fits in a place.
pub(super) const NOTHING_ELSE_FITS: Technique =
    technique("nothing else fits", 2, "nothing else fits in a place");

/// All that still fits a place also covers another one, or rules out the same beside it.
pub(super) const EVERY_WAY: Technique = technique(
    "every way",
    2,
    "whatever still fits on a place also covers another one, or rules out the same beside it",
);

/// A place has one neighbour left to be joined with.
pub(super) const ONLY_NEIGHBOUR: Technique =
    technique("only neighbour", 1, "a place has to be joined with a neighbour, and one is left");

/// A value with too few places left for an area of equal places.
pub(super) const ENOUGH_LEFT: Technique =
    technique("enough left", 2, "a value has fewer places left than an area of equal places needs");

/// A line that would close a loop without others that are drawn.
pub(super) const CLOSED_LOOP: Technique =
    technique("closed loop", 2, "a line would close the loop although there are lines elsewhere");

/// A number of lines around a place, and where lines meet at its corner.
pub(super) const CORNER_NUMBER: Technique = technique(
    "number at a corner",
    2,
    "how many lines are around a place, and which lines meet at a corner of it, leave only this",
);

/// Two 3s with a line between them.
pub(super) const ADJACENT_3S: Technique = technique(
    "adjacent 3s",
    2,
    "two places beside each other have three lines around them: the line between them, and those opposite",
);

/// Two 3s that meet at a corner.
pub(super) const DIAGONAL_3S: Technique = technique(
    "diagonal 3s",
    2,
    "two places that meet at a corner have three lines around them: all that are not at the corner",
);

/// Two other numbers that touch.
pub(super) const TOUCHING_NUMBERS: Technique = technique(
    "touching numbers",
    2,
    "how many lines are around two places that touch leaves only this",
);

/// Different numbers with a given sum.
pub(super) const COMBINATIONS: Technique =
    technique("combinations", 2, "few combinations of different numbers have a given sum");

/// Only one piece still fits on a place, in several ways.
pub(super) const ONLY_PIECE: Technique = technique(
    "only piece",
    2,
    "only one domino still fits on a place, in several ways, so it is nowhere else",
);

/// Areas with sums that cover rows but for one place.
pub(super) const INNIES: Technique = technique(
    "innies and outies",
    3,
    "areas with sums cover rows but for a place or two, or a place or two more: the rule of 45",
);

/// Lines of a loop that cross between two parts of a board.
pub(super) const LOOP_PARITY: Technique = technique(
    "loop parity",
    3,
    "a loop crosses between two parts of a board an even number of times: inside and outside",
);

/// Two lines that can only meet each other.
pub(super) const BOTH_OR_NEITHER: Technique = technique(
    "both or neither",
    2,
    "two lines can only meet each other, so both are drawn or neither, of which a rule leaves one",
);

/// One of two places holds, and both rule out the same.
pub(super) const EITHER_OF_TWO: Technique = technique(
    "either of two",
    3,
    "one of two places has a value, and either rules out the same: Hitori's sandwich and double",
);

/// Sums that cover other sums but for a place.
pub(super) const CROSSINGS: Technique = technique(
    "crossings",
    3,
    "areas with sums cover other ones but for a place or two, or cover a place or two more",
);

const TOTAL: Technique = technique("total", 1, "a sum leaves a place only these values");

const EQUAL: Technique =
    technique("equal", 1, "cells that must be equal have only these values in common");

const DIFFERENT: Technique =
    technique("different", 1, "cells that must differ leave no other value");

const GIVEN_OCCURRENCES: Technique = technique(
    "occurrences",
    1,
    "a value has occurred often enough, or must take every place where it still can be",
);

const VIEW: Technique =
    technique("view", 1, "the number of different values in view leaves a place only these values");

pub(super) const CONNECTION: Technique = technique(
    "connection",
    2,
    "without a place, or with it, something that has to be connected would fall apart",
);

const ONE_RULE: Technique = technique("one rule", 2, "one rule leaves a place only these values");

/// A supposition contradicts the rules.
pub(super) const CONTRADICTION: Technique = technique(
    "contradiction",
    4,
    "a value leads to a contradiction, by applying one rule after another",
);

/// The last resort if no other technique applies.
pub(super) const SEVERAL_RULES: Technique = technique(
    "several rules",
    5,
    "several rules together leave a place only these values, and each of them is needed",
);

/// A value has occurred as often as it may.
pub(super) const fn used_up() -> &'static Technique {
    &USED_UP.technique
}

/// Techniques that a person uses on several places at once.
pub(super) const LIKEWISE: &[&Technique] = &[&TOTAL, &EQUAL, &ONLY_NEIGHBOUR, &ENOUGH_LEFT];

/// Techniques by which one thing follows from another at a glance.
pub(super) const AT_A_GLANCE: &[&Technique] = &[
    &TOTAL,
    &EQUAL,
    &DIFFERENT,
    &GIVEN_OCCURRENCES,
    &ONLY_NEIGHBOUR,
    &USED_UP.technique,
    &ALL_NEEDED.technique,
    &LAST_ONE.technique,
    &NOTHING_ELSE_FITS,
    &ONLY_PLACE,
];

/// All of them: those for rules, the easiest first, then those for pencil marks, the easiest first.
pub const TECHNIQUES: &[&Technique] = &[
    &TOTAL,
    &EQUAL,
    &DIFFERENT,
    &GIVEN_OCCURRENCES,
    &VIEW,
    &USED_UP.technique,
    &ALL_NEEDED.technique,
    &LAST_ONE.technique,
    &WAY_OUT.technique,
    &FULL.technique,
    &APART.technique,
    &DEAD_END.technique,
    &WAY_ON.technique,
    &NO_BRANCH.technique,
    &OVERLAP.technique,
    &ONLY_NEIGHBOUR,
    &ONLY_PLACE,
    &NOTHING_ELSE_FITS,
    &EVERY_WAY,
    &ENOUGH_LEFT,
    &ONLY_PIECE,
    &CLOSED_LOOP,
    &CORNER_NUMBER,
    &ADJACENT_3S,
    &DIAGONAL_3S,
    &TOUCHING_NUMBERS,
    &COMBINATIONS,
    &PAIR.technique,
    &CUT.technique,
    &TOO_MANY.technique,
    &ROOM.technique,
    &REACH.technique,
    &CONNECTION,
    &EDGES.technique,
    &GAPS.technique,
    &BOTH_OR_NEITHER,
    &ONE_RULE,
    &EITHER_OF_TWO,
    &LOOP_PARITY,
    &INNIES,
    &CROSSINGS,
    &UNIQUE_RECTANGLE.technique,
    &CONTRADICTION,
    &SEVERAL_RULES,
    &groups::FULL_HOUSE,
    &groups::HIDDEN_SINGLE,
    &groups::DIRECT_POINTING,
    &groups::DIRECT_CLAIMING,
    &groups::DIRECT_HIDDEN[0],
    &groups::NAKED_SINGLE,
    &groups::DIRECT_HIDDEN[1],
    &groups::POINTING,
    &groups::CLAIMING,
    &groups::NAKED[0],
    &groups::FISH[0],
    &groups::HIDDEN[0],
    &groups::NAKED[1],
    &groups::FISH[1],
    &groups::HIDDEN[1],
    &groups::SKYSCRAPER,
    &groups::KITE,
    &groups::EMPTY_RECTANGLE,
    &groups::XY_WING,
    &groups::NAKED[2],
    &groups::HIDDEN[2],
    &groups::XYZ_WING,
    &groups::FISH[2],
    &groups::SIMPLE_COLOURING,
    &groups::X_CHAIN,
    &groups::W_WING,
    &groups::XY_CHAIN,
    &groups::AIC[0],
    &groups::FINNED[0],
    &groups::FINNED[1],
    &groups::FINNED[2],
    &groups::AIC[1],
    &groups::ALS_XZ,
    &groups::FORCING[0],
    &groups::FORCING[1],
];

/// The technique by which this constraint alone leads from the facts to the conclusions.
pub(super) fn of_step(
    csp: &Csp,
    constraint: &Constraint,
    facts: &[Fact],
    conclusions: &[Fact],
) -> &'static Technique {
    let premises = Premises::new(csp, facts, conclusions);
    let named = ONE_RULE_TECHNIQUES.iter().find(|one| (one.applies)(constraint, &premises));
    if let Some(named) = named {
        return &named.technique;
    }
    match constraint {
        Constraint::Linear(_) => &TOTAL,
        Constraint::AllEqual(_) => &EQUAL,
        Constraint::AllDifferent(_) => &DIFFERENT,
        Constraint::Cardinality(Cardinality { .. }) | Constraint::Count(_) => &GIVEN_OCCURRENCES,
        Constraint::DistinctCount(_) => &VIEW,
        Constraint::Selection(_) => &NOTHING_ELSE_FITS,
        Constraint::Connected(_) => &CONNECTION,
        _ => &ONE_RULE,
    }
}

/// The easiest technique with a name that shows some conclusions of a constraint, each by itself, and these conclusions;
/// `None` if there is no such technique.
pub(super) fn easiest(
    csp: &Csp,
    constraint: &Constraint,
    facts: &[Fact],
    conclusions: &[Fact],
) -> Option<(&'static Technique, Vec<Fact>)> {
    let of_one = |fact: &Fact| {
        let premises = Premises::new(csp, facts, std::slice::from_ref(fact));
        let mut all = ONE_RULE_TECHNIQUES.iter();
        all.position(|one| (one.applies)(constraint, &premises))
    };
    let techniques: Vec<Option<usize>> = conclusions.iter().map(of_one).collect();
    let first = *techniques.iter().flatten().min()?;
    let with_first = conclusions.iter().zip(&techniques).filter(|(_, of)| **of == Some(first));
    let with_first = with_first.map(|(fact, _)| fact.clone()).collect();
    Some((&ONE_RULE_TECHNIQUES[first].technique, with_first))
}

/// Whether the technique is a general one, which only says that the step has one rule.
pub(super) fn is_general(technique: &Technique) -> bool {
    [&CONNECTION, &ONE_RULE].contains(&technique)
}

#[cfg(test)]
mod tests;
