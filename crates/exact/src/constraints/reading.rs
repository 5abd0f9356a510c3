//! The state of a constraint that is read variable by variable: the state of its automaton.
//!
//! Where the machine's diagram is small, the state is the number of a node of it, so that states which
//! mean the same are one, and values are ruled out along the diagram. Otherwise the state is that of
//! the machine itself.

use crate::layers::{Layers, Machine, NONE};
use crate::residual::{Field, Frame, Lists, Residual, VarSet, View, bits};
use cnfetti_core::csp::{Atom, Value, VarId};

/// Diagrams with more edges are not built.
const LARGEST: usize = 60_000;

/// Diagrams with more edges are not searched for values to rule out, but for those of the next variable.
const SEARCHED: usize = 2_000;

/// A machine that reads a value takes as long as reading so many words for each number of its state.
const WORDS_PER_NUMBER: usize = 100;

/// The variables of a constraint in the order in which the exact counter decides them.
pub(crate) struct Reading {
    /// Each once.
    pub(crate) scope: Vec<VarId>,
    /// The values of each, increasing.
    pub(crate) domains: Vec<Vec<Value>>,
}

impl Reading {
    /// Of variables that are no pieces.
    pub(super) fn new(mut scope: Vec<VarId>, frame: &Frame) -> Reading {
        scope.sort_by_key(|&variable| frame.bit(variable));
        let domains = scope.iter().map(|&variable| frame.domain(variable).to_vec()).collect();
        Reading { scope, domains }
    }

    /// In the order of the scope.
    pub(crate) fn in_order(scope: Vec<VarId>, domains: Vec<Vec<Value>>) -> Reading {
        Reading { scope, domains }
    }

    /// The variable's place.
    pub(crate) fn place(&self, variable: VarId) -> Option<usize> {
        self.scope.iter().position(|&other| other == variable)
    }

    /// The residual of the machine that reads in this order.
    pub(super) fn open(&self, machine: impl Machine + 'static, frame: &mut Frame) -> Box<Open> {
        self.open_up_to(LARGEST, machine, frame)
    }

    /// As [`Reading::open`], with a diagram of at most this many edges.
    pub(super) fn open_up_to(
        &self,
        limit: usize,
        machine: impl Machine + 'static,
        frame: &mut Frame,
    ) -> Box<Open> {
        let state = match Layers::new(&machine, &self.domains, limit, |words| frame.reads(words)) {
            Some(layers) => State::Node(frame.field(layers.width() as u64), layers),
            None => {
                let fields = machine.limits().iter().map(|&limit| frame.field(limit)).collect();
                State::Machine(fields, Box::new(machine))
            }
        };
        let step = |variable| frame.step(Atom { variable, value: 0 });
        let steps: Vec<usize> = self.scope.iter().map(|&variable| step(variable)).collect();
        let mut places = Vec::new();
        for (at, (&variable, domain)) in self.scope.iter().zip(&self.domains).enumerate() {
            let others = [at.wrapping_sub(1), at + 1];
            let shares = others.iter().any(|&other| steps.get(other) == Some(&steps[at]));
            places.push(Place {
                bit: frame.bit(variable).expect("pieces are in selections and chains only"),
                domain: domain.clone(),
                rows: domain.iter().filter_map(|&value| frame.row(value)).collect(),
                pending: shares.then(|| frame.field(domain.len() as u64)),
            });
        }
        Box::new(Open { scope: frame.set(&self.scope), places, state })
    }
}

/// Where the reading is.
pub(super) struct Open {
    scope: VarSet,
    /// In the order of the reading, which is that of the bits.
    places: Vec<Place>,
    state: State,
}

struct Place {
    bit: usize,
    domain: Vec<Value>,
    /// The rows of the domain.
    rows: Vec<usize>,
    /// Variables that are decided together are assigned in any order. Their values, as one more than
    /// the position in the domain, wait here until all are.
    pending: Option<Field>,
}

enum State {
    Node(Field, Layers),
    Machine(Vec<Field>, Box<dyn Machine>),
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        let Some(bit) = view.bit(variable) else { return false };
        let Ok(at) = self.places.binary_search_by_key(&bit, |place| place.bit) else {
            return false;
        };
        let Ok(position) = self.places[at].rows.binary_search(&row) else { return false };
        match self.places[at].pending {
            Some(field) => {
                view.set(field, 1 + position as u64);
                true
            }
            None => self.advance(view, at, position),
        }
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        for (at, place) in self.places.iter().enumerate() {
            let Some(field) = place.pending else { continue };
            let pending = view.get(field);
            view.set(field, 0);
            if pending > 0 && !self.advance(view, at, pending as usize - 1) {
                return false;
            }
        }
        let next = self.places.len() - view.rest(&self.scope);
        match &self.state {
            State::Node(field, layers) => self.filter_nodes(view, next, *field, layers),
            State::Machine(fields, machine) => {
                self.filter_states(view, next, fields, machine.as_ref())
            }
        }
    }

    /// Machines without a diagram read each value of the next variable.
    fn work(&self) -> usize {
        let values = self.places.iter().map(|place| place.domain.len()).max().unwrap_or(0);
        match &self.state {
            State::Node(..) => 0,
            State::Machine(fields, _) => WORDS_PER_NUMBER * fields.len() * values,
        }
    }
}

