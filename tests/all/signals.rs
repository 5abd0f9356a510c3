//! Signals: the first makes the command print what it found, and nothing is left behind.
#![cfg(unix)]

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Starts the program in a process group of its own, like a shell or GNU `timeout`.
pub(crate) fn start(words: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("cnfetti"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(words)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn signal(name: &str, target: i64) {
    let sent = Command::new("kill").args([name, "--", &target.to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits for the end. Returns the exit code, stdout and stderr.
pub(crate) fn end(mut child: Child) -> (Option<i32>, String, String) {
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    (child.wait().unwrap().code(), stdout, stderr)
}

/// A count that takes far longer than any test, with some solutions soon.
pub(crate) const LONG: [&str; 5] =
    ["count", "-v", "--engine", "blocking", "instances/seating/cheating-linguists.toml"];

#[test]
fn two_signals_at_once_are_one() {
    for name in ["-TERM", "-INT"] {
        let child = start(&LONG);
        sleep(Duration::from_millis(700));
        let id = i64::from(child.id());
        // To the process and to its group, like GNU `timeout`.
        signal(name, id);
        signal(name, -id);
        sleep(Duration::from_millis(100));
        let (code, stdout, stderr) = end(child);
        assert_eq!(code, Some(3), "{name}: {stdout}{stderr}");
        assert!(stdout.contains("at least "), "{name}: {stdout}");
        assert!(stderr.contains("stopped: interrupted"), "{name}: {stderr}");
    }
}

/// While a puzzle never arrives, there is nothing to lose.
#[test]
fn before_there_is_anything_to_lose_one_signal_is_enough() {
    let child = start(&["count", "-"]);
    sleep(Duration::from_millis(300));
    let begin = Instant::now();
    signal("-INT", i64::from(child.id()));
    assert_eq!(end(child).0, Some(130));
    assert!(begin.elapsed() < Duration::from_secs(2));
}

/// Whether the process exists and is not a zombie.
fn is_running(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.contains(" Z "))
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_solver_leaves_behind_ends_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let pid = folder.path().join("pid");
    let script = |path: &Path| {
        let lines = format!(
            "sleep 600 > /dev/null 2>&1 & echo $! > '{}'; echo s UNSATISFIABLE",
            path.display()
        );
        format!("cmd:sh -c {}", shlex::try_quote(&lines).unwrap())
    };
    let (code, stdout, stderr) =
        end(start(&["solve", "--solver", &script(&pid), "tests/puzzles/contradiction.toml"]));
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("no solution"), "{stdout}");
    let started = std::fs::read_to_string(pid).unwrap();
    let begin = Instant::now();
    while is_running(started.trim()) {
        assert!(begin.elapsed() < Duration::from_secs(20), "the solver's child ends");
        sleep(Duration::from_millis(10));
    }
}

/// The first signal ends a page of many puzzles.
#[test]
fn a_page_is_written_with_what_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html").display().to_string();
    let child = start(&["report", "instances", "-o", &page]);
    sleep(Duration::from_millis(1500));
    let begin = Instant::now();
    signal("-INT", i64::from(child.id()));
    let (code, stdout, stderr) = end(child);
    assert_eq!(code, Some(3), "{stdout}{stderr}");
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    assert!(!stderr.contains("error"), "{stderr}");
    assert!(std::fs::read_to_string(page).unwrap().contains("</html>"));
}

/// A limit on the size of files is an error, and no temporary file is left.
#[test]
fn a_file_that_may_not_be_that_large_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (words, name) in [
        (&["encode", "instances/signs/old-town.toml"][..], "x.cnf"),
        (&["certify", "instances/signs/leepf-open.toml"], "x"),
    ] {
        let path = folder.path().join(name);
        let output = Command::new("bash")
            .args(["-c", "ulimit -f 8; exec \"$0\" \"$@\""])
            .arg(assert_cmd::cargo::cargo_bin("cnfetti"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(words)
            .arg("-o")
            .arg(path)
            .output()
            .unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{words:?}: {stderr}");
        assert!(stderr.contains("File too large"), "{words:?}: {stderr}");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{words:?}: nothing is left");
    }
}

/// A later signal ends what does not end by itself, with everything known so far.
#[test]
#[ignore = "slow: .ci/run has it"]
fn a_later_signal_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("x.toml").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // One puzzle never arrives, and the other is counted: there is something to lose.
    let mut child = start(&["count", &pipe, "instances/signs/leepf.toml"]);
    sleep(Duration::from_millis(700));
    let id = i64::from(child.id());
    signal("-TERM", id);
    sleep(Duration::from_millis(2300));
    assert!(child.try_wait().unwrap().is_none(), "the pipe is still waited for");
    let begin = Instant::now();
    signal("-TERM", id);
    let (code, stdout, stderr) = end(child);
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
    assert_eq!(code, Some(3), "{stdout}{stderr}");
    let of_both = format!("{pipe}: at least 0 solutions\ninstances/signs/leepf.toml: 1 solution");
    assert!(stdout.starts_with(&of_both), "{stdout}");
}

/// A step of this puzzle takes long to check, so it is not waited for.
#[test]
#[ignore = "slow: .ci/run has it"]
fn an_explanation_keeps_the_steps_that_it_could_check() {
    let child = start(&["explain", "tests/puzzles/hidato-open.toml"]);
    sleep(Duration::from_secs(6));
    signal("-INT", i64::from(child.id()));
    let begin = Instant::now();
    let (code, stdout, stderr) = end(child);
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert_eq!(code, Some(3), "{stdout}{stderr}");
    assert!(stdout.contains("Stopped before the end, interrupted"), "{stdout}");
}
