//! Finds the clues that are needed, and values that would make a problem unique.

use std::sync::Arc;

use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_explain::clue_report::{ClueReport, Question};
use cnfetti_explain::clues::clue_text;
use cnfetti_sat::search::sample::Sample;
use cnfetti_sat::search::symmetry::renamings;

use super::{Basis, Error, Means, Problem, Reasoned, Solution};

/// Options for finding clues.
#[derive(Clone, Debug)]
pub struct ClueOptions {
    /// The limits, the solver and the encodings.
    pub means: Means,
    /// The largest number of minimal sets to find.
    pub sets: usize,
    /// The largest number of solutions to consider.
    pub solutions: usize,
}

/// The clues that a problem needs for a single solution.
#[derive(Clone, Debug)]
pub struct Clues {
    report: ClueReport,
    csp: Arc<Csp>,
    basis: Basis,
}

impl Default for ClueOptions {
    /// At most 20 minimal sets of clues, and 1,000 solutions.
    fn default() -> ClueOptions {
        ClueOptions { means: Means::default(), sets: 20, solutions: 1_000 }
    }
}

impl Clues {
    /// The considered solutions, one of each set that differs only by renaming.
    pub fn solutions(&self) -> Vec<Solution> {
        self.report.solutions.solutions.iter().cloned().map(Solution::new).collect()
    }

    /// Whether these are all solutions.
    pub fn are_all_solutions(&self) -> bool {
        self.report.solutions.is_complete()
    }

    /// The reasons of the redundant clues; `None` if they are unknown, or if there are no clues.
    pub fn redundant(&self) -> Option<Vec<&str>> {
        self.report.clues.as_ref().map(|clues| self.reasons(&clues.redundant))
    }

    /// The minimal sets of clues that suffice, as the clues' reasons; `None` if they are unknown, or if there
    /// are no clues.
    pub fn minimal_sets(&self) -> Option<Vec<Vec<&str>>> {
        let clues = self.report.clues.as_ref()?;
        Some(clues.minimal_sets.iter().map(|set| self.reasons(set)).collect())
    }

    /// Whether these are all minimal sets.
    pub fn are_all_sets(&self) -> bool {
        self.report.clues.as_ref().is_some_and(|clues| clues.complete)
    }

    /// Values each of which would make the problem unique; if it is unique already, the problem
    /// without its given values.
    pub fn deciding(&self) -> Vec<(VarId, Value)> {
        let apart = self.report.apart.as_ref();
        apart.map(|apart| pairs(&apart.deciding)).unwrap_or_default()
    }

    /// A smallest set of values that makes the problem unique, if it was found.
    pub fn fewest(&self) -> Option<Vec<(VarId, Value)>> {
        self.report.apart.as_ref()?.fewest.as_deref().map(pairs)
    }

    /// The complete result.
    pub fn report(&self) -> &ClueReport {
        &self.report
    }

    /// The evidence for the answer.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }

    fn reasons(&self, clues: &[usize]) -> Vec<&str> {
        clues.iter().map(|&clue| clue_text(&self.csp, clue)).collect()
    }
}

fn pairs(atoms: &[Atom]) -> Vec<(VarId, Value)> {
    atoms.iter().map(|atom| (atom.variable, atom.value)).collect()
}

impl Problem {
    /// Finds the clues that are needed, and values that would make the problem unique. Clues are the
    /// constraints posted with [`Csp::post_clue`], and those of the file.
    ///
    /// # Errors
    ///
    /// A formula is too large, or the solver is wrong.
    pub fn clues(&self, options: &ClueOptions) -> Result<Clues, Error> {
        self.reasoned(&options.means, None)?.clues(options, |_| {}, |_| {})
    }
}

impl Reasoned {
    /// Finds which clues are needed, and which values would make the problem unique. The means are those that
    /// the problem was prepared with; the ones in `options` are ignored. `known` is called with the solutions
    /// that were found, and `progress` with the number of minimal sets of clues.
    ///
    /// # Errors
    ///
    /// A formula would be too large, the solver gives a wrong answer, or the problem's file says another
    /// number of solutions.
    pub fn clues(
        &self,
        options: &ClueOptions,
        known: impl FnOnce(&Sample),
        progress: impl FnMut(usize),
    ) -> Result<Clues, Error> {
        let question = Question {
            csp: &self.csp,
            root: self.root.as_ref(),
            assumed: self.problem.assumed,
            solutions: options.solutions,
            sets: options.sets,
            backend: &self.backend,
            budget: &self.budget,
        };
        let solutions = question.solutions()?;
        for solution in &solutions.solutions {
            self.problem.check(solution)?;
        }
        let renamings = |solution: &Vec<Value>| renamings(self.csp.symmetry(), solution);
        let number = solutions.solutions.iter().map(renamings).sum();
        self.problem.expect.check("solutions", &number, solutions.is_complete())?;
        known(&solutions);
        let report = question.answer(solutions, progress)?;
        let evidence = report.evidence().map(|evidence| evidence.and(self.assumed()));
        let limit = report.stopped.map(|stopped| stopped.0).or(report.solutions.stopped());
        let basis = Basis::new(&*self.backend.name, evidence, limit);
        Ok(Clues { report, csp: self.csp.clone(), basis })
    }
}
