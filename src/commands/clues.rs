//! `cnfetti clues`: which clues a puzzle needs, and which it lacks.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use cnfetti::csp::{Atom, Constraint, Csp, Value, VarId};
use cnfetti::explain::ExplainError;
use cnfetti::explain::clues::{Clues as Needed, clues, necessary_clues};
use cnfetti::explain::givens::{self, Closest};
use cnfetti::limit::{Budget, Stopped};
use cnfetti::plural::counted;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::sample::{Others, Sample, sample};
use cnfetti::search::symmetry::{break_renaming, renamings};
use indicatif::ProgressBar;
use itertools::Itertools;
use serde_json::json;

use super::asked::add_objective;
use super::batch::Ended;
use super::entered::FromOption;
use super::evidence::add_to;
use super::expected::require_solutions;
use super::reasoning::{Loaded, ReasoningOptions, atoms};
use super::{Context, Format, STOPPED};

/// Say whether a puzzle is unique, which clues it needs, and what would make it unique.
///
/// Clues are the words of dice, the given numbers of signs and pips, the rules of the regions. A
/// clue is redundant when the others have the same solutions without it; a set of clues is minimal
/// when none of it can go. Where there are several solutions: the values that would decide, the
/// fewest of them that do, and the two solutions that are closest to each other. Solutions that
/// differ only by renaming dice or subjects count as one.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti clues instances/signs/leepf.toml
  cnfetti clues instances/pips/pips1.toml
  cnfetti clues --json instances/signs/leepf-open.toml
  cnfetti clues --json instances/models/two_and_two.xml")]
pub(crate) struct Clues {
    #[command(flatten)]
    puzzle: ReasoningOptions,
    /// Find no more than N minimal sets of clues
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Look at no more than N solutions
    #[arg(long, value_name = "N", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(2..))]
    solutions: u32,
    /// Say by the exit code too whether there is one solution (0), several (4) or none (5)
    #[arg(long)]
    exit_code: bool,
}

/// All that was found.
struct Report {
    /// Solutions up to renaming.
    solutions: Sample,
    /// `None` when there are too many solutions to tell, or no clues.
    needed: Option<Needed>,
    /// The limit that came before it was known.
    stopped: Option<Stopped>,
    /// The solutions that further values would have to tell apart: with the root fixed, and
    /// without the givens where the clues are nothing else. Only when these are all.
    apart: Option<Apart>,
}

/// Solutions, and what tells them apart.
struct Apart {
    without_givens: bool,
    /// What it rests on that there are no others.
    evidence: Evidence,
    solutions: Vec<Vec<Value>>,
    deciding: Vec<Atom>,
    fewest: Option<Vec<Atom>>,
    closest: Option<Closest>,
    /// In how many solutions each value occurs; where that could be a clue.
    somewhere: BTreeMap<Value, usize>,
}

impl Report {
    /// What all of it rests on; `None` when nothing is said that would need it.
    fn evidence(&self) -> Option<Evidence> {
        let Others::None(solutions) = self.solutions.others else { return None };
        let others = [
            self.needed.as_ref().map(|needed| needed.evidence),
            self.apart.as_ref().map(|apart| apart.evidence),
        ];
        Some(others.into_iter().flatten().fold(solutions, Evidence::and))
    }
}

/// How long to look for the fewest further values.
const FEWEST_TIME: Duration = Duration::from_secs(5);

impl Clues {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let loaded = match self.puzzle.load(context, &FromOption::default())? {
            Ok(loaded) => loaded,
            Err(unknown) => return self.puzzle.write_unknown(context, &unknown),
        };
        let report = self.report(context, &loaded)?;
        let found = &report.solutions;
        if let (Others::Unknown(limit), []) = (found.others, &found.solutions[..]) {
            return self.puzzle.write_unknown(context, &loaded.unknown(Stopped(limit)));
        }
        let evidence = report.evidence().map(|evidence| evidence.and(loaded.assumed()));
        if let Some(evidence) = &evidence {
            let what = "there are no other solutions";
            loaded.tell(context, self.puzzle.file(), what, evidence);
        }
        self.write(context, &loaded, &report, evidence.as_ref())?;
        let is_stopped = report.stopped.is_some() || report.solutions.stopped().is_some();
        if self.exit_code && report.solutions.is_complete() {
            return Ok(Ended::of_count(&report.solutions.solutions.len().into()).verdict_code());
        }
        if self.exit_code && report.solutions.solutions.len() > 1 {
            return Ok(Ended::Several.verdict_code());
        }
        Ok(if is_stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
    }

