//! Every command on a puzzle of every kind that is a file.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The arguments. `PUZZLE` is the file; `FOLDER`, `PARTS` and `PAGE` do not exist yet.
const COMMANDS: &[&str] = &[
    "solve PUZZLE",
    "solve --all PUZZLE",
    "solve --unique PUZZLE",
    "solve --format json PUZZLE",
    "count PUZZLE",
    "candidates PUZZLE",
    "encode PUZZLE",
    "draw PUZZLE",
    "show PUZZLE",
    "convert PUZZLE",
    "candidates --no-counts PUZZLE",
];

/// Those that take longest, each for every third kind.
const SLOW_COMMANDS: &[&str] = &[
    "explain PUZZLE",
    "certify PUZZLE -o FOLDER",
    "compare --repeat 1 --encodings auto PUZZLE",
    "split -o PARTS PUZZLE",
    "report --no-encodings -o PAGE PUZZLE",
    // Finding needed clues takes many questions; for a few kinds, a second is not enough for all.
    "clues --time-limit 1 PUZZLE",
];

/// The exit code of a command that a limit stopped.
const STOPPED: i32 = 3;

fn puzzles() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/kinds");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|ending| ending == "toml")).collect()
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn every_command_works_on_every_kind() {
    let mut puzzles = puzzles();
    puzzles.sort_unstable();
    assert!(puzzles.len() >= 47, "{}", puzzles.len());
    let temporary = tempfile::tempdir().unwrap();
    for (number, puzzle) in puzzles.into_iter().enumerate() {
        let folder = temporary.path().join(puzzle.file_stem().unwrap());
        let slow = SLOW_COMMANDS.iter().enumerate().filter(|(at, _)| at % 3 == number % 3);
        for command in COMMANDS.iter().chain(slow.map(|(_, command)| command)) {
            let words = command.split(' ').map(|word| match word {
                "PUZZLE" => puzzle.clone().into_os_string(),
                "FOLDER" => folder.clone().into_os_string(),
                "PARTS" => folder.with_extension("parts").into_os_string(),
                "PAGE" => folder.with_extension("html").into_os_string(),
                word => word.into(),
            });
            let output = Command::new(env!("CARGO_BIN_EXE_cnfetti")).args(words).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            let is_late = command.starts_with("clues") && output.status.code() == Some(STOPPED);
            let is_done = output.status.success() || is_late;
            assert!(is_done, "{command} {}: {said}", puzzle.display());
        }
        check_own_solution(&puzzle, temporary.path());
    }
}

/// `check` accepts the solution that `solve` found, as JSON.
fn check_own_solution(puzzle: &Path, folder: &Path) {
    let program = || Command::new(env!("CARGO_BIN_EXE_cnfetti"));
    let solved = program().args(["solve", "--format", "json"]).arg(puzzle).output().unwrap();
    let solution = folder.join("solution.json");
    std::fs::write(&solution, &solved.stdout).unwrap();
    let checked = program().arg("check").arg(puzzle).arg(&solution).output().unwrap();
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "check {}: {said}", puzzle.display());
}

#[test]
fn an_address_is_a_puzzle() {
    let address = "https://puzz.link/p?slither/5/5/cbcbcddad";
    let program = || Command::new(env!("CARGO_BIN_EXE_cnfetti"));
    let counted = program().args(["count", address]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&counted.stdout), format!("{address}: 1 solution\n"));
    let written = program().args(["convert", "--to", "puzzlink", address]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&written.stdout), format!("{address}\n"));
    let refused =
        program().args(["count", "https://puzz.link/p?slither/f/5/5/cb"]).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains(":1:29"), "{said}");
    // `#` does not separate an address from a name.
    let refused = program().args(["count", &format!("{address}#x")]).output().unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains(":1:42"));
}
