//! The pictures of an explanation, each with its text.

use std::fs;
use std::path::Path;

use anyhow::Context as _;
use cnfetti::csp::{Constraint, Value, VarId};
use cnfetti::explain::techniques::Technique;
use cnfetti::explain::{Cause, Step};
use cnfetti::output::PICTURE;
use cnfetti::picture::{Frame, Pencil, Picture, View, write_svg};
use cnfetti::plural::counted;
use cnfetti::search::candidates::Said;
use itertools::Itertools;

use super::Report;
use super::text::{Rules, end_rows, write_end};
use crate::commands::Context;
use crate::commands::terminal::destination::{Destination, ForceOption};

/// A picture with its text.
pub(super) struct Panel {
    /// `Start`, `Step 3` or `End`.
    pub(super) heading: String,
    /// The reasoning of the step.
    pub(super) sentence: String,
    /// The difficulty of the step; empty if nothing follows.
    pub(super) difficulty: String,
    /// How hard it is, in tenths.
    pub(super) rating: usize,
    /// The technique of the step.
    pub(super) technique: Option<&'static Technique>,
    /// What is known at this point, for people who cannot see the picture.
    pub(super) known: String,
    /// The board.
    pub(super) picture: Picture,
}

/// The panels of the start, of each step, and of the end.
pub(super) fn panels(report: &Report<'_>) -> Vec<Panel> {
    let explanation = &report.overview.explanation;
    let start = explanation.start.rows();
    let sentence = report.loaded.root_sentence().unwrap_or_else(|| {
        let given = if report.is_entered { "What is given and entered." } else { "What is given." };
        given.to_owned()
    });
    let open = open(report);
    let mut panels =
        vec![panel(report, "Start".to_owned(), sentence, (start, start), &open[0], None)];
    let mut before = start;
    for (step, number) in explanation.steps.iter().zip(1..) {
        let speaker = report.speaker();
        let sentences = [vec![speaker.step(step)], speaker.details(step)].concat();
        let sentence = sentences.join("\n");
        let after = step.after.rows();
        let (heading, rows) = (format!("Step {number}"), (before, after));
        panels.push(panel(report, heading, sentence, rows, &open[number], Some(step)));
        before = after;
    }
    let mut end = Vec::new();
    write_end(&mut end, report).expect("a vector takes everything");
    let end = String::from_utf8_lossy(&end).trim().to_owned();
    let rows = end_rows(report);
    panels.push(panel(report, "End".to_owned(), end, (&rows, &rows), &[], None));
    panels
}

/// For the start and for each step the variables that a later step fills in: with pencil marks a single value is left
/// before that.
fn open(report: &Report<'_>) -> Vec<Vec<VarId>> {
    let mut open = vec![Vec::new()];
    for step in report.overview.explanation.steps.iter().rev() {
        let mut before = open.last().cloned().unwrap_or_default();
        if step.pattern.is_some() {
            let filled = step.conclusions.iter().filter(|fact| matches!(fact.said, Said::Is(_)));
            before.extend(filled.map(|fact| fact.variable));
        }
        open.push(before);
    }
    open.reverse();
    open
}

fn panel(
    report: &Report<'_>,
    heading: String,
    sentence: String,
    (before, after): (&[Vec<Value>], &[Vec<Value>]),
    open: &[VarId],
    step: Option<&Step>,
) -> Panel {
    let reason = step.map_or_else(Vec::new, |step| reason(report, step));
    let concluded = step.map_or(&[][..], |step| &step.conclusions);
    let conclusions: Vec<VarId> = concluded.iter().map(|fact| fact.variable).collect();
    let (causes, links) = step.map(pattern).unwrap_or_default();
    let (reason, conclusions) = (&reason[..], &conclusions[..]);
    let (causes, links) = (&causes[..], &links[..]);
    let pencil = Pencil { before, after, reason, conclusions, open, causes, links };
    let view = View { pencil: Some(pencil), ..View::default() };
    let decided = report.loaded.csp().ids().filter_map(|id| Some((id, pencil.decided(id)?)));
    let decided: Vec<(VarId, Value)> = decided.collect();
    let known = match decided.is_empty() {
        true => "Nothing is decided yet.".to_owned(),
        false => {
            let speaker = report.speaker();
            format!("{}.", speaker.capital(&speaker.values(decided)))
        }
    };
    Panel {
        heading,
        sentence,
        difficulty: step.map(|step| Rules::new(report).label(step)).unwrap_or_default(),
        rating: step.map_or(0, Step::rating),
        technique: step.map(|step| step.technique),
        known,
        picture: report.loaded.puzzle().picture(&view),
    }
}

type Values = Vec<(VarId, Value)>;
type Links = Vec<(VarId, VarId)>;

/// The values that the pattern of a step consists of, and the links of its chains, from place to place.
fn pattern(step: &Step) -> (Values, Links) {
    let Some(pattern) = &step.pattern else { return Default::default() };
    let of_cause = |cause: &Cause| {
        let value = cause.value;
        cause.places.iter().map(move |&place| (place, value)).collect_vec()
    };
    let in_chains = pattern.chains.iter().flatten().flat_map(of_cause);
    let places = if pattern.chains.is_empty() { &pattern.places[..] } else { &[] };
    let plain = places.iter().flat_map(|&place| pattern.values.iter().map(move |&v| (place, v)));
    let links = pattern.chains.iter().flat_map(|chain| {
        let pairs = chain.iter().tuple_windows();
        pairs.map(|(from, to)| (from.places[0], to.places[0])).filter(|(from, to)| from != to)
    });
    (in_chains.chain(plain).collect(), links.unique().collect())
}

/// The premises of a step: the variables of its facts, and those of rules that are about a part of
/// the board.
fn reason(report: &Report<'_>, step: &Step) -> Vec<VarId> {
    if let Some(pattern) = &step.pattern {
        let in_chains = pattern.chains.iter().flatten().flat_map(|cause| cause.places.clone());
        return pattern.places.iter().copied().chain(in_chains).unique().collect();
    }
    let csp = &report.viewpoint.csp;
    let projected = csp.projections().first().map(|projection| projection.scope.len());
    let all = projected.unwrap_or(report.loaded.csp().variables().len());
    let scopes = step.constraints.iter().map(|&at| match &csp.constraints()[at].constraint {
        Constraint::Selection(selection) => vec![selection.result],
        constraint => constraint.rule().scope(),
    });
    let scopes = scopes.filter(|scope| scope.len() < all);
    let facts = step.facts.iter().map(|fact| fact.variable);
    scopes.flatten().chain(facts).unique().collect()
}

/// Writes `step-000.svg`, which is the start, `step-001.svg` and so on. Checks all existing files before
/// it writes any.
pub(super) fn write_pictures(
    context: &mut Context,
    folder: &Path,
    force: &ForceOption,
    report: &Report<'_>,
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let panels = panels(report);
    let paths = (0..panels.len()).map(|at| folder.join(format!("step-{at:03}.svg")));
    let destinations = paths.map(|path| force.destination(&path, PICTURE));
    let destinations: Vec<Destination> = destinations.collect::<Result<_, _>>()?;
    for (panel, destination) in panels.iter().zip(&destinations) {
        let title = format!("{}: {}", panel.heading, panel.sentence);
        let svg = write_svg(&panel.picture, &title, &Frame::Alone(None));
        destination.write_only(context, |out| out.write_all(svg.as_bytes()))?;
    }
    context.note(format!("{}: {} written", folder.display(), counted(panels.len(), "picture")));
    Ok(())
}
