//! Unit propagation on inequalities, with backtracking.

use cnfetti_encodings::Lit;

use crate::inequality::Inequality;

/// The number of an inequality in a proof; the negation of what is to be shown has one that is known later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Id {
    /// Its number.
    Step(u64),
    /// The negation of what is to be shown.
    Negation,
    /// What nobody refers to by its number.
    Lemma,
    /// One so many times and another, divided and rounded up.
    Rounded {
        /// The number of the one.
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
    /// By how much the literals that are not false exceed the degree.
    slack: i64,
    is_alive: bool,
}

/// Of some literals exactly one is true.
#[derive(Debug)]
pub(crate) struct Group {
    /// The facts that one is, and that at most one is.
    pub(crate) facts: [usize; 2],
    pub(crate) members: Vec<Lit>,
}

/// Facts, and what is assumed and follows at once.
#[derive(Debug, Default)]
pub(crate) struct Engine {
    facts: Vec<Fact>,
    groups: Vec<Group>,
    /// For each literal its group, and the facts that it is in with its weight: by [`slot`].
    group_of: Vec<Option<usize>>,
    occurrences: Vec<Vec<(usize, i64)>>,
    /// For each literal whether it is true, where that is known.
    values: Vec<Option<bool>>,
    trail: Vec<Lit>,
    /// Facts to look at: their slack has become smaller.
    pending: Vec<usize>,
    /// Facts that hold in no case.
    impossible: Vec<usize>,
    has_conflict: bool,
}

/// Where a literal is in lists.
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

    /// Adds a fact, and gives its number here.
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

    /// Adds a fact that is for sums alone: nothing follows from it by propagation.
    pub(crate) fn add_idle(&mut self, inequality: Inequality, id: Id) -> usize {
        let number = self.add(inequality, id);
        self.facts[number].is_alive = false;
        number
    }

    /// Says that of some literals exactly one is true, by these facts: one is, at most one is.
    pub(crate) fn add_group(&mut self, members: Vec<Lit>, facts: [usize; 2]) {
        let number = self.groups.len();
        members.iter().for_each(|&lit| self.group_of[slot(lit)] = Some(number));
        self.groups.push(Group { facts, members });
    }

    /// Takes out the facts from this number on.
    pub(crate) fn truncate(&mut self, number: usize) {
        for fact in self.facts.drain(number..).rev() {
            for &(_, lit) in fact.inequality.terms() {
                self.occurrences[slot(lit)].pop();
            }
        }
        self.pending.retain(|&fact| fact < number);
        self.impossible.retain(|&fact| fact < number);
    }

    /// A fact may not be used any more, as often as it is here.
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

    /// Whether the literal is true, where that is known.
    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        self.values.get(slot(lit)).copied().flatten()
    }

    /// Where the trail is, for [`Engine::undo`].
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// What is assumed and follows, in order.
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    /// Makes what is assumed and follows what it was before.
    pub(crate) fn restore(&mut self, trail: &[Lit]) {
        self.undo(0);
        trail.iter().for_each(|&lit| self.set(lit));
    }

    /// Takes back what was assumed since.
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

    /// Takes everything back, so that all facts are looked at again.
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

    /// All that follows. False when some fact cannot hold.
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
