//! Steps of several rules: few rules that together rule out a candidate, none of them redundant.

use std::collections::HashSet;

use cnfetti_encodings::Lit;

use crate::selectors::{Answer, Switched};
use crate::techniques::SEVERAL_RULES;
use crate::{Draft, Problem};
use cnfetti_core::csp::{Atom, VarId};
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::solver::{Fault, Limit, NoAnswer, Stopped};

/// A question is given up after this many decisions of the solver, unless it is the last resort.
const MAX_STEPS: u64 = 5_000;

/// The search asks for this many candidates which rules rule them out.
const TRIED: usize = 20;

/// It shrinks this many of the smallest sets of rules.
const SHRUNK: usize = 2;

/// The search for steps of several rules. Its solvers keep what they have learned from step to step.
pub(super) struct MultiRuleSearch<'a> {
    problem: &'a Problem<'a>,
    /// The solver with all rules.
    whole: Switched<'a>,
    /// The same, for questions that may be given up.
    hasty: Switched<'a>,
    /// The literals that both solvers have as clauses.
    told: HashSet<Lit>,
}

/// The rules that a solver used to rule a candidate out, as positions in [`Problem::rules`]; `None` if the candidate is
/// still possible.
type Core = Option<Vec<usize>>;

impl<'a> MultiRuleSearch<'a> {
    pub(super) fn new(problem: &'a Problem<'a>, whole: Switched<'a>) -> MultiRuleSearch<'a> {
        let Problem { csp, compiled, rules, budget, .. } = problem;
        let hasty = Switched::patient(csp, compiled, rules, MAX_STEPS, budget);
        MultiRuleSearch { problem, whole, hasty, told: HashSet::new() }
    }

    /// The solver with all rules.
    pub(super) fn whole(&mut self) -> &mut Switched<'a> {
        &mut self.whole
    }

    /// The next step, if no rule implies anything by itself. `end` is the backbone, which is not yet known in full.
    pub(super) fn best(&mut self, known: &Candidates, end: &Candidates) -> Result<Draft, NoAnswer> {
        self.tell(known);
        let rules = self.few(known, end)?;
        let mut constraints: Vec<usize> = rules.iter().map(|&at| self.problem.rules[at]).collect();
        constraints.sort_unstable();
        let mut part = self.problem.part(&constraints);
        let draft = self.problem.draft(&mut part, &SEVERAL_RULES, &constraints, known)?;
        draft.ok_or_else(|| contradicts("rules rule something out and do not"))
    }

    /// Adds what is known to the solvers for good, because it only grows.
    fn tell(&mut self, known: &Candidates) {
        for variable in self.problem.csp.ids() {
            for lit in self.whole.known(known, variable) {
                if self.told.insert(lit) {
                    // The numbers of both are the same.
                    self.whole.add_clause(&[lit]);
                    self.hasty.add_clause(&[lit]);
                }
            }
        }
    }

    /// Few rules that rule out a candidate, none of them redundant. Of several candidates, it takes the one for which the
    /// solver used the fewest rules.
    fn few(&mut self, known: &Candidates, end: &Candidates) -> Result<Vec<usize>, NoAnswer> {
        let all: Vec<usize> = (0..self.problem.rules.len()).collect();
        let targets = targets(known, end);
        let mut cores: Vec<(Vec<usize>, Atom)> = Vec::new();
        for &atom in targets.iter().take(TRIED) {
            if let Some(Some(core)) = self.ask_hastily(atom, &all)? {
                cores.push((core, atom));
            }
        }
        cores.sort_by_key(|(core, _)| core.len());
        let mut best: Core = None;
        for (core, atom) in cores.into_iter().take(SHRUNK) {
            let below = best.as_ref().map_or(usize::MAX, Vec::len);
            let rules =
                self.shrink(core, below, |search, rules| search.ask_hastily(atom, rules))?;
            best = rules.or(best);
        }
        if best.is_none() {
            // Every question was given up.
            let &atom = targets.first().ok_or_else(|| contradicts("more follows than is true"))?;
            if let Some(core) = self.ask(atom, &all)? {
                best = self
                    .shrink(core, usize::MAX, |search, rules| search.ask(atom, rules).map(Some))?;
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
        mut ask: impl FnMut(&mut Self, &[usize]) -> Result<Option<Core>, NoAnswer>,
    ) -> Result<Core, NoAnswer> {
        let mut needed = 0;
        while needed < core.len() {
            if needed + 1 >= below {
                return Ok(None);
            }
            let mut without = core.clone();
            without.remove(needed);
            match ask(self, &without)? {
                None => return Ok(None),
                Some(Some(smaller)) => core.retain(|rule| smaller.contains(rule)),
                Some(None) => needed += 1,
            }
        }
        Ok((core.len() < below).then_some(core))
    }

    fn ask(&mut self, atom: Atom, rules: &[usize]) -> Result<Core, NoAnswer> {
        core(self.problem, &mut self.whole, atom, rules)
    }

    /// The same; `None` if that takes too many decisions.
    fn ask_hastily(&mut self, atom: Atom, rules: &[usize]) -> Result<Option<Core>, NoAnswer> {
        match core(self.problem, &mut self.hasty, atom, rules) {
            Err(NoAnswer::Stopped(Stopped(Limit::Steps))) => Ok(None),
            core => core.map(Some),
        }
    }
}

/// The fault of a solver whose answers cannot all be right.
fn contradicts(what: &str) -> NoAnswer {
    Fault(format!("the solver contradicts itself: {what}")).into()
}

/// Asks a solver whether these rules rule the candidate out.
fn core(
    problem: &Problem<'_>,
    solver: &mut Switched<'_>,
    atom: Atom,
    rules: &[usize],
) -> Result<Core, NoAnswer> {
    let lit = problem.compiled.map.literal(atom).expect("candidates are in the domain");
    let switches = rules.iter().map(|&rule| solver.switches()[rule]);
    let assumptions: Vec<Lit> = switches.chain([solver.literal(lit)]).collect();
    Ok(match solver.solve(&assumptions)? {
        Answer::Contradiction(core) => {
            let is_used = |rule: &usize| core.contains(&solver.switches()[*rule]);
            Some(rules.iter().copied().filter(is_used).collect())
        }
        Answer::Consistent(_) => None,
    })
}

/// The candidates that can still be ruled out, beginning with variables that have few.
fn targets(known: &Candidates, end: &Candidates) -> Vec<Atom> {
    let mut targets = Vec::new();
    for (index, (now, then)) in known.rows().iter().zip(end.rows()).enumerate() {
        for &value in now.iter().filter(|value| !then.contains(value)) {
            targets.push(Atom { variable: VarId::at(index), value });
        }
    }
    targets.sort_by_key(|target| known.of(target.variable).len());
    targets
}
