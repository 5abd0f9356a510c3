//! Which solutions are wanted: the best ones.

use super::{Csp, Linear, Ranges, Terms, Value};
use crate::decimal::Amount;

/// A weighted sum to be minimized or maximized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The sum. A single variable is a sum of one term.
    pub terms: Terms,
    /// Minimize or maximize.
    pub sense: Sense,
}

/// An objective whose best value is known. A constraint of the problem requires that value or a better
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The optimized objective.
    pub objective: Objective,
    /// The best value. Solutions have this value, or a better one if it is not the optimum.
    pub value: i64,
}

impl Bound {
    /// The bound as text: the objective, such as `minimize 2*x + y`, then the value.
    pub fn describe(&self, csp: &Csp) -> String {
        format!("{}: {}", self.objective.describe(csp), csp.amount(self.value))
    }
}

impl Csp {
    /// The same problem without the objective, restricted to solutions that are at least as good as
    /// this value. If the value is optimal, these are the optimal solutions.
    pub fn at_best(&self, objective: &Objective, value: i64) -> Csp {
        let (within, most, best) = match objective.sense {
            Sense::Minimize => (Ranges::at_most(value), "most", "least"),
            Sense::Maximize => (Ranges::at_least(value), "least", "most"),
        };
        let bound = Some(Bound { objective: objective.clone(), value });
        let mut bounded = Csp { objective: None, bound, ..self.clone() };
        let reason =
            format!("the objective is at {most} {}, the {best} possible", self.amount(value));
        bounded.post(Linear { terms: objective.terms.clone(), within }.into(), reason);
        bounded
    }

    /// Says that the objective is a float: its values are divided by this number wherever they are shown.
    pub fn divide_objective(&mut self, unit: i64) {
        self.unit = Some(unit);
    }

    /// A value of the objective as it is shown.
    pub fn amount(&self, value: i64) -> Amount {
        Amount { value, unit: self.unit }
    }

    /// The same problem restricted to solutions that are better than its bound. If the bound is
    /// optimal, there are none.
    pub fn better_than(&self, Bound { objective, value }: &Bound) -> Csp {
        Csp { bound: None, ..self.at_best(objective, value - objective.sense.sign()) }
    }
}

/// Which of two values is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// The smaller one.
    Minimize,
    /// The larger one.
    Maximize,
}

impl Sense {
    /// The sign by which to multiply values so that smaller is better.
    pub fn sign(self) -> i64 {
        match self {
            Sense::Minimize => 1,
            Sense::Maximize => -1,
        }
    }
}

impl Objective {
    /// The value of the objective for a solution. It fits, because a posted objective has at most 62
    /// bits.
    pub fn value(&self, solution: &[Value]) -> i64 {
        let value = self.terms.value(solution);
        i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
    }

    /// Whether the first value is better than the second.
    pub fn is_better(&self, one: i64, other: i64) -> bool {
        (one - other) * self.sense.sign() < 0
    }

    /// The objective as text, such as `minimize 2*x + y`.
    pub fn describe(&self, csp: &Csp) -> String {
        let sense = match self.sense {
            Sense::Minimize => "minimize",
            Sense::Maximize => "maximize",
        };
        let terms = self.terms.describe(csp);
        match csp.unit {
            Some(unit @ 2..) => format!("{sense} ({terms})/{unit}"),
            _ => format!("{sense} {terms}"),
        }
    }
}
