//! Solutions in MiniZinc's own syntax: `x = 3;` and `y = array2d(1..2,1..2,[1,2,3,4]);`

use itertools::Itertools;

use super::General;
use cnfetti_core::csp::Value;

/// The outputs of a FlatZinc file with their values; `None` for a model that names none.
pub(super) fn put_out(general: &General, solution: &[Value]) -> Option<String> {
    if general.model.outputs.is_empty() {
        return None;
    }
    let mut out = String::new();
    for output in &general.model.outputs {
        let values = output.cells.iter().map(|&variable| {
            let value = general.value(solution, variable).unwrap_or_default();
            match (output.boolean, value) {
                (true, 0) => "false".to_owned(),
                (true, _) => "true".to_owned(),
                (false, value) => general.model.value_text(variable, value),
            }
        });
        let values = values.collect_vec();
        let line = match &output.sizes[..] {
            [] => values.concat(),
            sizes => {
                let ranges = sizes.iter().map(|(low, high)| format!("{low}..{high}")).join(",");
                format!("array{}d({ranges},[{}])", sizes.len(), values.join(","))
            }
        };
        out.push_str(&format!("{} = {line};\n", output.name));
    }
    Some(out)
}
