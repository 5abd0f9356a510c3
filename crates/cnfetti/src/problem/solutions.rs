//! Lists solutions: from a diagram of all of them, or by a solver.

use std::collections::HashSet;
use std::ops::ControlFlow;

use cnfetti_core::assignment::Model;
use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::{Budget, Limits};
use cnfetti_core::presolve::propagate::propagate;
use cnfetti_core::presolve::strengthen::strengthen;
use cnfetti_exact::{self as exact, Diagram};
use cnfetti_sat::compile::{Compiled, compile_within};
use cnfetti_sat::search::bound::require_optimal_in;
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::enumerate::{each_solution, each_solution_soon};
use cnfetti_sat::search::listing::Listing as Walked;
use cnfetti_sat::search::second_opinion::{self, EXACT_COUNTER, is_small, no_others};
use cnfetti_sat::search::symmetry::break_renaming;
use cnfetti_sat::search::unique::first_few;
use cnfetti_sat::solver::Backend;

use super::count::both;
use super::{Basis, Error, Means, Problem, Solution};

/// A listing from a diagram checks its limits after this many solutions.
const BETWEEN_LOOKS: u64 = 256;

/// The steps of a first try to find all solutions at once, and how many are no longer few.
pub(super) const SOON: u64 = 300_000_000;
const FEW: usize = 100;

/// The steps of a diagram that is made although the first solution waits for it.
const GLANCE: u64 = 50_000_000;

/// The memory of a diagram of all solutions, in bytes. If it needs more, the solver finds one solution after the
/// other.
const LIST_BYTES: usize = 100 << 20;

/// Options of listing solutions.
#[derive(Clone, Debug)]
pub struct SolutionsOptions {
    /// The limits, the solver and the encodings.
    pub means: Means,
    /// The largest number of solutions.
    pub most: usize,
    /// Lists only one of all solutions that differ by renaming interchangeable values.
    pub up_to_renaming: bool,
    /// Has the solver list the solutions, so that the literals of its models are known. Otherwise it does so only
    /// if a diagram of all solutions would be large, or if the solver or an encoding was chosen.
    pub by_solver: bool,
    /// Has the first solution not wait for a diagram of all, unless that is made at once: a solver finds them together if they
    /// are few and soon found, or else one after the other.
    pub one_by_one: bool,
}

/// The progress of a listing.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Listing<'a> {
    /// The solver lists the solutions, and this is the formula of these constraints.
    Compiled(&'a Csp, &'a Compiled),
    /// Another solution, which was checked, and the model that it was read from, if it is one of the problem's formula.
    Solution(&'a [Value], Option<&'a Model>),
}

/// Solutions, and whether there are others.
#[derive(Clone, Debug)]
pub struct Solutions {
    solutions: Vec<Solution>,
    is_complete: bool,
    basis: Basis,
}

/// The end of a listing.
#[derive(Clone, Debug)]
pub struct Listed {
    is_complete: bool,
    end: Option<Ended>,
    basis: Basis,
}

impl Default for SolutionsOptions {
    /// Up to 1,000 solutions.
    fn default() -> SolutionsOptions {
        SolutionsOptions {
            means: Means::default(),
            most: 1_000,
            up_to_renaming: false,
            by_solver: false,
            one_by_one: false,
        }
    }
}

impl Solutions {
    /// The solutions, in increasing order.
    pub fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// Whether these are all solutions.
    pub fn are_all(&self) -> bool {
        self.is_complete
    }

    /// The evidence that there are no others, if these are all.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Listed {
    /// Whether all solutions were visited.
    pub fn are_all(&self) -> bool {
        self.is_complete
    }

    /// How the solver ended, with the formula that has a clause against each solution; `None` if no formula was
    /// needed.
    pub fn end(&self) -> Option<&Ended> {
        self.end.as_ref()
    }

