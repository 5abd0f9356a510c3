//! Questions about variables with too many values for the CSP, which follow from others by a formula.

use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_core::limit::Limit;
use cnfetti_puzzles::puzzle::Following;
use cnfetti_sat::search::candidates::Candidates as Left;
use cnfetti_sat::search::witnessed::NotWitnessed;
use itertools::Itertools;
use num_bigint::BigUint;

use super::{
    Candidates, CountOptions, Counter, Error, ExplainOptions, Explained, Means, Problem,
    SolutionsOptions,
};

/// The possible values are listed if there are at most this many.
pub const MOST_VALUES: usize = 1_000;

/// A sentence names the values that are left if there are at most this many.
const FEW_VALUES: usize = 12;

/// The values that are left are computed from at most this many combinations.
const MOST_COMBINATIONS: usize = 10_000;

/// The possible values of a variable that follows from others, each with its number of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FollowingValues {
    /// All of them, increasing.
    Listed(Vec<(i64, BigUint)>),
    /// There are more than [`MOST_VALUES`], or several such variables are counted.
    Unlisted,
    /// A limit came first.
    Unknown(Limit),
}

impl Problem {
    /// Finds the values that each variable has in solutions, as [`candidates`](Problem::candidates), and also those of the
    /// variables that follow from others, by name.
    ///
    /// Their values come from solutions that are counted over the variable alone. For each of them the solutions
    /// are counted, and the numbers must add up to that of all solutions.
    ///
    /// # Errors
    ///
    /// Those of [`candidates`](Problem::candidates).
    pub fn candidates_with_following(
        &self,
        means: &Means,
    ) -> Result<(Candidates, Vec<(String, FollowingValues)>), Error> {
        let means = &means.begun();
        let mut found = self.candidates(means)?;
        let mut named = Vec::new();
        for variable in self.puzzle().map(|puzzle| puzzle.following()).unwrap_or_default() {
            let values = match found.basis().limit() {
                Some(limit) => FollowingValues::Unknown(limit),
                None => self.values_following(&variable, &mut found, means)?,
            };
            named.push((variable.name, values));
        }
        Ok((found, named))
    }

    /// The values of a variable; `found` then rests on these, too.
    fn values_following(
        &self,
        variable: &Following,
        found: &mut Candidates,
        means: &Means,
    ) -> Result<FollowingValues, Error> {
        let unknown = |found: &mut Candidates, limit| {
            found.rest_on(Err(limit));
            Ok(FollowingValues::Unknown(limit))
        };
        let projected = self.clone().counted_over_named(std::slice::from_ref(&variable.name))?;
        let projected = projected.optimal(means)?.into_problem();
        let most = SolutionsOptions {
            means: means.clone(),
            most: MOST_VALUES + 1,
            ..SolutionsOptions::default()
        };
        let listed = projected.solutions(&most)?;
        if listed.solutions().len() > MOST_VALUES {
            return Ok(FollowingValues::Unlisted);
        }
        if let Some(limit) = listed.basis().limit() {
            return unknown(found, limit);
        }
        let shown = projected.csp.projection_set();
        let Some(over) = self.counted_with(variable, &projected.csp) else {
            return Ok(FollowingValues::Unlisted);
        };
        let whole = projected.counted_over(over)?;
        let exactly = CountOptions { means: means.clone(), counter: Counter::Exact };
        let all = whole.count(&exactly)?;
        if let Some(limit) = all.basis().limit() {
            return unknown(found, limit);
        }
        let mut values = Vec::new();
        for solution in listed.solutions() {
            let given = shown.iter().map(|&id| (id, solution.values()[id.index()]));
            let number = whole.clone().with_entries(given)?.count(&exactly)?;
            if let Some(limit) = number.basis().limit() {
                return unknown(found, limit);
            }
            let value = self.value_following(variable, solution.values());
            values.push((value.ok_or(NotWitnessed::Different)?, number.solutions().clone()));
        }
        values.sort_unstable();
        let total: BigUint = values.iter().map(|(_, number)| number).sum();
        if total != *all.solutions() || !values.iter().map(|(value, _)| value).all_unique() {
            return Err(NotWitnessed::Different.into());
        }
        found.rest_on(listed.basis().evidence().ok_or(Limit::Proof));
        Ok(FollowingValues::Listed(values))
    }

    /// The count for each value: of what the problem counts, if that determines the variable, or else of all solutions.
    /// `None` if it counts variables that `projected` does not have.
    fn counted_with(&self, variable: &Following, projected: &Csp) -> Option<Vec<VarId>> {
        let csp = &self.csp;
        let Some(scope) = csp.counted().filter(|_| csp.is_projected()) else {
            return Some(projected.ids().collect());
        };
        // Digits of other variables would be in the places of these.
        let is_same = |id: &VarId| {
            id.index() < projected.variables().len() && csp.name(*id) == projected.name(*id)
        };
        if !scope.iter().all(is_same) {
            return None;
        }
        let known = csp.following(scope.iter().copied());
        let determines =
            |ids: &[VarId]| ids.iter().all(|id| known.get(id.index()).copied().unwrap_or_default());
        match determines(&variable.from) || determines(&projected.projection_set()) {
            true => Some(scope.to_vec()),
            false => Some(projected.ids().collect()),
        }
    }

    /// Explains a variable that follows from others: first those, then its own value or what is left of it.
    ///
    /// # Errors
    ///
    /// There is no such variable, or those of [`explain`](Problem::explain).
    pub fn explain_following(
        &self,
        name: &str,
        mut options: ExplainOptions,
    ) -> Result<Explained, Error> {
        let following = self.puzzle().map(|puzzle| puzzle.following()).unwrap_or_default();
        let variable = following.into_iter().find(|variable| variable.name == name);
        let variable = variable.ok_or(Error::NotAVariable)?;
        options.only.extend(&variable.from);
        let mut explained = self.explain(&options)?;
        let end = explained.explanation().map(|explanation| &explanation.end);
        let said = end.and_then(|end| self.said_of(&variable, end));
        said.into_iter().for_each(|said| explained.say(said));
        Ok(explained)
    }

    /// The values of the variable that are possible with the values left to those that it follows from.
    fn said_of(&self, variable: &Following, left: &Left) -> Option<String> {
        let rows = || variable.from.iter().map(|&from| left.of(from));
        let combinations = rows().map(<[Value]>::len).try_fold(1_usize, usize::checked_mul)?;
        if combinations > MOST_COMBINATIONS {
            return None;
        }
        let mut solution = vec![0; self.csp.variables().len()];
        let values = rows().map(<[Value]>::iter).multi_cartesian_product().map(|row| {
            let given = variable.from.iter().zip(row);
            given.for_each(|(from, value)| solution[from.index()] = *value);
            self.value_following(variable, &solution)
        });
        let values = values.flatten().sorted_unstable().dedup().collect_vec();
        let name = &variable.name;
        let is = match &values[..] {
            [] => return None,
            [only] => only.to_string(),
            [few @ .., last] if values.len() <= FEW_VALUES => {
                format!("{} or {last}", few.iter().join(", "))
            }
            [first, .., last] => format!("one of {} values from {first} to {last}", values.len()),
        };
        Some(format!("{name} follows from the others: it is {is}."))
    }

    fn value_following(&self, variable: &Following, solution: &[Value]) -> Option<i64> {
        self.puzzle()?.value_following(variable, solution)
    }
}
