//! Describes a kind in words, and writes an empty puzzle of it.

use std::fmt::Write;

use itertools::Itertools;

use crate::board::{Board, Direction, Place};
use crate::data::{Data, Entry};
use crate::kind::{Kind, Layer, On, Values};
use crate::read::PIECES;
use crate::sentence::Part;
use crate::text::{arrow_text, signs};

/// If a layer has more words than this, only some of them are named.
const MOST_WORDS: usize = 12;

impl Kind {
    /// Describes the kind in lines of text: what to find, the rules, and the possible clues.
    pub fn described(&self) -> String {
        let mut text =
            format!("{} ({})\n{}.\n\nRules\n", self.title, self.name, capital(&self.summary));
        for rule in &self.rules {
            let _ = writeln!(text, "  {:<12} {}", rule.name, rule.sentence());
        }
        if !self.clues.is_empty() {
            text.push_str("\nOn the board\n");
        }
        for layer in &self.clues {
            let _ = writeln!(text, "  {:<12} {}", layer.name, self.clue_said(layer));
        }
        if let Some(pieces) = &self.pieces {
            let set = pieces.items.join(", ");
            let _ = writeln!(text, "  {PIECES:<12} a set or a list; {set} unless the puzzle says");
        }
        for parameter in &self.parameters {
            let (low, high) = parameter.range;
            let range = match parameter.is_truth {
                true => "true or false".to_owned(),
                false => format!("a number from {low} to {high}"),
            };
            let default = match (parameter.default, parameter.is_truth) {
                (Some(default), false) => format!("; {default} unless the puzzle says"),
                (Some(default), true) => format!("; {} unless the puzzle says", default != 0),
                (None, _) => String::new(),
            };
            let _ = writeln!(text, "  {:<12} {range}{default}", parameter.name);
        }
        text
    }

    /// An empty puzzle, with a comment for each possible clue. `key` names the kind: by its name
    /// or by its file.
    ///
    /// # Errors
    ///
    /// Returns what the kind requires of a board if this one does not have it.
    pub fn blank(&self, key: &str, rows: u16, columns: u16) -> Result<String, String> {
        let mut data = Data::new(self, Board::new(rows, columns));
        for (layer, entries) in self.clues.iter().zip(&mut data.layers) {
            if let Values::Words(words) = &layer.values
                && layer.required
                && self.says_cells(layer)
            {
                let cells = data.board.whole().cells().into_iter();
                entries.at = cells.map(|cell| (cell, Entry::Word(words[0]))).collect();
            }
        }
        data.cut(self);
        self.require(&data).map_err(|unmet| unmet.message)?;
        let mut text = format!(
            "# {}: {}.\nkind = {key:?}\ntitle = \"My {}\"\n",
            self.title, self.summary, self.title
        );
        for parameter in &self.parameters {
            let (low, high) = parameter.range;
            let value = parameter.default.unwrap_or(low);
            let (value, range) = match parameter.is_truth {
                true => ((value != 0).to_string(), "true or false".to_owned()),
                false => (value.to_string(), format!("{low} to {high}")),
            };
            let sign = if parameter.default.is_some() { "# " } else { "" };
            let _ = writeln!(text, "{sign}{} = {value}    # {range}", parameter.name);
        }
        if let Some(pieces) = &self.pieces {
            let _ = writeln!(text, "# {PIECES} = {:?}", pieces.items);
        }
        let mut has_size = false;
        for layer in &self.clues {
            let is_block = matches!(layer.on, On::Cells | On::Areas { .. });
            let cover = matches!(layer.on, On::Areas { cover: true });
            let _ = writeln!(text);
            for line in self.said_of(layer) {
                let _ = writeln!(text, "# {line}");
            }
            if is_block && (cover || !has_size || layer.required) {
                let word = if cover { "A" } else { "." };
                // A sign has to point at some cell.
                let sign = |&cell: &Place| {
                    let sees = |&way: &Direction| !data.board.ray(cell, way).is_empty();
                    signs().find(|sign| sign.iter().any(sees)).map(|sign| arrow_text(&sign))
                };
                let word = |cell: &Place| match &layer.values {
                    Values::Directions if layer.required => sign(cell).unwrap_or_default(),
                    Values::Words(words) if layer.required => self.words[words[0] as usize].clone(),
                    _ => word.to_owned(),
                };
                let rows = data.board.whole().rows();
                let rows = rows.iter().map(|row| row.iter().map(word).join(" ")).join("\n");
                let key = layer.typed.as_deref().unwrap_or(&layer.name);
                let _ = writeln!(text, "{key} = \"\"\"\n{rows}\n\"\"\"");
                has_size = true;
            } else if layer.typed.is_none() {
                let _ = writeln!(text, "# {} = {}", layer.name, self.example(layer, columns));
            }
        }
        if !has_size {
            let _ = writeln!(text, "\nrows = {rows}\ncolumns = {columns}");
        }
        Ok(text)
    }

