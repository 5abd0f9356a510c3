//! The global constraints that MiniZinc keeps for this solver: those of our library of redefinitions
//! (`crates/models/src/flatzinc/library`), under the names that it gives them.

use std::sync::Arc;

use super::names::{Names, found, item, wrong};
use super::parser::Placed;
use crate::tree::{Automaton, Comparison, Condition, Constraint, Link, Occurs, Tuples};
use crate::{Expr, Operator};
use cnfetti_core::csp::Value;
use cnfetti_core::plural::counted;
use cnfetti_input::{InputError, Span};

type Read = fn(&Names<'_>, &[Placed<'_>]) -> Result<Constraint, InputError>;

/// Every global constraint, with the number of its arguments.
const GLOBALS: &[(&str, usize, Read)] = &[
    ("cnfetti_all_different", 1, |names, args| {
        Ok(Constraint::AllDifferent { list: names.list(&args[0])?, except: Vec::new() })
    }),
    ("cnfetti_all_different_except_0", 1, |names, args| {
        Ok(Constraint::AllDifferent { list: names.list(&args[0])?, except: vec![0] })
    }),
    ("cnfetti_table", 2, table),
    ("cnfetti_table_bool", 2, table),
    ("cnfetti_regular", 6, regular),
    ("cnfetti_regular_nfa", 7, regular_nfa),
    ("cnfetti_global_cardinality", 4, |names, args| {
        let occurs = names.list(&args[2])?.into_iter().map(Occurs::Exactly);
        cardinality(names, args, occurs.collect(), &args[3])
    }),
    ("cnfetti_global_cardinality_low_up", 5, |names, args| {
        let (low, up) = (names.numbers(&args[2])?, names.numbers(&args[3])?);
        if low.len() != up.len() {
            return Err(one_each((&args[3], up.len()), low.len(), "least number"));
        }
        let occurs = low.into_iter().zip(up).map(|(low, up)| Occurs::Between(low, up));
        cardinality(names, args, occurs.collect(), &args[4])
    }),
    ("cnfetti_count_eq", 3, |names, args| {
        let condition = Condition::Compare(Comparison::Equal, names.expr(&args[2])?);
        let values = vec![names.expr(&args[1])?];
        Ok(Constraint::Count { list: names.list(&args[0])?, values, condition })
    }),
    ("cnfetti_increasing", 1, |names, args| {
        let list = names.list(&args[0])?;
        Ok(Constraint::Ordered { list, lengths: Vec::new(), relation: Comparison::AtMost })
    }),
    ("cnfetti_lex_less", 2, |names, args| lex(names, args, Comparison::Less)),
    ("cnfetti_lex_lesseq", 2, |names, args| lex(names, args, Comparison::AtMost)),
    ("cnfetti_lex_less_bool", 2, |names, args| lex(names, args, Comparison::Less)),
    ("cnfetti_lex_lesseq_bool", 2, |names, args| lex(names, args, Comparison::AtMost)),
    ("cnfetti_inverse", 4, |names, args| {
        Ok(Constraint::Channel {
            first: names.list(&args[0])?,
            first_start: names.number(&args[1])?,
            second: names.list(&args[2])?,
            second_start: names.number(&args[3])?,
        })
    }),
    ("cnfetti_circuit", 2, |names, args| {
        let list = names.list(&args[0])?;
        let all = Expr::Number(list.len() as i64);
        let size = Some(Condition::Compare(Comparison::Equal, all));
        Ok(Constraint::Circuit { list, start: names.number(&args[1])?, size })
    }),
    ("cnfetti_subcircuit", 2, |names, args| {
        let (list, start) = (names.list(&args[0])?, names.number(&args[1])?);
        Ok(Constraint::Circuit { list, start, size: None })
    }),
    ("cnfetti_connected", 5, connected),
    ("cnfetti_cumulative", 4, |names, args| {
        let origins = names.list(&args[0])?;
        let [lengths, heights] = [1, 2].map(|at| as_many(names, &args[at], origins.len()));
        let condition = Condition::Compare(Comparison::AtMost, names.expr(&args[3])?);
        let (lengths, heights, ends) = (lengths?, heights?, Vec::new());
        Ok(Constraint::Cumulative { origins, lengths, ends, heights, condition })
    }),
    ("cnfetti_no_overlap", 4, no_overlap),
    ("cnfetti_nvalue", 2, |names, args| {
        let condition = Condition::Compare(Comparison::Equal, names.expr(&args[0])?);
        Ok(Constraint::DistinctCount { list: names.list(&args[1])?, except: Vec::new(), condition })
    }),
    ("cnfetti_value_precede_chain", 2, |names, args| {
        let values = names.numbers(&args[0])?;
        Ok(Constraint::Precedence { list: names.list(&args[1])?, values, covered: false })
    }),
];

