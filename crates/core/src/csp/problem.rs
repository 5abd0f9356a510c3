//! The problem itself: its variables, posted constraints and declarations.

use std::sync::Arc;

use super::{
    Atom, Bound, Constraint, Malformed, Objective, Posted, Projection, Ranges, Role, Symmetry,
    Value, VarId, Variable,
};

/// A constraint satisfaction problem. A solution gives each variable a value of its domain such that
/// every constraint holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Csp {
    pub(crate) variables: Vec<Variable>,
    pub(crate) constraints: Vec<Posted>,
    pub(crate) symmetry: Symmetry,
    /// The variables that determine all others: two solutions that agree on them are equal. Empty means
    /// all. Whoever sets it knows that it is true, or proves it (`declare_deciding` in `cnfetti_sat`).
    pub(crate) deciding: Vec<VarId>,
    /// The variables over which solutions are counted: two solutions that agree on them count as one.
    /// `None` means all. If all other variables follow from these, the count is no projection
    /// ([`Csp::is_projected`]).
    pub(crate) counted: Option<Vec<VarId>>,
    pub(crate) objective: Option<Objective>,
    /// If the objective is a float, what its values are divided by.
    pub(crate) unit: Option<i64>,
    /// The former objective with its best value, once that is known: then the solutions are the optimal
    /// ones. The last constraint states the bound.
    pub(crate) bound: Option<Bound>,
    pub(crate) projections: Vec<Projection>,
}

impl Csp {
    /// Creates a problem without variables: it has one solution.
    pub fn new() -> Csp {
        Csp::default()
    }

    /// Adds a variable. Sorts the domain and drops repeated values. Shares the domain with the previous
    /// variable if both are equal.
    pub fn variable(
        &mut self,
        name: impl Into<String>,
        domain: impl IntoIterator<Item = Value>,
    ) -> VarId {
        let mut domain: Vec<Value> = domain.into_iter().collect();
        domain.sort_unstable();
        domain.dedup();
        let last = self.variables.last().map(|variable| &variable.domain);
        let domain = match last.filter(|last| last[..] == domain[..]) {
            Some(last) => Arc::clone(last),
            None => domain.into(),
        };
        self.sharing(name.into(), domain)
    }

    /// Adds a variable with a shared domain, which is strictly increasing.
    pub fn sharing(&mut self, name: String, domain: Arc<[Value]>) -> VarId {
        let id = VarId(u32::try_from(self.variables.len()).expect("fewer than 2^32 variables"));
        self.variables.push(Variable { name, domain, words: None });
        id
    }

    /// Adds a variable with the values of another one.
    pub fn copy(&mut self, original: VarId, name: String) -> VarId {
        let id = VarId::at(self.variables.len());
        self.variables.push(Variable { name, ..self.variables[original.index()].clone() });
        id
    }

    /// Says what people call the values of a variable, from 0 on. The words are only for reading.
    pub fn name_values(&mut self, variable: VarId, words: Arc<[String]>) {
        self.variables[variable.index()].words = Some(words);
    }

    /// Posts a rule that every puzzle of this kind has.
    ///
    /// # Panics
    ///
    /// Panics if [`Csp::try_post`] refuses the constraint. Use that for constraints from outside.
    pub fn post(&mut self, constraint: Constraint, reason: impl Into<String>) {
        self.push(Posted::whole(constraint, reason.into(), Role::Rule))
            .expect("the constraint is well-formed");
    }

    /// Posts a clue of this puzzle.
    ///
    /// # Panics
    ///
    /// As for [`Csp::post`].
    pub fn post_clue(&mut self, constraint: Constraint, reason: impl Into<String>) {
        self.push(Posted::whole(constraint, reason.into(), Role::Clue))
            .expect("the constraint is well-formed");
    }

