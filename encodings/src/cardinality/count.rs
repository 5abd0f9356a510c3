//! The number of true literals, as literals.

use super::FAMILY;
use crate::cnf::Cnf;
use crate::definition::Meaning;
use crate::labels::Relation;
use crate::lit::{Bit, Lit};
use crate::writer::{self, Writer};

/// The number of true literals among some, in unary: a literal for each number that may be reached.
///
/// It grows on demand. [`Count::at_least`] adds the missing outputs up to the given number, so
/// tightening a bound step by step costs as much as the tightest bound, plus a unit clause for
/// each. The clauses define every output in both directions: all auxiliaries are determined,
/// whatever you ask for, and unit propagation derives each output as soon as the literals decide
/// it.
///
/// At most 7, then at most 5, as in a search for the best solution:
///
/// ```
/// use cnfetti_encodings::cardinality::Count;
/// use cnfetti_encodings::{Bit, Cnf, Relation};
///
/// let mut cnf = Cnf::new();
/// let lits = cnf.new_lits(20);
/// let mut count = Count::totalizer(&lits);
/// count.require(&mut cnf, Relation::AtMost, 7);
/// let clauses = cnf.num_clauses();
/// count.require(&mut cnf, Relation::AtMost, 5);
/// assert_eq!(cnf.num_clauses(), clauses + 1);
///
/// // To try out a bound, assume its literal.
/// let Bit::Lit(at_least_3) = count.at_least(&mut cnf, 3) else { unreachable!() };
/// let assumptions = [!at_least_3];
/// assert_eq!(count.at_least(&mut cnf, 0), Bit::True);
/// assert_eq!(count.at_least(&mut cnf, 21), Bit::False);
/// ```
///
/// Totalizer: Bailleux and Boufkhad, Efficient CNF Encoding of Boolean Cardinality Constraints, CP
/// 2003, grown as in Martins, Joshi, Manquinho and Lynce, Incremental Cardinality Constraints for
/// MaxSAT, CP 2014. Sequential counter: Sinz, Towards an Optimal CNF Encoding of Boolean Cardinality
/// Constraints, CP 2005.
#[derive(Clone, Debug)]
pub struct Count {
    name: &'static str,
    lits: Vec<Lit>,
    /// The partial counts. Each comes after the two that it adds; the last one counts all literals.
    nodes: Vec<Node>,
    /// The largest variable of the formula after outputs were last added.
    largest: u32,
}

/// A count of some of the literals.
#[derive(Clone, Debug)]
enum Node {
    Leaf(Lit),
    Sum {
        left: usize,
        right: usize,
        /// The number of literals below it.
        size: usize,
        /// Whether at least 1, 2, … of them are true, as far as requested.
        outputs: Vec<Bit>,
    },
}

impl Node {
    fn size(&self) -> usize {
        match self {
            Node::Leaf(_) => 1,
            Node::Sum { size, .. } => *size,
        }
    }

    fn outputs(&self) -> &[Bit] {
        match self {
            Node::Leaf(_) => &[],
            Node::Sum { outputs, .. } => outputs,
        }
    }

    /// Whether at least this many are true. The output must have been added.
    fn at_least(&self, number: usize) -> Bit {
        match self {
            _ if number == 0 => Bit::True,
            Node::Leaf(lit) if number == 1 => Bit::Lit(*lit),
            Node::Leaf(_) => Bit::False,
            Node::Sum { outputs, .. } => outputs.get(number - 1).copied().unwrap_or(Bit::False),
        }
    }
}

impl Count {
    /// Counts with a balanced tree. Writes no clauses until you ask for an output.
    pub fn totalizer(lits: &[Lit]) -> Count {
        let mut nodes: Vec<Node> = lits.iter().map(|&lit| Node::Leaf(lit)).collect();
        let mut open: Vec<usize> = (0..nodes.len()).collect();
        while open.len() > 1 {
            open = open.chunks(2).map(|pair| join(&mut nodes, pair)).collect();
        }
        Count { name: "totalizer", lits: lits.to_vec(), nodes, largest: 0 }
    }

