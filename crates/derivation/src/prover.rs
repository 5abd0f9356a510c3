//! Finds the steps of a proof, for all encodings alike.
//!
//! What is to be shown is assumed not to hold. Then what follows is propagated; where that is no conflict,
//! facts are added up so that what they share cancels: the bounds of sums that literals stand for, the
//! statement, and that variables have one value. Where no sum is a conflict, one may be with one more bound
//! on a sum, whose literal therefore has a known value. Where there is none either, both values of a literal
//! are tried.

use cnfetti_encodings::Lit;

use crate::combination::{Combination, Scale};
use crate::engine::{Engine, Id};
use crate::forms::Forms;
use crate::inequality::Inequality;

/// A step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A sum of facts with multipliers.
    Sum(Vec<(Id, i64)>),
    /// A clause that follows by propagation.
    Clause(Vec<Lit>),
}

/// One of the alternatives is true when all conditions are: worth a try one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    pub(crate) conditions: Vec<Lit>,
    pub(crate) alternatives: Vec<Lit>,
}

/// So many literals are tried before a proof is given up.
const MOST_TRIES: usize = 2_000;
/// So often it is tried in vain whether the literals before matter.
const MOST_VAIN: usize = 20;
/// So many facts are added to a sum.
const MOST_ADDED: usize = 12;
/// Of so many facts of the statement a sum may begin with each.
const MOST_STARTS: usize = 6;

/// What is known of a part of a formula, and what was found out.
#[derive(Debug, Default)]
pub(crate) struct Prover {
    pub(crate) engine: Engine,
    pub(crate) forms: Forms,
    /// The facts of the statement that the part is about.
    pub(crate) stated: Vec<usize>,
    pub(crate) cases: Vec<Cases>,
    /// The forms that sums are tried with, and the one that is not of them.
    order: Vec<usize>,
    sum: Combination,
    steps: Vec<Step>,
    goal: Vec<Lit>,
    negation: Option<usize>,
    /// Literals that are true whatever was decided.
    kept: Vec<Lit>,
    tries: usize,
    /// How often it was tried in vain whether what was decided before matters.
    vain: usize,
}

