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

/// The label of an encoding's auxiliary variables.
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

/// The label of unit propagation on an encoding, from any partial assignment of its inputs.
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

/// What a row of a family's table says of its encoding: the same for all encodings that add
/// auxiliaries, but for the strength of unit propagation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Labels {
    has_auxiliaries: bool,
    inequality: Strength,
    equality: Strength,
}

/// How strong unit propagation is: as a constraint, under a condition or not, and on the literal
/// that says whether the constraint holds.
#[derive(Clone, Copy, Debug)]
struct Strength {
    stated: Propagation,
    reified: Propagation,
}

impl Labels {
    /// No auxiliaries, and domain consistent.
    pub(crate) const NO_AUXILIARIES: Labels =
        Labels { has_auxiliaries: false, ..Labels::DOMAIN_CONSISTENT };

    /// Domain consistent for every relation.
    pub(crate) const DOMAIN_CONSISTENT: Labels =
        Labels::new(Propagation::DomainConsistent, Propagation::DomainConsistent);

    /// The same, but when reified it only detects inconsistency.
    pub(crate) const CONFLICTS_WHEN_REIFIED: Labels = Labels::DOMAIN_CONSISTENT
        .reified(Propagation::DetectsInconsistency, Propagation::DetectsInconsistency);

    /// Nothing is promised of unit propagation.
    pub(crate) const WEAK: Labels = Labels::new(Propagation::None, Propagation::None);

    /// With auxiliaries; the strength for at most and at least, and for exactly.
    pub(crate) const fn new(inequality: Propagation, equality: Propagation) -> Labels {
        Labels {
            has_auxiliaries: true,
            inequality: Strength { stated: inequality, reified: inequality },
            equality: Strength { stated: equality, reified: equality },
        }
    }

    /// The same, but for the strength when reified.
    pub(crate) const fn reified(self, inequality: Propagation, equality: Propagation) -> Labels {
        Labels {
            inequality: Strength { reified: inequality, ..self.inequality },
            equality: Strength { reified: equality, ..self.equality },
            ..self
        }
    }

    /// The labels for a relation. An equality needs both directions of every definition, which
    /// determines the auxiliaries in either form.
    pub(crate) fn promises(self, form: Form, relation: Relation) -> Promises {
        let auxiliaries = match (self.has_auxiliaries, form, relation) {
            (false, ..) => Auxiliaries::None,
            (_, Form::TwoSided, _) | (.., Relation::Exactly) => Auxiliaries::Determined,
            (_, Form::OneSided, _) => Auxiliaries::Free,
        };
        Promises { auxiliaries, propagation: self.strength(relation).stated }
    }

    /// How strong unit propagation is for a relation that is reified.
    pub(crate) fn reified_propagation(self, relation: Relation) -> Propagation {
        self.strength(relation).reified
    }

    fn strength(self, relation: Relation) -> Strength {
        if relation == Relation::Exactly { self.equality } else { self.inequality }
    }
}
