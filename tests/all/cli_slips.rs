//! Typing errors: the messages suggest what the user may have meant, and which command helps.

use std::fs;

use crate::cli_proofs::cnfetti;

const OPEN: &str = "instances/signs/leepf-open.toml";
const PIPS: &str = "instances/pips/pips1.toml";
const CONTRADICTION: &str = "tests/puzzles/contradiction.toml";

/// An unknown name of any sort is wrong usage, and the error suggests a similar one.
#[test]
fn an_unknown_name_is_wrong_usage_and_what_is_like_it_is_named() {
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "--solver", "varista", OPEN], "varisat"),
        (&["count", "--solver", "batsta", OPEN], "batsat"),
        (&["explain", "--solver", "batsst", OPEN], "batsat"),
        (&["compare", "--solver", "varisat,batsit", OPEN], "batsat"),
        (&["encode", "--at-most-one", "pairwsie", OPEN], "pairwise"),
        (&["encode", "--cardinality", "totaliser", OPEN], "totalizer"),
        (&["encode", "--linear", "ader", OPEN], "adder"),
        (&["encode", "--domain", "one-hot", OPEN], "one_hot"),
        (&["compare", "--encodings", "auto,pairwise,ordr", OPEN], "order"),
        (&["convert", "--to", "jason", PIPS], "json"),
        (&["solve", "--format", "jsn", OPEN], "json"),
        (&["encode", "--to", "opbb", OPEN], "opb"),
    ];
    for (words, meant) in cases {
        let (code, stdout, stderr) = cnfetti(words);
        assert_eq!((code, stdout.as_str()), (Some(2), ""), "{words:?}: {stderr}");
        let tip = format!("a similar value exists: '{meant}'");
        assert!(stderr.contains(&tip), "{words:?}: {stderr}");
        assert!(stderr.contains("[possible values: "), "{words:?}: {stderr}");
    }
    let (code, _, stderr) = cnfetti(&["solve", "--solver", "qqq", OPEN]);
    assert_eq!(code, Some(2));
    assert!(
        stderr.contains("brute_force, cmd:PROGRAM]") && !stderr.contains("similar"),
        "{stderr}"
    );
    let (code, _, stderr) = cnfetti(&["solve", "--solver", "cmd:", OPEN]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("expected a program, such as `kissat -q`"), "{stderr}");
}

/// The error for a misspelt key points to it, rather than just missing the right one.
#[test]
fn a_slip_in_a_key_is_pointed_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    let puzzle = fs::read_to_string(PIPS).unwrap();
    let mut seen = 0;
    for (right, wrong, kind) in [
        ("kind", "kidn", "unknown key `kidn`"),
        ("board", "bord", "unknown key `bord`"),
        ("dominoes", "dominos", "unknown key `dominos`"),
        ("title", "titel", "unknown key `titel`: expected one of"),
        ("regions", "region", "unknown key `region`"),
        ("solutions", "solution", "unknown key `solution`: expected one of"),
    ] {
        let is_of_line = |line: &str| line.trim_start_matches('[').starts_with(right);
        let line = puzzle.lines().position(is_of_line).unwrap();
        let text = puzzle.lines().enumerate().map(|(at, text)| match at == line {
            true => text.replacen(right, wrong, 1) + "\n",
            false => format!("{text}\n"),
        });
        fs::write(&path, text.collect::<String>()).unwrap();
        let (code, _, stderr) = cnfetti(&["show", &path.display().to_string()]);
        assert_eq!(code, Some(1), "{stderr}");
        assert!(stderr.contains(kind), "{stderr}");
        assert!(stderr.contains(&format!("x.toml:{}:", line + 1)), "{stderr}");
        assert!(stderr.contains(&format!("did you mean `{right}`?")), "{stderr}");
        seen += 1;
    }
    assert_eq!(seen, 6);
    fs::write(&path, puzzle.replace("\"pips\"", "\"pip\"")).unwrap();
    let (_, _, stderr) = cnfetti(&["show", &path.display().to_string()]);
    assert!(stderr.contains("did you mean \"pips\"?"), "{stderr}");
}

