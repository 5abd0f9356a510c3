//! A count as a folder of files, for any number of machines.
//!
//! A part of a count has some of its states, and carries them to the end, or to where the next round begins: see
//! `plan.rs`. In each folder, `README` has the commands that count the parts, `jobs` has a command for each part, one per
//! line, and `job.slurm` the same for Slurm.
//!
//! Plans, parts and results are lines of JSON; the last line has the SHA-256 sum of the lines before it.

mod merge;
mod part;
mod plan;
mod range;
mod result;
mod sealed;
mod states;
mod write;

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::output::{FolderSort, WriteError};
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Budget;
use cnfetti_exact::split::SplitError;
use cnfetti_puzzles::instance::{self, Expect, Instance, LoadError};

pub use merge::{Merged, merge};
pub use part::{Counted, Part};
pub use plan::{Plan, Sizes};
pub use sealed::{number_path, part_name, read};
pub use write::{Begun, begin, write};

use plan::PLAN;

/// The folders of parts.
pub const FOLDER: FolderSort = FolderSort {
    name: "a folder of parts",
    marks: &[(PLAN, "{\"cnfetti\":\"plan")],
    files: &["README", PLAN, "part-#", "jobs", "job.slurm", "log-#-#", "counted-#", "round-#"],
};

/// The size above which files are refused unread, in bytes.
pub const MAX_BYTES: u64 = 4 << 30;

/// The largest number of parts.
pub const MAX_PARTS: usize = 1_000_000;

/// A puzzle as the user gave it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The name of its file.
    pub file: String,
    /// The puzzle's name in that file, if the file contains several.
    pub part: Option<String>,
    /// The text of the file.
    pub text: String,
    /// Whether its objective is ignored.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub all_costs: bool,
}

impl Source {
    /// Reads the puzzle.
    pub fn instance(&self) -> Result<Instance, LoadError> {
        let (file, part) = (self.file.clone().into(), self.part.clone());
        let mut all = instance::from_text(file, part, &self.text, &Budget::default())?;
        match all.len() {
            1 if self.all_costs => Ok(Instance { expect: Expect::default(), ..all.remove(0) }),
            1 => Ok(all.remove(0)),
            _ => {
                let parts = all.into_iter().filter_map(|instance| instance.part).collect();
                Err(LoadError::Several { path: self.file.clone().into(), parts })
            }
        }
    }

    /// The problem of the puzzle.
    fn csp(&self, instance: &Instance) -> Csp {
        let csp = instance.puzzle.csp();
        if self.all_costs { csp.without_objective() } else { csp }
    }
}

/// The counted problem, and whether it counts only the different assignments to some variables.
fn problem(puzzle: &Source, instance: &Instance) -> (Csp, bool) {
    let csp = puzzle.csp(instance);
    match csp.with_projection() {
        Some(projected) => (projected, true),
        None => (csp, false),
    }
}

/// Why parts could not be made, or their results could not be read or added.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// A file could not be read.
    #[error("{}: cannot be read", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("{}: cannot be written", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The result of a part could not be written.
    #[error("{}: cannot be written", path.display())]
    NotWritten {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: WriteError,
    },
    /// A file is damaged, or belongs to something else.
    #[error("{}: {what}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The puzzle is wrong.
    #[error(transparent)]
    Puzzle(#[from] LoadError),
    /// The puzzle cannot be divided or counted.
    #[error("{}: {error}", path.display())]
    Split {
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        error: SplitError,
    },
    /// Two variables have the same name, so files cannot distinguish them.
    #[error("two variables are called {0}")]
    SameName(String),
}

impl PartsError {
    fn wrong(path: &Path, what: impl Into<String>) -> PartsError {
        PartsError::Wrong { path: path.to_owned(), what: what.into() }
    }
}
