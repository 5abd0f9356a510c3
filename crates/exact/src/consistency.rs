//! How the numbers of one count must fit together. They are found in different ways, so a mistake in one of
//! these shows.

use num_bigint::BigUint;

use cnfetti_core::count::Count;
use cnfetti_core::csp::{Csp, MOVED, Malformed, Value};

use super::count::Arithmetic;
use super::diagram::Diagram;

/// Numbers that cannot all be right. Either the exact counter is wrong, or the problem declares a
/// symmetry that it does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Inconsistent {
    /// The problem is not valid.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// A solution that was counted is none.
    #[error("a solution that was counted breaks a constraint")]
    NotASolution,
    /// Counted from its end, the diagram has a different number of paths.
    #[error("{down} {what} were found on the way down, but {up} on the way up")]
    Directions {
        /// What these paths stand for.
        what: &'static str,
        /// How many partial assignments reach the end.
        down: BigUint,
        /// How many completions the start has.
        up: BigUint,
    },
    /// The sizes of the classes do not add up to the number of solutions.
    #[error("the classes have {members} members in all, but there are {solutions} solutions")]
    Members {
        /// The sum of the sizes.
        members: BigUint,
        /// The number of solutions.
        solutions: BigUint,
    },
    /// An average over a group is not an integer.
    #[error("{sum} is not divisible by {order}, as the number of solutions fixed by {of} must be")]
    Average {
        /// The sum over the group of what each member fixes.
        sum: BigUint,
        /// The number of members of the group.
        order: BigUint,
        /// The name of the group.
        of: &'static str,
    },
    /// A number is larger than its upper bound, or only one of the two is 0.
    #[error("{part} {what} of {whole} {of} cannot be")]
    Order {
        /// The number.
        part: BigUint,
        /// What it counts.
        what: &'static str,
        /// Its upper bound.
        whole: BigUint,
        /// What the bound counts.
        of: &'static str,
    },
}

/// Checks that these are solutions.
pub(super) fn examples(csp: &Csp, examples: &[Vec<Value>]) -> Result<(), Inconsistent> {
    match examples.iter().all(|example| csp.is_solution(example)) {
        true => Ok(()),
        false => Err(Inconsistent::NotASolution),
    }
}

/// Checks the totals against those from the way down, unless these were too large to be exact.
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

/// The average, which must be an integer if the numbers are exact.
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

/// Whether the declared symmetry maps the first solutions of the diagram to solutions.
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

/// Whether all numbers of a count can be right at once.
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
