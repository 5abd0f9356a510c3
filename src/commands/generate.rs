//! `cnfetti generate`: generates puzzles.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::Args;
use cnfetti::explain::techniques::{TECHNIQUES, Technique};
use cnfetti::generate::{
    self, Difficulty, GenerateError, Generator, Made, Mix, Shape, Tools, generators,
};
use cnfetti::input::{MAX_FILE_BYTES, similar};
use cnfetti::instance::{self, LoadError, OwnKind};
use cnfetti::kinds::{Symmetry, USUAL_SIZE, library};
use cnfetti::output::PUZZLE;
use cnfetti::solver::Backend;
use itertools::Itertools;
use serde_json::json;

use super::options::SolverOptions;
use super::terminal::destination::{Destination, ForceOption, is_stdout};
use super::{Context, Format, STOPPED, options::names, shared::kind, terminal::files, wrong_usage};

/// Make new puzzles with exactly one solution and no redundant clues.
///
/// Each puzzle has one solution up to symmetry: the names of dice or subjects, and rotations of a
/// figure, make no difference. Without any one clue, it has more. If the places of clues are
/// symmetric (--symmetry), that holds for any clue together with those that are symmetric to it.
/// The same version, kind, size and seed make the same puzzle on every machine.
#[derive(Args)]
#[command(mut_arg("force", |force| force.requires("output")))]
#[command(after_long_help = after_help())]
pub(crate) struct Generate {
    /// The kind: see `list kinds`, or the file of a kind that has a table `[generate]`
    #[arg(value_parser = names::any_like(names_of_kinds()), hide_possible_values = true)]
    kind: String,
    /// Size of the puzzle, such as 14 or 4x6: see below
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// easy, medium, hard or expert; a rating (3.0..4.4); a technique; rules at once (4..6)
    #[arg(long, value_name = "LEVEL")]
    difficulty: Option<Difficulty>,
    /// Only puzzles that need no such technique: X-wing, chains
    #[arg(long, value_name = "TECHNIQUE", value_parser = techniques)]
    without: Vec<Techniques>,
    /// Places of clues: none, rotate180, rotate90, mirror, flip or diagonal
    #[arg(long, value_name = "SYMMETRY", hide_possible_values = true,
          value_parser = names::one_of(Symmetry::ALL.map(|row| row.1)))]
    symmetry: Option<String>,
    /// Set a parameter of the kind, such as knight=true
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Make rules for the board in this file (pips only)
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    shape: Option<PathBuf>,
    /// With --shape: use the dominoes of the file (given) or others (dealt)
    #[arg(long, value_name = "WHICH", value_parser = ["given", "dealt"], default_value = "given",
          hide_possible_values = true, hide_default_value = true,
          requires = "shape")]
    dominoes: String,
    /// Mix of rules (pips only) [default: equal=23,unequal=2,sum=60,less=7,greater=8]
    #[arg(long, value_name = "MIX")]
    rules: Option<Mix>,
    /// Random seed; the puzzle records it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Make N puzzles, with this seed and the next ones
    #[arg(short, long = "number", value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,
    /// The file, or the folder for several; `-` is stdout
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    force: ForceOption,
    #[command(flatten)]
    solver: SolverOptions,
}

/// What every puzzle of a command line has in common.
struct Plan<'a> {
    size: &'a [usize],
    shape: Option<&'a Shape>,
    set: &'a [(usize, i64)],
}

/// The generator for a kind of the user's own: from a file, or by its name in the folder of kinds.
fn own_generator(
    context: &Context,
    typed: &str,
    own: Option<OwnKind>,
) -> anyhow::Result<Generator> {
    let (path, text) = match own {
        Some(own) => (own.path, own.text),
        None if typed.ends_with(".toml") => {
            let path = PathBuf::from(typed);
            let text = files::read_text(&path, context.file_bytes(MAX_FILE_BYTES))?;
            (path, text)
        }
        None if library::shipped(typed).is_some() => {
            wrong_usage(format!("cannot generate {typed}: its file has no table `[generate]`"))
        }
        None if instance::kinds_folder().is_some() => {
            wrong_usage(format!("there is no kind `{typed}`: {}", kind::searched()))
        }
        None => names::refuse("generate", "kind", typed, names_of_kinds()),
    };
    generate::of_file(&text).map_err(|error| {
        let text = text.into();
        LoadError::Invalid { path, text, error }.into()
    })
}

