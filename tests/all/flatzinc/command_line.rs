//! Models in MiniZinc and FlatZinc, on the command line.

use std::fs;
use std::path::Path;
use std::process::Command;

use cnfetti::instance;
use itertools::Itertools;

const QUEENS: &str = "instances/models/queens.mzn";
const SIX: &str = "instances/models/queens-6.dzn";

/// Runs the program with this environment variable.
fn run(words: &[&str], with: Option<(&str, &Path)>) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cnfetti"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words);
    command.envs(with);
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Whether `minizinc` is installed; prints a note if it is not.
pub(crate) fn has_minizinc() -> bool {
    let found = Command::new("minizinc").arg("--version").output().is_ok();
    if !found {
        eprintln!("skipped: there is no minizinc (Debian: apt-get install minizinc)");
    }
    found
}

#[test]
fn without_minizinc_it_is_said_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = Some(("PATH", folder.path()));
    let (code, stdout, stderr) = run(&["count", QUEENS, SIX], nowhere);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    let expected =
        format!("{QUEENS} {SIX}: there is no `minizinc` to compile it: install it, on Debian");
    assert!(stderr.contains(&expected), "{stderr}");
    let (code, _, stderr) = run(&["count", SIX], None);
    assert!(code == Some(1) && stderr.contains("expected a model before its data"), "{stderr}");
    let (code, _, stderr) = run(&["solve", QUEENS, "nowhere.dzn"], None);
    assert!(code == Some(1) && stderr.contains("there is no file nowhere.dzn"), "{stderr}");
}

#[test]
fn every_command_reads_models_with_their_data() {
    if !has_minizinc() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let name = format!("{QUEENS} {SIX}");
    let here = Some(("TMPDIR", folder.path()));
    let (code, stdout, stderr) = run(&["count", QUEENS, SIX], here);
    assert_eq!((code, stdout), (Some(0), format!("{name}: 4 solutions\n")), "{stderr}");
    assert_eq!(stderr, format!("{name}: counted over q\n"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "a temporary file is left");
    let (code, stdout, stderr) = run(&["count", QUEENS, SIX, QUEENS, SIX], None);
    assert_eq!((code, stdout.lines().count()), (Some(0), 2), "{stderr}");
    for words in [
        &["solve"][..],
        &["show"],
        &["encode"],
        &["candidates", "--no-counts"],
        &["draw", "--solution"],
    ] {
        let (code, stdout, stderr) = run(&[words, &[QUEENS, SIX]].concat(), None);
        assert!(code == Some(0) && !stdout.is_empty(), "{words:?}: {stderr}");
    }
    let certificate = folder.path().join("certificate");
    let words = ["certify", QUEENS, SIX, "-o", &certificate.display().to_string()];
    assert_eq!(run(&words, None).0, Some(0));
    let copy = fs::read_to_string(certificate.join("puzzle.fzn")).unwrap();
    assert_eq!(instance::parse(&copy).unwrap().kind, "model");
    // MiniZinc's own messages are passed on, with their places.
    let (code, stdout, stderr) = run(&["count", QUEENS], None);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("minizinc failed to compile it"), "{stderr}");
    assert!(stderr.contains("queens.mzn:") && stderr.contains("`n' must be defined"), "{stderr}");
    let float = folder.path().join("float.mzn");
    fs::write(&float, "var 0.0..1.0: x; solve satisfy;").unwrap();
    let (code, _, stderr) = run(&["count", &float.display().to_string()], None);
    assert!(code == Some(1) && stderr.contains("found `x`, which no constraint gives"), "{stderr}");
    assert!(stderr.contains("float.mzn, compiled:1:"), "{stderr}");
}

/// The lines of the manual that call `minizinc`.
#[test]
fn the_manual_is_right_about_minizinc() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/models.md")).unwrap();
    let lines = page.lines().filter(|line| line.starts_with("minizinc --solver cnfetti "));
    let lines = lines.collect_vec();
    assert_eq!(lines.len(), 1);
    if !has_minizinc() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let at_home = Some(("HOME", home.path()));
    let (_, library, _) = run(&["minizinc", "--install"], at_home);
    let mut minizinc = Command::new("minizinc");
    minizinc.current_dir(root).env("MZN_SOLVER_PATH", library.trim());
    let output = minizinc.args(lines[0].split(' ').skip(1)).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said.matches("----------\n").count(), 4, "{said}");
    assert!(said.contains("\n==========\n"), "{said}");
    assert!(said.contains("%%%mzn-stat: solutions=4\n"), "{said}");
}

