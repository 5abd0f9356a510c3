//! Decides whether there is one solution, none or several.

use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::symmetry::renamings;
use cnfetti_sat::search::unique::{Decided, Verdict as Found, unique, unique_by_portfolio};
use num_bigint::BigUint;

use super::count::both;
use super::{Basis, Error, Means, Problem, Solution};

/// Whether there is one solution, none or several. Solutions that differ only by renaming count as one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// No solution.
    None,
    /// Exactly this one.
    Unique(Solution),
    /// At least these two.
    Several(Solution, Solution),
    /// A limit was reached; the solution found by then, if any.
    Unknown(Option<Solution>),
}

/// A verdict, with its evidence.
#[derive(Clone, Debug)]
pub struct Uniqueness {
    verdict: Verdict,
    basis: Basis,
}

impl Uniqueness {
    /// The verdict.
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Whether there is exactly one solution; `None` if that is unknown.
    pub fn is_unique(&self) -> Option<bool> {
        match self.verdict {
            Verdict::Unique(_) => Some(true),
            Verdict::None | Verdict::Several(..) => Some(false),
            Verdict::Unknown(_) => None,
        }
    }

    /// The evidence that there is no solution, or no other.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Decides whether there is one solution, none or several; with an objective, optimal ones.
    ///
    /// # Errors
    ///
    /// The formula would be too large, the solver gives a wrong answer, or the problem's file says another
    /// number of solutions.
    pub fn unique(&self, means: &Means) -> Result<Uniqueness, Error> {
        let (backend, budget) = (means.backend(), means.budget());
        let asked = self.asked(means, &backend, &budget)?;
        let unique = if means.has_encodings() { unique } else { unique_by_portfolio };
        let Decided { verdict, end } = unique(&asked.csp, &means.choices(), &backend, &budget)?;
        let (found, limit) = match verdict {
            Found::None => (Vec::new(), None),
            Found::Unique(only) => (vec![only], None),
            Found::Several(first, second) => (vec![first, second], None),
            Found::Unknown(found, limit) => (found.into_iter().collect(), Some(limit)),
        };
        let number: BigUint =
            found.iter().map(|solution| renamings(asked.csp.symmetry(), solution)).sum();
        let mut checked = Vec::new();
        for solution in found {
            checked.push(self.checked(solution)?);
        }
        let mut checked = checked.into_iter();
        let verdict = match (checked.next(), checked.next(), limit) {
            (found, _, Some(_)) => Verdict::Unknown(found),
            (Some(first), Some(second), None) => Verdict::Several(first, second),
            (Some(only), None, None) => Verdict::Unique(only),
            (None, _, None) => Verdict::None,
        };
        let (by, evidence) = match end {
            Ended::Exhausted(no_other) => {
                let confirmed = means.confirm(&no_other, &budget)?;
                (no_other.claim().by.to_owned().into(), both(Some(confirmed), asked.evidence))
            }
            Ended::Enough | Ended::Stopped(_) => (backend.name, None),
        };
        let is_exact = matches!(verdict, Verdict::None | Verdict::Unique(_));
        self.expect.check("solutions", &number, is_exact)?;
        Ok(Uniqueness { verdict, basis: Basis::new(by, evidence, limit) })
    }
}
