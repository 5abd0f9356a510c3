//! Finds the steps of a proof, the same way for all encodings.
//!
//! The prover assumes that the goal does not hold, and propagates. If that gives no conflict, it adds up
//! facts so that what they share cancels: the bounds of sums that literals stand for, the statement, and that
//! variables have one value. If no sum is a conflict, one more bound on some sum may make it one; then the
//! literal of that bound is false. If that fails too, the prover tries both values of a literal.

mod sums;

use std::collections::HashSet;

use cnfetti_core::limit::Budget;
use cnfetti_encodings::Lit;

use crate::combination::{Combination, Scale};
use crate::engine::{Engine, Id};
use crate::equations::{self, Equation};
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

/// If all conditions are true, so is one of the alternatives; the prover may try them one by one.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    pub(crate) conditions: Vec<Lit>,
    pub(crate) alternatives: Vec<Lit>,
}

/// How many literals to try before giving up a proof.
const MOST_TRIES: usize = 20_000;
/// How many of them at first, near the goal.
const MOST_NEAR: usize = 60;
/// With this many stated facts, try values before sums.
const MANY_STATED: usize = 40;
/// A sum with at most this many terms is small.
const FEW: usize = 3;
/// How often to ask without success whether a literal is refuted without the earlier decisions.
const MOST_VAIN: usize = 20;

/// What is known about a part of a formula, and the proof so far.
#[derive(Debug, Default)]
pub(crate) struct Prover {
    pub(crate) engine: Engine,
    pub(crate) forms: Forms,
    /// The facts that state the part.
    pub(crate) stated: Vec<usize>,
    pub(crate) cases: Vec<Cases>,
    pub(crate) equations: Vec<Equation>,
    /// The last variable of the formula; later ones say how large sums are.
    of_formula: u32,
    /// When it is spent, the prover gives up.
    budget: Budget,
    /// The forms to try in sums.
    order: Vec<usize>,
    /// The variables of the goal, and those that say something about them.
    near: HashSet<u32>,
    /// Whether to try other variables too.
    is_wide: bool,
    sum: Combination,
    steps: Vec<Step>,
    goal: Vec<Lit>,
    negation: Option<usize>,
    /// The negation of the goal, with digits in place of what adders count.
    total: Option<usize>,
    /// Literals that are true whatever the decisions.
    kept: Vec<Lit>,
    tries: usize,
    /// How often the question of [`MOST_VAIN`] was asked without success.
    vain: usize,
}

impl Prover {
    /// A prover for a formula with this many variables, within the budget.
    pub(crate) fn new(of_formula: u32, budget: &Budget) -> Prover {
        Prover { of_formula, budget: budget.clone(), ..Prover::default() }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.engine.clear();
        self.forms = Forms::default();
        self.stated.clear();
        self.cases.clear();
        self.equations.clear();
    }

    /// The steps that show that the goal follows. The last one is the goal if it is a clause, otherwise the
    /// empty clause from its negation. `None` if no steps were found. The form `aside` is not used.
    pub(crate) fn show(&mut self, goal: &Inequality, aside: Option<usize>) -> Option<Vec<Step>> {
        self.is_wide = false;
        self.try_to_show(goal, aside).or_else(|| {
            self.is_wide = true;
            self.try_to_show(goal, aside)
        })
    }

