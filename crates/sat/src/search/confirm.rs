//! Evidence for the answer "no".
//!
//! Everybody can check a model, but that there is none needs a proof. So if any solver finds a formula unsatisfiable, a
//! second search writes a proof, and code that is no solver checks it. cnfetti's own small solver goes first, because its
//! proofs are quick to check, then [`prove`]. If that takes too long, the answer of a built-in solver stands on its word.
//! For an external program, the question stays open ([`Unconfirmed::Unproved`]), unless the user trusts the program.

use std::io::{self, Write};

use cnfetti_encodings::Cnf;

use super::compact::Compact;
use super::learner::{LEARNER, Learned, Learner};
use crate::solver::{Backend, Fault, NoAnswer, NoProof, PROVER, ProofFormat, prove};
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::{Budget, Limit, Stopped};
use cnfetti_core::refutation::Refutation;
use cnfetti_proof::{Checked, Lemmas, ProofError, check, refutation};

/// The number of steps allowed to prove the answer of a built-in solver and to check the proof:
/// about a second's worth. Steps, and not time, so that the evidence for an answer is always the
/// same.
pub const CHECK: u64 = 1_000_000_000;

/// The steps that cnfetti's own small solver gets first: a tenth of [`CHECK`]. If the search that makes the claim took no
/// more than this, it gets all of [`CHECK`]: its proof takes 3 to 13 times the steps of the search.
const FIRST: u64 = CHECK / 10;

/// Longer proofs are not kept to be checked, in bytes.
const MAX_PROOF_BYTES: usize = 1 << 28;

/// From here on a formula may have many variables that no clause mentions.
const MANY_VARIABLES: u32 = 1 << 20;

/// The evidence that there is no model, no further solution or no other value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// A proof that was found here and checked.
    Proof(Checked),
    /// The same answer of a solver or an engine that shares no code with the first, by
    /// its name.
    Second(&'static str),
    /// Nothing was ruled out, so that there is nothing to check.
    Nothing,
    /// None but the word of the solver or engine.
    Word(Unchecked),
}

/// Why there is no evidence but a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unchecked {
    /// No check was requested.
    Unasked,
    /// The user trusts the solver.
    Trusted,
    /// The steps for a proof were not enough.
    GaveUp,
    /// This limit ended the check.
    Limit(Limit),
}

impl Unchecked {
    /// The work was ended by this limit: its own, or one of all the work.
    pub(super) fn of(limit: Limit) -> Unchecked {
        match limit {
            Limit::Steps => Unchecked::GaveUp,
            limit => Unchecked::Limit(limit),
        }
    }
}

impl Evidence {
    /// Whether it is more than a word.
    pub fn is_checked(&self) -> bool {
        !matches!(self, Evidence::Word(_))
    }

    /// What checked it: `proof`, or the name of a solver or an engine; `None` if nothing has.
    pub fn checked_by(&self) -> Option<&'static str> {
        match self {
            Evidence::Proof(_) => Some("proof"),
            Evidence::Second(name) => Some(name),
            Evidence::Nothing | Evidence::Word(_) => None,
        }
    }

    /// The evidence for two answers together: the weaker of both.
    pub fn and(self, other: Evidence) -> Evidence {
        match (self, other) {
            (word @ Evidence::Word(_), _) | (_, word @ Evidence::Word(_)) => word,
            (second @ Evidence::Second(_), _) | (_, second @ Evidence::Second(_)) => second,
            (Evidence::Nothing, other) | (other, Evidence::Nothing) => other,
            (Evidence::Proof(one), Evidence::Proof(other)) => Evidence::Proof(Checked {
                steps: one.steps + other.steps,
                additions: one.additions + other.additions,
            }),
        }
    }
}

/// Why an answer does not stand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unconfirmed {
    /// Another search found a model.
    #[error("{by} is wrong: it claims that a formula is unsatisfiable, but it has a model")]
    HasModel {
        /// The solver that claims that there is none.
        by: String,
    },
    /// The proof is wrong.
    #[error("the proof by {by} is wrong: {error}")]
    WrongProof {
        /// The solver that claims that there is no model.
        by: String,
        /// What is wrong.
        error: ProofError,
    },
    /// There is only the word of a program that the user does not trust. The answer may be right: a limit prevented the check.
    #[error("only {by} says so")]
    Unproved {
        /// The program.
        by: String,
        /// The limit.
        #[source]
        stopped: Stopped,
    },
}

