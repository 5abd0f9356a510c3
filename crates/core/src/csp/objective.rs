//! Which of the solutions are wanted.

use super::{Csp, Linear, Ranges, Terms, Value};

/// A weighted sum that is to be as small or as large as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The sum; one variable is one term.
    pub terms: Terms,
    /// Which way.
    pub sense: Sense,
}

/// An objective whose best value is known: a constraint of the problem says that no solution is worse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The objective that was optimized.
    pub objective: Objective,
    /// The best value. The solutions have this value, or a better one if this is not the best.
    pub value: i64,
}

impl Bound {
    /// Such as `minimize 2*x + y`, then the value.
    pub fn describe(&self, csp: &Csp) -> String {
        format!("{}: {}", self.objective.describe(csp), self.value)
    }
}

impl Csp {
    /// The same problem with only those solutions that are at least as good as this value, and without
    /// the objective: when the value is optimal, only the optimal ones.
    pub fn at_best(&self, objective: &Objective, value: i64) -> Csp {
        let (within, most, best) = match objective.sense {
            Sense::Minimize => (Ranges::at_most(value), "most", "least"),
            Sense::Maximize => (Ranges::at_least(value), "least", "most"),
        };
        let bound = Some(Bound { objective: objective.clone(), value });
        let mut bounded = Csp { objective: None, bound, ..self.clone() };
        let reason = format!("the objective is at {most} {value}, the {best} possible");
        bounded.post(Linear { terms: objective.terms.clone(), within }.into(), reason);
        bounded
    }

    /// The same problem with only those solutions that are better than its bound: there are none, where
    /// that is the best value.
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
    /// The numbers by which the better value is the smaller one.
    pub fn sign(self) -> i64 {
        match self {
            Sense::Minimize => 1,
            Sense::Maximize => -1,
        }
    }
}

impl Objective {
    /// Its value for a solution. A posted objective fits into 62 bits.
    pub fn value(&self, solution: &[Value]) -> i64 {
        let value = self.terms.value(solution);
        i64::try_from(value).unwrap_or(if value < 0 { i64::MIN } else { i64::MAX })
    }

    /// Whether the first value is better than the second.
    pub fn is_better(&self, one: i64, other: i64) -> bool {
        (one - other) * self.sense.sign() < 0
    }

    /// Such as `minimize 2*x + y`.
    pub fn describe(&self, csp: &Csp) -> String {
        let sense = match self.sense {
            Sense::Minimize => "minimize",
            Sense::Maximize => "maximize",
        };
        format!("{sense} {}", self.terms.describe(csp))
    }
}
