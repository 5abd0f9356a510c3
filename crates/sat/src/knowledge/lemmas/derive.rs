//! Derives the clause of a state from those of its branches.

use std::io::{self, Write};

use super::{Lemma, Lemmas};
use crate::knowledge::formula::{Code, dimacs, variable};
use crate::knowledge::graph::{DECIDED, Edge, Group, State, Target};
use crate::knowledge::pog::Chain;

/// The literals that a branch follows from.
#[derive(Default)]
struct Derivation {
    /// Literals of the state.
    used: Vec<Code>,
    /// The decided literals, as far as they are needed.
    decided: Vec<Code>,
    hints: Vec<u64>,
}

impl<W: Write> Lemmas<'_, '_, W> {
    /// Derives the clause of a state, branch by branch. The last branch is part of the last step.
    pub(super) fn derive(
        &mut self,
        state: &State,
        node: i32,
        branches: &mut Vec<u64>,
    ) -> io::Result<Lemma> {
        let graph = self.graph;
        let group = graph.groups.get(state.layer as usize);
        let edges = graph.edges_of(state);
        let chain = self.pog.chain(self.formula, graph, state);
        let mut excluded: Vec<(Code, u64)> = Vec::new();
        let mut needed: Vec<Code> = Vec::new();
        for (place, edge) in edges.iter().enumerate() {
            let is_last = place + 1 == edges.len();
            let after: &[(Code, u64)] = if is_last { &excluded } else { &[] };
            let derivation = self.branch(state, edge, place, &chain, after);
            let Derivation { mut used, decided, hints } = derivation;
            if decided.is_empty() {
                return self.conclude(used, node, &hints);
            }
            if is_last {
                used.extend(needed);
                let all = self.all_branches(state, group, &excluded, &mut used);
                let hints: Vec<u64> = all.into_iter().chain(hints).collect();
                return self.conclude(used, node, &hints);
            }
            let clause = used.iter().chain(&decided).map(|&lit| i64::from(-dimacs(lit)));
            let is_live = chain.live.iter().any(|live| live.place == place);
            let clause = clause.chain(is_live.then_some(i64::from(node)));
            let number = self.add(clause, &hints)?;
            branches.push(number);
            excluded.push((graph.steps_of(edge)[0].lit, number));
            needed.extend(used);
        }
        Err(io::Error::other("internal error: a state without branches"))
    }

    /// Hints that all literals of the group except the last are false, so that the last holds.
    fn all_branches(
        &self,
        state: &State,
        group: Option<&Group>,
        excluded: &[(Code, u64)],
        used: &mut Vec<Code>,
    ) -> Vec<u64> {
        let mut hints: Vec<u64> = excluded.iter().map(|&(_, number)| number).collect();
        if let Some(group) = group
            && let Some(clause) = group.clause
        {
            hints.push(u64::from(clause) + 1);
            let known = self.graph.literals_of(state);
            let closed = group.lits.iter().map(|lit| lit ^ 1);
            used.extend(closed.filter(|lit| known.binary_search(lit).is_ok()));
        }
        hints
    }

    fn conclude(&mut self, mut used: Vec<Code>, node: i32, hints: &[u64]) -> io::Result<Lemma> {
        used.sort_unstable();
        used.dedup();
        let clause = used.iter().map(|&lit| i64::from(-dimacs(lit)));
        let number = self.add(clause.chain((node != 0).then_some(i64::from(node))), hints)?;
        Ok(self.lemma(number, &used))
    }

    /// Derives a branch. Literals that are already `excluded` need no reasons.
    fn branch(
        &mut self,
        state: &State,
        edge: &Edge,
        place: usize,
        chain: &Chain,
        excluded: &[(Code, u64)],
    ) -> Derivation {
        self.wanting += 1;
        let mut end = Vec::new();
        match edge.target {
            Target::Conflict(clause) => {
                self.want_clause(clause);
                end.push(self.refuted_number(clause));
            }
            _ => self.want_lemmas(edge, &mut end),
        }
        if let Some(at) = chain.live.iter().position(|live| live.place == place) {
            self.want_nodes(chain, at, &mut end);
        }
        let mut decided = Vec::new();
        let mut reasons = Vec::new();
        for step in self.graph.steps_of(edge).iter().rev() {
            if self.wanted[variable(step.lit)] != self.wanting {
                continue;
            }
            if step.reason == DECIDED || excluded.iter().any(|&(lit, _)| lit == step.lit ^ 1) {
                decided.push(step.lit);
            } else {
                reasons.push(u64::from(step.reason) + 1);
                self.want_clause(step.reason);
            }
        }
        let known = self.graph.literals_of(state).iter();
        let used = known.copied().filter(|&lit| self.wanted[variable(lit)] == self.wanting);
        let hints = reasons.into_iter().rev().chain(end).collect();
        Derivation { used: used.collect(), decided, hints }
    }
}
