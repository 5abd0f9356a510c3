//! `cnfetti convert`: writes a puzzle in another file format.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::input::without_packing;
use cnfetti::instance::{self, Instance};
use cnfetti::output::PUZZLE;
use cnfetti::puzzle::{FORMATS, Format};
use itertools::Itertools;

use super::Context;
use super::options::{TimeOptions, names};
use super::terminal::destination::ForceOption;

/// Write puzzles in another file format.
///
/// Every puzzle can become toml; Pips also json (as published), map (as typed), text (counted) or
/// dominosa; models the format that they were written in: xcsp3, flatzinc or opb; many kinds a
/// puzzlink address; and Sudoku an f-puzzles link, or
/// 81 characters (sudoku). If a format cannot express a puzzle, that is an
/// error. But only toml keeps [expect], and only toml, json and map keep title and source.
#[derive(Args)]
#[command(mut_arg("force", |force| force.requires("output")))]
#[command(after_help = "Examples:
  cnfetti convert instances/pips/sample-day.json#hard -o hard.toml
  cnfetti convert instances/pips/sample-day.json -o .
  cnfetti convert --to map instances/pips/pips1.toml
  cnfetti convert --to toml instances/models/queens.xml
  cnfetti convert --to puzzlink instances/kinds/slitherlink.toml
  cnfetti convert --to f-puzzles instances/kinds/sudoku.toml")]
pub(crate) struct Convert {
    /// The puzzles; `FILE#NAME` is one of several in a file, `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File to write, or an existing folder for one file per puzzle [default: stdout]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Format (see `list formats`) [default: from the extension of PATH, else toml]
    #[arg(long, value_name = "FORMAT", hide_possible_values = true,
          value_parser = names::one_of(formats()))]
    to: Option<String>,
    #[command(flatten)]
    force: ForceOption,
    #[command(flatten)]
    time: TimeOptions,
}

impl Convert {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let format = self.format()?;
        let mut puzzles = Vec::new();
        for file in &self.files {
            context.begin_on(file);
            let all = instance::load_all_within(file, &self.time.budget(context))?;
            puzzles.extend(all.into_iter().map(|puzzle| (file, puzzle)));
        }
        let folder = self.output.as_ref().filter(|path| path.is_dir());
        anyhow::ensure!(
            folder.is_some() || puzzles.len() == 1,
            "there are {} puzzles: choose one with FILE#NAME, or give an existing folder with -o",
            puzzles.len()
        );
        let mut texts = Vec::new();
        for (file, instance) in &puzzles {
            let text = instance.to_text(format);
            let text = text.with_context(|| format!("{} as {format}", instance.name_in(file)))?;
            let path = match folder {
                Some(folder) => folder.join(file_name(file, instance, format)),
                None => self.output.clone().unwrap_or_else(|| PathBuf::from("-")),
            };
            texts.push((path, text));
        }
        if let Some(path) = texts.iter().map(|(path, _)| path).duplicates().next() {
            anyhow::bail!("two puzzles would be written to {}", path.display());
        }
        let destinations = texts.iter().map(|(path, _)| self.force.destination(path, PUZZLE));
        let destinations = destinations.collect::<Result<Vec<_>, _>>()?;
        for (destination, (_, text)) in destinations.iter().zip(&texts) {
            destination.write_text(context, text)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn format(&self) -> anyhow::Result<&str> {
        let ending = self.output.as_ref().and_then(|path| path.extension()?.to_str());
        self.to.as_deref().map_or_else(|| by_ending(ending.unwrap_or_default()), Ok)
    }
}

/// The names of all formats.
fn formats() -> impl Iterator<Item = &'static str> {
    std::iter::once("toml").chain(FORMATS.iter().map(|format| format.name))
}

/// The format for this extension; `toml` for extensions that no other format has.
fn by_ending(ending: &str) -> anyhow::Result<&'static str> {
    let named = FORMATS.iter().filter(|format| format.ending() == ending);
    match named.map(|format| format.name).collect_vec()[..] {
        [] => Ok("toml"),
        [name] => Ok(name),
        [ref names @ .., last] => {
            anyhow::bail!(".{ending} is ambiguous: use --to {} or {last}", names.join(", "))
        }
    }
}

/// The name of the new file: `day.json#hard` becomes `day-hard.toml`.
fn file_name(file: &Path, instance: &Instance, format: &str) -> String {
    let name = without_packing(file)
        .file_name()
        .map_or_else(|| "stdin".into(), |name| name.to_string_lossy());
    let name = name.split('#').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let part = instance.part.as_ref().map(|part| format!("-{part}")).unwrap_or_default();
    let row = FORMATS.iter().find(|row| row.name == format);
    format!("{stem}{part}.{}", row.map_or("toml", Format::ending))
}
