//! Explains a solution, in sentences.

use cnfetti_core::csp::VarId;
use cnfetti_core::limit::Stopped;
use cnfetti_explain::overview::{NoOverview, Overview, overview};
use cnfetti_explain::sentences::Speaker;
use cnfetti_explain::unique::assume_unique;
use cnfetti_explain::{
    EFFORT, Effort, ExplainError, Explanation, Extent, Reason, Task, confirm_none, contradiction,
};
use cnfetti_puzzles::puzzle::Viewpoint;
use cnfetti_sat::search::candidates::Candidates;
use cnfetti_sat::search::confirm::Evidence;
use cnfetti_sat::search::sample::{Others, sample};
use cnfetti_sat::solver::Fault;

use super::{Basis, Error, Means, Problem, Reasoned};

/// Options of an explanation: what to explain, and how hard to try.
#[derive(Clone, Debug)]
pub struct ExplainOptions {
    /// The limits and the solver, which must report which assumptions it needs; by default `batsat`.
    pub means: Means,
    /// Explains only the values of these variables, and of others that are set before; of all, if there are none.
    pub only: Vec<VarId>,
    /// If values are interchangeable, the variables by which to name them.
    pub root: Option<Vec<VarId>>,
    /// Which steps to return: the necessary ones, all, or the first.
    pub extent: Extent,
    /// The effort to find the fewest rules of a contradiction or a direct reason.
    pub effort: Effort,
    /// Whether a reader keeps pencil marks: striking out a value beside a place that has it is then no step.
    pub pencil: bool,
    /// Takes it as given that there is one solution, so that steps may rest on that: unique rectangles. Before
    /// them, a solver checks that it is so.
    pub unique_is_given: bool,
}

/// Steps from what is given to what holds in every solution or, if there is no solution, rules that
/// contradict each other.
#[derive(Clone, Debug)]
pub struct Explained {
    found: Found,
    sentences: Vec<String>,
    basis: Basis,
}

#[derive(Clone, Debug)]
enum Found {
    Steps(Box<(Overview, Viewpoint)>),
    Contradiction(Option<Reason>),
}

impl Default for ExplainOptions {
    /// Everything that holds in every solution, with the steps that lead there.
    fn default() -> ExplainOptions {
        let (means, extent, effort) = (Means::default(), Extent::default(), EFFORT);
        let (pencil, unique_is_given) = (true, false);
        ExplainOptions {
            means,
            only: Vec::new(),
            root: None,
            extent,
            effort,
            pencil,
            unique_is_given,
        }
    }
}

impl Explained {
    /// Adds a sentence at the end.
    pub(super) fn say(&mut self, sentence: String) {
        self.sentences.push(sentence);
    }

    /// Whether there is a solution.
    pub fn has_solution(&self) -> bool {
        matches!(self.found, Found::Steps(_))
    }

    /// A sentence for each step or, without a solution, for each of the contradicting rules.
    pub fn sentences(&self) -> &[String] {
        &self.sentences
    }

    /// The steps as data.
    pub fn explanation(&self) -> Option<&Explanation> {
        match &self.found {
            Found::Steps(steps) => Some(&steps.0.explanation),
            Found::Contradiction(_) => None,
        }
    }

    /// The complete result.
    pub fn overview(&self) -> Option<&Overview> {
        match &self.found {
            Found::Steps(steps) => Some(&steps.0),
            Found::Contradiction(_) => None,
        }
    }

    /// The problem as a person sees it, which is what the steps refer to.
    pub fn viewpoint(&self) -> Option<&Viewpoint> {
        match &self.found {
            Found::Steps(steps) => Some(&steps.1),
            Found::Contradiction(_) => None,
        }
    }

    /// The contradicting rules as data.
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
    /// Explains what holds in every solution; with an objective, in every optimal one.
    ///
    /// # Errors
    ///
    /// A limit is reached before the first step, a formula is too large, or a solver is wrong.
    pub fn explain(&self, options: &ExplainOptions) -> Result<Explained, Error> {
        if let Some(flaw) = self.puzzle().and_then(|puzzle| puzzle.flaw()) {
            let basis = Basis::new("the rules", None, None);
            let found = Found::Contradiction(None);
            return Ok(Explained { found, sentences: vec![flaw], basis });
        }
        let reasoned = self.reasoned(&options.means, options.root.as_deref())?;
        reasoned.explain(options, |_| {})
    }

