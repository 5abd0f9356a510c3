//! Proofs of "no (further) solution": written on request, checked by default.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use cnfetti::csp::Csp;
use cnfetti::dimacs;
use cnfetti::limit::{Budget, Stopped};
use cnfetti::output::{FORMULA, PROOF, Target};
use cnfetti::problem::Means;
use cnfetti::proof::{ProofError, check};
use cnfetti::search::blocking::{Count, is_by_name};
use cnfetti::search::confirm::{Evidence, Unchecked, Unconfirmed};
use cnfetti::search::ended::{Ended, NoOther};
use cnfetti::search::second_opinion::EXACT_COUNTER;
use cnfetti::solver::{Backend, NoProof, ProofFormat, prove};

use super::evidence::{Statement, tell};
use crate::commands::Context;
use crate::commands::answers::numbers::{grouped, plural};
use crate::commands::options::batch::Task;
use crate::commands::options::{EmitOptions, SolverOptions};

/// Options that make an answer trustworthy.
#[derive(Args)]
#[command(next_help_heading = "Proofs")]
pub(crate) struct ProofOptions {
    /// Write a DRAT proof that there are no others, and its formula to PATH.cnf
    #[arg(long, value_name = "PATH")]
    proof: Option<PathBuf>,
    /// Believe what the solver says, without a proof
    #[arg(long)]
    trust_solver: bool,
}

/// An answer to prove or check.
pub(crate) struct Answered<'a> {
    /// The puzzle.
    pub(crate) file: &'a Path,
    /// How the search for solutions ended.
    pub(crate) end: &'a Ended,
    /// A description of the formula at the end of the search.
    pub(crate) about: &'a str,
    /// Whether to overwrite files of another sort.
    pub(crate) force: bool,
}

impl ProofOptions {
    /// Whether to write a proof.
    pub(crate) fn is_wanted(&self) -> bool {
        self.proof.is_some()
    }

    /// The solver, trusted if that is wanted.
    pub(crate) fn solver(&self, options: &SolverOptions) -> anyhow::Result<Backend> {
        let backend = options.backend()?;
        Ok(if self.trust_solver { backend.trusted() } else { backend })
    }

    /// The means of a search: unchecked if a proof is written afterwards, and checked then.
    pub(crate) fn applied(&self, means: Means) -> Means {
        if self.is_wanted() { means.unchecked() } else { means }
    }

    /// Checks that a proof is for one file, and has files of its own.
    pub(crate) fn require_one_file(
        &self,
        files: &[PathBuf],
        emit: &EmitOptions,
    ) -> anyhow::Result<()> {
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
        for written in [path, &formula_path(path)] {
            if emit.writes_to(written) {
                crate::commands::wrong_usage(format!(
                    "--emit-cnf and --proof would both write {}",
                    written.display()
                ));
            }
        }
        Ok(())
    }

    /// Fails if there are several puzzles for one proof.
    pub(crate) fn require_one_puzzle(&self, task: &Task<'_>) -> anyhow::Result<()> {
        anyhow::ensure!(
            task.alone || self.proof.is_none(),
            "{}: --proof writes the proof for one puzzle, and there are several",
            task.file.display()
        );
        Ok(())
    }

    /// Writes and checks what was requested. Returns the evidence, if the answer is that there are
    /// no further solutions.
    pub(crate) fn conclude(
        &self,
        context: &Context,
        answered: &Answered<'_>,
        budget: &Budget,
    ) -> anyhow::Result<Option<Evidence>> {
        let name = answered.file.display();
        let evidence = match (answered.end, &self.proof) {
            (Ended::Exhausted(no_other), Some(path)) => {
                self.write(context, answered, no_other, path, budget)?
            }
            (Ended::Exhausted(no_other), None) => confirmed(answered.file, no_other, budget)?,
            (_, Some(path)) => {
                context.note(format!(
                    "{name}: {} was not written: there may be further solutions",
                    path.display()
                ));
                return Ok(None);
            }
            (_, None) => return Ok(None),
        };
        Ok(Some(evidence))
    }

