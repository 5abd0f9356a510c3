//! Reads tables and automata.

use std::collections::HashMap;
use std::sync::Arc;

use roxmltree::Node;

use super::constraints::{Read, require};
use super::cursor::Cursor;
use super::structure::{Parts, has_arguments};
use super::{Reader, span};
use crate::Expr;
use crate::symbols::Sort;
use crate::tree::{Automaton, Constraint, Tuples};
use cnfetti_core::csp::Value;
use cnfetti_input::InputError;

impl Reader<'_> {
    pub(super) fn extension(&mut self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "supports", "conflicts"])?;
        let scope = self.filled_list(parts.one("list")?)?;
        let (tuples, positive) = match (parts.maybe("supports")?, parts.maybe("conflicts")?) {
            (Some(node), None) => (node, true),
            (None, Some(node)) => (node, false),
            _ => {
                let expected = "<supports> or <conflicts>";
                return Err(InputError::expected(span(node), expected, "none or both"));
            }
        };
        let sorts: Vec<Sort> = scope.iter().map(|expr| self.names.0.sort(expr)).collect();
        let tuples = match self.tables.get(&tuples.id()) {
            Some((known, of)) if *of == sorts => known.clone(),
            _ => {
                let read = Arc::new(self.tuples(tuples, &sorts)?);
                if !has_arguments(tuples) {
                    self.tables.insert(tuples.id(), (read.clone(), sorts));
                }
                read
            }
        };
        Ok(Constraint::Extension { scope, tuples, positive })
    }

    /// Reads `(1,2)(3,*)`, or `1 3..5` for a single variable.
    fn tuples(&self, node: Node<'_, '_>, sorts: &[Sort]) -> Result<Tuples, InputError> {
        let mut cells = Vec::new();
        for mut text in self.texts(node) {
            while text.more() {
                if text.peek() == Some('(') {
                    self.tuple(&mut text, sorts, &mut cells)?;
                } else if let [sort] = *sorts {
                    self.column(&mut text, sort, &mut cells)?;
                } else {
                    return Err(text.expected("a tuple such as (1,2)"));
                }
            }
        }
        Ok(Tuples { arity: sorts.len(), cells })
    }

    pub(super) fn regular(&mut self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "transitions", "start", "final"])?;
        let list = parts.one("list")?;
        let scope = self.filled_list(list)?;
        let transitions = parts.one("transitions")?;
        let (start, finals) = (parts.one("start")?, parts.one("final")?);
        let sort = self.one_sort(&scope, list)?;
        if let Some((known, of)) = self.automata.get(&transitions.id())
            && *of == sort
        {
            return Ok(Constraint::Regular { scope, automaton: known.clone() });
        }
        let mut states = States::default();
        let read = self.transitions(transitions, sort, &mut states)?;
        let start = states.number(self.word(start));
        let words = self.word(finals).split_whitespace();
        let finals: Vec<usize> = words.map(|word| states.number(word)).collect();
        let automaton = Automaton { states: states.names, transitions: read, start, finals };
        let automaton = Arc::new(automaton);
        self.automata.insert(transitions.id(), (automaton.clone(), sort));
        Ok(Constraint::Regular { scope, automaton })
    }

    /// A decision diagram is an automaton: it starts at the state without incoming transitions,
    /// and ends at the one without outgoing ones.
    pub(super) fn mdd(&mut self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "transitions"])?;
        let list = parts.one("list")?;
        let scope = self.filled_list(list)?;
        let (sort, node) = (self.one_sort(&scope, list)?, parts.one("transitions")?);
        if let Some((known, of)) = self.automata.get(&node.id())
            && *of == sort
        {
            return Ok(Constraint::Regular { scope, automaton: known.clone() });
        }
        let mut states = States::default();
        let transitions = self.transitions(node, sort, &mut states)?;
        let (mut reached, mut left) = (vec![false; states.names.len()], Vec::new());
        left.resize(states.names.len(), false);
        for &(from, _, to) in &transitions {
            (left[from], reached[to]) = (true, true);
        }
        let roots: Vec<usize> = (0..reached.len()).filter(|&state| !reached[state]).collect();
        let finals: Vec<usize> = (0..left.len()).filter(|&state| !left[state]).collect();
        require(node, "root of the diagram", 1, roots.len())?;
        let automaton = Automaton { states: states.names, transitions, start: roots[0], finals };
        let automaton = Arc::new(automaton);
        self.automata.insert(node.id(), (automaton.clone(), sort));
        Ok(Constraint::Regular { scope, automaton })
    }

    /// The type of a list's values, which must be the same for all positions.
    fn one_sort(&self, list: &[Expr], node: Node<'_, '_>) -> Result<Sort, InputError> {
        let sort = self.sort(list);
        if list.iter().all(|expr| self.names.0.sort(expr) == sort) {
            return Ok(sort);
        }
        Err(InputError::expected(span(node), "only numbers, or only words", "both"))
    }

    /// Reads `(q0,1,q2)(q2,0,q0)`.
    fn transitions(
        &self,
        node: Node<'_, '_>,
        sort: Sort,
        states: &mut States,
    ) -> Result<Vec<(usize, Value, usize)>, InputError> {
        let mut transitions = Vec::new();
        for mut text in self.texts(node) {
            while text.more() {
                text.expect("(")?;
                let from = state(&mut text, states)?;
                text.expect(",")?;
                let value = self.value(&mut text, sort)?;
                text.expect(",")?;
                let to = state(&mut text, states)?;
                text.expect(")")?;
                transitions.push((from, value, to));
            }
        }
        Ok(transitions)
    }

    /// Reads a number, or a word that is a value of symbolic variables.
    fn value(&self, text: &mut Cursor<'_>, sort: Sort) -> Result<Value, InputError> {
        text.more();
        let start = text.position();
        if sort == Sort::Word {
            let word = Cursor::new(text.rest(), start).word();
            let number = self.names.0.symbols.number(word);
            let number = number.ok_or_else(|| text.expected("a word of some domain"))?;
            text.word();
            return Ok(number);
        }
        let number = text.number()?;
        number.try_into().map_err(|_| {
            let expected = format!("a value from {} to {}", Value::MIN, Value::MAX);
            InputError::expected(text.since(start), expected, number.to_string())
        })
    }

    fn tuple(
        &self,
        text: &mut Cursor<'_>,
        sorts: &[Sort],
        cells: &mut Vec<Option<Value>>,
    ) -> Result<(), InputError> {
        let (start, before) = (text.position(), cells.len());
        text.expect("(")?;
        loop {
            text.more();
            // A row that is too long is refused below, whatever its type.
            let sort = sorts.get(cells.len() - before).copied().unwrap_or(Sort::Number);
            let cell = if text.eat("*") { None } else { Some(self.value(text, sort)?) };
            cells.push(cell);
            text.more();
            if !text.eat(",") {
                text.expect(")")?;
                break;
            }
        }
        let found = cells.len() - before;
        if found == sorts.len() {
            return Ok(());
        }
        let expected = format!("{} values", sorts.len());
        Err(InputError::expected(text.since(start), expected, found.to_string()))
    }

    /// Reads the values of a table with one column.
    fn column(
        &self,
        text: &mut Cursor<'_>,
        sort: Sort,
        cells: &mut Vec<Option<Value>>,
    ) -> Result<(), InputError> {
        if text.eat("*") {
            cells.push(None);
            return Ok(());
        }
        let start = text.position();
        if sort == Sort::Word {
            cells.push(Some(self.value(text, sort)?));
            return Ok(());
        }
        let (low, high) = text.interval()?;
        let range = Value::try_from(low).ok().zip(Value::try_from(high).ok());
        let short = |&(low, high): &(Value, Value)| i64::from(high) - i64::from(low) < 4_000_000;
        let Some((low, high)) = range.filter(short) else {
            let found = format!("{low}..{high}");
            return Err(InputError::expected(
                text.since(start),
                "a short interval of values",
                found,
            ));
        };
        cells.extend((low..=high).map(Some));
        Ok(())
    }
}

/// States by their names, numbered in order of appearance.
#[derive(Default)]
struct States {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl States {
    fn number(&mut self, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        self.numbers.insert(name.to_owned(), self.names.len());
        self.names.push(name.to_owned());
        self.names.len() - 1
    }
}

fn state(text: &mut Cursor<'_>, states: &mut States) -> Result<usize, InputError> {
    text.more();
    match text.word() {
        "" => Err(text.expected("the name of a state")),
        name => Ok(states.number(name)),
    }
}
