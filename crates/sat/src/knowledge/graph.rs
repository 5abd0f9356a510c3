//! What the search found: states, and the edges between them.

use std::ops::Range;

use super::formula::Code;
use crate::cdcl::Cdcl;

/// The reason of a literal that was decided and does not follow from anything.
pub(super) const DECIDED: u32 = u32::MAX;

/// A literal that became true, and the clause that made it so: all its other literals were false.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) lit: Code,
    /// The number of the clause, or [`DECIDED`].
    pub(super) reason: u32,
}

/// Where an edge leads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// This clause has only false literals: there is no model. After those of the formula come those
    /// of the CDCL solver.
    Conflict(u32),
    /// All clauses are satisfied.
    Satisfied,
    /// To this state.
    State(u32),
    /// To several states that have no variable in common.
    States {
        /// The first one in [`Graph::parts`].
        first: u32,
        /// How many.
        number: u32,
    },
}

/// One branch: what became true in it, and what is left then.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The places in [`Graph::steps`].
    pub(super) first_step: u32,
    pub(super) num_steps: u32,
    pub(super) target: Target,
}

/// How a state goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ahead {
    /// Not looked at yet.
    Unknown,
    /// One edge for each literal of its group that is open.
    Edges {
        /// The first one in [`Graph::edges`].
        first: u32,
        /// How many.
        number: u32,
    },
    /// It has no model by this clause of the CDCL solver.
    Refuted(u32),
    /// No shown variable is left, and these steps are true in a model of the rest.
    Model {
        /// The first one in [`Graph::steps`].
        first: u32,
        /// How many.
        number: u32,
    },
}

/// What is left to be solved, as far as it is needed once the search is over.
#[derive(Clone, Copy)]
pub(super) struct State {
    /// Its layer, which is the place of the group that is decided next.
    pub(super) layer: u32,
    /// How many shown variables are left.
    pub(super) num_open: u32,
    /// The places in [`Graph::literals`] of the true literals whose negations are left.
    pub(super) first_literal: u32,
    pub(super) num_literals: u32,
    pub(super) ahead: Ahead,
}

/// Literals of which one holds in every model. No two of the branches have a model in common: each
/// has the negations of the literals before it.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) lits: Vec<Code>,
    /// The clause that says so; `None` for a literal and its negation.
    pub(super) clause: Option<u32>,
}

/// All that was found.
#[derive(Default)]
pub(super) struct Graph {
    /// What is decided in each layer; none where each state has a variable of its own.
    pub(super) groups: Vec<Group>,
    pub(super) states: Vec<State>,
    pub(super) edges: Vec<Edge>,
    pub(super) steps: Vec<Step>,
    pub(super) literals: Vec<Code>,
    pub(super) parts: Vec<u32>,
    /// What holds without any decision.
    pub(super) root: Option<Edge>,
    /// Who ruled out states and branches.
    pub(super) cdcl: Option<Cdcl>,
    /// The states of each layer; those without shown variables at the end.
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

    /// About how many bytes it takes.
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
