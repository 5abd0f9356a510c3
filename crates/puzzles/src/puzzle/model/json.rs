//! Solutions of models as JSON: `{"x":[1,2],"y":3}`, with `null` for variables that do not belong
//! to a solution.

use std::collections::HashSet;

use serde_json::{Map, Value as Json};

use super::General;
use crate::puzzle::Broken;
use cnfetti_core::csp::{Atom, Value};
use cnfetti_models::{Array, Declared};

pub(super) fn write(general: &General, solution: &[Value], out: &mut String) {
    let mut object = Map::new();
    // Variables that a tool added can be omitted if they follow.
    let follows = general.lowered.derivations.is_some();
    for array in general.model.arrays.iter().filter(|array| !(array.introduced && follows)) {
        let mut cells = array.cells.iter().map(|cell| {
            let value = cell.and_then(|at| Some((at, general.value(solution, at)?)));
            match value {
                None => Json::Null,
                Some((at, value)) if general.model.variables[at].symbolic => {
                    Json::from(general.model.value_text(at, value))
                }
                Some((at, value)) if general.model.variables[at].unit.is_some() => {
                    Json::from(float(general, at, value))
                }
                Some((_, value)) => Json::from(value),
            }
        });
        object.insert(array.id.clone(), nested(&array.sizes, &mut cells));
    }
    out.push_str(&Json::Object(object).to_string());
}

/// Nests the cells, which are in row-major order, in arrays of these sizes.
fn nested(sizes: &[usize], cells: &mut dyn Iterator<Item = Json>) -> Json {
    match sizes {
        [] => cells.next().unwrap_or(Json::Null),
        [size, inner @ ..] => Json::Array((0..*size).map(|_| nested(inner, cells)).collect()),
    }
}

/// Reads the values of the variables that belong to a solution. Those that a tool added may be
/// missing if they follow from the others.
pub(super) fn read(general: &General, json: &Json) -> Result<Vec<Value>, Broken> {
    let Given { entries, follow } = given(general, json)?;
    let mut solution = vec![None; general.lowered.taking_part()];
    entries.iter().for_each(|entry| solution[entry.variable.index()] = Some(entry.value));
    let (model, ids) = (&general.model, &general.lowered.variables);
    let derivations = general.lowered.derivations.as_deref().unwrap_or_default();
    let mut values: Vec<Option<Value>> =
        ids.iter().map(|id| id.map_or(Some(0), |id| solution[id.index()])).collect();
    let derived: HashSet<usize> =
        derivations.iter().map(|derivation| derivation.variable).collect();
    if let Some(at) = (0..ids.len()).find(|at| values[*at].is_none() && !derived.contains(at)) {
        let of_digit = |declared: &&Declared| {
            declared.formula.as_ref().is_some_and(|formula| formula.digits.contains(&at))
        };
        let declared = model.variables.iter().find(of_digit).unwrap_or(&model.variables[at]);
        let name = &declared.name;
        return Err(Broken(format!("expected a value of {name}, found nothing")));
    }
    general.lowered.derive(model, &mut values);
    if let Some(none) = derivations.iter().find(|derivation| values[derivation.variable].is_none())
    {
        let name = &model.variables[none.variable].name;
        let reason = model.reason(&model.constraints[none.constraint]);
        return Err(Broken(format!("no value of {name} fits: {reason}")));
    }
    let taking_part = ids.iter().zip(values).filter(|(id, _)| id.is_some());
    let solution: Vec<Value> = taking_part.filter_map(|(_, value)| value).collect();
    follow.into_iter().try_for_each(|given| require_follows(general, &solution, given))?;
    Ok(solution)
}

/// Requires that the variable has the value that follows from the others.
fn require_follows(
    general: &General,
    solution: &[Value],
    (variable, given): (usize, &Json),
) -> Result<(), Broken> {
    let follows = general.value(solution, variable);
    if follows.is_some_and(|value| is_given(general, variable, value, given)) {
        return Ok(());
    }
    let name = &general.model.variables[variable].name;
    let text = |value| general.model.value_text(variable, value);
    let follows = follows.map_or_else(|| "no value".to_owned(), text);
    Err(Broken(format!("{name} is {given}, but the other variables give {follows}")))
}

