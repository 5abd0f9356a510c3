//! Whether there is one solution, none or several.

use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::unique::{Decided, Verdict as Found, unique_by_either};
use cnfetti_sat::solver::Fault;

use super::count::both;
use super::{Basis, Error, Means, Problem, Solution};

/// How to decide it.
#[derive(Clone, Debug, Default)]
pub struct UniqueOptions {
    means: Means,
}

/// How many solutions there are, as far as a puzzler wants to know; those that differ by renaming are one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// No solution.
    None,
    /// Exactly this one.
    Unique(Solution),
    /// At least these two.
    Several(Solution, Solution),
    /// A limit came first; the solution that was found by then, if any.
    Unknown(Option<Solution>),
}

/// A verdict, and what it rests on.
#[derive(Clone, Debug)]
pub struct Uniqueness {
    verdict: Verdict,
    basis: Basis,
}

impl UniqueOptions {
    /// Sets the means: limits, solver and encodings.
    #[must_use]
    pub fn means(self, means: Means) -> UniqueOptions {
        UniqueOptions { means }
    }
}

impl Uniqueness {
    /// The verdict.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Whether there is exactly one solution; `None` when that is unknown.
    pub fn is_unique(&self) -> Option<bool> {
        match self.verdict {
            Verdict::Unique(_) => Some(true),
            Verdict::None | Verdict::Several(..) => Some(false),
            Verdict::Unknown(_) => None,
        }
    }

    /// The evidence that there is no (further) solution.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Decides whether there is one solution, none or several; of an objective, optimal ones.
    ///
    /// # Errors
    ///
    /// When the formula would be too large, or the solver is wrong.
    pub fn unique(&self, options: &UniqueOptions) -> Result<Uniqueness, Error> {
        let means = &options.means;
        let (backend, budget) = (means.backend(), means.budget());
        let asked = self.asked(means, &backend, &budget)?;
        let decided = unique_by_either(&asked.csp, means.choices(), &backend, &budget)?;
        let Decided { verdict, end } = decided;
        let (verdict, limit) = match verdict {
            Found::None => (Verdict::None, None),
            Found::Unique(only) => (Verdict::Unique(self.checked(only)?), None),
            Found::Several(first, second) => {
                (Verdict::Several(self.checked(first)?, self.checked(second)?), None)
            }
            Found::Unknown(found, limit) => {
                let found = found.map(|solution| self.checked(solution)).transpose()?;
                (Verdict::Unknown(found), Some(limit))
            }
        };
        let (by, evidence) = match end {
            Ended::Exhausted(no_other) => {
                let confirmed = no_other.confirm(&budget).map_err(Fault::from)?;
                (no_other.claim().by.to_owned().into(), both(Some(confirmed), asked.evidence))
            }
            Ended::Enough | Ended::Stopped(_) => (backend.name, None),
        };
        Ok(Uniqueness { verdict, basis: Basis::new(by, evidence, limit) })
    }
}
