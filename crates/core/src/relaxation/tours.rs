//! Cuts against subtours.
//!
//! A circuit leaves each part of the places, if it must visit a place in the part and one outside. The rows of the program do
//! not say so: they allow several small circuits. There are too many parts to state them all, so [`Tours`] finds those that a point violates, with a minimum cut
//! (Dantzig, Fulkerson and Johnson, Solution of a Large-Scale Traveling-Salesman Problem, 1954; Stoer and Wagner, A
//! Simple Min-Cut Algorithm, 1997).

use crate::csp::Rows;
use crate::csp::{Constraint, Csp};
use crate::program::{Part, Program, Sum};

/// Larger circuits have no cuts.
const MAX_PLACES: usize = 300;

/// The most cuts of a circuit at once.
const MOST_AT_ONCE: usize = 12;

/// A part is left less than once if both directions together are less than twice by this much.
const LESS: f64 = 0.02;

/// The circuits of a problem.
pub(super) struct Tours(Vec<Tour>);

struct Tour {
    /// The constraint, by its position.
    constraint: usize,
    /// For each place, its possible successors, each with a summand that is 1 if it is the successor.
    successors: Vec<Vec<(usize, Part)>>,
    /// Whether each place is on the circuit in any case.
    is_visited: Vec<bool>,
}

impl Tours {
    /// The circuits of a problem, for which the rows have a column for each successor.
    pub(super) fn new(csp: &Csp, rows: &mut Rows<'_>) -> Tours {
        let tours = csp.constraints().iter().enumerate().filter_map(|(constraint, posted)| {
            let Constraint::Circuit(circuit) = &posted.constraint else { return None };
            let number = circuit.scope.len();
            if !(4..=MAX_PLACES).contains(&number) {
                return None;
            }
            let successors = circuit.scope.iter().map(|&variable| {
                let values = csp.domain(variable).iter();
                let places = values.map(|&value| {
                    let place = usize::try_from(i64::from(value) - i64::from(circuit.first));
                    let place = place.ok().filter(|&place| place < number);
                    Some((place, rows.is(variable, value)?))
                });
                let places: Option<Vec<_>> = places.collect();
                Some(places?.into_iter().filter_map(|(to, part)| Some((to?, part))).collect())
            });
            let successors: Vec<Vec<(usize, Part)>> = successors.collect::<Option<_>>()?;
            let is_visited = |own: usize| {
                circuit.size.is_none() || successors[own].iter().all(|&(to, _)| to != own)
            };
            let is_visited = (0..number).map(is_visited).collect();
            Some(Tour { constraint, successors, is_visited })
        });
        Tours(tours.collect())
    }

    /// About how many steps it takes to look for violated cuts.
    pub(super) fn steps(&self) -> u64 {
        self.0.iter().map(|tour| tour.successors.len().pow(3) as u64).sum()
    }

    /// Adds the cuts that the point violates to the program, as far as there is room for so many rows. Returns whether there
    /// are any.
    pub(super) fn cut(&self, point: &[f64], program: &mut Program, room: usize) -> bool {
        let before = program.rows.len();
        for tour in &self.0 {
            for part in tour.violated(point) {
                if program.rows.len() - before == room {
                    break;
                }
                program.from = Some(tour.constraint);
                program.state(tour.within(&part), i64::MIN, part.len() as i64 - 1);
                // A rounding error can violate a row that is there already.
                if let Some((last, others)) = program.rows.split_last()
                    && others.contains(last)
                {
                    program.rows.pop();
                }
            }
        }
        program.rows.len() > before
    }
}

impl Tour {
    /// The number of successors within a part of the places, which is less than the number of its places.
    fn within(&self, part: &[usize]) -> Sum {
        let mut sum = Sum::default();
        for &place in part {
            let inside = self.successors[place].iter().filter(|(to, _)| part.contains(to));
            inside.for_each(|&(_, summand)| sum.add(summand, 1));
        }
        sum
    }

