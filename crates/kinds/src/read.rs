//! Reads the file of a kind.

mod clues;
pub(crate) mod pieces;
mod rules;

use std::collections::HashMap;

use cnfetti_input::{Entry, InputError, Table, Text};

use crate::functions::CONSTANTS;
use crate::generate::Generate;
use crate::kind::{Address, Definition, Kind, Look, On, Parameter, Step};
use crate::{board::Direction, lexer, parser};
use crate::{check, fpuzzles};

/// The key of the pieces of a puzzle.
pub(crate) const PIECES: &str = "pieces";

/// How many rows and columns a new board has, unless the kind says so.
pub const USUAL_SIZE: u16 = 6;

/// The most that a kind can say.
const MAX_USUAL_SIZE: u16 = 30;

/// The most layers of a kind.
const MAX_LAYERS: usize = 64;

impl Kind {
    /// Reads a kind and checks its types. A kind that loads can be stated for every puzzle, up to
    /// limits of size.
    ///
    /// # Errors
    ///
    /// Returns the first mistake, with its place in the text.
    pub fn read(text: &str) -> Result<Kind, InputError> {
        let mut table = Table::parse(text)?;
        let name =
            table.require("kind", "the name of the kind, such as \"star_battle\"")?.text()?;
        if !is_key(&name.value) {
            let expected = "a name of lower-case letters, digits, `_` and `-`";
            return Err(InputError::expected(name.span.clone(), expected, name.value.as_ref()));
        }
        let title = optional(&mut table, "title")?;
        let summary = table.require("summary", "what has to be found, in one line")?.text()?;
        let mut kind = Kind {
            title: title.unwrap_or_else(|| name.value.to_string()),
            name: name.value.into_owned(),
            summary: summary.value.into_owned(),
            size: [USUAL_SIZE; 2],
            hexagons: false,
            wraps: [false; 2],
            cells: None,
            parameters: Vec::new(),
            clues: Vec::new(),
            pieces: None,
            unknowns: Vec::new(),
            words: Vec::new(),
            rules: Vec::new(),
            requirements: Vec::new(),
            generate: Generate::default(),
            addresses: Vec::new(),
            link_names: Vec::new(),
            definitions: HashMap::new(),
        };
        if let Some(entry) = table.take_or_slip("board")? {
            let mut board = entry.table()?;
            for (key, sides) in [("size", 0..2), ("rows", 0..1), ("columns", 1..2)] {
                if let Some(length) = board.take(key) {
                    kind.size[sides].fill(length.integer(2..=MAX_USUAL_SIZE.into())? as u16);
                }
            }
            if let Some(cells) = board.take("cells") {
                let cells = cells.text()?;
                kind.hexagons = match cells.value.as_ref() {
                    "squares" => false,
                    "hexagons" => true,
                    found => {
                        let expected = "\"squares\" or \"hexagons\"";
                        return Err(InputError::expected(cells.span.clone(), expected, found));
                    }
                };
            }
            if let Some(wraps) = board.take("wraps") {
                kind.wraps = wraps_around(&wraps.text()?, kind.hexagons)?;
            }
            let cells = board.take("where").map(|cells| parser::expression(&cells.text()?));
            kind.cells = cells.transpose()?;
            board.finish()?;
        }
        for (key, entry) in section(&mut table, "parameters")? {
            let parameter = parameter(&kind, &key, entry)?;
            kind.parameters.push(parameter);
        }
        for (key, entry) in section(&mut table, "clues")? {
            kind.read_clue(&key, entry)?;
        }
        if let Some(entry) = table.take_or_slip("pieces")? {
            kind.read_pieces(entry.table()?)?;
        }
        let unknowns = section(&mut table, "unknown")?;
        if unknowns.is_empty() {
            let message = "the table `unknown` is missing: it says what has to be found, such as \
                           `star = { on = \"cells\" }`";
            return Err(InputError::new(0..0, message));
        }
        for (key, entry) in unknowns {
            kind.read_unknown(&key, entry)?;
        }
        for (key, entry) in section(&mut table, "define")? {
            let (name, parameters) = parser::head(&key)?;
            kind.require_new(&name, &key)?;
            let body = parser::expression(&entry.text()?)?;
            kind.definitions.insert(name, Definition { parameters, body });
        }
        kind.requirements = rules::read(&mut table, "require", false)?;
        kind.rules = kind.rule_of_pieces().into_iter().collect();
        kind.rules.append(&mut rules::read(&mut table, "rule", false)?);
        kind.rules.append(&mut rules::read(&mut table, "clue", true)?);
        let mut generate = Generate::default();
        for (key, entry) in section(&mut table, "generate")? {
            kind.read_generate(&mut generate, &key, entry)?;
        }
        kind.generate = generate;
        if let Some(entry) = table.take("read") {
            let mut readers = entry.table()?;
            if let Some(entry) = readers.take("puzz.link") {
                kind.addresses = addresses(entry)?;
            }
            if let Some(entry) = readers.take("f-puzzles") {
                kind.link_names = fpuzzles::named(entry)?;
            }
            readers.finish()?;
        }
        table.finish()?;
        kind.check_pieces()?;
        check::check(&kind)?;
        kind.check_addresses()?;
        kind.check_names()?;
        Ok(kind)
    }

