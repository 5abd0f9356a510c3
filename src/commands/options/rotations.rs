//! Counts up to the rotations and reflections of a board.

use std::fmt::Display;

use anyhow::Context as _;
use clap::Args;
use cnfetti::csp::Csp;
use cnfetti::instance::Instance;

use crate::commands::Context;

/// The option to count up to rotations and reflections.
#[derive(Args)]
pub(crate) struct RotationsOption {
    /// Also count up to the rotations and reflections of the board that keep its rules and clues
    #[arg(long, conflicts_with_all = ["project", "checkpoint", "all_costs"])]
    rotations: bool,
}

impl RotationsOption {
    /// The problem with its rotations and reflections, if requested.
    pub(crate) fn problem(
        &self,
        context: &Context,
        file: impl Display,
        instance: &Instance,
        csp: Csp,
    ) -> anyhow::Result<Csp> {
        if !self.rotations {
            return Ok(csp);
        }
        let because = || format!("{file}: cannot be counted up to rotations");
        let turned = instance.puzzle.turned().with_context(because)?;
        if turned.symmetry().permutations.is_empty() {
            let no = "no rotation or reflection is seen to keep its rules and clues";
            context.note(format!("{file}: {no}"));
        }
        Ok(turned)
    }
}
