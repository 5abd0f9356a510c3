//! `cnfetti report`: writes a page about several puzzles.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use cnfetti::compare::cost::costs;
use cnfetti::csp::Csp;
use cnfetti::instance;
use cnfetti::limit::Budget;
use cnfetti::output::PAGE;
use cnfetti::picture::View;
use cnfetti::problem::{CountOptions, Counter, Means, Number, Solution, SolveOptions, Solved};
use cnfetti::report::{Section, page};
use cnfetti::{Problem, solver};
use num_bigint::BigUint;

use super::answers::asked::{CostOption, optimal};
use super::answers::evidence::note_basis;
use super::answers::numbers::sentence;
use super::options::seconds;
use super::shared::reasoning::puzzle;
use super::terminal::destination::ForceOption;
use super::terminal::walk::expand;
use super::{Context, STOPPED};
use crate::report_error::{self, limit_of};

/// The time limit of each encoding.
const PER_ENCODING: Duration = Duration::from_secs(1);

/// Write a web page about puzzles: solutions, counts and encodings.
///
/// The page works offline and has no scripts. cnfetti solves and counts each puzzle for at most the
/// time limit, and tries each encoding for at most a second.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti report instances/pips/pips1.toml -o report.html
  cnfetti report --no-encodings instances/dice -o dice.html
  cnfetti report --no-encodings instances/models/queens.xml -o queens.html")]
pub(crate) struct Report {
    /// Puzzles, or folders of puzzles
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The page to write; `-` is stdout
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
    /// Solve and count each puzzle for at most this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", allow_negative_numbers = true,
          value_parser = TimeLimit::parse)]
    time_limit: TimeLimit,
    /// Leave out the table of encodings
    #[arg(long)]
    no_encodings: bool,
    #[command(flatten)]
    costs: CostOption,
    #[command(flatten)]
    force: ForceOption,
}

/// The time for a puzzle; unlike that of other commands, it does not end the command.
#[derive(Clone, Copy)]
struct TimeLimit(Duration);

impl TimeLimit {
    fn parse(text: &str) -> Result<TimeLimit, String> {
        seconds(text).map(TimeLimit)
    }
}

