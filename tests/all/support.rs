//! What several tests need.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::Value;
use cnfetti::instance::{self, Instance};
use cnfetti::search::enumerate::each_solution;
use cnfetti::solver::{Budget, by_name};
use itertools::Itertools;

/// The seeds of so many random problems. `CNFETTI_TIMES=4` makes four times as many, and `CNFETTI_RANDOM_SEED` is the first.
pub(crate) fn seeds(number: u64) -> Range<u64> {
    let given = |name, usual| std::env::var(name).map_or(usual, |text| text.parse().unwrap());
    let first = given("CNFETTI_RANDOM_SEED", 0);
    first..first + number * given("CNFETTI_TIMES", 1)
}

/// Tries all items at the same time, each on its own thread: for programs that mostly wait until their time is over.
pub(crate) fn at_once<T: Send>(items: impl IntoIterator<Item = T>, try_one: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        for item in items {
            scope.spawn(|| try_one(item));
        }
    });
}

/// The instance that a text describes.
pub(crate) fn instance(text: &str) -> Instance {
    instance::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Tries every assignment of a tiny puzzle and returns its solutions. The constraints and the check
/// of the rules must agree on each, and each solution must survive its JSON form.
pub(crate) fn solutions_by_hand(text: &str) -> Vec<Vec<Value>> {
    let puzzle = instance(text).puzzle;
    let csp = puzzle.csp();
    assert!(csp.log2_assignments() < 21.0, "too large to try every assignment");
    let domains = csp.variables().iter().map(|variable| variable.domain().iter().copied());
    let mut solutions = Vec::new();
    for values in domains.multi_cartesian_product() {
        let checked = puzzle.check(&values);
        assert_eq!(csp.is_solution(&values), checked.is_ok(), "{values:?}: {checked:?}\n{text}");
        if checked.is_ok() {
            let mut json = String::new();
            puzzle.write_json(&values, &mut json);
            let json = serde_json::from_str(&json).expect("the puzzle writes JSON");
            assert_eq!(puzzle.read_json(&json).as_ref(), Ok(&values), "{json}");
            solutions.push(values);
        }
    }
    solutions
}

/// Asserts that a text is refused with this error: `line:column: message`, or the message alone if
/// it has no place.
pub(crate) fn refused(text: &str, expected: &str) {
    let error = instance::parse(text).err().unwrap_or_else(|| panic!("accepted:\n{text}"));
    let place = error.line_column(text).map(|(line, column)| format!("{line}:{column}: "));
    assert_eq!(format!("{}{error}", place.unwrap_or_default()), expected, "\n{text}");
}

/// A puzzle with its file, and with a solution if there is one.
pub(crate) struct Solved {
    pub(crate) path: &'static Path,
    pub(crate) instance: &'static Instance,
    pub(crate) solution: Option<Vec<Value>>,
}

/// All puzzles, each solved once for all tests.
pub(crate) static SOLVED: LazyLock<Vec<Solved>> = LazyLock::new(|| {
    let solved = |(path, instance): &'static (PathBuf, Instance)| {
        let csp = instance.puzzle.csp();
        let compiled = compile(&csp, &Choices::default()).unwrap();
        let (backend, mut solution) = (by_name("varisat").unwrap(), None);
        let visit = |found: &[Value], _: &_| {
            solution = Some(found.to_vec());
            ControlFlow::Break(())
        };
        each_solution(&csp, &compiled, backend, &Budget::default(), visit).unwrap();
        Solved { path, instance, solution }
    };
    instances().iter().map(solved).collect()
});

/// All puzzles with their files, read once for all tests; a file with the puzzles of a day gives several.
pub(crate) fn instances() -> &'static [(PathBuf, Instance)] {
    static INSTANCES: LazyLock<Vec<(PathBuf, Instance)>> = LazyLock::new(read_instances);
    &INSTANCES
}

fn read_instances() -> Vec<(PathBuf, Instance)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("instances")];
    let mut instances = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let is_instance = |extension: &str| {
                ["toml", "json", "txt", "xml", "opb", "wcnf"].contains(&extension)
            };
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().and_then(|name| name.to_str()).is_some_and(is_instance) {
                let puzzles = instance::load_all(&path).unwrap_or_else(|error| panic!("{error}"));
                instances.extend(puzzles.into_iter().map(|instance| (path.clone(), instance)));
            }
        }
    }
    assert!(instances.len() > 50, "{} puzzles were found", instances.len());
    instances
}
