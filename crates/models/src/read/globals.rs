//! Readers of constraints that count, look up and link.

use roxmltree::Node;

use super::constraints::{Read, rank, require, start_index};
use super::cursor::Cursor;
use super::structure::{Parts, flag, integer};
use super::{Reader, span};
use crate::{Comparison, Condition, Constraint, Element, Expr, Extreme, Occurs};
use cnfetti_input::InputError;

impl Reader<'_> {
    /// Reads a number of occurrences, or several: `2`, `0..3`, `x`, `1x5`.
    pub(super) fn occurrences(
        &self,
        text: &mut Cursor<'_>,
        occurs: &mut Vec<Occurs>,
    ) -> Result<(), InputError> {
        let rest = text.rest();
        let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') && word.contains("..") {
            let (low, high) = text.interval()?;
            occurs.push(Occurs::Between(low, high));
            return Ok(());
        }
        let mut items = Vec::new();
        self.item(text, &mut items)?;
        occurs.extend(items.into_iter().map(Occurs::Exactly));
        Ok(())
    }

    pub(super) fn extreme(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "condition"])?;
        Ok(Constraint::Extreme {
            extreme: extreme(node),
            list: self.filled_list(parts.one("list")?)?,
            condition: self.condition(parts.one("condition")?)?,
        })
    }

    pub(super) fn extreme_arg(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "condition"])?;
        let list = parts.one("list")?;
        Ok(Constraint::ExtremeArg {
            extreme: extreme(node),
            list: self.filled_list(list)?,
            start: start_index(list)?,
            rank: rank(node)?,
            condition: self.condition(parts.one("condition")?)?,
        })
    }

    pub(super) fn element(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "matrix", "index", "value", "condition"])?;
        let index = parts.maybe("index")?;
        let element = match (parts.maybe("matrix")?, index) {
            (Some(matrix), index) => {
                let start = |name| integer(matrix, name, 0);
                let starts = [start("startRowIndex")?, start("startColIndex")?];
                let missing = || InputError::expected(span(node), "<index>", "none");
                let index = index.ok_or_else(missing)?;
                let found = self.list(index)?;
                let place = span(index);
                let index: [Expr; 2] = found.try_into().map_err(|found: Vec<Expr>| {
                    let found = found.len().to_string();
                    InputError::expected(place, "a row and a column", found)
                })?;
                Element::Matrix { rows: self.matrix(matrix)?, starts, index }
            }
            (None, None) => Element::Member(self.filled_list(parts.one("list")?)?),
            (None, Some(index)) => {
                let list = parts.one("list")?;
                let (start, rank) = (start_index(list)?, rank(index)?);
                let list = self.filled_list(list)?;
                Element::List { list, start, index: self.single(index)?, rank }
            }
        };
        let sort = match &element {
            Element::Member(list) | Element::List { list, .. } => self.sort(list),
            Element::Matrix { rows, .. } => self.sort(&rows[0]),
        };
        let condition = match parts.maybe("value")? {
            Some(node) => Condition::Compare(Comparison::Equal, self.single(node)?),
            None => self.condition_on(sort, parts.one("condition")?)?,
        };
        Ok(Constraint::Element { element, condition })
    }

    pub(super) fn channel(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "value"])?;
        let lists = parts.all("list");
        if let Some(value) = parts.maybe("value")? {
            let list = parts.one("list")?;
            let start = start_index(list)?;
            let (list, value) = (self.filled_list(list)?, self.single(value)?);
            return Ok(Constraint::ChannelValue { list, start, value });
        }
        let (first, second) = match lists[..] {
            [] | [_] => (parts.list()?, parts.list()?),
            [first, second] => (first, second),
            [_, _, third, ..] => {
                return Err(InputError::expected(span(third), "one list or two", "a third"));
            }
        };
        let (first_start, second_start) = (start_index(first)?, start_index(second)?);
        let (place, first) = (span(second), self.filled_list(first)?);
        let second = self.filled_list(second)?;
        if second.len() < first.len() {
            let expected = format!("at least {} as in the first list", first.len());
            return Err(InputError::expected(place, expected, second.len().to_string()));
        }
        Ok(Constraint::Channel { first, first_start, second, second_start })
    }

    pub(super) fn circuit(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "size", "condition"])?;
        let list = parts.list()?;
        // In the specification, the list has this attribute; PyCSP3 writes it at the constraint.
        let start = start_index(if node.has_attribute("startIndex") { node } else { list })?;
        let size = match (parts.maybe("size")?, parts.maybe("condition")?) {
            (Some(size), _) => Some(Condition::Compare(Comparison::Equal, self.single(size)?)),
            (None, Some(condition)) => Some(self.condition(condition)?),
            (None, None) => None,
        };
        Ok(Constraint::Circuit { list: self.filled_list(list)?, start, size })
    }

    pub(super) fn cardinality(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "values", "occurs"])?;
        let list = self.filled_list(parts.one("list")?)?;
        let (values_node, node) = (parts.one("values")?, parts.one("occurs")?);
        let values = self.list(values_node)?;
        let mut occurs = Vec::new();
        for mut text in self.texts(node) {
            while text.more() {
                self.occurrences(&mut text, &mut occurs)?;
            }
        }
        require(node, "numbers of occurrences", values.len(), occurs.len())?;
        let closed = flag(values_node, "closed", false)?;
        Ok(Constraint::Cardinality { list, values, occurs, closed })
    }
}

fn extreme(node: Node<'_, '_>) -> Extreme {
    if node.tag_name().name().starts_with("max") { Extreme::Maximum } else { Extreme::Minimum }
}
