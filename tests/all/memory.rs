//! No work takes much more memory than `--memory-limit` says, whatever the command is doing.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::help::{commands, help_of};

/// The limit of each run, and how much more the whole process may take at most.
const LIMIT: usize = 20 << 20;
const MORE: usize = 100 << 20;

/// A kind of fifteen lines that takes gigabytes to state: it looks at three cells at a time.
const TRIPLES: &str = r#"kind = "triples"
title = "Triples"
summary = "No three cells of a kind."
[clues]
number = { on = "cells", values = "0..8", look = "number" }
[unknown]
dark = { on = "cells", words = ["yes", "no"], look = "dot" }

[[rule]]
name = "triples"
that = "count([dark[a] and dark[b] and dark[c] for a in cells for b in cells for c in cells]) == 7"
say = "seven triples of cells are dark"

[generate]
number = "3"
"#;

const BOARD: &str = "kind = \"./triples.kind.toml\"\nsize = 20\n";

fn array(name: &str, size: usize) -> String {
    format!("<array id=\"{name}\" size=\"[{size}]\"> 0..9 </array>")
}

fn xcsp(variables: &str, constraints: &str) -> String {
    format!(
        "<instance format=\"XCSP3\" type=\"CSP\"><variables>{variables}</variables>\
         <constraints>{constraints}</constraints></instance>"
    )
}

/// How a command ended: its exit code, its output, its messages, and the most that it held.
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    peak: usize,
}

/// Runs a command in this folder, and looks at what it holds while it runs.
fn ended(folder: &Path, words: &[&str]) -> Ended {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("cnfetti"));
    command.current_dir(folder).args(words).args(["--memory-limit", "20M"]).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipes = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let status = format!("/proc/{}/status", child.id());
    let reader = thread::spawn(move || {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        pipes.0.read_to_string(&mut stdout).unwrap();
        pipes.1.read_to_string(&mut stderr).unwrap();
        (stdout, stderr)
    });
    let mut peak = 0;
    let code = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status.code();
        }
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<usize>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) << 10);
        thread::sleep(Duration::from_millis(2));
    };
    let (stdout, stderr) = reader.join().unwrap();
    Ended { code, stdout, stderr, peak }
}

fn assert_held_little(folder: &Path, words: &[&str]) -> String {
    let Ended { code, stdout, stderr, peak } = ended(folder, words);
    assert_eq!(code, Some(3), "{words:?}: {stdout}{stderr}");
    let said = format!("{stdout}{stderr}");
    assert!(said.contains("the memory limit was reached"), "{words:?}: {said}");
    assert!(peak < LIMIT + MORE, "{words:?}: {} MB", peak >> 20);
    assert!(peak > LIMIT, "{words:?}: a test needs more than {} MB", peak >> 20);
    stdout
}

/// The words for each command that cannot do with a file alone.
fn words(command: &str) -> Vec<&str> {
    match command {
        "certify" | "split" => vec![command, "triples.toml", "-o", "x"],
        "check" => vec![command, "triples.toml", "solution"],
        "generate" => vec![command, "triples.kind.toml", "--size", "20"],
        "lint" => vec![command, "long.cnf"],
        "share" => vec![command, "triples.toml", "--base", "https://example.org/"],
        _ => vec![command, "triples.toml"],
    }
}

/// Every command that has a limit obeys it from the beginning, where a puzzle is stated.
#[test]
fn every_command_says_that_memory_ran_short() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("triples.kind.toml"), TRIPLES).unwrap();
    fs::write(folder.path().join("triples.toml"), BOARD).unwrap();
    fs::write(folder.path().join("solution"), "{}").unwrap();
    let long = format!("p cnf 2 1500000\n{}", "1 2 0\n".repeat(1_500_000));
    fs::write(folder.path().join("long.cnf"), long).unwrap();
    let mut tried = 0;
    for command in commands() {
        if help_of(&command).contains("--memory-limit") {
            assert_held_little(folder.path(), &words(&command));
            tried += 1;
        }
    }
    assert!(tried > 12, "{tried} commands have the option");
}

/// The phases after that, each by the file that makes it take the most.
#[test]
fn every_phase_stays_within_its_memory() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("read.xml", &xcsp(&array("x", 300_000), ""));
    write("read.cnf", "p cnf 3000000 1\n1 2 0\n");
    let wide = "<allDifferent> x[] </allDifferent>";
    write("compiled.xml", &xcsp(&array("x", 3_000).replace("0..9", "0..2999"), wide));
    for words in
        ["solve read.xml", "count read.cnf", "solve --all compiled.xml", "encode compiled.xml"]
    {
        let words: Vec<&str> = words.split(' ').collect();
        let stdout = assert_held_little(folder.path(), &words);
        if words[0] == "count" {
            assert!(stdout.contains("at least"), "{stdout}");
        }
    }
}
