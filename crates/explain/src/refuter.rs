//! Refutes by unit propagation alone, which is quick and close to how people reason. The rest is left to a solver.

use std::collections::{BTreeSet, HashSet};

use crate::{Draft, Problem};
use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_sat::compile::{Compiled, Origin};
use cnfetti_sat::propagation::{Code, NO_CLAUSE, Propagation, code, variable};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

/// The reason of what is assumed.
const ASSUMED: u32 = NO_CLAUSE;

/// The clauses of some posted constraints, each constraint with a switch.
pub(super) struct Refuter<'a> {
    compiled: &'a Compiled,
    clauses: Propagation,
    /// What holds in any case.
    units: Vec<Code>,
    switches: Vec<Code>,
}

impl<'a> Refuter<'a> {
    /// Of these constraints, with the domains of their variables.
    pub(super) fn new(problem: &Problem<'a>, constraints: &[usize]) -> Refuter<'a> {
        let compiled = problem.compiled;
        let first = compiled.cnf.num_vars() as usize;
        let switches = (0..constraints.len()).map(|at| 2 * (first + at) as Code).collect();
        let clauses = Propagation::new(first + constraints.len());
        let mut refuter = Refuter { compiled, clauses, units: Vec::new(), switches };
        let rules = constraints.iter().map(|&at| problem.csp.constraints()[at].constraint.rule());
        let variables: HashSet<VarId> = rules.flat_map(|rule| rule.scope()).collect();
        for variable in variables {
            refuter.part(variable.index(), Origin::Domain(variable), None);
        }
        for (at, &constraint) in constraints.iter().enumerate() {
            let part = compiled.map.num_variables() + constraint;
            refuter.part(part, Origin::Constraint(constraint), Some(2 * (first + at) as Code));
        }
        refuter
    }

    /// The clauses of a part, when the switch is on.
    fn part(&mut self, at: usize, origin: Origin, switch: Option<Code>) {
        // The parts are the domains in order, then the constraints in order.
        let part = &self.compiled.parts[at];
        debug_assert_eq!(part.origin, origin);
        for clause in self.compiled.clauses_of(part) {
            let literals = clause.iter().map(|&lit| code(lit));
            let number = self.clauses.store(literals.chain(switch.map(|switch| switch ^ 1)));
            match *self.clauses.clause(number) {
                [] => {}
                [unit] => self.units.push(unit),
                _ => self.clauses.watch(number),
            }
        }
    }

    /// Assumes these literals besides all that is assumed already. A core of the assumptions where they contradict.
    fn assume(&mut self, literals: impl IntoIterator<Item = Code>) -> Result<(), HashSet<Code>> {
        for lit in literals {
            if self.clauses.holds(lit ^ 1) {
                return Err(self.core([lit ^ 1]).into_iter().chain([lit]).collect());
            }
            self.clauses.assign(lit, ASSUMED);
        }
        match self.clauses.propagate() {
            Some(clause) => {
                let literals: Vec<Code> =
                    self.clauses.clause(clause).iter().map(|lit| lit ^ 1).collect();
                Err(self.core(literals))
            }
            None => Ok(()),
        }
    }

    /// What was assumed that makes these literals true.
    fn core(&self, literals: impl IntoIterator<Item = Code>) -> HashSet<Code> {
        let mut core = HashSet::new();
        let mut seen = HashSet::new();
        let mut open: Vec<Code> = literals.into_iter().collect();
        while let Some(lit) = open.pop() {
            if !seen.insert(variable(lit)) {
                continue;
            }
            match self.clauses.reason(lit) {
                ASSUMED => _ = core.insert(lit),
                clause => {
                    let others = self.clauses.clause(clause).iter().filter(|other| **other != lit);
                    open.extend(others.map(|other| other ^ 1));
                }
            }
        }
        core
    }

    /// The assumptions with which propagation refutes each of the denied literals; `None` if it does not refute all.
    fn refutes_each(&mut self, assumed: &[Code], denied: &[Code]) -> Option<HashSet<Code>> {
        self.clauses.back_to(0, |_| {});
        let units = self.units.clone();
        if let Err(core) = self.assume(units.into_iter().chain(assumed.iter().copied())) {
            return Some(core);
        }
        let base = self.clauses.trail().len();
        let mut used = HashSet::new();
        for &lit in denied {
            let core = self.assume([lit]).err();
            self.clauses.back_to(base, |_| {});
            used.extend(core?.into_iter().filter(|&other| other != lit));
        }
        Some(used)
    }

    fn codes(&self, facts: &[Fact]) -> Vec<Code> {
        facts.iter().flat_map(|fact| fact.literals(&self.compiled.map)).map(code).collect()
    }
}

/// The draft without constraints, facts and parts of facts that propagation does not need; `None` if propagation does not
/// derive its conclusions.
pub(super) fn lighter(problem: &Problem<'_>, draft: Draft) -> Option<Draft> {
    let mut needed = Needed::of(problem, &draft)?;
    let of_facts: Vec<Code> = needed.blocks[needed.refuter.switches.len()..].concat();
    for lit in of_facts {
        needed.drop(&[lit]);
    }
    let Needed { refuter, assumed, .. } = &needed;
    let facts = draft.facts.iter().filter_map(|fact| {
        let Said::IsNone(gone) = &fact.said else {
            return needed.has_some_of(fact).then(|| fact.clone());
        };
        let is_used = |value: &Value| {
            let atom = Atom { variable: fact.variable, value: *value };
            refuter.compiled.map.literal(atom).is_some_and(|lit| assumed.contains(&code(!lit)))
        };
        let gone: Vec<Value> = gone.iter().copied().filter(is_used).collect();
        (!gone.is_empty()).then_some(Fact { variable: fact.variable, said: Said::IsNone(gone) })
    });
    let (constraints, facts) = (needed.constraints(&draft), facts.collect());
    Some(Draft { constraints, facts, ..draft })
}

/// The draft without the constraints and facts that [`lighter`] leaves out. It keeps facts whole, so it is quicker.
pub(super) fn with_fewer(problem: &Problem<'_>, draft: Draft) -> Option<Draft> {
    let needed = Needed::of(problem, &draft)?;
    let facts = draft.facts.iter().filter(|fact| needed.has_some_of(fact)).cloned().collect();
    Some(Draft { constraints: needed.constraints(&draft), facts, ..draft })
}

/// What propagation needs of a draft.
struct Needed<'a> {
    refuter: Refuter<'a>,
    denied: Vec<Code>,
    /// The switches of the constraints, then the literals of each fact.
    blocks: Vec<Vec<Code>>,
    assumed: Vec<Code>,
}

