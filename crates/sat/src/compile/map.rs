//! What each literal of the problem means.

use std::sync::Arc;

use cnfetti_encodings::integer::{Binary, Order};
use cnfetti_encodings::linear::Term;
use cnfetti_encodings::{Bit, Cnf, Lit};
use itertools::Itertools;

use super::shape::Shape;
use cnfetti_core::assignment::Model;
use cnfetti_core::csp::{Atom, Csp, Value, VarId};

/// The problem's literals: numbered from 1, variable by variable. A variable has one literal for
/// each value, or for each value but the smallest whether it reaches it, or the binary digits of its
/// distance from the smallest value; or two of these, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    variables: Vec<Literals>,
    /// How many literals there are.
    total: u32,
    /// Over which variables is counted, when not over all.
    counted: Option<Vec<VarId>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Literals {
    domain: Arc<[Value]>,
    shape: Shape,
    /// How many literals come before the variable's own.
    offset: u32,
}

/// The meaning of a literal of the problem, if it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// The variable has the value.
    Is(Atom),
    /// The variable has the value or a larger one.
    AtLeast(Atom),
    /// The distance of the variable from its smallest value has a one in this place; place 0 counts
    /// 1, place 1 counts 2, place 2 counts 4.
    Bit {
        /// The variable.
        variable: VarId,
        /// The place.
        place: u32,
    },
}

/// A model that does not say of some variable that it has exactly one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model gives {values} values to the variable number {}", variable.index())]
pub struct NotASolution {
    /// The variable.
    pub variable: VarId,
    /// How many values it has.
    pub values: usize,
}

impl Meaning {
    /// The variable that it speaks of.
    pub fn variable(self) -> VarId {
        match self {
            Meaning::Is(atom) | Meaning::AtLeast(atom) => atom.variable,
            Meaning::Bit { variable, .. } => variable,
        }
    }

    /// Such as `x=3`, `x>=4` or `x:bit2`.
    pub fn describe(self, csp: &Csp) -> String {
        match self {
            Meaning::Is(atom) => csp.atom_text(atom),
            Meaning::AtLeast(Atom { variable, value }) => {
                format!("{}>={}", csp.name(variable), csp.value_text(variable, value))
            }
            Meaning::Bit { variable, place } => format!("{}:bit{place}", csp.name(variable)),
        }
    }
}

impl Literals {
    fn number(&self, position: usize) -> Lit {
        Lit::from_dimacs((self.offset as usize + position + 1) as i32).expect("numbers start at 1")
    }

    fn num_values(&self) -> usize {
        if self.shape.values { self.domain.len() } else { 0 }
    }

    fn num_thresholds(&self) -> usize {
        if self.shape.thresholds { self.domain.len().saturating_sub(1) } else { 0 }
    }

    fn num_digits(&self) -> usize {
        match (self.shape.digits, &*self.domain) {
            (true, &[first, .., last]) => Binary::num_digits(first.into(), last.into()),
            _ => 0,
        }
    }

    fn len(&self) -> usize {
        self.num_values() + self.num_thresholds() + self.num_digits()
    }

    /// The literal of the value with this position.
    fn value(&self, position: usize) -> Option<Lit> {
        self.shape.values.then(|| self.number(position))
    }

    /// Whether the value with this position is reached, which is not the first one.
    fn threshold(&self, position: usize) -> Lit {
        self.number(self.num_values() + position - 1)
    }

    fn digit(&self, place: usize) -> Lit {
        self.number(self.num_values() + self.num_thresholds() + place)
    }

    fn distance(&self, position: usize) -> u32 {
        self.domain[position].abs_diff(self.domain[0])
    }

