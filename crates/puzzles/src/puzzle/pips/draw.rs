//! Boards for a terminal: dominoes as tiles, and regions with walls around them.

use std::fmt::Write;

use itertools::Itertools;

use crate::puzzle::walls;
use cnfetti_core::csp::Value;

use super::Pips;

pub(super) fn draw(pips: &Pips, solution: Option<&[Value]>) -> String {
    match solution {
        Some(solution) => draw_solution(pips, solution),
        None => draw_puzzle(pips),
    }
}

fn draw_solution(pips: &Pips, solution: &[Value]) -> String {
    let (placements, numbers) = solution.split_at(pips.dominoes.len());
    let mut tiles = vec![None; pips.cells.len()];
    for (domino, &placement) in placements.iter().enumerate() {
        for cell in pips.halves(placement).into_iter().flatten() {
            tiles[cell] = Some(domino);
        }
    }
    let text = |cell: usize| numbers[cell].to_string();
    walls::draw(&squares(pips, |cell| (tiles[cell].unwrap_or(usize::MAX), text(cell))))
}

/// Draws the dominoes with known places, and the possible numbers of each cell.
pub(super) fn draw_candidates(pips: &Pips, candidates: &[Vec<Value>]) -> String {
    let (placements, numbers) = candidates.split_at(pips.dominoes.len());
    // A cell that no domino is known to cover is grouped with the others of its region.
    let groups = pips.regions.len() + 1;
    let mut tiles: Vec<usize> = (0..pips.cells.len())
        .map(|cell| pips.shown_region_of(cell).unwrap_or(pips.regions.len()))
        .collect();
    for (domino, placements) in placements.iter().enumerate() {
        if let [placement] = placements[..] {
            for cell in pips.halves(placement).into_iter().flatten() {
                tiles[cell] = groups + domino;
            }
        }
    }
    let text = |cell: usize| walls::candidates(&numbers[cell], pips.largest());
    let mut out = walls::draw(&squares(pips, |cell| (tiles[cell], text(cell))));
    let open = pips.dominoes.iter().zip(placements).filter(|(_, places)| places.len() > 1);
    let left = open.map(|(domino, _)| domino).collect_vec();
    // On an empty board, all dominoes are left; no need to list them.
    if !left.is_empty() && left.len() < pips.dominoes.len() {
        writeln!(out, "left: {}", left.into_iter().format(" ")).expect("a string takes everything");
    }
    out
}

fn draw_puzzle(pips: &Pips) -> String {
    let square = |cell: usize| match (pips.shown_region_of(cell), pips.givens[cell]) {
        (Some(region), _) => (region, pips.regions[region].name.clone()),
        (None, Some(given)) => (pips.regions.len() + 1 + cell, given.to_string()),
        (None, None) => (pips.regions.len(), "·".to_owned()),
    };
    let mut out = walls::draw(&squares(pips, square));
    for region in pips.regions.iter().filter(|region| region.is_shown()) {
        writeln!(out, "{} {}", region.name, region.rule).expect("a string takes everything");
    }
    let dominoes = pips.dominoes.iter().join(" ");
    writeln!(out, "dominoes: {dominoes}").expect("a string takes everything");
    out
}

fn squares(pips: &Pips, square: impl Fn(usize) -> (usize, String)) -> Vec<walls::Square> {
    let shades = pips.region_shades();
    let all = pips.cells.iter().enumerate().map(|(at, cell)| {
        let (group, text) = square(at);
        let shade = pips.shown_region_of(at).map(|region| shades[region]);
        walls::Square { row: cell.row, column: cell.column, group, shade, text }
    });
    all.collect()
}
