//! A constraint that is read variable by variable, and all its states in layers.
//!
//! A `Machine` reads the values one after the other and remembers a few numbers. Unfolded over the domains
//! and reduced from the end, its states become the nodes of a multivalued decision diagram: two nodes of a
//! layer differ only if some completion distinguishes them. (Bryant, Graph-Based Algorithms for Boolean
//! Function Manipulation, 1986; Andersen, Hadzic, Hooker and Tiedemann, A Constraint Store Based on
//! Multivalued Decision Diagrams, CP 2007.)

use std::collections::HashMap;

use cnfetti_core::csp::{Automaton, Value};

use crate::constraints;

/// A constraint that is read variable by variable, in a fixed order.
pub(crate) trait Machine: Send + Sync {
    /// The largest number in each component of a state. In the first state all are 0.
    fn limits(&self) -> Vec<u64>;

    /// Reads the value of the variable at this place of the order, after all earlier ones. Returns false if
    /// the constraint can no longer hold; returning false only later is also correct.
    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool;

    /// Whether the constraint holds, after all values are read.
    fn accepts(&self, state: &[u64]) -> bool;
}

/// The reduced diagram of an automaton over these domains, one for each variable of its scope.
pub fn of_automaton(automaton: &Automaton, domains: Vec<Vec<Value>>) -> Layers {
    constraints::layers(automaton, domains)
}

/// The number that stands for no node.
pub const NONE: u32 = u32::MAX;

/// The reduced diagram of a machine.
#[derive(Debug)]
pub struct Layers {
    /// The nodes at each place. The last layer's edges lead to node 0, which accepts.
    layers: Vec<Layer>,
    /// Whether anything is accepted. If so, the first layer has one node.
    is_possible: bool,
}

/// The nodes before a value is read.
#[derive(Debug)]
pub struct Layer {
    /// The number of values of the variable.
    width: usize,
    /// The next node for each node and each value.
    next: Vec<u32>,
    /// The node from which everything is accepted, if any.
    pub free: Option<u32>,
}

impl Layer {
    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.next.len() / self.width.max(1)
    }

    /// The nodes that follow a node, by the value's position in the domain.
    pub fn next(&self, node: u32) -> &[u32] {
        &self.next[node as usize * self.width..][..self.width]
    }
}

impl Layers {
    /// All states of the machine over these domains; `None` if there are more than `limit` edges between
    /// them, or if `must_stop`, which is told how many words were read, says so.
    pub(crate) fn new(
        machine: &dyn Machine,
        domains: &[Vec<Value>],
        limit: usize,
        mut must_stop: impl FnMut(usize) -> bool,
    ) -> Option<Layers> {
        let words = machine.limits().len();
        let mut states = vec![vec![0; words]];
        let mut unfolded: Vec<Vec<u32>> = Vec::new();
        let mut edges = 0;
        for (place, domain) in domains.iter().enumerate() {
            edges += states.len() * domain.len();
            if edges > limit {
                return None;
            }
            let mut known: HashMap<Vec<u64>, u32> = HashMap::new();
            let mut next = Vec::with_capacity(states.len() * domain.len());
            for state in &states {
                if must_stop((1 + words) * domain.len()) {
                    return None;
                }
                for &value in domain {
                    let mut state = state.clone();
                    next.push(if machine.read(&mut state, place, value) {
                        let number = known.len() as u32;
                        *known.entry(state).or_insert(number)
                    } else {
                        NONE
                    });
                }
            }
            states = vec![Vec::new(); known.len()];
            known.into_iter().for_each(|(state, number)| states[number as usize] = state);
            unfolded.push(next);
        }
        let ends = states.iter().map(|state| if machine.accepts(state) { 0 } else { NONE });
        Some(Layers::reduce(unfolded, domains, ends.collect()))
    }

