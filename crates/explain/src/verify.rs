//! Checks each step with a second solver.

use std::collections::HashSet;
use std::slice;

use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_encodings::Lit;
use itertools::Itertools;

use crate::pencil::groups;
use crate::selectors::{Answer, Switched};
use crate::tiling::Tiling;
use crate::{ExplainError, Link, Problem, Step, Supposition};
use cnfetti_proof::refutation::areas;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use cnfetti_sat::solver::{Backend, SOLVERS};

/// The second opinion: any solver but the one that found the steps.
fn checker(finder: &Backend) -> &'static Backend {
    let other = SOLVERS.iter().find(|backend| backend.name != finder.name);
    other.expect("there are several solvers")
}

/// Checks steps in their order: that the facts of each are known before it, that its conclusions follow from its
/// constraints and facts, and that they do not without any one of the constraints.
pub(super) struct Check<'a> {
    seen: Seen<'a>,
    /// What the steps have stated, without what a reader sees from that.
    known: Candidates,
    /// With pencil marks: the groups of places, and the places whose value was given or stated.
    pencil: Option<(Vec<Vec<VarId>>, HashSet<VarId>)>,
    /// How many steps passed.
    steps: usize,
    /// Whether the solver was asked about one of them.
    has_asked: bool,
}

/// The name of the checker for steps about areas of equal numbers.
const BY_AREAS: &str = "area checker";

impl<'a> Check<'a> {
    pub(super) fn new(problem: &Problem<'a>, tiling: &'a Tiling, start: &Candidates) -> Check<'a> {
        let checker = checker(problem.backend);
        let seen =
            Seen { problem: problem.clone(), tiling, checker, whole: None, told: HashSet::new() };
        let Problem { csp, helpers, .. } = problem;
        let pencil = tiling.pencil.as_ref().map(|_| {
            let groups = groups(csp, helpers).map(|(_, scope)| scope.to_vec()).collect_vec();
            let filled = groups.iter().flatten().copied();
            let filled = filled.filter(|&place| start.decided(place).is_some()).collect();
            (groups, filled)
        });
        let mut check = Check { seen, known: start.clone(), pencil, steps: 0, has_asked: false };
        check.mark();
        check
    }

    /// The name of what checked the steps: the solver if it was asked about any, or the checker for areas.
    pub(super) fn name(&self) -> &'static str {
        match self.has_asked || self.steps == 0 {
            true => &self.seen.checker.name,
            false => BY_AREAS,
        }
    }

    /// Records how steps were checked that need not be checked again.
    pub(super) fn passed(&mut self, before: &Check<'_>) {
        self.has_asked |= before.has_asked;
    }

    /// Records the conclusions of a step, and updates the pencil marks.
    fn learn(&mut self, conclusions: &[Fact]) {
        self.steps += 1;
        for fact in conclusions {
            self.known.learn(fact);
            if let (Some((_, filled)), Said::Is(_)) = (&mut self.pencil, &fact.said) {
                filled.insert(fact.variable);
            }
        }
        self.mark();
    }

    /// Removes each stated value from the other places of its groups.
    fn mark(&mut self) {
        let Check { known, pencil: Some((groups, filled)), .. } = self else { return };
        for group in groups {
            for place in group.iter().filter(|place| filled.contains(place)) {
                let Some(value) = known.decided(*place) else { continue };
                group.iter().filter(|other| *other != place).for_each(|&other| {
                    known.remove(other, value);
                });
            }
        }
    }

    /// Checks the next step. If it passed before, only its facts are checked against what is known.
    pub(super) fn step(&mut self, step: &Step, has_passed: bool) -> Result<(), ExplainError> {
        let Check { seen, known, steps, has_asked, .. } = self;
        let wrong = |what| Err(ExplainError::WrongStep { step: *steps + 1, what });
        for fact in &step.facts {
            if !known.knows(fact) && !seen.follows(known, fact)? {
                return wrong("it uses what is not known yet");
            }
        }
        let is_only_value = step.constraints.is_empty() && is_only_value(seen.problem.csp, step);
        if has_passed || is_only_value || is_shown_by_areas(seen.problem.csp, step) {
            self.learn(&step.conclusions);
            return Ok(());
        }
        *has_asked = true;
        if let Some(what) = seen.fault_of(step)? {
            return wrong(what);
        }
        for thought in step.thoughts() {
            if let Some(supposition) = &thought.supposition
                && !holds(seen, known, supposition)?
            {
                return wrong("what it supposes does not lead to a contradiction");
            }
        }
        self.learn(&step.conclusions);
        Ok(())
    }
}

