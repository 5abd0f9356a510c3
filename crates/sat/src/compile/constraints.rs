//! How each constraint becomes clauses over the literals of its atoms.

mod automaton;
mod bin_packing;
pub(super) mod bounds;
mod channel;
mod circuit;
mod conditions;
mod connected;
mod count;
mod cumulative;
mod element;
mod extremum;
mod lex;
mod no_overlap;
mod parts;
mod table;

use cnfetti_encodings::{Bit, Cnf, Lit, Relation, at_most_one, cardinality};
use itertools::Itertools;

use super::{Choices, Map, counts, operations, sums};
use cnfetti_core::csp::{
    AllDifferent, AllEqual, Atom, Cardinality, Constraint, Fixed, Increasing, Linear, Occurrence,
    Ranges, Selection, Value, ValuePrecedence, VarId,
};
pub use connected::elimination_order;

/// Appends the clauses of a constraint.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &Constraint, choices: &Choices) {
    if choices.for_search && bounds::fits(constraint) {
        return bounds::encode(cnf, map, constraint, choices);
    }
    match constraint {
        Constraint::AllDifferent(constraint) => all_different(cnf, map, constraint, choices),
        Constraint::AllEqual(constraint) => all_equal(cnf, map, constraint, choices),
        Constraint::ArgExtremum(constraint) => extremum::encode_arg(cnf, map, constraint),
        Constraint::Automaton(constraint) => automaton::encode(cnf, map, constraint),
        Constraint::BinPacking(constraint) => bin_packing::encode(cnf, map, constraint, choices),
        Constraint::Cardinality(constraint) => occurrences(cnf, map, constraint, choices),
        Constraint::Channel(constraint) => channel::encode(cnf, map, constraint),
        Constraint::Circuit(constraint) => circuit::encode(cnf, map, constraint, choices),
        Constraint::Connected(constraint) => connected::encode(cnf, map, constraint),
        Constraint::Count(constraint) => count::encode(cnf, map, constraint, choices),
        Constraint::Cumulative(constraint) => cumulative::encode(cnf, map, constraint, choices),
        Constraint::DistinctCount(constraint) => count::distinct(cnf, map, constraint, choices),
        Constraint::Element(constraint) => element::encode(cnf, map, constraint),
        Constraint::Extremum(constraint) => extremum::encode(cnf, map, constraint),
        Constraint::Fixed(constraint) => fixed(cnf, map, constraint),
        Constraint::Increasing(constraint) => increasing(cnf, map, constraint, choices),
        Constraint::Lex(constraint) => lex::encode(cnf, map, constraint, choices.form),
        Constraint::Linear(constraint) => linear(cnf, map, constraint, choices),
        Constraint::NoOverlap(constraint) => {
            no_overlap::encode(cnf, map, constraint, choices.form);
        }
        Constraint::Operation(constraint) => operations::encode(cnf, map, constraint, choices),
        Constraint::Parts(constraint) => parts::encode(cnf, map, constraint, choices),
        Constraint::Selection(constraint) => selection(cnf, map, constraint, choices),
        Constraint::Table(constraint) => table::encode(cnf, map, constraint, choices.form),
        Constraint::ValuePrecedence(constraint) => value_precedence(cnf, map, constraint),
    }
}

/// Each value at most once. Where there are as many values as variables every value is needed,
/// which is said too since unit propagation alone does not see it.
fn all_different(cnf: &mut Cnf, map: &Map, constraint: &AllDifferent, choices: &Choices) {
    let values = values_of(map, &constraint.scope);
    for &value in values.iter().filter(|value| !constraint.except.contains(value)) {
        let lits = occurrences_of(map, &constraint.scope, value);
        at_most_one::encode(cnf, &lits, choices.at_most_one, choices.form);
    }
    if constraint.except.is_empty() && values.len() <= constraint.scope.len() {
        for &value in &values {
            cnf.add_clause(occurrences_of(map, &constraint.scope, value));
        }
        if values.len() < constraint.scope.len() {
            cnf.add_clause([]);
        }
    }
}

/// Each variable's value is also the next one's, around in a circle.
fn all_equal(cnf: &mut Cnf, map: &Map, constraint: &AllEqual, choices: &Choices) {
    if !constraint.scope.iter().all(|&variable| map.has_values(variable)) {
        for (&variable, &next) in constraint.scope.iter().tuple_windows() {
            sums::compare(cnf, map, [variable, next], &Ranges::exactly(0), choices);
        }
        return;
    }
    for (&variable, &next) in constraint.scope.iter().circular_tuple_windows() {
        if variable != next {
            for (value, lit) in map.values(variable) {
                cnf.add_clause(
                    [!lit].into_iter().chain(map.literal(Atom { variable: next, value })),
                );
            }
        }
    }
}

fn occurrences(cnf: &mut Cnf, map: &Map, constraint: &Cardinality, choices: &Choices) {
    if !totals_fit(map, constraint) {
        cnf.add_clause([]);
    }
    for bound in &constraint.occurrences {
        let lits = occurrences_of(map, &constraint.scope, bound.value);
        cardinality::encode(
            cnf,
            &lits,
            bound.relation,
            bound.count,
            choices.cardinality,
            choices.form,
        );
    }
}

