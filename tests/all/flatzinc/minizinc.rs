//! Models that MiniZinc compiles and runs. Without `minizinc`, this tests nothing, and says so.

use std::path::Path;
use std::process::Command;

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

use crate::support::seeds;

/// Models with their numbers of solutions. Each has a constraint that our library keeps whole.
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
        "tours",
        "include \"subcircuit.mzn\"; array[1..9] of var 1..9: x;
      constraint forall(p, q in 1..9 where p != q)(
        abs((p-1) div 3 - (q-1) div 3) + abs((p-1) mod 3 - (q-1) mod 3) > 1 -> x[p] != q);
      constraint subcircuit(x); solve satisfy;",
        2 * 13 + 12 + 1,
    ),
    (
        "loops",
        "include \"connected.mzn\"; array[1..9] of var bool: p; array[1..12] of var bool: e;
      array[1..12] of int: f = [1,2,4,5,7,8,1,2,3,4,5,6];
      array[1..12] of int: t = [2,3,5,6,8,9,4,5,6,7,8,9];
      constraint forall(i in 1..9)(
        sum([e[j] | j in 1..12 where f[j] = i \\/ t[j] = i]) = 2 * p[i]);
      constraint connected(f, t, p, e); solve satisfy;",
        13,
    ),
    (
        "sliding",
        "include \"sliding_sum.mzn\"; array[0..3] of var 0..2: x; var bool: b;
      constraint not sliding_sum(2, 3, 2, x); constraint b <-> sliding_sum(4, 6, 3, x);
      constraint sliding_sum(1, 4, 2, x) \\/ x[0] = 0; solve satisfy;",
        55,
    ),
    (
        "numbered",
        "include \"connected.mzn\"; array[0..2] of var bool: n; array[5..6] of var bool: e;
      constraint connected([0, 1], [1, 2], n, array1d(1..2, e)); solve satisfy;",
        // One city, two of them with their road, or all three with both.
        3 + 2 + 1,
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
    (
        "cumulative",
        "include \"cumulative.mzn\"; array[1..3] of var 0..2: s; array[1..3] of var 0..1: d; var -1..3: b;
      constraint cumulative(s, d, [1,2,1], b); solve satisfy;",
        522,
    ),
    (
        "disjunctive",
        "include \"disjunctive.mzn\"; array[1..3] of var 0..3: s; array[1..3] of var -1..2: d;
      constraint d[3] = 0; constraint disjunctive(s, d); solve satisfy;",
        464,
    ),
    (
        "strict",
        "include \"disjunctive_strict.mzn\"; array[1..3] of var 0..3: s; array[1..3] of var 0..2: d;
      constraint d[3] = 0; constraint disjunctive_strict(s, d); solve satisfy;",
        402,
    ),
    (
        "diffn",
        "include \"diffn.mzn\"; array[1..3] of var 0..2: x; array[1..3] of var 0..1: y; var 0..1: w;
      constraint diffn(x, y, [w,2,1], [1,1,2]); solve satisfy;",
        178,
    ),
    (
        "nonstrict",
        "include \"diffn_nonstrict.mzn\"; array[1..3] of var 0..2: x; array[1..3] of var 0..1: y; var 0..1: w;
      constraint diffn_nonstrict(x, y, [w,2,1], [1,1,2]); solve satisfy;",
        190,
    ),
    (
        "boxes",
        "include \"diffn_k.mzn\"; array[1..2,1..3] of var 0..2: x; var 0..1: w; constraint x[2,3] = 1;
      constraint diffn_k(x, [|w,2,1|2,1,2|]); solve satisfy;",
        416,
    ),
    (
        "loose",
        "include \"diffn_nonstrict_k.mzn\"; array[1..2,1..3] of var 0..2: x; var 0..1: w; constraint x[2,3] = 1;
      constraint diffn_nonstrict_k(x, [|w,2,1|2,1,2|]); solve satisfy;",
        436,
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
#[ignore = "slow: .ci/run has it"]
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
        // MiniZinc's own library decomposes the constraints. It leaves sets as they are, and omits bounds of
        // partial sums that need not be right.
        if ["sets", "sliding"].contains(name) {
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
    for (name, model, solutions) in MODELS.iter().step_by(8) {
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

/// Texts that include a file, each in another way.
const INCLUDES: [&str; 14] = [
    "include \"FILE\";",
    "include % c\n\"FILE\";",
    "include % c\r\n % \"table.mzn\"\n\"FILE\";",
    "include /* c */ \"FILE\";",
    "include/*\"table.mzn\";*/\t\u{c}\r\n\"FILE\";",
    "/**/ \" */ predicate p(var int: y) = y > 0; include \"FILE\"; % \"",
    "/***/ \" */ include \"FILE\"; % \"",
    "output [\"\\(1 /* \" */)\"]; include \"FILE\";",
    "output [\"\\(\"%\")\"]; include \"FILE\";",
    "int: '%' = 1; include \"FILE\"; int: '/*' = 2;",
    "int: n = 1; % '\ninclude \"FILE\"; % '",
    "output [\"\\\\\"]; include \"FILE\"; output [\"\\\\\"];",
    "output [\"\\\"\"]; include \"FILE\"; output [\"\\\"\"];",
    "int: x = 1include \"FILE\";",
];

/// A secret file, and a word that `minizinc` prints if it reads the file.
fn secret(folder: &Path) -> (String, &'static str) {
    let file = folder.join("secret.mzn");
    std::fs::write(&file, "hunter2 swordfish\n").unwrap();
    (file.display().to_string(), "swordfish")
}

#[test]
fn a_text_includes_no_file_of_the_machine() {
    if Command::new("minizinc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no minizinc (Debian: apt-get install minizinc)");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (file, word) = secret(folder.path());
    for include in INCLUDES {
        let model = include.replace("FILE", &file) + "\nvar 1..3: x;\nsolve satisfy;\n";
        let mut cnfetti = assert_cmd::Command::new(env!("CARGO_BIN_EXE_cnfetti"));
        let output = cnfetti.args(["count", "-"]).current_dir(&folder).write_stdin(model.clone());
        let output = output.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{model}{said}");
        assert!(said.contains("--> -:") && !said.contains(word), "{model}{said}");
        // A file named by the user may include other files.
        let named = folder.path().join("named.mzn");
        std::fs::write(&named, &model).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_cnfetti")).arg("count").arg(&named).output();
        let said = String::from_utf8(output.unwrap().stderr).unwrap();
        assert!(said.contains(word) || include.contains("1include"), "{model}{said}");
    }
    // Files in the working directory are local files too, and so are those beside the compiled model.
    for name in ["secret.mzn", "cnfetti.msc", "model.fzn", "nothing.mzn"] {
        let model = format!("include \"{name}\";\nvar 1..3: x;\nsolve satisfy;\n");
        let mut cnfetti = assert_cmd::Command::new(env!("CARGO_BIN_EXE_cnfetti"));
        let output = cnfetti.args(["count", "-"]).current_dir(&folder).write_stdin(model);
        let output = output.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        assert!(!said.contains(word), "{name}: {said}");
    }
}

/// A `minizinc` finds nothing in the folder where it is started.
#[cfg(unix)]
#[test]
fn minizinc_compiles_a_text_in_an_empty_folder() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let minizinc = folder.path().join("minizinc");
    std::fs::write(&minizinc, "#!/bin/sh\necho \"there is [$(ls -A)]\" >&2\nexit 1\n").unwrap();
    std::fs::set_permissions(&minizinc, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut cnfetti = assert_cmd::Command::new(env!("CARGO_BIN_EXE_cnfetti"));
    let cnfetti = cnfetti.env("PATH", format!("{}:{path}", folder.path().display()));
    let model = "include \"table.mzn\";\nvar 1..3: x;\nsolve satisfy;\n";
    let output = cnfetti.args(["count", "-"]).current_dir(&folder).write_stdin(model).output();
    let said = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(said.contains("there is []"), "{said}");
}

/// Random texts of comments, strings, names and noise: if `minizinc` by itself would read the file, it does
/// not read it for us.
#[test]
#[ignore = "slow: .ci/run has it"]
fn random_texts_include_no_file_of_the_machine() {
    const INCLUDE: [&str; 4] = [
        "include \"FILE\";",
        "include % \"table.mzn\";\n\"FILE\";",
        "include/* \" */\"FILE\";",
        "include",
    ];
    const WHOLE: [&str; 13] = [
        "include \"table.mzn\";",
        "% \" /* ' \\( include \"FILE\";\n",
        "% /**\n",
        "/* \" % ' */",
        "/* /* */",
        "/** \" % ' */ predicate pNUM(var int: y) = y > 0;",
        "/**/ \" */ predicate pNUM(var int: y) = y > 0;",
        "/***/ include \"FILE\"; */",
        "int: 'NUM % /*' = 1;",
        "int: 'NUM\"' = 1;",
        "constraint \"\\(\"%\" ++ \"\\(1)\")/*\" != \"\\\"\\\\\";",
        "constraint \"include \\\"FILE\\\"\" != \"'\";",
        "constraint \"\\((1) + 1 /* )\" */)\" != \"\";",
    ];
    const NOISE: [&str; 10] = ["%", "/*", "*/", "/**", "\"", "\\\"", "\\(", "(", ")", "'"];
    if Command::new("minizinc").arg("--version").output().is_err() {
        eprintln!("skipped: there is no minizinc (Debian: apt-get install minizinc)");
        return;
    }
    let texts = seeds(40);
    let number = (texts.end - texts.start) as usize;
    let folder = tempfile::tempdir().unwrap();
    let (file, word) = secret(folder.path());
    let model = folder.path().join("model.mzn");
    let mut random = Pcg64Mcg::new(2027);
    let (mut read, mut compiled) = (0, 0);
    for _ in texts {
        let mut text = String::new();
        for number in 0..random.next_u32() % 8 {
            let parts = match random.next_u32() % 24 {
                0 => &NOISE[..],
                1..5 => &INCLUDE,
                _ => &WHOLE,
            };
            let part = parts[random.next_u32() as usize % parts.len()];
            text += &part.replace("FILE", &file).replace("NUM", &number.to_string());
        }
        let text = text + "\nvar 1..3: x; constraint x + 1 > 2;\nsolve satisfy;\n";
        std::fs::write(&model, &text).unwrap();
        let alone =
            Command::new("minizinc").args(["-c", "--solver", "gecode"]).arg(&model).output();
        read += usize::from(String::from_utf8_lossy(&alone.unwrap().stderr).contains(word));
        let mut cnfetti = assert_cmd::Command::new(env!("CARGO_BIN_EXE_cnfetti"));
        let output = cnfetti.args(["count", "-"]).write_stdin(text.clone()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains(word), "{text}{said}");
        compiled += usize::from(output.status.success());
    }
    println!("{read} of {number} texts have the file read, {compiled} are models for us");
    assert!(read * 5 > number && compiled * 20 > number, "{read}, {compiled} of {number}");
}
