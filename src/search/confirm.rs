//! Confirming that there is nothing more: what a solver found unsatisfiable gets a proof, and
//! the proof is checked by code that is no solver.

use cnfetti_encodings::Cnf;

use crate::proof::{Checked, Format, ProofError, check};
use crate::solver::{Budget, NoProof, prove};

/// What became of an attempt to confirm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The proof is right.
    Proved(Checked),
    /// The budget was spent first, and why it was.
    GaveUp(String),
}

/// An answer that is wrong, or for which no right proof was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refuted {
    /// A second search found a model.
    #[error("the formula that was found unsatisfiable has a model")]
    HasModel,
    /// The proof is wrong.
    #[error("the proof that there are no more solutions is wrong: {0}")]
    WrongProof(ProofError),
}

/// Finds a proof that the formula has no model, and checks it.
pub fn confirm(cnf: &Cnf, budget: &Budget) -> Result<Confirmation, Refuted> {
    let mut proof = Vec::new();
    match prove(cnf, Format::Binary, budget, &mut proof) {
        Ok(()) => {}
        Err(NoProof::Satisfiable) => return Err(Refuted::HasModel),
        Err(NoProof::Unknown(why)) => return Ok(Confirmation::GaveUp(why)),
        Err(NoProof::Output(error)) => return Ok(Confirmation::GaveUp(error.to_string())),
    }
    match check(cnf, &proof, budget) {
        Ok(checked) => Ok(Confirmation::Proved(checked)),
        Err(ProofError::Unknown(why)) => Ok(Confirmation::GaveUp(why)),
        Err(error) => Err(Refuted::WrongProof(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formula(clauses: &[&[i32]]) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.declare(2);
        for clause in clauses {
            cnf.add_clause(clause.iter().filter_map(|&n| cnfetti_encodings::Lit::from_dimacs(n)));
        }
        cnf
    }

    #[test]
    fn only_what_is_unsatisfiable_is_confirmed() {
        let contradiction = formula(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
        let confirmed = confirm(&contradiction, &Budget::default());
        assert!(matches!(confirmed, Ok(Confirmation::Proved(_))), "{confirmed:?}");
        assert_eq!(confirm(&formula(&[&[1, 2]]), &Budget::default()), Err(Refuted::HasModel));
        let spent = Budget { deadline: Some(std::time::Instant::now()), stop: None };
        assert!(matches!(confirm(&contradiction, &spent), Ok(Confirmation::GaveUp(_))));
    }
}
