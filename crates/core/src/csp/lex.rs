//! One list comes before another in lexicographic order.

use itertools::Itertools;

use super::{Csp, Rule, Value, VarId};

/// The first list is lexicographically less than the second, or not greater. (Frisch, Hnich,
/// Kiziltan, Miguel and Walsh, Global Constraints for Lexicographic Orderings, CP 2002.) A
/// variable may be in both lists, and several times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lex {
    /// The list that comes first.
    pub first: Vec<VarId>,
    /// The second list, as long as the first.
    pub second: Vec<VarId>,
    /// Whether the lists must differ.
    pub is_strict: bool,
}

impl Rule for Lex {
    /// Position by position, alternating between the lists.
    fn scope(&self) -> Vec<VarId> {
        self.first.iter().interleave(&self.second).copied().unique().collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let values = |list: &[VarId]| -> Vec<Value> {
            list.iter().map(|variable| solution[variable.index()]).collect()
        };
        let (first, second) = (values(&self.first), values(&self.second));
        first < second || first == second && !self.is_strict
    }

    fn describe(&self, csp: &Csp) -> String {
        let sign = if self.is_strict { "<" } else { "<=" };
        format!("Lex({}) {sign} ({})", csp.names(&self.first), csp.names(&self.second))
    }
}
