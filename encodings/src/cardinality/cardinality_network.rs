//! Cardinality network: an odd-even merging network sorts the literals. Only the part that
//! determines the outputs k and k + 1 is built.
//!
//! * size: O(n log² k) comparators; up to 6 clauses for each, one-sided 3
//! * propagation: domain consistent
//! * auxiliaries: the outputs of comparators, determined; one-sided, the inputs only imply them
//!   (at most), or they imply the inputs (at least)

use super::Encoding;
use crate::definition::Meaning;
use crate::labels::{Labels, Relation};
use crate::lit::{Bit, Lit};
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "cardinality_network",
    paper: "Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, Cardinality Networks: a Theoretical \
            and Empirical Study, Constraints 2011",
    labels: Labels::DOMAIN_CONSISTENT,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit], relation: Relation, k: usize) {
    let mut network = Network { gates: Vec::new() };
    let inputs: Vec<Wire> = lits.iter().map(|&lit| network.add(Gate::Input(lit))).collect();
    let sorted = network.sort(&inputs, k + 1);
    let mut wanted = Vec::new();
    if relation != Relation::AtLeast {
        wanted.push((sorted[k], false));
    }
    if relation != Relation::AtMost {
        wanted.push((sorted[k - 1], true));
    }
    let uses = network.trace(&wanted, out.holds_always());
    let (upward, downward) = out.directions(relation);
    let bits = network.emit(out, &uses, upward, downward);
    for (wire, value) in wanted {
        out.require([if value { bits[wire] } else { !bits[wire] }]);
    }
}

/// A gate, by its position in [`Network::gates`].
type Wire = usize;

enum Gate {
    Input(Lit),
    /// The larger output of a comparator: at least one of two wires is true.
    Max(Wire, Wire),
    /// The smaller output of a comparator: both wires are true.
    Min(Wire, Wire),
}

/// What a gate is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Nothing.
    Unused,
    /// Other gates depend on it.
    Used,
    /// It has this value in every solution.
    Known(bool),
}

/// The comparators. Each gate comes after those on which it depends.
struct Network {
    gates: Vec<Gate>,
}

impl Network {
    fn add(&mut self, gate: Gate) -> Wire {
        self.gates.push(gate);
        self.gates.len() - 1
    }

    /// Sorts the wires in decreasing order; returns the first `limit` of them.
    fn sort(&mut self, wires: &[Wire], limit: usize) -> Vec<Wire> {
        if wires.len() <= 1 {
            return wires.to_vec();
        }
        let (left, right) = wires.split_at(wires.len() / 2);
        let left = self.sort(left, limit);
        let right = self.sort(right, limit);
        self.merge(&left, &right, limit)
    }

    /// Merges two decreasing sequences; returns the first `limit` wires.
    fn merge(&mut self, a: &[Wire], b: &[Wire], limit: usize) -> Vec<Wire> {
        let (a, b) = (&a[..a.len().min(limit)], &b[..b.len().min(limit)]);
        if a.is_empty() || b.is_empty() {
            return [a, b].concat();
        }
        if let (&[a], &[b]) = (a, b) {
            return vec![self.add(Gate::Max(a, b)), self.add(Gate::Min(a, b))];
        }
        let every_other =
            |row: &[Wire], first| row.iter().skip(first).step_by(2).copied().collect();
        let odd: [Vec<Wire>; 2] = [every_other(a, 0), every_other(b, 0)];
        let even: [Vec<Wire>; 2] = [every_other(a, 1), every_other(b, 1)];
        let odd = self.merge(&odd[0], &odd[1], limit / 2 + 1);
        let even = self.merge(&even[0], &even[1], limit / 2);
        let mut row = vec![odd[0]];
        for place in 0..even.len().max(odd.len() - 1) {
            match (even.get(place), odd.get(place + 1)) {
                (Some(&a), Some(&b)) => {
                    row.push(self.add(Gate::Max(a, b)));
                    row.push(self.add(Gate::Min(a, b)));
                }
                (only, None) | (None, only) => row.extend(only),
            }
        }
        row.truncate(limit);
        row
    }

    /// Finds the gates on which the wanted ones depend. If the wanted gates have known values,
    /// also finds which gates below are known.
    fn trace(&self, wanted: &[(Wire, bool)], is_known: bool) -> Vec<Use> {
        let mut uses = vec![Use::Unused; self.gates.len()];
        for &(wire, value) in wanted {
            uses[wire] = if is_known { Use::Known(value) } else { Use::Used };
        }
        for wire in (0..self.gates.len()).rev() {
            let below = match (uses[wire], &self.gates[wire]) {
                (Use::Unused, _) | (_, Gate::Input(_)) => continue,
                (Use::Known(false), Gate::Max(..)) => Use::Known(false),
                (Use::Known(true), Gate::Min(..)) => Use::Known(true),
                _ => Use::Used,
            };
            let (Gate::Max(a, b) | Gate::Min(a, b)) = self.gates[wire] else { continue };
            for wire in [a, b] {
                if !matches!(uses[wire], Use::Known(_)) {
                    uses[wire] = below;
                }
            }
        }
        uses
    }

    /// Writes the clauses of the gates in use; returns the truth values of the wires.
    fn emit(&self, out: &mut Writer<'_>, uses: &[Use], upward: bool, downward: bool) -> Vec<Bit> {
        let mut bits = vec![Bit::False; self.gates.len()];
        for (wire, gate) in self.gates.iter().enumerate() {
            let known = match uses[wire] {
                Use::Unused => continue,
                Use::Used => None,
                Use::Known(value) => Some(Bit::from(value)),
            };
            if let Gate::Input(lit) = *gate {
                bits[wire] = lit.into();
                if let Some(value) = known {
                    out.require([if value == Bit::True { lit } else { !lit }]);
                }
                continue;
            }
            let output = known.unwrap_or_else(|| {
                let lit = out.new_lit();
                match *gate {
                    Gate::Max(a, b) => out.means(lit, || Meaning::any([bits[a], bits[b]])),
                    Gate::Min(a, b) => out.means(lit, || Meaning::all([bits[a], bits[b]])),
                    Gate::Input(_) => {}
                }
                lit.into()
            });
            bits[wire] = output;
            if upward {
                match *gate {
                    Gate::Max(a, b) => [a, b].map(|wire| out.define([!bits[wire], output])),
                    Gate::Min(a, b) => [out.define([!bits[a], !bits[b], output]), ()],
                    Gate::Input(_) => continue,
                };
            }
            if downward {
                match *gate {
                    Gate::Max(a, b) => [out.define([bits[a], bits[b], !output]), ()],
                    Gate::Min(a, b) => [a, b].map(|wire| out.define([bits[wire], !output])),
                    Gate::Input(_) => continue,
                };
            }
        }
        bits
    }
}