    /// Each literal with the sign that it has when the variable has the value with this position.
    fn signed(&self, position: usize) -> impl Iterator<Item = Lit> {
        let signed = |lit: Lit, holds: bool| if holds { lit } else { !lit };
        let values =
            (0..self.num_values()).map(move |other| signed(self.number(other), other == position));
        let thresholds = (1..=self.num_thresholds())
            .map(move |other| signed(self.threshold(other), other <= position));
        let digits = (0..self.num_digits())
            .map(move |place| signed(self.digit(place), self.distance(position) >> place & 1 == 1));
        values.chain(thresholds).chain(digits)
    }

    /// A few literals that hold when the variable has the value with this position, and only then.
    fn saying(&self, position: usize) -> Vec<Lit> {
        if let Some(lit) = self.value(position) {
            return vec![lit];
        }
        if self.shape.thresholds {
            let low = (position > 0).then(|| self.threshold(position));
            let high = (position + 1 < self.domain.len()).then(|| !self.threshold(position + 1));
            return low.into_iter().chain(high).collect();
        }
        self.signed(position).collect()
    }

    /// The position of the only value that the model can mean.
    fn position(&self, model: &Model) -> Result<usize, usize> {
        let has = |lit: &Lit| model.contains(*lit);
        let position = if self.shape.values {
            let mut positions = (0..self.domain.len()).filter(|&at| has(&self.number(at)));
            match (positions.next(), positions.count()) {
                (Some(position), 0) => position,
                (None, _) => return Err(0),
                (Some(_), more) => return Err(1 + more),
            }
        } else if self.shape.thresholds {
            (1..self.domain.len()).take_while(|&at| has(&self.threshold(at))).count()
        } else {
            let digits = (0..self.num_digits()).filter(|&place| has(&self.digit(place)));
            let distance: u32 = digits.map(|place| 1_u32 << place).sum();
            self.domain.partition_point(|&value| value.abs_diff(self.domain[0]) < distance)
        };
        let fits = position < self.domain.len() && self.signed(position).all(|lit| has(&lit));
        if fits { Ok(position) } else { Err(0) }
    }

    fn order(&self) -> Option<Order> {
        let reached = (1..=self.num_thresholds()).map(|position| self.threshold(position));
        Order::over(self.domain.iter().map(|&value| value.into()), reached.collect())
    }

    fn binary(&self) -> Option<Binary> {
        let (&first, &last) = (self.domain.first()?, self.domain.last()?);
        let digits: Vec<Lit> = (0..self.num_digits()).map(|place| self.digit(place)).collect();
        Some(Binary::over(first.into(), last.into(), &digits))
    }
}

impl Map {
    /// Declares the literals of all variables in an empty formula; `None` when there are more than
    /// `most`.
    pub(super) fn new(csp: &Csp, shapes: &[Shape], cnf: &mut Cnf, most: usize) -> Option<Map> {
        let mut total = 0;
        let mut variables = Vec::with_capacity(shapes.len());
        for (variable, &shape) in csp.variables().iter().zip(shapes) {
            let offset = u32::try_from(total).ok()?;
            let literals = Literals { domain: variable.shared_domain(), shape, offset };
            total += literals.len();
            variables.push(literals);
        }
        let total = u32::try_from(total).ok().filter(|&total| total as usize <= most)?;
        cnf.declare(total);
        Some(Map { variables, total, counted: csp.counted().map(Vec::from) })
    }

    fn of(&self, variable: VarId) -> &Literals {
        &self.variables[variable.index()]
    }

    /// How many variables the CSP has.
    pub fn num_variables(&self) -> usize {
        self.variables.len()
    }

    /// How many literals there are: the problem's variables in the formula.
    pub fn num_literals(&self) -> u32 {
        self.total
    }

    /// The values that the variable can have, increasing.
    pub fn domain(&self, variable: VarId) -> &[Value] {
        &self.of(variable).domain
    }

    /// The variables of the formula whose assignments are what is counted: those of the problem that are counted.
    pub fn shown(&self) -> Vec<u32> {
        match &self.counted {
            None => (1..=self.total).collect(),
            Some(counted) => {
                let literals = counted.iter().flat_map(|&id| self.literals(id).map(Lit::variable));
                literals.sorted_unstable().collect()
            }
        }
    }

