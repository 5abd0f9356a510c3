//! Proves that each model of the formula is in the graph, from the last layer up.
//!
//! For a state this is a clause: if its literals are true, its node holds, or there is a contradiction if it
//! has no model. The clause follows from one clause for each branch, and each of these from unit propagation,
//! whose reasons were kept, and from the clause of the state that is left. It names only literals that the
//! reasons lead back to, so a clause often serves several states.

mod derive;

use std::collections::HashMap;
use std::io::{self, Write};

use super::formula::{Code, Formula, dimacs, variable};
use super::graph::{Ahead, Edge, Graph, Target, span};
use super::pog::{Chain, Pog};
use super::scpog::Lines;
use crate::cdcl::Cdcl;

/// How many clauses of states with the same node to try before writing a new one.
const LOOKED_AT: usize = 100;

/// A clause of a state.
#[derive(Clone, Copy, Default)]
struct Lemma {
    number: u64,
    /// The place in [`Lemmas::used`] of the first literal that it needs.
    first_used: u32,
    num_used: u32,
}

pub(super) struct Lemmas<'a, 'w, W> {
    formula: &'a Formula,
    graph: &'a Graph,
    pog: Pog,
    first_clause: Vec<u64>,
    lines: Lines<'w, W>,
    lemmas: Vec<Lemma>,
    used: Vec<Code>,
    /// The numbers of those learned clauses of the CDCL solver that the proof needs.
    refuted: HashMap<u32, u64>,
    /// The last of these numbers.
    last_refuted: u64,
    /// When each variable was last wanted.
    wanted: Vec<u32>,
    wanting: u32,
    /// For each layer, the clauses that are needed there for the last time.
    expiring: Vec<Vec<u64>>,
}

impl<'a, 'w, W: Write> Lemmas<'a, 'w, W> {
    pub(super) fn new(
        formula: &'a Formula,
        graph: &'a Graph,
        pog: Pog,
        first_clause: Vec<u64>,
        lines: Lines<'w, W>,
    ) -> Lemmas<'a, 'w, W> {
        Lemmas {
            formula,
            graph,
            pog,
            first_clause,
            lines,
            lemmas: vec![Lemma::default(); graph.states.len()],
            used: Vec::new(),
            refuted: HashMap::new(),
            last_refuted: 0,
            wanted: vec![0; formula.num_vars],
            wanting: 0,
            expiring: vec![Vec::new(); graph.layers.len() + 1],
        }
    }

    /// Writes everything, and finally that the root holds.
    pub(super) fn write(mut self, root: i32) -> io::Result<()> {
        let last_use = self.last_uses();
        if let Some(cdcl) = &self.graph.cdcl {
            self.write_refuted(cdcl)?;
        }
        for layer in (0..self.graph.layers.len()).rev() {
            let graph = self.graph;
            let mut by_node: HashMap<i32, Vec<u32>> = HashMap::new();
            let mut last_use_of: HashMap<u64, u32> = HashMap::new();
            let mut branches = Vec::new();
            for &id in &graph.layers[layer] {
                self.write_state(id, &mut by_node, &mut branches)?;
                let number = self.lemmas[id as usize].number;
                let last = last_use_of.entry(number).or_insert(u32::MAX);
                *last = (*last).min(last_use[id as usize]);
            }
            self.lines.delete(&branches)?;
            let mut expiring: Vec<(u64, u32)> = last_use_of.into_iter().collect();
            expiring.sort_unstable();
            for (number, last) in expiring {
                if self.is_lemma(number) {
                    self.expiring[last as usize].push(number);
                }
            }
            // Layer 0 is the one after the root.
            let over = std::mem::take(&mut self.expiring[layer + 1]);
            self.lines.delete(&over)?;
        }
        self.write_root(root)
    }

    /// Whether a clause has a line of its own, and does not come from a node or the CDCL solver.
    fn is_lemma(&self, number: u64) -> bool {
        let after_nodes = self.first_clause.last().is_none_or(|&last| number > last);
        after_nodes && number > self.formula.num_clauses() as u64 && number > self.last_refuted
    }

