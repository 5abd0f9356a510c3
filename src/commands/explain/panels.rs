//! The pictures of an explanation, each with its text.

use cnfetti::csp::{Constraint, Value, VarId};
use cnfetti::explain::Step;
use cnfetti::picture::{Pencil, Picture, View};
use itertools::Itertools;

use super::Report;
use super::text::{difficulty, write_end};

/// A picture with its text.
pub(super) struct Panel {
    /// `Start`, `Step 3` or `End`.
    pub(super) heading: String,
    /// The reasoning of the step.
    pub(super) sentence: String,
    /// The difficulty of the step; empty if nothing follows.
    pub(super) difficulty: String,
    /// What is known at this point, for people who cannot see the picture.
    pub(super) known: String,
    /// The board.
    pub(super) picture: Picture,
}

/// The panels of the start, of each step, and of the end.
pub(super) fn panels(report: &Report<'_>) -> Vec<Panel> {
    let explanation = &report.account.explanation;
    let start = explanation.start.rows();
    let sentence = report.loaded.root_sentence().unwrap_or_else(|| "What is given.".to_owned());
    let mut panels = vec![panel(report, "Start".to_owned(), sentence, start, start, None)];
    let mut before = start;
    for (step, number) in explanation.steps.iter().zip(1..) {
        let speaker = report.speaker();
        let sentences = [vec![speaker.step(step)], speaker.course(step)].concat();
        let sentence = sentences.join("\n");
        let after = step.after.rows();
        panels.push(panel(report, format!("Step {number}"), sentence, before, after, Some(step)));
        before = after;
    }
    let mut end = Vec::new();
    write_end(&mut end, report).expect("a vector takes everything");
    let end = String::from_utf8_lossy(&end).trim().to_owned();
    let rows = explanation.end.rows();
    panels.push(panel(report, "End".to_owned(), end, rows, rows, None));
    panels
}

fn panel(
    report: &Report<'_>,
    heading: String,
    sentence: String,
    before: &[Vec<Value>],
    after: &[Vec<Value>],
    step: Option<&Step>,
) -> Panel {
    let reason = step.map_or_else(Vec::new, |step| reason(report, step));
    let concluded = step.map_or(&[][..], |step| &step.conclusions);
    let conclusions: Vec<VarId> = concluded.iter().map(|fact| fact.variable).collect();
    let pencil = Pencil { before, after, reason: &reason, conclusions: &conclusions };
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
        difficulty: step.map(difficulty).unwrap_or_default(),
        known,
        picture: report.loaded.puzzle().picture(&view),
    }
}

/// The premises of a step: the variables of its facts, and those of rules that are about a part of
/// the board.
fn reason(report: &Report<'_>, step: &Step) -> Vec<VarId> {
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