    /// The evidence that there are no others, if these are all.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Lists solutions; with an objective, the optimal ones. Solutions that differ by renaming count
    /// separately.
    ///
    /// # Errors
    ///
    /// The formula is too large, the solver is wrong, or the problem's file states another
    /// number.
    pub fn solutions(&self, options: &SolutionsOptions) -> Result<Solutions, Error> {
        let mut solutions = Vec::new();
        let Listed { is_complete, basis, .. } = self.each_solution(options, |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        })?;
        solutions.sort_unstable();
        Ok(Solutions { solutions, is_complete, basis })
    }

    /// Visits solutions as they are found, and keeps none; otherwise like [`solutions`](Problem::solutions).
    /// After the last requested one, it looks for another, unless the visitor breaks off.
    ///
    /// # Errors
    ///
    /// Those of [`solutions`](Problem::solutions). Solutions visited before an error are correct.
    pub fn each_solution(
        &self,
        options: &SolutionsOptions,
        mut visit: impl FnMut(Solution) -> ControlFlow<()>,
    ) -> Result<Listed, Error> {
        self.each_solution_watched(options, |progress| match progress {
            Listing::Solution(solution, _) => visit(Solution::new(solution.to_vec())),
            Listing::Compiled(..) => ControlFlow::Continue(()),
        })
    }

    /// Visits solutions like [`each_solution`](Problem::each_solution), without a copy of each, and reports the
    /// progress.
    ///
    /// # Errors
    ///
    /// Those of [`solutions`](Problem::solutions). Solutions visited before an error are correct.
    pub fn each_solution_watched(
        &self,
        options: &SolutionsOptions,
        watch: impl FnMut(Listing<'_>) -> ControlFlow<()>,
    ) -> Result<Listed, Error> {
        let means = &options.means;
        let (backend, budget) = (means.backend(), means.budget());
        let asked = self.asked(means, &backend, &budget)?;
        let is_by_solver = options.by_solver || means.has_encodings() || backend.is_chosen();
        // A diagram has all solutions, of which a projection sees several as one.
        let whole = if is_by_solver { None } else { asked.csp.with_projection() };
        let projected = whole.is_some().then_some(&*asked.csp);
        let whole = whole.as_ref().unwrap_or(&asked.csp);
        let one_by_one = options.one_by_one || projected.is_some();
        let most = options.most;
        let mut visitor = Visitor { problem: self, means, most, number: 0, wrong: None, watch };
        let broken = options.up_to_renaming.then(|| break_renaming(&asked.csp));
        let csp = broken.as_ref().unwrap_or(&asked.csp);
        let all = match one_by_one {
            _ if is_by_solver => None,
            true => match at_a_glance(whole, means, &budget)? {
                Some(diagram) => Some(All::Diagram(diagram)),
                None => few(csp, means, most, &budget)?,
            },
            false => all_at_once(whole, csp, (means, most), &budget)?,
        };
        let listed = match &all {
            Some(All::Diagram(diagram)) => {
                let all = Walked::new(whole, diagram, options.up_to_renaming);
                by_diagram(all, projected, &budget, &mut visitor)?
            }
            Some(All::Few(solutions, end)) => {
                let visits = solutions.iter().map(|solution| visitor.visit(solution, None));
                let is_whole =
                    visits.take_while(ControlFlow::is_continue).count() == solutions.len();
                let end = if is_whole { end.clone() } else { Ended::Enough };
                ended(end, (means, &backend), &budget, &visitor)?
            }
            None => by_solver(csp, is_by_solver, (means, &backend), &budget, &mut visitor)?,
        };
        if let Some(wrong) = visitor.wrong {
            return Err(wrong);
        }
        if !options.up_to_renaming {
            self.expect.check("solutions", &visitor.number.into(), listed.is_complete)?;
        }
        let evidence = both(listed.basis.evidence(), asked.evidence);
        let basis = Basis::new(listed.basis.by(), evidence, listed.basis.limit());
        Ok(Listed { basis, ..listed })
    }
}

/// Checks and counts solutions, and passes them on.
struct Visitor<'a, Watch> {
    problem: &'a Problem,
    means: &'a Means,
    most: usize,
    number: usize,
    /// What is wrong with a solution.
    wrong: Option<Error>,
    watch: Watch,
}

