//! The clock, which the caller can replace.

use std::ops::Add;
use std::time::Duration;

/// A point in time of a [`Clock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(Duration);

impl Moment {
    /// The time since an earlier moment; zero if that moment is later.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    fn add(self, time: Duration) -> Moment {
        Moment(self.0.saturating_add(time))
    }
}

/// A source of time: a function that returns the time since a fixed moment.
///
/// The default is the clock of the system. On `wasm32-unknown-unknown` the standard library has none: there
/// the default stands still and no deadline ever passes. Pass a clock that asks `performance.now()`.
///
/// ```
/// use std::time::Duration;
///
/// use cnfetti_core::limit::{Budget, Clock};
///
/// let clock = Clock::new(|| Duration::from_secs(7));
/// let budget = Budget { clock, ..Budget::default() }.at_most(Duration::from_secs(1));
/// assert!(!budget.is_spent());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Clock(fn() -> Duration);

impl Clock {
    /// Creates a clock from this function.
    pub const fn new(elapsed: fn() -> Duration) -> Clock {
        Clock(elapsed)
    }

    /// The time now.
    pub fn now(self) -> Moment {
        Moment((self.0)())
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock(of_the_system)
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn of_the_system() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn of_the_system() -> Duration {
    Duration::ZERO
}
