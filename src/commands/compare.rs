//! `cnfetti compare`: compares encodings and solvers.

mod plot;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use cnfetti::Problem;
use cnfetti::compare::{
    Facts, MAX_SOLUTIONS, Repeat, Row, Scope, Settings, Task, agree, measure, plan, prepare,
};
use cnfetti::csp::Csp;
use cnfetti::encodings::Family;
use cnfetti::instance::{self, Expect};
use cnfetti::limit::Stopped;
use cnfetti::output::PICTURE;
use cnfetti::plural::counted;
use cnfetti::problem::Means;
use cnfetti::search::sample::Others;
use cnfetti::solver::{self, Backend};
use indicatif::ProgressBar;
use itertools::Itertools;

use super::answers::asked::{CostOption, optimal};
use super::answers::evidence::{Statement, tell};
use super::answers::expected::require_solutions;
use super::options::{DEFAULT_SOLVER, TimeOptions, require_svg};
use super::terminal::destination::ForceOption;
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
#[command(mut_arg("force", |force| force.requires("plot")))]
#[command(after_help = "Examples:
  cnfetti compare instances/pips/pips1.toml
  cnfetti compare --all --encodings one_hot,order,pairwise,product instances/signs/leepf-open.toml
  cnfetti compare --task solve --encodings auto,order,log --format csv instances/signs
  cnfetti compare --task solve --encodings pairwise,product --plot dice.svg instances/dice
  cnfetti compare --task unsat --repeat 9 --shuffle=1 instances/pips/growing-05.toml
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
    /// Also plot size against time as SVG; for several puzzles, plot how many are done in which
    /// time. `-` is stdout, which then has nothing else
    #[arg(long, value_name = "PATH")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
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
    optimum: Option<i64>,
    rows: Vec<Row>,
    agreed: bool,
}

impl Comparison {
    fn has_answer(&self) -> bool {
        self.rows.iter().any(|row| row.satisfiable.is_some())
    }

    /// Fails if a row is wrong, and reports the evidence for the others.
    fn require_right(&self, context: &Context) -> anyhow::Result<()> {
        for row in &self.rows {
            let Some(evidence) = &row.evidence else { continue };
            let label = format!("{}: {}", self.file, row.formula.candidate.label);
            let evidence = evidence.clone().with_context(|| label.clone())?;
            let (what, by) = ("there are no further solutions", row.solver.as_str());
            tell(context, &Statement { name: label, what, by }, &evidence);
        }
        Ok(())
    }

    /// Fails if the file expects another number of solutions.
    fn require_expected(&self, expect: &Expect) -> anyhow::Result<()> {
        let file = Path::new(&self.file);
        let mut counts = self.rows.iter().filter_map(|row| row.count.as_ref());
        counts.try_for_each(|(number, exact)| require_solutions(file, expect, number, *exact))
    }

    fn has_several_solvers(&self) -> bool {
        !self.rows.iter().map(|row| &row.solver).all_equal()
    }
}

