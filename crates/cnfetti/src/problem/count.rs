//! Counts solutions.

use cnfetti_core::count::Count;
use cnfetti_sat::search::confirm::{Claim, Evidence, confirm};
use cnfetti_sat::search::count::Counted;
use cnfetti_sat::search::engine::{Agreed, Answer, Engine, Engines};
use cnfetti_sat::search::enumerate::End;
use cnfetti_sat::solver::Fault;
use num_bigint::BigUint;

use super::{Basis, Error, Means, Problem};

/// Options of a count.
#[derive(Clone, Debug, Default)]
pub struct CountOptions {
    means: Means,
    counter: Counter,
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
}

/// The number of solutions; with an objective, of optimal ones.
#[derive(Clone, Debug)]
pub struct Number {
    count: Count,
    basis: Basis,
}

impl CountOptions {
    /// Sets the means: limits, solver and encodings.
    #[must_use]
    pub fn means(self, means: Means) -> CountOptions {
        CountOptions { means, ..self }
    }

    /// Sets the method of counting.
    #[must_use]
    pub fn counter(self, counter: Counter) -> CountOptions {
        CountOptions { counter, ..self }
    }
}

impl Number {
    pub(super) fn new(count: Count, basis: Basis) -> Number {
        Number { count, basis }
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

    /// The best value of the objective, if there is one.
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
        let tell = |so_far: &Count| means.tell(&so_far.solutions);
        let alone = |engine| engines.run(engine, tell).map(Agreed::alone);
        let agreed = match options.counter {
            Counter::Both => engines.race(tell)?,
            Counter::Exact => alone(Engine::Exact)?,
            Counter::Blocking => alone(Engine::Blocking)?,
            Counter::Clauses => alone(Engine::Clauses)?,
        };
        let count = agreed.best.count();
        let mut evidence = count.exact.then(|| agreed.evidence());
        if let Answer::Blocking(Counted { end: End::Exhausted(rest), .. }) = &agreed.best
            && !evidence.is_some_and(|evidence| evidence.is_checked())
        {
            let confirmed = confirm(rest, Claim::by(&backend), &budget).map_err(Fault::from)?;
            evidence = Some(confirmed);
        }
        self.require_expected(count)?;
        let evidence = both(evidence, whole.evidence);
        let basis = Basis::new(agreed.best.engine().name(), evidence, agreed.best.stopped());
        Ok(Number { count: count.clone(), basis })
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

/// The weaker evidence of the two, if there are two.
pub(super) fn both(one: Option<Evidence>, other: Evidence) -> Option<Evidence> {
    one.map(|one| one.and(other))
}
