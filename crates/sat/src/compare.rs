//! The same puzzle under several encodings and solvers, side by side.

pub mod cost;
mod extensions;
mod facts;
mod plan;

use std::time::Duration;

use cnfetti_encodings::{Cnf, Form};
use itertools::Itertools;
use num_bigint::BigUint;

use crate::compile::{Choices, Compiled, MAX_LITERALS, Size, compile_up_to, compile_within};
use crate::search::blocking::{CountError, Counted, count};
use crate::search::confirm::{Claim, Evidence, Unconfirmed, confirm};
use crate::search::ended::Ended;
use crate::search::enumerate::{WrongModel, blocking_clause};
use crate::solver::{Backend, Outcome, Statistics};
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::{Budget, Limit};

pub use facts::{Facts, MAX_SOLUTIONS};
pub use plan::{Candidate, Repeat, Scope, UnknownName, plan};

/// The task to time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Task {
    /// Finding a solution, or that there is none.
    Solve,
    /// Counting all solutions by blocking clauses.
    #[default]
    Count,
    /// Finding that there is no solution but the known ones.
    Unsat,
}

/// The size and the measurements of one combination of encodings with one solver.
#[derive(Clone, Debug)]
pub struct Row {
    /// The formula.
    pub formula: Formula,
    /// The solver's name.
    pub solver: String,
    /// How many times the task was done.
    pub runs: usize,
    /// How long it took: the median of the runs; `None` when the budget ended it.
    pub time: Option<Duration>,
    /// The solver's work until its first answer.
    pub statistics: Statistics,
    /// Whether there is a solution (for [`Task::Unsat`]: one more); `None` when unknown.
    pub satisfiable: Option<bool>,
    /// How many solutions were counted, and whether these are all.
    pub count: Option<(BigUint, bool)>,
    /// The evidence for the answer, if the answer is that there is no (further) solution, or for
    /// the solution.
    pub evidence: Option<Result<Evidence, Unconfirmed>>,
}

/// Facts about a combination of encodings that need no solver.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The combination.
    pub candidate: Candidate,
    /// The size; `None` when it would be too large, or a limit came before it was known.
    pub size: Option<Size>,
    /// The limit that came before it was compiled.
    pub stopped: Option<Limit>,
    /// How long compiling took: the median of the runs.
    pub encode_time: Duration,
    /// How many percent of the puzzle's backbone literals unit propagation alone derives.
    pub strength: Option<f64>,
    /// The leaner form.
    pub one_sided: Option<OneSided>,
}

/// The one-sided form of a formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneSided {
    /// Its size.
    pub size: Size,
    /// How many models it has for each solution, on average over the first few: by how much a
    /// count without the projection would be off. `None` when that was too much to find out.
    pub models_per_solution: Option<f64>,
}

/// A formula to be solved, and what was found out about it.
#[derive(Clone, Debug)]
pub struct Prepared {
    formula: Formula,
    /// `None` when it would be too large, or a limit came first.
    compiled: Option<Compiled>,
}

/// How rows are measured.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The task to time.
    pub task: Task,
    /// How often each row is run.
    pub repeat: Repeat,
    /// When there is a seed, each run gets the formula in another order.
    pub shuffle: Option<u64>,
}

/// A formula that the user did not ask for may have this many literals, or this many times those of `auto`.
const LARGE: usize = 1_000_000;
const LARGER: usize = 10;

/// Compiles the CSP with these encodings, several times, and looks at the formula.
pub fn prepare(
    csp: &Csp,
    candidate: &Candidate,
    facts: &Facts,
    repeat: Repeat,
    budget: &Budget,
) -> Prepared {
    let budget = &budget.turn(u64::MAX);
    let most = match (candidate.is_asked, facts.literals) {
        (false, Some(literals)) => LARGE.max(LARGER * literals),
        _ => MAX_LITERALS,
    };
    let mut times = Vec::new();
    let mut compiled: Option<Compiled> = None;
    let mut stopped = None;
    while repeat.is_more(times.len(), budget.made()) {
        let start = budget.clock.now();
        match compile_up_to(most, csp, &candidate.choices, budget) {
            Ok(found) => compiled = Some(found),
            Err(error) => {
                // The formula of the first run is reused.
                stopped = error.limit().ok().filter(|_| times.is_empty());
                break;
            }
        }
        times.push(budget.clock.now().since(start));
    }
    let judged = compiled.as_ref().zip(facts.backbone.as_ref());
    let lean = Choices { form: Form::OneSided, ..candidate.choices };
    let lean = compiled.as_ref().and_then(|_| compile_within(csp, &lean, budget).ok());
    let formula = Formula {
        candidate: candidate.clone(),
        size: compiled.as_ref().map(Compiled::size),
        stopped,
        encode_time: median(&mut times).unwrap_or_default(),
        strength: judged
            .and_then(|(compiled, backbone)| facts::percent_derived(&compiled.cnf, backbone)),
        one_sided: lean.map(|lean| OneSided {
            size: lean.size(),
            models_per_solution: extensions::per_solution(csp, &lean, &facts.solutions, budget),
        }),
    };
    Prepared { formula, compiled }
}

