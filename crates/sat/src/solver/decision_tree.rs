//! Proofs by case distinction, for formulas that forbid many assignments one by one.
//!
//! Tens of thousands of blocking clauses, from which it can learn nothing, slow a clause-learning solver
//! down. A decision tree with unit propagation needs each of them once. The clause that forbids the decisions
//! of a refuted node follows by unit propagation from those of the nodes below it, so the clauses of all
//! nodes, the lower ones first, are a DRAT proof; any clause that contains one of them can be deleted.

use cnfetti_encodings::{Cnf, Lit};

use super::decisions::Decisions;
use super::{Budget, NoProof};

/// What is known about the formula.
#[derive(Clone, Copy, Debug)]
pub struct Hints<'a> {
    /// The literals to decide, the first open one first; when they are used up, others follow.
    pub order: &'a [Lit],
    /// This many clauses at the end are refuted in roughly this order.
    pub blocking: usize,
    /// The largest number of nodes in the tree.
    pub nodes: usize,
}

/// A DRAT proof that the formula has no model, as text; `None` if the tree would be too large.
pub fn prove(cnf: &Cnf, hints: &Hints<'_>, budget: &Budget) -> Result<Option<Vec<u8>>, NoProof> {
    let mut tree = Tree {
        cnf,
        order: hints.order,
        formula: Decisions::new(cnf),
        path: Vec::new(),
        path_text: String::new(),
        blocking: cnf.num_clauses() - hints.blocking,
        proof: String::new(),
    };
    let mut conflict = tree.formula.contradiction();
    let mut nodes = 0_usize;
    loop {
        if conflict {
            let Some(refuted) = tree.conclude() else { return Ok(Some(tree.proof.into_bytes())) };
            conflict = !tree.formula.imply(!refuted);
            continue;
        }
        nodes += 1;
        if nodes > hints.nodes {
            return Ok(None);
        }
        if nodes.is_multiple_of(256) {
            budget.check()?;
        }
        let node = tree.child().ok_or(NoProof::Satisfiable)?;
        conflict = !tree.enter(node);
    }
}

struct Tree<'a> {
    cnf: &'a Cnf,
    order: &'a [Lit],
    formula: Decisions,
    /// The nodes from the root to the current one, without the root.
    path: Vec<Node>,
    /// Their negated decisions, as the beginning of a line of the proof.
    path_text: String,
    /// The next clause to refute.
    blocking: usize,
    proof: String,
}

/// A decision.
struct Node {
    lit: Lit,
    /// How much of the order was used before it.
    position: usize,
    /// The length of the path's text before it.
    start: usize,
    /// The refuted decisions below it.
    refuted: Vec<Lit>,
}

impl Tree<'_> {
    /// The first open decision at the current node; `None` if everything is decided.
    fn child(&self) -> Option<Node> {
        let used = self.path.last().map_or(0, |node| node.position);
        let variables = (1..=self.cnf.num_vars() as i32).filter_map(Lit::from_dimacs);
        let order = self.order.iter().copied().chain(variables).enumerate().skip(used);
        let (position, lit) = order.into_iter().find(|&(_, lit)| self.formula.is_open(lit))?;
        Some(Node { lit, position, start: self.path_text.len(), refuted: Vec::new() })
    }

    /// Makes the decision. Returns whether there is no conflict.
    fn enter(&mut self, node: Node) -> bool {
        let lit = node.lit;
        push(&mut self.path_text, !lit);
        self.path.push(node);
        self.formula.decide(lit)
    }

    /// Writes that the current node is refuted, and leaves it. Returns its decision, or `None` at the root.
    fn conclude(&mut self) -> Option<Lit> {
        self.proof.extend([&self.path_text, "0\n"]);
        let node = self.path.last()?;
        for &lit in &node.refuted {
            self.proof.extend(["d ", &self.path_text]);
            push(&mut self.proof, !lit);
            self.proof.push_str("0\n");
        }
        while self.blocking < self.cnf.num_clauses() {
            let clause = self.cnf.clause(self.blocking);
            if !self.path.iter().all(|node| clause.contains(&!node.lit)) {
                break;
            }
            self.proof.push_str("d ");
            clause.iter().for_each(|&lit| push(&mut self.proof, lit));
            self.proof.push_str("0\n");
            self.formula.remove(self.blocking);
            self.blocking += 1;
        }
        let node = self.path.pop()?;
        self.path_text.truncate(node.start);
        self.formula.back_to(self.path.len());
        if let Some(parent) = self.path.last_mut() {
            parent.refuted.push(node.lit);
        }
        Some(node.lit)
    }
}

fn push(text: &mut String, lit: Lit) {
    text.push_str(itoa::Buffer::new().format(lit.dimacs()));
    text.push(' ');
}