#[test]
fn arrays_of_sets_have_their_names_however_their_sizes_are_written() {
    if !has_minizinc() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("sizes.mzn");
    let text = "set of int: ROW = 2..3; enum COLOUR = {Red, Blue}; int: n = 2;
        array[1..n, ROW, COLOUR] of var set of 1..2: g; array[0..n-1] of var opt 1..2: o;
        array[COLOUR] of var set of 1..2: h; array[2..n*2] of var set of 1..1: k;
        constraint forall(i in 1..n, r in ROW, c in COLOUR)(card(g[i, r, c]) = i); solve satisfy;";
    fs::write(&model, text).unwrap();
    let model = model.display().to_string();
    let (code, stdout, stderr) = run(&["count", &model], None);
    // 16 × 9 × 16 × 8: four of the sets g are {1} or {2}, each o has two values or none, h and k
    // are any sets.
    assert_eq!((code, stdout), (Some(0), format!("{model}: 18,432 solutions\n")), "{stderr}");
    let over = stderr.trim_end().rsplit_once("counted over ").map(|(_, names)| names);
    assert_eq!(
        over.map(|names| names.split(", ").sorted().collect()),
        Some(vec!["g", "h", "k", "o"])
    );
    let (_, stdout, stderr) = run(&["candidates", &model], None);
    for name in ["g[1][2][1][1]:", "g[2][3][2][2]=", "o[0]:", "o[1]:", "h[2][1]:", "k[4][1]:"] {
        assert!(stdout.contains(&format!("\n{name}")), "{name}: {stdout} {stderr}");
    }
}

/// An absent Boolean has no value, and counts once; as a variable of its own or in an array.
#[test]
fn an_absent_boolean_counts_once() {
    if !has_minizinc() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("absent.mzn");
    for (text, number) in [
        // With a value, y is 0 or 1; without, it is 1.
        ("var opt bool: b; var 0..1: y; constraint occurs(b) \\/ y = 1; solve satisfy;", 5),
        ("array[1..3] of var opt bool: b; solve satisfy;", 27),
        // At least two of three are absent.
        (
            "array[1..3] of var opt bool: b; \
             constraint sum(i in 1..3)(bool2int(absent(b[i]))) >= 2; solve satisfy;",
            7,
        ),
        ("var opt bool: b; var bool: c; constraint b -> c; solve satisfy;", 5),
    ] {
        fs::write(&model, text).unwrap();
        let model = model.display().to_string();
        for engine in ["exact", "blocking", "clauses"] {
            let (code, stdout, stderr) = run(&["count", "--engine", engine, &model], None);
            let expected = format!("{model}: {number} solutions\n");
            assert_eq!((code, stdout), (Some(0), expected), "{text} {stderr}");
        }
    }
}

/// Sets, optional variables and elements of arrays.
const NAMED: &str =
    "array[0..1] of var 1..4: x; var set of 2..4: s; array[1..2] of var set of 1..2: g;
    var opt 1..2: o; var bool: known = x[0] > 2;
    constraint sum(x) = 6; constraint forall(i in 0..1)(x[i] in s);
    constraint g[1] union g[2] = {1,2}; constraint occurs(o) -> x[0] = 3; solve satisfy;
    output [\"\\(x) \\(s) \\(g) \\(o) \\(known)\"];";

#[test]
fn what_the_author_declared_has_its_own_name() {
    if !has_minizinc() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("named.mzn");
    fs::write(&model, NAMED).unwrap();
    let model = model.display().to_string();
    let (code, stdout, stderr) = run(&["count", &model], None);
    // For x = 2 4, 3 3 and 4 2 there are 2, 4 and 2 sets s, and 1, 3 and 1 values of o; and 9
    // choices of g.
    assert_eq!((code, stdout), (Some(0), format!("{model}: 144 solutions\n")), "{stderr}");
    assert!(!stderr.contains("X_INTRODUCED"), "{stderr}");
    let (code, stdout, stderr) = run(&["candidates", &model], None);
    assert_eq!(code, Some(0), "{stderr}");
    for name in ["x[0]", "s[3]", "g[2][1]", "o:", "o_occurs:"] {
        assert!(stdout.contains(&format!("\n{name}")), "{name}: {stdout}");
    }
    assert!(!stdout.contains("X_INTRODUCED"), "{stdout}");
    // The formula has them too, with the compiler's names.
    assert!(run(&["encode", &model], None).1.contains("X_INTRODUCED"));
    let (_, solved, _) = run(&["solve", "--json", &model], None);
    assert!(solved.contains("\"g\":[[") && !solved.contains("X_INTRODUCED"), "{solved}");
    let own = r#"{"x":[3,3],"s":[0,1,1],"g":[[1,0],[1,1]],"o":2,"o_occurs":1}"#;
    let (code, stdout, stderr) = run(&["check", &model, own], None);
    assert_eq!((code, stdout.as_str()), (Some(0), "the board: right\n"), "{stderr}");
    let wrong = r#"{"x":[2,4],"s":[1,0,1],"g":[[1,0],[1,1]],"o":2,"o_occurs":1}"#;
    let (code, stdout, stderr) = run(&["check", &model, wrong], None);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stdout.contains("wrong: "), "{stdout}");
}

