//! What several tests of derivations use.

use cnfetti_core::limit::Budget;
use cnfetti_derivation::Derivation;
use cnfetti_proof::translation::{Translation, WrongTranslation, check_translation};
use cnfetti_sat::compile::Compiled;

/// Whether our checker accepts it.
pub(crate) fn checked(
    derivation: &Derivation,
    compiled: &Compiled,
) -> Result<(), WrongTranslation> {
    let translation = Translation {
        statement: &derivation.statement,
        proof: &derivation.proof,
        formula: &derivation.formula,
        cnf: &compiled.cnf,
        shown: Some(&derivation.stated),
    };
    check_translation(&translation, &Budget::default()).map(|_| ())
}
