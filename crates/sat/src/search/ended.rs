//! What ended a search, and the evidence that nothing else can be found.
//!
//! An external program's claim that there is nothing else is confirmed at once. Without evidence, the search ends as stopped.
//! So no caller can forget to ask for the evidence.

use std::borrow::Cow;

use cnfetti_encodings::Cnf;
use cnfetti_proof::Lemmas;

use super::confirm::{
    Claim, Evidence, Unchecked, Unconfirmed, confirm_learned, confirm_refutation, confirm_searched,
};
use super::second_opinion::{AGAIN, EXACT_COUNTER, is_small};
use crate::compile::{Choices, compile_within};
use crate::search::learner::LEARNER;
use crate::solver::{Backend, Fault, NoAnswer};
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::{Budget, Limit, Stopped};
use cnfetti_core::refutation::Refutation;

/// How many steps a proof may take for a claim that was found without a formula: if the problem is hard for a solver, the
/// proof would cost more than the answer.
const AT_A_GLANCE: u64 = AGAIN / 10;

/// How a search for one or two solutions, for all, or for the best one, ended.
#[derive(Clone, Debug)]
pub enum Ended {
    /// There is nothing else to find: no (better) solution.
    Exhausted(NoOther),
    /// What was found is enough.
    Enough,
    /// A limit. There may be other solutions.
    Stopped(Limit),
}

impl Ended {
    /// There is nothing else. If a program says so, this finds the evidence.
    ///
    /// # Errors
    ///
    /// There is something else.
    pub(super) fn of(mut no_other: NoOther, budget: &Budget) -> Result<Ended, Fault> {
        if !no_other.claim().needs_evidence() {
            return Ok(Ended::Exhausted(no_other));
        }
        match no_other.confirm(budget).map_err(NoAnswer::from) {
            Ok(evidence) => {
                no_other.evidence = Some(evidence);
                Ok(Ended::Exhausted(no_other))
            }
            Err(NoAnswer::Stopped(Stopped(limit))) => Ok(Ended::Stopped(limit)),
            Err(NoAnswer::Fault(fault)) => Err(fault),
        }
    }
}

/// The claim that there is no other or no better solution, and who makes it.
#[derive(Clone, Debug)]
pub struct NoOther {
    /// The formula that says that there is one, if it was compiled.
    pub rest: Option<Box<Cnf>>,
    by: Cow<'static, str>,
    is_program: bool,
    is_trusted: bool,
    /// The evidence, if it was found already.
    evidence: Option<Evidence>,
    /// The name of another engine with the same result.
    second: Option<&'static str>,
    /// How many steps a proof may take, if not the default.
    steps: Option<u64>,
    /// The steps of the search that makes the claim, if they were counted.
    searched: Option<u64>,
    /// The learned clauses that show it, if they are known.
    learned: Option<Lemmas>,
    /// The problem of the other solutions, and why it has none, if that is known.
    refuted: Option<Box<(Csp, Refutation)>>,
}

impl NoOther {
    /// The claim of a solver about this formula.
    pub(super) fn by_solver(backend: &Backend, rest: impl Into<Option<Cnf>>) -> NoOther {
        let (is_program, is_trusted) = (backend.is_program(), backend.is_trusted());
        let of_solver = NoOther::by_other(backend.name.clone(), rest.into());
        NoOther { is_program, is_trusted, steps: None, ..of_solver }
    }

    /// The claim of cnfetti's own solver, with the lemmas that prove it.
    pub(super) fn by_learner(rest: Cnf, lemmas: Lemmas) -> NoOther {
        let learned = Some(lemmas);
        NoOther { steps: None, learned, ..NoOther::by_other(LEARNER, Some(rest)) }
    }

    /// The claim of an engine that needs no formula.
    pub(super) fn by_other(by: impl Into<Cow<'static, str>>, rest: Option<Cnf>) -> NoOther {
        NoOther {
            rest: rest.map(Box::new),
            by: by.into(),
            is_program: false,
            is_trusted: false,
            evidence: None,
            second: None,
            steps: Some(AT_A_GLANCE),
            searched: None,
            learned: None,
            refuted: None,
        }
    }

