//! Checks the claim about rotations.

use std::path::Path;

use num_bigint::BigUint;

use super::{Recompiled, check_graph, read, require_text};
use crate::certificate::count::issue::formula;
use crate::certificate::count::rotations::{Fixed, RotationTable};
use crate::certificate::count::{
    CLAIM, CertificateError, Claim, Rotations, TURN, TURN_TEXT, TURNS,
};
use crate::certificate::error::Result;
use cnfetti_core::limit::Budget;
use cnfetti_core::plural::counted;

/// Checks that the number of classes is the average of what each rotation leaves unchanged.
pub(super) fn check_rotations(
    folder: &Path,
    claim: &Claim,
    rotations: &Rotations,
    Recompiled { csp, whole, show, .. }: &Recompiled<'_>,
    models: &BigUint,
    budget: &Budget,
) -> Result<String> {
    let wrong = |message: String| CertificateError::wrong(CLAIM, message);
    let table = RotationTable::of(csp, &whole.map);
    let table = table.ok_or_else(|| wrong("claims rotations that are not there".to_owned()))?;
    require_text(claim, TURNS, &read(folder, TURNS)?, &table.text())?;
    require_text(claim, TURN, &read(folder, TURN)?, TURN_TEXT)?;
    let mut fixed = Vec::new();
    for Fixed { name, times, cnf } in table.formulas(&whole.cnf) {
        let (formula_file, graph_file) = (format!("{name}.cnf"), format!("{name}.scpog"));
        let expected = formula(&cnf, Some(show));
        let found = read(folder, &formula_file)?;
        require_text(claim, &formula_file, &found, &String::from_utf8_lossy(&expected))?;
        let checked = check_graph(folder, &graph_file, &cnf, Some(show), budget)?;
        fixed.push((times, checked.models));
    }
    let each = claim.renaming.as_ref().map_or("1", |renaming| &renaming.each);
    let each: BigUint =
        each.parse().map_err(|_| wrong("expected a number in `each`".to_owned()))?;
    if each != table.all_renamings() {
        // Otherwise a renaming may leave a solution unchanged, and the average ignores that.
        let all = table.all_renamings();
        return Err(wrong(format!("counts {each} of the {all} renamings for its rotations")));
    }
    let classes = table.average(&(models * &each), &each, &fixed);
    let expected = Rotations {
        called: csp.symmetry().permutations_called.to_string(),
        fixed: fixed.iter().map(|(_, models)| models.to_string()).collect(),
        classes: classes.map_or_else(String::new, |classes| classes.to_string()),
    };
    if *rotations != expected {
        return Err(wrong(format!("claims {rotations:?}, but {expected:?} follows")));
    }
    let graphs = counted(fixed.len() as u64, "graph");
    Ok(format!("{TURNS}: {} by {graphs} of what they leave as it is", rotations.called))
}
