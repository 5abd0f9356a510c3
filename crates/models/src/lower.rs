//! Lowers a model to a CSP.
//!
//! Each constraint becomes a few constraints of the CSP. If it computes a value that has no
//! variable, one is added, defined by an expression over the declared variables. So each solution
//! of the model corresponds to exactly one of the CSP.

mod arithmetic;
mod checked;
mod conditions;
mod connected;
mod counted;
mod counting;
mod equality;
mod globals;
mod logic;
mod lookups;
mod operators;
mod order;
mod paths;
mod reified;
mod resources;
mod small;
mod sums;
mod wanted;
mod wide;

pub use checked::Refusal;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Display;
use std::mem::replace;
use std::sync::Arc;

use super::declared;
use super::formulas::{Formula, Linear};
use super::tree::Model;
use super::{Derivation, Expr};
use cnfetti_core::csp::{self, AllEqual, Atom, Csp, Fixed, Role, Value, VarId};
use cnfetti_core::limit::{Budget, Poll};
use cnfetti_input::{InputError, Span};
use wanted::Wanted;

/// The most values of an added variable.
const MAX_VALUES: i128 = declared::MAX_VALUES as i128;

/// The budget is checked once in this many constraints, and where domains take work to compute.
const POLL_INTERVAL: u32 = 16;

/// A model as a CSP.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The variables that something mentions, in the order of the file, followed by the added
    /// ones.
    pub csp: Csp,
    /// The CSP variable of each declared variable; `None` if nothing mentions it.
    pub variables: Vec<Option<VarId>>,
    /// The definitions of the added variables, in order.
    pub definitions: Vec<Expr>,
    /// How the variables that a tool added follow from the author's, if they do.
    pub derivations: Option<Vec<Derivation>>,
    /// The model without the variables that follow by a formula, if there are any.
    stated: Option<Model>,
}

impl Lowered {
    /// Lowers a model.
    ///
    /// # Errors
    ///
    /// Returns an error if something cannot be stated, with its place, or the budget is spent.
    pub fn new(model: &Model, budget: &Budget) -> Result<Lowered, InputError> {
        Lowered::counted_over(model, None, budget)
    }

    /// Lowers a model whose solutions are counted over these declared variables instead of the author's. The variables of
    /// the CSP are the same, and perhaps digits after them.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Lowered::new).
    pub fn counted_over(
        model: &Model,
        cells: Option<&BTreeSet<usize>>,
        budget: &Budget,
    ) -> Result<Lowered, InputError> {
        let without = model.stated();
        let stated = without.as_ref().unwrap_or(model);
        if without.is_some() {
            stated.verify()?;
        }
        let mut lowering = Lowering::new(stated, budget);
        lowering.declare();
        for (written, posted) in model.constraints.iter().zip(&stated.constraints) {
            lowering.has_begun &= posted.continues;
            lowering.reason = model.reason(written);
            lowering.role = posted.role;
            lowering.clue.clone_from(&posted.clue);
            lowering.span = posted.span.clone();
            lowering.post_constraint(&posted.constraint)?;
        }
        if let Some(objective) = stated.objectives.first() {
            lowering.has_begun = false;
            lowering.reason = "the objective".to_owned();
            lowering.role = Role::Rule;
            lowering.clue = None;
            lowering.span = objective.span.clone();
            lowering.state_objective(objective)?;
            if let Some(unit) = model.objective_unit() {
                lowering.lowered.csp.divide_objective(unit);
            }
        }
        lowering.decide(cells)?;
        let lowered = lowering.lowered;
        Ok(Lowered { stated: without, ..lowered })
    }

    /// The values of all declared variables; 0 for those that nothing mentions and for those that follow by a formula.
    pub fn declared(&self, solution: &[Value]) -> Vec<Value> {
        let value = |variable: &Option<VarId>| variable.map_or(0, |id| solution[id.index()]);
        self.variables.iter().map(value).collect()
    }

    /// The values of all declared variables; 0 for those that nothing mentions.
    pub fn values(&self, solution: &[Value]) -> Vec<i64> {
        let value = |variable| self.value(solution, variable).unwrap_or_default();
        (0..self.variables.len()).map(value).collect()
    }

    /// The value of a declared variable; `None` if it does not belong to a solution.
    pub fn value(&self, solution: &[Value], variable: usize) -> Option<i64> {
        let of = |id: VarId| i64::from(solution[id.index()]);
        match self.variables[variable] {
            Some(id) => Some(of(id)),
            None => {
                self.formula(variable)?.value.value(&|other| self.variables[other].map_or(0, of))
            }
        }
    }