#[test]
fn arrays_can_be_empty_in_any_dimension() {
    let model = "array [1..0] of var int: none :: output_array([1..0]) = [];\n\
        array [1..0] of var int: grid :: output_array([1..2, 1..0]) = [];\n\
        array [1..0] of var int: flat :: output_array([1..0, 1..3]) = [];\n\
        array [1..0] of var int: cube :: output_array([1..2, 1..0, 1..2]) = [];\n\
        var 1..3: x :: output_var;\nsolve maximize x;\n";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("empty.fzn");
    fs::write(&file, model).unwrap();
    let path = file.to_str().unwrap();
    for command in ["solve", "candidates", "show", "explain", "clues"] {
        let (code, said, errors) = run(&[command, path], None);
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{command}: {said}");
    }
    let (_, json, _) = run(&["solve", "--json", path], None);
    assert!(
        json.contains(r#"{"none":[],"grid":[[],[]],"flat":[],"cube":[[],[]],"x":3}"#),
        "{json}"
    );
    let solution = folder.path().join("solution");
    fs::write(&solution, json).unwrap();
    let (_, said, _) = run(&["check", path, solution.to_str().unwrap()], None);
    assert!(said.ends_with("right, objective 3, optimal\n"), "{said}");
    fs::write(&solution, "\nx  3\n").unwrap();
    let (code, said, errors) = run(&["check", path, solution.to_str().unwrap()], None);
    assert_eq!(code, Some(1));
    let expected = "expected JSON, as `solve --json` prints it, found `x  3`";
    assert!((said + &errors).contains(expected), "{errors}");
}

#[test]
fn what_the_compiler_added_need_not_be_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("added.fzn");
    let head = "var 1..3: a :: output_var;\nvar bool: b :: output_var;\n\
                var bool: X_INTRODUCED_0_ :: var_is_introduced;\n";
    for (constraint, verdicts) in [
        // Whether the variable follows from the others.
        ("int_le_reif(2,a,X_INTRODUCED_0_)", ["right", "wrong: "]),
        ("int_le_imp(2,a,X_INTRODUCED_0_)", ["right so far: it can be completed", "wrong"]),
    ] {
        let clause = "constraint bool_clause([b,X_INTRODUCED_0_],[]);\nsolve satisfy;\n";
        fs::write(&file, format!("{head}constraint {constraint};\n{clause}")).unwrap();
        let file = file.display().to_string();
        for (solution, verdict) in [r#"{"a":2,"b":0}"#, r#"{"a":1,"b":0}"#].iter().zip(verdicts) {
            let (_, stdout, stderr) = run(&["check", &file, solution], None);
            assert!(stdout.contains(verdict), "{constraint} {solution}: {stdout}{stderr}");
        }
    }
}

#[test]
fn the_library_can_be_written_again() {
    let home = tempfile::tempdir().unwrap();
    for round in 0..2 {
        let (code, stdout, stderr) = run(&["minizinc", "--install"], Some(("HOME", home.path())));
        assert_eq!(code, Some(0), "{round}: {stderr}");
        // As an earlier version wrote it.
        let file = Path::new(stdout.trim()).join("cnfetti.msc");
        let text = fs::read_to_string(&file).unwrap().replace("\"-i\",", "");
        fs::write(&file, text).unwrap();
    }
}
