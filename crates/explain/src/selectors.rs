//! The formula of some of the posted constraints, each with a switch.
//!
//! A constraint's clauses hold when its switch, a literal of its own, is assumed. So one solver,
//! with all it has learned, answers which constraints and facts contradict.

use std::collections::HashSet;

use cnfetti_encodings::{Cnf, Lit};

use crate::smus::Patience;
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_sat::compile::{Compiled, Origin};
use cnfetti_sat::search::candidates::{Candidates, Fact};
use cnfetti_sat::solver::{self, Backend, Budget, Model, NoAnswer, Solver};

/// Whether assumptions can hold together.
pub(super) enum Answer {
    /// They can.
    Consistent(Model),
    /// They cannot: these alone contradict.
    Contradiction(Vec<Lit>),
}

/// A solver over some posted constraints and their variables.
pub(super) struct Switched<'a> {
    compiled: &'a Compiled,
    solver: Box<dyn Solver>,
    /// For each variable of the compiled formula its number here; 0 when it is absent.
    numbers: Vec<i32>,
    /// The variables of the CSP that are here.
    variables: Vec<VarId>,
    switches: Vec<Lit>,
    /// Literals of which at least one is false, if there are several.
    denied: Vec<Lit>,
}

impl<'a> Switched<'a> {
    /// The formula of these constraints over the variables they speak of.
    pub(super) fn new(
        csp: &Csp,
        compiled: &'a Compiled,
        constraints: &[usize],
        backend: &Backend,
        budget: &Budget,
    ) -> Switched<'a> {
        let variables = variables(csp, constraints);
        let load = |builder: &Builder<'_>| backend.load(&builder.cnf, budget);
        Switched::over(compiled, variables, constraints, load)
    }

    /// The formula of these constraints over all variables.
    pub(super) fn whole(
        csp: &Csp,
        compiled: &'a Compiled,
        constraints: &[usize],
        backend: &Backend,
        budget: &Budget,
    ) -> Switched<'a> {
        let load = |builder: &Builder<'_>| backend.load(&builder.cnf, budget);
        Switched::over(compiled, csp.ids().collect(), constraints, load)
    }

    /// The same, but each question is given up after this many steps. Other questions can follow.
    pub(super) fn patient(
        csp: &Csp,
        compiled: &'a Compiled,
        constraints: &[usize],
        steps: u64,
        budget: &Budget,
    ) -> Switched<'a> {
        let load = |builder: &Builder<'_>| solver::patient(&builder.cnf, steps, budget);
        Switched::over(compiled, csp.ids().collect(), constraints, load)
    }

    fn over(
        compiled: &'a Compiled,
        variables: Vec<VarId>,
        constraints: &[usize],
        load: impl FnOnce(&Builder<'_>) -> Box<dyn Solver>,
    ) -> Switched<'a> {
        let mut builder = Builder {
            compiled,
            cnf: Cnf::new(),
            numbers: vec![0; compiled.cnf.num_vars() as usize + 1],
        };
        for &variable in &variables {
            builder.literals(variable);
        }
        for &variable in &variables {
            builder.part(Origin::Domain(variable), None);
        }
        let switches: Vec<Lit> = constraints
            .iter()
            .map(|&constraint| {
                let switch = builder.cnf.new_lit();
                builder.part(Origin::Constraint(constraint), Some(switch));
                switch
            })
            .collect();
        let solver = load(&builder);
        Switched {
            compiled,
            solver,
            numbers: builder.numbers,
            variables,
            switches,
            denied: Vec::new(),
        }
    }

    /// The variables of the CSP that are here.
    pub(super) fn variables(&self) -> &[VarId] {
        &self.variables
    }

    /// All switches, in the order of the constraints.
    pub(super) fn switches(&self) -> &[Lit] {
        &self.switches
    }

    /// A literal of the compiled formula as it is here.
    pub(super) fn literal(&self, lit: Lit) -> Lit {
        renamed(&self.numbers, lit)
    }

    /// The literals that say what the candidates leave to a variable.
    pub(super) fn known(&self, candidates: &Candidates, variable: VarId) -> Vec<Lit> {
        let literals = candidates.literals(&self.compiled.map, variable);
        literals.into_iter().map(|lit| self.literal(lit)).collect()
    }

    /// The literal that a variable does not have a value of its domain.
    pub(super) fn not(&self, variable: VarId, value: Value) -> Option<Lit> {
        self.compiled.map.literal(Atom { variable, value }).map(|lit| !self.literal(lit))
    }

    /// The literals that say these facts.
    ///
    /// # Panics
    ///
    /// When a fact is about a variable that is not here.
    pub(super) fn literals(&self, facts: &[Fact]) -> Vec<Lit> {
        let literals = facts.iter().flat_map(|fact| fact.literals(&self.compiled.map));
        literals.map(|lit| self.literal(lit)).collect()
    }

    /// From now on, at least one of these facts does not hold. No effect if there are none.
    pub(super) fn deny(&mut self, conclusions: &[Fact]) {
        match self.literals(conclusions)[..] {
            [] => {}
            [only] => self.add_clause(&[!only]),
            ref several => self.denied = several.to_vec(),
        }
    }

    /// Whether the constraints and these facts imply everything that was denied.
    pub(super) fn refutes(&mut self, facts: &[Fact]) -> Result<bool, NoAnswer> {
        let assumed = [self.switches(), &self.literals(facts)].concat();
        Ok(matches!(self.solve(&assumed)?, Answer::Contradiction(_)))
    }

    /// Adds a clause over literals of this formula.
    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    /// Whether these literals of this formula can hold together while some denied fact is false.
    ///
    /// It asks about each denied literal by itself: propagation answers most of these questions, but hardly ever the
    /// question about all of them.
    pub(super) fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, NoAnswer> {
        if self.denied.is_empty() {
            return self.ask(assumptions);
        }
        let mut assumed = assumptions.to_vec();
        let mut used: HashSet<Lit> = HashSet::new();
        for at in 0..self.denied.len() {
            let denied = !self.denied[at];
            assumed.push(denied);
            match self.ask(&assumed)? {
                Answer::Contradiction(core) => {
                    used.extend(core.iter().filter(|lit| **lit != denied))
                }
                consistent => {
                    // Ask about this literal first next time: it will probably not follow then either.
                    self.denied[..=at].rotate_right(1);
                    return Ok(consistent);
                }
            }
            assumed.pop();
        }
        Ok(Answer::Contradiction(
            assumptions.iter().copied().filter(|lit| used.contains(lit)).collect(),
        ))
    }

    fn ask(&mut self, assumptions: &[Lit]) -> Result<Answer, NoAnswer> {
        Ok(match self.solver.solve(assumptions).answer()? {
            Ok(model) => Answer::Consistent(model),
            Err(core) => Answer::Contradiction(core),
        })
    }

    /// The same. The solver's conflicts count as work.
    pub(super) fn solve_with(
        &mut self,
        assumptions: &[Lit],
        patience: &Patience,
    ) -> Result<Answer, NoAnswer> {
        let conflicts = |switched: &Switched<'_>| switched.solver.statistics().conflicts;
        let before = conflicts(self).unwrap_or_default();
        let answer = self.solve(assumptions);
        patience.spend(conflicts(self).unwrap_or_default().saturating_sub(before));
        answer
    }

    /// The value that a model gives to a variable that is here.
    pub(super) fn value(&self, model: &Model, variable: VarId) -> Value {
        let mut values = self.compiled.map.values(variable);
        let chosen = values.find(|&(_, lit)| model.contains(self.literal(lit)));
        chosen.expect("a model gives each variable a value").0
    }

    /// The candidates of these variables that occur in some model of the assumptions; `None` if there is no model.
    pub(super) fn narrow(
        &mut self,
        assumptions: &[Lit],
        candidates: &Candidates,
        variables: &[VarId],
    ) -> Result<Option<Candidates>, NoAnswer> {
        let Answer::Consistent(model) = self.solve(assumptions)? else {
            return Ok(None);
        };
        let mut seen: Vec<Vec<Value>> =
            variables.iter().map(|&variable| vec![self.value(&model, variable)]).collect();
        let mut narrowed = candidates.clone();
        let mut assumed = assumptions.to_vec();
        for (at, &variable) in variables.iter().enumerate() {
            for &value in candidates.of(variable) {
                if seen[at].contains(&value) {
                    continue;
                }
                let atom = Atom { variable, value };
                let lit = self.compiled.map.literal(atom).expect("candidates are in the domain");
                assumed.push(self.literal(lit));
                match self.solve(&assumed)? {
                    Answer::Contradiction(_) => narrowed.remove(variable, value),
                    Answer::Consistent(model) => {
                        for (seen, &variable) in seen.iter_mut().zip(variables) {
                            let value = self.value(&model, variable);
                            if !seen.contains(&value) {
                                seen.push(value);
                            }
                        }
                    }
                }
                assumed.pop();
            }
        }
        Ok(Some(narrowed))
    }
}

