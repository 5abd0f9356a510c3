//! Certificates, which others can check without this program.

use std::path::Path;

use cnfetti_artifacts::certificate::CertificateError;
use cnfetti_artifacts::certificate::count::{self, Subject, UpToRenaming};
use cnfetti_artifacts::certificate::{self, Costs, FOLDER, Limits, Manifest, Source, seal};
use cnfetti_artifacts::output::Folder;
use cnfetti_core::limit::Stopped;
use cnfetti_puzzles::instance::Instance;
use cnfetti_sat::compile::compile_within;
use cnfetti_sat::search::bound::Bounded;
use cnfetti_sat::solver::Backend;
use num_bigint::BigUint;

use super::{Error, Means, Problem, Stated};

/// Options of a certificate: what to certify, and when to give up.
#[derive(Clone, Debug)]
pub struct CertifyOptions {
    /// The limits, the solver and the encodings.
    pub means: Means,
    /// With more solutions than this, certify only their number.
    pub listed: usize,
    /// Without a list: whether to count solutions that differ only by renaming once, and multiply.
    pub renaming: UpToRenaming,
    /// Without a list: also certify the number up to rotations and reflections.
    pub rotations: bool,
    /// Without a list: also prove that the formula means what the problem says.
    pub stated: bool,
    /// Fail if there are too many solutions to list, instead of certifying only their number.
    pub list_only: bool,
    /// Replace an existing certificate.
    pub replaces: bool,
}

/// A certificate that was written, and checked as its recipient would.
#[derive(Clone, Debug)]
pub struct Certified {
    claim: Claim,
    solutions: BigUint,
}

/// The claim of a certificate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Claim {
    /// The solutions are listed, and there are no others.
    List {
        /// What the certificate says about its files.
        manifest: Box<Manifest>,
        /// What was checked, a line each.
        checked: Vec<String>,
        /// The sum of the certificate's file of sums.
        sha256: String,
    },
    /// The number of solutions is this.
    Number(Box<count::Claim>),
}

/// Above this, the certificate lists one of each set of solutions that differs only by renaming.
const MOST_SOLUTIONS: usize = 1_000;

impl Default for CertifyOptions {
    /// Lists the solutions if there are at most 100,000, and otherwise certifies their number.
    fn default() -> CertifyOptions {
        CertifyOptions {
            means: Means::default(),
            listed: 100_000,
            renaming: UpToRenaming::Auto,
            rotations: false,
            stated: false,
            list_only: false,
            replaces: false,
        }
    }
}

impl Certified {
    /// The claim of the certificate.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The claim of the certificate, in a sentence.
    pub fn verdict(&self) -> String {
        match &self.claim {
            Claim::List { manifest, .. } => manifest.verdict.clone(),
            Claim::Number(claim) => claim.verdict(),
        }
    }

    /// The number of solutions.
    pub fn solutions(&self) -> &BigUint {
        &self.solutions
    }

    /// Whether the certificate lists the solutions.
    pub fn is_list(&self) -> bool {
        matches!(self.claim, Claim::List { .. })
    }
}

impl Problem {
    /// Writes a certificate: the solutions (with an objective, the optimal ones) or their number. `cnfetti
    /// certify --verify` and independent checkers can check it. For a problem stated in code, it certifies
    /// the number of models of its formula.
    ///
    /// # Errors
    ///
    /// A limit is reached, the folder exists and may not be replaced, or it cannot be written.
    pub fn certify(
        &self,
        folder: impl AsRef<Path>,
        options: &CertifyOptions,
    ) -> Result<Certified, Error> {
        let folder = Folder::new(folder.as_ref(), FOLDER, options.replaces)?;
        let means = &options.means;
        let (backend, budget) = (means.backend(), means.budget());
        let asked = self.asked(means, &backend, &budget)?;
        let certified = match &self.stated {
            Stated::Read { instance, path, text } if self.is_as_read => {
                let source = Source { path, text };
                self.certify_file((source, instance), &asked, &folder, options, &backend)?
            }
            _ => self.certify_formula(&asked, &folder, options)?,
        };
        self.expect.check("solutions", &certified.solutions, true)?;
        Ok(certified)
    }

    /// Certifies a problem from a file, with a list if that is short enough.
    fn certify_file(
        &self,
        (source, instance): (Source<'_>, &Instance),
        asked: &Bounded,
        folder: &Folder,
        options: &CertifyOptions,
        backend: &Backend,
    ) -> Result<Certified, Error> {
        let means = &options.means;
        let costs = Costs::of(&instance.puzzle.csp(), &asked.csp);
        let (choices, budget) = (&means.choices(), means.budget());
        let listed =
            Limits { solutions: MOST_SOLUTIONS.min(options.listed), listed: options.listed };
        if options.listed > 0 {
            let solver = (choices, backend);
            let issued: Result<_, Error> = folder.fill(|hidden| {
                let (manifest, checked) =
                    certificate::issue(&source, instance, costs, solver, listed, hidden, &budget)?;
                let solutions = number(&manifest.solutions);
                self.expect.check("solutions", &solutions, true)?;
                let (manifest, sha256) = (Box::new(manifest), seal(hidden)?);
                let claim = Claim::List { manifest, checked, sha256 };
                Ok(Certified { claim, solutions })
            });
            match issued {
                Err(Error::NotCertified(CertificateError::TooMany(_))) if !options.list_only => {}
                issued => return issued,
            }
        }
        let (renaming, rotations) = (options.renaming, options.rotations);
        let stated = options.stated;
        let subject =
            Subject::Puzzle { source, instance, costs, choices, renaming, rotations, stated };
        fill(folder, &subject, means)
    }

    /// Certifies the number of models of the formula.
    fn certify_formula(
        &self,
        asked: &Bounded,
        folder: &Folder,
        options: &CertifyOptions,
    ) -> Result<Certified, Error> {
        let means = &options.means;
        let compiled = match compile_within(&asked.csp, &means.choices(), &means.budget()) {
            Ok(compiled) => compiled,
            Err(error) => return Err(Stopped(error.limit()?).into()),
        };
        let shown = compiled.map.shown();
        fill(folder, &Subject::Formula(&compiled.cnf, Some(&shown)), means)
    }
}

fn fill(folder: &Folder, subject: &Subject<'_>, means: &Means) -> Result<Certified, Error> {
    let limits = means.limits_within(means.budget());
    let claim = folder.fill(|hidden| {
        let issued: Result<_, CertificateError> = count::issue(subject, &limits, hidden);
        issued.map_err(Error::from)
    })?;
    let solutions = number(claim.solutions());
    Ok(Certified { claim: Claim::Number(Box::new(claim)), solutions })
}

/// Parses a number that we wrote ourselves.
fn number(digits: &str) -> BigUint {
    digits.parse().expect("a certificate has a decimal number")
}