impl<'a> Needed<'a> {
    fn of(problem: &Problem<'a>, draft: &Draft) -> Option<Needed<'a>> {
        let mut refuter = Refuter::new(problem, &draft.constraints);
        let denied: Vec<Code> =
            refuter.codes(&draft.conclusions).iter().map(|lit| lit ^ 1).collect();
        let noted_first = |fact: &&Fact| (!problem.noted.contains(&fact.variable), fact.variable);
        let mut facts: Vec<&Fact> = draft.facts.iter().collect();
        facts.sort_by_key(noted_first);
        let mut blocks: Vec<Vec<Code>> =
            refuter.switches.iter().map(|&switch| vec![switch]).collect();
        blocks.extend(facts.iter().map(|fact| refuter.codes(std::slice::from_ref(*fact))));
        let all = blocks.concat();
        // What is not in the core is not needed.
        let core = refuter.refutes_each(&all, &denied)?;
        let assumed = all.into_iter().filter(|lit| core.contains(lit)).collect();
        let mut needed = Needed { refuter, denied, blocks, assumed };
        for at in 0..needed.blocks.len() {
            let block = std::mem::take(&mut needed.blocks[at]);
            needed.drop(&block);
            needed.blocks[at] = block;
        }
        Some(needed)
    }

    /// Leaves these literals out if propagation does not need them.
    fn drop(&mut self, literals: &[Code]) {
        let Needed { refuter, denied, assumed, .. } = self;
        let left: Vec<Code> =
            assumed.iter().copied().filter(|lit| !literals.contains(lit)).collect();
        if left.len() < assumed.len()
            && let Some(core) = refuter.refutes_each(&left, denied)
        {
            *assumed = left.into_iter().filter(|lit| core.contains(lit)).collect();
        }
    }

    fn constraints(&self, draft: &Draft) -> Vec<usize> {
        let all = draft.constraints.iter().zip(&self.refuter.switches);
        all.filter(|(_, switch)| self.assumed.contains(switch)).map(|(&at, _)| at).collect()
    }

    fn has_some_of(&self, fact: &Fact) -> bool {
        let codes = self.refuter.codes(std::slice::from_ref(fact));
        codes.iter().any(|lit| self.assumed.contains(lit))
    }
}

/// The draft with everything that propagation derives from its constraints and facts. It concludes something about noted
/// variables only if the draft does.
pub(super) fn with_all_it_shows(
    problem: &Problem<'_>,
    known: &Candidates,
    draft: Draft,
) -> Option<Draft> {
    let is_noted = |variable: &VarId| problem.noted.contains(variable);
    let about_noted = draft.conclusions.iter().any(|fact| is_noted(&fact.variable));
    let rules = draft.constraints.iter().map(|&at| problem.csp.constraints()[at].constraint.rule());
    let is_open = |v: &VarId| known.decided(*v).is_none() && !problem.helpers.contains(*v);
    let variables: BTreeSet<VarId> = rules.flat_map(|rule| rule.scope()).filter(is_open).collect();
    let mut refuter = Refuter::new(problem, &draft.constraints);
    let facts = refuter.codes(&draft.facts);
    let assumed = [&refuter.units[..], &refuter.switches, &facts].concat();
    refuter.assume(assumed).ok()?;
    let mut after = known.clone();
    for &variable in variables.iter().filter(|variable| about_noted || !is_noted(variable)) {
        for &value in known.of(variable) {
            if refuter.rules_out(variable, value) {
                after.remove(variable, value);
            }
        }
    }
    let mut conclusions = after.since(known);
    for Fact { variable, said } in &mut conclusions {
        // A decided value may follow from earlier knowledge of the same variable.
        let Said::Is(value) = *said else { continue };
        if !refuter.shows(*variable, value) {
            let others = known.of(*variable).iter().copied().filter(|other| *other != value);
            *said = Said::IsNone(others.collect());
        }
    }
    let has_own = |fact: &Fact| {
        let mut learned = known.clone();
        conclusions.iter().for_each(|conclusion| learned.learn(conclusion));
        learned.knows(fact)
    };
    draft.conclusions.iter().all(has_own).then_some(Draft { conclusions, ..draft })
}

impl Refuter<'_> {
    /// Whether propagation rules the value out. If so, it stays ruled out.
    fn rules_out(&mut self, variable: VarId, value: Value) -> bool {
        let lit = self.compiled.map.literal(Atom { variable, value }).map(code);
        let Some(lit) = lit else { return false };
        let base = self.clauses.trail().len();
        let is_refuted = self.assume([lit]).is_err();
        self.clauses.back_to(base, |_| {});
        // If the negation led to a contradiction, propagation would have found one before.
        is_refuted && self.assume([lit ^ 1]).is_ok()
    }

