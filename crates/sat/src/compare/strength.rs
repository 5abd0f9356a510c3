//! How much unit propagation alone finds out.

use std::collections::HashSet;

use cnfetti_encodings::{Cnf, Lit};

use crate::solver::decisions::Decisions;

/// How many percent of the literals unit propagation derives from the formula; `None` when
/// there are no literals.
pub(super) fn percent_derived(cnf: &Cnf, backbone: &HashSet<Lit>) -> Option<f64> {
    if backbone.is_empty() {
        return None;
    }
    let formula = Decisions::new(cnf);
    // From a contradiction everything follows.
    let found = if formula.contradiction() {
        backbone.len()
    } else {
        backbone.iter().filter(|&&lit| formula.holds(lit)).count()
    };
    Some(100.0 * found as f64 / backbone.len() as f64)
}
