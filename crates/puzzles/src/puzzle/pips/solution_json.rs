//! Solutions as JSON: the numbers on the board, and the place of each domino.

use std::fmt::Write;

use crate::puzzle::Broken;
use cnfetti_core::csp::{Atom, Value, VarId};

use super::Pips;
use super::pieces::{Cell, Domino};

pub(super) fn write(pips: &Pips, solution: &[Value], out: &mut String) {
    let (placements, numbers) = solution.split_at(pips.dominoes.len());
    let board = board(pips, numbers);
    let placements: Vec<serde_json::Value> = placements
        .iter()
        .zip(&pips.dominoes)
        .filter_map(|(&placement, domino)| {
            let cells = pips.halves(placement)?.map(|cell| pips.cells[cell]);
            let cells = cells.map(|Cell { row, column }| [row, column]);
            Some(serde_json::json!({ "domino": domino.0, "cells": cells }))
        })
        .collect();
    let json = serde_json::json!({ "board": board, "placements": placements });
    write!(out, "{json}").expect("a string takes everything");
}

/// The rows of the board, with `null` for holes.
fn board(pips: &Pips, numbers: &[Value]) -> Vec<Vec<Option<Value>>> {
    let rows = pips.cells.last().map_or(0, |cell| cell.row + 1);
    let columns = pips.cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
    let mut board = vec![vec![None; columns]; rows];
    for (cell, &number) in pips.cells.iter().zip(numbers) {
        board[cell.row][cell.column] = Some(number);
    }
    board
}

/// A solution in a file.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Solution {
    placements: Vec<Placement>,
    board: Option<Vec<Vec<Option<Value>>>>,
}

#[derive(serde::Deserialize)]
struct Placement {
    domino: [Value; 2],
    cells: [[usize; 2]; 2],
}

/// Reads the placements, in any order. The numbers are those of the board if there is one, else
/// those that the dominoes write. A cell with neither gets -1.
pub(super) fn read(pips: &Pips, json: &serde_json::Value) -> Result<Vec<Value>, Broken> {
    use serde::Deserialize;

    if json.get("placements").is_none() {
        return Err(Broken(
            "a board does not say where each domino lies: expected JSON with `placements`, as \
             `solve --json` prints it; `check --partial` takes a board, drawn, typed or as JSON"
                .to_owned(),
        ));
    }
    let solution = Solution::deserialize(json)
        .map_err(|error| Broken(format!("not a solution of dominoes: {error}")))?;
    let mut placements: Vec<Option<Value>> = vec![None; pips.dominoes.len()];
    for placement in &solution.placements {
        place(pips, placement, &mut placements)?;
    }
    let missing = placements.iter().zip(&pips.dominoes).find(|(placed, _)| placed.is_none());
    if let Some((_, domino)) = missing {
        return Err(Broken(format!("domino {domino} is not placed")));
    }
    let placements: Vec<Value> = placements.into_iter().flatten().collect();
    Ok(pips.solution(placements, solution.board.as_deref()))
}

/// The parts of an incomplete solution. Both are optional, and `null` is an open cell.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Entries {
    #[serde(default)]
    placements: Vec<Placement>,
    #[serde(default)]
    board: Vec<Vec<Option<Value>>>,
}

/// Reads an incomplete solution: the places of the wanted dominoes, and the numbers of cells.
pub(super) fn entries(
    pips: &Pips,
    json: &serde_json::Value,
    is_wanted: impl Fn(Domino) -> bool,
) -> Result<Vec<Atom>, Broken> {
    use serde::Deserialize;

    let Entries { placements, board } = Entries::deserialize(json)
        .map_err(|error| Broken(format!("no part of a solution of dominoes: {error}")))?;
    let mut placed: Vec<Option<Value>> = vec![None; pips.dominoes.len()];
    for placement in &placements {
        place(pips, placement, &mut placed)?;
    }
    let mut entries = Vec::new();
    let mut numbers: Vec<Option<Value>> = vec![None; pips.cells.len()];
    for (at, (domino, placement)) in pips.dominoes.iter().zip(placed).enumerate() {
        let Some(placement) = placement else { continue };
        let value = if domino.is_double() { placement - placement % 2 } else { placement };
        if is_wanted(*domino) {
            entries.push(Atom { variable: VarId::at(at), value });
        }
        let halves = pips.halves(placement).into_iter().flatten();
        halves.zip(domino.0).try_for_each(|(cell, n)| enter(pips, &mut numbers, cell, n))?;
    }
    for (row, numbers_of_row) in board.iter().enumerate() {
        for (column, number) in numbers_of_row.iter().enumerate() {
            let Some(number) = *number else { continue };
            let cell = pips.cells.iter().position(|cell| (cell.row, cell.column) == (row, column));
            let cell = cell.ok_or_else(|| {
                Broken(format!("there is no cell {}, found {number}", Cell { row, column }))
            })?;
            enter(pips, &mut numbers, cell, number)?;
        }
    }
    let cells = (pips.dominoes.len()..).map(VarId::at).zip(numbers);
    entries.extend(cells.filter_map(|(variable, value)| Some(Atom { variable, value: value? })));
    Ok(entries)
}

