//! `cnfetti show`: prints the puzzle as cnfetti understands it.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cnfetti::csp::{Csp, Value, VarId, Variable};
use cnfetti::instance;
use cnfetti::plural::counted;
use itertools::Itertools;
use serde_json::json;

use super::options::TimeOptions;
use super::terminal::files::note_flaw;
use super::{Context, Format, shared::kind, shared::reasoning, wrong_usage};

/// Print a puzzle as cnfetti reads it, with its constraints, or the rules of a kind.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti show instances/dice/labeled-dice.toml
  cnfetti show --json instances/pips/sample-day.json#easy
  cnfetti show instances/models/queens.xml
  cnfetti show slitherlink
  cnfetti show --given --json instances/kinds/slitherlink.toml")]
pub(crate) struct Show {
    /// The puzzle, or a kind: its name or its file; `-` is stdin
    file: PathBuf,
    /// Print which clues the kind allows, and with --json also those of this puzzle (only for kinds
    /// that are files)
    #[arg(long)]
    given: bool,
    #[command(flatten)]
    time: TimeOptions,
}

impl Show {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if let Some(kind) = kind::named(&self.file)? {
            if self.given {
                wrong_usage("--given is for puzzles; a kind has nothing on its board");
            }
            let format = context.format;
            kind::describe(&mut context.out, format, &kind)?;
            return Ok(ExitCode::SUCCESS);
        }
        kind::refuse_misspelt(&self.file);
        context.begin_on(&self.file);
        let instance = instance::load_within(&self.file, &self.time.budget(context))?;
        if self.given {
            let format = context.format;
            kind::given(&mut context.out, format, &self.file, &instance)?;
            return Ok(ExitCode::SUCCESS);
        }
        note_flaw(context, &self.file, &*instance.puzzle);
        let csp = instance.puzzle.csp();
        if context.format == Format::Json {
            let variables = csp.ids().map(|id| {
                let domain = reasoning::values(&csp, id, csp.domain(id));
                json!({ "name": csp.name(id), "domain": domain })
            });
            let constraints = csp.constraints().iter().map(|posted| {
                let constraint = posted.constraint.rule().describe(&csp);
                json!({ "constraint": constraint, "reason": posted.reason })
            });
            let line = json!({
                "file": self.file.display().to_string(),
                "kind": instance.kind,
                "title": instance.title,
                "variables": variables.collect_vec(),
                "constraints": constraints.collect_vec(),
                "counted_over": csp.counted().map(|counted| names(&csp, counted)),
                "objective": csp.objective().map(|objective| objective.describe(&csp)),
            });
            writeln!(context.out, "{line}")?;
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(title) = &instance.title {
            writeln!(context.out, "{title} ({})\n", instance.kind)?;
        }
        context.write_board(&*instance.puzzle, None)?;
        write_variables(&mut context.out, &csp)?;
        writeln!(context.out, "\n{}", counted(csp.constraints().len(), "constraint"))?;
        for posted in csp.constraints() {
            writeln!(context.out, "  {}", posted.constraint.rule().describe(&csp))?;
        }
        if let Some(objective) = csp.objective() {
            writeln!(context.out, "\n{}", objective.describe(&csp))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn names<'a>(csp: &'a Csp, variables: &[VarId]) -> Vec<&'a str> {
    variables.iter().map(|&variable| csp.name(variable)).collect()
}

/// Writes the variables. Neighbours with equal domains share a line.
fn write_variables(out: &mut impl Write, csp: &Csp) -> std::io::Result<()> {
    writeln!(out, "\n{}", counted(csp.variables().len(), "variable"))?;
    for (domain, variables) in &csp.variables().iter().chunk_by(|variable| ranges(variable)) {
        let names = variables.map(|variable| variable.name()).join(", ");
        writeln!(out, "  {names}: {domain}")?;
    }
    Ok(())
}

/// Formats a domain as ranges: `{1..4, 7}`; words are listed.
fn ranges(variable: &Variable) -> String {
    let has_words = |value: Value| variable.word(value).is_some();
    let runs = variable.domain().chunk_by(|&one, &next| one + 1 == next && !has_words(next));
    let runs = runs.map(|run| match run {
        [first, .., last] => format!("{first}..{last}"),
        run => run.iter().map(|&value| variable.value_text(value)).collect(),
    });
    format!("{{{}}}", runs.format(", "))
}
