//! Packed files are read like their content, and damaged ones are refused.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use cnfetti::input::{is_packed, read_bytes, read_text};
use cnfetti::instance;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::cli_proofs::cnfetti;

const PLAIN: &str = "instances/signs/leepf.toml";
const ENDINGS: [&str; 4] = ["gz", "xz", "lzma", "bz2"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The same puzzle, packed by the programs with these names.
fn packed(ending: &str) -> PathBuf {
    root().join(format!("tests/packed/leepf.toml.{ending}"))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn packed_files_are_told_by_what_is_in_them() {
    let folder = tempfile::tempdir().unwrap();
    let plain = fs::read_to_string(root().join(PLAIN)).unwrap();
    let csp = instance::load(&root().join(PLAIN)).unwrap().puzzle.csp();
    let (_, solved, _) = cnfetti(&["solve", PLAIN]);
    assert!(!is_packed(plain.as_bytes()) && !is_packed(b"BZh9 is a cell") && !is_packed(b""));
    for ending in ENDINGS {
        let path = packed(ending);
        assert!(is_packed(&fs::read(&path).unwrap()), "{ending}");
        assert_eq!(read_text(&path, |_| 1 << 20).unwrap(), plain, "{ending}");
        assert_eq!(instance::load(&path).unwrap().puzzle.csp().variables(), csp.variables());
        let (code, stdout, stderr) = cnfetti(&["solve", &path.display().to_string()]);
        assert_eq!((code, &stdout), (Some(0), &solved), "{ending}: {stderr}");
        // Its name does not matter, nor whether it is a file.
        let other = folder.path().join("puzzle.toml");
        fs::copy(&path, &other).unwrap();
        assert_eq!(cnfetti(&["solve", &other.display().to_string()]).1, solved, "{ending}");
        let mut command = Command::cargo_bin("cnfetti").unwrap();
        let output = command.args(["solve", "-"]).pipe_stdin(&path).unwrap().output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), solved, "{ending}");
    }
    // Folders, formulas, solutions, and concatenated files.
    let (code, _, stderr) = cnfetti(&["count", "tests/packed"]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("4 puzzles") || stderr.contains("4 files"), "{stderr}");
    let formula = folder.path().join("formula");
    fs::write(&formula, [gzip(b"p cnf 3 2\n1 2 0\n"), gzip(b"-2 3 0\n")].concat()).unwrap();
    let (_, stdout, stderr) = cnfetti(&["count", &formula.display().to_string()]);
    assert!(stdout.ends_with(": 4 models\n"), "{stdout}{stderr}");
    let (code, found, _) = cnfetti(&["lint", &formula.display().to_string()]);
    assert!(code.is_some() && !found.contains("expected"), "{found}");
    let solution = folder.path().join("solution");
    let (_, json, _) = cnfetti(&["solve", "--json", PLAIN]);
    fs::write(&solution, gzip(json.as_bytes())).unwrap();
    let (code, _, stderr) = cnfetti(&["check", PLAIN, &solution.display().to_string()]);
    assert_eq!(code, Some(0), "{stderr}");
}

/// A file that is cut off or changed is never taken for the whole file. LZMA has no checksum, so there a
/// change may give another text.
#[test]
#[ignore = "slow: .ci/run has it"]
fn damaged_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let plain = fs::read(root().join(PLAIN)).unwrap();
    let path = folder.path().join("damaged");
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        read_bytes(&path, |_| 1 << 20)
    };
    for ending in ENDINGS {
        let whole = fs::read(packed(ending)).unwrap();
        for length in 14..whole.len() {
            let error = read(&whole[..length]).err();
            let error = error.unwrap_or_else(|| panic!("{ending} of {length} bytes")).to_string();
            assert!(error.contains("cut off") || error.contains("damaged"), "{ending}: {error}");
        }
        for at in 0..whole.len() * 8 {
            let mut bytes = whole.clone();
            bytes[at / 8] ^= 1 << (at % 8);
            if let Ok(text) = read(&bytes) {
                // Without its signature, it is not a packed file. Some bits have no meaning.
                let is_same = text == plain || text == bytes;
                assert!(is_same || ending == "lzma", "{ending}: bit {at}");
            }
        }
    }
    fs::write(&path, &fs::read(packed("xz")).unwrap()[..100]).unwrap();
    let (code, stdout, stderr) = cnfetti(&["solve", &path.display().to_string()]);
    assert_eq!((code, &*stdout), (Some(1), ""));
    assert!(
        stderr
            .contains("damaged: cannot be read: the xz data ends too early: is the file cut off?"),
        "{stderr}"
    );
}

