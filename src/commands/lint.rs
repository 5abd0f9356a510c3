//! `cnfetti lint`: finds mistakes in a DIMACS file of any tool, or in a kind of puzzle.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::dimacs;
use cnfetti::input::{InputError, with_line_feeds};
use cnfetti::kinds::Kind;
use cnfetti::puzzle::FORMATS;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::definability::{Definability, definability};
use serde_json::json;

use super::answers::evidence::{Statement, add_to, tell};
use super::options::SolverOptions;
use super::{Context, Format, STOPPED, shared::kind, terminal::files};

/// Find mistakes in a DIMACS file, or in a kind of puzzle.
///
/// For a formula: a wrong header, unused variables, repeated or opposite literals, duplicate
/// clauses, a missing `c p show`, and whether the shown variables determine all others, in which
/// case even unprojected model counters are right. For a kind (a file as in docs/kinds.md):
/// misspelt names, wrong types, unused parts, and rules that never apply; it also compares the
/// rules with the constraints on 300 small random boards, by brute force, but for boards that would
/// take too many steps. The exit code is 1 if it finds anything.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti encode instances/dice/labeled-dice.toml -o dice.cnf
  cnfetti lint dice.cnf
  cnfetti encode instances/signs/leepf.toml | cnfetti lint -
  cnfetti encode instances/models/queens.xml | cnfetti lint -
  cnfetti lint examples/kinds/owls.toml")]
pub(crate) struct Lint {
    /// The formulas, or kinds by file or name; `-` is stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    solver: SolverOptions,
}

impl Lint {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let backend = self.solver.backend()?;
        let mut code = ExitCode::SUCCESS;
        for path in &self.files {
            let name = files::name(path);
            let reading = context.begin_on(&name);
            // A kind may be given by its name, if no file has that name.
            let named = if path.exists() { None } else { kind::named(path)? };
            if let Some(kind) = named {
                if kind::lint(context, &name, &kind, &self.solver.budget(context))? {
                    code = ExitCode::FAILURE;
                }
                context.take_time();
                continue;
            }
            kind::refuse_misspelt(path);
            let bytes = files::read_bytes(path, context.file_bytes(dimacs::MAX_BYTES))?;
            let bytes = with_line_feeds(bytes);
            let text = String::from_utf8_lossy(&bytes);
            if Kind::is_likely(&text) {
                let kind = kind::read(path, &text)?;
                if kind::lint(context, &name, &kind, &self.solver.budget(context))? {
                    code = ExitCode::FAILURE;
                }
                context.take_time();
                continue;
            }
            if is_puzzle(path, &text) {
                anyhow::bail!(
                    "{name}: a puzzle or a model, and not a formula: `cnfetti solve --unique` and \
                     `count` tell whether it is sound, and `encode` writes its formula"
                );
            }
            let file = dimacs::read_lenient_within(&text, &reading).map_err(|error| match error
                .stopped
            {
                Some(stopped) => anyhow::Error::new(stopped).context(name.clone()),
                None => anyhow::anyhow!("{}", located(&name, &text, &error)),
            })?;
            let mut findings: Vec<String> =
                dimacs::lint(&file).iter().map(|found| located(&name, &text, found)).collect();
            let budget = self.solver.budget(context);
            context.know(&name, |context, limit| {
                if code == ExitCode::FAILURE || !findings.is_empty() {
                    context.out.would_exit_with(1);
                }
                write(context, &name, &findings, Some(&Definability::Unknown(limit)), None)
            });
            let shown = file.show.as_ref();
            let projection = context.busy("solving", || {
                shown.map(|shown| definability(&file.cnf, shown, &backend, &budget)).transpose()
            });
            let projection = projection.with_context(|| name.clone())?;
            if let Some(Definability::Free { variable, .. }) = &projection {
                findings.push(format!(
                    "{name}: the variables of `c p show` do not determine the variable \
                     {variable}: only a projected count is right"
                ));
            }
            let evidence = match &projection {
                Some(Definability::Determined(evidence)) => Some(evidence),
                _ => None,
            };
            if let Some(evidence) = evidence {
                let what = "the shown variables determine all others";
                let by = backend.name.as_ref();
                tell(context, &Statement { name: name.as_str(), what, by }, evidence);
            }
            write(context, &name, &findings, projection.as_ref(), evidence)?;
            context.take_time();
            code = match projection {
                _ if code == ExitCode::FAILURE || !findings.is_empty() => ExitCode::FAILURE,
                Some(Definability::Unknown(_)) => ExitCode::from(STOPPED),
                _ => code,
            };
        }
        Ok(code)
    }
}

/// Whether a file that is no kind is a puzzle or a model.
fn is_puzzle(path: &Path, text: &str) -> bool {
    let is_toml = || text.lines().any(|line| line.trim_start().starts_with("kind ="));
    let is_named_otherwise = path.extension().is_some_and(|extension| extension != "cnf");
    is_named_otherwise
        && !dimacs::is_likely(text.as_bytes())
        && (is_toml() || FORMATS.iter().any(|format| (format.recognises)(text)))
}

/// Formats a finding like compilers do.
fn located(name: &str, text: &str, finding: &InputError) -> String {
    let place = finding.line_column(text).map(|(line, column)| format!("{line}:{column}:"));
    let help = finding.help.as_ref().map(|help| format!(" ({help})"));
    format!("{name}:{} {finding}{}", place.unwrap_or_default(), help.unwrap_or_default())
}

fn write(
    context: &mut Context,
    name: &str,
    findings: &[String],
    projection: Option<&Definability>,
    evidence: Option<&Evidence>,
) -> std::io::Result<()> {
    let (word, said) = match projection {
        None => ("none", "there is no projection".to_owned()),
        Some(Definability::Determined(_)) => {
            let said = "the shown variables determine all others: any model counter is right";
            ("determined", said.to_owned())
        }
        Some(Definability::Free { .. }) => {
            ("free", "not all variables are determined: only a projected count is right".to_owned())
        }
        Some(Definability::Unknown(limit)) => {
            let said = "it is unknown whether the shown variables determine all others";
            ("unknown", format!("{said}: {limit}"))
        }
    };
    if context.format == Format::Json {
        let mut line = json!({ "file": name, "findings": findings, "projection": word });
        add_to(&mut line, evidence);
        return writeln!(context.out, "{line}");
    }
    for finding in findings {
        writeln!(context.out, "{finding}")?;
    }
    if findings.is_empty() {
        writeln!(context.out, "{name}: no problems found; {said}")?;
    }
    Ok(())
}
