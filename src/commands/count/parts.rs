//! Counts parts, and counts in parts.

use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::ensure;
use cnfetti::exact::Limits;
use cnfetti::parts::{Cube, Part, Slice};
use cnfetti::search::count::Count as Numbers;
use serde_json::json;

use super::{Count, ENCODINGS, Ended, Task};
use crate::commands::answers::competition::write_competition;
use crate::commands::answers::expected::require_count;
use crate::commands::answers::numbers::{self, sentence};
use crate::commands::options::batch::Job;
use crate::commands::shared::part::{
    carry_part, count_part, count_with_checkpoint, prove_part, source,
};
use crate::commands::{Context, Format};

/// The options that do not apply to a part.
const NOT_FOR_PARTS: [&str; 11] = [
    "project",
    "engine",
    "cross_check",
    "counter",
    "checkpoint",
    "all_costs",
    "solver",
    "proof",
    "trust_solver",
    "emit_cnf",
    "force",
];

impl Count {
    /// Counts a part of a count.
    pub(super) fn count_part(
        &self,
        context: &mut Context,
        job: &Job<'_>,
        part: &Part,
    ) -> anyhow::Result<Ended> {
        let limits = self.limits_of_part(context, job)?;
        count_part(context, job.file, part, &limits)
    }

    /// The limits of the exact counter for a part. Refuses the options that do not apply.
    fn limits_of_part(&self, context: &Context, job: &Job<'_>) -> anyhow::Result<Limits> {
        let because = "the exact counter alone counts a part, and has no such option";
        context.given.refuse(&NOT_FOR_PARTS, because);
        context.given.refuse(&ENCODINGS, because);
        ensure!(!context.competition(), "a part has no competition format");
        let limits = self.solver.limits(self.solver.budget(context), job.alone);
        Ok(self.threads.limits(context, limits))
    }

    /// Lists the solutions of a part of a proof, and proves that there are no others.
    pub(super) fn prove_part(
        &self,
        context: &mut Context,
        job: &Job<'_>,
        cube: &Cube,
    ) -> anyhow::Result<Ended> {
        let because = "one solver proves a part of a proof, and has no such option";
        context.given.refuse(&NOT_FOR_PARTS, because);
        context.given.refuse(&["threads"], because);
        context.given.refuse(&ENCODINGS, because);
        ensure!(!context.competition(), "a part has no competition format");
        prove_part(context, job.file, cube, &self.solver.budget(context))
    }

    /// Carries the states of a part of a round.
    pub(super) fn carry_part(
        &self,
        context: &mut Context,
        job: &Job<'_>,
        slice: &Slice,
    ) -> anyhow::Result<Ended> {
        let limits = self.limits_of_part(context, job)?;
        carry_part(context, job.file, slice, &limits)
    }

    /// Counts a puzzle part by part, in a folder that keeps the results.
    pub(super) fn count_on(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        folder: &Path,
    ) -> anyhow::Result<Ended> {
        let &Task { file, instance, alone } = task;
        ensure!(alone, "{}: --checkpoint takes one puzzle, but there are several", file.display());
        ensure!(
            file != Path::new("-"),
            "--checkpoint needs a file that can be read again, not stdin"
        );
        let start = Instant::now();
        let budget = self.solver.budget(context);
        let source = source(context, file, self.costs, &budget)?;
        let limits = self.solver.limits(budget, true);
        let limits = self.threads.limits(context, limits);
        let bar = context.spinner();
        let progress = |done: usize, of: usize| {
            if let Some(bar) = &bar {
                bar.set_message(format!("{done} of {of} parts"));
            }
        };
        let merged = count_with_checkpoint(folder, source, &limits, &progress)?;
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        let numbers: &Numbers = &merged.count;
        let (done, of) = (merged.parts - merged.missing.len(), merged.parts);
        let kept = folder.display();
        context.note(match numbers.exact {
            true => format!("{kept}: written, with the results of all parts"),
            false => format!("{}: stopped: {kept} has {done} of {of} parts", file.display()),
        });
        if let Some(over) = instance.puzzle.counted_over() {
            context.note(format!("{}: counted over {over}", file.display()));
        }
        require_count(file, &self.costs.expected(instance), &merged.csp, numbers)?;
        match context.format {
            Format::Json => {
                let over = instance.puzzle.counted_over();
                let mut line = numbers::line(file, instance.kind, over, &merged.csp, numbers);
                line["engine"] = json!("exact");
                line["parts"] = json!(merged.parts);
                line["missing"] = json!(merged.missing);
                line["seconds"] = json!(start.elapsed().as_secs_f64());
                writeln!(context.out, "{line}")?;
            }
            Format::Competition => {
                let number = (&numbers.solutions, numbers.exact);
                write_competition(&mut context.out, number, None)?;
            }
            _ => {
                let (file, numbers) = (file.display(), sentence(&merged.csp, numbers));
                writeln!(context.out, "{file}: {numbers}")?;
            }
        }
        Ok(if numbers.exact { Ended::of_count(&numbers.solutions) } else { Ended::Stopped })
    }
}
