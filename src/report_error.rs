//! Shows errors, with their place in the file if they have one.

use std::io;
use std::process::ExitCode;

use annotate_snippets::{Group, Level, Renderer};
use cnfetti::input::snippet;
use cnfetti::instance::LoadError;
use cnfetti::limit::{Limit, Stopped};
use cnfetti::problem;

/// The exit code if a limit was reached before there was an answer.
pub(crate) const STOPPED: u8 = 3;

/// Shows the error on stderr, and returns its exit code: 3 for a limit. It is not an error if the
/// reader has gone away.
pub(crate) fn report(error: &anyhow::Error, competition: bool) -> ExitCode {
    let broken_pipe = error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
    if broken_pipe {
        return ExitCode::SUCCESS;
    }
    show(error);
    if competition {
        anstream::println!("s UNKNOWN");
    }
    ExitCode::from(if limit_of(error).is_some() { STOPPED } else { 1 })
}

/// The limit that caused the error, if one did: then it is the root cause.
pub(crate) fn limit_of(error: &anyhow::Error) -> Option<Limit> {
    error.root_cause().downcast_ref::<Stopped>().map(|&Stopped(limit)| limit)
}

/// Shows the error on stderr.
pub(crate) fn show(error: &anyhow::Error) {
    let loading = match error.downcast_ref::<problem::Error>() {
        Some(problem::Error::Load(loading)) => Some(loading),
        _ => error.downcast_ref::<LoadError>(),
    };
    match loading {
        Some(LoadError::Invalid { path, text, error }) => {
            let report = snippet(&path.display().to_string(), text, error);
            anstream::eprintln!("{report}");
        }
        _ => {
            let title = in_full(error);
            let report = [Group::with_title(Level::ERROR.primary_title(&title))];
            anstream::eprintln!("{}", Renderer::styled().render(&report));
        }
    }
}

/// The error and its causes in one line. Leaves out a cause that the error before it already
/// contains.
pub(crate) fn in_full(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}
