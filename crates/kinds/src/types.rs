//! The types of expressions.

use std::collections::BTreeSet;
use std::fmt;

/// The position of a layer among a kind's layers and unknowns.
pub(crate) type LayerId = usize;

/// A sort of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Cell,
    Side,
    Corner,
    Edge,
    /// An area or a path of this layer.
    Group(LayerId),
}

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    /// True or false. If known, it depends only on the puzzle, not on unknowns.
    Truth {
        known: bool,
    },
    /// An integer, known or not.
    Number {
        known: bool,
    },
    /// A place, and the layers that are known to have an entry there.
    Place {
        sort: Sort,
        has: BTreeSet<LayerId>,
    },
    Direction,
    /// A word, or one of words and directions.
    Word {
        known: bool,
    },
    /// A list; if its items belong to places, `at` is the type of these places.
    List {
        item: Box<Type>,
        at: Option<Box<Type>>,
    },
    /// A statement, which has no value.
    Statement,
    /// The type of the items of an empty list.
    Nothing,
}

impl Type {
    pub(crate) const KNOWN_TRUTH: Type = Type::Truth { known: true };
    pub(crate) const KNOWN_NUMBER: Type = Type::Number { known: true };
    pub(crate) const KNOWN_WORD: Type = Type::Word { known: true };

    pub(crate) fn place(sort: Sort) -> Type {
        Type::Place { sort, has: BTreeSet::new() }
    }

    pub(crate) fn list(item: Type) -> Type {
        Type::List { item: Box::new(item), at: None }
    }

    /// A list of places.
    pub(crate) fn places(sort: Sort) -> Type {
        Type::list(Type::place(sort))
    }

    /// Whether a value of this type does not depend on unknowns.
    pub(crate) fn is_known(&self) -> bool {
        match self {
            Type::Truth { known } | Type::Number { known } | Type::Word { known } => *known,
            Type::List { item, .. } => item.is_known(),
            Type::Statement => false,
            Type::Place { .. } | Type::Direction | Type::Nothing => true,
        }
    }

    /// What the type would be if the puzzle decided the value.
    pub(crate) fn decided(&self) -> Type {
        match self {
            Type::Truth { .. } => Type::KNOWN_TRUTH,
            Type::Number { .. } => Type::KNOWN_NUMBER,
            Type::Word { known: false } => Type::Direction,
            Type::List { item, at } => {
                Type::List { item: Box::new(item.decided()), at: at.clone() }
            }
            other => other.clone(),
        }
    }

    /// The common type of two alternatives; `None` if they are incompatible.
    pub(crate) fn or(&self, other: &Type) -> Option<Type> {
        match (self, other) {
            (Type::Nothing, other) => Some(other.clone()),
            (this, Type::Nothing) => Some(this.clone()),
            (Type::Truth { known: one }, Type::Truth { known: two }) => {
                Some(Type::Truth { known: *one && *two })
            }
            (Type::Number { known: one }, Type::Number { known: two }) => {
                Some(Type::Number { known: *one && *two })
            }
            (Type::Word { known }, Type::Direction) | (Type::Direction, Type::Word { known }) => {
                Some(Type::Word { known: *known })
            }
            (Type::Word { known: one }, Type::Word { known: two }) => {
                Some(Type::Word { known: *one && *two })
            }
            (Type::Place { sort: one, has }, Type::Place { sort: two, has: other }) => {
                (one == two).then(|| Type::Place { sort: *one, has: has & other })
            }
            (Type::List { item: one, at: first }, Type::List { item: two, at: second }) => {
                let at = match (first, second) {
                    (Some(first), Some(second)) => first.or(second).map(Box::new),
                    _ => None,
                };
                Some(Type::List { item: Box::new(one.or(two)?), at })
            }
            (one, two) => (one == two).then(|| one.clone()),
        }
    }
}

impl fmt::Display for Type {
    /// The type as error messages name it: `a number`, `a list of cells`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Truth { .. } => f.write_str("a truth"),
            Type::Number { .. } => f.write_str("a number"),
            Type::Place { sort: Sort::Group(_), .. } => f.write_str("an area"),
            Type::Place { sort, .. } => write!(f, "a {sort}"),
            Type::Direction => f.write_str("a direction"),
            Type::Word { .. } => f.write_str("a word"),
            Type::List { item, .. } => match item.as_ref() {
                Type::Nothing => f.write_str("an empty list"),
                Type::Truth { .. } => f.write_str("a list of truths"),
                Type::Number { .. } => f.write_str("a list of numbers"),
                Type::Place { sort: Sort::Edge, .. } => f.write_str("a list of places outside"),
                Type::Place { sort, .. } => write!(f, "a list of {sort}s"),
                Type::List { .. } => f.write_str("a list of lists"),
                Type::Direction => f.write_str("a list of directions"),
                Type::Word { .. } => f.write_str("a list of words"),
                Type::Statement => f.write_str("a list of statements"),
            },
            Type::Statement => f.write_str("a statement, which only a rule can make"),
            Type::Nothing => f.write_str("nothing"),
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Sort::Cell => "cell",
            Sort::Side => "side",
            Sort::Corner => "corner",
            Sort::Edge => "place outside",
            Sort::Group(_) => "area",
        })
    }
}
