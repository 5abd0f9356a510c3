//! A bound on a weighted sum of variables.

use std::collections::BTreeMap;

use super::{AllDifferent, AllEqual, Constraint, Csp, Malformed, Ranges, Rule, Value, VarId};

/// A variable times a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Weighted {
    /// The variable.
    pub variable: VarId,
    /// The factor by which its value is multiplied.
    pub weight: i64,
}

/// A weighted sum of variables: each occurs once, and no weight is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terms(Vec<Weighted>);

/// The weighted sum of the variables is in the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    /// The sum; each variable once.
    pub terms: Terms,
    /// The values that the sum can take.
    pub within: Ranges,
}

impl Terms {
    /// The sum of these terms. Adds up the weights of a variable that occurs several times, and
    /// drops terms of weight 0.
    pub fn new(terms: impl IntoIterator<Item = (VarId, i64)>) -> Terms {
        let mut weights = BTreeMap::<VarId, i128>::new();
        for (variable, weight) in terms {
            *weights.entry(variable).or_default() += i128::from(weight);
        }
        let terms = weights.into_iter().filter(|&(_, weight)| weight != 0);
        // `verify` refuses a weight that does not fit when the terms are posted.
        let fitting = |weight: i128| weight.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let term = |(variable, weight)| Weighted { variable, weight: fitting(weight) };
        Terms(terms.map(term).collect())
    }

    /// The variables with their weights.
    pub fn as_slice(&self) -> &[Weighted] {
        &self.0
    }

    /// The variables.
    pub fn scope(&self) -> Vec<VarId> {
        self.0.iter().map(|term| term.variable).collect()
    }

    /// The value of the sum if each variable `v` has the value `solution[v.index()]`.
    pub fn value(&self, solution: &[Value]) -> i128 {
        let terms = self.0.iter();
        terms
            .map(|term| i128::from(term.weight) * i128::from(solution[term.variable.index()]))
            .sum()
    }

    /// The smallest and the largest value that the domains allow. A variable with an empty domain
    /// counts as 0.
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

    /// The sum as text, such as `2*x - y`.
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

    /// Checks that no sum, not even of some of the terms, comes near the limits of 64 bits.
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

impl Linear {
    /// The sum of the variables is in the set.
    pub fn sum(scope: impl IntoIterator<Item = VarId>, within: Ranges) -> Linear {
        Linear { terms: Terms::new(scope.into_iter().map(|variable| (variable, 1))), within }
    }
}

impl Constraint {
    /// The same without numbers, if it is a sum that says that two variables are equal, or that they are different.
    pub(super) fn as_equality(&self) -> Option<Constraint> {
        let Constraint::Linear(Linear { terms, within }) = self else { return None };
        let [one, other] = terms.as_slice() else { return None };
        let scope = vec![one.variable, other.variable];
        let zero = Ranges::exactly(0);
        if i128::from(one.weight) != -i128::from(other.weight) {
            None
        } else if *within == zero {
            Some(AllEqual { scope }.into())
        } else if *within == zero.complement() {
            Some(AllDifferent { scope, except: Vec::new() }.into())
        } else {
            None
        }
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
