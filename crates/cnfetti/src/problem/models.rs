//! Formulas without a problem: their number of models, and a model.

use cnfetti_core::assignment::Model;
use cnfetti_core::count::Count;
use cnfetti_encodings::{Cnf, Lit};
use cnfetti_explain::reasoner;
use cnfetti_sat::search::confirm::{Claim, Evidence, Unchecked, Unconfirmed, confirm};
use cnfetti_sat::search::ended::Ended;
use cnfetti_sat::search::enumerate::WrongModel;
use cnfetti_sat::search::models::{Models, Question};
use cnfetti_sat::solver::{Backend, Budget, Fault, Kept, Outcome};

use super::{Basis, Error, Means, Number};

/// Counts the models of a formula or, with `show`, the different assignments to these variables that extend
/// to a model. A variable that no clause mentions takes both values.
///
/// ```
/// use cnfetti::dimacs;
/// use cnfetti::problem::{Means, count_models};
///
/// let file = dimacs::read("p cnf 3 2\n1 2 0\n-1 3 0\n")?;
/// let number = count_models(&file.cnf, None, &Means::default())?;
/// assert_eq!(number.solutions(), &4_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The engines disagree, or a solver is wrong.
///
/// # Panics
///
/// `show` contains a variable that the formula does not have.
pub fn count_models(cnf: &Cnf, show: Option<&[u32]>, means: &Means) -> Result<Number, Error> {
    let (backend, budget) = (means.backend(), means.budget());
    let limits = means.limits_within(budget.clone());
    let question = Question { cnf, show, backend: &backend, limits: &limits };
    let Models { number, exact, engine, stopped, end, second } =
        question.race(|listed| means.tell(&listed.number()))?;
    let proved = match &end {
        Some(Ended::Exhausted(no_other)) if exact => Some(no_other.confirm(&budget)?),
        _ => None,
    };
    // An equal count by another engine is better evidence than one solver's word.
    let evidence = match (proved, second) {
        _ if !exact => None,
        (Some(evidence), _) if evidence.is_checked() => Some(evidence),
        (_, Some(second)) => Some(Evidence::Second(second.name())),
        (word, None) => Some(word.unwrap_or(Evidence::Word(Unchecked::Unasked))),
    };
    let basis = Basis::new(engine.name(), evidence, stopped);
    let count = Count {
        exact,
        up_to_renaming: number.clone(),
        classes: number.clone(),
        solutions: number,
        ..Count::default()
    };
    Ok(Number::new(count, basis))
}

/// The result of looking for a model under assumptions.
#[derive(Clone, Debug)]
pub struct Decided {
    model: Option<Model>,
    core: Vec<Lit>,
    basis: Basis,
}

impl Decided {
    /// A model in which the assumptions hold, if there is one.
    pub fn model(&self) -> Option<&Model> {
        self.model.as_ref()
    }

    /// If there is none, assumptions that cannot hold together. Some of them may be redundant.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// The evidence that there is no model.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

/// Looks for a model of a formula in which all assumptions hold. The solver must report which assumptions it
/// needs; the default is `batsat`.
///
/// # Errors
///
/// A solver is wrong.
///
/// # Panics
///
/// An assumption is about a variable that the formula does not have.
pub fn decide_formula(cnf: &Cnf, assumptions: &[Lit], means: &Means) -> Result<Decided, Error> {
    let (backend, budget) = (means.backend_or(reasoner()), means.budget());
    let outcome = backend.load(cnf, &budget).solve(assumptions);
    decided(outcome, cnf, assumptions, &backend, &budget)
}

/// A formula that grows, and a solver that keeps what it has learnt from one question to the next: batsat. Other solvers
/// begin anew each time.
#[derive(Default)]
pub struct Deciding {
    cnf: Cnf,
    solver: Option<Kept>,
}

impl Deciding {
    /// Begins with this formula.
    pub fn new(cnf: Cnf) -> Deciding {
        Deciding { cnf, solver: None }
    }

    /// The formula so far.
    pub fn formula(&self) -> &Cnf {
        &self.cnf
    }

    /// Adds clauses, and the variables up to this one.
    pub fn add(&mut self, clauses: impl IntoIterator<Item = Vec<Lit>>, num_vars: u32) {
        if num_vars > self.cnf.num_vars() {
            self.cnf.declare(num_vars);
        }
        clauses.into_iter().for_each(|clause| self.cnf.add_clause(clause));
    }

    /// Answers like [`decide_formula`].
    ///
    /// # Errors
    ///
    /// Those of [`decide_formula`].
    ///
    /// # Panics
    ///
    /// Those of [`decide_formula`].
    pub fn decide(&mut self, assumptions: &[Lit], means: &Means) -> Result<Decided, Error> {
        let backend = means.backend_or(reasoner());
        if !backend.can_be_kept() {
            return decide_formula(&self.cnf, assumptions, means);
        }
        let budget = means.budget();
        let mut solver = self.solver.take().unwrap_or_default();
        let outcome = solver.solve(&self.cnf, assumptions, &budget);
        if matches!(outcome, Outcome::Satisfiable(_) | Outcome::Unsatisfiable(_)) {
            self.solver = Some(solver);
        }
        decided(outcome, &self.cnf, assumptions, &backend, &budget)
    }
}

/// Checks the answer of a solver.
fn decided(
    outcome: Outcome,
    cnf: &Cnf,
    assumptions: &[Lit],
    backend: &Backend,
    budget: &Budget,
) -> Result<Decided, Error> {
    let (mut model, mut core, mut evidence, mut limit) = (None, Vec::new(), None, None);
    match outcome {
        Outcome::Satisfiable(found) => {
            if !found.satisfies(cnf) || !assumptions.iter().all(|&lit| found.contains(lit)) {
                let what = "internal error: the solver's model does not satisfy the formula";
                return Err(WrongModel::from(Fault(what.to_owned())).into());
            }
            model = Some(found);
        }
        Outcome::Unsatisfiable(found) => {
            let mut refuted = cnf.to_unlimited();
            found.iter().for_each(|&lit| refuted.add_clause([lit]));
            match confirm(&refuted, Claim::by(backend), budget) {
                Ok(confirmed) => (evidence, core) = (Some(confirmed), found),
                Err(Unconfirmed::Unproved { stopped, .. }) => limit = Some(stopped.0),
                Err(wrong) => return Err(wrong.into()),
            }
        }
        Outcome::Unknown(stopped) => limit = Some(stopped),
        Outcome::Failed(fault) => return Err(fault.into()),
    }
    Ok(Decided { model, core, basis: Basis::new(backend.name.clone(), evidence, limit) })
}
