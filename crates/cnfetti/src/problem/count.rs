//! Counts solutions.

use cnfetti_core::count::Count;
use cnfetti_sat::search::blocking::Counted;
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::engine::{
    Agreed, Answer, Engine, EngineError, Engines, require_agreement,
};
use num_bigint::BigUint;

use super::{Basis, Error, Means, Problem};

/// Options of a count.
#[derive(Clone, Debug, Default)]
pub struct CountOptions {
    /// The limits, the solver and the encodings.
    pub means: Means,
    /// The method of counting.
    pub counter: Counter,
}

/// The method of counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counter {
    /// The exact counter and a solver: each is a second opinion for the other.
    #[default]
    Both,
    /// The exact counter alone, which needs no formula.
    Exact,
    /// A solver alone, which blocks each solution by a clause.
    Blocking,
    /// Knowledge compilation alone: it compiles the formula, and lists nothing.
    Clauses,
    /// The exact counter, a solver and knowledge compilation, one after the other and each to the end: they
    /// must agree. Each has the time of the means for itself.
    All,
}

/// The progress of a count.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Counting<'a> {
    /// With [`Counter::All`], this engine begins.
    Begun(Engine),
    /// The numbers so far, which are lower bounds.
    Known(&'a Count),
}

/// The number of solutions; with an objective, of optimal ones.
#[derive(Clone, Debug)]
pub struct Number {
    count: Count,
    answers: Vec<Answer>,
    basis: Basis,
}

impl Number {
    pub(super) fn new(count: Count, basis: Basis) -> Number {
        Number { count, answers: Vec::new(), basis }
    }

    /// The answers of the engines that counted; the first one has the numbers. None if the number comes from
    /// a certificate.
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// All the numbers together.
    pub fn numbers(&self) -> &Count {
        &self.count
    }

    /// The number of solutions; a lower bound unless [`is_exact`](Number::is_exact).
    pub fn solutions(&self) -> &BigUint {
        &self.count.solutions
    }

    /// The number of solutions up to renaming of interchangeable values.
    pub fn up_to_renaming(&self) -> &BigUint {
        &self.count.up_to_renaming
    }

    /// The number of solutions up to symmetry.
    pub fn classes(&self) -> &BigUint {
        &self.count.classes
    }

    /// For each further [projection](cnfetti_core::csp::Csp::projections) of the problem, the number of
    /// different assignments to its variables.
    pub fn projected(&self) -> &[BigUint] {
        &self.count.projected
    }

    /// The best value of the objective, if there is one. If the objective is a float,
    /// [`Csp::amount`](cnfetti_core::csp::Csp::amount) is its value.
    pub fn optimum(&self) -> Option<i64> {
        self.count.optimum
    }

    /// Whether the number is exact.
    pub fn is_exact(&self) -> bool {
        self.count.exact
    }

    /// The evidence for the number.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Counts the solutions; with an objective, the optimal ones.
    ///
    /// # Errors
    ///
    /// Engines disagree, one of them fails, or the problem's file states another number. A limit is not an
    /// error: it makes the number a lower bound.
    pub fn count(&self, options: &CountOptions) -> Result<Number, Error> {
        self.count_watched(options, |_| {})
    }

