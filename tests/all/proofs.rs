//! Proofs are written by one program and checked by another.

use cnfetti::encodings::{Cnf, Lit};
use cnfetti::proof::{ProofError, check};
use cnfetti::solver::{self, Budget, NoProof, Outcome, ProofFormat, prove};

use crate::formulas::{Random, cnf, pigeonhole};

const FORMATS: [ProofFormat; 2] = [ProofFormat::Text, ProofFormat::Binary];

fn proof(cnf: &Cnf, format: ProofFormat) -> Result<Vec<u8>, NoProof> {
    let mut proof = Vec::new();
    prove(cnf, format, &Budget::default(), &mut proof).map(|()| proof)
}

#[test]
fn pigeonhole_proofs_are_right() {
    for format in FORMATS {
        let formula = pigeonhole(7, 6);
        let proof = proof(&formula, format).unwrap();
        assert!(check(&formula, &proof, &Budget::default()).unwrap().additions > 10);
    }
}

#[test]
fn contradictions_that_need_no_search_have_a_proof() {
    for formula in [cnf(0, &[&[]]), cnf(2, &[&[1], &[-1, 2], &[-2]]), cnf(3, &[&[1, -1], &[]])] {
        for format in FORMATS {
            let proof = proof(&formula, format).unwrap();
            assert!(check(&formula, &proof, &Budget::default()).is_ok(), "{formula:?}");
        }
    }
}

/// varisat panics when it writes a DRAT proof of a formula that grew after a solve. Ours is a proof
/// of the whole formula.
#[test]
fn a_formula_with_blocking_clauses_has_a_proof() {
    let mut formula = pigeonhole(4, 4);
    let mut solver = solver::SOLVERS[0].load(&formula, &Budget::default());
    while let Outcome::Satisfiable(model) = solver.solve(&[]) {
        let block: Vec<Lit> =
            model.literals().iter().filter(|lit| lit.is_positive()).map(|&lit| !lit).collect();
        solver.add_clause(&block);
        formula.add_clause(block);
    }
    for format in FORMATS {
        let proof = proof(&formula, format).unwrap();
        assert!(check(&formula, &proof, &Budget::default()).is_ok());
    }
}

#[test]
fn random_formulas_have_a_proof_or_a_model() {
    let mut unsatisfiable = 0;
    for seed in 1..=300 {
        let mut random = Random(seed);
        let num_vars = 3 + random.below(20) as u32;
        let mut formula = cnf(num_vars, &[]);
        for _ in 0..num_vars * 9 / 2 {
            formula.add_clause((0..3).map(|_| random.lit(num_vars)));
        }
        let batsat = solver::by_name("batsat").unwrap();
        let has_model = match batsat.load(&formula, &Budget::default()).solve(&[]) {
            Outcome::Satisfiable(_) => true,
            Outcome::Unsatisfiable(_) => false,
            other => panic!("{other:?}"),
        };
        match proof(&formula, FORMATS[seed as usize % 2]) {
            Ok(proof) => {
                assert!(!has_model, "seed {seed}");
                assert!(check(&formula, &proof, &Budget::default()).is_ok(), "seed {seed}");
                unsatisfiable += 1;
            }
            Err(NoProof::Satisfiable) => assert!(has_model, "seed {seed}"),
            Err(other) => panic!("seed {seed}: {other}"),
        }
    }
    assert!(unsatisfiable > 50, "{unsatisfiable}");
}

#[test]
fn a_proof_of_another_formula_is_refused() {
    let formula = pigeonhole(6, 5);
    let text = proof(&formula, ProofFormat::Text).unwrap();
    let mut weaker = cnf(formula.num_vars(), &[]);
    for clause in formula.clauses().skip(1) {
        weaker.add_clause(clause.iter().copied());
    }
    let outcome = check(&weaker, &text, &Budget::default());
    assert!(matches!(outcome, Err(ProofError::DoesNotFollow { .. })), "{outcome:?}");
}

/// However a proof is changed, it is never accepted for a satisfiable formula.
#[test]
fn nothing_proves_a_satisfiable_formula() {
    let formula = pigeonhole(5, 4);
    let text = String::from_utf8(proof(&formula, ProofFormat::Text).unwrap()).unwrap();
    let satisfiable = pigeonhole(4, 4);
    let steps: Vec<&str> = text.lines().collect();
    for seed in 1..=200 {
        let mut random = Random(seed);
        let mut mutated = String::new();
        for step in &steps {
            match random.below(10) {
                0 => {}
                1 => mutated.push_str(&format!("{} 0\n", random.lit(satisfiable.num_vars()))),
                _ => mutated.push_str(&format!("{step}\n")),
            }
        }
        let outcome = check(&satisfiable, mutated.as_bytes(), &Budget::default());
        assert!(outcome.is_err(), "seed {seed}");
    }
}

#[test]
fn no_budget_no_verdict() {
    let spent = Budget::default().at_most(std::time::Duration::ZERO);
    let hard = pigeonhole(9, 8);
    let outcome = prove(&hard, ProofFormat::Text, &spent, &mut Vec::new());
    assert!(matches!(outcome, Err(NoProof::Stopped(_))), "{outcome:?}");
    let outcome = check(&hard, b"", &spent);
    assert!(matches!(outcome, Err(ProofError::Stopped(_))), "{outcome:?}");
}

#[test]
fn a_full_disk_is_an_error() {
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let outcome = prove(&pigeonhole(6, 5), ProofFormat::Text, &Budget::default(), &mut Full);
    assert!(matches!(outcome, Err(NoProof::Output(_))), "{outcome:?}");
}
