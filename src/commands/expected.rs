//! Holding what was found against what the puzzle's file says under `[expect]`.

use std::path::Path;

use anyhow::Context as _;
use cnfetti::csp::Csp;
use cnfetti::instance::Instance;
use cnfetti::search::count::Count;
use num_bigint::BigUint;

/// An error when the file says another number of solutions; where `exact` is false, fewer.
pub(crate) fn require_solutions(
    file: &Path,
    instance: &Instance,
    solutions: &BigUint,
    exact: bool,
) -> anyhow::Result<()> {
    let checked = instance.expect.check("solutions", solutions, exact);
    checked.with_context(|| file.display().to_string())
}

/// An error when the file says another number of anything that was counted.
pub(crate) fn require_count(
    file: &Path,
    instance: &Instance,
    csp: &Csp,
    count: &Count,
) -> anyhow::Result<()> {
    require_solutions(file, instance, &count.solutions, count.exact)?;
    let named = csp.projections().iter().map(|projection| projection.name);
    for (name, number) in named.zip(&count.projected).chain([("classes", &count.classes)]) {
        let checked = instance.expect.check(name, number, count.exact);
        checked.with_context(|| file.display().to_string())?;
    }
    Ok(())
}
