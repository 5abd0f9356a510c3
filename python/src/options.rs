//! The options of all questions.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cnfetti::compile::Choices;
use cnfetti::encodings::{Family, Form};
use cnfetti::limit::Limits;
use cnfetti::machine;
use cnfetti::problem::Means;
use cnfetti::solver;
use num_bigint::BigUint;
use pyo3::prelude::*;

use crate::{answers, errors};

/// The options, as `cnfetti/_options.py` makes them: each key is present.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    time_limit: Option<f64>,
    memory_limit: Option<usize>,
    threads: Option<NonZeroUsize>,
    solver: Option<String>,
    /// Pairs of a family's name and an encoding's name.
    encodings: Vec<(String, String)>,
    one_sided: bool,
    /// Called with the number of solutions known so far.
    progress: Option<Py<PyAny>>,
}

impl Options {
    /// Converts the options to the library's means.
    pub(crate) fn means(&self) -> PyResult<Means> {
        let mut means = Means::default();
        if let Some(time) = self.time()? {
            means = means.time(time);
        }
        if let Some(bytes) = self.memory_limit {
            means = means.memory(bytes);
        }
        if let Some(threads) = self.threads {
            means = means.threads(threads);
        }
        if let Some(name) = &self.solver {
            let chosen = solver::choose(name);
            means = means.solver(chosen.map_err(|error| errors::invalid(&error.to_string()))?);
        }
        // Where none is chosen, a question may need no formula, or a smaller one.
        let is_chosen = self.one_sided || !self.encodings.is_empty();
        Ok(if is_chosen { means.encodings(self.choices()?) } else { means })
    }

    /// The limits of the exact counter, from now on.
    pub(crate) fn limits(&self) -> PyResult<Limits> {
        let mut limits = machine::limits();
        if let Some(time) = self.time()? {
            limits.budget = limits.budget.at_most(time);
        }
        limits.memory_bytes = self.memory_limit.unwrap_or(limits.memory_bytes);
        limits.threads = self.threads.unwrap_or(limits.threads);
        Ok(limits)
    }

    fn time(&self) -> PyResult<Option<Duration>> {
        let Some(seconds) = self.time_limit else { return Ok(None) };
        let time = Duration::try_from_secs_f64(seconds).ok();
        // Longer than anybody waits, and short enough for every clock.
        let time = time.map(|time| time.min(Duration::from_secs(100 * 365 * 86_400)));
        let wrong = || errors::invalid("time_limit: expected a number of seconds from 0 on");
        time.map(Some).ok_or_else(wrong)
    }

    /// The listener that gets the number of solutions so far, if there is one.
    pub(crate) fn listener(&self, py: Python<'_>) -> Option<Listener> {
        let callback = self.progress.as_ref()?.clone_ref(py);
        Some(Listener { callback, known: Arc::default() })
    }

    fn choices(&self) -> PyResult<Choices> {
        let mut names = Vec::new();
        for (family, name) in &self.encodings {
            let found = Family::ALL.into_iter().find(|known| known.name() == family);
            let wrong = || errors::invalid(&format!("there is no family of encodings `{family}`"));
            names.push((found.ok_or_else(wrong)?, name.as_str()));
        }
        let form = if self.one_sided { Form::OneSided } else { Form::TwoSided };
        Choices::by_names(names, form).map_err(|error| errors::invalid(&error.to_string()))
    }
}

/// A callback for the number of solutions known so far. The waiting thread calls it now and then, because the
/// work must not wait for Python.
pub(crate) struct Listener {
    callback: Py<PyAny>,
    known: Arc<Mutex<Option<BigUint>>>,
}

impl Listener {
    /// The means, with this listener.
    pub(crate) fn means(&self, means: Means) -> Means {
        let place = Arc::clone(&self.known);
        means.telling(move |known| {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(known.clone());
        })
    }

    /// Reports a new number.
    pub(crate) fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).take();
        match known {
            Some(known) => self.callback.call1(py, (answers::int(py, &known)?,)).map(|_| ()),
            None => Ok(()),
        }
    }
}
