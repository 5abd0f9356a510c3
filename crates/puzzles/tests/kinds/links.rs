//! Links of f-puzzles and SudokuPad: the count of random ones is compared with brute force over their
//! JSON, complete ones are written as they were read, and unknown names are refused.

mod oracle;

use std::collections::BTreeSet;

use cnfetti_core::limit::Budget;
use cnfetti_exact::{Limits, count};
use cnfetti_kinds::library;
use cnfetti_models::Lowered;
use cnfetti_puzzles::instance;
use serde_json::{Value, json};

use crate::random::Random;
use oracle::{Grid, Seen, region};

/// Every name of a rule.
const NAMES: &[&str] = &[
    "diagonal+",
    "diagonal-",
    "antiknight",
    "antiking",
    "disjointgroups",
    "nonconsecutive",
    "negative",
    "killercage",
    "extraregion",
    "thermometer",
    "arrow",
    "palindrome",
    "renban",
    "whispers",
    "betweenline",
    "entropicline",
    "modularline",
    "regionsumline",
    "even",
    "odd",
    "minimum",
    "maximum",
    "difference",
    "ratio",
    "xv",
    "quadruple",
    "sandwichsum",
    "xsum",
    "skyscraper",
];

/// Boxes that are higher than wide.
const HIGH: &[&str] = &["001122", "001122", "001122", "334455", "334455", "334455"];

fn link(json: &Value) -> String {
    let packed = lz_str::compress_to_base64(json.to_string().as_str());
    format!("https://sudokupad.app/fpuz{packed}")
}

fn name((row, column): (usize, usize)) -> Value {
    format!("R{row}C{column}").into()
}

/// Enumerates the grids that satisfy the rows, columns, regions and givens.
struct Grids<'a> {
    regions: Vec<usize>,
    found: &'a mut dyn FnMut(&Grid),
    /// If present, only one random grid is found.
    random: Option<&'a mut Random>,
}

impl Grids<'_> {
    fn list(json: &Value, random: Option<&mut Random>, found: &mut dyn FnMut(&Grid)) {
        let rows = json["grid"].as_array().unwrap();
        let given = |cell: &Value| match cell["given"] == Value::Bool(true) {
            true => cell["value"].as_i64().unwrap(),
            false => 0,
        };
        let row = |row: &Value| row.as_array().unwrap().iter().map(given).collect();
        let mut grid: Grid = rows.iter().map(row).collect();
        let size = rows.len();
        let regions = (0..size * size).map(|at| region(json, at / size, at % size)).collect();
        Grids { regions, found, random }.fill(&mut grid, 0);
    }

    fn fill(&mut self, grid: &mut Grid, at: usize) -> bool {
        let size = grid.len();
        let (row, column) = (at / size, at % size);
        if row == size {
            (self.found)(grid);
            return self.random.is_some();
        }
        let fits = |grid: &Grid, value| {
            !(0..size * size).any(|other| {
                let (r, c) = (other / size, other % size);
                let meets = r == row || c == column || self.regions[other] == self.regions[at];
                other != at && grid[r][c] == value && meets
            })
        };
        if grid[row][column] > 0 {
            return fits(grid, grid[row][column]) && self.fill(grid, at + 1);
        }
        let mut values: Vec<i64> = (1..=size as i64).filter(|&value| fits(grid, value)).collect();
        if let Some(random) = &mut self.random {
            for at in (1..values.len()).rev() {
                values.swap(at, random.below(at + 1));
            }
        }
        for value in values {
            grid[row][column] = value;
            if self.fill(grid, at + 1) {
                return true;
            }
        }
        grid[row][column] = 0;
        false
    }
}

fn empty(size: usize) -> Value {
    json!({ "size": size, "grid": vec![vec![json!({}); size]; size] })
}

fn solved(json: &Value, random: &mut Random) -> Option<Grid> {
    let mut whole = None;
    Grids::list(json, Some(random), &mut |grid| whole = Some(grid.clone()));
    whole
}

