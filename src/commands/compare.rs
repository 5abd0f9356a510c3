//! `cnfetti compare`: compares encodings and solvers.

mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use cnfetti::Problem;
use cnfetti::compare::{Repeat, Row, Scope, Settings, Task, agree};
use cnfetti::decimal::Amount;
use cnfetti::encodings::Family;
use cnfetti::instance;
use cnfetti::problem::{CompareOptions, Comparing, Means};
use cnfetti::solver::{self, Backend};
use itertools::Itertools;

use super::answers::asked::{CostOption, optimal};
use super::answers::evidence::{Statement, tell};
use super::options::{DEFAULT_SOLVER, TimeOptions};
use super::terminal::walk::expand;
use super::{Context, STOPPED, options::names};
use crate::report_error;

/// Compare encodings and solvers on the same puzzles.
///
/// It varies one family of encodings at a time; `auto` picks the others. With several solvers, each
/// runs every row. If two rows disagree on the answer, `compare` prints that first, and the exit
/// code is 1. A formula with over a million literals and over ten times as many as that of `auto`
/// is too large, unless you name its encodings with --encodings.
///
/// Columns: variables of the problem + auxiliary ones; clauses, literals, the longest clause;
/// median times to compile and to run the task; conflicts, decisions and propagations of the first
/// answer (- = not reported); UP, the share of the backbone (the literals that are true in every
/// solution) that unit propagation derives alone; one-sided, the models of the one-sided form per
/// solution, on average over the first ten solutions.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti compare instances/pips/pips1.toml
  cnfetti compare --all --encodings one_hot,order,pairwise,product instances/signs/leepf-open.toml
  cnfetti compare --task solve --encodings pairwise,product --format csv instances/dice
  cnfetti compare --encodings auto --solver varisat,'cmd:cadical -q' instances/pips/pips1.toml
  cnfetti compare instances/models/queens.xml")]
pub(crate) struct Compare {
    /// Files or folders of puzzles. `FILE#NAME` is one of several in a file, `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The task to time
    #[arg(long, value_enum, default_value_t, value_name = "TASK")]
    task: TaskName,
    /// Compare only these encodings, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "NAMES", hide_possible_values = true,
          value_parser = names::encoding(&Family::ALL))]
    encodings: Vec<String>,
    /// Try every combination instead of one family at a time
    #[arg(long)]
    all: bool,
    /// Run each row this many times; the times are medians. By default three times, and once if it
    /// takes longer than about 10 ms
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    repeat: Option<u16>,
    /// Shuffle variables and clauses in each run, with this seed, to level out luck
    #[arg(long, value_name = "SEED", num_args = 0..=1,
          require_equals = true, default_missing_value = "0")]
    shuffle: Option<u64>,
    #[command(flatten)]
    costs: CostOption,
    /// The SAT solvers, separated by commas (`cnfetti list solvers`), or `cmd:` and a program
    #[arg(long, value_name = "NAMES", default_value = DEFAULT_SOLVER, help_heading = "Solving",
          value_parser = names::solvers(), hide_possible_values = true)]
    solver: String,
    #[command(flatten, next_help_heading = "Solving")]
    time: TimeOptions,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum TaskName {
    /// Find a solution, or prove there is none
    Solve,
    /// Count all solutions by blocking clauses
    #[default]
    Count,
    /// Prove that there are no further solutions
    Unsat,
}

/// The rows of one puzzle.
struct Comparison {
    file: String,
    /// The optimal value of the objective, if there is an objective.
    optimum: Option<Amount>,
    rows: Vec<Row>,
    agreed: bool,
}

impl Comparison {
    fn has_answer(&self) -> bool {
        self.rows.iter().any(|row| row.satisfiable.is_some())
    }

    /// Notes the evidence for each row. Rows that disagree have been shown instead.
    fn note_evidence(&self, context: &Context) {
        for row in self.rows.iter().filter(|_| self.agreed) {
            if let Some(Ok(evidence)) = &row.evidence {
                let label = format!("{}: {}", self.file, row.formula.candidate.label);
                let (what, by) = ("there are no further solutions", row.solver.as_str());
                tell(context, &Statement { name: label, what, by }, evidence);
            }
        }
    }

    fn has_several_solvers(&self) -> bool {
        !self.rows.iter().map(|row| &row.solver).all_equal()
    }
}

