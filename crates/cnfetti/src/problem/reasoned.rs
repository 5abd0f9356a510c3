//! A problem prepared for reasoning.

use std::sync::Arc;

use cnfetti_core::csp::{Atom, Csp, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_explain::backbone::{Backbone, Needed, backbone, decided_by_rules};
use cnfetti_explain::reasoner;
use cnfetti_explain::sentences::Speaker;
use cnfetti_explain::symmetry_breaking::{Root, best_root, root_of};
use cnfetti_puzzles::puzzle::Viewpoint;
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::solver::Backend;

use super::{Basis, Error, Means, Problem};

/// A problem prepared for reasoning: the best value of its objective is fixed, and its interchangeable values
/// are named. Prepare it once, then [`deduce`](Reasoned::deduce), [`explain`](Reasoned::explain) and look for
/// [`clues`](Reasoned::clues).
#[derive(Clone)]
pub struct Reasoned {
    /// The problem of the optimal solutions.
    pub(super) problem: Problem,
    /// Its variables and constraints, including the entered values.
    pub(super) csp: Arc<Csp>,
    pub(super) root: Option<Root>,
    pub(super) backend: Backend,
    pub(super) budget: Budget,
}

/// What holds in every solution.
#[derive(Clone, Debug)]
pub struct Deduced {
    candidates: Option<Candidates>,
    needed: Vec<Needed>,
    basis: Basis,
}

impl Reasoned {
    /// The variables and constraints, without an objective but including the entered values.
    pub fn csp(&self) -> &Csp {
        &self.csp
    }

    /// The names given to interchangeable values, if there are any.
    pub fn root(&self) -> Option<&Root> {
        self.root.as_ref()
    }

    /// The variables that name interchangeable values, with the values they name.
    pub fn root_atoms(&self) -> &[Atom] {
        self.root.as_ref().map_or(&[], |root| &root.atoms)
    }

    /// The evidence for what the reasoning assumes: that no solution is better, and that the interchangeable
    /// values may be named this way.
    pub fn assumed(&self) -> Evidence {
        let root = self.root.as_ref().map_or(Evidence::Nothing, |root| root.evidence);
        root.and(self.problem.assumed)
    }

    /// Puts statements about the problem into sentences.
    pub fn speaker(&self) -> Speaker<'_> {
        self.problem.speaker_of(&self.csp)
    }

    /// The problem as a person sees it.
    pub(super) fn viewpoint(&self) -> Viewpoint {
        self.problem.viewpoint(&self.csp)
    }

    /// Finds what holds in every solution, and which rules decide something that nothing else decides.
    ///
    /// # Errors
    ///
    /// A limit is reached first, a solver gives a wrong answer, or there are no solutions although the
    /// problem's file says that there are some.
    pub fn deduce(&self) -> Result<Deduced, Error> {
        let Reasoned { csp, backend, budget, .. } = self;
        let Backbone { candidates, evidence } = backbone(csp, self.root_atoms(), backend, budget)?;
        let needed = match &candidates {
            Some(end) => decided_by_rules(csp, self.root_atoms(), end, backend, budget)?,
            None => Vec::new(),
        };
        if candidates.is_none() {
            self.problem.expect.check("solutions", &0_u32.into(), true)?;
        }
        let basis = Basis::new(&*backend.name, Some(evidence.and(self.assumed())), None);
        Ok(Deduced { candidates, needed, basis })
    }
}

impl Deduced {
    /// The values that each variable has in some solution; `None` if there is no solution. Solutions that
    /// differ only by renaming count as one.
    pub fn candidates(&self) -> Option<&Candidates> {
        self.candidates.as_ref()
    }

    /// For each general rule of the puzzle, the variables that would be undecided without it.
    pub fn needed(&self) -> &[Needed] {
        &self.needed
    }

    /// The evidence that no other values are possible, or that there is no solution.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Prepares the problem for reasoning. Interchangeable values are named by the variables in `root` or, if
    /// there is no `root`, by the variables that decide most. The solver in `means` must report which
    /// assumptions it needs; the default is `batsat`.
    ///
    /// # Errors
    ///
    /// A limit is reached first, a solver gives a wrong answer, or these variables cannot name the values.
    pub fn reasoned(&self, means: &Means, root: Option<&[VarId]>) -> Result<Reasoned, Error> {
        let (backend, budget) = (means.backend_or(reasoner()), means.budget());
        let problem = self.optimal(means)?.into_problem();
        let csp = problem.entered(problem.csp.clone());
        let root = match root {
            Some(variables) => Some(root_of(&csp, variables, &backend, &budget)?),
            None => best_root(&csp, &backend, &budget)?,
        };
        Ok(Reasoned { problem, csp, root, backend, budget })
    }

    /// Finds what holds in every solution; with an objective, in every optimal one.
    ///
    /// # Errors
    ///
    /// As for [`Reasoned::deduce`].
    pub fn deduce(&self, means: &Means) -> Result<Deduced, Error> {
        self.reasoned(means, None)?.deduce()
    }
}
