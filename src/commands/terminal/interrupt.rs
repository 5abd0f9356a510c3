//! Handles Ctrl-C and SIGTERM.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cnfetti::limit::Limit;
use cnfetti::remains;

/// A second signal within this time may belong to the first: some programs, such as GNU `timeout`,
/// send one to the process and one to its group. So it does not end the command before this time is
/// over.
const SAME_SIGNAL: Duration = Duration::from_millis(300);

/// The exit code if the work had not begun.
const NOTHING_LOST: i32 = 130;

/// Whether there may be results to lose.
static HAS_BEGUN: AtomicBool = AtomicBool::new(false);

/// Since when the command has had to end at once, and why.
static URGENT: Mutex<Option<(Instant, Limit)>> = Mutex::new(None);

/// Whether this command leads workers, which print what they know before it ends.
static LEADS: AtomicBool = AtomicBool::new(false);

/// The time for that.
const LEADING: Duration = Duration::from_millis(150);

/// Notes that there may be results to lose from now on.
pub(crate) fn note_begin() {
    HAS_BEGUN.store(true, Ordering::Relaxed);
}

/// Notes that this command leads workers.
pub(crate) fn note_workers() {
    LEADS.store(true, Ordering::Relaxed);
}

/// Why the workers of this command have to end at once, if they have to.
pub(crate) fn urgent() -> Option<Limit> {
    urgent_since(Duration::ZERO)
}

/// Why the command has to end at once, after its workers.
pub(crate) fn overdue() -> Option<Limit> {
    urgent_since(if LEADS.load(Ordering::Relaxed) { LEADING } else { Duration::ZERO })
}

fn urgent_since(time: Duration) -> Option<Limit> {
    let urgent = *URGENT.lock().unwrap_or_else(PoisonError::into_inner);
    urgent.filter(|&(since, _)| Instant::now() >= since + time).map(|(_, why)| why)
}

/// From then on, the command has to end at once.
pub(crate) fn end_from(moment: Instant, why: Limit) {
    let mut urgent = URGENT.lock().unwrap_or_else(PoisonError::into_inner);
    urgent.get_or_insert((moment, why));
}

/// On the first Ctrl-C or SIGTERM, asks the command to end with the results so far; before the work
/// has begun, ends it at once. The second signal ends it, see [`watchdog`](super::watchdog).
pub(crate) fn stop_at_signals(stop: &Arc<AtomicBool>) {
    let flag = Arc::clone(stop);
    let mut first: Option<Instant> = None;
    at_signals(move || {
        if !HAS_BEGUN.load(Ordering::Relaxed) {
            remains::remove();
            exit(NOTHING_LOST);
        }
        flag.store(true, Ordering::Relaxed);
        match first {
            None => first = Some(Instant::now()),
            Some(first) => {
                end_from(Instant::now().max(first + SAME_SIGNAL), Limit::Interrupted);
            }
        }
    });
}

#[cfg(not(target_family = "wasm"))]
fn at_signals(act: impl FnMut() + Send + 'static) {
    // Without a handler, a signal ends the process as usual: nothing to report.
    let _ = ctrlc::set_handler(act);
}

/// A page in a browser gets no signals: it terminates the worker instead.
#[cfg(target_family = "wasm")]
fn at_signals(_: impl FnMut() + Send + 'static) {}
