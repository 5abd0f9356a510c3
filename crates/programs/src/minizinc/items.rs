//! Restores the author's output variables where the compiler replaced them by its own: sets, as a
//! Boolean for each number, and optional variables.
//!
//! The compiler writes a file along with its FlatZinc, from which MiniZinc produces its output. It
//! shows how the variables are combined: `set of int: s = reverse_map_ab2si(X_1);` and `array [1..3] of
//! bool: X_1 = [X_2,X_3,X_4];`. Whatever this module does not understand stays as it is.

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use cnfetti_models::flatzinc::COMPILERS;

/// Functions that make an array of its index ranges and a list of cells.
const ARRAYS: [&str; 6] = ["array1d", "array2d", "array3d", "array4d", "array5d", "array6d"];

/// Functions that make an optional variable of whether it has a value and of that value.
const OPTIONAL: [&str; 2] = ["reverse_map_var_opt_int", "reverse_map_var_opt_bool"];

/// The deepest nesting of items.
const MAX_DEPTH: usize = 8;

/// The declarations of the author's items and their parts, by name.
type Items<'t> = HashMap<&'t str, Item<'t>>;

struct Item<'t> {
    /// The text between the brackets of an array's type.
    index: Option<&'t str>,
    /// Its definition; `None` for a variable.
    value: Option<&'t str>,
}

/// A part of an optional variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Value,
    /// Whether the variable has a value, if the value part does not show it.
    Occurs,
}

/// Cells in row-major order.
struct Cells<'t> {
    ranges: Vec<(i64, i64)>,
    names: Vec<&'t str>,
}

/// Returns the FlatZinc with an array of Booleans for each set that the author outputs, and a name for
/// each optional variable, in place of the compiler's variables. `NAME_occurs` is whether there is a
/// value, if the value itself does not show it. The value of an absent Boolean is false.
pub(super) fn with_items(flat: &str, items: &str) -> String {
    let (items, order) = declared(items);
    let types: HashMap<&str, &str> = flat.lines().filter_map(variable).collect();
    let arrays: HashSet<&str> = flat.lines().filter_map(array).collect();
    let mut replaced: HashSet<&str> = HashSet::new();
    let mut added = String::new();
    for (name, side) in order.into_iter().cartesian_product([Side::Value, Side::Occurs]) {
        let given = if side == Side::Value { name.to_owned() } else { format!("{name}_occurs") };
        let is_authors = !is_made(name) && items[name].value.is_some();
        if !is_authors || types.contains_key(&*given) || arrays.contains(&*given) {
            continue;
        }
        let Some(cells) = cells_of(&items, name, side, MAX_DEPTH) else { continue };
        let made: Vec<&str> = cells.names.iter().copied().filter(|cell| is_made(cell)).collect();
        let Some(first) = made.first() else { continue };
        if !made.iter().all(|cell| types.contains_key(cell)) {
            continue;
        }
        let bool = made.iter().all(|cell| types[cell] == "bool");
        added.push_str(&match cells.ranges.is_empty() {
            true => format!("var {}: {given}:: output_var = {first};\n", types[first]),
            false => {
                let (size, sort) = (cells.names.len(), if bool { "bool" } else { "int" });
                let ranges = cells.ranges.iter().map(|(low, high)| format!("{low}..{high}"));
                let (ranges, list) = (ranges.format(","), cells.names.iter().format(","));
                format!(
                    "array [1..{size}] of var {sort}: {given}:: output_array([{ranges}]) = [{list}];\n"
                )
            }
        });
        replaced.extend(made);
    }
    let absent = absent(&items, &types);
    if added.is_empty() && absent.is_empty() {
        return flat.to_owned();
    }
    let mut out = String::with_capacity(flat.len() + added.len());
    for line in flat.lines() {
        if line.starts_with("constraint") || line.starts_with("solve") {
            out.push_str(&std::mem::take(&mut added));
        }
        if line.starts_with("solve") {
            out.push_str(&absent);
        }
        match variable(line) {
            Some((name, _)) if replaced.contains(name) => {
                out.push_str(&line.replace(":: output_var", ""));
            }
            _ => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// Constraints without which an absent Boolean would have two values, and count twice.
fn absent(items: &Items<'_>, types: &HashMap<&str, &str>) -> String {
    let arguments = items.values().filter_map(|item| argument_of(item.value?, OPTIONAL[1]));
    let pairs = arguments.filter_map(|arguments| arguments.split_once(','));
    let pairs = pairs.map(|(occurs, value)| (occurs.trim(), value.trim()));
    let are_free = |&(occurs, value): &(&str, &str)| {
        [occurs, value].iter().all(|name| types.contains_key(name))
    };
    let constraint =
        |(occurs, value): (&str, &str)| format!("constraint bool_le({value},{occurs});\n");
    pairs.filter(are_free).sorted().map(constraint).join("")
}

fn is_made(name: &str) -> bool {
    name.starts_with(COMPILERS)
}

/// The name and the type of a variable that a line of FlatZinc declares.
fn variable(line: &str) -> Option<(&str, &str)> {
    let (sort, rest) = line.strip_prefix("var ")?.split_once(": ")?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    Some((&rest[..end], sort))
}

/// The name of an array with annotations that a line of FlatZinc declares.
fn array(line: &str) -> Option<&str> {
    let (_, rest) = line.strip_prefix("array ")?.split_once(": ")?;
    rest.split_once("::").map(|(name, _)| name)
}

/// All declarations by name, and the names in order.
fn declared(text: &str) -> (Items<'_>, Vec<&str>) {
    let (mut items, mut order) = (HashMap::new(), Vec::new());
    for statement in split(text, ';') {
        let Some((sort, rest)) = statement.trim().split_once(": ") else { continue };
        let (name, value) = match rest.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (rest.trim(), None),
        };
        let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name || name.is_empty() || sort.contains(['(', '"']) {
            continue;
        }
        let index = sort.strip_prefix("array [").and_then(|rest| rest.split_once(']'));
        items.insert(name, Item { index: index.map(|(index, _)| index), value });
        order.push(name);
    }
    (items, order)
}

/// The variables that an item consists of; `None` if that is not understood.
fn cells_of<'t>(items: &Items<'t>, name: &'t str, side: Side, depth: usize) -> Option<Cells<'t>> {
    let item = items.get(name)?;
    match item.value {
        None if item.index.is_none() && side == Side::Value => {
            Some(Cells { ranges: Vec::new(), names: vec![name] })
        }
        None => None,
        Some(value) => of_value(items, item, value, side, depth.checked_sub(1)?),
    }
}

fn of_value<'t>(
    items: &Items<'t>,
    item: &Item<'t>,
    value: &'t str,
    side: Side,
    depth: usize,
) -> Option<Cells<'t>> {
    if let Some(argument) = argument_of(value, "reverse_map_ab2si") {
        return cells_of(items, argument, side, depth);
    }
    let arguments = OPTIONAL.iter().find_map(|name| argument_of(value, name));
    if let Some(arguments) = arguments {
        let (occurs, variable) = arguments.split_once(',')?;
        let (occurs, follows) = (occurs.trim(), items.get(occurs.trim())?.value.is_some());
        return match side {
            Side::Value => cells_of(items, variable.trim(), side, depth),
            Side::Occurs if follows => None,
            Side::Occurs => cells_of(items, occurs, Side::Value, depth),
        };
    }
    let inner = ARRAYS.iter().find_map(|name| argument_of(value, name));
    let (sizes, list) = inner.map_or((None, value), |inner| {
        let (sizes, list) = inner.split_at(inner.rfind('[').unwrap_or(0));
        (Some(sizes.trim_end_matches([',', ' '])), list)
    });
    let list = list.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let ranges = item.index.zip(list).map(|(index, list)| {
        let count = list.split(',').count() as i64;
        ranges_of(items, sizes.unwrap_or(index), count)
    });
    match (list, ranges) {
        (Some(list), Some(ranges)) => {
            let cells = list.split(',').map(|cell| {
                let cell = cell.trim();
                let is_constant = cell == "true" || cell == "false" || cell.parse::<i64>().is_ok();
                match is_constant && side == Side::Value {
                    true => Some(Cells { ranges: Vec::new(), names: vec![cell] }),
                    false => cells_of(items, cell, side, depth),
                }
            });
            joined(ranges?, cells.collect::<Option<_>>()?)
        }
        _ if items.contains_key(value) => cells_of(items, value, side, depth),
        _ => None,
    }
}

