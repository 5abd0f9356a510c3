//! `cnfetti compare`: encodings side by side.

mod plot;
mod table;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use cnfetti::csp::Csp;
use cnfetti::instance;
use cnfetti::output::write_atomically;
use cnfetti::search::compare::{
    Facts, MAX_SOLUTIONS, Row, Scope, Settings, Task, agree, measure, plan,
};
use cnfetti::solver::Backend;
use indicatif::ProgressBar;

use super::options::SolverOptions;
use super::{Context, STOPPED};

/// Compare encodings on the same puzzles: size, time, propagation.
///
/// By default one family of encodings at a time is varied, the others are picked by `auto`. The
/// results of all rows must agree; if they do not, that is printed first and the exit code is 1.
///
/// Columns: variables of the problem and auxiliary ones; clauses, literals, the longest clause;
/// the median times of compiling and of the task; conflicts, decisions and propagations of the
/// first answer where the solver tells (batsat does); UP: how many percent of the backbone
/// literals (those that are true in every solution) unit propagation alone derives; and how many
/// models the one-sided form has for each solution: the factor by which a count without the
/// projection would be wrong.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti compare instances/dice/labeled-dice.toml
  cnfetti compare --all --encodings one_hot,order,pairwise,product instances/signs/leepf-open.toml
  cnfetti compare --task solve --format csv --time-limit 5 instances/pips/*.toml
  cnfetti compare --plot dice.svg instances/dice/*.toml")]
pub(crate) struct Compare {
    /// The puzzles; `-` is stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// What is timed
    #[arg(long, value_enum, default_value_t, value_name = "TASK")]
    task: TaskName,
    /// Only these encodings, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    encodings: Vec<String>,
    /// Every combination instead of one family at a time
    #[arg(long)]
    all: bool,
    /// How often each row is run; the times are medians
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..))]
    repeat: u16,
    /// Also draw size against time, and for several puzzles how many were done in which time, as
    /// SVG
    #[arg(long, value_name = "PATH")]
    plot: Option<PathBuf>,
    /// Overwrite a file that does not look like SVG
    #[arg(long, requires = "plot")]
    force: bool,
    #[command(flatten)]
    solver: SolverOptions,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum TaskName {
    /// Find a solution, or that there is none
    Solve,
    /// Count all solutions by blocking clauses
    #[default]
    Count,
    /// Find that there is no solution but the known ones
    Unsat,
}

/// The rows of one puzzle.
struct Comparison {
    file: String,
    rows: Vec<Row>,
    agreed: bool,
}

impl Compare {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if let (Some(path), false) = (&self.plot, self.force) {
            plot::refuse_foreign(path)?;
        }
        let mut code = ExitCode::SUCCESS;
        let mut comparisons = Vec::new();
        for file in &self.files {
            let comparison = self.compare(context, file)?;
            if !comparison.agreed {
                code = ExitCode::from(1);
                context.note(format!("{}: THE ENCODINGS DISAGREE", comparison.file));
            }
            table::write(context, &comparison, comparisons.is_empty())?;
            context.out.flush()?;
            comparisons.push(comparison);
            if context.is_stopped() {
                code = ExitCode::from(STOPPED);
                break;
            }
        }
        if let Some(path) = &self.plot {
            let picture = plot::draw(&comparisons)?;
            write_atomically(path, |out| out.write_all(picture.as_bytes()))?;
        }
        Ok(code)
    }

    fn compare(&self, context: &Context, file: &Path) -> anyhow::Result<Comparison> {
        let backend = self.solver.backend()?;
        let csp = instance::load(file)?.puzzle.csp();
        let name = file.display().to_string();
        let bar = progress_bar(context);
        let rows = self.rows(context, &name, &csp, &backend, bar.as_ref());
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        let rows = rows?;
        Ok(Comparison { file: name, agreed: agree(&rows), rows })
    }

    /// The rows one after the other; the first is run once before, so that none pays for cold
    /// caches.
    fn rows(
        &self,
        context: &Context,
        file: &str,
        csp: &Csp,
        backend: &Backend,
        bar: Option<&ProgressBar>,
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
        let facts = Facts::find(csp, backend, &self.solver.budget(context))?;
        let task = self.task.into();
        if task == Task::Unsat && !facts.is_complete {
            anyhow::bail!(
                "{file}: --task unsat needs all solutions, at most {MAX_SOLUTIONS}, within the limit"
            );
        }
        let settings = Settings { task, backend, repeat: usize::from(self.repeat) };
        if let Some(first) = candidates.first() {
            let once = Settings { repeat: 1, ..settings };
            measure(csp, first, &facts, &once, &self.solver.budget(context))?;
        }
        let mut rows = Vec::with_capacity(candidates.len());
        for (index, candidate) in candidates.iter().enumerate() {
            if context.is_stopped() {
                break;
            }
            let place = format!("{}/{}", index + 1, candidates.len());
            tell(format!("{file}: {place} {}", candidate.label));
            let budget = self.solver.budget(context);
            let row = measure(csp, candidate, &facts, &settings, &budget);
            rows.push(row.with_context(|| format!("{file}: {}", candidate.label))?);
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

fn progress_bar(context: &Context) -> Option<ProgressBar> {
    context.shows_progress().then(|| {
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        bar
    })
}
