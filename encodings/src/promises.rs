//! The words in which every family states its bounds and its promises.

use std::fmt;

/// How a count or a sum compares with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// `≤`
    AtMost,
    /// `≥`
    AtLeast,
    /// `=`
    Exactly,
}

impl Relation {
    /// All three, in the order in which tables list them.
    pub const ALL: [Relation; 3] = [Relation::AtMost, Relation::AtLeast, Relation::Exactly];

    /// Whether `left` stands in this relation to `right`.
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Relation::AtMost => left <= right,
            Relation::AtLeast => left >= right,
            Relation::Exactly => left == right,
        }
    }

    /// The relation with its sides swapped: that of the negated numbers.
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::AtMost => Relation::AtLeast,
            Relation::AtLeast => Relation::AtMost,
            Relation::Exactly => Relation::Exactly,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::AtMost => "<=",
            Relation::AtLeast => ">=",
            Relation::Exactly => "=",
        })
    }
}

/// Which directions of its auxiliary variables' definitions an encoding emits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// Definitions in both directions: auxiliaries are determined and the model count is kept.
    #[default]
    TwoSided,
    /// Only the direction that the relation needs: fewer clauses, and only the projected count
    /// is right.
    OneSided,
}

/// What is known of an encoding's auxiliary variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Auxiliaries {
    /// There are none.
    None,
    /// Every solution extends to them in exactly one way: the model count is kept.
    Determined,
    /// Some solution extends in several ways: only the projected count is right.
    Free,
}

impl fmt::Display for Auxiliaries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Auxiliaries::None => "none",
            Auxiliaries::Determined => "determined",
            Auxiliaries::Free => "free",
        })
    }
}

/// What unit propagation achieves on an encoding, from any partial assignment of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Propagation {
    /// Nothing is promised.
    None,
    /// A partial assignment that no solution extends leads to a conflict.
    DetectsInconsistency,
    /// Besides, every input that has the same value in all extensions is derived (generalised
    /// arc consistency).
    DomainConsistent,
}

impl fmt::Display for Propagation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Propagation::None => "none",
            Propagation::DetectsInconsistency => "detects inconsistency",
            Propagation::DomainConsistent => "domain consistent",
        })
    }
}

/// The labels of one encoding in one form for one relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promises {
    /// Whether the model count is kept.
    pub auxiliaries: Auxiliaries,
    /// How strong unit propagation is.
    pub propagation: Propagation,
}
