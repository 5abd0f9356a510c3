//! Reads an address from left to right.

use cnfetti_input::{InputError, Span};

pub(super) struct Reader<'t> {
    text: &'t str,
    at: usize,
}

pub(super) type Read<T> = Result<T, InputError>;

impl<'t> Reader<'t> {
    /// Starts at a position; the text is ASCII.
    pub(super) fn new(text: &'t str, at: usize) -> Reader<'t> {
        Reader { text, at }
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.text.len()
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The place of all that is left.
    pub(super) fn here(&self) -> Span {
        self.at..self.text.len()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the next character; it is an error if there is none.
    pub(super) fn next(&mut self, expected: &str) -> Read<(char, Span)> {
        let found = self.peek();
        let span = self.at..(self.at + 1).min(self.text.len());
        self.at = span.end;
        let c = found.ok_or_else(|| InputError::expected(span.clone(), expected, "the end"))?;
        Ok((c, span))
    }

    /// Reads a number with this many digits.
    pub(super) fn digits(&mut self, count: usize, radix: u32) -> Read<i64> {
        let start = self.at;
        let end = (start + count).min(self.text.len());
        let digits = &self.text[start..end];
        self.at = end;
        let is_number = digits.len() == count && digits.chars().all(|c| value(c, radix).is_some());
        let number = i64::from_str_radix(digits, radix).ok().filter(|_| is_number);
        number.ok_or_else(|| {
            let expected = format!("{count} digits of base {radix}");
            InputError::expected(start..end, expected, format!("`{digits}`"))
        })
    }

    /// Reads a decimal number and the `/` after it.
    pub(super) fn segment(&mut self, what: &str) -> Read<(i64, Span)> {
        let start = self.at;
        let end = self.rest().find('/').map_or(self.text.len(), |at| start + at);
        let digits = &self.text[start..end];
        self.at = (end + 1).min(self.text.len());
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|_| is_number);
        match number {
            Some(number) => Ok((number, start..end)),
            None => {
                let error = InputError::expected(start..end, what, format!("`{digits}`"));
                let is_flag = digits.starts_with(|c: char| c.is_ascii_alphabetic());
                let help = "it marks a variant with other rules, which are not known here";
                Err(if is_flag { error.help(help) } else { error })
            }
        }
    }

    /// Skips a part that consists of these letters, if there is one.
    pub(super) fn skip_letters(&mut self, letters: &str) {
        if let Some((part, _)) = self.rest().split_once('/')
            && !part.is_empty()
            && part.chars().all(|c| letters.contains(c))
        {
            self.at += part.len() + 1;
        }
    }

    /// Reads the numbers of columns and rows.
    pub(super) fn size(&mut self) -> Read<(usize, usize, Span)> {
        let (columns, from) = self.segment("the number of columns")?;
        let (rows, to) = self.segment("the number of rows")?;
        let size = |number: i64| usize::try_from(number).unwrap_or(usize::MAX / 2);
        Ok((size(columns), size(rows), from.start..to.end))
    }
}

/// The value of a digit; capital letters are not digits.
pub(super) fn value(c: char, radix: u32) -> Option<u32> {
    c.to_digit(radix).filter(|_| !c.is_ascii_uppercase())
}

/// The digit for a number below 36.
pub(super) fn digit(number: usize) -> char {
    char::from_digit(number as u32, 36).unwrap_or('0')
}
