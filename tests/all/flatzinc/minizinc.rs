//! Models as MiniZinc compiles and runs them. Without `minizinc` nothing is tested, and it is said.

use std::path::Path;
use std::process::Command;

/// Models with the number of their solutions. Each has a constraint that our library keeps whole.
const MODELS: &[(&str, &str, usize)] = &[
    (
        "queens",
        "include \"alldifferent.mzn\"; array[1..6] of var 1..6: q;
      constraint alldifferent(q); constraint alldifferent([q[i] + i | i in 1..6]);
      constraint alldifferent([q[i] - i | i in 1..6]); solve satisfy;",
        4,
    ),
    (
        "table",
        "include \"table.mzn\"; array[1..2] of var 0..9: x; var bool: b;
      constraint table(x, [|1,2|1,2|3,4|5,50|]); constraint b -> x[1] > 1; solve satisfy;",
        3,
    ),
    (
        "regular",
        "include \"regular.mzn\"; array[1..4] of var 1..2: x;
      constraint regular(x, 2, 2, [|2,1|1,2|], 1, {1}); solve satisfy;",
        8,
    ),
    (
        "cardinality",
        "include \"global_cardinality.mzn\"; array[3..6] of var 1..3: x; var 0..4: n;
      constraint global_cardinality(x, [1,2], [n,2]); solve satisfy;",
        24,
    ),
    (
        "closed",
        "include \"global_cardinality_closed.mzn\"; array[1..3] of var 1..3: x;
      constraint global_cardinality_closed(x, [1,2], [2,1]); solve satisfy;",
        3,
    ),
    (
        "bounded",
        "include \"global_cardinality_low_up.mzn\"; array[1..3] of var 1..3: x;
      constraint global_cardinality_low_up(x, [1,3], [1,0], [2,1]); solve satisfy;",
        15,
    ),
    (
        "count",
        "include \"count_eq.mzn\"; array[1..3] of var 1..3: x; var 1..3: y; var 0..3: n;
      constraint count_eq(x, y, n); constraint n >= 2; solve satisfy;",
        21,
    ),
    (
        "lex",
        "include \"lex_less.mzn\"; include \"lex_lesseq.mzn\"; array[1..2] of var 0..1: x;
      array[0..2] of var 0..1: y; constraint lex_less(x, y); constraint lex_lesseq(x, y);
      solve satisfy;",
        20,
    ),
    (
        "inverse",
        "include \"inverse.mzn\"; array[2..4] of var int: f; array[0..2] of var int: g;
      constraint inverse(f, g); constraint f[2] < f[3]; solve satisfy;",
        3,
    ),
    (
        "circuit",
        "include \"circuit.mzn\"; array[0..3] of var 0..3: x; constraint circuit(x);
      solve satisfy;",
        6,
    ),
    (
        "nvalue",
        "include \"nvalue.mzn\"; array[1..3] of var 1..3: x; constraint nvalue(2, x);
      solve satisfy;",
        18,
    ),
    (
        "precede",
        "include \"value_precede_chain.mzn\"; array[1..3] of var 1..3: x;
      constraint value_precede_chain([1,2,3], x); solve satisfy;",
        5,
    ),
    (
        "except",
        "include \"all_different_except_0.mzn\"; array[1..3] of var 0..2: x;
      constraint all_different_except_0(x); constraint increasing(x);
      predicate increasing(array[int] of var int: y) = forall(i in 2..3)(y[i-1] <= y[i]);
      solve satisfy;",
        4,
    ),
    ("sets", "var set of 1..3: s; constraint card(s) = 2; constraint 2 in s; solve satisfy;", 2),
    (
        "pythagoras",
        "var 1..20: a; var 1..20: b; var int: c; constraint c >= 0;
      constraint a * a + b * b = c * c; constraint a < b; constraint c <= 20; solve satisfy;",
        6,
    ),
    (
        "sorts",
        "var bool: p; var bool: q; var -3..3: x; constraint p <-> (x mod 2 = 1);
      constraint q xor (x div 2 < 0); constraint (p \\/ q) -> abs(x) > 1; solve satisfy;",
        4,
    ),
];

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {complaint}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn models_have_as_many_solutions_as_known() {
    if Command::new("minizinc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no minizinc (Debian: apt-get install minizinc)");
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_cnfetti");
    let cnfetti = || {
        let mut command = Command::new(program);
        command.env("HOME", home.path()).env_remove("XDG_CACHE_HOME");
        command
    };
    let library = run(cnfetti().args(["minizinc", "--print-path"]));
    let library = Path::new(library.trim());
    let minizinc = |options: &[&str], file: &Path| {
        let mut command = Command::new("minizinc");
        command.env("MZN_SOLVER_PATH", library).args(options).arg(file);
        run(&mut command)
    };
    for (name, model, solutions) in MODELS {
        let file = home.path().join(format!("{name}.mzn"));
        std::fs::write(&file, model).unwrap();
        let all = minizinc(&["--solver", "cnfetti", "-a", "-s"], &file);
        let found = all.lines().filter(|line| *line == "----------").count();
        assert_eq!(found, *solutions, "{name}\n{all}");
        assert!(all.contains("==========\n"), "{name}\n{all}");
        assert!(all.contains(&format!("%%%mzn-stat: solutions={solutions}\n")), "{name}\n{all}");
        // As MiniZinc's own library takes the constraints apart. It leaves sets as they are.
        if *name == "sets" {
            continue;
        }
        let flat = home.path().join(format!("{name}.fzn"));
        let written = flat.display().to_string();
        minizinc(&["-c", "-G", "std", "--fzn", &written], &file);
        let apart = run(cnfetti().arg("minizinc").arg("-a").arg(&flat));
        let found = apart.lines().filter(|line| *line == "----------").count();
        assert_eq!(found, *solutions, "{name} taken apart\n{apart}");
    }
}

#[test]
fn a_model_is_read_from_standard_input() {
    if Command::new("minizinc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no minizinc (Debian: apt-get install minizinc)");
        return;
    }
    let count = |model: &str| {
        let mut cnfetti = assert_cmd::Command::new(env!("CARGO_BIN_EXE_cnfetti"));
        let output = cnfetti.args(["count", "-"]).write_stdin(model).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), said)
    };
    for (name, model, solutions) in MODELS {
        let (code, out, said) = count(model);
        assert_eq!((code, out), (Some(0), format!("-: {solutions} solutions\n")), "{name}: {said}");
    }
    let (code, out, said) = count("var 1..3: x;\nconstraint y > x;\nsolve satisfy;\n");
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(said.contains("--> -:2:12") && said.contains("undefined identifier"), "{said}");
    let (code, _, said) = count("include \"/etc/passwd\";\nvar 1..3: x;\nsolve satisfy;\n");
    assert_eq!(code, Some(1));
    assert!(said.contains("--> -:1:9") && !said.contains("root:"), "{said}");
}
