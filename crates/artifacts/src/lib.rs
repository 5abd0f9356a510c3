//! Certificates, and counts in parts: folders that others can check.

pub mod certificate;
pub mod output;
pub mod parts;

use cnfetti_core::{count, csp, limit, plural};
use cnfetti_exact as exact;
use cnfetti_input as input;
use cnfetti_process::remains;
use cnfetti_proof as proof;
use cnfetti_puzzles::instance;
use cnfetti_sat::{compile, dimacs, emit, knowledge, search, solver};
