//! The vocabulary of all families: relations, forms and labels.

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

    /// Whether `left` is in this relation to `right`.
    pub fn holds<T: Ord>(self, left: T, right: T) -> bool {
        match self {
            Relation::AtMost => left <= right,
            Relation::AtLeast => left >= right,
            Relation::Exactly => left == right,
        }
    }

    /// The relation with its sides swapped, which holds for the negated numbers.
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

/// Which directions of its auxiliary variables' definitions an encoding writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// Both directions: auxiliaries are determined, and the model count stays the same.
    #[default]
    TwoSided,
    /// Only the direction that the relation needs: fewer clauses, but only the projected count is
    /// right.
    OneSided,
}

/// The label of an encoding's auxiliary variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Auxiliaries {
    /// There are none.
    None,
    /// Every solution extends to them in exactly one way: the model count stays the same.
    Determined,
    /// Some solution extends to them in several ways: only the projected count is right.
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
    /// No guarantee.
    None,
    /// A partial assignment that no solution extends leads to a conflict.
    DetectsInconsistency,
    /// Also derives every input that has the same value in all extensions (generalised arc
    /// consistency).
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
    /// Whether the model count stays the same.
    pub auxiliaries: Auxiliaries,
    /// How strong unit propagation is.
    pub propagation: Propagation,
}

/// The labels of an encoding in its family's table. They are the same for all encodings with
/// auxiliaries, except for the strength of unit propagation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Labels {
    has_auxiliaries: bool,
    inequality: Strength,
    equality: Strength,
}

/// The strength of unit propagation on the constraint, with or without a condition, and on the
/// literal of the reified constraint.
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

    /// Domain consistent, but only detects inconsistency when reified.
    pub(crate) const CONFLICTS_WHEN_REIFIED: Labels = Labels::DOMAIN_CONSISTENT
        .reified(Propagation::DetectsInconsistency, Propagation::DetectsInconsistency);

    /// No guarantee about unit propagation.
    pub(crate) const WEAK: Labels = Labels::new(Propagation::None, Propagation::None);

    /// With auxiliaries, and with this strength for at most and at least, and for exactly.
    pub(crate) const fn new(inequality: Propagation, equality: Propagation) -> Labels {
        Labels {
            has_auxiliaries: true,
            inequality: Strength { stated: inequality, reified: inequality },
            equality: Strength { stated: equality, reified: equality },
        }
    }

    /// The same labels with another strength when reified.
    pub(crate) const fn reified(self, inequality: Propagation, equality: Propagation) -> Labels {
        Labels {
            inequality: Strength { reified: inequality, ..self.inequality },
            equality: Strength { reified: equality, ..self.equality },
            ..self
        }
    }

    /// The labels for a relation. An equality needs both directions of every definition, so its
    /// auxiliaries are determined in either form.
    pub(crate) fn promises(self, form: Form, relation: Relation) -> Promises {
        let auxiliaries = match (self.has_auxiliaries, form, relation) {
            (false, ..) => Auxiliaries::None,
            (_, Form::TwoSided, _) | (.., Relation::Exactly) => Auxiliaries::Determined,
            (_, Form::OneSided, _) => Auxiliaries::Free,
        };
        Promises { auxiliaries, propagation: self.strength(relation).stated }
    }

    /// The strength of unit propagation for a reified relation.
    pub(crate) fn reified_propagation(self, relation: Relation) -> Propagation {
        self.strength(relation).reified
    }

    fn strength(self, relation: Relation) -> Strength {
        if relation == Relation::Exactly { self.equality } else { self.inequality }
    }
}
