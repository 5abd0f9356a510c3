//! Any program that reads a DIMACS file and prints its answer on `s` and `v` lines.
//!
//! For each call the formula, with the assumptions as clauses, goes to a temporary file whose
//! name is the program's last argument.

use std::io::{self, BufWriter};

use cnfetti_encodings::{Cnf, Lit};
use tempfile::NamedTempFile;

use super::checked::broken;
use super::program::{self, NotFinished};
use super::{Budget, Fault, Outcome, Solver, Stopped, answer};
use crate::dimacs::write_plain;

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

    fn ask(&self, assumptions: &[Lit]) -> Result<Outcome, Fault> {
        let name = &self.program[0];
        let input = self.write_input(assumptions);
        let input =
            input.map_err(|error| Fault(format!("cannot write a temporary file: {error}")))?;
        let finished = match program::run(&self.program, input.path(), &self.budget) {
            Ok(finished) => finished,
            Err(NotFinished::Stopped(Stopped(limit))) => return Ok(Outcome::Unknown(limit)),
            Err(error) => return Err(Fault(error.to_string())),
        };
        let outcome = answer::parse(&finished.stdout, self.cnf.num_vars()).map_err(|error| {
            let (status, complaint) = (finished.status, finished.complaint());
            Fault(format!("`{name}` ({status}) printed no answer: {error}{complaint}"))
        })?;
        match &outcome {
            Outcome::Satisfiable(model) => match broken(model, &self.cnf, assumptions) {
                None => Ok(outcome),
                Some(what) => Err(Fault(format!(
                    "the model that `{name}` printed does not satisfy the {what}"
                ))),
            },
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
        self.ask(assumptions).unwrap_or_else(Outcome::Failed)
    }
}
