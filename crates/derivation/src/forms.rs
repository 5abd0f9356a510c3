//! Sums, with literals that say how large they are.

use std::collections::{HashMap, HashSet};

use cnfetti_encodings::Lit;
use itertools::Itertools as _;

use crate::engine::Engine;
use crate::inequality::Inequality;

/// A sum, and the literals that say whether it reaches a number.
#[derive(Debug)]
pub(crate) struct Form {
    /// In normal form.
    pub(crate) terms: Vec<(i64, Lit)>,
    /// In increasing order of their numbers.
    pub(crate) thresholds: Vec<Threshold>,
}

/// A literal that is true exactly when a sum reaches a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threshold {
    pub(crate) number: i64,
    pub(crate) lit: Lit,
    /// The fact that the sum reaches the number if the literal is true.
    pub(crate) reaches: usize,
    /// The fact that the sum is below the number if the literal is false.
    pub(crate) misses: usize,
}

/// All sums of a part of a formula.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    pub(crate) all: Vec<Form>,
    by_terms: HashMap<Vec<(i64, Lit)>, usize>,
    /// Each variable's form.
    of: HashMap<u32, usize>,
}

impl Forms {
    /// Adds a threshold of the sum of these terms, which are in normal form.
    pub(crate) fn add(&mut self, terms: &[(i64, Lit)], threshold: Threshold) {
        let next = self.all.len();
        let number = *self.by_terms.entry(terms.to_vec()).or_insert(next);
        if number == next {
            self.all.push(Form { terms: terms.to_vec(), thresholds: Vec::new() });
        }
        let thresholds = &mut self.all[number].thresholds;
        let at = thresholds.partition_point(|other| other.number < threshold.number);
        thresholds.insert(at, threshold);
        self.of.insert(threshold.lit.variable(), number);
    }

    /// The literal that says that the sum of these terms reaches a number.
    pub(crate) fn literal(&self, terms: &[(i64, Lit)], number: i64) -> Option<Lit> {
        let form = &self.all[*self.by_terms.get(terms)?];
        let threshold = form.thresholds.iter().find(|threshold| threshold.number == number)?;
        Some(threshold.lit)
    }

    /// The form of a literal.
    pub(crate) fn of(&self, lit: Lit) -> Option<usize> {
        self.of.get(&lit.variable()).copied()
    }

    /// The threshold that a variable stands for.
    pub(crate) fn threshold(&self, variable: u32) -> Option<Threshold> {
        let form = &self.all[*self.of.get(&variable)?];
        form.thresholds.iter().copied().find(|threshold| threshold.lit.variable() == variable)
    }

    /// The forms over the variables of an inequality, over other values of these, and over what their
    /// definitions contain, longest first; and all these variables, with those of their thresholds.
    pub(crate) fn about(&self, goal: &Inequality, engine: &Engine) -> (Vec<usize>, HashSet<u32>) {
        let mut known: HashSet<u32> = HashSet::new();
        let mut open: Vec<u32> = goal.terms().iter().map(|(_, lit)| lit.variable()).collect();
        let group_of = |(_, lit): &(i64, Lit)| engine.group_of(*lit).or(engine.group_of(!*lit));
        // If the goal contains several values of a variable, such as a result, add all its values.
        for group in goal.terms().iter().filter_map(group_of).duplicates() {
            open.extend(engine.group(group).members.iter().map(|lit| lit.variable()));
        }
        while let Some(variable) = open.pop() {
            if !known.insert(variable) {
                continue;
            }
            if let Some(&form) = self.of.get(&variable) {
                open.extend(self.all[form].terms.iter().map(|(_, lit)| lit.variable()));
            }
        }
        let is_about = |form: &Form, known: &HashSet<u32>| {
            form.terms.iter().all(|(_, lit)| known.contains(&lit.variable()))
        };
        let mut order: Vec<usize> =
            (0..self.all.len()).filter(|&form| is_about(&self.all[form], &known)).collect();
        order.sort_by_key(|&form| std::cmp::Reverse(self.all[form].terms.len()));
        // A form comes after the forms that it uses.
        for form in &self.all {
            if is_about(form, &known) {
                known.extend(form.thresholds.iter().map(|threshold| threshold.lit.variable()));
            }
        }
        (order, known)
    }
}

impl Form {
    /// The sharpest facts about the sum under the current assumptions.
    pub(crate) fn bounds(&self, engine: &Engine) -> impl Iterator<Item = usize> {
        let is = |threshold: &Threshold, value| engine.value(threshold.lit) == Some(value);
        let mut open = self.thresholds.iter();
        let reached = open.rfind(|one| is(one, true) && engine.is_alive(one.reaches));
        let mut open = self.thresholds.iter();
        let missed = open.find(|one| is(one, false) && engine.is_alive(one.misses));
        let reached = reached.map(|threshold| threshold.reaches);
        reached.into_iter().chain(missed.map(|threshold| threshold.misses))
    }

    /// The thresholds with no known value.
    pub(crate) fn open<'a>(
        &'a self,
        engine: &'a Engine,
    ) -> impl DoubleEndedIterator<Item = Threshold> + 'a {
        let is_open = |threshold: &Threshold| {
            let halves = [threshold.reaches, threshold.misses];
            halves.into_iter().all(|half| engine.is_alive(half))
                && engine.value(threshold.lit).is_none()
        };
        self.thresholds.iter().copied().filter(is_open)
    }
}
