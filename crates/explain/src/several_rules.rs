//! Steps of as few rules as possible: smallest unsatisfiable subsets, over all conclusions at once.
//!
//! Whatever rules a counterexample to a conclusion breaks, a reason for the conclusion needs one of them. So a smallest set
//! that hits what all known counterexamples break is a lower bound on the number of rules. The search always takes the
//! conclusion with the least bound. Thus the first set of rules that implies its conclusion is the smallest of all.

use std::collections::HashSet;

use cnfetti_encodings::Lit;
use fixedbitset::FixedBitSet;

use crate::hitting_set::{Minimum, minimum};
use crate::patience::{Patience, QUESTION};
use crate::selectors::{Answer, Switched};
use crate::smallest::{Reply, grow};
use crate::{Draft, Problem};
use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::solver::{Fault, Limit, Model, NoAnswer, Stopped};

/// If a question takes more decisions of the solver than this, it is given up, as long as other questions may do.
const MAX_STEPS: u64 = 5_000;

/// The work that is spent on the fewest rules if techniques find nearly all steps. The steps that they leave are hard.
const WORK: u64 = 5_000;

/// The search for steps of several rules. It keeps what it has learned from step to step.
pub(super) struct SeveralRules<'a> {
    problem: &'a Problem<'a>,
    /// The solver with all rules.
    whole: Switched<'a>,
    /// The same, for questions that may be given up.
    hasty: Switched<'a>,
    /// Counterexamples that break few rules.
    found: Vec<Counterexample>,
    /// The literals that both solvers were told.
    told: HashSet<Lit>,
}

/// An assignment, and the rules that it breaks, as positions in [`Problem::rules`].
struct Counterexample {
    values: Vec<Value>,
    rules: FixedBitSet,
}

/// A candidate that can be ruled out, and a lower bound on the rules for that.
struct Target {
    atom: Atom,
    /// A smallest set that has one of the rules that each counterexample breaks, as far as they were known.
    rules: Vec<usize>,
    /// How many counterexamples were known.
    seen: usize,
}

impl<'a> SeveralRules<'a> {
    pub(super) fn new(problem: &'a Problem<'a>, whole: Switched<'a>) -> SeveralRules<'a> {
        let Problem { csp, compiled, rules, budget, .. } = problem;
        let hasty = Switched::patient(csp, compiled, rules, MAX_STEPS, budget);
        SeveralRules { problem, whole, hasty, found: Vec::new(), told: HashSet::new() }
    }

    /// The solver with all rules.
    pub(super) fn whole(&mut self) -> &mut Switched<'a> {
        &mut self.whole
    }

    /// A step of the fewest rules, if that is at most `most` rules; `None` if it needs more, or the effort does not suffice.
    pub(super) fn smaller(
        &mut self,
        known: &Candidates,
        end: &Candidates,
        most: usize,
    ) -> Result<Option<Draft>, NoAnswer> {
        let patience = self.begin(known);
        let found = self.fewest(known, end, &patience)?;
        let fewest = found.filter(|rules| rules.len() <= most);
        fewest.map(|rules| self.draft(known, &rules, true)).transpose()
    }

