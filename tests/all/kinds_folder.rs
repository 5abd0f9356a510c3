//! A folder with the user's own kinds: puzzles name them like those of the program.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The exit code, stdout and stderr.
fn cnfetti(words: &[&str], environment: Option<&Path>) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cnfetti"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).env_remove("CNFETTI_KINDS");
    if let Some(folder) = environment {
        command.env("CNFETTI_KINDS", folder);
    }
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const FOLDER: &str = "examples/kinds";
const GROVE: &str = "examples/kinds/grove.toml";

#[test]
fn a_puzzle_names_a_kind_of_the_folder() {
    let said = format!("{GROVE}: 1 solution\n");
    let (code, stdout, stderr) = cnfetti(&["count", "--kinds", FOLDER, GROVE], None);
    assert_eq!((code, stdout.as_str()), (Some(0), said.as_str()), "{stderr}");
    let (code, stdout, stderr) = cnfetti(&["count", GROVE], Some(Path::new(FOLDER)));
    assert_eq!((code, stdout), (Some(0), said), "{stderr}");
    // Written puzzles contain the kind, and no longer need the folder.
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.toml");
    let whole = whole.to_str().unwrap();
    let (code, _, stderr) = cnfetti(&["convert", "--kinds", FOLDER, GROVE, "-o", whole], None);
    assert_eq!(code, Some(0), "{stderr}");
    assert_eq!(cnfetti(&["count", whole], None).1, format!("{whole}: 1 solution\n"));
}

#[test]
fn a_kind_of_the_folder_is_listed_shown_checked_and_generated() {
    let (_, stdout, _) = cnfetti(&["list", "kinds", "--kinds", FOLDER], None);
    assert!(stdout.contains("owls") && stdout.contains("hives"), "{stdout}");
    assert!(!cnfetti(&["list", "kinds"], None).1.contains("owls"));
    for words in [
        &["show", "owls"][..],
        &["lint", "owls"],
        &["new", "owls"],
        &["generate", "owls", "--size", "4", "--seed", "3"],
    ] {
        let (code, _, stderr) = cnfetti(&[words, &["--kinds", FOLDER]].concat(), None);
        assert_eq!(code, Some(0), "{words:?}: {stderr}");
        let (code, _, _) = cnfetti(words, None);
        assert!(code != Some(0), "{words:?}");
    }
    // A kind given by its file is named by it in its empty puzzle.
    let (_, stdout, _) = cnfetti(&["new", "examples/kinds/owls.toml"], None);
    assert!(stdout.contains("kind = \"examples/kinds/owls.toml\""), "{stdout}");
}

/// The files in the folder, the puzzle, and the error.
const WRONG: &[(&str, &str, &str, &[&str])] = &[
    ("", "", "kind = \"owlz\"", &["puzzle.toml:1:8", "found \"owlz\"", "nor at", "owlz.toml"]),
    ("owls.toml", "", "kind = \"owlz\"", &["did you mean \"owls\"?", "owlz.toml"]),
    ("owls.toml", "", "kind = \"../owls\"", &["puzzle.toml:1:8", "found \"../owls\""]),
    ("birds.toml", "", "kind = \"birds\"", &["birds.toml:1:8", "in a file `owls.toml`"]),
    (
        "sudoku.toml",
        "owls=sudoku",
        "kind = \"sudoku\"",
        &["sudoku.toml:1:8", "a kind `sudoku` comes with the program"],
    ),
    ("owls.toml", "around=aruond", "kind = \"owls\"", &["owls.toml:20:", "aruond"]),
    ("owls.toml", "", "kind = \"./owlz.toml\"", &["owlz.toml", "cannot be read"]),
];

#[test]
fn what_is_wrong_in_the_folder_is_told_with_its_place() {
    let owls =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER).join("owls.toml"));
    let owls = owls.unwrap();
    for &(file, change, puzzle, expected) in WRONG {
        let folder = tempfile::tempdir().unwrap();
        let kinds = folder.path().join("kinds");
        fs::create_dir(&kinds).unwrap();
        if !file.is_empty() {
            let (from, to) = change.split_once('=').unwrap_or_default();
            fs::write(kinds.join(file), owls.replace(from, to).as_str()).unwrap();
        }
        let path = folder.path().join("puzzle.toml");
        fs::write(&path, format!("{puzzle}\nsize = 4\n")).unwrap();
        let words = ["count", path.to_str().unwrap(), "--kinds", kinds.to_str().unwrap()];
        let (code, _, stderr) = cnfetti(&words, None);
        assert_eq!(code, Some(1), "{puzzle}: {stderr}");
        for words in expected {
            assert!(stderr.contains(words), "{puzzle}: {stderr}");
        }
    }
    let (code, _, stderr) = cnfetti(&["count", GROVE, "--kinds", "nowhere"], None);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("nowhere: cannot be read"), "{stderr}");
    let (code, _, stderr) = cnfetti(&["count", GROVE], None);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("--kinds FOLDER"), "{stderr}");
}

/// A genre of the user's own has addresses like those of the program.
#[test]
fn an_address_of_an_own_genre_is_a_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let owls =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER).join("owls.toml"));
    let read = "\n[read.\"puzz.link\"]\nnames = [\"owls\"]\nbody = [\"number: four\"]\n";
    fs::write(folder.path().join("owls.toml"), owls.unwrap() + read).unwrap();
    let whole = ["convert", "--to", "puzzlink", GROVE];
    let (code, stdout, stderr) = cnfetti(&whole, Some(folder.path()));
    assert_eq!(code, Some(0), "{stderr}");
    let address = stdout.trim();
    let (code, stdout, stderr) = cnfetti(&["count", address], Some(folder.path()));
    assert_eq!((code, stdout), (Some(0), format!("{address}: 1 solution\n")), "{stderr}");
    let (code, _, stderr) = cnfetti(&["count", address], None);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("no kind is known for the genre `owls`"), "{stderr}");
}
