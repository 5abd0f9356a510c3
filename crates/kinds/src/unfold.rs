//! Unfolds a kind and a puzzle to a model: states every rule for everything over which it ranges.
//!
//! Everything that does not depend on unknowns is computed on the way, so the model mentions only
//! unknowns. Unfolding terminates: definitions are not recursive, and the board bounds the length of
//! lists.

mod calls;
mod expressions;
mod given;
mod links;
mod loops;
mod parts;
mod pieces;
mod runs;
mod said;
mod state;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use cnfetti_core::csp::Role;
use cnfetti_core::limit::{Budget, Poll};
use cnfetti_input::{InputError, Span};
use cnfetti_models::{Model, ModelBuilder};

use crate::ast::{Ast, Clause};
use crate::board::{Board, MIN_RING, Place};
use crate::data::Data;
use crate::kind::{Choices, Kind, named_value};
use crate::types::LayerId;
use crate::value::Val;

/// The most constraints of a puzzle.
const MAX_CONSTRAINTS: usize = 1_000_000;

/// The most expressions evaluated on the way.
const MAX_STEPS: u64 = 100_000_000;

/// The budget is checked once in this many expressions.
const POLL_INTERVAL: u32 = 1 << 12;

/// A puzzle of a kind as a model.
#[derive(Debug)]
pub struct Unfolded {
    /// The constraints and variables.
    pub model: Model,
    /// The places and variables of each unknown of the kind.
    pub unknowns: Vec<Places>,
    /// The rule from which each constraint of the model comes.
    pub rules: Vec<usize>,
    placed: pieces::Placed,
}

/// A requirement that a puzzle does not meet.
#[derive(Debug)]
pub(crate) struct Unmet {
    /// The places of which it speaks.
    pub(crate) places: Vec<Place>,
    /// The requirement as a sentence.
    pub(crate) message: String,
}

impl Unmet {
    /// Where the text gives the first of its places that it gives at all.
    pub(crate) fn span(
        &self,
        data: &Data,
        spans: &BTreeMap<(LayerId, Place), Span>,
    ) -> Option<Span> {
        self.places.iter().find_map(|&place| {
            let span = match place {
                Place::Group(layer, _) => {
                    let first = data.group(place).first().copied();
                    let at = |place| spans.get(&(usize::from(layer), place));
                    at(place).or_else(|| first.and_then(at))
                }
                _ => spans.iter().find(|((_, known), _)| *known == place).map(|(_, span)| span),
            };
            span.cloned()
        })
    }
}

/// The places of an unknown, and its variables.
#[derive(Clone, Debug)]
pub struct Places {
    /// Increasing, in the order of the variables.
    pub places: Vec<Place>,
    /// Positions in the model's variables.
    pub variables: Range<usize>,
}

impl Kind {
    /// States a puzzle as a model.
    ///
    /// # Errors
    ///
    /// Returns an error if it is too large, or the budget is spent.
    pub fn unfold(&self, data: &Data, budget: &Budget) -> Result<Unfolded, InputError> {
        let mut unfolder = Unfolder::new(self, data, budget);
        unfolder.declare()?;
        unfolder.place_pieces()?;
        for (at, rule) in self.rules.iter().enumerate() {
            unfolder.rule = at;
            unfolder.role = if rule.is_clue { Role::Clue } else { Role::Rule };
            let layers = rule.is_clue.then(|| self.layers_of(rule));
            unfolder.over(&rule.clauses, &mut |unfolder| {
                let clue = layers.as_ref().and_then(|layers| unfolder.given(layers));
                unfolder.builder.begin_rule(clue);
                unfolder.sentence = unfolder.sentence(&rule.say)?;
                unfolder.state(&rule.that)
            })?;
        }
        let (model, unknowns) = (unfolder.builder.build(), unfolder.unknowns);
        Ok(Unfolded { model, unknowns, rules: unfolder.rules, placed: unfolder.placed })
    }
}

impl Kind {
    /// Checks what the kind requires of its puzzles, such as that the board is square.
    ///
    /// # Errors
    ///
    /// Returns the first requirement that is not met.
    pub(crate) fn require(&self, data: &Data) -> Result<(), Unmet> {
        if data.board.wraps != self.wraps {
            let message = format!(
                "expected at least {MIN_RING} cells in each line that wraps around, found a board of {} × {}",
                data.board.rows, data.board.columns
            );
            return Err(Unmet { places: Vec::new(), message });
        }
        let mut unmet = None;
        for requirement in &self.requirements {
            let mut unfolder = Unfolder::new(self, data, &Budget::default());
            let checked = unfolder.over(&requirement.clauses, &mut |unfolder| {
                if unmet.is_some() || unfolder.value(&requirement.that)?.truth() != Some(false) {
                    return Ok(());
                }
                let message = unfolder.sentence(&requirement.say)?;
                let places = unfolder.scope.iter().filter_map(|(_, value)| value.place());
                unmet = Some(Unmet { places: places.collect(), message });
                Ok(())
            });
            if let Err(error) = checked {
                return Err(Unmet { places: Vec::new(), message: error.message });
            }
            if let Some(unmet) = unmet {
                return Err(unmet);
            }
        }
        Ok(())
    }