    /// The problem, with less work for each question if techniques find nearly all steps.
    fn hasty_problem(&self) -> Problem<'a> {
        match self.problem.noted.is_empty() {
            true => self.problem.clone(),
            false => self.problem.with_less(WORK),
        }
    }

    /// Tells the solvers what is known, and drops the counterexamples that disagree. What is known only grows, so the
    /// solvers can be told for good.
    fn begin(&mut self, known: &Candidates) -> Patience {
        for variable in self.problem.csp.ids() {
            for lit in self.whole.known(known, variable) {
                if self.told.insert(lit) {
                    // The numbers of both are the same.
                    self.whole.add_clause(&[lit]);
                    self.hasty.add_clause(&[lit]);
                }
            }
        }
        let consistent = |found: &Counterexample| {
            known.rows().iter().zip(&found.values).all(|(r, v)| r.contains(v))
        };
        self.found.retain(consistent);
        self.hasty_problem().patience()
    }

    /// The next step, if no rule implies anything by itself. `end` is what holds in every solution, and it is not yet known
    /// in full.
    pub(super) fn best(&mut self, known: &Candidates, end: &Candidates) -> Result<Draft, NoAnswer> {
        let patience = self.begin(known);
        let (rules, is_smallest) = match self.fewest(known, end, &patience)? {
            Some(rules) => (rules, true),
            None => (self.few(known, end, &patience)?, false),
        };
        self.draft(known, &rules, is_smallest)
    }

    fn draft(
        &self,
        known: &Candidates,
        rules: &[usize],
        is_smallest: bool,
    ) -> Result<Draft, NoAnswer> {
        let mut constraints: Vec<usize> = rules.iter().map(|&at| self.problem.rules[at]).collect();
        constraints.sort_unstable();
        let mut part = self.problem.part(&constraints);
        let problem = self.hasty_problem();
        let draft = problem.draft(&mut part, &constraints, known)?;
        let mut draft = draft.ok_or_else(|| contradicts("rules rule something out and do not"))?;
        draft.is_smallest &= is_smallest;
        Ok(draft)
    }

    /// The fewest rules that rule out a candidate; `None` if the effort does not suffice.
    fn fewest(
        &mut self,
        known: &Candidates,
        end: &Candidates,
        patience: &Patience,
    ) -> Result<Option<Vec<usize>>, NoAnswer> {
        let mut targets: Vec<Target> = targets(known, end);
        loop {
            let least = targets.iter_mut().min_by_key(|target| target.rules.len());
            let Some(target) = least else { return Ok(None) };
            patience.spend(QUESTION);
            if patience.is_over() {
                return Ok(None);
            }
            if target.seen < self.found.len() {
                let broken: Vec<FixedBitSet> = self
                    .found
                    .iter()
                    .filter(|found| found.values[target.atom.variable.index()] == target.atom.value)
                    .map(|found| found.rules.clone())
                    .collect();
                let hits = |set: &FixedBitSet| target.rules.iter().any(|&rule| set.contains(rule));
                target.seen = self.found.len();
                if !broken.iter().all(hits) {
                    match minimum(&broken, usize::MAX / 4, patience) {
                        Minimum::Found(rules) => target.rules = rules,
                        _ => return Ok(None),
                    }
                    continue;
                }
            }
            let (atom, rules) = (target.atom, target.rules.clone());
            match self.ask_hastily(atom, &rules, patience)? {
                None => return Ok(None),
                Some(Reply::Contradiction(_)) => return Ok(Some(rules)),
                Some(Reply::Consistent(broken)) => self.grow(atom, broken, patience)?,
            }
        }
    }

    /// Few rules that rule out a candidate, none of them redundant. Among some candidates, it takes those for which the
    /// solver needs few rules.
    fn few(
        &mut self,
        known: &Candidates,
        end: &Candidates,
        patience: &Patience,
    ) -> Result<Vec<usize>, NoAnswer> {
        const TRIED: usize = 20;
        const SHRUNK: usize = 2;
        let all: Vec<usize> = (0..self.problem.rules.len()).collect();
        let targets = targets(known, end);
        let mut cores: Vec<(Vec<usize>, Atom)> = Vec::new();
        for &Target { atom, .. } in targets.iter().take(TRIED) {
            if let Some(Reply::Contradiction(core)) = self.ask_hastily(atom, &all, patience)? {
                cores.push((core, atom));
            }
        }
        cores.sort_by_key(|(core, _)| core.len());
        let mut best: Option<Vec<usize>> = None;
        for (core, atom) in cores.into_iter().take(SHRUNK) {
            let below = best.as_ref().map_or(usize::MAX, Vec::len);
            let rules = self
                .shrink(core, below, |search, rules| search.ask_hastily(atom, rules, patience))?;
            best = rules.or(best);
        }
        if best.is_none() {
            // Every question was given up.
            let first = targets.first().ok_or_else(|| contradicts("more follows than is true"))?;
            let atom = first.atom;
            if let Reply::Contradiction(core) = self.ask(atom, &all, patience)? {
                best = self.shrink(core, usize::MAX, |search, rules| {
                    search.ask(atom, rules, patience).map(Some)
                })?;
            }
        }
        let mut rules = best.ok_or_else(|| contradicts("all rules together do not lead on"))?;
        rules.sort_unstable();
        Ok(rules)
    }

    /// Drops rules as long as the others are enough; `None` if a question was too hard, or if at least `below` rules are
    /// left.
    fn shrink(
        &mut self,
        mut core: Vec<usize>,
        below: usize,
        mut ask: impl FnMut(&mut Self, &[usize]) -> Result<Option<Reply>, NoAnswer>,
    ) -> Result<Option<Vec<usize>>, NoAnswer> {
        let mut needed = 0;
        while needed < core.len() {
            if needed + 1 >= below {
                return Ok(None);
            }
            let mut without = core.clone();
            without.remove(needed);
            match ask(self, &without)? {
                None => return Ok(None),
                Some(Reply::Contradiction(smaller)) => core.retain(|rule| smaller.contains(rule)),
                Some(Reply::Consistent(_)) => needed += 1,
            }
        }
        Ok((core.len() < below).then_some(core))
    }

    /// Whether these rules rule the candidate out.
    fn ask(&mut self, atom: Atom, rules: &[usize], patience: &Patience) -> Result<Reply, NoAnswer> {
        let SeveralRules { problem, whole, found, .. } = self;
        ask(problem, whole, found, (atom, rules), patience)
    }

    /// The same; `None` if that takes too many decisions.
    fn ask_hastily(
        &mut self,
        atom: Atom,
        rules: &[usize],
        patience: &Patience,
    ) -> Result<Option<Reply>, NoAnswer> {
        let SeveralRules { problem, hasty, found, .. } = self;
        match ask(problem, hasty, found, (atom, rules), patience) {
            Err(NoAnswer::Stopped(Stopped(Limit::Steps))) => Ok(None),
            reply => reply.map(Some),
        }
    }

    fn grow(
        &mut self,
        atom: Atom,
        broken: FixedBitSet,
        patience: &Patience,
    ) -> Result<(), NoAnswer> {
        let n = self.problem.rules.len();
        let all: Vec<usize> = (0..n).collect();
        // Only the last counterexample, which breaks the fewest rules, is worth keeping.
        let first = self.found.len() - 1;
        grow(n, &all, broken, patience, &mut |rules| {
            patience.spend(QUESTION);
            let reply = self.ask_hastily(atom, rules, patience)?;
            // After a question without an answer, the rule is not added.
            Ok(reply.unwrap_or(Reply::Contradiction(Vec::new())))
        })?;
        let last = self.found.pop();
        self.found.truncate(first);
        self.found.extend(last);
        Ok(())
    }
}

