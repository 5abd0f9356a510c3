//! Hostile files, places and limits on the command line: one clear error each, and soon.

use std::fs;
use std::path::Path;

use crate::cli_proofs::cnfetti;

const LEEPF: &str = "instances/signs/leepf.toml";

/// Writes a file with this content into the folder. Returns its path.
fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path.display().to_string()
}

/// Asserts that the command ends with this exit code and one short error that contains `expected`.
fn assert_refused(words: &[&str], code: i32, expected: &str) {
    let (found, stdout, stderr) = cnfetti(words);
    assert_eq!((found, stdout.as_str()), (Some(code), ""), "{words:?}: {stderr}");
    assert!(stderr.contains(expected), "{words:?}: {stderr}");
    assert_eq!(stderr.matches("error: ").count(), 1, "{words:?}: {stderr}");
    assert!(stderr.len() < 2000, "{words:?}: {} bytes", stderr.len());
}

#[test]
fn files_that_are_none() {
    let folder = tempfile::tempdir().unwrap();
    let binary = file(folder.path(), "binary", [0xff, 0, 7, 0x80].repeat(100));
    let empty = file(folder.path(), "empty", "");
    let directory = folder.path().display().to_string();
    let missing = folder.path().join("missing").display().to_string();
    let page = folder.path().join("page.html").display().to_string();
    for words in [
        &["solve"][..],
        &["count"],
        &["candidates"],
        &["compare"],
        &["candidates", "--no-counts"],
        &["explain"],
        &["clues"],
        &["encode"],
        &["show"],
        &["draw"],
        &["convert"],
        &["report", "-o", &page],
    ] {
        for (path, expected) in [
            (
                &binary,
                "expected UTF-8 text, found the byte 0xFF in line 1, column 1, which is not UTF-8",
            ),
            (&empty, "the file is empty"),
            (&missing, "No such file"),
        ] {
            let _ = fs::remove_file(&page);
            assert_refused(&[words, &[path]].concat(), 1, expected);
        }
    }
    for words in [&["encode"][..], &["decode", LEEPF], &["check", LEEPF], &["lint"]] {
        assert_refused(&[words, &[&directory]].concat(), 1, "s a directory");
        assert_refused(&[words, &[&missing]].concat(), 1, "No such file");
    }
    let header = "expected a header `p cnf VARIABLES CLAUSES`";
    let answer = "expected a line";
    for (words, of_binary, of_empty) in
        [(&["lint"][..], header, header), (&["decode", LEEPF], answer, answer)]
    {
        assert_refused(&[words, &[&binary]].concat(), 1, of_binary);
        assert_refused(&[words, &[&empty]].concat(), 1, of_empty);
    }
    assert_refused(&["check", LEEPF, &binary], 1, "expected UTF-8 text");
}

/// Errors do not repeat the content of a file at length.
#[test]
fn errors_are_short() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(1_000_000);
    let keys: String = (0..20_000).map(|number| format!("key{number} = 1\n")).collect();
    for (content, expected) in [
        (format!("kind = \"{long}\"\n"), "for `kind`, found \"xxx"),
        (format!("{long} = 3\n"), "the key `kind` is missing"),
        (
            format!("kind = \"signs\"\nvalues = 4\nboard = \"\"\"\n{long}\n\"\"\"\n"),
            "expected directions such as",
        ),
        (format!("kind = \"dice\"\n{keys}"), "the key `dice` is missing"),
        ("kind = \"dice\"\na = ".to_owned() + &"[".repeat(100_000), "recurse"),
    ] {
        let path = file(folder.path(), "long.toml", content);
        assert_refused(&["solve", &path], 1, expected);
    }
    let path = file(folder.path(), "long.cnf", format!("p cnf 1 1\n{long}"));
    assert_refused(&["lint", &path], 1, "2:1: expected a whole number");
    assert_refused(&["solve", &path], 1, "expected a whole number");
    let path = file(folder.path(), "long.answer", format!("s {long}\n"));
    assert_refused(&["decode", LEEPF, &path], 1, "expected SATISFIABLE");
    let path =
        file(folder.path(), "long.json", format!("{{\"board\": [[{}]]}}", "9".repeat(100_000)));
    assert_refused(&["check", LEEPF, &path], 1, "number out of range");
}

#[test]
fn a_limit_that_was_reached_is_told_by_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("certificate").display().to_string();
    for words in [
        &["solve"][..],
        &["solve", "--unique"],
        &["count"],
        &["candidates"],
        &["compare", "--encodings", "auto"],
        &["candidates", "--no-counts"],
        &["clues"],
        &["draw", "--solution"],
        &["certify", "-o", &path],
    ] {
        let (code, stdout, stderr) = cnfetti(&[words, &["--time-limit", "0", LEEPF]].concat());
        assert_eq!(code, Some(3), "{words:?}: {stdout}{stderr}");
        assert!(stderr.matches("error: ").count() <= 1, "{words:?}: {stderr}");
    }
    assert_eq!(cnfetti(&["generate", "signs", "--time-limit", "0"]).0, Some(3));
}

#[test]
fn places_where_nothing_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing/file").display().to_string();
    let missing = format!("{path}: there is no such folder\n");
    assert_refused(&["encode", "-o", &path, LEEPF], 1, &missing);
    assert_refused(&["draw", "-o", &path, LEEPF], 1, &missing);
    assert_refused(&["certify", "-o", &path, LEEPF], 1, &missing);
    assert_refused(&["report", "--no-encodings", "-o", &path, LEEPF], 1, &missing);
}

