//! Prints solutions while they are found.

use std::ops::ControlFlow;

/// The number of printed solutions, and the error that ended the printing.
pub(crate) struct Printing {
    wanted: u64,
    printed: u64,
    failure: Option<anyhow::Error>,
}

impl Printing {
    /// Prints at most this many.
    pub(crate) fn up_to(wanted: u64) -> Printing {
        Printing { wanted, printed: 0, failure: None }
    }

    /// Prints another solution. `print` gets its number, from 1. Breaks if no further one is
    /// requested or can be printed.
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

    /// The number of printed solutions, or the error that ended the printing.
    pub(crate) fn end(self) -> anyhow::Result<u64> {
        match self.failure {
            Some(error) => Err(error),
            None => Ok(self.printed),
        }
    }
}
