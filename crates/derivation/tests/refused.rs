//! Steps that VeriPB accepts, though they gain or lose solutions: our checker and lint.py refuse them.

#![allow(clippy::unwrap_used)]

use std::process::Command;
use std::{env, fs};

use cnfetti_core::limit::Budget;
use cnfetti_derivation::LINT;
use cnfetti_encodings::{Cnf, Lit};
use cnfetti_proof::translation::{Translation, check_translation};

const STATEMENT: &str = "+1 a +1 b >= 1 ;\n";

/// What our checker says, and lint.py, of a proof that leads to these clauses over a, b and y.
fn judged(name: &str, steps: &str, clauses: &[&[i32]]) -> [Result<(), String>; 2] {
    judged_with(name, steps, clauses, None)
}

/// The same, when only some variables are counted.
fn judged_with(
    name: &str,
    steps: &str,
    clauses: &[&[i32]],
    shown: Option<&[u32]>,
) -> [Result<(), String>; 2] {
    let proof = format!(
        "pseudo-Boolean proof version 3.0\nf 1;\n{steps}output EQUISATISFIABLE FILE;\n\
         conclusion NONE;\nend pseudo-Boolean proof;\n"
    );
    let mut cnf = Cnf::new();
    let variables = clauses.iter().flat_map(|clause| clause.iter()).map(|lit| lit.abs()).max();
    cnf.declare(variables.unwrap() as u32);
    let (mut formula, mut dimacs) = (String::new(), String::new());
    if let Some(shown) = shown {
        let list: String = shown.iter().map(|number| format!("{number} ")).collect();
        dimacs += &format!("c p show {list}0\n");
    }
    for clause in clauses {
        for &lit in *clause {
            let name = ["a", "b", "y"][lit.unsigned_abs() as usize - 1];
            formula += &format!("1 {}{name} ", if lit < 0 { "~" } else { "" });
            dimacs += &format!("{lit} ");
        }
        formula += ">= 1 ;\n";
        dimacs += "0\n";
        cnf.add_clause(clause.iter().map(|&lit| Lit::from_dimacs(lit).unwrap()));
    }
    let translation =
        Translation { statement: STATEMENT, proof: &proof, formula: &formula, cnf: &cnf, shown };
    let ours = check_translation(&translation, &Budget::default()).map(|_| ());
    let folder = env::temp_dir().join(format!("cnfetti-refused-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let names = ["s.opb", "p.pbp", "f.opb", "f.cnf"];
    for (name, text) in names.iter().zip([STATEMENT, &proof, &formula, &dimacs]) {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(folder.join("lint.py"), LINT).unwrap();
    let lint = Command::new("python3").current_dir(&folder).arg("lint.py").args(names).output();
    let lint = lint.unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let message = String::from_utf8_lossy(&lint.stderr).into_owned();
    let lint = if lint.status.success() { Ok(()) } else { Err(message) };
    [ours.map_err(|error| error.to_string()), lint]
}

fn assert_refused(name: &str, steps: &str, clauses: &[&[i32]], expected: [&str; 2]) {
    for (judged, expected) in judged(name, steps, clauses).into_iter().zip(expected) {
        let message = judged.expect_err(name);
        assert!(message.contains(expected), "{name}: expected {expected}, found {message}");
    }
}

const DEFINED: &str = "red 1 a 1 ~y >= 1 : y -> 0;\nred 1 ~a 1 y >= 1 : y -> 1;\n";
const UP: [&[i32]; 2] = [&[1, 2], &[1, -3]];

#[test]
fn a_definition_is_accepted() {
    let steps = format!("{DEFINED}core id 2 3;\n");
    let clauses: [&[i32]; 3] = [&[1, 2], &[1, -3], &[-1, 3]];
    assert_eq!(judged("right", &steps, &clauses), [Ok(()), Ok(())]);
}

/// Of a solution and its mirror image one is left.
#[test]
fn a_symmetry_argument_is_refused() {
    let steps = "red 1 a 1 ~b >= 1 : a -> b b -> a;\ncore id 2;\n";
    let expected = ["expected 0 or 1", "expected the witness of a definition"];
    assert_refused("symmetry", steps, &[&[1, 2], &[1, -2]], expected);
}

#[test]
fn half_a_definition_is_refused() {
    let steps = "red 1 a 1 ~y >= 1 : y -> 0;\ncore id 2;\n";
    assert_refused("half", steps, &UP, ["expected the other half", "half a definition"]);
}

/// The other half is there, but need not follow from the formula.
#[test]
fn a_free_auxiliary_is_refused() {
    let steps = format!("{DEFINED}core id 2;\n");
    assert_refused("free", &steps, &UP, ["becomes part of the core", "expected core id 2 3"]);
    let steps = format!("{DEFINED}core id 2 3;\ndelc 3 : y -> 1;\n");
    let expected = ["expected the other half to be left out", "may not be forgotten"];
    assert_refused("forgotten", &steps, &UP, expected);
}

/// `y` where `a` is false, and anything where it is true.
#[test]
fn halves_that_do_not_fit_are_refused() {
    let steps = "red >= 0 : y -> 0;\nred 1 a 1 y >= 1 : y -> 1;\ncore id 2 3;\ndelc 2;\n";
    let expected = ["the two halves of the definition do not fit", "do not fit"];
    assert_refused("open", steps, &[&[1, 2], &[1, 3]], expected);
}

/// The variables of the statement are counted, and no others.
#[test]
fn other_variables_may_not_be_counted() {
    let steps = format!("{DEFINED}core id 2 3;\n");
    let clauses: [&[i32]; 3] = [&[1, 2], &[1, -3], &[-1, 3]];
    let judged = |shown: &[u32]| judged_with("counted", &steps, &clauses, Some(shown));
    assert_eq!(judged(&[1, 2]), [Ok(()), Ok(())]);
    for (shown, expected) in [
        (&[1][..], ["is stated, but it is not counted", "does not count all"]),
        (&[1, 2, 3], ["nothing is stated of it", "counts what the statement does not have"]),
    ] {
        for (judged, expected) in judged(shown).into_iter().zip(expected) {
            let message = judged.unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }
}