/// A path of distinct cells, each next to the one before, possibly diagonally.
fn path(size: usize, random: &mut Random) -> Vec<(usize, usize)> {
    let mut path = vec![(1 + random.below(size), 1 + random.below(size))];
    let length = 2 + random.below(3);
    for _ in 0..20 {
        let (row, column) = path[path.len() - 1];
        let next = (row + random.below(3), column + random.below(3));
        let is_inside = (2..size + 2).contains(&next.0) && (2..size + 2).contains(&next.1);
        let next = (next.0.wrapping_sub(1), next.1.wrapping_sub(1));
        if is_inside && !path.contains(&next) && path.len() < length {
            path.push(next);
        }
    }
    path
}

/// A clue of a rule: if it has a number, usually that of the solution.
fn clue(rule: &str, solution: &Grid, random: &mut Random) -> Value {
    let size = solution.len();
    let at = |(row, column): (usize, usize)| solution[row - 1][column - 1];
    let beside = |random: &mut Random| {
        let (row, column) = (1 + random.below(size), 1 + random.below(size - 1));
        let pair = [(row, column), (row, column + 1)];
        if random.below(2) == 0 { pair } else { pair.map(|(row, column)| (column, row)) }
    };
    let value = |number: i64, random: &mut Random| match random.below(8) {
        0 => json!((number + 1).to_string()),
        1 => json!(number),
        _ => json!(number.to_string()),
    };
    match rule {
        "even" | "odd" | "minimum" | "maximum" => {
            json!({ "cell": name((1 + random.below(size), 1 + random.below(size))) })
        }
        "difference" | "ratio" => {
            let pair = beside(random);
            let (a, b) = (at(pair[0]), at(pair[1]));
            let number = if rule == "ratio" { (a.max(b) / a.min(b)).max(2) } else { (a - b).abs() };
            let mut clue = json!({ "cells": pair.map(name) });
            if random.below(2) == 0 {
                clue["value"] = number.to_string().into();
            }
            clue
        }
        "xv" => json!({ "cells": beside(random).map(name), "value": random.pick(&["X", "V"]) }),
        "quadruple" => {
            let (row, column) = (1 + random.below(size - 1), 1 + random.below(size - 1));
            let four = [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)];
            let values: Vec<i64> =
                four[..1 + random.below(4)].iter().map(|&cell| at(cell)).collect();
            json!({ "cells": four.map(name), "values": values })
        }
        "sandwichsum" | "xsum" | "skyscraper" => {
            let place = 1 + random.below(size);
            let from = random.pick(&[(0, place), (place, 0), (size + 1, place), (place, size + 1)]);
            let number = 1 + random.below(size) as i64;
            json!({ "cell": name(from), "value": value(number, random) })
        }
        "killercage" | "extraregion" => {
            let path = path(size, random);
            let total = path.iter().map(|&cell| at(cell)).sum();
            let mut clue = json!({ "cells": path.into_iter().map(name).collect::<Vec<_>>() });
            if rule == "killercage" && random.below(3) > 0 {
                clue["value"] = value(total, random);
            }
            clue
        }
        _ => {
            let path: Vec<Value> = path(size, random).into_iter().map(name).collect();
            match rule {
                "arrow" => json!({ "lines": [path], "cells": path[..1] }),
                _ => json!({ "lines": [path] }),
            }
        }
    }
}

