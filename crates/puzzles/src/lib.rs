//! Kinds of puzzle: their constraints, their rules, their boards.

pub mod instance;
pub mod picture;
pub mod puzzle;

use cnfetti_core::{csp, limit, plural};
use cnfetti_input as input;
use cnfetti_models as model;
use cnfetti_process as process;
use cnfetti_process::remains;
use cnfetti_sat::dimacs;
