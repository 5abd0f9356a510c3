//! Any program that reads a DIMACS file and answers with `s` and `v` lines.
//!
//! For each call the formula, with the assumptions as clauses, goes to a temporary file.

use std::io::{self, BufWriter};

use cnfetti_encodings::{Cnf, Lit};
use tempfile::NamedTempFile;

use super::checked::broken;
use super::command_line::CommandLine;
use super::program::{self, NotFinished};
use super::{Budget, Fault, Outcome, Solver, Statistics, Stopped, answer, printed};
use crate::dimacs::write_plain;

/// A program with a formula.
pub(super) struct External {
    program: CommandLine,
    cnf: Cnf,
    budget: Budget,
    statistics: Statistics,
}

impl External {
    /// Holds the formula for the program.
    pub(super) fn load(program: &CommandLine, cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        let (program, cnf, budget) = (program.clone(), cnf.to_unlimited(), budget.clone());
        Box::new(External { program, cnf, budget, statistics: Statistics::default() })
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Result<Outcome, Fault> {
        let name = self.program.name();
        let input = self.write_input(assumptions);
        let input =
            input.map_err(|error| Fault(format!("cannot write a temporary file: {error}")))?;
        let finished = match program::run(&self.program, input.path(), &self.budget) {
            Ok(finished) => finished,
            Err(NotFinished::Stopped(Stopped(limit))) => return Ok(Outcome::Unknown(limit)),
            Err(error) => return Err(Fault(error.to_string())),
        };
        self.statistics = printed::statistics(&finished.stdout);
        let outcome = answer::parse(finished.answer(), self.cnf.num_vars()).map_err(|error| {
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

    /// What the program printed of its last call: each begins anew.
    fn statistics(&self) -> Statistics {
        let figures =
            [self.statistics.conflicts, self.statistics.decisions, self.statistics.propagations];
        let untold = figures.contains(&None).then_some("prints no line about it");
        Statistics { untold, ..self.statistics }
    }
}
