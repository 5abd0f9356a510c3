//! Constraints on lists of variables: order, equality, tables, automata and selections.

use std::collections::BTreeMap;

use super::super::domains::{Domains, Empty, Step};
use super::operand::compare;
use crate::csp::{
    AllEqual, Automaton, Comparison, Increasing, Lex, Selection, Table, Value, VarId,
};

pub(super) fn all_equal(domains: &mut Domains, constraint: &AllEqual) -> Step {
    let Some((&first, others)) = constraint.scope.split_first() else { return Ok(()) };
    for _ in 0..2 {
        for &other in others {
            compare(domains, first.into(), Comparison::Equal, other.into())?;
        }
    }
    Ok(())
}

pub(super) fn increasing(domains: &mut Domains, constraint: &Increasing) -> Step {
    let pairs = || constraint.scope.windows(2);
    for pair in pairs() {
        domains.at_least(pair[1], domains.low(pair[0]) + 1)?;
    }
    for pair in pairs().rev() {
        domains.at_most(pair[0], domains.high(pair[1]) - 1)?;
    }
    Ok(())
}

/// The first place where the lists can differ decides.
pub(super) fn lex(domains: &mut Domains, constraint: &Lex) -> Step {
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

/// Values that no accepted word has.
pub(super) fn automaton(domains: &mut Domains, automaton: &Automaton) -> Step {
    let mut from: BTreeMap<u32, Vec<(i64, u32)>> = BTreeMap::new();
    for step in &automaton.transitions {
        from.entry(step.from).or_default().push((step.value.into(), step.to));
    }
    // The states that a word can reach, place by place.
    let mut reached = vec![vec![automaton.start]];
    for &variable in &automaton.scope {
        let mut next = Vec::new();
        for state in &reached[reached.len() - 1] {
            let steps = from.get(state).map_or(&[][..], Vec::as_slice);
            domains.work += steps.len() as u64;
            let open = steps.iter().filter(|(value, _)| domains.has(variable, *value));
            next.extend(open.map(|&(_, to)| to));
        }
        next.sort_unstable();
        next.dedup();
        reached.push(next);
    }
    let mut alive = reached.pop().unwrap_or_default();
    alive.retain(|state| automaton.accepting.contains(state));
    for (&variable, states) in automaton.scope.iter().zip(&reached).rev() {
        let mut values = Vec::new();
        let mut before = Vec::new();
        for state in states {
            let steps = from.get(state).map_or(&[][..], Vec::as_slice);
            domains.work += steps.len() as u64;
            let length = values.len();
            let open = steps.iter().filter(|(value, to)| {
                domains.has(variable, *value) && alive.binary_search(to).is_ok()
            });
            values.extend(open.map(|&(value, _)| value));
            if values.len() > length {
                before.push(*state);
            }
        }
        values.sort_unstable();
        values.dedup();
        if values.len() < domains.size(variable) {
            domains.retain(variable, |value| values.binary_search(&value).is_ok())?;
        }
        alive = before;
    }
    if alive.is_empty() { Err(Empty) } else { Ok(()) }
}

/// Exactly one of the choices holds, and has the result's value.
pub(super) fn selection(domains: &mut Domains, selection: &Selection) -> Step {
    let result = selection.result;
    let mut written: Vec<i64> = Vec::new();
    let (mut possible, mut forced) = (0, None);
    domains.work += selection.choices.len() as u64;
    for choice in &selection.choices {
        let (atom, value) = (choice.atom, i64::from(choice.atom.value));
        if !domains.has(atom.variable, value) {
            continue;
        }
        let is_fixed = domains.is_fixed(atom.variable);
        if !domains.has(result, choice.value.into()) {
            if is_fixed {
                return Err(Empty);
            }
            domains.remove(atom.variable, value)?;
            continue;
        }
        possible += 1;
        written.push(choice.value.into());
        if is_fixed || possible == 1 && forced.is_none() {
            forced = Some(atom);
        }
    }
    domains.retain(result, |value| written.contains(&value))?;
    let Some(atom) = forced.filter(|atom| possible == 1 || domains.is_fixed(atom.variable)) else {
        return Ok(());
    };
    if !domains.has(atom.variable, atom.value.into()) {
        return Ok(());
    }
    domains.assign(atom.variable, atom.value.into())?;
    for choice in selection.choices.iter().filter(|choice| choice.atom != atom) {
        domains.remove(choice.atom.variable, choice.atom.value.into())?;
    }
    Ok(())
}

/// The variables are in no row of a table: the last cell that could differ does.
pub(super) fn excluded(domains: &mut Domains, table: &Table) -> Step {
    for row in &table.rows {
        let mut open = None;
        let mut is_excluded = false;
        for (cell, &variable) in row.iter().zip(&table.scope) {
            domains.work += 1;
            let Some(value) = *cell else { continue };
            let can_be = domains.has(variable, value.into());
            if !can_be || !domains.is_fixed(variable) && open.replace((variable, value)).is_some() {
                is_excluded = true;
                break;
            }
        }
        match open {
            _ if is_excluded => {}
            Some((variable, value)) => domains.remove(variable, value.into())?,
            None => return Err(Empty),
        }
    }
    Ok(())
}

/// The rows of a table that fit, kept in front of those that do not: simple tabular reduction (Ullmann, Partition
/// Search for Non-binary Constraint Satisfaction, 2007).
pub(in super::super) struct Rows {
    scope: Vec<VarId>,
    /// The numbers of the values, row after row, or `ANY`.
    cells: Vec<u32>,
    /// A permutation of the rows. The first of them fit, as many as the cell says.
    order: Vec<u32>,
    cell: usize,
    /// For each column, the values of rows that fit, as bits, and how many values no row has yet.
    seen: Vec<(Vec<u64>, usize)>,
}

/// Any value.
const ANY: u32 = u32::MAX;

impl Rows {
    pub(super) fn new(domains: &mut Domains, scope: &[VarId], rows: &[Vec<Option<Value>>]) -> Rows {
        let mut cells = Vec::new();
        for row in rows {
            let numbers = scope.iter().zip(row).map(|(&variable, cell)| match *cell {
                Some(value) => domains.number(variable, value.into()),
                None => Some(ANY),
            });
            cells.extend(numbers.collect::<Option<Vec<u32>>>().unwrap_or_default());
        }
        let number = if scope.is_empty() { rows.len() } else { cells.len() / scope.len() };
        let words = |&variable: &VarId| (vec![0; domains.first_size(variable).div_ceil(64)], 0);
        let seen = scope.iter().map(words).collect();
        let (order, cell) = ((0..number as u32).collect(), domains.new_cell(number));
        Rows { scope: scope.to_vec(), cells, order, cell, seen }
    }

    pub(super) fn propagate(&mut self, domains: &mut Domains) -> Step {
        let width = self.scope.len();
        for (&variable, (seen, missing)) in self.scope.iter().zip(&mut self.seen) {
            seen.fill(0);
            *missing = domains.size(variable);
        }
        let mut length = domains.cell(self.cell);
        domains.work += (length * (1 + width)) as u64 / 2;
        let mut at = 0;
        while at < length {
            let first = self.order[at] as usize * width;
            let row = &self.cells[first..first + width];
            let fits = |(&number, variable): (&u32, &VarId)| {
                number == ANY || domains.is_left(variable.index(), number)
            };
            if !row.iter().zip(&self.scope).all(fits) {
                length -= 1;
                self.order.swap(at, length);
                continue;
            }
            for (&number, (seen, missing)) in row.iter().zip(&mut self.seen) {
                if number == ANY {
                    *missing = 0;
                } else if *missing > 0 {
                    let word = &mut seen[number as usize / 64];
                    *missing -= usize::from(*word >> (number % 64) & 1 == 0);
                    *word |= 1 << (number % 64);
                }
            }
            at += 1;
        }
        if length == 0 {
            return Err(Empty);
        }
        domains.set_cell(self.cell, length);
        for (&variable, (seen, missing)) in self.scope.iter().zip(&self.seen) {
            if *missing > 0 {
                domains.keep_numbers(variable, seen)?;
            }
        }
        Ok(())
    }
}

/// Values that are taken, and variables that must be different: the scope begins with those that are done.
pub(in super::super) struct Different {
    pub(in super::super) scope: Vec<VarId>,
    pub(in super::super) except: Vec<i64>,
    pub(in super::super) cell: usize,
}

impl Different {
    pub(super) fn propagate(&mut self, domains: &mut Domains) -> Step {
        let mut done = domains.cell(self.cell);
        let mut at = done;
        while at < self.scope.len() {
            domains.work += 1;
            let Some(taken) = domains.only(self.scope[at]) else {
                at += 1;
                continue;
            };
            self.scope.swap(at, done);
            done += 1;
            at = done;
            if !self.except.contains(&taken) {
                self.scope[done..].iter().try_for_each(|&other| domains.remove(other, taken))?;
            }
        }
        domains.set_cell(self.cell, done);
        Ok(())
    }
}

/// As many values as variables that are all different: each value is taken.
pub(in super::super) struct Permutation {
    pub(in super::super) scope: Vec<VarId>,
    pub(in super::super) values: Vec<i64>,
}

impl Permutation {
    /// A value that only one variable can take is taken by it.
    pub(super) fn propagate(&self, domains: &mut Domains) -> Step {
        let mut takers: Vec<(Option<VarId>, u32)> = vec![(None, 0); self.values.len()];
        for &variable in &self.scope {
            domains.work += domains.size(variable) as u64;
            for value in domains.values(variable) {
                if let Ok(place) = self.values.binary_search(&value) {
                    takers[place] = (Some(variable), takers[place].1 + 1);
                }
            }
        }
        for (&value, taker) in self.values.iter().zip(takers) {
            match taker {
                (None, _) => return Err(Empty),
                (Some(variable), 1) => domains.assign(variable, value)?,
                _ => {}
            }
        }
        Ok(())
    }
}
