//! An entry of a list, chosen by a variable.

use itertools::Itertools;

use super::{Condition, Constraint, Csp, Operand, Rule, Value, VarId};

/// The entry of a list or a matrix at a place that variables say is as the condition demands. (Van
/// Hentenryck and Carillon, Generality versus Specificity, AAAI 1988.)
///
/// A place outside of the list is no place: then the constraint does not hold. A variable may be in
/// the list several times, and also be an index or the one that the condition compares with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The entries: of a matrix row by row.
    pub list: Vec<Operand>,
    /// Which entry: for a matrix the row and then the column, and so on.
    pub indices: Vec<Index>,
    /// The condition on the entry.
    pub condition: Condition,
}

/// A place in one dimension of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    /// The place.
    pub variable: VarId,
    /// The number of the first place, such as 0 or 1.
    pub first: Value,
    /// How many places there are.
    pub size: usize,
}

impl Index {
    /// The place for this value of the variable, counted from 0; `None` if it is outside.
    pub fn place(self, value: Value) -> Option<usize> {
        let place = usize::try_from(i64::from(value) - i64::from(self.first)).ok()?;
        (place < self.size).then_some(place)
    }
}

impl From<Element> for Constraint {
    fn from(constraint: Element) -> Constraint {
        Constraint::Element(constraint)
    }
}

impl Element {
    /// The entry that is chosen when the variables have these values; `None` outside of the list.
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
