//! The value of an objective as an integer of the formula, to be bounded ever more tightly.

use cnfetti_encodings::integer::{Binary, Order};
use cnfetti_encodings::linear::{self, Term};
use cnfetti_encodings::{Bit, Cnf, Lit, Relation};

use super::{Choices, Map, sums};
use cnfetti_core::csp::{Objective, Sense};

/// Up to this many different values there is a literal for each threshold.
const MOST_THRESHOLDS: i64 = 4_096;

/// The value of an objective. Its literals are determined by those of the problem.
#[derive(Clone, Debug)]
pub struct Cost {
    integer: Integer,
    sense: Sense,
}

#[derive(Clone, Debug)]
enum Integer {
    Order(Order),
    Binary(Binary),
}

impl Cost {
    /// Adds it to the formula that has this map.
    pub fn new(cnf: &mut Cnf, map: &Map, objective: &Objective, choices: &Choices) -> Cost {
        let ends = ends(map, objective);
        let integer = ends.and_then(|ends| order(cnf, map, objective, ends, choices));
        let integer = integer.map(Integer::Order);
        let integer = integer.unwrap_or_else(|| Integer::Binary(binary(cnf, map, objective)));
        Cost { integer, sense: objective.sense }
    }

    /// Clauses that say that the value is better than this one.
    pub(crate) fn better_than(&self, value: i64) -> Vec<Vec<Lit>> {
        match (&self.integer, self.sense) {
            (Integer::Order(order), Sense::Minimize) => clause([!order.at_least(value)]),
            (Integer::Order(order), Sense::Maximize) => clause([order.at_least(value + 1)]),
            (Integer::Binary(number), Sense::Minimize) => at_most(number, value - 1),
            // -x <= -value - 1
            (Integer::Binary(number), Sense::Maximize) => at_most(&number.negated(), -value - 1),
        }
    }
}

/// The least and the most that it can be; `None` where a variable has no value.
fn ends(map: &Map, objective: &Objective) -> Option<(i64, i64)> {
    let (mut least, mut most) = (0, 0);
    for term in objective.terms.as_slice() {
        let domain = map.domain(term.variable);
        let ends = [domain.first()?, domain.last()?].map(|&end| term.weight * i64::from(end));
        least += ends[0].min(ends[1]);
        most += ends[0].max(ends[1]);
    }
    Some((least, most))
}

/// By thresholds, when there are few.
fn order(
    cnf: &mut Cnf,
    map: &Map,
    objective: &Objective,
    (least, most): (i64, i64),
    choices: &Choices,
) -> Option<Order> {
    if most - least >= MOST_THRESHOLDS {
        return None;
    }
    if let [term] = *objective.terms.as_slice()
        && term.weight == 1
    {
        return map.order(cnf, term.variable);
    }
    let cost = Order::new(cnf, least..=most)?;
    let mut terms = sums::terms(map, &objective.terms);
    terms.push(Term::order(&cost, -1));
    linear::encode(cnf, &terms, Relation::Exactly, 0, choices.linear, choices.form);
    Some(cost)
}

/// Added up digit by digit; a variable without values counts nothing.
fn binary(cnf: &mut Cnf, map: &Map, objective: &Objective) -> Binary {
    let mut sum = Binary::constant(0);
    for term in objective.terms.as_slice() {
        if let Some(number) = map.binary(cnf, term.variable) {
            let number = number.times_constant(cnf, term.weight);
            sum = sum.plus(cnf, &number);
        }
    }
    sum
}

/// A clause of its literals; none when it holds.
fn clause(bits: impl IntoIterator<Item = Bit>) -> Vec<Vec<Lit>> {
    let mut lits = Vec::new();
    for bit in bits {
        match bit {
            Bit::True => return Vec::new(),
            Bit::False => {}
            Bit::Lit(lit) => lits.push(lit),
        }
    }
    vec![lits]
}

/// A one where the bound has a zero needs a zero above where the bound has a one.
fn at_most(number: &Binary, bound: i64) -> Vec<Vec<Lit>> {
    let Some(bound) = bound.checked_sub(number.offset()).and_then(|n| u64::try_from(n).ok()) else {
        return vec![Vec::new()];
    };
    let digits = number.digits();
    let has = |place: usize| place < 64 && bound >> place & 1 == 1;
    if digits.len() < 64 && bound >> digits.len() != 0 {
        return Vec::new();
    }
    let too_large = |place: usize| {
        let above = (place + 1..digits.len()).filter(|&above| has(above));
        clause([!digits[place]].into_iter().chain(above.map(|above| !digits[above])))
    };
    (0..digits.len()).filter(|&place| !has(place)).flat_map(too_large).collect()
}
