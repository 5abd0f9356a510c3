//! Shows an error in a file: the line with the place underlined.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::error::{ceil, floor};
use super::{InputError, Span};

/// Longer lines are not shown, in bytes.
const MAX_SHOWN: usize = 4000;

/// Longer links are not shown in full, in characters.
const MAX_NAME: usize = 100;

/// Renders an error in the file with this name and text, with escape codes for colours. Works for
/// every place and every text.
pub fn snippet(path: &str, text: &str, error: &InputError) -> String {
    at_level(Level::ERROR, path, text, error)
}

/// Renders a warning in the same way.
pub fn warning(path: &str, text: &str, warning: &InputError) -> String {
    at_level(Level::WARNING, path, text, warning)
}

/// The name of a file, or the beginning of a long link.
fn short(path: &str) -> String {
    match path.char_indices().nth(MAX_NAME) {
        Some((end, _)) if path.contains("://") => format!("{}…", &path[..end]),
        _ => path.to_owned(),
    }
}

fn at_level(level: Level<'_>, path: &str, text: &str, error: &InputError) -> String {
    let short = short(path);
    let path = short.as_str();
    let place = match error.line_column(text) {
        Some((line, column)) => format!("{path}:{line}:{column}"),
        None => path.to_owned(),
    };
    let only_named = format!("{place}: {}", error.message);
    let shown = error.span.as_ref().map(|span| Shown::new(text, span));
    let mut group = match shown.filter(|shown| shown.lines.len() <= MAX_SHOWN) {
        Some(Shown { first, lines, span }) => {
            let annotation = AnnotationKind::Primary.span(span);
            let source = Snippet::source(lines).line_start(first).path(path);
            Group::with_title(level.primary_title(error.message.as_str()))
                .element(source.annotation(annotation))
        }
        None => Group::with_title(level.primary_title(only_named)),
    };
    if let Some(help) = &error.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    Renderer::styled().render(&[group])
}

/// The lines that a span touches.
struct Shown<'t> {
    /// The number of the first line, from 1.
    first: usize,
    lines: &'t str,
    /// The span within these lines.
    span: Span,
}

impl<'t> Shown<'t> {
    fn new(text: &'t str, span: &Span) -> Shown<'t> {
        let start = floor(text, span.start);
        let end = ceil(text, span.end.max(start));
        let first_byte = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let last_byte = text[end..].find('\n').map_or(text.len(), |at| end + at);
        Shown {
            first: text.as_bytes()[..first_byte].iter().filter(|&&byte| byte == b'\n').count() + 1,
            lines: &text[first_byte..last_byte],
            span: start - first_byte..end - first_byte,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, span: Span) -> String {
        let error = InputError::expected(span, "this", "that").help("try");
        anstream::adapter::strip_str(&snippet("x", text, &error)).to_string()
    }

    #[test]
    fn only_the_lines_of_the_place_are_shown() {
        let text = "one\ntwo\nthree\n";
        let said = "\
error: expected this, found that
 --> x:2:2
  |
2 | two
  |  ^^
  |
  = help: try";
        assert_eq!(shown(text, 5..7), said);
    }

    /// Every place in texts with characters of one to four bytes, in lines that are empty, have
    /// any line ending, or contain control characters.
    #[test]
    fn every_place_can_be_shown() {
        for text in
            ["", "\n", "a\u{feff}b🎲é\nü\r\n\t\n\n\u{1b}[0m\0\u{202e}", "🎲🎲\n🎲", "\r\r\n\r"]
        {
            for start in 0..text.len() + 2 {
                for end in 0..text.len() + 2 {
                    let said = shown(text, start..end);
                    assert!(said.contains("expected this, found that"), "{text:?} {start} {end}");
                }
            }
        }
        let long = "é".repeat(MAX_SHOWN);
        assert_eq!(shown(&long, 7..8), "error: x:1:4: expected this, found that\n |\n = help: try");
    }
}