    /// Posts a rule.
    ///
    /// # Errors
    ///
    /// Returns an error if the constraint mentions a variable that does not exist or one variable
    /// twice, has two bounds on one value, lists an atom twice, gives an operator the wrong number of
    /// arguments, has a sum that does not fit into 62 bits, or has lists whose lengths do not match.
    /// Then nothing is posted.
    pub fn try_post(
        &mut self,
        constraint: Constraint,
        reason: impl Into<String>,
    ) -> Result<(), Malformed> {
        self.push(Posted::whole(constraint, reason.into(), Role::Rule))
    }

    /// Posts a rule or a clue, or what belongs to the one posted before.
    ///
    /// # Errors
    ///
    /// As for [`Csp::try_post`].
    pub fn push(&mut self, posted: Posted) -> Result<(), Malformed> {
        posted.constraint.verify(self)?;
        self.constraints.push(posted);
        Ok(())
    }

    /// The variables. A [`VarId`] is a position in this list.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The posted constraints.
    pub fn constraints(&self) -> &[Posted] {
        &self.constraints
    }

    /// The symmetry, which maps solutions to solutions.
    pub fn symmetry(&self) -> &Symmetry {
        &self.symmetry
    }

    /// The objective, if only the best solutions are wanted.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// The objective whose best value is known and required, with that value.
    pub fn bound(&self) -> Option<&Bound> {
        self.bound.as_ref()
    }

    /// The variables over which solutions are counted; `None` if these are all.
    pub fn counted(&self) -> Option<&[VarId]> {
        self.counted.as_deref()
    }

    /// Further counts: each is the number of different assignments to some of the variables.
    pub fn projections(&self) -> &[Projection] {
        &self.projections
    }

    /// The variables declared to determine all others; empty if nothing is declared.
    pub fn declared_deciding(&self) -> &[VarId] {
        &self.deciding
    }

    /// The number of values of all variables together.
    pub fn num_values(&self) -> usize {
        self.variables.iter().map(|variable| variable.domain().len()).sum()
    }

