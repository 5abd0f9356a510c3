//! `cnfetti clues`: the clues that a puzzle needs, and those it lacks.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use cnfetti::csp::Csp;
use cnfetti::explain::clue_report::{Apart, ClueReport};
use cnfetti::explain::clues::{Clues as Needed, clue_text, clues};
use cnfetti::limit::Stopped;
use cnfetti::plural::counted;
use cnfetti::problem::{self, ClueOptions};
use cnfetti::search::confirm::Evidence;
use cnfetti::search::sample::{Others, Sample};
use indicatif::ProgressBar;
use itertools::Itertools;
use serde_json::json;

use super::answers::asked::add_objective;
use super::answers::evidence::{add_to, note_basis};
use super::options::entered::FromOption;
use super::shared::reasoning::{self, Loaded, ReasoningOptions, atoms};
use super::{Context, Format, STOPPED};

/// Find redundant clues, and what would make a puzzle unique.
///
/// A clue is a word, a given number, or a region with all that the rules say about it. It is redundant if
/// the puzzle has the same solutions without it. A minimal set of clues has no redundant ones. If there are several
/// solutions, `clues` shows values that would make the puzzle unique, and the two closest
/// solutions. Solutions that differ only by renaming count as one.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti clues instances/signs/leepf.toml
  cnfetti clues instances/pips/pips1.toml
  cnfetti clues --json instances/signs/leepf-open.toml
  cnfetti clues --json instances/models/two_and_two.xml")]
pub(crate) struct Clues {
    #[command(flatten)]
    puzzle: ReasoningOptions,
    /// Find at most N minimal sets of clues
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
}

impl Clues {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let loaded = match self.puzzle.load(context, &FromOption::default())? {
            Ok(loaded) => loaded,
            Err(unknown) => return self.puzzle.write_unknown(context, &unknown),
        };
        let clues = self.find(context, &loaded)?;
        let (report, basis) = (clues.report(), clues.basis());
        let found = &report.solutions;
        if let (Others::Unknown(limit), []) = (found.others, &found.solutions[..]) {
            return self.puzzle.write_unknown(context, &loaded.unknown(limit));
        }
        note_basis(context, self.puzzle.file(), "there are no other solutions", basis);
        self.write(context, &loaded, report, basis.evidence().as_ref())?;
        let is_stopped = report.stopped.is_some() || report.solutions.stopped().is_some();
        Ok(if is_stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
    }

    fn write(
        &self,
        context: &mut Context,
        loaded: &Loaded,
        report: &ClueReport,
        evidence: Option<&Evidence>,
    ) -> std::io::Result<()> {
        if context.format != Format::Json {
            return write_text(&mut context.out, loaded, report);
        }
        let mut line = self.json(loaded, report);
        add_to(&mut line, evidence);
        writeln!(context.out, "{line}")
    }

    fn find(&self, context: &Context, loaded: &Loaded) -> anyhow::Result<problem::Clues> {
        let options = ClueOptions { sets: self.limit, ..ClueOptions::default() };
        let bar = progress_bar(context, self.limit);
        let known = |solutions: &Sample| {
            context.know(self.puzzle.file(), |context, limit| {
                let report = ClueReport::unknown(solutions.clone(), Stopped(limit));
                self.write(context, loaded, &report, None)
            });
        };
        let clues = loaded.reasoned.clues(&options, known, |sets| bar.set_position(sets as u64));
        bar.finish_and_clear();
        clues.with_context(|| self.puzzle.file().display().to_string())
    }

    fn json(&self, loaded: &Loaded, report: &ClueReport) -> serde_json::Value {
        let csp = loaded.csp();
        let ClueReport { solutions, clues: needed, apart, .. } = report;
        let reasons = |set: &[usize]| set.iter().map(|&clue| clue_text(csp, clue)).collect_vec();
        let apart = apart.as_ref().map(|apart| {
            let closest = apart.closest.as_ref().map(|closest| {
                closest.differ.iter().map(|&cell| {
                    let values = closest.pair.map(|at| apart.solutions[at][cell.index()]);
                    json!({ "cell": csp.name(cell), "values": reasoning::values(csp, cell, &values) })
                })
            });
            json!({
                "without_givens": apart.without_givens,
                "solutions": apart.solutions.len().to_string(),
                "deciding": apart.deciding.iter().map(|&atom| atoms(csp, &[atom])).collect_vec(),
                "fewest": apart.fewest.as_ref().map(|fewest| atoms(csp, fewest)),
                "closest": closest.map(|closest| closest.collect_vec()),
                "somewhere": apart.somewhere.iter().map(|(value, solutions)| {
                    json!({ "value": value, "solutions": solutions.to_string() })
                }).collect_vec(),
            })
        });
        let mut line = json!({
            "file": self.puzzle.file().display().to_string(),
            "kind": loaded.kind(),
            "status": if solutions.is_complete() { "exact" } else { "at least" },
            "solutions_up_to_renaming": solutions.solutions.len().to_string(),
            "clues": needed.as_ref().map(|needed| needed.all.len()),
            "redundant": needed.as_ref().map(|needed| reasons(&needed.redundant)),
            "minimal_sets": needed.as_ref().map(|needed| {
                needed.minimal_sets.iter().map(|set| reasons(set)).collect_vec()
            }),
            "all_minimal_sets": needed.as_ref().map(|needed| needed.complete),
            "stopped": report.stopped.as_ref().map(Stopped::to_string),
            "apart": apart,
        });
        add_objective(&mut line, csp);
        line
    }
}

