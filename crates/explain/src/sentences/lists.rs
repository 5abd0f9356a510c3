//! Several things in one sentence.

use itertools::Itertools;

/// Something said of a variable, so that the same can be said of several at once.
pub(super) struct Clause {
    pub(super) subject: String,
    /// What follows `is` or `are`; nothing where the subject is a statement.
    pub(super) predicate: Option<String>,
}

/// What is said, in one sentence; what is the same for several is said once.
pub(super) fn together(said: impl IntoIterator<Item = Clause>) -> String {
    together_in_short(said, usize::MAX)
}

/// The same; of no more than so many it says the names.
pub(super) fn together_in_short(said: impl IntoIterator<Item = Clause>, most: usize) -> String {
    let mut groups: Vec<(Option<String>, Vec<String>)> = Vec::new();
    for Clause { subject, predicate } in said {
        match groups.iter_mut().find(|(other, _)| *other == predicate) {
            Some((_, subjects)) => subjects.push(subject),
            None => groups.push((predicate, vec![subject])),
        }
    }
    let mut sentences = groups.into_iter().map(|(predicate, subjects)| {
        let Some(predicate) = predicate else { return subjects.join(", ") };
        let verb = if subjects.len() == 1 { "is" } else { "are" };
        let rest = subjects.len().saturating_sub(most);
        let mut subjects = subjects;
        if rest > 1 {
            subjects.truncate(most);
            subjects.push(format!("{rest} more places"));
        }
        format!("{} {verb} {predicate}", and(subjects))
    });
    sentences.join(", ")
}

/// `a, b and c`
pub fn and(parts: impl IntoIterator<Item = String>) -> String {
    list(parts, "and")
}

pub(super) fn list(parts: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut parts = parts.into_iter().collect_vec();
    match (parts.pop(), parts.is_empty()) {
        (None, _) => String::new(),
        (Some(only), true) => only,
        (Some(end), false) => format!("{} {last} {end}", parts.join(", ")),
    }
}