impl<Watch: FnMut(Listing<'_>) -> ControlFlow<()>> Visitor<'_, Watch> {
    fn visit(&mut self, solution: &[Value], model: Option<&Model>) -> ControlFlow<()> {
        if self.number == self.most {
            return ControlFlow::Break(());
        }
        if let Err(wrong) = self.problem.check(solution) {
            self.wrong = Some(wrong);
            return ControlFlow::Break(());
        }
        self.number += 1;
        self.means.tell(&self.number.into());
        (self.watch)(Listing::Solution(solution, model))
    }
}

/// All solutions of a problem.
pub(super) enum All {
    Diagram(Diagram),
    /// These, or some if no more are wanted, and how the search for others ended.
    Few(Vec<Vec<Value>>, Ended),
}

/// All solutions, if they have a diagram that fits into little memory. If it takes longer, a solver looks whether there are only
/// a few, in the problem without those that differ by renaming if these are not wanted.
fn all_at_once(
    whole: &Csp,
    csp: &Csp,
    (means, most): (&Means, usize),
    budget: &Budget,
) -> Result<Option<All>, Error> {
    let soon = budget.turn(SOON);
    if let Some(diagram) = diagram(whole, means, &soon)? {
        return Ok(Some(All::Diagram(diagram)));
    }
    if let Some(few) = few(csp, means, most, budget)? {
        return Ok(Some(few));
    }
    // Without more steps, it would need more memory.
    let again = if soon.is_spent() { diagram(whole, means, budget)? } else { None };
    Ok(again.map(All::Diagram))
}

/// All solutions, or one more than are wanted, by the small solver; `None` if they are more than a few, or take longer.
pub(super) fn few(
    csp: &Csp,
    means: &Means,
    most: usize,
    budget: &Budget,
) -> Result<Option<All>, Error> {
    let number = FEW.min(most.saturating_add(1));
    let found = first_few(csp, &means.choices(), &budget.turn(SOON), number)?;
    Ok(found.and_then(|(few, end)| {
        let is_known = matches!(end, Ended::Exhausted(_)) || few.len() > most;
        is_known.then_some(All::Few(few, end))
    }))
}

/// The diagram of all solutions, if it is made at once, and if a formula can then show that there are no others.
fn at_a_glance(whole: &Csp, means: &Means, budget: &Budget) -> Result<Option<Diagram>, Error> {
    if !is_small(whole) {
        return Ok(None);
    }
    let diagram = diagram(whole, means, &budget.turn(GLANCE))?;
    Ok(diagram.filter(|diagram| diagram.count() <= second_opinion::FEW.into()))
}

/// The diagram of all solutions, if it fits into little memory.
fn diagram(csp: &Csp, means: &Means, budget: &Budget) -> Result<Option<Diagram>, Error> {
    let limits = means.limits_within(budget.clone());
    let memory_bytes = limits.memory_bytes.min(LIST_BYTES);
    let diagram = exact::solutions(csp, &Limits { memory_bytes, ..limits });
    if let Some(bound) = csp.bound() {
        require_optimal_in(bound, &diagram)?;
    }
    Ok(diagram.is_complete().then_some(diagram))
}

/// Lists the solutions of a diagram: as many as it counts, and none twice. Of those that differ only in what a projection leaves
/// out, it lists the first.
fn by_diagram(
    mut all: Walked<'_>,
    projected: Option<&Csp>,
    budget: &Budget,
    visitor: &mut Visitor<'_, impl FnMut(Listing<'_>) -> ControlFlow<()>>,
) -> Result<Listed, Error> {
    let listed = |evidence: Option<Evidence>, limit| Listed {
        is_complete: evidence.is_some(),
        end: None,
        basis: Basis::new(EXACT_COUNTER, evidence, limit),
    };
    let scope = projected.map(Csp::projection_set);
    let (mut seen, mut first) = (HashSet::new(), Vec::new());
    loop {
        if all.number() % BETWEEN_LOOKS == 0
            && let Some(limit) = budget.spent()
        {
            return Ok(listed(None, Some(limit)));
        }
        let Some(solution) = all.next()? else {
            let evidence = match projected {
                Some(csp) => no_others(csp, &first, budget)?,
                None => all.no_others(budget)?,
            };
            return Ok(listed(Some(evidence), None));
        };
        if let Some(scope) = &scope {
            let values: Vec<Value> = scope.iter().map(|id| solution[id.index()]).collect();
            if !seen.insert(values) {
                continue;
            }
            first.push(solution.to_vec());
        }
        if visitor.visit(solution, None).is_break() {
            return Ok(listed(None, None));
        }
    }
}

