//! The subject of an explanation: a place, or whether it has a value.

use cnfetti::csp::{Csp, Value, VarId};
use cnfetti::puzzle::Puzzle;
use cnfetti::search::candidates::Candidates;
use cnfetti::sentences::Speaker;
use itertools::Itertools;
use serde_json::json;

use crate::commands::shared::reasoning::variable;

/// A place, and perhaps a value.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    pub(super) variable: VarId,
    /// The value in question.
    value: Option<Value>,
}

impl Asked {
    /// Parses `r1c2` or `r1c2=5`. Also accepts the problem's names of variables, and the values as
    /// sentences call them.
    pub(super) fn read(puzzle: &dyn Puzzle, csp: &Csp, text: &str) -> anyhow::Result<Asked> {
        let Some((name, value)) = text.rsplit_once('=') else {
            return Ok(Asked { variable: variable(puzzle, csp, text)?, value: None });
        };
        let variable = variable(puzzle, csp, name)?;
        let values = csp.domain(variable);
        let called = |&value: &Value| puzzle.value_words(variable, value);
        let wanted = value.trim();
        let is_wanted = |one: &&Value| one.to_string() == wanted || called(one) == wanted;
        let found = values.iter().find(is_wanted).copied();
        let value = found.ok_or_else(|| {
            let most = values.iter().take(12).map(called).join(", ");
            let more = if values.len() > 12 { " …" } else { "" };
            anyhow::anyhow!("`{text}`: expected one of {most}{more}, found `{wanted}`")
        })?;
        Ok(Asked { variable, value: Some(value) })
    }

    /// Whether the place has the value, if the end of the explanation decides that.
    fn holds(&self, end: &Candidates) -> Option<(Value, Option<bool>)> {
        let value = self.value?;
        let holds = match end.of(self.variable) {
            &[only] => Some(only == value),
            left if left.contains(&value) => None,
            _ => Some(false),
        };
        Some((value, holds))
    }

    /// The answer in a sentence, if the question was about a value.
    pub(super) fn sentence(&self, speaker: &Speaker<'_>, end: &Candidates) -> Option<String> {
        let (value, holds) = self.holds(end)?;
        let it_has = speaker.values([(self.variable, value)]);
        Some(match holds {
            Some(true) => format!("So {it_has}."),
            Some(false) => format!("So {}.", speaker.denied(self.variable, value)),
            None => format!("{} in some solutions, but not in all.", speaker.capital(&it_has)),
        })
    }

    /// The answer for JSON.
    pub(super) fn json(&self, csp: &Csp, end: &Candidates) -> serde_json::Value {
        let (value, holds) = self.holds(end).unzip();
        json!({ "cell": csp.name(self.variable), "value": value, "holds": holds.flatten() })
    }
}