/// Joins the cells of an array whose cells have the same size.
fn joined<'t>(mut ranges: Vec<(i64, i64)>, parts: Vec<Cells<'t>>) -> Option<Cells<'t>> {
    let sizes = ranges.iter().map(|(low, high)| high - low + 1);
    if sizes.product::<i64>() != parts.len() as i64
        || !parts.iter().map(|one| &one.ranges).all_equal()
    {
        return None;
    }
    ranges.extend(&parts.first()?.ranges);
    Some(Cells { ranges, names: parts.into_iter().flat_map(|one| one.names).collect() })
}

/// The argument `a` of `name(a)`.
fn argument_of<'t>(value: &'t str, name: &str) -> Option<&'t str> {
    value.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')
}

/// The index ranges of `1..2,C,1..n`. If there is only one range, the number of cells gives its end, as
/// for `1..n-1`.
fn ranges_of(items: &Items<'_>, index: &str, cells: i64) -> Option<Vec<(i64, i64)>> {
    let ranges = split(index, ',');
    let is_only = ranges.len() == 1;
    let range = |text: &&str| {
        let (low, high) = value_of(items, text).split_once("..")?;
        let low = value_of(items, low).parse::<i64>().ok()?;
        let high = match is_only {
            true => low.checked_add(cells - 1)?,
            false => value_of(items, high).parse::<i64>().ok()?,
        };
        (low <= high && high.checked_sub(low).is_some_and(|size| size < 1 << 31))
            .then_some((low, high))
    };
    ranges.iter().map(range).collect()
}

/// The definition of a name; any other text stands for itself.
fn value_of<'t>(items: &Items<'t>, text: &'t str) -> &'t str {
    let text = text.trim();
    items.get(text).and_then(|item| item.value).unwrap_or(text)
}

/// Splits a text at this character, except within brackets and strings.
fn split(text: &str, between: char) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    let (mut is_text, mut is_escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_text => is_escaped = true,
            '"' => is_text = !is_text,
            _ if is_text => {}
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            _ if c == between && depth == 0 => {
                parts.push(&text[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}