fn names_of_kinds() -> impl Iterator<Item = &'static str> {
    generators().map(|row| row.kind.as_ref())
}

/// Describes the sizes, from the table of generators.
fn after_help() -> String {
    let (files, own): (Vec<&Generator>, Vec<&Generator>) =
        generators().partition(|row| row.is_file());
    let size = |name: &str, row: &Generator, default: String| {
        format!("  {name:<8} {}; default {default}", row.size_in_words())
    };
    let sizes = own.iter().map(|row| size(&row.kind, row, row.default_size().iter().join("x")));
    // What each of the others says is in its file, which is not read for this.
    let default = format!("{USUAL_SIZE}x{USUAL_SIZE}, or as the kind says");
    let others = files.first().map(|row| size("others", row, default));
    let sizes = sizes.chain(others);
    format!(
        "Sizes:\n{}\n\nExamples:
  cnfetti generate slitherlink --size 8 --seed 1
  cnfetti generate sudoku --size 9 --set knight=true
  cnfetti generate examples/kinds/owls.toml --size 6
  cnfetti generate signs --size 4x4 -n 3 -o signs/
  cnfetti generate pips --size 14 --difficulty easy
  cnfetti generate sudoku --difficulty X-wing --without chains
  cnfetti generate pips --shape instances/pips/pips1.toml --dominoes dealt
  cnfetti generate pips --size 8 --difficulty medium --rules sum=2,equal,less,greater",
        { sizes }.join("\n")
    )
}

