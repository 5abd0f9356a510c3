//! Folders that commands write: whatever else is there stays unchanged.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::cli_proofs::cnfetti;

const WAYS: &str = "benches/peers/many-ways.toml";
const PIPS: &str = "instances/pips/pips1.toml";
const LINGUISTS: &str = "instances/seating/cheating-linguists.toml";

/// Commands that write a folder, their name for it, and a file that each such folder contains.
const WRITERS: [(&[&str], &str, &str); 4] = [
    (&["certify", PIPS], "a certificate", "certificate.json"),
    (&["certify", "--count", PIPS], "a certificate", "count.json"),
    (&["split", "--parts", "3", PIPS], "a folder of parts", "plan"),
    (&["split", "--parts", "2", "--rounds", WAYS], "a folder of parts", "plan"),
];

fn run(words: &[&str], folder: &Path, force: bool) -> (Option<i32>, String) {
    let folder = folder.display().to_string();
    let force: &[&str] = if force { &["--force"] } else { &[] };
    let (code, _, err) = cnfetti(&[words, &["-o", &folder], force].concat());
    (code, err)
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_folder_replaces_only_one_of_its_sort() {
    for (words, what, mark) in WRITERS {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("folder");
        let refused = |force: bool, why: &str| {
            let before = names_in(&folder);
            let (code, err) = run(words, &folder, force);
            assert_eq!(code, Some(1), "{words:?}: {err}");
            assert!(err.contains(why), "{words:?}: {err}");
            assert_eq!(names_in(&folder), before, "{words:?}");
            assert_eq!(names_in(directory.path()), ["folder"], "{words:?}");
        };
        assert_eq!(run(words, &folder, false).0, Some(0), "{words:?}");
        refused(false, &format!("exists; --force replaces {what} that cnfetti wrote"));
        let first = names_in(&folder);
        if words[0] == "split" {
            for part in first.iter().filter(|name| name.starts_with("part-")) {
                let part = folder.join(part).display().to_string();
                assert_eq!(cnfetti(&["count", &part]).0, Some(0), "{part}");
            }
            assert!(names_in(&folder).len() > first.len(), "{words:?}");
        }
        let (code, err) = run(words, &folder, true);
        assert_eq!(code, Some(0), "{words:?}: {err}");
        assert_eq!(names_in(&folder), first, "{words:?}: of what was counted nothing is left");
        fs::write(folder.join("thesis.tex"), "all of it").unwrap();
        refused(true, &format!("\"thesis.tex\" in it is not part of {what}"));
        fs::remove_file(folder.join("thesis.tex")).unwrap();
        fs::create_dir(folder.join("photos")).unwrap();
        refused(true, &format!("\"photos\" in it is not part of {what}"));
        fs::remove_dir(folder.join("photos")).unwrap();
        fs::write(folder.join(mark), "made elsewhere").unwrap();
        refused(true, &format!("it is not {what} that cnfetti wrote"));
        for name in first {
            fs::remove_file(folder.join(name)).unwrap();
        }
        let (code, err) = run(words, &folder, true);
        assert_eq!(code, Some(0), "{words:?}: {err}");
    }
}

#[cfg(unix)]
#[test]
fn neither_links_nor_what_is_around_us_is_replaced() {
    let directory = tempfile::tempdir().unwrap();
    let [folder, link] = ["folder", "link"].map(|name| directory.path().join(name));
    for (words, ..) in WRITERS {
        assert_eq!(run(words, &folder, false).0, Some(0), "{words:?}");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        let before = names_in(&folder);
        for link in [link.clone(), link.join(""), link.join(".")] {
            let (code, err) = run(words, &link, true);
            assert!(code == Some(1) && err.contains("it is a link"), "{words:?}: {err}");
        }
        let inside = |output: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_cnfetti"));
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let words = words.iter().map(|word| match word.starts_with("instances") {
                true => root.join(word).display().to_string(),
                false => (*word).to_owned(),
            });
            let output = command.args(words).args(["--force", "-o", output]).current_dir(&folder);
            let output = output.output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        for output in [".", "./", "..", "../folder", "../link/../folder/.", "/"] {
            let (code, err) = inside(output);
            assert!(code == Some(1) && err.contains("the current folder"), "{output}: {err}");
        }
        assert_eq!(names_in(&folder), before, "{words:?}");
        assert!(link.is_symlink());
        fs::remove_file(&link).unwrap();
        fs::remove_dir_all(&folder).unwrap();
    }
}

/// Starts a command that writes a folder; its hidden folder shows that it has begun.
fn begun(words: &[&str], directory: &Path) -> (Child, PathBuf) {
    let folder = directory.join("folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cnfetti"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).arg("-o").arg(&folder);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    (command.spawn().unwrap(), folder)
}

#[test]
fn what_appears_while_a_folder_is_made_is_kept() {
    for force in [&["--force"][..], &[]] {
        let directory = tempfile::tempdir().unwrap();
        let words = [&["certify", "--count", LINGUISTS], force].concat();
        let (mut child, folder) = begun(&words, directory.path());
        let start = Instant::now();
        while names_in(directory.path()).is_empty() {
            assert!(child.try_wait().unwrap().is_none(), "it has ended before it began");
            assert!(start.elapsed() < Duration::from_secs(60), "it never begins");
            sleep(Duration::from_millis(1));
        }
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("thesis.tex"), "all of it").unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("it appeared in the meantime, so it is left alone"), "{said}");
        assert_eq!(fs::read(folder.join("thesis.tex")).unwrap(), b"all of it");
        assert_eq!(names_in(directory.path()), ["folder"]);
    }
}

/// What appears before the puzzle is read is kept too, even if the folder is written at the end.
#[test]
fn what_appears_before_a_folder_is_made_is_kept() {
    let puzzle = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(PIPS)).unwrap();
    for words in [&["certify", "-"][..], &["certify", "--count", "-"], &["split", "-"]] {
        let directory = tempfile::tempdir().unwrap();
        let (mut child, folder) = begun(words, directory.path());
        sleep(Duration::from_millis(300));
        fs::create_dir(&folder).unwrap();
        child.stdin.take().unwrap().write_all(&puzzle).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(names_in(&folder).is_empty() && names_in(directory.path()) == ["folder"]);
    }
}
