//! The result of the search: states, the edges between them, and the number of models.

use std::ops::Range;

use num_bigint::BigUint;

use super::formula::{Code, Formula, OFTEN};
use crate::cdcl::Cdcl;
use cnfetti_core::limit::{Budget, Stopped};

/// The reason of a literal that was decided and not implied.
pub(super) const DECIDED: u32 = u32::MAX;

/// A literal that became true, and the clause that implied it: all its other literals were false.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) lit: Code,
    /// The number of the clause, or [`DECIDED`].
    pub(super) reason: u32,
}

/// The target of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// All literals of this clause are false, so there is no model. The CDCL solver's clauses come after
    /// those of the formula.
    Conflict(u32),
    /// All clauses are satisfied.
    Satisfied,
    /// This state.
    State(u32),
    /// Several states that share no variable.
    States {
        /// The first one in [`Graph::parts`].
        first: u32,
        /// Their number.
        number: u32,
    },
}

/// One branch: what became true in it, and what is left.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The place of the first one in [`Graph::steps`].
    pub(super) first_step: u32,
    pub(super) num_steps: u32,
    pub(super) target: Target,
}

/// What follows a state.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ahead {
    /// Not visited yet.
    Unknown,
    /// One edge for each open literal of its group.
    Edges {
        /// The first one in [`Graph::edges`].
        first: u32,
        /// Their number.
        number: u32,
    },
    /// This clause of the CDCL solver shows that it has no model.
    Refuted(u32),
    /// No shown variable is left, and these steps give a model of the rest.
    Model {
        /// The first one in [`Graph::steps`].
        first: u32,
        /// Their number.
        number: u32,
    },
}

/// What is left to solve, as far as it is needed after the search.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// Its layer: the place of the group to decide next.
    pub(super) layer: u32,
    /// The number of shown variables left.
    pub(super) num_open: u32,
    /// The place in [`Graph::literals`] of the first true literal whose negation is left.
    pub(super) first_literal: u32,
    pub(super) num_literals: u32,
    pub(super) ahead: Ahead,
}

/// Literals of which one holds in every model. No two branches share a model, because each has the negations
/// of the literals before it.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) lits: Vec<Code>,
    /// The clause with these literals; `None` for a literal and its negation.
    pub(super) clause: Option<u32>,
}

/// Everything that the search found.
#[derive(Default)]
pub(super) struct Graph {
    /// The group decided in each layer; empty if each state decides a variable of its own.
    pub(super) groups: Vec<Group>,
    pub(super) states: Vec<State>,
    pub(super) edges: Vec<Edge>,
    pub(super) steps: Vec<Step>,
    pub(super) literals: Vec<Code>,
    pub(super) parts: Vec<u32>,
    /// What holds without any decision.
    pub(super) root: Option<Edge>,
    /// The solver that ruled out states and branches.
    pub(super) cdcl: Option<Cdcl>,
    /// The states of each layer, with those without shown variables at the end.
    pub(super) layers: Vec<Vec<u32>>,
}

impl Graph {
    pub(super) fn steps_of(&self, edge: &Edge) -> &[Step] {
        &self.steps[span(edge.first_step, edge.num_steps)]
    }

    /// The states that an edge leads to.
    pub(super) fn states_after<'a>(&'a self, edge: &'a Edge) -> &'a [u32] {
        match &edge.target {
            Target::State(id) => std::slice::from_ref(id),
            Target::States { first, number } => &self.parts[span(*first, *number)],
            Target::Conflict(_) | Target::Satisfied => &[],
        }
    }

    pub(super) fn literals_of(&self, state: &State) -> &[Code] {
        &self.literals[span(state.first_literal, state.num_literals)]
    }

    pub(super) fn edges_of(&self, state: &State) -> &[Edge] {
        match state.ahead {
            Ahead::Edges { first, number } => &self.edges[span(first, number)],
            _ => &[],
        }
    }

    /// Roughly how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<State>() * self.states.capacity()
            + size_of::<Edge>() * self.edges.capacity()
            + size_of::<Step>() * self.steps.capacity()
            + size_of::<u32>() * self.parts.capacity()
            + size_of::<Code>() * self.literals.capacity()
            + self.cdcl.as_ref().map_or(0, Cdcl::bytes)
    }
}

pub(super) fn span(first: u32, number: u32) -> Range<usize> {
    first as usize..first as usize + number as usize
}

/// Counts the assignments to the shown variables that have a model, from the last layer up; an error if the budget ends
/// first.
pub(super) fn count(formula: &Formula, graph: &Graph, budget: &Budget) -> Result<BigUint, Stopped> {
    let mut models: Vec<BigUint> = vec![BigUint::ZERO; graph.states.len()];
    let mut uses = uses(graph);
    // With very many variables, each number has thousands of digits.
    let mut poll = budget.poll(OFTEN / (1 + formula.num_shown as u32 / 64));
    for &id in graph.layers.iter().rev().flatten() {
        let state = &graph.states[id as usize];
        let edges = match state.ahead {
            Ahead::Edges { .. } => graph.edges_of(state),
            Ahead::Model { .. } => {
                models[id as usize] = BigUint::from(1_u32);
                continue;
            }
            Ahead::Refuted(_) | Ahead::Unknown => continue,
        };
        let mut number = BigUint::ZERO;
        for edge in edges {
            poll.step()?;
            number += through(formula, graph, edge, state.num_open, &models);
            for &next in graph.states_after(edge) {
                uses[next as usize] -= 1;
                if uses[next as usize] == 0 {
                    models[next as usize] = BigUint::ZERO;
                }
            }
        }
        models[id as usize] = number;
    }
    let (shown, root) = (formula.num_shown as u32, graph.root.as_ref());
    Ok(root.map_or(BigUint::ZERO, |root| through(formula, graph, root, shown, &models)))
}

/// For each state, the number of edges to it: its count is kept only for these.
fn uses(graph: &Graph) -> Vec<u32> {
    let mut uses = vec![0; graph.states.len()];
    let edges = graph.layers.iter().flatten().map(|&id| &graph.states[id as usize]);
    let edges = edges.filter(|state| matches!(state.ahead, Ahead::Edges { .. }));
    for edge in edges.flat_map(|state| graph.edges_of(state)).chain(&graph.root) {
        graph.states_after(edge).iter().for_each(|&next| uses[next as usize] += 1);
    }
    uses
}

/// How many models an edge leads to, with this many open shown variables before it.
fn through(
    formula: &Formula,
    graph: &Graph,
    edge: &Edge,
    open: u32,
    models: &[BigUint],
) -> BigUint {
    if matches!(edge.target, Target::Conflict(_)) {
        return BigUint::ZERO;
    }
    let after = graph.states_after(edge);
    let left: u32 = after.iter().map(|&id| graph.states[id as usize].num_open).sum();
    let models = match after {
        [only] => &models[*only as usize],
        _ => &after.iter().map(|&id| &models[id as usize]).product(),
    };
    let decided = graph.steps_of(edge).iter().filter(|step| formula.shows(step.lit)).count();
    // A shown variable that is neither decided nor left may have any value.
    models << (open - decided as u32 - left)
}
