//! Solutions of models as JSON: `{"x":[1,2],"y":3}`, with `null` for what takes no part.

use serde_json::{Map, Value as Json};

use super::General;
use crate::csp::{Atom, Value};
use crate::model::Array;
use crate::puzzle::Broken;

pub(super) fn write(general: &General, solution: &[Value], out: &mut String) {
    let mut object = Map::new();
    for array in &general.model.arrays {
        let cells = array.cells.iter().map(|cell| {
            let value = cell.and_then(|at| Some((at, general.value(solution, at)?)));
            match value {
                None => Json::Null,
                Some((at, value)) if general.model.variables[at].symbolic => {
                    Json::from(general.model.value_text(at, value))
                }
                Some((_, value)) => Json::from(value),
            }
        });
        object.insert(array.id.clone(), nested(&array.sizes, cells.collect()));
    }
    out.push_str(&Json::Object(object).to_string());
}

/// The cells in arrays of these sizes.
fn nested(sizes: &[usize], mut cells: Vec<Json>) -> Json {
    for &size in sizes.iter().skip(1).rev() {
        let rows = cells.chunks(size).map(|row| Json::Array(row.to_vec()));
        cells = rows.collect();
    }
    match sizes {
        [] => cells.pop().unwrap_or(Json::Null),
        _ => Json::Array(cells),
    }
}

/// The values of the variables that take part.
pub(super) fn read(general: &General, json: &Json) -> Result<Vec<Value>, Broken> {
    let mut solution = vec![None; general.lowered.taking_part()];
    for Atom { variable, value } in entries(general, json)? {
        solution[variable.index()] = Some(value);
    }
    let missing = |at: usize| {
        let mut declared = general.lowered.variables.iter();
        let at = declared.position(|id| id.is_some_and(|id| id.index() == at));
        let name = at.map_or("", |at| &general.model.variables[at].name);
        Broken(format!("expected a value of {name}, found nothing"))
    };
    let values = solution.into_iter().enumerate();
    values.map(|(at, value)| value.ok_or_else(|| missing(at))).collect()
}

/// The values that are there, of variables that take part.
pub(super) fn entries(general: &General, json: &Json) -> Result<Vec<Atom>, Broken> {
    let object = json
        .as_object()
        .ok_or_else(|| Broken("expected an object with the values of the variables".to_owned()))?;
    if let Some(other) = object.keys().find(|key| !general.model.names.contains_key(*key)) {
        return Err(Broken(format!("the model has no variable or array `{other}`")));
    }
    let mut entries = Vec::new();
    for array in &general.model.arrays {
        let cells = cells(array, object.get(&array.id))?;
        for (cell, json) in array.cells.iter().zip(cells) {
            let Some(variable) = *cell else { continue };
            let Some(id) = general.lowered.variables[variable] else { continue };
            let Some(json) = json.filter(|json| !json.is_null()) else { continue };
            let value = match json.as_str() {
                Some(word) if general.model.variables[variable].symbolic => {
                    general.model.symbols.number(word)
                }
                _ => json.as_i64().and_then(|value| Value::try_from(value).ok()),
            };
            let value = value.ok_or_else(|| {
                let name = &general.model.variables[variable].name;
                Broken(format!("expected a value of {name}, found {json}"))
            })?;
            entries.push(Atom { variable: id, value });
        }
    }
    Ok(entries)
}

/// The cells of an array in row-major order.
fn cells<'j>(array: &Array, json: Option<&'j Json>) -> Result<Vec<Option<&'j Json>>, Broken> {
    let Some(json) = json else { return Ok(vec![None; array.cells.len()]) };
    let mut cells = vec![json];
    for &size in &array.sizes {
        let mut inner = Vec::new();
        for cell in cells {
            let row = cell.as_array().filter(|row| row.len() == size);
            inner.extend(row.ok_or_else(|| {
                let sizes: String = array.sizes.iter().map(|size| format!("[{size}]")).collect();
                Broken(format!("expected arrays of the sizes {sizes} for `{}`", array.id))
            })?);
        }
        cells = inner;
    }
    Ok(cells.into_iter().map(Some).collect())
}
