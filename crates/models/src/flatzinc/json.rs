//! FlatZinc as JSON, `.fzn.json`: the same items as in its own syntax.

use std::collections::HashSet;

use super::parser::{Declaration, Item, Placed, Term, Type, number};
use crate::ratio::Ratio;
use cnfetti_input::{InputError, Json, Span};

/// More variables, arrays, constraints or items of a list are refused.
const MAX_ITEMS: usize = 2_000_000;

/// Whether a text is a FlatZinc file as JSON.
pub(super) fn is_json(text: &str) -> bool {
    let keys = ["\"variables\"", "\"constraints\"", "\"solve\""];
    text.trim_start().starts_with('{') && keys.iter().all(|key| text.contains(key))
}

/// The items of a file: declarations first.
pub(super) fn items(source: &str) -> Result<Vec<Item<'_>>, InputError> {
    let document = Json::parse(source)?;
    let mut parts: [Option<Json<'_>>; 5] = [None; 5];
    const KEYS: [&str; 5] = ["variables", "arrays", "constraints", "output", "solve"];
    for (key, value) in document.entries("an object with variables, constraints and solve")? {
        match KEYS.iter().position(|name| *name == key) {
            Some(at) => parts[at] = Some(value),
            None if key == "version" => {}
            None => {
                let expected = format!("{}, or version", KEYS.join(", "));
                return Err(InputError::expected(value.span(), expected, format!("`{key}`")));
            }
        }
    }
    let [variables, arrays, constraints, output, solve] = parts;
    let outputs = list(output)?.into_iter().map(|name| name.name("a name"));
    let outputs = outputs.collect::<Result<HashSet<_>, _>>()?;
    let (mut items, mut booleans, mut floats) = (Vec::new(), HashSet::new(), HashSet::new());
    for (value, name) in named(variables)? {
        let declaration = variable(value, name, outputs.contains(name))?;
        match declaration.ty {
            Type::Bool => booleans.insert(name),
            Type::Float(_) => floats.insert(name),
            Type::Int | Type::Within(_) | Type::Set => false,
        };
        items.push(Item::Declaration(declaration));
    }
    for (value, name) in named(arrays)? {
        items.push(Item::Declaration(array(
            value,
            name,
            outputs.contains(name),
            (&booleans, &floats),
        )?));
    }
    for value in list(constraints)? {
        items.push(constraint(value)?);
    }
    if let Some(value) = solve {
        items.push(solve_item(value)?);
    }
    Ok(items)
}

/// The entries of an object, with their names.
fn named(object: Option<Json<'_>>) -> Result<Vec<(Json<'_>, &str)>, InputError> {
    let Some(object) = object else { return Ok(Vec::new()) };
    object.named_entries("an object", MAX_ITEMS)
}

fn list(array: Option<Json<'_>>) -> Result<Vec<Json<'_>>, InputError> {
    match array {
        Some(array) => array.items("an array", "items", MAX_ITEMS),
        None => Ok(Vec::new()),
    }
}

/// The entries of an object with these names; any other is an error.
fn fields<'s, const N: usize>(
    object: Json<'s>,
    names: [&str; N],
) -> Result<[Option<Json<'s>>; N], InputError> {
    let mut found = [None; N];
    for (key, value) in object.entries("an object")? {
        match names.iter().position(|name| *name == key) {
            Some(at) => found[at] = Some(value),
            None => {
                let expected = names.join(", ");
                return Err(InputError::expected(value.span(), expected, format!("`{key}`")));
            }
        }
    }
    Ok(found)
}

fn variable<'s>(
    object: Json<'s>,
    name: &'s str,
    is_output: bool,
) -> Result<Declaration<'s>, InputError> {
    let [ty, domain, rhs, introduced, defined, _] =
        fields(object, ["type", "domain", "rhs", "introduced", "defined", "ann"])?;
    let ty = ty.ok_or_else(|| object.expected("a type"))?;
    let ty = match (ty.name("a type")?, domain) {
        ("bool", _) => Type::Bool,
        ("int", Some(domain)) => Type::Within(intervals(domain)?),
        ("int", None) => Type::Int,
        ("float", None) => Type::Float(None),
        ("float", Some(domain)) => Type::Float(Some(limits(domain)?)),
        ("set of int", _) => Type::Set,
        _ => return Err(ty.expected("bool, int, float or set of int")),
    };
    let span = object.start();
    let mut annotations = Vec::new();
    let mut annotate =
        |name| annotations.push(Placed { term: Term::Name(name), span: span.clone() });
    if is_true(introduced) {
        annotate("var_is_introduced");
    }
    if is_true(defined) {
        annotate("is_defined_var");
    }
    if is_output {
        annotate("output_var");
    }
    let value = rhs.map(term).transpose()?;
    Ok(Declaration { name, span, ty, is_var: true, size: None, annotations, value })
}