    /// Puts statements about the problem into sentences, as a person sees it.
    fn onlooker<'a>(&'a self, viewpoint: &'a Viewpoint) -> Speaker<'a> {
        match self.puzzle() {
            Some(puzzle) => Speaker::of_viewpoint(puzzle, viewpoint),
            None => Speaker::new(&viewpoint.csp),
        }
    }
}

impl Reasoned {
    /// Explains what holds in every solution. The means and the root are those that the problem was prepared
    /// with; the ones in `options` are ignored. `progress` is called with what is known after each step.
    ///
    /// # Errors
    ///
    /// A limit is reached before the first step, a formula would be too large, a solver gives a wrong answer,
    /// there are several solutions although it is given that there is one, or there are no solutions although
    /// the problem's file says that there are some.
    pub fn explain(
        &self,
        options: &ExplainOptions,
        progress: impl FnMut(&Candidates),
    ) -> Result<Explained, Error> {
        let mut viewpoint = self.viewpoint();
        let mut assumed = self.assumed();
        if options.unique_is_given
            && let Some(evidence) = self.only_solution()?
        {
            assume_unique(&mut viewpoint.csp, &viewpoint.noted);
            assumed = assumed.and(evidence);
        }
        let task = Task {
            root: self.root_atoms().to_vec(),
            noted: viewpoint.noted.clone(),
            extent: options.extent,
            only: options.only.clone(),
            effort: options.effort,
            pencil: options.pencil,
            backend: self.backend.clone(),
            budget: self.budget.clone(),
            ..Task::default()
        };
        let Some(overview) = overview(&self.csp, &viewpoint.csp, &task, progress)? else {
            return self.refuted(&task);
        };
        let speaker = self.problem.onlooker(&viewpoint);
        // If a step is abbreviated, its details follow line by line.
        let sentence =
            |step| [vec![speaker.step(step)], speaker.details(step)].concat().join("\n  ");
        let sentences = overview.explanation.steps.iter().map(sentence).collect();
        let limit = overview.explanation.stopped.map(|stopped| stopped.0);
        let limit = limit.or(overview.left.stopped());
        let evidence = Some(overview.evidence(assumed));
        let basis = Basis::new(task.backend.name, evidence, limit);
        let found = Found::Steps(Box::new((overview, viewpoint)));
        Ok(Explained { found, sentences, basis })
    }

    /// The evidence that there is no second solution; `None` if there is none at all.
    fn only_solution(&self) -> Result<Option<Evidence>, Error> {
        let found = sample(&self.csp, self.root_atoms(), 2, &self.backend, &self.budget)?;
        match (found.solutions.len(), found.others) {
            (0, Others::None(_)) => Ok(None),
            (1, Others::None(evidence)) => Ok(Some(evidence)),
            (0 | 1, Others::Unknown(limit)) => {
                Err(NoOverview::from(ExplainError::from(Stopped(limit))).into())
            }
            _ => Err(Error::SeveralSolutions),
        }
    }

    /// Explains why there is no solution.
    fn refuted(&self, task: &Task) -> Result<Explained, Error> {
        let csp = &self.csp;
        let evidence = confirm_none(csp, task)?.and(self.assumed());
        self.problem.expect.check("solutions", &0_u32.into(), true)?;
        let by = task.backend.name.clone();
        match contradiction(csp, task) {
            Ok(Some(reason)) => {
                let sentences = self.speaker().each_reason(&reason.rules);
                let basis = Basis::new(by, Some(evidence.and(reason.evidence)), None);
                Ok(Explained { found: Found::Contradiction(Some(reason)), sentences, basis })
            }
            Err(ExplainError::Stopped(stopped)) => {
                let basis = Basis::new(by, Some(evidence), Some(stopped.0));
                Ok(Explained { found: Found::Contradiction(None), sentences: Vec::new(), basis })
            }
            Ok(None) => {
                let fault = "solvers do not agree on whether there is a solution";
                Err(Fault(fault.to_owned()).into())
            }
            Err(error) => Err(error.into()),
        }
    }
}
