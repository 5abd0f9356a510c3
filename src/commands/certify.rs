//! `cnfetti certify`: writes certificates, and checks them.

mod count;
mod formula;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use cnfetti::Problem;
use cnfetti::certificate::count::CLAIM;
use cnfetti::certificate::formula::ENCODING;
use cnfetti::certificate::{self, CertificateError, FOLDER, Manifest, SUMS};
use cnfetti::output::Folder;
use cnfetti::problem::{CertifyOptions, Claim, Error, Means};
use serde_json::json;

use super::answers::asked::{CostOption, optimal};
use super::answers::numbers::grouped;
use super::options::{ENCODINGS, EncodingOptions, SolverOptions};
use super::shared::subject::ends_in_cnf;
use super::{Context, Format};
use count::Renaming;

/// Write a certificate that others can check, or check one.
///
/// A certificate is a folder with the formula, all solutions, a DRAT proof that there are no
/// others, and a README with the commands to check it without cnfetti. With --count, for a DIMACS
/// file (`.cnf`), or if there are too many solutions to list, it has a graph of all models with a
/// proof (SCPOG) instead of the list. With --formula, it has the puzzle as inequalities, its
/// formula, and a proof for VeriPB that both say the same and have as many solutions. With both
/// options, five commands lead from the inequalities to the number.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti certify instances/dice/labeled-dice.toml -o labeled-dice
  cnfetti certify --verify labeled-dice
  cnfetti certify --count instances/seating/waiting-room.toml -o waiting-room
  cnfetti certify --count --rotations instances/seating/cheating-linguists.toml -o linguists
  cnfetti certify --count --formula instances/seating/cheating-linguists.toml -o linguists-both
  cnfetti certify instances/models/latin_square.xml -o latin-square")]
pub(crate) struct Certify {
    /// The puzzle; `-` is stdin
    #[arg(required_unless_present = "verify")]
    file: Option<PathBuf>,
    /// The folder to write
    #[arg(short, long, value_name = "FOLDER", required_unless_present = "verify")]
    output: Option<PathBuf>,
    /// Check this certificate
    #[arg(long, value_name = "FOLDER",
          conflicts_with_all = ["file", "output", "limit", "solver", "all_costs"],
          conflicts_with_all = ENCODINGS)]
    verify: Option<PathBuf>,
    /// Certify the number of solutions, without a list
    #[arg(long, conflicts_with_all = ["verify", "limit", "solver"])]
    count: bool,
    /// Certify that the formula says what the puzzle says, with as many solutions; with --count, the
    /// number too
    #[arg(long, conflicts_with_all = ["verify", "limit", "solver"])]
    formula: bool,
    /// With --count: have only one of all solutions that differ by renaming in the graph, and prove
    /// how many it stands for
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "auto",
        conflicts_with = "verify"
    )]
    renaming: Renaming,
    /// With --count: also certify the number up to rotations and reflections
    #[arg(long, conflicts_with = "verify")]
    rotations: bool,
    /// List at most N solutions; write no certificate if there are more
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    limit: usize,
    /// Replace a certificate that cnfetti wrote
    #[arg(long, conflicts_with = "verify")]
    force: bool,
    #[command(flatten)]
    costs: CostOption,
    #[command(flatten)]
    solver: SolverOptions,
    #[command(flatten)]
    encodings: EncodingOptions,
}

