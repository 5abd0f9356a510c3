//! Proofs that formulas say what their puzzles say, checked by VeriPB and lint.py where they are installed.

#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use cnfetti_core::csp::{
    Cardinality, Constraint, Csp, Linear, Occurrence, Operand, Operation, Operator, Ranges, VarId,
};
use cnfetti_core::limit::Budget;
use cnfetti_derivation::{Derivation, NotDerived, derive};
use cnfetti_encodings::{Cnf, Encoding, Family, Form, Relation};
use cnfetti_sat::compile::{Choices, Compiled, compile_defined};

use common::checked;

fn compiled(csp: &Csp, choices: &Choices) -> Compiled {
    compile_defined(csp, choices, &Budget::default()).unwrap()
}

fn derived(csp: &Csp, choices: &Choices) -> Result<Derivation, NotDerived> {
    derive(csp, &compiled(csp, choices), &Budget::default())
}

fn instance(name: &str) -> Csp {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances").join(name);
    cnfetti_puzzles::instance::parse(&fs::read_to_string(path).unwrap()).unwrap().puzzle.csp()
}

/// Whether VeriPB accepts it: the program that `CNFETTI_VERIPB` names, or the one on the path.
fn is_accepted(derivation: &Derivation, name: &str) -> Option<bool> {
    let program = env::var("CNFETTI_VERIPB").unwrap_or_else(|_| "veripb".to_owned());
    if Command::new(&program).arg("--version").output().is_err() {
        eprintln!("{name}: skipped, because there is no {program}");
        return None;
    }
    let folder = env::temp_dir().join(format!("cnfetti-derivation-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in [
        ("statement.opb", &derivation.statement),
        ("encoding.pbp", &derivation.proof),
        ("formula.opb", &derivation.formula),
    ] {
        fs::write(folder.join(file), text).unwrap();
    }
    let output = Command::new(&program)
        .current_dir(&folder)
        .args(["-c", "statement.opb", "encoding.pbp", "formula.opb"])
        .output()
        .unwrap();
    fs::remove_dir_all(&folder).unwrap();
    Some(String::from_utf8_lossy(&output.stdout).contains("s VERIFIED OUTPUT EQUISATISFIABLE"))
}

fn assert_derived(csp: &Csp, choices: &Choices, name: &str) {
    let compiled = compiled(csp, choices);
    let derivation = derive(csp, &compiled, &Budget::default());
    let derivation = derivation.unwrap_or_else(|error| panic!("{name}: {error}"));
    checked(&derivation, &compiled).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_ne!(is_accepted(&derivation, name), Some(false), "{name}");
    // With a clause left out of the formula, the proof is of another formula.
    let (all, _) = derivation.formula.trim_end().rsplit_once('\n').unwrap();
    let fewer = Derivation { formula: format!("{all}\n"), ..derivation.clone() };
    assert_ne!(is_accepted(&fewer, &format!("{name}-fewer")), Some(true), "{name}");
}

#[test]
fn seeds() {
    for name in [
        "pips/pips1.toml",
        // Rows of rows.
        "pips/growing-12.toml",
        // Bounds with hundreds of cases.
        "pips/growing-10.toml",
        // Each number is somewhere.
        "models/magic_square.xml",
        "signs/leepf.toml",
        "dice/labeled-dice.toml",
        "seating/waiting-room.toml",
        "seating/cheating-linguists.toml",
        "kinds/sudoku.toml",
        // What hangs together, and parts of said sizes.
        "kinds/slant.toml",
        "kinds/heyawake.toml",
        "kinds/nurikabe.toml",
        "kinds/nonogram.toml",
        "models/tour.xml",
        "models/boxes.xml",
        "models/cumulative.xml",
    ] {
        assert_derived(&instance(name), &Choices::default(), &name.replace('/', "-"));
    }
}

/// Every encoding but those of sums.
#[test]
fn encodings() {
    let families = [Family::AtMostOne, Family::Domain, Family::Cardinality];
    let encodings: Vec<Encoding> = families.into_iter().flat_map(Family::encodings).collect();
    for encoding in encodings {
        let choices = Choices::default().with(encoding);
        let name = format!("{}-{}", encoding.family(), encoding.name());
        assert_derived(&instance("seating/waiting-room.toml"), &choices, &name);
    }
}

/// Six of 24, as of letters on dice.
#[test]
fn large_counts() {
    let without = ["binomial", "cardinality_network", "modulo_totalizer"];
    let encodings = Family::Cardinality.encodings();
    for encoding in encodings.filter(|encoding| !without.contains(&encoding.name())) {
        for relation in Relation::ALL {
            let mut csp = Csp::new();
            let scope = (0..24).map(|at| csp.variable(format!("x[{at}]"), 0..=1)).collect();
            let occurrences = vec![Occurrence { value: 1, count: 6, relation }];
            csp.post(Constraint::Cardinality(Cardinality { scope, occurrences }), "a test says so");
            let name = format!("six-{}-{relation:?}", encoding.name());
            assert_derived(&csp, &Choices::default().with(encoding), &name);
        }
    }
}

fn variables(csp: &mut Csp, number: usize) -> Vec<VarId> {
    (0..number).map(|at| csp.variable(format!("x[{at}]"), 0..=3)).collect()
}

fn sum(relation: Relation, bound: i64) -> Csp {
    let mut csp = Csp::new();
    let scope = variables(&mut csp, 4);
    csp.post(Linear::sum(scope, Ranges::related(relation, bound)).into(), "a test says so");
    csp
}

/// A clause that is left out, of the formula or of the whole that the proof leads to: our checker refuses it.
#[test]
fn a_clause_that_is_left_out_is_refused() {
    for encoding in Family::Linear.encodings() {
        let choices = Choices::default().with(encoding);
        let csp = sum(Relation::Exactly, 5);
        let compiled = compiled(&csp, &choices);
        let right = derive(&csp, &compiled, &Budget::default()).unwrap();
        for left_out in 0..compiled.cnf.num_clauses() {
            let mut fewer = compiled.clone();
            fewer.cnf = Cnf::new();
            fewer.cnf.declare(compiled.cnf.num_vars());
            let kept = compiled.cnf.clauses().enumerate().filter(|(at, _)| *at != left_out);
            kept.for_each(|(_, clause)| fewer.cnf.add_clause(clause.iter().copied()));
            let lines = right.formula.lines().enumerate();
            let kept = lines.filter(|(at, _)| *at != left_out + 1).map(|(_, line)| line);
            let formula = kept.flat_map(|line| [line, "\n"]).collect();
            let wrong = Derivation { formula, ..right.clone() };
            assert!(checked(&wrong, &fewer).is_err(), "{} {left_out}", encoding.name());
        }
    }
}

/// A formula that says another number than the statement, in each encoding of sums: no proof is found.
#[test]
fn other_bounds_are_refused() {
    for encoding in Family::Linear.encodings() {
        let choices = Choices::default().with(encoding);
        for relation in Relation::ALL {
            for (stated, compiled_as) in [(4, 5), (5, 4)] {
                let formula = compiled(&sum(relation, compiled_as), &choices);
                let refused = derive(&sum(relation, stated), &formula, &Budget::default());
                assert!(
                    matches!(refused, Err(NotDerived::NotShown { .. })),
                    "{} {relation}",
                    encoding.name()
                );
            }
        }
    }
}

/// One-sided formulas leave auxiliary variables free: no proof is found that they are determined.
#[test]
fn free_auxiliaries_are_refused() {
    for encoding in Family::Linear.encodings() {
        for relation in [Relation::AtMost, Relation::AtLeast] {
            let choices = Choices { form: Form::OneSided, ..Choices::default().with(encoding) };
            let refused = derived(&sum(relation, 5), &choices);
            assert!(
                matches!(refused, Err(NotDerived::NotShown { step: "a definition", .. })),
                "{} {relation}",
                encoding.name()
            );
        }
    }
}

#[test]
fn sums() {
    for encoding in Family::Linear.encodings() {
        for relation in Relation::ALL {
            for bound in [2, 5, 7] {
                let choices = Choices::default().with(encoding);
                let name = format!("{}-{relation:?}-{bound}", encoding.name());
                assert_derived(&sum(relation, bound), &choices, &name);
            }
        }
    }
}

/// What has no statement is refused by its name.
#[test]
fn what_has_no_statement_is_refused() {
    let mut csp = Csp::new();
    let argument = csp.variable("x", 0..=200);
    let result = csp.variable("r", 0..=6);
    let arguments = vec![argument.into(), Operand::Constant(7)];
    let rule = Operation { operator: Operator::Mod, arguments, result };
    csp.post(Constraint::Operation(rule), "a test says so");
    let refused = derived(&csp, &Choices::default()).unwrap_err().to_string();
    assert!(refused.contains("has no statement in inequalities yet"), "{refused}");
}
