//! Compares a count with those of the other engines, and of a program.

use std::path::Path;

use anyhow::Context as _;
use cnfetti::exact::Limits;
use cnfetti::instance::Instance;
use cnfetti::search::engine::{Agreed, Answer, Engine, Engines, require_agreement};

use super::Count;
use crate::commands::Context;
use crate::commands::answers::asked::counted_problem;
use crate::commands::options::engines::{count_with, require_solutions, temporary_cnf};
use crate::commands::terminal::words::plural;

impl Count {
    /// Runs all engines and the external counter, if there is one, and compares their counts.
    pub(super) fn cross_check(
        &self,
        context: &mut Context,
        file: &Path,
        instance: &Instance,
        engines: &Engines<'_>,
    ) -> anyhow::Result<Agreed> {
        let csp = engines.csp;
        let exact = engines.run(Engine::Exact, |_| {})?;
        let budget = self.solver.budget(context);
        let limits = Limits { budget, ..engines.limits.clone() };
        let engines = Engines { limits: &limits, ..*engines };
        let blocking = engines.run(Engine::Blocking, |_| {})?;
        let limits = Limits { budget: self.solver.budget(context), ..limits.clone() };
        let engines = Engines { limits: &limits, ..engines };
        let clauses = engines.run(Engine::Clauses, |_| {})?;
        let mut all_done = [&exact, &blocking, &clauses].iter().all(|answer| answer.count().exact);
        let name = file.display();
        all_done &=
            self.ask_counter(context, file, instance, &engines, &[&exact, &blocking, &clauses])?;
        let in_file = || name.to_string();
        require_agreement(csp, &blocking, &clauses).with_context(in_file)?;
        let agreed = Agreed::both(csp, exact, clauses).with_context(in_file)?;
        let agreed = Agreed::both(csp, agreed.best, blocking).with_context(in_file)?;
        if all_done {
            context.detail(|| format!("{name}: the engines agree"));
        } else {
            context.note(format!("{name}: compared only what was counted within the limits"));
        }
        Ok(agreed)
    }

    /// Runs the external counter, if there is one, on the formula. Returns whether it finished, and
    /// fails if its number contradicts the engines.
    pub(super) fn ask_counter(
        &self,
        context: &Context,
        file: &Path,
        instance: &Instance,
        engines: &Engines<'_>,
        answers: &[&Answer],
    ) -> anyhow::Result<bool> {
        let Some(command) = &self.counter else { return Ok(true) };
        let problem = |answer: &&Answer| counted_problem(engines.csp, answer.count());
        let Some(csp) = &answers.iter().find_map(problem) else {
            context.note(format!(
                "{}: {command} was not run, since no optimum is known",
                file.display()
            ));
            return Ok(false);
        };
        let mut cnf = None;
        self.formula(file, instance, csp, engines.choices, |formula| {
            cnf = Some(temporary_cnf(|out| formula.write_to(out))?);
            Ok(())
        })?;
        let cnf = cnf.context("the formula was written")?;
        let name = file.display();
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
