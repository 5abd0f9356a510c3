//! Unit propagation on inequalities, which can be undone.

use cnfetti_encodings::Lit;

use crate::inequality::Inequality;

/// How a proof refers to an inequality. The negation of the goal gets its number later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Id {
    /// An inequality by its number.
    Step(u64),
    /// The negation of the goal.
    Negation,
    /// An inequality that no step refers to.
    Lemma,
    /// A multiple of one inequality plus another, divided and rounded up.
    Rounded {
        /// The number of the one that is multiplied.
        one: u64,
        /// The number of the other.
        other: u64,
        times: u8,
        divisor: u8,
    },
}

/// An inequality that may be used.
#[derive(Debug)]
pub(crate) struct Fact {
    pub(crate) id: Id,
    pub(crate) inequality: Inequality,
    /// The largest weight.
    largest: i64,
    /// By how much the weights of the literals that are not false exceed the degree.
    slack: i64,
    is_alive: bool,
}

/// Literals of which exactly one is true.
#[derive(Debug)]
pub(crate) struct Group {
    /// The facts that say "at least one" and "at most one".
    pub(crate) facts: [usize; 2],
    pub(crate) members: Vec<Lit>,
}

/// Facts, the assumed literals, and what follows from them by propagation.
#[derive(Debug, Default)]
pub(crate) struct Engine {
    facts: Vec<Fact>,
    groups: Vec<Group>,
    /// Each literal's group, and the facts that contain it, with its weight; indexed by [`slot`].
    group_of: Vec<Option<usize>>,
    occurrences: Vec<Vec<(usize, i64)>>,
    /// Whether each literal is true, if known.
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    /// Facts to visit, because their slack became smaller.
    pending: Vec<usize>,
    /// Facts that cannot hold.
    impossible: Vec<usize>,
    has_conflict: bool,
}

/// The index of a literal.
fn slot(lit: Lit) -> usize {
    2 * lit.variable() as usize + usize::from(lit.is_positive())
}

