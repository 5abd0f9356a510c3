//! Every option of every command has an effect, or is refused.
//!
//! The options are those that `--help` lists. Each has a case in `tests/options/do.txt`: two
//! command lines, without and with the option, that must not end alike. The comparison covers the
//! exit code, stdout, stderr and files. `tests/options/refused.txt` lists what is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::thread;

use crate::help::{commands, help_of};
use crate::terminal;

/// Abbreviations for the cases.
const SHORT: &[(&str, &str)] = &[
    ("PIPS", "instances/pips/pips1.toml"),
    ("SIGNS", "instances/signs/leepf.toml"),
    ("OPEN", "instances/signs/leepf-open.toml"),
    ("DICE", "instances/dice/labeled-dice.toml"),
    ("SEVERAL", "instances/dice/labeled-dice-unlimited.toml"),
    ("MANY", "instances/pips/many.toml"),
    ("DAY", "instances/pips/sample-day.json#easy"),
    ("SUDOKU", "instances/kinds/sudoku.toml"),
    ("RING", "instances/models/ring.fzn"),
    ("BEST", "instances/models/delivery.opb"),
    ("NEW", "pips --size 3 --seed 1"),
    ("GROVE", "grove.toml"),
];

/// A case: a command, one of its options, and the words without it and with it. `ON-TERMINAL` makes
/// stderr a terminal. If the output `VARIES` from run to run, only its lines are counted.
struct Case {
    command: String,
    option: String,
    without: String,
    with: String,
}

const NO_CASE: &str =
    "each command has a line in tests/options/do.txt, by which the tests know words for it";

