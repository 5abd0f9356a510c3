//! Handles Ctrl-C and SIGTERM.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cnfetti::remains;

/// A second signal within this time may belong to the first: some programs, such as GNU `timeout`,
/// send one to the process and one to its group. So it does not end the command before this time is
/// over.
const SAME_SIGNAL: Duration = Duration::from_millis(300);

/// The exit code if the work had not begun.
const NOTHING_LOST: i32 = 130;

/// Whether there may be results to lose.
static HAS_BEGUN: AtomicBool = AtomicBool::new(false);

/// Since when the command has had to end at once.
static URGENT: Mutex<Option<Instant>> = Mutex::new(None);

/// Notes that there may be results to lose from now on.
pub(crate) fn note_begin() {
    HAS_BEGUN.store(true, Ordering::Relaxed);
}

/// Whether a second signal came at least this long ago.
pub(crate) fn is_urgent_since(time: Duration) -> bool {
    let urgent = *URGENT.lock().unwrap_or_else(PoisonError::into_inner);
    urgent.is_some_and(|urgent| Instant::now() >= urgent + time)
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
                let earliest = first + SAME_SIGNAL;
                let mut urgent = URGENT.lock().unwrap_or_else(PoisonError::into_inner);
                urgent.get_or_insert(Instant::now().max(earliest));
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
