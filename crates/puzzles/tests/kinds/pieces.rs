//! Kinds with pieces: known numbers of ways to cover boards, and a search for shapes that shares nothing with placements.

use std::collections::BTreeSet;

use cnfetti_core::limit::Budget;
use cnfetti_exact::{Limits, count};
use cnfetti_input::Table;
use cnfetti_kinds::{Kind, library};
use cnfetti_puzzles::puzzle::{Puzzle, Written, typed};

use crate::random::Random;
use crate::solving::{count_by_blocking, solutions};

/// The puzzle of a kind with these keys.
fn written(kind: &Kind, keys: &str) -> Written {
    let data = kind.read_puzzle(&mut Table::parse(keys).unwrap()).unwrap();
    Written::new(kind.clone().into(), data, &Budget::default()).unwrap()
}

fn counted(kind: &Kind, keys: &str) -> u64 {
    let (found, _) = count(&written(kind, keys).csp(), &Limits::default()).unwrap();
    assert!(found.exact, "{keys}");
    found.solutions.try_into().unwrap()
}

/// Covers the board with pieces.
fn packing(set: &str, times: &str) -> Kind {
    let text = format!(
        "kind = \"packing\"\nsummary = \"cover the board\"\n[pieces]\nset = {set:?}\ntimes = {times:?}\ncover = true\n\
         [unknown]\nshape = {{ on = \"cells\", shows = \"shape\" }}\njoined = {{ on = \"links\", shows = \"joined\" }}\n"
    );
    Kind::read(&text).unwrap()
}

/// The 12 pentominoes cover rectangles in 2, 368, 1,010 and 2,339 ways (A. Haselgrove, 1960), four times as many with turns
/// and reflections.
#[test]
fn pentominoes_cover_rectangles_in_the_known_number_of_ways() {
    let kind = library::shipped("pentominoes").unwrap().read().unwrap();
    assert_eq!(counted(&kind, "rows = 3\ncolumns = 20"), 8);
}

#[test]
#[ignore = "takes a minute"]
fn pentominoes_cover_more_rectangles() {
    let kind = library::shipped("pentominoes").unwrap().read().unwrap();
    for (rows, columns, ways) in [(4, 15, 1_472), (5, 12, 4_040), (6, 10, 9_356)] {
        assert_eq!(counted(&kind, &format!("rows = {rows}\ncolumns = {columns}")), ways);
    }
}

/// Kasteleyn's numbers (A004003), the same for trominoes (A001835 and A028468 have the first), and the boards of 4 × n with
/// straight tetrominoes (A003269).
#[test]
fn equal_pieces_cover_boards_in_the_known_number_of_ways() {
    let dominoes = packing("##", "any");
    for (size, ways) in [(2, 2), (4, 36), (6, 6_728), (8, 12_988_816)] {
        assert_eq!(counted(&dominoes, &format!("size = {size}")), ways);
    }
    let straight = packing("####", "any");
    for (columns, ways) in [(3, 1), (4, 2), (5, 3), (6, 4), (7, 5), (8, 7), (9, 10)] {
        assert_eq!(counted(&straight, &format!("rows = 4\ncolumns = {columns}")), ways);
    }
    // As many dominoes as fit, which are not told apart.
    let some = packing("##", "once");
    let number = |ways, size: usize| {
        let set = vec!["\"##\""; size * size / 2].join(", ");
        assert_eq!(counted(&some, &format!("size = {size}\npieces = [{set}]")), ways);
    };
    number(2, 2);
    number(36, 4);
    // A domino more than fits, and one less.
    assert_eq!(counted(&some, "size = 2\npieces = [\"##\", \"##\", \"##\"]"), 0);
    assert_eq!(counted(&some, "size = 2\npieces = [\"##\"]"), 0);
}

type Cells = BTreeSet<(i32, i32)>;
type Turn = fn(&(i32, i32)) -> (i32, i32);

