//! Which literal stands for which value.

use cnfetti_encodings::integer::{Binary, Order};
use cnfetti_encodings::linear::Term;
use cnfetti_encodings::{Bit, Cnf, Lit};

use crate::csp::{Atom, Csp, Value, VarId};
use crate::solver::Model;

/// The literals of the values: numbered from 1, variable by variable, each in the order of its
/// domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    domains: Vec<Vec<Value>>,
    /// For each variable how many literals come before its own, and at the end their number.
    offsets: Vec<u32>,
}

/// A model in which some variable does not have exactly one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the model gives {values} values to the variable number {}", variable.0)]
pub struct NotASolution {
    /// The variable.
    pub variable: VarId,
    /// How many values it has.
    pub values: usize,
}

impl Map {
    /// Declares the literals of all values in an empty formula.
    pub(super) fn new(csp: &Csp, cnf: &mut Cnf) -> Map {
        let domains: Vec<Vec<Value>> =
            csp.variables.iter().map(|variable| variable.domain.clone()).collect();
        let mut offsets = vec![0];
        let mut total = 0_u32;
        for domain in &domains {
            total += domain.len() as u32;
            offsets.push(total);
        }
        cnf.declare(total);
        Map { domains, offsets }
    }

    /// The literal of the atom; `None` when the value is not in the domain.
    pub fn literal(&self, atom: Atom) -> Option<Lit> {
        let position = self.domains[atom.variable.index()].binary_search(&atom.value).ok()?;
        Some(self.at(atom.variable, position))
    }

    /// The literals of a variable's values, in the order of its domain.
    pub fn literals(&self, variable: VarId) -> impl ExactSizeIterator<Item = Lit> + '_ {
        (0..self.domains[variable.index()].len()).map(move |position| self.at(variable, position))
    }

    /// The values of a variable with their literals, in the order of its domain.
    pub fn values(&self, variable: VarId) -> impl ExactSizeIterator<Item = (Value, Lit)> + '_ {
        self.domains[variable.index()].iter().copied().zip(self.literals(variable))
    }

    /// The values that the variable can have, increasing.
    pub(super) fn domain(&self, variable: VarId) -> &[Value] {
        &self.domains[variable.index()]
    }

    /// How many values the variable can have.
    pub(super) fn size(&self, variable: VarId) -> usize {
        self.domains[variable.index()].len()
    }

    /// Whether there is a literal for each value of the variable.
    pub(super) fn has_values(&self, _variable: VarId) -> bool {
        true
    }

    /// Whether the variable has this value, where there are literals of values.
    pub(super) fn is(&self, variable: VarId, value: Value) -> Bit {
        self.literal(Atom { variable, value }).map_or(Bit::False, Bit::Lit)
    }

    /// Whether the variable has this value.
    pub(super) fn equals(&self, _cnf: &mut Cnf, variable: VarId, value: i64) -> Bit {
        Value::try_from(value).map_or(Bit::False, |value| self.is(variable, value))
    }

    /// The variable as a part of a sum.
    pub(super) fn term(&self, variable: VarId, weight: i64) -> Term {
        Term::one_of(self.values(variable).map(|(value, lit)| (lit, weight * i64::from(value))))
    }

    /// The variable by its thresholds; `None` when it has no values.
    pub(super) fn order(&self, cnf: &mut Cnf, variable: VarId) -> Option<Order> {
        Order::of_values(cnf, self.values(variable).map(|(value, lit)| (value.into(), lit)))
    }

    /// The variable in binary; `None` when it has no values.
    pub(super) fn binary(&self, cnf: &mut Cnf, variable: VarId) -> Option<Binary> {
        Binary::of_values(cnf, self.values(variable).map(|(value, lit)| (value.into(), lit)))
    }

    /// The literals of the atoms that give this value to a variable of the scope.
    pub fn occurrences(&self, scope: &[VarId], value: Value) -> impl Iterator<Item = Lit> {
        scope.iter().filter_map(move |&variable| self.literal(Atom { variable, value }))
    }

    /// How many variables the CSP has.
    pub fn num_variables(&self) -> usize {
        self.domains.len()
    }

    /// How many literals stand for values: the problem's variables in the formula.
    pub fn num_literals(&self) -> u32 {
        self.offsets[self.domains.len()]
    }

    /// What a variable of the formula stands for; `None` for an auxiliary one.
    pub fn atom(&self, lit: Lit) -> Option<Atom> {
        let position = lit.variable() - 1;
        if position >= self.num_literals() {
            return None;
        }
        // Variables with an empty domain share their offset with the next one.
        let variable = self.offsets.partition_point(|&offset| offset <= position) - 1;
        let value = self.domains[variable][(position - self.offsets[variable]) as usize];
        Some(Atom { variable: VarId(variable as u32), value })
    }

    /// The values that a model gives to the variables.
    pub fn decode(&self, model: &Model) -> Result<Vec<Value>, NotASolution> {
        (0..self.domains.len() as u32)
            .map(VarId)
            .map(|variable| {
                let mut values = self.values(variable).filter(|&(_, lit)| model.contains(lit));
                match (values.next(), values.count()) {
                    (Some((value, _)), 0) => Ok(value),
                    (None, _) => Err(NotASolution { variable, values: 0 }),
                    (Some(_), more) => Err(NotASolution { variable, values: 1 + more }),
                }
            })
            .collect()
    }

    fn at(&self, variable: VarId, position: usize) -> Lit {
        let number = self.offsets[variable.index()] + position as u32 + 1;
        Lit::from_dimacs(number as i32).expect("numbers start at 1")
    }
}
