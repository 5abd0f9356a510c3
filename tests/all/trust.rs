//! "Unknown" is never "no", a failure is never "unknown", and a "no" gives its evidence: tries
//! every command with no time at all, and with solvers that lie, fail and hang.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use itertools::Itertools;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli_proofs::cnfetti;
use crate::formulas::pigeonhole;
use crate::support::at_once;

const LEEPF: &str = "instances/signs/leepf.toml";
const LEEPF_OPEN: &str = "instances/signs/leepf-open.toml";
const DICE: &str = "instances/dice/labeled-dice-unlimited.toml";
const NONE: &str = "tests/puzzles/contradiction.toml";
const DELIVERY: &str = "instances/models/delivery.opb";
const PIPS1: &str = "instances/pips/pips1.toml";

/// A shell script as a solver: `$0` is the formula.
fn script(lines: &str) -> String {
    format!("cmd:sh -c {}", shlex::try_quote(lines).unwrap())
}

/// A command with its words. `{cnf}` is a formula, `{free}` one whose shown variables do not
/// determine the others, and `{new}` an unused path.
struct Row {
    command: &'static str,
    words: &'static [&'static str],
}

/// All commands that ask a solver or have a time limit, in all the ways in which they can say "no".
const ASKING: &[Row] = &[
    Row { command: "solve", words: &["--solver varisat", LEEPF] },
    Row { command: "solve", words: &["--all", "--solver varisat", LEEPF_OPEN] },
    Row { command: "solve", words: &["--unique", "--solver varisat", LEEPF] },
    Row { command: "solve", words: &["--unique", "--solver varisat", LEEPF_OPEN] },
    Row { command: "solve", words: &["--solver varisat", "{cnf}"] },
    Row { command: "count", words: &["--solver varisat", LEEPF_OPEN] },
    Row { command: "count", words: &["--solver varisat", DICE] },
    Row { command: "count", words: &["--engine=blocking", "--solver varisat", LEEPF_OPEN] },
    Row { command: "count", words: &["--cross-check", "--solver varisat", LEEPF_OPEN] },
    Row { command: "count", words: &["--solver varisat", "{cnf}"] },
    Row { command: "split", words: &["--output={new}", LEEPF_OPEN] },
    Row { command: "split", words: &["--rounds", "--output={new}", LEEPF_OPEN] },
    Row { command: "candidates", words: &[LEEPF_OPEN] },
    Row { command: "compare", words: &["--encodings=auto", "--solver varisat", LEEPF_OPEN] },
    Row {
        command: "compare",
        words: &["--encodings=auto", "--task=solve", "--solver varisat", LEEPF],
    },
    Row {
        command: "compare",
        words: &["--encodings=auto", "--task=unsat", "--solver varisat", LEEPF],
    },
    Row { command: "candidates", words: &["--no-counts", "--solver varisat", LEEPF_OPEN] },
    Row { command: "candidates", words: &["--no-counts", "--root=buoy", "--solver varisat", DICE] },
    Row { command: "explain", words: &["--solver varisat", LEEPF] },
    Row { command: "explain", words: &["--solver varisat", LEEPF, "r2c2"] },
    Row { command: "clues", words: &["--solver varisat", LEEPF] },
    Row { command: "generate", words: &["signs", "--size=3", "--seed=1", "--solver varisat"] },
    Row { command: "certify", words: &["--output={new}", "--solver varisat", LEEPF_OPEN] },
    Row { command: "certify", words: &["--verify={certificate}"] },
    Row { command: "check", words: &["--partial", PIPS1, "tests/boards/pips1.json"] },
    Row { command: "check", words: &["--partial", "--rules", PIPS1, r#"{"board":[[5]]}"#] },
    Row { command: "draw", words: &["--solution", "--solver varisat", LEEPF] },
    Row { command: "draw", words: &["--candidates", "--output=-", LEEPF_OPEN] },
    Row { command: "lint", words: &["--solver varisat", "{free}"] },
    Row { command: "report", words: &["--no-encodings", "--output=-", LEEPF_OPEN] },
    Row { command: "encode", words: &["--output={new}", "--solver varisat", DELIVERY] },
    Row { command: "certify", words: &["--output={new}", "--solver varisat", DELIVERY] },
];

/// The commands that ask no solver, or none that the user can choose or limit in time; `minizinc`
/// has options of its own, see `tests/all/flatzinc/stream.rs`.
const NOT_ASKING: &str = "completions convert decode help list man merge minizinc \
     new share show studio";

/// A folder with the files that the rows name.
struct Files(TempDir);

impl Files {
    fn new() -> Files {
        let files = Files(tempfile::tempdir().unwrap());
        let (cnf, certificate) = (files.path("x.cnf"), files.path("certificate"));
        assert_eq!(cnfetti(&["encode", LEEPF_OPEN, "-o", &cnf]).0, Some(0));
        fs::write(files.path("free.cnf"), "c p show 1 2 0\np cnf 3 1\n1 2 3 0\n").unwrap();
        assert_eq!(cnfetti(&["certify", LEEPF, "-o", &certificate]).0, Some(0));
        files
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// The words of a row with this solver; `None` if the command takes no solver.
    fn words(&self, row: &Row, solver: Option<&str>) -> Option<Vec<String>> {
        let mut words = vec![row.command.to_owned()];
        let mut takes_solver = false;
        for word in row.words {
            match (*word, solver) {
                ("--solver varisat", None) => {}
                ("--solver varisat", Some(solver)) => {
                    words.extend(["--solver".to_owned(), solver.to_owned()]);
                    takes_solver = true;
                }
                _ => words.push(
                    word.replace("{cnf}", &self.path("x.cnf"))
                        .replace("{free}", &self.path("free.cnf"))
                        .replace("{certificate}", &self.path("certificate"))
                        .replace("{new}", &self.path("new")),
                ),
            }
        }
        (solver.is_none() || takes_solver).then_some(words)
    }
}

fn run(words: &[String], more: &[&str]) -> (Option<i32>, String, String) {
    let words = words.iter().map(String::as_str).chain(more.iter().copied()).collect_vec();
    cnfetti(&words)
}

#[test]
fn every_command_is_in_the_tables() {
    let (_, help, _) = cnfetti(&["--help"]);
    let commands = help.split("Commands:").nth(1).unwrap().split("\n\n").next().unwrap();
    let commands = commands.lines().filter_map(|line| line.split_whitespace().next()).sorted();
    let rows = ASKING.iter().map(|row| row.command);
    let known = rows.chain(NOT_ASKING.split(' ')).unique().sorted();
    let (commands, known) = (commands.collect_vec(), known.collect_vec());
    assert_eq!(commands, known, "a command is in a row of ASKING, or a word of NOT_ASKING");
    for row in ASKING {
        let (_, help, _) = cnfetti(&[row.command, "--help"]);
        let with_solver = row.words.iter().any(|word| word.starts_with("--solver"));
        assert!(help.contains("--time-limit"), "{}", row.command);
        assert!(!with_solver || help.contains("--solver"), "{}", row.command);
    }
    for command in NOT_ASKING.split(' ').filter(|name| !["help", "minizinc"].contains(name)) {
        let (_, help, _) = cnfetti(&[command, "--help"]);
        // What these do can take long, but it is no answer that could be wrong.
        let only_reads = ["convert", "share", "show"].contains(&command);
        assert_eq!(help.contains("--time-limit"), only_reads, "{command}");
        assert!(!help.contains("--solver"), "{command}");
    }
}

/// What a command says only if it knows.
const NO: [&str; 6] = ["no solution", "UNSATISFIABLE", "unique", ": none", "There is", "verified"];

/// With enough time, the commands do say these words: that they are missing without it thus means
/// something.
#[test]
fn with_time_it_is_said() {
    let files = Files::new();
    let mut said = String::new();
    for row in ASKING {
        said += &run(&files.words(row, None).unwrap(), &[]).1;
        let new = files.path("new");
        let _ = fs::remove_dir_all(&new).or_else(|_| fs::remove_file(&new));
    }
    for words in
        [&["solve", NONE][..], &["solve", "--format", "competition", NONE], &["explain", NONE]]
    {
        said += &cnfetti(words).1;
    }
    for no in NO {
        assert!(said.contains(no), "{no}: {said}");
    }
    let proof = files.path("certificate/rest.drat");
    assert!(fs::exists(&proof).unwrap(), "there is a proof to be spoiled");
    fs::write(proof, "").unwrap();
    let (code, _, stderr) = cnfetti(&["certify", "--verify", &files.path("certificate")]);
    assert!(code == Some(1) && stderr.contains("is not a valid certificate"), "{stderr}");
}

/// Without time, nothing is known: no command says "no", and all exit with 3.
#[test]
fn no_time_is_no_answer() {
    let files = Files::new();
    for row in ASKING {
        let words = files.words(row, None).unwrap();
        let (code, stdout, stderr) = run(&words, &["--time-limit", "0"]);
        let context = format!("{words:?}\n{stdout}{stderr}");
        assert_eq!(code, Some(3), "{context}");
        assert!(!stderr.contains("is not a valid certificate"), "{context}");
        let page = row.command == "report";
        for no in NO {
            assert!(!stdout.contains(no) || (page && no == ": none"), "{no}: {context}");
        }
        // A drawing, a page and a formula are not JSON.
        if ["draw", "report", "encode"].contains(&row.command) {
            continue;
        }
        let (code, stdout, stderr) = run(&words, &["--time-limit", "0", "--json"]);
        assert_eq!(code, Some(3), "{words:?}\n{stdout}{stderr}");
        let lines = stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        for line in lines {
            let context = format!("{words:?}: {line}");
            let status = line["status"].as_str();
            assert!(matches!(status, None | Some("unknown" | "at least")), "{context}");
            assert!(line["verdict"].is_null() || line["verdict"] == "unknown", "{context}");
            assert!(line["checked"].is_null(), "{context}");
        }
    }
    assert!(!Path::new(&files.path("new")).exists());
}

/// What a solver does, the exit code, and what stderr says.
type Case = (&'static str, &'static str, i32, &'static str);

#[test]
fn solvers_that_lie_and_fail_are_errors_and_those_that_hang_are_limits() {
    let wrong_model = "echo s SATISFIABLE; \
                       echo v $(seq 1 $(grep '^p cnf' \"$0\" | cut -d ' ' -f 3)) 0";
    let cases: [Case; 5] = [
        ("says no", "echo s UNSATISFIABLE", 1, ""),
        ("wrong model", wrong_model, 1, "does not satisfy the formula"),
        ("fails", "echo no licence >&2; exit 1", 1, "no licence"),
        ("prints nonsense", "echo hello", 1, "printed no answer"),
        ("does not know", "echo s UNKNOWN", 3, ""),
    ];
    let files = Files::new();
    let try_one = |row: &Row, (name, lines, code, expected): Case| {
        let Some(words) = files.words(row, Some(&script(lines))) else { return };
        let limit: &[&str] = if name == "hangs" { &["--time-limit", "0.2"] } else { &[] };
        let (found, stdout, stderr) = run(&words, limit);
        // A cross-check still has a number if one of its engines is stopped.
        let code = if code == 3 && row.words.contains(&"--cross-check") { 0 } else { code };
        let context = format!("{name}: {words:?}\n{stdout}{stderr}");
        assert_eq!(found, Some(code), "{context}");
        assert!(stderr.contains(expected), "{context}");
        assert!(!stdout.contains("UNSATISFIABLE"), "{context}");
        if code == 1 {
            assert_eq!(stdout, "", "{context}");
            let errors = stderr.lines().filter(|line| line.starts_with("error: ")).count();
            assert_eq!(errors, 1, "{context}");
            let files = words.iter().filter(|word| Path::new(word).is_file()).collect_vec();
            assert!(files.iter().all(|file| stderr.contains(*file)), "{context}");
        }
    };
    for (row, case) in ASKING.iter().cartesian_product(cases) {
        try_one(row, case);
    }
    at_once(ASKING, |row| try_one(row, ("hangs", "sleep 600", 3, "")));
    assert!(!Path::new(&files.path("new")).exists());
}

/// A program that answers right this many times, then says no.
fn liar_after(answers: usize, folder: &Path) -> String {
    let honest = crate::solvers::solve_dimacs().display().to_string();
    // The shell looks for files instead of counting lines, because it is asked some thousand times.
    let answer = |number: usize| {
        let asked = folder.join(format!("asked{answers}-{number}"));
        let _ = fs::remove_file(&asked);
        let asked = asked.display();
        format!("[ -e '{asked}' ] || {{ : > '{asked}'; exec '{honest}' \"$0\"; }}; ")
    };
    script(&((0..answers).map(answer).collect::<String>() + "echo s UNSATISFIABLE"))
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn a_lie_after_right_answers_is_found_out() {
    let files = Files::new();
    let mut told_right = 0;
    for row in ASKING.iter().filter(|row| row.command != "generate") {
        let mut honest = None;
        for answers in [1, 2] {
            let solver = liar_after(answers, files.0.path());
            let Some(words) = files.words(row, Some(&solver)) else { continue };
            let (code, stdout, stderr) = run(&words, &[]);
            let _ = fs::remove_dir_all(files.path("new"));
            let context = format!("{answers}: {words:?}\n{stdout}{stderr}");
            if code == Some(1) && stderr.contains("error: ") {
                continue;
            }
            // If the command asked no more often, or the "no" was true, the answer is right.
            let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
            let honest = honest.get_or_insert_with(|| {
                let (code, stdout, _) = run(&files.words(row, None).unwrap(), &[]);
                let _ = fs::remove_dir_all(files.path("new"));
                (code, first(&stdout))
            });
            assert_eq!((code, first(&stdout)), *honest, "{context}");
            told_right += 1;
        }
    }
    assert!(told_right < ASKING.len(), "most lies are found out");
}

fn json(words: &[&str]) -> (Value, String) {
    let (code, stdout, stderr) = cnfetti(&[words, &["--json"]].concat());
    assert_eq!(code, Some(0), "{words:?}: {stderr}");
    // The note about which command explains why is not a warning.
    let stderr =
        stderr.replacen(&format!("{NONE}: run `cnfetti explain {NONE}` to see why\n"), "", 1);
    (serde_json::from_str(stdout.lines().last().unwrap()).unwrap(), stderr)
}

#[test]
fn an_answer_says_what_it_rests_on() {
    let files = Files::new();
    let cnf = files.path("x.cnf");
    let honest = format!("cmd:{}", crate::solvers::solve_dimacs().display());
    for words in [
        &["solve", NONE][..],
        &["solve", "--unique", NONE],
        &["solve", "--unique", LEEPF],
        &["count", "--engine", "blocking", LEEPF_OPEN],
        &["count", &cnf],
        &["compare", "--encodings", "auto", LEEPF_OPEN],
        &["compare", "--encodings", "auto", "--task", "unsat", LEEPF_OPEN],
        &["candidates", "--no-counts", LEEPF_OPEN],
        &["candidates", "--no-counts", NONE],
        &["explain", NONE],
        &["clues", LEEPF],
        &["lint", &cnf],
    ] {
        let (_, _, stderr) = cnfetti(&[words, &["-v"]].concat());
        assert!(stderr.contains("shows that"), "{words:?}: {stderr}");
        for words in [words.to_vec(), [words, &["--solver", &honest]].concat()] {
            let (line, stderr) = json(&words);
            let checked = (&line["checked"], &line["checked_by"]);
            assert_eq!(checked, (&true.into(), &"proof".into()), "{words:?}: {stderr}");
            assert_eq!(stderr, "", "{words:?}");
        }
    }
    // The exact counter's answers are checked if that takes milliseconds.
    for (words, by) in [
        (&["count", LEEPF_OPEN][..], &["blocking", "exact", "proof"][..]),
        (&["solve", "--all", NONE], &["proof"]),
        (&["solve", "--sample", "1", NONE], &["proof"]),
        (&["candidates", NONE], &["proof"]),
    ] {
        let is_checked = || {
            let (line, stderr) = json(words);
            assert_eq!(stderr, "", "{words:?}");
            assert!(line["checked"].is_boolean(), "{line}");
            line["checked_by"].as_str().is_some_and(|name| by.contains(&name))
        };
        assert!((0..20).any(|_| is_checked()), "{words:?}");
    }
    let (line, _) = json(&["count", "--engine", "exact", LEEPF_OPEN]);
    assert_eq!((&line["checked"], &line["checked_by"]), (&false.into(), &Value::Null));
    let (line, _) = json(&["explain", LEEPF]);
    assert_eq!((&line["checked"], &line["checked_by"]), (&true.into(), &"varisat".into()));
}

/// A pigeonhole problem: no solver of ours can prove that it has no solution. With `or`, each of its constraints also
/// holds if that variable is 1, which then is the only solution. Then `objective` is the sense of what `or` costs.
fn pigeons(or: bool, objective: &str) -> String {
    let (pigeons, holes) = (12, 11);
    let x = |pigeon: usize, hole: usize| format!("1 x{}", pigeon * holes + hole + 1);
    let mut text = match (or, objective) {
        (true, "min:") => "min: 1 x133 ;\n".to_owned(),
        _ => String::new(),
    };
    let other = if or { " 1 x133" } else { "" };
    for pigeon in 0..pigeons {
        let somewhere = (0..holes).map(|hole| x(pigeon, hole)).join(" ");
        text += &format!("{somewhere}{other} >= 1 ;\n");
    }
    for hole in 0..holes {
        for [one, two] in (0..pigeons).array_combinations() {
            text += &format!("{} {} <= 1 ;\n", x(one, hole), x(two, hole));
        }
    }
    if or {
        let all = (0..pigeons * holes).map(|at| format!("1 x{}", at + 1)).join(" ");
        text += &format!("{all} 132 x133 <= 132 ;\n");
    }
    text
}

/// A program's word is no answer, whatever the command and its format, as long as nobody trusts the program: what it
/// says is true here, but it takes too long to prove that.
#[test]
fn what_only_a_program_says_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let mut cnf = Vec::new();
    cnfetti::dimacs::write_plain(&mut cnf, &[], &pigeonhole(12, 11)).unwrap();
    let cnf = &file("pigeons.cnf", &cnf);
    let none = &file("none.opb", pigeons(false, "").as_bytes());
    let one = &file("one.opb", pigeons(true, "").as_bytes());
    let least = &file("least.opb", pigeons(true, "min:").as_bytes());
    let new = folder.path().join("new").display().to_string();
    let (says_no, after_one) = (script("echo s UNSATISFIABLE"), liar_after(1, folder.path()));
    let cases: &[(&str, &[&str])] = &[
        (&says_no, &["solve", cnf]),
        (&says_no, &["count", cnf]),
        (&says_no, &["solve", none]),
        (&says_no, &["solve", "--all", none]),
        (&says_no, &["solve", "--unique", none]),
        (&says_no, &["count", none]),
        (&says_no, &["count", "--engine=blocking", none]),
        (&says_no, &["explain", none]),
        (&says_no, &["candidates", "--no-counts", none]),
        (&says_no, &["compare", "--encodings=auto", "--task=solve", none]),
        (&says_no, &["certify", "-o", &new, none]),
        (&says_no, &["draw", "--solution", none]),
        (&after_one, &["solve", "--all", one]),
        (&after_one, &["solve", "--unique", one]),
        (&after_one, &["count", one]),
        (&after_one, &["compare", "--encodings=auto", one]),
        (&after_one, &["certify", "-o", &new, one]),
        (&after_one, &["solve", least]),
        (&after_one, &["solve", "--unique", least]),
        (&after_one, &["count", least]),
        (&after_one, &["encode", "-o", &new, least]),
        (&after_one, &["certify", "-o", &new, least]),
    ];
    for (number, &(solver, words)) in cases.iter().enumerate() {
        let formats: &[&[&str]] = match words[0] {
            "solve" | "count" => &[&[], &["--format", "competition"], &["-q"], &["--json"]],
            "draw" | "encode" => &[&["-q"]],
            _ => &[&["-q"], &["--json"]],
        };
        // Most commands are there several times, each with another format. Formulas and optima have words of their own in
        // each.
        let has_all = [cnf, least].iter().any(|file| words.ends_with(&[file.as_str()]));
        let is_asked = |at: usize| has_all || at == number % formats.len();
        for (_, &format) in formats.iter().enumerate().filter(|&(at, _)| is_asked(at)) {
            let _ = fs::remove_file(folder.path().join("asked1-0"));
            let limit = ["--solver", solver, "--time-limit", "0.15"];
            let words = [words, &limit[..], format].concat();
            let (code, stdout, stderr) = cnfetti(&words);
            let context = format!("{words:?}\n{stdout}{stderr}");
            let competition = format.contains(&"competition");
            let found = match competition && words[0] == "solve" {
                true if stdout.contains("s SATISFIABLE") => 10,
                true => 0,
                false => 3,
            };
            assert_eq!(code, Some(found), "{context}");
            for no in ["no solution", "s UNSAT", "unique", "none\n", " 0 models", "OPTIMUM"] {
                let stdout = stdout.replace("at least 0 models", "");
                assert!(!stdout.contains(no), "{no}: {context}");
            }
            assert!(!stdout.contains("c s exact"), "{context}");
            for line in stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
                let status = line["status"].as_str();
                let known = [None, Some("unknown"), Some("at least"), Some("satisfiable")];
                assert!(known.contains(&status), "{context}");
                assert!(line["verdict"].is_null() || line["verdict"] == "unknown", "{context}");
                assert!(line["checked"].is_null(), "{context}");
            }
        }
    }
    assert!(!Path::new(&new).exists());
}

/// Whoever trusts the program gets its word, and every format says so: here, it lies.
#[test]
fn a_trusted_program_is_named() {
    let says_no = script("echo s UNSATISFIABLE");
    let folder = tempfile::tempdir().unwrap();
    // Without the numbers that its file expects.
    let puzzle = fs::read_to_string(LEEPF).unwrap();
    let (puzzle, _) = puzzle.split_once("[expect]").unwrap();
    let file = folder.path().join("x.toml");
    fs::write(&file, puzzle).unwrap();
    let puzzle = file.to_str().unwrap();
    let formula = "instances/formulas/pigeons.cnf";
    let option = "--trust-solver";
    for (words, file, text, competition) in [
        (&["count"][..], puzzle, "0 solutions, unchecked (--trust-solver)", "c s exact arb int 0"),
        (&["count"], formula, "0 models, unchecked (--trust-solver)", "c s exact arb int 0"),
        (&["solve"], puzzle, "no solution, unchecked (--trust-solver)", "s UNSATISFIABLE"),
        (&["solve", "--unique"], puzzle, "none, unchecked (--trust-solver)", "c verdict none"),
        (&["solve"], formula, "c unchecked (--trust-solver)\ns UNSATISFIABLE", "s UNSATISFIABLE"),
    ] {
        let words = [words, &["--solver", &says_no, option, file]].concat();
        let text_of = |format: &[&str]| {
            let (code, stdout, stderr) = cnfetti(&[&words[..], format].concat());
            assert!(matches!(code, Some(0 | 20)), "{words:?}: {stdout}{stderr}");
            stdout
        };
        assert!(text_of(&["-q"]).contains(text), "{words:?}");
        let said = text_of(&["--format", "competition"]);
        assert!(said.contains("c unchecked (--trust-solver)\n"), "{words:?}: {said}");
        assert!(said.contains(competition), "{words:?}: {said}");
        let line: Value = serde_json::from_str(&text_of(&["--json"])).unwrap();
        let said = (&line["checked"], &line["checked_by"], &line["unchecked"]);
        assert_eq!(said, (&false.into(), &Value::Null, &option.into()), "{words:?}");
    }
}

/// An answer that the user brings is checked, too.
#[test]
fn a_foreign_answer_is_confirmed_or_refuted() {
    let decode = |instance: &str, words: &[&str]| {
        let mut command = Command::cargo_bin("cnfetti").unwrap();
        command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["decode", instance]).args(words);
        let output = command.write_stdin("s UNSATISFIABLE\n").output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, stdout, _) = decode(NONE, &[]);
    assert_eq!((code, stdout), (Some(0), format!("{NONE}: no solution\n")));
    let (_, stdout, _) = decode(NONE, &["--json"]);
    assert!(stdout.contains(r#""checked":true,"checked_by":"proof""#), "{stdout}");
    let (code, stdout, stderr) = decode(LEEPF, &[]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""));
    assert!(stderr.contains("the solver is wrong"), "{stderr}");
}
