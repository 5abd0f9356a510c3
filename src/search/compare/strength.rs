//! How much unit propagation alone finds out.

use std::collections::HashSet;

use cnfetti_encodings::{Cnf, Lit};

/// How many percent of the literals unit propagation derives from the formula; `None` when
/// there are no literals.
pub(super) fn percent_derived(cnf: &Cnf, backbone: &HashSet<Lit>) -> Option<f64> {
    if backbone.is_empty() {
        return None;
    }
    // From a contradiction everything follows.
    let found = match derived(cnf) {
        None => backbone.len(),
        Some(derived) => derived.iter().filter(|lit| backbone.contains(lit)).count(),
    };
    Some(100.0 * found as f64 / backbone.len() as f64)
}

/// The literals that follow by unit propagation; `None` on a contradiction.
fn derived(cnf: &Cnf) -> Option<Vec<Lit>> {
    let slot = |lit: Lit| 2 * lit.variable() as usize + usize::from(lit.is_positive());
    let mut occurrences: Vec<Vec<usize>> = vec![Vec::new(); 2 * cnf.num_vars() as usize + 2];
    let mut is_true = vec![false; occurrences.len()];
    let mut queue: Vec<Lit> = Vec::new();
    for (index, clause) in cnf.clauses().enumerate() {
        clause.iter().for_each(|&lit| occurrences[slot(lit)].push(index));
        if let [lit] = *clause {
            queue.push(lit);
        }
    }
    let mut open: Vec<usize> = cnf.clauses().map(<[_]>::len).collect();
    if open.contains(&0) {
        return None;
    }
    let mut derived = Vec::new();
    while let Some(lit) = queue.pop() {
        if is_true[slot(!lit)] {
            return None;
        }
        if std::mem::replace(&mut is_true[slot(lit)], true) {
            continue;
        }
        derived.push(lit);
        for &index in &occurrences[slot(!lit)] {
            open[index] -= 1;
            let clause = cnf.clause(index);
            match open[index] {
                0 => return None,
                1 => queue.extend(clause.iter().find(|&&lit| !is_true[slot(!lit)])),
                _ => {}
            }
        }
    }
    Some(derived)
}
