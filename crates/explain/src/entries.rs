//! Whether a half-filled board can be completed.

use cnfetti_encodings::Lit;

use crate::contradiction::is_given;
use crate::selectors::{Answer, Switched};
use crate::{ExplainError, Task, confirm_none};
use cnfetti_core::csp::{Atom, Csp};
use cnfetti_core::limit::Budget;
use cnfetti_sat::compile::{Choices, Compiled, compile_within};
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::solver::Backend;

/// What there is to say of entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Some solution has all of them.
    Right,
    /// No solution has all of them.
    Wrong {
        /// Those that no solution has, each by itself; empty when only some together are wrong.
        alone: Vec<Atom>,
        /// What that rests on.
        evidence: Evidence,
    },
}

/// Looks for a solution with these values, and for each value by itself when there is none.
///
/// # Errors
///
/// When a limit is reached, or when the solver is wrong or fails.
///
/// # Panics
///
/// When an entry is not in the domain of its variable.
pub fn judge(
    csp: &Csp,
    entries: &[Atom],
    backend: &Backend,
    budget: &Budget,
) -> Result<Verdict, ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let mut board = Board::new(csp, &compiled, backend, budget);
    let all: Vec<usize> = (0..csp.constraints().len()).collect();
    if board.can_have(&all, entries)? {
        return Ok(Verdict::Right);
    }
    let (mut alone, mut evidence) = (Vec::new(), board.none_has(csp.clone(), entries)?);
    for &entry in entries {
        if !board.can_have(&all, &[entry])? {
            evidence = evidence.and(board.none_has(csp.clone(), &[entry])?);
            alone.push(entry);
        }
    }
    Ok(Verdict::Wrong { alone, evidence })
}

/// The rules that no longer hold with entries and givens, each by itself, as positions in
/// [`Csp::constraints`], and what that rests on. When entries contradict givens, those are the rules.
///
/// None of them says nothing of a solution: rules can contradict entries together.
///
/// # Errors
///
/// When a limit is reached, or when the solver is wrong or fails.
///
/// # Panics
///
/// When an entry is not in the domain of its variable.
pub fn broken(
    csp: &Csp,
    entries: &[Atom],
    backend: &Backend,
    budget: &Budget,
) -> Result<(Vec<usize>, Evidence), ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let mut board = Board::new(csp, &compiled, backend, budget);
    let (given, rules): (Vec<usize>, Vec<usize>) =
        (0..csp.constraints().len()).partition(|&at| is_given(&csp.constraints()[at]));
    let mut evidence = Evidence::Nothing;
    let mut broken_of = |rules: &[usize], given: &[usize]| -> Result<Vec<usize>, ExplainError> {
        let mut broken = Vec::new();
        for &rule in rules {
            let posted: Vec<usize> = given.iter().copied().chain([rule]).collect();
            if !board.can_have(&posted, entries)? {
                evidence = evidence.and(board.none_has(csp.with_only(&posted), entries)?);
                broken.push(rule);
            }
        }
        Ok(broken)
    };
    let mut broken = broken_of(&given, &[])?;
    if broken.is_empty() {
        broken = broken_of(&rules, &given)?;
    }
    Ok((broken, evidence))
}

/// What can be asked of entries: each rule has a switch.
struct Board<'a> {
    compiled: &'a Compiled,
    whole: Switched<'a>,
    task: Task,
}

impl<'a> Board<'a> {
    fn new(
        csp: &'a Csp,
        compiled: &'a Compiled,
        backend: &'a Backend,
        budget: &'a Budget,
    ) -> Board<'a> {
        let all: Vec<usize> = (0..csp.constraints().len()).collect();
        let whole = Switched::whole(csp, compiled, &all, backend, budget);
        let task = Task { backend: backend.clone(), budget: budget.clone(), ..Task::default() };
        Board { compiled, whole, task }
    }

    /// Whether these constraints have a solution with these entries.
    fn can_have(&mut self, posted: &[usize], entries: &[Atom]) -> Result<bool, ExplainError> {
        let switches = posted.iter().map(|&at| self.whole.switches()[at]);
        let entered = entries.iter().map(|&entry| {
            let lit = self.compiled.map.literal(entry);
            self.whole.literal(lit.expect("an entry is in its domain"))
        });
        let assumed: Vec<Lit> = switches.chain(entered).collect();
        Ok(matches!(self.whole.solve(&assumed)?, Answer::Consistent(_)))
    }

    /// What it rests on that no solution of a problem has these entries.
    fn none_has(&self, mut csp: Csp, entries: &[Atom]) -> Result<Evidence, ExplainError> {
        csp.enter(entries.iter().map(|&entry| (entry, String::new())));
        confirm_none(&csp, &self.task)
    }
}
