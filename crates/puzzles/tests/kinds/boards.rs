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

/// A board as the search sees it.
struct Cells {
    all: BTreeSet<Cell>,
}

impl Cells {
    fn step(&self, (row, column): Cell, (down, right): Cell) -> Option<Cell> {
        Some((row + down, column + right)).filter(|cell| self.all.contains(cell))
    }

    fn beside(&self, cell: Cell) -> Vec<Cell> {
        WAYS.iter().filter_map(|&way| self.step(cell, way)).collect()
    }

    fn around(&self, cell: Cell) -> Vec<Cell> {
        let ways = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        ways.filter(|&way| way != (0, 0)).filter_map(|way| self.step(cell, way)).collect()
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
        std::iter::successors(self.step(from, way), |&cell| self.step(cell, way)).collect()
    }
}

const WAYS: [Cell; 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

fn is_shaded(cells: &Cells, black: &BTreeSet<Cell>, numbers: &BTreeMap<Cell, i64>) -> bool {
    let lines = (0..4).flat_map(|at| {
        let row = cells.all.iter().filter(move |cell| cell.0 == at).copied();
        let column = cells.all.iter().filter(move |cell| cell.1 == at).copied();
        [row.collect::<Vec<_>>(), column.collect()]
    });
    let number = |cells: &[Cell]| cells.iter().filter(|cell| black.contains(cell)).count();
    let mut lines = lines.filter(|line| line.len() > 2);
    let square = |&cell: &Cell| {
        let rest = [(0, 1), (1, 0), (1, 1)].map(|way| cells.step(cell, way));
        rest.iter().any(Option::is_none)
            || black.contains(&cell)
            || rest.iter().flatten().any(|cell| black.contains(cell))
    };
    let far = |&cell: &Cell| {
        WAYS.iter().all(|&way| {
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

/// Random boards with holes: how many there are, how many have a solution, and how many have a hole that matters.
#[test]
fn boards_with_holes_have_only_their_cells() {
    let kinds = [SHADED, LOOP].map(|text| Kind::read(text).unwrap());
    let mut random = Random(59);
    let mut solvable = [0; 2];
    for at in 0..400 {
        let kind = &kinds[at % 2];
        let (rows, columns) = (1 + random.below(3) as u16, 1 + random.below(4 - at % 2) as u16);
        let mut data = Data::new(kind, Board::new(rows, columns));
        let mut cells = Cells { all: BTreeSet::new() };
        let mut numbers = BTreeMap::new();
        for place in data.board.cells() {
            let Place::Cell(row, column) = place else { unreachable!() };
            let cell = (i32::from(row), i32::from(column));
            match random.below(8) {
                0 | 1 => {
                    data.layers[0].at.insert(place, Entry::Flag);
                }
                2 if at % 2 == 0 => {
                    let number = random.below(4) as i64;
                    data.layers[1].at.insert(place, Entry::Number(number));
                    numbers.insert(cell, number);
                    cells.all.insert(cell);
                }
                _ => {
                    cells.all.insert(cell);
                }
            }
        }
        data.cut(kind);
        kind.verify(&data).unwrap();
        let every: Vec<Cell> = cells.all.iter().copied().collect();
        let expected = if at % 2 == 0 {
            let black = subsets(&every).map(|black| black.into_iter().collect());
            black.filter(|black| is_shaded(&cells, black, &numbers)).count()
        } else {
            let ends =
                |&cell: &Cell| cells.beside(cell).into_iter().map(move |other| (cell, other));
            let links: Vec<_> =
                every.iter().flat_map(ends).filter(|(one, other)| one < other).collect();
            subsets(&links).filter(|lines| is_loop(&cells, lines)).count()
        };
        let unfolded = kind.unfold(&data, &Budget::default()).unwrap();
        let lowered = Lowered::new(&unfolded.model, &Budget::default()).unwrap();
        let (exact, _) = count(&lowered.csp, &Limits::default()).unwrap();
        assert!(
            exact.exact && exact.solutions == expected.into(),
            "{expected}, not {exact:?}: {data:?}"
        );
        assert_eq!(count_by_blocking(&lowered.csp), expected, "{data:?}");
        assert_eq!(by_brute_force(&unfolded, &mut BTreeSet::new()), expected, "{data:?}");
        solvable[at % 2] += usize::from(expected > 0 && every.len() < usize::from(rows * columns));
    }
    assert!(solvable.iter().all(|&number| number > 20), "{solvable:?}");
}