    /// The numbers in a list that depends only on the size of the board and on parameters.
    pub(crate) fn numbers<'k>(&'k self, data: &'k Data, ast: &'k Ast, budget: &Budget) -> Vec<i64> {
        let list = Unfolder::new(self, data, budget).value(ast);
        list.map_or_else(
            |_| Vec::new(),
            |list| list.items().iter().filter_map(Val::number).collect(),
        )
    }

    /// The value of an expression of the place `c` that otherwise depends only on the size of the board
    /// and on parameters.
    pub(crate) fn number_at(&self, data: &Data, ast: &Ast, place: Place) -> Option<i64> {
        let mut unfolder = Unfolder::new(self, data, &Budget::default());
        unfolder.bind("c", Val::Place(place));
        unfolder.value(ast).ok()?.number()
    }

    /// The cells `c` for which a truth that does not depend on unknowns is false.
    pub(crate) fn missing(&self, data: &Data, ast: &Ast) -> BTreeSet<Place> {
        let mut unfolder = Unfolder::new(self, data, &Budget::default());
        let mut is_missing = |cell: &Place| {
            unfolder.bind("c", Val::Place(*cell));
            let value = unfolder.value(ast);
            unfolder.unbind();
            value.is_ok_and(|value| value.truth() == Some(false))
        };
        data.board.cells().into_iter().filter(|cell| is_missing(cell)).collect()
    }

    /// Whether a truth that depends only on the size of the board and on parameters is true.
    pub(crate) fn is_true(&self, data: &Data, ast: &Ast) -> bool {
        let value = Unfolder::new(self, data, &Budget::default()).value(ast);
        value.is_ok_and(|value| value.truth() == Some(true))
    }

    /// The value of an expression that depends only on the size of the board and on parameters.
    pub(crate) fn number<'k>(
        &'k self,
        data: &'k Data,
        ast: &'k Ast,
        budget: &Budget,
    ) -> Option<i64> {
        Unfolder::new(self, data, budget).value(ast).ok()?.number()
    }
}

/// The area of each square, for each layer of areas.
fn groups(data: &Data) -> HashMap<(LayerId, Place), Place> {
    let mut groups = HashMap::new();
    for (layer, entries) in data.layers.iter().enumerate() {
        for (at, cells) in entries.groups.iter().enumerate() {
            let group = Place::Group(layer as u16, at as u16);
            groups.extend(cells.iter().map(|&cell| ((layer, cell), group)));
        }
    }
    groups
}

pub(crate) use links::at_places;
pub(crate) use runs::lengths_around;

pub(crate) struct Unfolder<'k> {
    kind: &'k Kind,
    data: &'k Data,
    /// The values of bound names, innermost last.
    scope: Vec<(&'k str, Val)>,
    builder: ModelBuilder,
    unknowns: Vec<Places>,
    /// The variable of an unknown at a place.
    variables: HashMap<(LayerId, Place), usize>,
    groups: HashMap<(LayerId, Place), Place>,
    placed: pieces::Placed,
    poll: Poll,
    steps: u64,
    rules: Vec<usize>,
    /// The sentence for the constraint that is being stated.
    sentence: String,
    role: Role,
    rule: usize,
}

type Unfold<T> = Result<T, InputError>;

