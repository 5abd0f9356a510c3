//! The problem itself: variables, what was posted, and what is declared of the solutions.

use std::sync::Arc;

use super::{
    Bound, Constraint, Malformed, Objective, Posted, Projection, Role, Symmetry, Value, VarId,
    Variable,
};

/// A constraint satisfaction problem. A solution gives each variable a value of its domain such
/// that every constraint holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Csp {
    pub(crate) variables: Vec<Variable>,
    pub(crate) constraints: Vec<Posted>,
    pub(crate) symmetry: Symmetry,
    /// The variables that decide all others: two solutions that agree on them are equal. Empty
    /// means all. Who sets it knows that it is true, or proves it
    /// ([`declare_deciding`](crate::search::definability::declare_deciding)).
    pub(crate) deciding: Vec<VarId>,
    /// The variables over which solutions are counted: two that agree on these are one. `None` means
    /// all. Where others follow from these nothing is projected ([`Csp::is_projected`]).
    pub(crate) counted: Option<Vec<VarId>>,
    pub(crate) objective: Option<Objective>,
    /// The objective that was there before its best value was known, and that value: the solutions are
    /// the optimal ones. Its constraint is the last one.
    pub(crate) bound: Option<Bound>,
    pub(crate) projections: Vec<Projection>,
}

impl Csp {
    /// A problem without variables: it has one solution.
    pub fn new() -> Csp {
        Csp::default()
    }

    /// A new variable. The domain is sorted, and repeated values are dropped. It is shared with the
    /// variable before where it is the same.
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

    /// A new variable whose domain, strictly increasing, is shared.
    pub fn sharing(&mut self, name: String, domain: Arc<[Value]>) -> VarId {
        let id = VarId(u32::try_from(self.variables.len()).expect("fewer than 2^32 variables"));
        self.variables.push(Variable { name, domain });
        id
    }

    /// Posts a rule that every puzzle of the kind has.
    ///
    /// # Panics
    ///
    /// Where [`Csp::try_post`] refuses the constraint: use that for constraints from outside.
    pub fn post(&mut self, constraint: Constraint, reason: impl Into<String>) {
        self.push(constraint, reason.into(), Role::Rule).expect("the constraint is well-formed");
    }

    /// Posts a clue of this puzzle.
    ///
    /// # Panics
    ///
    /// As [`Csp::post`].
    pub fn post_clue(&mut self, constraint: Constraint, reason: impl Into<String>) {
        self.push(constraint, reason.into(), Role::Clue).expect("the constraint is well-formed");
    }

    /// Posts a rule.
    ///
    /// # Errors
    ///
    /// When it speaks of a variable that does not exist or of one twice, has two bounds on one
    /// value, lists an atom twice, gives an operator the wrong number of arguments, has a sum that
    /// does not fit into 62 bits, or lists of lengths that do not go together. Then nothing is
    /// posted.
    pub fn try_post(
        &mut self,
        constraint: Constraint,
        reason: impl Into<String>,
    ) -> Result<(), Malformed> {
        self.push(constraint, reason.into(), Role::Rule)
    }

    /// Posts a rule or a clue.
    ///
    /// # Errors
    ///
    /// As [`Csp::try_post`].
    pub fn try_post_as(
        &mut self,
        constraint: Constraint,
        reason: impl Into<String>,
        role: Role,
    ) -> Result<(), Malformed> {
        self.push(constraint, reason.into(), role)
    }

    fn push(
        &mut self,
        constraint: Constraint,
        reason: String,
        role: Role,
    ) -> Result<(), Malformed> {
        constraint.verify(self)?;
        self.constraints.push(Posted { constraint, reason, role });
        Ok(())
    }

    /// The variables; a [`VarId`] is a position here.
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

    /// Which solutions are wanted, when not all are alike: the best ones.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// The objective whose best value is known and required, with that value.
    pub fn bound(&self) -> Option<&Bound> {
        self.bound.as_ref()
    }

    /// The variables over which solutions are counted; `None` where that is all.
    pub fn counted(&self) -> Option<&[VarId]> {
        self.counted.as_deref()
    }

    /// Further things to count: the different assignments to some of the variables.
    pub fn projections(&self) -> &[Projection] {
        &self.projections
    }

    /// The variables that are declared to decide all others; none where nothing is declared.
    pub fn declared_deciding(&self) -> &[VarId] {
        &self.deciding
    }