    /// Whether propagation shows the value.
    fn shows(&mut self, variable: VarId, value: Value) -> bool {
        let lit = self.compiled.map.literal(Atom { variable, value }).map(code);
        let Some(lit) = lit else { return false };
        let base = self.clauses.trail().len();
        let is_shown = self.assume([lit ^ 1]).is_err();
        self.clauses.back_to(base, |_| {});
        is_shown
    }
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use crate::Task;
    use crate::helpers::Helpers;
    use crate::techniques::CONTRADICTION;
    use cnfetti_core::csp::{AllDifferent, AllEqual, Constraint, Csp, Linear, Ranges};
    use cnfetti_core::random::Random;
    use cnfetti_encodings::Relation;
    use cnfetti_sat::compile::{Choices, compile};

    /// Three rules about four places.
    fn problem(random: &mut Random) -> Csp {
        let mut csp = Csp::new();
        (0..4).for_each(|at| _ = csp.variable(format!("x{at}"), 0..=2));
        for number in 0..3 {
            let mut scope = csp.ids().collect_vec();
            random.shuffle(&mut scope);
            scope.truncate(2 + random.below(2));
            let relation = *random.pick(&[Relation::Exactly, Relation::AtMost, Relation::AtLeast]);
            let bound = random.below(2 * scope.len() + 1) as i64;
            let constraint: Constraint = match random.below(3) {
                0 => AllDifferent { scope, except: Vec::new() }.into(),
                1 => AllEqual { scope }.into(),
                _ => Linear::sum(scope, Ranges::related(relation, bound)).into(),
            };
            csp.post(constraint, format!("rule {number}"));
        }
        csp
    }

