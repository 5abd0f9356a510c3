//! How an error is shown: with the place in the file when it has one.

use std::io;
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use cnfetti::input::{InputError, Span};
use cnfetti::instance::LoadError;
use cnfetti::limit::{Limit, Stopped};

use crate::commands::STOPPED;

/// Shows the error on stderr and gives the exit code for it: 3 when it is a limit that was reached.
/// A reader who went away is none.
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

/// The limit that the error is due to, if it is: whatever wraps it, that is its root cause.
pub(crate) fn limit_of(error: &anyhow::Error) -> Option<Limit> {
    error.root_cause().downcast_ref::<Stopped>().map(|&Stopped(limit)| limit)
}

/// Shows the error on stderr.
pub(crate) fn show(error: &anyhow::Error) {
    match error.downcast_ref::<LoadError>() {
        Some(LoadError::Invalid { path, text, error }) => {
            let report = located(&path.display().to_string(), text, error);
            anstream::eprintln!("{report}");
        }
        _ => {
            let title = in_full(error);
            let report = [Group::with_title(Level::ERROR.primary_title(&title))];
            anstream::eprintln!("{}", Renderer::styled().render(&report));
        }
    }
}

/// The error and its causes in one line; a cause that the error before it already told is left
/// out.
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

/// Longer lines are not shown, in bytes.
const MAX_SHOWN: usize = 4000;

fn located(path: &str, text: &str, error: &InputError) -> String {
    let place = match error.line_column(text) {
        Some((line, column)) => format!("{path}:{line}:{column}"),
        None => path.to_owned(),
    };
    let only_named = format!("{place}: {}", error.message);
    let mut group = match &error.span {
        Some(span) if shown(text, span) <= MAX_SHOWN => {
            let Span { start, end } = within(text, span);
            let annotation = AnnotationKind::Primary.span(start..end);
            Group::with_title(Level::ERROR.primary_title(error.message.as_str()))
                .element(Snippet::source(text).path(path).annotation(annotation))
        }
        _ => Group::with_title(Level::ERROR.primary_title(only_named)),
    };
    if let Some(help) = &error.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    Renderer::styled().render(&[group])
}

/// The bytes of the text that a span stands for.
fn within(text: &str, span: &Span) -> Span {
    let start = span.start.min(text.len());
    start..span.end.clamp(start, text.len())
}

/// How long the lines are that a span is in.
fn shown(text: &str, span: &Span) -> usize {
    let span = within(text, span);
    let bytes = text.as_bytes();
    let start = bytes[..span.start].iter().rposition(|&byte| byte == b'\n');
    let end = bytes[span.end..].iter().position(|&byte| byte == b'\n');
    end.map_or(text.len(), |end| span.end + end) - start.unwrap_or(0)
}
