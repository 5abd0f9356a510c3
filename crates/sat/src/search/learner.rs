//! The small CDCL solver ([`crate::cdcl`]), for short searches: it loads quickly, and its answers come with a proof. If a
//! search needs many conflicts, the other solvers are faster.

use std::cell::Cell;

use cnfetti_encodings::{Cnf, Lit};
use cnfetti_proof::Lemmas;

use crate::cdcl::{Cdcl, Verdict};
use crate::propagation::{Code, code, dimacs};
use crate::solver::{Budget, Limit, Model, Outcome, Solver};

/// What to call it in a sentence.
pub(super) const LEARNER: &str = "cnfetti's own solver";

/// After this many conflicts, a question is left to a larger solver.
pub(super) const CONFLICTS: u64 = 2_000;

/// How many steps loading a literal counts as, and each variable for each question.
const LOADED: u64 = 30;
const QUESTION: u64 = 100;

/// A formula, and what was learned from it.
pub(super) struct Learner {
    cdcl: Cdcl,
    num_vars: u32,
    /// The clauses that were added to those of the formula, by their numbers there.
    added: Vec<u32>,
    /// For each literal the last clause that has it, counted from 1.
    last: Vec<u32>,
    clauses: u32,
    budget: Budget,
}

/// What it found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Learned {
    /// A model.
    Model(Model),
    /// There is none. The lemmas prove that of the formula with the added clauses, in their order.
    Refuted(Lemmas),
    /// Nothing within the conflicts that were allowed, or within this limit.
    Unknown(Limit),
}

impl Learner {
    /// Holds the formula.
    pub(super) fn new(cnf: &Cnf, budget: &Budget) -> Learner {
        budget.spend(LOADED * cnf.num_literals() as u64);
        let mut last = vec![0; 2 * cnf.num_vars() as usize];
        let cells = Cell::from_mut(&mut last[..]).as_slice_of_cells();
        let clauses = cnf.clauses().enumerate();
        let clauses = clauses.map(|(at, clause)| distinct(cells, at as u32 + 1, clause));
        let cdcl = Cdcl::new(cnf.num_vars() as usize, cnf.num_literals(), clauses);
        Learner {
            cdcl,
            num_vars: cnf.num_vars(),
            added: Vec::new(),
            last,
            clauses: cnf.num_clauses() as u32,
            budget: budget.clone(),
        }
    }

    /// Adds a clause over the variables of the formula.
    pub(super) fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        let last = Cell::from_mut(&mut self.last[..]).as_slice_of_cells();
        let clause: Vec<Code> = distinct(last, self.clauses, clause).collect();
        self.added.push(self.cdcl.add(&clause));
    }

    /// Looks for a model, and gives up after this many conflicts.
    pub(super) fn solve(&mut self, conflicts: u64) -> Learned {
        self.budget.spend(QUESTION * u64::from(self.num_vars));
        if let Some(limit) = self.budget.spent() {
            return Learned::Unknown(limit);
        }
        match self.cdcl.solve(&[], conflicts, &self.budget) {
            Verdict::Model => Learned::Model(self.model()),
            Verdict::Refuted(clause) => Learned::Refuted(self.lemmas(clause)),
            Verdict::Unknown => Learned::Unknown(self.budget.limit()),
        }
    }

    fn model(&self) -> Model {
        let lits = (0..self.num_vars).map(|variable| {
            let positive = 2 * variable;
            lit(if self.cdcl.holds(positive) { positive } else { positive + 1 })
        });
        Model::new(lits.collect())
    }

    /// The proof of this clause: the lemmas that it follows from.
    fn lemmas(&self, clause: u32) -> Lemmas {
        let num_original = self.cdcl.num_original() as u32;
        let mut is_needed = vec![false; self.cdcl.num_clauses()];
        is_needed[clause as usize] = true;
        for number in (num_original..=clause).rev().filter(|number| !self.is_added(*number)) {
            if is_needed[number as usize] {
                let hints = self.cdcl.hints(number);
                hints.iter().for_each(|&hint| is_needed[hint as usize] = true);
            }
        }
        // Those of the formula keep their numbers, those that were added come next, and the lemmas last.
        let mut numbers: Vec<u32> = (0..=clause).collect();
        for (&added, number) in self.added.iter().zip(num_original..) {
            if let Some(place) = numbers.get_mut(added as usize) {
                *place = number;
            }
        }
        let mut lemmas = Lemmas::default();
        let mut next = num_original + self.added.len() as u32;
        for number in num_original..=clause {
            if !is_needed[number as usize] || self.is_added(number) {
                continue;
            }
            let literals = self.cdcl.clause(number).iter().map(|&code| lit(code));
            let hints = self.cdcl.hints(number).iter().map(|&hint| numbers[hint as usize]);
            lemmas.push(literals, hints);
            numbers[number as usize] = next;
            next += 1;
        }
        // An empty clause that was given is its own reason.
        if clause < num_original || self.is_added(clause) {
            lemmas.push([], [numbers[clause as usize]]);
        }
        lemmas
    }

    fn is_added(&self, number: u32) -> bool {
        self.added.binary_search(&number).is_ok()
    }
}