    /// Counts like [`count`](Problem::count), and reports the progress.
    ///
    /// # Errors
    ///
    /// Those of [`count`](Problem::count).
    pub fn count_watched(
        &self,
        options: &CountOptions,
        mut watch: impl FnMut(Counting<'_>) + Send,
    ) -> Result<Number, Error> {
        let means = &options.means;
        let (backend, budget) = (means.backend(), means.budget());
        let limits = means.limits_within(budget.clone());
        let whole = self.whole(means, &backend, &budget)?;
        let engines = Engines {
            csp: &whole.csp,
            choices: &means.choices(),
            backend: &backend,
            limits: &limits,
        };
        let (agreed, third) = match alone(options.counter) {
            Some(engine) => {
                let tell = |so_far: &Count| tell(means, &mut watch, so_far);
                (Agreed::alone(engines.run(engine, tell)?), None)
            }
            None if options.counter == Counter::All => by_all(&engines, means, watch)?,
            None => (engines.race(|so_far| tell(means, &mut watch, so_far))?, None),
        };
        let mut evidence = agreed.best.count().exact.then(|| agreed.evidence());
        if let Answer::Blocking(Counted { end: Ended::Exhausted(no_other), .. }) = &agreed.best
            && !evidence.is_some_and(|evidence| evidence.is_checked())
        {
            evidence = Some(means.confirm(no_other, &budget)?);
        }
        let Agreed { best, other } = agreed;
        let examples = [Some(&best), other.as_ref(), third.as_ref()].into_iter().flatten();
        for example in examples.flat_map(Answer::examples) {
            // The numbers are about the constraints, and these could allow what the rules do not.
            self.check(&example[..self.csp.variables().len()])?;
        }
        let count = best.count().clone();
        self.require_expected(&count)?;
        let evidence = both(evidence, whole.evidence);
        let basis = Basis::new(best.engine().name(), evidence, best.stopped());
        let answers = [Some(best), other, third].into_iter().flatten().collect();
        Ok(Number { count, answers, basis })
    }

    /// Fails if the problem's file states another value of one of these numbers.
    fn require_expected(&self, count: &Count) -> Result<(), Error> {
        let named = self.csp.projections().iter().map(|projection| &*projection.name);
        let numbers = [("solutions", &count.solutions), ("classes", &count.classes)];
        for (name, number) in numbers.into_iter().chain(named.zip(&count.projected)) {
            self.expect.check(name, number, count.exact)?;
        }
        Ok(())
    }
}

/// The engine of a method with one engine.
fn alone(counter: Counter) -> Option<Engine> {
    match counter {
        Counter::Both | Counter::All => None,
        Counter::Exact => Some(Engine::Exact),
        Counter::Blocking => Some(Engine::Blocking),
        Counter::Clauses => Some(Engine::Clauses),
    }
}

fn tell(means: &Means, watch: &mut impl FnMut(Counting<'_>), so_far: &Count) {
    means.tell(&so_far.solutions);
    watch(Counting::Known(so_far));
}

/// Has all engines count, one after the other. Returns what two of them agree on, and the answer of the third.
fn by_all(
    engines: &Engines<'_>,
    means: &Means,
    mut watch: impl FnMut(Counting<'_>),
) -> Result<(Agreed, Option<Answer>), Error> {
    let mut run = |engine| {
        watch(Counting::Begun(engine));
        let limits = &means.limits_within(means.budget());
        Engines { limits, ..*engines }.run(engine, |_| {})
    };
    let exact = run(Engine::Exact)?;
    let blocking = run(Engine::Blocking)?;
    let clauses = run(Engine::Clauses)?;
    require_agreement(engines.csp, &blocking, &clauses).map_err(EngineError::from)?;
    let agreed = Agreed::both(engines.csp, exact, clauses).map_err(EngineError::from)?;
    let third = agreed.other;
    let agreed = Agreed::both(engines.csp, agreed.best, blocking).map_err(EngineError::from)?;
    Ok((agreed, third))
}

/// The weaker evidence of the two, if there are two.
pub(super) fn both(one: Option<Evidence>, other: Evidence) -> Option<Evidence> {
    one.map(|one| one.and(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever engine counts, the rules see some of the solutions: here the constraints forget one of the rules.
    #[test]
    fn a_number_of_what_breaks_the_rules_is_an_error() {
        let text = "var 1..3: x;\nvar 1..3: y;\nconstraint int_lt(x,y);\nsolve satisfy;\n";
        let mut problem = Problem::from_text(text).unwrap();
        let count = |problem: &Problem, counter| {
            problem
                .count(&CountOptions { counter, ..CountOptions::default() })
                .map(|number| number.count)
        };
        for counter in [Counter::Both, Counter::Exact, Counter::Blocking, Counter::All] {
            assert_eq!(count(&problem, counter).unwrap().solutions, 3_u32.into());
        }
        let mut csp = cnfetti_core::csp::Csp::new();
        for variable in problem.csp.variables() {
            csp.variable(variable.name(), 1..=3);
        }
        problem.csp = csp.into();
        for counter in [Counter::Both, Counter::Exact, Counter::Blocking, Counter::All] {
            let wrong = count(&problem, counter).unwrap_err().to_string();
            assert!(wrong.contains("a solution breaks a rule"), "{counter:?} {wrong}");
        }
    }
}
