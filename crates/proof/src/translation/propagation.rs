//! Unit propagation of inequalities: it derives each literal without which one of them cannot hold.

use super::inequality::{Inequality, Lit, opposite};

/// An inequality, and its slack.
#[derive(Debug)]
struct Place {
    /// By how much the literals that are not false exceed the degree.
    slack: i64,
    /// The largest weight.
    largest: i64,
    /// Whether propagation may use it.
    is_used: bool,
    /// The number of literals on the trail whose reason it is.
    forced: usize,
    terms: Vec<(i64, Lit)>,
}

/// The reason of a literal: the number of an inequality.
type Reason = usize;

/// Inequalities, and what follows from them. What is on the trail does not depend on assumptions.
#[derive(Debug, Default)]
pub(super) struct Propagation {
    places: Vec<Place>,
    free: Vec<usize>,
    /// For each literal, the inequalities that contain it, and its weight in each.
    occurrences: Vec<Vec<(usize, i64)>>,
    is_true: Vec<bool>,
    trail: Vec<(Lit, Reason)>,
    /// The inequalities to visit.
    pending: Vec<usize>,
    conflict: Option<usize>,
    looked_at: u64,
}

impl Propagation {
    /// Returns how many terms were visited since the last call.
    pub(super) fn looked_at(&mut self) -> u64 {
        std::mem::take(&mut self.looked_at)
    }

    /// Makes room for the literals of a variable.
    pub(super) fn declare(&mut self, variable: u32) {
        let size = 2 * variable as usize + 2;
        if self.is_true.len() < size {
            self.is_true.resize(size, false);
            self.occurrences.resize_with(size, Vec::new);
        }
    }

    /// The number of inequalities that contain the variable.
    pub(super) fn uses_of(&self, variable: u32) -> usize {
        let positive = 2 * variable as usize;
        self.occurrences[positive].len() + self.occurrences[positive + 1].len()
    }

    /// Adds an inequality, and returns its number.
    pub(super) fn add(&mut self, inequality: &Inequality) -> usize {
        let number = self.insert(inequality);
        self.propagate();
        number
    }

    fn insert(&mut self, inequality: &Inequality) -> usize {
        let number = self.free.pop().unwrap_or(self.places.len());
        let mut slack = -inequality.degree;
        for &(weight, lit) in &inequality.terms {
            self.occurrences[lit as usize].push((number, weight));
            if !self.is_true[opposite(lit) as usize] {
                slack += weight;
            }
        }
        let largest = inequality.terms.iter().map(|&(weight, _)| weight).max().unwrap_or(0);
        let terms = inequality.terms.clone();
        let place = Place { slack, largest, is_used: true, forced: 0, terms };
        match self.places.get_mut(number) {
            Some(free) => *free = place,
            None => self.places.push(place),
        }
        self.look_at(number);
        number
    }

    fn look_at(&mut self, number: usize) {
        let place = &self.places[number];
        if place.is_used && place.slack < place.largest.max(0) {
            self.pending.push(number);
        }
        if place.is_used && place.slack < 0 && self.conflict.is_none() {
            self.conflict = Some(number);
        }
    }

    /// The length of the trail, for [`Propagation::undo`]; `None` if there is a conflict.
    pub(super) fn mark(&self) -> Option<usize> {
        self.conflict.is_none().then_some(self.trail.len())
    }

    /// Propagates an inequality again.
    pub(super) fn look_again(&mut self, number: usize) {
        self.look_at(number);
        self.propagate();
    }

    /// Removes an inequality, and what followed from it.
    pub(super) fn remove(&mut self, number: usize) {
        self.take_out(number);
        self.take_back(number);
        self.free.push(number);
    }

    /// Sets whether propagation may use an inequality.
    pub(super) fn set_used(&mut self, number: usize, is_used: bool) {
        if std::mem::replace(&mut self.places[number].is_used, is_used) == is_used {
            return;
        }
        if is_used {
            self.look_at(number);
            self.propagate();
        } else {
            self.take_back(number);
        }
    }

    fn take_out(&mut self, number: usize) {
        self.places[number].is_used = false;
        for (weight, lit) in std::mem::take(&mut self.places[number].terms) {
            let occurrences = &mut self.occurrences[lit as usize];
            if let Some(at) = occurrences.iter().rposition(|&other| other == (number, weight)) {
                occurrences.swap_remove(at);
            }
        }
    }

    /// Undoes what followed from an inequality, and derives again what follows from others.
    fn take_back(&mut self, number: usize) {
        let from = match self.places[number].forced > 0 && self.conflict.is_none() {
            true => self.trail.iter().position(|&(_, reason)| reason == number),
            false => self.conflict.map(|_| 0),
        };
        let Some(from) = from else { return };
        let undone: Vec<Lit> = self.trail[from..].iter().map(|&(lit, _)| lit).collect();
        let had_conflict = self.conflict.is_some();
        self.undo(from);
        if had_conflict {
            (0..self.places.len()).for_each(|number| self.look_at(number));
        }
        for lit in undone {
            for at in 0..self.occurrences[lit as usize].len() {
                self.look_at(self.occurrences[lit as usize][at].0);
            }
        }
        self.propagate();
    }

    /// Undoes everything on the trail from this index on.
    pub(super) fn undo(&mut self, from: usize) {
        for (lit, reason) in self.trail.drain(from..) {
            self.is_true[lit as usize] = false;
            self.places[reason].forced -= 1;
            for &(number, weight) in &self.occurrences[opposite(lit) as usize] {
                self.places[number].slack += weight;
            }
        }
        self.pending.clear();
        self.conflict = None;
    }

    /// Whether assuming that an inequality does not hold leads to a conflict.
    pub(super) fn follows(&mut self, goal: &Inequality) -> bool {
        if self.conflict.is_some() {
            return true;
        }
        let mark = self.trail.len();
        let negation = self.insert(&goal.negated());
        self.propagate();
        let is_conflict = self.conflict.is_some();
        self.undo(mark);
        self.take_out(negation);
        self.free.push(negation);
        is_conflict
    }

    fn propagate(&mut self) {
        while self.conflict.is_none()
            && let Some(number) = self.pending.pop()
        {
            let Place { slack, largest, is_used, .. } = self.places[number];
            if !is_used || slack >= largest {
                continue;
            }
            self.looked_at += self.places[number].terms.len() as u64;
            for at in 0..self.places[number].terms.len() {
                let (weight, lit) = self.places[number].terms[at];
                let is_open = !self.is_true[lit as usize] && !self.is_true[opposite(lit) as usize];
                if weight > slack && is_open && self.conflict.is_none() {
                    self.set(lit, number);
                }
            }
        }
    }

    fn set(&mut self, lit: Lit, reason: Reason) {
        self.is_true[lit as usize] = true;
        self.places[reason].forced += 1;
        self.trail.push((lit, reason));
        let number_of = self.occurrences[opposite(lit) as usize].len();
        self.looked_at += number_of as u64;
        for at in 0..number_of {
            let (number, weight) = self.occurrences[opposite(lit) as usize][at];
            self.places[number].slack -= weight;
            self.look_at(number);
        }
    }
}
