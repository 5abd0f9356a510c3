//! The order in which places are eliminated.

use std::collections::BTreeSet;

/// Parts with no more places than this are not divided further.
const SMALL: usize = 6;

/// An order in which places are taken away, by their neighbours, so that few come to be joined: of two, the
/// one that joins fewer.
pub fn elimination(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let orders = [nested_dissection(neighbours), fewest_neighbours(neighbours)];
    let costs = orders.each_ref().map(|order| pairs(neighbours, order));
    let [dissection, greedy] = orders;
    if costs[0] <= costs[1] { dissection } else { greedy }
}

/// Places that part the others come last, and each part is divided likewise. (George, Nested
/// Dissection of a Regular Finite Element Mesh, 1973; here for any graph, with separators from the
/// distances to a place at its edge.)
fn nested_dissection(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(neighbours.len());
    // The part of each place; what is in the order is in none.
    let mut is_left = vec![true; neighbours.len()];
    let mut parts = vec![(0..neighbours.len()).collect::<Vec<usize>>()];
    while let Some(part) = parts.pop() {
        let part: Vec<usize> = part.into_iter().filter(|&place| is_left[place]).collect();
        let Some(&any) = part.first() else { continue };
        // The places of other parts that are left are out of reach: separators are taken first.
        let levels = levels(neighbours, &is_left, any);
        let reached: usize = levels.iter().map(Vec::len).sum();
        let last = levels.last().and_then(|level| level.first()).copied().unwrap_or(any);
        let levels = self::levels(neighbours, &is_left, last);
        let here: BTreeSet<usize> = levels.iter().flatten().copied().collect();
        if reached < part.len() {
            parts.push(part.into_iter().filter(|place| !here.contains(place)).collect());
        }
        let separator = if reached <= SMALL { Vec::new() } else { separator(neighbours, &levels) };
        let taken = if separator.is_empty() { here.iter().copied().collect() } else { separator };
        taken.iter().for_each(|&place| is_left[place] = false);
        order.extend(taken);
        parts.push(here.into_iter().collect());
    }
    order.reverse();
    order
}

/// The places by their distance from one.
fn levels(neighbours: &[Vec<usize>], is_left: &[bool], from: usize) -> Vec<Vec<usize>> {
    let mut seen = BTreeSet::from([from]);
    let mut levels = vec![vec![from]];
    while let Some(level) = levels.last() {
        let next = level.iter().flat_map(|&place| &neighbours[place]);
        let next: Vec<usize> =
            next.copied().filter(|&place| is_left[place] && seen.insert(place)).collect();
        if next.is_empty() {
            break;
        }
        levels.push(next);
    }
    levels
}

/// The places of a level that touch the next one: few of them, and with not much more on one side
/// than on the other.
fn separator(neighbours: &[Vec<usize>], levels: &[Vec<usize>]) -> Vec<usize> {
    let all: usize = levels.iter().map(Vec::len).sum();
    let mut before = 0;
    let mut best: Option<(usize, Vec<usize>)> = None;
    for (level, next) in levels.iter().zip(&levels[1..]) {
        let next: BTreeSet<usize> = next.iter().copied().collect();
        let touches = |place: &usize| neighbours[*place].iter().any(|other| next.contains(other));
        let separator: Vec<usize> = level.iter().copied().filter(touches).collect();
        let smaller = (before + level.len() - separator.len()).min(all - before - level.len());
        before += level.len();
        // Half as many more places are worth a middle that is in the middle.
        let cost = separator.len() * 4 * all / (smaller.min(all / 3) + all / 6).max(1);
        if smaller > 0 && best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, separator));
        }
    }
    best.map(|(_, separator)| separator).unwrap_or_default()
}

/// Always a place that is joined to the fewest. (Tinney and Walker, Direct Solutions of Sparse Network
/// Equations by Optimally Ordered Triangular Factorization, 1967.)
fn fewest_neighbours(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut joined: Vec<BTreeSet<usize>> =
        neighbours.iter().map(|places| places.iter().copied().collect()).collect();
    let mut left: BTreeSet<(usize, usize)> =
        joined.iter().enumerate().map(|(place, others)| (others.len(), place)).collect();
    let mut order = Vec::with_capacity(neighbours.len());
    while let Some((_, place)) = left.pop_first() {
        order.push(place);
        for other in eliminate(&mut joined, place, |other, joined| {
            left.remove(&(joined, other));
        }) {
            left.insert((joined[other].len(), other));
        }
    }
    order
}

/// How many pairs of places are looked at when they are taken away in this order.
fn pairs(neighbours: &[Vec<usize>], order: &[usize]) -> usize {
    let mut joined: Vec<BTreeSet<usize>> =
        neighbours.iter().map(|places| places.iter().copied().collect()).collect();
    let mut pairs = 0;
    for &place in order {
        let degree = joined[place].len();
        pairs += degree * degree.saturating_sub(1) / 2;
        eliminate(&mut joined, place, |_, _| {});
    }
    pairs
}

/// Takes a place away and joins its neighbours, which are returned. `before` is told of each of them how
/// many it was joined to.
fn eliminate(
    joined: &mut [BTreeSet<usize>],
    place: usize,
    mut before: impl FnMut(usize, usize),
) -> Vec<usize> {
    let own: Vec<usize> = std::mem::take(&mut joined[place]).into_iter().collect();
    for &one in &own {
        before(one, joined[one].len());
        joined[one].remove(&place);
        joined[one].extend(own.iter().copied().filter(|&other| other != one));
    }
    own
}