/// Whether the step only says the last value that is left to a place.
fn is_only_value(csp: &Csp, step: &Step) -> bool {
    let [Fact { variable, said: Said::Is(value) }] = step.conclusions[..] else { return false };
    let of_it = |fact: &&Fact| fact.variable == variable;
    let allows = |value: Value| step.facts.iter().filter(of_it).all(|fact| fact.allows(value));
    csp.domain(variable).iter().copied().filter(|&value| allows(value)).eq([value])
}

/// Whether the checker for areas accepts the step. It does not know techniques, and is quicker than a solver that would have
/// to look at the whole board.
fn is_shown_by_areas(csp: &Csp, step: &Step) -> bool {
    let mut known = Candidates::all(csp);
    step.facts.iter().for_each(|fact| known.learn(fact));
    let Some(Supposition { supposed, links }) = &step.supposition else {
        return areas_show(csp, &step.constraints, &step.facts, &step.conclusions);
    };
    let [conclusion] = &step.conclusions[..] else { return false };
    let is_decided = |value: &Value| conclusion.allows(*value) || supposed.allows(*value);
    let are_opposite = conclusion.variable == supposed.variable
        && known.of(conclusion.variable).iter().all(is_decided);
    known.learn(supposed);
    let is_shown = |link: &Link| {
        let is_of_step = link.constraints.iter().all(|at| step.constraints.contains(at));
        let is_known = link.facts.iter().all(|fact| known.knows(fact));
        link.conclusions.iter().for_each(|fact| known.learn(fact));
        is_of_step && is_known && areas_show(csp, &link.constraints, &link.facts, &link.conclusions)
    };
    let ends = links.last().is_some_and(|last| last.conclusions.is_empty());
    are_opposite && ends && links.iter().all(is_shown)
}

/// Whether each conclusion follows from the facts; without conclusions, whether the facts contradict the constraints.
fn areas_show(csp: &Csp, constraints: &[usize], facts: &[Fact], conclusions: &[Fact]) -> bool {
    let mut known = Candidates::all(csp);
    facts.iter().for_each(|fact| known.learn(fact));
    if conclusions.is_empty() {
        return areas::cannot_hold(csp, constraints, |variable| known.of(variable).to_vec());
    }
    conclusions.iter().all(|conclusion| {
        areas::cannot_hold(csp, constraints, |variable| {
            let left = known.of(variable).iter().copied();
            let is_denied =
                |value: &Value| variable != conclusion.variable || !conclusion.allows(*value);
            left.filter(is_denied).collect()
        })
    })
}

/// Whether each link follows from its constraint and what is known by then, and the last one is a contradiction.
fn holds(
    seen: &mut Seen<'_>,
    before: &Candidates,
    supposition: &Supposition,
) -> Result<bool, ExplainError> {
    let Problem { csp, compiled, budget, .. } = seen.problem;
    let checker = seen.checker;
    let mut known = before.clone();
    known.learn(&supposition.supposed);
    let Some(last) = supposition.links.last() else { return Ok(false) };
    for link in &supposition.links {
        let mut part = Switched::new(csp, compiled, &link.constraints, checker, budget);
        if link.conclusions.is_empty() != (link == last) {
            return Ok(false);
        }
        for fact in &link.facts {
            let left = known.of(fact.variable).iter().copied();
            let left = left.filter(|value| !fact.allows(*value));
            let fact = Fact { variable: fact.variable, said: Said::IsNone(left.collect()) };
            if fact.said != Said::IsNone(Vec::new()) && !seen.follows(before, &fact)? {
                return Ok(false);
            }
        }
        part.deny(&link.conclusions);
        if !part.refutes(&link.facts)? {
            return Ok(false);
        }
        link.conclusions.iter().for_each(|fact| known.learn(fact));
    }
    Ok(true)
}

/// The solvers that check steps, and what a reader sees without a step.
struct Seen<'a> {
    problem: Problem<'a>,
    tiling: &'a Tiling,
    checker: &'static Backend,
    /// The formula of the constraints about what lies where; made for the first question.
    whole: Option<Switched<'a>>,
    /// The literals that this formula contains as clauses: what is known only grows.
    told: HashSet<Lit>,
}

