//! Asks questions without the interpreter's lock, on a thread with enough stack, so that Python can handle
//! signals.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::errors;
use crate::options::Listener;

/// The time between two checks for signals.
pub(crate) const TICK: Duration = Duration::from_millis(50);

/// The stack of a question's thread. On some systems, Python's own threads have less than deep formulas need.
pub(crate) const STACK_BYTES: usize = 64 << 20;

thread_local! {
    /// Where this thread panicked.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };

    /// The flag that ends this thread's questions.
    static ENDING: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Ends the questions of all threads that heed it. Only Python's main thread receives signals.
#[pyclass(frozen, module = "cnfetti._native")]
pub(crate) struct Ending(Arc<AtomicBool>);

#[pymethods]
impl Ending {
    #[new]
    fn new() -> Ending {
        Ending(Arc::default())
    }

    /// Makes the questions of this thread end with this flag.
    fn heed(&self) {
        ENDING.with(|ending| ending.replace(Some(Arc::clone(&self.0))));
    }

    fn end(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Fails if the questions of this thread must end.
fn ended() -> PyResult<()> {
    let flag = ENDING.with(|ending| ending.borrow().clone());
    match flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        true => Err(PyKeyboardInterrupt::new_err(())),
        false => Ok(()),
    }
}

/// Handles signals, and reports progress.
pub(crate) fn heard(py: Python<'_>, listener: Option<&Listener>) -> PyResult<()> {
    py.check_signals()?;
    ended()?;
    listener.map_or(Ok(()), |listener| listener.tell(py))
}

/// The answer to a question, and the exception of a signal that came in the meantime.
pub(crate) struct Asked<T> {
    pub(crate) answer: T,
    pub(crate) signal: Option<PyErr>,
}

/// Asks a question. It gets a flag that is set when it must end: after a signal whose handler raised an
/// exception.
pub(crate) fn ask<T: Send>(
    py: Python<'_>,
    question: impl FnOnce(Arc<AtomicBool>) -> T + Send,
) -> PyResult<Asked<T>> {
    ask_telling(py, None, question)
}

/// The same, with a listener for progress. An exception from the listener ends the question like a signal.
pub(crate) fn ask_telling<T: Send>(
    py: Python<'_>,
    listener: Option<&Listener>,
    question: impl FnOnce(Arc<AtomicBool>) -> T + Send,
) -> PyResult<Asked<T>> {
    keep_quiet();
    ended().map_err(|end| errors::signal(py, end))?;
    let stop = Arc::new(AtomicBool::new(false));
    py.detach(|| {
        let (sender, receiver) = mpsc::sync_channel(1);
        thread::scope(|scope| {
            let flag = Arc::clone(&stop);
            let work = move || {
                let answer = panic::catch_unwind(AssertUnwindSafe(|| question(flag)));
                // The caller waits for the answer.
                let _ = sender.send(answer.map_err(|panic| fault(&*panic)));
            };
            let thread =
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
            let mut signal = None;
            let asked = loop {
                match receiver.recv_timeout(TICK) {
                    Ok(Ok(answer)) => break Ok(Asked { answer, signal }),
                    Ok(Err(fault)) => break Err(errors::internal(&fault)),
                    Err(RecvTimeoutError::Disconnected) => {
                        break Err(errors::internal("a thread ended without a word"));
                    }
                    Err(RecvTimeoutError::Timeout) if signal.is_none() => {
                        signal = Python::attach(|py| heard(py, listener)).err();
                        stop.store(signal.is_some(), Ordering::Relaxed);
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                }
            };
            // It has answered, and catches its panics.
            let _ = thread.join();
            asked
        })
    })
}

impl<T> Asked<T> {
    /// Converts the answer. After Ctrl-C, raises an exception with the answer; after another signal, what its
    /// handler raised.
    pub(crate) fn into_python<'py>(
        self,
        py: Python<'py>,
        convert: impl FnOnce(T) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match self.signal {
            None => convert(self.answer),
            Some(signal) if signal.is_instance_of::<PyKeyboardInterrupt>(py) => {
                Err(errors::interrupted(py, convert(self.answer).ok()))
            }
            Some(signal) => Err(signal),
        }
    }

    /// The answer, unless there was a signal.
    pub(crate) fn whole(self, py: Python<'_>) -> PyResult<T> {
        match self.signal {
            None => Ok(self.answer),
            Some(signal) => Err(errors::signal(py, signal)),
        }
    }
}

/// The message of a panic, and where it happened.
pub(crate) fn fault(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    let place = PLACE.with(RefCell::take);
    place.map_or_else(|| said.to_owned(), |place| format!("{said} ({place})"))
}

/// Panics like a question might, for the tests.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>, said: String) -> PyResult<()> {
    ask(py, |_| panic!("{said}")).map(|_: Asked<()>| ())
}

/// Lets panics become exceptions, without output.
pub(crate) fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panic::set_hook(Box::new(|info| {
            let place = info.location().map(ToString::to_string);
            PLACE.with(|kept| kept.replace(place));
        }));
    });
}
