//! A tree decomposition of a formula: how deep each variable is in a tree of small separators.
//!
//! Variables are eliminated one by one, always one whose neighbours lack the fewest edges among each other
//! (min-fill). A variable and its neighbours at that time form a bag, and the bags form a tree. Its root is
//! where it falls into the smallest parts. Deciding the variables of the first bags splits the formula.
//! (Bodlaender, Koster: Treewidth computations I, 2010.)

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use itertools::Itertools;

use crate::knowledge::formula::{Formula, OFTEN, variable};
use crate::propagation::Propagation;
use cnfetti_core::limit::{Budget, Poll, Stopped};

/// Give up after this many steps.
const MOST_WORK: usize = 100_000_000;

/// With more neighbours than this, all edges among them count as missing.
const MANY: usize = 60;

const NONE: u32 = u32::MAX;

/// An order in which to eliminate all variables.
pub(super) struct Elimination {
    pub(super) order: Vec<u32>,
    /// For each variable, its neighbours when it is eliminated.
    pub(super) bags: Vec<Vec<u32>>,
    /// The number of variables with neighbours.
    size: usize,
}

impl Elimination {
    /// Eliminates the variables of the unsatisfied clauses, the hidden ones first; `None` if it is too much work.
    pub(super) fn of(
        formula: &Formula,
        propagation: &Propagation,
        is_hidden: impl Fn(u32) -> bool,
        budget: &Budget,
    ) -> Result<Option<Elimination>, Stopped> {
        let mut poll = budget.poll(OFTEN);
        let Some(neighbours) = neighbours(formula, propagation, &mut poll)? else {
            return Ok(None);
        };
        eliminate(neighbours, is_hidden, &mut poll)
    }
}

/// The depths of the variables.
pub(super) struct Tree {
    /// For each variable, the distance of its first bag from the root.
    pub(super) depth: Vec<u32>,
    /// The distance of the last bag from the root.
    pub(super) deepest: u32,
    /// The number of variables in the largest bag.
    pub(super) width: usize,
    /// The number of variables with neighbours.
    pub(super) size: usize,
}

impl Tree {
    /// The tree of the unsatisfied clauses; `None` if it is too much work.
    pub(super) fn of(
        formula: &Formula,
        propagation: &Propagation,
        budget: &Budget,
    ) -> Result<Option<Tree>, Stopped> {
        let Some(elimination) = Elimination::of(formula, propagation, |_| false, budget)? else {
            return Ok(None);
        };
        let Elimination { order, bags, size } = elimination;
        let depth = depths(&order, &bags);
        let deepest = depth.iter().copied().max().unwrap_or(0);
        let width = bags.iter().map(Vec::len).max().unwrap_or(0) + 1;
        Ok(Some(Tree { depth, deepest, width, size }))
    }
}

/// For each variable, the sorted variables that share a clause with it.
fn neighbours(
    formula: &Formula,
    propagation: &Propagation,
    poll: &mut Poll,
) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); formula.num_vars];
    let mut work = 0;
    for number in 0..formula.num_clauses() as u32 {
        let clause = formula.clause(number);
        if clause.iter().any(|&lit| propagation.holds(lit)) {
            continue;
        }
        work += clause.len() * clause.len();
        poll.steps(clause.len() * clause.len())?;
        if work > MOST_WORK {
            return Ok(None);
        }
        let open = clause.iter().filter(|&&lit| !propagation.holds(lit ^ 1));
        for [&one, &other] in open.array_combinations() {
            if one != other ^ 1 {
                neighbours[variable(one)].push(other / 2);
                neighbours[variable(other)].push(one / 2);
            }
        }
    }
    for others in &mut neighbours {
        others.sort_unstable();
        others.dedup();
    }
    Ok(Some(neighbours))
}