impl Certify {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if !self.count {
            context.given.refuse(&["renaming", "rotations"], "it is for --count");
        }
        match (&self.verify, &self.file, &self.output) {
            (Some(folder), _, _) => self.verify(context, folder),
            (None, Some(file), Some(output)) if self.formula && !self.count => {
                self.issue_formula(context, file, output)
            }
            (None, Some(file), Some(output)) if ends_in_cnf(file) => {
                self.issue_formula_count(context, file, output)
            }
            (None, Some(file), Some(output)) => {
                if self.formula {
                    self.require_provable(file)?;
                }
                self.issue(context, file, output)
            }
            _ => unreachable!("clap asks for the file and the folder"),
        }
    }

    /// Writes the certificate of a puzzle: with a list, if it can have one.
    fn issue(&self, context: &mut Context, file: &Path, folder: &Path) -> anyhow::Result<ExitCode> {
        // Refuses a folder that must not be replaced before the work begins.
        Folder::new(folder, FOLDER, self.force)?;
        let means = Means::default().within(context.begin_on(file));
        let problem = Problem::from_file_within(file, &means)?;
        let problem = self.costs.chosen(context, file.display(), problem);
        let budget = self.solver.budget(context);
        let means = Means::default().limits(self.solver.limits(budget, true));
        let means = means.encodings(self.encodings.choices()?).solver(self.solver.backend()?);
        let problem = optimal(context, file, &problem, &means)?.into_problem();
        let (options, what) = self.wanted(context, means);
        let certified = context.busy(what, || problem.certify(folder, &options));
        let certified = certified.map_err(|error| {
            let name = file.display();
            let is_expectation = matches!(error, Error::Unexpected(_));
            let what =
                if is_expectation { name.to_string() } else { format!("{name}: no certificate") };
            anyhow::Error::from(error).context(what)
        })?;
        match certified.claim() {
            Claim::List { manifest, checked, sha256 } => {
                for line in checked {
                    context.detail(|| line.clone());
                }
                report(context, manifest, sha256, folder, "written")
            }
            Claim::Number(claim) => {
                if !self.count {
                    let (name, limit) = (file.display(), grouped(&self.limit.into()));
                    context.note(format!(
                        "{name}: more than {limit} solutions, so the certificate has their number and no list"
                    ));
                }
                count::report(context, claim, folder, "written")
            }
            _ => unreachable!("a certificate has a list or a number"),
        }
    }

    /// The options of the certificate, and what making it is called.
    fn wanted(&self, context: &Context, means: Means) -> (CertifyOptions, &'static str) {
        let options = CertifyOptions {
            means,
            listed: if self.count { 0 } else { self.limit },
            renaming: self.renaming.into(),
            rotations: self.rotations,
            stated: self.formula,
            list_only: !self.count && context.given.has(&["limit", "solver"]),
            replaces: self.force,
        };
        match self.count {
            true => (options, "compiling the graph of all models"),
            false => (options, "finding all solutions, and proving that there are no more"),
        }
    }

    /// Checks a certificate: with a number, of a formula, or with a list.
    fn verify(&self, context: &mut Context, folder: &Path) -> anyhow::Result<ExitCode> {
        context.begin_on(folder);
        let budget = &self.solver.budget(context);
        if folder.join(CLAIM).exists() {
            let claim = checked(context, folder, || certificate::count::verify(folder, budget))?;
            return count::report(context, &claim, folder, "verified");
        }
        if folder.join(ENCODING).exists() {
            let size = checked(context, folder, || certificate::formula::verify(folder, budget))?;
            return formula::report(context, folder, size, "verified");
        }
        let manifest = checked(context, folder, || certificate::verify(folder, budget))?;
        report(context, &manifest, &certificate::seal(folder)?, folder, "verified")
    }
}

fn report(
    context: &mut Context,
    manifest: &Manifest,
    sum: &str,
    folder: &Path,
    status: &str,
) -> anyhow::Result<ExitCode> {
    let folder = folder.display().to_string();
    if context.format == Format::Json {
        let line = json!({
            "folder": folder,
            "status": status,
            "verdict": manifest.verdict,
            "solutions": manifest.solutions,
            "listed": manifest.listed,
            "sha256": sum,
            "checked": true,
            "checked_by": "proof",
        });
        writeln!(context.out, "{line}")?;
    } else {
        writeln!(context.out, "{folder}: {} ({status}, {SUMS} is {sum})", manifest.verdict)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the claim of a certificate, after printing a line for each correct part. Fails with the limit that
/// ended the check, or with what is wrong.
fn checked<T>(
    context: &mut Context,
    folder: &Path,
    verify: impl FnOnce() -> Result<(T, Vec<String>), CertificateError>,
) -> anyhow::Result<T> {
    let verified = context.busy("checking the certificate", verify);
    let (checked, right) = verified.map_err(|error| match error {
        CertificateError::Stopped(limit) => {
            anyhow::Error::from(limit).context("the check did not finish")
        }
        wrong => anyhow::Error::from(wrong)
            .context(format!("{} is not a valid certificate", folder.display())),
    })?;
    if context.format != Format::Json {
        for line in &right {
            writeln!(context.out, "ok  {line}")?;
        }
    }
    Ok(checked)
}
