//! Divides puzzles into parts, for `split` and for counts that can be resumed.

use std::path::Path;

use cnfetti::instance::{load_with_text, split_address};
use cnfetti::limit::{Budget, Limits};
use cnfetti::output::Folder;
use cnfetti::parts::{self, Sizes, Source};

use crate::commands::Context;
use crate::commands::answers::asked::CostOption;

/// The puzzle of a file, in the form for parts, with or without its objective.
pub(crate) fn source(
    context: &Context,
    file: &Path,
    costs: CostOption,
    budget: &Budget,
) -> anyhow::Result<Source> {
    let (instance, text) = load_with_text(file, budget)?;
    let (path, _) = split_address(file);
    costs.note_idle(context, file.display(), &instance.puzzle.csp());
    let all_costs = costs.is_given();
    Ok(Source { file: path.display().to_string(), part: instance.part, text, all_costs })
}

/// Divides the puzzle, and writes the folder, which appears once it is complete. Returns the numbers of parts and of
/// their states.
pub(crate) fn write_parts(
    folder: &Folder,
    puzzle: Source,
    sizes: Sizes,
    limits: &Limits,
) -> anyhow::Result<(usize, usize)> {
    let begun = parts::begin(puzzle, sizes, limits)?;
    folder.fill(|hidden| Ok(parts::write(begun, hidden)?))
}
