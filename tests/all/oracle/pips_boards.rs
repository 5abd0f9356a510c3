//! Random boards with dominoes and rules.

use super::Pen;
use super::pips::{Cell, Mark, Pips, Rule};

/// What the file's format supports.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    Everything,
    /// No given numbers, and neither `<=` nor `>=`.
    Published,
}

/// A board with dominoes that mostly fit it.
pub(super) fn board(pen: &mut Pen, says: Says) -> Pips {
    let is_large = pen.one_in(50);
    let cells = if is_large { large(pen) } else { cells(pen) };
    let tiling = tiling(&cells, pen);
    let largest = if is_large { 99 } else { pen.pick(&[1, 2, 3, 6, 6, 6, 12, 99]) };
    let mut dominoes: Vec<[i32; 2]> = Vec::new();
    let number = match cells.len() % 2 {
        0 => cells.len() / 2,
        _ => pen.below(5),
    };
    for _ in 0..number {
        let domino = [0; 2].map(|_| pen.below(largest + 1) as i32);
        let again = (!dominoes.is_empty() && pen.one_in(5)).then(|| pen.pick(&dominoes));
        dominoes.push(match again {
            Some(domino) if pen.one_in(2) => [domino[1], domino[0]],
            again => again.unwrap_or(domino),
        });
    }
    // Most rules and given numbers fit the placed dominoes.
    let mut lying = vec![0; cells.len()];
    for (pair, domino) in tiling.iter().flatten().zip(&dominoes) {
        (lying[pair[0]], lying[pair[1]]) = (domino[0], domino[1]);
    }
    let (marks, rules) = match is_large {
        true => numbers(pen, &lying, says),
        false => regions(pen, &cells, &lying, says),
    };
    let known = tiling.filter(|_| pen.one_in(3));
    let known = known.map(|pairs| known_solution(pen, pairs, &dominoes));
    let pips = Pips { cells, marks, rules, dominoes, known };
    pips.note(pen);
    pips
}

/// A tiling, sometimes with an error.
fn known_solution(
    pen: &mut Pen,
    mut pairs: Vec<[usize; 2]>,
    dominoes: &[[i32; 2]],
) -> Vec<[usize; 2]> {
    if pairs.len() > 1 && pen.one_in(4) {
        let last = pairs.len() - 1;
        match pen.below(3) {
            0 => pairs.swap(0, last),
            1 => pairs[0].reverse(),
            _ => pairs[last] = pairs[0],
        }
    }
    for (pair, domino) in pairs.iter_mut().zip(dominoes) {
        if domino[0] == domino[1] && pen.one_in(2) {
            pair.reverse();
        }
    }
    pairs
}

/// Cells, row by row: at most fourteen, sometimes none.
fn cells(pen: &mut Pen) -> Vec<Cell> {
    let mut cells: Vec<Cell> = match pen.below(16) {
        0 => rectangle(pen.below(2), 1),
        1..4 => {
            let (rows, columns) =
                pen.pick(&[(1, 2), (1, 4), (2, 2), (2, 3), (4, 2), (3, 4), (3, 3)]);
            rectangle(rows, columns)
        }
        4 => rectangle(3, 3).into_iter().filter(|cell| *cell != (1, 1)).collect(),
        5 => rectangle(3, 4).into_iter().filter(|cell| cell.0 != 1 || cell.1 % 3 == 0).collect(),
        6 | 7 => {
            let number = pen.between(1, 9);
            pen.some(&rectangle(3, 5), number)
        }
        _ => grown(pen),
    };
    if pen.one_in(5) {
        let (down, right) = (pen.below(3), pen.below(3));
        cells.iter_mut().for_each(|cell| *cell = (cell.0 + down, cell.1 + right));
    }
    if pen.one_in(8) {
        // A blank row inside.
        let row = pen.between(1, 2);
        cells.iter_mut().filter(|cell| cell.0 >= row).for_each(|cell| cell.0 += 1);
    }
    cells.sort_unstable();
    cells
}

/// More cells and dominoes than a machine word has bits.
fn large(pen: &mut Pen) -> Vec<Cell> {
    let (rows, columns) = pen.pick(&[(1, 46), (44, 1), (2, 22), (6, 8)]);
    rectangle(rows, columns)
}

/// Most numbers of the board: as givens or, if the format lacks these, as a region's sum.
fn numbers(pen: &mut Pen, lying: &[i32], says: Says) -> (Vec<Mark>, Vec<Rule>) {
    let mut rules = Vec::new();
    let marks = lying.iter().map(|&pips| {
        if pen.one_in(8) {
            Mark::Free
        } else if says == Says::Everything {
            Mark::Given(pips)
        } else {
            rules.push(Rule::Sum("=", pips));
            Mark::Region(rules.len() - 1)
        }
    });
    (marks.collect(), rules)
}

fn rectangle(rows: usize, columns: usize) -> Vec<Cell> {
    (0..rows * columns).map(|at| (at / columns, at % columns)).collect()
}

