//! Certificates, and counts in parts: folders that others can check.

pub mod certificate;
pub mod output;
pub mod parts;

use cnfetti_core::{assignment, count, csp, limit, plural, presolve, random};
use cnfetti_exact as exact;
use cnfetti_input as input;
use cnfetti_proof as proof;
use cnfetti_puzzles::{instance, picture, puzzle};
use cnfetti_sat::{compare, compile, dimacs, emit, knowledge, search, solver};
