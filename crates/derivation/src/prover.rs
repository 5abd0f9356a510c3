//! Finds the steps of a proof, for all encodings alike.
//!
//! What is to be shown is assumed not to hold. Then what follows is propagated; where that is no conflict,
//! facts are added up so that what they share cancels: the bounds of sums that literals stand for, the
//! statement, and that variables have one value. Where no sum is a conflict, one may be with one more bound
//! on a sum, whose literal therefore has a known value. Where there is none either, both values of a literal
//! are tried.

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

/// One of the alternatives is true when all conditions are: worth a try one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    pub(crate) conditions: Vec<Lit>,
    pub(crate) alternatives: Vec<Lit>,
}

/// So many literals are tried before a proof is given up.
const MOST_TRIES: usize = 20_000;
/// So many of those that are near what is to be shown.
const MOST_NEAR: usize = 60;
/// With so much stated, values are tried before sums.
const MANY_STATED: usize = 40;
/// So many terms of a sum are few.
const FEW: usize = 3;
/// So often it is tried in vain whether the literals before matter.
const MOST_VAIN: usize = 20;

/// What is known of a part of a formula, and what was found out.
#[derive(Debug, Default)]
pub(crate) struct Prover {
    pub(crate) engine: Engine,
    pub(crate) forms: Forms,
    /// The facts of the statement that the part is about.
    pub(crate) stated: Vec<usize>,
    pub(crate) cases: Vec<Cases>,
    pub(crate) equations: Vec<Equation>,
    /// The formula's variables end here: others say how large sums are.
    of_formula: u32,
    /// With it used up nothing is shown.
    budget: Budget,
    /// The forms that sums are tried with, and the one that is not of them.
    order: Vec<usize>,
    /// The variables that the goal is about, or that say something of these.
    near: HashSet<u32>,
    /// Whether other variables are tried as well.
    is_wide: bool,
    sum: Combination,
    steps: Vec<Step>,
    goal: Vec<Lit>,
    negation: Option<usize>,
    /// The negation with what adders count replaced by their digits.
    total: Option<usize>,
    /// Literals that are true whatever was decided.
    kept: Vec<Lit>,
    tries: usize,
    /// How often it was tried in vain whether what was decided before matters.
    vain: usize,
}

impl Prover {
    /// For a formula with so many variables, and no longer than the budget allows.
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

    /// The steps that show that this follows; the last one is the clause, or the empty clause from the
    /// negation of what is no clause. `None` when none were found. A sum that is `aside` does not help.
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
        // What follows from all facts stays. When they contradict each other, all does.
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

    /// A fact with what adders count replaced by their digits, and the sum that it is; `None` where no adder
    /// counts its literals.
    pub(crate) fn replaced(&mut self, fact: usize) -> Option<(Vec<(Id, i64)>, Inequality)> {
        self.sum.clear();
        self.sum.add(&self.engine, fact, Scale { own: 1, other: 1 });
        equations::replace(&mut self.sum, &self.equations, &self.engine);
        let ids = self.sum.parts.iter().map(|&(fact, times)| (self.engine.fact(fact).id, times));
        let ids: Vec<(Id, i64)> = ids.collect();
        if ids.len() > 1 { Some((ids, self.sum.inequality().ok()?)) } else { None }
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

    /// Whether a variable has no value left, because each of its values is refuted at once. Where much is stated
    /// that is quicker than sums.
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

    /// A literal to try.
    fn choose(&self) -> Option<Lit> {
        let value = |lit: Lit| self.engine.value(lit);
        let is_open = |cases: &&Cases| {
            let mut lits = cases.alternatives.iter();
            (self.is_wide || lits.all(|lit| self.near.contains(&lit.variable())))
                && cases.conditions.iter().all(|&lit| value(lit) == Some(true))
                && !cases.alternatives.iter().any(|&lit| value(lit) == Some(true))
        };
        // Which node of a layer, then what is to be shown, then what follows a node.
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

    /// The open literal that counts most among those of adders.
    fn of_total(&self) -> Option<Lit> {
        let terms = self.engine.fact(self.total?).inequality.terms().iter().rev();
        let open = terms.filter(|&&(_, lit)| self.engine.value(lit).is_none());
        open.max_by_key(|&&(weight, _)| weight).map(|&(_, lit)| lit)
    }

    /// A literal of a sum of few that is to be shown to reach a number, or not to.
    fn of_small_goal(&self) -> Option<Lit> {
        let negation = self.small_negation();
        let mut of_negation = negation.iter().map(|&(_, lit)| lit);
        let open = of_negation
            .find(|&lit| self.engine.value(lit).is_none() && lit.variable() > self.of_formula);
        open.or_else(|| {
            self.of_small_sum(self.goal.iter().chain(negation.iter().map(|(_, lit)| lit)))
        })
    }

    /// The terms of what is assumed, when that is not a clause but a sum of few.
    fn small_negation(&self) -> &[(i64, Lit)] {
        let negation = self.negation.map(|fact| self.engine.fact(fact).inequality.terms());
        negation.filter(|terms| terms.len() <= FEW).unwrap_or_default()
    }

    /// Of some literals one that a sum of few counts which one of them says.
    fn of_small_sum<'a>(&self, mut known: impl Iterator<Item = &'a Lit>) -> Option<Lit> {
        known.find_map(|&lit| {
            let terms = &self.forms.all[self.forms.of(lit)?].terms;
            let mut terms = terms.iter().map(|&(_, lit)| lit).filter(|_| terms.len() <= FEW);
            terms.find(|&lit| self.engine.value(lit).is_none() && lit.variable() > self.of_formula)
        })
    }

    /// A literal of a fact that has few open ones left, of those that may be.
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
