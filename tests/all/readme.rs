//! The examples of the README print what it says they print.

use std::fs;
use std::path::Path;

/// The files that the examples write where they run.
const WRITTEN: [&str; 2] = ["board.svg", "report.html"];

#[test]
fn the_examples_of_the_readme_are_true() {
    {
        // The examples run when this is dropped.
        trycmd::TestCases::new().case("README.md");
    }
    for name in WRITTEN {
        let written = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        assert!(fs::metadata(&written).is_ok_and(|file| file.len() > 0), "{name}");
        fs::remove_file(written).expect("it was just written");
    }
}
