//! Options that several commands share.

pub(crate) mod batch;
pub(crate) mod engines;
pub(crate) mod entered;
pub(crate) mod names;
pub(crate) mod projection;

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use batch::Task;
use clap::Args;
use cnfetti::compile::{Choices, Compiled};
use cnfetti::csp::Csp;
use cnfetti::encodings::{Family, Form};
use cnfetti::limit::{Budget, Limits};
use cnfetti::output::FORMULA;
use cnfetti::plural::counted;
use cnfetti::problem::Means;
use cnfetti::puzzle::Puzzle;
use cnfetti::solver::{self, Backend};
use cnfetti::{Problem, emit, machine};
use engines::bytes;
use itertools::Itertools;

use super::Context;
use super::terminal::destination::{ForceOption, is_stdout};

/// The names of the [`EncodingOptions`] in the parser.
pub(crate) const ENCODINGS: [&str; 5] =
    ["at_most_one", "cardinality", "linear", "domain", "one_sided"];

/// The encodings of the formula.
#[derive(Args)]
#[command(next_help_heading = "Encodings (`cnfetti list encodings`)")]
pub(crate) struct EncodingOptions {
    /// At most one of several literals [default: auto, as for the others]
    #[arg(long, value_name = "NAME", hide_possible_values = true,
          value_parser = names::encoding(&[Family::AtMostOne]))]
    at_most_one: Option<String>,
    /// At most, at least or exactly k of several literals
    #[arg(long, value_name = "NAME", hide_possible_values = true,
          value_parser = names::encoding(&[Family::Cardinality]))]
    cardinality: Option<String>,
    /// Sums of numbers
    #[arg(long, value_name = "NAME", hide_possible_values = true,
          value_parser = names::encoding(&[Family::Linear]))]
    linear: Option<String>,
    /// Values of a variable
    #[arg(long, value_name = "NAME", hide_possible_values = true,
          value_parser = names::encoding(&[Family::Domain]))]
    domain: Option<String>,
    /// Write a smaller formula, with a right projected count only
    #[arg(long)]
    one_sided: bool,
}

impl EncodingOptions {
    pub(crate) fn choices(&self) -> anyhow::Result<Choices> {
        let form = if self.one_sided { Form::OneSided } else { Form::TwoSided };
        Ok(Choices::by_names(self.named(), form)?)
    }

    /// The encodings chosen by name.
    fn named(&self) -> impl Iterator<Item = (Family, &str)> {
        let names = [&self.at_most_one, &self.cardinality, &self.linear, &self.domain];
        let named = Family::ALL.into_iter().zip(names);
        named.filter_map(|(family, name)| Some((family, name.as_deref()?)))
    }

    /// The options as on the command line, each with a blank before it.
    fn typed(&self) -> String {
        let typed = self
            .named()
            .map(|(family, name)| format!(" --{} {name}", family.name().replace('_', "-")));
        typed.chain(self.one_sided.then(|| " --one-sided".to_owned())).collect()
    }
}

/// The default solver.
pub(super) const DEFAULT_SOLVER: &str = "varisat";

/// The solver, and its limits.
#[derive(Args)]
#[command(next_help_heading = "Solving")]
pub(crate) struct SolverOptions {
    /// The SAT solver: see `list solvers`, or cmd:PROGRAM
    ///
    /// A program reads DIMACS and prints `s` and `v` lines: 'cmd:kissat -q'. `{in}` is its input
    /// file (by default the last argument), `{out}` the file for its answer (by default its
    /// output): 'cmd:minisat {in} {out}', 'cmd:solver < {in}'. cnfetti runs it without a shell.
    /// With `{wcnf}` or `{opb}` instead of `{in}`, the program also gets the objective, and finds
    /// the optimum: 'cmd:rc2.py {wcnf}'.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_SOLVER,
          value_parser = names::solver(), hide_possible_values = true)]
    solver: String,
    #[command(flatten)]
    time: TimeOptions,
}

/// The limits of time, of memory and of file size.
#[derive(Args)]
pub(crate) struct TimeOptions {
    /// Stop after this many seconds, and print what was found
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    /// Memory of the program, such as 2G [default: 3/4 of all]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory_limit: Option<usize>,
    /// Largest file to read, such as 500M [default: 16M; formulas 1G]
    #[arg(long, value_name = "SIZE", value_parser = FileLimit::parse)]
    file_limit: Option<FileLimit>,
}

