//! Hostile input: whatever the bytes, there is one clear error or a right answer, and never a panic.
//!
//! `tests/bad` contains malformed files, and `tests/bad/errors.txt` the message for each.

mod files;
mod large;
mod mutations;

use std::fs;
use std::path::{Path, PathBuf};

use cnfetti::dimacs;
use cnfetti::encodings::Cnf;
use cnfetti::input::InputError;
use cnfetti::instance::{self, LoadError};
use cnfetti::proof::check;
use cnfetti::puzzle::FORMATS;
use cnfetti::solver::{Budget, answer};
use proptest::prelude::*;

use crate::cli_proofs::cnfetti;
use crate::formulas::cnf;

fn bad() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad")
}

/// All assignments of two variables are forbidden.
fn contradiction() -> Cnf {
    cnf(2, &[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]])
}

/// Formats an error as `line:column: message`.
fn located(text: &str, error: &InputError) -> String {
    match error.line_column(text) {
        Some((line, column)) => format!("{line}:{column}: {error}"),
        None => error.to_string(),
    }
}

/// The error with its causes.
fn whole(error: LoadError) -> String {
    format!("{:#}", anyhow::Error::from(error))
}

/// The message for a file, from the reader that its extension selects.
fn error_of(path: &Path) -> String {
    let bytes = fs::read(path).unwrap();
    let error = match path.extension().and_then(|extension| extension.to_str()) {
        Some("cnf") => {
            let text = String::from_utf8_lossy(&bytes);
            dimacs::read(&text).err().map(|error| located(&text, &error))
        }
        Some("answer") => answer::parse(&bytes, 3).err().map(|error| error.to_string()),
        Some("drat") => {
            let checked = check(&contradiction(), &bytes, &Budget::default());
            checked.err().map(|error| error.to_string())
        }
        _ => instance::load_all(path).err().map(|error| match error {
            LoadError::Invalid { text, error, .. } => located(&text, &error),
            other => whole(other).replace(&path.display().to_string(), "FILE"),
        }),
    };
    error.unwrap_or_else(|| "accepted".to_owned())
}

#[test]
fn every_malformed_file_gets_its_error() {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(bad()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.file_name().is_some_and(|name| name != "errors.txt"));
    paths.sort();
    assert!(paths.len() >= 60);
    let found: String = paths
        .iter()
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy();
            format!("{name}: {}\n", error_of(path).replace('\n', "\\n"))
        })
        .collect();
    assert!(!found.contains(": accepted\n"), "{found}");
    let expected = fs::read_to_string(bad().join("errors.txt")).unwrap_or_default();
    if found != expected {
        let said = std::env::temp_dir().join("cnfetti-errors.txt");
        fs::write(&said, &found).unwrap();
        similar(&found, &expected);
        panic!("tests/bad/errors.txt differs from what is said, which is in {}", said.display());
    }
}

fn similar(found: &str, expected: &str) {
    for line in found.lines().filter(|line| !expected.lines().any(|other| other == *line)) {
        println!("said:     {line}");
    }
    for line in expected.lines().filter(|line| !found.lines().any(|other| other == *line)) {
        println!("expected: {line}");
    }
}

/// A file of two gigabytes is refused after as many bytes as an instance may have.
#[test]
fn a_huge_file_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.toml");
    fs::File::create(&path).unwrap().set_len(2 << 30).unwrap();
    let error = whole(instance::load(&path).err().unwrap());
    assert!(error.ends_with("the file is larger than 16 MiB"), "{error}");
}

/// Line ends of any system, tabs and a byte order mark make no difference.
#[test]
fn line_ends_tabs_and_a_mark_change_nothing() {
    let plain = "kind = \"pips\"\nboard = \"\"\"\nAA\n\"\"\"\ndominoes = [\"12\"]\n[regions]\nA = \"= 3\"\n";
    let draw = |text: &str| instance::parse(text).unwrap().puzzle.draw(None);
    for text in
        [plain.replace('\n', "\r\n"), plain.replace(" = ", "\t=\t"), format!("\u{feff}{plain}")]
    {
        assert_eq!(draw(&text), draw(plain), "{text:?}");
    }
    let file = dimacs::read("p cnf 2 1\n1 -2 0\n").unwrap();
    assert_eq!(dimacs::read("p\tcnf 2 1\r\n1\t-2 0\r\n").unwrap().cnf, file.cnf);
}

