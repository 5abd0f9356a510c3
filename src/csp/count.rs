//! How many variables have one of some values.

use itertools::Itertools;

use super::layers::Machine;
use super::reading::Reading;
use super::residual::{Frame, Residual};
use super::{Condition, Constraint, Csp, Rule, Value, VarId};

/// The number of variables that have one of the values is as the condition demands. (Also known as
/// among: Beldiceanu and Contejean, Introducing Global Constraints in CHIP, 1994.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// The values, each once.
    pub values: Vec<Value>,
    /// What their number must be. Its variable is not in the scope.
    pub condition: Condition,
}

impl From<Count> for Constraint {
    fn from(constraint: Count) -> Constraint {
        Constraint::Count(constraint)
    }
}

impl Rule for Count {
    fn scope(&self) -> Vec<VarId> {
        self.scope.iter().copied().chain(self.condition.variable()).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let counted = |variable: &&VarId| self.values.contains(&solution[variable.index()]);
        let count = self.scope.iter().filter(counted).count();
        self.condition.holds(count as i64, solution)
    }

    fn describe(&self, csp: &Csp) -> String {
        let values = self.values.iter().join(", ");
        let condition = self.condition.describe(csp);
        format!("Count({}; {values}) {condition}", csp.names(&self.scope))
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        let counted = |value| self.values.contains(value);
        self.condition.variable().is_none() && values.iter().map(counted).all_equal()
    }

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let reading = Reading::new(Rule::scope(self), frame);
        let limit = self.condition.variable().and_then(|variable| reading.place(variable));
        let machine = Counter {
            limit: limit.map(|place| (place, reading.domains[place].clone())),
            size: self.scope.len() as u64,
            values: self.values.clone(),
            condition: self.condition.clone(),
        };
        reading.open(machine, frame)
    }
}

/// A state is the number so far, and one more than the position of what it is compared with.
struct Counter {
    /// Where the variable of the condition is read, and its values.
    limit: Option<(usize, Vec<Value>)>,
    size: u64,
    values: Vec<Value>,
    condition: Condition,
}

impl Machine for Counter {
    fn limits(&self) -> Vec<u64> {
        vec![self.size, self.limit.as_ref().map_or(0, |(_, domain)| domain.len() as u64)]
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        match &self.limit {
            Some((at, domain)) if *at == place => {
                state[1] = 1 + domain.partition_point(|&other| other < value) as u64;
            }
            _ => state[0] += u64::from(self.values.contains(&value)),
        }
        true
    }

    fn accepts(&self, state: &[u64]) -> bool {
        let other = match (&self.limit, state[1].checked_sub(1)) {
            (Some((_, domain)), Some(position)) => domain[position as usize],
            _ => 0,
        };
        self.condition.allows(state[0] as i64, other)
    }
}