    /// What a clue of this layer says, in the sentence of its rule, and how to write it.
    fn said_of(&self, layer: &Layer) -> Vec<String> {
        let rule = self.rules.iter().find(|rule| *rule.name == *layer.name);
        let about = format!("{}[", layer.name);
        let rule = rule.or_else(|| {
            self.rules.iter().find(|rule| rule.is_clue && rule.sentence().contains(&about))
        });
        let meaning = rule.map(|rule| format!("{}: {}", layer.name, rule.with_gaps()));
        let form = self.clue_said(layer);
        match (meaning, layer.on) {
            // The example shows how to write a path.
            (Some(meaning), On::Paths) => vec![meaning],
            (Some(meaning), _) => vec![meaning, capital(&form)],
            (None, _) => vec![format!("{}: {form}", layer.name)],
        }
    }

    /// Describes the possible entries of a layer and their places.
    pub fn clue_said(&self, layer: &Layer) -> String {
        let place = match layer.on {
            On::Cells => "in a cell",
            On::Links => "between two cells",
            On::Sides => "on a side of a cell",
            On::Corners => "on a corner",
            On::Outside => "outside, beside a row or a column",
            On::Areas { cover: true } => {
                return "areas: the same letter for all cells of one".to_owned();
            }
            On::Areas { cover: false } => {
                return "areas: the same letter for all cells of one, `.` for none".to_owned();
            }
            On::Paths => return "cells along a path: \"r1c1 r1c2 r2c2\"".to_owned(),
            On::Groups(of) => {
                let of = &self.clues[of].name;
                return format!("{} for each {of}", self.values_text(layer));
            }
        };
        format!("{} {place}", self.values_text(layer))
    }

    fn values_text(&self, layer: &Layer) -> String {
        let values = match &layer.values {
            Values::Flag => "`#`".to_owned(),
            Values::Number(_) => "a number".to_owned(),
            Values::Words(words) => {
                let named = words.iter().map(|&word| format!("`{}`", self.words[word as usize]));
                match &named.collect_vec()[..] {
                    [one, two, .., last] if words.len() > MOST_WORDS => {
                        format!("{one}, {two}, … or {last}")
                    }
                    all => all.join(" or "),
                }
            }
            Values::Direction => "a direction, such as `east` or `→`".to_owned(),
            Values::Directions => "directions, such as `→`, `↕` or `n+se`".to_owned(),
            Values::Numbers => "numbers, such as `1,2`".to_owned(),
            Values::Group => "an area".to_owned(),
        };
        if layer.any.is_some() { format!("{values}, or `?`,") } else { values }
    }

    fn example(&self, layer: &Layer, columns: u16) -> String {
        match layer.on {
            On::Outside => {
                let row = vec!["."; usize::from(columns)].join(" ");
                format!("{{ top = \"{row}\" }}")
            }
            On::Paths => "[\"r1c1 r1c2\"]".to_owned(),
            On::Groups(_) => "{ A = 1 }".to_owned(),
            On::Cells | On::Areas { .. } => "\"\"\" a word for each cell \"\"\"".to_owned(),
            On::Links | On::Sides | On::Corners if self.hexagons || self.wraps != [false; 2] => {
                match layer.values {
                    Values::Flag => "[\"r1c1 r1c2\"]".to_owned(),
                    _ => "[\"r1c1 r1c2: 1\"]".to_owned(),
                }
            }
            On::Links | On::Sides | On::Corners => {
                "\"\"\" a drawing with what is between the cells \"\"\"".to_owned()
            }
        }
    }
}

impl crate::kind::Rule {
    /// The sentence, with an ellipsis for each expression.
    fn with_gaps(&self) -> String {
        let gap = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Value(..) => "…".to_owned(),
            Part::Number(_, [_, many], _) => format!("… {many}"),
        };
        self.say.0.iter().map(gap).collect()
    }

    /// The sentence as the kind's file has it, with its expressions in braces.
    pub fn sentence(&self) -> String {
        self.say.0.iter().map(Part::source).collect()
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
