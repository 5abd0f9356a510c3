//! Reads declarations of variables and arrays.

use std::sync::Arc;

use roxmltree::Node;

use super::cursor::{Cursor, number};
use super::names::positions;
use super::{elements, span, unknown};
use crate::declared::{
    Array, Declared, MAX_ALL_VALUES, MAX_INTERVALS, MAX_VALUES, is_short, values_of,
};
use crate::narrowing::Open;
use crate::tree::Model;
use cnfetti_core::csp::Value;
use cnfetti_input::{InputError, Span};

/// Models with more variables are refused.
const MAX_VARIABLES: usize = 2_000_000;

/// The values that a variable may have.
#[derive(Clone)]
enum Domain {
    Values(Arc<[Value]>),
    /// Too many to list, in these intervals; and their place.
    Open(Arc<[(i64, i64)]>, Span),
}

/// Reads the element `<variables>`. Returns the variables that have too many values, unless the constraints leave
/// them fewer.
pub(super) fn read(node: Node<'_, '_>, model: &mut Model) -> Result<Vec<Open>, InputError> {
    let (mut values, mut open) = (0, Vec::new());
    for child in elements(node) {
        let before = model.variables.len();
        match child.tag_name().name() {
            "var" | "array" => declare(child, model, &mut open)?,
            _ => return Err(unknown(child, "<var> or <array>")),
        }
        values += model.variables[before..].iter().map(|new| new.domain.len()).sum::<usize>();
        if values > MAX_ALL_VALUES {
            let expected = format!("at most {MAX_ALL_VALUES} values of all variables");
            return Err(InputError::expected(span(child), expected, "more"));
        }
    }
    Ok(open)
}

fn declare(node: Node<'_, '_>, model: &mut Model, open: &mut Vec<Open>) -> Result<(), InputError> {
    let missing = || InputError::expected(span(node), "an attribute `id`", "none");
    let id = node.attribute("id").ok_or_else(missing)?;
    if model.names.contains_key(id) {
        return Err(InputError::new(span(node), format!("`{id}` is declared twice")));
    }
    let symbolic = match node.attribute("type") {
        None | Some("integer") => false,
        Some("symbolic") => true,
        Some(sort) => {
            let expected = "a variable of type integer or symbolic: others are not supported";
            return Err(InputError::expected(span(node), expected, sort));
        }
    };
    let sizes = if node.has_tag_name("array") { sizes(node)? } else { Vec::new() };
    let starts = starts(node, sizes.len())?;
    let cells = sizes.iter().try_fold(1_usize, |cells, &size| cells.checked_mul(size));
    let cells = cells.filter(|cells| cells + model.variables.len() <= MAX_VARIABLES);
    let Some(cells) = cells else {
        let expected = format!("at most {MAX_VARIABLES} variables");
        return Err(InputError::expected(span(node), expected, "more"));
    };
    let cells = vec![None; cells];
    let introduced = id.starts_with("aux_gb");
    let mut array = Array { id: id.to_owned(), sizes, starts, cells, introduced };
    let (domains, symbolic) = domains(node, &array, (model, open), symbolic)?;
    for (at, domain) in domains.into_iter().enumerate() {
        let variable = model.variables.len();
        let domain = match domain {
            None => continue,
            Some(Domain::Values(values)) => values,
            Some(Domain::Open(intervals, span)) => {
                open.push(Open::within(variable, intervals, span));
                Arc::from([])
            }
        };
        array.cells[at] = Some(variable);
        let name = array.cell_name(at);
        model.variables.push(Declared { name, domain, symbolic, ..Declared::default() });
    }
    model.names.insert(array.id.clone(), model.arrays.len());
    model.arrays.push(array);
    Ok(())
}

/// Reads `[3][4]`.
fn sizes(node: Node<'_, '_>) -> Result<Vec<usize>, InputError> {
    let expected = "an attribute `size` such as [3][4]";
    let wrong = |found: &str| InputError::expected(span(node), expected, found);
    let text = node.attribute("size").ok_or_else(|| wrong("none"))?;
    let inner = text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let parts = inner.ok_or_else(|| wrong(text))?.split("][");
    let sizes = parts.map(|part| part.trim().parse().ok().filter(|&size| size > 0));
    sizes.collect::<Option<Vec<usize>>>().ok_or_else(|| wrong(text))
}

/// Reads the attribute `startIndex`: one number for all dimensions, or `[1][0]`.
fn starts(node: Node<'_, '_>, dimensions: usize) -> Result<Vec<i64>, InputError> {
    let Some(text) = node.attribute("startIndex") else { return Ok(vec![0; dimensions]) };
    let numbers = text.split(['[', ']', ' ']).filter(|part| !part.is_empty());
    let numbers: Option<Vec<i64>> = numbers.map(|part| part.parse().ok()).collect();
    let small = |start: &i64| (-1_000_000_000..=1_000_000_000).contains(start);
    match numbers.filter(|numbers| numbers.iter().all(small)) {
        Some(numbers) if numbers.len() == 1 => Ok(vec![numbers[0]; dimensions]),
        Some(numbers) if numbers.len() == dimensions => Ok(numbers),
        _ => {
            let expected = "a first index, or one for each dimension, for `startIndex`";
            Err(InputError::expected(span(node), expected, text))
        }
    }
}

