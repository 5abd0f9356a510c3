//! A problem as inequalities over the literals of its variables: what a person reads instead of the formula.
//!
//! Nothing here knows how constraints are encoded: each is stated from its meaning, as the problem posts it.
//! Where a sum counts words of its own, such as "this value occurs", a word is the auxiliary variable of the
//! formula with that meaning, and the statement defines it again.

mod operations;
mod rules;
mod values;
mod variables;

use cnfetti_core::csp::{Constraint, Csp};
use cnfetti_encodings::{Lit, Relation};
use cnfetti_sat::compile::{Compiled, Map, Origin, Part};

use crate::inequality::{Inequality, TooLarge};

/// A problem as inequalities.
#[derive(Clone, Debug)]
pub struct Statement {
    /// One for each part of the formula, in its order.
    pub parts: Vec<Stated>,
}

/// What a variable can be, or what a constraint says.
#[derive(Clone, Debug)]
pub struct Stated {
    /// Of what.
    pub origin: Origin,
    /// In the words of the problem.
    pub sentence: String,
    /// All together.
    pub lines: Vec<Line>,
}

/// A sum of weighted literals compares with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The weights with their literals.
    pub terms: Vec<(i64, Lit)>,
    /// How they compare.
    pub relation: Relation,
    /// With what.
    pub bound: i64,
}

/// Why there is no statement of a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotStated {
    /// There are no inequalities for this yet.
    #[error("{0} has no statement in inequalities yet")]
    Unknown(String),
    /// A number is too large.
    #[error("{0}: {1}")]
    TooLarge(String, TooLarge),
}

/// Who says what variables mean.
pub(crate) struct Words<'a> {
    pub(crate) csp: &'a Csp,
    pub(crate) map: &'a Map,
    compiled: &'a Compiled,
    part: &'a Part,
}

impl Line {
    fn new(terms: Vec<(i64, Lit)>, relation: Relation, bound: i64) -> Line {
        Line { terms, relation, bound }
    }

    /// At least one of these.
    fn some(lits: impl IntoIterator<Item = Lit>) -> Line {
        Line::new(ones(lits), Relation::AtLeast, 1)
    }

    /// As one inequality or two.
    ///
    /// # Errors
    ///
    /// When a number is too large.
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

/// The problem of this formula as inequalities.
///
/// # Errors
///
/// When there are none for one of its constraints.
pub fn state(csp: &Csp, compiled: &Compiled) -> Result<Statement, NotStated> {
    let parts = compiled.parts.iter().map(|part| {
        let words = Words { csp, map: &compiled.map, compiled, part };
        let (sentence, lines) = match part.origin {
            Origin::Domain(variable) => {
                let name = csp.name(variable);
                let lines = variables::state(&words, variable);
                (format!("{name} has one value"), lines.ok_or_else(|| name.to_owned()))
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

/// What a constraint says; `None` when there are no inequalities for it.
fn state_constraint(words: &Words<'_>, constraint: &Constraint) -> Option<Vec<Line>> {
    match constraint {
        Constraint::AllDifferent(rule) => rules::all_different(words, rule),
        Constraint::AllEqual(rule) => rules::all_equal(words, rule),
        Constraint::BinPacking(rule) => rules::bin_packing(words, rule),
        Constraint::Cardinality(rule) => rules::cardinality(words, rule),
        Constraint::Channel(rule) => values::channel(words, rule),
        Constraint::Count(rule) => rules::count(words, rule),
        Constraint::DistinctCount(rule) => rules::distinct(words, rule),
        Constraint::Element(rule) => values::element(words, rule),
        Constraint::Extremum(rule) => values::extremum(words, rule),
        Constraint::Fixed(rule) => rules::fixed(words, rule),
        Constraint::Increasing(rule) => rules::increasing(words, rule),
        Constraint::Lex(rule) => rules::lex(words, rule),
        Constraint::Linear(rule) => rules::linear(words, rule),
        Constraint::Operation(rule) => operations::state(words, rule),
        Constraint::Selection(rule) => rules::selection(words, rule),
        Constraint::Sum(rule) => rules::sum(words, rule),
        Constraint::Table(rule) => rules::table(words, rule),
        Constraint::ValuePrecedence(rule) => rules::value_precedence(words, rule),
        _ => None,
    }
}

/// Each once.
fn ones(lits: impl IntoIterator<Item = Lit>) -> Vec<(i64, Lit)> {
    lits.into_iter().map(|lit| (1, lit)).collect()
}

impl Words<'_> {
    /// The auxiliary literal of this part of the formula that means that the weights of these are together
    /// at least a number.
    pub(crate) fn word(&self, lits: &[Lit], bound: u64) -> Option<Lit> {
        let wanted = Inequality::at_least(ones(lits.iter().copied()), bound as i64).ok()?;
        let own = |lit: Lit| {
            let aux = &self.part.auxiliaries;
            lit.variable() > aux.start && lit.variable() <= aux.end
        };
        let definitions = self.compiled.cnf.definitions();
        let first = definitions
            .partition_point(|other| other.lit.variable() <= self.part.auxiliaries.start);
        let definitions = definitions[first..].iter().take_while(|other| own(other.lit));
        definitions.filter(|other| other.relation == Relation::AtLeast).find_map(|other| {
            let terms = other.terms.iter().map(|&(weight, lit)| (weight as i64, lit));
            let meant = Inequality::at_least(terms, other.bound as i64).ok()?;
            // `any of these` may be said as `not all of the opposites`, of the opposite literal.
            let is_same = meant == wanted;
            let is_opposite = meant == wanted.negated();
            (is_same || is_opposite).then_some(if is_same { other.lit } else { !other.lit })
        })
    }

    /// A word for: at least one of these; with the lines that define it. Of one literal it is that literal.
    pub(crate) fn any(&self, lits: &[Lit], lines: &mut Vec<Line>) -> Option<Lit> {
        let [first, ..] = lits else { return None };
        if lits.len() == 1 {
            return Some(*first);
        }
        let word = self.word(lits, 1)?;
        let count = lits.len() as i64;
        let of_word = |weight: i64| ones(lits.iter().copied()).into_iter().chain([(weight, word)]);
        lines.push(Line::new(of_word(-1).collect(), Relation::AtLeast, 0));
        lines.push(Line::new(of_word(-count).collect(), Relation::AtMost, 0));
        Some(word)
    }
}
