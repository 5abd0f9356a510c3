//! Compares results with the table `[expect]` of the puzzle's file.

use std::path::Path;

use anyhow::Context as _;
use cnfetti::csp::Csp;
use cnfetti::instance::Expect;
use cnfetti::search::count::Count;
use num_bigint::BigUint;

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