    fn try_to_show(&mut self, goal: &Inequality, aside: Option<usize>) -> Option<Vec<Step>> {
        self.steps.clear();
        (self.tries, self.vain) = (0, 0);
        self.kept.clear();
        self.goal.clear();
        (self.negation, self.total) = (None, None);
        if goal.is_clause() {
            self.goal.extend(goal.terms().iter().map(|&(_, lit)| lit));
        }
        // What follows from all facts stays on the trail. If they contradict each other, anything follows.
        if !self.engine.propagate() {
            self.engine.restart();
            return Some(vec![Step::Clause(self.goal.clone())]);
        }
        let (mark, facts) = (self.engine.mark(), self.engine.len());
        if goal.is_clause() {
            goal.terms().iter().for_each(|&(_, lit)| self.engine.assume(!lit));
        } else {
            let negation = self.engine.add(goal.negated(), Id::Negation);
            self.negation = Some(negation);
            if !self.equations.is_empty()
                && self.engine.propagate()
                && let Some((sum, inequality)) = self.replaced(negation)
            {
                self.steps.push(Step::Sum(sum));
                self.total = Some(self.engine.add(inequality, Id::Lemma));
            }
        }
        let is_shown = !self.engine.propagate() || {
            (self.order, self.near) = self.forms.about(goal, &self.engine);
            self.order.retain(|&form| Some(form) != aside);
            self.refute(&mut Vec::new())
        };
        self.engine.undo(mark);
        self.engine.truncate(facts);
        if !is_shown {
            return None;
        }
        self.steps.push(Step::Clause(self.goal.clone()));
        Some(std::mem::take(&mut self.steps))
    }

    /// A fact with digits in place of what adders count, and the sum that proves it; `None` if no adder
    /// counts its literals.
    pub(crate) fn replaced(&mut self, fact: usize) -> Option<(Vec<(Id, i64)>, Inequality)> {
        self.sum.clear();
        self.sum.add(&self.engine, fact, Scale { own: 1, other: 1 });
        equations::replace(&mut self.sum, &self.equations, &self.engine);
        let ids = self.sum.parts.iter().map(|&(fact, times)| (self.engine.fact(fact).id, times));
        let ids: Vec<(Id, i64)> = ids.collect();
        if ids.len() > 1 { Some((ids, self.sum.inequality().ok()?)) } else { None }
    }

