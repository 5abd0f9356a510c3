//! Constraint problems over finite domains as data, and presolving.
//!
//! A [`csp::Csp`] has variables with finite domains, constraints with a sentence each, and what is to be minimized or
//! counted over. Each constraint has a file in `csp/` with its data, what it means (`holds`) and how it reads
//! (`describe`); its clauses are in `cnfetti_sat`, what is left of it during a count in `cnfetti_exact`, in files of
//! the same name.
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
//! A computed number is bounded by one type, `Condition`. How many different values occur (`DistinctCount`) becomes a
//! literal for each value and a bound on how many are true, so every encoding of cardinality serves it.

pub mod assignment;
pub mod count;
pub mod csp;
pub mod limit;
pub mod plural;
pub mod presolve;
pub mod random;
