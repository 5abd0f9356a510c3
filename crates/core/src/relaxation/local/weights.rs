//! The weights of demands, and which demands are broken.

use super::demands::Demands;
use crate::random::Random;

/// One time in so many, satisfied demands get lighter instead of broken ones heavier.
const LIGHTER: usize = 100;

/// The weight of a hard demand at first, and of a soft one with the average price.
const FIRST: i64 = 8;

/// How many times heavier a soft demand can become, and the largest weight.
const HEAVIER: i64 = 10;
const HEAVIEST: i64 = 1 << 20;

/// Weights that adapt to what is hard to satisfy.
pub(super) struct Weights {
    pub(super) now: Vec<i64>,
    /// The weights at first.
    first: Vec<i64>,
    pub(super) hard: Broken,
    pub(super) soft: Broken,
}

impl Weights {
    /// The first weights: for a soft demand in proportion to its price.
    pub(super) fn new(demands: &Demands) -> Weights {
        let costs: Vec<i128> =
            demands.all.iter().filter_map(|demand| demand.cost).map(i128::from).collect();
        let average = costs.iter().sum::<i128>() / costs.len().max(1) as i128;
        let weight = |cost: Option<i64>| match cost {
            None => FIRST,
            Some(cost) => {
                let weight = i128::from(FIRST) * i128::from(cost) / average.max(1);
                weight.clamp(1, i128::from(HEAVIEST / HEAVIER)) as i64
            }
        };
        let first: Vec<i64> = demands.all.iter().map(|demand| weight(demand.cost)).collect();
        let number = first.len();
        let (hard, soft) = (Broken::new(number), Broken::new(number));
        Weights { now: first.clone(), first, hard, soft }
    }

    /// Makes broken demands heavier, soft ones only while no hard one is broken; now and then, it makes satisfied ones
    /// lighter instead. Returns how many it looked at.
    pub(super) fn adapt(&mut self, random: &mut Random) -> usize {
        if random.one_in(LIGHTER) {
            for (at, weight) in self.now.iter_mut().enumerate() {
                let is_broken = self.hard.has(at) || self.soft.has(at);
                if !is_broken && *weight > self.first[at] {
                    *weight -= 1;
                }
            }
            return self.now.len();
        }
        if self.hard.all.is_empty() {
            for &at in &self.soft.all {
                let more = (self.first[at] / FIRST).max(1);
                self.now[at] = (self.now[at] + more).min(HEAVIER * self.first[at]);
            }
            return self.soft.all.len();
        }
        for &at in &self.hard.all {
            self.now[at] = (self.now[at] + 1).min(HEAVIEST);
        }
        self.hard.all.len()
    }
}

/// Some broken demands, in no order.
pub(super) struct Broken {
    pub(super) all: Vec<usize>,
    places: Vec<usize>,
}

impl Broken {
    fn new(number: usize) -> Broken {
        Broken { all: Vec::new(), places: vec![usize::MAX; number] }
    }

    fn has(&self, demand: usize) -> bool {
        self.places[demand] != usize::MAX
    }

    pub(super) fn set(&mut self, demand: usize, is_broken: bool) {
        match (is_broken, self.places[demand]) {
            (true, usize::MAX) => {
                self.places[demand] = self.all.len();
                self.all.push(demand);
            }
            (false, place) if place != usize::MAX => {
                self.all.swap_remove(place);
                if let Some(&moved) = self.all.get(place) {
                    self.places[moved] = place;
                }
                self.places[demand] = usize::MAX;
            }
            _ => {}
        }
    }
}