/// A random puzzle with one to three rules and some givens.
fn drawn(size: usize, random: &mut Random) -> Option<Value> {
    let mut json = empty(size);
    if random.below(4) == 0 {
        let regions = if size == 4 { ["0001", "0211", "2231", "2333"].as_slice() } else { HIGH };
        for (row, regions) in regions.iter().enumerate() {
            for (column, region) in regions.bytes().enumerate() {
                json["grid"][row][column]["region"] = (region - b'0').into();
            }
        }
    }
    let solution = solved(&json, random)?;
    for _ in 0..1 + random.below(3) {
        let rule = random.pick(NAMES);
        json[rule] = match rule {
            "negative" => random.pick(&[["ratio"].as_slice(), &["xv"], &["ratio", "xv"]]).into(),
            "diagonal+" | "diagonal-" | "antiknight" | "antiking" | "disjointgroups"
            | "nonconsecutive" => true.into(),
            _ => (0..1 + random.below(2)).map(|_| clue(rule, &solution, random)).collect(),
        };
    }
    let givens = if size == 4 { random.below(6) } else { 24 + random.below(12) };
    for _ in 0..givens {
        let (row, column) = (random.below(size), random.below(size));
        json["grid"][row][column]["value"] = solution[row][column].into();
        json["grid"][row][column]["given"] = true.into();
    }
    let (row, column) = (random.below(size), random.below(size));
    if json["grid"][row][column]["given"].is_null() {
        // A player's entry, which must have no effect.
        json["grid"][row][column]["value"] = 1.into();
    }
    if random.below(4) == 0 {
        let marks = [solution[row][column], 1 + random.below(size) as i64];
        json["grid"][row][column]["givenPencilMarks"] = json!(marks);
    }
    Some(json)
}

#[test]
fn random_links_count_what_their_rules_allow() {
    let kind = library::shipped("sudoku").unwrap().read().unwrap();
    let (mut random, mut refused, mut solvable) = (Random(20_261_123), 0, 0);
    let mut restricting: BTreeSet<&str> = BTreeSet::new();
    for number in 0..600 {
        let size = if number % 4 == 0 { 6 } else { 4 };
        let Some(json) = drawn(size, &mut random) else { continue };
        // Clues that share a place or a cell, or are out of range, are refused.
        let (data, _) = match kind.read_link(&link(&json)) {
            Ok(read) => read,
            Err(error) => {
                let said = error.to_string();
                let why =
                    ["is a second clue", "shares r", "expected a number from", "has no cells"];
                assert!(why.iter().any(|why| said.contains(why)), "{said}: {json}");
                refused += 1;
                continue;
            }
        };
        let (mut all, mut expected) = (0_usize, 0_usize);
        Grids::list(&json, None, &mut |grid| {
            all += 1;
            expected += usize::from(Seen { json: &json, grid }.holds());
        });
        let budget = Budget::default();
        let unfolded = kind.unfold(&data, &budget).unwrap();
        let lowered = Lowered::new(&unfolded.model, &budget).unwrap();
        let (found, _) = count(&lowered.csp, &Limits::default()).unwrap();
        assert!(
            found.exact && found.solutions == expected.into(),
            "{expected}, found {found:?}: {json}"
        );
        solvable += usize::from(expected > 0);
        let rules = NAMES.iter().filter(|name| !json[**name].is_null());
        if expected < all && rules.clone().count() == 1 {
            restricting.extend(rules);
        }
        // What was read can be written, except for the names of rules without a number.
        let written = kind
            .write_link(&data, &Default::default())
            .unwrap_or_else(|why| panic!("{why}: {json}"));
        let (again, _) = kind.read_link(&written).unwrap();
        let typed = instance::parse(&written).unwrap().to_text("toml").unwrap();
        let typed_again =
            instance::parse(&typed).unwrap_or_else(|error| panic!("{error}: {typed}"));
        assert_eq!(typed_again.to_text("toml").unwrap(), typed);
        let (found, _) = count(&typed_again.puzzle.csp(), &Limits::default()).unwrap();
        assert_eq!(found.solutions, expected.into(), "{typed}");
        assert_eq!((&again.layers, &again.parameters), (&data.layers, &data.parameters), "{json}");
    }
    let missing: Vec<_> = NAMES.iter().filter(|name| !restricting.contains(**name)).collect();
    assert!(missing.is_empty(), "no puzzle is restricted by {missing:?}");
    assert!(refused < 120 && solvable > 90, "{refused} refused, {solvable} solvable");
}

