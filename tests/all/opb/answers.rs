//! The commands on formulas for solvers with objectives, and on the answers of these.

use assert_cmd::Command;
use cnfetti::compile::{Choices, compile};
use cnfetti::instance;
use cnfetti::limit::Budget;
use cnfetti::search::optimize::optimize;
use cnfetti::solver::by_name;
use itertools::Itertools;

use crate::cli_proofs::cnfetti;

const DELIVERY: &str = "instances/models/delivery.opb";

/// Maximizes, with a variable of many values and a negative weight.
const WIDE: &str = "var 0..300: a :: output_var;\nvar -5..5: b :: output_var;\nvar int: gain;\n\
    constraint int_lin_le([2,3],[a,b],500);\nconstraint int_lin_eq([3,-7,-1],[a,b,gain],-11);\n\
    solve maximize gain;\n";

fn decode(instance: &str, answer: &str) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    let words = ["decode", "--json", instance];
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).write_stdin(answer);
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Parses the comment on cost: whether it is negated, and the constant.
fn constant(instance: &str, language: &str) -> (bool, i64) {
    let (_, text, _) = cnfetti(&["encode", "--to", language, instance]);
    let line = text.lines().find_map(|line| line[1..].strip_prefix(" cost ")).expect("the comment");
    let (name, constant) = line.split_once(' ').unwrap();
    (name == "-objective", constant.parse().unwrap())
}

#[test]
fn solvers_with_objectives_are_understood() {
    let folder = tempfile::tempdir().unwrap();
    let wide = folder.path().join("wide.fzn");
    std::fs::write(&wide, WIDE).unwrap();
    for file in [&*wide.display().to_string(), DELIVERY] {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let csp = instance::load(&path).unwrap().puzzle.csp();
        let (choices, varisat) = (Choices::default(), by_name("varisat").unwrap());
        compile(&csp, &choices).unwrap();
        let optimum = optimize(&csp, &choices, varisat, &Budget::default(), |_| {}).unwrap();
        let best = optimum.best.unwrap();
        let literals =
            best.model.as_ref().unwrap().literals().iter().map(|lit| lit.dimacs()).collect_vec();
        let (_, solved, _) = cnfetti(&["solve", "--json", file]);
        assert!(solved.contains(&format!("\"objective\":{}", best.value)), "{solved}");
        let named = literals.iter().map(|lit| match lit {
            1.. => format!("x{lit}"),
            _ => format!("-x{}", -lit),
        });
        let digits = literals.iter().map(|&lit| if lit > 0 { '1' } else { '0' });
        let models = [("opb", named.format(" ").to_string()), ("wcnf", digits.collect())];
        for (language, model) in models {
            let (is_negated, constant) = constant(file, language);
            let cost = constant + if is_negated { -best.value } else { best.value };
            let answer = format!("o 1000\no {cost}\ns OPTIMUM FOUND\nv {model}\n");
            let (code, stdout, stderr) = decode(file, &answer);
            assert_eq!(code, Some(0), "{stderr}");
            let expected = format!(r#""objective":{},"optimal":"the solver says so""#, best.value);
            assert!(stdout.contains(&expected), "{stdout}");
            let answer = format!("o {}\ns SATISFIABLE\nv {model}\n", cost + 100_000);
            let (code, stdout, stderr) = decode(file, &answer);
            assert_eq!((code, stdout.as_str()), (Some(1), ""));
            assert!(stderr.contains("the solver says the cost"), "{stderr}");
        }
    }
}

#[test]
fn wcnf_is_for_objectives() {
    let (code, stdout, stderr) = cnfetti(&["encode", "--to", "wcnf", "instances/signs/leepf.toml"]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("expected an objective for WCNF, found none"), "{stderr}");
    let (code, stdout, _) = cnfetti(&["encode", "--to", "opb", "instances/signs/leepf.toml"]);
    assert_eq!(code, Some(0));
    assert!(stdout.starts_with("* #variable= ") && !stdout.contains("min:"), "{stdout}");
}

/// A program that answers DIMACS like a MaxSAT solver.
#[cfg(unix)]
#[test]
fn a_program_may_print_what_a_model_costs() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("solver");
    let program = "#!/bin/sh\necho 'c a solver'; echo 'o 0'\necho 's OPTIMUM FOUND'; echo 'v 1'\n";
    std::fs::write(&script, program).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let formula = folder.path().join("x.cnf");
    std::fs::write(&formula, "p cnf 1 1\n1 0\n").unwrap();
    let (solver, formula) = (format!("cmd:{}", script.display()), formula.display().to_string());
    let (code, stdout, stderr) = cnfetti(&["solve", "--solver", &solver, &formula]);
    assert_eq!((code, stdout.as_str()), (Some(0), "s SATISFIABLE\nv 1 0\n"), "{stderr}");
}
