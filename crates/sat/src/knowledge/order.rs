//! The groups, and the order in which to decide them.
//!
//! A clause whose literals exclude each other by unit propagation is a group: the values of a cell, the
//! places of a piece. A shown variable in no such clause is a group of two literals. The number of states for an order is
//! hard to predict, so a beam search with a few states in each layer tries some orders, and the best one is used.

use std::collections::HashMap;

use itertools::Itertools;

use super::formula::{Code, Formula, OFTEN, variable};
use super::graph::{Graph, Group};
use super::search::{Effort, Found, search};
use cnfetti_core::limit::{Budget, Limits, Poll, Stopped};

/// How many states of a layer to expand when judging an order.
const BEAM: usize = 60;

/// How many literals to visit in search of groups.
const GROUP_WORK: usize = 50_000_000;

/// With more groups than this, no other orders are tried.
const MANY: usize = 2000;

/// An order of the groups.
pub(super) struct Order {
    groups: Vec<Group>,
    /// An estimate of the number of states by a beam search, often far too large; `None` if the order was not tried.
    about: Option<f64>,
}

impl Order {
    /// The order in which the groups are listed, without a try.
    pub(super) fn listed(groups: &[Group]) -> Order {
        Order { groups: groups.to_vec(), about: None }
    }

    /// The order in which the groups are listed, tried with a beam.
    pub(super) fn tried(
        formula: &Formula,
        groups: &[Group],
        limits: &Limits,
    ) -> Result<Order, Stopped> {
        let effort = Effort { beam: BEAM, ..Effort::ALL };
        match search(formula, groups, effort, limits)? {
            Found::About(about) => Ok(Order { groups: groups.to_vec(), about: Some(about) }),
            Found::All(_) => unreachable!("a beam does not find everything"),
        }
    }

    /// The best order found.
    pub(super) fn best(
        formula: &Formula,
        groups: &[Group],
        limits: &Limits,
    ) -> Result<Order, Stopped> {
        let mut best = Order::listed(groups);
        if groups.len() > MANY {
            return Ok(best);
        }
        for order in orders(formula, groups, &limits.budget)? {
            let tried = Order::tried(formula, &order, limits)?;
            if best.about.is_none_or(|least| tried.about.is_some_and(|about| about < least)) {
                best = tried;
            }
        }
        Ok(best)
    }

    /// Whether no more than this many states are to be expected.
    pub(super) fn promises(&self, states: f64) -> bool {
        self.about.is_some_and(|about| about <= states)
    }

    /// Decides all groups in this order.
    pub(super) fn compile(&self, formula: &Formula, limits: &Limits) -> Result<Graph, Stopped> {
        match search(formula, &self.groups, Effort::ALL, limits)? {
            Found::All(graph) => Ok(*graph),
            Found::About(_) => unreachable!("no effort was spared"),
        }
    }
}

/// The groups in the formula's own order; otherwise by their variables, and those of two literals after the others.
pub(super) fn groups(formula: &Formula, budget: &Budget) -> Result<Vec<Group>, Stopped> {
    let mut groups = exclusive(formula, budget)?;
    groups.sort_by_key(|group| group.lits.iter().min().copied());
    let mut is_covered = vec![false; formula.num_vars];
    groups.iter().flat_map(|group| &group.lits).for_each(|&lit| is_covered[variable(lit)] = true);
    let mut alone = (0..formula.num_vars)
        .filter(|&place| formula.is_shown[place] && !is_covered[place])
        .map(|place| 2 * place as Code)
        .map(|lit| Group { lits: vec![lit, lit + 1], clause: None })
        .collect_vec();
    groups.append(&mut alone);
    if let Some(place) = &formula.place {
        // A group is decided where the last of its variables is: most of the others are known by then.
        groups.sort_by_key(|group| group.lits.iter().map(|&lit| place[variable(lit)]).max());
    }
    Ok(groups)
}