impl Report {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let destination = self.force.destination(&self.output, PAGE)?;
        let (mut sections, mut unreadable, mut stopped) = (Vec::new(), Vec::new(), false);
        let bar = context.spinner();
        for file in &expand(context, &self.files)? {
            if context.is_stopped() {
                stopped = true;
                break;
            }
            context.know(file, |_, _| Ok(()));
            bar.iter().for_each(|bar| bar.set_message(file.display().to_string()));
            match instance::load_all_within(file, &self.budget(context)) {
                Ok(instances) => {
                    for instance in instances {
                        let problem = Problem::from_instance(instance, file);
                        let (section, complete) = self.section(context, problem)?;
                        stopped |= !complete;
                        sections.push(section);
                    }
                }
                Err(error) => {
                    let error = error.into();
                    if limit_of(&error).is_some() {
                        context.note(format!("{}: not read in time", file.display()));
                        stopped = true;
                        continue;
                    }
                    report_error::show(&error);
                    unreadable.push(report_error::in_full(&error));
                }
            }
        }
        bar.iter().for_each(|bar| bar.finish_and_clear());
        destination.write_text(context, &page(&sections, &unreadable))?;
        Ok(match (unreadable.is_empty(), stopped) {
            (false, _) => ExitCode::FAILURE,
            (true, true) => ExitCode::from(STOPPED),
            (true, false) => ExitCode::SUCCESS,
        })
    }

    /// The budget of the next task.
    fn budget(&self, context: &Context) -> Budget {
        context.budget(Some(self.time_limit.0))
    }

    /// Writes the section on a puzzle. Returns it, and whether it is complete.
    fn section(&self, context: &Context, problem: Problem) -> anyhow::Result<(Section, bool)> {
        let file = PathBuf::from(problem.name());
        let name = file.display();
        context.detail(|| name.to_string());
        let stated = self.costs.chosen(context, &name, problem);
        let means = || Means::default().within(self.budget(context));
        let problem = match optimal(context, &file, &stated, &means()) {
            Ok(optimal) => optimal.into_problem(),
            Err(error) if limit_of(&error).is_some() => {
                return Ok((without_optimum(&stated), false));
            }
            Err(error) => return Err(error),
        };
        let solved = problem.solve(&SolveOptions { means: means(), ..SolveOptions::default() });
        let solved = solved.with_context(|| name.to_string())?;
        if solved.is_satisfiable() == Some(false) {
            note_basis(context, &file, "there is no solution", solved.basis());
        }
        let verdict = match solved.is_satisfiable() {
            Some(true) if problem.csp().bound().is_some() => "solved to optimality",
            Some(true) => "solved",
            Some(false) => "no solution",
            None => "stopped before an answer",
        };
        // The exact counter finds the best value independently.
        let counting = CountOptions { means: means(), counter: Counter::Exact };
        let counted = stated.count(&counting).with_context(|| name.to_string())?;
        require_agreement(&problem, &solved, &counted).with_context(|| name.to_string())?;
        let candidates = problem.candidates(&means());
        let candidates = candidates.with_context(|| name.to_string())?.numbers();
        let costs = match self.no_encodings {
            true => Vec::new(),
            false => {
                let budget = || self.budget(context).at_most(PER_ENCODING);
                costs(problem.csp(), &solver::default(), budget)?
            }
        };
        context.take_time();
        let view = View { solution: solved.solution().map(Solution::values), ..View::default() };
        let open = View { candidates: candidates.as_deref(), ..View::default() };
        let is_complete =
            counted.is_exact() && candidates.is_some() && solved.is_satisfiable().is_some();
        let section = Section {
            puzzle: puzzle(&problem).picture(&open),
            has_candidates: candidates.is_some(),
            solution: view.solution.map(|_| puzzle(&problem).picture(&view)),
            verdict: verdict.to_owned(),
            counts: sentence(problem.csp(), counted.numbers()),
            costs,
            ..without_optimum(&problem)
        };
        Ok((section, is_complete))
    }
}

/// Fails if the solver and the exact counter contradict each other.
fn require_agreement(problem: &Problem, solved: &Solved, counted: &Number) -> anyhow::Result<()> {
    if let Some(bound) = problem.csp().bound().filter(|_| counted.is_exact()) {
        anyhow::ensure!(
            counted.optimum() == Some(bound.value),
            "the solver's best value is {}, the exact counter's {:?}",
            bound.value,
            counted.optimum()
        );
    }
    let is_counted = *counted.solutions() > BigUint::ZERO;
    let fits = match solved.is_satisfiable() {
        Some(true) => is_counted || !counted.is_exact(),
        Some(false) => !is_counted,
        None => true,
    };
    anyhow::ensure!(
        fits,
        "the solver {} a solution, the exact counter counts {}",
        if is_counted { "finds no" } else { "finds" },
        counted.solutions()
    );
    Ok(())
}

/// The section on a puzzle whose best solutions were not found in time.
fn without_optimum(problem: &Problem) -> Section {
    Section {
        kind: problem.kind().unwrap_or_default(),
        title: problem.title().map(str::to_owned),
        puzzle: puzzle(problem).picture(&View::default()),
        has_candidates: false,
        solution: None,
        verdict: "stopped before the optimum was known".to_owned(),
        counts: "at least 0 optimal solutions".to_owned(),
        constraints: constraints(problem.csp()),
        costs: Vec::new(),
        name: problem.name(),
    }
}

/// Each constraint, with its reason.
fn constraints(csp: &Csp) -> Vec<(String, String)> {
    csp.constraints()
        .iter()
        .map(|posted| (posted.constraint.rule().describe(csp), posted.reason.clone()))
        .collect()
}
