//! Parses the items of a FlatZinc file.

use super::lexer::{Lexer, Token};
use crate::ratio::Ratio;
use cnfetti_input::{InputError, Span};

/// A term: an argument, a value or an annotation.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Term<'s> {
    Bool(bool),
    Int(i64),
    /// A set, by its intervals, with both ends included, in the order of the file.
    Set(Vec<(i64, i64)>),
    Name(&'s str),
    /// `x[3]`
    Cell(&'s str, i64),
    List(Vec<Placed<'s>>),
    Call(&'s str, Vec<Placed<'s>>),
    /// A number with a decimal point or an exponent, as written.
    Float(&'s str),
    /// Strings and ranges of floats, which only annotations may contain.
    Other,
}

/// A term and its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Placed<'s> {
    pub(super) term: Term<'s>,
    pub(super) span: Span,
}

/// A type, without `var` and `array`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Bool,
    /// All integers.
    Int,
    /// The integers in these intervals.
    Within(Vec<(i64, i64)>),
    /// All floats, or those between two bounds.
    Float(Option<(Ratio, Ratio)>),
    Set,
}

/// A declaration.
#[derive(Clone, Debug)]
pub(super) struct Declaration<'s> {
    pub(super) name: &'s str,
    pub(super) span: Span,
    pub(super) ty: Type,
    pub(super) is_var: bool,
    /// For an array, the number of its items.
    pub(super) size: Option<i64>,
    pub(super) annotations: Vec<Placed<'s>>,
    pub(super) value: Option<Placed<'s>>,
}

