//! Looks for further solutions when some of the clues are left out.
//!
//! Every clue has a selector: a literal that switches its clauses on. Clauses forbid the known solutions. Then one solver
//! answers for any set of clues, and keeps what it has learned.

use std::collections::HashSet;

use cnfetti_encodings::{Cnf, Lit};

use crate::helpers::Helpers;
use crate::rules::{Rule, clue_rules, needed_by_clues, used};
use cnfetti_core::csp::{Csp, Value, permute};
use cnfetti_core::limit::{Budget, Limit, Stopped};
use cnfetti_core::presolve::strengthen::strengthen;
use cnfetti_sat::compile::{Choices, Compiled, NotCompiled, Origin, compile_within};
use cnfetti_sat::search::enumerate::blocking_clause;
use cnfetti_sat::search::symmetry::{break_renaming, rename};
use cnfetti_sat::solver::{self, NoAnswer, Solver};

/// The solutions of a CSP besides known ones, up to renaming.
pub struct OtherSolutions {
    solver: Box<dyn Solver>,
    /// The formula of the solver.
    cnf: Cnf,
    /// For each posted constraint, the literal that switches it on; `None` if it always holds.
    selectors: Vec<Option<Lit>>,
    clues: Vec<Rule>,
}

/// Whether there are other solutions with some of the clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is one.
    Exist,
    /// There is none, and these clues are enough for that.
    None(Vec<usize>),
    /// The steps were not enough to tell.
    TooHard,
}

impl OtherSolutions {
    /// The solutions that are not among these, even after renaming. `load` makes the solver. The known solutions satisfy all
    /// constraints that are no clues.
    pub(crate) fn besides(
        csp: &Csp,
        known: &[Vec<Value>],
        budget: &Budget,
        load: impl FnOnce(&Cnf) -> Box<dyn Solver>,
    ) -> Result<OtherSolutions, NotCompiled> {
        let strong = strengthen(&break_renaming(csp));
        let compiled = compile_within(&strong, &Choices::default(), budget)?;
        let helpers = Helpers::new(csp, &[]);
        let clues = clue_rules(csp, &helpers);
        let (mut cnf, selectors) = with_selectors(&needed_by_clues(csp, &helpers), &compiled);
        for solution in known {
            let mut solution = solution.clone();
            rename(csp.symmetry(), &mut solution);
            cnf.add_clause(blocking_clause(&compiled, &csp.projection_set(), &solution));
        }
        Ok(OtherSolutions { solver: load(&cnf), cnf, selectors, clues })
    }

    /// The solutions that no symmetry of the CSP maps to this one. An answer takes at most `steps` decisions of a solver, so
    /// that it does not depend on the machine.
    ///
    /// # Errors
    ///
    /// The formula would be too large, or the budget is spent before it is made.
    pub fn of_other_classes(
        csp: &Csp,
        solution: &[Value],
        steps: u64,
        budget: &Budget,
    ) -> Result<OtherSolutions, NotCompiled> {
        let moved = csp.symmetry().permutations.iter().map(|permutation| {
            let mut moved = vec![0; solution.len()];
            permute(permutation, solution, &mut moved);
            moved
        });
        let class: Vec<Vec<Value>> = moved.chain([solution.to_vec()]).collect();
        OtherSolutions::besides(csp, &class, budget, |cnf| solver::patient(cnf, steps, budget))
    }

    /// Whether there is another solution with these clues, which [`clues`](crate::clues::clues) lists, and with everything
    /// that is no clue. After an error, nothing can be asked any more.
    pub fn exist(&mut self, clues: &[usize]) -> Result<Answer, NoAnswer> {
        let chosen = self.numbers(clues);
        let on: HashSet<usize> =
            chosen.iter().flat_map(|&clue| &self.clues[clue].constraints).copied().collect();
        let assumptions = self.selectors.iter().enumerate().filter_map(|(index, selector)| {
            selector.map(|lit| if on.contains(&index) { lit } else { !lit })
        });
        let assumptions: Vec<Lit> = assumptions.collect();
        match self.solver.solve(&assumptions).answer() {
            Ok(Ok(_)) => Ok(Answer::Exist),
            Ok(Err(core)) => {
                let core: HashSet<Lit> = core.into_iter().collect();
                let is_used = |&at: &usize| self.selectors[at].is_some_and(|on| core.contains(&on));
                let used = used(&self.clues, &chosen, is_used).into_iter();
                Ok(Answer::None(used.map(|clue| self.clues[clue].first()).collect()))
            }
            Err(NoAnswer::Stopped(Stopped(Limit::Steps))) => Ok(Answer::TooHard),
            Err(error) => Err(error),
        }
    }