/// The constraint with this name.
pub(super) fn constraint(
    names: &Names<'_>,
    name: &str,
    args: &[Placed<'_>],
    span: &Span,
) -> Result<Constraint, InputError> {
    match GLOBALS.iter().find(|(row, ..)| *row == name) {
        Some((_, number, read)) if *number == args.len() => read(names, args),
        Some((_, number, _)) => {
            let expected = format!("{number} arguments of {name}");
            Err(InputError::expected(span.clone(), expected, args.len().to_string()))
        }
        None => {
            let expected = "a constraint of FlatZinc over int and bool";
            let found = format!("`{name}` with {} arguments", args.len());
            let error = InputError::expected(span.clone(), expected, found);
            Err(match name {
                _ if name.starts_with("float") => error.help("floats are not supported"),
                _ if name.starts_with("set_") => {
                    error.help("`include \"nosets.mzn\";` in the model writes sets as Booleans")
                }
                _ => error.help("`minizinc --solver cnfetti` compiles models with our library"),
            })
        }
    }
}

fn table(names: &Names<'_>, args: &[Placed<'_>]) -> Result<Constraint, InputError> {
    let (scope, numbers) = (names.list(&args[0])?, names.numbers(&args[1])?);
    if scope.is_empty() {
        return Err(wrong(&args[0], "a list that is not empty"));
    }
    if !numbers.len().is_multiple_of(scope.len()) {
        let rows = format!("rows of {}", counted(scope.len() as u64, "number"));
        return Err(found(&args[1], rows, counted(numbers.len() as u64, "number")));
    }
    let values = numbers.iter().map(|&number| Value::try_from(number).ok().map(Some));
    if let Some(cells) = values.collect() {
        let tuples = Arc::new(Tuples { arity: scope.len(), cells });
        return Ok(Constraint::Extension { scope, tuples, positive: true });
    }
    // Only expressions have numbers of any size.
    let row = |row: &[i64]| {
        let is_cell = |(cell, &number): (&Expr, &i64)| {
            Expr::two(Operator::Eq, cell.clone(), Expr::Number(number))
        };
        Expr::Apply(Operator::And, scope.iter().zip(row).map(is_cell).collect())
    };
    let rows = numbers.chunks(scope.len()).map(row).collect();
    Ok(Constraint::Intension(Expr::Apply(Operator::Or, rows)))
}

/// The arguments are: variables, the numbers of states and symbols, the next state for each state and symbol
/// (0 for none), the first state, the final states. States and symbols count from 1.
fn regular(names: &Names<'_>, args: &[Placed<'_>]) -> Result<Constraint, InputError> {
    let scope = names.list(&args[0])?;
    let (states, symbols) = (names.number(&args[1])?, names.number(&args[2])?);
    let next = names.numbers(&args[3])?;
    for (number, place, of) in [(states, &args[1], "states"), (symbols, &args[2], "symbols")] {
        if number < 1 {
            return Err(found(
                place,
                format!("at least 1 as the number of {of}"),
                number.to_string(),
            ));
        }
    }
    if states.checked_mul(symbols) != Some(next.len() as i64) {
        let rows = format!("{} of {}", counted(states, "row"), counted(symbols, "state"));
        return Err(found(&args[3], rows, counted(next.len() as u64, "state")));
    }
    let mut transitions = Vec::new();
    for (at, &to) in next.iter().enumerate().filter(|&(_, &to)| to != 0) {
        let (from, symbol) = (at / symbols as usize, at % symbols as usize + 1);
        transitions.push((from, symbol as Value, state(to, states, item(&args[3], at))?));
    }
    accepted(names, scope, states, transitions, &args[4..])
}

/// The same for a nondeterministic automaton: its transitions are three lists, of source states, symbols and
/// target states. A state may have several transitions with one symbol.
fn regular_nfa(names: &Names<'_>, args: &[Placed<'_>]) -> Result<Constraint, InputError> {
    let (scope, states) = (names.list(&args[0])?, names.number(&args[1])?);
    let [from, by, to] = [&args[2], &args[3], &args[4]].map(|list| names.numbers(list));
    let (from, by, to) = (from?, by?, to?);
    if by.len() != from.len() || to.len() != from.len() {
        let place =
            if by.len() == from.len() { (&args[4], to.len()) } else { (&args[3], by.len()) };
        return Err(one_each(place, from.len(), "transition"));
    }
    let mut transitions = Vec::new();
    for (at, ((&from, &symbol), &to)) in from.iter().zip(&by).zip(&to).enumerate() {
        let from = state(from, states, item(&args[2], at))?;
        let to = state(to, states, item(&args[4], at))?;
        let place = item(&args[3], at);
        let too_large = |_| found(place, "a value of at most 31 bits".into(), symbol.to_string());
        transitions.push((from, Value::try_from(symbol).map_err(too_large)?, to));
    }
    accepted(names, scope, states, transitions, &args[5..])
}

/// The index of a state, which counts from 1.
fn state(number: i64, states: i64, place: &Placed<'_>) -> Result<usize, InputError> {
    match number {
        1.. if number <= states => Ok(number as usize - 1),
        _ => Err(found(place, format!("states from 1 to {states}"), format!("state {number}"))),
    }
}

