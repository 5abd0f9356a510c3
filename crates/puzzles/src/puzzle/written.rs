//! Puzzles whose kind is a file.

mod address;
mod blocks;
mod digits;
mod given;
mod json;
mod looks;
mod paint;
mod picture;
mod viewpoint;
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
use cnfetti_kinds::pieces::Shows;
use cnfetti_kinds::{Data, Entry, Kind, Look, Place, Rule, Turn, Unfolded, Unknown};
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
        let mut lowered = Lowered::new(&unfolded.model, budget)?;
        if kind.unknowns.iter().all(|unknown| unknown.shows.is_some()) {
            lowered.csp.assume_deciding(unfolded.pieces().map(VarId::at).collect());
        }
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

    /// What says whether the cell is covered on which nothing lies, if the viewpoint's variable says that.
    fn covered_by(&self, nothing: VarId) -> Option<VarId> {
        let at = nothing.index().checked_sub(self.lowered.csp.variables().len())?;
        self.covered().get(at).map(|&(_, covered)| covered)
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
            _ => match row.entry(value) {
                Some(Entry::Direction(direction)) => direction.name().to_owned(),
                Some(entry) => self.kind.written(&entry).replace('_', " "),
                None => self.piece_name(unknown, value).unwrap_or_else(|| value.to_string()),
            },
        }
    }

    /// The name of a piece, if that is what an unknown shows; empty for none.
    fn piece_name(&self, unknown: usize, value: Value) -> Option<String> {
        let is_piece = |shows: &Shows| matches!(shows, Shows::Piece | Shows::Shape);
        self.kind.unknowns[unknown].shows.filter(is_piece)?;
        let at = usize::try_from(value).ok()?.checked_sub(1);
        Some(
            at.and_then(|at| self.data.pieces.get(at))
                .map_or("no piece", |piece| &piece.name)
                .to_owned(),
        )
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
        if self.kind.unknowns.iter().any(Unknown::is_named) {
            return Err(Unturned::Named);
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
        self.restated()
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
                    let said = |value| self.value_words(VarId::at(variable), value);
                    let value = Value::try_from(value).map_or_else(|_| value.to_string(), said);
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
        // A clue says what pieces show in its cell, such as the number of a half of a domino.
        for posted in self.lowered.csp.constraints() {
            if let Constraint::Fixed(Fixed { atom: Atom { variable, value } }) = posted.constraint
                && let Some((unknown, _)) = self.place_of(variable)
                && looks::follows(&self.kind.unknowns[unknown])
            {
                values[variable.index()].get_or_insert(value);
            }
        }
        self.unfolded.place_pieces(&self.kind, &self.data, &mut values);
        if self.unfolded.pieces().any(|at| values[at].is_none()) {
            return Err(Broken("the pieces cannot lie like this".to_owned()));
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
            None => match self.unfolded.piece_said(&self.data, variable.index()) {
                Some(subject) if self.unfolded.is_piece(variable.index()) => {
                    Words { subject, before_value: "on " }
                }
                Some(subject) => Words { subject, before_value: "" },
                None => match self.covered_by(variable) {
                    Some(covered) => self.words(csp, covered),
                    None => Words::plain(csp, variable),
                },
            },
        }
    }

    fn differences(&self, first: &[Value], second: &[Value]) -> Vec<String> {
        let csp = &self.lowered.csp;
        let differs = |id: &VarId| first[id.index()] != second[id.index()];
        let counted: Vec<VarId> = csp.projection_set().into_iter().filter(differs).collect();
        let is_seen = |id: &VarId| self.place_of(*id).is_some();
        // Which placement a piece has says nothing to anybody; which cells differ does.
        let ids = match counted.iter().all(is_seen) {
            true => counted,
            false => csp.ids().filter(|id| differs(id) && is_seen(id)).collect(),
        };
        let both = |id: VarId| {
            let [first, second] = [first, second].map(|one| self.value_words(id, one[id.index()]));
            format!("{}: {first} or {second}", self.words(csp, id).subject)
        };
        ids.into_iter().map(both).collect()
    }

    fn value_words(&self, variable: VarId, value: Value) -> String {
        match self.place_of(variable) {
            Some((unknown, _)) => self.value_text(unknown, value),
            None if self.unfolded.pieces().contains(&variable.index()) => {
                self.unfolded.placement_said(&self.data, variable.index(), value)
            }
            None => match self.covered_by(variable) {
                Some(covered) => self.value_words(covered, 1 - value),
                None => value.to_string(),
            },
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
            let row = &self.kind.unknowns[unknown];
            let is_hidden = looks::unknown_look(row) == Look::Hidden;
            let listed = || paint::listed(self, unknown, values, domain, alphabet);
            (!self.is_truth(unknown) && is_narrowed && !is_hidden).then(listed)
        };
        let seen = paint::Seen { value: &value, open: &open, is_whole: false, alphabet };
        paint::paint(self, &seen)
    }
}

#[cfg(test)]
mod tests;
