//! No two variables are equal.

use itertools::Itertools;

use super::{Csp, Rule, Value, VarId};

/// No two variables of the scope are equal, except that several may have the same value of
/// `except`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllDifferent {
    /// The variables, each once.
    pub scope: Vec<VarId>,
    /// Values that may repeat, such as 0 for an empty seat.
    pub except: Vec<Value>,
}

impl AllDifferent {
    /// Whether it holds, also of large and of negative values.
    fn holds_by_order(&self, solution: &[Value]) -> bool {
        let values = self.scope.iter().map(|variable| solution[variable.index()]);
        let values = values.filter(|value| !self.except.contains(value));
        values.sorted_unstable().tuple_windows().all(|(one, next)| one != next)
    }
}

impl Rule for AllDifferent {
    fn scope(&self) -> Vec<VarId> {
        self.scope.clone()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        // Counts ask this about thousands of solutions, mostly with small values.
        let mut seen = 0_u128;
        for variable in &self.scope {
            let value = solution[variable.index()];
            if self.except.contains(&value) {
                continue;
            }
            let bit = u32::try_from(value).ok().and_then(|value| 1_u128.checked_shl(value));
            let Some(bit) = bit else { return self.holds_by_order(solution) };
            if seen & bit != 0 {
                return false;
            }
            seen |= bit;
        }
        true
    }

    fn describe(&self, csp: &Csp) -> String {
        let names = csp.names(&self.scope);
        match self.except[..] {
            [] => format!("AllDifferent({names})"),
            [value] => format!("AllDifferentExcept{value}({names})"),
            _ => format!("AllDifferent({names}; except {})", self.except.iter().join(", ")),
        }
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        !self.except.iter().any(|except| values.contains(except))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::random::Random;

    /// Small values, negative ones, and those that do not fit into a set of bits.
    #[test]
    fn values_of_any_size_are_compared() {
        let (mut different, mut equal) = (0, 0);
        for seed in 0..3_000 {
            let random = &mut Random::new(seed);
            let (least, range) = [(0, 12), (-3, 9), (120, 15), (-200, 400)][random.below(4)];
            let mut draw = || least + random.below(range) as Value;
            let solution: Vec<Value> = (0..5).map(|_| draw()).collect();
            let except = (0..2).map(|_| draw()).collect();
            let all = AllDifferent { scope: (0..5).map(VarId::at).collect(), except };
            let counted = solution.iter().filter(|value| !all.except.contains(value));
            let (number, distinct) = (counted.clone().count(), counted.collect::<HashSet<_>>());
            assert_eq!(all.holds(&solution), number == distinct.len(), "{solution:?} {all:?}");
            *if number == distinct.len() { &mut different } else { &mut equal } += 1;
        }
        assert!(different > 500 && equal > 500, "{different} {equal}");
    }
}