impl Seen<'_> {
    /// What is wrong with a step: its conclusions do not follow, or one of its constraints is redundant.
    fn fault_of(&self, step: &Step) -> Result<Option<&'static str>, ExplainError> {
        let Problem { csp, compiled, budget, .. } = &self.problem;
        let mut part = Switched::new(csp, compiled, &step.constraints, self.checker, budget);
        let is_strange = |fact: &Fact| !part.variables().contains(&fact.variable);
        if step.conclusions.iter().any(is_strange) {
            return Ok(Some("its conclusions do not follow"));
        }
        let says_nothing = |fact: &Fact| fact.said == Said::IsNone(Vec::new());
        if step.facts.iter().any(|fact| is_strange(fact) || says_nothing(fact)) {
            return Ok(Some("one of its facts is not needed"));
        }
        part.deny(&step.conclusions);
        if !part.refutes(&step.facts)? {
            return Ok(Some("its conclusions do not follow"));
        }
        let switches = part.switches().to_vec();
        let all = [&switches[..], &part.literals(&step.facts)].concat();
        for &switch in &switches {
            let without: Vec<Lit> = all.iter().copied().filter(|&lit| lit != switch).collect();
            if !matches!(part.solve(&without)?, Answer::Consistent(_)) {
                return Ok(Some("one of its constraints is not needed"));
            }
        }
        Ok(None)
    }

    /// Whether the fact follows from what is known by the constraints of the tiling alone, as a reader sees it.
    fn follows(&mut self, known: &Candidates, fact: &Fact) -> Result<bool, ExplainError> {
        let Seen { problem, tiling, checker, whole, told } = self;
        let Problem { csp, compiled, budget, .. } = problem;
        let whole = whole.get_or_insert_with(|| {
            Switched::whole(csp, compiled, &tiling.placing(), checker, budget)
        });
        let known = csp.ids().flat_map(|variable| whole.known(known, variable));
        for lit in whole.switches().iter().copied().chain(known).collect_vec() {
            if told.insert(lit) {
                whole.add_clause(&[lit]);
            }
        }
        let mut assumed = Vec::new();
        for literal in whole.literals(slice::from_ref(fact)) {
            assumed.push(!literal);
            if !matches!(whole.solve(&assumed)?, Answer::Contradiction(_)) {
                return Ok(false);
            }
            assumed.pop();
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::helpers::Helpers;
    use crate::{Task, explain};
    use cnfetti_core::csp::{AllDifferent, Atom, Fixed};
    use cnfetti_sat::compile::{Choices, compile};

    /// Two clues and two rules, of which one says what the other says too.
    fn problem() -> (Csp, [VarId; 3]) {
        let mut csp = Csp::new();
        let ids = ["x", "y", "z"].map(|name| csp.variable(name, 0..3));
        let different = |scope: &[VarId]| AllDifferent { scope: scope.to_vec(), except: vec![] };
        csp.post(different(&ids).into(), "all differ");
        csp.post(different(&ids[1..]).into(), "two differ");
        for (id, value) in [(ids[0], 0), (ids[1], 1)] {
            csp.post(Fixed { atom: Atom { variable: id, value } }.into(), "given");
        }
        (csp, ids)
    }

    /// What the check says of the steps of an explanation that were changed.
    fn said_of(change: impl Fn(&mut Vec<Step>, [VarId; 3])) -> Option<&'static str> {
        let (csp, ids) = problem();
        let task = Task::default();
        let explanation = explain(&csp, &task, |_| {}).unwrap().unwrap();
        let (start, mut steps) = (explanation.start, explanation.steps);
        assert!(!steps.is_empty(), "there is something to be changed");
        change(&mut steps, ids);
        let compiled = compile(&csp, &Choices::with_values()).unwrap();
        let (problem, tiling) = (
            Problem::new(&csp, &compiled, Helpers::default(), &task),
            Tiling::new(&csp, &[], None),
        );
        let mut check = Check::new(&problem, &tiling, &start);
        match steps.iter().try_for_each(|step| check.step(step, false)) {
            Ok(()) => None,
            Err(ExplainError::WrongStep { what, .. }) => Some(what),
            Err(other) => panic!("{other}"),
        }
    }

    fn is(variable: VarId, value: Value) -> Fact {
        Fact { variable, said: Said::Is(value) }
    }

    #[test]
    fn a_step_with_something_wrong_is_refused() {
        assert_eq!(said_of(|_, _| {}), None);
        // A rule too many, which speaks of the same variables.
        let needless = said_of(|steps, _| {
            let step = steps.iter_mut().find(|step| step.constraints == [0]).unwrap();
            step.constraints = vec![0, 1];
        });
        assert_eq!(needless, Some("one of its constraints is not needed"));
        let wrong = said_of(|steps, [.., z]| steps[0].conclusions = vec![is(z, 1)]);
        assert_eq!(wrong, Some("its conclusions do not follow"));
        let unknown = said_of(|steps, [.., z]| steps[0].facts.push(is(z, 0)));
        assert_eq!(unknown, Some("it uses what is not known yet"));
    }
}
