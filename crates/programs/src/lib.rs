//! Programs that are asked: SAT solvers by their command line, and `minizinc`, which compiles its models.
//!
//! All else of a problem is worked out in this process, without files; what needs either is here.
//!
//! A model in MiniZinc and its data are one word of the command line, `model.mzn data.dzn`
//! ([`minizinc::with_data`]), so every command has them without knowing. Names of sets and optional variables come
//! from the file that MiniZinc writes beside its FlatZinc: their parts become one array (`minizinc/items.rs`), so
//! nothing behind it knows of sets. The answer of a program is never believed: its model is decoded as any other, and
//! an optimum is confirmed as if a solver of this process had found it.

pub mod instance;
pub mod minizinc;
pub mod solver;
