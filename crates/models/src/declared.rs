//! The variables that a model declares and outputs.

use std::sync::Arc;

use super::Expr;
use super::formulas::Formula;
use super::tree::{Goal, Model};
use cnfetti_core::csp::Value;

/// If there are more values than this between the bounds of a variable, it gets a formula where constraints define it.
const MANY_VALUES: i64 = 65_536;

/// Variables with more values are refused, whether a file declares them or the lowering adds them.
pub(super) const MAX_VALUES: i64 = 4_000_000;

/// Models whose domains have more values in total are refused.
pub(super) const MAX_ALL_VALUES: usize = 20_000_000;

/// Domains with more values than can be listed have at most so many intervals.
pub(super) const MAX_INTERVALS: usize = 1000;

/// A variable or an array that the model outputs.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its name in the file.
    pub name: String,
    /// The first and the last index of each dimension; empty for a single variable.
    pub sizes: Vec<(i64, i64)>,
    /// Positions in [`Model::variables`](super::Model::variables), in row-major order.
    pub cells: Vec<usize>,
    /// Whether its values are truth values.
    pub boolean: bool,
}

/// A variable of the model.
#[derive(Clone, Debug)]
pub struct Declared {
    /// The name, for instance `x[1][2]`.
    pub name: String,
    /// Strictly increasing; shared by the cells of an array. Empty if there is a formula.
    pub domain: Arc<[Value]>,
    /// How the value follows from other variables, if the domain is too large to list.
    pub formula: Option<Formula>,
    /// Whether its values are words.
    pub symbolic: bool,
    /// If the variable is a float, its value times this number is an integer. Only that is a value here, of the domain or
    /// the formula.
    pub unit: Option<i64>,
}

impl Default for Declared {
    fn default() -> Declared {
        let (name, domain) = (String::new(), Arc::from([]));
        Declared { name, domain, formula: None, symbolic: false, unit: None }
    }
}

impl Declared {
    /// What the values are of: the variable, or `100*x` if it is a float with this unit.
    pub(super) fn multiple(&self) -> String {
        match self.unit {
            Some(unit @ 2..) => format!("{unit}*{}", self.name),
            _ => self.name.clone(),
        }
    }
}

/// A declared array, or a single variable.
#[derive(Clone, Debug)]
pub struct Array {
    /// Its name in the file.
    pub id: String,
    /// The size of each dimension; empty for a single variable.
    pub sizes: Vec<usize>,
    /// The first index of each dimension.
    pub starts: Vec<i64>,
    /// The position of each cell in [`Model::variables`](super::Model::variables), in row-major
    /// order; `None` if the cell has no domain.
    pub cells: Vec<Option<usize>>,
    /// Whether a tool introduced it, or it is not counted: in either case, it holds no decisions of the
    /// author.
    pub introduced: bool,
}

impl Array {
    /// The name of the cell at this position, such as `x[1][2]`; for a single variable, `x`.
    pub(super) fn cell_name(&self, mut at: usize) -> String {
        let mut subscripts = Vec::new();
        for (&size, &start) in self.sizes.iter().zip(&self.starts).rev() {
            subscripts.push(format!("[{}]", start + (at % size) as i64));
            at /= size;
        }
        subscripts.reverse();
        self.id.clone() + &subscripts.concat()
    }
}

/// Whether there are few values between these ends, each of at most 31 bits.
pub(super) fn is_short(ends: (i64, i64)) -> bool {
    has_at_most(MANY_VALUES, ends)
}

/// Whether the values between these ends are not too many for a list, and each has at most 31 bits.
pub(super) fn can_be_listed(ends: (i64, i64)) -> bool {
    has_at_most(MAX_VALUES, ends)
}

fn has_at_most(most: i64, (low, high): (i64, i64)) -> bool {
    let is_value = |end| Value::try_from(end).is_ok();
    is_value(low) && is_value(high) && high - low < most
}

impl Model {
    /// If the objective is a float, its values times this number are integers.
    pub(super) fn objective_unit(&self) -> Option<i64> {
        match &self.objectives.first()?.goal {
            Goal::Value(Expr::Variable(variable)) => self.variables[*variable].unit,
            Goal::Value(_) | Goal::DistinctCount(_) => None,
        }
    }
}

/// The values in these intervals, increasing; `None` if there are too many or they are too large.
pub(super) fn values_of(intervals: &[(i64, i64)]) -> Option<Arc<[Value]>> {
    let mut values: Vec<Value> = Vec::new();
    for &(low, high) in intervals {
        let (low, high) = (Value::try_from(low).ok()?, Value::try_from(high).ok()?);
        let number = i64::from(high) - i64::from(low) + 1;
        if number + values.len() as i64 > MAX_VALUES {
            return None;
        }
        values.extend(low..=high);
    }
    values.sort_unstable();
    values.dedup();
    Some(values.into())
}
