//! A condition on an entry of a list, selected by variables.

use super::operand::{compare, compares};
use super::rows::Rows;
use super::{
    Comparison, Condition, Csp, Malformed, Operand, Rule, Value, VarId, malformed::same_length,
};
use crate::domains::{Domains, Effort, Empty, Step};
use crate::program::Sum;
use itertools::Itertools;

/// The entry at the given indices of a list or matrix satisfies the condition. (Van Hentenryck and
/// Carillon, Generality versus Specificity, AAAI 1988.)
///
/// If an index is out of range, the constraint does not hold. A variable may occur several times
/// in the list, and also be an index or the variable of the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The entries; those of a matrix row by row.
    pub list: Vec<Operand>,
    /// The indices: one for a list; the row, then the column for a matrix; and so on.
    pub indices: Vec<Index>,
    /// The condition on the entry.
    pub condition: Condition,
}

/// An index in one dimension of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    /// The variable that holds the index.
    pub variable: VarId,
    /// The index of the first place, such as 0 or 1.
    pub first: Value,
    /// The number of places.
    pub size: usize,
}

impl Index {
    /// The place for this value of the variable, counted from 0; `None` if it is out of range.
    pub fn place(self, value: Value) -> Option<usize> {
        let place = usize::try_from(i64::from(value) - i64::from(self.first)).ok()?;
        (place < self.size).then_some(place)
    }
}

impl Element {
    /// The entry that the indices select if the variables have these values; `None` if one is out
    /// of range.
    pub fn chosen(&self, value: impl Fn(VarId) -> Value) -> Option<Operand> {
        let mut at = 0;
        for index in &self.indices {
            at = at * index.size + index.place(value(index.variable))?;
        }
        self.list.get(at).copied()
    }

    pub(super) fn verify(&self) -> Result<(), Malformed> {
        let sizes = self.indices.iter().map(|index| index.size);
        let expected = sizes.fold(1, usize::saturating_mul);
        same_length("the entries of the list", self.list.len(), expected)
    }
}

impl Rule for Element {
    fn scope(&self) -> Vec<VarId> {
        let indices = self.indices.iter().map(|index| index.variable);
        let entries = self.list.iter().filter_map(|entry| entry.variable());
        indices.chain(entries).chain(self.condition.variable()).unique().collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.chosen(|variable| solution[variable.index()])
            .is_some_and(|entry| self.condition.holds(entry.value(solution), solution))
    }

    fn describe(&self, csp: &Csp) -> String {
        let list = self.list.iter().map(|entry| entry.describe(csp)).join(", ");
        let indices = self.indices.iter().map(|index| format!("[{}]", csp.name(index.variable)));
        let indices: String = indices.collect();
        format!("Element({list}){indices} {}", self.condition.describe(csp))
    }
}

/// The work of comparing an entry.
const ENTRY: u64 = 8;

/// An entry selected by variables satisfies the condition.
pub(super) fn propagate(domains: &mut Domains, element: &Element) -> Step {
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
                keep_entries(domains, variable, entries)?;
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

/// If all entries are known, only their values are left; before a search, also if they are not.
fn keep_entries(domains: &mut Domains, result: VarId, entries: Vec<Operand>) -> Step {
    if domains.effort == Effort::Once {
        let mut left = vec![0; domains.first_size(result).div_ceil(64)];
        for entry in entries {
            domains.work += domains.choices(entry) as u64;
            let values = domains.listed(entry).into_iter();
            for number in values.filter_map(|value| domains.number(result, value)) {
                left[number as usize / 64] |= 1 << (number % 64);
            }
        }
        return domains.keep_numbers(result, &left);
    }
    let known: Option<Vec<i64>> = entries.into_iter().map(|entry| domains.known(entry)).collect();
    let Some(mut known) = known else { return Ok(()) };
    known.sort_unstable();
    domains.work += known.len() as u64;
    domains.retain(result, |value| known.binary_search(&value).is_ok())
}

fn may_hold(domains: &Domains, entry: Operand, condition: &Condition) -> bool {
    match condition {
        Condition::Within(ranges) => {
            ranges.meets(domains.least(entry), domains.most(entry))
                && (domains.effort == Effort::Search
                    || domains.listed(entry).into_iter().any(|value| ranges.contains(value)))
        }
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

impl Rows<'_> {
    /// For constant entries, the chosen one is the sum of all, each times whether it is chosen.
    pub(super) fn element(&mut self, element: &Element) {
        let [index] = element.indices[..] else { return };
        let mut sum = Sum::default();
        for &value in self.csp.domain(index.variable) {
            let entry = index.place(value).and_then(|place| element.list.get(place));
            match (entry, self.is(index.variable, value)) {
                (Some(&Operand::Constant(entry)), Some(part)) => sum.add(part, entry.into()),
                // A value outside of the list is impossible.
                (None, Some(part)) => {
                    let mut none = Sum::default();
                    none.add(part, 1);
                    self.program.state(none, 0, 0);
                }
                (Some(Operand::Variable(_)), _) | (_, None) => return self.entries(element),
            }
        }
        self.condition(sum, &element.condition);
    }

    /// If a place is chosen, its entry equals the result.
    fn entries(&mut self, element: &Element) {
        let ([index], Some(result)) = (&element.indices[..], is_result(&element.condition)) else {
            return;
        };
        for &value in self.csp.domain(index.variable) {
            let entry = index.place(value).and_then(|place| element.list.get(place));
            let (Some(&entry), Some(is)) = (entry, self.is(index.variable, value)) else {
                continue;
            };
            let [result, entry] = [result.into(), entry].map(|operand| self.operand(operand));
            for sign in [1, -1] {
                let mut sum = Sum::default();
                sum.add(result, sign);
                sum.add(entry, -sign);
                let most = (sum.ends(&self.within).1 as i64).max(0);
                sum.add(is, most);
                self.program.state(sum, i64::MIN, most);
            }
        }
    }
}

/// The variable that a condition says is equal.
fn is_result(condition: &Condition) -> Option<VarId> {
    match condition {
        &Condition::Compare(Comparison::Equal, variable) => Some(variable),
        _ => None,
    }
}
