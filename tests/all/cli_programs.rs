//! External solvers and counters: what happens if they are missing, print nonsense, lie, or run
//! forever.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::cli_proofs::cnfetti;

const LEEPF: &str = "instances/signs/leepf.toml";

/// A shell script as a solver.
fn script(lines: &str) -> String {
    format!("cmd:sh -c {}", shlex::try_quote(lines).unwrap())
}

#[test]
fn a_program_that_fails_is_one_error() {
    let wrong_model = "echo s SATISFIABLE; \
                       echo v $(seq 1 $(grep '^p cnf' \"$0\" | cut -d ' ' -f 3)) 0";
    let cases = [
        (
            "cmd:no-such-solver -q".to_owned(),
            "cannot run `no-such-solver`: there is no such program",
        ),
        ("cmd:/".to_owned(), "cannot run `/`: "),
        (script("echo hello"), "`sh` (exit status: 0) printed no answer: line 1: expected a line"),
        (script("echo no licence >&2; exit 1"), "its stderr: no licence"),
        (script("echo s SATISFIABLE; echo v 1 2 3 0"), "line 3: the variable 4 has no value"),
        (script(wrong_model), "the model that `sh` printed does not satisfy the formula"),
        (script("head -c 1000 /dev/zero"), "printed no answer: line 1: expected"),
        (script("kill -9 $$"), "signal: 9"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let certificate = folder.path().join("certificate").display().to_string();
    let formula = folder.path().join("x.cnf").display().to_string();
    assert_eq!(cnfetti(&["encode", LEEPF, "-o", &formula]).0, Some(0));
    for (solver, expected) in &cases {
        for words in [
            &["solve", LEEPF][..],
            &["solve", "--unique", LEEPF],
            &["solve", &formula],
            &["count", LEEPF],
            &["count", &formula],
            &["compare", "--encodings", "auto", LEEPF],
            &["compare", "--task", "unsat", "--encodings", "auto", LEEPF],
            &["certify", "-o", &certificate, LEEPF],
            &["generate", "signs", "--seed", "1"],
            &["lint", &formula],
        ] {
            let (code, stdout, stderr) = cnfetti(&[words, &["--solver", solver]].concat());
            assert_eq!((code, stdout.as_str()), (Some(1), ""), "{words:?} {solver}: {stderr}");
            assert_eq!(stderr.matches("error: ").count(), 1, "{words:?} {solver}: {stderr}");
            assert!(stderr.contains(expected), "{words:?} {solver}: {stderr}");
        }
    }
}

/// cnfetti itself as an external solver.
fn itself(how: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin("cnfetti").display().to_string();
    format!("cmd:{}", how.replace("SOLVE", &format!("{program} solve --format competition")))
}

#[test]
fn a_program_is_told_where_its_input_and_its_answer_are() {
    for how in [
        "SOLVE",
        "SOLVE {in}",
        "SOLVE - < {in}",
        "SOLVE - <{in}",
        "sh -c 'SOLVE \"$1\" > \"$0\"; echo c this is no answer' {out} {in}",
        "sh -c 'SOLVE - > \"$0\"' {out} < {in}",
    ] {
        let words = ["solve", "--all", "--json", "--solver", &itself(how), LEEPF];
        let (code, stdout, stderr) = cnfetti(&words);
        assert_eq!((code, stdout.lines().count()), (Some(0), 1), "{how}: {stdout}{stderr}");
    }
    let nothing = itself("sh -c 'SOLVE \"$0\"' {in} {out}");
    let (code, _, stderr) = cnfetti(&["solve", "--solver", &nothing, LEEPF]);
    assert_eq!(code, Some(1), "the answer went elsewhere: {stderr}");
    for (how, expected) in [
        ("cmd:x | y", "`cmd:`: no shell reads `x | y`"),
        ("cmd:x > {out}", "no shell reads `x > {out}`"),
        ("cmd:", "expected a program, such as `kissat -q`, found ``"),
    ] {
        let (code, _, stderr) = cnfetti(&["solve", "--solver", how, LEEPF]);
        assert_eq!(code, Some(2), "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
    }
}

#[test]
fn what_a_program_prints_of_its_search_is_shown() {
    let chatty = itself("sh -c 'echo c conflicts: 7; echo c 12 decisions, many; SOLVE \"$0\"'");
    let words = ["--task", "solve", "--encodings", "auto", "--repeat", "1", "--json"];
    let (code, stdout, _) =
        cnfetti(&[&["compare", "--solver", &chatty, LEEPF], &words[..]].concat());
    let row: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &row["conflicts"], &row["decisions"]), (Some(0), &7.into(), &12.into()));
    assert!(row["propagations"].is_null());
    assert_eq!(row["untold"], "not in its output");
}

#[test]
fn a_program_that_does_not_know_is_no_failure() {
    let (code, stdout, stderr) = cnfetti(&["solve", "--solver", &script("echo s UNKNOWN"), LEEPF]);
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stdout.contains("no answer"), "{stdout}{stderr}");
}

