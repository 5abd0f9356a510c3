//! The check of every step by another solver.

use cnfetti_encodings::Lit;

use crate::compile::Map;
use crate::explain::selectors::{Answer, Switched};
use crate::explain::{ExplainError, Problem, Step};
use crate::search::candidates::{Candidates, Fact};
use crate::solver::{Backend, SOLVERS};

/// The second opinion: any solver but the one that found the steps.
fn checker(finder: &Backend) -> &'static Backend {
    let other = SOLVERS.iter().find(|backend| backend.name != finder.name);
    other.expect("there are several solvers")
}

/// Checks that the facts of each step are known before it, that its conclusions follow from its
/// constraints and facts, and that they do not without any one of the constraints. The name of the
/// solver that says so.
pub(super) fn verify(
    problem: &Problem<'_>,
    start: &Candidates,
    steps: &[Step],
) -> Result<&'static str, ExplainError> {
    let checker = checker(problem.backend);
    let map = &problem.compiled.map;
    let mut known = start;
    for (step, number) in steps.iter().zip(1..) {
        let wrong = |what| Err(ExplainError::WrongStep { step: number, what });
        if !step.facts.iter().all(|fact| is_known(map, known, fact)) {
            return wrong("it uses what is not known yet");
        }
        let csp = problem.csp;
        let constraints = &step.constraints;
        let mut part = Switched::new(csp, problem.compiled, constraints, checker, problem.budget);
        let literals = |part: &Switched<'_>, facts: &[Fact]| -> Vec<Lit> {
            let literals = facts.iter().flat_map(|fact| fact.literals(map));
            literals.map(|lit| part.literal(lit)).collect()
        };
        let conclusions = literals(&part, &step.conclusions);
        part.deny(&conclusions);
        let facts = literals(&part, &step.facts);
        let switches = part.switches().to_vec();
        let all: Vec<Lit> = switches.iter().chain(&facts).copied().collect();
        if !matches!(part.solve(&all)?, Answer::Contradiction(_)) {
            return wrong("its conclusions do not follow");
        }
        for &switch in &switches {
            let without: Vec<Lit> = all.iter().copied().filter(|&lit| lit != switch).collect();
            if !matches!(part.solve(&without)?, Answer::Consistent(_)) {
                return wrong("one of its constraints is not needed");
            }
        }
        known = &step.after;
    }
    Ok(&checker.name)
}

/// Whether the candidates say all that the fact says.
fn is_known(map: &Map, known: &Candidates, fact: &Fact) -> bool {
    let mut with = known.clone();
    with.learn(fact);
    with.of(fact.variable) == known.of(fact.variable) && !fact.literals(map).is_empty()
}
