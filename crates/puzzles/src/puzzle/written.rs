//! Puzzles whose kind is a file.

mod address;
mod blocks;
mod digits;
mod given;
mod json;
mod looks;
mod paint;
mod picture;
mod write;

use std::sync::Arc;

pub(super) use address::{F_PUZZLES, PUZZLINK};
pub(super) use digits::SUDOKU;
pub(crate) use digits::is_sudoku;
pub use given::declared;

use super::{About, Alphabet, Broken, Puzzle, Squares, Unturned, Unwritable, Viewpoint, Words};
use crate::picture::{Picture, View};
use cnfetti_core::csp::{
    self, Atom, Constraint, Csp, Fixed, Linear, Posted, Ranges, Role, Terms, Value, VarId,
};
use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, Table};
use cnfetti_kinds::{Data, Kind, Place, Rule, Turn, Unfolded};
use cnfetti_models::{Exchange, Lowered, Refusal};

/// A puzzle of a kind that is a file.
pub struct Written {
    kind: Arc<Kind>,
    data: Data,
    unfolded: Unfolded,
    lowered: Lowered,
    /// Blocks with thick lines between them.
    blocks: Vec<Vec<Place>>,
}

/// Reads the keys of a puzzle of this kind: all that are left in its table.
pub fn read(
    kind: Arc<Kind>,
    table: &mut Table<'_>,
    budget: &Budget,
) -> Result<Box<dyn Puzzle>, InputError> {
    let data = kind.read_puzzle(table)?;
    Ok(Box::new(Written::new(kind, data, budget)?))
}

impl Written {
    /// States the puzzle of a kind.
    pub fn new(kind: Arc<Kind>, data: Data, budget: &Budget) -> Result<Written, InputError> {
        let unfolded = kind.unfold(&data, budget)?;
        let lowered = Lowered::new(&unfolded.model, budget)?;
        let blocks = blocks::blocks(&kind, &data, &unfolded);
        Ok(Written { kind, data, unfolded, lowered, blocks })
    }

    /// A clue that decides another place than its own, as a sum: readers do not see the value on the board,
    /// but have to derive it.
    fn indirect_clue(&self, posted: &Posted) -> Option<Constraint> {
        let Constraint::Fixed(Fixed { atom: Atom { variable, value } }) = posted.constraint else {
            return None;
        };
        let (_, place) = self.place_of(variable)?;
        let is_there = posted.reason.starts_with(&format!("{place} "));
        let terms = Terms::new([(variable, 1)]);
        (posted.role == Role::Clue && !is_there)
            .then(|| Linear { terms, within: Ranges::exactly(i64::from(value)) }.into())
    }

    /// The name of a place of an unknown: a line across a side has the names of the cells that it joins.
    fn place_text(&self, unknown: usize, place: Place) -> String {
        match self.data.board.beside(place)[..] {
            [from, to] if picture::is_across(&self.kind.unknowns[unknown]) => {
                format!("{from}-{to}")
            }
            _ => self.data.board.name(place),
        }
    }

    /// The unknown of a variable of the CSP, and its place.
    fn place_of(&self, variable: VarId) -> Option<(usize, Place)> {
        let declared = variable.index();
        self.unfolded.unknowns.iter().enumerate().find_map(|(at, places)| {
            let position = declared.checked_sub(places.variables.start)?;
            Some((at, *places.places.get(position)?))
        })
    }

    /// The variable of an unknown at a place.
    fn variable(&self, unknown: usize, place: Place) -> Option<VarId> {
        let places = &self.unfolded.unknowns[unknown];
        let position = places.places.binary_search(&place).ok()?;
        Some(VarId::at(places.variables.start + position))
    }

    /// Whether an unknown is a truth.
    fn is_truth(&self, unknown: usize) -> bool {
        !self.kind.unknowns[unknown].has_values()
    }

    fn value_text(&self, unknown: usize, value: Value) -> String {
        let row = &self.kind.unknowns[unknown];
        match (&row.words, self.is_truth(unknown)) {
            (Some([so, not]), true) => if value != 0 { so } else { not }.clone(),
            (None, true) => {
                if value != 0 {
                    row.name.to_string()
                } else {
                    format!("not {}", row.name)
                }
            }
            _ => value.to_string(),
        }
    }
}

impl Puzzle for Written {
    fn csp(&self) -> Csp {
        self.lowered.csp.clone()
    }

    fn turned(&self) -> Result<Csp, Unturned> {
        let mut csp = self.csp();
        if !csp.count_over_all() {
            return Err(Unturned::Projected);
        }
        let mut exchange = Exchange::new(&self.unfolded.model, &self.lowered);
        let identity: Vec<VarId> = csp.ids().collect();
        let (mut turns, mut permutations) = (Vec::new(), Vec::new());
        for turn in Turn::all(&self.data.board) {
            let image = self.unfolded.turned(&self.data, turn);
            let permutation = image.and_then(|image| exchange.permutation(&image));
            let is_new = |permutation: &Vec<VarId>| {
                *permutation != identity && !permutations.contains(permutation)
            };
            if let Some(permutation) = permutation.filter(is_new) {
                turns.push(turn);
                permutations.push(permutation);
            }
        }
        let permutations_called = Turn::called(&self.data.board, &turns).into();
        let symmetry = csp::Symmetry { permutations_called, permutations, ..Default::default() };
        // Equal forms stay equal under another exchange, so the permutations form a group.
        csp.declare_symmetry(symmetry).map_err(|_| Unturned::Nothing)?;
        Ok(csp)
    }

