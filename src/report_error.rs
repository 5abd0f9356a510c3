//! How an error is shown: with the place in the file when it has one.

use std::io;
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use cnfetti::input::InputError;
use cnfetti::instance::LoadError;

/// Shows the error on stderr and gives the exit code for it. A reader who went away is none.
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
    ExitCode::from(1)
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
fn in_full(error: &anyhow::Error) -> String {
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

fn located(path: &str, text: &str, error: &InputError) -> String {
    let without_place = format!("{path}: {}", error.message);
    let mut group = match &error.span {
        None => Group::with_title(Level::ERROR.primary_title(without_place)),
        Some(span) => {
            let start = span.start.min(text.len());
            let end = span.end.clamp(start, text.len());
            let annotation = AnnotationKind::Primary.span(start..end);
            Group::with_title(Level::ERROR.primary_title(error.message.as_str()))
                .element(Snippet::source(text).path(path).annotation(annotation))
        }
    };
    if let Some(help) = &error.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    Renderer::styled().render(&[group])
}
