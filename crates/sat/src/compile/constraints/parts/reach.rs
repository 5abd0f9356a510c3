//! How far parts reach.

use std::collections::BTreeSet;

use crate::compile::constraints::connected::Joined;

/// The neighbours of each place, and how large a part with it can be.
pub(super) struct Reach {
    neighbours: Vec<Vec<usize>>,
    largest: Vec<usize>,
}

impl Reach {
    pub(super) fn new(links: &[Joined], largest: Vec<usize>) -> Reach {
        let mut neighbours = vec![Vec::new(); largest.len()];
        for link in links {
            let [one, other] = link.ends;
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        Reach { neighbours, largest }
    }

    /// The places that can be in one part with this one: on the way between them are not too many.
    pub(super) fn from(&self, place: usize) -> impl Iterator<Item = usize> {
        let mut seen = BTreeSet::new();
        if self.largest[place] > 0 {
            seen.insert(place);
        }
        let mut shore: Vec<usize> = seen.iter().copied().collect();
        for distance in 1..self.largest[place] {
            let next = shore.iter().flat_map(|&place| &self.neighbours[place]).copied();
            let next = next.filter(|&next| self.largest[next] > distance && seen.insert(next));
            shore = next.collect();
        }
        seen.into_iter()
    }
}
