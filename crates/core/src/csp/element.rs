//! A condition on an entry of a list, selected by variables.

use itertools::Itertools;

use super::{Condition, Csp, Operand, Rule, Value, VarId};

/// The entry at the given indices of a list or matrix satisfies the condition. (Van Hentenryck and
/// Carillon, Generality versus Specificity, AAAI 1988.)
///
/// If an index is out of range, the constraint does not hold. A variable may occur several times
/// in the list, and also be an index or the variable of the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The entries; those of a matrix row by row.
    pub list: Vec<Operand>,
    /// The indices: one for a list; the row, then the column for a matrix; and so on.
    pub indices: Vec<Index>,
    /// The condition on the entry.
    pub condition: Condition,
}

/// An index in one dimension of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    /// The variable that holds the index.
    pub variable: VarId,
    /// The index of the first place, such as 0 or 1.
    pub first: Value,
    /// The number of places.
    pub size: usize,
}

impl Index {
    /// The place for this value of the variable, counted from 0; `None` if it is out of range.
    pub fn place(self, value: Value) -> Option<usize> {
        let place = usize::try_from(i64::from(value) - i64::from(self.first)).ok()?;
        (place < self.size).then_some(place)
    }
}

impl Element {
    /// The entry that the indices select if the variables have these values; `None` if one is out
    /// of range.
    pub fn chosen(&self, value: impl Fn(VarId) -> Value) -> Option<Operand> {
        let mut at = 0;
        for index in &self.indices {
            at = at * index.size + index.place(value(index.variable))?;
        }
        self.list.get(at).copied()
    }
}

impl Rule for Element {
    fn scope(&self) -> Vec<VarId> {
        let indices = self.indices.iter().map(|index| index.variable);
        let entries = self.list.iter().filter_map(|entry| entry.variable());
        indices.chain(entries).chain(self.condition.variable()).unique().collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.chosen(|variable| solution[variable.index()])
            .is_some_and(|entry| self.condition.holds(entry.value(solution), solution))
    }

    fn describe(&self, csp: &Csp) -> String {
        let list = self.list.iter().map(|entry| entry.describe(csp)).join(", ");
        let indices = self.indices.iter().map(|index| format!("[{}]", csp.name(index.variable)));
        let indices: String = indices.collect();
        format!("Element({list}){indices} {}", self.condition.describe(csp))
    }
}
