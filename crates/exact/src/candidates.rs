//! How often each value of each variable occurs among the solutions.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use cnfetti_core::csp::{Csp, Value};

use super::diagram::{Diagram, NONE};
use super::meter::Meter;
use super::weigh::{Unit, Weights};
use cnfetti_core::limit::Limits;

/// For each variable, each value of its domain with the number of solutions in which the variable
/// has it.
pub type Occurrences = Vec<Vec<(Value, BigUint)>>;

impl Diagram {
    /// For each variable of the problem, how often each value occurs; lower bounds if the diagram
    /// is not complete. `None` if a limit is reached.
    pub fn candidates(&self, csp: &Csp, limits: &Limits) -> Option<Occurrences> {
        let meter = &mut Meter::new(limits);
        let mut counts: Vec<BTreeMap<Value, BigUint>> = vec![BTreeMap::new(); self.variables];
        let weights = Weights::new(self, Unit::Solution);
        let mut above = vec![BigUint::from(1_u32)];
        for (step, layer) in self.layers.iter().enumerate() {
            let mut below: BTreeMap<u32, BigUint> = BTreeMap::new();
            for (node, above) in above.iter().enumerate().take(layer.nodes()) {
                meter.work(WORK * layer.node(node).len());
                if meter.is_over() {
                    return None;
                }
                for edge in layer.node(node) {
                    let ways = above * edge.times();
                    let through = &ways * weights.of(step + 1, edge.child as usize);
                    *below.entry(edge.child).or_default() += ways;
                    if edge.choice != NONE {
                        for atom in self.atoms(step, edge.choice) {
                            let count = counts[atom.variable.index()].entry(atom.value);
                            *count.or_default() += &through;
                        }
                    }
                }
            }
            let nodes = self.layers.get(step + 1).map_or(self.ends, |layer| layer.nodes());
            above = vec![BigUint::ZERO; nodes];
            below.into_iter().for_each(|(node, ways)| above[node as usize] = ways);
        }
        self.share(&mut counts);
        let of = |(variable, counts): (usize, BTreeMap<Value, BigUint>)| {
            let domain = csp.variables()[variable].domain().iter();
            domain.map(|value| (*value, counts.get(value).cloned().unwrap_or_default())).collect()
        };
        Some(counts.into_iter().enumerate().map(of).collect())
    }

    /// Interchangeable values occur equally often, but an edge names only one of them.
    fn share(&self, counts: &mut [BTreeMap<Value, BigUint>]) {
        for counts in counts {
            for rows in &self.sets {
                let values = || rows.iter().map(|&row| self.values[row]);
                let all: BigUint = values().filter_map(|value| counts.get(&value)).sum();
                if all > BigUint::ZERO {
                    let share = all / rows.len();
                    values().for_each(|value| {
                        counts.insert(value, share.clone());
                    });
                }
            }
        }
    }
}

/// How much work an edge takes, in words.
const WORK: usize = 200;