    /// Reads and checks the rules that a puzzle of this kind adds under `[[rule]]`, and returns whether it adds any.
    ///
    /// # Errors
    ///
    /// Returns the first mistake, with its place in the text of the puzzle.
    pub fn read_added_rules(&self, puzzle: &mut Table<'_>) -> Result<bool, InputError> {
        let Some(entry) = puzzle.take("rule") else { return Ok(false) };
        let mut kind = self.clone();
        kind.rules.append(&mut rules::all(entry, false)?);
        check::check(&kind)?;
        Ok(true)
    }

    /// Returns an error if the name already has a meaning.
    fn require_new(&self, name: &str, key: &Text<'_>) -> Result<(), InputError> {
        let is_taken = self.named(name).is_some()
            || self.pieces.is_some() && name == PIECES
            || self.parameters.iter().any(|parameter| *parameter.name == *name)
            || self.definitions.contains_key(name)
            || CONSTANTS.iter().any(|constant| constant.name == name)
            || self.word(name).is_some()
            || Direction::by_name(name).is_some();
        if is_taken {
            let message = match Direction::by_name(name) {
                Some(_) => {
                    format!("`{name}` is a direction, which only unknowns can be among words")
                }
                None => format!("the name `{name}` is already in use"),
            };
            return Err(InputError::new(key.span.clone(), message));
        }
        if !lexer::is_name(name) {
            let expected = "a name: a letter, then letters, digits and `_`";
            return Err(InputError::expected(key.span.clone(), expected, format!("`{name}`")));
        }
        match self.clues.len() + self.unknowns.len() + self.definitions.len() < MAX_LAYERS {
            true => Ok(()),
            false => {
                let expected = format!("at most {MAX_LAYERS} layers and definitions");
                Err(InputError::expected(key.span.clone(), expected, "more"))
            }
        }
    }
}

/// Whether a word can be the name of a kind.
fn is_key(word: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c);
    word.starts_with(|c: char| c.is_ascii_lowercase()) && word.chars().all(fits)
}

fn optional(table: &mut Table<'_>, key: &'static str) -> Result<Option<String>, InputError> {
    table.take(key).map(|entry| Ok(entry.text()?.value.into_owned())).transpose()
}

/// The entries of a table of the file; none if it is missing.
fn section<'i>(
    table: &mut Table<'i>,
    key: &'static str,
) -> Result<Vec<(Text<'i>, Entry<'i>)>, InputError> {
    match table.take_or_slip(key)? {
        Some(entry) => Ok(entry.table()?.drain()),
        None => Ok(Vec::new()),
    }
}

/// Reads whether columns, and whether rows, go on at the opposite side.
fn wraps_around(text: &Text<'_>, hexagons: bool) -> Result<[bool; 2], InputError> {
    if hexagons {
        let message = "only boards of squares wrap around";
        return Err(InputError::new(text.span.clone(), message));
    }
    match text.value.as_ref() {
        "columns" => Ok([true, false]),
        "rows" => Ok([false, true]),
        "both" => Ok([true; 2]),
        found => {
            let expected = "\"rows\", \"columns\" or \"both\"";
            Err(InputError::expected(text.span.clone(), expected, found))
        }
    }
}

