//! Reads `[pieces]`, and the pieces of a puzzle.

use cnfetti_input::{Entry, InputError, Table};

use crate::ast::{Ast, Node};
use crate::board::Board;
use crate::kind::{Kind, On, Rule};
use crate::pieces::{self, Piece, Pieces, Shows, Times};
use crate::sentence::{Part, Sentence};

/// The most items of a list of pieces.
const MAX_ITEMS: usize = 200;

/// Reads `set = "pentominoes"`, or a list of sets and pieces: what is written, and the pieces.
pub(crate) fn set(
    entry: Entry<'_>,
    board: &Board,
) -> Result<(Vec<String>, Vec<Piece>), InputError> {
    let items = match entry.is_array() {
        true => entry.items_within(1..=MAX_ITEMS, "pieces")?,
        false => vec![entry],
    };
    let items = items.into_iter().map(Entry::text).collect::<Result<Vec<_>, InputError>>()?;
    let words: Vec<&str> = items.iter().map(|item| item.value.as_ref()).collect();
    let set = pieces::read(&words, board).map_err(|at| {
        if pieces::is_in_parts(words[at]) {
            let message = format!("the piece {:?} is in several parts", words[at]);
            let help = "cells of a piece touch along their sides; a `/` begins its next row";
            return InputError::new(items[at].span.clone(), message).help(help);
        }
        let found = format!("{:?}", items[at].value);
        InputError::expected(items[at].span.clone(), pieces::EXPECTED, found)
    })?;
    Ok((words.into_iter().map(str::to_owned).collect(), set))
}

impl Kind {
    /// Reads the table `[pieces]`.
    pub(super) fn read_pieces(&mut self, mut table: Table<'_>) -> Result<(), InputError> {
        if self.hexagons || self.wraps != [false; 2] {
            let message = "pieces are for boards of squares that do not wrap around";
            return Err(InputError::new(table.span(), message));
        }
        let (items, _) = set(table.require("set", pieces::EXPECTED)?, &Board::new(1, 1))?;
        let times = match table.take("times") {
            None => Times::Once,
            Some(entry) => one_of(Times::NAMES, entry)?,
        };
        let mut truth = |key, default| table.take(key).map_or(Ok(default), Entry::truth);
        let (cover, turned) = (truth("cover", false)?, truth("turned", true)?);
        let mirrored = truth("mirrored", true)?;
        table.finish()?;
        self.pieces = Some(Pieces { items, times, cover, turned, mirrored });
        Ok(())
    }

    /// The rule that the pieces obey in every puzzle.
    pub(super) fn rule_of_pieces(&self) -> Option<Rule> {
        let pieces = self.pieces.as_ref()?;
        let times = match pieces.times {
            Times::Once => "each piece is placed once",
            Times::AtMostOnce => "each piece is placed once or not at all",
            Times::Any => "pieces are placed any number of times",
        };
        let cells = if pieces.cover {
            "and every cell is covered by one"
        } else {
            "and they do not overlap"
        };
        Some(Rule {
            name: "pieces".to_owned(),
            clauses: Vec::new(),
            that: Ast { node: Node::Name("true".into()), span: 0..0 },
            say: Sentence(vec![Part::Text(format!("{times}, {cells}"))]),
            is_clue: false,
        })
    }

    /// Checks that what shows the pieces is where they can be seen, and says where there are none.
    pub(super) fn check_pieces(&self) -> Result<(), InputError> {
        let shown = |shows| self.unknowns.iter().any(|unknown| unknown.shows == Some(shows));
        let (message, is_wrong) = match &self.pieces {
            None => (
                "`shows` is for kinds with a table `[pieces]`",
                self.unknowns.iter().any(|unknown| unknown.shows.is_some()),
            ),
            Some(pieces) if !pieces.cover && !shown(Shows::Covered) => (
                "where pieces need not cover the board, something has to show what is `covered`",
                true,
            ),
            Some(pieces) if pieces.times == Times::Any && shown(Shows::Piece) => (
                "pieces that are placed any number of times have no number of their own, but a `shape`",
                true,
            ),
            Some(_) => (
                "something has to show the number of the `piece` on a cell, its `shape` or its `value`",
                !self.unknowns.iter().any(|unknown| unknown.shows.is_some_and(Shows::is_number)),
            ),
        };
        if is_wrong { Err(InputError::new(0..0, message)) } else { Ok(()) }
    }
}

/// Reads `shows = "covered"` of an unknown in this place.
pub(super) fn shows(table: &mut Table<'_>, on: On) -> Result<Option<Shows>, InputError> {
    let Some(entry) = table.take("shows") else { return Ok(None) };
    let span = entry.span();
    let shows = one_of(Shows::NAMES, entry)?;
    let place = if shows == Shows::Joined { On::Links } else { On::Cells };
    if on != place {
        let message = "cells show their piece, and links whether it joins them";
        return Err(InputError::new(span, message));
    }
    Ok(Some(shows))
}

/// The value with this name in a table.
fn one_of<T: Copy>(names: &[(&str, T)], entry: Entry<'_>) -> Result<T, InputError> {
    let text = entry.text()?;
    let row = names.iter().find(|row| row.0 == text.value);
    row.map(|row| row.1).ok_or_else(|| {
        let names = names.iter().map(|row| format!("\"{}\"", row.0)).collect::<Vec<_>>().join(", ");
        InputError::expected(text.span.clone(), format!("one of {names}"), text.value.as_ref())
    })
}
