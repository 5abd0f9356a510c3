//! Rows for constraints on lists of variables, mostly with a column for each value.

use std::collections::BTreeSet;

use super::{Rows, Sum};
use crate::csp::{
    AllDifferent, BinPacking, Cardinality, Circuit, Comparison, Condition, Count, Element, Extreme,
    Extremum, Operand, Ranges, Table, Value, VarId,
};

/// Conflicts between more variables have no rows.
const MAX_SCOPE: usize = 12;

impl Rows<'_> {
    /// The number of variables with the value; `None` if a variable has too many values.
    fn occurrences(&mut self, scope: &[VarId], value: Value) -> Option<Sum> {
        let mut sum = Sum::default();
        for &variable in scope {
            sum.add(self.is(variable, value)?, 1);
        }
        Some(sum)
    }

    fn values_of(&self, scope: &[VarId]) -> BTreeSet<Value> {
        scope.iter().flat_map(|&variable| self.csp.domain(variable).iter().copied()).collect()
    }

    pub(super) fn all_different(&mut self, constraint: &AllDifferent) {
        let values = self.values_of(&constraint.scope);
        let least =
            i64::from(constraint.except.is_empty() && values.len() == constraint.scope.len());
        for &value in values.iter().filter(|value| !constraint.except.contains(value)) {
            let Some(sum) = self.occurrences(&constraint.scope, value) else {
                return self.smallest_and_largest(constraint, &values);
            };
            self.program.state(sum, least, 1);
        }
    }

    /// The sum is at least that of the smallest values, and at most that of the largest.
    fn smallest_and_largest(&mut self, constraint: &AllDifferent, values: &BTreeSet<Value>) {
        if !constraint.except.is_empty() {
            return;
        }
        let number = constraint.scope.len();
        let total = |values: &mut dyn Iterator<Item = &Value>| -> i64 {
            values.take(number).map(|&value| i64::from(value)).sum()
        };
        let (least, most) = (total(&mut values.iter()), total(&mut values.iter().rev()));
        let mut sum = Sum::default();
        for &variable in &constraint.scope {
            let part = self.variable(variable);
            sum.add(part, 1);
        }
        self.program.state(sum, least, most);
    }

    /// Each place is the successor of exactly one.
    pub(super) fn circuit(&mut self, circuit: &Circuit) {
        for place in 0..circuit.scope.len() {
            let Ok(value) = Value::try_from(i64::from(circuit.first) + place as i64) else {
                return;
            };
            let Some(sum) = self.occurrences(&circuit.scope, value) else { return };
            self.program.state(sum, 1, 1);
            if circuit.size.is_none() && circuit.scope.len() > 1 {
                let Some(sum) = self.occurrences(&circuit.scope[place..=place], value) else {
                    return;
                };
                self.program.state(sum, 0, 0);
            }
        }
    }

    /// For constant entries, the chosen one is the sum of all, each times whether it is chosen.
    pub(super) fn element(&mut self, element: &Element) {
        let [index] = element.indices[..] else { return };
        let mut sum = Sum::default();
        for &value in self.csp.domain(index.variable) {
            let entry = index.place(value).and_then(|place| element.list.get(place));
            match (entry, self.is(index.variable, value)) {
                (Some(&Operand::Constant(entry)), Some(part)) => sum.add(part, entry.into()),
                // A value outside of the list is impossible.
                (None, Some(part)) => {
                    let mut none = Sum::default();
                    none.add(part, 1);
                    self.program.state(none, 0, 0);
                }
                (Some(Operand::Variable(_)), _) | (_, None) => return self.entries(element),
            }
        }
        self.condition(sum, &element.condition);
    }

    /// If a place is chosen, its entry equals the result.
    fn entries(&mut self, element: &Element) {
        let ([index], Some(result)) = (&element.indices[..], is_result(&element.condition)) else {
            return;
        };
        for &value in self.csp.domain(index.variable) {
            let entry = index.place(value).and_then(|place| element.list.get(place));
            let (Some(&entry), Some(is)) = (entry, self.is(index.variable, value)) else {
                continue;
            };
            let [result, entry] = [result.into(), entry].map(|operand| self.operand(operand));
            for sign in [1, -1] {
                let mut sum = Sum::default();
                sum.add(result, sign);
                sum.add(entry, -sign);
                let most = (sum.ends(&self.within).1 as i64).max(0);
                sum.add(is, most);
                self.program.state(sum, i64::MIN, most);
            }
        }
    }

    /// The extremum is at least, or at most, each of the variables.
    pub(super) fn extremum(&mut self, extremum: &Extremum) {
        let Condition::Compare(comparison, variable) = extremum.condition else { return };
        let is_beyond = match extremum.extreme {
            Extreme::Maximum => {
                matches!(comparison, Comparison::Equal | Comparison::AtMost | Comparison::Less)
            }
            Extreme::Minimum => {
                matches!(comparison, Comparison::Equal | Comparison::AtLeast | Comparison::Greater)
            }
        };
        if !is_beyond {
            return;
        }
        let sign = if extremum.extreme == Extreme::Maximum { 1 } else { -1 };
        let apart = matches!(comparison, Comparison::Less | Comparison::Greater);
        for &one in &extremum.scope {
            let [end, one] = [variable, one].map(|variable| self.variable(variable));
            let mut sum = Sum::default();
            sum.add(end, sign);
            sum.add(one, -sign);
            self.program.state(sum, apart.into(), i64::MAX);
        }
    }

    pub(super) fn count(&mut self, count: &Count) {
        let mut sum = Sum::default();
        for &value in count.values.iter().collect::<BTreeSet<_>>() {
            for &variable in &count.scope {
                let Some(part) = self.is(variable, value) else { return };
                sum.add(part, 1);
            }
        }
        self.condition(sum, &count.condition);
    }

    pub(super) fn cardinality(&mut self, cardinality: &Cardinality) {
        for bound in &cardinality.occurrences {
            let Some(sum) = self.occurrences(&cardinality.scope, bound.value) else { return };
            self.within(sum, &Ranges::related(bound.relation, bound.count as i64));
        }
    }

    pub(super) fn bin_packing(&mut self, packing: &BinPacking) {
        for bin in &packing.bins {
            let mut sum = Sum::default();
            for (&variable, &size) in packing.scope.iter().zip(&packing.sizes) {
                let Some(part) = self.is(variable, bin.value) else { return };
                sum.add(part, size);
            }
            self.condition(sum, &bin.load);
        }
    }

    /// A conflict between Boolean variables is a clause.
    pub(super) fn table(&mut self, table: &Table) {
        let has_two_values = |&variable: &VarId| self.csp.domain(variable).len() <= 2;
        let is_small = table.scope.len() <= MAX_SCOPE && table.scope.iter().all(has_two_values);
        if table.is_positive || !is_small {
            return;
        }
        for row in &table.rows {
            let (mut sum, mut most) = (Sum::default(), -1);
            for (&variable, value) in table.scope.iter().zip(row) {
                let Some(value) = *value else { continue };
                let Some(part) = self.is(variable, value) else { return };
                sum.add(part, 1);
                most += 1;
            }
            self.program.state(sum, i64::MIN, most);
        }
    }
}

/// The variable that a condition says is equal.
fn is_result(condition: &Condition) -> Option<VarId> {
    match condition {
        &Condition::Compare(Comparison::Equal, variable) => Some(variable),
        _ => None,
    }
}
