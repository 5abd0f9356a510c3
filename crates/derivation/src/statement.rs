//! A problem as inequalities over the literals of its variables, for a person to read instead of the formula.
//!
//! Nothing here knows how constraints are encoded: each is stated from its meaning, as the problem posts it.
//! Where a sum needs words of its own, such as "this value occurs", each word is the auxiliary variable of
//! the formula with that meaning, and the statement defines it again. What no sum can say, such as that
//! places are connected, takes many words, each after a note.

mod arg_extremum;
mod automaton;
mod circuit;
mod connected;
mod operations;
mod parts;
mod rules;
mod tasks;
mod values;
mod variables;
mod words;

use cnfetti_core::csp::{Constraint, Csp};
use cnfetti_encodings::{Lit, Relation};
use cnfetti_sat::compile::{Compiled, Origin};

use crate::inequality::{Inequality, TooLarge};
use crate::names;
use words::{Words, ones};

/// A problem as inequalities.
#[derive(Clone, Debug)]
pub struct Statement {
    /// One for each part of the formula, in its order.
    pub parts: Vec<Stated>,
}

/// What a variable can be, or what a constraint demands.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The variable or the constraint.
    pub origin: Origin,
    /// A sentence in the words of the problem.
    pub sentence: String,
    /// The inequalities, which hold together.
    pub lines: Vec<Line>,
}

/// A comparison of a sum of weighted literals with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// A note, where the constraint's sentence is not enough, and the word that the line defines, if any.
    pub note: Option<(Option<Lit>, String)>,
    /// The weights with their literals.
    pub terms: Vec<(i64, Lit)>,
    /// The comparison.
    pub relation: Relation,
    /// The number on the right.
    pub bound: i64,
}

/// Why a problem has no statement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotStated {
    /// Nothing here states this as inequalities yet.
    #[error("{0} has no statement in inequalities yet")]
    Unknown(String),
    /// A number is too large.
    #[error("{0}: {1}")]
    TooLarge(String, TooLarge),
}

impl Line {
    fn new(terms: Vec<(i64, Lit)>, relation: Relation, bound: i64) -> Line {
        Line { note: None, terms, relation, bound }
    }

    /// This line with a note before it.
    fn noted(self, word: Option<Lit>, note: String) -> Line {
        Line { note: Some((word, note)).filter(|(_, note)| !note.is_empty()), ..self }
    }

    /// At least one of these is true.
    fn some(lits: impl IntoIterator<Item = Lit>) -> Line {
        Line::new(ones(lits), Relation::AtLeast, 1)
    }

    /// One inequality, or two for an equation.
    ///
    /// # Errors
    ///
    /// A number is too large.
    pub fn inequalities(&self) -> Result<Vec<Inequality>, TooLarge> {
        let terms = || self.terms.iter().copied();
        let at_least = || Inequality::at_least(terms(), self.bound);
        let at_most = || Inequality::at_most(terms(), self.bound);
        Ok(match self.relation {
            Relation::AtLeast => vec![at_least()?],
            Relation::AtMost => vec![at_most()?],
            Relation::Exactly => vec![at_least()?, at_most()?],
        })
    }
}

/// States the problem of this formula as inequalities.
///
/// # Errors
///
/// One of its constraints has no statement, or a number is too large.
pub fn state(csp: &Csp, compiled: &Compiled) -> Result<Statement, NotStated> {
    let parts = compiled.parts.iter().map(|part| {
        let words = Words::new(csp, compiled, part);
        let (sentence, lines) = match part.origin {
            Origin::Domain(variable) => {
                let name = csp.name(variable);
                let lines = variables::state(&words, variable);
                let short = names::short(csp, variable).map(|short| format!(", here {short},"));
                let sentence = format!("{name}{} has one value", short.unwrap_or_default());
                (sentence, lines.ok_or_else(|| name.to_owned()))
            }
            Origin::Constraint(index) => {
                let posted = &csp.constraints()[index];
                let described = posted.constraint.rule().describe(csp);
                let lines = state_constraint(&words, &posted.constraint);
                let lines = lines.ok_or_else(|| described.clone());
                (format!("{described}, because {}", posted.reason), lines)
            }
        };
        let lines = lines.map_err(NotStated::Unknown)?;
        for line in &lines {
            let too_large = |error| NotStated::TooLarge(sentence.clone(), error);
            line.inequalities().map_err(too_large)?;
        }
        Ok(Stated { origin: part.origin, sentence, lines })
    });
    Ok(Statement { parts: parts.collect::<Result<_, NotStated>>()? })
}

/// States a constraint; `None` if it has no statement.
fn state_constraint(words: &Words<'_>, constraint: &Constraint) -> Option<Vec<Line>> {
    match constraint {
        Constraint::AllDifferent(rule) => rules::all_different(words, rule),
        Constraint::AllEqual(rule) => rules::all_equal(words, rule),
        Constraint::ArgExtremum(rule) => arg_extremum::state(words, rule),
        Constraint::Automaton(rule) => automaton::state(words, rule),
        Constraint::BinPacking(rule) => rules::bin_packing(words, rule),
        Constraint::Cardinality(rule) => rules::cardinality(words, rule),
        Constraint::Channel(rule) => values::channel(words, rule),
        Constraint::Circuit(rule) => circuit::state(words, rule),
        Constraint::Connected(rule) => connected::state(words, rule),
        Constraint::Count(rule) => rules::count(words, rule),
        Constraint::Cumulative(rule) => tasks::cumulative(words, rule),
        Constraint::DistinctCount(rule) => rules::distinct(words, rule),
        Constraint::Element(rule) => values::element(words, rule),
        Constraint::Extremum(rule) => values::extremum(words, rule),
        Constraint::Fixed(rule) => rules::fixed(words, rule),
        Constraint::Increasing(rule) => rules::increasing(words, rule),
        Constraint::Lex(rule) => rules::lex(words, rule),
        Constraint::Linear(rule) => rules::linear(words, rule),
        Constraint::NoOverlap(rule) => tasks::no_overlap(words, rule),
        Constraint::Operation(rule) => operations::state(words, rule),
        Constraint::Parts(rule) => parts::state(words, rule),
        Constraint::Selection(rule) => rules::selection(words, rule),
        Constraint::Table(rule) => rules::table(words, rule),
        Constraint::ValuePrecedence(rule) => rules::value_precedence(words, rule),
    }
}
