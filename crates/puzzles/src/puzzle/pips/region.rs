//! Regions and their rules.

use std::fmt;

use cnfetti_core::csp::Value;

/// Cells with a common rule.
pub(super) struct Region {
    /// The name on the board.
    pub(super) name: String,
    pub(super) rule: Rule,
    /// Indices into the board's cells, increasing; at least one.
    pub(super) cells: Vec<usize>,
}

impl Region {
    /// Whether it is more than a single free cell.
    pub(super) fn is_shown(&self) -> bool {
        self.rule != Rule::Free || self.cells.len() > 1
    }
}

/// The condition on the pips of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Any pips.
    Free,
    /// All equal.
    Equal,
    /// All different.
    Unequal,
    /// The total compares with a number.
    Total(Comparison, i64),
}

/// How a total compares with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

/// The possible rules in our own format, for messages.
pub(super) const RULES: &str =
    r#""= n", "< n", "> n", "<= n", ">= n", "equal", "unequal" or "free""#;

/// The largest number in a rule.
pub(super) const MAX_TOTAL: i64 = 1_000_000;

impl Rule {
    /// Parses a rule in our own format, such as `<= 12`.
    pub(super) fn parse(text: &str) -> Option<Rule> {
        let text = text.trim();
        match text {
            "equal" => return Some(Rule::Equal),
            "unequal" => return Some(Rule::Unequal),
            "free" => return Some(Rule::Free),
            _ => {}
        }
        let at = text.find(|c: char| c.is_ascii_digit())?;
        let (sign, number) = text.split_at(at);
        let comparison = match sign.trim() {
            "=" => Comparison::Equal,
            "<" => Comparison::Less,
            ">" => Comparison::Greater,
            "<=" | "≤" => Comparison::AtMost,
            ">=" | "≥" => Comparison::AtLeast,
            _ => return None,
        };
        Some(Rule::Total(comparison, parse_total(number)?))
    }

    pub(super) fn holds(self, pips: &[Value]) -> bool {
        match self {
            Rule::Free => true,
            Rule::Equal => pips.iter().all(|value| *value == pips[0]),
            Rule::Unequal => (1..pips.len()).all(|at| !pips[..at].contains(&pips[at])),
            Rule::Total(comparison, number) => {
                comparison.holds(pips.iter().map(|&value| i64::from(value)).sum(), number)
            }
        }
    }

    /// The rule as a verb that can follow "region A".
    pub(super) fn in_words(self) -> String {
        match self {
            Rule::Free => "is free".to_owned(),
            Rule::Equal => "has equal pips".to_owned(),
            Rule::Unequal => "has different pips".to_owned(),
            Rule::Total(comparison, number) => {
                let words = match comparison {
                    Comparison::Equal => "",
                    Comparison::Less => "less than ",
                    Comparison::Greater => "more than ",
                    Comparison::AtMost => "at most ",
                    Comparison::AtLeast => "at least ",
                };
                format!("sums to {words}{number}")
            }
        }
    }
}

/// Parses a total.
pub(super) fn parse_total(digits: &str) -> Option<i64> {
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|&number: &i64| all_digits && number <= MAX_TOTAL)
}

impl Comparison {
    fn holds(self, total: i64, number: i64) -> bool {
        match self {
            Comparison::Equal => total == number,
            Comparison::Less => total < number,
            Comparison::Greater => total > number,
            Comparison::AtMost => total <= number,
            Comparison::AtLeast => total >= number,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Less => "<",
            Comparison::Greater => ">",
            Comparison::AtMost => "<=",
            Comparison::AtLeast => ">=",
        }
    }
}

impl fmt::Display for Rule {
    /// Writes the rule in our own format.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Free => f.write_str("free"),
            Rule::Equal => f.write_str("equal"),
            Rule::Unequal => f.write_str("unequal"),
            Rule::Total(comparison, number) => write!(f, "{} {number}", comparison.sign()),
        }
    }
}
