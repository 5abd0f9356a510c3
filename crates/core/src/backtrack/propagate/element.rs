//! Entries of lists: the places that are left, and the values of their entries.

use super::super::domains::{Domains, Empty, Step};
use super::operand::{compare, compares};
use crate::csp::{Comparison, Condition, Element, Index, Operand, Value};

/// The work of comparing an entry.
const ENTRY: u64 = 8;

/// An entry selected by variables satisfies the condition.
pub(super) fn element(domains: &mut Domains, element: &Element) -> Step {
    let Element { list, indices, condition } = element;
    for &index in indices {
        let last = i64::from(index.first) + index.size as i64 - 1;
        domains.between(index.variable, index.first.into(), last)?;
    }
    let places = Places::new(domains, indices);
    let mut seen: Vec<Vec<bool>> =
        places.choices.iter().map(|choices| vec![false; choices.len()]).collect();
    let (mut number, mut only) = (0, None);
    let (mut least, mut most) = (i64::MAX, i64::MIN);
    let mut entries = Vec::new();
    let is_equal = matches!(condition, Condition::Compare(Comparison::Equal, _));
    places.each(|at, picked| {
        domains.work += ENTRY;
        let Some(&entry) = list.get(at) else { return };
        if !may_hold(domains, entry, condition) {
            return;
        }
        picked.iter().zip(&mut seen).for_each(|(&at, seen)| seen[at] = true);
        number += 1;
        only = Some(entry);
        least = least.min(domains.least(entry));
        most = most.max(domains.most(entry));
        if is_equal {
            entries.push(entry);
        }
    });
    let Some(only) = only else { return Err(Empty) };
    for ((index, choices), seen) in indices.iter().zip(&places.choices).zip(&seen) {
        for (&(value, _), seen) in choices.iter().zip(seen) {
            if !seen {
                domains.remove(index.variable, value)?;
            }
        }
    }
    if number == 1 {
        return hold(domains, only, condition);
    }
    if let &Condition::Compare(comparison, variable) = condition {
        match comparison {
            Comparison::Equal => {
                domains.between(variable, least, most)?;
                keep_entries(domains, variable.into(), entries)?;
            }
            Comparison::AtMost => domains.at_least(variable, least)?,
            Comparison::Less => domains.at_least(variable, least + 1)?,
            Comparison::AtLeast => domains.at_most(variable, most)?,
            Comparison::Greater => domains.at_most(variable, most - 1)?,
            Comparison::Different => {}
        }
    }
    Ok(())
}

/// If all entries are known, only their values are left.
fn keep_entries(domains: &mut Domains, result: Operand, entries: Vec<Operand>) -> Step {
    let known: Option<Vec<i64>> = entries.into_iter().map(|entry| domains.known(entry)).collect();
    let Some(mut known) = known else { return Ok(()) };
    known.sort_unstable();
    domains.work += known.len() as u64;
    domains.keep_if(result, |value| known.binary_search(&value).is_ok())
}

fn may_hold(domains: &Domains, entry: Operand, condition: &Condition) -> bool {
    match condition {
        Condition::Within(ranges) => ranges.meets(domains.least(entry), domains.most(entry)),
        &Condition::Compare(comparison, variable) => {
            compares(domains, entry, comparison, variable.into()) != Some(false)
        }
    }
}

fn hold(domains: &mut Domains, entry: Operand, condition: &Condition) -> Step {
    match condition {
        Condition::Within(ranges) => domains.keep_if(entry, |value| ranges.contains(value)),
        &Condition::Compare(comparison, variable) => {
            compare(domains, entry, comparison, variable.into())
        }
    }
}

/// The values of the indices that are left, each with its place.
struct Places {
    choices: Vec<Vec<(i64, usize)>>,
    sizes: Vec<usize>,
}

impl Places {
    fn new(domains: &Domains, indices: &[Index]) -> Places {
        let choices = indices.iter().map(|index| {
            let values = domains.values(index.variable);
            values.filter_map(|value| Some((value, index.place(value as Value)?))).collect()
        });
        Places {
            choices: choices.collect(),
            sizes: indices.iter().map(|index| index.size).collect(),
        }
    }

    /// Visits each combination: its place in the list, and the number of each choice.
    fn each(&self, mut visit: impl FnMut(usize, &[usize])) {
        if self.choices.iter().any(Vec::is_empty) {
            return;
        }
        let mut picked = vec![0; self.choices.len()];
        loop {
            let place = picked.iter().zip(&self.choices).zip(&self.sizes);
            let at = place.fold(0, |at, ((&pick, choices), size)| at * size + choices[pick].1);
            visit(at, &picked);
            let Some(next) = (0..picked.len()).rfind(|&n| picked[n] + 1 < self.choices[n].len())
            else {
                return;
            };
            picked[next] += 1;
            picked[next + 1..].fill(0);
        }
    }
}
