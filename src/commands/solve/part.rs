//! Lists the solutions of a part of a count.

use std::path::Path;

use anyhow::{Context as _, bail};
use cnfetti::limit::Stopped;
use cnfetti::parts::Part;
use cnfetti::plural::counted;
use cnfetti::search::listing::Listing;

use super::write::{JsonLines, Optimality};
use super::{ENCODINGS, Solve};
use crate::commands::options::batch::{Ended, Task};
use crate::commands::{Context, Format};

/// The message of an internal error.
const BROKEN: &str = "internal error: a solution breaks a rule";

/// The options that do not apply to a part.
const NOT_FOR_PARTS: [&str; 8] =
    ["all_costs", "sample", "unique", "solver", "emit_cnf", "force", "proof", "trust_solver"];

impl Solve {
    /// Prints the solutions of a part. All parts together have all solutions, each once.
    pub(super) fn list_part(
        &self,
        context: &mut Context,
        file: &Path,
        part: &Part,
    ) -> anyhow::Result<Ended> {
        let mut lines = JsonLines::new();
        let ended = self.list_into(context, file, part, &mut lines);
        lines.close(&mut context.out, None)?;
        ended
    }

    fn list_into(
        &self,
        context: &mut Context,
        file: &Path,
        part: &Part,
        lines: &mut JsonLines,
    ) -> anyhow::Result<Ended> {
        let because = "the exact counter lists the solutions of a part";
        context.given.refuse(&NOT_FOR_PARTS, because);
        context.given.refuse(&ENCODINGS, because);
        if context.competition() {
            bail!("the solutions of a part have no competition format");
        }
        if part.is_over {
            let file = file.display();
            bail!(
                "{file}: solutions that differ in hidden variables only are one: `solve --all` of the model lists them"
            );
        }
        let budget = self.solver.budget(context);
        let limits = self.solver.limits(budget.clone(), true);
        let limits = self.threads.limits(context, limits);
        let task = &Task { file, instance: &part.instance, alone: true };
        let mut printed = 0;
        if let Some(diagram) = part.solutions(&limits) {
            let diagram = diagram?;
            if let Some(limit) = diagram.stopped() {
                return Err(Stopped(limit)).with_context(|| file.display().to_string());
            }
            let mut listing = Listing::new(part.csp(), &diagram, self.up_to_renaming);
            let wanted = if self.all { u64::MAX } else { self.number };
            while listing.number() < wanted {
                if budget.is_spent() {
                    context.note(format!("{}: stopped", file.display()));
                    return Ok(Ended::Stopped);
                }
                let Some(solution) = listing.next()? else { break };
                printed += 1;
                part.instance.puzzle.check(solution).context(BROKEN)?;
                if context.format == Format::Json {
                    lines.write(&mut context.out, task, solution, Optimality::Any)?;
                } else {
                    let solution = solution.to_vec();
                    self.print(context, task, lines, &solution, None, (printed, Optimality::Any))?;
                }
            }
        }
        let (file, of) = (file.display(), part.of);
        let found = counted(printed, "solution");
        context.note(format!("{file}: {found} (part {} of {of})", part.number));
        Ok(Ended::Solved)
    }
}
