//! Checks that a problem has no solution, without a formula.
//!
//! [`check`] reads a [`Refutation`] from front to back. It removes values that it finds to be in no solution of a
//! constraint, finds each row to be true of all solutions of its constraint (`implied.rs`), and follows the cases
//! until none is open (`cases.rs`). All numbers are integers. Nothing here knows how a refutation was found: neither
//! the propagation, nor the linear program, nor the search of `cnfetti_core` is used. [`areas`] checks steps of
//! explanations in the same way.

pub mod areas;
mod cases;
mod gains;
mod implied;

use super::Checked;
use cases::Cases;
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_core::refutation::{Refutation, Removal, Row};
use gains::{Gains, INFEASIBLE};
use implied::is_at_most;

/// The values that are left of each variable.
type Domains = Vec<Vec<Value>>;

/// Why a refutation was not accepted. Because the check of a single constraint is not always complete, the problem may
/// have no solution all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRefuted {
    /// It is not known that the constraint rules these values out.
    #[error("it is not clear why values are removed, in step {0}")]
    Removal(usize),
    /// It is not known that the row is true.
    #[error("it is not clear why row {0} is true")]
    Row(usize),
    /// There may be solutions in this case.
    #[error("case {0} is open")]
    Open(usize),
    /// A number stands for nothing.
    #[error("a position is out of range")]
    Malformed,
    /// A limit was reached first.
    #[error("the check of the refutation did not finish")]
    Stopped(#[from] Stopped),
}

/// Checks that the problem, whose objective does not matter, has no solution. Returns the number of steps, where each
/// removal, row and case is one, and those of the cases count too.
///
/// # Errors
///
/// If the refutation is wrong or too difficult to check, or a limit is reached.
pub fn check(csp: &Csp, refutation: &Refutation, budget: &Budget) -> Result<Checked, NotRefuted> {
    let mut domains: Domains =
        csp.variables().iter().map(|variable| variable.domain().to_vec()).collect();
    let removals = &refutation.removals;
    let mut done = 0;
    for group in removals.chunk_by(|one, next| one.constraint == next.constraint) {
        remove(csp, group, done, &mut domains, budget)?;
        done += group.len();
    }
    let mut checked = Checked { steps: removals.len(), additions: removals.len() };
    if domains.iter().any(Vec::is_empty) {
        return Ok(checked);
    }
    for (number, row) in refutation.rows.iter().enumerate() {
        budget.check()?;
        if !is_true(csp, refutation, row, &domains, budget)? {
            return Err(NotRefuted::Row(number));
        }
    }
    let steps = Cases::new(refutation, &domains, budget)?.close()?;
    checked.steps += refutation.rows.len() + steps;
    checked.additions = checked.steps;
    Ok(checked)
}

/// Removes values for one constraint, in any order. `before` is the number of removals before them.
fn remove(
    csp: &Csp,
    group: &[Removal],
    before: usize,
    domains: &mut Domains,
    budget: &Budget,
) -> Result<(), NotRefuted> {
    let mut left: Vec<(usize, &Removal)> = group.iter().enumerate().collect();
    while let Some(&(first, _)) = left.first() {
        let number = left.len();
        let mut stopped = Ok(());
        left.retain(|(_, removal)| {
            stopped = stopped.and(budget.check());
            stopped.is_err() || !try_to_remove(csp, removal, domains, budget)
        });
        stopped?;
        if left.len() == number {
            return Err(NotRefuted::Removal(before + first + 1));
        }
    }
    Ok(())
}

/// Removes these values, if the constraint holds for none of them.
fn try_to_remove(csp: &Csp, removal: &Removal, domains: &mut Domains, budget: &Budget) -> bool {
    let at = removal.variable.index();
    if at >= domains.len() || removal.constraint >= csp.constraints().len() {
        return false;
    }
    let constraint = &csp.constraints()[removal.constraint].constraint;
    let whole = std::mem::take(&mut domains[at]);
    let from = whole.partition_point(|&value| value < removal.first);
    let to = whole.partition_point(|&value| value <= removal.last).max(from);
    let mut parts = vec![(from, to)];
    let mut is_ruled_out = true;
    while let Some((from, to)) = parts.pop().filter(|_| is_ruled_out) {
        if from == to {
            continue;
        }
        domains[at] = whole[from..to].to_vec();
        if is_at_most(constraint, &Gains::none(domains, budget), INFEASIBLE) {
            continue;
        }
        // What is not clear of several values may be clear of each.
        let middle = from + (to - from) / 2;
        is_ruled_out = to - from > 1 && !budget.is_spent();
        parts.extend([(from, middle), (middle, to)]);
    }
    domains[at] = match is_ruled_out {
        true => [&whole[..from], &whole[to..]].concat(),
        false => whole,
    };
    is_ruled_out
}

/// Whether every solution of the row's constraint satisfies the row.
fn is_true(
    csp: &Csp,
    refutation: &Refutation,
    row: &Row,
    domains: &Domains,
    budget: &Budget,
) -> Result<bool, NotRefuted> {
    let constraint = match row.constraint {
        None => None,
        Some(at) => Some(&csp.constraints().get(at).ok_or(NotRefuted::Malformed)?.constraint),
    };
    for (sign, most) in bounds_of(row) {
        let gains = Gains::new(&refutation.columns, &row.terms, sign, domains, budget)
            .ok_or(NotRefuted::Malformed)?;
        let is_within = match constraint {
            None => gains.rest().is_some_and(|rest| rest <= most),
            Some(constraint) => is_at_most(constraint, &gains, most),
        };
        if !is_within {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The bounds of a row: each is a sign, and the most that the sum times this sign can be.
fn bounds_of(row: &Row) -> impl Iterator<Item = (i128, i128)> {
    let high = (row.high != i64::MAX).then_some((1, i128::from(row.high)));
    let low = (row.low != i64::MIN).then_some((-1, -i128::from(row.low)));
    high.into_iter().chain(low)
}
