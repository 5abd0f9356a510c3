//! Two lists that are each other's inverse.

use super::{Csp, Malformed, Rule, Value, VarId, malformed::same_length};
use crate::domains::{Domains, Step};
use itertools::Itertools;

/// If place i of the first list has the value j, then place j of the second list has the value i. If
/// both lists are equally long, each is the inverse of the other. The values of the first list are
/// places of the second. A list that is given twice is its own inverse. (Also known as inverse:
/// Beldiceanu and others, Global Constraint Catalogue.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// The first list, at most as long as the second, each variable once.
    pub first: Vec<VarId>,
    /// The number of the first place of the first list.
    pub first_place: Value,
    /// Each variable once; some may be in the first list as well.
    pub second: Vec<VarId>,
    /// The number of the first place of the second list.
    pub second_place: Value,
}

impl Channel {
    /// The pairs of a place in the first list and a place in the second, with the values by which
    /// each refers to the other.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        let places = (0..self.first.len()).cartesian_product(0..self.second.len());
        places.filter_map(|(first, second)| {
            let name =
                |start: Value, place: usize| Value::try_from(i64::from(start) + place as i64).ok();
            Some(Pair {
                first: self.first[first],
                to_second: name(self.second_place, second)?,
                second: self.second[second],
                to_first: name(self.first_place, first)?,
            })
        })
    }

    /// Whether both lists are equally long, so that each determines the other.
    pub fn is_mutual(&self) -> bool {
        self.first.len() == self.second.len()
    }

    /// The place in the second list to which a value of the first refers.
    pub fn place(&self, value: Value) -> Option<usize> {
        let place = usize::try_from(i64::from(value) - i64::from(self.second_place)).ok()?;
        (place < self.second.len()).then_some(place)
    }

    pub(super) fn verify(&self, csp: &Csp) -> Result<(), Malformed> {
        let [first, second] = [&self.first, &self.second];
        if let Some(&twice) = first.iter().duplicates().chain(second.iter().duplicates()).next() {
            return Err(Malformed::VariableTwice(csp.name(twice).to_owned()));
        }
        same_length("the first list", first.len(), first.len().min(second.len()))
    }
}

/// One place of each list.
pub struct Pair {
    /// The place of the first list.
    pub first: VarId,
    /// The value of `first` that refers to `second`.
    pub to_second: Value,
    /// The place of the second list.
    pub second: VarId,
    /// The value of `second` that refers to `first`.
    pub to_first: Value,
}

impl Rule for Channel {
    fn scope(&self) -> Vec<VarId> {
        self.first.iter().chain(&self.second).copied().unique().collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.first.iter().enumerate().all(|(at, variable)| {
            self.place(solution[variable.index()]).is_some_and(|place| {
                let back = solution[self.second[place].index()];
                i64::from(back) == i64::from(self.first_place) + at as i64
            })
        })
    }

    fn describe(&self, csp: &Csp) -> String {
        format!("Channel({}; {})", csp.names(&self.first), csp.names(&self.second))
    }
}

/// Two lists are each other's inverse; the second may be longer.
pub(super) fn propagate(domains: &mut Domains, channel: &Channel) -> Step {
    inverse(
        domains,
        (&channel.first, channel.first_place.into()),
        (&channel.second, channel.second_place.into()),
    )?;
    if channel.is_mutual() {
        inverse(
            domains,
            (&channel.second, channel.second_place.into()),
            (&channel.first, channel.first_place.into()),
        )?;
    }
    Ok(())
}

/// Each variable of the first list points at one of the second that points back.
fn inverse(domains: &mut Domains, first: (&[VarId], i64), second: (&[VarId], i64)) -> Step {
    let last = second.1 + second.0.len() as i64 - 1;
    for (place, &variable) in first.0.iter().enumerate() {
        let own = first.1 + place as i64;
        domains.between(variable, second.1, last)?;
        domains.work += domains.size(variable) as u64;
        let gone: Vec<i64> = domains
            .values(variable)
            .filter(|value| !domains.has(second.0[(value - second.1) as usize], own))
            .collect();
        gone.into_iter().try_for_each(|value| domains.remove(variable, value))?;
        if let Some(value) = domains.only(variable) {
            domains.assign(second.0[(value - second.1) as usize], own)?;
        }
    }
    Ok(())
}
