//! `cnfetti explain`: step by step from the givens to what holds in every solution.

pub(super) mod json;
mod page;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use cnfetti::csp::VarId;
use cnfetti::explain::Effort;
use cnfetti::explain::{
    ExplainError, Explanation, Reason, Step, Task, confirm_none, contradiction, direct_reason,
    explain,
};
use cnfetti::limit::Stopped;
use cnfetti::output::PAGE;
use cnfetti::plural::counted;
use cnfetti::puzzle::{Alphabet, painted_candidates};
use cnfetti::search::candidates::Candidates;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::sample::{Others, Sample, sample};
use cnfetti::sentences::capital;
use indicatif::ProgressBar;
use itertools::Itertools;

use super::destination::ForceOption;
use super::expected::require_solutions;
use super::options::seconds;
use super::reasoning::{Loaded, ReasoningOptions, variable};
use super::{Context, Format, STOPPED};

/// Explain a puzzle step by step.
///
/// Each step says what follows from a few rules and a few earlier facts: those that need the
/// fewest rules come first. A second solver has checked that each step follows and that none of
/// its rules can be left out. Where nothing more follows the explanation ends, and says between
/// which solutions it stands. For a puzzle without solution: a smallest set of rules and clues
/// that contradict each other.
#[derive(Args)]
#[command(mut_arg("force", |force| force.requires("html")))]
#[command(after_help = "Examples:
  cnfetti explain instances/dice/labeled-dice.toml
  cnfetti explain --hint instances/signs/leepf.toml
  cnfetti explain instances/dice/labeled-dice.toml c
  cnfetti explain --html steps.html instances/pips/pips1.toml
  cnfetti explain instances/models/two_and_two.xml")]
pub(crate) struct Explain {
    #[command(flatten)]
    puzzle: ReasoningOptions,
    /// Explain this cell only, by its name as `cnfetti show` lists it
    cell: Option<String>,
    /// Print the first N steps only
    #[arg(long, value_name = "N", conflicts_with = "hint")]
    steps: Option<usize>,
    /// Print the first step only
    #[arg(long)]
    hint: bool,
    /// Draw the board after each step
    #[arg(long, conflicts_with = "hint")]
    boards: bool,
    /// Also write a page with the board at each step, for a browser; `-` is stdout, and then the
    /// page is all that is written there
    #[arg(long, value_name = "PATH")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
    /// How long to look for the fewest rules of a step; later ones are only free of needless rules
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "0.5")]
    step_time: Duration,
}

/// What there is to say of a puzzle.
struct Report<'a> {
    loaded: &'a Loaded,
    explanation: Explanation,
    /// The cell that was asked for, with the fewest rules that tell all of it at once, or the limit
    /// that came before these were found.
    cell: Option<(VarId, Result<Reason, Stopped>)>,
    /// The solutions between which the end leaves the choice.
    left: Sample,
}

impl Report<'_> {
    /// What all of it rests on.
    fn evidence(&self) -> Evidence {
        let Report { loaded, explanation, cell, left } = self;
        let mut evidence = explanation.evidence.and(loaded.root_evidence());
        if let Some((_, Ok(reason))) = cell {
            evidence = evidence.and(reason.evidence);
        }
        match left.others {
            Others::None(others) => evidence.and(others),
            Others::Some | Others::Unknown(_) => evidence,
        }
    }
}

/// The steps stand between this many solutions, or more.
const MOST_SOLUTIONS: usize = 1000;

/// No more solutions than this are told apart.
const MOST_LISTED: usize = 4;