/// Has the solver do the task, several times. The budget is that of all of them.
///
/// # Errors
///
/// When a model is no solution, then an encoding or the solver is wrong; or when the solver fails.
pub fn measure(
    csp: &Csp,
    prepared: &Prepared,
    facts: &Facts,
    backend: &Backend,
    settings: Settings,
    budget: &Budget,
) -> Result<Row, CountError> {
    let mut row = Row {
        formula: prepared.formula.clone(),
        solver: backend.name.to_string(),
        runs: 0,
        time: None,
        statistics: Statistics::default(),
        satisfiable: None,
        count: None,
        evidence: None,
    };
    let Some(compiled) = &prepared.compiled else { return Ok(row) };
    let rest = (settings.task == Task::Unsat).then(|| without(csp, compiled, &facts.solutions));
    let cnf = rest.as_ref().unwrap_or(&compiled.cnf);
    let budget = &budget.turn(u64::MAX);
    let mut times = Vec::new();
    let mut refuted = None;
    while settings.repeat.is_more(times.len(), budget.made()) {
        let run = times.len() as u64;
        let shuffled = settings.shuffle.map(|seed| backend.shuffled(seed.wrapping_add(run)));
        let backend = shuffled.as_ref().unwrap_or(backend);
        let Some((time, without_model)) = row.run(csp, cnf, backend, settings.task, budget)? else {
            break;
        };
        times.push(time);
        refuted = without_model;
    }
    row.runs = times.len();
    row.time = median(&mut times);
    if let Some(cnf) = refuted {
        row.evidence = Some(match facts.evidence() {
            Some(known) if known.is_checked() && facts.fit(&row, settings.task) => Ok(known),
            _ => confirm(&cnf, Claim::by(backend), budget),
        });
        if let Some(Err(Unconfirmed::Unproved { .. })) = &row.evidence {
            row.is_unproved();
        }
    }
    Ok(row)
}

impl Row {
    /// There is only a program's word that there is no (further) solution: that is unknown.
    fn is_unproved(&mut self) {
        self.evidence = None;
        self.satisfiable = self.satisfiable.filter(|&is_satisfiable| is_satisfiable);
        if let Some((_, is_exact)) = &mut self.count {
            *is_exact = false;
        }
    }

    /// Does the task once: how long it took, and the formula in which no (further) solution was
    /// found. `None` when the budget ended it. A count begins with the first answer, which is looked for once.
    fn run(
        &mut self,
        csp: &Csp,
        cnf: &Cnf,
        backend: &Backend,
        task: Task,
        budget: &Budget,
    ) -> Result<Option<(Duration, Option<Cnf>)>, CountError> {
        if task != Task::Count || self.satisfiable.is_none() {
            let start = budget.clock.now();
            let mut solver = backend.load(cnf, budget);
            let outcome = solver.solve(&[]);
            let time = budget.clock.now().since(start);
            self.statistics = solver.statistics();
            self.satisfiable = match outcome {
                Outcome::Satisfiable(_) => Some(true),
                Outcome::Unsatisfiable(_) => Some(false),
                Outcome::Unknown(_) => return Ok(None),
                Outcome::Failed(fault) => return Err(WrongModel::from(fault).into()),
            };
            if task != Task::Count {
                let refuted = (self.satisfiable == Some(false)).then(|| cnf.clone());
                return Ok(Some((time, refuted)));
            }
        }
        let start = budget.clock.now();
        let choices = &self.formula.candidate.choices;
        // A program's answer is confirmed afterwards: that is not its time.
        let backend = backend.clone().trusted();
        let Counted { count, end, .. } = count(csp, choices, &backend, budget, |_| {})?;
        let time = budget.clock.now().since(start);
        self.count = Some((count.solutions, count.exact));
        Ok(match end {
            Ended::Exhausted(no_other) => Some((time, no_other.rest.map(|rest| *rest))),
            Ended::Enough | Ended::Stopped(_) => None,
        })
    }
}

/// The formula with a clause against each of the solutions.
fn without(csp: &Csp, compiled: &Compiled, solutions: &[Vec<i32>]) -> Cnf {
    let deciding = csp.projection_set();
    let mut cnf = compiled.cnf.clone();
    for solution in solutions {
        cnf.add_clause(blocking_clause(compiled, &deciding, solution));
    }
    cnf
}

fn median(times: &mut [Duration]) -> Option<Duration> {
    times.sort_unstable();
    match times.len() {
        0 => None,
        n if n % 2 == 1 => Some(times[n / 2]),
        n => Some((times[n / 2 - 1] + times[n / 2]) / 2),
    }
}

/// Whether no two rows contradict each other: the exact counts are equal, none is below what
/// another row found at least, and satisfiability agrees with them.
pub fn agree<'a>(rows: impl IntoIterator<Item = &'a Row>) -> bool {
    let rows: Vec<&Row> = rows.into_iter().collect();
    let counts = || rows.iter().filter_map(|row| row.count.as_ref());
    let exact = || counts().filter(|(_, exact)| *exact).map(|(number, _)| number);
    let most = counts().map(|(number, _)| number).max();
    let zero = BigUint::ZERO;
    exact().all_equal()
        && exact().next().is_none_or(|exact| most.is_none_or(|most| most <= exact))
        && rows.iter().filter_map(|row| row.satisfiable).all_equal()
        && rows.iter().all(|row| match (&row.count, row.satisfiable) {
            (Some((number, _)), Some(false)) => *number == zero,
            (Some((number, true)), Some(true)) => *number > zero,
            _ => true,
        })
}