/// What is given needs no explanation, whatever is asked about it.
#[test]
fn a_given_is_not_explained() {
    let file = "instances/kinds/sudoku.toml";
    for cell in ["r1c4", "r1c4=2"] {
        let (code, stdout, _) = cnfetti(&["explain", file, cell]);
        let last = stdout.lines().last();
        assert_eq!(
            (code, last),
            (Some(0), Some("R1c4 is given as 1: there is nothing to explain."))
        );
    }
    let (_, stdout, _) = cnfetti(&["explain", file, "r1c1"]);
    assert!(stdout.contains("imply all this about r1c1"), "{stdout}");
}

/// If there is no solution, the note says which command explains why.
#[test]
fn a_contradiction_leads_to_explain() {
    let hint = format!("{CONTRADICTION}: run `cnfetti explain {CONTRADICTION}` to see why\n");
    for words in [&["solve"][..], &["solve", "--all"], &["solve", "--unique"], &["solve", "--json"]]
    {
        let (code, _, stderr) = cnfetti(&[words, &[CONTRADICTION]].concat());
        assert_eq!(code, Some(0), "{stderr}");
        assert!(stderr.ends_with(&hint), "{words:?}: {stderr}");
        let (_, _, stderr) = cnfetti(&[words, &["-q", CONTRADICTION]].concat());
        assert_eq!(stderr, "", "{words:?}");
    }
    let (code, stdout, _) = cnfetti(&["explain", CONTRADICTION]);
    assert!(code == Some(0) && stdout.contains("There is no solution: these 3 rules"), "{stdout}");
    // There is no such note for a puzzle with a solution, or if nothing is known.
    let (_, _, stderr) = cnfetti(&["solve", OPEN]);
    assert!(!stderr.contains("explain"), "{stderr}");
    let (_, _, stderr) = cnfetti(&["solve", "--time-limit", "0", CONTRADICTION]);
    assert!(!stderr.contains("explain"), "{stderr}");
    // A name that needs quotes in a shell.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no way.toml");
    fs::copy(CONTRADICTION, &path).unwrap();
    let path = path.display().to_string();
    let (_, _, stderr) = cnfetti(&["solve", &path]);
    assert!(stderr.contains(&format!("run `cnfetti explain '{path}'` to see why")), "{stderr}");
}

/// A single constraint can contradict itself.
#[test]
fn a_single_constraint_that_cannot_hold_is_said_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.opb");
    fs::write(&path, "* #variable= 2 #constraint= 1\n+1 x1 +2 x2 >= 4 ;\n").unwrap();
    let (code, stdout, stderr) = cnfetti(&["explain", &path.display().to_string()]);
    assert_eq!(code, Some(0), "{stderr}");
    let said = "There is no solution: this rule alone cannot hold.\n  x1 + 2*x2 ≥ 4\n";
    assert!(stdout.ends_with(said), "{stdout}");
}

/// Dominoes must be JSON; the error for a board lists the accepted forms.
#[test]
fn a_check_of_dominoes_says_which_forms_it_takes() {
    let (_, drawn, _) = cnfetti(&["solve", PIPS]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    let typed = "3015\n...6\n..55\n..5.\n";
    let board = "{\"board\": [[3,0,1,5],[null,null,null,6],[null,null,5,5],[null,null,5,null]]}";
    for text in [drawn.as_str(), typed, board] {
        fs::write(&path, text).unwrap();
        let path = path.display().to_string();
        let (code, stdout, stderr) = cnfetti(&["check", PIPS, &path]);
        assert_eq!(code, Some(1), "{stderr}");
        let said = format!("{stdout}{stderr}");
        assert!(said.contains("a board does not say where each domino lies"), "{said}");
        assert!(said.contains("`placements`") && said.contains("check --partial"), "{said}");
        let (code, stdout, stderr) = cnfetti(&["check", "--partial", PIPS, &path]);
        assert_eq!(code, Some(0), "{stdout}{stderr}");
    }
    let (_, json, _) = cnfetti(&["solve", "--json", PIPS]);
    fs::write(&path, json).unwrap();
    assert_eq!(cnfetti(&["check", PIPS, &path.display().to_string()]).0, Some(0));
}

/// A header that promises more clauses than there are is a warning that cannot be silenced. One
/// that promises fewer is an error, because it is unclear which clauses are meant.
#[test]
fn a_header_with_too_many_clauses_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cnf").display().to_string();
    let other = folder.path().join("y.cnf").display().to_string();
    fs::write(&path, "c p show 1 2 0\np cnf 2 3\n1 2 0\n-1 2 0\n").unwrap();
    fs::write(&other, "p cnf 1 1\n1 0\n").unwrap();
    let warning = "the header says 3 clauses, and there are 2: is the file cut off?";
    for words in [
        &["count"][..],
        &["count", "-q"],
        &["count", "--threads", "1"],
        &["count", "--engine", "blocking"],
        &["solve", "--all"],
        &["solve", "-q", "--json"],
    ] {
        for files in [&[path.as_str()][..], &[&path, &other]] {
            let (code, stdout, stderr) = cnfetti(&[words, files].concat());
            assert_eq!(code, Some(0), "{words:?}: {stderr}");
            assert_eq!(stderr.matches(warning).count(), 1, "{words:?}: {stderr}");
            assert!(stderr.contains("warning") && stderr.contains("x.cnf:2:1"), "{stderr}");
            assert!(words[0] == "solve" || stdout.starts_with(&format!("{path}: 2 models\n")));
        }
    }
    for command in ["count", "solve"] {
        let (_, stdout, _) = cnfetti(&[command, "--json", &path]);
        let line: serde_json::Value = serde_json::from_str(stdout.lines().next().unwrap()).unwrap();
        assert_eq!(line["warning"], warning, "{stdout}");
    }
    let (_, stdout, _) = cnfetti(&["count", "--json", &other]);
    assert!(!stdout.contains("warning"), "{stdout}");
    // A file that may be cut off gets no certificate.
    let certificate = folder.path().join("certificate").display().to_string();
    let (code, _, stderr) = cnfetti(&["certify", "--count", "-o", &certificate, &path]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains(warning), "{stderr}");
    fs::write(&path, "p cnf 2 1\n1 2 0\n-1 2 0\n").unwrap();
    let (code, _, stderr) = cnfetti(&["count", &path]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("expected as many clauses as the header says, 1, found 2"), "{stderr}");
}