    fn write(
        &self,
        context: &Context,
        answered: &Answered<'_>,
        no_other: &NoOther,
        path: &Path,
        budget: &Budget,
    ) -> anyhow::Result<Evidence> {
        let rest = no_other.rest.as_deref().expect("a solver has a formula");
        let formula = formula_path(path);
        let proof_file = Target::new(path, PROOF, answered.force)?;
        let formula_file = Target::new(&formula, FORMULA, answered.force)?;
        let mut failed = None;
        let written = proof_file.write(|out| {
            prove(rest, ProofFormat::Text, budget, out).map_err(|error| match error {
                NoProof::Output(error) => error,
                other => {
                    failed = Some(other);
                    std::io::ErrorKind::Other.into()
                }
            })
        });
        match failed {
            Some(NoProof::Stopped(Stopped(limit))) => {
                context.note(format!("{} was not written: {limit}", path.display()));
                return Ok(Evidence::Word(Unchecked::Limit(limit)));
            }
            Some(NoProof::Satisfiable) => {
                let by = no_other.claim().by.to_owned();
                return Err(Unconfirmed::HasModel { by }.into());
            }
            Some(NoProof::Output(_)) | None => written?,
        }
        let comments = [
            format!("cnfetti {}", env!("CARGO_PKG_VERSION")),
            format!("{}: {}", answered.file.display(), answered.about),
        ];
        formula_file.write(|out| dimacs::write_plain(out, &comments, rest))?;
        context.note(format!("{} proves that {} has no model", path.display(), formula.display()));
        if self.trust_solver || !path.is_file() {
            return Ok(Evidence::Word(Unchecked::Trusted));
        }
        let proof = fs::read(path).with_context(|| path.display().to_string())?;
        match check(rest, &proof, budget) {
            Ok(checked) => Ok(Evidence::Proof(checked)),
            Err(ProofError::Stopped(Stopped(limit))) => Ok(Evidence::Word(Unchecked::Limit(limit))),
            Err(wrong) => Err(wrong).with_context(|| path.display().to_string()),
        }
    }
}

/// The evidence that there is nothing else.
pub(crate) fn confirmed(
    file: &Path,
    no_other: &NoOther,
    budget: &Budget,
) -> anyhow::Result<Evidence> {
    let failed = || format!("{}: the answer failed its check", file.display());
    no_other.confirm(budget).with_context(failed)
}

/// Describes the formula with a blocking clause for each of these solutions.
pub(crate) fn formula_against(csp: &Csp, optimum: Option<i64>, solutions: &str) -> String {
    let formula = match optimum {
        Some(value) => {
            format!("the formula with the bound {} on the objective", csp.amount(value))
        }
        None => "the formula".to_owned(),
    };
    let told_apart = match csp.is_projected() {
        true => ", which excludes all that agree with it on the variables that count",
        false => "",
    };
    format!("{formula}, and a clause against each of the {solutions}{told_apart}")
}

/// Describes the formula whose proof shows that a count has all solutions.
pub(crate) fn counted_formula(csp: &Csp, count: &Count) -> String {
    let solutions = plural(&count.solutions, "solution");
    if csp.symmetry().interchangeable.is_empty() || is_by_name(csp) {
        return formula_against(csp, count.optimum, &solutions);
    }
    format!(
        "the formula, clauses that number the {} as they appear (value precedence), so that of the \
         solutions that differ by renaming them one is left, and a clause against each of these {}, \
         which stand for {solutions}",
        csp.symmetry().values_called,
        grouped(&count.up_to_renaming)
    )
}

/// Whether a limit prevented writing or checking a requested proof.
pub(crate) fn is_cut_short(proofs: &ProofOptions, evidence: Option<&Evidence>) -> bool {
    proofs.is_wanted() && matches!(evidence, Some(Evidence::Word(Unchecked::Limit(_))))
}

/// Notes the evidence that all solutions were found.
pub(crate) fn note_no_further(context: &Context, answered: &Answered<'_>, evidence: &Evidence) {
    let what = "there are no further solutions";
    note_ended(context, (answered.file.display(), what), answered.end, evidence);
}

/// Notes the evidence that there is nothing else to find.
pub(crate) fn note_ended(
    context: &Context,
    (name, what): (impl Display, &str),
    ended: &Ended,
    evidence: &Evidence,
) {
    let Ended::Exhausted(no_other) = ended else { return };
    let by = no_other.claim().by;
    // The exact counter's word alone needs no warning, unlike a solver's: see `count`.
    if by != EXACT_COUNTER || evidence.is_checked() {
        tell(context, &Statement { name, what, by }, evidence);
    }
}

/// The path of the formula: `PATH.cnf`.
pub(crate) fn formula_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".cnf");
    PathBuf::from(name)
}
