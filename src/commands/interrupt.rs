//! Ctrl-C and SIGTERM.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A second signal within this time is taken as part of the first: some programs, such as GNU
/// `timeout`, send one to the process and one to its group.
const SAME_SIGNAL: Duration = Duration::from_secs(2);

/// Whether there may be results to lose by now.
static HAS_BEGUN: AtomicBool = AtomicBool::new(false);

/// From now on there may be.
pub(super) fn note_begin() {
    HAS_BEGUN.store(true, Ordering::Relaxed);
}

/// The first Ctrl-C or SIGTERM asks the command to end with what it has: at once, before it has
/// begun. So does a later one, whatever would be lost.
pub(super) fn stop_at_signals(stop: &Arc<AtomicBool>) {
    let flag = Arc::clone(stop);
    let mut first: Option<Instant> = None;
    // Without a handler the signal ends the process as it always did: nothing to report.
    let _ = ctrlc::set_handler(move || {
        flag.store(true, Ordering::Relaxed);
        let is_later = first.get_or_insert_with(Instant::now).elapsed() > SAME_SIGNAL;
        if is_later || !HAS_BEGUN.load(Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}