    /// The meaning of a literal, if it is true; `None` for an auxiliary variable.
    pub fn meaning(&self, lit: Lit) -> Option<Meaning> {
        let number = lit.variable() - 1;
        if number >= self.total {
            return None;
        }
        // Variables without literals share their offset with the next one.
        let index = self.variables.partition_point(|literals| literals.offset <= number) - 1;
        let (literals, variable) = (&self.variables[index], VarId::at(index));
        let position = (number - literals.offset) as usize;
        let (values, thresholds) = (literals.num_values(), literals.num_thresholds());
        let atom = |position: usize| Atom { variable, value: literals.domain[position] };
        Some(match position {
            _ if position < values => Meaning::Is(atom(position)),
            _ if position < values + thresholds => Meaning::AtLeast(atom(position - values + 1)),
            _ => Meaning::Bit { variable, place: (position - values - thresholds) as u32 },
        })
    }

    /// All literals in order, with what they say.
    pub fn meanings(&self) -> impl Iterator<Item = (Lit, Meaning)> {
        let lits = (1..=self.total).filter_map(|number| Lit::from_dimacs(number as i32));
        lits.filter_map(|lit| Some((lit, self.meaning(lit)?)))
    }

    /// Whether what a literal of the problem says holds when its variable has this value.
    pub fn holds(&self, lit: Lit, value: Value) -> bool {
        let is_true = match self.meaning(lit) {
            Some(Meaning::Is(atom)) => value == atom.value,
            Some(Meaning::AtLeast(atom)) => value >= atom.value,
            Some(Meaning::Bit { variable, place }) => {
                value.abs_diff(self.domain(variable)[0]) >> place & 1 == 1
            }
            None => return false,
        };
        is_true == lit.is_positive()
    }

    /// Whether there is a literal for each value of the variable.
    pub fn has_values(&self, variable: VarId) -> bool {
        self.of(variable).shape.values
    }

    /// All literals of a variable.
    pub fn literals(&self, variable: VarId) -> impl ExactSizeIterator<Item = Lit> + '_ {
        let literals = self.of(variable);
        (0..literals.len()).map(move |position| literals.number(position))
    }

    /// Each literal of the variable with the sign that it has when the variable has the value;
    /// none when the value is not in the domain.
    pub fn signed(&self, atom: Atom) -> impl Iterator<Item = Lit> {
        let literals = self.of(atom.variable);
        let position = literals.domain.binary_search(&atom.value).ok();
        position.into_iter().flat_map(move |position| literals.signed(position))
    }

    /// A few literals that together say that the variable has the value; `None` when it is not in
    /// the domain.
    pub fn saying(&self, atom: Atom) -> Option<Vec<Lit>> {
        let literals = self.of(atom.variable);
        let position = literals.domain.binary_search(&atom.value).ok()?;
        Some(literals.saying(position))
    }

    /// The literal of the atom; `None` when the value is not in the domain, or the variable has no
    /// literals of values.
    pub fn literal(&self, atom: Atom) -> Option<Lit> {
        let literals = self.of(atom.variable);
        literals.value(literals.domain.binary_search(&atom.value).ok()?)
    }

    /// The values of a variable with their literals, in the order of its domain. None when it has no
    /// literals of values: for variables with many values that is asked for by
    /// [`Choices::with_values`](super::Choices::with_values).
    pub fn values(&self, variable: VarId) -> impl ExactSizeIterator<Item = (Value, Lit)> + '_ {
        let literals = self.of(variable);
        (0..literals.num_values()).map(move |at| (literals.domain[at], literals.number(at)))
    }

    /// The literals of the atoms that give this value to a variable of the scope.
    pub fn occurrences(&self, scope: &[VarId], value: Value) -> impl Iterator<Item = Lit> {
        scope.iter().filter_map(move |&variable| self.literal(Atom { variable, value }))
    }

    /// The values that a model gives to the variables.
    pub fn decode(&self, model: &Model) -> Result<Vec<Value>, NotASolution> {
        let decode = |(index, literals): (usize, &Literals)| match literals.position(model) {
            Ok(position) => Ok(literals.domain[position]),
            Err(values) => Err(NotASolution { variable: VarId::at(index), values }),
        };
        self.variables.iter().enumerate().map(decode).collect()
    }
}

