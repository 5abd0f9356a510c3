//! What every file format is read into: the parts of a puzzle with their places in the file,
//! not yet checked against each other.

use crate::csp::Value;
use crate::input::{InputError, MAX_CELLS, MAX_DOMAIN, Span};

use super::pieces::{Cell, Domino};
use super::region::{Region, Rule};
use super::{MAX_PLACEMENTS, Pips};

/// A puzzle as a file states it.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) squares: Vec<Square>,
    pub(super) rules: Vec<NamedRule>,
    pub(super) dominoes: Vec<Domino>,
    /// Where the dominoes stand.
    pub(super) dominoes_span: Option<Span>,
    pub(super) solution: Option<Vec<[Cell; 2]>>,
}

/// One cell of the board.
pub(super) struct Square {
    pub(super) cell: Cell,
    pub(super) mark: Mark,
    pub(super) span: Span,
}

/// What is written on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Free,
    Given(Value),
    Region(String),
}

/// The rule of the region with this name.
pub(super) struct NamedRule {
    pub(super) name: String,
    pub(super) rule: Rule,
    /// Where the name stands.
    pub(super) span: Span,
}

impl Draft {
    /// The puzzle, when the parts go together.
    pub(super) fn finish(mut self) -> Result<Pips, InputError> {
        self.squares.sort_by_key(|square| square.cell);
        self.refuse_overlaps()?;
        self.refuse_sizes()?;
        let regions = self.regions()?;
        self.refuse_domino_count()?;
        self.turn_equal_dominoes_alike();
        let cells: Vec<Cell> = self.squares.iter().map(|square| square.cell).collect();
        let givens = self.squares.iter().map(|square| match square.mark {
            Mark::Given(value) => Some(value),
            _ => None,
        });
        let pips = Pips {
            givens: givens.collect(),
            pairs: pairs(&cells),
            cells,
            regions,
            dominoes: self.dominoes,
            solution: self.solution,
        };
        let placements = pips.dominoes.len() * pips.pairs.len() * 2;
        if placements > MAX_PLACEMENTS || pips.pairs.len() * 2 > MAX_DOMAIN {
            return Err(InputError::new(
                self.dominoes_span,
                format!(
                    "the board is too large: its dominoes have {placements} placements, expected \
                     at most {MAX_PLACEMENTS}, and at most {MAX_DOMAIN} for each domino"
                ),
            ));
        }
        Ok(pips)
    }

    fn refuse_overlaps(&self) -> Result<(), InputError> {
        let twice = self.squares.windows(2).find(|pair| pair[0].cell == pair[1].cell);
        match twice {
            None => Ok(()),
            Some(pair) => Err(InputError::new(
                pair[0].span.start.max(pair[1].span.start)..pair[0].span.end.max(pair[1].span.end),
                format!("the cell at {} is in two regions, expected one", pair[0].cell),
            )),
        }
    }

    fn refuse_sizes(&self) -> Result<(), InputError> {
        match self.squares.get(MAX_CELLS) {
            None => Ok(()),
            Some(square) => Err(InputError::new(
                square.span.clone(),
                format!("the board has {} cells, expected at most {MAX_CELLS}", self.squares.len()),
            )),
        }
    }

    fn regions(&mut self) -> Result<Vec<Region>, InputError> {
        let mut regions: Vec<Region> = Vec::new();
        for NamedRule { name, rule, span } in &self.rules {
            if regions.iter().any(|region| region.name == *name) {
                return Err(InputError::new(
                    span.clone(),
                    format!("a second rule for region `{name}`, expected one"),
                ));
            }
            regions.push(Region { name: name.clone(), rule: *rule, cells: Vec::new() });
        }
        for (at, square) in self.squares.iter().enumerate() {
            if let Mark::Region(name) = &square.mark {
                let region = regions.iter_mut().find(|region| region.name == *name);
                region.ok_or_else(|| region_without_rule(name, &square.span))?.cells.push(at);
            }
        }
        match regions.iter().zip(&self.rules).find(|(region, _)| region.cells.is_empty()) {
            None => Ok(regions),
            Some((_, NamedRule { name, span, .. })) => Err(InputError::new(
                span.clone(),
                format!("there is a rule for region `{name}`, but no cell of it on the board"),
            )),
        }
    }

    /// With an odd number of cells nothing can cover the board, whatever the dominoes: that is a
    /// puzzle without solutions. With an even number, a wrong count is a slip of the pen.
    fn refuse_domino_count(&self) -> Result<(), InputError> {
        let (cells, dominoes) = (self.squares.len(), self.dominoes.len());
        if cells % 2 == 1 || cells == 2 * dominoes {
            return Ok(());
        }
        Err(InputError::new(
            self.dominoes_span.clone(),
            format!(
                "{dominoes} dominoes cannot cover {cells} cells: expected {} dominoes",
                cells / 2
            ),
        ))
    }

    /// Turns each domino that equals an earlier one the same way round, and its known placement
    /// with it: placements of equal dominoes can then be compared.
    fn turn_equal_dominoes_alike(&mut self) {
        for at in 1..self.dominoes.len() {
            let (before, rest) = self.dominoes.split_at_mut(at);
            let domino = &mut rest[0];
            if before.iter().any(|other| other.0 != domino.0 && other.is_same(*domino)) {
                *domino = domino.turned();
                if let Some(halves) = self.solution.as_mut().and_then(|all| all.get_mut(at)) {
                    halves.reverse();
                }
            }
        }
    }
}

fn region_without_rule(name: &str, span: &Span) -> InputError {
    InputError::new(span.clone(), format!("region `{name}` has no rule: expected one of that name"))
        .help("write `#` for a cell without a rule")
}

/// The pairs of cells that touch, in order.
fn pairs(cells: &[Cell]) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for (at, &Cell { row, column }) in cells.iter().enumerate() {
        let neighbours = [Cell { row, column: column + 1 }, Cell { row: row + 1, column }];
        for neighbour in neighbours {
            if let Ok(other) = cells.binary_search(&neighbour) {
                pairs.push([at, other]);
            }
        }
    }
    pairs
}
