//! The common result of reading any file format: the parts of a puzzle with their places in the
//! file, not yet checked against each other.

use std::collections::HashMap;

use cnfetti_core::csp::Value;
use cnfetti_core::plural::counted;
use cnfetti_input::{InputError, MAX_CELLS, MAX_DOMAIN, Span, require_squares};

use super::pieces::{Cell, Domino};
use super::region::{Region, Rule};
use super::{MAX_PLACEMENTS, Pips};

/// No board within the limits has room for more dominoes.
pub(super) const MAX_DOMINOES: usize = MAX_CELLS / 2;

/// A puzzle as stated in a file.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) squares: Vec<Square>,
    pub(super) rules: Vec<NamedRule>,
    pub(super) dominoes: Vec<Domino>,
    /// The place of the dominoes.
    pub(super) dominoes_span: Option<Span>,
    pub(super) solution: Option<Vec<[Cell; 2]>>,
}

/// One cell of the board.
pub(super) struct Square {
    pub(super) cell: Cell,
    pub(super) mark: Mark,
    pub(super) span: Span,
}

/// The text of a cell.
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
    /// The place of the name.
    pub(super) span: Span,
}

impl Draft {
    pub(super) fn add_square(&mut self, square: Square) -> Result<(), InputError> {
        if self.squares.len() == MAX_CELLS {
            let expected = format!("at most {MAX_CELLS} cells");
            return Err(InputError::expected(square.span, expected, "more"));
        }
        self.squares.push(square);
        Ok(())
    }

    pub(super) fn add_rule(&mut self, rule: NamedRule) -> Result<(), InputError> {
        if self.rules.len() == MAX_CELLS {
            let expected = format!("at most {MAX_CELLS} rules");
            return Err(InputError::expected(rule.span, expected, "more"));
        }
        self.rules.push(rule);
        Ok(())
    }

    /// Adds a domino at this place of the file.
    pub(super) fn add_domino(&mut self, domino: Domino, span: Span) -> Result<(), InputError> {
        if self.dominoes.len() == MAX_DOMINOES {
            let expected = format!("at most {MAX_DOMINOES} dominoes");
            return Err(InputError::expected(span, expected, "more"));
        }
        self.dominoes.push(domino);
        let start = self.dominoes_span.as_ref().map_or(span.start, |all| all.start);
        self.dominoes_span = Some(start..span.end);
        Ok(())
    }

    /// Returns the puzzle if its parts fit together.
    pub(super) fn finish(mut self) -> Result<Pips, InputError> {
        self.squares.sort_by_key(|square| square.cell);
        self.refuse_overlaps()?;
        self.refuse_wide_boards()?;
        let regions = self.regions()?;
        self.refuse_domino_count()?;
        self.turn_equal_dominoes_alike();
        let cells: Vec<Cell> = self.squares.iter().map(|square| square.cell).collect();
        let givens = self.squares.iter().map(|square| match square.mark {
            Mark::Given(value) => Some(value),
            _ => None,
        });
        let mut region_of = vec![None; cells.len()];
        for (number, region) in regions.iter().enumerate() {
            region.cells.iter().for_each(|&cell| region_of[cell] = Some(number));
        }
        let pips = Pips {
            region_of,
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

    /// Cells may be far apart, but drawings include everything between them.
    fn refuse_wide_boards(&self) -> Result<(), InputError> {
        let Some(lowest) = self.squares.last() else { return Ok(()) };
        let rightmost = self.squares.iter().map(|square| square.cell.column).max().unwrap_or(0);
        let is_far = |square: &&Square| square.cell.column == rightmost;
        let far = self.squares.iter().find(is_far).unwrap_or(lowest);
        let place = if rightmost > lowest.cell.row { far } else { lowest };
        require_squares(lowest.cell.row, rightmost, place.span.clone())
    }

    fn regions(&mut self) -> Result<Vec<Region>, InputError> {
        let mut regions: Vec<Region> = Vec::new();
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for NamedRule { name, rule, span } in &self.rules {
            if by_name.insert(name, regions.len()).is_some() {
                return Err(InputError::new(
                    span.clone(),
                    format!("a second rule for region `{name}`, expected one"),
                ));
            }
            regions.push(Region { name: name.clone(), rule: *rule, cells: Vec::new() });
        }
        for (at, square) in self.squares.iter().enumerate() {
            if let Mark::Region(name) = &square.mark {
                let region = by_name.get(name.as_str()).copied();
                let region = region.ok_or_else(|| region_without_rule(name, &square.span))?;
                regions[region].cells.push(at);
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

    /// With an odd number of cells, no dominoes can cover the board, so that is a puzzle without
    /// solutions. With an even number, a wrong number of dominoes is a mistake.
    fn refuse_domino_count(&self) -> Result<(), InputError> {
        let (cells, halves) = (self.squares.len(), 2 * self.dominoes.len());
        if cells % 2 == 1 || cells == halves {
            return Ok(());
        }
        let much = if halves > cells { "more" } else { "fewer" };
        Err(InputError::new(
            self.dominoes_span.clone(),
            format!(
                "{} {} {}, {much} than the board's {}: expected {}",
                counted(self.dominoes.len(), "domino"),
                if self.dominoes.len() == 1 { "has" } else { "have" },
                counted(halves, "half"),
                counted(cells, "cell"),
                counted(cells / 2, "domino"),
            ),
        ))
    }

    /// Gives equal dominoes the same orientation as the first of them, and adapts their known
    /// placements, so that placements of equal dominoes are comparable.
    fn turn_equal_dominoes_alike(&mut self) {
        let mut first: HashMap<[Value; 2], Domino> = HashMap::new();
        for (at, domino) in self.dominoes.iter_mut().enumerate() {
            let first = *first.entry(domino.sorted()).or_insert(*domino);
            if first.0 != domino.0 {
                *domino = first;
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

/// The pairs of adjacent cells, in order.
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
