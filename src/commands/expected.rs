//! Holding what was found against what the puzzle's file says under `[expect]`.

use std::path::Path;

use anyhow::Context as _;
use cnfetti::csp::Csp;
use cnfetti::instance::Expect;
use cnfetti::search::count::Count;
use num_bigint::BigUint;

/// An error when the file says another number of solutions; where `exact` is false, fewer.
pub(crate) fn require_solutions(
    file: &Path,
    expect: &Expect,
    solutions: &BigUint,
    exact: bool,
) -> anyhow::Result<()> {
    let checked = expect.check("solutions", solutions, exact);
    checked.with_context(|| file.display().to_string())
}

/// An error when the file says another number of anything that was counted.
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
