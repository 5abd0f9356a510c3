//! Boards of other shapes than rectangles, beside a search that knows only which cells touch.

use std::collections::{BTreeMap, BTreeSet};

use cnfetti_core::limit::Budget;
use cnfetti_exact::{Limits, count};
use cnfetti_kinds::{Board, Data, Entry, Kind, Place};
use cnfetti_models::Lowered;

use crate::random::{Random, by_brute_force};
use crate::solving::count_by_blocking;

type Cell = (i32, i32);

/// A little of all that depends on which cells there are.
const SHADED: &str = r#"
kind = "shaded"
summary = "black cells are connected, and numbers count them"

[board]
where = "not c with hole"

[clues]
hole = { on = "cells", look = "hidden" }
number = { on = "cells", values = "0..8" }

[unknown]
black = { on = "cells" }

[[rule]]
name = "connected"
that = "connected(black)"
say = "black cells are connected"

[[rule]]
name = "square"
for = "square in windows(2, 2)"
that = "any(black of square)"
say = "one of {square} is black"

[[rule]]
name = "line"
for = "line in lines if len(line) > 2"
that = "count(black of line) <= 2"
say = "at most two of {line} are black"

[[rule]]
name = "far"
for = "c in cells, way in directions"
that = "black[c] implies any(not black[d] for d in ray(c, way)) or len(ray(c, way)) < 2"
say = "{c} does not see only black"

[[clue]]
name = "number"
for = "c in cells with number"
that = "count(black of around(c)) == number[c]"
say = "{number[c]} are black around {c}"
"#;

/// What turns it into a kind with hexagons.
const SQUARE: &str = r#"for = "square in windows(2, 2)""#;
const CORNER: &str = r#"for = "square in [cells(k) for k in corners if len(cells(k)) == 3]""#;

/// The same on squares, and what counts cells that are further away.
const CORNER_OF_FOUR: &str =
    r#"for = "square in [cells(k) for k in corners if len(cells(k)) == 4]""#;
const AROUND: &str = "count(black of around(c))";
const AFAR: &str = "count(black[d] for d in cells if distance(c, d) == 2)";

const LOOP: &str = r#"
kind = "loop"
summary = "one loop, which is not in each cell"

[board]
where = "not c with hole"

[clues]
hole = { on = "cells", look = "hidden" }

[unknown]
line = { on = "links" }

[[rule]]
name = "loop"
that = "single_loop(line)"
say = "the lines form one loop"
"#;

/// A board as the search sees it. The columns of hexagons are counted in half cells.
struct Cells {
    all: BTreeSet<Cell>,
    hexagons: bool,
    /// After how many rows, and how many columns, it begins again.
    rings: [Option<i32>; 2],
    /// Whether numbers count what is two steps away.
    counts_afar: bool,
}

impl Cells {
    fn step(&self, (row, column): Cell, (down, right): Cell) -> Option<Cell> {
        let [rows, columns] = self.rings;
        let on = |at: i32, ring: Option<i32>| ring.map_or(at, |ring| at.rem_euclid(ring));
        let cell = (on(row + down, rows), on(column + right, columns));
        Some(cell).filter(|cell| self.all.contains(cell))
    }

    fn beside(&self, cell: Cell) -> Vec<Cell> {
        self.ways().iter().filter_map(|&way| self.step(cell, way)).collect()
    }

    fn ways(&self) -> &'static [Cell] {
        if self.hexagons { &HEXAGON } else { &SQUARES }
    }

    fn around(&self, cell: Cell) -> Vec<Cell> {
        if self.hexagons {
            return self.beside(cell);
        }
        let ways = (-2..=2).flat_map(|down: i32| (-2..=2).map(move |right: i32| (down, right)));
        let is_near = |&(down, right): &Cell| match self.counts_afar {
            true => down.abs() + right.abs() == 2,
            false => down.abs().max(right.abs()) == 1,
        };
        let cells: BTreeSet<Cell> =
            ways.filter(is_near).filter_map(|way| self.step(cell, way)).collect();
        let beside = |other: &Cell| SQUARES.iter().any(|&way| self.step(cell, way) == Some(*other));
        cells.into_iter().filter(|other| !self.counts_afar || !beside(other)).collect()
    }

    /// Whether cells hang together.
    fn is_joined(&self, part: &BTreeSet<Cell>) -> bool {
        let Some(&first) = part.first() else { return true };
        let (mut seen, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(cell) = open.pop() {
            let beside = self.beside(cell).into_iter().filter(|cell| part.contains(cell));
            open.extend(beside.filter(|cell| seen.insert(*cell)));
        }
        seen.len() == part.len()
    }

    fn ray(&self, from: Cell, way: Cell) -> Vec<Cell> {
        let next = |&cell: &Cell| self.step(cell, way).filter(|next| *next != from);
        std::iter::successors(self.step(from, way), next).collect()
    }
}