    /// All variables in order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = VarId> + use<> {
        (0..self.variables.len() as u32).map(VarId)
    }

    /// From now on the different assignments to some of the variables are counted too.
    ///
    /// # Errors
    ///
    /// When a variable does not exist or is there twice.
    pub fn count_also(&mut self, projection: Projection) -> Result<(), Malformed> {
        projection.verify(self)?;
        self.projections.push(projection);
        Ok(())
    }

    /// From now on nothing besides the solutions is counted.
    pub fn count_nothing_else(&mut self) {
        self.projections.clear();
    }

    /// From now on the best solutions are wanted.
    ///
    /// # Errors
    ///
    /// When its terms are malformed, or symmetries are declared: solutions that are alike would have
    /// to be equally good. Then nothing changes.
    pub fn optimize(&mut self, objective: Objective) -> Result<(), Malformed> {
        objective.verify(self)?;
        self.objective = Some(objective);
        Ok(())
    }

    /// The same with all solutions wanted, however good they are.
    pub fn without_objective(self) -> Csp {
        Csp { objective: None, ..self }
    }

    /// Declares what maps solutions to solutions, in place of what was declared before.
    ///
    /// That it does is for the caller to know: a count moves the first solutions that it meets, and
    /// refuses to answer when one is moved to what is no solution.
    ///
    /// # Errors
    ///
    /// When a variable does not exist, a value is in two sets, a variable has some values of a set and
    /// not all, the permutations are no group, change domains or move a variable out of a set's scope, or
    /// there is an objective. Then nothing changes.
    pub fn declare_symmetry(&mut self, symmetry: Symmetry) -> Result<(), Malformed> {
        symmetry.verify(self)?;
        self.symmetry = symmetry;
        Ok(())
    }

    /// Says that these variables decide all others. Only for who has proved it, or has built the problem
    /// so: a wrong claim gives wrong counts.
    pub fn assume_deciding(&mut self, deciding: Vec<VarId>) {
        self.deciding = deciding;
    }

    /// The same variables, and of the posted constraints those at these positions.
    pub fn with_only(&self, constraints: &[usize]) -> Csp {
        let constraints = constraints.iter().map(|&at| self.constraints[at].clone()).collect();
        Csp { constraints, ..self.clone() }
    }

    /// The same, with some of the posted constraints in other words, which have to allow the same.
    ///
    /// # Panics
    ///
    /// When another constraint is malformed.
    pub fn restated(mut self, restate: impl Fn(&Posted) -> Option<Constraint>) -> Csp {
        for at in 0..self.constraints.len() {
            if let Some(constraint) = restate(&self.constraints[at]) {
                constraint.verify(&self).expect("the constraint is well-formed");
                self.constraints[at].constraint = constraint;
            }
        }
        self
    }

    /// Whether the posted constraint at a position is a rule or a clue.
    pub fn set_role(&mut self, at: usize, role: Role) {
        self.constraints[at].role = role;
    }

    /// Leaves out the posted constraints that are not to be kept. Which variables decide the others is
    /// then no longer declared, nor a bound that is left out. What is left still has to have the symmetry
    /// that is declared.
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

    /// The values the variable can take, increasing.
    pub fn domain(&self, variable: VarId) -> &[Value] {
        &self.variables[variable.index()].domain
    }

    /// The variable's name.
    pub fn name(&self, variable: VarId) -> &str {
        &self.variables[variable.index()].name
    }

    /// The variables' names, separated by commas.
    pub fn names(&self, scope: &[VarId]) -> String {
        let names: Vec<&str> = scope.iter().map(|&variable| self.name(variable)).collect();
        names.join(", ")
    }

    /// Whether this is a solution: one value for each variable, from its domain, and every
    /// constraint holds.
    pub fn is_solution(&self, values: &[Value]) -> bool {
        values.len() == self.variables.len()
            && self.ids().all(|id| self.domain(id).binary_search(&values[id.index()]).is_ok())
            && self.constraints.iter().all(|posted| posted.constraint.rule().holds(values))
    }

    /// How many assignments the domains alone allow, as a power of two.
    pub fn log2_assignments(&self) -> f64 {
        self.variables.iter().map(|variable| (variable.domain.len() as f64).log2()).sum()
    }
}
