//! The files that a command reads are not those that it writes.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::commands::answers::proofs::formula_path;
use crate::commands::wrong_usage;

/// The options that name files to write.
const WRITTEN: [&str; 6] = ["output", "emit_cnf", "proof", "html", "svg", "plot"];

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
