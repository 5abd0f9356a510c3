//! How each constraint becomes clauses over the literals of its atoms.

mod all_different;
mod all_equal;
mod arg_extremum;
mod automaton;
mod bin_packing;
pub(super) mod bounds;
mod cardinality;
mod channel;
mod circuit;
mod conditions;
mod connected;
mod count;
mod cumulative;
mod distinct_count;
mod element;
mod extremum;
mod fixed;
mod increasing;
mod lex;
mod linear;
mod no_overlap;
mod operation;
mod parts;
mod selection;
mod table;
mod value_precedence;

use cnfetti_encodings::{Bit, Cnf, Lit};
use itertools::Itertools;

use super::{Choices, Map};
use cnfetti_core::csp::{Constraint, Value, VarId};
pub use connected::elimination_order;

/// Appends the clauses of a constraint.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &Constraint, choices: &Choices) {
    if choices.for_search && bounds::fits(constraint) {
        return bounds::encode(cnf, map, constraint, choices);
    }
    match constraint {
        Constraint::AllDifferent(constraint) => {
            all_different::encode(cnf, map, constraint, choices)
        }
        Constraint::AllEqual(constraint) => all_equal::encode(cnf, map, constraint, choices),
        Constraint::ArgExtremum(constraint) => arg_extremum::encode(cnf, map, constraint),
        Constraint::Automaton(constraint) => automaton::encode(cnf, map, constraint),
        Constraint::BinPacking(constraint) => bin_packing::encode(cnf, map, constraint, choices),
        Constraint::Cardinality(constraint) => cardinality::encode(cnf, map, constraint, choices),
        Constraint::Channel(constraint) => channel::encode(cnf, map, constraint),
        Constraint::Circuit(constraint) => circuit::encode(cnf, map, constraint, choices),
        Constraint::Connected(constraint) => connected::encode(cnf, map, constraint),
        Constraint::Count(constraint) => count::encode(cnf, map, constraint, choices),
        Constraint::Cumulative(constraint) => cumulative::encode(cnf, map, constraint, choices),
        Constraint::DistinctCount(constraint) => {
            distinct_count::encode(cnf, map, constraint, choices)
        }
        Constraint::Element(constraint) => element::encode(cnf, map, constraint),
        Constraint::Extremum(constraint) => extremum::encode(cnf, map, constraint),
        Constraint::Fixed(constraint) => fixed::encode(cnf, map, constraint),
        Constraint::Increasing(constraint) => increasing::encode(cnf, map, constraint, choices),
        Constraint::Lex(constraint) => lex::encode(cnf, map, constraint, choices.form),
        Constraint::Linear(constraint) => linear::encode(cnf, map, constraint, choices),
        Constraint::NoOverlap(constraint) => {
            no_overlap::encode(cnf, map, constraint, choices.form);
        }
        Constraint::Operation(constraint) => operation::encode(cnf, map, constraint, choices),
        Constraint::Parts(constraint) => parts::encode(cnf, map, constraint, choices),
        Constraint::Selection(constraint) => selection::encode(cnf, map, constraint, choices),
        Constraint::Table(constraint) => table::encode(cnf, map, constraint, choices.form),
        Constraint::ValuePrecedence(constraint) => value_precedence::encode(cnf, map, constraint),
    }
}

/// A literal that is true exactly when one of these is: determined in either form, because the
/// constraints above need both directions.
fn any_of(cnf: &mut Cnf, lits: &[Lit]) -> Lit {
    if let [lit] = *lits {
        return lit;
    }
    let any = cnf.new_lit();
    cnf.define_any(any, lits);
    for &lit in lits {
        cnf.add_clause([!lit, any]);
    }
    cnf.add_clause(lits.iter().copied().chain([!any]));
    any
}

/// Whether both are true: a literal that is defined by them, unless one is enough to tell.
fn all_of(cnf: &mut Cnf, one: Bit, other: Bit) -> Bit {
    match (one, other) {
        (Bit::False, _) | (_, Bit::False) => Bit::False,
        (Bit::True, bit) | (bit, Bit::True) => bit,
        _ if one == other => one,
        _ if one == !other => Bit::False,
        (Bit::Lit(one), Bit::Lit(other)) => Bit::Lit(!any_of(cnf, &[!one, !other])),
    }
}

/// Whether one of them is true, likewise.
fn any_of_bits(cnf: &mut Cnf, one: Bit, other: Bit) -> Bit {
    !all_of(cnf, !one, !other)
}

/// Adds a clause whose literals may repeat, or say nothing together.
fn add(cnf: &mut Cnf, clause: impl IntoIterator<Item = Lit>) {
    let clause: Vec<Lit> = clause.into_iter().unique().collect();
    if !clause.iter().any(|&lit| clause.contains(&!lit)) {
        cnf.add_clause(clause);
    }
}

/// Adds a clause of truth values that may be known, likewise.
fn add_bits(cnf: &mut Cnf, clause: &[Bit]) {
    if !clause.contains(&Bit::True) {
        add(cnf, clause.iter().filter_map(|bit| bit.lit()));
    }
}

/// The values that some variable of the scope can have, increasing.
fn values_of(map: &Map, scope: &[VarId]) -> Vec<Value> {
    let values = scope.iter().flat_map(|&variable| map.values(variable).map(|(value, _)| value));
    values.sorted_unstable().dedup().collect()
}

/// The literals of the atoms that give this value to a variable of the scope.
fn occurrences_of(map: &Map, scope: &[VarId], value: Value) -> Vec<Lit> {
    map.occurrences(scope, value).collect()
}
