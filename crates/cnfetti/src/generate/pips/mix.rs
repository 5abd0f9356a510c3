//! The wished mix of rules.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

use crate::random::Random;

/// The kinds of rules of a region of pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RuleKind {
    Equal,
    Unequal,
    Sum,
    Less,
    Greater,
}

/// All kinds of rules, with their names in a mix.
const KINDS: [(&str, RuleKind); 5] = [
    ("equal", RuleKind::Equal),
    ("unequal", RuleKind::Unequal),
    ("sum", RuleKind::Sum),
    ("less", RuleKind::Less),
    ("greater", RuleKind::Greater),
];

/// The largest share of a kind of rule.
const MOST: usize = 100;

/// The wished mix of rules in a board of pips: for each kind of rule, its share, in proportion to the others. A
/// kind whose share is 0 is not used at all; the others are used about as often as wished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// The shares, in the order of [`KINDS`].
    shares: [usize; KINDS.len()],
}

impl Default for Mix {
    /// The mix of 123 published puzzles, in percent.
    fn default() -> Mix {
        Mix { shares: [23, 2, 60, 7, 8] }
    }
}

impl Mix {
    /// The share of a kind of rule, in proportion to the others.
    pub(super) fn share(&self, kind: RuleKind) -> usize {
        self.shares[kind as usize]
    }

    /// All kinds of rules and their shares in thousandths.
    pub(super) fn thousandths(&self) -> impl Iterator<Item = (RuleKind, usize)> {
        let all: usize = self.shares.iter().sum();
        KINDS.iter().zip(self.shares).map(move |(&(_, kind), share)| (kind, 1000 * share / all))
    }

    /// Draws a kind of rule.
    pub(super) fn draw(&self, random: &mut Random) -> RuleKind {
        KINDS[random.weighted(&self.shares)].1
    }
}

impl FromStr for Mix {
    type Err = String;

    /// Parses kinds of rules with their shares, such as `sum=3,equal=2,less`; a kind without a share has 1.
    fn from_str(text: &str) -> Result<Mix, String> {
        let mut given = [None; KINDS.len()];
        for part in text.split(',') {
            let (name, share) = part.split_once('=').unwrap_or((part, "1"));
            let at = KINDS.iter().position(|(known, _)| *known == name.trim()).ok_or_else(|| {
                let names = KINDS.iter().map(|(name, _)| name).join(", ");
                format!("expected rules with their shares, such as sum=3,equal=2, with the names {names}; found `{part}`")
            })?;
            let share = share.trim().parse().ok().filter(|share| *share <= MOST);
            let share = share.ok_or_else(|| {
                format!("expected a share from 0 to {MOST}, such as sum=3, found `{part}`")
            })?;
            if given[at].replace(share).is_some() {
                return Err(format!("{} has two shares", KINDS[at].0));
            }
        }
        let shares = given.map(Option::unwrap_or_default);
        match shares.iter().all(|share| *share == 0) {
            true => Err("expected a share above 0, such as sum=3".to_owned()),
            false => Ok(Mix { shares }),
        }
    }
}

impl fmt::Display for Mix {
    /// Writes it as [`FromStr`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = KINDS.iter().zip(self.shares).filter(|(_, share)| *share > 0);
        f.write_str(&used.map(|((name, _), share)| format!("{name}={share}")).join(","))
    }
}
