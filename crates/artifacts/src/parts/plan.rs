//! The plan: the subject of the count, and its parts.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::sealed::{Sort, id, read};
use super::{PartsError, Source};

/// The name of the plan in its folder.
pub(super) const PLAN: &str = "plan";

const PLAN_OF_COUNT: Sort = Sort("plan");

/// The subject of the count, and its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The identity of the plan, by which parts and results refer to it.
    pub(super) plan: String,
    /// The puzzle.
    pub puzzle: Source,
    /// Descriptions of the counted numbers, for people.
    units: Vec<String>,
    /// The SHA-256 sum of each part.
    pub parts: Vec<String>,
    /// For each part, which of the numbers it adds to, in order.
    pub(super) adds_to: Vec<Vec<usize>>,
}

impl Plan {
    /// The identity of the plan that divides a puzzle in this way.
    pub(super) fn id(puzzle: &Source, parts: usize, states: usize) -> String {
        id(&(puzzle, parts, states))
    }

    pub(super) fn new(
        plan: String,
        puzzle: Source,
        units: Vec<String>,
        parts: Vec<(String, Vec<usize>)>,
    ) -> Plan {
        let (parts, adds_to) = parts.into_iter().unzip();
        Plan { plan, puzzle, units, parts, adds_to }
    }

    /// The number of counted numbers.
    pub(super) fn numbers(&self) -> usize {
        self.units.len()
    }

    /// The text of the file.
    pub(super) fn text(&self) -> String {
        PLAN_OF_COUNT.seal(self, [])
    }

    /// Reads the plan of a folder.
    ///
    /// # Errors
    ///
    /// There is no plan, it is damaged, or another version wrote it.
    pub fn read(folder: &Path) -> Result<Plan, PartsError> {
        let path = &folder.join(PLAN);
        let text = read(path)?;
        let (plan, _): (Plan, _) = PLAN_OF_COUNT.open(path, &text)?;
        let units = plan.adds_to.iter().flatten();
        let is_known = units.max().is_none_or(|&last| last < plan.units.len());
        if plan.adds_to.len() != plan.parts.len() || !is_known {
            return Err(PartsError::wrong(path, "it does not say what its parts add to"));
        }
        Ok(plan)
    }
}