#[test]
fn a_program_that_prints_without_end_is_cut_off() {
    let (code, _, stderr) = cnfetti(&["solve", "--solver", "cmd:yes", LEEPF]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("`yes` printed more than 268435456 bytes"), "{stderr}");
}

/// Whether the process exists and is not a zombie.
fn is_running(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.contains(" Z "))
}

/// Waits until the condition holds. The time limit is far beyond what that takes.
fn eventually(what: &str, condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(20), "{what}");
        sleep(Duration::from_millis(10));
    }
}

/// Solvers that start a process, note its id in this file, and wait for it. The process of the second is in a session of
/// its own.
fn sleepers(pid: &Path) -> [String; 2] {
    ["sleep", "setsid sleep"]
        .map(|sleep| script(&format!("{sleep} 600 & echo $! > '{}'; wait", pid.display())))
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_solver_started_ends_with_the_time_limit() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    for sleeper in sleepers(&pid) {
        let (code, ..) = cnfetti(&["solve", "--time-limit", "0.5", "--solver", &sleeper, LEEPF]);
        assert_eq!(code, Some(3));
        let started = fs::read_to_string(&pid).unwrap();
        eventually("the solver's own child ends", || !is_running(started.trim()));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_solver_started_ends_with_an_interrupt() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    for sleeper in sleepers(&pid) {
        let _ = fs::remove_file(&pid);
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("cnfetti"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["solve", "--solver", &sleeper, LEEPF])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = || fs::read_to_string(&pid).unwrap_or_default().trim().to_owned();
        eventually("the solver starts", || !started().is_empty());
        assert!(is_running(&started()));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(3));
        eventually("the solver's own child ends", || !is_running(&started()));
    }
}

#[test]
fn a_counter_obeys_the_time_limit_and_says_why_it_failed() {
    let count = |counter: &str| {
        let arguments = ["count", "--cross-check", "--time-limit", "1", "--counter", counter];
        cnfetti(&[&arguments[..], &["instances/dice/labeled-dice.toml"]].concat())
    };
    let (code, stdout, stderr) = count("sh -c 'sleep 600'");
    assert_eq!(code, Some(0), "both engines have counted: {stderr}");
    assert!(stdout.contains("24 solutions"), "{stdout}");
    assert!(stderr.contains("compared only what was counted within the limits"), "{stderr}");
    for (counter, expected) in [
        ("no-such-counter", "cannot run `no-such-counter`: there is no such program"),
        ("sh -c 'echo too old >&2; exit 2'", "`sh` (exit status: 2) printed no line `c s exact"),
        ("", "--counter: expected a program, such as `kissat -q`, found ``"),
    ] {
        let (code, _, stderr) = count(counter);
        assert_eq!(code, Some(1));
        assert!(stderr.contains(expected), "{stderr}");
    }
}