    /// All clues, as [`clues`](crate::clues::clues) lists them.
    pub fn clues(&self) -> Vec<usize> {
        self.clues.iter().map(Rule::first).collect()
    }

    /// The positions of clues, each named by its first constraint. What is no clue holds anyway.
    fn numbers(&self, firsts: &[usize]) -> Vec<usize> {
        let number = |first: &usize| self.clues.binary_search_by_key(first, Rule::first).ok();
        firsts.iter().filter_map(number).collect()
    }

    /// A formula that has a model if and only if one of these sets of clues leaves another solution.
    pub(crate) fn with_one_of(&self, sets: &[Vec<usize>]) -> Cnf {
        let mut cnf = self.cnf.clone();
        let chosen = cnf.new_lits(sets.len());
        for (set, &is_chosen) in sets.iter().zip(&chosen) {
            for clue in self.numbers(set) {
                let constraints = self.clues[clue].constraints.iter();
                for on in constraints.filter_map(|&at| self.selectors[at]) {
                    cnf.add_clause([!is_chosen, on]);
                }
            }
        }
        cnf.add_clause(chosen);
        cnf
    }
}

/// The formula with a selector in each clause of the constraints that are switched.
fn with_selectors(switched: &[bool], compiled: &Compiled) -> (Cnf, Vec<Option<Lit>>) {
    let mut cnf = Cnf::new();
    cnf.declare(compiled.cnf.num_vars());
    let mut selectors = vec![None; switched.len()];
    for part in &compiled.parts {
        let selector = match part.origin {
            Origin::Constraint(index) if switched.get(index) == Some(&true) => {
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

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::*;
    use cnfetti_core::csp::{
        AllDifferent, AllEqual, Atom, Fixed, Interchangeable, Posted, Role, Symmetry, VarId,
    };

    fn others(csp: &Csp, solution: &[Value], steps: u64) -> OtherSolutions {
        OtherSolutions::of_other_classes(csp, solution, steps, &Budget::default())
            .expect("a small formula")
    }

    fn exist(others: &mut OtherSolutions, clues: &[usize]) -> bool {
        others.exist(clues).expect("no limit") == Answer::Exist
    }

    #[test]
    fn clues_are_switched_one_by_one() {
        let mut csp = Csp::new();
        let scope: Vec<VarId> = (0..2).map(|_| csp.variable("x", 1..=2)).collect();
        csp.post(AllDifferent { scope: scope.clone(), except: Vec::new() }.into(), "");
        for (variable, value) in scope.into_iter().zip(1..) {
            csp.post_clue(Fixed { atom: Atom { variable, value } }.into(), "");
        }
        let mut others = others(&csp, &[1, 2], u64::MAX);
        assert!(matches!(others.exist(&[1, 2]), Ok(Answer::None(core)) if core.len() == 1));
        assert_eq!(others.exist(&[1]), Ok(Answer::None(vec![1])));
        assert_eq!(others.exist(&[2]), Ok(Answer::None(vec![2])));
        assert_eq!(others.exist(&[]), Ok(Answer::Exist));
        // One formula for several sets has a model if one of them leaves another solution.
        let has_model = |sets: &[Vec<usize>]| {
            let mut solver =
                solver::patient(&others.with_one_of(sets), u64::MAX, &Budget::default());
            solver.solve(&[]).answer().expect("no limit").is_ok()
        };
        assert!(!has_model(&[]) && !has_model(&[vec![1], vec![2], vec![1, 2]]));
        assert!(has_model(&[vec![]]) && has_model(&[vec![1], vec![]]));
    }

    /// A clue says that x is 1 by a helper, and defines it. Whoever else uses the helper needs the definition,
    /// also if the clue is left out.
    #[test]
    fn a_definition_stays_with_what_uses_it() {
        for other in [Role::Rule, Role::Clue] {
            let mut csp = Csp::new();
            let [x, y] = ["x", "y"].map(|name| csp.variable(name, 0..=1));
            csp.assume_deciding(vec![x, y]);
            let helper = csp.variable("x is 1", 0..=1);
            let equal = |other| AllEqual { scope: vec![helper, other] }.into();
            let is_one = Fixed { atom: Atom { variable: helper, value: 1 } }.into();
            for (constraint, role, continues) in [
                (equal(x), Role::Clue, false),
                (is_one, Role::Clue, true),
                (equal(y), other, false),
            ] {
                let (reason, clue) = (String::new(), None);
                csp.push(Posted { constraint, reason, role, continues, clue }).unwrap();
            }
            let known = [vec![0, 0, 0], vec![1, 1, 1]];
            let budget = Budget::default();
            let load = |cnf: &Cnf| solver::patient(cnf, u64::MAX, &budget);
            let mut others = OtherSolutions::besides(&csp, &known, &budget, load).unwrap();
            let expected = match other {
                // x and y are equal anyway.
                Role::Rule => [Answer::None(vec![]), Answer::None(vec![])],
                _ => [Answer::Exist, Answer::None(vec![2])],
            };
            assert_eq!([&[][..], &[2]].map(|clues| others.exist(clues).unwrap()), expected);
        }
    }

    #[test]
    fn what_symmetry_makes_of_the_solution_is_no_other_solution() {
        let mut csp = Csp::new();
        let scope: Vec<VarId> = (0..3).map(|_| csp.variable("x", 1..=2)).collect();
        let interchangeable = vec![Interchangeable { scope: scope.clone(), values: vec![1, 2] }];
        let permutations = vec![[2, 1, 0].map(VarId::at).to_vec()];
        csp.declare_symmetry(Symmetry { interchangeable, permutations, ..Symmetry::default() })
            .unwrap();
        csp.post_clue(AllDifferent { scope: scope[..2].to_vec(), except: Vec::new() }.into(), "");
        csp.post_clue(
            AllDifferent { scope: vec![scope[0], scope[2]], except: Vec::new() }.into(),
            "",
        );
        // 1 2 2 is also 2 1 1, and reflected 2 2 1 and 1 1 2.
        let mut others = others(&csp, &[2, 1, 1], u64::MAX);
        assert!(!exist(&mut others, &[0, 1]));
        assert!(exist(&mut others, &[0]), "1 2 1");
        assert!(!exist(&mut others, &[1]), "1 2 2 and 1 1 2");
    }

    /// Eight pigeons, one of which has a hole of its own until a clue puts it into one of the seven others. Each pair is a
    /// constraint of its own, so that nothing but a search shows the contradiction.
    #[test]
    fn too_few_steps_are_no_answer_and_the_next_question_is_answered() {
        let mut csp = Csp::new();
        let mut scope: Vec<VarId> = (0..7).map(|_| csp.variable("x", 1..=7)).collect();
        scope.push(csp.variable("x", 1..=8));
        for [&one, &other] in scope.iter().array_combinations() {
            csp.post(AllDifferent { scope: vec![one, other], except: Vec::new() }.into(), "");
        }
        let clue = csp.constraints().len();
        csp.post_clue(Fixed { atom: Atom { variable: scope[7], value: 3 } }.into(), "");
        let known = [1, 2, 3, 4, 5, 6, 7, 8];
        assert_eq!(others(&csp, &known, u64::MAX).exist(&[clue]), Ok(Answer::None(vec![clue])));
        let mut hasty = others(&csp, &known, 20);
        assert_eq!(hasty.exist(&[clue]), Ok(Answer::TooHard));
        assert_eq!(hasty.exist(&[]), Ok(Answer::Exist));
    }
}
