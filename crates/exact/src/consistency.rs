//! What the numbers of one count must have to do with each other. They are found in different
//! ways, so a mistake in one of these ways shows.

use num_bigint::BigUint;

use cnfetti_core::count::Count;
use cnfetti_core::csp::{Csp, MOVED, Malformed};

use super::count::Arithmetic;
use super::diagram::Diagram;

/// Numbers that cannot all be right. Either the exact counter is wrong, or the problem declares a
/// symmetry that it does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// The problem is none that can be counted.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The diagram has another number of paths from its end than from its start.
    #[error("{down} {what} were found on the way down, but {up} on the way up")]
    Directions {
        /// What was counted.
        what: &'static str,
        /// How many partial assignments led to the end.
        down: BigUint,
        /// How many completions the start has.
        up: BigUint,
    },
    /// The sizes of the classes do not add up.
    #[error("the classes have {members} members in all, but there are {solutions} solutions")]
    Members {
        /// The sum of the sizes.
        members: BigUint,
        /// What it should be.
        solutions: BigUint,
    },
    /// An average over a group is no whole number.
    #[error("{sum} is not divisible by {order}, as the number of solutions fixed by {of} must be")]
    Average {
        /// What each member fixes, added up.
        sum: BigUint,
        /// How many members the group has.
        order: BigUint,
        /// The group.
        of: &'static str,
    },
    /// There are more of one thing than of what it is made of, or none although there is something.
    #[error("{part} {what} of {whole} {of} cannot be")]
    Order {
        /// How many of the one.
        part: BigUint,
        /// The one.
        what: &'static str,
        /// How many of the other.
        whole: BigUint,
        /// The other.
        of: &'static str,
    },
}

/// The totals, which are those that were found on the way down unless these were too large to be
/// kept exactly.
pub(super) fn totals(
    diagram: &Diagram,
    (solutions, classes): (BigUint, BigUint),
) -> Result<(BigUint, BigUint), Inconsistent> {
    let found = diagram.found;
    for (what, down, up) in
        [("solutions", found.solutions, &solutions), ("classes", found.classes, &classes)]
    {
        if down != u128::MAX && BigUint::from(down) != *up {
            return Err(Inconsistent::Directions { what, down: down.into(), up: up.clone() });
        }
    }
    Ok((solutions, classes))
}

/// The average, which must be a whole number when the numbers are exact.
pub(super) fn average(
    sum: BigUint,
    order: BigUint,
    of: &'static str,
    is_exact: bool,
) -> Result<BigUint, Inconsistent> {
    if is_exact && &sum % &order != BigUint::ZERO {
        return Err(Inconsistent::Average { sum, order, of });
    }
    Ok(sum / order)
}

/// Whether the symmetry that is declared maps the first solutions of the diagram to solutions.
pub(super) fn symmetry(csp: &Csp, diagram: &Diagram) -> Result<(), Inconsistent> {
    if csp.symmetry().is_trivial() {
        return Ok(());
    }
    let mut walk = diagram.walk();
    for _ in 0..MOVED {
        let Some(solution) = walk.next() else { break };
        if csp.is_moved_out(solution) {
            return Err(Malformed::NoSymmetry.into());
        }
    }
    Ok(())
}

/// Whether all numbers of a count can be right together.
pub(super) fn numbers(count: &Count, arithmetic: &Arithmetic) -> Result<(), Inconsistent> {
    if !count.exact {
        return Ok(());
    }
    if !arithmetic.classes_by_size.is_empty() {
        let sizes = arithmetic.classes_by_size.iter();
        let members: BigUint = sizes.map(|(size, number)| size * number).sum();
        if members != count.solutions {
            let solutions = count.solutions.clone();
            return Err(Inconsistent::Members { members, solutions });
        }
    }
    let (renamed, solutions) = (&count.up_to_renaming, &count.solutions);
    fits(renamed, "solutions up to renaming", solutions, "solutions")?;
    fits(&count.classes, "classes", renamed, "solutions up to renaming")?;
    count.projected.iter().try_for_each(|part| fits(part, "projections", solutions, "solutions"))
}

fn fits(
    part: &BigUint,
    what: &'static str,
    whole: &BigUint,
    of: &'static str,
) -> Result<(), Inconsistent> {
    let both_or_none = (*part == BigUint::ZERO) == (*whole == BigUint::ZERO);
    if part <= whole && both_or_none {
        return Ok(());
    }
    Err(Inconsistent::Order { part: part.clone(), what, whole: whole.clone(), of })
}
