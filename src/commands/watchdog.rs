//! Ends a command that does not end by itself, whatever it does.
//!
//! Everything that takes long looks at the time and at signals by itself, and ends in order. Where
//! something does not, a thread of its own says what is known so far, ends the programs that were
//! started, deletes temporary files, and ends the process.

use std::io::{self, IsTerminal};
use std::process::exit;
use std::thread;
use std::time::Duration;

use cnfetti::limit::{Limit, Stopped};
use cnfetti::remains;

use super::context::Settings;
use super::lines::{CutShort, Lines};
use super::{STOPPED, interrupt};

/// How often it looks.
pub(super) const TICK: Duration = Duration::from_millis(20);

/// After the time is over there is so much to end in order.
pub(super) const GRACE: Duration = Duration::from_millis(350);

/// Who leads the work of others needs so long after a second signal to say what they know.
const LEADING: Duration = Duration::from_millis(150);

/// How long it waits for somebody who writes.
pub(super) const PATIENCE: Duration = Duration::from_millis(50);

/// Watches over the command that writes these lines. In a browser, where no thread can be started, the page
/// does so.
pub(super) fn watch(lines: Lines, settings: Settings) {
    if cfg!(target_family = "wasm") {
        return;
    }
    thread::spawn(move || {
        loop {
            thread::sleep(TICK);
            if interrupt::is_urgent_since(LEADING) {
                end(&lines, Limit::Interrupted, &settings);
            }
            if lines.is_overdue(GRACE) {
                end(&lines, Limit::Time, &settings);
            }
        }
    });
}

/// Ends the command, unless it has ended by now.
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

/// Says what was ended, and why.
pub(super) fn tell(settings: &Settings, about: &str, limit: Limit) {
    if io::stderr().is_terminal() {
        // Where progress is shown.
        eprint!("\r\x1b[2K");
    }
    let of = if about.is_empty() { String::new() } else { format!("{about}: ") };
    settings.note(&format!("{of}stopped: {}", Stopped(limit)));
}
