//! `cnfetti minizinc`: the solver that MiniZinc calls.

mod install;
mod stream;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use cnfetti::instance;
use cnfetti::solver;

use super::Context;
use super::options::DEFAULT_SOLVER;
use stream::Wanted;

/// Solve a FlatZinc file as MiniZinc wants it, or tell MiniZinc of this solver.
///
/// `--install` writes the solver's configuration and library into your MiniZinc folder: from then on
/// `minizinc --solver cnfetti model.mzn` calls this command with the options below. Solutions differ
/// in what the model puts out. -s says how many there are, exact and not listed, when that takes no
/// longer than a second or the time limit. Search annotations and -f change nothing: the search is
/// always free; -p is accepted, and the search uses one thread.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti minizinc -a instances/models/ring.fzn
  cnfetti minizinc -n 3 -s instances/models/ring.fzn")]
pub(crate) struct MiniZinc {
    /// The FlatZinc file; `-` is stdin
    #[arg(required_unless_present_any = ["install", "print_path"],
          conflicts_with_all = ["install", "print_path"])]
    file: Option<PathBuf>,
    /// All solutions; of an objective all that improve it
    #[arg(short)]
    all: bool,
    /// Up to N solutions
    #[arg(short, value_name = "N", default_value_t = 1, conflicts_with = "all",
          value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,
    /// Statistics, among them the exact number of solutions
    #[arg(short)]
    statistics: bool,
    /// Shuffle the formula by this number: another order of solutions
    #[arg(short, value_name = "SEED")]
    random: Option<u64>,
    /// Stop after this many milliseconds
    #[arg(short, value_name = "MILLISECONDS")]
    time_limit: Option<u64>,
    /// Search freely, as it is always done
    #[arg(short = 'f')]
    free_search: bool,
    /// Accepted; the search uses one thread
    #[arg(short, value_name = "THREADS")]
    parallel: Option<u64>,
    /// The SAT solver (`cnfetti list solvers`), or `cmd:` and a program
    #[arg(long, value_name = "NAME", default_value = DEFAULT_SOLVER)]
    solver: String,
    /// Write configuration and library into your MiniZinc folder
    #[arg(long, conflicts_with_all = ["print_path", "all", "number", "statistics", "random",
          "time_limit", "solver"])]
    install: bool,
    /// Write them into a folder of their own and print it, for MZN_SOLVER_PATH
    #[arg(long, conflicts_with_all = ["all", "number", "statistics", "random", "time_limit",
          "solver"])]
    print_path: bool,
}

impl MiniZinc {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let Some(file) = &self.file else {
            return match self.install {
                true => install::install(context),
                false => install::print_path(context),
            };
        };
        if self.free_search || self.parallel.is_some_and(|threads| threads > 1) {
            context.detail(|| "% the search is free and uses one thread".to_owned());
        }
        let backend = solver::choose(&self.solver)?;
        let backend = match self.random {
            Some(seed) => backend.shuffled(seed),
            None => backend,
        };
        let budget = context.budget(self.time_limit.map(Duration::from_millis));
        let instance = instance::load(file)?;
        let csp = instance.puzzle.csp();
        let is_other = || format!("{}: expected FlatZinc, found another format", file.display());
        let outputs = instance.puzzle.outputs().with_context(is_other)?;
        let wanted = Wanted {
            name: file.display().to_string(),
            puzzle: &*instance.puzzle,
            outputs,
            backend: &backend,
            budget: &budget,
            number: if self.all { u64::MAX } else { self.number },
            by_diagram: self.random.is_none() && self.solver == DEFAULT_SOLVER,
            statistics: self.statistics,
        };
        stream::answer(context, csp, &wanted).with_context(|| wanted.name.clone())
    }
}
