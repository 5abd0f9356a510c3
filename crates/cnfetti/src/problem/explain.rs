//! Why the solution is what it is, in sentences.

use cnfetti_core::csp::{Csp, VarId};
use cnfetti_explain::account::{Account, account};
use cnfetti_explain::root::{Root, best_root, root_of};
use cnfetti_explain::sentences::Speaker;
use cnfetti_explain::{
    EFFORT, Effort, ExplainError, Explanation, Extent, Reason, Task, confirm_none, contradiction,
    reasoner,
};
use cnfetti_puzzles::puzzle::Viewpoint;
use cnfetti_sat::search::confirm::Evidence;

use super::{Basis, Error, Means, Problem};

/// Options of an explanation: what to explain, and how hard to try.
#[derive(Clone, Debug)]
pub struct ExplainOptions {
    means: Means,
    only: Option<VarId>,
    root: Option<Vec<VarId>>,
    extent: Extent,
    effort: Effort,
}

/// Steps from what is given to what holds in every solution; or, where there is no solution, rules that
/// contradict each other.
#[derive(Clone, Debug)]
pub struct Explained {
    found: Found,
    sentences: Vec<String>,
    basis: Basis,
}

#[derive(Clone, Debug)]
enum Found {
    Steps(Box<Account>),
    Contradiction(Option<Reason>),
}

impl Default for ExplainOptions {
    /// All that holds in every solution, by the steps that lead there.
    fn default() -> ExplainOptions {
        let (means, extent, effort) = (Means::default(), Extent::default(), EFFORT);
        ExplainOptions { means, only: None, root: None, extent, effort }
    }
}

impl ExplainOptions {
    /// Sets the means. The solver must report which assumptions it needs; the default is `batsat`.
    #[must_use]
    pub fn means(self, means: Means) -> ExplainOptions {
        ExplainOptions { means, ..self }
    }

    /// Only what this variable needs.
    #[must_use]
    pub fn only(self, variable: VarId) -> ExplainOptions {
        ExplainOptions { only: Some(variable), ..self }
    }

    /// Where values are interchangeable, the variables to name them by.
    #[must_use]
    pub fn root(self, variables: Vec<VarId>) -> ExplainOptions {
        ExplainOptions { root: Some(variables), ..self }
    }

    /// Which steps: those that are needed, all, or the first.
    #[must_use]
    pub fn extent(self, extent: Extent) -> ExplainOptions {
        ExplainOptions { extent, ..self }
    }

    /// How hard to look for the fewest rules of each step.
    #[must_use]
    pub fn effort(self, effort: Effort) -> ExplainOptions {
        ExplainOptions { effort, ..self }
    }
}

impl Explained {
    /// Whether there is a solution.
    pub fn has_solution(&self) -> bool {
        matches!(self.found, Found::Steps(_))
    }

    /// A sentence for each step; without a solution, for each of the rules that contradict each other.
    pub fn sentences(&self) -> &[String] {
        &self.sentences
    }

    /// The steps, as they were found.
    pub fn explanation(&self) -> Option<&Explanation> {
        match &self.found {
            Found::Steps(account) => Some(&account.explanation),
            Found::Contradiction(_) => None,
        }
    }

    /// All that there is to say, as it was found.
    pub fn account(&self) -> Option<&Account> {
        match &self.found {
            Found::Steps(account) => Some(account),
            Found::Contradiction(_) => None,
        }
    }

    /// The rules that contradict each other, as they were found.
    pub fn contradiction(&self) -> Option<&Reason> {
        match &self.found {
            Found::Steps(_) => None,
            Found::Contradiction(reason) => reason.as_ref(),
        }
    }

    /// The evidence that nothing else follows, or that there is no solution.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// Explains what holds in every solution, of an objective in every optimal one.
    ///
    /// # Errors
    ///
    /// When a limit comes before there is a step, a formula would be too large, or a solver is wrong.
    pub fn explain(&self, options: &ExplainOptions) -> Result<Explained, Error> {
        if let Some(flaw) = self.puzzle().and_then(|puzzle| puzzle.flaw()) {
            let basis = Basis::new("the rules", Some(Evidence::Nothing), None);
            let found = Found::Contradiction(None);
            return Ok(Explained { found, sentences: vec![flaw], basis });
        }
        let means = &options.means;
        let (backend, budget) = (means.backend_or(reasoner()), means.budget());
        let asked = self.asked(means, &backend, &budget)?;
        let root: Option<Root> = match &options.root {
            Some(variables) => Some(root_of(&asked.csp, variables, &backend, &budget)?),
            None => best_root(&asked.csp, &backend, &budget)?,
        };
        let named = root.as_ref().map_or(Evidence::Nothing, |root| root.evidence);
        let assumed = named.and(asked.evidence);
        let viewpoint = self.viewpoint(&asked.csp);
        let task = Task {
            root: root.map(|root| root.atoms).unwrap_or_default(),
            noted: viewpoint.noted.clone(),
            extent: options.extent,
            only: options.only,
            effort: options.effort,
            backend,
            budget,
            ..Task::default()
        };
        let Some(account) = account(&asked.csp, &viewpoint.csp, &task, |_| {})? else {
            return self.refuted(&asked.csp, &task, assumed);
        };
        let speaker = self.onlooker(&viewpoint);
        // What a step says only in short follows it, line by line.
        let sentence =
            |step| [vec![speaker.step(step)], speaker.course(step)].concat().join("\n  ");
        let sentences = account.explanation.steps.iter().map(sentence).collect();
        let limit = account.explanation.stopped.map(|stopped| stopped.0);
        let limit = limit.or(account.left.stopped());
        let evidence = Some(account.evidence(assumed));
        let basis = Basis::new(task.backend.name, evidence, limit);
        Ok(Explained { found: Found::Steps(Box::new(account)), sentences, basis })
    }

    /// Why there is no solution.
    fn refuted(&self, csp: &Csp, task: &Task, assumed: Evidence) -> Result<Explained, Error> {
        let evidence = confirm_none(csp, task)?.and(assumed);
        let by = task.backend.name.clone();
        match contradiction(csp, task) {
            Ok(Some(reason)) => {
                let sentences = self.speaker_of(csp).each_reason(&reason.constraints);
                let basis = Basis::new(by, Some(evidence.and(reason.evidence)), None);
                Ok(Explained { found: Found::Contradiction(Some(reason)), sentences, basis })
            }
            Err(ExplainError::Stopped(stopped)) => {
                let basis = Basis::new(by, Some(evidence), Some(stopped.0));
                Ok(Explained { found: Found::Contradiction(None), sentences: Vec::new(), basis })
            }
            Ok(None) => Err(Error::NotASolution),
            Err(error) => Err(error.into()),
        }
    }

    /// Who speaks of the problem as a person looks at it.
    fn onlooker<'a>(&'a self, viewpoint: &'a Viewpoint) -> Speaker<'a> {
        match self.puzzle() {
            Some(puzzle) => Speaker::of_viewpoint(puzzle, viewpoint),
            None => Speaker::new(&viewpoint.csp),
        }
    }
}
