//! Reads rules.

use cnfetti_input::{Entry, InputError, Table};

use crate::kind::Rule;
use crate::parser;
use crate::sentence::Sentence;

/// The most rules of a kind.
const MAX_RULES: usize = 100;

/// Reads every `[[rule]]`, `[[clue]]` or `[[require]]`.
pub(super) fn read(
    table: &mut Table<'_>,
    key: &'static str,
    is_clue: bool,
) -> Result<Vec<Rule>, InputError> {
    table.take_or_slip(key)?.map_or(Ok(Vec::new()), |entry| all(entry, is_clue))
}

/// Reads the rules of an array.
pub(super) fn all(entry: Entry<'_>, is_clue: bool) -> Result<Vec<Rule>, InputError> {
    let entries = entry.items_within(1..=MAX_RULES, "rules")?.into_iter();
    entries.map(|entry| rule(entry.table()?, is_clue)).collect()
}

fn rule(mut table: Table<'_>, is_clue: bool) -> Result<Rule, InputError> {
    let say = table.require("say", "the rule as a sentence")?.text()?;
    let name = match table.take("name") {
        Some(entry) => entry.text()?.value.into_owned(),
        None => say.value.clone().into_owned(),
    };
    let clauses = table.take("for").map(|entry: Entry<'_>| parser::clauses(&entry.text()?));
    let that = table.require("that", "what must hold, such as \"count(star of line) == 2\"")?;
    let rule = Rule {
        name,
        clauses: clauses.transpose()?.unwrap_or_default(),
        that: parser::expression(&that.text()?)?,
        say: Sentence::read(&say)?,
        is_clue,
    };
    table.finish()?;
    Ok(rule)
}
