//! Puzzles of a kind as people type them: a block of text for each layer.

mod arrows;
mod drawn;
mod listed;
mod tokens;

use std::collections::BTreeMap;

use cnfetti_input::{Entry as Value, InputError, MAX_CELLS, Span, Table, Text, rows, words};
use itertools::Itertools;

use crate::board::{Board, Direction, Place};
use crate::data::{Data, Entries};
use crate::kind::{Kind, Layer, On};
use crate::read::{PIECES, pieces};

pub use arrows::{arrow_text, signs};

/// A text with a word for each cell, and the layers whose clues the words have.
struct Block<'i> {
    text: Text<'i>,
    layers: Vec<usize>,
}

/// No clue that is typed together with another one is longer.
const MAX_CLUE_CHARS: usize = 100;

/// The place of each clue in the text of the puzzle.
pub(crate) type Spans = BTreeMap<(usize, Place), Span>;

impl Kind {
    /// Reads the board, the parameters and the clues of a puzzle: all remaining entries of its
    /// table.
    ///
    /// # Errors
    ///
    /// Returns the first mistake, with its place.
    pub fn read_puzzle(&self, table: &mut Table<'_>) -> Result<Data, InputError> {
        let whole = table.span();
        let mut entries: BTreeMap<String, (Span, Value<'_>)> = BTreeMap::new();
        for (key, entry) in table.drain() {
            self.require_known(&key)?;
            entries.insert(key.value.to_string(), (key.span.clone(), entry));
        }
        let blocks = self.blocks(&mut entries)?;
        let board = self.board(&mut entries, &blocks, &whole)?;
        let mut data = Data::new(self, board);
        for (at, parameter) in self.parameters.iter().enumerate() {
            let entry = entries.remove(&*parameter.name).map(|(_, entry)| entry);
            data.parameters[at] = match (entry, parameter.default) {
                (Some(entry), _) if parameter.is_truth => i64::from(entry.truth()?),
                (Some(entry), _) => entry.integer(parameter.range.0..=parameter.range.1)?,
                (None, Some(default)) => default,
                (None, None) => {
                    let (low, high) = parameter.range;
                    let name = &parameter.name;
                    let message =
                        format!("the key `{name}` is missing: a number from {low} to {high}");
                    return Err(InputError::new(whole.start..whole.start, message));
                }
            };
        }
        if let Some((_, entry)) = entries.remove(PIECES) {
            data.pieces = pieces::set(entry, &data.board)?.1;
        }
        let mut spans = Spans::new();
        for (at, layer) in self.clues.iter().enumerate() {
            if let Some(block) = blocks.get(&at) {
                self.read_block(block, &mut data, &mut spans)?;
            } else if let Some((_, entry)) = entries.remove(&*layer.name) {
                data.layers[at] = self.read_entry(layer, at, entry, &data, &mut spans)?;
            }
        }
        data.cut(self);
        self.verify(&data).map_err(|wrong| {
            let span = wrong.place.and_then(|place| spans.get(&(wrong.layer, place)).cloned());
            InputError::new(span.unwrap_or(whole.start..whole.start), wrong.message)
        })?;
        self.require(&data).map_err(|unmet| {
            let board = blocks.values().next().map(|block| block.text.span.clone());
            let span = unmet.span(&data, &spans).or(board);
            InputError::new(span.unwrap_or(whole.start..whole.start), unmet.message)
        })?;
        Ok(data)
    }

    /// Returns an error for a key that the kind does not have.
    fn require_known(&self, key: &Text<'_>) -> Result<(), InputError> {
        let layers = self.clues.iter().map(|layer| layer.name.as_ref());
        let parameters = self.parameters.iter().map(|parameter| parameter.name.as_ref());
        let together = self.clues.iter().filter_map(|layer| layer.typed.as_deref()).unique();
        let pieces = self.pieces.is_some().then_some(PIECES);
        let known = layers.chain(together).chain(parameters).chain(pieces);
        let known = known.chain(["rows", "columns", "size", "rule"]).collect_vec();
        if known.contains(&key.value.as_ref()) {
            return Ok(());
        }
        let names = known.iter().map(|name| format!("`{name}`")).join(", ");
        let message = format!("unknown key `{}`: expected one of {names}", key.value);
        Err(InputError::new(key.span.clone(), message).meant(&key.value, known))
    }

    /// The blocks with a word for each cell, by their first layer.
    fn blocks<'i>(
        &self,
        entries: &mut BTreeMap<String, (Span, Value<'i>)>,
    ) -> Result<BTreeMap<usize, Block<'i>>, InputError> {
        let mut blocks: BTreeMap<usize, Block<'i>> = BTreeMap::new();
        for (at, layer) in self.clues.iter().enumerate() {
            if let Some(key) = &layer.typed
                && let Some((_, entry)) = entries.remove(&**key)
            {
                let layers = self.typed_together(key);
                blocks.insert(at, Block { text: entry.text()?, layers });
            }
            let own = entries.get(&*layer.name).map(|(span, _)| span.clone());
            let (Some(span), On::Cells | On::Areas { .. }) = (own, layer.on) else { continue };
            if blocks.values().any(|block| block.layers.contains(&at)) {
                let message = format!("`{}` is already in another text", layer.name);
                return Err(InputError::new(span, message));
            }
            if let Some((_, entry)) = entries.remove(&*layer.name) {
                blocks.insert(at, Block { text: entry.text()?, layers: vec![at] });
            }
        }
        Ok(blocks)
    }