    /// For each state, the first layer that leads to it, plus one; 0 for the root.
    fn last_uses(&self) -> Vec<u32> {
        let mut last = vec![u32::MAX; self.graph.states.len()];
        let mut note = |edge: &Edge, layer: u32| {
            for &id in self.graph.states_after(edge) {
                last[id as usize] = last[id as usize].min(layer);
            }
        };
        for state in &self.graph.states {
            self.graph.edges_of(state).iter().for_each(|edge| note(edge, state.layer + 1));
        }
        self.graph.root.iter().for_each(|root| note(root, 0));
        last
    }

    /// Writes the CDCL solver's clauses that states and edges need, and those that these need.
    fn write_refuted(&mut self, cdcl: &Cdcl) -> io::Result<()> {
        let mut is_needed = vec![false; cdcl.num_clauses()];
        for state in &self.graph.states {
            if let Ahead::Refuted(clause) = state.ahead {
                is_needed[clause as usize] = true;
            }
        }
        for edge in self.graph.edges.iter().chain(&self.graph.root) {
            if let Target::Conflict(clause) = edge.target {
                is_needed[clause as usize] = true;
            }
        }
        for number in (cdcl.num_original()..cdcl.num_clauses()).rev() {
            if is_needed[number] {
                let hints = cdcl.hints(number as u32);
                hints.iter().for_each(|&hint| is_needed[hint as usize] = true);
            }
        }
        for (&is_needed, number) in is_needed.iter().zip(0_u32..).skip(cdcl.num_original()) {
            if is_needed {
                let hints: Vec<u64> =
                    cdcl.hints(number).iter().map(|&hint| self.refuted_number(hint)).collect();
                let literals = cdcl.clause(number).iter().map(|&lit| i64::from(dimacs(lit)));
                let clause = self.add(literals, &hints)?;
                self.refuted.insert(number, clause);
                self.last_refuted = clause;
            }
        }
        Ok(())
    }

    /// The number of the CDCL solver's clause in the certificate.
    fn refuted_number(&self, clause: u32) -> u64 {
        self.refuted.get(&clause).copied().unwrap_or(u64::from(clause) + 1)
    }

    /// Writes a lemma.
    fn add(&mut self, literals: impl IntoIterator<Item = i64>, hints: &[u64]) -> io::Result<u64> {
        let number = self.lines.number(1)?;
        self.lines.words(b"a", &[]);
        self.lines.list(literals.into_iter().chain([0]));
        self.lines.list(hints.iter().map(|&hint| hint as i64).chain([0]));
        self.lines.end()?;
        Ok(number)
    }

    fn clause_of(&self, node: i32) -> u64 {
        self.first_clause[node as usize - self.formula.num_vars - 1]
    }

    /// Finds or writes the clause of a state.
    fn write_state(
        &mut self,
        id: u32,
        by_node: &mut HashMap<i32, Vec<u32>>,
        branches: &mut Vec<u64>,
    ) -> io::Result<()> {
        let state = self.graph.states[id as usize];
        let node = self.pog.of_state(id);
        match state.ahead {
            Ahead::Model { .. } => {
                self.lemmas[id as usize] =
                    Lemma { number: self.clause_of(node), ..Lemma::default() };
                return Ok(());
            }
            Ahead::Refuted(clause) => {
                let used: Vec<Code> = match &self.graph.cdcl {
                    Some(cdcl) => cdcl.clause(clause).iter().map(|&lit| lit ^ 1).collect(),
                    None => Vec::new(),
                };
                self.lemmas[id as usize] = self.lemma(self.refuted_number(clause), &used);
                return Ok(());
            }
            Ahead::Edges { .. } | Ahead::Unknown => {}
        }
        let alike = by_node.entry(node).or_default();
        let known = self.graph.literals_of(&state);
        let serves = alike.iter().rev().take(LOOKED_AT).find(|&&other| {
            let lemma = self.lemmas[other as usize];
            let used = &self.used[span(lemma.first_used, lemma.num_used)];
            used.iter().all(|lit| known.binary_search(lit).is_ok())
        });
        if let Some(&other) = serves {
            self.lemmas[id as usize] = self.lemmas[other as usize];
            return Ok(());
        }
        self.lemmas[id as usize] = self.derive(&state, node, branches)?;
        by_node.entry(node).or_default().push(id);
        Ok(())
    }

