//! What ended a search, and the evidence that nothing else can be found.

use std::borrow::Cow;

use cnfetti_encodings::Cnf;
use cnfetti_proof::Lemmas;

use super::confirm::{Claim, Evidence, Refuted, Unchecked, confirm, confirm_learned};
use super::second::AGAIN;
use crate::search::learner::LEARNER;
use crate::solver::Backend;
use cnfetti_core::limit::{Budget, Limit};

/// How much work may go into a proof of what was clear without a formula: a search that was hard for a solver
/// would cost more than all before.
const AT_A_GLANCE: u64 = AGAIN / 10;

/// How a search for one or two solutions, or for the best one, ended.
#[derive(Clone, Debug)]
pub enum Ended {
    /// There is nothing else to find: no (better) solution.
    Exhausted(NoOther),
    /// What was found is enough.
    Enough,
    /// A limit. There may be other solutions.
    Stopped(Limit),
}

/// The claim that there is no other or no better solution, and who makes it.
#[derive(Clone, Debug)]
pub struct NoOther {
    /// The formula that says that there is one, where it was made.
    pub rest: Option<Box<Cnf>>,
    by: Cow<'static, str>,
    is_program: bool,
    /// Somebody else who says the same.
    second: Option<&'static str>,
    /// How much work may go into a proof, where it is not as much as ever.
    steps: Option<u64>,
    /// What was learned that shows it, where that is known.
    learned: Option<Lemmas>,
}

impl NoOther {
    /// As a solver says, and this is the formula.
    pub(super) fn by_solver(backend: &Backend, rest: Cnf) -> NoOther {
        NoOther {
            rest: Some(Box::new(rest)),
            by: backend.name.clone(),
            is_program: backend.is_program(),
            second: None,
            steps: None,
            learned: None,
        }
    }

    /// As cnfetti's own solver says, which has learned this of the formula.
    pub(super) fn by_learner(rest: Cnf, lemmas: Lemmas) -> NoOther {
        let learned = Some(lemmas);
        NoOther { steps: None, learned, ..NoOther::by_other(LEARNER, Some(rest)) }
    }

    /// As somebody says who needs no formula.
    pub(super) fn by_other(by: &'static str, rest: Option<Cnf>) -> NoOther {
        let by = Cow::Borrowed(by);
        NoOther {
            rest: rest.map(Box::new),
            by,
            is_program: false,
            second: None,
            steps: Some(AT_A_GLANCE),
            learned: None,
        }
    }

    /// Somebody else says the same.
    pub(super) fn agreed(&mut self, by: &'static str) {
        self.second = Some(by);
    }

    /// The claim, and who makes it.
    pub fn claim(&self) -> Claim<'_> {
        Claim { by: &self.by, is_program: self.is_program }
    }

    /// Finds evidence: a proof if there is time for it, otherwise a second opinion.
    ///
    /// # Errors
    ///
    /// When there is another solution.
    pub fn confirm(&self, budget: &Budget) -> Result<Evidence, Refuted> {
        let budget = self.steps.map_or_else(|| budget.clone(), |steps| budget.of_steps(steps));
        let evidence = match (&self.rest, &self.learned) {
            (Some(rest), Some(lemmas)) => confirm_learned(rest, lemmas, self.claim(), &budget)?,
            (Some(rest), None) => confirm(rest, self.claim(), &budget)?,
            (None, _) => Evidence::Word(Unchecked::Unasked),
        };
        Ok(match (evidence, self.second) {
            (Evidence::Word(_), Some(second)) => Evidence::Second(second),
            (evidence, _) => evidence,
        })
    }
}
