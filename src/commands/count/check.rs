//! Compares a count with that of a program.

use std::path::Path;

use anyhow::Context as _;
use cnfetti::csp::Csp;
use cnfetti::search::engine::Answer;

use super::Count;
use crate::commands::Context;
use crate::commands::answers::asked::counted_problem;
use crate::commands::options::batch::Task;
use crate::commands::options::engines::{count_with, require_solutions, temporary_cnf};
use crate::commands::terminal::words::plural;

/// Notes whether the engines, which agree, all counted to the end.
pub(super) fn note_cross_check(context: &Context, file: &Path, all_done: bool) {
    let name = file.display();
    match all_done {
        true => context.detail(|| format!("{name}: the engines agree")),
        false => context.note(format!("{name}: compared only what was counted within the limits")),
    }
}

impl Count {
    /// Runs the external counter, if there is one, on the formula. Returns whether it finished, and
    /// fails if its number contradicts the engines.
    pub(super) fn ask_counter(
        &self,
        context: &Context,
        &Task { file, instance, .. }: &Task<'_>,
        csp: &Csp,
        answers: &[Answer],
    ) -> anyhow::Result<bool> {
        let Some(command) = &self.counter else { return Ok(true) };
        let name = file.display();
        let Some(csp) = answers.iter().find_map(|answer| counted_problem(csp, answer.count()))
        else {
            context.note(format!("{name}: {command} was not run, since no optimum is known"));
            return Ok(false);
        };
        let mut cnf = None;
        self.formula(file, instance, &csp, &self.encodings.choices()?, |formula| {
            cnf = Some(temporary_cnf(|out| formula.write_to(out))?);
            Ok(())
        })?;
        let cnf = cnf.context("the formula was written")?;
        let Some(solutions) = count_with(command, cnf.path(), &self.solver.budget(context))? else {
            context.note(format!("{name}: {command} was stopped before it printed a number"));
            return Ok(false);
        };
        require_solutions(file, &solutions, command, answers)?;
        let said = format!("{name}: {command} counts {}", plural(&solutions, "solution"));
        match answers.iter().any(|answer| answer.count().exact) {
            true => context.detail(|| format!("{said} as well")),
            false => context.note(format!("{said}; no other engine finished")),
        }
        Ok(true)
    }
}
