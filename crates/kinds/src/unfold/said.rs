//! Fills in the sentences of rules.

use cnfetti_core::plural::and;
use itertools::Itertools;

use super::{Unfold, Unfolder};
use crate::board::Place;
use crate::data::Entry;
use crate::sentence::{Part, Sentence};
use crate::value::Val;

impl<'k> Unfolder<'k> {
    pub(super) fn sentence(&mut self, sentence: &'k Sentence) -> Unfold<String> {
        let mut filled = String::new();
        for part in &sentence.0 {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Value(ast, _) => filled.push_str(&self.value_text(ast)?),
                Part::Number(ast, [one, many], _) => {
                    let number = self.value_text(ast)?;
                    let words = if number == "1" { one } else { many };
                    filled.push_str(&format!("{number} {words}"));
                }
            }
        }
        Ok(filled)
    }

    fn value_text(&mut self, ast: &'k crate::ast::Ast) -> Unfold<String> {
        let value = self.value(ast)?;
        Ok(self.text(&value))
    }

    /// A value as text: a whole row or column by its number, other places one by one.
    pub(super) fn text(&self, value: &Val) -> String {
        match value {
            Val::Truth(truth) => truth.to_string(),
            Val::Number(number) => number.to_string(),
            Val::Expr(_) => String::new(),
            Val::Place(place) => self.place_text(*place),
            Val::Direction(direction) => direction.name().to_owned(),
            Val::Word(word) => self.kind.words[*word as usize].clone(),
            Val::List(list) => {
                let places: Option<Vec<Place>> = list.items.iter().map(Val::place).collect();
                match places.and_then(|places| self.line_text(&places)) {
                    Some(line) => line,
                    None if matches!(list.items[..], [Val::Direction(_), ..]) => {
                        and(list.items.iter().map(|item| self.item_text(item)))
                    }
                    None => list.items.iter().map(|item| self.item_text(item)).join(", "),
                }
            }
        }
    }

    /// An item of a list. A number can be unknown.
    fn item_text(&self, item: &Val) -> String {
        match item {
            Val::Number(Entry::ANY) => "?".to_owned(),
            item => self.text(item),
        }
    }

    pub(super) fn place_text(&self, place: Place) -> String {
        match place {
            Place::Group(layer, at) => {
                let (layer, at) = (usize::from(layer), usize::from(at));
                let (kind, name) = (&self.kind.clues[layer].name, self.data.layers[layer].name(at));
                match self.data.group(place).first() {
                    Some(first) => format!("{kind} {name} (from {first})"),
                    None => format!("{kind} {name}"),
                }
            }
            place => self.data.board.name(place),
        }
    }

    /// `row 3`, if these are all places of a row or a column.
    fn line_text(&self, places: &[Place]) -> Option<String> {
        let board = &self.data.board;
        if places.len() < 2 {
            return None;
        }
        let is_it = |line: &Vec<Place>| {
            line.len() == places.len() && places.iter().all(|place| line.contains(place))
        };
        let row = board.rows().iter().position(is_it).map(|at| format!("row {}", at + 1));
        let column =
            || board.columns().iter().position(is_it).map(|at| format!("column {}", at + 1));
        if board.hexagons {
            return row;
        }
        row.or_else(column).or_else(|| range_text(places))
    }
}

/// `r1c1-r2c3`, if the places are a rectangle of at least three cells.
fn range_text(places: &[Place]) -> Option<String> {
    let cells = places.iter().map(|place| match place {
        Place::Cell(row, column) => Some((*row, *column)),
        _ => None,
    });
    let cells: Vec<(u16, u16)> = cells.collect::<Option<_>>()?;
    let (top, bottom) = cells.iter().map(|cell| cell.0).minmax().into_option()?;
    let (left, right) = cells.iter().map(|cell| cell.1).minmax().into_option()?;
    let size = usize::from(bottom - top + 1) * usize::from(right - left + 1);
    (size == cells.len() && cells.iter().all_unique() && size > 2)
        .then(|| format!("{}-{}", Place::Cell(top, left), Place::Cell(bottom, right)))
}
