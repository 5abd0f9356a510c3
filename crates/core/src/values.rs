//! Variables and their values.

use std::sync::Arc;

/// A value of a variable.
pub type Value = i32;

/// A variable of a [`Csp`](crate::csp::Csp), by its position in [`Csp::variables`](crate::csp::Csp::variables). You get one from
/// [`Csp::variable`](crate::csp::Csp::variable) or [`Csp::ids`](crate::csp::Csp::ids). Posting or declaring something with a variable of another
/// problem is an error; lookups such as [`Csp::domain`](crate::csp::Csp::domain) panic if the variable does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub(crate) u32);

impl VarId {
    /// The variable at a position in [`Csp::variables`](crate::csp::Csp::variables).
    ///
    /// # Panics
    ///
    /// Panics if no such position can exist: from 2^32 on.
    pub fn at(position: usize) -> VarId {
        VarId(u32::try_from(position).expect("fewer than 2^32 variables"))
    }

    /// The position in [`Csp::variables`](crate::csp::Csp::variables) and in every assignment.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable: a name that a reader of the puzzle recognises, and the values it can take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub(crate) name: String,
    /// Strictly increasing. Variables with many values share their domain where possible.
    pub(crate) domain: Arc<[Value]>,
    /// What people call the values from 0 on, if these are no numbers to them.
    pub(crate) words: Option<Arc<[String]>>,
}

impl Variable {
    /// The domain, shared with the other variables that have it.
    pub fn shared_domain(&self) -> Arc<[Value]> {
        Arc::clone(&self.domain)
    }

    /// The name, for instance `cell[1][2]`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Strictly increasing. If it is empty, the problem has no solution.
    pub fn domain(&self) -> &[Value] {
        &self.domain
    }

    /// The word for a value, if it has one.
    pub fn word(&self, value: Value) -> Option<&str> {
        let words = self.words.as_ref()?;
        words.get(usize::try_from(value).ok()?).map(String::as_str)
    }

    /// A value as people read it: its word, or else the number.
    pub fn value_text(&self, value: Value) -> String {
        self.word(value).map_or_else(|| value.to_string(), str::to_owned)
    }
}

/// The statement that a variable has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    /// The variable.
    pub variable: VarId,
    /// The value. If it is not in the domain, the atom is false.
    pub value: Value,
}