#[test]
fn what_is_not_known_is_refused() {
    let kind = library::shipped("sudoku").unwrap().read().unwrap();
    let cell = json!({ "cell": "R1C1" });
    let table = [
        (
            "clone",
            json!([{ "cells": ["R1C1"], "cloneCells": ["R2C2"] }]),
            "`clone` is not a supported rule of Sudoku",
        ),
        (
            "negative",
            json!(["difference"]),
            "`negative.difference` is not a supported rule of Sudoku",
        ),
        ("antiknight", json!("yes"), "expected `true` for `antiknight`"),
        ("even", json!([{ "cell": "R5C1" }]), "a cell of the board such as R1C1 for `even[0]`"),
        ("even", json!([cell, cell]), "`even[1]` is a second clue at r1c1"),
        ("odd", json!([{ "cell": "R1C1", "unless": 1 }]), "`odd[0].unless` is not supported"),
        ("xv", json!([{ "cells": ["R1C1", "R1C2"], "value": "L" }]), "a value that is known"),
        ("xv", json!([{ "cells": ["R1C1", "R1C3"], "value": "X" }]), "expected neighbouring cells"),
        ("xsum", json!([{ "cell": "R1C1", "value": "3" }]), "a place outside such as R0C1"),
        ("killercage", json!([{ "cells": ["R1C1"], "value": "six" }]), "expected a number"),
        ("killercage", json!([{ "cells": ["R1C1", "R1C1"] }]), "no cells, or one twice"),
        ("killercage", json!([{ "cells": ["R1C1"] }, { "cells": ["R1C1"] }]), "shares r1c1"),
        (
            "arrow",
            json!([{ "lines": [["R1C1", "R1C2"]], "cells": ["R2C1", "R1C1"] }]),
            "circle of one cell",
        ),
        ("thermometer", json!([{ "lines": "R1C1" }]), "expected a list for `thermometer[0]`"),
        ("line", json!([{ "lines": [["R1C1", "R1C2"]] }]), "`line[0]` is a drawing"),
        ("difference", json!([{ "cells": ["R1C1", "R1C2"], "value": "9" }]), "from 1 to 3"),
        ("size", json!(40), "expected a `size` from 1 to 16"),
        ("size", json!(5), "expected a `grid` of 5 rows"),
        (
            "grid",
            json!([[{ "colour": 1 }, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]]),
            "`colour` in the cell r1c1 is not supported",
        ),
        (
            "grid",
            json!([[{ "region": 1 }, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]]),
            "region 1 has 3 cells, not 4",
        ),
    ];
    for (name, value, expected) in table {
        let mut json = empty(4);
        json[name] = value;
        let error = kind.read_link(&link(&json)).unwrap_err().to_string();
        assert!(error.contains(expected), "{json}: {error}");
    }
    // An attribute of an empty puzzle, and a drawing that f-puzzles made for a rule.
    for (name, value) in [("clone", json!([])), ("line", json!([{ "fromConstraint": "Renban" }]))] {
        let mut json = empty(4);
        json[name] = value;
        assert!(kind.read_link(&link(&json)).is_ok(), "{json}");
    }
}

/// Changed links are read or refused, and never crash.
#[test]
fn changed_links_do_no_harm() {
    let kind = library::shipped("sudoku").unwrap().read().unwrap();
    let mut random = Random(7);
    for _ in 0..500 {
        let Some(json) = drawn(4, &mut random) else { continue };
        let mut text: Vec<char> = json.to_string().chars().collect();
        for _ in 0..1 + random.below(3) {
            let (from, to) = (random.below(text.len()), random.below(text.len()));
            match random.below(3) {
                0 => text[from] = text[to],
                1 => drop(text.remove(from)),
                _ => text.insert(from, random.pick(&['9', '0', '-', '"', '[', 'R', '\u{1f600}'])),
            }
        }
        let text: String = text.into_iter().collect();
        let packed = lz_str::compress_to_base64(text.as_str());
        let _ = kind.read_link(&format!("https://sudokupad.app/fpuz{packed}"));
        let cut = packed.chars().take(random.below(packed.len())).collect::<String>();
        let _ = kind.read_link(&format!("https://f-puzzles.com/?load={cut}"));
    }
}
