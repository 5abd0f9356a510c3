//! `cnfetti minizinc`: the solver that MiniZinc calls.

mod install;
mod stream;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use cnfetti::instance::{self, LoadError};
use cnfetti::limit::Budget;

use super::options::{DEFAULT_SOLVER, FileLimit};
use super::{Context, options::names};
use stream::Wanted;

/// The options that apply to a model.
const OF_A_MODEL: [&str; 12] = [
    "all",
    "number",
    "intermediate",
    "number_optimal",
    "all_optimal",
    "statistics",
    "random",
    "time_limit",
    "file_limit",
    "parallel",
    "free_search",
    "solver",
];

/// Solve FlatZinc for MiniZinc, or install cnfetti as a MiniZinc solver.
///
/// After --install, `minizinc --solver cnfetti model.mzn` runs this command with the options below.
/// Solutions that agree on the model's output count once. -s prints the exact number of solutions
/// if counting takes less than a second, or less than the time limit. With -p 2, the solver and the
/// exact counter look for the best solution at the same time; with -p 1, they take turns. -f and
/// search annotations have no effect: the search is always free.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti minizinc -a instances/models/ring.fzn
  cnfetti minizinc -n 3 -s instances/models/ring.fzn")]
pub(crate) struct Minizinc {
    /// The FlatZinc file; `-` is stdin
    #[arg(required_unless_present_any = ["install", "print_path"],
          conflicts_with_all = ["install", "print_path"])]
    file: Option<PathBuf>,
    /// Print all solutions; with an objective, every improvement
    #[arg(short)]
    all: bool,
    /// Print up to N solutions
    #[arg(short, value_name = "N", default_value_t = 1, conflicts_with = "all",
          value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,
    /// With an objective, print every improvement (included in -a)
    #[arg(short)]
    intermediate: bool,
    /// With an objective, print up to N optimal solutions (or -n-o)
    #[arg(long, value_name = "N", conflicts_with = "all_optimal",
          value_parser = clap::value_parser!(u64).range(1..))]
    number_optimal: Option<u64>,
    /// With an objective, print all optimal solutions (or -a-o)
    #[arg(long)]
    all_optimal: bool,
    /// Print statistics, including the exact number of solutions
    #[arg(short)]
    statistics: bool,
    /// Random seed: another order of solutions
    #[arg(short, value_name = "SEED")]
    random: Option<u64>,
    /// Stop after this many milliseconds
    #[arg(short, value_name = "MILLISECONDS")]
    time_limit: Option<u64>,
    /// Read files up to this size, such as 500M or 2G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = FileLimit::parse)]
    file_limit: FileLimit,
    /// Search freely (no effect: the search is always free)
    #[arg(short = 'f')]
    free_search: bool,
    /// Work on up to this many threads, two of them for the search [default: all cores]
    #[arg(short, value_name = "THREADS")]
    parallel: Option<NonZeroUsize>,
    /// The SAT solver (`cnfetti list solvers`), or `cmd:` and a program
    #[arg(long, value_name = "NAME", default_value = DEFAULT_SOLVER,
          value_parser = names::solver(), hide_possible_values = true)]
    solver: String,
    /// Write configuration and library into your MiniZinc folder
    #[arg(long, conflicts_with = "print_path", conflicts_with_all = OF_A_MODEL)]
    install: bool,
    /// Write them into a folder of their own and print it, for MZN_SOLVER_PATH
    #[arg(long, conflicts_with_all = OF_A_MODEL)]
    print_path: bool,
}

impl Minizinc {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let Some(file) = &self.file else {
            return match self.install {
                true => install::install(context),
                false => install::print_path(context),
            };
        };
        if self.free_search {
            context.detail(|| "% the search is free, with or without -f".to_owned());
        }
        let backend = super::options::chosen(&self.solver)?;
        let backend = match self.random {
            Some(seed) => backend.shuffled(seed),
            None => backend,
        };
        let time = self.time_limit.map(Duration::from_millis);
        let budget = Budget { file_bytes: Some(self.file_limit.0), ..context.budget(time) };
        context.know(file, |context, _| {
            context.out.would_exit_with(0);
            writeln!(context.out, "{}", stream::UNKNOWN)
        });
        let instance = match instance::load_within(file, &budget) {
            // MiniZinc expects this line, not an error.
            Err(LoadError::Stopped { .. }) => {
                writeln!(context.out, "{}", stream::UNKNOWN)?;
                return Ok(ExitCode::SUCCESS);
            }
            instance => instance?,
        };
        let csp = instance.puzzle.csp();
        let is_other = || format!("{}: expected FlatZinc, found another format", file.display());
        let outputs = instance.puzzle.outputs().with_context(is_other)?;
        let is_about_optima = self.all_optimal || self.number_optimal.is_some();
        if csp.objective().is_none() && (is_about_optima || self.intermediate) {
            context.note("% there is no objective: -i, -n-o and -a-o change nothing");
        }
        let wanted = Wanted {
            name: file.display().to_string(),
            puzzle: &*instance.puzzle,
            outputs,
            backend: &backend,
            budget: &budget,
            number: if self.all { u64::MAX } else { self.number },
            by_diagram: self.random.is_none() && self.solver == DEFAULT_SOLVER,
            improving: self.all || self.intermediate || self.number > 1,
            optimal: if self.all_optimal { u64::MAX } else { self.number_optimal.unwrap_or(1) },
            threads: self.parallel,
            statistics: self.statistics,
        };
        stream::answer(context, &csp, &wanted).with_context(|| wanted.name.clone())
    }
}