/// Reads `stars = { values = "1..5", default = 2 }`.
fn parameter(kind: &Kind, key: &Text<'_>, entry: Entry<'_>) -> Result<Parameter, InputError> {
    kind.require_new(&key.value, key)?;
    let name = key.value.as_ref().into();
    let mut table = entry.table()?;
    let default = table.take("default");
    let default = match default {
        Some(default) if default.is_truth() => {
            let default = Some(i64::from(default.truth()?));
            table.finish()?;
            return Ok(Parameter { name, range: (0, 1), default, is_truth: true });
        }
        default => default,
    };
    let values = table.require("values", "its range, such as \"1..5\"")?.text()?;
    let bounds = values.value.split_once("..").and_then(|(low, high)| {
        Some((low.trim().parse::<i64>().ok()?, high.trim().parse::<i64>().ok()?))
    });
    let range = bounds.filter(|(low, high)| low <= high && *low >= 0 && *high <= 1_000_000);
    let range = range.ok_or_else(|| {
        InputError::expected(values.span.clone(), "a range such as \"1..5\"", values.value.as_ref())
    })?;
    let default = default.map(|entry| entry.integer(range.0..=range.1)).transpose()?;
    table.finish()?;
    Ok(Parameter { name, range, default, is_truth: false })
}

/// Reads how a layer is drawn, if the table has it.
fn look(table: &mut Table<'_>) -> Result<Option<Look>, InputError> {
    let Some(entry) = table.take("look") else { return Ok(None) };
    let text = entry.text()?;
    let row = Look::ALL.iter().find(|row| row.1 == text.value);
    let names = || Look::ALL.map(|row| row.1).join(", ");
    row.map(|row| Some(row.0)).ok_or_else(|| {
        InputError::expected(text.span.clone(), format!("one of {}", names()), text.value.as_ref())
    })
}

/// Reads where a layer has its entries.
fn on(kind: &Kind, table: &mut Table<'_>) -> Result<On, InputError> {
    let text = table.require("on", "where it is, such as \"cells\"")?.text()?;
    if let Some((name, on)) = On::NAMES.iter().find(|(name, _)| *name == text.value) {
        if kind.wraps != [false; 2] && matches!(on, On::Outside | On::Paths) {
            let message = format!("a board that wraps around has no layers on `{name}`");
            return Err(InputError::new(text.span.clone(), message));
        }
        return Ok(*on);
    }
    let of_groups = kind.clue(&text.value);
    let of_groups =
        of_groups.filter(|&layer| matches!(kind.clues[layer].on, On::Areas { .. } | On::Paths));
    of_groups.map(On::Groups).ok_or_else(|| {
        let names = On::NAMES.iter().map(|(name, _)| format!("\"{name}\"")).collect::<Vec<_>>();
        let expected = format!("one of {} or a layer of areas or paths", names.join(", "));
        InputError::expected(text.span.clone(), expected, format!("\"{}\"", text.value))
    })
}

/// Reads `{ names = ["slither"], body = ["number: four"] }`.
fn addresses(entry: Entry<'_>) -> Result<Vec<Address>, InputError> {
    let mut table = entry.table()?;
    let names = table.require("names", "the names of the genre in addresses")?.items()?;
    let names = names.into_iter().map(|entry| Ok(entry.text()?.value.into_owned()));
    let names = names.collect::<Result<_, InputError>>()?;
    let steps = table.require("body", "how an address is read, such as [\"number: four\"]")?;
    let mut body = Vec::new();
    for entry in steps.items()? {
        let text = entry.text()?;
        let (layers, decoder) = text.value.split_once(':').ok_or_else(|| {
            let expected = "a layer and how it is read, such as \"number: four\"";
            InputError::expected(text.span.clone(), expected, text.value.as_ref())
        })?;
        let layers = layers.split(',').map(|layer| layer.trim().into()).collect();
        let (decoder, optional) = match decoder.trim().strip_suffix('?') {
            Some(decoder) => (decoder.to_owned(), true),
            None => (decoder.trim().to_owned(), false),
        };
        body.push(Step { layers, decoder, optional, span: text.span.clone() });
    }
    let condition = table.take("where").map(|entry| {
        let text = entry.text()?;
        Ok((parser::expression(&text)?, text.value.into_owned()))
    });
    let condition = condition.transpose()?;
    let display = optional(&mut table, "display")?.unwrap_or_default();
    table.finish()?;
    Ok(vec![Address { names, body, display, condition }])
}
