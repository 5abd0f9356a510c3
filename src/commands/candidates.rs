//! `cnfetti candidates`: which values each variable takes, and how often.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use cnfetti::csp::{Csp, Value};
use cnfetti::exact::{self, Limits};
use cnfetti::instance::Instance;
use cnfetti::limit::Limit;
use cnfetti::search::candidates::Candidates as Possible;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::second::{EXACT_COUNTER, no_other_values};
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::json;

use super::batch::{BatchOptions, Ended, Job, Task};
use super::count::{grouped, plural};
use super::engines::MemoryOptions;
use super::evidence::{Statement, add_to, tell};
use super::expected::require_solutions;
use super::options::TimeOptions;
use super::{Context, Format};
use crate::report_error::limit_of;

/// Show in each cell the values it has in some solution, and in how many.
///
/// A cell with one value is forced. Dominoes are left out in favour of the cells they cover.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti candidates instances/signs/leepf-open.toml
  cnfetti candidates --json instances/pips/pips1.toml")]
pub(crate) struct Candidates {
    #[command(flatten)]
    batch: BatchOptions,
    #[command(flatten)]
    memory: MemoryOptions,
    #[command(flatten)]
    time: TimeOptions,
}

/// Said of what must not happen.
const BROKEN: &str = "internal error: a solution breaks a rule";

/// A value with the number of solutions that have it.
type Counted = (Value, BigUint);

impl Candidates {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let work = |context: &mut Context, job: &Job<'_>| self.candidates(context, &job.puzzle()?);
        let tally = self.batch.run(context, &work)?;
        Ok(tally.exit_code())
    }

    fn candidates(&self, context: &mut Context, task: &Task<'_>) -> anyhow::Result<Ended> {
        let &Task { file, instance, .. } = task;
        let csp = instance.puzzle.csp();
        let limits = self.memory.limits(self.time.budget(context), task.alone);
        let Witnessed { solutions, candidates, stopped, evidence } =
            witnessed(instance, &csp, &limits)?;
        require_solutions(file, instance, &solutions, stopped.is_none())?;
        if let Some(evidence) = evidence.as_ref().filter(|evidence| evidence.is_checked()) {
            let (name, what) = (file.display(), "no other values are possible");
            tell(context, &Statement { name, what, by: EXACT_COUNTER }, evidence);
        }
        let shown = csp.ids().map(|id| id.index()).filter(|&at| is_shown(&csp, at)).collect_vec();
        let is_complete = stopped.is_none();
        let status = if is_complete { "exact" } else { "at least" };
        match context.format {
            Format::Json => {
                let of = |&at: &usize| {
                    let counts = candidates[at].iter().map(|(v, n)| (v.to_string(), n.to_string()));
                    (csp.variables[at].name.clone(), json!(counts.collect::<BTreeMap<_, _>>()))
                };
                let mut line = json!({
                    "file": file.display().to_string(),
                    "kind": instance.kind,
                    "status": status,
                    "solutions": solutions.to_string(),
                    "candidates": shown.iter().map(of).collect::<serde_json::Map<_, _>>(),
                });
                add_to(&mut line, evidence.as_ref());
                writeln!(context.out, "{line}")?;
            }
            _ => {
                let at_least = if is_complete { "" } else { "at least " };
                let total = plural(&solutions, "solution");
                writeln!(context.out, "{}: {at_least}{total}", file.display())?;
                let forced = |at: &&usize| candidates[**at].len() == 1 && is_complete;
                let count = shown.iter().filter(forced).count();
                let values = |counted: &Vec<Counted>| counted.iter().map(|(v, _)| *v).collect();
                let rows = candidates.iter().map(values).collect_vec();
                context.write_candidates(&*instance.puzzle, &csp, &rows)?;
                let width = shown.iter().map(|&at| csp.variables[at].name.chars().count()).max();
                for &at in &shown {
                    let mark = if forced(&&at) { "=" } else { ":" };
                    let name = format!("{}{mark}", csp.variables[at].name);
                    let values = in_words(&candidates[at], is_complete);
                    writeln!(context.out, "{name:<0$} {values}", width.unwrap_or(0) + 1)?;
                }
                writeln!(context.out, "{count} of {} forced (=)", shown.len())?;
            }
        }
        if let Some(limit) = stopped {
            context.note(format!("{}: stopped: {limit}", file.display()));
        }
        Ok(match is_complete {
            true => Ended::of_count(&solutions),
            false => Ended::Stopped,
        })
    }
}