/// Records the number of a cell; a different second number is an error.
fn enter(
    pips: &Pips,
    numbers: &mut [Option<Value>],
    cell: usize,
    number: Value,
) -> Result<(), Broken> {
    match numbers[cell].replace(number).filter(|&other| other != number) {
        None => Ok(()),
        Some(other) => {
            let cell = pips.cells[cell];
            Err(Broken(format!("{cell} is {other} and {number}")))
        }
    }
}

/// A solution from the cells of the two halves of each domino, in order.
pub(super) fn from_halves(pips: &Pips, halves: &[[Cell; 2]]) -> Result<Vec<Value>, Broken> {
    if halves.len() != pips.dominoes.len() {
        return Err(Broken(format!(
            "{} dominoes are placed, the set has {}",
            halves.len(),
            pips.dominoes.len()
        )));
    }
    let placements = halves
        .iter()
        .zip(&pips.dominoes)
        .map(|(&halves, domino)| pips.placement(halves).ok_or_else(|| not_adjacent(*domino)));
    Ok(pips.solution(placements.collect::<Result<_, _>>()?, None))
}

fn not_adjacent(domino: Domino) -> Broken {
    Broken(format!("domino {domino} does not lie on two cells of the board that touch"))
}

/// Assigns a placement to a domino with these numbers that has none.
fn place(
    pips: &Pips,
    Placement { domino, cells }: &Placement,
    placements: &mut [Option<Value>],
) -> Result<(), Broken> {
    let wanted = Domino(*domino);
    let same = |at: &usize| wanted.is_same(pips.dominoes[*at]);
    let Some(free) = (0..placements.len()).filter(same).find(|&at| placements[at].is_none()) else {
        return Err(Broken(match (0..placements.len()).any(|at| same(&at)) {
            true => format!("domino {wanted} is placed too often"),
            false => format!("domino {wanted} is not in the set"),
        }));
    };
    let mut halves = cells.map(|[row, column]| Cell { row, column });
    if pips.dominoes[free].0 != wanted.0 {
        halves.reverse();
    }
    placements[free] = Some(pips.placement(halves).ok_or_else(|| not_adjacent(wanted))?);
    Ok(())
}

impl Pips {
    /// A solution of the CSP from a placement for each domino, in the normal form of the CSP.
    pub(super) fn solution(
        &self,
        mut placements: Vec<Value>,
        board: Option<&[Vec<Option<Value>>]>,
    ) -> Vec<Value> {
        for (placement, domino) in placements.iter_mut().zip(&self.dominoes) {
            if domino.is_double() {
                *placement -= *placement % 2;
            }
        }
        sort_equal_dominoes(&self.dominoes, &mut placements);
        let mut numbers = vec![-1; self.cells.len()];
        for (&placement, domino) in placements.iter().zip(&self.dominoes) {
            let halves = self.halves(placement).into_iter().flatten();
            halves.zip(domino.0).for_each(|(cell, pips)| numbers[cell] = pips);
        }
        if let Some(board) = board {
            for (number, cell) in numbers.iter_mut().zip(&self.cells) {
                let written = board.get(cell.row).and_then(|row| row.get(cell.column));
                *number = written.copied().flatten().unwrap_or(-1);
            }
        }
        placements.extend(numbers);
        placements
    }
}

/// Sorts the placements of equal dominoes in increasing order.
fn sort_equal_dominoes(dominoes: &[Domino], placements: &mut [Value]) {
    for at in 0..dominoes.len() {
        for other in at + 1..dominoes.len() {
            if dominoes[at].0 == dominoes[other].0 && placements[at] > placements[other] {
                placements.swap(at, other);
            }
        }
    }
}