#[test]
fn a_small_file_that_unpacks_to_a_large_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb");
    let word = path.display().to_string();
    fs::write(&path, gzip(&vec![b'\n'; 100 << 20])).unwrap();
    let error = read_text(&path, |_| 1 << 20).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileTooLarge);
    let (code, stdout, stderr) = cnfetti(&["solve", &word]);
    assert_eq!((code, &*stdout), (Some(1), ""));
    let expected = "the file is larger than 16 MiB, unpacked; --file-limit allows more";
    assert!(stderr.contains(expected), "{stderr}");
    // A window of two gigabytes, in a header of four bytes.
    fs::write(&path, [&[0x5d, 0, 0, 0, 0x80][..], &[0xff; 8], &[0; 100]].concat()).unwrap();
    let error = read_text(&path, |_| 1 << 20).unwrap_err().to_string();
    assert_eq!(error, "the LZMA data needs more than 1024 MiB to unpack");
}

/// More than 16 MiB of comments, in lines that begin with this sign.
fn comments(sign: char) -> String {
    format!("{sign} {}\n", "-".repeat(98)).repeat(170_000)
}

#[test]
fn the_largest_size_is_an_option() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.opb");
    let word = path.display().to_string();
    let comments = comments('*');
    fs::write(&path, format!("* #variable= 2 #constraint= 1\n{comments}+1 x1 +1 x2 >= 1 ;\n"))
        .unwrap();
    let (code, _, stderr) = cnfetti(&["count", &word]);
    assert_eq!(code, Some(1));
    assert!(
        stderr.contains("the file is larger than 16 MiB; --file-limit allows more"),
        "{stderr}"
    );
    let (code, stdout, stderr) = cnfetti(&["count", "--file-limit", "20M", &word]);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.ends_with(": 3 solutions\n"), "{stdout}");
    // A larger limit also allows more lines, and a smaller one is a limit too.
    fs::write(&path, "\n".repeat(3_000_000) + "+1 x1 +1 x2 >= 1 ;\n").unwrap();
    let (_, _, stderr) = cnfetti(&["count", &word]);
    assert!(stderr.contains("expected a file of at most 2000000 lines"), "{stderr}");
    let (code, _, stderr) = cnfetti(&["count", "--file-limit", "20M", &word]);
    assert_eq!(code, Some(0), "{stderr}");
    for (limit, said) in [("1000", "1000 bytes"), ("2K", "2 KiB")] {
        let (code, _, stderr) = cnfetti(&["solve", "--file-limit", limit, &word]);
        assert_eq!(code, Some(1));
        assert!(stderr.contains(&format!("the file is larger than {said};")), "{stderr}");
    }
}

/// MiniZinc writes large files, and its users cannot easily pass options to a solver.
#[test]
fn minizincs_solver_reads_large_files_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wide.fzn");
    let word = path.display().to_string();
    fs::write(&path, comments('%') + "var 1..1: x :: output_var;\nsolve satisfy;\n").unwrap();
    let (code, stdout, stderr) = cnfetti(&["minizinc", &word]);
    assert_eq!((code, &*stdout), (Some(0), "x = 1;\n----------\n"), "{stderr}");
    let (code, _, stderr) = cnfetti(&["minizinc", "--file-limit", "16M", &word]);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("the file is larger than 16 MiB"), "{stderr}");
}