    fn viewpoint(&self) -> Viewpoint {
        Viewpoint {
            csp: self.csp().restated(|posted| self.indirect_clue(posted)),
            noted: Vec::new(),
        }
    }

    fn check(&self, solution: &[Value]) -> Result<(), Broken> {
        let model = &self.unfolded.model;
        self.lowered.check(model, solution).map_err(|refusal| {
            Broken(match refusal {
                Refusal::Length(found) => {
                    let expected = self.lowered.csp.variables().len();
                    format!("there are {expected} variables, not {found}")
                }
                Refusal::Domain(variable, value) => {
                    let name = &model.variables[variable].name;
                    format!("{name} cannot be {value}")
                }
                Refusal::Violation(violation) => {
                    let sentence = model.reason(&model.constraints[violation.constraint]);
                    let rule = &self.kind.rules[self.unfolded.rules[violation.constraint]].name;
                    match *rule == sentence {
                        true => format!("broken rule: {sentence}"),
                        false => format!("broken rule: {sentence} (rule `{rule}`)"),
                    }
                }
                Refusal::Derived => "a value that follows from the board is wrong".to_owned(),
            })
        })
    }

    fn paint(&self, solution: Option<&[Value]>, alphabet: Alphabet) -> String {
        let value = |variable: VarId| solution.map(|solution| solution[variable.index()]);
        let is_whole = solution.is_some();
        let seen = paint::Seen { value: &value, open: &|_| None, is_whole, alphabet };
        let board = paint::paint(self, &seen);
        if is_whole { board } else { board + &paint::legend(self) }
    }

    fn has_legend(&self) -> bool {
        !paint::legend(self).is_empty()
    }

    fn picture(&self, view: &View<'_>) -> Picture {
        picture::picture(self, view)
    }

    fn is_played(&self) -> bool {
        true
    }

    fn given(&self) -> Option<serde_json::Value> {
        Some(self.given_json())
    }

    fn write_json(&self, solution: &[Value], out: &mut String) {
        let json = self.solution_json(solution);
        out.push_str(&json.to_string());
    }

    fn read_json(&self, json: &serde_json::Value) -> Result<Vec<Value>, Broken> {
        let entries = self.entries(json, true)?;
        let mut values: Vec<Option<Value>> = vec![None; self.lowered.taking_part()];
        for atom in entries {
            values[atom.variable.index()] = Some(atom.value);
        }
        let name = |at: usize| self.lowered.csp.name(VarId::at(at)).to_owned();
        let open = values.iter().position(Option::is_none);
        if let Some(at) = open {
            return Err(Broken(format!("{} has no value", name(at))));
        }
        let declared = values.into_iter().flatten().collect();
        let whole = self.lowered.completed(declared);
        whole.ok_or_else(|| Broken("a value that follows from the board does not exist".to_owned()))
    }

    fn read_entries(&self, json: &serde_json::Value) -> Result<Vec<Atom>, Broken> {
        self.entries(json, false)
    }

    fn rule_names(&self) -> Vec<(String, String)> {
        let named = |rule: &Rule| Some((rule.only_sentence()?, rule.name.clone()));
        self.kind.rules.iter().filter_map(named).collect()
    }

    fn squares(&self) -> Option<Squares> {
        let board = &self.data.board;
        let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
        Some(Squares::Board { rows, columns })
            .filter(|_| paint::is_readable(self) && !board.hexagons)
    }

    fn export(&self, format: &str, about: &About<'_>) -> Result<String, Unwritable> {
        match format {
            "toml" => Ok(write::toml(&self.kind, &self.data)),
            "puzzlink" => address::written(self).map_err(Unwritable),
            "sudoku" => digits::written(self),
            "f-puzzles" => address::written_link(self, about.title).map_err(Unwritable),
            _ => Err(Unwritable::only_pips(format)),
        }
    }

    fn words(&self, csp: &Csp, variable: VarId) -> Words {
        match self.place_of(variable) {
            Some((unknown, place)) => {
                let numbers = (0..self.kind.unknowns.len()).filter(|&at| !self.is_truth(at));
                let several = numbers.count() > 1 && !self.is_truth(unknown);
                let name = &self.kind.unknowns[unknown].name;
                let place = self.place_text(unknown, place);
                let subject = if several { format!("{name} of {place}") } else { place };
                Words { subject, before_value: "" }
            }
            None => Words::plain(csp, variable),
        }
    }

    fn value_words(&self, variable: VarId, value: Value) -> String {
        match self.place_of(variable) {
            Some((unknown, _)) => self.value_text(unknown, value),
            None => value.to_string(),
        }
    }

    fn paint_candidates(&self, _: &Csp, candidates: &[Vec<Value>], alphabet: Alphabet) -> String {
        let value = |variable: VarId| match candidates[variable.index()][..] {
            [value] => Some(value),
            _ => None,
        };
        let open = |variable: VarId| {
            let (unknown, _) = self.place_of(variable)?;
            let values = &candidates[variable.index()];
            let domain = self.lowered.csp.domain(variable);
            // Of a place where nothing is known, nothing is shown.
            let is_narrowed = values.len() != 1 && values.len() < domain.len();
            (!self.is_truth(unknown) && is_narrowed).then(|| paint::listed(values, domain))
        };
        let seen = paint::Seen { value: &value, open: &open, is_whole: false, alphabet };
        paint::paint(self, &seen)
    }
}

#[cfg(test)]
mod tests;