    /// Parts of the places that the point leaves less than once, those that it leaves least first. Each has at most half of the
    /// places.
    fn violated(&self, point: &[f64]) -> Vec<Vec<usize>> {
        let number = self.successors.len();
        let mut weights = vec![vec![0.0; number]; number];
        for (place, successors) in self.successors.iter().enumerate() {
            for &(to, one) in successors.iter().filter(|(to, _)| *to != place) {
                let of_column = one.column.map_or(0.0, |(at, weight)| weight as f64 * point[at]);
                let value = of_column + one.constant as f64;
                weights[place][to] += value;
                weights[to][place] += value;
            }
        }
        let mut cuts = cuts_of_phases(weights);
        let visited = self.is_visited.iter().filter(|&&is_visited| is_visited).count();
        cuts.retain(|(weight, part)| {
            let inside = part.iter().filter(|&&place| self.is_visited[place]).count();
            *weight < 2.0 - LESS && (1..visited).contains(&inside)
        });
        cuts.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for (_, mut part) in cuts {
            if 2 * part.len() > number {
                part = (0..number).filter(|place| !part.contains(place)).collect();
            }
            part.sort_unstable();
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts.truncate(MOST_AT_ONCE);
        parts
    }
}

/// The cuts that Stoer and Wagner's algorithm finds in a graph, among them a minimum one: the weight of each, and the nodes on
/// one side.
fn cuts_of_phases(mut weights: Vec<Vec<f64>>) -> Vec<(f64, Vec<usize>)> {
    let mut merged: Vec<Vec<usize>> = (0..weights.len()).map(|node| vec![node]).collect();
    let mut nodes: Vec<usize> = (0..weights.len()).collect();
    let mut cuts = Vec::new();
    while nodes.len() > 1 {
        let mut to_chosen = vec![0.0; weights.len()];
        let (mut left, mut before, mut last) = (nodes.clone(), nodes[0], nodes[0]);
        while !left.is_empty() {
            let closest = |&one: &usize, &other: &usize| {
                f64::total_cmp(&to_chosen[left[one]], &to_chosen[left[other]])
            };
            let at = (0..left.len()).max_by(closest).expect("some are left");
            (before, last) = (last, left.swap_remove(at));
            left.iter().for_each(|&node| to_chosen[node] += weights[last][node]);
        }
        cuts.push((to_chosen[last], merged[last].clone()));
        let moved = std::mem::take(&mut merged[last]);
        merged[before].extend(moved);
        for &node in &nodes {
            let added = weights[last][node];
            weights[before][node] += added;
            weights[node][before] += added;
        }
        nodes.retain(|&node| node != last);
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use itertools::Itertools;

    /// A minimum cut is among those that are found, and the weight of each is that of its side.
    #[test]
    fn a_minimum_cut_is_found() {
        let mut sizes = [0; 5];
        for seed in 0..500 {
            let random = &mut Random::new(seed);
            let number = 2 + random.below(6);
            let mut weights = vec![vec![0.0; number]; number];
            for [one, other] in (0..number).array_combinations() {
                let weight = random.below(6).saturating_sub(2) as f64;
                (weights[one][other], weights[other][one]) = (weight, weight);
            }
            let weight = |side: &dyn Fn(usize) -> bool| -> f64 {
                let pairs = (0..number).flat_map(|one| (0..number).map(move |other| (one, other)));
                let cut = pairs.filter(|&(one, other)| side(one) && !side(other));
                cut.map(|(one, other)| weights[one][other]).sum()
            };
            let sides = 1..(1_usize << number) - 1;
            let least = sides.map(|side| weight(&|node| side >> node & 1 == 1));
            let least = least.min_by(f64::total_cmp).unwrap();
            let cuts = cuts_of_phases(weights.clone());
            for (found, side) in &cuts {
                assert_eq!(*found, weight(&|node| side.contains(&node)), "{seed}");
            }
            let found = cuts.iter().min_by(|one, other| one.0.total_cmp(&other.0)).unwrap();
            assert_eq!(found.0, least, "{seed}");
            sizes[found.1.len().min(4)] += 1;
        }
        assert!(sizes[1..].iter().all(|&number| number > 5), "{sizes:?}");
    }
}
