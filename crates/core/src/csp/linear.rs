//! A bound on a weighted sum of variables.

use std::collections::BTreeMap;

use super::{Constraint, Csp, Malformed, Ranges, Rule, Value, VarId};

/// A variable times a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weighted {
    /// The variable.
    pub variable: VarId,
    /// The factor of the variable's value.
    pub weight: i64,
}

/// A weighted sum of variables: each once, and no weight is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terms(Vec<Weighted>);

/// The weighted sum of the variables is one of the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The sum; each variable once.
    pub terms: Terms,
    /// The values that the sum may have.
    pub within: Ranges,
}

impl Terms {
    /// The sum of these; a variable can be given several times, and what has no weight is left out.
    pub fn new(terms: impl IntoIterator<Item = (VarId, i64)>) -> Terms {
        let mut weights = BTreeMap::<VarId, i128>::new();
        for (variable, weight) in terms {
            *weights.entry(variable).or_default() += i128::from(weight);
        }
        let terms = weights.into_iter().filter(|&(_, weight)| weight != 0);
        // One that does not fit is refused where the terms are posted, as is any that is so large.
        let fitting = |weight: i128| weight.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let term = |(variable, weight)| Weighted { variable, weight: fitting(weight) };
        Terms(terms.map(term).collect())
    }

    /// Each variable with its weight.
    pub fn as_slice(&self) -> &[Weighted] {
        &self.0
    }

    /// The variables.
    pub fn scope(&self) -> Vec<VarId> {
        self.0.iter().map(|term| term.variable).collect()
    }

    /// The sum when each variable `v` is `solution[v.index()]`.
    pub fn value(&self, solution: &[Value]) -> i128 {
        let terms = self.0.iter();
        terms
            .map(|term| i128::from(term.weight) * i128::from(solution[term.variable.index()]))
            .sum()
    }

    /// The smallest and the largest value that the domains allow, with those of empty domains as 0.
    pub fn range(&self, csp: &Csp) -> (i128, i128) {
        let mut range = (0, 0);
        for term in &self.0 {
            let domain = csp.domain(term.variable);
            let (Some(&first), Some(&last)) = (domain.first(), domain.last()) else { continue };
            let ends = [first, last].map(|end| i128::from(term.weight) * i128::from(end));
            range = (range.0 + ends[0].min(ends[1]), range.1 + ends[0].max(ends[1]));
        }
        range
    }

    /// Such as `2*x - y`.
    pub fn describe(&self, csp: &Csp) -> String {
        let mut text = String::new();
        for (place, term) in self.0.iter().enumerate() {
            text += match (place, term.weight < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            if term.weight.unsigned_abs() != 1 {
                text += &format!("{}*", term.weight.unsigned_abs());
            }
            text += csp.name(term.variable);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    /// Whether every sum, also of some of the terms only, is far from the ends of 64 bits.
    pub(super) fn verify(&self, csp: &Csp) -> Result<(), Malformed> {
        let size = |term: &Weighted| {
            let domain = csp.domain(term.variable);
            let ends = [domain.first(), domain.last()].into_iter().flatten();
            let largest = ends.map(|end| end.unsigned_abs()).max().unwrap_or(0);
            u128::from(term.weight.unsigned_abs()) * u128::from(largest.max(1))
        };
        let size: u128 = self.0.iter().map(size).sum();
        if size < 1 << 62 { Ok(()) } else { Err(Malformed::TooLarge(self.describe(csp))) }
    }
}

impl From<Linear> for Constraint {
    fn from(constraint: Linear) -> Constraint {
        Constraint::Linear(constraint)
    }
}

impl Rule for Linear {
    fn scope(&self) -> Vec<VarId> {
        self.terms.scope()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        i64::try_from(self.terms.value(solution)).is_ok_and(|sum| self.within.contains(sum))
    }

    fn describe(&self, csp: &Csp) -> String {
        format!("Linear({}) {}", self.terms.describe(csp), self.within)
    }
}
