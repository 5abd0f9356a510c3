//! Implied constraints that are worth adding.

use std::collections::BTreeMap;

use itertools::Itertools;

use cnfetti_core::csp::{AllDifferent, Atom, Cardinality, Constraint, Csp, Occurrence, Value};
use cnfetti_encodings::Relation;

/// Constraints that follow from the others.
pub(super) fn implied(csp: &Csp) -> Vec<Constraint> {
    let circuits = csp.constraints().iter().filter_map(|posted| match &posted.constraint {
        // All successors differ, also of places that are their own successors.
        Constraint::Circuit(circuit) => {
            Some(AllDifferent { scope: circuit.scope.clone(), except: Vec::new() }.into())
        }
        _ => None,
    });
    circuits.chain(brought(csp)).collect()
}

/// How often each value occurs among the results of all selections, if that is certain: each variable of the
/// atoms writes the same values whatever its own value is, as a domino writes its two numbers wherever it
/// lies.
fn brought(csp: &Csp) -> Option<Constraint> {
    let mut brought: BTreeMap<Atom, Vec<Value>> = BTreeMap::new();
    let mut results = Vec::new();
    for posted in csp.constraints() {
        if let Constraint::Selection(selection) = &posted.constraint {
            results.push(selection.result);
            for choice in &selection.choices {
                brought.entry(choice.atom).or_default().push(choice.value);
            }
        }
    }
    brought.values_mut().for_each(|values| values.sort_unstable());
    let mut counts: BTreeMap<Value, usize> = BTreeMap::new();
    for variable in brought.keys().map(|atom| atom.variable).dedup() {
        let values = csp.domain(variable).iter();
        let brings = values.map(|&value| brought.get(&Atom { variable, value }));
        let brings = brings.dedup().exactly_one().ok()??;
        brings.iter().for_each(|&value| *counts.entry(value).or_default() += 1);
    }
    let is_known = !results.is_empty() && results.iter().all_unique();
    is_known.then(|| {
        let occurrence = |(value, count)| Occurrence { value, relation: Relation::Exactly, count };
        Cardinality { scope: results, occurrences: counts.into_iter().map(occurrence).collect() }
            .into()
    })
}
