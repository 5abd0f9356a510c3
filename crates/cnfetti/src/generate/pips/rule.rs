//! Rules of regions.

use std::fmt;

use itertools::Itertools;

use crate::csp::{AllDifferent, AllEqual, Constraint, Sum, Value, VarId};
use crate::random::Random;
use cnfetti_encodings::Relation;

/// A rule of a region's pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Equal,
    Unequal,
    Total(Relation, i64),
}

impl Rule {
    /// Returns a rule that these pips obey.
    pub(super) fn of(pips: &[Value], random: &mut Random) -> Rule {
        if pips.len() > 1 && pips.iter().all_equal() {
            return Rule::Equal;
        }
        if pips.len() > 2 && pips.iter().all_unique() && random.one_in(3) {
            return Rule::Unequal;
        }
        Rule::Total(Relation::Exactly, pips.iter().copied().map(i64::from).sum())
    }

    /// Looser and looser rules for a region whose total is at most `most`: upper bounds if
    /// `upwards`, else lower bounds. None of them means the same as the rule itself, or nothing.
    pub(super) fn looser(self, most: i64, upwards: bool) -> Vec<Rule> {
        match self {
            Rule::Total(Relation::Exactly, total) if upwards => {
                (total.max(1)..most).map(|bound| Rule::Total(Relation::AtMost, bound)).collect()
            }
            Rule::Total(Relation::Exactly, total) => (1..=total.min(most - 1))
                .rev()
                .map(|bound| Rule::Total(Relation::AtLeast, bound))
                .collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn constraint(self, scope: Vec<VarId>) -> Constraint {
        match self {
            Rule::Equal => AllEqual { scope }.into(),
            Rule::Unequal => AllDifferent { scope, except: Vec::new() }.into(),
            Rule::Total(relation, bound) => Sum { scope, relation, bound }.into(),
        }
    }
}

impl fmt::Display for Rule {
    /// Writes the rule as in instance files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Equal => f.write_str("equal"),
            Rule::Unequal => f.write_str("unequal"),
            Rule::Total(Relation::Exactly, total) => write!(f, "= {total}"),
            Rule::Total(Relation::AtMost, total) => write!(f, "< {}", total + 1),
            Rule::Total(Relation::AtLeast, total) => write!(f, "> {}", total - 1),
        }
    }
}
