//! Numbers of things, and lists of things, in sentences: `1 domino`, `2 dominoes`; `a, b and c`.

use std::borrow::Cow;
use std::fmt::Display;

/// Nouns that form their plural with more than an `s`.
const IRREGULAR: [(&str, &str); 7] = [
    ("class", "classes"),
    ("die", "dice"),
    ("domino", "dominoes"),
    ("entry", "entries"),
    ("half", "halves"),
    ("property", "properties"),
    ("rule or fact", "rules and facts"),
];

/// The number with its noun, which is given in the singular.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    format!("{number} {}", form(number == N::from(1), noun))
}

/// The noun, given in the singular, as it follows 1 or another number.
pub fn form(is_one: bool, noun: &str) -> Cow<'_, str> {
    if is_one {
        return noun.into();
    }
    let is_last =
        |one: &str| noun.strip_suffix(one).filter(|rest| rest.is_empty() || rest.ends_with(' '));
    let irregular = IRREGULAR.iter().find_map(|(one, several)| Some((is_last(one)?, several)));
    match irregular {
        Some((before, several)) => format!("{before}{several}").into(),
        None => format!("{noun}s").into(),
    }
}

/// `a, b and c`
pub fn and(parts: impl IntoIterator<Item = String>) -> String {
    list(parts, "and")
}

/// A list with this word before its last part: `a, b or c`.
pub fn list(parts: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut parts: Vec<String> = parts.into_iter().collect();
    match (parts.pop(), parts.is_empty()) {
        (None, _) => String::new(),
        (Some(only), true) => only,
        (Some(end), false) => format!("{} {last} {end}", parts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_nothing_is_plural() {
        assert_eq!(counted(0, "half"), "0 halves");
        assert_eq!(counted(1, "half"), "1 half");
        assert_eq!(counted(2, "solution"), "2 solutions");
        assert_eq!(counted(7, "problem variable"), "7 problem variables");
        assert_eq!(counted(7, "double domino"), "7 double dominoes");
        assert_eq!(counted(7, "rule or fact"), "7 rules and facts");
    }
}
