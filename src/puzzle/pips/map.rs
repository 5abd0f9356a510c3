//! A board as people type it: the rows, and under them the rules and the dominoes.
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
//! A rule is `=`, `<`, `>`, `<=` or `>=` with a number, `equal` (or `=` alone), `unequal` (or
//! `≠` or `!=`), or `free`, with or without a colon after the name. Dominoes are `51`, `5-1` or
//! `5|1`, on one line or several. `title:` and `source:` can be there too. Inside the board a
//! blank line is a row without cells.

use crate::input::{InputError, Span, lines};
use crate::puzzle::{Format, Part};

use super::board_text::{self, is_name, parse_domino, words};
use super::draft::{Draft, NamedRule};
use super::region::{RULES, Rule, parse_total};
use super::{MAX_PIPS, Pips};

/// The format's row.
pub(in crate::puzzle) const MAP: Format = Format {
    name: "map",
    summary: "a board as people type it, with rules and dominoes under it",
    kind: "pips",
    recognises,
    read: |text| read(text).map(|part| vec![part]),
};

fn recognises(text: &str) -> bool {
    let is_toml = |line: &str| {
        line.trim_start()
            .strip_prefix("kind")
            .is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    !text.lines().any(is_toml) && text.lines().any(|line| dominoes_of(line).is_some())
}

/// What stands after `dominoes:`, with its offset in the line.
fn dominoes_of(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim_start().strip_prefix("dominoes")?;
    let rest = rest.strip_prefix(':').or_else(|| rest.starts_with(' ').then_some(rest))?;
    let rest = (!rest.trim_start().starts_with('=')).then_some(rest)?;
    Some((line.len() - rest.len(), rest))
}

fn read(text: &str) -> Result<Part, InputError> {
    let lines = lines(text);
    let end = board_end(&lines);
    let (board, below) = lines.split_at(end);
    let blank = board.iter().take_while(|(_, line)| line.trim().is_empty()).count();
    let mut draft =
        Draft { squares: board_text::parse(&board[blank..], |range| range)?, ..Draft::default() };
    let mut part = Part { name: None, title: None, source: None, puzzle: None };
    let mut in_dominoes = false;
    for &(start, line) in below {
        if let Some((offset, rest)) = dominoes_of(line) {
            in_dominoes = true;
            push_dominoes(start + offset, rest, &mut draft)?;
        } else if let Some(title) = line.strip_prefix("title:") {
            part.title = Some(title.trim().to_owned());
        } else if let Some(source) = line.strip_prefix("source:") {
            part.source = Some(source.trim().to_owned());
        } else if in_dominoes && line.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            push_dominoes(start, line, &mut draft)?;
        } else if !line.trim().is_empty() {
            draft.rules.push(rule(start, line)?);
        }
    }
    let puzzle: Pips = draft.finish()?;
    part.puzzle = Some(Box::new(puzzle));
    Ok(part)
}

/// How many of the lines belong to the board. Up to the first blank line that is all that does
/// not look like a rule; after it, only what cannot be anything but a row.
fn board_end(lines: &[(usize, &str)]) -> usize {
    const SIGNS: [char; 7] = [':', '=', '<', '>', '≤', '≥', '≠'];
    let is_below = |line: &str| {
        let word = line.split_whitespace().nth(1);
        dominoes_of(line).is_some()
            || line.contains(SIGNS)
            || word.is_some_and(|word| matches!(word, "equal" | "unequal" | "free"))
    };
    let is_cell = |c: char| c.is_alphanumeric() || c.is_whitespace() || "#.…".contains(c);
    let mut blank = false;
    for (at, (_, line)) in lines.iter().enumerate() {
        blank |= line.trim().is_empty() && at > 0;
        if is_below(line) || (blank && !line.chars().all(is_cell)) {
            return at;
        }
    }
    lines.len()
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

    match text {
        "=" => Some(Rule::Equal),
        "≠" | "!=" => Some(Rule::Unequal),
        _ => match parse_total(text) {
            Some(total) => Some(Rule::Total(Comparison::Equal, total)),
            None => Rule::parse(text),
        },
    }
}

fn push_dominoes(start: usize, text: &str, draft: &mut Draft) -> Result<(), InputError> {
    for (offset, word) in words(text) {
        let span = start + offset..start + offset + word.len();
        let word = word.trim_end_matches(',');
        let domino = parse_domino(word).ok_or_else(|| {
            let expected = format!("a domino of two numbers up to {MAX_PIPS}, such as 51 or 10-5");
            InputError::expected(span.clone(), expected, format!("`{word}`"))
        })?;
        draft.dominoes.push(domino);
        let begin = draft.dominoes_span.as_ref().map_or(span.start, |span| span.start);
        draft.dominoes_span = Some(begin..span.end);
    }
    Ok(())
}

fn line_span(start: usize, line: &str) -> Span {
    start..start + line.len()
}
