//! From the statement to the formula and back.
//!
//! First, in the order of the formula, each part defines its auxiliary variables, then derives each clause
//! from the statement and these definitions. After that, from the last part back to the first, it derives
//! what the part states from its clauses and definitions, and these from the clauses alone, and deletes what
//! it derived. Only the clauses remain.

mod definitions;

use std::collections::{BTreeSet, HashSet};

use cnfetti_core::csp::{Csp, VarId};
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_sat::compile::{Compiled, Origin, Part};
use itertools::Itertools;

use crate::engine::Id;
use crate::equations;
use crate::inequality::{Inequality, TooLarge};
use crate::names::Names;
use crate::prover::{Cases, Prover};
use crate::statement::{NotStated, Statement, state};
use crate::text::{self, Proof};
pub(crate) use definitions::Defined;
use definitions::halves_of;

/// A proof that a formula says what its problem says, and the two texts that it connects.
#[derive(Clone, Debug)]
pub struct Derivation {
    /// The problem in inequalities.
    pub statement: String,
    /// The formula in inequalities.
    pub formula: String,
    /// The proof, from the problem to the formula and back.
    pub proof: String,
    /// The names of the formula's variables, by their numbers from 1.
    pub names: Vec<String>,
    /// The variables of the statement, in order.
    pub stated: Vec<u32>,
}

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDerived {
    /// A constraint has no statement in inequalities.
    #[error(transparent)]
    NotStated(#[from] NotStated),
    /// Nothing defines an auxiliary variable.
    #[error("{what}: nothing says what its auxiliary variables mean{by}")]
    Undefined {
        /// The constraint or the variable.
        what: String,
        /// The encodings, if any.
        by: String,
    },
    /// The prover did not find a step.
    #[error("{what}: no proof was found for {step}{by}")]
    NotShown {
        /// The constraint or the variable.
        what: String,
        /// The step that is missing.
        step: &'static str,
        /// The encodings, if any.
        by: String,
    },
    /// A number is too large.
    #[error("{0}")]
    TooLarge(#[from] TooLarge),
    /// The limit was reached first.
    #[error("the proof was not finished")]
    Stopped(#[from] Stopped),
}

/// An inequality with its number in the proof.
type Numbered = (u64, Inequality);

/// What the proof contains about a part.
#[derive(Default)]
struct Written {
    stated: Vec<Numbered>,
    defined: Vec<Defined>,
    /// The numbers of its clauses.
    clauses: Vec<u64>,
}

struct Writer<'a> {
    csp: &'a Csp,
    compiled: &'a Compiled,
    proof: Proof<'a>,
    prover: Prover,
    written: Vec<Written>,
    /// The number in the proof of each clause of the formula.
    numbers: Vec<u64>,
    next_helper: u32,
    /// The variables of the statement.
    stated: HashSet<u32>,
}

/// Proves that the formula says what the problem says, with as many models. The formula keeps its
/// definitions ([`cnfetti_encodings::Cnf::keep_definitions`]).
///
/// # Errors
///
/// Something has no statement, a step was not found, or the budget ran out first.
pub fn derive(csp: &Csp, compiled: &Compiled, budget: &Budget) -> Result<Derivation, NotDerived> {
    let statement = state(csp, compiled)?;
    let of_formula = compiled.cnf.num_vars();
    let names = Names::new(csp, &compiled.map, of_formula);
    let mut number = 0;
    let written = statement.parts.iter().map(|part| -> Result<Written, TooLarge> {
        let mut stated = Vec::new();
        for inequality in part.lines.iter().map(|line| line.inequalities()) {
            for inequality in inequality? {
                number += 1;
                stated.push((number, inequality));
            }
        }
        Ok(Written { stated, ..Written::default() })
    });
    let written = written.collect::<Result<Vec<_>, _>>()?;
    let stated = variables(&statement);
    let mut writer = Writer {
        csp,
        compiled,
        proof: Proof::new(&names, number),
        prover: Prover::new(of_formula, budget),
        written,
        numbers: vec![0; compiled.cnf.num_clauses()],
        next_helper: of_formula + 1,
        stated: stated.clone(),
    };
    for at in 0..compiled.parts.len() {
        budget.check()?;
        writer.forth(at, budget)?;
    }
    for at in (0..compiled.parts.len()).rev() {
        budget.check()?;
        writer.back(at, budget)?;
    }
    Ok(Derivation {
        proof: writer.proof.finish(),
        statement: text::statement(&statement, &names, stated.len()),
        formula: text::formula(&compiled.cnf, &names),
        names: (1..=of_formula).map(|variable| names.of(variable)).collect(),
        stated: stated.into_iter().sorted_unstable().collect(),
    })
}

/// The statement alone, as [`derive()`] writes it, and its variables, in order.
///
/// # Errors
///
/// Something has no statement.
pub fn statement(csp: &Csp, compiled: &Compiled) -> Result<(String, Vec<u32>), NotStated> {
    let statement = state(csp, compiled)?;
    let names = Names::new(csp, &compiled.map, compiled.cnf.num_vars());
    let stated = variables(&statement);
    let text = text::statement(&statement, &names, stated.len());
    Ok((text, stated.into_iter().sorted_unstable().collect()))
}

/// The variables in a statement.
fn variables(statement: &Statement) -> HashSet<u32> {
    let lines = statement.parts.iter().flat_map(|part| &part.lines);
    lines.flat_map(|line| &line.terms).map(|(_, lit)| lit.variable()).collect()
}

impl Writer<'_> {
    /// Writes the definitions and the clauses of a part.
    fn forth(&mut self, at: usize, budget: &Budget) -> Result<(), NotDerived> {
        let part = &self.compiled.parts[at];
        self.begin(at);
        self.define(at, part)?;
        let mut totals = Vec::new();
        if self.find_equations(at)? {
            for fact in self.prover.stated.clone() {
                if let Some((sum, inequality)) = self.prover.replaced(fact) {
                    let id = self.proof.sum(sum);
                    self.prover.engine.add(inequality, Id::Step(id));
                    totals.push(id);
                }
            }
        }
        for number in part.clauses.clone() {
            budget.check()?;
            let clause = self.compiled.cnf.clause(number);
            let goal = Inequality::clause(clause);
            let Some(steps) = self.prover.show(&goal, None) else {
                return Err(self.not_shown(part, "a clause", budget));
            };
            let id = self.proof.clause(&steps);
            self.prover.engine.add(goal, Id::Step(id));
            self.numbers[number] = id;
            self.written[at].clauses.push(id);
        }
        self.proof.core(&self.written[at].clauses);
        self.proof.delete(&totals);
        Ok(())
    }

    /// Looks for adders in a part, so that the prover can use their equations.
    fn find_equations(&mut self, at: usize) -> Result<bool, TooLarge> {
        let defined = &self.written[at].defined;
        self.prover.equations = equations::of(defined, &mut self.prover.engine)?;
        Ok(!self.prover.equations.is_empty())
    }

    /// Derives what the part states and defines from its clauses.
    fn back(&mut self, at: usize, budget: &Budget) -> Result<(), NotDerived> {
        let part = &self.compiled.parts[at];
        self.begin(at);
        let written = std::mem::take(&mut self.written[at]);
        for defined in &written.defined {
            self.use_definition(defined);
        }
        self.prover.equations = equations::of(&written.defined, &mut self.prover.engine)?;
        for number in part.clauses.clone() {
            let clause = Inequality::clause(self.compiled.cnf.clause(number));
            self.prover.engine.add(clause, Id::Step(self.numbers[number]));
        }
        for (id, inequality) in written.stated.iter().rev() {
            budget.check()?;
            self.leave_out(*id, inequality, None)
                .ok_or_else(|| self.not_shown(part, "what it states", budget))?;
        }
        // These may contain definitions that are deleted before others, so nothing may use them any more.
        self.prover.equations.clear();
        for defined in written.defined.iter().rev().filter(|defined| !defined.is_stated) {
            budget.check()?;
            let Some(form) = self.prover.forms.of(defined.lit) else { continue };
            if defined.is_helper {
                continue;
            }
            let halves = [defined.reaches, defined.misses];
            for (half, id) in halves_of(&defined.sum, defined.lit).into_iter().zip(halves) {
                self.leave_out(id, &half, Some(form))
                    .ok_or_else(|| self.not_shown(part, "a definition", budget))?;
            }
        }
        for helper in written.defined.iter().rev().filter(|defined| defined.is_helper) {
            self.proof.forget(helper.misses, helper.lit);
            self.proof.forget(helper.reaches, !helper.lit);
        }
        Ok(())
    }

    /// Shows that a fact follows from the others, and deletes it.
    fn leave_out(&mut self, id: u64, goal: &Inequality, aside: Option<usize>) -> Option<()> {
        self.prover.engine.retire(Id::Step(id));
        // If the trail is empty, nothing on it can depend on this fact.
        if self.prover.engine.mark() > 0 {
            self.prover.engine.restart();
        }
        let steps = self.prover.show(goal, aside)?;
        self.proof.leave_out(id, &steps);
        Some(())
    }

    /// Collects the facts that may be used for a part: its statement, the values of its variables, and the
    /// clauses of earlier parts.
    fn begin(&mut self, at: usize) {
        let part = &self.compiled.parts[at];
        self.prover.clear();
        for variable in self.variables_of(at) {
            if part.origin != Origin::Domain(variable) {
                let values = self.add_stated(variable.index());
                self.group(variable, &values);
            }
        }
        let own = self.add_stated(at);
        self.prover.stated.extend(&own);
        if let Origin::Domain(variable) = part.origin {
            self.group(variable, &own);
        }
        for &number in &part.shared {
            let number = number as usize;
            let clause = Inequality::clause(self.compiled.cnf.clause(number));
            self.prover.engine.add(clause, Id::Step(self.numbers[number]));
        }
        let own_cases = self.compiled.cnf.cases()[part.cases.clone()].iter();
        self.prover.cases.extend(own_cases.map(|cases| Cases {
            conditions: cases.conditions.clone(),
            alternatives: cases.alternatives.clone(),
        }));
    }

    fn add_stated(&mut self, at: usize) -> Vec<usize> {
        let stated = self.written[at].stated.iter();
        stated.map(|(id, fact)| self.prover.engine.add(fact.clone(), Id::Step(*id))).collect()
    }

    /// Says that exactly one value literal of the variable is true, by the first two facts.
    fn group(&mut self, variable: VarId, facts: &[usize]) {
        if let (true, &[some, not_two, ..]) = (self.compiled.map.has_values(variable), facts) {
            let values = self.compiled.map.values(variable).map(|(_, lit)| lit);
            self.prover.engine.add_group(values.collect(), [some, not_two]);
        }
    }

    /// The problem's variables in a part.
    fn variables_of(&self, at: usize) -> BTreeSet<VarId> {
        let part = &self.compiled.parts[at];
        let clauses = self.compiled.cnf.clauses_in(part.clauses.clone()).flatten().copied();
        let stated = self.written[at].stated.iter();
        let stated = stated.flat_map(|(_, inequality)| inequality.terms()).map(|&(_, lit)| lit);
        let variables = clauses.chain(stated).filter_map(|lit| self.compiled.map.meaning(lit));
        variables.map(|meaning| meaning.variable()).collect()
    }

    /// What a part is about, and the encodings that wrote it.
    fn describe(&self, part: &Part) -> (String, String) {
        let what = match part.origin {
            Origin::Domain(variable) => self.csp.name(variable).to_owned(),
            Origin::Constraint(index) => {
                self.csp.constraints()[index].constraint.rule().describe(self.csp)
            }
        };
        let used = self.compiled.encodings_of(std::slice::from_ref(part));
        let by =
            if used.is_empty() { String::new() } else { format!(" ({})", used.iter().join(", ")) };
        (what, by)
    }

    /// Why no step was found: the time ran out, or the prover knows none.
    fn not_shown(&self, part: &Part, step: &'static str, budget: &Budget) -> NotDerived {
        if let Err(stopped) = budget.check() {
            return stopped.into();
        }
        let (what, by) = self.describe(part);
        NotDerived::NotShown { what, step, by }
    }
}
