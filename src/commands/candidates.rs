//! `cnfetti candidates`: which values each variable takes, and how often.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use cnfetti::csp::{Csp, Value};
use cnfetti::exact;
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::json;

use super::batch::{BatchOptions, Ended, Task};
use super::count::{grouped, plural};
use super::engines::MemoryOptions;
use super::options::TimeOptions;
use super::{Context, Format};

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

/// A value with the number of solutions that have it.
type Counted = (Value, BigUint);

impl Candidates {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let tally = self.batch.run(context, &|context, task| self.candidates(context, task))?;
        Ok(tally.exit_code())
    }

    fn candidates(&self, context: &mut Context, task: &Task<'_>) -> anyhow::Result<Ended> {
        let &Task { file, instance, .. } = task;
        let csp = instance.puzzle.csp();
        let limits = self.memory.limits(self.time.budget(context), task.alone);
        let diagram = exact::solutions(&csp, &limits);
        let solutions = diagram.count();
        let counted = diagram.candidates(&csp, &limits);
        let is_complete = diagram.is_complete() && counted.is_some();
        let mut candidates = counted.unwrap_or_else(|| vec![Vec::new(); csp.variables.len()]);
        candidates.iter_mut().for_each(|counted| counted.retain(|(_, n)| *n > BigUint::ZERO));
        let shown = csp.ids().map(|id| id.index()).filter(|&at| is_shown(&csp, at)).collect_vec();
        let status = if is_complete { "exact" } else { "at least" };
        match context.format {
            Format::Json => {
                let of = |&at: &usize| {
                    let counts = candidates[at].iter().map(|(v, n)| (v.to_string(), n.to_string()));
                    (csp.variables[at].name.clone(), json!(counts.collect::<BTreeMap<_, _>>()))
                };
                let line = json!({
                    "file": file.display().to_string(),
                    "kind": instance.kind,
                    "status": status,
                    "solutions": solutions.to_string(),
                    "candidates": shown.iter().map(of).collect::<serde_json::Map<_, _>>(),
                });
                writeln!(context.out, "{line}")?;
            }
            _ => {
                let at_least = if is_complete { "" } else { "at least " };
                let total = plural(&solutions, "solution");
                writeln!(context.out, "{}: {at_least}{total}", file.display())?;
                let forced = |at: &&usize| candidates[**at].len() == 1 && is_complete;
                let count = shown.iter().filter(forced).count();
                if context.is_ascii() {
                    let plain = plain_board(&csp, &candidates, &shown, is_complete);
                    write!(context.out, "{}", plain.unwrap_or_default())?;
                } else {
                    let values = |counted: &Vec<Counted>| counted.iter().map(|(v, _)| *v).collect();
                    let rows = candidates.iter().map(values).collect_vec();
                    write!(context.out, "{}", instance.puzzle.draw_candidates(&csp, &rows))?;
                }
                let width = shown.iter().map(|&at| csp.variables[at].name.chars().count()).max();
                for &at in &shown {
                    let mark = if forced(&&at) { "=" } else { ":" };
                    let name = format!("{}{mark}", csp.variables[at].name);
                    let values = in_words(&candidates[at]);
                    writeln!(context.out, "{name:<0$} {values}", width.unwrap_or(0) + 1)?;
                }
                writeln!(context.out, "{count} of {} forced (=)", shown.len())?;
            }
        }
        if !is_complete {
            context
                .note(format!("{}: stopped: a limit of time or memory is reached", file.display()));
        }
        Ok(match is_complete {
            true => Ended::of_count(&solutions),
            false => Ended::Stopped,
        })
    }
}

/// Whether the variable says something that others do not say better: of selections, the results
/// are shown and not the atoms.
fn is_shown(csp: &Csp, at: usize) -> bool {
    let decides = csp.deciding.iter().any(|variable| variable.index() == at);
    csp.deciding.is_empty() || !decides
}

/// `2 ×10, 4 ×4`
fn in_words(counted: &[Counted]) -> String {
    let mut parts = counted.iter().map(|(value, count)| format!("{value} ×{}", grouped(count)));
    if counted.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// The values in place, when the variables are named by row and column: `cell[1][2]`. In ASCII.
fn plain_board(
    csp: &Csp,
    candidates: &[Vec<Counted>],
    shown: &[usize],
    is_complete: bool,
) -> Option<String> {
    let mut cells = BTreeMap::new();
    for &at in shown {
        let (_, place) = csp.variables[at].name.split_once('[')?;
        let (row, column) = place.strip_suffix(']')?.split_once("][")?;
        let place: (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
        let values = candidates[at].iter().map(|(value, _)| value.to_string());
        let forced = if is_complete && candidates[at].len() == 1 { "=" } else { "" };
        cells.insert(place, format!("{forced}{}", values.format(" ")));
    }
    let rows = 1 + cells.keys().map(|place| place.0).max()?;
    let columns = 1 + cells.keys().map(|place| place.1).max()?;
    let width = |column: usize| {
        let texts = cells.iter().filter(|(place, _)| place.1 == column);
        texts.map(|(_, text)| text.len()).max().unwrap_or(1)
    };
    let widths = (0..columns).map(width).collect_vec();
    let mut board = String::new();
    for row in 0..rows {
        let texts = (0..columns).map(|column| {
            let text = cells.get(&(row, column)).map_or("", String::as_str);
            format!("{text:<0$}", widths[column])
        });
        board.push_str(format!("  {}", texts.format(" | ")).trim_end_matches([' ', '|']));
        board.push('\n');
    }
    Some(board)
}
