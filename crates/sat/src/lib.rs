//! From constraint problems to CNF, and what SAT solvers say of it.

pub mod compare;
pub mod compile;
pub mod dimacs;
pub mod emit;
pub mod knowledge;
pub mod search;
pub mod solver;

use cnfetti_core::{assignment, count, csp, limit, plural, presolve, random};
use cnfetti_exact as exact;
use cnfetti_input as input;
use cnfetti_process as process;
use cnfetti_process::remains;
use cnfetti_proof as proof;