/// In every format, lines may end in carriage returns alone, and errors name the right line.
#[test]
fn carriage_returns_alone_end_lines() {
    let folder = tempfile::tempdir().unwrap();
    let mut paths: Vec<_> = FORMATS.iter().map(|format| Path::new(format.example)).collect();
    paths.push(Path::new("instances/signs/leepf.toml"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for path in paths {
        let text = fs::read_to_string(root.join(path)).unwrap();
        let old = folder.path().join(path.file_name().unwrap());
        fs::write(&old, text.replace('\n', "\r")).unwrap();
        let [plain, old] = [&root.join(path), &old].map(|path| instance::load_all(path).unwrap());
        assert_eq!(plain.len(), old.len());
        let mut pairs = plain.iter().zip(&old);
        assert!(pairs.all(|(plain, old)| plain.puzzle.csp() == old.puzzle.csp()), "{path:?}");
    }
    let path = folder.path().join("cut.opb");
    fs::write(&path, "* made by hand\r+1 x1 >= 1 ;\r+1 x1 >= 1\r").unwrap();
    let Some(LoadError::Invalid { text, error, .. }) = instance::load(&path).err() else {
        panic!()
    };
    let said = "4:1: expected `;`, found the end of the file: is it cut off?";
    assert_eq!(located(&text, &error), said);
    let formula = folder.path().join("formula").display().to_string();
    fs::write(&formula, "c p show 1 2 0\rp cnf 2 1\r1 -2 0\r").unwrap();
    let (code, out, err) = cnfetti(&["count", &formula]);
    assert_eq!((code, out), (Some(0), format!("{formula}: 3 models\n")), "{err}");
    assert_eq!(cnfetti(&["lint", &formula]).0, Some(0));
}

/// What is not UTF-8 is named with its place.
#[test]
fn a_byte_that_is_not_utf8_has_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bytes.toml");
    for (bytes, expected) in [
        (
            &b"kind = \"dice\"\r\n# \xc3\xbc\xfc\r\n"[..],
            "0xFC in line 2, column 4, which is not UTF-8",
        ),
        (b"# \xe2\x82", "0xE2 in line 1, column 3, which is not UTF-8"),
        (b"\xff\xfe#\0", "0xFF in line 1, column 1, which is not UTF-8: is it UTF-16?"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = whole(instance::load(&path).err().unwrap());
        assert!(
            error.ends_with(&format!("expected UTF-8 text, found the byte {expected}")),
            "{error}"
        );
    }
}

/// Texts that resemble what the readers read, with pieces out of place.
fn near_misses() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "kind",
        "=",
        "\"dice\"",
        "\"signs\"",
        "\"pips\"",
        "\"seating\"",
        "dice",
        "words",
        "[",
        "]",
        "\"ab\"",
        "values",
        "board",
        "\"\"\"",
        "\n",
        "→",
        "AA",
        "#.",
        "regions",
        "dominoes",
        "figure",
        "X.",
        "subjects",
        "candidates",
        "neighbours",
        "4",
        "-1",
        "99999999999",
        "p",
        "cnf",
        "show",
        "c",
        "0",
        "1",
        "-2",
        "s",
        "SATISFIABLE",
        "v",
        "d",
        "{",
        "}",
        ":",
        ",",
        "\"easy\"",
        "\u{feff}",
        "\t",
        "\r\n",
        "\u{0}",
    ]);
    prop::collection::vec(words, 0..60).prop_map(|words| words.join(" "))
}