/// An item of a file.
#[derive(Clone, Debug)]
pub(super) enum Item<'s> {
    Declaration(Declaration<'s>),
    Constraint {
        name: &'s str,
        args: Vec<Placed<'s>>,
        span: Span,
    },
    /// The objective, and whether to maximize it; `None` to find any solution.
    Solve {
        objective: Option<(bool, Placed<'s>)>,
        span: Span,
    },
}

/// More deeply nested terms are refused; no compiler writes them.
const MAX_DEPTH: usize = 64;

pub(super) struct Parser<'s> {
    lexer: Lexer<'s>,
    /// The next token.
    next: (Token<'s>, Span),
    depth: usize,
}

impl<'s> Parser<'s> {
    pub(super) fn new(source: &'s str) -> Result<Parser<'s>, InputError> {
        let mut lexer = Lexer::new(source);
        let next = lexer.next()?;
        Ok(Parser { lexer, next, depth: 0 })
    }

    /// Returns the next item; `None` at the end. Skips declarations of predicates.
    pub(super) fn item(&mut self) -> Result<Option<Item<'s>>, InputError> {
        loop {
            return match self.next.0 {
                Token::End => Ok(None),
                Token::Name("predicate") => {
                    while self.next.0 != Token::Sign(";") && self.next.0 != Token::End {
                        self.advance()?;
                    }
                    self.expect(";")?;
                    continue;
                }
                Token::Name("constraint") => self.constraint().map(Some),
                Token::Name("solve") => self.solve().map(Some),
                _ => self.declaration().map(Item::Declaration).map(Some),
            };
        }
    }

    fn constraint(&mut self) -> Result<Item<'s>, InputError> {
        self.advance()?;
        let (name, span) = self.name("the name of a constraint")?;
        let args = self.arguments()?;
        self.annotations()?;
        self.expect(";")?;
        Ok(Item::Constraint { name, args, span })
    }

    fn solve(&mut self) -> Result<Item<'s>, InputError> {
        let span = self.advance()?.1;
        self.annotations()?;
        let (what, place) = self.name("satisfy, minimize or maximize")?;
        let objective = match what {
            "satisfy" => None,
            "minimize" | "maximize" => Some((what == "maximize", self.term()?)),
            _ => {
                let expected = "satisfy, minimize or maximize";
                return Err(InputError::expected(place, expected, format!("`{what}`")));
            }
        };
        self.expect(";")?;
        Ok(Item::Solve { objective, span })
    }

    fn declaration(&mut self) -> Result<Declaration<'s>, InputError> {
        let mut size = None;
        if self.next.0 == Token::Name("array") {
            self.advance()?;
            self.expect("[")?;
            let (low, high) = self.range()?;
            self.expect("]")?;
            self.keyword("of")?;
            size = Some(high.saturating_sub(low).saturating_add(1));
        }
        let is_var = self.next.0 == Token::Name("var");
        if is_var {
            self.advance()?;
        }
        let ty = self.ty()?;
        self.expect(":")?;
        let (name, span) = self.name("a name")?;
        let annotations = self.annotations()?;
        let mut value = None;
        if self.next.0 == Token::Sign("=") {
            self.advance()?;
            value = Some(self.term()?);
        }
        self.expect(";")?;
        Ok(Declaration { name, span, ty, is_var, size, annotations, value })
    }

    fn ty(&mut self) -> Result<Type, InputError> {
        match self.next.0 {
            Token::Name("bool") => self.advance().map(|_| Type::Bool),
            Token::Name("int") => self.advance().map(|_| Type::Int),
            Token::Name("float") => self.advance().map(|_| Type::Float(None)),
            Token::Float(_) => {
                let low = self.float()?;
                self.expect("..")?;
                Ok(Type::Float(Some((low, self.float()?))))
            }
            Token::Name("set") => {
                self.advance()?;
                self.keyword("of")?;
                self.ty().map(|_| Type::Set)
            }
            Token::Int(_) | Token::Sign("{") => match self.term()?.term {
                Term::Set(intervals) => Ok(Type::Within(intervals)),
                _ => Err(self.unexpected("a type, such as `0..9`")),
            },
            _ => Err(self.unexpected("a declaration, a constraint or `solve`")),
        }
    }

    /// The first and the last index of an array; `(1, 0)` if it is empty, as for `1..0`.
    fn range(&mut self) -> Result<(i64, i64), InputError> {
        match (self.next.0, self.term()?) {
            (_, Placed { term: Term::Set(intervals), .. }) => {
                Ok(intervals.first().copied().unwrap_or((1, 0)))
            }
            (found, placed) => {
                let expected = "a range such as `1..4`";
                Err(InputError::expected(placed.span, expected, found.found()))
            }
        }
    }

    fn annotations(&mut self) -> Result<Vec<Placed<'s>>, InputError> {
        let mut annotations = Vec::new();
        while self.next.0 == Token::Sign("::") {
            self.advance()?;
            annotations.push(self.term()?);
        }
        Ok(annotations)
    }

    fn arguments(&mut self) -> Result<Vec<Placed<'s>>, InputError> {
        self.expect("(")?;
        self.list(")")
    }

    /// Parses terms separated by commas, with an optional comma at the end, up to the sign `end`.
    fn list(&mut self, end: &'static str) -> Result<Vec<Placed<'s>>, InputError> {
        let mut list = Vec::new();
        while self.next.0 != Token::Sign(end) {
            list.push(self.term()?);
            if self.next.0 != Token::Sign(end) {
                self.expect(",")?;
            }
        }
        self.advance()?;
        Ok(list)
    }

    fn term(&mut self) -> Result<Placed<'s>, InputError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("terms are nested more than {MAX_DEPTH} deep");
            return Err(InputError::new(self.next.1.clone(), message));
        }
        let (token, start) = self.advance()?;
        let term = match token {
            Token::Name("true") => Term::Bool(true),
            Token::Name("false") => Term::Bool(false),
            Token::Name(name) => match self.next.0 {
                Token::Sign("(") => Term::Call(name, self.arguments()?),
                Token::Sign("[") => self.cell(name)?,
                _ => Term::Name(name),
            },
            Token::Int(low) if self.next.0 == Token::Sign("..") => {
                self.advance()?;
                let (high, _) = self.int()?;
                Term::Set(if low <= high { vec![(low, high)] } else { Vec::new() })
            }
            Token::Int(number) => Term::Int(number),
            Token::Float(_) if self.next.0 == Token::Sign("..") => {
                self.advance()?;
                self.advance()?;
                Term::Other
            }
            Token::Float(text) => Term::Float(text),
            Token::Text(_) => Term::Other,
            Token::Sign("[") => Term::List(self.list("]")?),
            Token::Sign("{") => self.set()?,
            _ => {
                let found = token.found();
                return Err(InputError::expected(start, "a value or a name", found));
            }
        };
        self.depth -= 1;
        let end = self.next.1.start.min(start.end.max(start.start + 60));
        Ok(Placed { term, span: start.start..end.max(start.end) })
    }

    fn cell(&mut self, name: &'s str) -> Result<Term<'s>, InputError> {
        self.expect("[")?;
        let (index, _) = self.int()?;
        self.expect("]")?;
        Ok(Term::Cell(name, index))
    }

    fn set(&mut self) -> Result<Term<'s>, InputError> {
        let mut items = Vec::new();
        for placed in self.list("}")? {
            match placed.term {
                Term::Int(number) => items.push((number, number)),
                Term::Float(_) | Term::Other => return Ok(Term::Other),
                _ => {
                    let expected = "whole numbers in a set";
                    return Err(InputError::expected(placed.span, expected, "something else"));
                }
            }
        }
        Ok(Term::Set(items))
    }

    fn int(&mut self) -> Result<(i64, Span), InputError> {
        match self.next.0 {
            Token::Int(number) => Ok((number, self.advance()?.1)),
            _ => Err(self.unexpected("a whole number")),
        }
    }

    fn float(&mut self) -> Result<Ratio, InputError> {
        match self.next.0 {
            Token::Float(text) => number(text, &self.advance()?.1),
            Token::Int(whole) => self.advance().map(|_| Ratio::whole(whole)),
            _ => Err(self.unexpected("a number")),
        }
    }

    fn name(&mut self, expected: &str) -> Result<(&'s str, Span), InputError> {
        match self.next.0 {
            Token::Name(name) => Ok((name, self.advance()?.1)),
            _ => Err(self.unexpected(expected)),
        }
    }

    fn keyword(&mut self, word: &'static str) -> Result<(), InputError> {
        if self.next.0 != Token::Name(word) {
            return Err(self.unexpected(&format!("`{word}`")));
        }
        self.advance().map(|_| ())
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), InputError> {
        if self.next.0 != Token::Sign(sign) {
            return Err(self.unexpected(&format!("`{sign}`")));
        }
        self.advance().map(|_| ())
    }

    /// Moves on by one token, and returns the token that was next.
    fn advance(&mut self) -> Result<(Token<'s>, Span), InputError> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    fn unexpected(&self, expected: &str) -> InputError {
        InputError::expected(self.next.1.clone(), expected, self.next.0.found())
    }
}

/// The number that a text stands for.
pub(super) fn number(text: &str, span: &Span) -> Result<Ratio, InputError> {
    Ratio::parse_rounded(text).ok_or_else(|| {
        InputError::expected(span.clone(), "a decimal number of at most 38 digits", text)
    })
}
