//! Three engines that count: the exact counter, blocking clauses, and knowledge compilation. The
//! first shares nothing with the others but the constraints; they share the formula.
//!
//! The first exact number must be consistent with what the other engine has found by then, and the other engine may take
//! some more steps to finish. So small problems are counted twice.

mod race;

use std::fmt;

use num_bigint::BigUint;

use super::blocking::{Count, CountError, Counted, count};
use super::clauses::{self, Compiled};
use super::confirm::{Evidence, Unchecked};
use super::ended::Ended;
use super::second_opinion::EXACT_COUNTER;
use crate::compile::Choices;
use crate::solver::Backend;
use cnfetti_core::count::are_consistent;
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::Limit;
use cnfetti_exact::{self, Arithmetic, Limits};

/// A way to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// The exact counter.
    Exact,
    /// A solver with a clause for each solution found.
    Blocking,
    /// Knowledge compilation.
    Clauses,
}

impl Engine {
    /// Its name, as in the JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Exact => "exact",
            Engine::Blocking => "blocking",
            Engine::Clauses => "clauses",
        }
    }

    /// The name in a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Engine::Exact => EXACT_COUNTER,
            Engine::Blocking => "the solver with blocking clauses",
            Engine::Clauses => "knowledge compilation",
        }
    }
}

/// The result of an engine.
#[derive(Clone, Debug)]
pub enum Answer {
    /// By the exact counter, with the parts of the numbers.
    Exact(Count, Arithmetic),
    /// By blocking clauses.
    Blocking(Counted),
    /// By knowledge compilation.
    Clauses(Compiled),
}

impl Answer {
    /// The numbers.
    pub fn count(&self) -> &Count {
        match self {
            Answer::Exact(count, _) => count,
            Answer::Blocking(counted) => &counted.count,
            Answer::Clauses(compiled) => &compiled.count,
        }
    }

    /// Some of the counted solutions, so that they can be checked by the puzzle's own rules.
    pub fn examples(&self) -> &[Vec<Value>] {
        match self {
            Answer::Exact(_, arithmetic) => &arithmetic.examples,
            Answer::Blocking(counted) => &counted.examples,
            Answer::Clauses(_) => &[],
        }
    }

    /// The limit because of which the numbers are lower bounds.
    pub fn stopped(&self) -> Option<Limit> {
        match self {
            Answer::Exact(_, arithmetic) => arithmetic.stopped,
            Answer::Blocking(counted) => match counted.end {
                Ended::Stopped(limit) => Some(limit),
                Ended::Exhausted(_) | Ended::Enough => None,
            },
            Answer::Clauses(compiled) => compiled.stopped,
        }
    }

    /// The answer of the same engine if its steps had ended just before it was done.
    fn cut_short(mut self) -> Answer {
        let count = match &mut self {
            Answer::Exact(count, arithmetic) => {
                arithmetic.stopped = Some(Limit::Steps);
                count
            }
            Answer::Blocking(counted) => {
                counted.end = Ended::Stopped(Limit::Steps);
                &mut counted.count
            }
            Answer::Clauses(compiled) => {
                compiled.stopped = Some(Limit::Steps);
                &mut compiled.count
            }
        };
        count.exact = false;
        self
    }

    /// The engine that found them.
    pub fn engine(&self) -> Engine {
        match self {
            Answer::Exact(..) => Engine::Exact,
            Answer::Blocking(_) => Engine::Blocking,
            Answer::Clauses(_) => Engine::Clauses,
        }
    }
}

/// The results of the engines, which agree.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// An exact number if either engine has one; otherwise the better lower bound.
    pub best: Answer,
    /// The result of the other engine until it was stopped, if it ran.
    pub other: Option<Answer>,
}

impl Agreed {
    /// One engine alone.
    pub fn alone(best: Answer) -> Agreed {
        Agreed { best, other: None }
    }

    /// Two answers about the same problem.
    ///
    /// # Errors
    ///
    /// They cannot both be right.
    pub fn both(csp: &Csp, one: Answer, other: Answer) -> Result<Agreed, Disagreement> {
        require_agreement(csp, &one, &other)?;
        let rank = |answer: &Answer| (answer.count().exact, answer.count().solutions.clone());
        let (best, other) = if rank(&one) >= rank(&other) { (one, other) } else { (other, one) };
        Ok(Agreed { best, other: Some(other) })
    }

