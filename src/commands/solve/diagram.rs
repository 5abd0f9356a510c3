//! Prints solutions from a diagram of all solutions.

use cnfetti::csp::Csp;
use cnfetti::exact::{self, Diagram, Limits};
use cnfetti::limit::Budget;
use cnfetti::search::bound::require_optimal_in;
use cnfetti::search::listing::Listing;
use cnfetti::search::second::{EXACT_COUNTER, no_others};

use super::write::{JsonLines, Optimality};
use super::{BROKEN, Ending, Solve};
use crate::commands::options::batch::{Ended, Task};
use crate::commands::{Context, Format};

/// Listing checks its limits after this many solutions.
const BETWEEN_LOOKS: u64 = 256;

/// The memory of a diagram for several solutions, in bytes. If it needs more, the
/// solver finds one solution after the other.
const LIST_BYTES: usize = 100 << 20;

/// The solutions to print.
pub(super) struct Listed<'a> {
    pub(super) csp: &'a Csp,
    pub(super) diagram: &'a Diagram,
    pub(super) optimality: Optimality,
}

impl Solve {
    /// The diagram of all solutions, if it fits into little memory; then it is also found quickly.
    pub(super) fn diagram(
        &self,
        context: &Context,
        csp: &Csp,
        budget: &Budget,
        alone: bool,
    ) -> anyhow::Result<Option<Diagram>> {
        if context.competition() {
            return Ok(None);
        }
        let limits = self.memory.limits(budget.clone(), alone);
        let limits = self.threads.limits(context, limits);
        let memory_bytes = limits.memory_bytes.min(LIST_BYTES);
        let diagram = exact::solutions(csp, &Limits { memory_bytes, ..limits });
        if let Some(bound) = csp.bound() {
            require_optimal_in(bound, &diagram)?;
        }
        Ok(diagram.is_complete().then_some(diagram))
    }

    /// Prints the solutions of a diagram. Checks that they are as many as it counts, and that none
    /// occurs twice.
    pub(super) fn list(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        lines: &mut JsonLines,
        &Listed { csp, diagram, optimality }: &Listed<'_>,
        budget: &Budget,
    ) -> anyhow::Result<Ended> {
        let mut listing = Listing::new(csp, diagram, self.up_to_renaming);
        let wanted = if self.all { u64::MAX } else { self.number };
        let mut ending = Ending::Enough;
        while listing.number() < wanted {
            if listing.number() % BETWEEN_LOOKS == 0
                && let Some(limit) = budget.spent()
            {
                ending = Ending::Stopped(limit);
                break;
            }
            let Some(solution) = listing.next()? else {
                ending = Ending::All(listing.no_others(budget)?);
                break;
            };
            if context.format == Format::Json {
                lines.write(&mut context.out, task, solution, optimality)?;
            } else {
                let solution = solution.to_vec();
                self.print(context, task, lines, &solution, None, (listing.number(), optimality))?;
            }
        }
        self.conclude(context, task, lines, listing.number(), &ending, EXACT_COUNTER)
    }

    /// Prints random solutions.
    pub(super) fn draw_samples(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        lines: &mut JsonLines,
        csp: &Csp,
        budget: Budget,
        optimality: Optimality,
    ) -> anyhow::Result<Ended> {
        let limits = self.memory.limits(budget, task.alone);
        let limits = self.threads.limits(context, limits);
        let diagram = exact::solutions(csp, &limits);
        if let Some(bound) = csp.bound() {
            require_optimal_in(bound, &diagram)?;
        }
        if let Some(limit) = diagram.stopped() {
            return self.conclude(context, task, lines, 0, &Ending::Stopped(limit), EXACT_COUNTER);
        }
        let assignments = diagram.assignments(csp, &limits);
        let Some(assignments) = assignments else {
            let ending = Ending::Stopped(limits.budget.limit());
            return self.conclude(context, task, lines, 0, &ending, EXACT_COUNTER);
        };
        let Some(mut draw) = assignments.sampler(self.seed) else {
            let ending = Ending::All(no_others(csp, &[], &limits.budget)?);
            return self.conclude(context, task, lines, 0, &ending, EXACT_COUNTER);
        };
        let wanted = self.sample.unwrap_or_default();
        for number in 1..=wanted {
            let solution = draw();
            anyhow::ensure!(csp.is_solution(&solution), BROKEN);
            self.print(context, task, lines, &solution, None, (number, optimality))?;
        }
        // A sample may contain the same solution twice.
        self.conclude(context, task, lines, wanted.min(1), &Ending::Enough, EXACT_COUNTER)
    }
}
