//! Removes escape codes from a text for a terminal.

/// The first character of an escape sequence.
const ESCAPE: char = '\u{1b}';

/// The text without colours and other invisible characters.
pub(super) fn uncoloured(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            ESCAPE => skip_sequence(&mut chars),
            c if c.is_control() && !c.is_whitespace() => {}
            c => plain.push(c),
        }
    }
    plain
}

/// Skips the rest of an escape sequence: `[` up to a letter or sign, `]` up to a bell or an escape
/// and one more character, or a single character.
fn skip_sequence(chars: &mut std::str::Chars<'_>) {
    let last = match chars.next() {
        Some('[') => chars.find(|c| ('@'..='~').contains(c)),
        Some(']') => chars.find(|&c| c == '\u{7}' || c == ESCAPE),
        other => other.filter(|&c| c != ESCAPE),
    };
    if last == Some(ESCAPE) {
        chars.next();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_seen_is_left() {
        for (text, plain) in [
            ("plain ä│\n\t.", "plain ä│\n\t."),
            ("\u{1b}[38;5;16m\u{1b}[48;5;110m 3 \u{1b}[0m|", " 3 |"),
            ("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{7}!", "link!"),
            ("a\u{1b}Mb\u{7}\u{0}c", "abc"),
            ("end\u{1b}", "end"),
            ("end\u{1b}[12", "end"),
        ] {
            assert_eq!(uncoloured(text), plain);
        }
    }
}