fn eliminate(
    mut neighbours: Vec<Vec<u32>>,
    is_hidden: impl Fn(u32) -> bool,
    poll: &mut Poll,
) -> Result<Option<Elimination>, Stopped> {
    let variables = neighbours.len();
    let size = neighbours.iter().filter(|others| !others.is_empty()).count();
    let mut lacking = Lacking { met: vec![0; variables], meeting: 0, work: 0 };
    let mut queue: BinaryHeap<Reverse<(bool, usize, u32)>> = (0..variables as u32)
        .map(|one| Reverse((!is_hidden(one), lacking.edges(&neighbours, one), one)))
        .collect();
    let (mut order, mut bags) = (Vec::with_capacity(variables), vec![Vec::new(); variables]);
    let mut is_eliminated = vec![false; variables];
    while let Some(Reverse((is_late, edges, variable))) = queue.pop() {
        if is_eliminated[variable as usize] {
            continue;
        }
        let before = lacking.work;
        let now = lacking.edges(&neighbours, variable);
        if now > edges {
            queue.push(Reverse((is_late, now, variable)));
            continue;
        }
        is_eliminated[variable as usize] = true;
        order.push(variable);
        let bag = std::mem::take(&mut neighbours[variable as usize]);
        for &other in &bag {
            let others = std::mem::take(&mut neighbours[other as usize]);
            lacking.work += others.len() + bag.len();
            let merged = others.into_iter().merge(bag.iter().copied()).dedup();
            neighbours[other as usize] =
                merged.filter(|&one| one != variable && one != other).collect();
        }
        for &other in &bag {
            queue.push(Reverse((!is_hidden(other), lacking.edges(&neighbours, other), other)));
        }
        bags[variable as usize] = bag;
        poll.steps(lacking.work - before)?;
        if lacking.work > MOST_WORK {
            return Ok(None);
        }
    }
    Ok(Some(Elimination { order, bags, size }))
}

/// Counts missing edges.
struct Lacking {
    /// When each variable was last met.
    met: Vec<u32>,
    meeting: u32,
    work: usize,
}

impl Lacking {
    /// Twice the number of edges missing among the neighbours of a variable.
    fn edges(&mut self, neighbours: &[Vec<u32>], variable: u32) -> usize {
        let bag = &neighbours[variable as usize];
        if bag.len() > MANY {
            return bag.len() * (bag.len() - 1);
        }
        self.meeting += 1;
        bag.iter().for_each(|&other| self.met[other as usize] = self.meeting);
        let mut lacking = bag.len() * bag.len().saturating_sub(1);
        for &other in bag {
            let others = &neighbours[other as usize];
            self.work += 1 + others.len();
            lacking -= others.iter().filter(|&&one| self.met[one as usize] == self.meeting).count();
        }
        lacking
    }
}

/// For each variable, the distance of its first bag from the middle of the tree.
fn depths(order: &[u32], bags: &[Vec<u32>]) -> Vec<u32> {
    let variables = bags.len();
    let mut place = vec![0; variables];
    order.iter().zip(0..).for_each(|(&variable, at)| place[variable as usize] = at);
    // The parent of a variable's bag is that of its neighbour that is eliminated next.
    let parent_of = |variable: u32| -> u32 {
        let bag = bags[variable as usize].iter().copied();
        bag.min_by_key(|&other: &u32| -> u32 { place[other as usize] }).unwrap_or(NONE)
    };
    let parent: Vec<u32> = (0..variables as u32).map(parent_of).collect();
    let mut below = vec![1_u32; variables];
    for &variable in order {
        if parent[variable as usize] != NONE {
            below[parent[variable as usize] as usize] += below[variable as usize];
        }
    }
    // The middle is the deepest bag with at least half of all bags below it.
    let mut root_of: Vec<u32> = (0..variables as u32).collect();
    let mut best = vec![NONE; variables];
    for &variable in order.iter().rev() {
        let place = variable as usize;
        if parent[place] != NONE {
            root_of[place] = root_of[parent[place] as usize];
        }
        let root = root_of[place] as usize;
        if 2 * below[place] >= below[root] {
            best[root] = variable;
        }
    }
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); variables];
    for variable in 0..variables as u32 {
        if parent[variable as usize] != NONE {
            around[variable as usize].push(parent[variable as usize]);
            around[parent[variable as usize] as usize].push(variable);
        }
    }
    let mut depth = vec![NONE; variables];
    let mut is_met = vec![false; variables];
    let mut reached: Vec<u32> = Vec::new();
    let mut level: Vec<u32> = best.into_iter().filter(|&variable| variable != NONE).collect();
    let mut distance = 0;
    while !level.is_empty() {
        for &variable in &level {
            is_met[variable as usize] = true;
            for &one in bags[variable as usize].iter().chain([&variable]) {
                depth[one as usize] = depth[one as usize].min(distance);
            }
        }
        for &variable in &level {
            let others = around[variable as usize].iter();
            reached.extend(others.filter(|&&other| !is_met[other as usize]));
        }
        level.clear();
        std::mem::swap(&mut level, &mut reached);
        distance += 1;
    }
    depth
}
