//! Finds an optimal solution.

use cnfetti_core::csp::{Csp, Objective, Value};

use super::diagram::{Diagram, Layer, NONE};
use super::frontier::Ways;
use super::make;
use super::meter::Meter;
use cnfetti_core::limit::{Limit, Limits};

/// How much work an edge is, counted in words.
const EDGE_WORK: usize = 8;

/// A solution that no other one is better than, of a problem without an objective any; `None` when there is
/// none.
///
/// # Errors
///
/// The limit that came before that was known.
pub fn best(csp: &Csp, limits: &Limits) -> Result<Option<Vec<Value>>, Limit> {
    let meter = &mut Meter::new(limits);
    let mut diagram = make(csp, csp.objective().is_none(), meter);
    if let Some(objective) = csp.objective() {
        diagram = diagram.optimal(objective, meter);
    }
    match diagram.stopped() {
        Some(limit) => Err(limit),
        None => Ok(diagram.walk().next().map(<[Value]>::to_vec)),
    }
}

impl Diagram {
    /// Only the solutions that no other one is better than. A diagram that lacks solutions becomes
    /// one of which nothing is known, since a better one may be missing. Nothing is renamed in it.
    pub(super) fn optimal(self, objective: &Objective, meter: &mut Meter<'_>) -> Diagram {
        if let Some(limit) = self.stopped {
            return Diagram::unknown(self.variables, limit);
        }
        let costs = self.all_costs(objective);
        let best = self.least(&costs, meter);
        if meter.is_over() {
            return Diagram::unknown(self.variables, meter.limit());
        }
        let mut kept = self.kept(&costs, &best);
        let optimum = best[0].first().map(|&cost| cost as i64 * objective.sense.sign());
        kept.optimum = optimum.filter(|_| kept.ends > 0);
        kept.reduced(meter)
    }

    /// The best value of any of its solutions; `None` when it has none. Nothing is renamed in it.
    pub fn best(&self, objective: &Objective) -> Option<i64> {
        let limits = Limits::default();
        let best = self.least(&self.all_costs(objective), &mut Meter::new(&limits));
        let first = best[0].first().copied().filter(|_| self.ends > 0);
        first.map(|cost| cost as i64 * objective.sense.sign())
    }

    /// What the edges of all layers cost, the less the better.
    fn all_costs(&self, objective: &Objective) -> Vec<Vec<i128>> {
        let mut weights = vec![0; self.variables];
        for term in objective.terms.as_slice() {
            weights[term.variable.index()] = i128::from(term.weight * objective.sense.sign());
        }
        let layers = self.layers.iter().enumerate();
        layers.map(|(at, layer)| self.costs(at, layer, &weights)).collect()
    }

    /// The smallest cost from each node on.
    fn least(&self, costs: &[Vec<i128>], meter: &mut Meter<'_>) -> Vec<Vec<i128>> {
        let mut best = vec![vec![0_i128; self.ends]];
        for (layer, costs) in self.layers.iter().zip(costs).rev() {
            meter.work(EDGE_WORK * layer.edges());
            let below = &best[best.len() - 1];
            let here = (0..layer.nodes()).map(|node| {
                let edges =
                    layer.numbered(node).map(|(at, edge)| costs[at] + below[edge.child as usize]);
                edges.min().unwrap_or(i128::MAX / 2)
            });
            let here = here.collect();
            best.push(here);
        }
        best.reverse();
        best
    }

    /// What each edge of a layer costs.
    fn costs(&self, at: usize, layer: &Layer, weights: &[i128]) -> Vec<i128> {
        let edges = (0..layer.nodes()).flat_map(|node| layer.node(node));
        let cost = |choice| match choice {
            NONE => 0,
            choice => {
                let atoms = self.atoms(at, choice).iter();
                atoms.map(|atom| weights[atom.variable.index()] * i128::from(atom.value)).sum()
            }
        };
        edges.map(|edge| cost(edge.choice)).collect()
    }

    /// The edges that are on a best path, with the nodes between them numbered anew, and the number
    /// of ways counted from the start.
    fn kept(&self, costs: &[Vec<i128>], best: &[Vec<i128>]) -> Diagram {
        let mut kept = self.emptied();
        kept.stopped = None;
        let mut nodes: Vec<(usize, Ways)> = Vec::new();
        if !best[0].is_empty() {
            nodes.push((0, Ways::ONE));
        }
        for (at, layer) in self.layers.iter().enumerate() {
            let below = &best[at + 1];
            let mut places: Vec<Option<u32>> = vec![None; below.len()];
            let mut next: Vec<(usize, Ways)> = Vec::new();
            let mut smaller = Layer::default();
            for (node, ways) in nodes {
                for (number, edge) in layer.numbered(node) {
                    let child = edge.child as usize;
                    if costs[at][number] + below[child] != best[at][node] {
                        continue;
                    }
                    let place = *places[child].get_or_insert_with(|| {
                        next.push((child, Ways::default()));
                        (next.len() - 1) as u32
                    });
                    smaller.push(edge.leading_to(place));
                    next[place as usize].1 += ways;
                }
                smaller.end_node();
            }
            kept.push(smaller);
            nodes = next;
        }
        kept.ends = nodes.len();
        nodes.iter().for_each(|&(_, ways)| kept.found += ways);
        kept
    }
}