/// For what states constraints.
impl Map {
    /// How many values the variable can have.
    pub(super) fn size(&self, variable: VarId) -> usize {
        self.of(variable).domain.len()
    }

    /// Whether the variable has this value, where there are literals of values.
    pub(super) fn is(&self, variable: VarId, value: Value) -> Bit {
        self.literal(Atom { variable, value }).map_or(Bit::False, Bit::Lit)
    }

    /// Whether the variable is best read by its digits.
    pub(super) fn is_binary(&self, variable: VarId) -> bool {
        let shape = self.of(variable).shape;
        shape.digits && !shape.values && !shape.thresholds
    }

    /// The thresholds that the variable has.
    pub(super) fn own_order(&self, variable: VarId) -> Option<Order> {
        let literals = self.of(variable);
        if literals.shape.thresholds { literals.order() } else { None }
    }

    /// The digits that the variable has.
    pub(super) fn own_binary(&self, variable: VarId) -> Option<Binary> {
        let literals = self.of(variable);
        if literals.shape.digits { literals.binary() } else { None }
    }

    /// Whether the variable has this value: an auxiliary where no literal says it.
    pub(super) fn equals(&self, cnf: &mut Cnf, variable: VarId, value: i64) -> Bit {
        let Ok(exact) = Value::try_from(value) else { return Bit::False };
        let literals = self.of(variable);
        let Ok(position) = literals.domain.binary_search(&exact) else { return Bit::False };
        match literals.saying(position)[..] {
            [] => Bit::True,
            [lit] => lit.into(),
            _ => match (self.own_order(variable), self.own_binary(variable)) {
                (Some(order), _) => order.equals(cnf, value),
                (_, Some(binary)) => binary.equals(cnf, value),
                (None, None) => Bit::False,
            },
        }
    }

    /// The variable as a part of a sum.
    pub(super) fn term(&self, variable: VarId, weight: i64) -> Term {
        if let Some(order) = self.own_order(variable) {
            return Term::order(&order, weight);
        }
        match self.own_binary(variable) {
            Some(binary) => Term::binary(&binary, weight),
            None => {
                let values = self.values(variable);
                Term::one_of(values.map(|(value, lit)| (lit, weight * i64::from(value))))
            }
        }
    }

    /// The variable by its thresholds; `None` when it has no values.
    pub(super) fn order(&self, cnf: &mut Cnf, variable: VarId) -> Option<Order> {
        if self.has_values(variable) && self.own_order(variable).is_none() {
            let values = self.values(variable).map(|(value, lit)| (value.into(), lit));
            return Order::of_values(cnf, values);
        }
        let domain = self.domain(variable).iter().map(|&value| i64::from(value));
        self.own_order(variable).or_else(|| self.own_binary(variable)?.to_order(cnf, domain))
    }

    /// The variable in binary; `None` when it has no values.
    pub(super) fn binary(&self, cnf: &mut Cnf, variable: VarId) -> Option<Binary> {
        if let Some(binary) = self.own_binary(variable) {
            return Some(binary);
        }
        match self.own_order(variable) {
            Some(order) => Some(order.to_binary(cnf)),
            None => {
                let values = self.values(variable).map(|(value, lit)| (value.into(), lit));
                Binary::of_values(cnf, values)
            }
        }
    }
}