/// It gives up if an answer needs many conflicts, and can be asked again after that.
impl Solver for Learner {
    fn add_clause(&mut self, clause: &[Lit]) {
        Learner::add_clause(self, clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        self.budget.spend(QUESTION * u64::from(self.num_vars));
        if let Some(limit) = self.budget.spent() {
            return Outcome::Unknown(limit);
        }
        let assumed: Vec<Code> = assumptions.iter().map(|&lit| code(lit)).collect();
        match self.cdcl.solve(&assumed, CONFLICTS, &self.budget) {
            Verdict::Model => Outcome::Satisfiable(self.model()),
            Verdict::Refuted(clause) => {
                let core = self.cdcl.clause(clause).iter().map(|&code| !lit(code));
                Outcome::Unsatisfiable(core.collect())
            }
            Verdict::Unknown => Outcome::Unknown(self.budget.limit()),
        }
    }
}

/// The clause with this number, each of its literals once.
fn distinct(last: &[Cell<u32>], number: u32, clause: &[Lit]) -> impl Iterator<Item = Code> {
    let are_distinct = match *clause {
        [one, two] => one != two,
        [one, two, three] => one != two && one != three && two != three,
        _ => false,
    };
    let codes = clause.iter().map(|&lit| code(lit));
    codes.filter(move |&lit| are_distinct || last[lit as usize].replace(number) != number)
}

fn lit(code: Code) -> Lit {
    Lit::from_dimacs(dimacs(code)).expect("no variable is 0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Outcome, SOLVERS};
    use cnfetti_core::random::Random;

    /// Some clauses over so many variables, with repeated literals and tautologies among them.
    fn random_clause(random: &mut Random, variables: u32) -> Vec<Lit> {
        let lit = |random: &mut Random| {
            let variable = 1 + random.below(variables as usize) as i32;
            Lit::from_dimacs(if random.below(2) == 0 { variable } else { -variable }).unwrap()
        };
        (0..random.below(40).min(4)).map(|_| lit(random)).collect()
    }

    /// Of random formulas all models are found one by one, as brute force finds them; and that there are no more
    /// is proved by what was learned.
    #[test]
    fn it_lists_all_models_and_proves_that_there_are_no_more() {
        let budget = Budget::default();
        let (mut models, mut refuted, mut learned, mut at_once) = (0, 0, 0, 0);
        for seed in 0..1500 {
            let random = &mut Random::new(seed);
            let variables = 1 + random.below(9) as u32;
            let mut cnf = Cnf::new();
            cnf.declare(variables);
            for _ in 0..random.below(5 * variables as usize) {
                cnf.add_clause(random_clause(random, variables));
            }
            let brute = SOLVERS.iter().find(|row| row.name == "brute_force").unwrap();
            let mut rest = cnf.clone();
            let mut learner = Learner::new(&cnf, &budget);
            let mut found = 0;
            loop {
                let expected = brute.load(&rest, &budget).solve(&[]);
                match learner.solve(u64::MAX) {
                    Learned::Model(model) => {
                        assert!(matches!(expected, Outcome::Satisfiable(_)), "{seed}");
                        assert!(model.satisfies(&rest), "{seed}");
                        let blocking: Vec<Lit> = model.literals().iter().map(|&lit| !lit).collect();
                        learner.add_clause(&blocking);
                        rest.add_clause(blocking);
                        found += 1;
                        // Now and then one more that need not follow.
                        if random.below(4) == 0 {
                            let clause = random_clause(random, variables);
                            learner.add_clause(&clause);
                            rest.add_clause(clause);
                        }
                    }
                    Learned::Refuted(lemmas) => {
                        assert!(matches!(expected, Outcome::Unsatisfiable(_)), "{seed}");
                        let checked = lemmas.check(&rest, &budget).unwrap();
                        (refuted, learned) = (refuted + 1, learned + checked.additions);
                        at_once += usize::from(found == 0);
                        break;
                    }
                    Learned::Unknown(limit) => panic!("{seed} {limit}"),
                }
            }
            models += found;
        }
        assert!(
            refuted == 1500 && models > 15_000 && learned > 3_000 && at_once > 300,
            "{models} {learned} {at_once}"
        );
    }

    #[test]
    fn it_gives_up_after_so_many_conflicts_and_can_be_asked_again() {
        let random = &mut Random::new(7);
        let mut cnf = Cnf::new();
        cnf.declare(60);
        for _ in 0..300 {
            let clause: Vec<Lit> = (0..3)
                .map(|_| {
                    let variable = 1 + random.below(60) as i32;
                    Lit::from_dimacs(if random.below(2) == 0 { variable } else { -variable })
                        .unwrap()
                })
                .collect();
            cnf.add_clause(clause);
        }
        let mut learner = Learner::new(&cnf, &Budget::default());
        assert_eq!(learner.solve(1), Learned::Unknown(Limit::Steps));
        let Learned::Refuted(lemmas) = learner.solve(u64::MAX) else { panic!("it has a model") };
        assert!(lemmas.check(&cnf, &Budget::default()).is_ok());
        let spent = Budget::default().of_steps(0);
        let spent = {
            spent.spend(1);
            spent
        };
        assert_eq!(Learner::new(&cnf, &spent).solve(9), Learned::Unknown(Limit::Steps));
    }

    /// In a chain of implications, each clause but the unit is looked at once. Asked again, nothing is left to look at.
    #[test]
    fn steps_are_those_of_the_clauses_that_were_looked_at() {
        for length in [2, 10, 1_000] {
            let mut cnf = Cnf::new();
            cnf.declare(length);
            let lit = |number: u32| Lit::from_dimacs(number as i32).unwrap();
            cnf.add_clause([lit(1)]);
            (1..length).for_each(|number| cnf.add_clause([!lit(number), lit(number + 1)]));
            let budget = Budget::default().of_steps(u64::MAX);
            let mut learner = Learner::new(&cnf, &budget);
            let length = u64::from(length);
            let mut before = 0;
            let mut made = || {
                let made = budget.made() - before;
                before = budget.made();
                made
            };
            assert_eq!(made(), 30 * (2 * length - 1));
            for looked_at in [length - 1, 0, 0] {
                assert!(matches!(learner.solve(1), Learned::Model(_)));
                assert_eq!(made(), 100 * length + 1_000 + 20 * looked_at, "{length} {looked_at}");
            }
        }
    }
}
