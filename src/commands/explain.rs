//! `cnfetti explain`: leads step by step from the givens to what holds in every solution.

pub(super) mod json;
mod page;
mod panels;
mod text;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::{ArgGroup, Args};
use cnfetti::csp::{Csp, Role, Value, VarId};
use cnfetti::explain::overview::{NoOverview, Overview};
use cnfetti::explain::{EFFORT, ExplainError, Extent, Step, word};
use cnfetti::generate::Level;
use cnfetti::limit::Stopped;
use cnfetti::output::PAGE;
use cnfetti::problem::{Basis, Error, ExplainOptions, Explained};
use cnfetti::puzzle::{Puzzle, Viewpoint};
use cnfetti::search::candidates::Candidates;
use cnfetti::sentences::Speaker;
use indicatif::ProgressBar;
use itertools::Itertools;
use serde_json::json;

use super::answers::evidence::note_basis;
use super::answers::numbers::require_solutions;
use super::options::entered::FromOption;
use super::shared::reasoning::{Loaded, ReasoningOptions, variable};
use super::terminal::destination::ForceOption;
use super::{Context, Format, STOPPED};

/// Explain a puzzle step by step.
///
/// Each step concludes something from a few rules and earlier facts; the easiest steps come first.
/// A second solver has checked that each step follows and needs all of its rules. If nothing more
/// follows, the explanation ends with the number of solutions that are left. If a puzzle has no
/// solution, `explain` shows a smallest set of rules and clues that contradict each other.
#[derive(Args)]
#[command(mut_arg("force", |force| force.requires("pictures")))]
#[command(group(ArgGroup::new("pictures").args(["html", "svg"]).multiple(true)))]
#[command(after_help = "Examples:
  cnfetti explain instances/dice/labeled-dice.toml
  cnfetti explain --hint instances/signs/leepf.toml
  cnfetti explain instances/pips/pips1.toml r1c2
  echo '{\"board\": [[3, 0]]}' | cnfetti explain --hint --from - instances/pips/pips1.toml
  cnfetti explain --html steps.html instances/pips/pips1.toml
  cnfetti explain instances/models/two_and_two.xml")]
pub(crate) struct Explain {
    #[command(flatten)]
    puzzle: ReasoningOptions,
    #[command(flatten)]
    from: FromOption,
    /// Explain only this cell: its place (r1c2), its letter, or its name in `cnfetti show`; with
    /// =VALUE, whether it has that value
    cell: Option<String>,
    /// Print only the first N steps
    #[arg(long, value_name = "N", conflicts_with = "hint")]
    steps: Option<usize>,
    /// Print only the first step
    #[arg(long)]
    hint: bool,
    /// Draw the board after each step
    #[arg(long, conflicts_with = "hint")]
    boards: bool,
    /// Also write a web page with the board at each step; `-` is stdout
    #[arg(long, value_name = "PATH")]
    html: Option<PathBuf>,
    /// Also write a picture of each step into this folder
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceOption,
    /// Also print steps that no later one uses, and those of pencil marks
    #[arg(long, conflicts_with = "hint")]
    all_facts: bool,
    /// Also use steps that assume that there is one solution
    #[arg(long)]
    unique_is_given: bool,
}

/// The explanation of a puzzle, with its context.
struct Report<'a> {
    loaded: &'a Loaded,
    /// The problem that the steps are about.
    viewpoint: &'a Viewpoint,
    overview: &'a Overview,
    /// The evidence for the whole explanation.
    basis: &'a Basis,
    /// Whether the search was for the first step only.
    is_hint: bool,
    /// The cell in question.
    cell: Option<Asked>,
    /// Whether it goes on from a half-filled board.
    is_entered: bool,
}

/// How hard a puzzle is.
struct Rating {
    score: usize,
    /// Of a kind that `generate` makes by levels, if the score is within one; of a board with pencil marks by its
    /// rating.
    level: Option<&'static str>,
    /// The rating of the hardest step on the scale of Sudoku Explainer, and the name of its technique, of a board with
    /// pencil marks.
    hardest: Option<(usize, &'static str)>,
}

impl Report<'_> {
    fn speaker(&self) -> Speaker<'_> {
        Speaker::of_viewpoint(self.loaded.puzzle(), self.viewpoint)
    }

    /// Whether a step rests on it that there is one solution.
    fn assumes_one(&self, step: &Step) -> bool {
        let posted = self.viewpoint.csp.constraints();
        step.constraints.iter().any(|&at| posted[at].role == Role::AssumesUnique)
    }

    /// How hard the puzzle is, if it has one solution, or one grid, and all of it is explained.
    fn rating(&self) -> Option<Rating> {
        let Overview { explanation, left, .. } = self.overview;
        let is_whole = !self.is_hint && self.cell.is_none() && explanation.stopped.is_none();
        let is_unique = left.is_complete()
            && (left.solutions.len() == 1 || !text::alike(self.loaded.csp(), left).is_empty());
        if !is_whole || !is_unique {
            return None;
        }
        let score = explanation.score();
        // Where things are noted only, as dominoes are, the levels of `generate` are known.
        let level = match self.viewpoint.noted.is_empty() {
            true => None,
            false => Level::of(score, self.viewpoint.csp.deciding().len()),
        };
        let level = level.map(|level| level.name);
        let is_penciled = explanation.steps.iter().any(|step| step.pattern.is_some());
        let hardest = explanation.steps.iter().max_by_key(|step| step.rating());
        let hardest = hardest.filter(|_| is_penciled);
        let hardest = hardest.map(|step| (step.rating(), step.technique.name));
        let level = level.or(hardest.map(|(rating, _)| word(rating)));
        Some(Rating { score, level, hardest })
    }
}

