//! Makes a diagram small: removes nodes without solutions, and merges equal nodes.

use cnfetti_core::mix::mix;
use hashbrown::HashTable;

use super::diagram::{Diagram, Edge, Layer};
use super::meter::Meter;

/// How much work an edge takes, in words.
const EDGE_WORK: usize = 16;

impl Diagram {
    /// The same solutions in the same order, with every node on a path to one. Has no solutions if the
    /// overtime is over, but their number is kept.
    pub(super) fn reduced(self, meter: &mut Meter<'_>) -> Diagram {
        self.reduced_with_places(meter).0
    }

    /// The same, with the new places of the first nodes; a node without solutions has none.
    pub(super) fn reduced_with_places(self, meter: &mut Meter<'_>) -> (Diagram, Vec<Option<u32>>) {
        let mut reduced = self.emptied();
        (reduced.stopped, reduced.found) = (self.stopped, self.found);
        reduced.ends = usize::from(self.ends > 0);
        let mut places: Vec<Option<u32>> = vec![Some(0); self.ends];
        for layer in self.layers.iter().rev() {
            meter.work(EDGE_WORK * layer.edges());
            if meter.is_over() {
                let mut unknown = Diagram::unknown(self.variables, meter.limit());
                unknown.found = self.found;
                return (unknown, Vec::new());
            }
            let (smaller, moved) = reduce(layer, &places);
            reduced.layers.push(smaller);
            places = moved;
        }
        reduced.layers.reverse();
        (reduced, places)
    }
}

/// The nodes that lead to the nodes kept in `places`, and their new places.
fn reduce(layer: &Layer, places: &[Option<u32>]) -> (Layer, Vec<Option<u32>>) {
    let mut smaller = Layer::default();
    let mut moved = Vec::with_capacity(layer.nodes());
    let mut known: HashTable<u32> = HashTable::new();
    let mut edges = Vec::new();
    for node in 0..layer.nodes() {
        let kept = layer.node(node).iter().filter_map(|edge| {
            let child = places[edge.child as usize]?;
            Some(edge.leading_to(child))
        });
        edges.clear();
        edges.extend(kept);
        if edges.is_empty() {
            moved.push(None);
            continue;
        }
        let hash = hash(&edges);
        let same = known.find(hash, |&other| smaller.node(other as usize) == edges).copied();
        let place = same.unwrap_or_else(|| {
            edges.iter().for_each(|&edge| {
                smaller.push(edge);
            });
            smaller.end_node();
            let place = (smaller.nodes() - 1) as u32;
            known.insert_unique(hash, place, |&other| self::hash(smaller.node(other as usize)));
            place
        });
        moved.push(Some(place));
    }
    (smaller, moved)
}

fn hash(edges: &[Edge]) -> u64 {
    let word =
        |edge: &Edge| u64::from(edge.child) << 32 | u64::from(edge.choice ^ edge.renaming << 16);
    mix(edges.iter().map(word))
}
