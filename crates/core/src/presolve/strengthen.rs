//! Implied constraints that a solver would need long to find.
//!
//! Two facts about placements such as dominoes, derived from the [`Selection`]s alone:
//!
//! * The atoms that two selections share ("some domino lies on these two cells") get a variable of
//!   their own, and each selection has exactly one such variable that is true. This shortens
//!   learned clauses: what matters is that a domino lies there, not which one. It is bounded
//!   variable addition (Manthey, Heule, Biere: Automated reencoding of Boolean formulas, 2012) for
//!   sets that are known beforehand.
//! * If a variable writes the same values whatever its own value ("5-1 puts a 5 and a 1
//!   somewhere"), then it is known how often each value occurs among the results.

use std::collections::{BTreeMap, HashSet};

use crate::csp::{
    Atom, Cardinality, Choice, Constraint, Csp, Occurrence, Posted, Role, Selection, Value, VarId,
};
use cnfetti_encodings::Relation;

/// Returns the same CSP with implied constraints. Further variables come after its own, which
/// determine them.
pub fn strengthen(csp: &Csp) -> Csp {
    let selections: Vec<&Selection> = csp.constraints.iter().filter_map(selection).collect();
    let mut strong = csp.clone();
    strong.deciding = csp.deciding();
    post_counts(csp, &selections, &mut strong);
    post_shared(&selections, &mut strong);
    strong
}

/// A selection that is not a clue: what it implies holds whichever clues are left out.
fn selection(posted: &Posted) -> Option<&Selection> {
    match &posted.constraint {
        Constraint::Selection(selection) if posted.role == Role::Rule => Some(selection),
        _ => None,
    }
}

/// Posts how often each value occurs among the results, if that is the same in all solutions.
fn post_counts(csp: &Csp, selections: &[&Selection], strong: &mut Csp) {
    let scope: Vec<VarId> = selections.iter().map(|selection| selection.result).collect();
    let distinct = scope.iter().collect::<HashSet<_>>().len() == scope.len();
    let Some(counts) = counts(csp, selections).filter(|_| distinct && !scope.is_empty()) else {
        return;
    };
    let occurrences = counts.into_iter().map(|(value, count)| Occurrence {
        value,
        relation: Relation::Exactly,
        count,
    });
    let constraint = Cardinality { scope, occurrences: occurrences.collect() };
    strong.post(constraint.into(), "each value occurs as often as it is written");
}

/// How often each value is written in every solution; `None` if that is not constant.
fn counts(csp: &Csp, selections: &[&Selection]) -> Option<BTreeMap<Value, usize>> {
    let choices = selections.iter().flat_map(|selection| &selection.choices);
    let mut choices: Vec<(Atom, Value)> = choices.map(|one| (one.atom, one.value)).collect();
    choices.sort_unstable();
    let mut counts = BTreeMap::new();
    for own in choices.chunk_by(|(one, _), (next, _)| one.variable == next.variable) {
        let written_by = |&value: &Value| {
            let own = &own[own.partition_point(|(atom, _)| atom.value < value)..];
            let number = own.partition_point(|(atom, _)| atom.value == value);
            own[..number].iter().map(|&(_, written)| written)
        };
        let mut domain = csp.domain(own[0].0.variable).iter();
        let first = written_by(domain.next()?);
        if first.len() == 0 || !domain.all(|value| written_by(value).eq(first.clone())) {
            return None;
        }
        first.for_each(|value| *counts.entry(value).or_default() += 1);
    }
    Some(counts)
}

/// Adds, for each set of selections that share atoms, a variable that is 1 if one of the shared
/// atoms holds.
fn post_shared(selections: &[&Selection], strong: &mut Csp) {
    let mut placed: Vec<(Atom, usize)> = Vec::new();
    for (at, selection) in selections.iter().enumerate() {
        placed.extend(selection.choices.iter().map(|choice| (choice.atom, at)));
    }
    placed.sort_unstable();
    let mut atoms: Vec<&[(Atom, usize)]> = placed.chunk_by(|one, next| one.0 == next.0).collect();
    // Atoms with the same places stay in order.
    atoms.sort_by(|one, other| places(one).cmp(places(other)));
    let mut held: Vec<Vec<VarId>> = vec![Vec::new(); selections.len()];
    for shared in atoms.chunk_by(|one, next| places(one).eq(places(next))) {
        let holds = name_shared(shared.iter().map(|atom| atom[0].0), strong);
        places(shared[0]).for_each(|at| held[at].push(holds));
    }
    for scope in held {
        let one = Occurrence { value: 1, relation: Relation::Exactly, count: 1 };
        strong.post(Cardinality { scope, occurrences: vec![one] }.into(), "one of them holds");
    }
}

/// Which selections have this atom, which is there once for each.
fn places(atom: &[(Atom, usize)]) -> impl Iterator<Item = usize> {
    atom.iter().map(|&(_, at)| at)
}

/// Adds a variable that is 1 if one of the atoms holds, and else 0. At most one of them can hold.
fn name_shared(atoms: impl Iterator<Item = Atom>, strong: &mut Csp) -> VarId {
    let number = strong.variables.len();
    let idle = strong.variable(format!("idle[{number}]"), [0, 1]);
    let holds = strong.variable(format!("holds[{number}]"), [0, 1]);
    let mut choices: Vec<Choice> = atoms.map(|atom| Choice { atom, value: 1 }).collect();
    choices.push(Choice { atom: Atom { variable: idle, value: 1 }, value: 0 });
    let selection = Selection { choices, result: holds };
    strong.post(selection.into(), "whether one of them holds");
    holds
}
