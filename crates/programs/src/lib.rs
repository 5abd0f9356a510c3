//! Programs that are asked: SAT solvers by their command line, and `minizinc`, which compiles its models.
//!
//! All else of a problem is worked out in this process, without files; what needs either is here.

pub mod instance;
pub mod minizinc;
pub mod solver;
