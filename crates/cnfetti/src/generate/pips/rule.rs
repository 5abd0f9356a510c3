//! Rules of regions.

use std::fmt;

use itertools::Itertools;

use crate::csp::{AllDifferent, AllEqual, Constraint, Linear, Ranges, Value, VarId};
use crate::random::Random;
use cnfetti_encodings::Relation;

use super::mix::{Mix, RuleKind};

/// A rule of a region's pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Any pips: a cell without a rule.
    Any,
    Equal,
    Unequal,
    Total(Relation, i64),
}

/// How much more often equal pips get a rule that says so, than in proportion to the other rules that hold there.
const SAYS_EQUAL: usize = 4;

impl Rule {
    /// Draws a rule that these pips obey, as tight as the mix allows: a bound only where no other rule is allowed,
    /// and [`Rule::Any`] if none is. `largest` is the largest number on a cell.
    pub(super) fn of(pips: &[Value], largest: Value, mix: &Mix, random: &mut Random) -> Rule {
        let total: i64 = pips.iter().copied().map(i64::from).sum();
        let most = pips.len() as i64 * i64::from(largest);
        let if_holds = |holds: bool, kind| if holds { mix.share(kind) } else { 0 };
        let many = pips.len() > 1;
        let exact = [
            (Rule::Equal, SAYS_EQUAL * if_holds(many && pips.iter().all_equal(), RuleKind::Equal)),
            (Rule::Unequal, if_holds(many && pips.iter().all_unique(), RuleKind::Unequal)),
            (Rule::Total(Relation::Exactly, total), mix.share(RuleKind::Sum)),
        ];
        let bounds = [
            (Rule::Total(Relation::AtMost, total), if_holds(total < most, RuleKind::Less)),
            (Rule::Total(Relation::AtLeast, total), if_holds(total > 0, RuleKind::Greater)),
        ];
        drawn(&exact, random).or_else(|| drawn(&bounds, random)).unwrap_or(Rule::Any)
    }

    /// Its kind; `None` if any pips obey it.
    pub(super) fn kind(self) -> Option<RuleKind> {
        match self {
            Rule::Any => None,
            Rule::Equal => Some(RuleKind::Equal),
            Rule::Unequal => Some(RuleKind::Unequal),
            Rule::Total(Relation::Exactly, _) => Some(RuleKind::Sum),
            Rule::Total(Relation::AtMost, _) => Some(RuleKind::Less),
            Rule::Total(Relation::AtLeast, _) => Some(RuleKind::Greater),
        }
    }

    /// Whether it only bounds the total.
    pub(super) fn is_bound(self) -> bool {
        matches!(self.kind(), Some(RuleKind::Less | RuleKind::Greater))
    }

    /// Looser and looser bounds of this kind for a region whose total is at most `most`. None of them means the
    /// same as the rule itself, or nothing.
    pub(super) fn looser(self, most: i64, kind: RuleKind) -> Vec<Rule> {
        let Rule::Total(now, total) = self else { return Vec::new() };
        let next = i64::from(now != Relation::Exactly);
        let rule = |relation| move |bound| Rule::Total(relation, bound);
        match kind {
            RuleKind::Less if now != Relation::AtLeast => {
                ((total + next).max(1)..most).map(rule(Relation::AtMost)).collect()
            }
            RuleKind::Greater if now != Relation::AtMost => {
                (1..=(total - next).min(most - 1)).rev().map(rule(Relation::AtLeast)).collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn constraint(self, scope: Vec<VarId>) -> Constraint {
        match self {
            Rule::Any => Linear::sum(scope, Ranges::at_least(0)).into(),
            Rule::Equal => AllEqual { scope }.into(),
            Rule::Unequal => AllDifferent { scope, except: Vec::new() }.into(),
            Rule::Total(relation, bound) => {
                Linear::sum(scope, Ranges::related(relation, bound)).into()
            }
        }
    }
}

/// Draws one of the rules by weight; `None` if all weights are 0.
fn drawn(rules: &[(Rule, usize)], random: &mut Random) -> Option<Rule> {
    let weights: Vec<usize> = rules.iter().map(|(_, weight)| *weight).collect();
    (weights.iter().sum::<usize>() > 0).then(|| rules[random.weighted(&weights)].0)
}

impl fmt::Display for Rule {
    /// Writes the rule as in instance files.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Any => f.write_str("free"),
            Rule::Equal => f.write_str("equal"),
            Rule::Unequal => f.write_str("unequal"),
            Rule::Total(Relation::Exactly, total) => write!(f, "= {total}"),
            Rule::Total(Relation::AtMost, total) => write!(f, "< {}", total + 1),
            Rule::Total(Relation::AtLeast, total) => write!(f, "> {}", total - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether pips obey a rule as the file says it.
    fn obeys(pips: &[Value], written: &str) -> bool {
        let total: i64 = pips.iter().copied().map(i64::from).sum();
        let number = || written[2..].parse::<i64>().unwrap();
        match &written[..1] {
            "f" => true,
            "e" => pips.iter().all(|&one| one == pips[0]),
            "u" => (0..=6).all(|one| pips.iter().filter(|&&other| one == other).count() < 2),
            "=" => total == number(),
            "<" => total < number(),
            ">" => total > number(),
            _ => panic!("{written}"),
        }
    }

    #[test]
    fn pips_obey_their_rules_which_are_in_the_mix() {
        let mut random = Random::new(3);
        let mut seen = std::collections::BTreeSet::new();
        for mix in ["sum", "equal", "unequal=2,sum=1", "less", "greater", "equal,unequal,less"] {
            let mix: Mix = mix.parse().unwrap();
            for _ in 0..300 {
                let pips: Vec<Value> =
                    (0..=random.below(4)).map(|_| random.below(7) as Value).collect();
                let rule = Rule::of(&pips, 6, &mix, &mut random);
                assert!(obeys(&pips, &rule.to_string()), "{pips:?} {rule}");
                assert!(rule.kind().is_none_or(|kind| mix.share(kind) > 0), "{mix}: {rule}");
                seen.insert(rule.to_string().chars().next());
                let most = 6 * pips.len() as i64;
                let bounds =
                    [RuleKind::Less, RuleKind::Greater].map(|kind| rule.looser(most, kind));
                for bound in bounds.iter().flatten() {
                    assert!(obeys(&pips, &bound.to_string()) && *bound != rule, "{rule}: {bound}");
                    let says_something =
                        (0..=most).any(|total| !obeys(&[total as Value], &bound.to_string()));
                    assert!(says_something, "{bound}");
                }
                for bounds in bounds {
                    let allowed = |rule: &Rule| {
                        (0..=most)
                            .filter(|&total| obeys(&[total as Value], &rule.to_string()))
                            .count()
                    };
                    assert!(bounds.windows(2).all(|two| allowed(&two[0]) < allowed(&two[1])));
                }
            }
        }
        assert_eq!(seen.len(), 6, "{seen:?}");
    }
}
