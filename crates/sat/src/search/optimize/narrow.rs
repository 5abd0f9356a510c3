//! Optimization with formulas that contain only the values of good solutions.
//!
//! If a good objective value leaves the variables few values, as in scheduling, the search starts at the bound: it asks
//! for a solution that is as good as the bound, and then for slightly worse ones. After that it compiles the formula of
//! the solutions that are better than the best one, again each time that the gap is halved.

use cnfetti_encodings::Cnf;

use super::depth_first::Made;
use super::descent::Descent;
use super::known::{BOUND, Known};
use super::{Asked, CountError, News, Optimum, closed};
use crate::compile::{Choices, Compiled, Cost, NotCompiled, compile_within};
use crate::search::enumerate::WrongModel;
use crate::solver::Outcome;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::{Budget, Limit};
use cnfetti_core::presolve::bound::within;

/// The search starts at the bound if at most this many of ten values remain there.
const FEWER: usize = 6;

/// The most attempts near the bound.
const MAX_AIMS: usize = 12;

/// The steps for each attempt, and those in addition for each variable of the formula.
const PATIENCE: u64 = 60_000_000;
const FOR_EACH_VARIABLE: u64 = 2_000;

/// The most formulas of one search.
const MAX_FORMULAS: usize = 6;

/// A formula of the solutions with a small cost.
pub(super) struct Narrow {
    compiled: Compiled,
    /// The formula with the objective.
    rest: Cnf,
    cost: Cost,
}

impl Narrow {
    pub(super) fn new(
        csp: &Csp,
        known: &Known<'_>,
        choices: &Choices,
        budget: &Budget,
    ) -> Result<Narrow, NotCompiled> {
        let compiled = compile_within(csp, choices, budget)?;
        let mut rest = compiled.cnf.to_unlimited();
        let cost = Cost::new(&mut rest, &compiled.map, known.objective, choices);
        Ok(Narrow { compiled, rest, cost })
    }
}

/// The result of an attempt.
enum Aimed {
    Better,
    None,
    Late,
    Stopped(Limit),
}

