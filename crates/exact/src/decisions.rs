//! The sequence of decisions that gives every variable its value.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use itertools::Itertools;

use cnfetti_core::csp::{Atom, Constraint, Csp, Selection, Value, VarId};

use super::linked::{Linked, linked};
use super::lists::Lists;
use super::meter::Meter;

/// A decision: one of several choices, or possibly none.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// Each choice gives some variables their values.
    pub(super) choices: Lists<Atom>,
    /// Whether it is possible to choose none.
    pub(super) optional: bool,
}

/// All decisions, in order.
#[derive(Clone, Debug)]
pub(super) struct Decisions {
    pub(super) list: Arc<Vec<Decision>>,
    /// For each variable, whether it is a piece, which is decided atom by atom.
    pub(super) is_piece: Vec<bool>,
}

impl Decisions {
    /// The decisions from this step on.
    pub(super) fn after(&self, step: usize) -> Decisions {
        let list = Arc::new(self.list[step..].to_vec());
        Decisions { list, is_piece: self.is_piece.clone() }
    }
}

/// How the variables are ordered, given those that are no pieces.
pub(super) type Order = fn(&Csp, &[VarId], &mut Meter<'_>) -> Vec<VarId>;

/// Decides the variables in this order, and an atom of a piece just before the first of the results that it
/// writes: which domino covers a cell is decided before the cell's number, unless the domino also covers an
/// earlier cell and was decided there. Variables linked by equations are decided together, at the first of
/// them.
pub(super) fn one_by_one(csp: &Csp, order: Order, meter: &mut Meter<'_>) -> Decisions {
    let is_piece = pieces(csp);
    let plain = csp.ids().filter(|id| !is_piece[id.index()]).collect_vec();
    let order = order(csp, &plain, meter);
    let selections = selections(csp);
    let mut waiting = atoms_by_first_selection(csp, &selections, &order, &is_piece);
    let mut list = Vec::new();
    for set in linked(csp, &order, &is_apart(csp, &selections)) {
        let variable = set.variables[0];
        for (number, selection) in selections.iter().enumerate() {
            if selection.result == variable
                && let Some(atoms) = waiting.remove(&number)
            {
                let choices = atoms.into_iter().map(|atom| [atom]).collect();
                list.push(Decision { choices, optional: true });
            }
        }
        list.push(decide(&set));
    }
    list.extend(decide_elsewhere(csp, &selections, &is_piece));
    Decisions { list: Arc::new(list), is_piece }
}

/// Decides each cycle of the permutation at once, for solutions `s` with
/// `s[p[v]] = rename(v, s[v])` for all variables `v`.
pub(super) fn cycle_by_cycle(
    csp: &Csp,
    order: &[VarId],
    permutation: &[VarId],
    rename: &dyn Fn(VarId, Value) -> Value,
) -> Decisions {
    let mut seen = vec![false; csp.variables().len()];
    let mut list = Vec::new();
    for &first in order {
        if seen[first.index()] {
            continue;
        }
        let mut cycle = vec![first];
        let mut next = permutation[first.index()];
        while next != first {
            cycle.push(next);
            next = permutation[next.index()];
        }
        cycle.iter().for_each(|variable| seen[variable.index()] = true);
        let follow = |&start: &Value| {
            let mut value = start;
            let mut atoms = Vec::new();
            for &variable in &cycle {
                atoms.push(Atom { variable, value });
                value = rename(variable, value);
            }
            let possible = |atom: &Atom| csp.domain(atom.variable).contains(&atom.value);
            (value == start && atoms.iter().all(possible)).then_some(atoms)
        };
        let choices = csp.domain(first).iter().filter_map(follow).collect();
        list.push(Decision { choices, optional: false });
    }
    Decisions { list: Arc::new(list), is_piece: vec![false; csp.variables().len()] }
}

fn decide(set: &Linked) -> Decision {
    let atoms = |row: &Vec<Value>| {
        let atoms = set.variables.iter().zip(row);
        atoms.map(|(&variable, &value)| Atom { variable, value }).collect_vec()
    };
    Decision { choices: set.rows.iter().map(atoms).collect(), optional: false }
}

/// For each variable, whether it is decided alone: results of selections, because pieces are decided before
/// them, and everything if values are interchangeable, because a choice may contain only one of these.
fn is_apart(csp: &Csp, selections: &[&Selection]) -> Vec<bool> {
    let mut is_apart = vec![!csp.symmetry().interchangeable.is_empty(); csp.variables().len()];
    selections.iter().for_each(|selection| is_apart[selection.result.index()] = true);
    is_apart
}

/// The variables that occur in atoms of selections, and otherwise only in chains of each other.
fn pieces(csp: &Csp) -> Vec<bool> {
    let mut is_piece = vec![false; csp.variables().len()];
    for selection in selections(csp) {
        for choice in &selection.choices {
            is_piece[choice.atom.variable.index()] = true;
        }
    }
    let declared = csp.symmetry().interchangeable.iter().flat_map(|set| &set.scope);
    let projected = csp.projections().iter().flat_map(|projection| &projection.scope);
    for variable in declared.chain(projected) {
        is_piece[variable.index()] = false;
    }
    // A variable in a chain with a non-piece is no piece either; repeat until nothing changes.
    loop {
        let before = is_piece.clone();
        for posted in csp.constraints() {
            match &posted.constraint {
                Constraint::Selection(selection) => is_piece[selection.result.index()] = false,
                Constraint::Increasing(chain)
                    if chain.scope.iter().all(|variable| is_piece[variable.index()]) => {}
                other => {
                    let scope = other.rule().scope();
                    scope.iter().for_each(|variable| is_piece[variable.index()] = false);
                }
            }
        }
        if is_piece == before {
            return is_piece;
        }
    }
}

fn selections(csp: &Csp) -> Vec<&Selection> {
    let constraints = csp.constraints().iter().map(|posted| &posted.constraint);
    let selections = constraints.filter_map(|constraint| match constraint {
        Constraint::Selection(selection) => Some(selection),
        _ => None,
    });
    selections.collect()
}

/// The atoms of pieces, by the number of the first selection that contains them in the order.
fn atoms_by_first_selection(
    csp: &Csp,
    selections: &[&Selection],
    order: &[VarId],
    is_piece: &[bool],
) -> BTreeMap<usize, Vec<Atom>> {
    let position: HashMap<VarId, usize> =
        order.iter().enumerate().map(|(position, &variable)| (variable, position)).collect();
    let mut first: BTreeMap<Atom, (usize, usize)> = BTreeMap::new();
    for (number, selection) in selections.iter().enumerate() {
        let here = (position[&selection.result], number);
        let possible = |atom: &Atom| {
            is_piece[atom.variable.index()] && csp.domain(atom.variable).contains(&atom.value)
        };
        for choice in selection.choices.iter().filter(|choice| possible(&choice.atom)) {
            let earliest = first.entry(choice.atom).or_insert(here);
            *earliest = here.min(*earliest);
        }
    }
    let mut by_selection: BTreeMap<usize, Vec<Atom>> = BTreeMap::new();
    for (atom, (_, number)) in first {
        by_selection.entry(number).or_default().push(atom);
    }
    by_selection
}

/// Decisions on the values of pieces that occur in no selection.
fn decide_elsewhere<'a>(
    csp: &'a Csp,
    selections: &[&Selection],
    is_piece: &'a [bool],
) -> impl Iterator<Item = Decision> + use<'a> {
    let spoken_of: std::collections::HashSet<Atom> = selections
        .iter()
        .flat_map(|selection| selection.choices.iter().map(|choice| choice.atom))
        .collect();
    csp.ids().filter(|id| is_piece[id.index()]).filter_map(move |variable| {
        let atoms = csp.domain(variable).iter().map(|&value| Atom { variable, value });
        let choices = atoms.filter(|atom| !spoken_of.contains(atom)).map(|atom| [atom]);
        let choices: Lists<Atom> = choices.collect();
        (!choices.is_empty()).then_some(Decision { choices, optional: true })
    })
}