/// The error that a list should have so many numbers, one for each such thing.
fn one_each((list, len): (&Placed<'_>, usize), expected: usize, thing: &str) -> InputError {
    let expected = format!("{}, one for each {thing}", counted(expected as u64, "number"));
    found(list, expected, len.to_string())
}

/// The words that lead from the first state to a final one; the last two arguments give these states.
fn accepted(
    names: &Names<'_>,
    scope: Vec<Expr>,
    states: i64,
    transitions: Vec<(usize, Value, usize)>,
    ends: &[Placed<'_>],
) -> Result<Constraint, InputError> {
    let start = state(names.number(&ends[0])?, states, &ends[0])?;
    let last = names.set(&ends[1])?;
    let is_last = |number: i64| last.iter().any(|&(low, high)| (low..=high).contains(&number));
    let finals = (1..=states).filter(|&number| is_last(number)).map(|number| number as usize - 1);
    let automaton = Automaton {
        states: (1..=states).map(|number| number.to_string()).collect(),
        transitions,
        start,
        finals: finals.collect(),
    };
    Ok(Constraint::Regular { scope, automaton: Arc::new(automaton) })
}

/// The arguments are: nodes, the sources and targets of the edges, the edges, and whether the graph may be
/// empty. Nodes count from 1.
fn connected(names: &Names<'_>, args: &[Placed<'_>]) -> Result<Constraint, InputError> {
    let (places, edges) = (names.list(&args[0])?, names.list(&args[3])?);
    let ends = |at: usize| -> Result<Vec<usize>, InputError> {
        let numbers = names.numbers(&args[at])?;
        if numbers.len() != edges.len() {
            return Err(one_each((&args[at], numbers.len()), edges.len(), "edge"));
        }
        let node = |(index, &number): (usize, &i64)| match usize::try_from(number) {
            Ok(node) if (1..=places.len()).contains(&node) => Ok(node - 1),
            _ => {
                let expected = format!("nodes from 1 to {}", places.len());
                Err(found(item(&args[at], index), expected, format!("node {number}")))
            }
        };
        numbers.iter().enumerate().map(node).collect()
    };
    let ends = ends(1)?.into_iter().zip(ends(2)?).map(|(from, to)| [from, to]);
    let links = ends.zip(&edges).map(|(ends, edge)| Link { ends, condition: Some(edge.clone()) });
    let links = links.collect();
    Ok(Constraint::Connected { places, links, may_be_empty: names.number(&args[4])? != 0 })
}

/// The arguments are: the origins of the boxes in each dimension, box by box, their lengths, the number of
/// dimensions, and whether boxes with a length of 0 may lie anywhere.
fn no_overlap(names: &Names<'_>, args: &[Placed<'_>]) -> Result<Constraint, InputError> {
    let origins = names.list(&args[0])?;
    let lengths = as_many(names, &args[1], origins.len())?;
    let dimensions = usize::try_from(names.number(&args[2])?).unwrap_or(0);
    if dimensions == 0 || !origins.len().is_multiple_of(dimensions) {
        return Err(wrong(&args[2], &format!("a number that divides {}", origins.len())));
    }
    let boxes = |list: Vec<Expr>| list.chunks(dimensions).map(<[Expr]>::to_vec).collect();
    let (origins, lengths) = (boxes(origins), boxes(lengths));
    Ok(Constraint::NoOverlap { origins, lengths, zero_ignored: names.number(&args[3])? != 0 })
}

/// A list with this many items.
fn as_many(names: &Names<'_>, place: &Placed<'_>, len: usize) -> Result<Vec<Expr>, InputError> {
    let list = names.list(place)?;
    match list.len() == len {
        true => Ok(list),
        false => {
            let expected = format!("a list of {len} numbers or variables");
            Err(found(place, expected, format!("one of {}", list.len())))
        }
    }
}

fn cardinality(
    names: &Names<'_>,
    args: &[Placed<'_>],
    occurs: Vec<Occurs>,
    closed: &Placed<'_>,
) -> Result<Constraint, InputError> {
    let (list, cover) = (names.list(&args[0])?, names.numbers(&args[1])?);
    if cover.len() != occurs.len() {
        return Err(one_each((&args[2], occurs.len()), cover.len(), "value"));
    }
    let values = cover.into_iter().map(Expr::Number).collect();
    Ok(Constraint::Cardinality { list, values, occurs, closed: names.number(closed)? != 0 })
}

fn lex(
    names: &Names<'_>,
    args: &[Placed<'_>],
    relation: Comparison,
) -> Result<Constraint, InputError> {
    let lists = vec![names.list(&args[0])?, names.list(&args[1])?];
    if lists[0].is_empty() {
        return Err(wrong(&args[0], "a list that is not empty"));
    }
    if lists[0].len() != lists[1].len() {
        let expected = format!("a list of {}", counted(lists[0].len() as u64, "variable"));
        return Err(found(&args[1], expected, format!("one of {}", lists[1].len())));
    }
    Ok(Constraint::Lex { lists, columns: false, relation })
}
