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
            let title = format!("{error:#}");
            let report = [Group::with_title(Level::ERROR.primary_title(&title))];
            anstream::eprintln!("{}", Renderer::styled().render(&report));
        }
    }
}

fn located(path: &str, text: &str, error: &InputError) -> String {
    let mut group = match &error.span {
        None => {
            let title = format!("{path}: {}", error.message);
            return with_help(Group::with_title(Level::ERROR.primary_title(title)), error);
        }
        Some(span) => {
            let start = span.start.min(text.len());
            let end = span.end.clamp(start, text.len());
            Group::with_title(Level::ERROR.primary_title(error.message.as_str())).element(
                Snippet::source(text)
                    .path(path)
                    .annotation(AnnotationKind::Primary.span(start..end)),
            )
        }
    };
    if let Some(help) = &error.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    Renderer::styled().render(&[group])
}

fn with_help(group: Group<'_>, error: &InputError) -> String {
    let group = match &error.help {
        Some(help) => group.element(Level::HELP.message(help.as_str())),
        None => group,
    };
    Renderer::styled().render(&[group])
}