    /// The evidence that the best number is exact, apart from a proof.
    pub fn evidence(&self) -> Evidence {
        match &self.other {
            Some(other) if other.count().exact => Evidence::Second(other.engine().name()),
            Some(other) => Evidence::Word(Unchecked::of(other.stopped().unwrap_or(Limit::Steps))),
            None => Evidence::Word(Unchecked::Unasked),
        }
    }
}

/// Two engines say what cannot both be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the engines disagree on the number of {what}: {one}, {other}")]
pub struct Disagreement {
    /// The quantity that was counted.
    pub what: String,
    /// The first claim.
    pub one: Says,
    /// The second claim.
    pub other: Says,
}

/// A number, and the engine that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Says {
    /// The engine that makes the claim.
    pub engine: Engine,
    /// The number.
    pub number: BigUint,
    /// Whether there are no more.
    pub exact: bool,
}

impl fmt::Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_least = if self.exact { "" } else { "at least " };
        write!(f, "{} says {at_least}{}", self.engine.name(), self.number)
    }
}

/// Fails if two counts of the same problem cannot both be right: exact numbers differ, or a lower bound
/// is above an exact number.
pub fn require_agreement(csp: &Csp, one: &Answer, other: &Answer) -> Result<(), Disagreement> {
    let (left, right) = (one.count(), other.count());
    let mut numbers = vec![
        ("solutions", &left.solutions, &right.solutions),
        ("solutions up to renaming", &left.up_to_renaming, &right.up_to_renaming),
        ("classes", &left.classes, &right.classes),
    ];
    for (at, projection) in csp.projections().iter().enumerate() {
        numbers.push((&projection.name, &left.projected[at], &right.projected[at]));
    }
    let optima = [left.optimum, right.optimum].map(|optimum| optimum.unwrap_or_default());
    let of_cost = format!("optimal solutions, of cost {} and {}", optima[0], optima[1]);
    let both_exact = left.exact && right.exact;
    for (what, one_number, other_number) in numbers {
        let agree = are_consistent((one_number, left.exact), (other_number, right.exact))
            && (left.optimum == right.optimum || !both_exact);
        if !agree {
            let says = |answer: &Answer, number: &BigUint| Says {
                engine: answer.engine(),
                number: number.clone(),
                exact: answer.count().exact,
            };
            let (one, other) = (says(one, one_number), says(other, other_number));
            let is_about_cost = both_exact && left.optimum != right.optimum;
            let what = if is_about_cost { of_cost } else { what.to_owned() };
            return Err(Disagreement { what, one, other });
        }
    }
    Ok(())
}

/// Why there is no count that two engines agree on.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// An engine failed.
    #[error(transparent)]
    Count(#[from] CountError),
    /// Both counted, and differ.
    #[error(transparent)]
    Disagreement(#[from] Disagreement),
}

/// The engines with what they need.
pub struct Engines<'a> {
    /// The problem to count.
    pub csp: &'a Csp,
    /// The encodings of the formula.
    pub choices: &'a Choices,
    /// The solver.
    pub backend: &'a Backend,
    /// The limits of each engine.
    pub limits: &'a Limits,
}

impl Engines<'_> {
    /// Counts with one engine. `progress` is told what blocking clauses found so far.
    pub fn run(&self, engine: Engine, progress: impl FnMut(&Count)) -> Result<Answer, CountError> {
        self.run_within(engine, self.limits, progress)
    }

    fn run_within(
        &self,
        engine: Engine,
        limits: &Limits,
        progress: impl FnMut(&Count),
    ) -> Result<Answer, CountError> {
        let Engines { csp, choices, backend, .. } = *self;
        match engine {
            Engine::Exact => {
                let (count, arithmetic) = cnfetti_exact::count(csp, limits)?;
                Ok(Answer::Exact(count, arithmetic))
            }
            Engine::Blocking => {
                count(csp, choices, backend, &limits.budget, progress).map(Answer::Blocking)
            }
            Engine::Clauses => clauses::count(csp, choices, backend, limits).map(Answer::Clauses),
        }
    }
}
