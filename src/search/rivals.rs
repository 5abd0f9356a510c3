//! Whether there are other solutions than a known one, with some of the clues left out.
//!
//! Every clue gets a selector: a literal that switches its clauses on. The known solution and
//! what it becomes under the symmetry of the CSP are forbidden once; then one solver answers for
//! any set of clues, and keeps what it learned.

use cnfetti_encodings::{Cnf, Lit};

use super::enumerate::blocking_clause;
use super::symmetry::{break_renaming, permute, rename};
use crate::compile::{Choices, Compiled, Origin, TooLarge, compile};
use crate::csp::{Csp, Role, Value};
use crate::solver::{Backend, Budget, Fault, Outcome, Solver};

/// The solutions of a CSP that are not of the same class as a known one.
pub struct Rivals {
    solver: Box<dyn Solver>,
    /// For each posted constraint the literal that switches it on; `None` for those that always
    /// hold.
    selectors: Vec<Option<Lit>>,
}

/// Why it is not known whether there are rivals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The solver gave up, and why.
    #[error("{0}")]
    GaveUp(String),
    /// The solver failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Rivals {
    /// The rivals of a solution. It must satisfy all constraints but clues.
    pub fn new(
        csp: &Csp,
        solution: &[Value],
        choices: &Choices,
        backend: &Backend,
        budget: &Budget,
    ) -> Result<Rivals, TooLarge> {
        let broken = break_renaming(csp);
        let compiled = compile(&broken, choices)?;
        let (cnf, selectors) = with_selectors(&broken, &compiled);
        let mut solver = backend.load(&cnf, budget);
        for member in class_of(csp, solution) {
            solver.add_clause(&blocking_clause(&compiled, &csp.deciding(), &member));
        }
        Ok(Rivals { solver, selectors })
    }

    /// Whether there is a rival that satisfies these clues, given by their positions in
    /// [`Csp::constraints`], and everything that is no clue. An error is final: nothing can be
    /// asked afterwards.
    pub fn exist(&mut self, clues: &[usize]) -> Result<bool, NoAnswer> {
        let assumptions = self.selectors.iter().enumerate().filter_map(|(index, selector)| {
            selector.map(|on| if clues.contains(&index) { on } else { !on })
        });
        let assumptions: Vec<Lit> = assumptions.collect();
        match self.solver.solve(&assumptions) {
            Outcome::Satisfiable(_) => Ok(true),
            Outcome::Unsatisfiable(_) => Ok(false),
            Outcome::Unknown(why) => Err(NoAnswer::GaveUp(why)),
            Outcome::Failed(fault) => Err(fault.into()),
        }
    }
}

/// The formula with a selector in each clause of each clue.
fn with_selectors(csp: &Csp, compiled: &Compiled) -> (Cnf, Vec<Option<Lit>>) {
    let mut cnf = Cnf::new();
    cnf.declare(compiled.cnf.num_vars());
    let mut selectors = vec![None; csp.constraints.len()];
    for part in &compiled.parts {
        let selector = match part.origin {
            Origin::Constraint(index) if csp.constraints[index].role == Role::Clue => {
                let selector = cnf.new_lit();
                selectors[index] = Some(selector);
                Some(selector)
            }
            _ => None,
        };
        for clause in compiled.clauses_of(part) {
            cnf.add_clause(selector.map(|on| !on).into_iter().chain(clause.iter().copied()));
        }
    }
    (cnf, selectors)
}

/// The solutions that the symmetry makes of this one, with values in the order of precedence.
fn class_of(csp: &Csp, solution: &[Value]) -> Vec<Vec<Value>> {
    let mut first = solution.to_vec();
    rename(&csp.symmetry, &mut first);
    let mut class = vec![first];
    for permutation in &csp.symmetry.permutations {
        let mut moved = vec![0; solution.len()];
        permute(permutation, solution, &mut moved);
        rename(&csp.symmetry, &mut moved);
        if !class.contains(&moved) {
            class.push(moved);
        }
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csp::{AllDifferent, Atom, Fixed, Interchangeable, VarId};
    use crate::solver::SOLVERS;

    fn rivals(csp: &Csp, solution: &[Value]) -> Rivals {
        Rivals::new(csp, solution, &Choices::default(), &SOLVERS[0], &Budget::default())
            .expect("a small formula")
    }

    #[test]
    fn clues_are_switched_one_by_one() {
        let mut csp = Csp::new();
        let scope: Vec<VarId> = (0..2).map(|_| csp.variable("x", 1..=2)).collect();
        csp.post(AllDifferent { scope: scope.clone(), except: None }.into(), "");
        for (variable, value) in scope.into_iter().zip(1..) {
            csp.post_clue(Fixed { atom: Atom { variable, value } }.into(), "");
        }
        let mut rivals = rivals(&csp, &[1, 2]);
        assert_eq!(rivals.exist(&[1, 2]), Ok(false));
        assert_eq!(rivals.exist(&[1]), Ok(false));
        assert_eq!(rivals.exist(&[2]), Ok(false));
        assert_eq!(rivals.exist(&[]), Ok(true));
    }

    #[test]
    fn what_symmetry_makes_of_the_solution_is_no_rival() {
        let mut csp = Csp::new();
        let scope: Vec<VarId> = (0..3).map(|_| csp.variable("x", 1..=2)).collect();
        csp.symmetry
            .interchangeable
            .push(Interchangeable { scope: scope.clone(), values: vec![1, 2] });
        csp.symmetry.permutations = vec![vec![VarId(2), VarId(1), VarId(0)]];
        csp.post_clue(AllDifferent { scope: scope[..2].to_vec(), except: None }.into(), "");
        csp.post_clue(AllDifferent { scope: vec![scope[0], scope[2]], except: None }.into(), "");
        // 1 2 2 is also 2 1 1, and reflected 2 2 1 and 1 1 2.
        let mut rivals = rivals(&csp, &[2, 1, 1]);
        assert_eq!(rivals.exist(&[0, 1]), Ok(false));
        assert_eq!(rivals.exist(&[0]), Ok(true), "1 2 1");
        assert_eq!(rivals.exist(&[1]), Ok(false), "1 2 2 and 1 1 2");
    }
}
