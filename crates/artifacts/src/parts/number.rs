//! What a part adds: a file beside it.

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

/// The number that a part adds to those of its puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    pub(super) plan: String,
    pub(super) number: usize,
    /// The SHA-256 sum of the part.
    pub(super) part: String,
    pub(super) adds: Vec<Adds>,
}

/// What it adds to one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Adds {
    pub(super) unit: usize,
    solutions: String,
    classes: String,
    projected: Vec<String>,
}

impl Number {
    /// Of the part of a plan with this number and sum, for each unit what was found.
    pub(super) fn new(
        plan: &str,
        number: usize,
        part: &str,
        found: impl Iterator<Item = (usize, Found)>,
    ) -> Number {
        let adds = |(unit, found): (usize, Found)| Adds {
            unit,
            solutions: found.solutions.to_string(),
            classes: found.classes.to_string(),
            projected: found.projected.iter().map(ToString::to_string).collect(),
        };
        Number {
            plan: plan.to_owned(),
            number,
            part: part.to_owned(),
            adds: found.map(adds).collect(),
        }
    }

    /// How many solutions of the part it is, in decimal digits; or how many assignments, where these
    /// are counted.
    pub fn solutions(&self, part: &Part) -> &str {
        let of_solutions = self.adds.iter().find(|adds| adds.unit == 0);
        let number = of_solutions.map(|adds| match adds.projected.first() {
            Some(projected) if part.is_over => projected,
            _ => &adds.solutions,
        });
        number.map_or("0", String::as_str)
    }

    /// Reads it.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is damaged or was written by another version.
    pub(super) fn read(path: &Path) -> Result<Number, PartsError> {
        let text = read(path)?;
        COUNTED_PART.open(path, &text).map(|(number, _)| number)
    }

    /// The number of a part with this sum that is there already.
    pub fn known(path: &Path, part: &str) -> Option<Number> {
        Number::read(path).ok().filter(|number| number.part == part)
    }

    /// Writes it, whole or not at all. The same number may be written by several at once.
    pub fn write(&self, path: &Path) -> Result<(), WriteError> {
        write_counted(path, &COUNTED_PART.seal(self, []))
    }
}

impl Adds {
    /// The numbers; `None` when they are none.
    pub(super) fn found(&self) -> Option<Found> {
        let number = |digits: &String| digits.parse::<BigUint>().ok();
        Some(Found {
            solutions: number(&self.solutions)?,
            classes: number(&self.classes)?,
            projected: self.projected.iter().map(number).collect::<Option<_>>()?,
        })
    }
}

/// Writes what was counted of a part, whole or not at all.
pub(super) fn write_counted(path: &Path, text: &str) -> Result<(), WriteError> {
    let write = || {
        Target::new(path, COUNTED, false)?
            .write(|out| std::io::Write::write_all(out, text.as_bytes()))
    };
    // Whoever was faster has written the same.
    write().or_else(|_| write())
}

/// Where what was counted is of the part of a folder with this number and SHA-256 sum; `None` when it
/// is not counted yet. An error when the part is there and another one: who has the numbers alone
/// needs no parts.
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

/// Where the number of a part is written: beside it.
pub fn number_path(part: &Path, number: usize) -> PathBuf {
    part.with_file_name(format!("counted-{number:04}"))
}