/// The clauses of shown variables whose literals exclude each other.
fn exclusive(formula: &Formula, budget: &Budget) -> Result<Vec<Group>, Stopped> {
    let mut propagation = Propagation::new(formula, budget);
    let mut groups = Vec::new();
    for number in 0..formula.num_clauses() as u32 {
        let clause = formula.clause(number);
        propagation.poll.steps(clause.len())?;
        let is_candidate = clause.len() > 2 && clause.iter().all(|&lit| formula.shows(lit));
        if is_candidate && propagation.are_exclusive(clause, number + 1)? {
            groups.push(Group { lits: clause.to_vec(), clause: Some(number) });
        }
        if propagation.work > GROUP_WORK {
            break;
        }
    }
    Ok(groups)
}

/// Unit propagation from one literal.
struct Propagation<'a> {
    formula: &'a Formula,
    is_true: Vec<bool>,
    /// For each literal, the last clause in which it was met.
    met: Vec<u32>,
    trail: Vec<Code>,
    work: usize,
    poll: Poll,
}

impl<'a> Propagation<'a> {
    fn new(formula: &'a Formula, budget: &Budget) -> Propagation<'a> {
        Propagation {
            formula,
            is_true: vec![false; 2 * formula.num_vars],
            met: vec![0; 2 * formula.num_vars],
            trail: Vec::new(),
            work: 0,
            poll: budget.poll(OFTEN),
        }
    }

    /// Whether each literal of the clause with this number, from 1, makes all others false, and none is the
    /// negation of another.
    fn are_exclusive(&mut self, clause: &[Code], number: u32) -> Result<bool, Stopped> {
        for &lit in clause {
            self.met[lit as usize] = number;
            if self.met[lit as usize ^ 1] == number {
                return Ok(false);
            }
        }
        for &lit in clause {
            if self.work > GROUP_WORK || !self.excludes(lit, clause.len() - 1, number)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the literal makes the `others` of the clause false.
    fn excludes(&mut self, lit: Code, mut others: usize, number: u32) -> Result<bool, Stopped> {
        self.assign(lit);
        let mut head = 0;
        while others > 0 && head < self.trail.len() {
            let lit = self.trail[head];
            head += 1;
            for &clause in self.formula.clauses_with(lit ^ 1) {
                let clause = self.formula.clause(clause);
                self.work += clause.len();
                self.poll.steps(clause.len())?;
                if clause.iter().any(|&lit| self.is_true[lit as usize]) {
                    continue;
                }
                let open = clause.iter().filter(|&&lit| !self.is_true[lit as usize ^ 1]);
                if let Ok(&lit) = open.exactly_one() {
                    self.assign(lit);
                    others -= usize::from(self.met[lit as usize ^ 1] == number);
                }
            }
        }
        self.trail.drain(..).for_each(|lit| self.is_true[lit as usize] = false);
        Ok(others == 0)
    }

    fn assign(&mut self, lit: Code) {
        self.is_true[lit as usize] = true;
        self.trail.push(lit);
    }
}

/// Orders that are worth trying.
fn orders(
    formula: &Formula,
    groups: &[Group],
    budget: &Budget,
) -> Result<Vec<Vec<Group>>, Stopped> {
    let mut orders = vec![groups.to_vec()];
    let parts = partitions(groups);
    if parts.len() > 1 {
        orders.push(parts.iter().rev().flatten().cloned().collect());
    }
    let neighbours = Neighbours::of(formula, groups);
    for start in [0, groups.len() / 2, groups.len() - 1] {
        budget.check()?;
        let order = neighbours.order_from(start);
        orders.push(order.into_iter().map(|place| groups[place].clone()).collect());
    }
    Ok(orders)
}

/// Divides the groups into sets of groups that share no variable.
fn partitions(groups: &[Group]) -> Vec<Vec<Group>> {
    let mut parts: Vec<Vec<Group>> = Vec::new();
    let mut left = groups.to_vec();
    while !left.is_empty() {
        let mut taken = std::collections::HashSet::new();
        let (part, rest): (Vec<Group>, Vec<Group>) = left.into_iter().partition(|group| {
            let is_free = group.lits.iter().all(|&lit| !taken.contains(&variable(lit)));
            if is_free {
                taken.extend(group.lits.iter().map(|&lit| variable(lit)));
            }
            is_free
        });
        parts.push(part);
        left = rest;
    }
    parts
}

/// Which groups are neighbours: those in the same clause, and those in the same constraint. Hidden variables
/// that clauses connect stand for a constraint.
pub(super) struct Neighbours {
    /// The sets that each group belongs to.
    sets_of: Vec<Vec<usize>>,
    sets: Vec<Vec<usize>>,
}

impl Neighbours {
    pub(super) fn of(formula: &Formula, groups: &[Group]) -> Neighbours {
        let mut groups_of = vec![Vec::new(); formula.num_vars];
        for (place, group) in groups.iter().enumerate() {
            for &lit in &group.lits {
                if groups_of[variable(lit)].last() != Some(&place) {
                    groups_of[variable(lit)].push(place);
                }
            }
        }
        let hidden = components(formula);
        let mut sets: HashMap<(usize, u32), Vec<usize>> = HashMap::new();
        for number in 0..formula.num_clauses() as u32 {
            let clause = formula.clause(number);
            let of_hidden = clause.iter().find(|&&lit| !formula.shows(lit));
            let key = match of_hidden {
                Some(&lit) => (hidden[variable(lit)], u32::MAX),
                None => (usize::MAX, number),
            };
            let members = clause.iter().flat_map(|&lit| &groups_of[variable(lit)]).copied();
            sets.entry(key).or_default().extend(members);
        }
        let mut sets: Vec<Vec<usize>> = sets.into_values().collect();
        for set in &mut sets {
            set.sort_unstable();
            set.dedup();
        }
        sets.retain(|set| set.len() > 1);
        sets.sort_unstable();
        sets.dedup();
        let mut sets_of = vec![Vec::new(); groups.len()];
        for (place, set) in sets.iter().enumerate() {
            set.iter().for_each(|&group| sets_of[group].push(place));
        }
        Neighbours { sets_of, sets }
    }

    /// A greedy order that begins with this group and keeps the frontier small. A set contributes the number of its decided
    /// or of its open groups, whichever is less.
    pub(super) fn order_from(&self, start: usize) -> Vec<usize> {
        let mut decided = vec![0; self.sets.len()];
        let mut left: Vec<usize> = (0..self.sets_of.len()).collect();
        let mut order = Vec::with_capacity(left.len());
        let mut next = start;
        loop {
            left.retain(|&group| group != next);
            order.push(next);
            self.sets_of[next].iter().for_each(|&set| decided[set] += 1);
            let cost = |group: usize| -> i64 {
                let sets = self.sets_of[group].iter();
                sets.map(|&set| {
                    let (size, had) = (self.sets[set].len(), decided[set]);
                    let open = |had: usize| had.min(size - had) as i64;
                    open(had + 1) - open(had)
                })
                .sum()
            };
            match left.iter().copied().min_by_key(|&group| (cost(group), group)) {
                Some(group) => next = group,
                None => return order,
            }
        }
    }
}

/// For each hidden variable, the smallest one that clauses connect with it.
fn components(formula: &Formula) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..formula.num_vars).collect();
    fn root(parent: &mut [usize], mut place: usize) -> usize {
        while parent[place] != place {
            parent[place] = parent[parent[place]];
            place = parent[place];
        }
        place
    }
    for number in 0..formula.num_clauses() as u32 {
        let mut hidden = formula.clause(number).iter().filter(|&&lit| !formula.shows(lit));
        let Some(&first) = hidden.next() else { continue };
        for &lit in hidden {
            let (one, other) =
                (root(&mut parent, variable(first)), root(&mut parent, variable(lit)));
            parent[one.max(other)] = one.min(other);
        }
    }
    (0..formula.num_vars).map(|place| root(&mut parent, place)).collect()
}