fn lines(file: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/options").join(file);
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

fn cases() -> Vec<Case> {
    let case = |line: &String| {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [command, option, without, with] = parts[..] else { panic!("{line}") };
        let line = |words: &str| format!("{command} {words}");
        Case {
            command: command.to_owned(),
            option: option.to_owned(),
            without: line(without),
            with: line(with),
        }
    };
    lines("do.txt").iter().map(case).collect()
}

/// The options and optional arguments of each command, from its help.
fn options(command: &str) -> BTreeSet<String> {
    let help = help_of(command);
    let option = |line: &str| {
        let line = line.trim_start();
        let long = line.split_once("--").filter(|(before, _)| matches!(before.len(), 0 | 4))?.1;
        let name = long.split(|c: char| !c.is_ascii_lowercase() && c != '-').next()?;
        Some(name.trim_end_matches('-').to_owned())
    };
    let argument = |line: &str| Some(line.strip_prefix("  [")?.split(']').next()?.to_owned());
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("          ");
    let lines = help.lines().take_while(|line| *line != "Examples:").filter(is_name);
    let mut options: BTreeSet<String> =
        lines.filter_map(|line| option(line).or_else(|| argument(line))).collect();
    options.remove("help");
    options
}

#[test]
fn each_option_has_a_case() {
    let cases: BTreeSet<(String, String)> =
        cases().into_iter().map(|case| (case.command, case.option)).collect();
    let mut there = BTreeSet::new();
    for command in commands() {
        there.extend(options(&command).into_iter().map(|option| (command.clone(), option)));
    }
    for pair @ (command, option) in &there {
        // Other tests cover these for every command that has them.
        let known = ["verbose", "quiet", "color", "memory-limit"];
        let is_known = known.contains(&option.as_str()) || cases.contains(pair);
        assert!(is_known, "tests/options/do.txt has no line for {option} of `{command}`");
    }
    for pair @ (command, option) in &cases {
        let is_required = ["FILE", "SHELL"].contains(&option.as_str());
        assert!(is_required || there.contains(pair), "the help of `{command}` has no {option}");
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn each_option_does_something() {
    in_parallel(&cases(), |Case { option, without, with, .. }| {
        let (one, other) = (steady(without)?, ended(with));
        if one == other {
            return Err(format!("{option}: `{without}` and `{with}` end alike:\n{one:?}"));
        }
        match [(without, one), (with, other)].iter().find(|(_, end)| end.code == Some(2)) {
            Some((words, end)) => Err(format!("`{words}` is refused: {}", end.stderr)),
            None => Ok(()),
        }
    });
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn each_command_says_more_when_asked() {
    let cases = cases();
    in_parallel(&commands(), |command| {
        let case = cases.iter().find(|case| case.command == *command).expect(NO_CASE);
        let words = case.without.replace(" -v ", " ");
        let more = words.replacen(command, &format!("{command} -v"), 1);
        match ended(&words).stderr == ended(&more).stderr {
            true => Err(format!("`{more}` says no more than without -v")),
            false => Ok(()),
        }
    });
}

/// Every command accepts `--quiet`, before and after its name. Scripts need not know which commands
/// print notes.
#[test]
#[ignore = "slow: .ci/run has it"]
fn each_command_is_quiet_when_asked() {
    let cases = cases();
    in_parallel(&commands(), |command| {
        // These only print, and have no option to be quiet.
        if ["completions", "help", "man", "new"].contains(&&**command) {
            return Ok(());
        }
        let case = cases.iter().find(|case| case.command == *command).expect(NO_CASE);
        let words = case.without.replace(" -v ", " ").replace("ON-TERMINAL ", "");
        let before = ended(&words);
        for quiet in [format!("-q {words}"), words.replacen(command, &format!("{command} -q"), 1)] {
            let end = ended(&quiet);
            if (end.code, &end.stdout) != (before.code, &before.stdout) {
                return Err(format!("`{quiet}` ends otherwise than without -q: {end:?}"));
            }
            if end.code == Some(0) && !end.stderr.is_empty() {
                return Err(format!("`{quiet}` says something: {end:?}"));
            }
        }
        Ok(())
    });
}

#[test]
fn what_would_do_nothing_is_refused() {
    let untouched = ended("list kinds").files;
    in_parallel(&lines("refused.txt"), |words| {
        let end = ended(words);
        let is_refused = end.code == Some(2) && end.stderr.starts_with("error: ");
        match is_refused && end.stdout.is_empty() && end.files == untouched {
            true => Ok(()),
            false => Err(format!("`{words}` is not refused: {end:?}")),
        }
    });
}

/// An output option that is not in a command's help is refused, before and after the command.
#[test]
fn output_options_that_a_command_lacks_are_refused() {
    const OPTIONS: [&str; 6] = [
        "--format json",
        "--format competition",
        "--format csv",
        "--format markdown",
        "--json",
        "--ascii",
    ];
    let cases = cases();
    in_parallel(&commands(), |command| {
        let help = help_of(command);
        let words = &cases.iter().find(|case| case.command == *command).expect(NO_CASE).without;
        for option in OPTIONS {
            let has = match option.split_once(' ') {
                Some((_, format)) => help.lines().any(|line| {
                    let formats = line.split_once("Output format: ");
                    formats.is_some_and(|(_, formats)| {
                        formats.split([',', ' ']).any(|name| name == format)
                    })
                }),
                None => help.contains(&format!("      {option}")),
            };
            let before = format!("{option} {words}");
            let behind = words.replacen(command, &format!("{command} {option}"), 1);
            for line in [before, behind] {
                // What is refused writes nothing, so it needs no folder of its own.
                let code = || program(&line, FOLDER.path()).0.output().unwrap().status.code();
                if !has && code() != Some(2) {
                    return Err(format!("`{line}` is not refused"));
                }
            }
        }
        Ok(())
    });
}

/// How a command ended, without what differs from run to run.
#[derive(Debug, PartialEq, Eq)]
struct Ended {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    /// The files that it left in the folder, by name.
    files: BTreeMap<String, String>,
}

/// Runs a command until it ends in the same way twice in a row. A busy machine may need several
/// attempts, because what a search finds in its time differs.
fn steady(words: &str) -> Result<Ended, String> {
    let mut last = ended(words);
    for _ in 0..5 {
        let next = ended(words);
        if next == last {
            return Ok(last);
        }
        last = next;
    }
    Err(format!("`{words}` never ends alike twice, last so:\n{last:?}"))
}

/// Expands an abbreviation.
fn long(word: &str) -> &str {
    SHORT.iter().find(|(short, _)| *short == word).map_or(word, |(_, long)| long)
}

/// The program with the words of a command line, in a folder, and the marks among them.
fn program<'a>(words: &'a str, folder: &Path) -> (Command, Vec<&'a str>) {
    let words = words.split_whitespace().map(long).flat_map(str::split_whitespace);
    let is_mark = |word: &&str| ["ON-TERMINAL", "VARIES"].contains(word);
    let (marks, words): (Vec<&str>, Vec<&str>) = words.partition(is_mark);
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("cnfetti"));
    command.current_dir(folder).args(words).stdin(Stdio::null());
    // Files in the user's home go there too.
    command.env("HOME", folder).env_remove("XDG_CACHE_HOME");
    (command, marks)
}

/// Runs a command line in a folder of its own.
fn ended(words: &str) -> Ended {
    let folder = tempfile::tempdir().unwrap();
    stock(folder.path());
    let (mut command, marks) = program(words, folder.path());
    let output = match marks.contains(&"ON-TERMINAL") {
        true => terminal::run(command),
        false => command.output().unwrap(),
    };
    let stdout = without_times(&output.stdout);
    Ended {
        code: output.status.code(),
        stdout: match marks.contains(&"VARIES") {
            true => stdout.lines().count().to_string(),
            false => stdout,
        },
        stderr: without_the_second(&without_times(&output.stderr)),
        files: files(folder.path()),
    }
}

/// What the cases find in their folder: the instances, other files, a certificate, a solution.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("instances"), &path.join("instances"));
    let kinds = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/kinds");
    for file in ["owls.toml", "grove.toml"] {
        fs::copy(kinds.join(file), path.join(file)).unwrap();
    }
    fs::write(path.join("diary"), "dear diary").unwrap();
    fs::write(path.join("cnfetti.wasm"), b"\0asm\x01\0\0\0").unwrap();
    fs::write(path.join("entered"), r#"{"variables":{"value[r1c1]":1}}"#).unwrap();
    fs::create_dir(path.join("foreign")).unwrap();
    fs::write(path.join("foreign/cnfetti-solve.1"), "dear diary").unwrap();
    let [pips, many, best] = ["PIPS", "MANY", "BEST"].map(long);
    for (words, output) in [
        (vec!["encode", pips], "formula.cnf"),
        (vec!["solve", "--format", "competition", pips], "answer"),
        (vec!["solve", "--json", pips], "solution"),
        (vec!["solve", "--json", "--all-costs", best], "costly"),
        (vec!["certify", pips, "-o", "certificate"], "said"),
        (vec!["split", many, "--parts", "3", "-o", "parts"], "said"),
        (vec!["count", "parts/part-0001"], "said"),
    ] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("cnfetti"));
        let output = fs::File::create(path.join(output)).unwrap();
        command.current_dir(path).args(words).stdout(output).status().unwrap();
    }
    folder
});

