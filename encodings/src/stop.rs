//! Giving up while a formula is written.

use std::fmt;
use std::sync::Arc;

/// Returns whether to give up. It is called now and then while clauses are added; once it has
/// returned true, it must keep doing so.
pub type Stop = Arc<dyn Fn() -> bool + Send + Sync>;

/// An optional [`Stop`]. All values are equal, because it does not belong to the formula's content.
#[derive(Clone, Default)]
pub(crate) struct Asked(Option<Stop>);

/// It is called once in this many added clauses.
const POLL_INTERVAL: usize = 1_024;

impl Asked {
    pub(crate) fn of(stop: &Stop) -> Asked {
        Asked(Some(Arc::clone(stop)))
    }

    /// Whether to give up before the clause with this index.
    pub(crate) fn gives_up(&self, clause: usize) -> bool {
        clause.is_multiple_of(POLL_INTERVAL) && self.gives_up_now()
    }

    /// Asks whether to give up.
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