fn array<'s>(
    object: Json<'s>,
    name: &'s str,
    is_output: bool,
    (booleans, floats): (&HashSet<&str>, &HashSet<&str>),
) -> Result<Declaration<'s>, InputError> {
    let [cells, ..] = fields(object, ["a", "ann", "introduced", "defined"])?;
    let value = term(cells.ok_or_else(|| object.expected("an array `a`"))?)?;
    let Term::List(items) = &value.term else {
        return Err(InputError::expected(value.span, "an array", "something else"));
    };
    let (span, size) = (object.start(), items.len() as i64);
    // A list of sets is a parameter; all other lists can be used as variables.
    let is_var = !items.iter().any(|item| matches!(item.term, Term::Set(_) | Term::Other));
    let is_boolean = |item: &Placed<'_>| match item.term {
        Term::Bool(_) => true,
        Term::Name(name) => booleans.contains(name),
        _ => false,
    };
    let is_float = |item: &Placed<'_>| match item.term {
        Term::Float(_) => true,
        Term::Name(name) => floats.contains(name),
        _ => false,
    };
    let ty = match is_var {
        true if items.iter().any(is_float) => Type::Float(None),
        true if items.iter().all(is_boolean) => Type::Bool,
        true => Type::Int,
        false => Type::Set,
    };
    let mut annotations = Vec::new();
    if is_output {
        let placed = |term| Placed { term, span: span.clone() };
        let range = placed(Term::Set(if size > 0 { vec![(1, size)] } else { Vec::new() }));
        let ranges = placed(Term::List(vec![range]));
        annotations.push(placed(Term::Call("output_array", vec![ranges])));
    }
    Ok(Declaration { name, span, ty, is_var, size: Some(size), annotations, value: Some(value) })
}

fn constraint(object: Json<'_>) -> Result<Item<'_>, InputError> {
    let [id, args, ..] = fields(object, ["id", "args", "ann", "defines"])?;
    let id = id.ok_or_else(|| object.expected("a constraint with its id"))?;
    let args = list(args)?.into_iter().map(term).collect::<Result<Vec<_>, _>>()?;
    Ok(Item::Constraint { name: id.name("the name of a constraint")?, args, span: id.span() })
}

fn solve_item(object: Json<'_>) -> Result<Item<'_>, InputError> {
    let [method, objective, _] = fields(object, ["method", "objective", "ann"])?;
    let method = method.ok_or_else(|| object.expected("a method"))?;
    let span = method.span();
    let is_maximum = match method.name("a method")? {
        "satisfy" => return Ok(Item::Solve { objective: None, span }),
        "minimize" => false,
        "maximize" => true,
        _ => return Err(method.expected("satisfy, minimize or maximize")),
    };
    let objective = objective.ok_or_else(|| object.expected("an objective"))?;
    Ok(Item::Solve { objective: Some((is_maximum, term(objective)?)), span })
}

fn is_true(value: Option<Json<'_>>) -> bool {
    value.is_some_and(|value| value.raw() == "true")
}

fn term(value: Json<'_>) -> Result<Placed<'_>, InputError> {
    let term = match value.raw().as_bytes() {
        b"true" => Term::Bool(true),
        b"false" => Term::Bool(false),
        [b'"', ..] => Term::Name(value.name("a name")?),
        [b'[', ..] => {
            let items = value.items("a list", "items", MAX_ITEMS)?.into_iter();
            Term::List(items.map(flat_term).collect::<Result<_, _>>()?)
        }
        _ => return flat_term(value),
    };
    Ok(Placed { term, span: short(value) })
}

/// A term other than a list.
fn flat_term(value: Json<'_>) -> Result<Placed<'_>, InputError> {
    let term = match value.raw().as_bytes() {
        b"true" => Term::Bool(true),
        b"false" => Term::Bool(false),
        [b'"', ..] => Term::Name(value.name("a name")?),
        [b'{', ..] => match fields(value, ["set", "string"])? {
            [Some(set), None] => Term::Set(intervals(set)?),
            _ => Term::Other,
        },
        text if text.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) => {
            Term::Float(value.raw())
        }
        _ => Term::Int(value.integer(i64::MIN..=i64::MAX)?),
    };
    Ok(Placed { term, span: short(value) })
}

/// `[[1,3],[5,5]]`
fn intervals(value: Json<'_>) -> Result<Vec<(i64, i64)>, InputError> {
    let pair = |pair: Json<'_>| {
        let [low, high] = pair.two_items("a range such as [1,3]")?;
        let number = |end: Json<'_>| end.integer(i64::MIN..=i64::MAX);
        Ok((number(low)?, number(high)?))
    };
    value.items("a list of ranges", "ranges", MAX_ITEMS)?.into_iter().map(pair).collect()
}

/// `[[0.5,3.0]]`
fn limits(domain: Json<'_>) -> Result<(Ratio, Ratio), InputError> {
    let ranges = domain.items("a list of ranges", "ranges", MAX_ITEMS)?;
    let [range] = ranges[..] else { return Err(domain.expected("one range such as [0.5,3.0]")) };
    let [low, high] = range.two_items("a range such as [0.5,3.0]")?;
    let bound = |end: Json<'_>| number(end.raw(), &end.span());
    Ok((bound(low)?, bound(high)?))
}

/// The place of a value, cut short if it is long.
fn short(value: Json<'_>) -> Span {
    let span = value.span();
    if span.len() > 60 { value.start() } else { span }
}
