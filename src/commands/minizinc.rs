//! `cnfetti minizinc`: the solver that MiniZinc calls.

mod stream;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use anyhow::Context as _;
use clap::Args;
use cnfetti::instance::{self, LoadError};
use cnfetti::limit::Budget;
use cnfetti::model::flatzinc::library::{LIBRARY, configuration};
use cnfetti::output::{Sort, Target};
use stream::Wanted;

use super::Context;
use super::options::{DEFAULT_SOLVER, FileLimit, names};

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
/// if counting takes less than a second, or less than the time limit. -f and search annotations
/// have no effect: the search is always free.
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
    /// Count and list on up to this many threads [default: all cores]
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
                true => install(context),
                false => print_path(context),
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

/// Files that only cnfetti writes, and may overwrite.
const OURS: Sort = Sort {
    name: "a file of the MiniZinc library",
    beginnings: &[
        "% cnfetti ",
        "#!/bin/sh\n# cnfetti ",
        "@rem cnfetti ",
        "{\n  \"id\": \"org.cnfetti.cnfetti\"",
    ],
};

/// Installs into the folder of the user's MiniZinc solvers.
fn install(context: &mut Context) -> anyhow::Result<ExitCode> {
    let home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"));
    let home = home.context("there is no home folder: use --print-path and MZN_SOLVER_PATH")?;
    let folder = match env::var_os("APPDATA") {
        Some(data) if cfg!(windows) => PathBuf::from(data).join("MiniZinc"),
        _ => PathBuf::from(home).join(".minizinc"),
    };
    let folder = folder.join("solvers");
    write_solver(&folder)?;
    writeln!(context.out, "{}", folder.display())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes into a separate folder for each version, and prints its path.
fn print_path(context: &mut Context) -> anyhow::Result<ExitCode> {
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(env::var_os("HOME").or_else(|| env::var_os("LOCALAPPDATA"))?));
    let cache = cache.filter(|path| path.is_absolute()).or_else(|| Some(home()?.join(".cache")));
    let cache = cache.unwrap_or_else(env::temp_dir);
    let folder = cache.join("cnfetti").join(concat!("minizinc-", env!("CARGO_PKG_VERSION")));
    write_solver(&folder)?;
    writeln!(context.out, "{}", folder.display())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the configuration, the program that it names, and the library.
fn write_solver(folder: &Path) -> anyhow::Result<()> {
    let program = crate::program::path().context("cannot find the path of this program")?;
    let library = folder.join("cnfetti");
    fs::create_dir_all(&library).with_context(|| library.display().to_string())?;
    for (name, text) in LIBRARY {
        put(&library.join(name), &format!("% cnfetti {}\n{text}", env!("CARGO_PKG_VERSION")))?;
    }
    let starter = starter(folder, &program)?;
    put(&folder.join("cnfetti.msc"), &configuration(&starter))
}

/// Writes the program that MiniZinc calls: a script that adds the command's name.
#[cfg(unix)]
fn starter(folder: &Path, program: &Path) -> anyhow::Result<String> {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("cnfetti-flatzinc");
    let quoted = program.display().to_string().replace('\'', r"'\''");
    put(&path, &format!("#!/bin/sh\n# cnfetti for MiniZinc\nexec '{quoted}' minizinc \"$@\"\n"))?;
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(&path, executable).with_context(|| path.display().to_string())?;
    Ok("./cnfetti-flatzinc".to_owned())
}

/// Writes the program that MiniZinc calls: a script that adds the command's name.
#[cfg(not(unix))]
fn starter(folder: &Path, program: &Path) -> anyhow::Result<String> {
    let path = folder.join("cnfetti-flatzinc.bat");
    put(
        &path,
        &format!("@rem cnfetti for MiniZinc\r\n@\"{}\" minizinc %*\r\n", program.display()),
    )?;
    Ok("./cnfetti-flatzinc.bat".to_owned())
}

fn put(path: &Path, text: &str) -> anyhow::Result<()> {
    let target = Target::new(path, OURS, false)?;
    Ok(target.write(|out| out.write_all(text.as_bytes()))?)
}
