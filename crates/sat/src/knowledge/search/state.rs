//! What is left of the formula after a branch, as a state of a later layer.

use super::{Search, Waiting, contains, members};
use crate::knowledge::formula::{Code, variable};
use crate::knowledge::graph::{Ahead, Group, State, Target};
use cnfetti_core::mix::mix;

impl Search<'_> {
    /// The state that is left.
    pub(super) fn arrive(&mut self, region: &[u64], known: &[Code], layer: usize) -> Target {
        let formula = self.formula;
        self.region.copy_from_slice(region);
        for step in &self.trail {
            for &number in formula.clauses_with(step.lit) {
                self.region[number as usize / 64] &= !(1 << (number % 64));
            }
        }
        if self.region.iter().all(|&word| word == 0) {
            return Target::Satisfied;
        }
        self.literals.clear();
        for lit in known.iter().copied().chain(self.trail.iter().map(|step| step.lit)) {
            if self.mentions(lit ^ 1) {
                self.literals.push(lit);
            }
        }
        self.literals.sort_unstable();
        let layer = (layer..self.graph.groups.len())
            .find(|&layer| self.is_left(&self.graph.groups[layer]))
            .unwrap_or(self.graph.groups.len());
        Target::State(self.state(layer))
    }

    fn mentions(&self, lit: Code) -> bool {
        self.formula.clauses_with(lit).iter().any(|&number| contains(&self.region, number))
    }

    fn is_left(&self, group: &Group) -> bool {
        match group.clause {
            Some(number) => contains(&self.region, number),
            None => {
                let lit = group.lits[0];
                !self.is_true[lit as usize]
                    && !self.is_true[lit as usize ^ 1]
                    && (self.mentions(lit) || self.mentions(lit ^ 1))
            }
        }
    }

    /// The state of this layer with the current region and literals.
    pub(super) fn state(&mut self, layer: usize) -> u32 {
        let hash = hash(&self.region, &self.literals);
        let (graph, waiting, words) = (&self.graph, &self.waiting[layer], self.words);
        let states = &graph.layers[layer];
        let same = |&place: &u32| {
            let place = place as usize;
            let state = &graph.states[states[place] as usize];
            graph.literals_of(state) == self.literals
                && waiting.regions[place * words..(place + 1) * words] == self.region
        };
        if let Some(&place) = waiting.table.find(hash, same) {
            return states[place as usize];
        }
        let (id, place) = (graph.states.len() as u32, states.len() as u32);
        let state = State {
            layer: layer as u32,
            num_open: self.count_open(),
            first_literal: self.graph.literals.len() as u32,
            num_literals: self.literals.len() as u32,
            ahead: Ahead::Unknown,
        };
        self.graph.literals.extend_from_slice(&self.literals);
        self.graph.states.push(state);
        self.graph.layers[layer].push(id);
        self.waiting_bytes += 8 * words;
        let graph = &self.graph;
        let Waiting { regions, table } = &mut self.waiting[layer];
        regions.extend_from_slice(&self.region);
        let rehash = |&place: &u32| {
            let place = place as usize;
            let region = &regions[place * words..(place + 1) * words];
            let state = &graph.states[graph.layers[layer][place] as usize];
            self::hash(region, graph.literals_of(state))
        };
        table.insert_unique(hash, place, rehash);
        id
    }

    /// The number of shown variables without a value in the region.
    fn count_open(&mut self) -> u32 {
        self.counting += 1;
        let mut number = 0;
        for clause in members(&self.region) {
            for &lit in self.formula.clause(clause) {
                let place = variable(lit);
                if self.counted[place] != self.counting {
                    self.counted[place] = self.counting;
                    let is_open = !self.is_true[lit as usize] && !self.is_true[lit as usize ^ 1];
                    number += u32::from(is_open && self.formula.is_shown[place]);
                }
            }
        }
        number
    }
}

fn hash(region: &[u64], literals: &[Code]) -> u64 {
    mix(region.iter().copied().chain(literals.iter().map(|&lit| u64::from(lit))))
}
