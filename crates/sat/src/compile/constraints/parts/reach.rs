//! Which places each part can reach.

use std::collections::{BTreeMap, BTreeSet};

use super::Said;
use crate::compile::constraints::connected::Joined;

/// Which places can be in a part with an anchor.
pub(super) struct Reach {
    neighbours: Vec<Vec<usize>>,
    /// The sizes that each place can say, increasing; `None` where it says nothing.
    sizes: Vec<Option<Vec<i64>>>,
    /// Anchors come before all other places of their parts: first those that say one size only.
    rank: Vec<usize>,
    /// Whether each place is a mark, where parts have one each.
    marks: Option<Vec<bool>>,
    /// Of each place that could be an anchor, and is not the first to say its only size: how large a
    /// part of its own can be.
    spare: i64,
    /// The largest size that a place says alone.
    largest: i64,
    is_first: Vec<bool>,
}

impl Reach {
    /// Where all places always hold and say a size, `taken` is how many of them are in other parts.
    pub(super) fn new(
        links: &[Joined],
        said: &[Said],
        marks: Option<&[usize]>,
        taken: Option<i64>,
    ) -> Reach {
        let all = said.len();
        let mut neighbours = vec![Vec::new(); all];
        for link in links {
            let [one, other] = link.ends;
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        let sizes = |said: &Said| {
            let mut sizes: Vec<i64> = said.as_ref()?.iter().map(|&(_, size)| size).collect();
            sizes.sort_unstable();
            Some(sizes)
        };
        let sizes: Vec<Option<Vec<i64>>> = said.iter().map(sizes).collect();
        let is_known = |place: &usize| sizes[*place].as_ref().is_some_and(|sizes| sizes.len() == 1);
        // There is a part of each size that a place says alone, which leaves so many places for others.
        let mut known = BTreeSet::new();
        let mut is_first = vec![false; all];
        for place in (0..all).filter(is_known) {
            is_first[place] = known.insert(sizes[place].clone());
        }
        let own: i64 = known.iter().flatten().flatten().sum();
        let spare = all as i64 - taken.map_or(0, |taken| taken + own);
        let largest = known.iter().flatten().flatten().copied().max().unwrap_or(0);
        let mut order: Vec<usize> = (0..all).collect();
        order.sort_by_key(|place| !is_known(place));
        let mut rank = vec![0; all];
        order.into_iter().enumerate().for_each(|(at, place)| rank[place] = at);
        let marks = marks.map(|marks| (0..all).map(|place| marks.contains(&place)).collect());
        Reach { neighbours, sizes, rank, marks, spare, largest, is_first }
    }

    /// Whether a place is the mark of a part.
    pub(super) fn is_mark(&self, place: usize) -> bool {
        self.marks.as_ref().is_some_and(|marks| marks[place])
    }

    /// Whether a place can be an anchor.
    pub(super) fn is_anchor(&self, place: usize) -> bool {
        let least = self.sizes[place].as_ref().and_then(|sizes| sizes.first());
        match &self.marks {
            Some(marks) => marks[place],
            None => least.is_none_or(|&least| self.can_anchor(place, least)),
        }
    }

    /// Whether a place can be the anchor of a part of this size, as far as there is room for it.
    pub(super) fn can_anchor(&self, place: usize, size: i64) -> bool {
        self.marks.is_some() || self.is_first[place] || size <= self.spare
    }

    /// Whether no part can have this size.
    pub(super) fn is_too_large(&self, size: i64) -> bool {
        self.marks.is_none() && size > self.spare.max(self.largest)
    }

    /// The places that can be in the part of an anchor, and how many links lead there at least: on the
    /// way are not too many, and all can say the same size.
    pub(super) fn distances(&self, anchor: usize) -> BTreeMap<usize, usize> {
        let all = self.neighbours.len();
        let largest = |place: usize| match &self.sizes[place] {
            Some(sizes) => sizes.last().copied().unwrap_or(0).clamp(0, all as i64) as usize,
            None => all,
        };
        let mut distances = BTreeMap::new();
        let own = match self.can_anchor(anchor, largest(anchor) as i64) {
            true => largest(anchor),
            false => largest(anchor).min(self.spare.max(0) as usize),
        };
        if own > 0 {
            distances.insert(anchor, 0);
        }
        let mut shore: Vec<usize> = distances.keys().copied().collect();
        for distance in 1..own {
            let mut next = Vec::new();
            for &to in shore.iter().flat_map(|&place| &self.neighbours[place]) {
                let fits = largest(to) > distance && self.fits(anchor, to);
                if fits && !distances.contains_key(&to) {
                    distances.insert(to, distance);
                    next.push(to);
                }
            }
            shore = next;
        }
        distances
    }

    /// Whether another place can be in the part of an anchor, as far as the two of them tell.
    fn fits(&self, anchor: usize, place: usize) -> bool {
        let comes_later = match &self.marks {
            Some(marks) => !marks[place],
            None => self.rank[place] > self.rank[anchor],
        };
        comes_later
            && match (&self.sizes[anchor], &self.sizes[place]) {
                (Some(one), Some(other)) => have_common(one, other),
                _ => true,
            }
    }
}

/// Whether two increasing lists have a number in common.
pub(super) fn have_common(one: &[i64], other: &[i64]) -> bool {
    let (mut at, mut there) = (0, 0);
    while let (Some(left), Some(right)) = (one.get(at), other.get(there)) {
        match left.cmp(right) {
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Greater => there += 1,
        }
    }
    false
}