/// A counter that prints two numbers is not believed.
#[cfg(unix)]
#[test]
fn a_counter_that_prints_two_numbers_is_not_believed() {
    let counter = |lines: &str| format!("sh -c 'printf \"{lines}\"'");
    for (lines, code) in [
        ("s mc 14\\n", 0),
        ("s mc 14\\nc s exact arb int 14\\n", 0),
        ("s mc 14\\ns mc 15\\n", 1),
        ("c s exact arb int 14\\ns UNSATISFIABLE\\n", 1),
    ] {
        let (found, _, stderr) = cnfetti(&["count", "--counter", &counter(lines), OPEN]);
        assert_eq!(found, Some(code), "{lines}: {stderr}");
        assert!(code == 0 || stderr.contains("`sh` printed two numbers: 14 and "), "{stderr}");
    }
}

/// Numbers that options cannot have, with what they can have.
#[test]
fn numbers_of_options_are_explained() {
    for (words, expected) in [
        (["count", OPEN, "--threads", "0"], "expected a whole number from 1 on"),
        (["count", OPEN, "--jobs", "0"], "expected a whole number from 1 on"),
        (["count", OPEN, "--time-limit", "nan"], "expected a number of seconds"),
        (["solve", OPEN, "--time-limit", "1e400"], "expected a number of seconds"),
        (["studio", OPEN, "--idle", "inf"], "expected a number of seconds"),
    ] {
        let (code, _, stderr) = cnfetti(&words);
        assert_eq!(code, Some(2), "{words:?}: {stderr}");
        assert!(stderr.contains(expected), "{words:?}: {stderr}");
    }
}

#[test]
fn slips_around_projections_and_input_are_errors() {
    let (code, _, stderr) = cnfetti(&["count", "--project", "x[", OPEN]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("expected names such as `x`, `y[]`"), "{stderr}");
    let (code, _, stderr) = cnfetti(&["count", "-", "-"]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("`-` is given 2 times"), "{stderr}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.cnf");
    let name = path.display().to_string();
    fs::write(&path, "p cnf 2 1\nc p show 1 3 0\n1 2 0\n").unwrap();
    let (code, _, stderr) = cnfetti(&["count", &name]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("x.cnf:2:12") && stderr.contains("found `3`"), "{stderr}");
    fs::write(&path, "p cnf 2 1\nc p weight 1 0.4 0\n1 2 0\n").unwrap();
    let (code, stdout, stderr) = cnfetti(&["count", &name]);
    assert_eq!((code, stdout.contains(": 3 ")), (Some(0), true), "{stdout} {stderr}");
    assert!(stderr.contains("the weights of literals are ignored"), "{stderr}");
}
