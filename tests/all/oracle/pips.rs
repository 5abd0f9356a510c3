//! Pips: dominoes cover the board, each on two cells that share a side, so that the rule of each
//! region holds. The two orientations of a double are the same, and so are two equal dominoes.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Answer, Pen, Rules, Search};

/// Features of boards and dominoes.
pub(super) const FEATURES: &[&str] = &[
    "no cell",
    "an odd number of cells",
    "over 64 dominoes and cells",
    "several components",
    "a hole",
    "blank rows",
    "a double",
    "a domino twice",
    "a domino twice, once turned",
    "a double twice",
    "pips above 9",
    "a given number",
    "free cells",
    "no region",
    "a region of one cell",
    "a region in several pieces",
    "= n",
    "< n",
    "> n",
    "<= n",
    ">= n",
    "equal",
    "unequal",
    "free",
    "a rule with 0",
    "a known solution",
    "a known solution that is none",
    "fewer grids than placements",
];

pub(super) type Cell = (usize, usize);

/// The mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Free,
    Given(i32),
    /// The index of the region.
    Region(usize),
}

/// A rule of a region's pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Free,
    Equal,
    Unequal,
    /// A sum: one of `=`, `<`, `>`, `<=`, `>=`, and a number.
    Sum(&'static str, i32),
}

impl Rule {
    /// Whether it can still hold if this many cells are open; exact if none is.
    fn may_hold(self, pips: &[i32], open: usize) -> bool {
        let sum: i32 = pips.iter().sum();
        match self {
            Rule::Free => true,
            Rule::Equal => pips.iter().all(|other| *other == pips[0]),
            Rule::Unequal => (0..pips.len()).all(|at| !pips[at + 1..].contains(&pips[at])),
            Rule::Sum("=", number) => {
                if open > 0 {
                    sum <= number
                } else {
                    sum == number
                }
            }
            Rule::Sum("<", number) => sum < number,
            Rule::Sum("<=", number) => sum <= number,
            Rule::Sum(">", number) => open > 0 || sum > number,
            Rule::Sum(_, number) => open > 0 || sum >= number,
        }
    }
}

#[derive(Clone)]
pub(super) struct Pips {
    /// Row by row.
    pub(super) cells: Vec<Cell>,
    pub(super) marks: Vec<Mark>,
    /// Each has at least one cell.
    pub(super) rules: Vec<Rule>,
    pub(super) dominoes: Vec<[i32; 2]>,
    /// For each domino, the cells of its two halves, if the file gives a solution.
    pub(super) known: Option<Vec<[usize; 2]>>,
}

/// Dominoes on the board: for each cell, its pips and its partner.
struct Lying {
    pips: Vec<Option<i32>>,
    partners: Vec<usize>,
    /// The remaining dominoes, each with the smaller number first.
    left: BTreeMap<[i32; 2], usize>,
}

impl Rules for Pips {
    fn search(&self, search: &mut Search) {
        if self.cells.len() != 2 * self.dominoes.len() {
            return;
        }
        let mut left = BTreeMap::new();
        for &[one, other] in &self.dominoes {
            *left.entry([one.min(other), one.max(other)]).or_default() += 1;
        }
        let number = self.cells.len();
        self.cover(
            &mut Lying { pips: vec![None; number], partners: vec![0; number], left },
            search,
        );
    }

    fn names(&self) -> Vec<String> {
        self.cells.iter().map(|(row, column)| format!("cell[{row}][{column}]")).collect()
    }

    /// The placements in reverse order, some with the halves exchanged.
    fn json(&self, answer: &Answer) -> serde_json::Value {
        let (pips, partners) = answer.split_at(self.cells.len());
        let mut board = self.blank();
        let mut placements = Vec::new();
        for (at, &(row, column)) in self.cells.iter().enumerate().rev() {
            board[row][column] = json!(pips[at]);
            let partner = partners[at] as usize;
            if at < partner {
                let (one, other) = if pips[at] % 2 == 0 { (at, partner) } else { (partner, at) };
                let cells = [one, other].map(|cell| self.cells[cell]);
                placements.push(json!({ "domino": [pips[one], pips[other]], "cells": cells }));
            }
        }
        json!({ "board": board, "placements": placements })
    }

