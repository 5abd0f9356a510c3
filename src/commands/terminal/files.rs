//! Files that commands read besides instances, and the guard that none of them is overwritten.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::commands::answers::proofs::formula_path;
use crate::commands::{Context, wrong_usage};
use cnfetti::input;
use cnfetti::puzzle::Puzzle;

/// The name of a file in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "stdin".to_owned() } else { path.display().to_string() }
}

/// Notes on stderr that there is no solution, if the numbers of things alone rule it out.
pub(crate) fn note_flaw(context: &Context, file: &Path, puzzle: &dyn Puzzle) {
    if let Some(flaw) = puzzle.flaw() {
        context.note(format!("{}: there can be no solution: {flaw}", name(file)));
    }
}

/// Ends the process if both paths are `-`: standard input can be read only once.
pub(crate) fn require_one_stdin(one: &Path, other: &Path) {
    if [one, other] == [Path::new("-"); 2] {
        wrong_usage("only one file can be `-` (stdin)");
    }
}

/// Reads a file and unpacks it, or reads stdin if the path is `-`; at most this many bytes.
pub(crate) fn read_bytes(path: &Path, limit: u64) -> anyhow::Result<Vec<u8>> {
    input::read_bytes(path, |_| limit).with_context(|| name(path))
}

/// Reads a text file, like [`read_bytes`].
pub(crate) fn read_text(path: &Path, limit: u64) -> anyhow::Result<String> {
    String::from_utf8(input::with_line_feeds(read_bytes(path, limit)?))
        .map_err(|error| anyhow::anyhow!("{}: {}", name(path), input::not_utf8(error.as_bytes())))
}

/// The options that name files to write.
const WRITTEN: [&str; 5] = ["output", "emit_cnf", "proof", "html", "svg"];

/// Ends the process if a command would replace a file that it reads, even if it may replace any file.
pub(crate) fn keep(matches: &ArgMatches) {
    let inputs: Vec<(PathBuf, &PathBuf)> = matches
        .ids()
        .filter(|id| !WRITTEN.contains(&id.as_str()))
        .flat_map(|id| paths(matches, id.as_str()))
        .filter_map(|path| Some((file(path)?, path)))
        .collect();
    for option in WRITTEN {
        for path in paths(matches, option) {
            // A proof comes with its formula.
            let formula = (option == "proof").then(|| formula_path(path));
            for written in [path.clone()].into_iter().chain(formula) {
                let same = written.canonicalize().ok();
                let read = inputs.iter().find(|(input, _)| Some(input) == same.as_ref());
                if let Some((_, input)) = read {
                    wrong_usage(format!(
                        "--{} would replace {}, which the command reads",
                        option.replace('_', "-"),
                        input.display()
                    ));
                }
            }
        }
    }
}

/// The paths that were given for an option or argument.
fn paths<'a>(matches: &'a ArgMatches, id: &str) -> impl Iterator<Item = &'a PathBuf> {
    let is_known = matches.try_contains_id(id).is_ok();
    let is_given = is_known && matches.value_source(id) == Some(ValueSource::CommandLine);
    let paths = is_given.then(|| matches.try_get_many::<PathBuf>(id).ok().flatten());
    paths.flatten().into_iter().flatten()
}

/// The file of a path, without the name of a problem in it.
fn file(path: &Path) -> Option<PathBuf> {
    let (path, _) = cnfetti::instance::split_address(path);
    path.canonicalize().ok().filter(|path| path.is_file())
}