impl<'k> Unfolder<'k> {
    pub(crate) fn new(kind: &'k Kind, data: &'k Data, budget: &Budget) -> Unfolder<'k> {
        Unfolder {
            kind,
            data,
            scope: Vec::new(),
            builder: ModelBuilder::default(),
            unknowns: Vec::new(),
            variables: HashMap::new(),
            groups: groups(data),
            placed: pieces::Placed::default(),
            poll: budget.poll(POLL_INTERVAL),
            steps: 0,
            rules: Vec::new(),
            sentence: String::new(),
            role: Role::Rule,
            rule: 0,
        }
    }

    /// The board.
    pub(crate) fn board(&self) -> &'k Board {
        &self.data.board
    }

    /// Binds a name to a value.
    pub(crate) fn bind(&mut self, name: &'k str, value: Val) {
        self.scope.push((name, value));
    }

    /// Unbinds the name that was bound last.
    pub(crate) fn unbind(&mut self) {
        self.scope.pop();
    }

    /// Counts a step towards the limits.
    fn step(&mut self) -> Unfold<()> {
        self.poll.step().map_err(InputError::limit)?;
        self.steps += 1;
        match self.steps < MAX_STEPS {
            true => Ok(()),
            false => Err(self.error(format!("takes more than {MAX_STEPS} steps to state"))),
        }
    }

    /// An error of the current rule on this puzzle.
    fn error(&self, what: impl AsRef<str>) -> InputError {
        let rule = self.kind.rules.get(self.rule).map_or("", |rule| &rule.name);
        let message = format!("the rule `{rule}` of kind `{}` {}", self.kind.name, what.as_ref());
        InputError::new(None, message)
    }

    /// Adds a variable for each place of each unknown.
    pub(crate) fn declare(&mut self) -> Unfold<()> {
        for (at, unknown) in self.kind.unknowns.iter().enumerate() {
            let layer = self.kind.clues.len() + at;
            let mut declared: Vec<(Place, Vec<i32>)> = Vec::new();
            let mut all = self.data.places(unknown.on);
            all.sort_unstable();
            for place in all {
                self.scope.push(("c", Val::Place(place)));
                let is_there = match &unknown.condition {
                    Some(condition) => self.value(condition)?.truth() != Some(false),
                    None => true,
                };
                if is_there {
                    declared.push((place, self.domain(unknown)?));
                }
                self.scope.pop();
            }
            let (places, domains): (Vec<Place>, Vec<Vec<i32>>) = declared.into_iter().unzip();
            let name = |place: &Place| self.data.board.name(*place);
            let names = places.iter().map(|place| format!("{}[{}]", unknown.name, name(place)));
            let is_truth = !unknown.has_values();
            let cells = names.zip(domains).collect();
            let variables = self.builder.array(&unknown.name, cells, is_truth);
            if !unknown.counted {
                self.builder.do_not_count();
            }
            if unknown.is_named() {
                self.builder.name_values(self.kind.value_words());
            }
            for (place, variable) in places.iter().zip(variables.clone()) {
                self.variables.insert((layer, *place), variable);
            }
            self.unknowns.push(Places { places, variables });
        }
        Ok(())
    }

    fn domain(&mut self, unknown: &'k crate::kind::Unknown) -> Unfold<Vec<i32>> {
        if let Some(shows) = unknown.shows {
            return Ok(self.values_shown(shows));
        }
        let values = match &unknown.values {
            None => return Ok(vec![0, 1]),
            Some(Choices::Numbers(values)) => self.value(values)?,
            Some(Choices::Named(entries)) if entries.is_empty() => {
                return Ok(self.board().ways().iter().map(|&way| way as i32).collect());
            }
            Some(Choices::Named(entries)) => {
                return Ok(entries.iter().filter_map(named_value).collect());
            }
        };
        let numbers = values.items().iter().filter_map(Val::number);
        let numbers = numbers.map(i32::try_from).collect::<Result<Vec<i32>, _>>();
        numbers.map_err(|_| {
            let message = format!("a value of `{}` is too large", unknown.name);
            InputError::new(None, message)
        })
    }

    /// Calls `each` for every binding of the clauses.
    fn over(
        &mut self,
        clauses: &'k [Clause],
        each: &mut dyn FnMut(&mut Unfolder<'k>) -> Unfold<()>,
    ) -> Unfold<()> {
        let Some((clause, rest)) = clauses.split_first() else { return each(self) };
        let list = self.value(&clause.list)?;
        let depth = self.scope.len();
        for item in list.items() {
            self.step()?;
            match &clause.targets[..] {
                [target] => self.scope.push((target, item.clone())),
                targets => {
                    let parts = item.items();
                    if parts.len() != targets.len() {
                        let (found, expected) = (parts.len(), targets.len());
                        let what = format!("takes {expected} from a list that has {found}");
                        return Err(self.error(what));
                    }
                    let bound = targets.iter().zip(parts);
                    self.scope.extend(bound.map(|(target, part)| (&**target, part.clone())));
                }
            }
            let mut holds = true;
            for condition in &clause.conditions {
                holds = holds && self.value(condition)?.truth() != Some(false);
            }
            if holds {
                self.over(rest, each)?;
            }
            self.scope.truncate(depth);
        }
        Ok(())
    }

    /// The places of a layer that have an entry, with its value.
    fn entries(&self, layer: LayerId) -> BTreeMap<Place, Val> {
        match self.kind.layer(layer) {
            Ok(_) => {
                let entries = &self.data.layers[layer].at;
                let value = |(&place, entry)| Some((place, entry_value(entry)?));
                entries.iter().filter_map(value).collect()
            }
            Err(_) => {
                let places = &self.unknowns[layer - self.kind.clues.len()];
                let variables = places.places.iter().zip(places.variables.clone());
                variables.map(|(&place, variable)| (place, variable_value(variable))).collect()
            }
        }
    }
}

fn variable_value(variable: usize) -> Val {
    Val::Expr(cnfetti_models::Expr::Variable(variable))
}

/// The value of an entry in rules; `None` for a `?`.
fn entry_value(entry: &crate::data::Entry) -> Option<Val> {
    use crate::data::Entry;
    match entry {
        Entry::Open => None,
        Entry::Flag => Some(Val::Truth(true)),
        Entry::Number(number) => Some(Val::Number(*number)),
        Entry::Word(word) => Some(Val::Word(*word)),
        Entry::Direction(direction) => Some(Val::Direction(*direction)),
        Entry::Directions(directions) => {
            Some(Val::list(directions.iter().map(|&direction| Val::Direction(direction)).collect()))
        }
        Entry::Numbers(numbers) => {
            Some(Val::list(numbers.iter().map(|&number| Val::Number(number)).collect()))
        }
    }
}
