//! Prints solutions one by one, each followed by its separator, and how the search ended.

use std::collections::HashSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use cnfetti::compile::{Choices, compile_within};
use cnfetti::csp::{Csp, Value, VarId};
use cnfetti::exact::{self, Limits};
use cnfetti::limit::Budget;
use cnfetti::machine;
use cnfetti::puzzle::Puzzle;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::each_solution;
use cnfetti::search::listing::Listing;
use cnfetti::search::optimize::{News, Optimum, optimize_by_portfolio};
use cnfetti::search::second_opinion::EXACT_COUNTER;
use cnfetti::solver::Backend;
use num_bigint::BigUint;

use crate::commands::Context;
use crate::commands::answers::evidence::{Statement, tell};
use crate::commands::answers::printing::Printing;

/// The message of an internal error.
const BROKEN: &str = "internal error: a solution breaks a constraint of the file";

/// The line for MiniZinc if a limit is reached before a solution.
pub(super) const UNKNOWN: &str = "=====UNKNOWN=====";

/// The time limit of counting for the statistics, if there is no other.
const COUNTING: Duration = Duration::from_secs(1);

/// The exact counter lists several solutions if it finds all of them within these steps and this
/// memory.
const LISTING: (u64, usize) = (100_000_000, 64 << 20);

/// If solutions also differ in variables that are not output, we keep those that were printed, up to this
/// number.
const MOST_KEPT: u32 = 1_000_000;

/// MiniZinc's request.
pub(super) struct Wanted<'a> {
    pub(super) name: String,
    pub(super) puzzle: &'a dyn Puzzle,
    /// The output variables: solutions that agree on these are the same.
    pub(super) outputs: Vec<VarId>,
    pub(super) backend: &'a Backend,
    pub(super) budget: &'a Budget,
    pub(super) number: u64,
    /// Whether the exact counter may list solutions: the user chose neither a solver nor an order.
    pub(super) by_diagram: bool,
    /// Whether to print each improvement of the objective.
    pub(super) improving: bool,
    /// The number of optimal solutions to print.
    pub(super) optimal: u64,
    /// The most threads to work on; `None` for all cores.
    pub(super) threads: Option<NonZeroUsize>,
    pub(super) statistics: bool,
}

/// Prints solutions, and how the search ended. A limit is not a failure: MiniZinc reads it from the lines.
pub(super) fn answer(
    context: &mut Context,
    csp: &Csp,
    wanted: &Wanted<'_>,
) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let mut csp = csp.clone();
    csp.count_over(wanted.outputs.clone())?;
    let csp = &csp;
    let are_told_apart = !csp.is_projected();
    let listed = listed(context, csp, wanted, are_told_apart)?;
    let (found, ending) = match (listed, csp.objective()) {
        (Some(listed), _) => listed,
        (None, Some(_)) => {
            let (found, end) = optimum(context, csp, wanted)?;
            (found, ended(&end, wanted.budget)?)
        }
        (None, None) => {
            let (found, end) = solutions(context, csp, wanted, wanted.number)?;
            (found, ended(&end, wanted.budget)?)
        }
    };
    if let Ending::All(by, evidence) = &ending {
        let what = if found == 0 { "there is no solution" } else { "there are no others" };
        tell(context, &Statement { name: &wanted.name, what, by }, evidence);
    }
    match (&ending, found) {
        (Ending::All(..), 0) => writeln!(context.out, "=====UNSATISFIABLE=====")?,
        (Ending::All(..), _) => writeln!(context.out, "==========")?,
        (Ending::Stopped, 0) => writeln!(context.out, "{UNKNOWN}")?,
        _ => {}
    }
    if wanted.statistics {
        statistics(context, csp, wanted, found, start)?;
    }
    context.out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// How the search ended.
enum Ending {
    /// There are no others. Names the engine that claims this, and the evidence.
    All(String, Evidence),
    /// No more solutions were requested.
    Enough,
    /// A limit was reached.
    Stopped,
}

/// The end of a search, with its evidence.
fn ended(end: &Ended, budget: &Budget) -> anyhow::Result<Ending> {
    Ok(match end {
        Ended::Exhausted(no_better) => {
            let evidence = no_better.confirm(budget)?;
            Ending::All(no_better.claim().by.to_owned(), evidence)
        }
        Ended::Enough => Ending::Enough,
        Ended::Stopped(_) => Ending::Stopped,
    })
}