impl Explain {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if context.format == Format::Json {
            context.given.refuse(&["boards"], "JSON has no boards");
        }
        let page =
            self.html.as_deref().map(|path| self.force.destination(path, PAGE)).transpose()?;
        let loaded = match self.puzzle.load(context, &self.from)? {
            Ok(loaded) => loaded,
            Err(unknown) => return self.puzzle.write_unknown(context, &unknown),
        };
        if let Some(flaw) = loaded.puzzle().flaw() {
            return self.write_flaw(context, &loaded, &flaw);
        }
        let csp = loaded.csp();
        let read = |text| Asked::read(loaded.puzzle(), csp, text);
        let cell = self.cell.as_deref().map(read).transpose()?;
        let options = ExplainOptions {
            only: cell.iter().map(|cell| cell.variable).collect(),
            extent: self.extent(),
            effort: EFFORT,
            pencil: !self.all_facts,
            unique_is_given: self.unique_is_given,
            ..ExplainOptions::default()
        };
        let progress = progress_bar(context, csp.variables().len());
        let explained = loaded.reasoned.explain(&options, |known| {
            let decided = csp.ids().filter(|&variable| known.decided(variable).is_some());
            progress.set_position(decided.count() as u64);
        });
        progress.finish_and_clear();
        let explained = match explained {
            Err(Error::NoOverview(NoOverview::Steps(ExplainError::Stopped(Stopped(limit))))) => {
                return self.puzzle.write_unknown(context, &loaded.unknown(limit));
            }
            explained => explained.with_context(|| self.puzzle.file().display().to_string())?,
        };
        let basis = explained.basis();
        let (Some(overview), Some(viewpoint)) = (explained.overview(), explained.viewpoint())
        else {
            return self.write_refuted(context, &loaded, &explained);
        };
        let (is_hint, loaded) = (self.is_only_a_hint(), &loaded);
        let is_entered = self.from.is_given();
        let report = Report { loaded, viewpoint, overview, basis, is_hint, cell, is_entered };
        note_basis(context, self.puzzle.file(), "no other values are possible", basis);
        if let Some(destination) = &page {
            destination.write_text(context, &page::page(&report))?;
        }
        if let Some(folder) = &self.svg {
            panels::write_pictures(context, folder, &self.force, &report)?;
        }
        match context.format {
            _ if page.is_some_and(|destination| destination.is_stdout()) => {}
            Format::Json => {
                let line = json::report(self.puzzle.file(), &report, self.shown(&report));
                // Write it in one piece: bit by bit takes longer than finding the steps.
                context.out.write_all(format!("{line}\n").as_bytes())?;
            }
            _ => {
                let alphabet = context.alphabet();
                let shown = self.shown(&report);
                let text = text::Text { hint: self.hint, boards: self.boards, alphabet };
                text.write(&mut context.out, &report, shown)?;
            }
        }
        Ok(if report.overview.is_stopped() { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
    }

    /// Whether only the first step is needed. Pages and pictures show all steps.
    fn is_only_a_hint(&self) -> bool {
        self.hint && self.html.is_none() && self.svg.is_none() && self.cell.is_none()
    }

    fn extent(&self) -> Extent {
        match self.all_facts {
            _ if self.is_only_a_hint() => Extent::First,
            true => Extent::All,
            false => Extent::Needed,
        }
    }

    /// The steps to print.
    fn shown<'a>(&self, report: &Report<'a>) -> &'a [Step] {
        let steps = &report.overview.explanation.steps;
        let wanted = if self.hint { 1 } else { self.steps.unwrap_or(usize::MAX) };
        &steps[..wanted.min(steps.len())]
    }

    /// Notes which pages and pictures were not written.
    fn note_unwritten(&self, context: &Context) {
        for path in self.html.iter().chain(&self.svg) {
            context.note(format!("{} was not written: there are no steps", path.display()));
        }
    }

    /// Prints the flaw that rules out a solution without any rule.
    fn write_flaw(
        &self,
        context: &mut Context,
        loaded: &Loaded,
        flaw: &str,
    ) -> anyhow::Result<ExitCode> {
        let file = self.puzzle.file();
        require_solutions(file, loaded.problem.expected(), &0_u32.into(), true)?;
        self.note_unwritten(context);
        match context.format {
            Format::Json => writeln!(context.out, "{}", json::flaw(file, loaded, flaw))?,
            _ => {
                write_heading(&mut context.out, loaded)?;
                writeln!(context.out, "There is no solution: {flaw}.")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Explains why there is no solution.
    fn write_refuted(
        &self,
        context: &mut Context,
        loaded: &Loaded,
        explained: &Explained,
    ) -> anyhow::Result<ExitCode> {
        let (csp, file, basis) = (loaded.csp(), self.puzzle.file(), explained.basis());
        self.note_unwritten(context);
        note_basis(context, file, "there is no solution", basis);
        if let Format::Json = context.format {
            writeln!(context.out, "{}", json::refuted(file, loaded, explained))?;
        }
        let Some(reason) = explained.contradiction() else {
            if let (Some(limit), false) = (basis.limit(), context.format == Format::Json) {
                writeln!(
                    context.out,
                    "There is no solution; {limit} before it was known which rules contradict."
                )?;
            }
            return Ok(ExitCode::from(STOPPED));
        };
        if context.format == Format::Json {
            return Ok(ExitCode::SUCCESS);
        }
        let alphabet = context.alphabet();
        let out = &mut context.out;
        write_heading(out, loaded)?;
        write!(out, "{}", text::puzzle(loaded.puzzle(), alphabet))?;
        if reason.rules.is_empty() {
            let empty = csp.ids().find(|&variable| csp.domain(variable).is_empty());
            let subject = empty.map_or_else(String::new, |v| loaded.speaker().subject(v));
            writeln!(out, "There is no solution: nothing is possible for {subject}.")?;
            return Ok(ExitCode::SUCCESS);
        }
        let least = if reason.is_smallest { "no smaller set does" } else { "each is needed" };
        match reason.rules.len() {
            1 => writeln!(out, "There is no solution: this rule alone cannot hold.")?,
            several => writeln!(
                out,
                "There is no solution: these {several} rules contradict each other, and {least}."
            )?,
        }
        for sentence in explained.sentences() {
            writeln!(out, "  {sentence}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the title and a blank line, if there is a title.
fn write_heading(out: &mut impl Write, loaded: &Loaded) -> std::io::Result<()> {
    loaded.heading().map_or(Ok(()), |heading| writeln!(out, "{heading}\n"))
}

fn progress_bar(context: &Context, variables: usize) -> ProgressBar {
    if !context.shows_progress() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(variables as u64);
    let style = indicatif::ProgressStyle::with_template("{elapsed} {bar:40} {pos}/{len} decided");
    bar.with_style(style.expect("the template is right"))
}

/// A place, and perhaps a value.
#[derive(Clone, Copy)]
struct Asked {
    variable: VarId,
    /// The value in question.
    value: Option<Value>,
}

impl Asked {
    /// Parses `r1c2` or `r1c2=5`. Also accepts the problem's names of variables, and the values as
    /// sentences call them.
    fn read(puzzle: &dyn Puzzle, csp: &Csp, text: &str) -> anyhow::Result<Asked> {
        let Some((name, value)) = text.rsplit_once('=') else {
            return Ok(Asked { variable: variable(puzzle, csp, text)?, value: None });
        };
        let variable = variable(puzzle, csp, name)?;
        let values = csp.domain(variable);
        let called = |&value: &Value| puzzle.value_words(variable, value);
        let wanted = value.trim();
        let is_wanted = |one: &&Value| one.to_string() == wanted || called(one) == wanted;
        let found = values.iter().find(is_wanted).copied();
        let value = found.ok_or_else(|| {
            let most = values.iter().take(12).map(called).join(", ");
            let more = if values.len() > 12 { " …" } else { "" };
            anyhow::anyhow!("`{text}`: expected one of {most}{more}, found `{wanted}`")
        })?;
        Ok(Asked { variable, value: Some(value) })
    }

    /// Whether the place has the value, if the end of the explanation decides that.
    fn holds(&self, end: &Candidates) -> Option<(Value, Option<bool>)> {
        let value = self.value?;
        let holds = match end.of(self.variable) {
            &[only] => Some(only == value),
            left if left.contains(&value) => None,
            _ => Some(false),
        };
        Some((value, holds))
    }

    /// The answer in a sentence, if the question was about a value.
    fn sentence(&self, speaker: &Speaker<'_>, end: &Candidates) -> Option<String> {
        let (value, holds) = self.holds(end)?;
        let it_has = speaker.values([(self.variable, value)]);
        Some(match holds {
            Some(true) => format!("So {it_has}."),
            Some(false) => format!("So {}.", speaker.denied(self.variable, value)),
            None => format!("{} in some solutions, but not in all.", speaker.capital(&it_has)),
        })
    }

    /// The answer for JSON.
    fn json(&self, csp: &Csp, end: &Candidates) -> serde_json::Value {
        let (value, holds) = self.holds(end).unzip();
        json!({ "cell": csp.name(self.variable), "value": value, "holds": holds.flatten() })
    }
}
