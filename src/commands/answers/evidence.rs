//! Reports the evidence for a "no".

use std::fmt::Display;
use std::path::Path;

use cnfetti::limit::Limit;
use cnfetti::problem::Basis;
use cnfetti::search::confirm::{Evidence, Unchecked};
use cnfetti::search::second_opinion::EXACT_COUNTER;
use serde_json::{Value, json};

use crate::commands::Context;

/// A claim about a puzzle or formula, and who makes it.
pub(crate) struct Statement<'a, Name: Display> {
    /// The puzzle or formula.
    pub(crate) name: Name,
    /// The claim, such as `there is no further solution`.
    pub(crate) what: &'a str,
    /// The solver or engine that makes it.
    pub(crate) by: &'a str,
}

/// Warns on stderr if a check was due but there is only one solver's word. Otherwise, `-v` notes
/// the evidence.
pub(crate) fn tell<Name: Display>(
    context: &Context,
    &Statement { ref name, what, by }: &Statement<'_, Name>,
    evidence: &Evidence,
) {
    let why = match evidence {
        Evidence::Proof(checked) => {
            let s = if checked.steps == 1 { "" } else { "s" };
            let proof = format!("a proof of {} step{s}", checked.steps);
            return context.detail(|| format!("{name}: checked: {proof} shows that {what}"));
        }
        Evidence::Second(second) => {
            return context.detail(|| format!("{name}: confirmed by {second}: {what}"));
        }
        Evidence::Nothing | Evidence::Word(Unchecked::Unasked | Unchecked::Trusted) => return,
        Evidence::Word(Unchecked::GaveUp) => {
            "a proof takes more than about a second's work".to_owned()
        }
        Evidence::Word(Unchecked::Limit(limit)) => format!("{limit} before it was proved"),
    };
    context.note(format!("warning: {name}: only {by} says that {what}: {why}"));
}

/// Notes on stderr the evidence for an answer, if it claims that there is nothing else.
pub(crate) fn note_basis(context: &Context, file: &Path, what: &str, basis: &Basis) {
    // The exact counter's word alone needs no warning, unlike a solver's: see `count`.
    let is_worth_telling = basis.by() != EXACT_COUNTER || basis.is_checked();
    if let Some(evidence) = basis.evidence().filter(|_| is_worth_telling) {
        tell(context, &Statement { name: file.display(), what, by: basis.by() }, &evidence);
    }
}

/// Adds the evidence for its statement to a line; `null` if the line claims nothing that needs any.
pub(crate) fn add_to(line: &mut Value, evidence: Option<&Evidence>) {
    line["checked"] = json!(evidence.map(Evidence::is_checked));
    line["checked_by"] = json!(evidence.and_then(Evidence::checked_by));
    if let Some(option) = unchecked(evidence) {
        line["unchecked"] = json!(option);
    }
}

/// The option that left the answer unchecked.
pub(crate) fn unchecked(evidence: Option<&Evidence>) -> Option<&'static str> {
    let is_trusted = evidence == Some(&Evidence::Word(Unchecked::Trusted));
    is_trusted.then_some("--trust-solver")
}

/// The same at the end of a sentence.
pub(crate) fn unchecked_words(evidence: Option<&Evidence>) -> String {
    unchecked(evidence).map_or_else(String::new, |option| format!(", unchecked ({option})"))
}

/// The same as a comment in the format of competitions.
pub(crate) fn unchecked_line(evidence: Option<&Evidence>) -> String {
    unchecked(evidence).map_or_else(String::new, |option| format!("c unchecked ({option})\n"))
}

/// The limit that ended the work, and what to do about it.
pub(crate) fn stopped(limit: Limit) -> String {
    match limit {
        Limit::Proof => format!("{limit} (--trust-solver believes it without a proof)"),
        limit => limit.to_string(),
    }
}
