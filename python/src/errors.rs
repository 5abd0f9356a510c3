//! Converts errors to the exceptions of `cnfetti.errors`.

use std::path::Path;

use cnfetti::input::InputError;
use cnfetti::instance::LoadError;
use cnfetti::limit::Limit;
use cnfetti::output::WriteError;
use cnfetti::problem;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Python's name for a limit.
pub(crate) fn name_of(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time",
        Limit::Interrupted => "interrupted",
        Limit::Steps => "steps",
        Limit::Memory => "memory",
        Limit::Proof => "proof",
    }
}

/// Makes an exception of this class with these fields.
fn raise(
    py: Python<'_>,
    name: &str,
    message: &str,
    fields: &[(&str, Option<Bound<'_, PyAny>>)],
) -> PyErr {
    let made = (|| {
        let exception = py.import("cnfetti.errors")?.getattr(name)?;
        let named = PyDict::new(py);
        for (field, value) in fields {
            named.set_item(field, value)?;
        }
        exception.call((message,), Some(&named))
    })();
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A fault of this package.
pub(crate) fn internal(what: &str) -> PyErr {
    Python::attach(|py| raise(py, "InternalError", what, &[]))
}

/// An argument is wrong.
pub(crate) fn invalid(what: &str) -> PyErr {
    Python::attach(|py| raise(py, "InputError", what, &[]))
}

/// A limit was reached before there was an answer.
pub(crate) fn unknown(limit: Limit) -> PyErr {
    Python::attach(|py| {
        let named = name_of(limit).into_pyobject(py).map(Bound::into_any).ok();
        raise(py, "Unknown", &limit.to_string(), &[("limit", named)])
    })
}

/// Ctrl-C, with what is known.
pub(crate) fn interrupted(py: Python<'_>, known: Option<Bound<'_, PyAny>>) -> PyErr {
    raise(py, "Interrupted", "interrupted", &[("result", known)])
}

/// The exception of a signal's handler; for Ctrl-C, one that says that nothing is known.
pub(crate) fn signal(py: Python<'_>, raised: PyErr) -> PyErr {
    if raised.is_instance_of::<PyKeyboardInterrupt>(py) { interrupted(py, None) } else { raised }
}

/// An error with a place in a text.
pub(crate) fn in_text(path: &Path, text: &str, error: &InputError) -> PyErr {
    if let Some(stopped) = error.stopped {
        return unknown(stopped.0);
    }
    let file = path.display().to_string();
    let place = error.line_column(text);
    let at = place.map_or_else(String::new, |(line, column)| format!(":{line}:{column}"));
    let help = error.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
    let message = format!("{file}{at}: {}{help}", error.message);
    Python::attach(|py| {
        let number = |number: usize| number.into_pyobject(py).map(Bound::into_any).ok();
        let fields = [
            ("file", file.into_pyobject(py).map(Bound::into_any).ok()),
            ("line", place.and_then(|(line, _)| number(line))),
            ("column", place.and_then(|(_, column)| number(column))),
        ];
        raise(py, "InputError", &message, &fields)
    })
}

/// The error with its causes in one line, without repetitions.
fn in_full(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.ends_with(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    text
}

/// A system error about a file.
pub(crate) fn system(path: &Path, error: &std::io::Error) -> PyErr {
    let file = path.display().to_string();
    let said = error.to_string();
    let what = said.split(" (os error").next().unwrap_or(&said);
    Python::attach(|py| {
        let fields = [
            (
                "errno",
                error
                    .raw_os_error()
                    .and_then(|code| code.into_pyobject(py).map(Bound::into_any).ok()),
            ),
            ("file", file.clone().into_pyobject(py).map(Bound::into_any).ok()),
        ];
        raise(py, "FileError", &format!("{file}: {what}"), &fields)
    })
}

/// A file could not be written.
pub(crate) fn not_written(error: &WriteError) -> PyErr {
    match error {
        WriteError::Failed { path, reason } => system(path, reason),
        // Options of the command line mean nothing here.
        other => {
            let said = other.to_string().replace("--force overwrites", "overwrite=True overwrites");
            let said = said.replace("--force replaces", "replace=True replaces");
            Python::attach(|py| raise(py, "FileError", &said, &[]))
        }
    }
}

/// Any error of a question.
pub(crate) fn of(error: &problem::Error) -> PyErr {
    if let Some(limit) = error.limit() {
        return unknown(limit);
    }
    match error {
        problem::Error::Load(LoadError::Invalid { path, text, error }) => {
            in_text(path, text, error)
        }
        problem::Error::Load(LoadError::Unreadable { path, source }) => system(path, source),
        problem::Error::NotWritten(error) => not_written(error),
        problem::Error::Unexpected(_) => {
            Python::attach(|py| raise(py, "ExpectationError", &in_full(error), &[]))
        }
        problem::Error::Load(_)
        | problem::Error::Malformed(_)
        | problem::Error::NotAValue { .. }
        | problem::Error::NotAVariable
        | problem::Error::NotABoard(_)
        | problem::Error::NotAModel
        | problem::Error::UnknownEncoding(_)
        | problem::Error::TooManySolutions
        | problem::Error::SeveralSolutions
        | problem::Error::BadRoot(_)
        | problem::Error::TooLarge(_) => invalid(&in_full(error)),
        problem::Error::NotCertified(_) => {
            Python::attach(|py| raise(py, "CnfettiError", &in_full(error), &[]))
        }
        _ => internal(&in_full(error)),
    }
}
