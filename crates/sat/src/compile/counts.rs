//! Sums that count: each variable has two values, and all change the sum by the same amount.
//!
//! Such a sum is stated by an encoding of cardinalities when one is chosen and none of sums is.

use cnfetti_core::csp::{Atom, Linear, Ranges, Value, VarId};
use cnfetti_encodings::{cardinality, linear};

use super::Choices;

/// A sum as a number of atoms that hold.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Counted {
    /// Of each variable the value that adds more.
    pub(super) atoms: Vec<Atom>,
    /// The sum when none of them holds.
    base: i64,
    /// What each of them adds.
    step: i64,
}

impl Counted {
    /// The numbers of atoms with which the sum is one of these.
    pub(super) fn numbers(&self, sums: &Ranges) -> Ranges {
        let (base, step) = (i128::from(self.base), i128::from(self.step));
        let all = self.atoms.len() as i128;
        let possible = sums.intervals().iter().filter_map(|&(first, last)| {
            // Rounded up and down.
            let first = (i128::from(first) - base + step - 1).div_euclid(step).max(0);
            let last = (i128::from(last) - base).div_euclid(step).min(all);
            (first <= last).then_some((first as i64, last as i64))
        });
        Ranges::of_intervals(possible)
    }
}

/// Whether sums that count are stated as counts.
pub(super) fn are_wanted(choices: &Choices) -> bool {
    choices.cardinality.name() != cardinality::AUTO.name()
        && choices.linear.name() == linear::AUTO.name()
}

/// The sum as a count, if it is one. `domain` has the values of a variable.
pub(super) fn counted<'a>(sum: &Linear, domain: impl Fn(VarId) -> &'a [Value]) -> Option<Counted> {
    let mut counted = Counted { atoms: Vec::new(), base: 0, step: 0 };
    for term in sum.terms.as_slice() {
        let variable = term.variable;
        let times = |value: Value| term.weight.checked_mul(i64::from(value));
        let (one, other) = match *domain(variable) {
            [value] => (value, value),
            [one, other] => (one, other),
            _ => return None,
        };
        let (low, high) = (times(one)?.min(times(other)?), times(one)?.max(times(other)?));
        counted.base = counted.base.checked_add(low)?;
        let step = high.checked_sub(low)?;
        if step == 0 {
            continue;
        }
        if counted.step != 0 && counted.step != step {
            return None;
        }
        counted.step = step;
        let value = if term.weight > 0 { other } else { one };
        counted.atoms.push(Atom { variable, value });
    }
    (!counted.atoms.is_empty()).then_some(counted)
}