/// Continues with a solver from what is known.
pub(super) fn descend(
    mut known: Known<'_>,
    choices: &Choices,
    budget: &Budget,
    mut on_news: impl FnMut(News<'_>),
) -> Result<Optimum, CountError> {
    let (csp, objective, backend) = (known.csp, known.objective, known.backend);
    let choices = &choices.for_search();
    let is_narrowing = is_narrowing(&known, budget);
    // The cores of a sum give better bounds than attempts that fail.
    let is_sum = objective.terms.as_slice().len() > 1;
    if is_narrowing
        && !is_sum
        && let Some(limit) = aim(&mut known, choices, budget, &mut on_news)?
    {
        return Ok(known.stopped(limit));
    }
    for number in 1.. {
        let most = known.best.as_ref().map(|best| known.cost(best.value) - 1);
        let narrowed = match most {
            _ if known.is_closed() => None,
            Some(most) => within(csp, most, budget),
            None => Some(csp.clone()),
        };
        let Some(narrowed) = narrowed else {
            known.raise(i64::MAX, Some(BOUND));
            return closed(known, budget);
        };
        let narrow = match known.compiled(&narrowed, choices, budget, &mut on_news)? {
            Made::Narrow(narrow) => *narrow,
            Made::Better => continue,
            Made::Closed => return closed(known, budget),
            Made::Stopped(limit) => return Ok(known.stopped(limit)),
        };
        on_news(News::Compiled(&narrow.compiled));
        let (compiled, cost) = (&narrow.compiled, &narrow.cost);
        let asked = Asked { csp, compiled, is_narrow: true, objective, cost, backend, budget };
        let mut descent = Descent::new(&asked, narrow.rest, known);
        if is_narrowing && number < MAX_FORMULAS {
            descent.leave_halfway();
        }
        match descent.run(&mut on_news)? {
            Ok(optimum) => return Ok(optimum),
            Err(left) => known = left,
        }
    }
    unreachable!("the last formula is not left")
}

/// Whether the variables have far fewer values in solutions that are as good as the bound.
fn is_narrowing(known: &Known<'_>, budget: &Budget) -> bool {
    let best = within(known.csp, known.floor, budget);
    best.is_none_or(|best| 10 * best.num_values() < FEWER * known.csp.num_values())
}

/// Searches for a solution near the bound, in steps that double. Returns the limit if one was reached.
fn aim(
    known: &mut Known<'_>,
    choices: &Choices,
    budget: &Budget,
    on_news: &mut impl FnMut(News<'_>),
) -> Result<Option<Limit>, CountError> {
    let mut more = 0_i64;
    for _ in 0..MAX_AIMS {
        let most = known.best.as_ref().map_or(known.most(), |best| known.cost(best.value) - 1);
        let goal = known.floor.saturating_add(more);
        if known.is_closed() || goal >= most {
            break;
        }
        match shoot(known, goal, choices, budget, on_news)? {
            Aimed::Better => break,
            Aimed::None => {}
            Aimed::Late => more = 2 * more + 1,
            Aimed::Stopped(limit) => return Ok(Some(limit)),
        }
    }
    Ok(None)
}

/// Searches for a solution of at most this cost.
fn shoot(
    known: &mut Known<'_>,
    goal: i64,
    choices: &Choices,
    budget: &Budget,
    on_news: &mut impl FnMut(News<'_>),
) -> Result<Aimed, CountError> {
    let Some(narrowed) = within(known.csp, goal, budget) else {
        known.raise(goal + 1, Some(BOUND));
        return Ok(Aimed::None);
    };
    let mut narrow = match Narrow::new(&narrowed, known, choices, budget) {
        Ok(narrow) => narrow,
        Err(NotCompiled::TooLarge(_)) => return Ok(Aimed::Late),
        Err(error) => return Ok(Aimed::Stopped(error.limit()?)),
    };
    for clause in narrow.cost.better_than(known.value(goal + 1)) {
        narrow.rest.add_clause(clause);
    }
    let mut solver = known.backend.load(&narrow.rest, budget);
    solver.limit(PATIENCE + FOR_EACH_VARIABLE * u64::from(narrow.rest.num_vars()));
    match solver.solve(&[]) {
        Outcome::Satisfiable(model) => {
            let solution = narrow.compiled.map.decode(&model).map_err(WrongModel::from)?;
            let best = known.checked(solution, &known.backend.name)?;
            known.improve(best, on_news)?;
            Ok(Aimed::Better)
        }
        Outcome::Unsatisfiable(_) => {
            known.raise(goal + 1, None);
            Ok(Aimed::None)
        }
        Outcome::Unknown(limit) if budget.is_spent() => Ok(Aimed::Stopped(limit)),
        Outcome::Unknown(_) => Ok(Aimed::Late),
        Outcome::Failed(fault) => Err(WrongModel::from(fault).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::optimizer;
    use super::*;
    use crate::search::ended::Ended;
    use cnfetti_core::csp::{
        Extent, Linear, NoOverlap, Objective, Ranges, Sense, Terms, Value, VarId,
    };
    use cnfetti_core::random::Random;

    /// Four tasks of two jobs on two machines, and the best end by brute force, if there is one.
    fn shop(random: &mut Random) -> (Csp, Option<i64>) {
        const LAST: Value = 7;
        let lengths: Vec<Value> = (0..4).map(|_| 1 + random.below(3) as Value).collect();
        let ready: Vec<Value> = (0..4).map(|_| random.below(3) as Value).collect();
        let deadline = 6 + random.below(12) as Value;
        let mut csp = Csp::new();
        let starts: Vec<VarId> =
            (0..4).map(|at| csp.variable(format!("s{at}"), ready[at]..=LAST)).collect();
        let end = csp.variable("end", 0..=deadline);
        let apart = |csp: &mut Csp, late, early, length: Value| {
            let terms = Terms::new([(late, 1), (early, -1)]);
            csp.post(Linear { terms, within: Ranges::at_least(length.into()) }.into(), "in turn");
        };
        for [first, second] in [[0, 1], [2, 3]] {
            apart(&mut csp, starts[second], starts[first], lengths[first]);
            apart(&mut csp, end, starts[second], lengths[second]);
        }
        for machine in [[0, 3], [1, 2]] {
            let extent =
                |at: usize| vec![Extent { origin: starts[at], length: lengths[at].into() }];
            let boxes = machine.map(extent).into();
            csp.post(NoOverlap { boxes, ignores_empty: false }.into(), "one at a time");
        }
        let (weight, sense) = match random.below(2) {
            0 => (3, Sense::Minimize),
            _ => (-3, Sense::Maximize),
        };
        csp.optimize(Objective { terms: Terms::new([(end, weight)]), sense }).unwrap();
        let mut best: Option<i64> = None;
        for code in 0..8_usize.pow(4) {
            let begin: Vec<Value> =
                (0..4).map(|at| (code / 8_usize.pow(at) % 8) as Value).collect();
            let ends = |at: usize| begin[at] + lengths[at];
            let fits = (0..4).all(|at| begin[at] >= ready[at])
                && [[0, 1], [2, 3]].iter().all(|&[first, second]| ends(first) <= begin[second])
                && [[0, 3], [1, 2]]
                    .iter()
                    .all(|&[one, other]| ends(one) <= begin[other] || ends(other) <= begin[one]);
            let last = ends(1).max(ends(3));
            if fits && last <= deadline {
                let cost = 3 * i64::from(last);
                best = Some(best.map_or(cost, |best| best.min(cost)));
            }
        }
        (csp, best)
    }

    #[test]
    fn schedules_are_as_short_as_brute_force_finds() {
        let (mut narrowing, mut none, mut aimed) = (0, 0, 0);
        for seed in 0..150 {
            let (csp, best) = shop(&mut Random::new(seed));
            let (backend, budget) = (optimizer(), Budget::default());
            let objective = csp.objective().unwrap();
            let mut known = Known::new(&csp, objective, &backend, &budget);
            // A weak bound, as if the constraints said less.
            known.floor -= 3 * (seed % 4) as i64;
            narrowing += usize::from(is_narrowing(&known, &budget));
            let floor = known.floor;
            let optimum = descend(known, &Choices::default(), &budget, |_| {}).unwrap();
            assert!(matches!(optimum.end, Ended::Exhausted(_)), "seed {seed}");
            let value = best.map(|best| best * objective.sense.sign());
            assert_eq!(optimum.best.map(|best| best.value), value, "seed {seed}: {csp:#?}");
            none += usize::from(best.is_none());
            aimed += usize::from(best.is_some_and(|best| best > floor));
        }
        assert!(narrowing > 50 && none > 5 && aimed > 50, "{narrowing} {none} {aimed}");
    }
}
