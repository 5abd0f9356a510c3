//! Puzzles of a kind as people type them: a block of text for each layer.

mod drawn;
mod listed;
mod tokens;

use std::collections::BTreeMap;

use cnfetti_input::{Entry as Value, InputError, MAX_CELLS, Span, Table, Text, rows, words};
use itertools::Itertools;

use crate::board::{Board, Direction, Place};
use crate::data::{Data, Entries};
use crate::kind::{Kind, Layer, On};

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
        let mut spans = Spans::new();
        for (at, layer) in self.clues.iter().enumerate() {
            let read = match (blocks.get(&at), entries.remove(&*layer.name)) {
                (Some(block), _) => self.read_block(layer, at, block, &data.board, &mut spans)?,
                (None, Some((_, entry))) => self.read_entry(layer, at, entry, &data, &mut spans)?,
                (None, None) => Entries::default(),
            };
            data.layers[at] = read;
        }
        data.cut(self);
        self.verify(&data).map_err(|wrong| {
            let span = wrong.place.and_then(|place| spans.get(&(wrong.layer, place)).cloned());
            InputError::new(span.unwrap_or(whole.start..whole.start), wrong.message)
        })?;
        self.require(&data).map_err(|unmet| {
            let board = blocks.values().next().map(|block| block.span.clone());
            let span = unmet.span(&data, &spans).or(board);
            InputError::new(span.unwrap_or(whole.start..whole.start), unmet.message)
        })?;
        Ok(data)
    }

    /// Returns an error for a key that the kind does not have.
    fn require_known(&self, key: &Text<'_>) -> Result<(), InputError> {
        let layers = self.clues.iter().map(|layer| layer.name.as_ref());
        let parameters = self.parameters.iter().map(|parameter| parameter.name.as_ref());
        let known = layers.chain(parameters).chain(["rows", "columns", "size"]).collect_vec();
        if known.contains(&key.value.as_ref()) {
            return Ok(());
        }
        let names = known.iter().map(|name| format!("`{name}`")).join(", ");
        let message = format!("unknown key `{}`: expected one of {names}", key.value);
        Err(InputError::new(key.span.clone(), message).meant(&key.value, known))
    }

    /// The layers that are written as a block, with a word for each cell.
    fn blocks<'i>(
        &self,
        entries: &mut BTreeMap<String, (Span, Value<'i>)>,
    ) -> Result<BTreeMap<usize, Text<'i>>, InputError> {
        let mut blocks = BTreeMap::new();
        for (at, layer) in self.clues.iter().enumerate() {
            if matches!(layer.on, On::Cells | On::Areas { .. })
                && let Some((_, entry)) = entries.remove(&*layer.name)
            {
                blocks.insert(at, entry.text()?);
            }
        }
        Ok(blocks)
    }

    /// The size of the board: as the puzzle says, or that of its first block.
    fn board(
        &self,
        entries: &mut BTreeMap<String, (Span, Value<'_>)>,
        blocks: &BTreeMap<usize, Text<'_>>,
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
                let lines = block_rows(block);
                let columns = usual_length(block, &lines)?;
                (lines.len(), columns, block.span.clone())
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

    /// Reads a layer that has a word for each cell.
    fn read_block(
        &self,
        layer: &Layer,
        at: usize,
        block: &Text<'_>,
        board: &Board,
        spans: &mut Spans,
    ) -> Result<Entries, InputError> {
        let lines = block_rows(block);
        require_size(lines.len(), board.rows, "row", &block.span)?;
        let mut entries = Entries::default();
        for (row, words) in lines.iter().enumerate() {
            let line = match (words.first(), words.last()) {
                (Some(first), Some(last)) => block.place(first.start..last.end),
                _ => block.span.clone(),
            };
            require_size(words.len(), board.columns, "cell", &line)?;
            for (column, word) in words.iter().enumerate() {
                let place = Place::Cell(row as u16, column as u16);
                let text = &block.value[word.clone()];
                let span = block.place(word.clone());
                if tokens::is_blank(text) {
                    continue;
                }
                match layer.on {
                    On::Areas { .. } => entries.join(text, place),
                    _ => {
                        entries.at.insert(place, self.token(layer, text, &span)?);
                    }
                }
                spans.insert((at, place), span);
            }
        }
        Ok(entries)
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
                if data.board.hexagons {
                    let expected =
                        format!("a list of places for `{}`, as cells are hexagons", layer.name);
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

/// The words of each line of a block that is not blank.
fn block_rows(block: &Text<'_>) -> Vec<Vec<Span>> {
    rows(&block.value).map(|(start, line)| line_words(line, start)).collect()
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
