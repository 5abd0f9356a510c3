//! Ends a command that does not end by itself, whatever it is doing.
//!
//! Everything that takes long watches the time, the memory and signals, and ends cleanly. If something does not, this
//! thread prints what is known so far, kills the programs that were started, deletes temporary files, and
//! ends the process. If the studio that asked was killed, it ends the process at once, and prints nothing.

use std::io::{self, IsTerminal};
use std::process::exit;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use cnfetti::limit::{Limit, Stopped};
use cnfetti::remains;

use super::context::Settings;
use super::interrupt;
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
                interrupt::end_from(Instant::now(), Limit::Memory);
            }
            if let Some(limit) = interrupt::overdue() {
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
