//! Whether a half-filled board can be completed.

use cnfetti_encodings::Lit;

use crate::selectors::{Answer, Switched};
use crate::{ExplainError, Task, confirm_none};
use cnfetti_core::csp::{Atom, Csp, Mark};
use cnfetti_core::limit::Budget;
use cnfetti_sat::compile::{Choices, Compiled, compile_within};
use cnfetti_sat::search::candidates::{Fact, Said};
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::solver::Backend;

/// Whether a board with entries can be completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Some solution has all entries.
    Right,
    /// No solution has all entries.
    Wrong {
        /// The entries that no solution has; empty if only several together are wrong.
        alone: Vec<Fact>,
        /// The evidence.
        evidence: Evidence,
    },
}

/// Looks for a solution with these values, and without those that marks rule out; for each entry by itself when there
/// is none.
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
    entries: &[Fact],
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
    for entry in entries {
        let only = std::slice::from_ref(entry);
        if !board.can_have(&all, only)? {
            evidence = evidence.and(board.none_has(csp.clone(), only)?);
            alone.push(entry.clone());
        }
    }
    Ok(Verdict::Wrong { alone, evidence })
}

/// The rules that the entries and givens break, each by itself, as positions in [`Csp::constraints`], and the evidence. If
/// entries contradict givens, the givens are the broken rules.
///
/// If there is none, there may still be no solution, because rules can contradict entries together.
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
    entries: &[Fact],
    backend: &Backend,
    budget: &Budget,
) -> Result<(Vec<usize>, Evidence), ExplainError> {
    let compiled = compile_within(csp, &Choices::with_values(), budget)?;
    let mut board = Board::new(csp, &compiled, backend, budget);
    let (given, rules): (Vec<usize>, Vec<usize>) =
        (0..csp.constraints().len()).partition(|&at| csp.constraints()[at].given(csp).is_some());
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

/// A solver in which each rule has a switch, for questions about entries.
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
    fn can_have(&mut self, posted: &[usize], entries: &[Fact]) -> Result<bool, ExplainError> {
        let switches = posted.iter().map(|&at| self.whole.switches()[at]);
        let entered = entries.iter().flat_map(|entry| entry.literals(&self.compiled.map));
        let entered = entered.map(|lit| self.whole.literal(lit));
        let assumed: Vec<Lit> = switches.chain(entered).collect();
        Ok(matches!(self.whole.solve(&assumed)?, Answer::Consistent(_)))
    }

    /// The evidence that no solution of a problem has these entries.
    fn none_has(&self, mut csp: Csp, entries: &[Fact]) -> Result<Evidence, ExplainError> {
        for Fact { variable, said } in entries {
            let (variable, reason) = (*variable, String::new());
            match said {
                Said::Is(value) => csp.enter([(Atom { variable, value: *value }, reason)]),
                Said::IsNone(gone) => {
                    let domain = csp.domain(variable).iter().copied();
                    let values = domain.filter(|value| !gone.contains(value)).collect();
                    csp.enter_marks([Mark { variable, values, reason }]);
                }
            }
        }
        confirm_none(&csp, &self.task)
    }
}