impl Compare {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if let Some(path) = &self.plot {
            require_svg(path);
        }
        let plot = self.plot.as_deref().map(|path| self.force.destination(path, PICTURE));
        let plot = plot.transpose()?;
        let prints = plot.as_ref().is_none_or(|plot| !plot.is_stdout());
        let backends = solver::choose_several(&self.solver)?;
        let mut comparisons = Vec::new();
        let mut failed = false;
        let files = expand(context, &self.files)?;
        for file in &files {
            match self.compare_file(context, file, &backends, prints, &mut comparisons) {
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
        if let Some(plot) = plot {
            plot.write_text(context, &plot::draw(&comparisons))?;
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
        prints: bool,
        comparisons: &mut Vec<Comparison>,
    ) -> anyhow::Result<()> {
        context.begin_on(file);
        for instance in instance::load_all_within(file, &self.time.budget(context))? {
            let problem = Problem::from_instance(instance, file);
            let is_first = prints.then_some(comparisons.is_empty());
            let comparison = self.compare(context, problem, backends, is_first)?;
            if !comparison.agreed {
                context.note(format!("{}: {}", comparison.file, table::verdict(&comparison)));
            }
            if prints {
                table::write(context, &comparison, comparisons.is_empty())?;
                context.out.flush()?;
            }
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
        is_first: Option<bool>,
    ) -> anyhow::Result<Comparison> {
        let name = problem.name();
        let problem = self.costs.chosen(context, &name, problem);
        let means = Means::default().within(self.time.budget(context)).solver(backends[0].clone());
        let problem = optimal(context, Path::new(&name), &problem, &means)?.into_problem();
        let csp = problem.csp();
        let bar = context.spinner();
        let optimum = csp.bound().map(|bound| bound.value);
        let know = |rows: &[Row]| {
            let (file, rows, agreed) = (name.clone(), rows.to_vec(), agree(rows));
            let comparison = Comparison { file, optimum, rows, agreed };
            context.know(&name, |context, _| {
                if !agreed {
                    context.out.would_exit_with(1);
                }
                is_first.map_or(Ok(()), |is_first| table::write(context, &comparison, is_first))
            });
        };
        know(&[]);
        let rows = self.rows(context, &name, csp, backends, bar.as_ref(), &know);
        context.take_time();
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        let rows = rows?;
        let comparison = Comparison { file: name, optimum, agreed: agree(&rows), rows };
        // Rows that disagree are shown first, to see which.
        if comparison.agreed {
            comparison.require_right(context)?;
            comparison.require_expected(problem.expected())?;
        }
        Ok(comparison)
    }

    /// Runs the rows one after the other. Each solver runs the first row once before, to warm up
    /// the caches.
    fn rows(
        &self,
        context: &Context,
        file: &str,
        csp: &Csp,
        backends: &[Backend],
        bar: Option<&ProgressBar>,
        know: &dyn Fn(&[Row]),
    ) -> anyhow::Result<Vec<Row>> {
        let scope = if self.all { Scope::All } else { Scope::EachFamily };
        let candidates = plan(csp, scope, &self.encodings)?;
        let tell = |text: String| {
            context.detail(|| text.clone());
            if let Some(bar) = bar {
                bar.set_message(text);
            }
        };
        tell(format!("{file}: what all encodings have in common"));
        let facts = Facts::find(csp, &backends[0], &self.time.budget(context))
            .with_context(|| file.to_owned())?;
        let task = self.task.into();
        match facts.others {
            Others::Some if task == Task::Unsat => anyhow::bail!(
                "{file}: --task unsat needs all solutions, and there are over {MAX_SOLUTIONS}"
            ),
            Others::Unknown(limit) if task == Task::Unsat => {
                let all = format!("{file}: --task unsat needs all solutions");
                return Err(Stopped(limit)).context(all);
            }
            _ => {}
        }
        let repeat = self.repeat.map_or(Repeat::Usual, |times| Repeat::Times(times.into()));
        let settings = Settings { task, repeat, shuffle: self.shuffle };
        let mut rows = Vec::with_capacity(candidates.len() * backends.len());
        for (index, candidate) in candidates.iter().enumerate() {
            let budget = self.time.budget(context);
            let prepared = prepare(csp, candidate, &facts, settings.repeat, &budget);
            for backend in backends {
                if context.is_stopped() {
                    return Ok(rows);
                }
                let place = format!("{}/{}", index + 1, candidates.len());
                tell(format!("{file}: {place} {}, {}", candidate.label, backend.name));
                let run = |settings| {
                    let budget = self.time.budget(context);
                    let row = measure(csp, &prepared, &facts, backend, settings, &budget);
                    row.with_context(|| format!("{file}: {}, {}", candidate.label, backend.name))
                };
                if index == 0 {
                    run(Settings { repeat: Repeat::Times(1), ..settings })?;
                }
                rows.push(run(settings)?);
                know(&rows);
            }
        }
        // Rows that disagree are shown first, to see which.
        let misfit = rows.iter().find(|row| agree(&rows) && !facts.fit(row, task));
        if let Some(row) = misfit {
            let (known, by) = (facts.solutions.len(), &row.solver);
            anyhow::bail!(
                "{file}: {by} contradicts itself: {} found before",
                counted(known, "solution")
            );
        }
        Ok(rows)
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
