//! Pips: dominoes cover a board so that the pips of each region satisfy the region's rule.
//!
//! A solution is the place of each domino; the numbers on the cells follow. The two orientations
//! of a double count as one, and so do permutations of equal dominoes. The variables of the CSP,
//! and so the values of a solution, are the dominoes in the order of the file, followed by the
//! cells row by row.

mod board_text;
mod check;
mod constraints;
mod counted;
mod differences;
mod dominosa;
mod draft;
mod draw;
mod export;
mod load;
mod map;
mod picture;
mod pieces;
mod published;
mod region;
mod room;
mod solution_json;
mod viewpoint;

use crate::picture::{Picture, View};
use crate::puzzle::{
    About, Alphabet, Broken, Kind, Outline, Puzzle, Squares, Unwritable, Viewpoint, Words,
};
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::plural::counted;
use cnfetti_kinds::library::Family;

pub(super) use counted::COUNTED;
pub(super) use dominosa::DOMINOSA;
pub(super) use map::MAP;
use pieces::{Cell, Domino};
pub(super) use published::PUBLISHED;
use region::Region;
pub(super) use viewpoint::share_one;

/// The kind's row.
pub(super) const KIND: Kind = Kind {
    name: "pips",
    families: &[Family::Objects],
    summary: "cover a board with dominoes so that each region obeys its rule",
    load: |table, _| Ok(Box::new(load::load(table)?)),
};

/// The largest number on half a domino.
const MAX_PIPS: i64 = 99;

/// Boards are refused if dominoes times placements on the empty board exceed this.
const MAX_PLACEMENTS: usize = 2_000_000;

/// A board, its regions, and the dominoes that must cover it.
struct Pips {
    /// Row by row.
    cells: Vec<Cell>,
    /// For each cell, the number printed on it.
    givens: Vec<Option<Value>>,
    regions: Vec<Region>,
    /// For each cell, its region, as an index into `regions`.
    region_of: Vec<Option<usize>>,
    dominoes: Vec<Domino>,
    /// The pairs of adjacent cells, as indices into `cells`, the smaller first. Placement `2p`
    /// puts the first half of a domino on the first cell of pair `p`, `2p + 1` the second half.
    pairs: Vec<[usize; 2]>,
    /// The solution that came with the file: for each domino, the cells of its two halves.
    solution: Option<Vec<[Cell; 2]>>,
}

impl Puzzle for Pips {
    fn csp(&self) -> Csp {
        constraints::csp(self)
    }

    fn viewpoint(&self) -> Viewpoint {
        viewpoint::viewpoint(self, constraints::csp(self))
    }

    fn check(&self, solution: &[Value]) -> Result<(), Broken> {
        check::check(self, solution)
    }

    fn paint(&self, solution: Option<&[Value]>, _: Alphabet) -> String {
        draw::draw(self, solution)
    }

    fn picture(&self, view: &View<'_>) -> Picture {
        picture::picture(self, view)
    }

    fn words(&self, _: &Csp, variable: VarId) -> Words {
        match self.dominoes.get(variable.index()) {
            Some(domino) => Words { subject: format!("domino {domino}"), before_value: "on " },
            None => match self.pair_of(variable) {
                None => {
                    let cell = self.cells[variable.index() - self.dominoes.len()];
                    Words { subject: cell.to_string(), before_value: "" }
                }
                Some(pair) => Words { subject: self.pair_in_words(pair), before_value: "" },
            },
        }
    }

    /// For a domino, the cells of its first and second half.
    fn value_words(&self, variable: VarId, value: Value) -> String {
        if variable.index() >= self.dominoes.len() {
            let lines = self.dominoes.len() + self.cells.len() + self.pairs.len();
            let is_line = variable.index() < lines;
            return match self.pair_of(variable) {
                None => value.to_string(),
                Some(_) if is_line == (value == viewpoint::INSIDE) => "joined".to_owned(),
                Some(_) => "apart".to_owned(),
            };
        }
        let cells = self.halves(value).into_iter().flatten();
        let cells = cells.map(|cell| self.cells[cell].to_string());
        cells.collect::<Vec<String>>().join("-")
    }

    fn has_legend(&self) -> bool {
        true
    }

    fn paint_candidates(&self, _: &Csp, candidates: &[Vec<Value>], _: Alphabet) -> String {
        draw::draw_candidates(self, candidates)
    }