    /// The layers that are typed together under this key.
    pub fn typed_together(&self, key: &str) -> Vec<usize> {
        let is_it = |layer: &Layer| layer.typed.as_deref() == Some(key);
        self.clues.iter().positions(is_it).collect()
    }

    /// The size of the board: as the puzzle says, or that of its first block.
    fn board(
        &self,
        entries: &mut BTreeMap<String, (Span, Value<'_>)>,
        blocks: &BTreeMap<usize, Block<'_>>,
        whole: &Span,
    ) -> Result<Board, InputError> {
        let mut side = |key: &str| {
            let entry = entries.remove(key).map(|(_, entry)| entry);
            entry.map(|entry| entry.count(1..=MAX_CELLS)).transpose()
        };
        let size = side("size")?;
        let (rows, columns) = (side("rows")?.or(size), side("columns")?.or(size));
        let block = blocks.values().next();
        let (rows, columns, span) = match (rows, columns, block) {
            (Some(rows), Some(columns), _) => (rows, columns, whole.start..whole.start),
            (_, _, Some(block)) => {
                let lines = block.rows();
                let columns = usual_length(&block.text, &lines)?;
                (lines.len(), columns, block.text.span.clone())
            }
            _ => {
                let message = "the size of the board is missing: `size`, or `rows` and `columns`, or \
                               a layer with a word for each cell";
                return Err(InputError::new(whole.start..whole.start, message));
            }
        };
        Board::within_limits(rows, columns).ok_or_else(|| {
            let expected = format!("a board of {}", Board::limits());
            InputError::expected(span, expected, format!("{rows} × {columns}"))
        })
    }

    /// Reads the layers of a block.
    fn read_block(
        &self,
        block: &Block<'_>,
        data: &mut Data,
        spans: &mut Spans,
    ) -> Result<(), InputError> {
        let (text, lines) = (&block.text, block.rows());
        require_size(lines.len(), data.board.rows, "row", &text.span)?;
        for (row, words) in lines.iter().enumerate() {
            let line = match (words.first(), words.last()) {
                (Some(first), Some(last)) => text.place(first.start..last.end),
                _ => text.span.clone(),
            };
            require_size(words.len(), data.board.columns, "cell", &line)?;
            for (column, word) in words.iter().enumerate() {
                let place = Place::Cell(row as u16, column as u16);
                let span = text.place(word.clone());
                // Where a clue is missing, this is where it should be.
                let required = block.layers.iter().filter(|&&at| self.clues[at].required);
                spans.extend(required.map(|&at| ((at, place), span.clone())));
                if tokens::is_blank(&text.value[word.clone()]) {
                    continue;
                }
                let parts = match block.layers[..] {
                    [layer] => vec![(layer, word.clone())],
                    _ => self.parts_of_word(&block.layers, text, word.clone())?,
                };
                for (at, part) in parts {
                    let (clue, span) = (&text.value[part.clone()], text.place(part));
                    match self.clues[at].on {
                        On::Areas { .. } => data.layers[at].join(clue, place),
                        _ => {
                            let entry = self.token(&self.clues[at], clue, &span)?;
                            data.layers[at].at.insert(place, entry);
                        }
                    }
                    spans.insert((at, place), span);
                }
            }
        }
        Ok(())
    }

    /// Divides a word such as `→4` or `s:4` between layers: each takes as much as it can read, in their order.
    fn parts_of_word(
        &self,
        layers: &[usize],
        text: &Text<'_>,
        word: Span,
    ) -> Result<Vec<(usize, Span)>, InputError> {
        let (mut parts, mut from) = (Vec::new(), word.start);
        for &at in layers {
            let rest = &text.value[from..word.end];
            let chars = rest.char_indices().take(MAX_CLUE_CHARS);
            let ends = chars.map(|(start, c)| from + start + c.len_utf8());
            let reads =
                |end: &usize| self.token(&self.clues[at], &text.value[from..*end], &(0..0)).is_ok();
            if let Some(end) = ends.filter(reads).last() {
                parts.push((at, from..end));
                from = end + usize::from(text.value[end..word.end].starts_with(':'));
            }
        }
        if from == word.end && !text.value[word.clone()].ends_with(':') {
            return Ok(parts);
        }
        let clues = layers.iter().map(|&at| self.tokens(&self.clues[at])).join(", then ");
        let found = format!("`{}`", &text.value[word.clone()]);
        Err(InputError::expected(text.place(word), clues, found))
    }

    /// Reads a layer in another notation.
    fn read_entry(
        &self,
        layer: &Layer,
        at: usize,
        entry: Value<'_>,
        data: &Data,
        spans: &mut Spans,
    ) -> Result<Entries, InputError> {
        match layer.on {
            On::Cells | On::Areas { .. } => Ok(Entries::default()),
            On::Outside => self.read_outside(layer, at, entry, &data.board, spans),
            On::Paths => read_paths(entry, at, &data.board, spans),
            On::Groups(of) => self.read_on_groups(layer, at, entry, &data.layers[of], of, spans),
            on @ (On::Links | On::Sides | On::Corners) => {
                let places = data.places(on);
                if entry.is_array() {
                    return self.read_listed(layer, at, entry, (&data.board, &places), spans);
                }
                if !data.board.is_drawn() {
                    let why = match data.board.hexagons {
                        true => "cells are hexagons",
                        false => "the board wraps around",
                    };
                    let expected = format!("a list of places for `{}`, as {why}", layer.name);
                    return Err(InputError::expected(entry.span(), expected, "a drawing"));
                }
                let block = entry.text()?;
                self.read_drawn(layer, at, &block, places, &data.board, spans)
            }
        }
    }

    /// Reads `number = { top = "3 . 1", left = "2 2 ." }`.
    fn read_outside(
        &self,
        layer: &Layer,
        at: usize,
        entry: Value<'_>,
        board: &Board,
        spans: &mut Spans,
    ) -> Result<Entries, InputError> {
        let mut table = entry.table()?;
        let mut entries = Entries::default();
        for (key, direction) in Direction::SIDES {
            let Some(entry) = table.take(key) else { continue };
            let text = entry.text()?;
            let places = board.edges_at(direction);
            let words = line_words(&text.value, 0);
            require_size(words.len(), places.len() as u16, "clue", &text.span)?;
            for (word, place) in words.into_iter().zip(places) {
                let (found, span) = (&text.value[word.clone()], text.place(word.clone()));
                if !tokens::is_blank(found) {
                    entries.at.insert(place, self.token(layer, found, &span)?);
                    spans.insert((at, place), span);
                }
            }
        }
        table.finish()?;
        Ok(entries)
    }

    /// Reads `total = { A = 10, B = 12 }`, or a list in the order of the paths.
    fn read_on_groups(
        &self,
        layer: &Layer,
        at: usize,
        entry: Value<'_>,
        groups: &Entries,
        of: usize,
        spans: &mut Spans,
    ) -> Result<Entries, InputError> {
        let mut entries = Entries::default();
        let mut table = entry.table()?;
        for (key, value) in table.drain() {
            let position = groups.names.iter().position(|name| *name == key.value);
            let position = position.ok_or_else(|| {
                let (names, of) = (groups.names.iter().join(", "), &self.clues[of].name);
                if names.is_empty() {
                    let message = format!("`{}` needs `{of}`, which this puzzle lacks", layer.name);
                    let help = format!("add `{of}`: `{}` gives its entries clues", layer.name);
                    return InputError::new(key.span.clone(), message).help(help);
                }
                let expected = format!("an area of `{of}`: one of {names}");
                InputError::expected(key.span.clone(), expected, format!("`{}`", key.value))
            })?;
            let place = Place::Group(of as u16, position as u16);
            let span = value.span();
            let entry = match value.is_string() {
                true => {
                    let text = value.text()?;
                    self.token(layer, &text.value, &text.span)?
                }
                false => self.token(layer, &value.integer(0..=i64::MAX)?.to_string(), &span)?,
            };
            entries.at.insert(place, entry);
            spans.insert((at, place), span);
        }
        Ok(entries)
    }
}

impl Entries {
    /// Adds a cell to the area with this name.
    fn join(&mut self, name: &str, cell: Place) {
        match self.names.iter().position(|known| known == name) {
            Some(at) => self.groups[at].push(cell),
            None => {
                self.names.push(name.to_owned());
                self.groups.push(vec![cell]);
            }
        }
    }
}

/// Reads `["r1c1 r1c2 r2c2", …]`, or a table of these with names.
fn read_paths(
    entry: Value<'_>,
    at: usize,
    board: &Board,
    spans: &mut Spans,
) -> Result<Entries, InputError> {
    let mut entries = Entries::default();
    let named: Vec<(String, Value<'_>)> = match entry.is_table() {
        true => {
            let drained = entry.table()?.drain().into_iter();
            drained.map(|(key, entry)| (key.value.into_owned(), entry)).collect()
        }
        false => {
            let items = entry.items_within(1..=MAX_CELLS, "paths")?.into_iter().enumerate();
            items.map(|(at, entry)| (crate::board::letter(at), entry)).collect()
        }
    };
    for (name, entry) in named {
        let text = entry.text()?;
        let mut path = Vec::new();
        for (start, word) in words(&text.value) {
            let span = text.place(start..start + word.len());
            let cell = tokens::cell(word).filter(|&cell| board.has(cell));
            let cell = cell.ok_or_else(|| {
                InputError::expected(span.clone(), "a cell of the board, such as r1c2", word)
            })?;
            if path.contains(&cell) {
                return Err(InputError::new(span, format!("{word} is on the path twice")));
            }
            path.push(cell);
        }
        spans.insert((at, Place::Group(at as u16, entries.groups.len() as u16)), text.span.clone());
        entries.names.push(name);
        entries.groups.push(path);
    }
    Ok(entries)
}

fn require_size(found: usize, expected: u16, what: &str, span: &Span) -> Result<(), InputError> {
    match found == usize::from(expected) {
        true => Ok(()),
        false => {
            let expected = format!("{expected} {what}{}", if expected == 1 { "" } else { "s" });
            Err(InputError::expected(span.clone(), expected, found.to_string()))
        }
    }
}

/// How many cells the rows of a block have.
///
/// # Errors
///
/// When the first row has another number than all others, which agree.
fn usual_length(block: &Text<'_>, lines: &[Vec<Span>]) -> Result<usize, InputError> {
    let lengths = lines.iter().map(Vec::len).collect_vec();
    match lengths[..] {
        [first, second, _, ..] if first != second && lengths[1..].iter().all_equal() => {
            let line = lines[0].first().zip(lines[0].last());
            let span = line.map(|(first, last)| block.place(first.start..last.end));
            let expected = format!("{second} cells, as in the other rows");
            let span = span.unwrap_or_else(|| block.span.clone());
            Err(InputError::expected(span, expected, first.to_string()))
        }
        _ => Ok(lengths.first().copied().unwrap_or(0)),
    }
}

impl Block<'_> {
    /// The words of each line that is not blank. Where layers are typed together, each word is a cell.
    fn rows(&self) -> Vec<Vec<Span>> {
        let apart = |(start, line)| match self.layers[..] {
            [_] => line_words(line, start),
            _ => words(line).map(|(at, word)| start + at..start + at + word.len()).collect(),
        };
        rows(&self.text.value).map(apart).collect()
    }
}

/// The words of a line; if it has no spaces, its characters.
fn line_words(line: &str, start: usize) -> Vec<Span> {
    let trimmed = line.trim();
    if !trimmed.contains(char::is_whitespace) && trimmed.chars().count() > 1 {
        let begin = start + (line.len() - line.trim_start().len());
        let chars = trimmed.char_indices();
        return chars.map(|(at, c)| begin + at..begin + at + c.len_utf8()).collect();
    }
    words(line).map(|(at, word)| start + at..start + at + word.len()).collect()
}