/// Grows a board domino by domino, each mostly next to another.
fn grown(pen: &mut Pen) -> Vec<Cell> {
    let (rows, columns) = (pen.between(2, 5), pen.between(2, 6));
    let wanted = pen.between(1, 6);
    let mut cells: Vec<Cell> = Vec::new();
    for _ in 0..60 {
        let (row, column) = (pen.below(rows), pen.below(columns));
        let other = if pen.one_in(2) { (row, column + 1) } else { (row + 1, column) };
        let new = [(row, column), other];
        let near =
            |cell: &Cell| new.iter().any(|n| n.0.abs_diff(cell.0) + n.1.abs_diff(cell.1) == 1);
        let hangs_together = cells.is_empty() || cells.iter().any(near) || pen.one_in(12);
        if !new.iter().any(|cell| cells.contains(cell)) && hangs_together {
            cells.extend(new);
        }
        if cells.len() == 2 * wanted {
            break;
        }
    }
    cells
}

/// A random tiling of the cells by pairs, if there is one.
pub(super) fn tiling(cells: &[Cell], pen: &mut Pen) -> Option<Vec<[usize; 2]>> {
    let mut pairs = Vec::new();
    cover(cells, &mut vec![false; cells.len()], &mut pairs, pen).then(|| {
        pairs.iter_mut().for_each(|pair: &mut [usize; 2]| {
            if pen.one_in(2) {
                pair.reverse();
            }
        });
        pen.shuffle(&mut pairs);
        pairs
    })
}

fn cover(
    cells: &[Cell],
    is_covered: &mut [bool],
    pairs: &mut Vec<[usize; 2]>,
    pen: &mut Pen,
) -> bool {
    let Some(first) = is_covered.iter().position(|is_covered| !is_covered) else { return true };
    let (row, column) = cells[first];
    let mut beside = [(row, column + 1), (row + 1, column)];
    pen.shuffle(&mut beside);
    for cell in beside {
        let other = cells.iter().position(|other| *other == cell);
        let Some(other) = other.filter(|&other| !is_covered[other]) else { continue };
        (is_covered[first], is_covered[other]) = (true, true);
        pairs.push([first, other]);
        if cover(cells, is_covered, pairs, pen) {
            return true;
        }
        pairs.pop();
        (is_covered[first], is_covered[other]) = (false, false);
    }
    false
}

/// Marks and rules, most of which hold for the placed dominoes.
fn regions(pen: &mut Pen, cells: &[Cell], lying: &[i32], says: Says) -> (Vec<Mark>, Vec<Rule>) {
    let wanted = pen.pick(&[0, 1, 2, 2, 3, 4]);
    let given_one_in = pen.pick(&[3, 8, 1_000, 1_000]);
    let free_one_in = pen.pick(&[2, 4, 1_000]);
    let is_scattered = pen.one_in(4);
    let seeds: Vec<Cell> = match cells.is_empty() {
        true => Vec::new(),
        false => (0..wanted).map(|_| pen.pick(cells)).collect(),
    };
    let mut names: Vec<usize> = Vec::new();
    let mut marks = Vec::new();
    for (at, &(row, column)) in cells.iter().enumerate() {
        let away = |seed: usize| seeds[seed].0.abs_diff(row) + seeds[seed].1.abs_diff(column);
        let nearest = (0..seeds.len()).min_by_key(|&seed| away(seed));
        let region = if is_scattered { nearest.map(|_| pen.below(seeds.len())) } else { nearest };
        marks.push(match region {
            _ if says == Says::Everything && pen.one_in(given_one_in) => {
                Mark::Given(if pen.one_in(20) { pen.below(3) as i32 } else { lying[at] })
            }
            Some(region) if !pen.one_in(free_one_in) => {
                if !names.contains(&region) {
                    names.push(region);
                }
                Mark::Region(names.iter().position(|name| *name == region).unwrap())
            }
            _ => Mark::Free,
        });
    }
    let rule = |region: usize| {
        let inside = marks.iter().zip(lying).filter(|(mark, _)| **mark == Mark::Region(region));
        rule(pen, &inside.map(|(_, pips)| *pips).collect::<Vec<i32>>(), says)
    };
    let rules = (0..names.len()).map(rule).collect();
    (marks, rules)
}

/// A rule that mostly holds for these pips.
fn rule(pen: &mut Pen, pips: &[i32], says: Says) -> Rule {
    let mut sum: i32 = pips.iter().sum();
    if pen.one_in(12) {
        sum = pen.below(8) as i32;
    }
    let away = pen.below(3) as i32;
    let is_equal = pips.iter().all(|other| *other == pips[0]);
    let is_unequal = (0..pips.len()).all(|at| !pips[at + 1..].contains(&pips[at]));
    let kinds = if says == Says::Everything { 12 } else { 8 };
    match pen.below(kinds) {
        0 if is_equal || pen.one_in(4) => Rule::Equal,
        1 | 2 if is_unequal || pen.one_in(4) => Rule::Unequal,
        3 => Rule::Free,
        4 | 5 => Rule::Sum("<", if pen.one_in(15) { 0 } else { sum + 1 + away }),
        6 | 7 if sum > away => Rule::Sum(">", sum - 1 - away),
        8 => Rule::Sum("<=", sum + away),
        9 => Rule::Sum(">=", (sum - away).max(0)),
        _ => Rule::Sum("=", sum),
    }
}
