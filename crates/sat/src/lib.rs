//! From constraint problems to CNF, and what SAT solvers say of it.

pub mod compare;
pub mod compile;
pub mod dimacs;
pub mod emit;
pub mod knowledge;
pub mod search;
pub mod solver;
