//! What time it is, as whoever starts the work says.

use std::ops::Add;
use std::time::Duration;

/// A point in time of a [`Clock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(Duration);

impl Moment {
    /// How long ago an earlier moment is; nothing when it is later.
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

/// What tells the time: a function that says how long it is since some moment, always the same one.
///
/// The default is the clock of the system. For `wasm32-unknown-unknown` the standard library knows none, so
/// there the default stands still, and no deadline is ever reached: hand in one that asks `performance.now()`.
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
    /// One that asks this function.
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
