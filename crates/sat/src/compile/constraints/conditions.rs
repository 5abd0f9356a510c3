//! Conditions on computed numbers.

use cnfetti_encodings::linear::Term;
use cnfetti_encodings::{Bit, Cnf, Lit, Relation, cardinality};

use super::{add_bits, any_of};
use crate::compile::sums::within;
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Comparison, Condition, Ranges, Value, VarId};

/// The number of true literals, and `more` to it, is as the condition demands.
pub(super) fn number_of(
    cnf: &mut Cnf,
    map: &Map,
    lits: &[Lit],
    more: usize,
    condition: &Condition,
    choices: &Choices,
) {
    match condition {
        Condition::Within(ranges) => number_within(cnf, lits, more, ranges, choices),
        Condition::Compare(Comparison::Different, variable) => {
            let mut count = cardinality::Count::totalizer(lits);
            for (value, lit) in map.values(*variable) {
                let number = i64::from(value) - more as i64;
                let Some(number) = usize::try_from(number).ok().filter(|&n| n <= lits.len()) else {
                    continue;
                };
                let reached = count.at_least(cnf, number);
                let exceeded = count.at_least(cnf, number + 1);
                add_bits(cnf, &[(!lit).into(), !reached, exceeded]);
            }
        }
        Condition::Compare(..) => {
            let terms = lits.iter().map(|&lit| Term::boolean(lit, 1)).collect();
            sum_of(cnf, map, terms, more as i64, condition, choices);
        }
    }
}

/// The number of true literals, and `more` to it, is one of these.
pub(super) fn number_within(
    cnf: &mut Cnf,
    lits: &[Lit],
    more: usize,
    ranges: &Ranges,
    choices: &Choices,
) {
    let (all, more) = (lits.len() as i64, more as i64);
    let possible = ranges.intervals().iter().map(|&(first, last)| {
        (first.saturating_sub(more).max(0), last.saturating_sub(more).min(all))
    });
    let possible = Ranges::of_intervals(possible);
    let bound = |cnf: &mut Cnf, relation, bound: i64| {
        let (encoding, form) = (choices.cardinality, choices.form);
        cardinality::encode(cnf, lits, relation, bound as usize, encoding, form);
    };
    match *possible.intervals() {
        [] => cnf.add_clause([]),
        [(first, last)] if first == last => bound(cnf, Relation::Exactly, first),
        [(first, last)] => {
            if first > 0 {
                bound(cnf, Relation::AtLeast, first);
            }
            if last < all {
                bound(cnf, Relation::AtMost, last);
            }
        }
        _ => {
            let mut count = cardinality::Count::totalizer(lits);
            for &(first, last) in possible.complement().intervals() {
                let first = count.at_least(cnf, first.max(0) as usize);
                let after = count.at_least(cnf, (last.min(all) + 1) as usize);
                add_bits(cnf, &[!first, after]);
            }
        }
    }
}

/// The sum of the terms, and `more` to it, is as the condition demands.
pub(super) fn sum_of(
    cnf: &mut Cnf,
    map: &Map,
    mut terms: Vec<Term>,
    more: i64,
    condition: &Condition,
    choices: &Choices,
) {
    let (comparison, variable) = match condition {
        Condition::Within(ranges) => {
            let shift = |end: i64| match end {
                i64::MIN | i64::MAX => end,
                end => end.saturating_sub(more),
            };
            let shifted =
                ranges.intervals().iter().map(|&(first, last)| (shift(first), shift(last)));
            return within(cnf, &terms, &Ranges::of_intervals(shifted), choices);
        }
        Condition::Compare(comparison, variable) => (*comparison, *variable),
    };
    let other = map.values(variable).map(|(value, lit)| (lit, -i64::from(value)));
    terms.push(Term::one_of(other));
    within(cnf, &terms, &comparison.with(-more), choices);
}

/// For each value of a variable whether it is at least that.
pub(super) struct Thresholds {
    values: Vec<Value>,
    reached: Vec<Bit>,
}

impl Thresholds {
    pub(super) fn new(cnf: &mut Cnf, map: &Map, variable: VarId) -> Thresholds {
        let (values, lits): (Vec<Value>, Vec<Lit>) = map.values(variable).unzip();
        let mut reached = vec![Bit::True; values.len()];
        let mut beyond: Option<Lit> = None;
        for (at, &lit) in lits.iter().enumerate().skip(1).rev() {
            let here: Vec<Lit> = [lit].into_iter().chain(beyond).collect();
            let lit = any_of(cnf, &here);
            reached[at] = Bit::Lit(lit);
            beyond = Some(lit);
        }
        Thresholds { values, reached }
    }

    /// Whether the variable is at least this.
    pub(super) fn at_least(&self, value: i64) -> Bit {
        let at = self.values.partition_point(|&other| i64::from(other) < value);
        self.reached.get(at).copied().unwrap_or(Bit::False)
    }
}
