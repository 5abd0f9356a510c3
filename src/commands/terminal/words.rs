//! Numbers of solutions, in words.

use cnfetti::csp::Csp;
use cnfetti::plural::form;
use cnfetti::search::count::Count;
use itertools::Itertools;
use num_bigint::BigUint;

/// The numbers of a count: `24 solutions, 1 up to renaming the dice`.
pub(crate) fn in_words(csp: &Csp, numbers: &Count) -> String {
    let symmetry = csp.symmetry();
    let what = if numbers.optimum.is_some() { "optimal solution" } else { "solution" };
    let mut parts = vec![plural(&numbers.solutions, what)];
    for (projection, number) in csp.projections().iter().zip(&numbers.projected) {
        parts.push(plural(number, projection.name.trim_end_matches('s')));
    }
    let renaming = format!("renaming the {}", symmetry.values_called);
    if !symmetry.interchangeable.is_empty() {
        parts.push(format!("{} up to {renaming}", grouped(&numbers.up_to_renaming)));
    }
    if !symmetry.permutations.is_empty() {
        let all = [renaming, symmetry.permutations_called.to_string()];
        let all = &all[usize::from(symmetry.interchangeable.is_empty())..];
        parts.push(format!("{} up to {}", grouped(&numbers.classes), all.join(" and ")));
    }
    if let Some(optimum) = numbers.optimum {
        parts.push(format!("objective {}", csp.amount(optimum)));
    }
    parts.join(", ")
}

/// A number with a noun: `1,024 models`.
pub(crate) fn plural(number: &BigUint, noun: &str) -> String {
    format!("{} {}", grouped(number), form(*number == BigUint::from(1_u32), noun))
}

/// A number in groups of three digits.
pub(crate) fn in_groups(number: u64) -> String {
    grouped(&number.into())
}

/// A number in groups of three digits: `3,584,400`.
pub(crate) fn grouped(number: &BigUint) -> String {
    let digits = number.to_string();
    let first = (digits.len() + 2) % 3 + 1;
    let (head, tail) = digits.split_at(first);
    let groups = tail.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    std::iter::once(head.to_owned()).chain(groups).join(",")
}
