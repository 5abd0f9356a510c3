//! How new puzzles are made: `[generate]` says what is random, and which clues follow from a solution.

mod areas;
mod first;
mod given;

use cnfetti_core::limit::Budget;
use cnfetti_core::random::Random;
use cnfetti_input::{Entry as Item, InputError, Text};
use itertools::Itertools;

use crate::ast::Ast;
use crate::board::Board;
use crate::check::Checker;
use crate::data::{Data, Entries, Entry};
use crate::kind::{Kind, On};
use crate::parser;
use crate::turn::Symmetry;
use crate::types::LayerId;
use crate::unfold::Unmet;

use first::First;
use given::Clue;

/// How new puzzles are made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Generate {
    givens: Vec<Given>,
    /// Parameters with the expressions for their values.
    parameters: Vec<(usize, Ast)>,
    /// The default symmetry of clues.
    symmetry: Symmetry,
    /// Whether all clues are kept.
    keeps_all: bool,
}

/// How the clues of a layer are made.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    layer: LayerId,
    /// What is made at random, before there is a solution.
    first: Option<First>,
    /// The condition for a clue at the place `c`; without one, every place has a clue.
    condition: Option<Ast>,
    /// The clue that follows from the solution.
    clue: Option<Clue>,
}

/// A clue that can be removed: its layer and place.
pub type ClueAt = (LayerId, crate::board::Place);

impl Kind {
    /// Whether the kind says how to make puzzles.
    pub fn generates(&self) -> bool {
        !self.generate.givens.is_empty()
    }

    /// The default symmetry of clues.
    pub fn symmetry(&self) -> Symmetry {
        self.generate.symmetry
    }

    /// Whether something is made at random before there is a solution. Then the board may have no
    /// solution, while another attempt has one.
    pub fn begins_at_random(&self) -> bool {
        self.generate.givens.iter().any(|given| given.first.is_some())
    }

    /// Reads a line of `[generate]`.
    pub(crate) fn read_generate(
        &self,
        generate: &mut Generate,
        key: &Text<'_>,
        entry: Item<'_>,
    ) -> Result<(), InputError> {
        match key.value.as_ref() {
            "symmetry" => {
                let name = entry.text()?;
                generate.symmetry = Symmetry::by_name(&name.value).ok_or_else(|| {
                    let names = Symmetry::ALL.map(|row| row.1).join(", ");
                    let expected = format!("one of {names}");
                    InputError::expected(name.span.clone(), expected, name.value.as_ref())
                })?;
            }
            "all_clues" => generate.keeps_all = entry.truth()?,
            name => match self.parameters.iter().position(|row| *row.name == *name) {
                Some(at) => {
                    generate.parameters.push((at, parser::expression(&entry.text()?)?));
                }
                None => generate.givens.push(self.read_given(key, entry)?),
            },
        }
        Ok(())
    }

    /// The board of a new puzzle with everything that is made at random; its other clues follow from a
    /// solution. `set` gives parameters other values than the kind does, by their indices. `None` if the random
    /// attempt failed.
    ///
    /// # Errors
    ///
    /// Returns an error if the kind gives a parameter a value that it does not allow.
    pub fn begun(
        &self,
        board: Board,
        set: &[(usize, i64)],
        symmetry: Symmetry,
        random: &mut Random,
    ) -> Result<Option<Data>, InputError> {
        let mut data = Data::new(self, board);
        for (at, ast) in &self.generate.parameters {
            let row = &self.parameters[*at];
            let (low, high) = row.range;
            let value = self.number(&data, ast, &Budget::default());
            let value = value.filter(|value| (low..=high).contains(value)).ok_or_else(|| {
                let message =
                    format!("`[generate]` gives `{}` a value that it cannot have", row.name);
                InputError::new(ast.span.clone(), message)
            })?;
            data.parameters[*at] = value;
        }
        for &(at, value) in set {
            data.parameters[at] = value;
        }
        let unmet = |unmet: Unmet| InputError::new(None, unmet.message);
        self.require(&data).map_err(unmet)?;
        for given in &self.generate.givens {
            let Some(first) = &given.first else { continue };
            let Some(entries) = first.drawn(self, given.layer, &data, symmetry, random) else {
                return Ok(None);
            };
            data.layers[given.layer] = entries;
            data.cut(self);
        }
        Ok(Some(data))
    }

    /// The parameter with this name, by its index, and its value.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there is no such parameter, or it cannot have this value.
    pub fn setting(&self, name: &str, value: &str) -> Result<(usize, i64), String> {
        let names = || self.parameters.iter().map(|row| &*row.name);
        let at = self.parameters.iter().position(|row| *row.name == *name).ok_or_else(|| {
            let kind = &self.name;
            match (cnfetti_input::similar(name, names()), self.parameters.is_empty()) {
                (Some(meant), _) => format!("{kind} has no `{name}`: did you mean `{meant}`?"),
                (None, true) => format!("{kind} has no `{name}`, and nothing else to set"),
                (None, false) => format!("{kind} has no `{name}`, but {}", names().join(", ")),
            }
        })?;
        let row = &self.parameters[at];
        let (low, high) = row.range;
        let number = match (row.is_truth, value) {
            (true, "true") => Some(1),
            (true, "false") => Some(0),
            (true, _) => None,
            (false, _) => value.parse().ok().filter(|number| (low..=high).contains(number)),
        };
        let number = number.ok_or_else(|| {
            let expected = match row.is_truth {
                true => "true or false".to_owned(),
                false => format!("a number from {low} to {high}"),
            };
            format!("expected {expected} for `{name}`, found `{value}`")
        })?;
        Ok((at, number))
    }

    /// The clues of a puzzle that may be removed.
    pub fn removable(&self, full: &Data, begun: &Data) -> Vec<ClueAt> {
        if self.generate.keeps_all {
            return Vec::new();
        }
        let layers = full.layers.iter().zip(&begun.layers).enumerate();
        let clues = layers.flat_map(|(layer, (full, begun)): (_, (&Entries, &Entries))| {
            let differs = |(place, entry): &(&_, &Entry)| begun.at.get(place) != Some(entry);
            full.at.iter().filter(differs).map(move |(place, _)| (layer, *place))
        });
        clues.collect()
    }
}

/// Checks the types of the expressions in `[generate]`.
pub(crate) fn check(kind: &Kind, checker: &mut Checker<'_>) -> Result<(), InputError> {
    for (_, ast) in &kind.generate.parameters {
        checker.known_number(ast)?;
    }
    for given in &kind.generate.givens {
        given.check(kind, checker)?;
    }
    Ok(())
}

impl Generate {
    /// Every expression.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Ast> {
        let parameters = self.parameters.iter().map(|(_, ast)| ast);
        parameters.chain(self.givens.iter().flat_map(Given::expressions))
    }
}

/// Whether a layer has a place for each entry.
fn has_places(on: On) -> bool {
    !matches!(on, On::Areas { .. } | On::Paths)
}
