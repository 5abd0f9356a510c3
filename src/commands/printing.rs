//! Solutions printed while they are found.

use std::ops::ControlFlow;

/// How many are printed, and what kept the next from it.
pub(crate) struct Printing {
    wanted: u64,
    printed: u64,
    failure: Option<anyhow::Error>,
}

impl Printing {
    /// At most this many.
    pub(crate) fn up_to(wanted: u64) -> Printing {
        Printing { wanted, printed: 0, failure: None }
    }

    /// Prints one more, with the function that is given its number from 1; breaks when no further
    /// one is wanted or can be printed.
    pub(crate) fn print(
        &mut self,
        print: impl FnOnce(u64) -> anyhow::Result<()>,
    ) -> ControlFlow<()> {
        self.printed += 1;
        match print(self.printed) {
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
            Ok(()) if self.printed >= self.wanted => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
        }
    }

    /// How many were printed, or the error that ended it.
    pub(crate) fn end(self) -> anyhow::Result<u64> {
        match self.failure {
            Some(error) => Err(error),
            None => Ok(self.printed),
        }
    }
}
