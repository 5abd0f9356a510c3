//! Dominoes on a board.

use std::collections::BTreeSet;

use itertools::Itertools;
use serde_json::json;

use crate::csp::Value;
use crate::random::Random;

use super::super::Shape;
use super::Region;
use super::rule::Rule;

/// A row and a column.
type Cell = (usize, usize);

/// A placement of dominoes on a board.
pub(super) struct Layout {
    /// The cells, row by row.
    pub(super) cells: Vec<Cell>,
    /// The number on each cell.
    pub(super) pips: Vec<Value>,
    dominoes: Vec<Lying>,
}

/// A domino, and the cells of its two halves.
type Lying = ([Value; 2], [Cell; 2]);

/// The largest number on half a domino.
const LARGEST: Value = 6;

/// The number of exchanges that are tried for more equal pips.
const EXCHANGES: usize = 200;

/// The largest number of dominoes placed during the search for a tiling.
const TILING_STEPS: usize = 100_000;

/// Draws two free cells next to the covered ones; more likely those that touch many of them.
fn place(covered: &BTreeSet<Cell>, side: usize, random: &mut Random) -> Option<[Cell; 2]> {
    if covered.is_empty() {
        let middle = side / 2;
        return Some([(middle, middle), (middle, middle - 1)]);
    }
    let cells = (0..side).cartesian_product(0..side);
    let places = cells.flat_map(|(row, column)| {
        [[(row, column), (row, column + 1)], [(row, column), (row + 1, column)]]
    });
    let free = |[_, (row, column)]: &[Cell; 2]| *row < side && *column < side;
    let places = places
        .filter(free)
        .filter(|halves| halves.iter().all(|half| !covered.contains(half)))
        .collect_vec();
    let weights = places.iter().map(|halves| touching(halves, covered).pow(2)).collect_vec();
    (weights.iter().sum::<usize>() > 0).then(|| places[random.weighted(&weights)])
}

/// Exchanges and turns dominoes so that more cells touch others with the same pips. That makes
/// regions of equal pips, and fewer dominoes can be placed in another way.
fn gather_equal_pips(dominoes: &mut [Lying], random: &mut Random) {
    let mut best = quality(dominoes);
    for _ in 0..EXCHANGES {
        let (one, other) = (random.below(dominoes.len()), random.below(dominoes.len()));
        let before = [dominoes[one], dominoes[other]];
        (dominoes[one].0, dominoes[other].0) = (before[1].0, before[0].0);
        random.shuffle(&mut dominoes[one].1);
        random.shuffle(&mut dominoes[other].1);
        let now = quality(dominoes);
        if now < best {
            [dominoes[one], dominoes[other]] = before;
        } else {
            best = now;
        }
    }
}

/// The number of touching cells of different dominoes with equal pips, minus a penalty for each two
/// dominoes side by side that could both be turned and would still show the same pips.
fn quality(dominoes: &[Lying]) -> i64 {
    let of_two = |[one, other]: [&Lying; 2]| {
        let halves = |lying: &Lying| lying.0.into_iter().zip(lying.1);
        let pairs = halves(one).cartesian_product(halves(other));
        let (mut equal, mut touching, mut across) = (0, 0, 0);
        for ((pips, here), (others, there)) in pairs {
            let touches = beside(here, there);
            touching += i64::from(touches);
            equal += i64::from(touches && pips == others);
            across += i64::from(!touches && pips == others);
        }
        // Two dominoes touch twice only if they are side by side.
        equal - if touching == 2 && across > 0 { 10 } else { 0 }
    };
    dominoes.iter().array_combinations().map(of_two).sum()
}

/// Covers the open cells, starting with the one that has the fewest ways. Returns whether that
/// succeeded in time.
fn tile(
    open: &mut BTreeSet<Cell>,
    placed: &mut Vec<[Cell; 2]>,
    random: &mut Random,
    steps: &mut usize,
) -> bool {
    let ways = |cell: Cell| open.iter().copied().filter(move |&other| beside(cell, other));
    let Some(cell) = open.iter().copied().min_by_key(|&cell| ways(cell).count()) else {
        return true;
    };
    let mut others: Vec<Cell> = ways(cell).collect();
    random.shuffle(&mut others);
    for other in others {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        open.remove(&cell);
        open.remove(&other);
        placed.push([cell, other]);
        if tile(open, placed, random, steps) {
            return true;
        }
        placed.pop();
        open.extend([cell, other]);
    }
    false
}

fn touching(halves: &[Cell; 2], covered: &BTreeSet<Cell>) -> usize {
    halves.iter().map(|&half| covered.iter().filter(|&&cell| beside(half, cell)).count()).sum()
}

fn beside(one: Cell, other: Cell) -> bool {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
}

