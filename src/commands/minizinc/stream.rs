//! Solutions one by one, each followed by its line, and how the search ended.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use cnfetti::compile::{Choices, compile_within};
use cnfetti::csp::{Csp, Projection, Value, VarId};
use cnfetti::exact::{self, Limits};
use cnfetti::limit::Budget;
use cnfetti::puzzle::Puzzle;
use cnfetti::search::confirm::{Claim, confirm};
use cnfetti::search::enumerate::{End, each_solution};
use cnfetti::search::optimize::{Optimum, optimize};
use cnfetti::solver::Backend;
use num_bigint::BigUint;

use crate::commands::Context;
use crate::commands::evidence::{Statement, tell};
use crate::commands::printing::Printing;

/// Said of what must not happen.
const BROKEN: &str = "internal error: a solution breaks a constraint of the file";

/// Counting for the statistics takes no longer, if there is no time limit.
const COUNTING: Duration = Duration::from_secs(1);

/// What MiniZinc asked for.
pub(super) struct Wanted<'a> {
    pub(super) name: String,
    pub(super) puzzle: &'a dyn Puzzle,
    /// What makes solutions different.
    pub(super) outputs: Vec<VarId>,
    pub(super) backend: &'a Backend,
    pub(super) budget: &'a Budget,
    pub(super) number: u64,
    pub(super) statistics: bool,
}

/// Prints solutions and how the search ended. Limits are no failure: MiniZinc reads it in the lines.
pub(super) fn answer(
    context: &mut Context,
    csp: Csp,
    wanted: &Wanted<'_>,
) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let csp = Csp { deciding: wanted.outputs.clone(), ..csp };
    let (found, end) = match csp.objective {
        Some(_) => optimum(context, &csp, wanted)?,
        None => solutions(context, &csp, wanted)?,
    };
    if let End::Exhausted(rest) = &end {
        let evidence = confirm(rest, Claim::by(wanted.backend, start), wanted.budget)?;
        let what = if found == 0 { "there is no solution" } else { "there are no others" };
        let statement = Statement { name: &wanted.name, what, by: &wanted.backend.name };
        tell(context, &statement, &evidence);
    }
    match (&end, found) {
        (End::Exhausted(_), 0) => writeln!(context.out, "=====UNSATISFIABLE=====")?,
        (End::Exhausted(_), _) => writeln!(context.out, "==========")?,
        (End::Stopped(_), 0) => writeln!(context.out, "=====UNKNOWN=====")?,
        _ => {}
    }
    if wanted.statistics {
        statistics(context, &csp, wanted, found, start)?;
    }
    context.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Prints up to as many solutions as are wanted.
fn solutions(context: &mut Context, csp: &Csp, wanted: &Wanted<'_>) -> anyhow::Result<(u64, End)> {
    let compiled = match compile_within(csp, &Choices::default(), wanted.budget) {
        Ok(compiled) => compiled,
        Err(error) => return Ok((0, End::Stopped(error.limit()?))),
    };
    let mut printing = Printing::up_to(wanted.number);
    let end = each_solution(csp, &compiled, wanted.backend, wanted.budget, |solution, _| {
        printing.print(|_| print(context, wanted, solution))
    })?;
    Ok((printing.end()?, end))
}

/// Prints the best solution, or all that improve it.
fn optimum(context: &mut Context, csp: &Csp, wanted: &Wanted<'_>) -> anyhow::Result<(u64, End)> {
    let (mut found, mut failure) = (0, None);
    let each = wanted.number > 1;
    let choices = Choices::default();
    let Optimum { best, end } = optimize(csp, &choices, wanted.backend, wanted.budget, |best| {
        found += 1;
        if each && failure.is_none() {
            failure = print(context, wanted, &best.solution).err();
        }
    })?;
    if let Some(error) = failure {
        return Err(error);
    }
    if let Some(best) = best.filter(|_| !each) {
        print(context, wanted, &best.solution)?;
    }
    Ok((found, end))
}

fn print(context: &mut Context, wanted: &Wanted<'_>, solution: &[Value]) -> anyhow::Result<()> {
    wanted.puzzle.check(solution).context(BROKEN)?;
    let text = wanted.puzzle.put_out(solution).unwrap_or_default();
    writeln!(context.out, "{text}----------")?;
    Ok(context.out.flush()?)
}

fn statistics(
    context: &mut Context,
    csp: &Csp,
    wanted: &Wanted<'_>,
    found: u64,
    start: Instant,
) -> anyhow::Result<()> {
    let seconds = start.elapsed().as_secs_f64();
    let mut lines = vec![
        format!("nSolutions={found}"),
        format!("variables={}", csp.variables.len()),
        format!("constraints={}", csp.constraints.len()),
        format!("solveTime={seconds:.6}"),
    ];
    if let Some(solutions) = counted(csp, wanted)? {
        lines.push(format!("solutions={solutions}"));
    }
    for line in lines {
        writeln!(context.out, "%%%mzn-stat: {line}")?;
    }
    writeln!(context.out, "%%%mzn-stat-end")?;
    Ok(())
}

/// How many solutions there are, of an objective optimal ones, that differ in what is put out;
/// `None` when a limit came first.
fn counted(csp: &Csp, wanted: &Wanted<'_>) -> anyhow::Result<Option<BigUint>> {
    let outputs = Projection { name: "outputs", scope: wanted.outputs.clone() };
    let csp = Csp { projections: vec![outputs], deciding: Vec::new(), ..csp.clone() };
    let budget = match wanted.budget.deadline {
        Some(_) => wanted.budget.clone(),
        None => wanted.budget.at_most(COUNTING),
    };
    let (count, _) = exact::count(&csp, &Limits { budget, ..Limits::default() })?;
    Ok(count.exact.then(|| count.projected.into_iter().next()).flatten())
}