const SQUARES: [Cell; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// In circular order.
const HEXAGON: [Cell; 6] = [(-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1)];

fn is_shaded(cells: &Cells, black: &BTreeSet<Cell>, numbers: &BTreeMap<Cell, i64>) -> bool {
    let lines = (-4..12).flat_map(|at| {
        let of = |line: &dyn Fn(Cell) -> i32| {
            cells.all.iter().copied().filter(|&cell| line(cell) == at).collect::<Vec<_>>()
        };
        match cells.hexagons {
            true => vec![of(&|(y, _)| y), of(&|(y, x)| x - y), of(&|(y, x)| x + y)],
            false => vec![of(&|(y, _)| y), of(&|(_, x)| x)],
        }
    });
    let number = |cells: &[Cell]| cells.iter().filter(|cell| black.contains(cell)).count();
    let mut lines = lines.filter(|line| line.len() > 2);
    // The other cells of each square whose upper left cell is this one, or at each corner of a hexagon.
    let squares = |cell: Cell| -> Vec<Vec<Cell>> {
        let at = |ways: &[Cell]| {
            let rest: Option<Vec<Cell>> = ways.iter().map(|&way| cells.step(cell, way)).collect();
            rest
        };
        match cells.hexagons {
            true => (0..6).filter_map(|way| at(&[HEXAGON[way], HEXAGON[(way + 1) % 6]])).collect(),
            false => at(&[(0, 1), (1, 0), (1, 1)]).into_iter().collect(),
        }
    };
    let square =
        |&cell: &Cell| black.contains(&cell) || squares(cell).iter().all(|rest| number(rest) > 0);
    let far = |&cell: &Cell| {
        cells.ways().iter().all(|&way| {
            let ray = cells.ray(cell, way);
            ray.len() < 2 || number(&ray) < ray.len()
        })
    };
    cells.is_joined(black)
        && cells.all.iter().all(square)
        && lines.all(|line| number(&line) <= 2)
        && black.iter().all(far)
        && numbers.iter().all(|(&cell, &is)| number(&cells.around(cell)) as i64 == is)
}

fn is_loop(cells: &Cells, lines: &[(Cell, Cell)]) -> bool {
    let ends = || lines.iter().flat_map(|&(one, other)| [one, other]);
    let on: BTreeSet<Cell> = ends().collect();
    let (Some(&first), true) =
        (on.first(), on.iter().all(|cell| ends().filter(|end| end == cell).count() == 2))
    else {
        return false;
    };
    let (mut seen, mut open) = (BTreeSet::from([first]), vec![first]);
    while let Some(cell) = open.pop() {
        for &(one, other) in lines {
            let next = if one == cell { other } else { one };
            if (one == cell || other == cell) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.len() == on.len() && seen.is_subset(&cells.all)
}

fn subsets<T: Copy>(all: &[T]) -> impl Iterator<Item = Vec<T>> {
    (0..1_u32 << all.len())
        .map(|which| (0..all.len()).filter(|at| which >> at & 1 == 1).map(|at| all[at]).collect())
}

/// Whether the cells have one loop as their border: they hang together, and so does all around them.
fn is_surrounded(cells: &Cells, inside: &BTreeSet<Cell>) -> bool {
    let around =
        (-1..5).flat_map(|y| (-3..12).filter(move |x| (x + y) % 2 == 0).map(move |x| (y, x)));
    let outside = around.filter(|cell| !inside.contains(cell)).collect();
    let joined = |part: &BTreeSet<Cell>| Cells { all: part.clone(), ..*cells }.is_joined(part);
    !inside.is_empty() && joined(inside) && joined(&outside)
}

/// The sides of squares as pairs of the corners in which they end, and the corners.
fn corners(cells: &Cells) -> (Vec<(Cell, Cell)>, Cells) {
    let everywhere = Cells {
        all: (0..9).flat_map(|row| (0..9).map(move |column| (row, column))).collect(),
        ..*cells
    };
    // Clockwise around each cell, from its upper left corner.
    let ends = |&cell: &Cell| {
        let corners = [(0, 0), (0, 1), (1, 1), (1, 0)].map(|way| everywhere.step(cell, way));
        (0..4).filter_map(move |at| Some((corners[at]?, corners[(at + 1) % 4]?)))
    };
    let sides =
        cells.all.iter().flat_map(ends).map(|(one, other)| (one.min(other), one.max(other)));
    let sides: BTreeSet<(Cell, Cell)> = sides.collect();
    let all = sides.iter().flat_map(|&(one, other)| [one, other]).collect();
    (sides.into_iter().collect(), Cells { all, ..*cells })
}

fn check(kind: &Kind, hexagons: bool, wraps: &str, random: &mut Random) -> bool {
    let (rows, columns) = match &*kind.name {
        _ if !wraps.is_empty() => {
            let mut long = |name: &str| match wraps == name || wraps == "both" {
                true => 3 + random.below(if &*kind.name == "shaded" { 2 } else { 1 }) as u16,
                false => 1 + random.below(2) as u16,
            };
            (long("columns"), long("rows"))
        }
        "shaded" => (1 + random.below(3) as u16, 1 + random.below(4) as u16),
        "loop" if !hexagons => (1 + random.below(3) as u16, 1 + random.below(3) as u16),
        _ => (1 + random.below(3) as u16, 1 + random.below(2) as u16),
    };
    let mut data = Data::new(kind, Board::new(rows, columns));
    let counts_afar = kind.rules.iter().any(|rule| rule.sentence().contains("two steps"));
    let rings = [rows, columns].map(i32::from);
    let goes_on = |at: usize, way: &str| (wraps == way || wraps == "both").then_some(rings[at]);
    let rings = [goes_on(0, "columns"), goes_on(1, "rows")];
    let mut cells = Cells { all: BTreeSet::new(), hexagons, rings, counts_afar };
    let mut numbers = BTreeMap::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let place = Place::Cell(row, column);
        let cell = match hexagons {
            true => (i32::from(row), 2 * i32::from(column) + i32::from(row % 2)),
            false => (i32::from(row), i32::from(column)),
        };
        let way = random.below(8);
        if way < 2 {
            data.layers[0].at.insert(place, Entry::Flag);
            continue;
        }
        cells.all.insert(cell);
        if way == 2 && &*kind.name == "shaded" {
            let number = random.below(4) as i64;
            data.layers[1].at.insert(place, Entry::Number(number));
            numbers.insert(cell, number);
        }
    }
    data.cut(kind);
    kind.verify(&data).unwrap();
    let every: Vec<Cell> = cells.all.iter().copied().collect();
    let parts = || subsets(&every).map(|part| part.into_iter().collect::<BTreeSet<Cell>>());
    let expected = match &*kind.name {
        "shaded" => parts().filter(|black| is_shaded(&cells, black, &numbers)).count(),
        "outline" if hexagons => parts().filter(|inside| is_surrounded(&cells, inside)).count(),
        "outline" => {
            let (sides, corners) = corners(&cells);
            subsets(&sides).filter(|lines| is_loop(&corners, lines)).count()
        }
        _ => {
            let ends =
                |&cell: &Cell| cells.beside(cell).into_iter().map(move |other| (cell, other));
            let links = every.iter().flat_map(ends).filter(|(one, other)| one < other);
            subsets(&links.collect::<Vec<_>>()).filter(|lines| is_loop(&cells, lines)).count()
        }
    };
    let unfolded = kind.unfold(&data, &Budget::default()).unwrap();
    let lowered = Lowered::new(&unfolded.model, &Budget::default()).unwrap();
    let (exact, _) = count(&lowered.csp, &Limits::default()).unwrap();
    assert!(
        exact.exact && exact.solutions == expected.into(),
        "{expected}, not {exact:?}: {data:?}"
    );
    assert_eq!(count_by_blocking(&lowered.csp), expected, "{data:?}");
    if unfolded.model.variables.len() <= 12 {
        assert_eq!(by_brute_force(&unfolded, &mut BTreeSet::new()), expected, "{data:?}");
    }
    expected > 0 && every.len() < usize::from(rows * columns)
}

#[test]
fn boards_have_only_their_cells_and_these_their_neighbours() {
    let with_hexagons = |text: &str| text.replace("[board]", "[board]\ncells = \"hexagons\"");
    let wrapping =
        |text: &str, way: &str| text.replace("[board]", &format!("[board]\nwraps = \"{way}\""));
    // A loop along the sides of cells.
    let outline = |text: String| {
        text.replace("\"loop\"\nsummary", "\"outline\"\nsummary").replace("links", "sides")
    };
    let afar = SHADED.replace(AROUND, AFAR).replace("black around {c}", "black at two steps");
    let kinds = [
        (SHADED.to_owned(), false, ""),
        (LOOP.to_owned(), false, ""),
        (with_hexagons(SHADED).replace(SQUARE, CORNER), true, ""),
        (with_hexagons(LOOP), true, ""),
        (outline(with_hexagons(LOOP)), true, ""),
        (wrapping(SHADED, "both"), false, "both"),
        (wrapping(SHADED, "rows").replace(SQUARE, CORNER_OF_FOUR), false, "rows"),
        (wrapping(&afar, "both").replace(SQUARE, CORNER_OF_FOUR), false, "both"),
        (wrapping(&afar, "columns"), false, "columns"),
        (wrapping(LOOP, "columns"), false, "columns"),
        (outline(wrapping(LOOP, "rows")), false, "rows"),
    ];
    let mut random = Random(59);
    for (text, hexagons, wraps) in kinds {
        let kind = Kind::read(&text).unwrap();
        let number = (0..100).filter(|_| check(&kind, hexagons, wraps, &mut random)).count();
        assert!(number > 10, "{} has {number} boards with holes and solutions", kind.name);
    }
    // All three ways around in both directions.
    let kind = Kind::read(&wrapping(LOOP, "both")).unwrap();
    (0..8).for_each(|_| _ = check(&kind, false, "both", &mut random));
}

/// What makes no sense on a board that wraps around is refused, with a reason.
#[test]
fn what_a_wrapping_board_cannot_have_is_refused() {
    let refused = |old: &str, new: &str, expected: &str| {
        let text = LOOP.replace("[board]", "[board]\nwraps = \"both\"");
        assert!(text.contains(old));
        let error = Kind::read(&text.replace(old, new)).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let both = "wraps = \"both\"";
    refused(both, "wraps = \"all\"", "\"rows\", \"columns\" or \"both\"");
    refused(both, "cells = \"hexagons\"\nwraps = \"both\"", "only boards of squares wrap around");
    let clues = "hole = { on = \"cells\", look = \"hidden\" }";
    for on in ["outside", "paths"] {
        let layer = format!("{clues}\nmore = {{ on = \"{on}\" }}");
        refused(clues, &layer, &format!("has no layers on `{on}`"));
    }
    let pieces = "[pieces]\nset = \"tetrominoes\"\n\n[unknown]";
    refused("[unknown]", pieces, "pieces are for boards of squares that do not wrap around");
    let falls = "line = { on = \"links\" }\nfalls = { on = \"cells\" }";
    let more =
        "[[rule]]\nname = \"falls\"\nthat = \"no_loops(falls)\"\nsay = \"no loops\"\n\n[[rule]]";
    let text = LOOP.replace("[board]", "[board]\nwraps = \"rows\"");
    let text = text.replace("line = { on = \"links\" }", falls).replace("[[rule]]", more);
    let error = Kind::read(&text).unwrap_err().to_string();
    assert!(error.contains("`no_loops` is for boards that do not wrap around"), "{error}");
    let kind = Kind::read(&LOOP.replace("[board]", "[board]\nwraps = \"rows\"")).unwrap();
    assert!(kind.blank("loop", 1, 3).is_ok());
    let error = kind.blank("loop", 3, 2).unwrap_err();
    assert!(error.contains("at least 3 cells in each line that wraps around"), "{error}");
}
