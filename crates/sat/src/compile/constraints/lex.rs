//! Lexicographic order.

use std::collections::HashSet;

use cnfetti_encodings::{Cnf, Form, Lit};
use itertools::Itertools;

use super::any_of;
use crate::compile::Map;
use cnfetti_core::csp::{Atom, Lex, Value, VarId};

/// For each pair but the last whether all pairs up to it are equal; as long as they are, the next
/// value of the first list is not greater. (Elgabou and Frisch, Encoding the Lexicographic Ordering
/// Constraint in SAT, ModRef 2014.)
pub(super) fn encode(cnf: &mut Cnf, map: &Map, lex: &Lex, form: Form) {
    let pairs = lex.first.iter().zip(&lex.second).filter(|(first, second)| first != second);
    let pairs: Vec<(VarId, VarId)> = pairs.map(|(&first, &second)| (first, second)).collect();
    if pairs.is_empty() && lex.is_strict {
        cnf.add_clause([]);
    }
    let before = cnf.num_clauses();
    state(cnf, map, &pairs, lex.is_strict, form);
    // A variable that is in several pairs can say the same twice.
    let mut seen = HashSet::new();
    cnf.retain_from(before, |_, _, clause| {
        let sorted: Vec<Lit> = clause.iter().copied().sorted_unstable().collect();
        seen.insert(sorted)
    });
}

fn state(cnf: &mut Cnf, map: &Map, pairs: &[(VarId, VarId)], is_strict: bool, form: Form) {
    let mut equal = None;
    let mut prefix = Prefix::new(map, pairs);
    for (at, &(first, second)) in pairs.iter().enumerate() {
        let is_last = at + 1 == pairs.len();
        not_greater(cnf, map, equal, first, second, is_last && is_strict);
        if !is_last {
            equal = all_equal(cnf, map, equal, first, second, form);
            let Some(equal) = equal else { return };
            prefix.extend(map, first, second);
            if let Some(terms) = &prefix.terms {
                cnf.define_sum(equal, terms, prefix.equal);
            }
        }
    }
}

/// The first pairs as numbers, a digit each: the second number less the first, and more by as much as the first
/// can be at most.
struct Prefix {
    least: Value,
    most: Value,
    /// `None` where they are too large.
    terms: Option<Vec<(u64, Lit)>>,
    /// Their sum when both numbers are the same.
    equal: u64,
}

impl Prefix {
    fn new(map: &Map, pairs: &[(VarId, VarId)]) -> Prefix {
        let variables = pairs.iter().flat_map(|&(first, second)| [first, second]);
        let values = variables.flat_map(|variable| map.values(variable)).map(|(value, _)| value);
        let (least, most) = values.minmax().into_option().unwrap_or_default();
        Prefix { least, most, terms: Some(Vec::new()), equal: 0 }
    }

    fn extend(&mut self, map: &Map, first: VarId, second: VarId) {
        let digits = u64::from(self.most.abs_diff(self.least)) + 1;
        let equal = self.equal.checked_mul(digits).and_then(|equal| equal.checked_add(digits - 1));
        let Some((terms, equal)) = self.terms.take().zip(equal) else { return };
        // No term is larger than the sum.
        let more = terms.into_iter().map(|(weight, lit)| (weight * digits, lit));
        let below = |value: Value| u64::from(value.abs_diff(self.least));
        let above = |value: Value| u64::from(value.abs_diff(self.most));
        let seconds = map.values(second).map(|(value, lit)| (below(value), lit));
        let firsts = map.values(first).map(|(value, lit)| (above(value), lit));
        self.terms = Some(more.chain(seconds).chain(firsts).collect());
        self.equal = equal;
    }
}

/// If the condition holds, the second variable has a value at least as large as the first one's, or a
/// larger one.
fn not_greater(
    cnf: &mut Cnf,
    map: &Map,
    condition: Option<Lit>,
    first: VarId,
    second: VarId,
    is_strict: bool,
) {
    let seconds: Vec<(Value, Lit)> = map.values(second).collect();
    // `from[i]` says that the second has one of its values from the i-th on.
    let mut from: Vec<Lit> = Vec::with_capacity(seconds.len());
    for &(_, lit) in seconds.iter().skip(1).rev() {
        let lits: Vec<Lit> = [lit].into_iter().chain(from.last().copied()).collect();
        from.push(any_of(cnf, &lits));
    }
    from.reverse();
    for (value, lit) in map.values(first) {
        let fitting =
            seconds.partition_point(|&(other, _)| other < value || is_strict && other == value);
        if fitting > 0 || seconds.is_empty() {
            let larger = from.get(fitting.wrapping_sub(1)).copied();
            cnf.add_clause(condition.map(|lit| !lit).into_iter().chain([!lit]).chain(larger));
        }
    }
}

/// A literal that is true exactly when the pairs before and this one are equal; `None` when they
/// cannot be.
fn all_equal(
    cnf: &mut Cnf,
    map: &Map,
    before: Option<Lit>,
    first: VarId,
    second: VarId,
    form: Form,
) -> Option<Lit> {
    let other = |value| map.literal(Atom { variable: second, value });
    let common: Vec<(Lit, Option<Lit>)> =
        map.values(first).map(|(value, lit)| (lit, other(value))).collect();
    if common.iter().all(|(_, other)| other.is_none()) {
        return None;
    }
    let equal = cnf.new_lit();
    let unless = before.map(|lit| !lit);
    for &(lit, other) in &common {
        if let Some(other) = other {
            cnf.add_clause(unless.into_iter().chain([!lit, !other, equal]));
        }
        if form == Form::TwoSided {
            cnf.add_clause([!equal, !lit].into_iter().chain(other));
        }
    }
    if let Some(before) = before.filter(|_| form == Form::TwoSided) {
        cnf.add_clause([!equal, before]);
    }
    Some(equal)
}