    /// Reduces the layers; `renumbered` has the new numbers of the nodes after the last one.
    fn reduce(unfolded: Vec<Vec<u32>>, domains: &[Vec<Value>], mut renumbered: Vec<u32>) -> Layers {
        let mut layers = Vec::new();
        let mut free = Some(0);
        for (mut next, domain) in unfolded.into_iter().zip(domains).rev() {
            let width = domain.len();
            for child in next.iter_mut().filter(|child| **child != NONE) {
                // An empty domain leaves no node.
                *child = renumbered.get(*child as usize).copied().unwrap_or(NONE);
            }
            let mut known: HashMap<&[u32], u32> = HashMap::new();
            let mut kept = Vec::new();
            let nodes = next.chunks(width.max(1)).map(|children| {
                if children.iter().all(|&child| child == NONE) {
                    return NONE;
                }
                let number = known.len() as u32;
                *known.entry(children).or_insert_with(|| {
                    kept.extend_from_slice(children);
                    number
                })
            });
            renumbered = nodes.collect();
            let is_free = |children: &[u32]| children.iter().all(|&child| Some(child) == free);
            free = kept.chunks(width.max(1)).position(is_free).map(|node| node as u32);
            layers.push(Layer { width, next: kept, free });
        }
        layers.reverse();
        let is_possible = renumbered.first().is_some_and(|&first| first != NONE);
        Layers { layers, is_possible }
    }

    /// Whether anything is accepted.
    pub fn is_possible(&self) -> bool {
        self.is_possible
    }

    /// The layer before the value at this place is read.
    pub fn layer(&self, place: usize) -> &Layer {
        &self.layers[place]
    }

    /// The largest number of nodes of a layer.
    pub(crate) fn width(&self) -> usize {
        self.layers.iter().map(Layer::nodes).max().unwrap_or(0)
    }

    /// The number of edges from this place on.
    pub(crate) fn edges_from(&self, place: usize) -> usize {
        self.layers[place..].iter().map(|layer| layer.next.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accepts sums divisible by 3, but remembers the whole sum.
    struct Divisible;

    impl Machine for Divisible {
        fn limits(&self) -> Vec<u64> {
            vec![1000]
        }

        fn read(&self, state: &mut [u64], _place: usize, value: Value) -> bool {
            state[0] += value as u64;
            true
        }

        fn accepts(&self, state: &[u64]) -> bool {
            state[0].is_multiple_of(3)
        }
    }

    #[test]
    fn states_that_mean_the_same_are_one() {
        let domains = vec![(0..5).collect::<Vec<Value>>(); 6];
        let layers = Layers::new(&Divisible, &domains, 10_000, |_| false).unwrap();
        let nodes: Vec<usize> = (0..6).map(|place| layers.layer(place).nodes()).collect();
        assert_eq!(nodes, [1, 3, 3, 3, 3, 3]);
        assert!(layers.is_possible() && (0..6).all(|place| layers.layer(place).free.is_none()));
        assert!(Layers::new(&Divisible, &domains, 10, |_| false).is_none());
        let never = Layers::new(&Divisible, &[vec![1], vec![1]], 10, |_| false).unwrap();
        assert!(!never.is_possible());
        let always = Layers::new(&Divisible, &[vec![0, 3], vec![6]], 10, |_| false).unwrap();
        assert_eq!((always.layer(0).free, always.layer(1).free), (Some(0), Some(0)));
        assert!(Layers::new(&Divisible, &[], 0, |_| false).unwrap().is_possible());
        let empty = Layers::new(&Divisible, &[vec![0], vec![], vec![0]], 10, |_| false).unwrap();
        assert!(!empty.is_possible());
    }

    #[test]
    fn unfolding_stops_between_two_states() {
        let domains = vec![(0..5).collect::<Vec<Value>>(); 6];
        let mut words = Vec::new();
        let must_stop = |read| {
            words.push(read);
            words.len() == 9
        };
        assert!(Layers::new(&Divisible, &domains, usize::MAX, must_stop).is_none());
        assert_eq!(words, [10; 9]);
    }
}
