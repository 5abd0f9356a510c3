//! The ways in which a step can be found, the easiest first, each with a name and a difficulty.

use crate::csp::{Cardinality, Constraint};

/// A way to find a step.
#[derive(Debug, PartialEq, Eq)]
pub struct Technique {
    /// Its name, as in JSON.
    pub name: &'static str,
    /// How hard it is to see for a person: what the table of [`TECHNIQUES`] is sorted by.
    pub difficulty: usize,
    /// What it is, in one line.
    pub summary: &'static str,
}

/// What has one place left lies there.
pub(super) const ONLY_PLACE: Technique = Technique {
    name: "only place",
    difficulty: 2,
    summary: "a domino has one place left, or the same cell in all that are left",
};

/// What alone fits is there, and what fits nothing is not.
pub(super) const NOTHING_ELSE_FITS: Technique = Technique {
    name: "nothing else fits",
    difficulty: 2,
    summary: "of what is left nothing else fits a place",
};

const TOTAL: Technique =
    Technique { name: "total", difficulty: 1, summary: "a sum leaves a place no other values" };

const EQUAL: Technique =
    Technique { name: "equal", difficulty: 1, summary: "what must be equal has no other values" };

const DIFFERENT: Technique = Technique {
    name: "different",
    difficulty: 1,
    summary: "what must be different has no other values left",
};

const GIVEN_OCCURRENCES: Technique = Technique {
    name: "occurrences",
    difficulty: 1,
    summary: "a value has occurred often enough, or must be wherever it still can be",
};

const VIEW: Technique = Technique {
    name: "view",
    difficulty: 1,
    summary: "the number of different values that are seen leaves a place no others",
};

const ONE_RULE: Technique = Technique {
    name: "one rule",
    difficulty: 2,
    summary: "one rule leaves a place no other values",
};

/// Something is assumed, and contradicts the rules.
pub(super) const CONTRADICTION: Technique = Technique {
    name: "contradiction",
    difficulty: 4,
    summary: "a value leads to a contradiction, one rule after the other",
};

/// What remains when no other technique applies.
pub(super) const SMALLEST_REASON: Technique = Technique {
    name: "smallest reason",
    difficulty: 5,
    summary: "several rules together leave a place no other values: the fewest that were found",
};

/// All of them, the easiest first.
pub const TECHNIQUES: &[&Technique] = &[
    &TOTAL,
    &EQUAL,
    &DIFFERENT,
    &GIVEN_OCCURRENCES,
    &VIEW,
    &ONLY_PLACE,
    &NOTHING_ELSE_FITS,
    &ONE_RULE,
    &CONTRADICTION,
    &SMALLEST_REASON,
];

/// What it is called when this constraint alone leads on.
pub(super) fn of_constraint(constraint: &Constraint) -> &'static Technique {
    match constraint {
        Constraint::Sum(_) | Constraint::Linear(_) => &TOTAL,
        Constraint::AllEqual(_) => &EQUAL,
        Constraint::AllDifferent(_) => &DIFFERENT,
        Constraint::Cardinality(Cardinality { .. }) | Constraint::Count(_) => &GIVEN_OCCURRENCES,
        Constraint::DistinctCount(_) => &VIEW,
        Constraint::Selection(_) => &NOTHING_ELSE_FITS,
        _ => &ONE_RULE,
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;

    #[test]
    fn the_easiest_come_first_and_each_name_once() {
        assert!(TECHNIQUES.iter().map(|technique| technique.difficulty).is_sorted());
        assert!(TECHNIQUES.iter().map(|technique| technique.name).all_unique());
    }
}
