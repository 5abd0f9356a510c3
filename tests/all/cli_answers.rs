//! `decode` and `check`: answers of other programs.

use assert_cmd::Command;
use cnfetti::dimacs;
use cnfetti::solver::{Budget, Outcome, by_name};

use crate::cli_proofs::cnfetti;

const LEEPF: &str = "instances/signs/leepf.toml";
const LABELED_DICE: &str = "instances/dice/labeled-dice.toml";
const NONE: &str = "tests/puzzles/contradiction.toml";
const PIPS1: &str = "instances/pips/pips1.toml";

fn with_input(words: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).write_stdin(input);
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The answer of batsat to the emitted formula, as it would print it.
fn answer(instance: &str) -> String {
    answer_to(&[instance])
}

/// The same for the formula that `encode` writes with these words.
fn answer_to(words: &[&str]) -> String {
    let (_, formula, _) = cnfetti(&[&["encode"], words].concat());
    let cnf = dimacs::read(&formula).unwrap().cnf;
    match by_name("batsat").unwrap().load(&cnf, &Budget::default()).solve(&[]) {
        Outcome::Satisfiable(model) => {
            let values: Vec<String> = model.literals().iter().map(|lit| lit.to_string()).collect();
            format!("c found\ns SATISFIABLE\nv {} 0\n", values.join(" "))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_answer_of_another_solver_is_drawn() {
    for instance in [LEEPF, PIPS1] {
        let (code, stdout, stderr) = with_input(&["decode", instance], &answer(instance));
        assert_eq!(code, Some(0), "{stderr}");
        assert_eq!(stdout, cnfetti(&["solve", instance]).1);
        let (_, stdout, _) = with_input(&["decode", "--json", instance], &answer(instance));
        assert_eq!(stdout, cnfetti(&["solve", "--json", instance]).1);
    }
    let (code, stdout, _) = with_input(&["decode", NONE], "s UNSATISFIABLE\n");
    assert_eq!((code, stdout), (Some(0), format!("{NONE}: no solution\n")));
    let (code, stdout, _) = with_input(&["decode", LEEPF], "s UNKNOWN\n");
    assert_eq!((code, stdout), (Some(3), format!("{LEEPF}: no answer, according to the solver\n")));
}

#[test]
fn a_wrong_answer_is_no_solution() {
    let right = answer(LEEPF);
    let first = right.find("v ").unwrap() + 2;
    let flipped = match right[first..].strip_prefix('-') {
        Some(rest) => format!("{}{rest}", &right[..first]),
        None => format!("{}-{}", &right[..first], &right[first..]),
    };
    for (input, expected) in [
        (flipped, "the model gives 2 values to board[r1c1]: is it about another puzzle?"),
        (answer(PIPS1), "the model gives 0 values to board[r1c1]"),
        ("s SATISFIABLE\nv 123456 0\n".to_owned(), "the variable 1 has no value"),
        (right[..right.len() - 10].to_owned(), "found the end: is the answer cut off?"),
        (String::new(), "stdin: line 1: expected a line `s SATISFIABLE` or `s UNSATISFIABLE`"),
        ("SATISFIABLE".to_owned(), "expected a line that begins with s, v, o or c"),
    ] {
        let (code, stdout, stderr) = with_input(&["decode", LEEPF], &input);
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
        assert!(stderr.contains(expected), "{expected}: {stderr}");
    }
}

#[test]
fn solutions_are_checked_by_the_rules() {
    for instance in [LEEPF, PIPS1, LABELED_DICE] {
        let json = cnfetti(&["solve", "--json", instance]).1;
        let (code, stdout, _) = with_input(&["check", instance], &json);
        assert_eq!((code, stdout.as_str()), (Some(0), "stdin: right\n"));
    }
    let typed = "41423\n33222\n22222\n11222\n43133\n";
    let (code, stdout, _) = with_input(&["check", LEEPF], typed);
    assert_eq!((code, stdout.as_str()), (Some(0), "stdin: right\n"));
    let (code, stdout, _) = with_input(&["check", LEEPF], &typed.replace("41423", "4 1 4 2 2"));
    assert_eq!(code, Some(1));
    assert!(stdout.starts_with("stdin: wrong: "), "{stdout}");
    let dice = "bdegik\nmrtuvw\nahjloq\ncfnpsy\n";
    assert_eq!(with_input(&["check", LABELED_DICE], dice).0, Some(0));
    let swapped = dice.replace('b', "?").replace('m', "b").replace('?', "m");
    let (code, stdout, _) = with_input(&["check", "--json", LABELED_DICE], &swapped);
    assert_eq!(code, Some(1));
    let line: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(line["status"], "wrong");
    assert!(line["broken"].as_str().unwrap().contains("on die"), "{line}");
}

#[test]
fn what_is_no_solution_at_all_is_said_so() {
    for (instance, input, expected) in [
        (LEEPF, "{", "EOF while parsing"),
        (LEEPF, "4 1", "`board` has 1 row, not 5"),
        (LABELED_DICE, "abc", "there are 4 dice, not 1"),
        (PIPS1, "3015", "expected JSON with `placements`"),
    ] {
        let (code, stdout, stderr) = with_input(&["check", instance], input);
        assert_eq!(code, Some(1));
        assert!(format!("{stdout}{stderr}").contains(expected), "{stdout}{stderr}");
    }
}

/// `solve` of a formula prints only what the formula shows, which is enough.
#[test]
fn an_answer_with_only_what_is_shown_is_read() {
    let (_, formula, _) = cnfetti(&["encode", LEEPF]);
    let shown = with_input(&["solve", "--format", "competition", "-"], &formula).1;
    let (code, out, err) = with_input(&["decode", LEEPF], &shown);
    assert_eq!((code, out), (Some(0), cnfetti(&["solve", LEEPF]).1), "{err}");
}

/// A variable of many values has other literals in each encoding of domains.
#[test]
fn answers_to_formulas_of_all_encodings_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let wide = folder.path().join("wide.fzn");
    let model = "var 0..300: a :: output_var;\nvar -5..5: b :: output_var;\n\
        constraint int_lin_eq([1,300],[a,b],1777);\nconstraint int_lin_le([1,1],[a,b],300);\n\
        solve satisfy;\n";
    std::fs::write(&wide, model).unwrap();
    let wide = wide.display().to_string();
    let solution = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["solution"].clone()
    };
    for file in [LEEPF, PIPS1, LABELED_DICE, &wide] {
        let expected = solution(&cnfetti(&["solve", "--json", file]).1);
        for (option, name) in [
            ("--at-most-one", "product"),
            ("--cardinality", "adder"),
            ("--linear", "adder"),
            ("--domain", "one_hot"),
            ("--domain", "order"),
            ("--domain", "log"),
        ] {
            for form in [&[][..], &["--one-sided"]] {
                let answer = answer_to(&[&[option, name, file], form].concat());
                let (code, out, err) = with_input(&["decode", "--json", file], &answer);
                assert_eq!(code, Some(0), "{file} {option} {name} {form:?}: {err}");
                if file != LABELED_DICE {
                    assert_eq!(solution(&out), expected, "{file} {option} {name}");
                }
            }
        }
    }
}
