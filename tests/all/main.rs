//! Every test that uses the crate from outside, in one binary.

#![allow(clippy::unwrap_used)]

mod batch;
mod cli;
mod cli_answers;
mod cli_certify;
mod cli_exact;
mod cli_hostile;
mod cli_lint;
mod cli_programs;
mod cli_proofs;
mod closed_forms;
mod clues;
mod compare;
mod convert;
mod dice;
mod exact;
mod explain;
mod formulas;
mod fuzz_solvers;
mod generate;
mod hostile;
mod instances;
mod operations;
mod oracle;
mod pictures;
mod pips;
mod pips_formats;
mod proof_reference;
mod proofs;
mod random_csp;
mod random_puzzles;
mod random_puzzles_cli;
mod readme;
mod report;
mod seating;
mod second_opinion;
mod signals;
mod signs;
mod sizes;
mod solvers;
mod support;
mod tidy;
mod tidy_formulas;
mod trust;
mod unique;
