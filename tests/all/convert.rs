//! Converts puzzles to other file formats and back.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use cnfetti::instance::{self, Instance};

/// All pips puzzles of the project.
fn puzzles() -> Vec<(PathBuf, Instance)> {
    let entries = fs::read_dir("instances/pips").unwrap().map(|entry| entry.unwrap().path());
    let load = |path: PathBuf| {
        let all = instance::load_all(&path).unwrap();
        all.into_iter().map(move |instance| (path.clone(), instance))
    };
    entries.flat_map(load).collect()
}

fn there_and_back(instance: &Instance, format: &str) -> Option<Instance> {
    let text = instance.to_text(format).ok()?;
    let read = instance::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(read.to_text(format).unwrap(), text, "written twice");
    Some(read)
}

#[test]
fn our_own_format_loses_nothing() {
    for (path, instance) in puzzles() {
        let read = there_and_back(&instance, "toml").unwrap();
        assert_eq!(read.puzzle.draw(None), instance.puzzle.draw(None), "{}", path.display());
        assert_eq!(read.puzzle.csp(), instance.puzzle.csp());
        assert_eq!((read.title, read.source), (instance.title, instance.source));
        assert_eq!(read.expect, instance.expect);
        assert_eq!(read.puzzle.known_solution(), instance.puzzle.known_solution());
    }
}

#[test]
fn every_format_keeps_the_puzzle() {
    let mut written = 0;
    for (path, instance) in puzzles() {
        for format in ["map", "json", "text", "dominosa"] {
            let Some(read) = there_and_back(&instance, format) else { continue };
            written += 1;
            let (one, other) = (instance.puzzle.csp(), read.puzzle.csp());
            assert_eq!(one.variables(), other.variables(), "{} as {format}", path.display());
            let back = read.to_text("toml").unwrap();
            let again = instance::parse(&back).unwrap().to_text(format).unwrap();
            assert_eq!(again, read.to_text(format).unwrap(), "{} as {format}", path.display());
        }
    }
    assert!(written > 60, "{written}");
}

#[test]
fn published_json_comes_back_with_its_solution_and_its_maker() {
    for instance in instance::load_all(Path::new("instances/pips/sample-day.json")).unwrap() {
        let toml = instance::parse(&instance.to_text("toml").unwrap()).unwrap();
        let json = toml.to_text("json").unwrap();
        assert_eq!(json, instance.to_text("json").unwrap());
        assert!(json.contains("\"constructors\": \"cnfetti\""), "{json}");
        let known = instance::parse(&json).unwrap().puzzle.known_solution().unwrap().unwrap();
        assert_eq!(instance.puzzle.check(&known), Ok(()));
    }
}

#[test]
fn a_dominosa_id_comes_back_to_the_letter() {
    let id = fs::read_to_string("instances/pips/dominosa-6.txt").unwrap();
    let toml = instance::parse(&id).unwrap().to_text("toml").unwrap();
    assert_eq!(instance::parse(&toml).unwrap().to_text("dominosa").unwrap(), id);
    let large = "10:".to_owned() + &"[10]9876543210".repeat(12) + "\n";
    let toml = instance::parse(&large).unwrap().to_text("toml").unwrap();
    assert_eq!(instance::parse(&toml).unwrap().to_text("dominosa").unwrap(), large);
}

#[test]
fn unusual_boards_come_back() {
    let boards = [
        ("Ä\nÄ\n", "dominoes = ['12']\n[regions]\n'Ä' = '>= 0'"),
        ("A1 A1\nB22 B22\n", "dominoes = ['10-12', '3-4']\n[regions]\nA1 = 'free'\nB22 = '<= 12'"),
        ("12 .\n#\n", "dominoes = ['10-12']"),
        ("\n..##\n\n..#\n..#\n", "dominoes = ['12', '21']"),
        ("", "dominoes = []"),
    ];
    for (board, rest) in boards {
        let text = format!("kind='pips'\ntitle='a \"b\" \\'\nboard='''\n{board}'''\n{rest}");
        let instance = instance::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        for format in ["toml", "json", "map", "text"] {
            let Some(read) = there_and_back(&instance, format) else { continue };
            assert_eq!(read.puzzle.csp().variables(), instance.puzzle.csp().variables(), "{text}");
        }
    }
}

