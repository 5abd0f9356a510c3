//! JSON output does not depend on how busy the machine is: second opinions get a number of steps, not
//! milliseconds, and steps decide which of two engines was first.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use assert_cmd::Command;
use serde_json::Value as Json;

use crate::support::instances;

/// Instances that take more than a second.
const SLOW: [&str; 17] = [
    "car-park",
    "clock",
    "double-nine",
    "growing-08",
    "growing-1",
    "growing-2",
    "leepf-open",
    "linguists",
    "long-hall",
    "magic_square",
    "none",
    "old-town",
    "one-too-many",
    "queens",
    "roundabouts",
    "waiting-room",
    "zip",
];

const COMMANDS: [&[&str]; 4] = [&["count"], &["solve"], &["solve", "--unique"], &["candidates"]];

/// The lines that a command prints, without times.
fn lines(words: &[&str], files: &[PathBuf]) -> Vec<Json> {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).arg("--json").args(files);
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let without_time = |line: &str| {
        let mut line: Json = serde_json::from_str(line).unwrap();
        line.as_object_mut().unwrap().remove("seconds");
        line
    };
    text.lines().map(without_time).collect()
}

/// All output for these files.
fn all(files: &[PathBuf]) -> Vec<Json> {
    let together = COMMANDS.iter().flat_map(|words| lines(words, files));
    let explained = files.iter().step_by(5).flat_map(|file| {
        let file = std::slice::from_ref(file);
        // A single file is counted with several threads.
        [lines(&["explain"], file), lines(&["count"], file)].concat()
    });
    together.chain(explained).collect()
}

/// Does the work while this many threads keep the machine busy.
fn while_busy<T>(threads: usize, work: impl FnOnce() -> T) -> T {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let done = catch_unwind(AssertUnwindSafe(work));
        is_over.store(true, Ordering::Relaxed);
        done.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn json_is_the_same_on_a_busy_machine() {
    let mut files: Vec<PathBuf> = instances().iter().map(|(file, _)| file.clone()).collect();
    files.sort();
    files.dedup();
    let is_slow = |file: &PathBuf| {
        let name = file.file_name().unwrap().to_string_lossy();
        SLOW.iter().any(|slow| name.starts_with(slow))
    };
    files.retain(|file| !is_slow(file));
    assert!(files.len() > 40, "{}", files.len());
    let files: Vec<PathBuf> = files.into_iter().step_by(2).collect();
    let (idle, busy) = (all(&files), while_busy(4, || all(&files)));
    assert_eq!(idle.len(), busy.len());
    for (idle, busy) in idle.iter().zip(&busy) {
        assert_eq!(idle.to_string(), busy.to_string());
    }
    // Otherwise, nothing that could differ would be compared.
    let with = |key: &str, value: Json| idle.iter().filter(|line| line[key] == value).count();
    assert!(with("checked", true.into()) > 30 && with("engine", "exact".into()) > 15);
}
