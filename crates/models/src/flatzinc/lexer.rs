//! Splits a FlatZinc file into tokens.

use cnfetti_input::{InputError, Span};

/// A token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'s> {
    /// A name or a keyword.
    Name(&'s str),
    /// A whole number.
    Int(i64),
    /// A number with a decimal point or an exponent, as written.
    Float(&'s str),
    /// A string in quotes.
    Text(&'s str),
    /// One of `[ ] ( ) { } , : ; = .. ::`.
    Sign(&'static str),
    /// The end of the file.
    End,
}

/// Every sign; a sign comes before its prefixes.
const SIGNS: [&str; 12] = ["::", "..", "[", "]", "(", ")", "{", "}", ",", ":", ";", "="];

/// Reads one token after another.
pub(super) struct Lexer<'s> {
    source: &'s str,
    at: usize,
}

impl<'s> Lexer<'s> {
    pub(super) fn new(source: &'s str) -> Lexer<'s> {
        Lexer { source, at: 0 }
    }

    /// Returns the next token and its place.
    pub(super) fn next(&mut self) -> Result<(Token<'s>, Span), InputError> {
        self.skip_blanks();
        let start = self.at;
        let rest = &self.source[start..];
        let Some(first) = rest.chars().next() else { return Ok((Token::End, start..start)) };
        let token = if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            self.at += sign.len();
            Token::Sign(sign)
        } else if first.is_alphabetic() || first == '_' {
            Token::Name(self.take(rest, |c| c.is_alphanumeric() || c == '_'))
        } else if first == '"' {
            self.text(rest)?
        } else if first.is_ascii_digit() || first == '-' || first == '+' {
            self.number(rest)?
        } else {
            let end = start + first.len_utf8();
            let found = format!("`{}`", first.escape_debug());
            return Err(InputError::expected(start..end, "a FlatZinc item", found));
        };
        Ok((token, start..self.at))
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.source[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            if !self.source[self.at..].starts_with('%') {
                return;
            }
            let comment = &self.source[self.at..];
            self.at += comment.find('\n').unwrap_or(comment.len());
        }
    }

    fn take(&mut self, rest: &'s str, belongs: impl Fn(char) -> bool) -> &'s str {
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn text(&mut self, rest: &'s str) -> Result<Token<'s>, InputError> {
        let mut escaped = false;
        for (at, c) in rest.char_indices().skip(1) {
            match c {
                '"' if !escaped => {
                    self.at += at + 1;
                    return Ok(Token::Text(&rest[1..at]));
                }
                '\n' => break,
                _ => escaped = c == '\\' && !escaped,
            }
        }
        Err(InputError::expected(self.at..self.at + 1, "a text that ends on its line", "no end"))
    }

    /// Reads a number. Two dots after it belong to a range, not to the number.
    fn number(&mut self, rest: &'s str) -> Result<Token<'s>, InputError> {
        let start = self.at;
        let sign = usize::from(rest.starts_with(['-', '+']));
        let digits = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let mut end = sign + digits(&rest[sign..]);
        let mut is_whole = true;
        if rest[end..].starts_with('.') && !rest[end..].starts_with("..") {
            end += 1 + digits(&rest[end + 1..]);
            is_whole = false;
        }
        if rest[end..].starts_with(['e', 'E']) {
            let exponent = end + 1 + usize::from(rest[end + 1..].starts_with(['-', '+']));
            end = exponent + digits(&rest[exponent..]);
            is_whole = false;
        }
        self.at += end;
        if !is_whole {
            return Ok(Token::Float(&rest[..end]));
        }
        let text = &rest[..end];
        let number = text.strip_prefix('+').unwrap_or(text).parse();
        number.map(Token::Int).map_err(|_| {
            InputError::expected(start..self.at, "a whole number of at most 64 bits", text)
        })
    }
}

impl Token<'_> {
    /// The token as error messages name it.
    pub(super) fn found(&self) -> String {
        match self {
            Token::Name(name) => format!("`{name}`"),
            Token::Int(number) => number.to_string(),
            Token::Float(text) => (*text).to_owned(),
            Token::Text(_) => "a text".to_owned(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::End => "the end of the file: is it cut off?".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lexer, Token};

    #[test]
    fn tokens_are_told_apart() {
        let mut lexer = Lexer::new("var -3..5: x_1 :: f(\"a\\\"b\", 1.5e-3) = 7; % y\n{}");
        let mut tokens = Vec::new();
        loop {
            match lexer.next().unwrap().0 {
                Token::End => break,
                token => tokens.push(token),
            }
        }
        use Token::{Float, Int, Name, Sign, Text};
        let expected = [
            Name("var"),
            Int(-3),
            Sign(".."),
            Int(5),
            Sign(":"),
            Name("x_1"),
            Sign("::"),
            Name("f"),
            Sign("("),
            Text("a\\\"b"),
            Sign(","),
            Float("1.5e-3"),
            Sign(")"),
            Sign("="),
            Int(7),
            Sign(";"),
            Sign("{"),
            Sign("}"),
        ];
        assert_eq!(tokens, expected);
        for bad in ["§", "\"abc\nd\"", "99999999999999999999"] {
            assert!(Lexer::new(bad).next().is_err(), "{bad}");
        }
    }
}