/// A device that accepts nothing, and from which one could read forever.
#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error() {
    let full = "No space left on device";
    assert_refused(&["encode", "-o", "/dev/full", LEEPF], 1, full);
    assert_refused(&["draw", "-o", "/dev/full", LEEPF], 1, full);
    assert_refused(&["report", "--no-encodings", "-o", "/dev/full", LEEPF], 1, full);
    for words in ["solve", "count", "encode", "show", "list", "explain", "candidates"] {
        let device = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("cnfetti"));
        command.current_dir(env!("CARGO_MANIFEST_DIR")).arg(words).stdout(device);
        if words != "list" {
            command.arg(LEEPF);
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{words}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(full), "{words}");
    }
}

/// It is not an error if the reader goes away, such as `head`.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    for words in ["encode", "show", "solve", "explain", "compare --encodings auto --repeat 1"] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("cnfetti"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(words.split(' '))
            .arg(LEEPF)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words}");
    }
}

#[test]
fn a_report_takes_folders_and_says_what_is_wrong_with_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(LEEPF, folder.path().join("a.toml")).unwrap();
    file(folder.path(), "b.toml", "kind = \"dice\"\n");
    let page = folder.path().join("page.html").display().to_string();
    let name = folder.path().display().to_string();
    let (code, _, stderr) = cnfetti(&["report", "--no-encodings", "-o", &page, &name]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("b.toml:1:1") && stderr.contains("the key `dice` is missing"));
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("The signs of Leepf") && html.contains("the key `dice` is missing"));
}

/// What is too large is refused before it takes memory, and what only claims to be large takes
/// none: all of this within a gigabyte.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "slow: .ci/run has it"]
fn limits_hold_before_memory_runs_out() {
    let within_a_gigabyte = |words: &[&str]| {
        let mut command = std::process::Command::new("sh");
        command.current_dir(env!("CARGO_MANIFEST_DIR"));
        command.args(["-c", "ulimit -v 1000000; exec \"$@\"", "sh"]);
        command.arg(assert_cmd::cargo::cargo_bin("cnfetti")).args(words);
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let folder = tempfile::tempdir().unwrap();
    let huge = |name: &str| {
        let path = folder.path().join(name);
        fs::File::create(&path).unwrap().set_len(2 << 30).unwrap();
        path.display().to_string()
    };
    let board = |row: &str, rows: usize| format!("board = \"\"\"\n{}\"\"\"\n", row.repeat(rows));
    let figure = |row: &str, rows: usize| board(row, rows).replace("board", "figure");
    let wide = "#".repeat(1000) + "\n";
    let signs = "n ".repeat(1000) + "\n";
    let seats = "X".repeat(1000) + "\n";
    let path = |name: &str, content: String| file(folder.path(), name, content);
    let [pips, dominoes] = ["kind = \"pips\"\n", "dominoes = [\"12\"]\n"];
    for (words, expected) in [
        (vec!["solve", &huge("x.toml")], "the file is larger than 16 MiB"),
        (vec!["lint", &huge("x.cnf")], "the file is larger than 1024 MiB"),
        (vec!["count", &huge("x.cnf")], "the file is larger than 1024 MiB"),
        (vec!["decode", LEEPF, &huge("x")], "the file is larger than 256 MiB"),
        (vec!["check", LEEPF, &huge("x")], "the file is larger than 16 MiB"),
        (vec!["solve", "/dev/zero"], "the file is larger than 16 MiB"),
        (
            vec!["solve", &path("a.toml", [pips, &board(&wide, 10_000), dominoes].concat())],
            "expected at most 10000 cells, found more",
        ),
        (
            vec![
                "solve",
                &path("b.toml", format!("kind = \"signs\"\nvalues = 4\n{}", board(&signs, 5_000))),
            ],
            "expected a board of 1 to 10000 cells, at most 1000 in a row or column, found 5000 × 1000",
        ),
        (
            vec![
                "solve",
                &path(
                    "c.toml",
                    format!(
                        "kind = \"seating\"\n{}subjects = 3\ncandidates = 3\nneighbours = 8\n",
                        figure(&seats, 5_000)
                    ),
                ),
            ],
            "expected from 1 to 10000 seats, each an X, found 5000000",
        ),
        (vec!["lint", "tests/bad/variables-billion.cnf"], "expected at most 50000000 variables"),
        (vec!["lint", "tests/bad/clauses-billion.cnf"], "expected at most 50000000 clauses"),
        (vec!["solve", "tests/bad/signs-values-billion.toml"], "from 1 to 100 for `values`"),
    ] {
        let (code, stdout, stderr) = within_a_gigabyte(&words);
        assert_eq!((code, stdout.as_str()), (Some(1), ""), "{words:?}: {stderr}");
        assert!(stderr.contains(expected), "{words:?}: {stderr}");
    }
    let header = path("header.cnf", "c p show 1 2 0\np cnf 50000000 1\n1 -2 0\n".to_owned());
    let (code, stdout, stderr) = within_a_gigabyte(&["count", &header]);
    assert_eq!((code, stdout), (Some(0), format!("{header}: 3 models\n")), "{stderr}");
    let (code, _, stderr) = within_a_gigabyte(&["solve", "--all", &header]);
    assert_eq!(code, Some(0), "{stderr}");
    let (code, stdout, _) = within_a_gigabyte(&["lint", &header]);
    assert!(code == Some(1) && stdout.contains("do not determine the variable 3"), "{stdout}");
}