impl Layout {
    /// Places different dominoes side by side; `None` if they block each other.
    pub(super) fn new(number: usize, random: &mut Random) -> Option<Layout> {
        let mut set: Vec<[Value; 2]> =
            (0..=LARGEST).flat_map(|one| (0..=one).map(move |other| [one, other])).collect();
        random.shuffle(&mut set);
        // A square board with some extra room.
        let side = (2 * number).isqrt() + 2;
        let mut covered = BTreeSet::new();
        let mut dominoes = Vec::new();
        for domino in set.into_iter().take(number) {
            let mut halves = place(&covered, side, random)?;
            random.shuffle(&mut halves);
            covered.extend(halves);
            dominoes.push((domino, halves));
        }
        gather_equal_pips(&mut dominoes, random);
        dominoes.sort_by(|(one, _), (other, _)| other.cmp(one));
        Some(Layout::at_the_upper_left(dominoes))
    }

    /// Covers a shape with dominoes; `None` if no way was found.
    pub(super) fn over(shape: &Shape, random: &mut Random) -> Option<Layout> {
        let mut set = match &shape.dominoes {
            Some(given) => given.clone(),
            None => {
                (0..=LARGEST).flat_map(|one| (0..=one).map(move |other| [one, other])).collect()
            }
        };
        random.shuffle(&mut set);
        let mut open: BTreeSet<Cell> = shape.cells.iter().copied().collect();
        let mut dominoes = Vec::new();
        let mut steps = TILING_STEPS;
        if !tile(&mut open, &mut dominoes, random, &mut steps) || set.len() < dominoes.len() {
            return None;
        }
        let mut dominoes: Vec<Lying> = set.into_iter().zip(dominoes).collect();
        gather_equal_pips(&mut dominoes, random);
        dominoes.sort_by(|(one, _), (other, _)| other.cmp(one));
        Some(Layout::at_the_upper_left(dominoes))
    }

    fn at_the_upper_left(mut dominoes: Vec<Lying>) -> Layout {
        let halves = || dominoes.iter().flat_map(|(_, halves)| halves);
        let top = halves().map(|half| half.0).min().unwrap_or(0);
        let left = halves().map(|half| half.1).min().unwrap_or(0);
        for half in dominoes.iter_mut().flat_map(|(_, halves)| halves) {
            *half = (half.0 - top, half.1 - left);
        }
        let halves = dominoes.iter().flat_map(|(domino, cells)| cells.iter().zip(domino));
        let (cells, pips) = halves.map(|(&cell, &pips)| (cell, pips)).sorted().unzip();
        Layout { cells, pips, dominoes }
    }

    /// Whether two cells, given by index, touch.
    pub(super) fn touch(&self, one: usize, other: usize) -> bool {
        beside(self.cells[one], self.cells[other])
    }

    /// The largest number on a cell.
    pub(super) fn largest(&self) -> Value {
        self.pips.iter().copied().max().unwrap_or(0)
    }

    /// The placement of the dominoes, in the form of the JSON output.
    pub(super) fn solution(&self) -> serde_json::Value {
        let placements = self.dominoes.iter().map(|(domino, cells)| {
            let cells = cells.map(|(row, column)| [row, column]);
            json!({ "domino": domino, "cells": cells })
        });
        json!({ "placements": placements.collect_vec() })
    }

    /// The keys of the file with these regions. All other cells have no rule.
    pub(super) fn keys(&self, regions: &[Region]) -> String {
        let ruled = regions.iter().filter(|region| region.rule != Rule::Any);
        let regions = ruled.sorted_by_key(|region| region.cells[0]).collect_vec();
        let name = |cell| {
            let region = regions.iter().position(|region| region.cells.contains(&cell));
            region.and_then(region_name).unwrap_or('#')
        };
        let rows = self.cells.iter().map(|cell| cell.0).max().map_or(0, |last| last + 1);
        let row = |row| {
            let mut line = String::new();
            for (at, _) in self.cells.iter().enumerate().filter(|(_, cell)| cell.0 == row) {
                let gap = self.cells[at].1 - line.chars().count();
                line.extend(std::iter::repeat_n('.', gap).chain([name(at)]));
            }
            line
        };
        let board = (0..rows).map(row).join("\n");
        let dominoes =
            self.dominoes.iter().map(|([one, other], _)| format!("\"{one}{other}\"")).collect_vec();
        let dominoes = dominoes.chunks(14).map(|row| row.join(", ")).join(",\n    ");
        let rules = regions.iter().enumerate().filter_map(|(at, region)| {
            Some(format!("{} = \"{}\"\n", region_name(at)?, region.rule))
        });
        let rules: String = rules.collect();
        let rules = if rules.is_empty() { rules } else { format!("\n[regions]\n{rules}") };
        format!("board = \"\"\"\n{board}\n\"\"\"\ndominoes = [\n    {dominoes},\n]\n{rules}")
    }
}

/// The name of the region with this index. There are more names than the largest board has
/// cells.
fn region_name(position: usize) -> Option<char> {
    ('A'..='Z').chain('a'..='z').chain('α'..='ω').nth(position)
}