/// Runs the tool and returns its exit code, stdout and stderr.
fn cnfetti(words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("cnfetti").unwrap().args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn files_are_written_whole_and_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let day = "instances/pips/sample-day.json";
    assert_eq!(cnfetti(&["convert", day, "-o", &path]).0, Some(0));
    for part in ["easy", "medium", "hard"] {
        let converted = folder.path().join(format!("sample-day-{part}.toml"));
        let original = format!("{day}#{part}");
        let csp = |path: &Path| instance::load(path).unwrap().puzzle.csp();
        assert_eq!(csp(&converted), csp(Path::new(&original)));
    }
    let (code, _, err) = cnfetti(&["convert", day, "-o", &path]);
    assert!(code == Some(1) && err.contains("exists; --force overwrites it"), "{err}");
    assert_eq!(cnfetti(&["convert", "--force", day, "-o", &path]).0, Some(0));
    let (code, _, err) = cnfetti(&["convert", day]);
    assert!(code == Some(1) && err.contains("there are 3 puzzles: choose one"), "{err}");
}

#[test]
fn what_a_format_cannot_say_is_an_error() {
    let (code, out, err) = cnfetti(&["convert", "--to", "dominosa", "instances/pips/pips1.toml"]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(err.contains("the dominoes are not all of 0-0 to 6-6"), "{err}");
    let (code, _, err) = cnfetti(&["convert", "--to", "xml", "instances/pips/pips1.toml"]);
    assert!(code == Some(2) && err.contains("possible values: toml, json"), "{err}");
    let (code, _, err) = cnfetti(&["convert", "--to", "map", "instances/signs/leepf.toml"]);
    assert!(code == Some(1) && err.contains("only puzzles of pips can be written"), "{err}");
}

#[test]
fn check_compares_with_the_solution_that_came_with_the_puzzle() {
    let day = "instances/pips/sample-day.json#hard";
    let (code, out, _) = cnfetti(&["check", "--known", day]);
    assert_eq!(code, Some(0));
    assert!(out.contains("right, the solution that came with the puzzle"), "{out}");
    let (_, solution, _) = cnfetti(&["--json", "solve", day]);
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    let out = command.args(["check", day]).write_stdin(solution).output().unwrap().stdout;
    assert!(String::from_utf8(out).unwrap().contains("the solution that came with"));
    let (code, _, err) = cnfetti(&["check", "--known", "instances/pips/pips1.toml"]);
    assert!(code == Some(1) && err.contains("the file contains no solution to check"), "{err}");
}

#[test]
fn models_are_written_in_their_own_format_by_its_ending() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["queens.xml", "ring.fzn", "delivery.opb"] {
        let source = Path::new("instances/models").join(file);
        let written = folder.path().join(file);
        let convert = |from: &Path, to: &Path| {
            let mut cnfetti = Command::new(env!("CARGO_BIN_EXE_cnfetti"));
            cnfetti.arg("convert").arg(from).arg("-o").arg(to).assert()
        };
        convert(&source, &written).success();
        assert_eq!(fs::read(&written).unwrap(), fs::read(&source).unwrap(), "{file}");
        let ours = written.with_extension("toml");
        convert(&written, &ours).success();
        let back = folder.path().join(format!("back-{file}"));
        convert(&ours, &back).success();
        assert_eq!(fs::read(&back).unwrap(), fs::read(&source).unwrap(), "{file}");
        convert(
            Path::new("instances/pips/pips1.toml"),
            &folder.path().join("x").with_extension(source.extension().unwrap()),
        )
        .failure();
    }
}