    fn outline(&self) -> Option<Outline> {
        let cells = self.cells.iter().map(|cell| (cell.row, cell.column)).collect();
        Some(Outline { cells, dominoes: self.dominoes.iter().map(|domino| domino.0).collect() })
    }

    fn write_json(&self, solution: &[Value], out: &mut String) {
        solution_json::write(self, solution, out);
    }

    fn read_json(&self, json: &serde_json::Value) -> Result<Vec<Value>, Broken> {
        solution_json::read(self, json)
    }

    fn read_entries(&self, json: &serde_json::Value) -> Result<Vec<Atom>, Broken> {
        let is_unlike =
            |domino| self.dominoes.iter().filter(|other| other.is_same(domino)).count() == 1;
        solution_json::entries(self, json, is_unlike)
    }

    fn entered(&self, json: &serde_json::Value) -> Result<(Csp, Vec<Atom>), Broken> {
        let entries = solution_json::entries(self, json, |_| true)?;
        Ok((constraints::csp_without_order(self), entries))
    }

    fn squares(&self) -> Option<Squares> {
        let columns = self.cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
        Some(Squares::Numbers { columns, longest: self.largest().to_string().len() })
    }

    fn differences(&self, first: &[Value], second: &[Value]) -> Vec<String> {
        differences::differences(self, first, second)
    }

    fn export(&self, format: &str, about: &About<'_>) -> Result<String, Unwritable> {
        match format {
            "toml" => Ok(export::toml(self)),
            "json" => Ok(export::published(self, about)),
            "map" => Ok(export::map(self, about)),
            "text" => export::counted(self),
            "dominosa" => export::dominosa(self),
            _ => Err(Unwritable(format!("pips cannot be written as {format}"))),
        }
    }

    fn flaw(&self) -> Option<String> {
        let cells = self.cells.len();
        (cells % 2 == 1).then(|| {
            let cells = counted(cells, "cell");
            format!("the board has {cells}, an odd number, and a domino covers two")
        })
    }

    fn known_solution(&self) -> Option<Result<Vec<Value>, Broken>> {
        self.solution.as_deref().map(|halves| solution_json::from_halves(self, halves))
    }
}

impl Pips {
    /// The cells on which a placement puts the first and the second half, as indices into `cells`;
    /// `None` if there is no such placement.
    fn halves(&self, placement: Value) -> Option<[usize; 2]> {
        let placement = usize::try_from(placement).ok()?;
        let &[first, second] = self.pairs.get(placement / 2)?;
        Some(if placement.is_multiple_of(2) { [first, second] } else { [second, first] })
    }

    /// The placement that puts the first half on the first cell and the second on the second;
    /// `None` unless the cells are on the board and adjacent.
    fn placement(&self, halves: [Cell; 2]) -> Option<Value> {
        let [first, second] = halves.map(|cell| self.cells.binary_search(&cell).ok());
        let (first, second) = (first?, second?);
        let pair = [first.min(second), first.max(second)];
        let number = self.pairs.binary_search(&pair).ok()?;
        Some((2 * number + usize::from(first > second)) as Value)
    }

    /// The pair of cells of a variable of the viewpoint, as an index into `pairs`.
    fn pair_of(&self, variable: VarId) -> Option<usize> {
        let before = self.dominoes.len() + self.cells.len();
        let pair = variable.index().checked_sub(before)?;
        Some(pair % self.pairs.len().max(1))
    }

    /// The pair as text, such as `r1c1-r1c2`.
    fn pair_in_words(&self, pair: usize) -> String {
        self.pairs[pair].map(|cell| self.cells[cell].to_string()).join("-")
    }

    /// The largest number on a domino.
    fn largest(&self) -> usize {
        let numbers = self.dominoes.iter().flat_map(|domino| domino.0);
        numbers.max().unwrap_or(0) as usize
    }

    /// The region of the cell for drawing: a region of one free cell looks like any other free
    /// cell.
    fn shown_region_of(&self, cell: usize) -> Option<usize> {
        self.region_of(cell).filter(|&region| self.regions[region].is_shown())
    }

    /// The region of the cell, if any, as an index into `regions`.
    fn region_of(&self, cell: usize) -> Option<usize> {
        self.region_of[cell]
    }
}