/// Whether all variables together can have as few and as many values as the bounds say: a solver
/// would count for ages before it saw that.
fn totals_fit(map: &Map, constraint: &Cardinality) -> bool {
    let variables = constraint.scope.len();
    // More than that is as good, and the sums stay small.
    let count = |bound: &Occurrence| bound.count.min(variables + 1);
    let bounds = &constraint.occurrences;
    let least = bounds.iter().filter(|bound| bound.relation != Relation::AtMost);
    let most = values_of(map, &constraint.scope).into_iter().map(|value| {
        let bound = bounds.iter().find(|bound| bound.value == value);
        bound.filter(|bound| bound.relation != Relation::AtLeast).map(count)
    });
    let most: Option<usize> = most.sum();
    least.map(count).sum::<usize>() <= variables && most.is_none_or(|most| most >= variables)
}

fn fixed(cnf: &mut Cnf, map: &Map, constraint: &Fixed) {
    match map.saying(constraint.atom) {
        Some(lits) => lits.into_iter().for_each(|lit| cnf.add_clause([lit])),
        None => cnf.add_clause([]),
    }
}

/// Between neighbours, for each value of the second one whether it is larger: chained, so that
/// the size is linear in the domains.
fn increasing(cnf: &mut Cnf, map: &Map, constraint: &Increasing, choices: &Choices) {
    for (&before, &after) in constraint.scope.iter().tuple_windows() {
        if !map.has_values(before) || !map.has_values(after) {
            sums::compare(cnf, map, [before, after], &Ranges::at_most(-1), choices);
            continue;
        }
        // `larger[i]` says that `after` has one of its values from the i-th on.
        let lits: Vec<(Value, Lit)> = map.values(after).collect();
        let mut larger: Vec<Lit> = Vec::with_capacity(lits.len());
        for &(_, lit) in lits.iter().rev() {
            let from_here = match larger.last() {
                None => lit,
                Some(&beyond) => any_of(cnf, &[lit, beyond]),
            };
            larger.push(from_here);
        }
        larger.reverse();
        for (value, lit) in map.values(before) {
            let first_larger = lits.partition_point(|&(other, _)| other <= value);
            cnf.add_clause([!lit].into_iter().chain(larger.get(first_larger).copied()));
        }
    }
}

/// Exactly one atom; each decides the result; and a value of the result needs an atom that goes
/// with it.
fn selection(cnf: &mut Cnf, map: &Map, constraint: &Selection, choices: &Choices) {
    let atoms: Vec<(Lit, Value)> = constraint
        .choices
        .iter()
        .filter_map(|choice| Some((map.literal(choice.atom)?, choice.value)))
        .collect();
    let lits: Vec<Lit> = atoms.iter().map(|&(lit, _)| lit).collect();
    cnf.add_clause(lits.iter().copied());
    at_most_one::encode(cnf, &lits, choices.at_most_one, choices.form);
    let result = constraint.result;
    for &(lit, value) in &atoms {
        let decided = map.literal(Atom { variable: result, value });
        cnf.add_clause([!lit].into_iter().chain(decided));
    }
    for (value, lit) in map.values(result) {
        let support = atoms.iter().filter(|&&(_, written)| written == value).map(|&(lit, _)| lit);
        cnf.add_clause([!lit].into_iter().chain(support));
    }
}

/// As a count where it is one, unless a variable has no literals of its values.
fn linear(cnf: &mut Cnf, map: &Map, constraint: &Linear, choices: &Choices) {
    let wanted = counts::are_wanted(choices);
    let counted = wanted.then(|| counts::counted(constraint, |variable| map.domain(variable)));
    let stated = counted.flatten().and_then(|counted| {
        let numbers = counted.numbers(&constraint.within);
        let lits: Option<Vec<Lit>> = counted.atoms.iter().map(|&atom| map.literal(atom)).collect();
        Some((lits.filter(|_| !counted.is_too_long(&numbers, choices))?, numbers))
    });
    match stated {
        Some((lits, numbers)) => conditions::number_within(cnf, &lits, 0, &numbers, choices),
        None => sums::linear(cnf, map, constraint, choices),
    }
}

/// For each listed value but the last, and each position, whether it was seen up to there: what
/// the next value needs.
fn value_precedence(cnf: &mut Cnf, map: &Map, constraint: &ValuePrecedence) {
    for (&earlier, &later) in constraint.values.iter().tuple_windows() {
        let mut seen: Option<Lit> = None;
        for &variable in &constraint.scope {
            if let Some(lit) = map.literal(Atom { variable, value: later }) {
                cnf.add_clause([!lit].into_iter().chain(seen));
            }
            let here = map.literal(Atom { variable, value: earlier });
            seen = match (seen, here) {
                (Some(before), Some(here)) => Some(any_of(cnf, &[before, here])),
                (before, here) => before.or(here),
            };
        }
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