    fn lemma(&mut self, number: u64, used: &[Code]) -> Lemma {
        let first_used = self.used.len() as u32;
        self.used.extend_from_slice(used);
        Lemma { number, first_used, num_used: used.len() as u32 }
    }

    /// Marks the literals of a clause of the formula or of the CDCL solver as wanted.
    fn want_clause(&mut self, clause: u32) {
        let literals = match &self.graph.cdcl {
            Some(cdcl) if clause as usize >= cdcl.num_original() => cdcl.clause(clause),
            _ => self.formula.clause(clause),
        };
        for &lit in literals {
            self.wanted[variable(lit)] = self.wanting;
        }
    }

    fn want_lemmas(&mut self, edge: &Edge, hints: &mut Vec<u64>) {
        for &id in self.graph.states_after(edge) {
            let lemma = self.lemmas[id as usize];
            for at in span(lemma.first_used, lemma.num_used) {
                self.wanted[variable(self.used[at])] = self.wanting;
            }
            hints.push(lemma.number);
        }
    }

    /// Leads from the literals of a live branch to the node of the state.
    fn want_nodes(&mut self, chain: &Chain, at: usize, hints: &mut Vec<u64>) {
        let live = &chain.live[at];
        hints.extend(live.skolem.map(|skolem| self.clause_of(skolem)));
        let (last, count) = (at + 1 == chain.live.len(), chain.live.len());
        let own = if last && count > 1 { Some(chain.rests[at]) } else { chain.products[at] };
        if let Some(own) = own {
            self.want_children(own);
            hints.push(self.clause_of(own));
        }
        // A branch is the first child of the sum of it and all later branches; the later ones are the second.
        if !last {
            hints.push(self.clause_of(chain.sums[at]) + 1);
        }
        for before in (0..at).rev() {
            if !(last && before + 1 == at) {
                self.want_children(chain.rests[before + 1]);
                hints.push(self.clause_of(chain.rests[before + 1]));
            }
            hints.push(self.clause_of(chain.sums[before]) + 2);
        }
    }

    fn want_children(&mut self, node: i32) {
        let (_, children) = self.pog.get(node);
        for &child in children {
            if !self.pog.is_node(child) {
                self.wanted[child.unsigned_abs() as usize - 1] = self.wanting;
            }
        }
    }

    /// Finally, the root holds, or the formula contradicts itself.
    fn write_root(mut self, root: i32) -> io::Result<()> {
        let Some(edge) = &self.graph.root else { return Ok(()) };
        let mut hints: Vec<u64> =
            self.graph.steps_of(edge).iter().map(|step| u64::from(step.reason) + 1).collect();
        let states = self.graph.states_after(edge).iter();
        let states: Vec<(i32, Lemma)> =
            states.map(|&id| (self.pog.of_state(id), self.lemmas[id as usize])).collect();
        if let Target::Conflict(clause) = edge.target {
            hints.push(self.refuted_number(clause));
        }
        if let [(node, lemma)] = states.as_slice()
            && *node == root
            && lemma.num_used == 0
            && self.is_lemma(lemma.number)
        {
            // The clause of the first state already says so.
            return Ok(());
        }
        hints.extend(states.iter().map(|(_, lemma)| lemma.number));
        if root != 0 {
            let is_state = matches!(states.as_slice(), [(node, _)] if *node == root);
            let children = self.pog.get(root).1.to_vec();
            if children.is_empty() {
                // A product without children holds by its own clause.
                return Ok(());
            }
            if !is_state {
                let nodes = children.iter().filter(|&&child| self.pog.is_node(child));
                let skolems = nodes.filter(|&&child| states.iter().all(|&(node, _)| node != child));
                hints.extend(skolems.map(|&child| self.clause_of(child)));
                hints.push(self.clause_of(root));
            }
        }
        self.add((root != 0).then_some(i64::from(root)), &hints)?;
        Ok(())
    }
}
