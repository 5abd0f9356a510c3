//! Parses expressions.

use cnfetti_input::{InputError, Span, Text};

use crate::ast::{Ast, COMPARISON, Clause, NOT, Node, OPERATIONS, Operation, RANGE};
use crate::functions::{self, CONSTANTS};
use crate::lexer::{Token, tokens};

/// The deepest nesting of expressions.
const MAX_DEPTH: usize = 64;

/// The most tokens of an expression.
const MAX_TOKENS: usize = 1_000;

/// Parses an expression.
pub(crate) fn expression(text: &Text<'_>) -> Result<Ast, InputError> {
    let mut parser = Parser::new(text)?;
    let ast = parser.expression()?;
    parser.finish("the end of the expression")?;
    Ok(ast)
}

/// Parses the clauses over which a rule ranges: `c in cells with number, d in around(c) if c < d`.
pub(crate) fn clauses(text: &Text<'_>) -> Result<Vec<Clause>, InputError> {
    let mut parser = Parser::new(text)?;
    let mut clauses = vec![parser.clause()?];
    while parser.takes(",") {
        clauses.push(parser.clause()?);
    }
    parser.finish("`,` or the end")?;
    Ok(clauses)
}

/// Parses the head of a definition: `name` or `name(a, b)`.
pub(crate) fn head(text: &Text<'_>) -> Result<(Box<str>, Vec<Box<str>>), InputError> {
    let mut parser = Parser::new(text)?;
    let name = parser.name("a name, such as `seen(c)`")?;
    let mut parameters = Vec::new();
    if parser.takes("(") {
        parameters.push(parser.name("the name of an argument")?);
        while parser.takes(",") {
            parameters.push(parser.name("the name of an argument")?);
        }
        parser.require(")")?;
    }
    parser.finish("the end of the name")?;
    Ok((name, parameters))
}

struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, InputError>;

