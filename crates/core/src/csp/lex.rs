//! One list comes before another in lexicographic order.

use super::operand::compare;
use super::{Comparison, Csp, Malformed, Rule, Value, VarId, malformed::same_length};
use crate::domains::{Domains, Empty, Step};
use itertools::Itertools;

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

impl Lex {
    pub(super) fn verify(&self) -> Result<(), Malformed> {
        same_length("the second list", self.second.len(), self.first.len())
    }
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

/// The first place where the lists can differ decides.
pub(super) fn propagate(domains: &mut Domains, constraint: &Lex) -> Step {
    let Lex { first, second, is_strict } = constraint;
    let last = first.len().min(second.len());
    // Whether lists that agree up to the end of the shorter one break the constraint.
    let must_differ = first.len() > second.len() || *is_strict && first.len() == second.len();
    for (place, (&one, &other)) in first.iter().zip(second).enumerate() {
        domains.work += 1;
        match (domains.only(one), domains.only(other)) {
            (Some(one), Some(other)) if one == other => continue,
            (Some(one), Some(other)) => return if one < other { Ok(()) } else { Err(Empty) },
            _ => {}
        }
        let comparison = match must_differ && place + 1 == last {
            true => Comparison::Less,
            false => Comparison::AtMost,
        };
        return compare(domains, one.into(), comparison, other.into());
    }
    if must_differ { Err(Empty) } else { Ok(()) }
}
