//! Sums that count: each variable has two values, and all change the sum by the same amount.
//!
//! Such a sum is stated by an encoding of cardinalities, unless an encoding of sums is chosen.

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
    /// Whether `auto` rather adds in binary than to count up to these numbers by a network.
    pub(super) fn is_too_long(&self, numbers: &Ranges, choices: &Choices) -> bool {
        let all = self.atoms.len() as i64;
        let ends = numbers.intervals().iter().flat_map(|&(first, last)| [first, last]);
        // A bound above half of them bounds the others.
        let most = ends.map(|end| end.min(all - end).max(0) as usize).max().unwrap_or(0);
        let bits = (usize::BITS - most.leading_zeros()) as usize;
        let is_auto = choices.cardinality.name() == cardinality::AUTO.name();
        is_auto && self.atoms.len() * bits * bits > MOST_STEPS
    }

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
    choices.linear.name() == linear::AUTO.name()
}

/// A count with more steps is added in binary, unless somebody chose its encoding: it would take millions of clauses.
const MOST_STEPS: usize = 4_000_000;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::compile;
    use cnfetti_core::csp::{Csp, Terms};

    /// The families and the encodings that say that at most so many of so many hold.
    fn stated(number: usize, most: i64, choices: &Choices) -> Vec<(&'static str, &'static str)> {
        let mut csp = Csp::new();
        let ids: Vec<VarId> = (0..number).map(|at| csp.variable(format!("x{at}"), 0..=1)).collect();
        let terms = Terms::new(ids.into_iter().map(|id| (id, 3)));
        csp.post(Linear { terms, within: Ranges::at_most(3 * most) }.into(), "a count");
        let compiled = compile(&csp, choices).unwrap();
        let sections =
            compiled.cnf.sections().iter().map(|section| (section.family, section.encoding));
        sections.filter(|&(family, _)| ["cardinality", "linear"].contains(&family)).collect()
    }

    #[test]
    fn auto_counts_unless_that_is_too_long() {
        let auto = Choices::default();
        assert_eq!(stated(2_000, 200, &auto), [("cardinality", "cardinality_network")]);
        assert_eq!(stated(30_000, 2, &auto)[0].0, "cardinality");
        assert_eq!(stated(30_000, 29_998, &auto)[0].0, "cardinality");
        assert_eq!(stated(30_000, 15_000, &auto), [("linear", "adder")]);
        let adder = linear::by_name("adder").unwrap();
        assert_eq!(stated(20, 5, &Choices { linear: adder, ..auto }), [("linear", "adder")]);
        let totalizer = cardinality::by_name("totalizer").unwrap();
        let chosen = Choices { cardinality: totalizer, ..Choices::default() };
        assert_eq!(stated(20, 5, &chosen), [("cardinality", "totalizer")]);
    }
}
