//! From the text of an OPB file, as pseudo-Boolean solvers read them, to the same tree as XCSP3's.
//!
//! Variables are 0 or 1; a constraint bounds a weighted sum of literals, or of products of literals.
//! Where the file says how many variables it has, all of them belong to a solution, as in DIMACS.
//! (Roussel and Manquinho, Input/Output Format and Solver Requirements for the Competitions of
//! Pseudo-Boolean Solvers, 2016.)

mod lexer;

use std::sync::Arc;

use super::declared::{Array, Declared, Output};
use super::expression::{Expr, Operator};
use super::tree::{Condition, Constraint, Goal, Model, Objective, Posted, Sense};
use cnfetti_core::limit::{Budget, Poll};
use cnfetti_input::{InputError, Span};
use lexer::{Lexer, Token};

/// Models with more variables than this are refused.
const MAX_VARIABLES: usize = 2_000_000;

/// The time is looked at once in this many constraints.
const OFTEN: u32 = 64;

/// Whether a text is an OPB file: its first line counts variables, or what it begins with is an
/// objective, soft constraints, or a weight and a literal.
pub fn is_opb(text: &str) -> bool {
    if promised(text, "#variable=").is_some() {
        return true;
    }
    let is_text = |line: &&str| !line.trim().is_empty() && !line.starts_with('*');
    let Some(first) = text.lines().find(is_text) else { return false };
    let first = first.trim_start();
    if ["min:", "max:", "soft:"].iter().any(|word| first.starts_with(word)) {
        return true;
    }
    let mut words = first.split_whitespace();
    let (weight, literal) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let variable = literal.strip_prefix('~').unwrap_or(literal).strip_prefix('x');
    digits(weight.trim_start_matches(['+', '-'])) && variable.is_some_and(digits)
}

/// Reads a model.
///
/// # Errors
///
/// What is wrong first, with its place.
pub fn read(source: &str, budget: &Budget) -> Result<Model, InputError> {
    let header = promised(source, "#variable=");
    let line = 0..source.find('\n').unwrap_or(source.len());
    let variables = match header {
        Some(number) if number <= MAX_VARIABLES => Some(number),
        Some(number) => {
            let expected = format!("at most {MAX_VARIABLES} variables");
            return Err(InputError::expected(line, expected, number.to_string()));
        }
        None => None,
    };
    let mut reader = Reader {
        lexer: Lexer::new(source),
        next: (Token::End, 0..0),
        variables,
        is_mentioned: vec![false; variables.unwrap_or_default()],
        model: Model::default(),
        poll: budget.poll(OFTEN),
    };
    reader.advance()?;
    reader.statements()?;
    let (found, expected) = (reader.model.constraints.len(), promised(source, "#constraint="));
    if let Some(expected) = expected.filter(|&expected| found < expected) {
        let found = format!("{found}: is the file cut off?");
        return Err(InputError::expected(line, format!("{expected} constraints"), found));
    }
    reader.finish()
}

/// The number that the first line, a comment, has behind this word.
fn promised(text: &str, word: &str) -> Option<usize> {
    let first = text.lines().next().filter(|line| line.starts_with('*'))?;
    let behind = first.split_once(word)?.1.trim_start();
    let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
    behind[..end].parse().ok()
}

struct Reader<'s> {
    lexer: Lexer<'s>,
    /// The token that comes next.
    next: (Token<'s>, Span),
    /// How many variables the first line promises.
    variables: Option<usize>,
    is_mentioned: Vec<bool>,
    model: Model,
    poll: Poll,
}

/// A weighted sum: products of literals with their weights, and what is added to it.
#[derive(Default)]
struct Sum {
    terms: Vec<Expr>,
    weights: Vec<i64>,
    constant: i64,
}

impl<'s> Reader<'s> {
    fn statements(&mut self) -> Result<(), InputError> {
        if let Token::Objective(is_maximum) = self.next.0 {
            let span = self.advance()?.1;
            let sum = self.sum()?;
            self.end_of_statement()?;
            let sense = if is_maximum { Sense::Maximize } else { Sense::Minimize };
            let goal = Goal::Value(sum.expr());
            self.model.objectives.push(Objective { sense, goal, span });
        }
        loop {
            match self.next.0 {
                Token::End => return Ok(()),
                Token::Objective(_) => {
                    let message = "an objective stands before all constraints, and there is one";
                    return Err(InputError::new(self.next.1.clone(), message));
                }
                Token::Soft => {
                    let error = InputError::expected(
                        self.next.1.clone(),
                        "constraints that must hold",
                        "a soft one",
                    );
                    return Err(error.help("weighted Boolean optimisation is not supported"));
                }
                _ => self.constraint()?,
            }
        }
    }