impl Generate {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let own = kind::own(&self.kind)?;
        let of_file;
        let generator = match generate::by_kind(&self.kind).filter(|_| own.is_none()) {
            Some(generator) => generator,
            None => {
                of_file = own_generator(context, &self.kind, own)?;
                &of_file
            }
        };
        let shape = self.shape(generator)?;
        let size = match (&self.size, &shape) {
            (_, Some(shape)) => vec![shape.cells.len() / 2],
            (Some(text), None) => {
                generator.parse_size(text).unwrap_or_else(|error| wrong_usage(error))
            }
            (None, None) => generator.default_size(),
        };
        let is_level = matches!(self.difficulty, Some(Difficulty::Level(_)));
        if is_level && !generator.has_levels() && !generator.is_file() {
            wrong_usage(GenerateError::NoLevels(generator.kind.to_string()));
        }
        if self.number > 1 && self.to_stdout() && context.format != Format::Json {
            wrong_usage(format!("{} puzzles need a folder: --output FOLDER", self.number));
        }
        if self.symmetry.is_some() && !generator.is_file() {
            wrong_usage(format!(
                "{} has no --symmetry: that is for kinds that are files",
                self.kind
            ));
        }
        let set = self.set.iter().map(|text| generator.parameter(text));
        let set: Vec<(usize, i64)> =
            set.collect::<Result<_, _>>().unwrap_or_else(|error| wrong_usage(error));
        if self.rules.is_some() && generator.kind != "pips" {
            wrong_usage(format!("{} has no --rules: that is for pips", self.kind));
        }
        let backend = self.solver.backend()?;
        let first = self.seed.unwrap_or_else(any_seed);
        for index in 0..self.number {
            let start = Instant::now();
            let seed = first.wrapping_add(index);
            context.know(generator.kind.as_ref(), |_, _| Ok(()));
            let destination =
                self.force.destination(&self.path(&generator.kind, &size, seed)?, PUZZLE)?;
            let plan = Plan { size: &size, shape: shape.as_ref(), set: &set };
            match self.generate(context, generator, &backend, &plan, seed, index) {
                Err(GenerateError::Stopped(why)) => {
                    context.note(format!("{why} after {index} of {} puzzles", self.number));
                    return Ok(ExitCode::from(STOPPED));
                }
                made => self.write(
                    context,
                    generator,
                    &made?,
                    &destination,
                    (&size, seed),
                    start.elapsed(),
                )?,
            }
            context.take_time();
        }
        Ok(ExitCode::SUCCESS)
    }

    fn generate(
        &self,
        context: &Context,
        generator: &Generator,
        backend: &Backend,
        &Plan { size, shape, set }: &Plan<'_>,
        seed: u64,
        index: u64,
    ) -> Result<Made, GenerateError> {
        let bar = context.spinner();
        let progress = |attempt: usize, seen: &[usize]| {
            if let Some(bar) = &bar {
                let (puzzle, number) = (index + 1, self.number);
                let seen = match seen.iter().minmax().into_option() {
                    Some((least, most)) => {
                        format!(", {} of difficulties {least} to {most}", seen.len())
                    }
                    None => String::new(),
                };
                bar.set_message(format!("puzzle {puzzle} of {number}, attempt {attempt}{seen}"));
            }
        };
        let symmetry = self.symmetry.as_deref().and_then(Symmetry::by_name);
        let budget = self.solver.budget(context);
        let mix = self.rules.unwrap_or_default();
        let without = self.without.iter().flat_map(|all| all.0.iter().copied()).collect_vec();
        let without = &without[..];
        let tools =
            Tools { backend, budget, symmetry, shape, set, mix, without, progress: &progress };
        let made = generator.generate(size, seed, self.difficulty, &tools);
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        made
    }

    fn write(
        &self,
        context: &mut Context,
        generator: &Generator,
        made: &Made,
        destination: &Destination,
        (size, seed): (&[usize], u64),
        time: Duration,
    ) -> anyhow::Result<()> {
        let file = match destination {
            Destination::Stdout => None,
            Destination::File(target) => {
                destination.write_only(context, |out| out.write_all(made.text.as_bytes()))?;
                Some(target.path().display().to_string())
            }
        };
        if context.format == Format::Json {
            let line = json!({
                "file": file,
                "kind": generator.kind,
                "size": size,
                "seed": seed,
                "text": made.text,
                "hardest": made.hardest,
                "score": made.score,
                "seconds": time.as_secs_f64(),
            });
            writeln!(context.out, "{line}")?;
        } else if let Some(file) = file {
            let difficulty = match (made.hardest, made.score) {
                (Some(hardest), _) => format!(", difficulty {hardest}"),
                (None, Some(score)) => format!(", score {score}"),
                (None, None) => String::new(),
            };
            context.note(format!("{file}: one solution{difficulty} ({:.2} s)", time.as_secs_f64()));
        } else {
            write!(context.out, "{}", made.text)?;
        }
        Ok(context.out.flush()?)
    }

    /// Reads the board for which to make rules.
    fn shape(&self, generator: &Generator) -> anyhow::Result<Option<Shape>> {
        let Some(path) = &self.shape else { return Ok(None) };
        if generator.kind != "pips" {
            wrong_usage(format!("{} has no --shape: that is for pips", generator.kind));
        }
        let instance = instance::load(path)?;
        let name = path.display().to_string();
        let shape = Shape::of(&instance, name.clone(), self.dominoes == "given");
        shape.map(Some).map_err(|error| anyhow::anyhow!("{name}: {error}"))
    }

    fn to_stdout(&self) -> bool {
        is_stdout(&self.output)
    }

    /// The file for the puzzle with this seed. Creates folders as needed.
    fn path(&self, kind: &str, size: &[usize], seed: u64) -> anyhow::Result<PathBuf> {
        let names_folder = self.output.as_os_str().as_encoded_bytes().ends_with(b"/");
        let is_file = self.number == 1 && !names_folder && !self.output.is_dir();
        if is_file || self.to_stdout() {
            return Ok(self.output.clone());
        }
        fs::create_dir_all(&self.output).with_context(|| self.output.display().to_string())?;
        let name = format!("{kind}-{}-seed{seed}.toml", size.iter().join("x"));
        Ok(self.output.join(name))
    }
}

/// A seed that differs each time, and is short enough to type.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_micros())
}

/// Techniques that are named together.
#[derive(Clone)]
struct Techniques(Vec<&'static Technique>);

/// The technique of this name, or else all that have the word in their names.
fn techniques(text: &str) -> Result<Techniques, String> {
    let word = text.trim_end_matches('s');
    let named = |is: &dyn Fn(&str) -> bool| {
        TECHNIQUES.iter().copied().filter(|technique| is(technique.name)).collect_vec()
    };
    let exactly = named(&|name| name == text);
    let found = if exactly.is_empty() { named(&|name| name.contains(word)) } else { exactly };
    match word.is_empty() || found.is_empty() {
        true => Err(match similar(text, TECHNIQUES.iter().map(|technique| technique.name)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => "expected a technique such as X-wing, or a word such as chains".to_owned(),
        }),
        false => Ok(Techniques(found)),
    }
}