impl Explain {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if context.format == Format::Json {
            context.given.refuse(&["boards"], "JSON has no boards");
        }
        let page =
            self.html.as_deref().map(|path| self.force.destination(path, PAGE)).transpose()?;
        let loaded = self.puzzle.load(context)?;
        let in_file = || self.puzzle.file().display().to_string();
        let csp = &loaded.csp;
        let only = self.cell.as_deref().map(|name| variable(csp, name)).transpose()?;
        let task = Task {
            root: loaded.root_atoms().to_vec(),
            only,
            effort: Effort::Time(self.step_time),
            backend: loaded.backend.clone(),
            budget: loaded.budget.clone(),
        };
        let progress = progress_bar(context, csp.variables.len());
        let explanation = explain(csp, &task, |known| {
            let decided = csp.ids().filter(|&variable| known.decided(variable).is_some());
            progress.set_position(decided.count() as u64);
        });
        progress.finish_and_clear();
        let explanation = match explanation {
            Err(ExplainError::Stopped(why)) => {
                return self.puzzle.write_unknown(context, &loaded, why);
            }
            explanation => explanation.with_context(in_file)?,
        };
        let Some(explanation) = explanation else {
            return self.refute(context, &loaded, &task);
        };
        let end = &explanation.end;
        let direct = |cell| match direct_reason(csp, &task, cell, end) {
            Err(ExplainError::Stopped(why)) => Ok((cell, Err(why))),
            reason => reason.map(|reason| (cell, Ok(reason))),
        };
        let cell = only.map(direct).transpose().with_context(in_file)?;
        let Task { root, backend, budget, .. } = &task;
        let left = sample(csp, root, MOST_SOLUTIONS, backend, budget).with_context(in_file)?;
        let report = Report { loaded: &loaded, explanation, cell, left };
        let evidence = report.evidence();
        loaded.tell(context, self.puzzle.file(), "no other values are possible", &evidence);
        if let Some(destination) = &page {
            destination.write_text(context, &page::page(&report))?;
        }
        match context.format {
            _ if page.is_some_and(|destination| destination.is_stdout()) => {}
            Format::Json => {
                let line = json::report(self.puzzle.file(), &report, self.shown(&report));
                writeln!(context.out, "{line}")?;
            }
            _ => {
                let alphabet = context.alphabet();
                self.write_text(&mut context.out, &report, alphabet)?;
            }
        }
        let others = report.left.others;
        let stopped = report.explanation.stopped.is_some()
            || matches!(others, Others::Unknown(_))
            || matches!(report.cell, Some((_, Err(_))));
        Ok(if stopped { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
    }

    /// The steps that are asked for.
    fn shown<'a>(&self, report: &'a Report<'_>) -> &'a [Step] {
        let steps = &report.explanation.steps;
        let wanted = if self.hint { 1 } else { self.steps.unwrap_or(usize::MAX) };
        &steps[..wanted.min(steps.len())]
    }

    fn write_text(
        &self,
        out: &mut impl Write,
        report: &Report<'_>,
        alphabet: Alphabet,
    ) -> std::io::Result<()> {
        let Report { loaded, explanation, .. } = report;
        let shown = self.shown(report);
        let puzzle = &*loaded.instance.puzzle;
        let board = |rows| painted_candidates(puzzle, &loaded.csp, rows, alphabet);
        if self.hint {
            return match shown {
                [] if explanation.stopped.is_some() => write_end(out, report),
                [] => writeln!(out, "Nothing more follows."),
                steps => {
                    if let Some(root) = loaded.root_sentence() {
                        writeln!(out, "{root}")?;
                    }
                    steps.iter().try_for_each(|s| writeln!(out, "{}", loaded.speaker().step(s)))
                }
            };
        }
        loaded.write_header(out)?;
        write!(out, "{}", board(explanation.start.rows()))?;
        writeln!(out)?;
        for (step, position) in shown.iter().zip(1..) {
            let sentence = loaded.speaker().step(step);
            writeln!(out, "{position:3}. {sentence} [{}]", difficulty(step))?;
            if self.boards {
                write!(out, "{}", board(step.after.rows()))?;
            }
        }
        if shown.len() < explanation.steps.len() {
            writeln!(out, "     … {} in all", counted(explanation.steps.len(), "step"))?;
            return match &explanation.stopped {
                Some(why) => write_stopped(out, report, why),
                None => Ok(()),
            };
        }
        if let (false, Some(step)) = (self.boards, shown.last()) {
            write!(out, "\n{}", board(step.after.rows()))?;
        }
        write_end(out, report)
    }

    /// Says why there is no solution.
    fn refute(
        &self,
        context: &mut Context,
        loaded: &Loaded,
        task: &Task,
    ) -> anyhow::Result<ExitCode> {
        let (csp, file) = (&loaded.csp, self.puzzle.file());
        let in_file = || file.display().to_string();
        if let Some(path) = &self.html {
            context.note(format!("{} was not written: there are no steps", path.display()));
        }
        let evidence = confirm_none(csp, task).with_context(in_file)?;
        loaded.tell(context, file, "there is no solution", &evidence);
        require_solutions(file, &loaded.instance, &0_u32.into(), true)?;
        let reason = match contradiction(csp, task) {
            Err(ExplainError::Stopped(why)) => {
                match context.format {
                    Format::Json => {
                        let line = json::refuted(file, loaded, &why, &evidence);
                        writeln!(context.out, "{line}")?;
                    }
                    _ => writeln!(
                        context.out,
                        "There is no solution; {why} before it was known which rules contradict."
                    )?,
                }
                return Ok(ExitCode::from(STOPPED));
            }
            reason => reason.with_context(in_file)?,
        };
        let reason = reason.ok_or_else(|| {
            anyhow::anyhow!("internal error: solvers do not agree on whether there is a solution")
        })?;
        if context.format == Format::Json {
            let evidence = evidence.and(reason.evidence);
            let line = json::contradiction(file, loaded, &reason, &evidence);
            writeln!(context.out, "{line}")?;
            return Ok(ExitCode::SUCCESS);
        }
        let out = &mut context.out;
        if let Some(title) = &loaded.instance.title {
            writeln!(out, "{title} ({})\n", loaded.instance.kind)?;
        }
        if reason.constraints.is_empty() {
            let empty = csp.ids().find(|&variable| csp.domain(variable).is_empty());
            let subject = empty.map_or_else(String::new, |v| loaded.speaker().subject(v));
            writeln!(out, "There is no solution: nothing is possible for {subject}.")?;
            return Ok(ExitCode::SUCCESS);
        }
        let constraints = counted(reason.constraints.len(), "constraint");
        let least = if reason.is_smallest { ", and no fewer do" } else { ", and each is needed" };
        writeln!(out, "There is no solution: {constraints} contradict each other{least}.")?;
        for sentence in loaded.speaker().each_reason(&reason.constraints) {
            writeln!(out, "  {sentence}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn progress_bar(context: &Context, variables: usize) -> ProgressBar {
    if !context.shows_progress() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(variables as u64);
    let style = indicatif::ProgressStyle::with_template("{elapsed} {bar:40} {pos}/{len} decided");
    bar.with_style(style.expect("the template is right"))
}

/// `2 rules, 3 facts`
fn difficulty(step: &Step) -> String {
    let rules = counted(step.constraints.len(), "rule");
    let least = if step.is_smallest { "" } else { ", perhaps not the fewest" };
    match step.facts.len() {
        0 => format!("{rules}{least}"),
        facts => format!("{rules}, {}{least}", counted(facts, "fact")),
    }
}

fn write_end(out: &mut impl Write, report: &Report<'_>) -> std::io::Result<()> {
    let Report { loaded, explanation, cell, .. } = report;
    if let Some(why) = &explanation.stopped {
        return write_stopped(out, report, why);
    }
    let steps = counted(explanation.steps.len(), "step");
    let (hardest, total) = (explanation.hardest(), explanation.total());
    writeln!(
        out,
        "\nDifficulty: {steps}; the hardest needs {}, all together {total}.",
        counted(hardest, "rule or fact")
    )?;
    match cell {
        Some((cell, reason)) => write_direct(out, loaded, *cell, reason),
        None => write_open(out, report),
    }
}

/// Says that the steps do not lead to the end, and how far.
fn write_stopped(out: &mut impl Write, report: &Report<'_>, why: &Stopped) -> std::io::Result<()> {
    let Report { loaded, explanation, .. } = report;
    let reached = explanation.steps.last().map_or(&explanation.start, |step| &step.after);
    let decided =
        |known: &Candidates| loaded.csp.ids().filter(|&v| known.decided(v).is_some()).count();
    let (so_far, in_the_end) = (decided(reached), decided(&explanation.end));
    writeln!(
        out,
        "\nStopped before the end, {why}: {so_far} of the {in_the_end} that can be decided are."
    )
}

fn write_direct(
    out: &mut impl Write,
    loaded: &Loaded,
    cell: VarId,
    reason: &Result<Reason, Stopped>,
) -> std::io::Result<()> {
    let subject = loaded.speaker().subject(cell);
    let reason = match reason {
        Ok(reason) => reason,
        Err(why) => return writeln!(out, "Which rules tell all of it at once is unknown: {why}."),
    };
    if reason.constraints.is_empty() {
        return writeln!(out, "Nothing follows for {subject}.");
    }
    let rules = counted(reason.constraints.len(), "rule");
    let least = if reason.is_smallest { " and no fewer" } else { "" };
    writeln!(out, "Without steps between, {rules}{least} tell all this of {subject}:")?;
    for sentence in loaded.speaker().each_reason(&reason.constraints) {
        writeln!(out, "  {sentence}")?;
    }
    Ok(())
}

/// What is open, and between which solutions.
fn write_open(out: &mut impl Write, report: &Report<'_>) -> std::io::Result<()> {
    let Report { loaded, explanation, left, .. } = report;
    let (csp, end) = (&loaded.csp, &explanation.end);
    let open = csp.ids().filter(|&variable| end.decided(variable).is_none()).collect_vec();
    if open.is_empty() {
        return writeln!(out, "Everything is decided.");
    }
    let solutions = left.solutions.len();
    let count = match left.others {
        Others::None(_) => "",
        Others::Some => "over ",
        Others::Unknown(_) => "at least ",
    };
    let (open_cells, all) = (open.len(), csp.variables.len());
    writeln!(
        out,
        "Nothing more follows: {open_cells} of {all} are open, between {count}{}.",
        counted(solutions, "solution")
    )?;
    if left.is_complete() && solutions <= MOST_LISTED {
        for solution in &left.solutions {
            let facts = open.iter().map(|&variable| (variable, solution[variable.index()]));
            writeln!(out, "  {}", capital(&loaded.speaker().values(facts)))?;
        }
    }
    Ok(())
}
