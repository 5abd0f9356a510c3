//! Ends a command at Ctrl-C and SIGTERM, and one that does not end by itself, whatever it is doing.
//!
//! Everything that takes long watches the time, the memory and signals, and ends cleanly. If something does not, this
//! thread prints what is known so far, kills the programs that were started, deletes temporary files, and
//! ends the process. If the studio that asked was killed, it ends the process at once, and prints nothing.

use std::io::{self, IsTerminal};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cnfetti::limit::{Limit, Stopped};
use cnfetti::remains;

use super::context::Settings;
use super::lines::{CutShort, Lines};
use crate::commands::STOPPED;
use crate::program::asking_parent;

/// The time between two looks.
pub(crate) const TICK: Duration = Duration::from_millis(20);

/// The time to end cleanly after the time limit.
pub(crate) const GRACE: Duration = Duration::from_millis(350);

/// The time between two looks of this thread, in which a program can fill some megabytes.
const LOOK: Duration = Duration::from_millis(5);

/// By how many bytes the program may exceed its memory limit before it is ended: work that looks at the limit
/// ends by itself before that.
const EXCESS: usize = 16 << 20;

/// How long to wait for a thread that is writing.
pub(crate) const PATIENCE: Duration = Duration::from_millis(50);

/// Watches over the command that writes these lines. In a browser, which cannot start threads, the page does
/// that.
pub(crate) fn watch(lines: Lines, settings: Settings) {
    if cfg!(target_family = "wasm") {
        return;
    }
    let parent = asking_parent();
    thread::spawn(move || {
        loop {
            thread::sleep(LOOK);
            if asking_parent() != parent {
                remains::remove();
                exit(STOPPED.into());
            }
            if settings.memory.as_ref().is_some_and(|memory| memory.excess() > EXCESS) {
                settings.stop.store(true, Ordering::Relaxed);
                end_from(Instant::now(), Limit::Memory);
            }
            if let Some(limit) = overdue() {
                end(&lines, limit, &settings);
            }
            if lines.is_overdue(GRACE) {
                end(&lines, Limit::Time, &settings);
            }
        }
    });
}

/// Ends the command, unless it has ended already.
fn end(lines: &Lines, limit: Limit, settings: &Settings) {
    let code = match lines.cut_and_flush(limit, PATIENCE) {
        Ok(rest) => {
            tell(settings, &rest.about, limit);
            rest.code
        }
        Err(CutShort::NobodyReads) => STOPPED,
        Err(CutShort::HasEnded) => return,
    };
    remains::remove();
    exit(code.into());
}

/// Reports what was ended, and why.
pub(crate) fn tell(settings: &Settings, about: &str, limit: Limit) {
    if io::stderr().is_terminal() {
        // Clear the line with the progress.
        eprint!("\r\x1b[2K");
    }
    let of = if about.is_empty() { String::new() } else { format!("{about}: ") };
    settings.note(&format!("{of}stopped: {}", Stopped(limit)));
}

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
/// has begun, ends it at once. The second signal ends it, see [`watch`].
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