/// A shape in all its positions, each moved to the upper left.
fn positions(cells: &Cells) -> BTreeSet<Cells> {
    let turns: [Turn; 8] = [
        |&(r, c)| (r, c),
        |&(r, c)| (r, -c),
        |&(r, c)| (-r, c),
        |&(r, c)| (-r, -c),
        |&(r, c)| (c, r),
        |&(r, c)| (c, -r),
        |&(r, c)| (-c, r),
        |&(r, c)| (-c, -r),
    ];
    let moved = |turn: &Turn| {
        let cells: Cells = cells.iter().map(turn).collect();
        let top = cells.iter().map(|cell| cell.0).min().unwrap();
        let left = cells.iter().map(|cell| cell.1).min().unwrap();
        cells.into_iter().map(|(r, c)| (r - top, c - left)).collect()
    };
    turns.iter().map(moved).collect()
}

/// The connected parts of some cells.
fn parts(cells: &Cells) -> Vec<Cells> {
    let mut left = cells.clone();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let (mut part, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some((r, c)) = open.pop() {
            for next in [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)] {
                if left.remove(&next) {
                    part.insert(next);
                    open.push(next);
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// Statue Park by its rules: the parts of the shaded cells are the pieces, and the others hang together.
#[test]
fn statues_are_the_parts_of_a_shading() {
    let kind = library::shipped("statue_park").unwrap().read().unwrap();
    let shapes = ["#", "##", "###", "##/#.", "##/##", "####", "###/#..", ".##/##.", "###/.#."];
    let mut random = Random(59);
    let mut solvable = 0;
    for _ in 0..30 {
        let (rows, columns) = (1 + random.below(3) as i32, 2 + random.below(3) as i32);
        let set: Vec<&str> = (0..1 + random.below(3)).map(|_| random.pick(&shapes)).collect();
        let squares = |shape: &&str| {
            let rows = shape.split('/').enumerate();
            let cells = rows.flat_map(|(r, row)| {
                let marks = row.chars().enumerate().filter(|(_, mark)| *mark == '#');
                marks.map(move |(c, _)| (r as i32, c as i32))
            });
            positions(&cells.collect())
        };
        let mut wanted: Vec<_> = set.iter().map(squares).collect();
        wanted.sort_unstable();
        let all: Vec<(i32, i32)> =
            (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).collect();
        let mut expected = 0;
        for shading in 0..1_u32 << all.len() {
            let is_shaded = |at: usize| shading >> at & 1 == 1;
            let shaded = (0..all.len()).filter(|&at| is_shaded(at)).map(|at| all[at]).collect();
            let empty = (0..all.len()).filter(|&at| !is_shaded(at)).map(|at| all[at]).collect();
            let mut found: Vec<_> = parts(&shaded).iter().map(positions).collect();
            found.sort_unstable();
            expected += usize::from(found == wanted && parts(&empty).len() < 2);
        }
        let keys = format!("rows = {rows}\ncolumns = {columns}\npieces = {set:?}");
        assert_eq!(counted(&kind, &keys), expected as u64, "{keys}");
        let unfolded = written(&kind, &keys);
        assert_eq!(count_by_blocking(&unfolded.csp()), expected, "{keys}");
        solvable += usize::from(expected > 0);
    }
    assert!(solvable > 7, "{solvable}");
}

/// What people see decides where the pieces lie.
#[test]
fn a_board_is_read_back_without_the_places_of_its_pieces() {
    let park = library::shipped("statue_park").unwrap().read().unwrap();
    let dominosa = library::shipped("dominosa").unwrap().read().unwrap();
    for (kind, keys, hidden) in [
        (&*dominosa, "number = \"\"\"\n1 0 1\n1 0 0\n\"\"\"", "half"),
        (&*park, "size = 5\npieces = [\"##\", \"##\", \"##/#.\"]", "piece"),
        (&packing("##", "any"), "size = 4", "shape"),
    ] {
        let puzzle = written(kind, keys);
        for solution in solutions(&puzzle, 20) {
            let mut text = String::new();
            puzzle.write_json(&solution, &mut text);
            let mut json: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(puzzle.read_json(&json).unwrap(), solution);
            json.as_object_mut().unwrap().remove(hidden).unwrap();
            assert_eq!(puzzle.read_json(&json).unwrap(), solution);
            let drawing = puzzle.draw(Some(&solution));
            let drawn = typed(&drawing, puzzle.squares()).expect("a drawn board");
            assert_eq!(puzzle.read_json(&drawn).unwrap(), solution, "{drawing}");
        }
    }
}
