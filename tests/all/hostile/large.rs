//! Files with too many of one thing are read or refused in time and memory proportional to their
//! length.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use cnfetti::input::{MAX_CELLS, MAX_LINES, MAX_PUZZLES, snippet};
use cnfetti::instance;

use super::files::FILES;

/// Far more than a reader needs in time proportional to the length of a file, and far less than if
/// it compared every item with every other.
const LIMIT: Duration = Duration::from_secs(10);

/// Long enough for a hundred thousand things in most files.
const BYTES: usize = 700_000;

#[test]
#[ignore = "slow: .ci/run has it"]
fn no_list_is_too_long() {
    for file in FILES {
        let text = file.text(BYTES);
        let start = Instant::now();
        match instance::parse_all(&text) {
            Err(error) => {
                let said = snippet(file.name, &text, &error);
                assert!(said.len() < 20_000, "{}: {} bytes", file.name, said.len());
            }
            Ok(puzzles) => {
                assert!(puzzles.len() <= MAX_PUZZLES, "{}", file.name);
                for instance in puzzles.into_iter().take(3) {
                    let csp = instance.puzzle.csp();
                    assert!(csp.variables().len() <= 2 * MAX_CELLS, "{}", file.name);
                    let drawn = instance.puzzle.draw(None);
                    assert!(drawn.len() < 100_000_000, "{}: {} bytes", file.name, drawn.len());
                }
            }
        }
        let took = start.elapsed();
        assert!(took < LIMIT, "{} took {took:?}", file.name);
    }
}

#[test]
fn files_of_too_many_lines_are_not_read() {
    let error = instance::parse_all(&"\n".repeat(MAX_LINES + 1)).err().unwrap().to_string();
    assert_eq!(error, "expected a file of at most 2000000 lines, found 2000001");
}

/// Names of files are unique, and each format has some files.
#[test]
fn every_format_has_its_files() {
    let mut names: Vec<&str> = FILES.iter().map(|file| file.name).collect();
    for format in ["toml", "dice", "signs", "seats", "pips", "json", "dominosa", "counted", "map"] {
        assert!(names.iter().filter(|name| name.starts_with(format)).count() >= 3, "{format}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), FILES.len());
}

/// For `benches/readers`, which runs the program on each file.
#[test]
#[ignore = "writes two gigabytes to the folder CNFETTI_HOSTILE_FOLDER"]
fn write_the_largest_files() {
    let folder = std::env::var("CNFETTI_HOSTILE_FOLDER").expect("CNFETTI_HOSTILE_FOLDER is set");
    for file in FILES {
        fs::write(Path::new(&folder).join(file.name), file.text(16 << 20)).unwrap();
    }
}