/// Prints several solutions from the exact counter's diagram, if it is found quickly.
fn listed(
    context: &mut Context,
    csp: &Csp,
    wanted: &Wanted<'_>,
    are_told_apart: bool,
) -> anyhow::Result<Option<(u64, Ending)>> {
    if csp.objective().is_some() || wanted.number == 1 || !wanted.by_diagram {
        return Ok(None);
    }
    let (steps, memory_bytes) = LISTING;
    let budget = wanted.budget.of_steps(steps);
    let diagram = exact::solutions(csp, &Limits { memory_bytes, ..limits(budget, wanted) });
    let is_long = !are_told_apart && diagram.count() > MOST_KEPT.into();
    if !diagram.is_complete() || is_long {
        return Ok(None);
    }
    let mut listing = Listing::new(csp, &diagram, false);
    let mut printing = Printing::up_to(wanted.number);
    let mut put_out: HashSet<Vec<Value>> = HashSet::new();
    let ending = loop {
        if wanted.budget.is_spent() {
            break Ending::Stopped;
        }
        let Some(solution) = listing.next()? else {
            let evidence = listing.no_others(wanted.budget)?;
            break Ending::All(EXACT_COUNTER.to_owned(), evidence);
        };
        let values = || wanted.outputs.iter().map(|id| solution[id.index()]).collect();
        let is_new = are_told_apart || put_out.insert(values());
        if is_new && printing.print(|_| print(context, wanted, solution)).is_break() {
            break Ending::Enough;
        }
    };
    Ok(Some((printing.end()?, ending)))
}

/// Prints up to `number` solutions.
fn solutions(
    context: &mut Context,
    csp: &Csp,
    wanted: &Wanted<'_>,
    number: u64,
) -> anyhow::Result<(u64, Ended)> {
    let compiled = match compile_within(csp, &Choices::default(), wanted.budget) {
        Ok(compiled) => compiled,
        Err(error) => return Ok((0, Ended::Stopped(error.limit()?))),
    };
    let mut printing = Printing::up_to(number);
    let end = each_solution(csp, &compiled, wanted.backend, wanted.budget, |solution, _| {
        printing.print(|_| print(context, wanted, solution))
    })?;
    Ok((printing.end()?, end))
}

/// Prints the best solution. On request, prints all improvements first, or several best ones.
fn optimum(context: &mut Context, csp: &Csp, wanted: &Wanted<'_>) -> anyhow::Result<(u64, Ended)> {
    let (mut found, mut failure) = (0, None);
    let each = wanted.improving;
    let choices = Choices::default();
    let optimum = optimize_by_portfolio(csp, &choices, wanted.backend, wanted.budget, |news| {
        let News::Improved(best) = news else { return };
        found += 1;
        if each && failure.is_none() {
            failure = print(context, wanted, &best.solution).err();
        }
    })?;
    let Optimum { best, end, .. } = optimum;
    if let Some(error) = failure {
        return Err(error);
    }
    if let (Some(best), Some(objective), Ended::Exhausted(_), 2..) =
        (&best, csp.objective(), &end, wanted.optimal)
    {
        // The optimum is known, so the search is complete, however many optimal solutions there are.
        let alike = csp.at_best(objective, best.value);
        let (printed, _) = solutions(context, &alike, wanted, wanted.optimal)?;
        return Ok((found + printed, end));
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
        format!("variables={}", csp.variables().len()),
        format!("constraints={}", csp.constraints().len()),
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

/// The number of solutions that differ in the output, with an objective of optimal ones; `None` if a limit
/// is reached first.
fn counted(csp: &Csp, wanted: &Wanted<'_>) -> anyhow::Result<Option<BigUint>> {
    let budget = match wanted.budget.deadline {
        Some(_) => wanted.budget.clone(),
        None => wanted.budget.at_most(COUNTING),
    };
    let (count, _) = exact::count(csp, &limits(budget, wanted))?;
    Ok(count.exact.then_some(count.solutions))
}

/// The limits of the exact counter within this budget.
fn limits(budget: Budget, wanted: &Wanted<'_>) -> Limits {
    let limits = machine::limits();
    Limits { budget, threads: wanted.threads.unwrap_or(limits.threads), ..limits }
}