/// The domain of each cell, and whether its values are words.
fn domains(
    node: Node<'_, '_>,
    array: &Array,
    (model, open): (&mut Model, &[Open]),
    symbolic: bool,
) -> Result<(Vec<Option<Domain>>, bool), InputError> {
    if let Some(other) = node.attribute("as") {
        return like(node, array, (model, open), other);
    }
    let mut domain = |node| if symbolic { words(node, model) } else { domain(node) };
    let Some(first) = elements(node).next() else {
        return Ok((vec![Some(domain(node)?); array.cells.len()], symbolic));
    };
    let mut domains: Vec<Option<Domain>> = vec![None; array.cells.len()];
    let mut others = None;
    for child in elements(first.parent().unwrap_or(node)) {
        if child.tag_name().name() != "domain" {
            return Err(unknown(child, "<domain>"));
        }
        let cells = child.attribute("for").unwrap_or_default();
        let domain = domain(child)?;
        if cells.trim() == "others" {
            others = Some(domain);
            continue;
        }
        for at in cells_of(cells, array, span(child))? {
            if domains[at].replace(domain.clone()).is_some() {
                let message = format!("the cell `{}` has a second domain", array.cell_name(at));
                return Err(InputError::new(span(child), message));
            }
        }
    }
    let domains = domains.into_iter().map(|domain| domain.or_else(|| others.clone()));
    Ok((domains.collect(), symbolic))
}

/// The domains of an array that is already declared.
fn like(
    node: Node<'_, '_>,
    array: &Array,
    (model, open): (&Model, &[Open]),
    other: &str,
) -> Result<(Vec<Option<Domain>>, bool), InputError> {
    let Some(&at) = model.names.get(other) else {
        return Err(InputError::expected(
            span(node),
            "a declared name for `as`",
            format!("`{other}`"),
        ));
    };
    let domain_of = |cell: &Option<usize>| {
        let cell = (*cell)?;
        let values = || Domain::Values(model.variables[cell].domain.clone());
        // They are in the order of the variables.
        let found = open.binary_search_by_key(&cell, |open| open.variable).ok();
        let open = found.and_then(|at| Some((&open[at], open[at].bounds?)));
        Some(open.map_or_else(values, |(open, bounds)| {
            let is_whole = open.intervals.is_empty();
            let intervals = if is_whole { Arc::from([bounds]) } else { open.intervals.clone() };
            Domain::Open(intervals, open.span.clone())
        }))
    };
    let domains: Vec<Option<Domain>> = model.arrays[at].cells.iter().map(domain_of).collect();
    let mut cells = model.arrays[at].cells.iter().flatten();
    let symbolic = cells.any(|&cell| model.variables[cell].symbolic);
    match domains.len() {
        length if length == array.cells.len() => Ok((domains, symbolic)),
        1 => Ok((vec![domains[0].clone(); array.cells.len()], symbolic)),
        length => {
            let expected = format!("an array of {} cells for `as`", array.cells.len());
            Err(InputError::expected(span(node), expected, length.to_string()))
        }
    }
}

/// The positions of the cells in a text such as `x[0] x[2..3]`.
fn cells_of(text: &str, array: &Array, place: Span) -> Result<Vec<usize>, InputError> {
    let mut all = Vec::new();
    for word in text.split_whitespace() {
        let mut cursor = Cursor::new(word, place.start);
        let id = cursor.word();
        if id != array.id {
            let expected = format!("cells of `{}` for `for`", array.id);
            return Err(InputError::expected(place, expected, format!("`{word}`")));
        }
        let mut subscripts = Vec::new();
        let here = |mut error: InputError| {
            error.span = Some(place.clone());
            error
        };
        while cursor.eat("[") {
            let every = cursor.peek() == Some(']');
            let subscript = if every { None } else { Some(cursor.interval().map_err(here)?) };
            cursor.expect("]").map_err(here)?;
            subscripts.push(subscript);
        }
        if cursor.more() {
            return Err(here(cursor.expected("a subscript")));
        }
        all.extend(positions(array, &subscripts, place.clone())?);
    }
    Ok(all)
}

/// Reads words, at least one; returns their numbers.
fn words(node: Node<'_, '_>, model: &mut Model) -> Result<Domain, InputError> {
    let texts = node.children().filter_map(|child| child.text()).flat_map(str::split_whitespace);
    let mut values: Vec<Value> = Vec::new();
    for word in texts {
        // It would be read as a number everywhere.
        if number(word).is_some() {
            let expected = "words that are not numbers";
            return Err(InputError::expected(span(node), expected, format!("`{word}`")));
        }
        values.push(model.symbols.add(word));
    }
    if values.is_empty() {
        return Err(InputError::expected(span(node), "the values of a variable", "none"));
    }
    values.sort_unstable();
    values.dedup();
    Ok(Domain::Values(values.into()))
}

/// Reads values and intervals, at least one. There may be too many values to list: constraints can leave fewer.
fn domain(node: Node<'_, '_>) -> Result<Domain, InputError> {
    let mut intervals: Vec<(i64, i64)> = Vec::new();
    let (mut place, mut largest) = (span(node), 0);
    for text in node.children().filter(Node::is_text) {
        let mut cursor = Cursor::new(text.text().unwrap_or_default(), text.range().start);
        while cursor.more() {
            let start = cursor.position();
            let (low, high) = cursor.interval()?;
            if low.abs_diff(high) >= largest {
                (place, largest) = (cursor.since(start), low.abs_diff(high));
            }
            intervals.push((low, high));
        }
    }
    let is_long = match intervals[..] {
        [] => return Err(InputError::expected(span(node), "the values of a variable", "none")),
        [ends] => !is_short(ends),
        _ => false,
    };
    if let Some(values) = values_of(&intervals).filter(|_| !is_long) {
        return Ok(Domain::Values(values));
    }
    if intervals.len() > MAX_INTERVALS {
        let expected =
            format!("at most {MAX_VALUES} values of at most 31 bits, or {MAX_INTERVALS} intervals");
        return Err(InputError::expected(place, expected, "a larger domain"));
    }
    Ok(Domain::Open(intervals.into(), place))
}