    fn write(
        &self,
        context: &mut Context,
        loaded: &Loaded,
        report: &Report,
        evidence: Option<&Evidence>,
    ) -> std::io::Result<()> {
        if context.format != Format::Json {
            return write_text(&mut context.out, loaded, report);
        }
        let mut line = self.json(loaded, report);
        add_to(&mut line, evidence);
        writeln!(context.out, "{line}")
    }

    fn report(&self, context: &Context, loaded: &Loaded) -> anyhow::Result<Report> {
        let csp = &loaded.csp;
        let solutions = self.sample(&break_renaming(csp), &[], loaded)?;
        self.require_expected(loaded, &solutions)?;
        context.know(self.puzzle.file(), |context, limit| {
            let (solutions, stopped) = (solutions.clone(), Some(Stopped(limit)));
            let report = Report { solutions, needed: None, stopped, apart: None };
            self.write(context, loaded, &report, None)
        });
        let known = solutions.is_complete() && !solutions.solutions.is_empty();
        let (mut needed, mut stopped) = (None, None);
        if known && !clues(csp).is_empty() {
            let bar = progress_bar(context, self.limit);
            let found = |sets| bar.set_position(sets as u64);
            let Loaded { backend, budget, .. } = loaded;
            match necessary_clues(csp, &solutions, self.limit, backend, budget, found) {
                Err(ExplainError::Stopped(why)) => stopped = Some(why),
                found => needed = Some(found.with_context(|| self.in_file())?),
            }
            bar.finish_and_clear();
        }
        let apart = self.apart(loaded, &solutions)?;
        Ok(Report { solutions, needed, stopped, apart })
    }

    fn in_file(&self) -> String {
        self.puzzle.file().display().to_string()
    }

    fn sample(&self, csp: &Csp, root: &[Atom], loaded: &Loaded) -> anyhow::Result<Sample> {
        let Loaded { backend, budget, .. } = loaded;
        sample(csp, root, self.solutions as usize, backend, budget).with_context(|| self.in_file())
    }

    /// An error when the file expects another number of solutions than these stand for.
    fn require_expected(&self, loaded: &Loaded, found: &Sample) -> anyhow::Result<()> {
        let symmetry = loaded.csp.symmetry();
        let number = found.solutions.iter().map(|solution| renamings(symmetry, solution)).sum();
        require_solutions(self.puzzle.file(), &loaded.instance.expect, &number, found.is_complete())
    }

    fn apart(&self, loaded: &Loaded, solutions: &Sample) -> anyhow::Result<Option<Apart>> {
        let csp = &loaded.csp;
        let only_givens = clues(csp)
            .iter()
            .all(|&at| matches!(csp.constraints()[at].constraint, Constraint::Fixed(_)));
        let is_unique = solutions.is_complete() && solutions.solutions.len() <= 1;
        let without_givens = is_unique && only_givens && !clues(csp).is_empty();
        if is_unique && !without_givens {
            return Ok(None);
        }
        let mut open = csp.clone();
        if without_givens {
            open.retain(|posted| !matches!(posted.constraint, Constraint::Fixed(_)));
        }
        let found = self.sample(&open, loaded.root_atoms(), loaded)?;
        let Others::None(evidence) = found.others else { return Ok(None) };
        let solutions = found.solutions;
        let cells = cells(csp, &solutions);
        let same_domain = cells.iter().map(|&cell| csp.domain(cell)).all_equal();
        let tells = only_givens && same_domain && csp.symmetry().interchangeable.is_empty();
        let budget = Budget::default().at_most(FEWEST_TIME);
        Ok(Some(Apart {
            without_givens,
            evidence: evidence.and(loaded.assumed()),
            deciding: givens::deciding_givens(&cells, &solutions),
            fewest: givens::fewest_givens(&cells, &solutions, &budget),
            closest: givens::closest(&cells, &solutions),
            somewhere: if tells {
                givens::occurrences(&cells, &solutions)
            } else {
                BTreeMap::new()
            },
            solutions,
        }))
    }