impl Engine {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.undo(0);
        self.truncate(0);
        self.forget_groups();
        self.groups.clear();
    }

    fn forget_groups(&mut self) {
        for lit in self.groups.iter().flat_map(|group| &group.members) {
            self.group_of[slot(*lit)] = None;
        }
    }

    fn make_room(&mut self, lit: Lit) {
        let size = 2 * lit.variable() as usize + 2;
        if self.values.len() < size {
            self.values.resize(size, None);
            self.group_of.resize(size, None);
            self.occurrences.resize_with(size, Vec::new);
        }
    }

    /// Adds a fact, and returns its index.
    pub(crate) fn add(&mut self, inequality: Inequality, id: Id) -> usize {
        let number = self.facts.len();
        let mut slack = -inequality.degree();
        for &(weight, lit) in inequality.terms() {
            self.make_room(lit);
            self.occurrences[slot(lit)].push((number, weight));
            if self.value(lit) != Some(false) {
                slack += weight;
            }
        }
        let largest = inequality.terms().iter().map(|&(weight, _)| weight).max().unwrap_or(0);
        if inequality.terms().is_empty() && inequality.degree() > 0 {
            self.impossible.push(number);
        }
        self.facts.push(Fact { id, inequality, largest, slack, is_alive: true });
        self.pending.push(number);
        number
    }

    /// Adds a fact for sums only: propagation ignores it.
    pub(crate) fn add_idle(&mut self, inequality: Inequality, id: Id) -> usize {
        let number = self.add(inequality, id);
        self.facts[number].is_alive = false;
        number
    }

    /// Says that exactly one of these literals is true, by two facts: at least one is, at most one is.
    pub(crate) fn add_group(&mut self, members: Vec<Lit>, facts: [usize; 2]) {
        let number = self.groups.len();
        members.iter().for_each(|&lit| self.group_of[slot(lit)] = Some(number));
        self.groups.push(Group { facts, members });
    }

    /// Removes the facts from this index on.
    pub(crate) fn truncate(&mut self, number: usize) {
        for fact in self.facts.drain(number..).rev() {
            for &(_, lit) in fact.inequality.terms() {
                self.occurrences[slot(lit)].pop();
            }
        }
        self.pending.retain(|&fact| fact < number);
        self.impossible.retain(|&fact| fact < number);
    }

    /// Forbids the use of a fact, including its copies.
    pub(crate) fn retire(&mut self, id: Id) {
        let retired = self.facts.iter_mut().filter(|fact| fact.id == id);
        retired.for_each(|fact| fact.is_alive = false);
        let facts = &self.facts;
        let is_alive = |group: &Group| group.facts.iter().all(|&fact| facts[fact].is_alive);
        if self.groups.iter().all(is_alive) {
            return;
        }
        self.forget_groups();
        let facts = &self.facts;
        self.groups.retain(|group| group.facts.iter().all(|&fact| facts[fact].is_alive));
        for (number, group) in self.groups.iter().enumerate() {
            for &lit in &group.members {
                self.group_of[slot(lit)] = Some(number);
            }
        }
    }

    /// How many facts there are.
    pub(crate) fn len(&self) -> usize {
        self.facts.len()
    }

    pub(crate) fn fact(&self, number: usize) -> &Fact {
        &self.facts[number]
    }

    /// Whether the fact may be used.
    pub(crate) fn is_alive(&self, number: usize) -> bool {
        self.facts[number].is_alive
    }

    pub(crate) fn num_groups(&self) -> usize {
        self.groups.len()
    }

    pub(crate) fn group(&self, number: usize) -> &Group {
        &self.groups[number]
    }

    /// The group of a literal.
    pub(crate) fn group_of(&self, lit: Lit) -> Option<usize> {
        self.group_of.get(slot(lit)).copied().flatten()
    }

    /// Whether the literal is true, if known.
    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        self.values.get(slot(lit)).copied().flatten()
    }

    /// The length of the trail, for [`Engine::undo`].
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// The literals that are assumed or follow, in order.
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Replaces the trail by an earlier one.
    pub(crate) fn restore(&mut self, trail: &[Lit]) {
        self.undo(0);
        trail.iter().for_each(|&lit| self.set(lit));
    }

    /// Undoes everything after the mark.
    pub(crate) fn undo(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.values[slot(lit)] = None;
            self.values[slot(!lit)] = None;
            for &(fact, weight) in &self.occurrences[slot(!lit)] {
                self.facts[fact].slack += weight;
            }
        }
        self.pending.clear();
        self.pending.extend(&self.impossible);
        self.has_conflict = false;
    }

    /// Undoes everything, and visits all facts again.
    pub(crate) fn restart(&mut self) {
        self.undo(0);
        self.pending.extend(0..self.facts.len());
    }

    /// Assumes a literal.
    pub(crate) fn assume(&mut self, lit: Lit) {
        match self.value(lit) {
            Some(true) => {}
            Some(false) => self.has_conflict = true,
            None => self.set(lit),
        }
    }

    fn set(&mut self, lit: Lit) {
        self.make_room(lit);
        self.make_room(!lit);
        self.values[slot(lit)] = Some(true);
        self.values[slot(!lit)] = Some(false);
        self.trail.push(lit);
        for &(fact, weight) in &self.occurrences[slot(!lit)] {
            let fact_of = &mut self.facts[fact];
            fact_of.slack -= weight;
            if fact_of.is_alive && fact_of.slack < fact_of.largest {
                self.pending.push(fact);
            }
        }
    }

    /// Propagates until nothing more follows. Returns false if some fact cannot hold.
    pub(crate) fn propagate(&mut self) -> bool {
        while let Some(number) = self.pending.pop() {
            if self.has_conflict {
                return false;
            }
            let fact = &self.facts[number];
            if !fact.is_alive || fact.slack >= fact.largest {
                continue;
            }
            if fact.slack < 0 {
                self.has_conflict = true;
                return false;
            }
            let slack = fact.slack;
            let terms = fact.inequality.terms().iter();
            let forced =
                terms.filter(|&&(weight, lit)| weight > slack && self.value(lit).is_none());
            let forced: Vec<Lit> = forced.map(|&(_, lit)| lit).collect();
            forced.into_iter().for_each(|lit| self.set(lit));
        }
        !self.has_conflict
    }
}