/// Puts these into a folder. The instances, which are many and read-only, are a link.
fn stock(folder: &Path) {
    for entry in fs::read_dir(FOLDER.path()).unwrap().map(Result::unwrap) {
        let (from, to) = (entry.path(), folder.join(entry.file_name()));
        if entry.file_name() == "instances" {
            std::os::unix::fs::symlink(from, to).unwrap();
        } else if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with("instances") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).unwrap().display().to_string();
            found.insert(name, without_times(&fs::read(&path).unwrap()));
        }
    }
    found
}

/// Replaces each number with a decimal point by a mark, and drops repeated blanks, which align
/// numbers.
fn without_times(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut marked = String::new();
    let mut number = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_digit() || c == '.' {
            number.push(c);
            continue;
        }
        let is_decimal = number.contains('.') && number.len() > 1;
        marked.push_str(if is_decimal { "#" } else { &number });
        number.clear();
        if c != ' ' || !marked.ends_with(' ') {
            marked.push(c);
        }
    }
    marked.pop();
    marked
}

/// Drops how far the second of two engines came, which depends on how busy the machine is.
fn without_the_second(text: &str) -> String {
    const SECOND: [&str; 3] =
        ["found the same number", "in its share of the work", "no other values are possible"];
    let is_of_second = |line: &&str| SECOND.iter().any(|words| line.contains(words));
    text.lines().filter(|line| !is_of_second(line)).map(|line| format!("{line}\n")).collect()
}

/// Checks each item, as many at a time as there are cores, and reports all failures.
fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let failures = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(failure) = check(item) {
                        failures.lock().unwrap().push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