/// Lists solutions by blocking clauses: in the problem's own formula, or in a smaller and stronger one.
fn by_solver(
    csp: &Csp,
    is_own: bool,
    (means, backend): (&Means, &Backend),
    budget: &Budget,
    visitor: &mut Visitor<'_, impl FnMut(Listing<'_>) -> ControlFlow<()>>,
) -> Result<Listed, Error> {
    let strong = (!is_own).then(|| strengthen(&propagate(csp, budget)));
    let searched = strong.as_ref().unwrap_or(csp);
    let compiled = match compile_within(searched, &means.choices(), budget) {
        Ok(compiled) => compiled,
        Err(error) => {
            return ended(Ended::Stopped(error.limit()?), (means, backend), budget, visitor);
        }
    };
    if is_own && (visitor.watch)(Listing::Compiled(csp, &compiled)).is_break() {
        return ended(Ended::Enough, (means, backend), budget, visitor);
    }
    let number = csp.variables().len();
    let visit = |solution: &[Value], model: &Model| {
        let solution = &solution[..number];
        // In its own formula, each is looked at already.
        if !is_own && !csp.is_solution(solution) {
            visitor.wrong = Some(Error::NotASolution);
            return ControlFlow::Break(());
        }
        visitor.visit(solution, is_own.then_some(model))
    };
    let end = match is_own {
        true => each_solution(searched, &compiled, backend, budget, visit)?,
        false => each_solution_soon(searched, &compiled, backend, budget, visit)?,
    };
    ended(end, (means, backend), budget, visitor)
}

/// The result of a listing by a solver that ended so.
fn ended<Watch>(
    end: Ended,
    (means, backend): (&Means, &Backend),
    budget: &Budget,
    visitor: &Visitor<'_, Watch>,
) -> Result<Listed, Error> {
    let (evidence, limit) = match &end {
        _ if visitor.wrong.is_some() => (None, None),
        Ended::Exhausted(no_other) => (Some(means.confirm(no_other, budget)?), None),
        Ended::Enough => (None, None),
        &Ended::Stopped(limit) => (None, Some(limit)),
    };
    Ok(Listed {
        is_complete: evidence.is_some(),
        end: Some(end),
        basis: Basis::new(backend.name.clone(), evidence, limit),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::csp::{AllDifferent, Linear, Ranges, Terms};
    use cnfetti_core::random::Random;

    /// What a solver lists at once is what the diagram has, unless there are more than a few.
    #[test]
    fn a_few_solutions_are_all() {
        let (mut none, mut some, mut many) = (0, 0, 0);
        for seed in 0..300 {
            let random = &mut Random::new(seed);
            let mut csp = Csp::new();
            let size = 4 + random.below(3) as Value;
            let ids: Vec<_> = (0..4).map(|at| csp.variable(format!("x{at}"), 1..=size)).collect();
            csp.post(AllDifferent { scope: ids.clone(), except: Vec::new() }.into(), "they differ");
            for _ in 0..random.below(3) {
                let terms = Terms::new(ids.iter().map(|&id| (id, random.below(5) as i64 - 2)));
                let within = Ranges::exactly(random.below(9) as i64 - 4);
                csp.post(Linear { terms, within }.into(), "a sum");
            }
            let (means, budget) = (Means::default(), Budget::default());
            let diagram = diagram(&csp, &means, &budget).unwrap().unwrap();
            let (mut walk, mut all) = (Walked::new(&csp, &diagram, false), Vec::new());
            while let Some(solution) = walk.next().unwrap() {
                all.push(solution.to_vec());
            }
            let found = first_few(&csp, &means.choices(), &budget, FEW).unwrap().unwrap();
            let (mut listed, end) = found;
            if let Ended::Enough = end {
                assert!(all.len() >= FEW && listed.len() == FEW, "{seed}");
                many += 1;
                continue;
            }
            let Ended::Exhausted(no_other) = &end else { panic!("{seed}: {end:?}") };
            assert_eq!(no_other.confirm(&budget).unwrap().checked_by(), Some("proof"), "{seed}");
            listed.sort_unstable();
            all.sort_unstable();
            assert_eq!(listed, all, "{seed}");
            *if all.is_empty() { &mut none } else { &mut some } += 1;
        }
        assert!(none > 10 && some > 50 && many > 10, "{none} {some} {many}");
    }
}