/// The fault of a solver whose answers cannot all be right.
fn contradicts(what: &str) -> NoAnswer {
    Fault(format!("the solver contradicts itself: {what}")).into()
}

/// Whether these rules rule the candidate out. If not, it keeps the counterexample.
fn ask(
    problem: &Problem<'_>,
    whole: &mut Switched<'_>,
    found: &mut Vec<Counterexample>,
    (atom, rules): (Atom, &[usize]),
    patience: &Patience,
) -> Result<Reply, NoAnswer> {
    let lit = problem.compiled.map.literal(atom).expect("candidates are in the domain");
    let switches = whole.switches();
    let mut assumptions: Vec<Lit> = rules.iter().map(|&rule| switches[rule]).collect();
    assumptions.push(whole.literal(lit));
    Ok(match whole.solve_with(&assumptions, patience)? {
        Answer::Contradiction(core) => {
            let switches = whole.switches();
            let used = rules.iter().copied().filter(|&rule| core.contains(&switches[rule]));
            Reply::Contradiction(used.collect())
        }
        Answer::Consistent(model) => {
            let counterexample = counterexample(problem, whole, &model);
            let rules = counterexample.rules.clone();
            found.push(counterexample);
            Reply::Consistent(rules)
        }
    })
}

fn counterexample(problem: &Problem<'_>, whole: &Switched<'_>, model: &Model) -> Counterexample {
    let values: Vec<Value> = problem.csp.ids().map(|v| whole.value(model, v)).collect();
    let mut rules = FixedBitSet::with_capacity(problem.rules.len());
    for (at, &rule) in problem.rules.iter().enumerate() {
        rules.set(at, !problem.csp.constraints()[rule].constraint.rule().holds(&values));
    }
    Counterexample { values, rules }
}

/// The candidates that can still be ruled out, beginning with variables that have few.
fn targets(known: &Candidates, end: &Candidates) -> Vec<Target> {
    let mut targets = Vec::new();
    for (index, (now, then)) in known.rows().iter().zip(end.rows()).enumerate() {
        for &value in now.iter().filter(|value| !then.contains(value)) {
            let atom = Atom { variable: VarId::at(index), value };
            targets.push(Target { atom, rules: Vec::new(), seen: 0 });
        }
    }
    targets.sort_by_key(|target| known.of(target.atom.variable).len());
    targets
}
