//! Counts up to the rotations and reflections of a board.

use std::fmt::Display;

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;

use crate::commands::Context;

/// The option to count up to rotations and reflections.
#[derive(Args)]
pub(crate) struct RotationsOption {
    /// Also count up to rotations and reflections of the board
    #[arg(long, conflicts_with_all = ["project", "checkpoint", "all_costs"])]
    rotations: bool,
}

impl RotationsOption {
    /// The problem with its rotations and reflections, if requested.
    pub(crate) fn applied(
        &self,
        context: &Context,
        file: impl Display,
        problem: Problem,
    ) -> anyhow::Result<Problem> {
        if !self.rotations {
            return Ok(problem);
        }
        let turned = problem.up_to_rotations().with_context(|| file.to_string())?;
        if turned.csp().symmetry().permutations.is_empty() {
            let no = "no rotation or reflection is seen to keep its rules and clues";
            context.note(format!("{file}: {no}"));
        }
        Ok(turned)
    }
}
