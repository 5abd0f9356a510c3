//! A problem as inequalities over the literals of its variables, for a person to read instead of the formula.
//!
//! Nothing here knows how constraints are encoded: each is stated from its meaning, as the problem posts it.
//! Where a sum needs words of its own, such as "this value occurs", each word is the auxiliary variable of
//! the formula with that meaning, and the statement defines it again. What no sum can say, such as that
//! places are connected, takes many words, each after a note.

mod all_different;
mod all_equal;
mod arg_extremum;
mod automaton;
mod bin_packing;
mod cardinality;
mod channel;
mod circuit;
mod connected;
mod count;
mod cumulative;
mod distinct_count;
mod element;
mod extremum;
mod fixed;
mod increasing;
mod lex;
mod linear;
mod no_overlap;
mod operation;
mod parts;
mod selection;
mod sums;
mod table;
mod tasks;
mod value_precedence;
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
        Constraint::AllDifferent(rule) => all_different::state(words, rule),
        Constraint::AllEqual(rule) => all_equal::state(words, rule),
        Constraint::ArgExtremum(rule) => arg_extremum::state(words, rule),
        Constraint::Automaton(rule) => automaton::state(words, rule),
        Constraint::BinPacking(rule) => bin_packing::state(words, rule),
        Constraint::Cardinality(rule) => cardinality::state(words, rule),
        Constraint::Channel(rule) => channel::state(words, rule),
        Constraint::Circuit(rule) => circuit::state(words, rule),
        Constraint::Connected(rule) => connected::state(words, rule),
        Constraint::Count(rule) => count::state(words, rule),
        Constraint::Cumulative(rule) => cumulative::state(words, rule),
        Constraint::DistinctCount(rule) => distinct_count::state(words, rule),
        Constraint::Element(rule) => element::state(words, rule),
        Constraint::Extremum(rule) => extremum::state(words, rule),
        Constraint::Fixed(rule) => fixed::state(words, rule),
        Constraint::Increasing(rule) => increasing::state(words, rule),
        Constraint::Lex(rule) => lex::state(words, rule),
        Constraint::Linear(rule) => linear::state(words, rule),
        Constraint::NoOverlap(rule) => no_overlap::state(words, rule),
        Constraint::Operation(rule) => operation::state(words, rule),
        Constraint::Parts(rule) => parts::state(words, rule),
        Constraint::Selection(rule) => selection::state(words, rule),
        Constraint::Table(rule) => table::state(words, rule),
        Constraint::ValuePrecedence(rule) => value_precedence::state(words, rule),
    }
}
