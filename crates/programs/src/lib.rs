//! External programs: SAT solvers, by their command line, and `minizinc`, which compiles its models.
//!
//! Everything else happens in this process, without files; whatever needs a program or a file is here.
//!
//! A MiniZinc model and its data are one word of the command line, `model.mzn data.dzn`
//! ([`minizinc::with_data`]), so every command supports them. The names of sets and optional variables come
//! from the file that MiniZinc writes along with its FlatZinc: their parts become one array
//! (`minizinc/items.rs`), so no later stage needs to know about sets. The answer of a program is never
//! trusted: its model is decoded like any other, and an optimum is confirmed as if a solver of this process
//! had found it.

pub mod instance;
pub mod minizinc;
pub mod solver;