    /// Whether the variable belongs to a solution.
    pub fn takes_part(&self, variable: usize) -> bool {
        self.variables[variable].is_some() || self.has_formula(variable)
    }

    /// Whether the variable follows from others by a formula, and is no variable of the CSP.
    pub fn has_formula(&self, variable: usize) -> bool {
        self.formula(variable).is_some()
    }

    /// The variables of the CSP from which a declared variable follows by a formula.
    pub fn follows_from(&self, variable: usize) -> BTreeSet<VarId> {
        let mut from = BTreeSet::new();
        if let Some(formula) = self.formula(variable) {
            formula.value.each_variable(&mut |other| from.extend(self.variables[other]));
        }
        from
    }

    /// Whether a declared variable that follows by a formula may have this value.
    pub fn allows(&self, variable: usize, value: i64) -> bool {
        let bounds = self.formula(variable).map(|formula| formula.bounds);
        bounds.is_some_and(|(low, high)| (low..=high).contains(&value))
    }

    fn formula(&self, variable: usize) -> Option<&Formula> {
        self.stated.as_ref()?.variables[variable].formula.as_ref()
    }

    /// Computes the missing values of declared variables of the CSP from the known ones, as far as possible.
    pub fn derive(&self, model: &Model, values: &mut [Option<Value>]) {
        let derivations = self.derivations.as_deref().unwrap_or_default();
        self.stated.as_ref().unwrap_or(model).derive(derivations, values);
    }

    /// Extends values of the declared variables to a whole solution; `None` if an added variable
    /// has no value for them.
    pub fn completed(&self, mut solution: Vec<Value>) -> Option<Vec<Value>> {
        let declared = self.declared(&solution);
        for definition in &self.definitions {
            let value = definition.value(&|variable| i64::from(declared[variable]))?;
            solution.push(value.try_into().ok()?);
        }
        Some(solution)
    }

    /// The number of CSP variables that are declared in the file.
    pub fn taking_part(&self) -> usize {
        self.csp.variables().len() - self.definitions.len()
    }
}

impl Model {
    /// For each variable, whether a constraint, the objective, a formula or an output mentions it.
    pub fn mentioned(&self) -> Vec<bool> {
        let mut mentioned = vec![false; self.variables.len()];
        let mut mention =
            |expr: &Expr| expr.each_variable(&mut |variable| mentioned[variable] = true);
        for posted in &self.constraints {
            posted.constraint.each_expr(&mut mention);
        }
        for objective in &self.objectives {
            objective.goal.exprs().iter().for_each(&mut mention);
        }
        let formulas = self.variables.iter().filter_map(|variable| variable.formula.as_ref());
        formulas.for_each(|formula| mention(&formula.value));
        self.outputs.iter().flat_map(|output| &output.cells).for_each(|&at| mentioned[at] = true);
        mentioned
    }
}

/// The state of lowering a model.
struct Lowering<'m> {
    model: &'m Model,
    lowered: Lowered,
    /// The variable of each expression that has one, so that repeated expressions are computed
    /// once.
    known: HashMap<Expr, VarId>,
    /// The rows of small expressions over variables with these domains: many are alike.
    tables: HashMap<(Vec<&'m [Value]>, Expr), small::Rows>,
    /// Necessary conditions on the values of expressions, in every solution.
    wanted: HashMap<Expr, Wanted>,
    /// Expressions as sums of others that fit.
    spread: HashMap<Expr, Linear>,
    /// Expressions in binary digits.
    digits: HashMap<Expr, Linear>,
    /// The copies of a variable, which are equal to it.
    copies: HashMap<VarId, Vec<VarId>>,
    /// The number of declared variables that something mentions.
    taking_part: usize,
    /// The reason of the current constraint.
    reason: String,
    role: Role,
    span: Span,
    /// The clue that the current constraint belongs to.
    clue: Option<Arc<str>>,
    /// Whether a part of the current constraint is posted.
    has_begun: bool,
    poll: Poll,
}

/// Success, or an error with its place.
type Done = Result<(), InputError>;