/// The size limit of a file, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct FileLimit(pub(super) u64);

impl FileLimit {
    pub(super) fn parse(text: &str) -> Result<FileLimit, String> {
        bytes(text).map(|bytes| FileLimit(bytes as u64))
    }
}

impl TimeOptions {
    /// The budget for a file, from now on.
    pub(crate) fn budget(&self, context: &Context) -> Budget {
        let file_bytes = self.file_limit.map(|limit| limit.0);
        Budget { file_bytes, ..context.budget(self.time_limit) }
    }
}

impl TimeOptions {
    /// The limits for one puzzle. If it is not alone, it shares the memory with others, which use the other
    /// cores.
    pub(crate) fn limits(&self, budget: Budget, alone: bool) -> Limits {
        let limits = Limits { budget, ..machine::limits() };
        let bytes = self.memory_limit.unwrap_or(limits.memory_bytes);
        if alone {
            return Limits { memory_bytes: bytes, ..limits };
        }
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Limits { memory_bytes: bytes / cores, threads: NonZeroUsize::MIN, ..limits }
    }

    /// The means with this much time for each of several pieces of work on a file.
    pub(crate) fn for_each(&self, context: &Context, means: Means) -> Means {
        let means = means.within(Budget { deadline: None, ..self.budget(context) });
        match self.time_limit {
            Some(time) => means.time(time),
            None => means,
        }
    }
}

impl SolverOptions {
    pub(crate) fn backend(&self) -> anyhow::Result<Backend> {
        chosen(&self.solver)
    }

    /// Whether the user chose another solver than the default.
    pub(crate) fn is_named(&self) -> bool {
        self.solver != DEFAULT_SOLVER
    }

    /// The budget for a file, from now on.
    pub(crate) fn budget(&self, context: &Context) -> Budget {
        self.time.budget(context)
    }

    /// The limits for one puzzle.
    pub(crate) fn limits(&self, budget: Budget, alone: bool) -> Limits {
        self.time.limits(budget, alone)
    }

    /// As for the limits of time.
    pub(crate) fn for_each(&self, context: &Context, means: Means) -> Means {
        self.time.for_each(context, means)
    }
}

/// The solver with this name. Only the default solver has another engine beside it.
pub(super) fn chosen(name: &str) -> anyhow::Result<Backend> {
    if name == DEFAULT_SOLVER { Ok(solver::default()) } else { Ok(solver::choose(name)?) }
}

/// The file for the formula.
#[derive(Args)]
#[command(next_help_heading = "The formula")]
pub(crate) struct EmitOptions {
    /// Also write the puzzle's formula as DIMACS; `-` is stdout
    #[arg(long, value_name = "PATH")]
    emit_cnf: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
}

impl EmitOptions {
    /// Whether to write the formula.
    pub(crate) fn is_wanted(&self) -> bool {
        self.emit_cnf.is_some()
    }

    /// Whether the formula goes to this file, on whatever path.
    pub(crate) fn writes_to(&self, other: &Path) -> bool {
        let Some(path) = &self.emit_cnf else { return false };
        let place = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
        path == other || (path != Path::new("-") && place(path) == place(other))
    }

    /// Ends the process if --force has nothing to overwrite.
    pub(crate) fn refuse_idle_force(&self, context: &Context) {
        if !context.given.has(&["emit_cnf", "proof"]) {
            context.given.refuse(&["force"], "it is for --emit-cnf and --proof");
        }
    }

    /// Whether the formula goes to stdout.
    pub(crate) fn takes_stdout(&self) -> bool {
        self.emit_cnf.as_deref().is_some_and(is_stdout)
    }

    /// Writes the formula, if requested.
    pub(crate) fn emit(&self, context: &mut Context, formula: &Formula<'_>) -> anyhow::Result<()> {
        match &self.emit_cnf {
            None => Ok(()),
            Some(path) => {
                let destination = self.force.destination(path, FORMULA)?;
                destination.write(context, |mut out| formula.write_to(&mut out))
            }
        }
    }

