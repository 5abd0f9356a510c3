//! Checks a DRAT proof from front to back.

use cnfetti_encodings::{Cnf, Lit};

use super::clauses::Clauses;
use super::steps::{ProofError, Step, steps};
use cnfetti_core::limit::Budget;

/// A checked proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of steps read until the contradiction.
    pub steps: usize,
    /// The number of those steps that added a clause.
    pub additions: usize,
}

/// The steps of the budget that visiting a literal costs.
const LOOKED_AT: u64 = 4;

/// Checks that the proof shows the formula to be unsatisfiable.
///
/// A proof may add a clause if assuming it false leads to a conflict by unit propagation (RUP),
/// or if the same holds for all its resolvents on its first literal (RAT). Like all common
/// checkers, this one ignores the deletion of a clause that is the reason of a unit. Variables that
/// do not occur in the formula are errors. After the contradiction, only further steps up to the
/// empty clause may follow.
pub fn check(cnf: &Cnf, proof: &[u8], budget: &Budget) -> Result<Checked, ProofError> {
    let mut clauses = Clauses::new(cnf, budget)?;
    let mut checked = Checked::default();
    let mut steps = steps(proof);
    while !clauses.contradiction() {
        if checked.steps % 64 == 0 {
            budget.spend(LOOKED_AT * clauses.looked_at());
            budget.check()?;
        }
        let step = steps.next().ok_or(ProofError::Incomplete)??;
        checked.steps += 1;
        let (Step::Add(clause) | Step::Delete(clause)) = &step;
        if !clause.iter().all(|&lit| clauses.knows(lit)) {
            let expected = "variables of the formula";
            return Err(ProofError::Malformed { step: checked.steps, expected });
        }
        match step {
            Step::Delete(clause) => clauses.delete(&clause),
            Step::Add(clause) if follows(&mut clauses, &clause) => {
                checked.additions += 1;
                clauses.add(&clause);
            }
            Step::Add(clause) => {
                return Err(ProofError::DoesNotFollow { step: checked.steps, clause });
            }
        }
    }
    // The rest is not needed, but must belong to the proof: steps, the empty clause, the end.
    let mut is_over = false;
    for (step, number) in steps.zip(checked.steps + 1..) {
        if number % 64 == 0 {
            budget.check()?;
        }
        if is_over {
            let expected = "nothing after the empty clause";
            return Err(ProofError::Malformed { step: number, expected });
        }
        is_over = step? == Step::Add(Vec::new());
    }
    Ok(checked)
}

/// Whether the proof may add the clause.
fn follows(clauses: &mut Clauses, clause: &[Lit]) -> bool {
    clauses.assume_false(clause)
        || clause.first().is_some_and(|&pivot| all_resolvents_follow(clauses, pivot))
}

/// Whether each resolvent on the clause's first literal follows. The clause is already assumed
/// false.
fn all_resolvents_follow(clauses: &mut Clauses, pivot: Lit) -> bool {
    let level = clauses.level();
    clauses.containing(!pivot).iter().all(|other| {
        let rest: Vec<Lit> = other.iter().copied().filter(|&lit| lit != !pivot).collect();
        let conflict = clauses.assume_also_false(&rest);
        clauses.back_to(level);
        conflict
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cnf(num_vars: u32, clauses: &[&[i32]]) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.declare(num_vars);
        for clause in clauses {
            cnf.add_clause(clause.iter().filter_map(|&number| Lit::from_dimacs(number)));
        }
        cnf
    }

    fn run(cnf: &Cnf, proof: &str) -> Result<Checked, String> {
        check(cnf, proof.as_bytes(), &Budget::default()).map_err(|error| error.to_string())
    }

    #[test]
    fn clauses_that_follow_are_accepted() {
        let formula = cnf(2, &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        assert_eq!(run(&formula, "1 0\n0\n"), Ok(Checked { steps: 1, additions: 1 }));
        assert_eq!(run(&formula, ""), Err(ProofError::Incomplete.to_string()));
        assert_eq!(
            run(&formula, "0\n"),
            Err("step 1 of the proof: the clause that is empty does not follow".to_owned())
        );
        assert_eq!(run(&cnf(1, &[&[1], &[-1]]), ""), Ok(Checked::default()));
    }

    #[test]
    fn a_satisfiable_formula_has_no_proof() {
        let formula = cnf(3, &[&[1, 2], &[-1, 3]]);
        assert_eq!(
            run(&formula, "2 3 0\n-1 0\n-2 0\n0\n"),
            Err("step 2 of the proof: the clause -1 does not follow".to_owned())
        );
        assert_eq!(
            run(&formula, "4 0\n"),
            Err("step 1 of the proof: expected variables of the formula".to_owned())
        );
    }

    #[test]
    fn behind_the_contradiction_the_proof_may_only_end() {
        let formula = cnf(2, &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        let wrong = |expected: &str| Err(format!("step 3 of the proof: expected {expected}"));
        for (proof, expected) in [
            ("1 0\n2 0\nd 1 2 0\n0\nc end\n", Ok(Checked { steps: 1, additions: 1 })),
            ("1 0\n2 0\nand more", wrong("a literal, 0 or d")),
            ("1 0\n0\n0\n", wrong("nothing after the empty clause")),
            ("1 0\n0\nd 1 2 0\n", wrong("nothing after the empty clause")),
        ] {
            assert_eq!(run(&formula, proof), expected, "{proof}");
        }
        assert!(run(&cnf(1, &[&[1], &[-1]]), "nonsense").is_err());
    }

    #[test]
    fn deleted_clauses_are_gone_but_units_stay() {
        let formula = cnf(2, &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
        assert!(run(&formula, "d 2 1 0\n1 0\n").is_err());
        assert!(run(&formula, "d 7 0\n").is_err());
        assert!(run(&formula, "d 1 0\n1 0\n").is_ok());
        let unit = cnf(3, &[&[1], &[-1, 2], &[-2, 3, 1], &[-2, -3, -1], &[3, -2]]);
        assert!(run(&unit, "d -1 2 0\nd 1 0\n0\n").is_ok());
    }

    #[test]
    fn clauses_that_only_keep_satisfiability_are_accepted() {
        // (x1) does not follow, but may be added: no clause contains -1.
        let formula = cnf(3, &[&[1, 2], &[2, 3], &[2, -3], &[-2, 3], &[-2, -3]]);
        assert!(run(&formula, "1 0\n2 0\n0\n").is_ok());
        let needed = cnf(2, &[&[-1, 2], &[-1, -2]]);
        assert!(run(&needed, "1 0\n0\n").is_err());
    }
}
