//! The numbers of a count: in words, in results, and whether they are those that the file expects.

use std::path::Path;

use anyhow::Context as _;
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::{Value, json};

use cnfetti::csp::Csp;
use cnfetti::decimal::Amount;
use cnfetti::instance::Expect;
use cnfetti::plural::form;
use cnfetti::search::blocking::Count;

/// The numbers in words: `at least 24 solutions, 1 up to renaming the dice`.
pub(crate) fn sentence(csp: &Csp, numbers: &Count) -> String {
    let at_least = if numbers.exact { "" } else { "at least " };
    format!("{at_least}{}", in_words(csp, numbers))
}

/// The line of JSON for a count, and the variables it was counted over.
pub(crate) fn line(
    file: &Path,
    kind: &str,
    over: Option<String>,
    csp: &Csp,
    numbers: &Count,
) -> Value {
    let mut line = json!({
        "file": file.display().to_string(),
        "kind": kind,
        "status": if numbers.exact { "exact" } else { "at least" },
    });
    if let Some(over) = over {
        line["over"] = json!(over);
    }
    add_numbers(&mut line, csp, numbers);
    line
}

/// Adds the numbers to a line of JSON.
pub(crate) fn add_numbers(line: &mut Value, csp: &Csp, numbers: &Count) {
    line["solutions"] = json!(numbers.solutions.to_string());
    if !csp.symmetry().permutations_called.is_empty() && !csp.symmetry().values_called.is_empty() {
        let key = format!("up_to_{}", csp.symmetry().values_called);
        line[key] = json!(numbers.up_to_renaming.to_string());
    }
    if let Some(optimum) = numbers.optimum {
        line["objective"] = number(csp.amount(optimum));
    }
    line["classes"] = json!(numbers.classes.to_string());
    for (projection, number) in csp.projections().iter().zip(&numbers.projected) {
        line[&*projection.name] = json!(number.to_string());
    }
}

/// A value of the objective as JSON: a float has a decimal point.
pub(crate) fn number(amount: Amount) -> Value {
    match amount.unit {
        None => json!(amount.value),
        Some(_) => json!(amount.to_string().parse::<f64>().unwrap_or_default()),
    }
}

/// Fails if the file states another number of solutions; if `exact` is false, a smaller one.
pub(crate) fn require_solutions(
    file: &Path,
    expect: &Expect,
    solutions: &BigUint,
    exact: bool,
) -> anyhow::Result<()> {
    let checked = expect.check("solutions", solutions, exact);
    checked.with_context(|| file.display().to_string())
}

/// Fails if the file states another value of any number that was counted.
pub(crate) fn require_count(
    file: &Path,
    expect: &Expect,
    csp: &Csp,
    count: &Count,
) -> anyhow::Result<()> {
    require_solutions(file, expect, &count.solutions, count.exact)?;
    let named = csp.projections().iter().map(|projection| &*projection.name);
    for (name, number) in named.zip(&count.projected).chain([("classes", &count.classes)]) {
        let checked = expect.check(name, number, count.exact);
        checked.with_context(|| file.display().to_string())?;
    }
    Ok(())
}

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
