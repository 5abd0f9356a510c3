//! What to print if the work is cut off.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use cnfetti::limit::{Clock, Limit};

use super::context::{Context, Settings};
use super::lines::{Known, Lines};
use super::output::Format;
use crate::commands::STOPPED;

/// Updates what to print if the work is cut off.
pub(crate) struct Teller {
    lines: Lines,
    settings: Settings,
    next: Instant,
}

/// The shortest time between two updates of work that learns more all the time.
const BETWEEN: Duration = Duration::from_millis(10);

impl Teller {
    /// A teller for these lines.
    pub(crate) fn new(lines: Lines, settings: Settings) -> Teller {
        Teller { lines, settings, next: Instant::now() }
    }

    /// A teller for the lines of this context.
    pub(crate) fn of(context: &Context) -> Teller {
        Teller::new(context.out.clone(), context.settings())
    }

    /// Grants the time limit anew, from now on.
    pub(crate) fn renew_time(&self) {
        let now = Clock::default().now();
        self.lines.end_by(self.settings.time_limit().map(|time| now + time));
    }

    /// Sets what to print if the work is cut off now: what `say` writes.
    pub(crate) fn tell(
        &mut self,
        about: impl AsRef<Path>,
        say: impl Fn(&mut Context, Limit) -> io::Result<()>,
    ) {
        let about = about.as_ref().display().to_string();
        // In competitions, a solver without an answer exits with 0.
        let mut code = if self.settings.format() == Format::Competition { 0 } else { STOPPED };
        let words = [Limit::Time, Limit::Interrupted].map(|limit| {
            let say = |context: &mut Context| {
                context.out.would_exit_with(code);
                say(context, limit)?;
                code = context.out.exit_code();
                io::Result::Ok(())
            };
            let (written, words, _) = self.settings.captured(say);
            if written.is_ok() { words } else { Vec::new() }
        });
        self.lines.know(Known { about, words, code });
    }

    /// Like [`tell`](Teller::tell), unless there was an update a moment ago.
    pub(crate) fn tell_now_and_then(
        &mut self,
        about: impl AsRef<Path>,
        say: impl Fn(&mut Context, Limit) -> io::Result<()>,
    ) {
        if Instant::now() >= self.next {
            self.tell(about, say);
            self.next = Instant::now() + BETWEEN;
        }
    }
}
