//! What does not watch the time is ended by something that does, with what is known so far.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::at_once;

/// Far more than the allowed half second, because the machine may be busy.
const SOON: Duration = Duration::from_secs(10);

const LEEPF: &str = "instances/signs/leepf.toml";

fn cnfetti() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("cnfetti"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// The exit code and output of a command, which must end soon; otherwise it is killed.
fn soon(command: &mut Command) -> (Option<i32>, String, String) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > SOON {
            child.kill().unwrap();
            panic!("it does not end: {command:?}");
        }
        sleep(Duration::from_millis(5));
    }
    let (mut stdout, mut stderr) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    (child.wait().unwrap().code(), stdout, stderr)
}

/// A puzzle that never arrives: nothing can watch the time while it is opened.
fn never(folder: &Path) -> String {
    let path = folder.join("never.toml").display().to_string();
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    path
}

#[test]
fn work_that_does_not_look_at_the_time_is_ended_with_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = never(folder.path());
    let in_words = [
        ("count", 3, format!("{path}: at least 0 solutions\n")),
        ("solve", 3, format!("{path}: no answer\n")),
        ("solve --format competition", 0, "s UNKNOWN\n".to_owned()),
        ("count --format competition", 3, "s UNKNOWN\nc at least 0\n".to_owned()),
    ];
    at_once(in_words, |(words, code, expected)| {
        let words = words.split(' ').chain(["--time-limit", "0.3", &path]);
        let (found, stdout, stderr) = soon(cnfetti().args(words));
        assert_eq!((found, stdout), (Some(code), expected), "{stderr}");
        assert!(stderr.contains("stopped: the time limit was reached"), "{stderr}");
    });
    let as_json = ["count", "solve", "candidates", "candidates --no-counts", "explain", "clues"];
    at_once(as_json, |command| {
        let words = command.split(' ').chain(["--json", "--time-limit", "0.3", &path]);
        let (code, stdout, stderr) = soon(cnfetti().args(words));
        assert_eq!(code, Some(3), "{command}: {stdout}{stderr}");
        for line in stdout.lines() {
            let line: serde_json::Value = serde_json::from_str(line).expect(line);
            assert_ne!(line["exact"], true, "{line}");
        }
        assert!(stdout.is_empty() || stdout.ends_with('\n'), "{command}: {stdout}");
    });
}

#[test]
fn in_a_batch_only_what_does_not_end_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = never(folder.path());
    at_once(["1", "2"], |jobs| {
        let words = ["count", "-j", jobs, "--time-limit", "0.5", LEEPF, &path, LEEPF];
        let (code, stdout, stderr) = soon(cnfetti().args(words));
        let said: Vec<&str> =
            stdout.lines().map(|line| line.rsplit(": ").next().unwrap()).collect();
        assert_eq!(said, ["1 solution", "at least 0 solutions", "1 solution"], "{stderr}");
        assert_eq!(code, Some(3), "{stderr}");
    });
}

/// Whoever empties the queue of a worker must see that it has ended.
#[test]
fn batches_end() {
    for jobs in ["1", "3"] {
        let files = ["instances/dice/labeled-dice.toml", LEEPF, "tests/puzzles/contradiction.toml"];
        let (code, stdout, stderr) =
            soon(cnfetti().args(["count", "-j", jobs]).args(files.repeat(10)));
        assert_eq!((code, stdout.lines().count()), (Some(0), 30), "{stdout}{stderr}");
    }
}

/// Makes a `minizinc` that never ends, and starts another endless process. Returns the folder of the program,
/// and the file in which it notes both processes.
fn endless_minizinc(folder: &Path) -> (PathBuf, PathBuf) {
    let (programs, noted) = (folder.join("bin"), folder.join("noted"));
    fs::create_dir(&programs).unwrap();
    let script = format!("#!/bin/sh\nsleep 600 &\necho $$ $! > '{}'\nwait\n", noted.display());
    let program = programs.join("minizinc");
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    (programs, noted)
}

fn with_programs(mut command: Command, programs: &Path) -> Command {
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", programs.display()));
    command
}

fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < SOON, "never {what}");
        sleep(Duration::from_millis(10));
    }
}

/// Whether one of these processes exists and is not a zombie.
fn is_any_running(noted: &Path) -> bool {
    fs::read_to_string(noted).unwrap().split_whitespace().any(|id| {
        let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        state.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
    })
}

const MODEL: &str = "var 1..3: x;\nconstraint not (x = 2);\nsolve satisfy;\n";

#[cfg(target_os = "linux")]
#[test]
fn minizinc_ends_with_the_time() {
    let best = MODEL.replace("satisfy", "minimize x");
    at_once([("count", MODEL), ("solve", MODEL), ("encode", &best)], |(command, text)| {
        let folder = tempfile::tempdir().unwrap();
        let (programs, noted) = endless_minizinc(folder.path());
        let path = folder.path().join("x.mzn");
        fs::write(&path, text).unwrap();
        let mut line = with_programs(cnfetti(), &programs);
        let (code, stdout, stderr) = soon(line.args([command, "--time-limit", "1"]).arg(&path));
        assert_eq!(code, Some(3), "{command}: {stdout}{stderr}");
        eventually("ended", || !is_any_running(&noted));
        assert!(noted.exists());
    });
}

/// Only the question knows the programs that it started.
#[cfg(all(target_os = "linux", feature = "studio"))]
#[test]
fn minizinc_ends_when_the_studio_is_not_listened_to() {
    let folder = tempfile::tempdir().unwrap();
    let (programs, noted) = endless_minizinc(folder.path());
    let studio = crate::studio::Studio::start_by(with_programs(cnfetti(), &programs), &[]);
    let mut stream = studio.connect();
    let (head, length) = (studio.host(), MODEL.len());
    let path = format!("{}api/count?seconds=60", studio.root);
    let text = format!("POST {path} HTTP/1.1\r\n{head}Content-Length: {length}\r\n\r\n{MODEL}");
    std::io::Write::write_all(&mut stream, text.as_bytes()).unwrap();
    eventually("started", || noted.exists() && !fs::read_to_string(&noted).unwrap().is_empty());
    assert!(is_any_running(&noted));
    drop(stream);
    eventually("ended", || !is_any_running(&noted));
}
