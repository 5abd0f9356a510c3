//! Counts, solves, explains and certifies puzzles and constraint problems.
//!
//! Start with a [`Problem`]: read it from a file or a text, or build it in code. Every answer comes with
//! the evidence for it, a [`Basis`](problem::Basis). This example counts, lists, explains and certifies
//! Costas arrays of order 5:
//!
//! ```
#![doc = include_str!("../examples/costas.rs")]
//! ```
//!
//! The parts are public too: a text becomes a [`puzzle::Puzzle`], the puzzle a [`csp::Csp`], the CSP a CNF
//! ([`compile`]), and a model of the CNF a solution ([`search`]). Each arrow is one function, and each noun
//! is plain data.

/// The page about the library compiles, and its examples run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
pub mod page {}

pub mod generate;
pub mod problem;
pub mod report;
pub mod trial;

pub use problem::Problem;

pub use cnfetti_artifacts::{certificate, output, parts};
pub use cnfetti_core::{
    assignment, backtrack, count, csp, decimal, limit, plural, presolve, refutation, relaxation,
};
pub use cnfetti_derivation as derivation;
pub use cnfetti_encodings as encodings;
pub use cnfetti_exact as exact;
pub use cnfetti_explain as explain;
pub use cnfetti_explain::sentences;
pub use cnfetti_input as input;
pub use cnfetti_kinds as kinds;
pub use cnfetti_models as model;
pub use cnfetti_process::{machine, remains};
pub use cnfetti_proof as proof;
pub use cnfetti_puzzles::{picture, puzzle};
pub use cnfetti_sat::{compare, compile, dimacs, emit, knowledge, search};

use cnfetti_core::random;

/// Instance files: a puzzle with its title, its source, and what is known about it.
pub mod instance {
    pub use cnfetti_programs::instance::{
        KINDS_BESIDE, KINDS_FOLDER, compiled, flattened, kinds_folder, load, load_all,
        load_all_within, load_with_text, load_within, look_for_kinds_in,
    };
    pub use cnfetti_programs::minizinc::{is_minizinc, is_minizinc_text, with_data};
    pub use cnfetti_puzzles::instance::{
        Expect, Folder, Instance, LoadError, OwnKind, Unexpected, from_text, not_text, parse,
        parse_all, split_address,
    };
}

/// SAT solvers: built-in ones, and external programs.
pub mod solver {
    pub use cnfetti_programs::solver::{
        PROGRAM_PREFIX, UnknownSolver, choose, choose_several, command_line, program,
    };
    pub use cnfetti_sat::solver::{
        Backend, Budget, Fault, Limit, Model, NoAnswer, NoProof, NoSuchSolver, Outcome, Outside,
        ProofFormat, SOLVERS, Solver, Statistics, Stopped, answer, broken, by_name, complete,
        decision_tree, default, patient, prove,
    };
}