/// An instance with a part cut out, repeated or replaced.
fn damaged_instances() -> impl Strategy<Value = String> {
    let files = [
        "dice/labeled-dice.toml",
        "signs/leepf.toml",
        "pips/pips1.toml",
        "pips/pips1.txt",
        "pips/sample-day.json",
        "pips/dominosa-6.txt",
        "models/labeled_dice.xml",
        "models/teams.xml",
        "models/nurses.xml",
        "models/elements.xml",
        "seating/cheating-linguists.toml",
    ];
    let texts: Vec<Vec<char>> = files
        .iter()
        .map(|name| Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(name))
        .map(|path| fs::read_to_string(path).unwrap().chars().collect())
        .collect();
    let damage = (prop::sample::select(texts), any::<prop::sample::Index>(), 0..20_usize, ".{0,3}");
    damage.prop_map(|(text, at, cut, put)| {
        let at = at.index(text.len());
        let end = (at + cut).min(text.len());
        let parts: [String; 3] = [text[..at].iter().collect(), put, text[end..].iter().collect()];
        parts.concat()
    })
}

/// What is read has a meaning that writing and reading it again does not change, and an error has a place in
/// the text.
fn read_everything(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match instance::parse_all(&text) {
        Ok(all) => {
            for instance in all {
                let csp = instance.puzzle.csp();
                assert!(!instance.puzzle.draw(None).is_empty(), "{text:?}");
                if let Ok(written) = instance.to_text("toml") {
                    let again = instance::parse(&written).expect(&written).puzzle.csp();
                    assert_eq!(csp.variables(), again.variables(), "{text:?}\n{written}");
                    assert_eq!(csp.constraints(), again.constraints(), "{text:?}\n{written}");
                }
            }
        }
        Err(error) => {
            let lines = 1 + text.lines().count();
            let (line, _) = error.line_column(&text).unwrap_or((1, 1));
            assert!((1..=lines).contains(&line) && !error.to_string().is_empty(), "{text:?}");
        }
    }
    if let Ok(file) = dimacs::read_lenient(&text) {
        let mut written = Vec::new();
        dimacs::write_plain(&mut written, &[], &file.cnf).unwrap();
        let again = dimacs::read(std::str::from_utf8(&written).unwrap()).unwrap();
        assert_eq!(again.cnf, file.cnf, "{text:?}");
        let _ = dimacs::lint(&file);
    }
    let _ = answer::parse(bytes, 5);
    assert!(check(&cnf(2, &[&[1, 2]]), bytes, &Budget::default()).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_everything(&bytes);
    }

    #[test]
    fn any_text_is_read_or_refused(text in near_misses()) {
        read_everything(text.as_bytes());
    }

    #[test]
    fn damaged_instances_are_read_or_refused(text in damaged_instances()) {
        read_everything(text.as_bytes());
    }

    #[test]
    fn any_json_is_a_solution_or_not(text in near_misses()) {
        let Ok(json) = serde_json::from_str::<serde_json::Value>(&text) else { return Ok(()) };
        for name in ["dice/labeled-dice", "signs/leepf", "pips/pips1", "seating/cheating-linguists"] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("instances/{name}.toml"));
            let puzzle = instance::load(&path).unwrap().puzzle;
            if let Ok(solution) = puzzle.read_json(&json) {
                let obeys = puzzle.check(&solution).is_ok();
                prop_assert_eq!(obeys, puzzle.csp().is_solution(&solution), "{}", json);
            }
        }
    }

    #[test]
    fn formulas_survive_writing_and_reading(clauses in prop::collection::vec(
        prop::collection::vec((1..40_i32, any::<bool>()), 0..6), 0..30)
    ) {
        let clauses: Vec<Vec<i32>> = clauses
            .into_iter()
            .map(|clause| clause.into_iter().map(|(v, sign)| if sign { v } else { -v }).collect())
            .collect();
        let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        let formula = cnf(40, &clauses);
        let mut bytes = Vec::new();
        dimacs::write_plain(&mut bytes, &["any\ncomment".to_owned()], &formula).unwrap();
        let read = dimacs::read(std::str::from_utf8(&bytes).unwrap()).unwrap();
        prop_assert_eq!(read.cnf, formula);
    }
}
