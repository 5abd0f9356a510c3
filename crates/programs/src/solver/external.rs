//! Any program that reads a file in DIMACS, WCNF or OPB and answers with `s`, `o` and `v` lines.
//!
//! Each call writes the formula, with the assumptions as clauses, to a temporary file.

use std::io::{self, BufWriter, Write};

use cnfetti_encodings::{Cnf, Lit};
use tempfile::NamedTempFile;

use super::command_line::CommandLine;
use super::program::{self, NotFinished};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_process::remains::Temporary;
use cnfetti_sat::dimacs::{Costs, Language, write_plain};
use cnfetti_sat::solver::answer::{self, Answer};
use cnfetti_sat::solver::{Fault, Outcome, Outside, Solver, Statistics, broken};

/// A solver that is an external program.
#[derive(Debug)]
pub(super) struct Program(pub(super) CommandLine);

impl Outside for Program {
    fn load(&self, cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        let (program, cnf, budget) = (self.0.clone(), cnf.to_unlimited(), budget.clone());
        Box::new(External { program, cnf, budget, statistics: Statistics::default() })
    }

    fn language(&self) -> Language {
        self.0.language()
    }

    fn least(&self, cnf: &Cnf, costs: &Costs, budget: &Budget) -> Result<Answer, Fault> {
        least(&self.0, cnf, costs, budget)
    }
}

/// A program with a formula.
struct External {
    program: CommandLine,
    cnf: Cnf,
    budget: Budget,
    statistics: Statistics,
}

impl External {
    fn ask(&mut self, assumptions: &[Lit]) -> Result<Outcome, Fault> {
        let mut assumed = self.cnf.clone();
        assumptions.iter().for_each(|&lit| assumed.add_clause([lit]));
        let (answer, statistics) = answer(&self.program, &assumed, &Costs::new(), &self.budget)?;
        self.statistics = statistics;
        match &answer.outcome {
            Outcome::Satisfiable(model) => match broken(model, &self.cnf, assumptions) {
                None => Ok(answer.outcome),
                Some(what) => Err(Fault(format!(
                    "the model that `{}` printed does not satisfy the {what}",
                    self.program.name()
                ))),
            },
            Outcome::Unsatisfiable(_) => Ok(Outcome::Unsatisfiable(assumptions.to_vec())),
            _ => Ok(answer.outcome),
        }
    }
}

/// The model of least cost that a program finds. Checks the model, and the cost that the program
/// reports.
fn least(
    program: &CommandLine,
    cnf: &Cnf,
    costs: &Costs,
    budget: &Budget,
) -> Result<Answer, Fault> {
    let (answer, _) = answer(program, cnf, costs, budget)?;
    let Outcome::Satisfiable(model) = &answer.outcome else { return Ok(answer) };
    let name = program.name();
    if broken(model, cnf, &[]).is_some() {
        return Err(Fault(format!("the model that `{name}` printed breaks a hard clause")));
    }
    let paid = costs.iter().filter(|(lit, _)| model.contains(**lit)).map(|(_, cost)| cost);
    let paid: i64 = paid.sum();
    match answer.cost.filter(|said| *said != paid) {
        Some(said) => Err(Fault(format!(
            "the model that `{name}` printed costs {paid}, but its `o` line says {said}"
        ))),
        None => Ok(answer),
    }
}

/// The answer of a program to a formula.
fn answer(
    program: &CommandLine,
    cnf: &Cnf,
    costs: &Costs,
    budget: &Budget,
) -> Result<(Answer, Statistics), Fault> {
    let name = program.name();
    let input = write_input(program.language(), cnf, costs);
    let input = input.map_err(|error| Fault(format!("cannot write a temporary file: {error}")))?;
    let finished = match program::run(program, input.path(), budget) {
        Ok(finished) => finished,
        Err(NotFinished::Stopped(Stopped(limit))) => {
            let outcome = Outcome::Unknown(limit);
            let answer = Answer { outcome, cost: None, is_optimal: false };
            return Ok((answer, Statistics::default()));
        }
        Err(error) => return Err(Fault(error.to_string())),
    };
    let read = answer::parse_with_cost(finished.answer(), cnf.num_vars());
    let answer = read.map_err(|error| {
        let (status, complaint) = (finished.status, finished.complaint());
        Fault(format!("`{name}` ({status}) printed no answer: {error}{complaint}"))
    })?;
    Ok((answer, program::statistics(&finished.stdout)))
}

/// Writes the input file. It mentions every variable, because solvers may leave others out of
/// their answers.
fn write_input(
    language: Language,
    cnf: &Cnf,
    costs: &Costs,
) -> io::Result<Temporary<NamedTempFile>> {
    let suffix = match language {
        Language::Dimacs => ".cnf",
        Language::Wcnf => ".wcnf",
        Language::Opb => ".opb",
    };
    let file = tempfile::Builder::new().prefix("cnfetti-").suffix(suffix).tempfile()?;
    let file = Temporary::new(file, |file| file.path());
    if language == Language::Dimacs {
        let mut out = BufWriter::with_capacity(1 << 16, file.as_file());
        write_plain(&mut out, &[], cnf)?;
        out.flush()?;
        drop(out);
        return Ok(file);
    }
    let mut is_there = vec![false; cnf.num_vars() as usize + 1];
    let mentioned = cnf.clauses().flatten().chain(costs.keys());
    mentioned.for_each(|lit| is_there[lit.variable() as usize] = true);
    let mut buffer = Vec::new();
    language.push_first(&mut buffer, cnf);
    if !costs.is_empty() {
        language.push_objective(&mut buffer, costs);
    }
    cnf.clauses().for_each(|clause| language.push_hard(&mut buffer, clause));
    let lits = (1..=cnf.num_vars()).filter_map(|number| Lit::from_dimacs(number as i32));
    for lit in lits.filter(|lit| !is_there[lit.variable() as usize]) {
        language.push_mention(&mut buffer, lit);
    }
    file.as_file().write_all(&buffer)?;
    Ok(file)
}

impl Solver for External {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.cnf.add_clause(clause.iter().copied());
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        self.ask(assumptions).unwrap_or_else(Outcome::Failed)
    }

    /// The statistics that the program printed in its last call; each call starts a new process.
    fn statistics(&self) -> Statistics {
        let figures =
            [self.statistics.conflicts, self.statistics.decisions, self.statistics.propagations];
        let untold = figures.contains(&None).then_some("not in its output");
        Statistics { untold, ..self.statistics }
    }
}