    fn read(&self, json: &serde_json::Value) -> Answer {
        let number = |json: &serde_json::Value| json.as_u64().unwrap() as usize;
        let mut board = self.blank();
        let mut pips = vec![-1; self.cells.len()];
        let mut partners = vec![0; self.cells.len()];
        let placements = json["placements"].as_array().unwrap();
        for placement in placements {
            let cells = [0, 1].map(|half| {
                let place = [0, 1].map(|way| number(&placement["cells"][half][way]));
                self.cells.iter().position(|cell| *cell == (place[0], place[1])).unwrap()
            });
            for (half, cell) in cells.into_iter().enumerate() {
                pips[cell] = number(&placement["domino"][half]) as i32;
                partners[cell] = cells[1 - half] as i32;
                let (row, column) = self.cells[cell];
                board[row][column] = json!(pips[cell]);
            }
        }
        assert_eq!(placements.len(), self.dominoes.len());
        assert_eq!(json["board"], json!(board), "the board shows what the dominoes write");
        pips.extend(partners);
        pips
    }

    /// Removes a region's rule, or a given number.
    fn relaxed(&self, pen: &mut Pen) -> Option<Box<dyn Rules>> {
        let mut relaxed = self.clone();
        let given: Vec<usize> =
            (0..self.marks.len()).filter(|&at| matches!(self.marks[at], Mark::Given(_))).collect();
        if !given.is_empty() && (self.rules.is_empty() || pen.one_in(2)) {
            relaxed.marks[pen.pick(&given)] = Mark::Free;
        } else if !self.rules.is_empty() {
            relaxed.rules[pen.below(self.rules.len())] = Rule::Free;
        } else {
            return None;
        }
        Some(Box::new(relaxed))
    }

    fn has_grids(&self) -> bool {
        true
    }
}

impl Pips {
    fn cover(&self, lying: &mut Lying, search: &mut Search) {
        if !search.goes_on() {
            return;
        }
        let Some(cell) = lying.pips.iter().position(Option::is_none) else {
            let mut answer: Answer = lying.pips.iter().flatten().copied().collect();
            answer.extend(lying.partners.iter().map(|&partner| partner as i32));
            search.find(answer);
            return;
        };
        let (row, column) = self.cells[cell];
        for beside in [(row, column + 1), (row + 1, column)] {
            let partner = self.cells.iter().position(|other| *other == beside);
            let Some(partner) = partner.filter(|&at| lying.pips[at].is_none()) else { continue };
            for [low, high] in lying.left.keys().copied().collect::<Vec<_>>() {
                self.lay(lying, [cell, partner], [low, high], search);
                if low != high {
                    self.lay(lying, [cell, partner], [high, low], search);
                }
            }
        }
    }

    /// Places a domino, covers the rest, and removes it again.
    fn lay(&self, lying: &mut Lying, cells: [usize; 2], domino: [i32; 2], search: &mut Search) {
        let piece = [domino[0].min(domino[1]), domino[0].max(domino[1])];
        let left = lying.left.remove(&piece).unwrap();
        if left > 1 {
            lying.left.insert(piece, left - 1);
        }
        for half in 0..2 {
            lying.pips[cells[half]] = Some(domino[half]);
            lying.partners[cells[half]] = cells[1 - half];
        }
        if self.may_hold(&lying.pips, cells) {
            self.cover(lying, search);
        }
        cells.iter().for_each(|&cell| lying.pips[cell] = None);
        lying.left.insert(piece, left);
    }