    /// The claim of a search that leaves no proof, with its steps and the problem of the other solutions. A proof may take as
    /// many steps as for a solver's claim.
    pub(super) fn by_search(
        by: &'static str,
        searched: Option<u64>,
        others: Csp,
        rest: Option<Cnf>,
    ) -> NoOther {
        let refuted = Some(Box::new((others, Refutation::default())));
        NoOther { steps: None, searched, refuted, ..NoOther::by_other(by, rest) }
    }

    /// The problem of the others, and why it has no solution.
    pub(super) fn refuted(self, others: Csp, refutation: Refutation) -> NoOther {
        NoOther { refuted: Some(Box::new((others, refutation))), ..self }
    }

    /// Records another engine with the same result.
    pub(super) fn agreed(&mut self, by: &'static str) {
        self.second = Some(by);
    }

    /// The claim, and who makes it.
    pub fn claim(&self) -> Claim<'_> {
        let NoOther { is_program, is_trusted, .. } = *self;
        Claim { by: &self.by, is_program, is_trusted }
    }

    /// Finds evidence: a proof if there is time for it, otherwise a second opinion.
    ///
    /// # Errors
    ///
    /// There is another solution, or there is only the word of a program that nobody trusts.
    pub fn confirm(&self, budget: &Budget) -> Result<Evidence, Unconfirmed> {
        if let Some(evidence) = self.evidence {
            return Ok(evidence);
        }
        let mut compiled = None;
        if let Some((others, refutation)) = self.refuted.as_deref() {
            if let Some(checked) = confirm_refutation(others, refutation, budget) {
                return Ok(Evidence::Proof(checked));
            }
            compiled = match self.steps {
                _ if self.rest.is_some() => None,
                Some(_) => in_little_time(others, budget),
                None if others.num_values() > MAX_VALUES => None,
                None => formula(others, budget),
            };
        }
        let budget = self.steps.map_or_else(|| budget.clone(), |steps| budget.of_steps(steps));
        let rest = self.rest.as_deref().or(compiled.as_ref());
        let evidence = match (rest, &self.learned) {
            (Some(rest), Some(lemmas)) => confirm_learned(rest, lemmas, self.claim(), &budget)?,
            (Some(rest), None) => confirm_searched(rest, self.claim(), self.searched, &budget)?,
            (None, _) if self.by != EXACT_COUNTER => {
                Evidence::Word(budget.spent().map_or(Unchecked::GaveUp, Unchecked::of))
            }
            (None, _) => Evidence::Word(Unchecked::Unasked),
        };
        self.claim().judge(match (evidence, self.second) {
            (Evidence::Word(_), Some(second)) => Evidence::Second(second),
            (evidence, _) => evidence,
        })
    }
}

/// Problems with more values are not compiled for a proof.
const MAX_VALUES: usize = 1_000_000;

/// The formula of a problem without an objective, if it compiles quickly.
pub(super) fn in_little_time(csp: &Csp, budget: &Budget) -> Option<Cnf> {
    if is_small(csp) { formula(csp, budget) } else { None }
}

fn formula(csp: &Csp, budget: &Budget) -> Option<Cnf> {
    let compiled = compile_within(csp, &Choices::default(), &budget.of_steps(AGAIN)).ok()?;
    Some(compiled.cnf.to_unlimited())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn a_limit_that_leaves_no_time_for_a_proof_is_the_reason() {
        let mut csp = Csp::new();
        csp.variable("x", 0..3);
        let no_other = NoOther::by_search("a search", None, csp, None);
        let stop = Some(Arc::new(AtomicBool::new(true)));
        let evidence = no_other.confirm(&Budget { stop, ..Budget::default() });
        assert_eq!(evidence, Ok(Evidence::Word(Unchecked::Limit(Limit::Interrupted))));
    }
}