    /// Looks for a conflict under these decisions. If there is one, its last clause follows from the steps.
    fn refute(&mut self, decisions: &mut Vec<Lit>) -> bool {
        // Try sums after 0, 1, 2, 4, 8, … literals.
        for tried in 0_usize.. {
            loop {
                if !self.engine.propagate() {
                    return true;
                }
                if tried & tried.wrapping_sub(1) != 0 {
                    break;
                }
                if tried == 0 && decisions.is_empty() && self.has_no_value() {
                    return true;
                }
                if self.add_up() {
                    return true;
                }
                let Some(lit) = self.derive() else { break };
                self.learn(decisions, lit);
            }
            self.tries += 1;
            let most = if self.is_wide { MOST_TRIES } else { MOST_NEAR };
            if self.tries > most || self.budget.is_spent() {
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

    /// Whether a variable has no value left, because propagation refutes each of its values. For long
    /// statements this is quicker than sums.
    fn has_no_value(&mut self) -> bool {
        if self.stated.len() < MANY_STATED {
            return false;
        }
        for group in 0..self.engine.num_groups() {
            let members = self.engine.group(group).members.iter().copied();
            let open = |lit: &Lit| self.engine.value(*lit).is_none();
            let open: Vec<Lit> = members.filter(open).collect();
            let is_refuted = |lit: &Lit| {
                let mark = self.engine.mark();
                self.engine.assume(*lit);
                let is_refuted = !self.engine.propagate();
                self.engine.undo(mark);
                is_refuted
            };
            if !open.is_empty() && open.iter().all(is_refuted) {
                open.into_iter().for_each(|lit| self.learn(&[], !lit));
                return true;
            }
        }
        false
    }

    /// Whether a literal is refuted at once without the earlier decisions, such as a node of a diagram,
    /// whatever the path to it.
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

    /// Adds again what was learned since and holds whatever the decisions.
    fn learn_again(&mut self, from: usize) {
        for at in from..self.kept.len() {
            let clause: Vec<Lit> = self.goal.iter().copied().chain([self.kept[at]]).collect();
            self.engine.add(Inequality::clause(&clause), Id::Lemma);
        }
    }

    /// Records that the literal is true under these decisions, by propagation from the last steps.
    fn learn(&mut self, decisions: &[Lit], lit: Lit) {
        let negated = decisions.iter().map(|&decision| !decision);
        let clause: Vec<Lit> = self.goal.iter().copied().chain(negated).chain([lit]).collect();
        self.engine.add(Inequality::clause(&clause), Id::Lemma);
        self.steps.push(Step::Clause(clause));
    }

    /// The next literal to try.
    fn choose(&self) -> Option<Lit> {
        let value = |lit: Lit| self.engine.value(lit);
        let is_open = |cases: &&Cases| {
            let mut lits = cases.alternatives.iter();
            (self.is_wide || lits.all(|lit| self.near.contains(&lit.variable())))
                && cases.conditions.iter().all(|&lit| value(lit) == Some(true))
                && !cases.alternatives.iter().any(|&lit| value(lit) == Some(true))
        };
        // First a node of a layer, then a small goal, then what follows a node.
        let open = self.cases.iter().rev().filter(is_open);
        let layers = open.clone().filter(|cases| cases.conditions.is_empty());
        let is_unknown = |lit: &&Lit| value(**lit).is_none();
        let of_layer = layers.flat_map(|cases| &cases.alternatives).find(is_unknown).copied();
        let of_goal = of_layer.or_else(|| self.of_small_goal());
        let after = || open.flat_map(|cases| &cases.alternatives).find(is_unknown).copied();
        if let Some(lit) = of_goal.or_else(after) {
            return Some(lit);
        }
        if let Some(lit) = self.of_total() {
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
        let is_near =
            |terms: &[(i64, Lit)]| terms.iter().all(|(_, lit)| self.near.contains(&lit.variable()));
        open.or_else(|| self.shortest(is_near)).or_else(|| self.shortest(|_| true))
    }

    /// The open literal with the largest weight, after adders are replaced.
    fn of_total(&self) -> Option<Lit> {
        let terms = self.engine.fact(self.total?).inequality.terms().iter().rev();
        let open = terms.filter(|&&(_, lit)| self.engine.value(lit).is_none());
        open.max_by_key(|&&(weight, _)| weight).map(|&(_, lit)| lit)
    }

    /// An open literal of a small sum in the goal.
    fn of_small_goal(&self) -> Option<Lit> {
        let negation = self.small_negation();
        let mut of_negation = negation.iter().map(|&(_, lit)| lit);
        let open = of_negation
            .find(|&lit| self.engine.value(lit).is_none() && lit.variable() > self.of_formula);
        open.or_else(|| {
            self.of_small_sum(self.goal.iter().chain(negation.iter().map(|(_, lit)| lit)))
        })
    }

    /// The terms of the goal's negation, if that is a small sum and not a clause.
    fn small_negation(&self) -> &[(i64, Lit)] {
        let negation = self.negation.map(|fact| self.engine.fact(fact).inequality.terms());
        negation.filter(|terms| terms.len() <= FEW).unwrap_or_default()
    }

    /// An open literal in a small sum that one of these literals is a threshold of.
    fn of_small_sum<'a>(&self, mut known: impl Iterator<Item = &'a Lit>) -> Option<Lit> {
        known.find_map(|&lit| {
            let terms = &self.forms.all[self.forms.of(lit)?].terms;
            let mut terms = terms.iter().map(|&(_, lit)| lit).filter(|_| terms.len() <= FEW);
            terms.find(|&lit| self.engine.value(lit).is_none() && lit.variable() > self.of_formula)
        })
    }

    /// An open literal of the unmet fact with the fewest open literals, among the facts that may be used.
    fn shortest(&self, may_be: impl Fn(&[(i64, Lit)]) -> bool) -> Option<Lit> {
        let facts = (0..self.engine.len()).filter(|&fact| self.engine.is_alive(fact));
        let facts = facts.filter(|&fact| may_be(self.engine.fact(fact).inequality.terms()));
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
