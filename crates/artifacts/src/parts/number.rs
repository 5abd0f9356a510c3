//! The result of a part: a file beside it.

use std::path::{Path, PathBuf};

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

use super::sealed::{Sort, read};
use super::write::part_name;
use super::{Part, PartsError};
use crate::certificate::sha256;
use crate::output::{COUNTED, Target, WriteError};
use cnfetti_exact::split::Found;

const COUNTED_PART: Sort = Sort("counted");

/// The numbers that a part adds to those of its puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    pub(super) plan: String,
    pub(super) number: usize,
    /// The SHA-256 sum of the part.
    pub(super) part: String,
    pub(super) adds: Vec<Adds>,
}

/// What the part adds to one of the numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Adds {
    pub(super) unit: usize,
    solutions: String,
    classes: String,
    projected: Vec<String>,
}

impl Number {
    /// The result of the part with this number and sum, from what was found for each unit.
    pub(super) fn new(
        plan: &str,
        number: usize,
        part: &str,
        found: impl Iterator<Item = (usize, Found)>,
    ) -> Number {
        Number {
            plan: plan.to_owned(),
            number,
            part: part.to_owned(),
            adds: found.map(|(unit, found)| Adds::new(unit, &found)).collect(),
        }
    }

    /// The number of solutions of the part, in decimal digits, or of assignments if these
    /// are counted.
    pub fn solutions(&self, part: &Part) -> &str {
        let of_solutions = self.adds.iter().find(|adds| adds.unit == 0);
        let number = of_solutions.map(|adds| match adds.projected.first() {
            Some(projected) if part.is_over => projected,
            _ => &adds.solutions,
        });
        number.map_or("0", String::as_str)
    }

    /// Reads a result.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is damaged, or comes from another version.
    pub(super) fn read(path: &Path) -> Result<Number, PartsError> {
        let text = read(path)?;
        COUNTED_PART.open(path, &text).map(|(number, _)| number)
    }

    /// Reads the result of the part with this sum, if it exists already.
    pub fn known(path: &Path, part: &str) -> Option<Number> {
        Number::read(path).ok().filter(|number| number.part == part)
    }

    /// Writes the result, whole or not at all. Several processes may write the same result at once.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        write_counted(path, &COUNTED_PART.seal(self, []))
    }
}

impl Adds {
    pub(super) fn new(unit: usize, found: &Found) -> Adds {
        Adds {
            unit,
            solutions: found.solutions.to_string(),
            classes: found.classes.to_string(),
            projected: found.projected.iter().map(ToString::to_string).collect(),
        }
    }

    /// Parses the numbers; `None` if one of them is not a number.
    pub(super) fn found(&self) -> Option<Found> {
        let number = |digits: &String| digits.parse::<BigUint>().ok();
        Some(Found {
            solutions: number(&self.solutions)?,
            classes: number(&self.classes)?,
            projected: self.projected.iter().map(number).collect::<Option<_>>()?,
        })
    }
}

/// Writes the result of a part, whole or not at all.
pub(super) fn write_counted(path: &Path, text: &str) -> Result<(), WriteError> {
    let write = || {
        Target::new(path, COUNTED, false)?
            .write(|out| std::io::Write::write_all(out, text.as_bytes()))
    };
    // If another process was faster, it wrote the same.
    write().or_else(|_| write())
}

/// Returns the path of the result of the part with this number and SHA-256 sum; `None` if it is not
/// counted yet. An error if the part itself exists and has another sum; merging needs only the results,
/// so the part may be absent.
pub(super) fn counted(
    folder: &Path,
    number: usize,
    sum: &str,
) -> Result<Option<PathBuf>, PartsError> {
    let part = folder.join(part_name(number));
    if part.exists() && sha256(read(&part)?.as_bytes()) != sum {
        return Err(PartsError::wrong(&part, "it is not the part that was written"));
    }
    let path = number_path(&part, number);
    Ok(path.exists().then_some(path))
}

/// The path of a part's result, beside the part.
pub fn number_path(part: &Path, number: usize) -> PathBuf {
    part.with_file_name(format!("counted-{number:04}"))
}