    /// Whether to overwrite files of another sort.
    pub(crate) fn force(&self) -> bool {
        self.force.force()
    }

    /// Fails if there are several puzzles for one formula.
    pub(crate) fn require_one_puzzle(&self, task: &Task<'_>) -> anyhow::Result<()> {
        anyhow::ensure!(
            task.alone || self.emit_cnf.is_none(),
            "{}: --emit-cnf writes the formula of one puzzle, and there are several",
            task.file.display()
        );
        Ok(())
    }

    /// Fails if there are several files for one formula.
    pub(crate) fn require_one_file(&self, files: &[PathBuf]) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.emit_cnf.is_none() || files.len() == 1,
            "--emit-cnf writes the formula of one file, but {} were given",
            files.len()
        );
        Ok(())
    }
}

/// A compiled puzzle, with everything that its DIMACS file says about it.
pub(crate) struct Formula<'a> {
    pub(crate) file: &'a Path,
    pub(crate) puzzle: &'a dyn Puzzle,
    pub(crate) kind: &'static str,
    pub(crate) csp: &'a Csp,
    pub(crate) encodings: &'a EncodingOptions,
    pub(crate) choices: &'a Choices,
    pub(crate) compiled: &'a Compiled,
    /// The counted variables, in words, unless they are clear from the puzzle.
    pub(crate) counted: Option<&'a str>,
    /// Further options on the command line that change the formula, each with a blank before it.
    pub(crate) asked: &'a str,
}

impl Formula<'_> {
    /// Describes the size of the formula, and which encodings it uses and why.
    pub(crate) fn size(&self) -> String {
        let Compiled { cnf, .. } = self.compiled;
        let problem = self.compiled.problem_variables();
        let auxiliary = self.compiled.auxiliary_variables();
        let (clauses, used) = (cnf.num_clauses(), self.compiled.encodings().iter().join(" "));
        let why = if self.choices.picks() { Choices::WHY } else { "as chosen" };
        format!(
            "{}: {}, {auxiliary} auxiliary, {}\n{used} ({why})",
            self.file.display(),
            counted(problem, "problem variable"),
            counted(clauses, "clause"),
        )
    }

    /// Writes the DIMACS text.
    pub(crate) fn write_to(&self, out: &mut impl std::io::Write) -> std::io::Result<()> {
        self.write_as(emit::Language::Dimacs, out)
    }

    /// Writes the formula in this language.
    pub(crate) fn write_as(
        &self,
        language: emit::Language,
        out: &mut impl std::io::Write,
    ) -> std::io::Result<()> {
        let file = self.file.display().to_string();
        let to = match language {
            emit::Language::Dimacs => "",
            emit::Language::Opb => " --to opb",
            emit::Language::Wcnf => " --to wcnf",
        };
        let header = emit::Header {
            command: &format!("cnfetti encode {file}{to}{}{}", self.asked, self.encodings.typed()),
            file: &file,
            kind: self.kind,
            choices: self.choices,
            counted: self.counted,
        };
        emit::write(out, &header, self.csp, self.compiled, language)
    }
}

/// The extension of a file's name, in lower case.
pub(super) fn extension(path: &Path) -> Option<String> {
    path.extension().map(|extension| extension.to_string_lossy().to_lowercase())
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "expected a number of seconds, such as 10 or 0.5".to_owned())
}

/// Parses how many of something there are, if there must be one.
pub(super) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a whole number from 1 on".to_owned())
}

/// The option to count up to rotations and reflections.
#[derive(Args)]
pub(crate) struct RotationsOption {
    /// Also count up to rotations and reflections of the board
    #[arg(long, conflicts_with_all = ["project", "checkpoint", "all_costs"])]
    rotations: bool,
}

impl RotationsOption {
    /// The problem with its rotations and reflections, if requested.
    pub(crate) fn applied(
        &self,
        context: &Context,
        file: impl Display,
        problem: Problem,
    ) -> anyhow::Result<Problem> {
        if !self.rotations {
            return Ok(problem);
        }
        let turned = problem.up_to_rotations().with_context(|| file.to_string())?;
        if turned.csp().symmetry().permutations.is_empty() {
            let no = "no rotation or reflection is seen to keep its rules and clues";
            context.note(format!("{file}: {no}"));
        }
        Ok(turned)
    }
}
