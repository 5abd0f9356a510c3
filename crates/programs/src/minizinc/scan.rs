//! Splits a MiniZinc text, as `minizinc` does before parsing, into code, comments, strings and quoted
//! names. To know what a model includes, you have to know where its comments end.
//!
//! Comments do not nest. One that begins with `/**` or `/***` ends at a later `*/`, so `/**/` is open.
//! A string can contain code, as in `"x = \(show(x))"`, and that code can contain strings.

/// The sort of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Code,
    Comment,
    /// A string with its quotes, or the part of one before, between or after code in it.
    Text,
    /// A name in single quotes.
    Name,
}

/// A piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece<'t> {
    pub(super) sort: Sort,
    /// Its position, in bytes.
    pub(super) at: usize,
    pub(super) text: &'t str,
}

/// The open brackets: whether each began code in a string.
type Open = Vec<bool>;

/// Splits the whole text into pieces. No two consecutive pieces are code.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    let mut open = Open::new();
    let mut at = 0;
    while at < text.len() {
        let (sort, length) = next(&text[at..], &mut open);
        match pieces.last_mut() {
            Some(last) if (last.sort, sort) == (Sort::Code, Sort::Code) => {
                last.text = &text[last.at..at + length];
            }
            _ => pieces.push(Piece { sort, at, text: &text[at..at + length] }),
        }
        at += length;
    }
    pieces
}

/// The characters that can begin something other than code, or end it.
const SPECIAL: [u8; 6] = *b"%/\"()'";

/// The sort of the piece at the beginning of a text, which is not empty, and its length in bytes.
fn next(text: &str, open: &mut Open) -> (Sort, usize) {
    match text.as_bytes()[0] {
        b'%' => (Sort::Comment, text.find('\n').unwrap_or(text.len())),
        b'/' if text.starts_with("/*") => (Sort::Comment, length_of_comment(text)),
        b'"' => (Sort::Text, length_of_string(text, open)),
        b')' if open.pop() == Some(true) => (Sort::Text, length_of_string(text, open)),
        b'(' => {
            open.push(false);
            (Sort::Code, 1)
        }
        b'\'' => length_of_name(text).map_or((Sort::Code, 1), |length| (Sort::Name, length)),
        _ => {
            let special = text.bytes().skip(1).position(|byte| SPECIAL.contains(&byte));
            (Sort::Code, special.map_or(text.len(), |at| at + 1))
        }
    }
}

fn length_of_comment(text: &str) -> usize {
    let begins = ["/***", "/**", "/*"].into_iter().find(|begins| text.starts_with(begins));
    let begins = begins.map_or(0, str::len);
    text[begins..].find("*/").map_or(text.len(), |end| begins + end + "*/".len())
}

/// The length of a string, up to its closing quote or to code in it.
fn length_of_string(text: &str, open: &mut Open) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'(' if is_escaped => {
                open.push(true);
                return at + 1;
            }
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a quoted name; `None` if the quote begins no name. With a backslash, only operators
/// are names.
fn length_of_name(text: &str) -> Option<usize> {
    if let Some(operator) = [r"'\/'", r"'/\'"].into_iter().find(|name| text.starts_with(name)) {
        return Some(operator.len());
    }
    let end = 1 + text[1..].find(['\'', '\\', '\n', '\r', '\0'])?;
    text[end..].starts_with('\'').then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces, each with a letter for its sort.
    fn apart(text: &str) -> Vec<String> {
        let letter = |sort| match sort {
            Sort::Code => 'c',
            Sort::Comment => '%',
            Sort::Text => 't',
            Sort::Name => 'n',
        };
        let pieces = pieces(text);
        assert_eq!(pieces.iter().map(|piece| piece.text).collect::<String>(), text);
        assert!(pieces.iter().all(|piece| text[piece.at..].starts_with(piece.text)));
        pieces.iter().map(|piece| format!("{}{}", letter(piece.sort), piece.text)).collect()
    }

    #[test]
    fn comments_strings_and_names_are_told_from_code() {
        for (text, expected) in [
            ("a % b\r\"\nc", &["ca ", "%% b\r\"", "c\nc"][..]),
            ("a/*/ \" /* */b*/", &["ca", "%/*/ \" /* */", "cb*/"]),
            ("/**/ a */ b", &["%/**/ a */", "c b"]),
            ("/***/ a */ b", &["%/***/ a */", "c b"]),
            ("/****/ a", &["%/****/", "c a"]),
            ("/* no end", &["%/* no end"]),
            (r#""\"%" a"#, &[r#"t"\"%""#, "c a"]),
            (r#""\\" % "#, &[r#"t"\\""#, "c ", "%% "]),
            ("\"no end\n", &["t\"no end\n"]),
            ("'%' 'a\"b' x", &["n'%'", "c ", "n'a\"b'", "c x"]),
            ("a '\n' b '\\x' c", &["ca '\n", "n' b '", "c\\x' c"]),
            (r"a '\/' b '/\' c", &["ca ", r"n'\/'", "c b ", r"n'/\'", "c c"]),
            ("é\"ü\"ß", &["cé", "t\"ü\"", "cß"]),
        ] {
            assert_eq!(apart(text), expected, "{text}");
        }
    }

    #[test]
    fn strings_contain_code_that_contains_strings() {
        for (text, expected) in [
            (r#""a\(b)c" d"#, &[r#"t"a\("#, "cb", "t)c\"", "c d"][..]),
            (r#""\(f(1))%" g"#, &[r#"t"\("#, "cf(1)", "t)%\"", "c g"]),
            (r#""\(x)\(y)" z"#, &[r#"t"\("#, "cx", r"t)\(", "cy", "t)\"", "c z"]),
            (
                r#"("\("\(a)" ++ "b")" c)"#,
                &["c(", r#"t"\("#, r#"t"\("#, "ca", "t)\"", "c ++ ", "t\"b\"", "t)\"", "c c)"],
            ),
            (r#")"a\\(b""#, &["c)", r#"t"a\\(b""#]),
            (r#""\(% )"#, &[r#"t"\("#, "%% )"]),
        ] {
            assert_eq!(apart(text), expected, "{text}");
        }
    }
}