impl Prover {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.engine.clear();
        self.forms = Forms::default();
        self.stated.clear();
        self.cases.clear();
    }

    /// The steps that show that this follows; the last one is the clause, or the empty clause from the
    /// negation of what is no clause. `None` when none were found. A sum that is `aside` does not help.
    pub(crate) fn show(&mut self, goal: &Inequality, aside: Option<usize>) -> Option<Vec<Step>> {
        let (mark, facts) = (self.engine.mark(), self.engine.len());
        self.steps.clear();
        (self.tries, self.vain) = (0, 0);
        self.kept.clear();
        self.goal.clear();
        self.negation = None;
        if goal.is_clause() {
            self.goal.extend(goal.terms().iter().map(|&(_, lit)| lit));
            goal.terms().iter().for_each(|&(_, lit)| self.engine.assume(!lit));
        } else {
            self.negation = Some(self.engine.add(goal.negated(), Id::Negation));
        }
        self.order = self.forms.about(goal);
        self.order.retain(|&form| Some(form) != aside);
        let is_shown = self.refute(&mut Vec::new());
        self.engine.undo(mark);
        self.engine.truncate(facts);
        if !is_shown {
            return None;
        }
        self.steps.push(Step::Clause(self.goal.clone()));
        Some(std::mem::take(&mut self.steps))
    }

    /// Whether a conflict was found under these decisions. What the last clause of it needs is among the
    /// steps.
    fn refute(&mut self, decisions: &mut Vec<Lit>) -> bool {
        // Sums are tried after 0, 1, 2, 4, 8, … literals.
        for tried in 0_usize.. {
            loop {
                if !self.engine.propagate() {
                    return true;
                }
                if tried & tried.wrapping_sub(1) != 0 {
                    break;
                }
                if self.add_up() {
                    return true;
                }
                let Some(lit) = self.derive() else { break };
                self.learn(decisions, lit);
            }
            self.tries += 1;
            if self.tries > MOST_TRIES {
                return false;
            }
            let Some(lit) = self.choose() else { return false };
            let (mark, facts, from) = (self.engine.mark(), self.engine.len(), self.kept.len());
            decisions.push(lit);
            self.engine.assume(lit);
            let is_refuted = self.refute(decisions);
            decisions.pop();
            self.engine.undo(mark);
            self.engine.truncate(facts);
            if !is_refuted {
                return false;
            }
            self.learn_again(from);
            if self.is_refuted_alone(decisions, lit) {
                self.kept.push(!lit);
                self.learn(&[], !lit);
            } else {
                self.learn(decisions, !lit);
            }
        }
        false
    }

    /// Whether a literal is refuted at once without the decisions before, such as a node of a diagram whatever
    /// the path to it.
    fn is_refuted_alone(&mut self, decisions: &[Lit], lit: Lit) -> bool {
        if decisions.is_empty() || self.vain > MOST_VAIN {
            return false;
        }
        let trail = self.engine.trail().to_vec();
        self.engine.restart();
        self.goal.iter().for_each(|&lit| self.engine.assume(!lit));
        self.engine.assume(lit);
        let is_refuted = !self.engine.propagate() || self.add_up();
        self.engine.restore(&trail);
        self.vain += usize::from(!is_refuted);
        is_refuted
    }

    /// Adds what was learned since, and is true whatever was decided.
    fn learn_again(&mut self, from: usize) {
        for at in from..self.kept.len() {
            let clause: Vec<Lit> = self.goal.iter().copied().chain([self.kept[at]]).collect();
            self.engine.add(Inequality::clause(&clause), Id::Lemma);
        }
    }

    /// The literal is true under these decisions, by propagation from the last steps.
    fn learn(&mut self, decisions: &[Lit], lit: Lit) {
        let negated = decisions.iter().map(|&decision| !decision);
        let clause: Vec<Lit> = self.goal.iter().copied().chain(negated).chain([lit]).collect();
        self.engine.add(Inequality::clause(&clause), Id::Lemma);
        self.steps.push(Step::Clause(clause));
    }

    /// The facts with which sums begin, each with its form.
    fn starts(&self) -> Vec<(usize, Option<usize>)> {
        if let Some(negation) = self.negation {
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

    /// What the statement says of the part.
    fn stated(&self) -> impl Iterator<Item = usize> + '_ {
        self.stated.iter().copied().filter(|&fact| self.engine.is_alive(fact))
    }

    /// The bounds that the literals of the goal give, each with its form.
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
        self.goal.iter().filter_map(of_goal).collect()
    }

    /// The facts that may be added to a sum, but for those of a form.
    fn candidates(&self, own: Option<usize>) -> Vec<usize> {
        let mut candidates: Vec<usize> = self.stated().collect();
        for &form in self.order.iter().filter(|&&form| Some(form) != own) {
            candidates.extend(self.forms.all[form].bounds(&self.engine));
        }
        candidates
    }

    /// Whether a sum of facts is a conflict; then it is the last step. First of what the goal is about, then
    /// of all.
    fn add_up(&mut self) -> bool {
        let starts = self.starts();
        let of_goal: Vec<usize> = self.of_goal().into_iter().map(|(fact, _)| fact).collect();
        let near: Vec<usize> = of_goal.iter().copied().chain(self.stated()).collect();
        self.sum.clear();
        for &fact in &of_goal {
            self.sum.add(&self.engine, fact, Scale { own: 1, other: 1 });
        }
        let is_whole = !of_goal.is_empty() && self.improve(&near);
        let is_near = is_whole
            || self.negation.is_none()
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

    /// The sum of all that is stated, such as that values occur at most once.
    fn add_all_stated(&mut self) -> bool {
        self.sum.clear();
        for &fact in self.stated.iter().filter(|&&fact| self.engine.is_alive(fact)) {
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

    /// Adds facts to the sum as long as that makes it harder to meet; whether it cannot be met.
    fn improve(&mut self, candidates: &[usize]) -> bool {
        let Prover { engine, sum, .. } = self;
        let mut slack = sum.slack(engine, None);
        for _ in 0..MOST_ADDED {
            if slack < 0 {
                return true;
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
                // Both are compared at the same scale.
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

    /// A literal of a bound with which a sum would be a conflict, so that its opposite is true; the sum is
    /// the last step.
    fn derive(&mut self) -> Option<Lit> {
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

    /// Of a form the weakest bound that is a conflict with the sum, which has this slack.
    fn missing(&mut self, form: usize, slack: i64) -> Option<(usize, Scale, Lit)> {
        let Prover { engine, forms, sum, .. } = self;
        let form = &forms.all[form];
        form.open(engine).next()?;
        let scale = sum.scale_for(engine, &form.terms)?;
        // With the sum less than a number: the largest such number.
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

    /// A literal to try.
    fn choose(&self) -> Option<Lit> {
        let value = |lit: Lit| self.engine.value(lit);
        let is_open = |cases: &&Cases| {
            cases.conditions.iter().all(|&lit| value(lit) == Some(true))
                && !cases.alternatives.iter().any(|&lit| value(lit) == Some(true))
        };
        let open = self.cases.iter().rev().filter(is_open);
        let mut alternatives = open.flat_map(|cases| &cases.alternatives);
        if let Some(&lit) = alternatives.find(|&&lit| value(lit).is_none()) {
            return Some(lit);
        }
        let is_long = |form: &&usize| self.forms.all[**form].thresholds.len() > 1;
        let forms = self.order.iter().filter(is_long);
        let mut open = forms.filter_map(|&form| self.forms.all[form].open(&self.engine).next());
        if let Some(threshold) = open.next() {
            return Some(!threshold.lit);
        }
        let negation = self.negation.map(|fact| &self.engine.fact(fact).inequality);
        let terms = negation.into_iter().flat_map(Inequality::terms);
        let open = terms.map(|&(_, lit)| lit).find(|&lit| value(lit).is_none());
        open.or_else(|| self.shortest())
    }

    /// A literal of a fact that has few open ones left.
    fn shortest(&self) -> Option<Lit> {
        let facts = (0..self.engine.len()).filter(|&fact| self.engine.is_alive(fact));
        let open = |fact: usize| {
            let terms = self.engine.fact(fact).inequality.terms().iter();
            terms.map(|&(_, lit)| lit).filter(|&lit| self.engine.value(lit).is_none())
        };
        let is_met = |fact: usize| {
            let inequality = &self.engine.fact(fact).inequality;
            let is_true = |&&(_, lit): &&(i64, Lit)| self.engine.value(lit) == Some(true);
            let sum: i64 =
                inequality.terms().iter().filter(is_true).map(|&(weight, _)| weight).sum();
            sum >= inequality.degree()
        };
        let unmet = facts.filter(|&fact| !is_met(fact) && open(fact).next().is_some());
        let fact = unmet.min_by_key(|&fact| open(fact).count())?;
        open(fact).next()
    }
}