impl From<Unconfirmed> for NoAnswer {
    fn from(unconfirmed: Unconfirmed) -> NoAnswer {
        match unconfirmed {
            Unconfirmed::Unproved { stopped, .. } => stopped.into(),
            wrong => Fault(wrong.to_string()).into(),
        }
    }
}

/// An answer that is to be confirmed: that a formula has no model.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The solver or engine that makes the claim.
    pub by: &'a str,
    /// Whether that is an external program, which could be anything.
    pub is_program: bool,
    /// Whether the user trusts it.
    pub is_trusted: bool,
}

impl<'a> Claim<'a> {
    /// The claim of this solver.
    pub fn by(solver: &'a Backend) -> Claim<'a> {
        let is_trusted = solver.is_trusted();
        Claim { by: &solver.name, is_program: solver.is_program(), is_trusted }
    }

    /// The claim of a part of cnfetti.
    pub fn of(by: &'a str) -> Claim<'a> {
        Claim { by, is_program: false, is_trusted: false }
    }

    /// Whether it is no answer without evidence.
    pub(super) fn needs_evidence(&self) -> bool {
        self.is_program && !self.is_trusted
    }

    /// The evidence, if it is enough for the claim.
    pub(super) fn judge(&self, evidence: Evidence) -> Result<Evidence, Unconfirmed> {
        let limit = match evidence {
            Evidence::Word(Unchecked::Limit(Limit::Interrupted)) => Limit::Interrupted,
            Evidence::Word(_) => Limit::Proof,
            evidence => return Ok(evidence),
        };
        match self.needs_evidence() {
            true => Err(Unconfirmed::Unproved { by: self.by.to_owned(), stopped: Stopped(limit) }),
            false => Ok(evidence),
        }
    }

    /// The budget for confirming it.
    fn check_budget(&self, budget: &Budget) -> Budget {
        if self.is_program { budget.clone() } else { budget.of_steps(CHECK) }
    }
}

/// Finds a proof that the formula has no model, and checks it. For the answer of a program that may take all the time
/// there is, and it does not stand without a proof, or a second solver that agrees. For a solver of this process, the
/// check is worth about a second.
///
/// # Errors
///
/// The answer is wrong, or only a program's word.
pub fn confirm(cnf: &Cnf, claim: Claim<'_>, budget: &Budget) -> Result<Evidence, Unconfirmed> {
    claim.judge(confirm_searched(cnf, claim, None, budget)?)
}

/// The evidence for a claim, given the steps of the search if they were counted. It can be a word even for a program.
pub(super) fn confirm_searched(
    cnf: &Cnf,
    claim: Claim<'_>,
    searched: Option<u64>,
    budget: &Budget,
) -> Result<Evidence, Unconfirmed> {
    if claim.is_trusted {
        return Ok(Evidence::Word(Unchecked::Trusted));
    }
    let own = claim.check_budget(budget);
    let by = || claim.by.to_owned();
    let word = |limit| Evidence::Word(Unchecked::of(limit));
    // The prover is a second solver, unless it made the claim itself.
    let second = |limit| match claim.by == PROVER {
        true => word(limit),
        false => Evidence::Second(PROVER),
    };
    let compact;
    let cnf = match cnf.num_vars() > MANY_VARIABLES {
        true => {
            compact = Compact::new(cnf, []);
            &compact.cnf
        }
        false => cnf,
    };
    let first = if searched.is_some_and(|steps| steps <= FIRST) { CHECK } else { FIRST };
    if let Some(checked) = learned(cnf, claim, &own.of_steps(first))? {
        return Ok(Evidence::Proof(checked));
    }
    let mut proof = Kept::default();
    match prove(cnf, ProofFormat::Binary, &own, &mut proof) {
        Ok(()) if own.spent() == Some(Limit::Steps) => return Ok(word(Limit::Steps)),
        Ok(()) if proof.is_cut => return Ok(second(Limit::Memory)),
        Ok(()) => {}
        Err(NoProof::Satisfiable) => return Err(Unconfirmed::HasModel { by: by() }),
        Err(NoProof::Stopped(Stopped(limit))) => return Ok(word(limit)),
        Err(NoProof::Output(_)) => return Ok(word(Limit::Memory)),
    }
    match check(cnf, &proof.bytes, &own) {
        Ok(checked) => Ok(Evidence::Proof(checked)),
        Err(ProofError::Stopped(Stopped(limit))) => Ok(second(limit)),
        Err(error) => Err(Unconfirmed::WrongProof { by: by(), error }),
    }
}

/// Proves it with the small solver, if that is quick. Its proof has hints, so it is quick to check. The budget is separate, so
/// the other prover loses no steps.
fn learned(cnf: &Cnf, claim: Claim<'_>, soon: &Budget) -> Result<Option<Checked>, Unconfirmed> {
    match Learner::new(cnf, soon).solve(u64::MAX) {
        Learned::Unknown(_) => Ok(None),
        Learned::Model(_) => Err(Unconfirmed::HasModel { by: claim.by.to_owned() }),
        Learned::Refuted(lemmas) => match lemmas.check(cnf, soon) {
            Ok(checked) => Ok(Some(checked)),
            Err(ProofError::Stopped(_)) => Ok(None),
            Err(error) => Err(Unconfirmed::WrongProof { by: LEARNER.to_owned(), error }),
        },
    }
}

/// Checks the learned clauses of a solver that says that the formula has no model: they are the proof.
///
/// # Errors
///
/// They are no proof.
pub(super) fn confirm_learned(
    cnf: &Cnf,
    lemmas: &Lemmas,
    claim: Claim<'_>,
    budget: &Budget,
) -> Result<Evidence, Unconfirmed> {
    match lemmas.check(cnf, &claim.check_budget(budget)) {
        Ok(checked) => Ok(Evidence::Proof(checked)),
        Err(ProofError::Stopped(Stopped(limit))) => Ok(Evidence::Word(Unchecked::of(limit))),
        Err(error) => Err(Unconfirmed::WrongProof { by: claim.by.to_owned(), error }),
    }
}

/// Checks a refutation. `None` if it is too long or too difficult to check, so other evidence is needed.
pub(super) fn confirm_refutation(
    csp: &Csp,
    refutation: &Refutation,
    budget: &Budget,
) -> Option<Checked> {
    refutation::check(csp, refutation, &budget.of_steps(CHECK)).ok()
}

/// A proof in memory, which is dropped if it gets too long.
#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    is_cut: bool,
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_cut |= self.bytes.len() + bytes.len() > MAX_PROOF_BYTES;
        if self.is_cut {
            self.bytes = Vec::new();
        } else {
            self.bytes.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use cnfetti_encodings::Lit;

    use super::*;
    use crate::dimacs::{Costs, Language};
    use crate::solver::answer::Answer;
    use crate::solver::{Backend, Fault, Outside, Solver, by_name};
    use cnfetti_core::random::Random;

    /// A program that nobody has.
    #[derive(Debug)]
    struct Missing;

    impl Outside for Missing {
        fn load(&self, _: &Cnf, _: &Budget) -> Box<dyn Solver> {
            unreachable!("only its name is asked for")
        }

        fn language(&self) -> Language {
            Language::Dimacs
        }

        fn least(&self, _: &Cnf, _: &Costs, _: &Budget) -> Result<Answer, Fault> {
            unreachable!("only its name is asked for")
        }
    }

    fn formula(clauses: &[&[i32]]) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.declare(2);
        for clause in clauses {
            cnf.add_clause(clause.iter().filter_map(|&number| Lit::from_dimacs(number)));
        }
        cnf
    }

    #[test]
    fn only_what_is_unsatisfiable_is_confirmed() {
        let contradiction = formula(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
        let program = Backend::outside("no such program", Missing);
        for by in [by_name("varisat").unwrap(), by_name("batsat").unwrap(), &program] {
            let claim = Claim::by(by);
            let confirmed = confirm(&contradiction, claim, &Budget::default());
            assert!(matches!(confirmed, Ok(Evidence::Proof(_))), "{confirmed:?}");
            let refuted = Err(Unconfirmed::HasModel { by: by.name.to_string() });
            assert_eq!(confirm(&formula(&[&[1, 2]]), claim, &Budget::default()), refuted);
            let spent = Budget::default().at_most(std::time::Duration::ZERO);
            let (by, stopped) = (by.name.to_string(), Stopped(Limit::Proof));
            let word = match claim.is_program {
                true => Err(Unconfirmed::Unproved { by, stopped }),
                false => Ok(Evidence::Word(Unchecked::Limit(Limit::Time))),
            };
            assert_eq!(confirm(&contradiction, claim, &spent), word);
        }
        // Whoever trusts a solver gets its word.
        let trusted = program.trusted();
        for cnf in [contradiction, formula(&[&[1, 2]])] {
            let word = Ok(Evidence::Word(Unchecked::Trusted));
            assert_eq!(confirm(&cnf, Claim::by(&trusted), &Budget::default()), word);
        }
    }

    /// Random formulas near the threshold, half of them with a model: whatever the work that is allowed, only those
    /// without one are proved, by the small solver or by the other.
    #[test]
    fn what_is_proved_has_no_model() {
        let mut seen = [0; 4];
        for seed in 0..400 {
            let random = &mut Random::new(seed);
            let mut cnf = Cnf::new();
            cnf.declare(10);
            for _ in 0..40 + random.below(12) {
                let lit = |_| {
                    let variable = 1 + random.below(10) as i32;
                    Lit::from_dimacs(if random.one_in(2) { variable } else { -variable })
                };
                let clause: Vec<Lit> = (0..3).filter_map(lit).collect();
                cnf.add_clause(clause);
            }
            let has_model = (0..1_u32 << 10).any(|values| {
                let holds =
                    |lit: &Lit| (values >> (lit.variable() - 1) & 1 == 1) == lit.is_positive();
                cnf.clauses().all(|clause| clause.iter().any(holds))
            });
            let claim = Claim::of("someone");
            let own = Budget::default().of_steps(random.below(60_000) as u64);
            let soon = learned(&cnf, claim, &own.of_steps(CHECK));
            match &soon {
                Ok(Some(_)) => assert!(!has_model, "seed {seed}"),
                Err(Unconfirmed::HasModel { .. }) => assert!(has_model, "seed {seed}"),
                Err(wrong) => panic!("seed {seed}: {wrong}"),
                Ok(None) => seen[0] += 1,
            }
            assert_eq!(own.made(), 0, "the work is not taken from the other prover");
            let searched = [None, Some(0), Some(FIRST + 1)][random.below(3)];
            match confirm_searched(&cnf, claim, searched, &own) {
                Ok(Evidence::Proof(_)) => {
                    assert!(!has_model, "seed {seed}");
                    seen[1] += 1;
                }
                Ok(_) => seen[2] += 1,
                Err(Unconfirmed::HasModel { .. }) => {
                    assert!(has_model, "seed {seed}");
                    seen[3] += 1;
                }
                Err(wrong) => panic!("seed {seed}: {wrong}"),
            }
        }
        assert!(seen.iter().all(|&number| number > 20), "{seen:?}");
    }

    #[test]
    fn what_a_program_says_is_worth_all_the_time() {
        let budget = Budget::default();
        assert!(Claim { is_program: true, ..Claim::of("x") }.check_budget(&budget).steps.is_none());
        let contradiction = formula(&[&[1], &[-1]]);
        let claim = Claim::of("x");
        let steps =
            claim.check_budget(&budget).steps.expect("a solver of this process is not worth it");
        assert_eq!(steps.made(), 0);
        // However much time there is.
        let confirmed = confirm(&contradiction, claim, &budget.of_steps(1));
        assert_eq!(confirmed, Ok(Evidence::Word(Unchecked::GaveUp)));
    }

    #[test]
    fn the_weaker_evidence_counts() {
        let proof = Evidence::Proof(Checked { steps: 2, additions: 1 });
        let (second, word) = (Evidence::Second("exact"), Evidence::Word(Unchecked::Unasked));
        assert_eq!(proof.and(second), second);
        assert_eq!(second.and(word), word);
        assert_eq!(word.and(proof), word);
        assert_eq!((proof.and(Evidence::Nothing), Evidence::Nothing.and(word)), (proof, word));
        assert_eq!(proof.and(proof), Evidence::Proof(Checked { steps: 4, additions: 2 }));
    }
}
