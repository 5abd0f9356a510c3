//! `cnfetti candidates --no-counts`: what holds in every solution.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context as _;
use cnfetti::csp::VarId;
use cnfetti::explain::backbone::Needed;
use cnfetti::problem::Deduced;
use cnfetti::sentences::and;
use itertools::Itertools;
use serde_json::json;

use crate::commands::answers::asked::add_objective;
use crate::commands::answers::evidence::{add_to, note_basis};
use crate::commands::options::entered::FromOption;
use crate::commands::shared::reasoning::{Loaded, ReasoningOptions, atoms, candidates};
use crate::commands::{Context, Format};

/// Prints what all solutions have in common, and what is still open, without counting.
pub(super) fn run(
    context: &mut Context,
    puzzle: &ReasoningOptions,
    from: &FromOption,
) -> anyhow::Result<ExitCode> {
    let loaded = match puzzle.load(context, from)? {
        Ok(loaded) => loaded,
        Err(unknown) => return puzzle.write_unknown(context, &unknown),
    };
    let deduced = match context.busy("looking for what is possible", || loaded.reasoned.deduce()) {
        Err(error) => match error.limit() {
            Some(limit) => return puzzle.write_unknown(context, &loaded.unknown(limit)),
            None => Err(error).with_context(|| puzzle.file().display().to_string())?,
        },
        Ok(deduced) => deduced,
    };
    let what = match deduced.candidates() {
        Some(_) => "no other values are possible",
        None => "there is no solution",
    };
    note_basis(context, puzzle.file(), what, deduced.basis());
    match context.format {
        Format::Json => write_json(context, puzzle, &loaded, &deduced)?,
        _ => write_text(context, &loaded, &deduced)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write_json(
    context: &mut Context,
    puzzle: &ReasoningOptions,
    loaded: &Loaded,
    deduced: &Deduced,
) -> std::io::Result<()> {
    let (csp, end) = (loaded.csp(), deduced.candidates());
    let mut line = json!({
        "file": puzzle.file().display().to_string(),
        "kind": loaded.kind(),
        "status": if end.is_some() { "satisfiable" } else { "unsatisfiable" },
        "root": atoms(csp, loaded.reasoned.root_atoms()),
        "decided": end.map(|end| csp.ids().filter(|&v| end.decided(v).is_some()).count()),
        "candidates": end.map(|end| candidates(csp, end)),
    });
    add_objective(&mut line, csp);
    add_to(&mut line, deduced.basis().evidence().as_ref());
    writeln!(context.out, "{line}")
}

fn write_text(context: &mut Context, loaded: &Loaded, deduced: &Deduced) -> std::io::Result<()> {
    let (csp, speaker) = (loaded.csp(), loaded.speaker());
    loaded.write_header(&mut context.out)?;
    let Some(end) = deduced.candidates() else {
        return writeln!(context.out, "There is no solution; run `cnfetti explain` to see why.");
    };
    context.write_candidates(loaded.puzzle(), csp, end.rows())?;
    let out = &mut context.out;
    let all = loaded.counted_over();
    let is_open = |variable: &VarId| end.decided(*variable).is_none();
    let open = all.iter().copied().filter(is_open).collect_vec();
    writeln!(out, "\n{} of {} decided", all.len() - open.len(), all.len())?;
    for &variable in &open {
        writeln!(out, "open: {}", speaker.left(variable, end.of(variable)))?;
    }
    for Needed { constraint, variables } in deduced.needed() {
        let reason = &csp.constraints()[*constraint].reason;
        let subjects = and(variables.iter().map(|&v: &VarId| speaker.subject(v)));
        writeln!(out, "Without \"{reason}\", {subjects} would be open")?;
    }
    Ok(())
}