    /// All variables in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = VarId> + use<> {
        (0..self.variables.len() as u32).map(VarId)
    }

    /// Also counts the different assignments to some of the variables from now on.
    ///
    /// # Errors
    ///
    /// Returns an error if a variable does not exist or occurs twice.
    pub fn count_also(&mut self, projection: Projection) -> Result<(), Malformed> {
        projection.verify(self)?;
        self.projections.push(projection);
        Ok(())
    }

    /// Counts nothing but the solutions from now on.
    pub fn count_nothing_else(&mut self) {
        self.projections.clear();
    }

    /// Asks for the best solutions from now on.
    ///
    /// # Errors
    ///
    /// Returns an error if the terms are malformed, or symmetries are declared (equivalent solutions
    /// would have to be equally good). Then nothing changes.
    pub fn optimize(&mut self, objective: Objective) -> Result<(), Malformed> {
        objective.verify(self)?;
        self.objective = Some(objective);
        Ok(())
    }

    /// The same problem with all solutions wanted, however good they are.
    pub fn without_objective(self) -> Csp {
        Csp { objective: None, ..self }
    }

    /// Declares the symmetry, which maps solutions to solutions. Replaces what was declared before.
    ///
    /// The caller vouches for it. A count checks it on the first solutions that it finds: if one is
    /// mapped to a non-solution, the count fails.
    ///
    /// # Errors
    ///
    /// Returns an error if a variable does not exist, a value is in two sets, a variable has some
    /// values of a set but not all, the permutations do not form a group, change domains or move a
    /// variable out of a set's scope, or there is an objective. Then nothing changes.
    pub fn declare_symmetry(&mut self, symmetry: Symmetry) -> Result<(), Malformed> {
        symmetry.verify(self)?;
        self.symmetry = symmetry;
        Ok(())
    }

    /// Declares that these variables determine all others. Call it only if you have proved that, or
    /// built the problem that way: a wrong claim gives wrong counts.
    pub fn assume_deciding(&mut self, deciding: Vec<VarId>) {
        self.deciding = deciding;
    }

    /// The same variables with only the posted constraints at these positions.
    pub fn with_only(&self, constraints: &[usize]) -> Csp {
        let constraints = constraints.iter().map(|&at| self.constraints[at].clone()).collect();
        Csp { constraints, ..self.clone() }
    }

    /// The same problem with some of the posted constraints replaced by equivalent ones.
    ///
    /// # Panics
    ///
    /// Panics if a replacement is malformed.
    pub fn restated(mut self, restate: impl Fn(&Posted) -> Option<Constraint>) -> Csp {
        for at in 0..self.constraints.len() {
            if let Some(constraint) = restate(&self.constraints[at]) {
                constraint.verify(&self).expect("the constraint is well-formed");
                self.constraints[at].constraint = constraint;
            }
        }
        self
    }

    /// Sets whether the posted constraint at a position is a rule or a clue.
    pub fn set_role(&mut self, at: usize, role: Role) {
        self.constraints[at].role = role;
    }

    /// Keeps only some of the posted constraints. Drops the declaration of deciding variables, and the
    /// bound if its constraint is dropped. The remaining constraints must still have the declared
    /// symmetry.
    pub fn retain(&mut self, mut keep: impl FnMut(&Posted) -> bool) {
        let mut keeps_last = true;
        self.constraints.retain(|posted| {
            keeps_last = keep(posted);
            keeps_last
        });
        if !keeps_last {
            self.bound = None;
        }
        self.deciding.clear();
    }

    /// The values that the variable can take, increasing.
    pub fn domain(&self, variable: VarId) -> &[Value] {
        &self.variables[variable.index()].domain
    }

    /// The variable's name.
    pub fn name(&self, variable: VarId) -> &str {
        &self.variables[variable.index()].name
    }

    /// A value of the variable as people read it.
    pub fn value_text(&self, variable: VarId, value: Value) -> String {
        self.variables[variable.index()].value_text(value)
    }

    /// Values of some variables, which all have the same words, separated by commas.
    pub(super) fn values_text(&self, scope: &[VarId], values: &[Value]) -> String {
        let text = |&value: &Value| match scope.first() {
            Some(&variable) => self.value_text(variable, value),
            None => value.to_string(),
        };
        values.iter().map(text).collect::<Vec<_>>().join(", ")
    }

    /// That the variable's value is in a set, as a sentence has it after the variable: `<= 5`, `!= north`.
    pub(super) fn within_text(&self, variable: VarId, within: &Ranges) -> String {
        if self.variables[variable.index()].words.is_none() {
            return within.to_string();
        }
        let values = self.domain(variable).iter().copied();
        let (inside, outside): (Vec<Value>, Vec<Value>) =
            values.partition(|&value| within.contains(value.into()));
        match (&inside[..], &outside[..]) {
            ([_], _) => format!("= {}", self.values_text(&[variable], &inside)),
            (_, [_]) => format!("!= {}", self.values_text(&[variable], &outside)),
            _ => format!("in {{{}}}", self.values_text(&[variable], &inside)),
        }
    }

    /// The atom as a formula names it: `x=5`.
    pub fn atom_text(&self, Atom { variable, value }: Atom) -> String {
        format!("{}={}", self.name(variable), self.value_text(variable, value))
    }

    /// The variables' names, separated by commas.
    pub fn names(&self, scope: &[VarId]) -> String {
        let names: Vec<&str> = scope.iter().map(|&variable| self.name(variable)).collect();
        names.join(", ")
    }

    /// Whether this is a solution: one value for each variable, from its domain, such that every
    /// constraint holds.
    pub fn is_solution(&self, values: &[Value]) -> bool {
        values.len() == self.variables.len()
            && self.ids().all(|id| self.domain(id).binary_search(&values[id.index()]).is_ok())
            && self.constraints.iter().all(|posted| posted.constraint.rule().holds(values))
    }

    /// The base-2 logarithm of the number of assignments that the domains allow.
    pub fn log2_assignments(&self) -> f64 {
        self.variables.iter().map(|variable| (variable.domain.len() as f64).log2()).sum()
    }
}
