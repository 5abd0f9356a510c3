//! Solutions in the formats of solver competitions, in `v` lines.

use itertools::Itertools;

use super::General;
use cnfetti_core::csp::Value;
use cnfetti_models::Array;

/// As XCSP3 defines it: all variables with their values; `*` for cells that are not variables.
pub(super) fn instantiation(general: &General, solution: &[Value]) -> String {
    let list = general.model.arrays.iter().map(named).join(" ");
    let cells = general.model.arrays.iter().flat_map(|array| &array.cells);
    let value = |cell: &Option<usize>| match *cell {
        None => "*".to_owned(),
        Some(at) => {
            // A variable that no constraint mentions can have any value.
            let any = general.model.variables[at].domain.first().map(|&any| any.into());
            let value = general.value(solution, at).or(any).unwrap_or_default();
            general.model.value_text(at, value)
        }
    };
    let values = cells.map(value).join(" ");
    format!(
        "v <instantiation>\nv   <list> {list} </list>\nv   <values> {values} </values>\nv \
         </instantiation>\n"
    )
}

/// `x[][]` for an array of two dimensions, `y` for a single variable.
fn named(array: &Array) -> String {
    format!("{}{}", array.id, "[]".repeat(array.sizes.len()))
}

/// As for pseudo-Boolean solvers: `v x1 -x2 x3`.
pub(super) fn signed(general: &General, solution: &[Value]) -> String {
    let literals = general.model.variables.iter().enumerate().map(|(at, variable)| {
        let sign = if general.value(solution, at) == Some(1) { "" } else { "-" };
        format!("{sign}{}", variable.name)
    });
    format!("v {}\n", literals.format(" "))
}

/// As for MaxSAT solvers: `v 101`, a digit for each variable.
pub(super) fn digits(general: &General, solution: &[Value]) -> String {
    let digit = |at| if general.value(solution, at) == Some(1) { '1' } else { '0' };
    let digits: String = (0..general.model.variables.len()).map(digit).collect();
    format!("v {digits}\n")
}
