//! The values first occur in a given order.

use super::residual::{Field, Frame, Residual, View};
use super::{Atom, Constraint, Csp, Rule, Value, VarId};

/// Along the scope, each value of the list occurs only after the value before it has occurred:
/// of the solutions that differ by renaming interchangeable values, one. (Law and Lee, Global
/// Constraints for Integer and Set Value Precedence, CP 2004.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValuePrecedence {
    /// The variables in reading order, each once.
    pub scope: Vec<VarId>,
    /// The values in the order in which they first occur.
    pub values: Vec<Value>,
}

impl From<ValuePrecedence> for Constraint {
    fn from(constraint: ValuePrecedence) -> Constraint {
        Constraint::ValuePrecedence(constraint)
    }
}

impl Rule for ValuePrecedence {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let mut seen = 0;
        self.scope.iter().all(|variable| {
            let value = solution[variable.index()];
            match self.values.iter().position(|&listed| listed == value) {
                Some(position) if position == seen => {
                    seen += 1;
                    true
                }
                Some(position) => position < seen,
                None => true,
            }
        })
    }

    fn describe(&self, csp: &Csp) -> String {
        let values: Vec<String> = self.values.iter().map(Value::to_string).collect();
        format!("ValuePrecedence({}; {})", csp.names(&self.scope), values.join(" before "))
    }

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let size = self.scope.len() as u64;
        let step = |&variable: &VarId| frame.step(Atom { variable, value: 0 });
        let steps = self.scope.iter().map(step).collect();
        let fields = self.values.iter().map(|_| frame.field(size + SEEN)).collect();
        let rows = self.values.iter().map(|&value| frame.row(value)).collect();
        Box::new(Open { scope: self.scope.clone(), steps, rows, first: fields })
    }
}

/// Where each value occurs first.
struct Open {
    scope: Vec<VarId>,
    /// When each variable of the scope is decided.
    steps: Vec<usize>,
    /// For each value.
    rows: Vec<Option<usize>>,
    /// For each value [`UNSEEN`], [`SETTLED`], or [`SEEN`] plus a position in the scope.
    first: Vec<Field>,
}

/// The value did not occur.
const UNSEEN: u64 = 0;

/// The value's first occurrence is known and follows that of the value before it.
const SETTLED: u64 = 1;

/// The value occurs, and an earlier variable that is not assigned may have it too.
const SEEN: u64 = 2;

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        let listed = self.rows.iter().position(|&listed| listed == Some(row));
        let position = self.scope.iter().position(|&other| other == variable);
        if let (Some(listed), Some(position)) = (listed, position) {
            let here = SEEN + position as u64;
            let first = view.get(self.first[listed]);
            if first == UNSEEN || first > here {
                view.set(self.first[listed], here);
            }
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let assigned = self.steps.iter().take_while(|&&step| step < view.step()).count() as u64;
        // No variable comes before the first value's predecessor.
        let mut before = SETTLED;
        for &field in &self.first {
            let first = view.get(field);
            if first >= SEEN && first < SEEN + assigned {
                // Nothing can change any more about what occurs up to here.
                if before == UNSEEN || before > first {
                    return false;
                }
                view.set(field, SETTLED);
            }
            before = first;
        }
        true
    }
}