    /// Each value of each variable, or not.
    fn some_known(csp: &Csp, random: &mut Random) -> Candidates {
        Candidates::new(csp.ids().map(|id| {
            let kept = *random.pick(csp.domain(id));
            let values = csp.domain(id).iter().copied();
            values.filter(|&value| value == kept || !random.one_in(3)).collect_vec()
        }))
    }

    fn holds(fact: &Fact, values: &[Value]) -> bool {
        let value = values[fact.variable.index()];
        match &fact.said {
            Said::Is(only) => value == *only,
            Said::IsNone(gone) => !gone.contains(&value),
        }
    }

    /// Whether the conclusions follow, by all assignments.
    fn follows(csp: &Csp, draft: &Draft) -> bool {
        let rules = draft.constraints.iter().map(|&at| csp.constraints()[at].constraint.rule());
        let rules = rules.collect_vec();
        csp.ids().map(|id| csp.domain(id).to_vec()).multi_cartesian_product().all(|values| {
            !rules.iter().all(|rule| rule.holds(&values))
                || !draft.facts.iter().all(|fact| holds(fact, &values))
                || draft.conclusions.iter().all(|fact| holds(fact, &values))
        })
    }

    /// A random thing to conclude, by all rules and all that is known.
    fn draft(csp: &Csp, known: &Candidates, random: &mut Random) -> Draft {
        let variable = *random.pick(&csp.ids().collect_vec());
        let value = *random.pick(csp.domain(variable));
        let said = if random.one_in(4) { Said::Is(value) } else { Said::IsNone(vec![value]) };
        let facts = csp.ids().filter_map(|id| known.fact(csp, id)).collect();
        Draft::proposed(&CONTRADICTION, vec![0, 1, 2], facts, vec![Fact { variable, said }])
    }

    /// Passes random problems with what is known of them, and something to conclude.
    fn each_draft(seed: u64, mut visit: impl FnMut(&Problem<'_>, &Candidates, Draft)) {
        let mut random = Random::new(seed);
        for _ in 0..1_500 {
            let csp = problem(&mut random);
            let compiled = compile(&csp, &Choices::with_values()).unwrap();
            let task = Task::default();
            let problem = Problem::new(&csp, &compiled, Helpers::default(), &task);
            let known = some_known(&csp, &mut random);
            let draft = draft(&csp, &known, &mut random);
            visit(&problem, &known, draft);
        }
    }

    /// What is left of a draft leads to the same, has nothing new and nothing that is left out a second time.
    #[test]
    fn what_is_lighter_still_follows() {
        let (mut shown, mut fewer, mut weaker) = (0, 0, 0);
        each_draft(4, |problem, known, draft| {
            let csp = problem.csp;
            if known.knows(&draft.conclusions[0]) {
                return;
            }
            let Some(light) = lighter(problem, draft.clone()) else { return };
            let part = with_fewer(problem, draft.clone()).unwrap();
            assert_eq!(part.constraints, light.constraints);
            assert_eq!(part.facts.len(), light.facts.len());
            assert!(follows(csp, &light), "{light:?}\n{csp:?}");
            assert!(light.facts.iter().all(|fact| known.knows(fact)), "{light:?}");
            assert!(light.constraints.iter().all(|at| draft.constraints.contains(at)));
            assert_eq!(light.conclusions, draft.conclusions);
            assert_eq!(lighter(problem, light.clone()), Some(light.clone()));
            shown += 1;
            fewer += usize::from(light.constraints.len() < 3);
            weaker += usize::from(light.facts.len() < draft.facts.len());
        });
        assert!(shown > 300 && fewer > 200 && weaker > 200, "{shown} {fewer} {weaker}");
    }

    /// All that is concluded follows from the rules and facts of the draft, and it is more than before.
    #[test]
    fn all_that_is_shown_follows() {
        let mut more = 0;
        each_draft(5, |problem, known, draft| {
            let csp = problem.csp;
            let Some(light) = lighter(problem, draft) else { return };
            let Some(whole) = with_all_it_shows(problem, known, light.clone()) else { return };
            assert!(follows(csp, &whole), "{whole:?}\n{csp:?}");
            assert_eq!((&whole.constraints, &whole.facts), (&light.constraints, &light.facts));
            more += usize::from(whole.conclusions.len() > light.conclusions.len());
        });
        assert!(more > 50, "{more}");
    }
}
