//! Sums of facts that are a conflict, or become one with one more bound.

use cnfetti_encodings::Lit;

use super::{FEW, MANY_STATED, Prover, Step};
use crate::combination::Scale;

/// How many facts to add to a sum.
const MOST_ADDED: usize = 12;
/// How many literals of a sum to replace by their definitions.
const MOST_REPLACED: usize = 500;
/// How many facts of the statement to begin a sum with.
const MOST_STARTS: usize = 6;

impl Prover {
    /// The facts to begin sums with, each with its form.
    fn starts(&self) -> Vec<(usize, Option<usize>)> {
        if let Some(negation) = self.negation.filter(|_| self.small_negation().is_empty()) {
            return vec![(negation, None)];
        }
        let mut starts = self.of_goal();
        starts.sort_by_key(|&(fact, _)| {
            std::cmp::Reverse(self.engine.fact(fact).inequality.terms().len())
        });
        let mut starts: Vec<_> =
            starts.into_iter().map(|(fact, form)| (fact, Some(form))).collect();
        starts.extend(self.stated().take(MOST_STARTS).map(|fact| (fact, None)));
        starts
    }

    /// The facts that state the part. If there are many, propagation handles the clauses.
    fn stated(&self) -> impl Iterator<Item = usize> + '_ {
        let is_long = self.stated.len() >= MANY_STATED;
        let is_clause = |fact: usize| self.engine.fact(fact).inequality.is_clause();
        let stated = self.stated.iter().copied().filter(|&fact| self.engine.is_alive(fact));
        stated.filter(move |&fact| !is_long || !is_clause(fact))
    }

    /// The bounds given by the literals of the goal, each with its form.
    fn of_goal(&self) -> Vec<(usize, usize)> {
        let of_goal = |&lit: &Lit| {
            let form = self.forms.of(lit)?;
            let threshold = self.forms.all[form].thresholds.iter();
            let threshold =
                threshold.clone().find(|other| other.lit.variable() == lit.variable())?;
            let is_reached = self.engine.value(threshold.lit) == Some(true);
            let fact = if is_reached { threshold.reaches } else { threshold.misses };
            self.engine.is_alive(fact).then_some((fact, form))
        };
        let helpers = |lit: &Lit| {
            let terms = self.forms.of(*lit).map(|form| &self.forms.all[form].terms[..]);
            let terms = terms.filter(|terms| terms.len() <= FEW).unwrap_or_default();
            let is_known =
                |lit: &Lit| lit.variable() > self.of_formula && self.engine.value(*lit).is_some();
            terms.iter().map(|&(_, lit)| lit).filter(is_known).collect::<Vec<_>>()
        };
        let small = self.small_negation().iter().map(|(_, lit)| lit);
        let known = self.goal.iter().chain(small.filter(|&&lit| self.engine.value(lit).is_some()));
        let known: Vec<Lit> = known.copied().collect();
        let helpers = known.iter().flat_map(helpers).collect::<Vec<_>>();
        known.iter().chain(&helpers).filter_map(of_goal).collect()
    }

    /// The facts that may be added to a sum, except those of its own form.
    fn candidates(&self, own: Option<usize>) -> Vec<usize> {
        let mut candidates: Vec<usize> = self.stated().collect();
        for &form in self.order.iter().filter(|&&form| Some(form) != own) {
            candidates.extend(self.forms.all[form].bounds(&self.engine));
        }
        candidates
    }

    /// Looks for a sum of facts that is a conflict, and makes it the last step. Tries the goal's facts first,
    /// then all.
    pub(super) fn add_up(&mut self) -> bool {
        let starts = self.starts();
        let of_goal: Vec<usize> = self.of_goal().into_iter().map(|(fact, _)| fact).collect();
        let near: Vec<usize> = of_goal.iter().copied().chain(self.stated()).collect();
        self.sum.clear();
        for &fact in &of_goal {
            self.sum.add(&self.engine, fact, Scale { own: 1, other: 1 });
        }
        let is_whole =
            !of_goal.is_empty() && (self.improve(&near) || self.improve_replaced(&of_goal, &near));
        let is_near = is_whole
            || !of_goal.is_empty()
                && starts.iter().any(|&(start, _)| {
                    self.begin(start);
                    self.improve(&near)
                });
        let is_conflict = is_near
            || starts.into_iter().any(|(start, form)| {
                let candidates = self.candidates(form);
                self.begin(start);
                self.improve(&candidates)
            });
        if is_conflict {
            self.finish();
        }
        is_conflict || self.negation.is_none() && self.add_all_stated()
    }

    /// The same, after replacing literals of the sum by their definitions, down to the problem's variables.
    fn improve_replaced(&mut self, of_goal: &[usize], near: &[usize]) -> bool {
        let Prover { engine, forms, sum, .. } = self;
        sum.clear();
        for &fact in of_goal {
            sum.add(engine, fact, Scale { own: 1, other: 1 });
        }
        for replaced in 0..MOST_REPLACED {
            let last = sum.last_open(engine, |variable| forms.threshold(variable).is_some());
            let found = last
                .and_then(|(lit, weight)| Some((lit, weight, forms.threshold(lit.variable())?)));
            let Some((lit, weight, threshold)) = found else {
                return replaced > 0 && self.improve(near);
            };
            let fact = if threshold.lit == lit { threshold.reaches } else { threshold.misses };
            let degree = engine.fact(fact).inequality.degree();
            match Scale::cancelling(weight, degree).filter(|_| engine.is_alive(fact)) {
                Some(scale) => sum.add(engine, fact, scale),
                None => return false,
            }
        }
        false
    }

    /// Adds up all stated facts with open literals, such as that the other values occur at most once.
    fn add_all_stated(&mut self) -> bool {
        self.sum.clear();
        let is_open = |&&fact: &&usize| {
            let mut terms = self.engine.fact(fact).inequality.terms().iter();
            self.engine.is_alive(fact) && terms.any(|&(_, lit)| self.engine.value(lit).is_none())
        };
        for &fact in self.stated.iter().filter(is_open) {
            self.sum.add(&self.engine, fact, Scale { own: 1, other: 1 });
        }
        let is_conflict = self.sum.slack(&self.engine, None) < 0;
        if is_conflict {
            self.finish();
        }
        is_conflict
    }

    fn begin(&mut self, start: usize) {
        self.sum.clear();
        self.sum.add(&self.engine, start, Scale { own: 1, other: 1 });
    }

    fn finish(&mut self) {
        let parts = self.sum.finished(&self.engine);
        let ids = parts.into_iter().map(|(fact, times)| (self.engine.fact(fact).id, times));
        self.steps.push(Step::Sum(ids.collect()));
    }

    /// Adds facts to the sum as long as that makes it harder to meet. Returns whether it cannot be met.
    fn improve(&mut self, candidates: &[usize]) -> bool {
        let Prover { engine, sum, budget, .. } = self;
        let mut slack = sum.slack(engine, None);
        for _ in 0..MOST_ADDED {
            if slack < 0 || budget.is_spent() {
                return slack < 0;
            }
            let mut best: Option<(usize, Scale, i64)> = None;
            for &fact in candidates {
                if sum.parts.iter().any(|&(part, _)| part == fact) {
                    continue;
                }
                let inequality = &engine.fact(fact).inequality;
                let (terms, degree) = (inequality.terms(), inequality.degree());
                let Some(scale) = sum.scale_for(engine, terms) else { continue };
                let after = sum.slack_with(engine, slack, (terms, degree), scale);
                // Compare both at the same scale.
                let is_better = |than: i64, own: i64| {
                    i128::from(after) * i128::from(own) < i128::from(than) * i128::from(scale.own)
                };
                let is_best = best.is_none_or(|(_, other, than)| is_better(than, other.own));
                if is_better(slack, 1) && is_best {
                    best = Some((fact, scale, after));
                }
            }
            let Some((fact, scale, after)) = best else { return false };
            sum.add(engine, fact, scale);
            slack = after;
        }
        slack < 0
    }

    /// Looks for a bound that would make a sum a conflict. Returns the literal that is therefore true; the
    /// sum is the last step.
    pub(super) fn derive(&mut self) -> Option<Lit> {
        for (start, form) in self.starts() {
            let candidates = self.candidates(form);
            self.begin(start);
            self.improve(&candidates);
            let slack = self.sum.slack(&self.engine, None);
            for at in 0..self.order.len() {
                let found = self.missing(self.order[at], slack);
                if let Some((fact, scale, lit)) = found {
                    self.sum.add(&self.engine, fact, scale);
                    self.finish();
                    return Some(lit);
                }
            }
        }
        None
    }

    /// The weakest bound of a form that contradicts the sum, which has this slack.
    fn missing(&mut self, form: usize, slack: i64) -> Option<(usize, Scale, Lit)> {
        let Prover { engine, forms, sum, .. } = self;
        let form = &forms.all[form];
        form.open(engine).next()?;
        let scale = sum.scale_for(engine, &form.terms)?;
        // Assume that the form's sum is below a number: find the largest such number.
        let less = Scale { other: -scale.other, ..scale };
        let with_less = sum.slack_with(engine, slack, (&form.terms, 0), less);
        let is_conflict = |number: i64| with_less + scale.other * (number - 1) < 0;
        let found = form.open(engine).rfind(|threshold| is_conflict(threshold.number));
        if let Some(threshold) = found {
            return Some((threshold.misses, scale, threshold.lit));
        }
        let with_more = sum.slack_with(engine, slack, (&form.terms, 0), scale);
        let is_conflict = |number: i64| with_more - scale.other * number < 0;
        let found = form.open(engine).find(|threshold| is_conflict(threshold.number))?;
        Some((found.reaches, scale, !found.lit))
    }
}