fn progress_bar(context: &Context, limit: usize) -> ProgressBar {
    if !context.shows_progress() {
        return ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{elapsed} {bar:40} {pos} minimal sets");
    let bar = ProgressBar::new(limit as u64).with_style(style.expect("the template is right"));
    // The solutions come first, and may take a while.
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn write_text(out: &mut impl Write, loaded: &Loaded, report: &ClueReport) -> std::io::Result<()> {
    let ClueReport { solutions, clues: needed, stopped, apart } = report;
    let csp = loaded.csp();
    if let Some(heading) = loaded.heading() {
        writeln!(out, "{heading}\n")?;
    }
    if let Some(optimum) = loaded.optimum_sentence() {
        writeln!(out, "{optimum}")?;
    }
    let count = solutions.solutions.len();
    let renaming = match &*csp.symmetry().values_called {
        "" => String::new(),
        called => format!(" up to renaming the {called}"),
    };
    match (count, solutions.others) {
        (0, Others::None(_)) => {
            return writeln!(out, "There is no solution; run `cnfetti explain` to see why.");
        }
        (1, Others::None(_)) => writeln!(out, "There is exactly one solution{renaming}.")?,
        (_, Others::None(_)) => writeln!(out, "There are {count} solutions{renaming}.")?,
        (_, Others::Some) => {
            writeln!(
                out,
                "There are over {}{renaming}: too many to compare.",
                counted(count, "solution")
            )?;
        }
        (_, Others::Unknown(limit)) => {
            let found = counted(count, "solution");
            writeln!(out, "There are at least {found}{renaming}: {limit} before all were found.")?;
        }
    }
    if let Some(why) = stopped {
        writeln!(out, "\nWhich clues are needed is unknown: {why} before it was.")?;
    }
    if let Some(needed) = needed {
        write_needed(out, csp, needed)?;
    } else if clues(csp).is_empty() {
        writeln!(out, "\nIt has no clues that could be left out.")?;
    }
    match apart {
        Some(apart) => write_apart(out, loaded, apart),
        None => Ok(()),
    }
}

fn write_needed(out: &mut impl Write, csp: &Csp, needed: &Needed) -> std::io::Result<()> {
    let reason = |&clue: &usize| clue_text(csp, clue);
    writeln!(
        out,
        "\n{}; redundant by themselves: {}",
        counted(needed.all.len(), "clue"),
        match needed.redundant.len() {
            0 => "none".to_owned(),
            count if count == needed.all.len() => "all".to_owned(),
            count => count.to_string(),
        }
    )?;
    if needed.redundant.len() < needed.all.len() {
        for at in &needed.redundant {
            writeln!(out, "  {}", reason(at))?;
        }
    }
    let sets = counted(needed.minimal_sets.len(), "minimal set");
    let more = if needed.complete { "" } else { " (there are more)" };
    writeln!(out, "\n{sets} of clues that leave the same solutions{more}")?;
    for set in &needed.minimal_sets {
        match set.len() {
            0 => writeln!(out, "  no clue at all")?,
            1 => writeln!(out, "  {}", set.iter().map(reason).join(", "))?,
            size if size == needed.all.len() => writeln!(out, "  all {size} clues")?,
            size if 2 * size > needed.all.len() + 2 => {
                let others = needed.all.iter().filter(|at| !set.contains(at));
                writeln!(out, "  {size} clues, without: {}", others.map(reason).join("; "))?;
            }
            size => writeln!(out, "  {size} clues: {}", set.iter().map(reason).join("; "))?,
        }
    }
    Ok(())
}

fn write_apart(out: &mut impl Write, loaded: &Loaded, apart: &Apart) -> std::io::Result<()> {
    let speaker = loaded.speaker();
    let solutions = counted(apart.solutions.len(), "solution");
    if apart.without_givens {
        writeln!(out, "\nWithout any given there would be {solutions}.")?;
    } else {
        if let Some(root) = loaded.root_sentence() {
            writeln!(out, "\n{root}")?;
        }
        writeln!(out)?;
    }
    match (&apart.fewest, apart.deciding.is_empty()) {
        (_, false) => writeln!(out, "Any one of these would make it unique:")?,
        (Some(fewest), true) => {
            let values = fewest.iter().map(|atom| (atom.variable, atom.value));
            let (number, values) = (fewest.len(), speaker.values(values));
            writeln!(out, "No single value makes it unique; these {number} do: {values}")?;
        }
        (None, true) => writeln!(out, "No single value makes it unique.")?,
    }
    for (cell, atoms) in &apart.deciding.iter().chunk_by(|atom| atom.variable) {
        let values = atoms.map(|atom| atom.value).collect_vec();
        writeln!(out, "  {}", speaker.left(cell, &values))?;
    }
    let (enough, not_enough): (Vec<_>, Vec<_>) =
        apart.somewhere.iter().partition(|&(_, &count)| count == 1);
    for (value, _) in enough {
        writeln!(out, "  a {value} somewhere")?;
    }
    if !not_enough.is_empty() {
        writeln!(out, "These would not:")?;
    }
    for (value, &count) in not_enough {
        writeln!(out, "  a {value} somewhere: {} left", counted(count, "solution"))?;
    }
    if let Some(closest) = &apart.closest {
        let cells = counted(closest.differ.len(), "place");
        writeln!(out, "\nThe two closest solutions differ in {cells}:")?;
        for at in closest.pair {
            let solution = &apart.solutions[at];
            let values = closest.differ.iter().map(|&cell| (cell, solution[cell.index()]));
            writeln!(out, "  {}", speaker.values(values))?;
        }
    }
    Ok(())
}
