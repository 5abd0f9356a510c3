//! Kinds of puzzle: their constraints, their rules, their boards.

pub mod instance;
pub mod picture;
pub mod puzzle;

use cnfetti_core::{csp, plural};
use cnfetti_input as input;
use cnfetti_models as model;
use cnfetti_sat::dimacs;
