//! Which of the two ways compiles a formula.
//!
//! The frontier search goes first, as long as it makes few states. It continues only if the formula has clauses of which
//! exactly one literal holds, such as the values of a cell: a fixed order of these can be narrow even if no small set of
//! variables splits the formula. Then both ways take turns, counted in steps, each turn longer than all before. The width of
//! a tree decomposition decides which begins, and a beam search decides whether the frontier search gets longer turns.
//!
//! If the formula comes with an order that another engine found narrow, and the beam agrees, the frontier search follows
//! that order and gets a long turn.

use num_bigint::BigUint;

use super::components;
use super::formula::Formula;
use super::graph::{self, Graph, Group};
use super::order::{self, Order};
use super::search::{Effort, Found, search};
use cnfetti_core::limit::{Budget, Limit, Limits, Stopped};

/// A way to compile a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// The way that promises to be quicker.
    #[default]
    Auto,
    /// Groups of literals in a fixed order, layer by layer.
    Frontier,
    /// Component by component, with an order chosen during the search.
    Components,
}

/// If the frontier search's first order makes no more states than this, it is as good as any way.
const FEW: usize = 2000;

/// Components get the first turn if a tree decomposition has smaller bags than this.
const NARROW: usize = 48;

/// The frontier search gets longer turns if it promises no more states than this: its steps are quick.
const PROMISING: f64 = 1e6;

/// The same for an order that another engine found narrow: a beam promises up to a hundred times as many states as there
/// are, because it meets few of the equal ones.
const GIVEN: f64 = 1e8;

/// The steps of the first turn, and the factor for each later one.
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

/// The number of models.
pub(super) fn count(
    strategy: Strategy,
    formula: &Formula,
    limits: &Limits,
) -> Result<BigUint, Stopped> {
    choose(
        strategy,
        formula,
        limits,
        |graph, budget| graph::count(formula, &graph, budget),
        |limits| components::count(formula, limits),
    )
}

/// Turns the graph of the frontier search into a result, or finds the result by components.
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
        // The other way may need less.
        Err(Stopped(Limit::Memory)) if strategy == Strategy::Auto => {}
        stopped => drop(stopped?),
    }
    let by_frontier = |order: &Order, limits: &Limits| {
        let graph = order.compile(formula, limits)?;
        of_graph(graph, &limits.budget)
    };
    let is_value = |group: &Group| group.clause.is_some();
    match strategy {
        Strategy::Frontier => by_frontier(&Order::best(formula, &groups, limits)?, limits),
        _ if !groups.iter().any(is_value) => by_components(limits),
        _ => {
            let given = given_order(formula, &groups, limits)?;
            let is_narrow = || -> Result<bool, Stopped> {
                let width = components::width(formula, &limits.budget)?;
                Ok(width.is_some_and(|width| width < NARROW))
            };
            let components = |steps| Way { run: &by_components, steps };
            let is_sure = given.as_ref().is_some_and(|order| order.promises(PROMISING));
            let second = match !is_sure && is_narrow()? {
                false => Some(components(TURN)),
                true => match by_components(&turn(limits, TURN)) {
                    Err(Stopped(Limit::Steps)) if !limits.budget.is_spent() => {
                        Some(components(TURN * LONGER))
                    }
                    Err(Stopped(Limit::Memory)) => None,
                    done => return done,
                },
            };
            let (order, longer) = match given {
                Some(order) => (order, LONGER * LONGER),
                None => {
                    let order = order_soon(formula, &groups, limits)?;
                    let longer = if order.promises(PROMISING) { LONGER } else { 1 };
                    (order, longer)
                }
            };
            let frontier = |limits: &Limits| by_frontier(&order, limits);
            let first = Way { run: &frontier, steps: TURN * longer };
            in_turns(limits, [first].into_iter().chain(second).collect())
        }
    }
}

/// The same limits, with no more than this many steps.
fn turn(limits: &Limits, steps: u64) -> Limits {
    Limits { budget: limits.budget.turn(steps), ..limits.clone() }
}

/// The formula's own order, if it has one that promises few states.
fn given_order(
    formula: &Formula,
    groups: &[Group],
    limits: &Limits,
) -> Result<Option<Order>, Stopped> {
    if formula.place.is_none() {
        return Ok(None);
    }
    match Order::tried(formula, groups, &turn(limits, TURN)) {
        Err(Stopped(Limit::Steps | Limit::Memory)) if !limits.budget.is_spent() => Ok(None),
        tried => Ok(Some(tried?).filter(|order| order.promises(GIVEN))),
    }
}

/// The best order, if the steps of a turn are enough to find it.
fn order_soon(formula: &Formula, groups: &[Group], limits: &Limits) -> Result<Order, Stopped> {
    match Order::best(formula, groups, &turn(limits, TURN)) {
        Err(Stopped(Limit::Steps | Limit::Memory)) if !limits.budget.is_spent() => {
            Ok(Order::listed(groups))
        }
        found => found,
    }
}

/// One of the two ways.
struct Way<'a, T> {
    run: &'a dyn Fn(&Limits) -> Result<T, Stopped>,
    /// The steps of its next turn.
    steps: u64,
}

/// Gives the ways turns, with more steps each time, until one is done. A way that runs out of memory gets no more.
fn in_turns<T>(limits: &Limits, mut ways: Vec<Way<'_, T>>) -> Result<T, Stopped> {
    loop {
        let mut at = 0;
        while let Some(way) = ways.get(at) {
            let steps = if ways.len() == 1 { u64::MAX } else { way.steps };
            match (way.run)(&turn(limits, steps)) {
                Err(Stopped(Limit::Memory)) if ways.len() > 1 => drop(ways.remove(at)),
                Err(Stopped(Limit::Steps)) if !limits.budget.is_spent() => at += 1,
                done => return done,
            }
        }
        ways.iter_mut().for_each(|way| way.steps *= LONGER);
    }
}