    fn json(&self, loaded: &Loaded, report: &Report) -> serde_json::Value {
        let csp = &loaded.csp;
        let Report { solutions, needed, apart, .. } = report;
        let reason = |&at: &usize| csp.constraints()[at].reason.as_str();
        let reasons = |set: &[usize]| set.iter().map(reason).collect_vec();
        let apart = apart.as_ref().map(|apart| {
            let closest = apart.closest.as_ref().map(|closest| {
                closest.differ.iter().map(|&cell| {
                    let values = closest.pair.map(|at| apart.solutions[at][cell.index()]);
                    json!({ "cell": csp.name(cell), "values": values })
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
            "kind": loaded.instance.kind,
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

/// The cells that can be given; where two solutions agree on these, all variables.
fn cells(csp: &Csp, solutions: &[Vec<Value>]) -> Vec<VarId> {
    let cells = givens::cells(csp);
    let shown = solutions.iter().map(|s| cells.iter().map(|v| s[v.index()]).collect_vec());
    if shown.unique().count() == solutions.len() { cells } else { csp.ids().collect() }
}

fn progress_bar(context: &Context, limit: usize) -> ProgressBar {
    if !context.shows_progress() {
        return ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{elapsed} {bar:40} {pos} minimal sets");
    ProgressBar::new(limit as u64).with_style(style.expect("the template is right"))
}

fn write_text(out: &mut impl Write, loaded: &Loaded, report: &Report) -> std::io::Result<()> {
    let Report { solutions, needed, stopped, apart } = report;
    let csp = &loaded.csp;
    if let Some(title) = &loaded.instance.title {
        writeln!(out, "{title} ({})\n", loaded.instance.kind)?;
    }
    if let Some(optimum) = loaded.optimum_sentence() {
        writeln!(out, "{optimum}")?;
    }
    let count = solutions.solutions.len();
    let renaming = match csp.symmetry().values_called {
        "" => String::new(),
        called => format!(" up to renaming the {called}"),
    };
    match (count, solutions.others) {
        (0, Others::None(_)) => {
            return writeln!(out, "There is no solution: `cnfetti explain` says why.");
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
    }
    match apart {
        Some(apart) => write_apart(out, loaded, apart),
        None => Ok(()),
    }
}

fn write_needed(out: &mut impl Write, csp: &Csp, needed: &Needed) -> std::io::Result<()> {
    let reason = |&at: &usize| csp.constraints()[at].reason.as_str();
    writeln!(
        out,
        "\n{}; redundant, each by itself: {}",
        counted(needed.all.len(), "clue"),
        match needed.redundant.len() {
            0 => "none".to_owned(),
            count if count == needed.all.len() => "every one".to_owned(),
            count => format!("{count} of them"),
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
        writeln!(out, "\nWithout any given there would be {solutions}. Enough would be each of:")?;
    } else {
        if let Some(root) = loaded.root_sentence() {
            writeln!(out, "\n{root}")?;
        }
        writeln!(out, "\nOf the {solutions}, each of these alone would leave one:")?;
    }
    for (cell, atoms) in &apart.deciding.iter().chunk_by(|atom| atom.variable) {
        let values = atoms.map(|atom| atom.value).collect_vec();
        writeln!(out, "  {}", speaker.left(cell, &values))?;
    }
    match (&apart.fewest, apart.deciding.is_empty()) {
        (Some(fewest), true) => {
            let values = fewest.iter().map(|atom| (atom.variable, atom.value));
            let count = counted(fewest.len(), "value");
            writeln!(out, "  no single value; at the least {count}: {}", speaker.values(values))?;
        }
        (None, true) => writeln!(out, "  no single value")?,
        _ => {}
    }
    let (enough, not_enough): (Vec<_>, Vec<_>) =
        apart.somewhere.iter().partition(|&(_, &count)| count == 1);
    for (value, _) in enough {
        writeln!(out, "  a {value} somewhere")?;
    }
    if !not_enough.is_empty() {
        writeln!(out, "Not enough would be:")?;
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
