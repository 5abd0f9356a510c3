//! A board as people type it: the rows, followed by the rules and the dominoes.
//!
//! ```text
//! A##B
//! ...B
//!
//! A = 3
//! B > 7
//! dominoes: 51 65 30
//! ```
//!
//! A rule is `=`, `<`, `>`, `<=` or `>=` with a number, `equal` (or `=` alone), `unequal` (or `≠`
//! or `!=`), or `free`, with or without a colon after the name. Rules without a number may have an
//! extra `=`, as in `B = equal` and `B = =`. Dominoes are `51`, `5-1` or `5|1`, on one line or
//! several. `title:` and `source:` are optional. Within the board, a blank line is a row without
//! cells.

use crate::puzzle::{Format, Part};
use cnfetti_input::{InputError, MAX_TITLE_CHARS, Span, lines, require_chars, rows, words};

use super::board_text::{self, is_name, parse_domino};
use super::draft::{Draft, NamedRule};
use super::region::{RULES, Rule, parse_total};
use super::{MAX_PIPS, Pips};

/// The format's row.
pub(in crate::puzzle) const MAP: Format = Format {
    name: "map",
    summary: "a board as people type it, with rules and dominoes under it",
    example: "instances/pips/as-typed.txt",
    kind: "pips",
    recognises,
    read: |text, _| read(text).map(|part| vec![part]),
};

fn recognises(text: &str) -> bool {
    let is_toml = |line: &str| {
        line.trim_start()
            .strip_prefix("kind")
            .is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    // Searching for a word is much faster than parsing every line.
    text.contains("dominoes")
        && lines(text).any(|(_, line)| dominoes_of(line).is_some())
        && !lines(text).any(|(_, line)| is_toml(line))
}

/// The text after `dominoes:`, with its offset in the line.
fn dominoes_of(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start().strip_prefix("dominoes")?;
    let rest = rest.strip_prefix(':').or_else(|| rest.starts_with(' ').then_some(rest))?;
    let rest = (!rest.trim_start().starts_with('=')).then_some(rest)?;
    Some((line.len() - rest.len(), rest))
}

fn read(text: &str) -> Result<Part, InputError> {
    let below = board_end(text);
    let squares = board_text::parse(rows(&text[..below]), |range| range)?;
    let mut draft = Draft { squares, ..Draft::default() };
    let mut part = Part::default();
    let mut in_dominoes = false;
    for (start, line) in lines(&text[below..]).map(|(at, line)| (below + at, line)) {
        if let Some((offset, rest)) = dominoes_of(line) {
            in_dominoes = true;
            push_dominoes(start + offset, rest, &mut draft)?;
        } else if let Some(title) = line.strip_prefix("title:") {
            part.title = Some(about(start, line, title)?);
        } else if let Some(source) = line.strip_prefix("source:") {
            part.source = Some(about(start, line, source)?);
        } else if in_dominoes && line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            push_dominoes(start, line, &mut draft)?;
        } else if !line.trim().is_empty() {
            draft.add_rule(rule(start, line)?)?;
        }
    }
    let puzzle: Pips = draft.finish()?;
    part.puzzle = Some(Box::new(puzzle));
    Ok(part)
}

/// The end of the board. Before the first blank line, every line that does not look like a rule
/// belongs to the board; after it, only lines that can only be rows.
fn board_end(text: &str) -> usize {
    const SIGNS: [char; 7] = [':', '=', '<', '>', '≤', '≥', '≠'];
    let is_below = |line: &str| {
        let word = line.split_whitespace().nth(1);
        dominoes_of(line).is_some()
            || line.contains(SIGNS)
            || word.is_some_and(|word| matches!(word, "equal" | "unequal" | "free"))
    };
    let is_cell = |c: char| c.is_alphanumeric() || c.is_whitespace() || "#.…".contains(c);
    let mut blank = false;
    for (start, line) in lines(text) {
        if line.is_empty() {
            blank |= start > 0;
            continue;
        }
        blank |= line.trim().is_empty() && start > 0;
        if is_below(line) || (blank && !line.chars().all(is_cell)) {
            return start;
        }
    }
    text.len()
}

/// The text after a line's key.
fn about(start: usize, line: &str, text: &str) -> Result<String, InputError> {
    let text = require_chars(text.trim(), MAX_TITLE_CHARS, line_span(start, line))?;
    Ok(text.to_owned())
}

fn rule(start: usize, line: &str) -> Result<NamedRule, InputError> {
    let indent = line.len() - line.trim_start().len();
    let trimmed = line.trim();
    let length = trimmed.find(|c: char| !c.is_alphanumeric()).unwrap_or(trimmed.len());
    let (name, rest) = trimmed.split_at(length);
    let name_span = start + indent..start + indent + length;
    if !is_name(name) {
        let expected = "the name of a region and its rule, or `dominoes:`";
        return Err(InputError::expected(line_span(start, line), expected, format!("`{trimmed}`")));
    }
    let text = rest.trim_start();
    let text = text.strip_prefix(':').unwrap_or(text).trim();
    let rule = parse_rule(text).ok_or_else(|| {
        let rest_span = name_span.end..start + indent + trimmed.len();
        InputError::expected(rest_span, format!("{RULES} for region `{name}`"), format!("`{text}`"))
    })?;
    Ok(NamedRule { name: name.to_owned(), rule, span: name_span })
}

fn parse_rule(text: &str) -> Option<Rule> {
    use super::region::Comparison;

    let without_number = |text: &str| match text {
        "=" => Some(Rule::Equal),
        "≠" | "!=" => Some(Rule::Unequal),
        "equal" | "unequal" | "free" => Rule::parse(text),
        _ => None,
    };
    let after_sign = text.strip_prefix('=').map(str::trim_start);
    without_number(text)
        .or_else(|| after_sign.and_then(without_number))
        .or_else(|| parse_total(text).map(|total| Rule::Total(Comparison::Equal, total)))
        .or_else(|| Rule::parse(text))
}

fn push_dominoes(start: usize, text: &str, draft: &mut Draft) -> Result<(), InputError> {
    for (offset, word) in words(text) {
        let span = start + offset..start + offset + word.len();
        let word = word.trim_end_matches(',');
        let domino = parse_domino(word).ok_or_else(|| {
            let expected = format!("a domino of two numbers up to {MAX_PIPS}, such as 51 or 10-5");
            InputError::expected(span.clone(), expected, format!("`{word}`"))
        })?;
        draft.add_domino(domino, span)?;
    }
    Ok(())
}

fn line_span(start: usize, line: &str) -> Span {
    start..start + line.len()
}
