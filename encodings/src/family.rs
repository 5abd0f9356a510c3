//! Families of encodings, and a type for an encoding of any family.

use std::fmt;

use crate::{at_most_one, cardinality, domain, linear};

/// A family of encodings: those of one type of constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// At most one of n literals: [`at_most_one`].
    AtMostOne,
    /// At most, at least or exactly k of n literals: [`cardinality`].
    Cardinality,
    /// A bound on a weighted sum: [`linear`].
    Linear,
    /// A finite-domain variable: [`domain`].
    Domain,
}

/// An encoding of any family, for code that covers all of them: options, lists, comparisons.
///
/// ```
/// use cnfetti_encodings::{Encoding, Family};
///
/// for family in Family::ALL {
///     let names: Vec<&str> = family.encodings().map(|encoding| encoding.name()).collect();
///     println!("--{family}: {}", names.join(", "));
/// }
/// let totalizer = Family::Cardinality.by_name("totalizer");
/// assert!(matches!(totalizer, Some(Encoding::Cardinality(_))));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Encoding {
    /// A row of [`at_most_one::ENCODINGS`], or [`at_most_one::AUTO`].
    AtMostOne(&'static at_most_one::Encoding),
    /// A row of [`cardinality::ENCODINGS`], or [`cardinality::AUTO`].
    Cardinality(&'static cardinality::Encoding),
    /// A row of [`linear::ENCODINGS`], or [`linear::AUTO`].
    Linear(&'static linear::Encoding),
    /// A row of [`domain::ENCODINGS`], or [`domain::AUTO`].
    Domain(&'static domain::Encoding),
}

impl Family {
    /// All four, in the order in which tables list them.
    pub const ALL: [Family; 4] =
        [Family::AtMostOne, Family::Cardinality, Family::Linear, Family::Domain];

    /// The name of the family, which is that of its module.
    pub fn name(self) -> &'static str {
        match self {
            Family::AtMostOne => at_most_one::FAMILY,
            Family::Cardinality => cardinality::FAMILY,
            Family::Linear => linear::FAMILY,
            Family::Domain => domain::FAMILY,
        }
    }

    /// The encodings of the family, without the one that picks.
    pub fn encodings(self) -> Box<dyn Iterator<Item = Encoding>> {
        match self {
            Family::AtMostOne => Box::new(rows(at_most_one::ENCODINGS, Encoding::AtMostOne)),
            Family::Cardinality => Box::new(rows(cardinality::ENCODINGS, Encoding::Cardinality)),
            Family::Linear => Box::new(rows(linear::ENCODINGS, Encoding::Linear)),
            Family::Domain => Box::new(rows(domain::ENCODINGS, Encoding::Domain)),
        }
    }

    /// The encoding of the family that picks another one for each constraint.
    pub fn auto(self) -> Encoding {
        match self {
            Family::AtMostOne => Encoding::AtMostOne(at_most_one::AUTO),
            Family::Cardinality => Encoding::Cardinality(cardinality::AUTO),
            Family::Linear => Encoding::Linear(linear::AUTO),
            Family::Domain => Encoding::Domain(domain::AUTO),
        }
    }

    /// Returns the encoding with this name; the one that picks is called `auto`.
    pub fn by_name(self, name: &str) -> Option<Encoding> {
        self.encodings().chain([self.auto()]).find(|encoding| encoding.name() == name)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Encoding {
    /// The family of the encoding.
    pub fn family(self) -> Family {
        match self {
            Encoding::AtMostOne(_) => Family::AtMostOne,
            Encoding::Cardinality(_) => Family::Cardinality,
            Encoding::Linear(_) => Family::Linear,
            Encoding::Domain(_) => Family::Domain,
        }
    }

    /// The name of the encoding in the literature, in snake case.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::AtMostOne(row) => row.name(),
            Encoding::Cardinality(row) => row.name(),
            Encoding::Linear(row) => row.name(),
            Encoding::Domain(row) => row.name(),
        }
    }
}

fn rows<Row>(
    table: &'static [&'static Row],
    encoding: fn(&'static Row) -> Encoding,
) -> impl Iterator<Item = Encoding> {
    table.iter().map(move |row| encoding(row))
}
