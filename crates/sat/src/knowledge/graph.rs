//! The result of the search: states, and the edges between them.

use std::ops::Range;

use super::formula::Code;
use crate::cdcl::Cdcl;

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