/// The variables of these constraints, increasing.
pub(super) fn variables(csp: &Csp, constraints: &[usize]) -> Vec<VarId> {
    let scopes = constraints.iter().flat_map(|&at| csp.constraints()[at].constraint.rule().scope());
    let mut variables: Vec<VarId> = scopes.collect();
    variables.sort_unstable();
    variables.dedup();
    variables
}

/// A literal of the compiled formula by the number of its variable.
fn renamed(numbers: &[i32], lit: Lit) -> Lit {
    let number = numbers[lit.variable() as usize];
    let own = Lit::from_dimacs(number).expect("a part speaks of its own variables");
    if lit.is_positive() { own } else { !own }
}

/// Copies parts of a compiled formula, with numbers of their own.
struct Builder<'a> {
    compiled: &'a Compiled,
    cnf: Cnf,
    numbers: Vec<i32>,
}

impl Builder<'_> {
    fn literals(&mut self, variable: VarId) {
        let compiled = self.compiled;
        compiled.map.literals(variable).for_each(|lit| self.declare(lit.variable()));
    }

    fn declare(&mut self, variable: u32) {
        self.numbers[variable as usize] = self.cnf.new_lit().dimacs();
    }

    /// The clauses of a part, when the switch is on.
    fn part(&mut self, origin: Origin, switch: Option<Lit>) {
        // The parts are the domains in order, then the constraints in order.
        let compiled = self.compiled;
        let at = match origin {
            Origin::Domain(variable) => variable.index(),
            Origin::Constraint(constraint) => compiled.map.num_variables() + constraint,
        };
        let part = &compiled.parts[at];
        debug_assert_eq!(part.origin, origin);
        for auxiliary in part.auxiliaries.clone() {
            self.declare(auxiliary + 1);
        }
        for clause in compiled.clauses_of(part) {
            let numbers = &self.numbers;
            let own = clause.iter().map(|&lit| renamed(numbers, lit));
            self.cnf.add_clause(own.chain(switch.map(|switch| !switch)));
        }
    }
}
