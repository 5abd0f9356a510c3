//! Decision diagram: the reduced binary decision diagram of the constraint, in the order of the
//! literals. Each node is an if-then-else.
//!
//! * size: about k(n−k) auxiliaries, exactly k: (k+1)(n−k+1); four clauses for each, one-sided two
//!   (exactly k: six and three)
//! * propagation: domain consistent
//! * auxiliaries: a node is true exactly when the literals from its own on satisfy the rest of the
//!   constraint; one-sided, it only implies that

use super::Encoding;
use crate::definition::Meaning;
use crate::labels::{Form, Labels, Relation};
use crate::lit::{Bit, Lit};
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "decision_diagram",
    paper: "Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; Abío, \
            Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for \
            Pseudo-Boolean Constraints, JAIR 2012",
    labels: Labels::DOMAIN_CONSISTENT,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit], relation: Relation, k: usize) {
    // The nodes of a layer, indexed by the number of true literals before it, up to k + 1.
    let mut layer: Vec<Bit> = (0..k + 2).map(|count| relation.holds(count, k).into()).collect();
    for (index, &lit) in lits.iter().enumerate().rev() {
        let deepest = index.min(k + 1);
        let is_root = index == 0;
        layer = (0..=deepest)
            .map(|count| {
                let (high, low) = (layer[(count + 1).min(k + 1)], layer[count]);
                let before = out.num_vars();
                let bit = node(out, lit, high, low, relation, is_root);
                if let (Bit::Lit(node), true) = (bit, out.num_vars() > before) {
                    define_node(out, node, &lits[index..], relation, (k, count));
                }
                bit
            })
            .collect();
    }
    out.require([layer[0]]);
}

/// Defines a node: the rest of the literals completes its count.
fn define_node(
    out: &mut Writer<'_>,
    node: Lit,
    rest: &[Lit],
    relation: Relation,
    (k, count): (usize, usize),
) {
    let open = || rest.iter().map(|&lit| (1, lit));
    match relation {
        Relation::AtMost => {
            out.means(!node, || Meaning::reaches(open(), (k + 1 - count) as u64));
        }
        Relation::AtLeast => out.means(node, || Meaning::reaches(open(), (k - count) as u64)),
        Relation::Exactly => out.means(node, || Meaning::is(open(), (k - count) as u64)),
    }
}

/// The node "if `lit` then `high` else `low`".
fn node(
    out: &mut Writer<'_>,
    lit: Lit,
    high: Bit,
    low: Bit,
    relation: Relation,
    is_root: bool,
) -> Bit {
    if high == low {
        return high;
    }
    let x = Bit::Lit(lit);
    let node = match (high, low) {
        _ if is_root && out.holds_always() => Bit::True,
        (Bit::True, Bit::False) => return x,
        (Bit::False, Bit::True) => return !x,
        _ => Bit::Lit(out.new_lit()),
    };
    let two_sided = out.form() == Form::TwoSided;
    // For at most and at least, one of a node's two successors implies the other.
    let (easier, harder, to_harder) = match relation {
        Relation::AtMost => (low, high, x),
        Relation::AtLeast => (high, low, !x),
        Relation::Exactly => {
            out.cases(&[node], &[x, !x]);
            out.cases(&[!node], &[x, !x]);
            // If the successors are opposite, these clauses would be tautologies.
            let opposite = high == !low;
            out.define([!node, !x, high]);
            out.define([!node, x, low]);
            if !opposite {
                out.define([!node, high, low]);
            }
            if two_sided {
                out.define([node, !x, !high]);
                out.define([node, x, !low]);
                if !opposite {
                    out.define([node, !high, !low]);
                }
            }
            return node;
        }
    };
    out.define([!node, easier]);
    out.define([!node, !to_harder, harder]);
    if two_sided {
        out.define([node, !harder]);
        out.define([node, to_harder, !easier]);
    }
    node
}
