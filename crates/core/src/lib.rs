//! Constraint problems over finite domains as data, and presolving.
//!
//! A [`csp::Csp`] has variables with finite domains, constraints with a sentence each, and optionally an
//! objective or variables to count over. Each constraint has a file in `csp/` with its data, its meaning
//! (`holds`), its text (`describe`), what it rules out, and its linear rows. Its clauses are in `cnfetti_sat`,
//! and its residual during a count is in `cnfetti_exact`, in files of the same name.
//!
//! ```
//! use cnfetti_core::csp::{AllDifferent, Csp};
//!
//! let mut csp = Csp::new();
//! let scope = ["a", "b"].map(|name| csp.variable(name, 1..=2)).to_vec();
//! csp.post(AllDifferent { scope, except: Vec::new() }.into(), "a and b differ");
//! assert!(csp.is_solution(&[1, 2]) && !csp.is_solution(&[1, 1]));
//! ```
//!
//! One type, [`csp::Condition`], bounds every computed number. The number of different values
//! (`DistinctCount`) becomes a literal for each value and a bound on how many are true, so every cardinality
//! encoding works for it.

pub mod assignment;
pub mod backtrack;
pub mod count;
pub mod csp;
pub mod decimal;
mod domains;
pub mod limit;
pub mod mix;
pub mod plural;
pub mod presolve;
mod program;
mod propagation;
pub mod random;
pub mod refutation;
pub mod relaxation;
mod values;