impl Parser {
    fn new(text: &Text<'_>) -> Parsed<Parser> {
        let tokens = tokens(text)?;
        match tokens.get(MAX_TOKENS) {
            None => Ok(Parser { tokens, at: 0, depth: 0 }),
            Some((_, span)) => {
                let expected = format!("an expression of at most {MAX_TOKENS} words and signs");
                Err(InputError::expected(span.clone(), expected, "more"))
            }
        }
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn start(&self) -> usize {
        self.tokens[self.at].1.start
    }

    /// The place from `start` to the end of the last token.
    fn since(&self, start: usize) -> Span {
        start..self.tokens[self.at.saturating_sub(1)].1.end.max(start)
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn takes(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Token::Sign(found) if *found == sign);
        if found {
            self.advance();
        }
        found
    }

    fn unexpected(&self, expected: &str) -> InputError {
        let (token, span) = &self.tokens[self.at];
        let error = InputError::expected(span.clone(), expected, token.describe());
        match self.advice(expected) {
            Some(advice) => error.help(advice),
            None => error,
        }
    }

    /// What a beginner probably wanted to write where this token is not expected.
    fn advice(&self, expected: &str) -> Option<String> {
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at].0);
        let is_function = |name: &str| functions::named(name).next().is_some();
        let is_constant = |name: &str| CONSTANTS.iter().any(|constant| constant.name == name);
        match (before, self.peek()) {
            (Some(Token::Name(function)), Token::Name(name)) if is_function(function) => {
                Some(format!("write `{function}({name})`"))
            }
            (Some(Token::Name(layer)), Token::Name(name))
                if is_function(name) || is_constant(name) =>
            {
                Some(format!("is `of` missing, as in `{layer} of {name}`?"))
            }
            (_, Token::Sign("if")) => {
                Some("write `a implies b`, or `b if a else c` for a value".to_owned())
            }
            (_, Token::Sign("for")) => {
                Some("write `all(… for …)`, or put this into the rule's key `for`".to_owned())
            }
            (_, Token::Sign(",")) if expected != "`]`" => {
                Some("a list has square brackets: `[a, b]`".to_owned())
            }
            _ => None,
        }
    }

    fn require(&mut self, sign: &str) -> Parsed<()> {
        match self.takes(sign) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{sign}`"))),
        }
    }

    fn finish(&self, expected: &str) -> Parsed<()> {
        match self.peek() {
            Token::End => Ok(()),
            _ => Err(self.unexpected(expected)),
        }
    }

    fn name(&mut self, expected: &str) -> Parsed<Box<str>> {
        match self.peek().clone() {
            Token::Name(name) => {
                self.advance();
                Ok(name)
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    /// Parses `a, b in list if condition if condition`.
    fn clause(&mut self) -> Parsed<Clause> {
        let mut targets = vec![self.name("a name for what is ranged over")?];
        while self.takes(",") {
            targets.push(self.name("a name")?);
        }
        self.require("in")?;
        let list = self.binary(0)?;
        let mut conditions = Vec::new();
        while self.takes("if") {
            conditions.push(self.binary(0)?);
        }
        Ok(Clause { targets, list, conditions })
    }

    /// Parses an expression, including `if … else`.
    fn expression(&mut self) -> Parsed<Ast> {
        let start = self.start();
        let then = self.binary(0)?;
        if !self.takes("if") {
            return Ok(then);
        }
        let condition = self.binary(0)?;
        self.require("else")?;
        let otherwise = self.nested(Parser::expression)?;
        let (then, condition) = (Box::new(then), Box::new(condition));
        let node = Node::If { then, condition, otherwise: Box::new(otherwise) };
        Ok(Ast { node, span: self.since(start) })
    }

    /// Parses an item of a list or an argument, which `for` may follow.
    fn item(&mut self) -> Parsed<Ast> {
        let start = self.start();
        let value = self.expression()?;
        let mut clauses = Vec::new();
        while self.takes("for") {
            clauses.push(self.clause()?);
        }
        if clauses.is_empty() {
            return Ok(value);
        }
        let node = Node::Each { value: Box::new(value), clauses };
        Ok(Ast { node, span: self.since(start) })
    }

    fn items(&mut self, end: &str) -> Parsed<Vec<Ast>> {
        let mut items = Vec::new();
        if self.takes(end) {
            return Ok(items);
        }
        items.push(self.nested(Parser::item)?);
        while self.takes(",") {
            items.push(self.nested(Parser::item)?);
        }
        self.require(end)?;
        Ok(items)
    }

    fn nested(&mut self, parse: fn(&mut Parser) -> Parsed<Ast>) -> Parsed<Ast> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let expected = format!("an expression that is nested at most {MAX_DEPTH} deep");
            return Err(InputError::expected(self.tokens[self.at].1.clone(), expected, "more"));
        }
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    /// Parses operations that bind at least this strongly. (Pratt, Top down operator precedence,
    /// 1973.)
    fn binary(&mut self, least: u8) -> Parsed<Ast> {
        let start = self.start();
        let mut left = self.prefix()?;
        let mut compared = false;
        loop {
            if self.is_sign("with") && least <= COMPARISON {
                self.advance();
                let layer = self.name("the name of a layer")?;
                let node = Node::With { of: Box::new(left), layer };
                left = Ast { node, span: self.since(start) };
                continue;
            }
            if self.is_sign("..") && least <= RANGE {
                self.advance();
                let right = self.tighter(RANGE + 1)?;
                let node = Node::Range(Box::new(left), Box::new(right));
                left = Ast { node, span: self.since(start) };
                continue;
            }
            let Some((operation, binds)) = self.operation().filter(|(_, binds)| *binds >= least)
            else {
                return Ok(left);
            };
            if binds == COMPARISON && std::mem::replace(&mut compared, true) {
                let error = self.unexpected("`and` between two comparisons");
                return Err(error.help("write `a < b and b < c`"));
            }
            self.advance();
            // `a implies b implies c` is `a implies (b implies c)`.
            let right = self.tighter(binds + u8::from(operation != Operation::Implies))?;
            let node = Node::Binary(operation, Box::new(left), Box::new(right));
            left = Ast { node, span: self.since(start) };
        }
    }

    fn tighter(&mut self, least: u8) -> Parsed<Ast> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.unexpected(&format!("at most {MAX_DEPTH} operations in a row")));
        }
        let parsed = self.binary(least);
        self.depth -= 1;
        parsed
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(found) if *found == sign)
    }

    fn operation(&self) -> Option<(Operation, u8)> {
        let Token::Sign(sign) = self.peek() else { return None };
        let row = OPERATIONS.iter().find(|(_, row, _)| row == sign)?;
        Some((row.0, row.2))
    }

    fn prefix(&mut self) -> Parsed<Ast> {
        let start = self.start();
        if self.takes("not") {
            let negated = Box::new(self.tighter(NOT)?);
            return Ok(Ast { node: Node::Not(negated), span: self.since(start) });
        }
        if self.takes("-") {
            let negated = Box::new(self.tighter(u8::MAX)?);
            return Ok(Ast { node: Node::Negative(negated), span: self.since(start) });
        }
        self.atom()
    }

    fn atom(&mut self) -> Parsed<Ast> {
        let start = self.start();
        let node = match self.peek().clone() {
            Token::Number(number) => {
                self.advance();
                Node::Number(number)
            }
            Token::Name(name) => {
                self.advance();
                self.after_name(name)?
            }
            Token::Sign("(") => {
                self.advance();
                let inner = self.nested(Parser::expression)?;
                self.require(")")?;
                inner.node
            }
            Token::Sign("[") => {
                self.advance();
                let mut items = self.items("]")?;
                match items.len() {
                    1 if matches!(items[0].node, Node::Each { .. }) => items.remove(0).node,
                    _ => Node::List(items),
                }
            }
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(Ast { node, span: self.since(start) })
    }

    fn after_name(&mut self, name: Box<str>) -> Parsed<Node> {
        if self.takes("(") {
            return Ok(Node::Call { name, args: self.items(")")? });
        }
        if self.takes("[") {
            let at = Box::new(self.nested(Parser::expression)?);
            self.require("]")?;
            return Ok(Node::Index { layer: name, at });
        }
        if self.takes("of") {
            let list = Box::new(self.tighter(RANGE + 1)?);
            return Ok(Node::Of { layer: name, list });
        }
        Ok(Node::Name(name))
    }
}
