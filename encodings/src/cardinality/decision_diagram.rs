//! Decision diagram: the reduced binary decision diagram of the constraint in the order of the
//! literals, each node an if-then-else.
//!
//! * size: about k(n−k) auxiliaries, exactly k: (k+1)(n−k+1); two-sided four clauses for each,
//!   one-sided two, exactly k six and three
//! * propagation: domain consistent
//! * auxiliaries: a node is true exactly when the literals from its own on satisfy what is left
//!   of the constraint; one-sided it only implies that

use super::Encoding;
use crate::bit::{Bit, add_clause};
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, Relation};

pub(super) struct DecisionDiagram;

impl Encoding for DecisionDiagram {
    fn name(&self) -> &'static str {
        "decision_diagram"
    }

    fn paper(&self) -> &'static str {
        "Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT 2006; Abío, \
         Nieuwenhuis, Oliveras, Rodríguez-Carbonell and Mayer-Eichberger, A New Look at BDDs for \
         Pseudo-Boolean Constraints, JAIR 2012"
    }

    fn promises(&self, form: Form, relation: Relation) -> Promises {
        let auxiliaries = match (form, relation) {
            // Of the nodes of a layer only one can lead to exactly k.
            (Form::TwoSided, _) | (_, Relation::Exactly) => Auxiliaries::Determined,
            (Form::OneSided, _) => Auxiliaries::Free,
        };
        Promises { auxiliaries, propagation: Propagation::DomainConsistent }
    }

    fn encode(&self, cnf: &mut Cnf, lits: &[Lit], relation: Relation, k: usize, form: Form) {
        // The nodes of a layer by the number of true literals before it, up to k + 1.
        let mut layer: Vec<Bit> = (0..k + 2)
            .map(|count| if relation.holds(count, k) { Bit::True } else { Bit::False })
            .collect();
        for (index, &lit) in lits.iter().enumerate().rev() {
            let deepest = index.min(k + 1);
            layer = (0..=deepest)
                .map(|count| {
                    let (high, low) = (layer[(count + 1).min(k + 1)], layer[count]);
                    node(cnf, lit, high, low, relation, if index == 0 { None } else { Some(form) })
                })
                .collect();
        }
    }
}

/// If the literal then `high` else `low`. Without a form it is the root, which is true.
fn node(
    cnf: &mut Cnf,
    lit: Lit,
    high: Bit,
    low: Bit,
    relation: Relation,
    form: Option<Form>,
) -> Bit {
    if high == low {
        return high;
    }
    let x = Bit::Lit(lit);
    let node = match (form, high, low) {
        (None, ..) => Bit::True,
        (_, Bit::True, Bit::False) => return x,
        (_, Bit::False, Bit::True) => return !x,
        _ => Bit::Lit(cnf.new_lit()),
    };
    // Of the two successors of a node, at most and at least make one imply the other.
    let (easier, harder, to_harder) = match relation {
        Relation::AtMost => (low, high, x),
        Relation::AtLeast => (high, low, !x),
        Relation::Exactly => {
            // What opposite successors have in common would say nothing.
            let opposite = high == !low;
            add_clause(cnf, [!node, !x, high]);
            add_clause(cnf, [!node, x, low]);
            if !opposite {
                add_clause(cnf, [!node, high, low]);
            }
            if form == Some(Form::TwoSided) {
                add_clause(cnf, [node, !x, !high]);
                add_clause(cnf, [node, x, !low]);
                if !opposite {
                    add_clause(cnf, [node, !high, !low]);
                }
            }
            return node;
        }
    };
    add_clause(cnf, [!node, easier]);
    add_clause(cnf, [!node, !to_harder, harder]);
    if form == Some(Form::TwoSided) {
        add_clause(cnf, [node, !harder]);
        add_clause(cnf, [node, to_harder, !easier]);
    }
    node
}