    /// Counts literal by literal. Writes no clauses until you ask for an output.
    pub fn sequential_counter(lits: &[Lit]) -> Count {
        let mut nodes: Vec<Node> = lits.iter().map(|&lit| Node::Leaf(lit)).collect();
        let mut prefix = 0;
        for index in 1..lits.len() {
            prefix = join(&mut nodes, &[prefix, index]);
        }
        Count { name: "sequential_counter", lits: lits.to_vec(), nodes, largest: 0 }
    }

    /// Returns whether at least `k` of the literals are true. Adds the missing clauses to the
    /// formula, which must be the same in each call.
    ///
    /// # Panics
    ///
    /// Panics if the variable of a literal was not declared, or is an auxiliary variable of an
    /// encoding; or if an output of an earlier call is not in this formula.
    pub fn at_least(&mut self, cnf: &mut Cnf, k: usize) -> Bit {
        if k == 0 || k > self.lits.len() {
            return (k == 0).into();
        }
        cnf.assert_declared(self.largest);
        if self.known() < k {
            let (name, nodes) = (self.name, &mut self.nodes);
            writer::define(cnf, self.lits.iter().copied(), |out| {
                out.section(FAMILY, name, |out| {
                    (0..nodes.len()).for_each(|index| grow(out, nodes, index, k));
                });
                nodes.last().map_or(Vec::new(), |all| all.outputs().to_vec())
            });
            self.largest = cnf.num_vars();
        }
        self.nodes.last().map_or(Bit::False, |all| all.at_least(k))
    }

    /// The number up to which there are outputs.
    fn known(&self) -> usize {
        match self.nodes.last() {
            Some(all @ Node::Sum { .. }) => all.outputs().len(),
            _ => self.lits.len(),
        }
    }

    /// Requires at most, at least or exactly `k` of the literals: one or two unit clauses, besides
    /// what [`Count::at_least`] adds.
    ///
    /// # Panics
    ///
    /// As for [`Count::at_least`].
    pub fn require(&mut self, cnf: &mut Cnf, relation: Relation, k: usize) {
        if relation != Relation::AtMost {
            let reached = self.at_least(cnf, k);
            cnf.add_bits([reached]);
        }
        if relation != Relation::AtLeast {
            let exceeded = self.at_least(cnf, k.saturating_add(1));
            cnf.add_bits([!exceeded]);
        }
    }
}

/// Adds a node over two others; a single one is returned as it is.
fn join(nodes: &mut Vec<Node>, parts: &[usize]) -> usize {
    let &[left, right] = parts else { return parts[0] };
    let size = nodes[left].size() + nodes[right].size();
    nodes.push(Node::Sum { left, right, size, outputs: Vec::new() });
    nodes.len() - 1
}

/// The literals below these nodes.
fn leaves(nodes: &[Node], of: [usize; 2]) -> Vec<Lit> {
    let (mut open, mut lits) = (of.to_vec(), Vec::new());
    while let Some(node) = open.pop() {
        match &nodes[node] {
            Node::Leaf(lit) => lits.push(*lit),
            Node::Sum { left, right, .. } => open.extend([*left, *right]),
        }
    }
    lits
}

/// Adds the outputs of a node up to the k-th. Its children must have theirs.
fn grow(out: &mut Writer<'_>, nodes: &mut [Node], index: usize, k: usize) {
    let is_whole = index + 1 == nodes.len();
    let (parts, rest) = nodes.split_at_mut(index);
    let Node::Sum { left: left_of, right: right_of, size, outputs } = &mut rest[0] else { return };
    let (left, right) = (&parts[*left_of], &parts[*right_of]);
    for number in outputs.len() + 1..=k.min(*size) {
        let lit = out.new_lit();
        out.means(lit, || Meaning::count(leaves(parts, [*left_of, *right_of]), number as u64));
        let output = Bit::Lit(lit);
        for i in number.saturating_sub(right.size())..=number.min(left.size()) {
            out.define([!left.at_least(i), !right.at_least(number - i), output]);
        }
        // At most i on the left and at most `number − 1 − i` on the right.
        let others = number - 1;
        for i in others.saturating_sub(right.size())..=others.min(left.size()) {
            let (left, right) = (left.at_least(i + 1), right.at_least(number - i));
            out.define([left, right, !output]);
        }
        if is_whole {
            // Bounds are set on these outputs, so unit propagation needs them to be decreasing.
            out.define([outputs.last().copied().unwrap_or(Bit::True), !output]);
        }
        outputs.push(output);
    }
}
