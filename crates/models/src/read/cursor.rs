//! Reads the text of an element from left to right.

use super::super::{Expr, Operator};
use super::{Args, Names};
use cnfetti_input::{InputError, Span};

/// More deeply nested expressions are refused.
const MAX_DEPTH: usize = 200;

/// The text of an element, and the current position.
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// The position of the text in the file.
    start: usize,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, start: usize) -> Cursor<'a> {
        Cursor { text, start, at: 0 }
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character, without reading it.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips whitespace; returns whether anything is left.
    pub(super) fn more(&mut self) -> bool {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
        self.at < self.text.len()
    }

    /// Reads this text if it comes next; returns whether it does.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let eaten = self.rest().starts_with(text);
        self.at += if eaten { text.len() } else { 0 };
        eaten
    }

    /// Skips whitespace, then reads this text; returns an error if something else comes next.
    pub(super) fn expect(&mut self, text: &str) -> Result<(), InputError> {
        self.more();
        if self.eat(text) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    /// Reads a name or a number.
    pub(super) fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || "_-+.%:".contains(c)));
        let end = end.unwrap_or(rest.len());
        // Two dots are a range in brackets or braces, and end the number.
        let end = rest[..end].find("..").unwrap_or(end);
        self.at += end;
        &rest[..end]
    }

    /// The position of the next character in the file.
    pub(super) fn position(&self) -> usize {
        self.start + self.at
    }

    /// The place from a position up to the current one.
    pub(super) fn since(&self, position: usize) -> Span {
        position..self.position().max(position)
    }

    /// The error that something else comes next.
    pub(super) fn expected(&self, what: &str) -> InputError {
        let rest = self.rest();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let shown: String = rest[..end].chars().take(40).collect();
        let found =
            if shown.is_empty() { "the end of the text".to_owned() } else { format!("`{shown}`") };
        InputError::expected(self.position()..self.position() + shown.len(), what, found)
    }

    /// Reads an integer.
    pub(super) fn number(&mut self) -> Result<i64, InputError> {
        self.more();
        let before = self.at;
        let number = number(self.word());
        number.ok_or_else(|| {
            self.at = before;
            self.expected("a whole number of at most 64 bits")
        })
    }

    /// Reads a number, or two numbers with `..` between them: the ends of an interval.
    pub(super) fn interval(&mut self) -> Result<(i64, i64), InputError> {
        let start = self.position();
        let low = self.number()?;
        if !self.eat("..") {
            return Ok((low, low));
        }
        let high = self.number()?;
        if low > high {
            let found = format!("{low}..{high}");
            return Err(InputError::expected(self.since(start), "an interval", found));
        }
        Ok((low, high))
    }

    /// Reads an expression, which may be a number, a variable or the argument of a group.
    pub(super) fn expr(&mut self, names: &Names<'_>, args: &Args) -> Result<Expr, InputError> {
        self.nested(names, args, 0)
    }

    fn nested(&mut self, names: &Names<'_>, args: &Args, depth: usize) -> Result<Expr, InputError> {
        self.more();
        if depth > MAX_DEPTH {
            let limit = format!("expressions that are nested at most {MAX_DEPTH} deep");
            return Err(self.expected(&limit));
        }
        let (before, start) = (self.at, self.position());
        let word = self.word();
        if let Some(number) = number(word) {
            return Ok(Expr::Number(number));
        }
        if is_digits(word) {
            self.at = before;
            return Err(self.expected("a whole number of at most 64 bits"));
        }
        if let Some(number) = word.strip_prefix('%') {
            return args.get(number, self.since(start)).cloned();
        }
        if self.peek() != Some('(') {
            if let Some(number) = names.symbol(word) {
                return Ok(Expr::Word(number));
            }
            self.at = before;
            return self.variable(names);
        }
        let Some(operator) = Operator::by_name(word) else {
            let found = format!("`{word}`");
            return Err(InputError::expected(self.since(start), "an operator", found)
                .help("such as add, sub, mul, eq, le, or, not, if"));
        };
        let mut list = Vec::new();
        let takes_sets = matches!(operator, Operator::In | Operator::NotIn);
        self.arguments(&mut list, names, args, (depth, takes_sets))?;
        let (least, most) = operator.arity();
        if list.len() < least || list.len() > most {
            let expected = match least == most {
                true => format!("{least}"),
                false => format!("at least {least}"),
            };
            let expected = format!("{expected} arguments of `{operator}`");
            return Err(InputError::expected(self.since(start), expected, list.len().to_string()));
        }
        Ok(Expr::Apply(operator, list))
    }

    /// Reads arguments in parentheses, separated by commas. Each member of a set is an argument of
    /// its own.
    fn arguments(
        &mut self,
        list: &mut Vec<Expr>,
        names: &Names<'_>,
        args: &Args,
        (depth, takes_sets): (usize, bool),
    ) -> Result<(), InputError> {
        self.expect("(")?;
        self.more();
        if self.eat(")") {
            return Ok(());
        }
        loop {
            self.more();
            if self.rest().starts_with("set(") {
                self.eat("set");
                self.arguments(list, names, args, (depth + 1, takes_sets))?;
            } else if let Some(set) = args.set(self.argument()).filter(|_| takes_sets) {
                list.extend_from_slice(set);
                self.word();
            } else if self.eat("%...") {
                list.extend_from_slice(args.rest());
            } else {
                list.push(self.nested(names, args, depth + 1)?);
            }
            self.more();
            if !self.eat(",") {
                return self.expect(")");
            }
        }
    }

    /// The number of the argument that comes next, without reading it; empty if there is none.
    pub(super) fn argument(&self) -> &'a str {
        let rest = self.rest().strip_prefix('%').unwrap_or_default();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Reads a single variable.
    fn variable(&mut self, names: &Names<'_>) -> Result<Expr, InputError> {
        let start = self.position();
        let selected = self.variables(names)?;
        match selected.cells[..] {
            [variable] if selected.shape.is_empty() => Ok(Expr::Variable(variable)),
            _ => {
                let found = format!("{} variables", selected.cells.len());
                Err(InputError::expected(self.since(start), "one variable", found))
            }
        }
    }

    /// Reads a name with subscripts, such as `x`, `x[3]` or `x[1..3][]`; returns its variables.
    pub(super) fn variables(&mut self, names: &Names<'_>) -> Result<Selected, InputError> {
        let start = self.position();
        let id = self.word();
        if id.is_empty() {
            return Err(self.expected("a number, a variable or an expression"));
        }
        let mut subscripts = Vec::new();
        while self.eat("[") {
            self.more();
            let subscript = if self.peek() == Some(']') { None } else { Some(self.interval()?) };
            self.expect("]")?;
            subscripts.push(subscript);
        }
        names.select(id, &subscripts, self.since(start))
    }
}

/// The variables to which a name with subscripts refers.
pub(super) struct Selected {
    /// The sizes of the dimensions whose subscript is not a single number.
    pub(super) shape: Vec<usize>,
    /// The variables in row-major order, without cells that have no domain.
    pub(super) cells: Vec<usize>,
}

/// Parses an integer in decimal digits.
pub(super) fn number(word: &str) -> Option<i64> {
    if is_digits(word) { word.parse().ok() } else { None }
}

fn is_digits(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