impl Compare {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let backends = solver::choose_several(&self.solver)?;
        let mut comparisons = Vec::new();
        let mut failed = false;
        let files = expand(context, &self.files)?;
        for file in &files {
            match self.compare_file(context, file, &backends, &mut comparisons) {
                Ok(()) => {}
                Err(error) if files.len() == 1 => return Err(error),
                Err(error) => {
                    context.out.flush()?;
                    report_error::show(&error);
                    failed = true;
                }
            }
            if context.is_stopped() {
                break;
            }
        }
        Ok(if failed || comparisons.iter().any(|comparison| !comparison.agreed) {
            ExitCode::from(1)
        } else if context.is_stopped() || !comparisons.iter().all(Comparison::has_answer) {
            ExitCode::from(STOPPED)
        } else {
            ExitCode::SUCCESS
        })
    }

    /// Compares on each puzzle of a file, and writes the results.
    fn compare_file(
        &self,
        context: &mut Context,
        file: &Path,
        backends: &[Backend],
        comparisons: &mut Vec<Comparison>,
    ) -> anyhow::Result<()> {
        context.begin_on(file);
        for instance in instance::load_all_within(file, &self.time.budget(context))? {
            let problem = Problem::from_instance(instance, file);
            let is_first = comparisons.is_empty();
            let comparison = self.compare(context, problem, backends, is_first)?;
            if !comparison.agreed {
                context.note(format!("{}: {}", comparison.file, table::verdict(&comparison)));
            }
            table::write(context, &comparison, is_first)?;
            context.out.flush()?;
            comparisons.push(comparison);
            if context.is_stopped() {
                break;
            }
        }
        Ok(())
    }

    fn compare(
        &self,
        context: &Context,
        problem: Problem,
        backends: &[Backend],
        is_first: bool,
    ) -> anyhow::Result<Comparison> {
        let name = problem.name();
        let problem = self.costs.chosen(context, &name, problem);
        let means = Means::default().within(self.time.budget(context)).solver(backends[0].clone());
        let problem = optimal(context, Path::new(&name), &problem, &means)?.into_problem();
        let bar = context.spinner();
        let optimum = problem.csp().bound().map(|bound| problem.csp().amount(bound.value));
        let know = |rows: &[Row]| {
            let (file, rows, agreed) = (name.clone(), rows.to_vec(), agree(rows));
            let comparison = Comparison { file, optimum, rows, agreed };
            context.know(&name, |context, _| {
                if !agreed {
                    context.out.would_exit_with(1);
                }
                table::write(context, &comparison, is_first)
            });
        };
        know(&[]);
        let tell = |text: String| {
            context.detail(|| text.clone());
            if let Some(bar) = &bar {
                bar.set_message(text);
            }
        };
        let options = self.options(context, backends);
        let compared = problem.compare_watched(&options, |progress| match progress {
            Comparing::Begun => tell(format!("{name}: what all encodings have in common")),
            // Each row has the time limit for itself, and so has writing its formula.
            Comparing::Row { number, of, label, solver } => {
                self.time.budget(context);
                tell(format!("{name}: {number}/{of} {label}, {solver}"));
            }
            Comparing::Rows(rows) => {
                self.time.budget(context);
                know(rows);
            }
            _ => {}
        });
        context.take_time();
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        let compared = compared.with_context(|| name.clone())?;
        let (rows, agreed) = (compared.rows().to_vec(), compared.agreed());
        let comparison = Comparison { file: name, optimum, agreed, rows };
        comparison.note_evidence(context);
        Ok(comparison)
    }

    fn options(&self, context: &Context, backends: &[Backend]) -> CompareOptions {
        let scope = if self.all { Scope::All } else { Scope::EachFamily };
        let repeat = self.repeat.map_or(Repeat::Usual, |times| Repeat::Times(times.into()));
        let settings = Settings { task: self.task.into(), repeat, shuffle: self.shuffle };
        CompareOptions {
            means: self.time.for_each(context, Means::default()),
            encodings: self.encodings.clone(),
            scope,
            solvers: backends.to_vec(),
            settings,
        }
    }
}

impl From<TaskName> for Task {
    fn from(name: TaskName) -> Task {
        match name {
            TaskName::Solve => Task::Solve,
            TaskName::Count => Task::Count,
            TaskName::Unsat => Task::Unsat,
        }
    }
}