impl<'m> Lowering<'m> {
    fn new(model: &'m Model, budget: &Budget) -> Lowering<'m> {
        let lowered = Lowered::default();
        Lowering {
            model,
            lowered,
            known: HashMap::new(),
            tables: HashMap::new(),
            wanted: HashMap::new(),
            spread: HashMap::new(),
            digits: HashMap::new(),
            copies: HashMap::new(),
            taking_part: 0,
            reason: String::new(),
            role: Role::Rule,
            span: 0..0,
            has_begun: false,
            clue: None,
            poll: budget.poll(POLL_INTERVAL),
        }
    }

    /// Adds the declared variables that something mentions.
    fn declare(&mut self) {
        let mentioned = self.model.mentioned();
        let words: Arc<[String]> = self.model.symbols.names().into();
        for (at, declared) in self.model.variables.iter().enumerate() {
            let id = (mentioned[at] && declared.formula.is_none())
                .then(|| self.lowered.csp.sharing(declared.multiple(), declared.domain.clone()));
            if let Some(id) = id.filter(|_| declared.symbolic) {
                self.lowered.csp.name_values(id, Arc::clone(&words));
            }
            self.lowered.variables.push(id);
        }
        self.taking_part = self.lowered.csp.variables().len();
    }

    fn error(&self, message: impl Display) -> InputError {
        InputError::new(self.span.clone(), message.to_string())
    }

    fn post(&mut self, constraint: impl Into<csp::Constraint>) -> Done {
        self.poll.step().map_err(InputError::limit)?;
        let posted = csp::Posted {
            constraint: constraint.into(),
            reason: self.reason.clone(),
            role: self.role,
            continues: replace(&mut self.has_begun, true),
            clue: self.clue.clone(),
        };
        let posted = self.lowered.csp.push(posted);
        posted.map_err(|error| self.error(format_args!("the constraint cannot be stated: {error}")))
    }

    /// Posts a constraint that never holds.
    fn post_false(&mut self) -> Done {
        let variable = self.constant(0)?;
        self.post(Fixed { atom: Atom { variable, value: 1 } })
    }

    /// The CSP variable of a declared variable.
    fn declared(&self, variable: usize) -> VarId {
        self.lowered.variables[variable].expect("what a constraint mentions takes part")
    }

    /// A variable with only this value.
    fn constant(&mut self, value: Value) -> Result<VarId, InputError> {
        let expr = Expr::Number(i64::from(value));
        match self.known.get(&expr) {
            Some(&known) => Ok(known),
            None => Ok(self.added(expr, [value])),
        }
    }

    /// Adds a variable for an expression; the caller defines it.
    fn added(&mut self, expr: Expr, domain: impl IntoIterator<Item = Value>) -> VarId {
        let name = expr.text(self.model);
        let id = self.lowered.csp.variable(name, domain);
        self.lowered.definitions.push(expr.clone());
        let before = self.known.insert(expr, id);
        assert!(
            before.is_none(),
            "an expression has one variable, which all its constraints are about"
        );
        id
    }

    /// A different variable for each item: an existing one if possible, else a copy.
    fn distinct(&mut self, list: &[Expr]) -> Result<Vec<VarId>, InputError> {
        let mut taken = HashSet::new();
        list.iter().map(|expr| self.variable_not_in(expr, &mut taken)).collect()
    }

    /// A variable for the expression that is not in `taken`; adds it to `taken`.
    fn variable_not_in(
        &mut self,
        expr: &Expr,
        taken: &mut HashSet<VarId>,
    ) -> Result<VarId, InputError> {
        let original = self.variable(expr)?;
        let copies = self.copies.get(&original).into_iter().flatten();
        let free = [original].iter().chain(copies).copied().find(|id| !taken.contains(id));
        let variable = match free {
            Some(variable) => variable,
            None => self.copy(original)?,
        };
        taken.insert(variable);
        Ok(variable)
    }

    /// Adds a copy of a variable, for one that occurs twice in a scope.
    fn copy(&mut self, original: VarId) -> Result<VarId, InputError> {
        let copies = self.copies.entry(original).or_default();
        let name = self.lowered.csp.name(original).to_owned() + &"'".repeat(copies.len() + 1);
        let copy = self.lowered.csp.copy(original, name);
        copies.push(copy);
        let declared = self.lowered.variables.iter().position(|&id| id == Some(original));
        let definition = match declared {
            Some(variable) => Expr::Variable(variable),
            None => self.lowered.definitions[original.index() - self.taking_part].clone(),
        };
        self.lowered.definitions.push(definition);
        self.post(AllEqual { scope: vec![original, copy] })?;
        Ok(copy)
    }
}
