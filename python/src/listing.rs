//! Solutions one by one, as Python requests them.
//!
//! A separate thread finds them, and runs ahead by a few. Solutions that Python has taken are not kept.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use cnfetti::problem::{Error, Listed, Means, SolutionsOptions};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::asking::{STACK_BYTES, TICK, fault, heard, keep_quiet};
use crate::options::{Listener, Options};
use crate::{answers, errors};

/// The largest number of solutions that wait for Python.
const AHEAD: usize = 256;

/// A message from the thread.
enum Message {
    Solution(Vec<i32>),
    End(Box<End>),
}

/// The end of the listing; `Err` has the message of a panic.
type End = Result<Result<Listed, Error>, String>;

/// Solutions, one at a time.
#[pyclass(frozen, module = "cnfetti._native")]
pub(crate) struct Listing(Mutex<State>);

struct State {
    problem: Arc<cnfetti::Problem>,
    means: Means,
    most: usize,
    listener: Option<Listener>,
    /// The number of solutions that Python has taken.
    given: usize,
    /// Solutions that arrived after Ctrl-C.
    late: VecDeque<Vec<i32>>,
    work: Option<Work>,
    end: Option<End>,
}

/// The thread. It ends soon after this is dropped.
struct Work {
    messages: Receiver<Message>,
    /// Makes the thread look for one solution more than requested.
    more: Option<Sender<()>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Listing {
    pub(crate) fn new(
        py: Python<'_>,
        problem: Arc<cnfetti::Problem>,
        options: &Options,
        most: Option<usize>,
    ) -> PyResult<Listing> {
        let (mut means, listener) = (options.means()?, options.listener(py));
        if let Some(listener) = &listener {
            means = listener.means(means);
        }
        let most = most.unwrap_or(usize::MAX);
        let (work, late, end) = (None, VecDeque::new(), None);
        let state = State { problem, means, most, listener, given: 0, late, work, end };
        Ok(Listing(Mutex::new(state)))
    }

    /// Does not wait for the lock: while waiting, this thread would hold the interpreter's lock, which the
    /// holder may need.
    fn state(&self) -> PyResult<MutexGuard<'_, State>> {
        let busy = || PyValueError::new_err("another thread is waiting for these solutions");
        self.0.try_lock().map_err(|_| busy())
    }
}

#[pymethods]
impl Listing {
    /// The values of the next solution; `None` after the last requested one.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        let mut state = self.state()?;
        let found = match state.late.pop_front() {
            Some(late) => Some(late),
            None if state.given == state.most => None,
            None => state.wait(py)?,
        };
        state.given += usize::from(found.is_some());
        Ok(found)
    }

    /// Whether the search has ended, and Python has everything it found.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        let state = self.state()?;
        Ok(state.end.is_some() && state.late.is_empty())
    }

    /// The end of the listing; `None` while Python may still take solutions.
    fn end<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut state = self.state()?;
        if state.end.is_none() && state.given < state.most {
            return Ok(None);
        }
        if state.end.is_none() {
            state.start()?;
            if let Some(more) = state.work.as_mut().and_then(|work| work.more.take()) {
                // If the thread has ended by itself, it needs no request.
                let _ = more.send(());
            }
            state.wait(py)?;
        }
        match &state.end {
            Some(Ok(Ok(listed))) => answers::listed(py, listed).map(Some),
            Some(Ok(Err(error))) => Err(errors::of(error)),
            Some(Err(fault)) => Err(errors::internal(fault)),
            None => Ok(None),
        }
    }
}

impl State {
    fn start(&mut self) -> PyResult<()> {
        if self.work.is_some() || self.end.is_some() {
            return Ok(());
        }
        keep_quiet();
        let (sender, messages) = mpsc::sync_channel(AHEAD);
        let (more, asked) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (means, most) = (self.means.clone().until(Arc::clone(&stop)), self.most);
        // A solver has the first solution before a diagram has all of them.
        let options =
            SolutionsOptions { means, most, one_by_one: true, ..SolutionsOptions::default() };
        let problem = Arc::clone(&self.problem);
        let work = move || {
            let listing = AssertUnwindSafe(|| list(&problem, (&options, most), &sender, &asked));
            let end = panic::catch_unwind(listing).map_err(|panic| fault(&*panic));
            // The receiver may be gone.
            let _ = sender.send(Message::End(Box::new(end)));
        };
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn(work)?;
        self.work = Some(Work { messages, more: Some(more), stop, thread: Some(thread) });
        Ok(())
    }

    /// The next solution; `None` at the end.
    fn wait(&mut self, py: Python<'_>) -> PyResult<Option<Vec<i32>>> {
        self.start()?;
        let Some(work) = &mut self.work else { return Ok(None) };
        let message = match work.messages.try_recv() {
            Ok(message) => Some(message),
            Err(TryRecvError::Disconnected) => None,
            Err(TryRecvError::Empty) => {
                let listener = self.listener.as_ref();
                match py.detach(|| work.wait(listener)) {
                    Ok(message) => message,
                    Err(signal) => return Err(self.stop(py, signal)),
                }
            }
        };
        match message {
            Some(Message::Solution(values)) => Ok(Some(values)),
            Some(Message::End(end)) => self.ended(*end),
            None => self.ended(Err("a thread ended without a word".to_owned())),
        }
    }

    fn ended(&mut self, end: End) -> PyResult<Option<Vec<i32>>> {
        // After its last message, it does not need the interpreter any more.
        if let Some(thread) = self.work.take().and_then(|mut work| work.thread.take()) {
            let _ = thread.join();
        }
        self.end = Some(end);
        Ok(None)
    }

    /// Ends the work after a signal, and keeps what it has found until then.
    fn stop(&mut self, py: Python<'_>, signal: PyErr) -> PyErr {
        if let Some(mut work) = self.work.take() {
            work.stop.store(true, Ordering::Relaxed);
            work.more = None;
            let (late, end) = py.detach(|| {
                let rest = work.rest();
                let _ = work.thread.take().map(JoinHandle::join);
                rest
            });
            self.late.extend(late);
            self.end = Some(end);
        }
        errors::signal(py, signal)
    }
}

impl Work {
    /// The next message, or the exception of a signal's handler. Runs without the interpreter's lock.
    fn wait(&mut self, listener: Option<&Listener>) -> Result<Option<Message>, PyErr> {
        loop {
            match self.messages.recv_timeout(TICK) {
                Ok(message) => return Ok(Some(message)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => Python::attach(|py| heard(py, listener))?,
            }
        }
    }

    /// Everything that still arrives.
    fn rest(&mut self) -> (Vec<Vec<i32>>, End) {
        let mut late = Vec::new();
        for message in &self.messages {
            match message {
                Message::Solution(values) => late.push(values),
                Message::End(end) => return (late, *end),
            }
        }
        (late, Err("a thread ended without a word".to_owned()))
    }
}

/// Sends each solution. After the last requested one, looks for another only on request.
fn list(
    problem: &cnfetti::Problem,
    (options, most): (&SolutionsOptions, usize),
    sender: &SyncSender<Message>,
    asked: &Receiver<()>,
) -> Result<Listed, Error> {
    let mut missing = most;
    problem.each_solution(options, |solution| {
        missing -= 1;
        let is_sent = sender.send(Message::Solution(solution.values().to_vec())).is_ok();
        match is_sent && (missing > 0 || asked.recv().is_ok()) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    })
}