impl Open {
    fn advance(&self, view: &mut View<'_>, at: usize, position: usize) -> bool {
        match &self.state {
            State::Node(field, layers) => {
                if !layers.is_possible() {
                    return false;
                }
                let next = layers.layer(at).next(view.get(*field) as u32)[position];
                if next != NONE {
                    view.set(*field, next.into());
                }
                next != NONE
            }
            State::Machine(fields, machine) => {
                let mut state = numbers(view, fields);
                let reads = machine.read(&mut state, at, self.places[at].domain[position]);
                if reads {
                    fields.iter().zip(state).for_each(|(&field, number)| view.set(field, number));
                }
                reads
            }
        }
    }

    fn filter_states(
        &self,
        view: &mut View<'_>,
        next: usize,
        fields: &[Field],
        machine: &dyn Machine,
    ) -> bool {
        let state = numbers(view, fields);
        let Some(place) = self.places.get(next) else { return machine.accepts(&state) };
        for (&value, &row) in place.domain.iter().zip(&place.rows) {
            if view.can(row, place.bit) && !machine.read(&mut state.clone(), next, value) {
                view.remove_one(row, place.bit);
            }
        }
        true
    }

    fn filter_nodes(
        &self,
        view: &mut View<'_>,
        next: usize,
        field: Field,
        layers: &Layers,
    ) -> bool {
        if !layers.is_possible() {
            return false;
        }
        if next == self.places.len() {
            return true;
        }
        let node = view.get(field) as u32;
        if layers.layer(next).free == Some(node) {
            return true;
        }
        if layers.edges_from(next) <= SEARCHED {
            return self.search(view, next, node, layers);
        }
        let place = &self.places[next];
        for (&row, &child) in place.rows.iter().zip(layers.layer(next).next(node)) {
            if child == NONE {
                view.remove_one(row, place.bit);
            }
        }
        true
    }

    /// Removes the values that are on no way from the node to the end.
    fn search(&self, view: &mut View<'_>, first: usize, node: u32, layers: &Layers) -> bool {
        let places = &self.places[first..];
        let widths = places.iter().map(|place| place.rows.len());
        let mut able = Lists::with_room(places.len(), widths.clone().sum());
        for place in places {
            able.push((0..place.rows.len()).filter(|&at| view.can(place.rows[at], place.bit)));
        }
        // The nodes of each layer that are reached; behind the last there is one.
        let nodes = (first..self.places.len()).map(|at| layers.layer(at).nodes());
        let mut reached = Sets::new(places.len() + 1, nodes.chain([1]));
        reached.insert(0, node);
        for at in 0..places.len() {
            let layer = layers.layer(first + at);
            let (from, to) = reached.neighbours(at);
            for node in members(from) {
                let next = layer.next(node);
                able.get(at).iter().map(|&position| next[position]).for_each(|child| {
                    if child != NONE {
                        insert(to, child);
                    }
                });
            }
            if to.iter().all(|&word| word == 0) {
                return false;
            }
        }
        let mut supported = Vec::with_capacity(widths.max().unwrap_or(0));
        for (at, place) in places.iter().enumerate().rev() {
            let layer = layers.layer(first + at);
            supported.clear();
            supported.resize(place.rows.len(), false);
            // Of the nodes those are kept from which there is a way.
            let (from, alive) = reached.neighbours(at);
            for (word, set) in from.iter_mut().enumerate() {
                for node in bits(word, *set) {
                    let next = layer.next(node as u32);
                    let mut leads = false;
                    for &position in able.get(at) {
                        let child = next[position];
                        if child != NONE && contains(alive, child) {
                            (leads, supported[position]) = (true, true);
                        }
                    }
                    if !leads {
                        *set &= !(1 << (node % 64));
                    }
                }
            }
            for &position in able.get(at).iter().filter(|&&at| !supported[at]) {
                view.remove_one(place.rows[position], place.bit);
            }
        }
        reached.neighbours(0).0.iter().any(|&word| word != 0)
    }
}

/// Sets of nodes, one for each layer, as bits in one piece of memory.
struct Sets {
    words: Vec<u64>,
    starts: Vec<usize>,
}

impl Sets {
    /// Empty ones for so many layers of so many nodes each.
    fn new(layers: usize, nodes: impl Iterator<Item = usize>) -> Sets {
        let mut starts = Vec::with_capacity(layers + 1);
        starts.push(0);
        let mut end = 0;
        starts.extend(nodes.map(|nodes| {
            end += nodes.div_ceil(64);
            end
        }));
        Sets { words: vec![0; end], starts }
    }

    fn insert(&mut self, layer: usize, node: u32) {
        insert(&mut self.words[self.starts[layer]..], node);
    }

    /// The sets of a layer and of the next one.
    fn neighbours(&mut self, layer: usize) -> (&mut [u64], &mut [u64]) {
        let starts = &self.starts[layer..layer + 3];
        let (before, after) = self.words[..starts[2]].split_at_mut(starts[1]);
        (&mut before[starts[0]..], after)
    }
}

fn insert(set: &mut [u64], node: u32) {
    set[node as usize / 64] |= 1 << (node % 64);
}

fn contains(set: &[u64], node: u32) -> bool {
    set[node as usize / 64] >> (node % 64) & 1 == 1
}

fn members(set: &[u64]) -> impl Iterator<Item = u32> {
    let words = set.iter().enumerate();
    words.flat_map(|(word, &set)| bits(word, set).map(|node| node as u32))
}

fn numbers(view: &View<'_>, fields: &[Field]) -> Vec<u64> {
    fields.iter().map(|&field| view.get(field)).collect()
}