    /// Whether the pips on two cells obey their marks.
    fn may_hold(&self, pips: &[Option<i32>], cells: [usize; 2]) -> bool {
        cells.into_iter().all(|cell| match self.marks[cell] {
            Mark::Free => true,
            Mark::Given(given) => pips[cell] == Some(given),
            Mark::Region(region) => {
                let inside = self.region(region);
                let known: Vec<i32> = inside.iter().filter_map(|&cell| pips[cell]).collect();
                self.rules[region].may_hold(&known, inside.len() - known.len())
            }
        })
    }

    /// The cells of a region.
    pub(super) fn region(&self, region: usize) -> Vec<usize> {
        (0..self.cells.len()).filter(|&at| self.marks[at] == Mark::Region(region)).collect()
    }

    /// A board of nulls.
    fn blank(&self) -> Vec<Vec<serde_json::Value>> {
        let rows = self.cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
        let columns = self.cells.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
        vec![vec![serde_json::Value::Null; columns]; rows]
    }

    /// The number of connected components.
    pub(super) fn components(cells: &[Cell]) -> usize {
        let mut left = cells.to_vec();
        let mut components = 0;
        while let Some(first) = left.pop() {
            components += 1;
            let mut reached = vec![first];
            while let Some((row, column)) = reached.pop() {
                let near = |cell: &Cell| cell.0.abs_diff(row) + cell.1.abs_diff(column) == 1;
                reached.extend(left.extract_if(.., |cell| near(cell)));
            }
        }
        components
    }

    /// Records the features of the board.
    pub(super) fn note(&self, pen: &mut Pen) {
        let cells = &self.cells;
        let rows = cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
        let is_hole = |&(row, column): &Cell| {
            let beside = [(row, column + 2), (row + 1, column + 1), (row + 2, column)];
            let middle = (row + 1, column + 1);
            cells.contains(&beside[0]) && !cells.contains(&(row, column + 1))
                || cells.contains(&beside[2]) && !cells.contains(&(row + 1, column))
                || !cells.contains(&middle) && cells.contains(&(row + 1, column + 2))
        };
        pen.note_if(cells.is_empty(), "no cell");
        pen.note_if(cells.len() + self.dominoes.len() > 64, "over 64 dominoes and cells");
        pen.note_if(cells.len() % 2 == 1, "an odd number of cells");
        pen.note_if(Pips::components(cells) > 1, "several components");
        pen.note_if(cells.iter().any(is_hole), "a hole");
        pen.note_if((0..rows).any(|row| !cells.iter().any(|cell| cell.0 == row)), "blank rows");
        for (at, &[one, other]) in self.dominoes.iter().enumerate() {
            let before = &self.dominoes[..at];
            pen.note_if(one == other, "a double");
            pen.note_if(before.contains(&[one, other]), "a domino twice");
            pen.note_if(
                one != other && before.contains(&[other, one]),
                "a domino twice, once turned",
            );
            pen.note_if(one == other && before.contains(&[one, other]), "a double twice");
            pen.note_if(one.max(other) > 9, "pips above 9");
        }
        for mark in &self.marks {
            match mark {
                Mark::Free => pen.note("free cells"),
                Mark::Given(_) => pen.note("a given number"),
                Mark::Region(_) => {}
            }
        }
        pen.note_if(self.rules.is_empty() && !cells.is_empty(), "no region");
        for (region, rule) in self.rules.iter().enumerate() {
            let inside: Vec<Cell> = self.region(region).iter().map(|&at| cells[at]).collect();
            pen.note_if(inside.len() == 1, "a region of one cell");
            pen.note_if(Pips::components(&inside) > 1, "a region in several pieces");
            pen.note_if(matches!(rule, Rule::Sum(_, 0)), "a rule with 0");
            pen.note(match rule {
                Rule::Free => "free",
                Rule::Equal => "equal",
                Rule::Unequal => "unequal",
                Rule::Sum("=", _) => "= n",
                Rule::Sum("<", _) => "< n",
                Rule::Sum(">", _) => "> n",
                Rule::Sum("<=", _) => "<= n",
                Rule::Sum(..) => ">= n",
            });
        }
    }
}
