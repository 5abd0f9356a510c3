//! Giving up while a formula is written.

use std::fmt;
use std::sync::Arc;

/// Whether to give up. It is asked now and then while clauses are added, and once it says so it must
/// go on saying so.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// One that may be there. It is no part of what a formula says: any two are equal.
#[derive(Clone, Default)]
pub(crate) struct Asked(Option<Stop>);

/// Of the clauses that are added, it is asked at one in this many.
const OFTEN: usize = 1_024;

impl Asked {
    pub(crate) fn of(stop: &Stop) -> Asked {
        Asked(Some(Arc::clone(stop)))
    }

    /// Whether to give up before the clause with this number.
    pub(crate) fn gives_up(&self, clause: usize) -> bool {
        clause.is_multiple_of(OFTEN) && self.gives_up_now()
    }

    /// Whether to give up.
    pub(crate) fn gives_up_now(&self) -> bool {
        self.0.as_ref().is_some_and(|stop| stop())
    }
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Some(stop)" } else { "None" })
    }
}

impl PartialEq for Asked {
    fn eq(&self, _: &Asked) -> bool {
        true
    }
}

impl Eq for Asked {}