    fn constraint(&mut self) -> Result<(), InputError> {
        self.poll.step().map_err(InputError::limit)?;
        let start = self.next.1.start;
        let sum = self.sum()?;
        let (token, place) = self.advance()?;
        let Token::Relation(relation) = token else {
            let expected = "a weight, >=, = or <=";
            return Err(InputError::expected(place, expected, token.found()));
        };
        let (token, place) = self.advance()?;
        let Token::Int(bound) = token else {
            return Err(InputError::expected(place, "a whole number", token.found()));
        };
        let span = start..place.end;
        let bound = bound.checked_sub(sum.constant).ok_or_else(|| too_large(span.clone()))?;
        self.end_of_statement()?;
        let constraint = match sum.terms.is_empty() {
            true => Constraint::Intension(Expr::Number(relation.holds(0, bound).into())),
            false => Constraint::Sum {
                terms: sum.terms,
                weights: sum.weights.into_iter().map(Expr::Number).collect(),
                condition: Condition::Compare(relation, Expr::Number(bound)),
            },
        };
        self.model.constraints.push(Posted::rule(constraint, None, span));
        Ok(())
    }

    /// Weights, each with the literals that it is for.
    fn sum(&mut self) -> Result<Sum, InputError> {
        let mut sum = Sum::default();
        while let Token::Int(weight) = self.next.0 {
            let place = self.advance()?.1;
            let mut literals = Vec::new();
            while let Token::Literal { number, is_negated } = self.next.0 {
                let variable = self.variable(number)?;
                self.advance()?;
                literals.push((Expr::Variable(variable), is_negated));
            }
            if literals.is_empty() {
                let found = self.next.0.found();
                let expected = "a literal such as x1 or ~x1 behind the weight";
                return Err(InputError::expected(self.next.1.clone(), expected, found));
            }
            sum.add(weight, literals).ok_or_else(|| too_large(place))?;
        }
        Ok(sum)
    }

    fn end_of_statement(&mut self) -> Result<(), InputError> {
        match self.advance()? {
            (Token::Semicolon, _) => Ok(()),
            (token, place) => Err(InputError::expected(place, "`;`", token.found())),
        }
    }

    /// The position of a variable, by its number in the file.
    fn variable(&mut self, number: usize) -> Result<usize, InputError> {
        let most = self.variables.unwrap_or(MAX_VARIABLES);
        if !(1..=most).contains(&number) {
            let place = self.next.1.clone();
            let expected = format!("a variable from x1 to x{most}");
            return Err(InputError::expected(place, expected, format!("x{number}")));
        }
        if self.is_mentioned.len() < number {
            self.is_mentioned.resize(number, false);
        }
        self.is_mentioned[number - 1] = true;
        Ok(number - 1)
    }

    fn advance(&mut self) -> Result<(Token<'s>, Span), InputError> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// The variables that take part: all that were promised, else those that are mentioned.
    fn finish(mut self) -> Result<Model, InputError> {
        let domain = Arc::from([0, 1]);
        let number = self.is_mentioned.len();
        let declared = |at| Declared {
            name: format!("x{}", at + 1),
            domain: Arc::clone(&domain),
            symbolic: false,
        };
        self.model.variables = (0..number).map(declared).collect();
        if number > 0 {
            let is_shown = |at: &usize| self.variables.is_some() || self.is_mentioned[*at];
            self.model.arrays.push(Array {
                id: "x".to_owned(),
                sizes: vec![number],
                starts: vec![1],
                cells: (0..number).map(|at| Some(at).filter(is_shown)).collect(),
                introduced: false,
            });
            self.model.names.insert("x".to_owned(), 0);
            self.model.outputs.push(Output {
                name: "x".to_owned(),
                sizes: vec![(1, number as i64)],
                cells: (0..number).filter(is_shown).collect(),
                boolean: false,
            });
        }
        self.model.verify()?;
        Ok(self.model)
    }
}

impl Sum {
    /// Adds a weighted product of literals; `None` when a number would be too large.
    fn add(&mut self, weight: i64, mut literals: Vec<(Expr, bool)>) -> Option<()> {
        let (term, weight) = match literals.pop() {
            Some((variable, false)) if literals.is_empty() => (variable, weight),
            // w·(1 - x)
            Some((variable, true)) if literals.is_empty() => {
                self.constant = self.constant.checked_add(weight)?;
                (variable, weight.checked_neg()?)
            }
            last => {
                let factors =
                    literals.into_iter().chain(last).map(
                        |(variable, is_negated)| match is_negated {
                            true => Expr::Apply(Operator::Not, vec![variable]),
                            false => variable,
                        },
                    );
                (Expr::Apply(Operator::And, factors.collect()), weight)
            }
        };
        self.terms.push(term);
        self.weights.push(weight);
        Some(())
    }

    fn expr(self) -> Expr {
        let weighted = self.weights.into_iter().zip(self.terms);
        let mut parts: Vec<Expr> = weighted
            .map(|(weight, term)| Expr::two(Operator::Mul, Expr::Number(weight), term))
            .collect();
        if self.constant != 0 || parts.is_empty() {
            parts.push(Expr::Number(self.constant));
        }
        Expr::Apply(Operator::Add, parts)
    }
}

fn too_large(span: Span) -> InputError {
    InputError::expected(span, "numbers of at most 62 bits", "larger ones")
}