/// The number that JSON has for a value of a float.
fn float(general: &General, variable: usize, value: i64) -> f64 {
    general.model.value_text(variable, value).parse().unwrap_or_default()
}

/// Whether this is the value in JSON.
fn is_given(general: &General, variable: usize, value: i64, given: &Json) -> bool {
    match general.model.variables[variable].unit {
        Some(_) => given.as_f64() == Some(float(general, variable, value)),
        None => given.as_i64() == Some(value),
    }
}

/// Reads the given values of variables that belong to a solution. A variable that follows by a formula is no entry: if
/// all others of the formula are given, it has to be as they say.
pub(super) fn entries(general: &General, json: &Json) -> Result<Vec<Atom>, Broken> {
    let Given { entries, follow } = given(general, json)?;
    let mut known = vec![None; general.lowered.csp.variables().len()];
    entries.iter().for_each(|entry| known[entry.variable.index()] = Some(entry.value));
    let solution: Vec<Value> = known.iter().map(|value| value.unwrap_or_default()).collect();
    for (variable, given) in follow {
        let declared = &general.model.variables[variable];
        let mut is_known = true;
        if let Some(formula) = &declared.formula {
            formula.value.each_variable(&mut |other| {
                let id = general.lowered.variables[other];
                is_known &= id.is_some_and(|id| known[id.index()].is_some());
            });
        }
        if !is_known {
            let name = &declared.name;
            return Err(Broken(format!(
                "{name} has too many values to be decided: it follows from other variables, so give those too"
            )));
        }
        require_follows(general, &solution, (variable, given))?;
    }
    Ok(entries)
}

/// The given values of variables that belong to a solution.
struct Given<'j> {
    /// Those of variables of the CSP.
    entries: Vec<Atom>,
    /// Those of declared variables that follow by a formula.
    follow: Vec<(usize, &'j Json)>,
}

fn given<'j>(general: &General, json: &'j Json) -> Result<Given<'j>, Broken> {
    let (mut entries, mut follow) = (Vec::new(), Vec::new());
    let object = json
        .as_object()
        .ok_or_else(|| Broken("expected an object with the values of the variables".to_owned()))?;
    if let Some(other) = object.keys().find(|key| !general.model.names.contains_key(*key)) {
        return Err(Broken(format!("the model has no variable or array `{other}`")));
    }
    for array in &general.model.arrays {
        let cells = cells(array, object.get(&array.id))?;
        for (cell, json) in array.cells.iter().zip(cells) {
            let Some(variable) = cell.filter(|&at| general.lowered.takes_part(at)) else {
                continue;
            };
            let Some(json) = json.filter(|json| !json.is_null()) else { continue };
            let declared = &general.model.variables[variable];
            let value = match json.as_str() {
                Some(word) if declared.symbolic => {
                    general.model.symbols.number(word).map(i64::from)
                }
                _ if declared.unit.is_some() && declared.formula.is_none() => {
                    let mut values = declared.domain.iter().map(|&value| i64::from(value));
                    values.find(|&value| is_given(general, variable, value, json))
                }
                _ if let Some(unit) = declared.unit => json
                    .as_f64()
                    .map(|value| (value * unit as f64).round() as i64)
                    .filter(|&value| is_given(general, variable, value, json)),
                _ => json.as_i64(),
            };
            let wrong = || {
                let name = &general.model.variables[variable].name;
                Broken(format!("expected a value of {name}, found {json}"))
            };
            let Some(id) = general.lowered.variables[variable] else {
                if !json.is_number() {
                    return Err(wrong());
                }
                match &declared.formula {
                    Some(formula) if !formula.digits.is_empty() => {
                        let digits = value.and_then(|value| formula.digits_of(value));
                        for (digit, value) in digits.ok_or_else(wrong)? {
                            let id = general.lowered.variables[digit].ok_or_else(wrong)?;
                            entries.push(Atom { variable: id, value });
                        }
                    }
                    _ => follow.push((variable, json)),
                }
                continue;
            };
            let value = value.and_then(|value| Value::try_from(value).ok()).ok_or_else(wrong)?;
            entries.push(Atom { variable: id, value });
        }
    }
    Ok(Given { entries, follow })
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