/// The values of all variables, each with a solution that was checked.
pub(super) struct Witnessed {
    /// How many solutions there are.
    pub(super) solutions: BigUint,
    /// For each variable the values that it has in some solution, with the number of these.
    pub(super) candidates: Vec<Vec<Counted>>,
    /// The limit because of which there may be more.
    pub(super) stopped: Option<Limit>,
    /// What it rests on that there are no other values, unless a limit was reached.
    pub(super) evidence: Option<Evidence>,
}

/// Finds the values of all variables: each must be in a solution that obeys the puzzle's rules.
pub(super) fn witnessed(
    instance: &Instance,
    csp: &Csp,
    limits: &Limits,
) -> anyhow::Result<Witnessed> {
    let start = Instant::now();
    let diagram = exact::solutions(csp, limits);
    let counted = diagram.candidates(csp, limits);
    let mut stopped = diagram.stopped();
    if counted.is_none() {
        stopped = stopped.or(Some(limits.budget.limit()));
    }
    let mut candidates = counted.unwrap_or_else(|| vec![Vec::new(); csp.variables.len()]);
    candidates.iter_mut().for_each(|counted| counted.retain(|(_, n)| *n > BigUint::ZERO));
    let mut shown: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); candidates.len()];
    let witnessed = diagram.each_witness(&csp.symmetry, |solution| {
        limits.budget.check()?;
        instance.puzzle.check(solution).context(BROKEN)?;
        anyhow::ensure!(csp.is_solution(solution), BROKEN);
        shown.iter_mut().zip(solution).for_each(|(shown, &value)| {
            shown.insert(value);
        });
        Ok(())
    });
    match witnessed.map_err(|error| (limit_of(&error), error)) {
        Err((Some(limit), _)) => stopped = stopped.or(Some(limit)),
        Err((None, error)) => return Err(error),
        Ok(()) => {}
    }
    let is_witnessed = |(counted, shown): (&mut Vec<Counted>, &BTreeSet<Value>)| {
        let before = counted.len();
        counted.retain(|(value, _)| shown.contains(value));
        before == counted.len() && before == shown.len()
    };
    let not_witnessed =
        candidates.iter_mut().zip(&shown).map(is_witnessed).filter(|is| !is).count();
    if let Some(limit) = stopped {
        let (solutions, stopped) = (diagram.count(), Some(limit));
        return Ok(Witnessed { solutions, candidates, stopped, evidence: None });
    }
    anyhow::ensure!(
        not_witnessed == 0,
        "internal error: a value is counted that is in no solution, or the other way round"
    );
    let left = Possible::new(shown.into_iter().map(|values| values.into_iter().collect()));
    let evidence = Some(no_other_values(csp, &left, start, &limits.budget)?);
    Ok(Witnessed { solutions: diagram.count(), candidates, stopped, evidence })
}

/// Whether the variable says something that others do not say better: of selections, the results
/// are shown and not the atoms.
fn is_shown(csp: &Csp, at: usize) -> bool {
    let decides = csp.deciding.iter().any(|variable| variable.index() == at);
    csp.deciding.is_empty() || !decides
}

/// `2 ×10, 4 ×4`
fn in_words(counted: &[Counted], is_complete: bool) -> String {
    let mut parts = counted.iter().map(|(value, count)| format!("{value} ×{}", grouped(count)));
    match (counted.is_empty(), is_complete) {
        (true, true) => "none".to_owned(),
        (true, false) => "unknown".to_owned(),
        (false, _) => parts.join(", "),
    }
}
