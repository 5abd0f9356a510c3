//! In which of the two ways a formula is compiled.
//!
//! The frontier search is tried first, as long as it makes few states. After that it is only promising where
//! the formula has values: clauses of which exactly one literal holds. Its fixed order of them can be
//! narrow where no few variables take the formula apart. There both ways take turns, which are counted in
//! steps, each of them longer than all before. How wide a tree decomposition is tells who begins.

use num_bigint::BigUint;

use super::formula::Formula;
use super::graph::{Graph, Group};
use super::search::{Effort, Found, search};
use super::{components, count, order};
use cnfetti_core::limit::{Budget, Limit, Limits, Stopped};

/// A way in which a formula is compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The one that promises to be quicker.
    #[default]
    Auto,
    /// Groups of literals in a fixed order, layer by layer.
    Frontier,
    /// Component by component, in an order that is found on the way.
    Components,
}

/// The first order of the frontier search is as good as any way when it makes no more states than this.
const FEW: usize = 2000;

/// Components get the first turn where a tree decomposition has no larger bags than this.
const NARROW: usize = 48;

/// The steps of the first turn, and how many times as many the next one has.
const TURN: u64 = 1_000_000_000;
const LONGER: u64 = 4;

/// All models as a graph.
pub(super) fn compile(
    strategy: Strategy,
    formula: &Formula,
    limits: &Limits,
) -> Result<Graph, Stopped> {
    choose(
        strategy,
        formula,
        limits,
        |graph, _| Ok(graph),
        |limits| components::compile(formula, limits),
    )
}

/// How many models there are.
pub(super) fn count(
    strategy: Strategy,
    formula: &Formula,
    limits: &Limits,
) -> Result<BigUint, Stopped> {
    choose(
        strategy,
        formula,
        limits,
        |graph, budget| count::count(formula, &graph, budget),
        |limits| components::count(formula, limits),
    )
}

/// Makes something of the graph of the frontier search, or by components.
fn choose<T>(
    strategy: Strategy,
    formula: &Formula,
    limits: &Limits,
    of_graph: impl Fn(Graph, &Budget) -> Result<T, Stopped>,
    by_components: impl Fn(&Limits) -> Result<T, Stopped>,
) -> Result<T, Stopped> {
    if strategy == Strategy::Components {
        return by_components(limits);
    }
    let groups = order::groups(formula, &limits.budget)?;
    let few = Effort { states: FEW, ..Effort::ALL };
    match search(formula, &groups, few, limits) {
        Ok(Found::All(graph)) => return of_graph(*graph, &limits.budget),
        // The other way may take less.
        Err(Stopped(Limit::Memory)) if strategy == Strategy::Auto => {}
        stopped => drop(stopped?),
    }
    let frontier = |limits: &Limits| {
        let graph = order::compile(formula, &groups, limits)?;
        of_graph(graph, &limits.budget)
    };
    let is_value = |group: &Group| group.clause.is_some();
    match strategy {
        Strategy::Frontier => frontier(limits),
        _ if !groups.iter().any(is_value) => by_components(limits),
        _ => {
            let width = components::width(formula, &limits.budget)?;
            let is_narrow = width.is_some_and(|width| width < NARROW);
            let (first, second): (&Way<'_, T>, &Way<'_, T>) = match is_narrow {
                true => (&by_components, &frontier),
                false => (&frontier, &by_components),
            };
            in_turns(limits, [first, second])
        }
    }
}

type Way<'a, T> = dyn Fn(&Limits) -> Result<T, Stopped> + 'a;

/// Gives both as many steps until one is done. Who has not enough memory gets no more turns.
fn in_turns<T>(limits: &Limits, ways: [&Way<'_, T>; 2]) -> Result<T, Stopped> {
    let (mut ways, mut steps) = (ways.to_vec(), TURN);
    loop {
        let mut at = 0;
        while let Some(way) = ways.get(at) {
            let budget = limits.budget.turn(if ways.len() == 1 { u64::MAX } else { steps });
            match way(&Limits { budget, ..limits.clone() }) {
                Err(Stopped(Limit::Memory)) if ways.len() > 1 => drop(ways.remove(at)),
                Err(Stopped(Limit::Steps)) if !limits.budget.is_spent() => at += 1,
                done => return done,
            }
        }
        steps *= LONGER;
    }
}
