//! Proofs of "no (further) solution": written on demand, checked by default.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use cnfetti::dimacs;
use cnfetti::encodings::Cnf;
use cnfetti::output::{refuse_foreign_dimacs, refuse_foreign_proof, write_atomically};
use cnfetti::proof::{Checked, Format, ProofError, check};
use cnfetti::search::confirm::{Confirmation, confirm};
use cnfetti::search::enumerate::End;
use cnfetti::solver::{Budget, NoProof, prove};

use super::Context;
use super::batch::Task;

/// How long an answer may be checked that nobody asked to have checked, and how long the search
/// for it may have taken: finding a proof takes about as long.
const CHECK_LIMIT: Duration = Duration::from_secs(1);

/// What is done to make an answer trustworthy.
#[derive(Args)]
#[command(next_help_heading = "Proofs")]
pub(crate) struct ProofOptions {
    /// Write a DRAT proof that there are no further solutions, and to PATH.cnf the formula it is
    /// about: the puzzle's with a clause for each solution found
    #[arg(long, value_name = "PATH")]
    proof: Option<PathBuf>,
    /// How the proof is written
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT", requires = "proof")]
    proof_format: ProofFormat,
    /// Do not check answers: by default each "no further solution" that took less than a second
    /// is proved and the proof checked
    #[arg(long)]
    no_check: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ProofFormat {
    /// One step a line
    #[default]
    Text,
    /// A third of the size
    Binary,
}

impl ProofOptions {
    /// Whether a proof is to be written.
    pub(crate) fn is_wanted(&self) -> bool {
        self.proof.is_some()
    }

    /// One proof needs one file.
    pub(crate) fn require_one_file(&self, files: &[PathBuf]) -> anyhow::Result<()> {
        let Some(path) = &self.proof else { return Ok(()) };
        anyhow::ensure!(
            path != Path::new("-"),
            "--proof needs the path of a file: stdout is for results"
        );
        anyhow::ensure!(
            files.len() == 1,
            "--proof writes the proof for one file, but {} were given",
            files.len()
        );
        Ok(())
    }

    /// One proof needs one puzzle.
    pub(crate) fn require_one_puzzle(&self, task: &Task<'_>) -> anyhow::Result<()> {
        anyhow::ensure!(
            task.alone || self.proof.is_none(),
            "{}: --proof writes the proof for one puzzle, and there are several",
            task.file.display()
        );
        Ok(())
    }

    /// Writes and checks what was asked for when all solutions were found, in this time.
    pub(crate) fn conclude(
        &self,
        context: &Context,
        file: &Path,
        end: &End,
        took: Duration,
        budget: &Budget,
        force: bool,
    ) -> anyhow::Result<()> {
        let name = file.display();
        match (end, &self.proof) {
            (End::Exhausted(rest), Some(path)) => {
                self.write(context, file, rest, path, budget, force)
            }
            (End::Exhausted(rest), None) if !self.no_check => {
                if took > CHECK_LIMIT {
                    context.detail(|| format!("{name}: not checked: the search took too long"));
                    return Ok(());
                }
                let confirmed = confirm(rest, &short(budget))
                    .with_context(|| format!("{name}: the answer failed its check"))?;
                context.detail(|| match confirmed {
                    Confirmation::Proved(checked) => format!(
                        "{name}: checked: a proof of {} steps shows that there are no further \
                         solutions",
                        checked.steps
                    ),
                    Confirmation::GaveUp(why) => format!("{name}: not checked: {why}"),
                });
                Ok(())
            }
            (_, Some(path)) => {
                context.note(format!(
                    "{name}: {} was not written: there may be further solutions",
                    path.display()
                ));
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }

    fn write(
        &self,
        context: &Context,
        file: &Path,
        rest: &Cnf,
        path: &Path,
        budget: &Budget,
        force: bool,
    ) -> anyhow::Result<()> {
        let formula = formula_path(path);
        if !force {
            refuse_foreign_proof(path)?;
            refuse_foreign_dimacs(&formula)?;
        }
        let format = match self.proof_format {
            ProofFormat::Text => Format::Text,
            ProofFormat::Binary => Format::Binary,
        };
        let mut failed = None;
        let written = write_atomically(path, |out| {
            prove(rest, format, budget, out).map_err(|error| match error {
                NoProof::Output(error) => error,
                other => {
                    failed = Some(other);
                    std::io::ErrorKind::Other.into()
                }
            })
        });
        if let Some(error) = failed {
            return Err(error).context(format!("{}: no proof", path.display()));
        }
        written?;
        let comments = [format!("{} and a clause for each solution found", file.display())];
        write_atomically(&formula, |out| dimacs::write_plain(out, &comments, rest))?;
        if !self.no_check {
            let proof = fs::read(path).with_context(|| path.display().to_string())?;
            let checked = check(rest, &proof, &short(budget));
            context.detail(|| format!("{}: {}", path.display(), verdict(&checked)));
            checked.map(|_| ()).or_else(|error| match error {
                ProofError::Unknown(_) => Ok(()),
                wrong => Err(wrong).with_context(|| path.display().to_string()),
            })?;
        }
        context.note(format!("{} proves that {} has no model", path.display(), formula.display()));
        Ok(())
    }
}

fn verdict(checked: &Result<Checked, ProofError>) -> String {
    match checked {
        Ok(checked) => format!("checked, {} steps", checked.steps),
        Err(error) => error.to_string(),
    }
}

/// The same budget, but no longer than an unasked check may take.
fn short(budget: &Budget) -> Budget {
    let limit = Instant::now() + CHECK_LIMIT;
    let deadline = budget.deadline.map_or(limit, |deadline| deadline.min(limit));
    Budget { deadline: Some(deadline), stop: budget.stop.clone() }
}

/// `PATH.cnf`
fn formula_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".cnf");
    PathBuf::from(name)
}
