//! Any program that reads a DIMACS file and prints its answer on `s` and `v` lines.
//!
//! For each call the formula, with the assumptions as clauses, goes to a temporary file whose
//! name is the program's last argument. What the program prints is read while it runs, so that
//! no full pipe can stop it. The program is ended with the budget or with the solver.

use std::io::{self, BufWriter, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cnfetti_encodings::{Cnf, Lit};
use tempfile::NamedTempFile;

use super::{Budget, Outcome, Solver, answer};
use crate::dimacs::write_plain;

/// How much of a failed program's stderr is shown, in bytes.
const MAX_STDERR_SHOWN: usize = 2000;

/// A program with a formula.
pub(super) struct External {
    program: Vec<String>,
    cnf: Cnf,
    budget: Budget,
}

impl External {
    /// Holds the formula for the program: a name and its arguments.
    pub(super) fn load(program: &[String], cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        let (program, cnf, budget) = (program.to_vec(), cnf.to_unlimited(), budget.clone());
        Box::new(External { program, cnf, budget })
    }

    fn ask(&self, assumptions: &[Lit]) -> Result<Outcome, String> {
        let name = &self.program[0];
        let input = self.write_input(assumptions);
        let input = input.map_err(|error| format!("cannot write a temporary file: {error}"))?;
        let mut running = Running::start(&self.program, &input)
            .map_err(|error| format!("cannot run `{name}`: {error}"))?;
        let status = running.wait(&self.budget)?;
        let (stdout, stderr) = running.output();
        if stdout.len() as u64 > answer::MAX_BYTES {
            return Err(format!("`{name}` printed more than {} bytes", answer::MAX_BYTES));
        }
        let outcome = answer::parse(&stdout, self.cnf.num_vars()).map_err(|error| {
            format!("`{name}` ({status}) printed no answer: {error}{}", shown(&stderr))
        })?;
        match &outcome {
            Outcome::Satisfiable(model) if !model.satisfies(&self.cnf) => {
                Err(format!("the model that `{name}` printed does not satisfy the formula"))
            }
            Outcome::Satisfiable(model) if !assumptions.iter().all(|&lit| model.contains(lit)) => {
                Err(format!("the model that `{name}` printed does not satisfy the assumptions"))
            }
            Outcome::Unsatisfiable(_) => Ok(Outcome::Unsatisfiable(assumptions.to_vec())),
            _ => Ok(outcome),
        }
    }

    fn write_input(&self, assumptions: &[Lit]) -> io::Result<NamedTempFile> {
        let file = tempfile::Builder::new().prefix("cnfetti-").suffix(".cnf").tempfile()?;
        let mut out = BufWriter::new(file);
        let mut assumed = self.cnf.clone();
        assumptions.iter().for_each(|&lit| assumed.add_clause([lit]));
        write_plain(&mut out, &[], &assumed)?;
        out.into_inner().map_err(|error| error.into_error())
    }
}

impl Solver for External {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.cnf.add_clause(clause.iter().copied());
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        self.ask(assumptions).unwrap_or_else(Outcome::Unknown)
    }
}

/// A program that runs; it is ended when this is dropped.
struct Running {
    child: Child,
    stdout: Option<JoinHandle<Vec<u8>>>,
    stderr: Option<JoinHandle<Vec<u8>>>,
}

impl Running {
    fn start(program: &[String], input: &NamedTempFile) -> io::Result<Running> {
        let mut child = Command::new(&program[0])
            .args(&program[1..])
            .arg(input.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let stdout = child.stdout.take().map(drain);
        let stderr = child.stderr.take().map(drain);
        Ok(Running { child, stdout, stderr })
    }

    /// Waits for the end of the program; an error is why it was not waited for.
    fn wait(&mut self, budget: &Budget) -> Result<ExitStatus, String> {
        let mut pause = Duration::from_micros(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Ok(status),
                Ok(None) if budget.is_spent() => return Err(budget.reason()),
                Ok(None) => thread::sleep(pause),
                Err(error) => return Err(format!("cannot wait for the solver: {error}")),
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// What the ended program printed on stdout and on stderr.
    fn output(&mut self) -> (Vec<u8>, Vec<u8>) {
        let take = |thread: Option<JoinHandle<Vec<u8>>>| {
            thread.and_then(|thread| thread.join().ok()).unwrap_or_default()
        };
        (take(self.stdout.take()), take(self.stderr.take()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Both fail when the program has ended already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads all that comes, on a thread of its own, and keeps as much as an answer may have.
fn drain(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut kept = Vec::new();
        // A broken pipe ends what can be read; what came before it is kept.
        let _ = pipe.by_ref().take(answer::MAX_BYTES + 1).read_to_end(&mut kept);
        let _ = io::copy(&mut pipe, &mut io::sink());
        kept
    })
}

/// What a program said before it failed, ready to be appended to an error.
fn shown(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(&stderr[..stderr.len().min(MAX_STDERR_SHOWN)]);
    let text = text.trim();
    if text.is_empty() { String::new() } else { format!("\nits stderr: {text}") }
}
