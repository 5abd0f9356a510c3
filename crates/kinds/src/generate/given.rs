//! Clues that follow from a solution.

use std::collections::BTreeMap;

use cnfetti_core::csp::Value;
use cnfetti_core::limit::Budget;
use cnfetti_input::{Entry as Item, InputError, Text};

use super::first::First;
use super::{Given, has_places};
use crate::ast::Ast;
use crate::board::{Board, Direction, Place};
use crate::check::Checker;
use crate::data::{Data, Entry};
use crate::kind::{Kind, Values};
use crate::parser;
use crate::types::Type;
use crate::unfold::{Unfolder, at_places, lengths_around};
use crate::value::Val;

/// How a clue follows from a solution.
#[derive(Clone, Debug)]
pub(super) enum Clue {
    /// The number is the value of the expression.
    Number(Ast),
    /// The first word or direction whose condition is true.
    OneOf(Vec<(Entry, Ast)>),
    /// The lengths of the runs of true items in a list.
    Runs(Ast),
    /// The lengths of the runs of true cells around a cell.
    RunsAround(Ast),
    /// The number of cells in the connected component of this cell.
    Part(Ast),
}

impl Kind {
    /// Reads `number = "value[c]"`, `number = { value = "…", where = "…" }`, `pearl = { white = "…", black =
    /// "…" }` or `region = { sizes = "2..6" }`.
    pub(super) fn read_given(&self, key: &Text<'_>, entry: Item<'_>) -> Result<Given, InputError> {
        let layer = self.clue(&key.value).ok_or_else(|| {
            let expected = "a layer of clues, a parameter, `symmetry` or `all_clues`";
            InputError::expected(key.span.clone(), expected, format!("`{}`", key.value))
        })?;
        let row = &self.clues[layer];
        let expression = |entry: Item<'_>| parser::expression(&entry.text()?);
        let is_number = matches!(row.values, Values::Number(_));
        if is_number && !entry.is_table() {
            let clue = Some(Clue::Number(expression(entry)?));
            return Ok(Given { layer, first: None, condition: None, clue });
        }
        let mut table = entry.table()?;
        let span = table.span();
        let first = First::read(self, layer, &mut table)?;
        let mut condition = None;
        let mut clue = None;
        if has_places(row.on) {
            condition = table.take("where").map(expression).transpose()?;
            clue = match &row.values {
                Values::Number(_) => match (table.take("value"), table.take("part")) {
                    (Some(value), None) => Some(Clue::Number(expression(value)?)),
                    (None, Some(part)) => Some(Clue::Part(expression(part)?)),
                    (None, None) => None,
                    (Some(_), Some(part)) => {
                        let message = "a number has a `value`, or is that of a `part`";
                        return Err(InputError::new(part.span(), message));
                    }
                },
                Values::Numbers => {
                    let runs = table.take("runs").map(expression).transpose()?.map(Clue::Runs);
                    let around = table.take("runs_around").map(expression).transpose()?;
                    runs.or(around.map(Clue::RunsAround))
                }
                Values::Words(_) | Values::Direction => self.read_words(row, &mut table)?,
                Values::Flag | Values::Directions | Values::Group => None,
            };
        }
        table.finish()?;
        if first.is_none() && clue.is_none() {
            let message = match row.values {
                Values::Number(_) => "the `value` is missing, an expression of the place `c`",
                Values::Numbers => "`runs` or `runs_around` is missing, a list of truths",
                Values::Words(_) | Values::Direction => "the words are missing, each with a truth",
                Values::Flag | Values::Directions | Values::Group => {
                    "`chance` is missing, of a hundred places"
                }
            };
            return Err(InputError::new(span, message));
        }
        Ok(Given { layer, first, condition, clue })
    }

    /// Reads the condition for each word or direction.
    fn read_words(
        &self,
        row: &crate::kind::Layer,
        table: &mut cnfetti_input::Table<'_>,
    ) -> Result<Option<Clue>, InputError> {
        let mut rows = Vec::new();
        for (word, entry) in table.drain() {
            let clue = match &row.values {
                Values::Words(words) => {
                    let known = self.word(&word.value).filter(|known| words.contains(known));
                    known.map(Entry::Word)
                }
                _ => Direction::by_name(&word.value).map(Entry::Direction),
            };
            let clue = clue.ok_or_else(|| {
                let expected = format!("what `{}` can be", row.name);
                InputError::expected(word.span.clone(), expected, format!("`{}`", word.value))
            })?;
            rows.push((clue, parser::expression(&entry.text()?)?));
        }
        Ok((!rows.is_empty()).then_some(Clue::OneOf(rows)))
    }

    /// Adds to a begun board all clues that a solution gives. `values` are the values of its unknowns, in
    /// the order of unfolding.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget is spent.
    pub fn with_all_clues(
        &self,
        begun: &Data,
        values: &[Value],
        budget: &Budget,
    ) -> Result<Data, InputError> {
        let mut data = begun.clone();
        let mut unfolder = Unfolder::new(self, begun, budget);
        unfolder.declare()?;
        for given in &self.generate.givens {
            let Some(clue) = &given.clue else { continue };
            for place in begun.places(self.clues[given.layer].on) {
                // The random entries say where clues are.
                let is_open = begun.layers[given.layer].at.contains_key(&place);
                if given.first.is_some() && !is_open {
                    continue;
                }
                if let Some(entry) = given.clue_at(clue, &mut unfolder, place, values)? {
                    data.layers[given.layer].at.insert(place, entry);
                }
            }
        }
        // Drop clues that the kind does not allow, such as a number that is too large.
        while let Err(wrong) = self.verify(&data) {
            let at = &mut data.layers[wrong.layer].at;
            let place = wrong.place.filter(|place| at.contains_key(place));
            let place = place.ok_or_else(|| InputError::new(None, wrong.message))?;
            match begun.layers[wrong.layer].at.get(&place) {
                Some(open) if at.get(&place) != Some(open) => at.insert(place, open.clone()),
                _ => at.remove(&place),
            };
        }
        Ok(data)
    }
}

impl Given {
    pub(super) fn expressions(&self) -> impl Iterator<Item = &Ast> {
        let clues: Vec<&Ast> = match &self.clue {
            None => Vec::new(),
            Some(Clue::Number(ast) | Clue::Runs(ast) | Clue::RunsAround(ast) | Clue::Part(ast)) => {
                vec![ast]
            }
            Some(Clue::OneOf(rows)) => rows.iter().map(|(_, is_so)| is_so).collect(),
        };
        let first = self.first.as_ref().map(First::expression);
        self.condition.iter().chain(first).chain(clues)
    }

    pub(super) fn check(&self, kind: &Kind, checker: &mut Checker<'_>) -> Result<(), InputError> {
        checker.bind("c", Type::place(kind.clues[self.layer].on.sort()));
        self.first.as_ref().map_or(Ok(()), |first| first.check(checker))?;
        checker.forget();
        let mut place = Type::place(kind.clues[self.layer].on.sort());
        if let (Type::Place { has, .. }, Some(First::Chance(_))) = (&mut place, &self.first)
            && kind.clues[self.layer].any.is_none()
        {
            has.insert(self.layer);
        }
        checker.bind("c", place);
        if let Some(condition) = &self.condition {
            checker.truth(condition, false)?;
            checker.narrow(condition);
        }
        match &self.clue {
            None => {}
            Some(Clue::Number(ast)) => checker.number(ast, false)?,
            Some(Clue::OneOf(rows)) => {
                rows.iter().try_for_each(|(_, ast)| checker.truth(ast, false).map(drop))?;
            }
            Some(Clue::Runs(ast)) => checker.truths(ast)?,
            Some(Clue::RunsAround(ast) | Clue::Part(ast)) => checker.truths_at_cells(ast)?,
        }
        checker.forget();
        Ok(())
    }

    fn clue_at<'k>(
        &'k self,
        clue: &'k Clue,
        unfolder: &mut Unfolder<'k>,
        place: Place,
        values: &[Value],
    ) -> Result<Option<Entry>, InputError> {
        unfolder.bind("c", Val::Place(place));
        let is_there = match &self.condition {
            Some(condition) => known(&unfolder.value(condition)?, values) == Some(1),
            None => true,
        };
        let entry = if is_there { clue.entry(unfolder, place, values)? } else { None };
        unfolder.unbind();
        Ok(entry)
    }
}

impl Clue {
    fn entry<'k>(
        &'k self,
        unfolder: &mut Unfolder<'k>,
        place: Place,
        values: &[Value],
    ) -> Result<Option<Entry>, InputError> {
        Ok(match self {
            Clue::Number(ast) => known(&unfolder.value(ast)?, values).map(Entry::Number),
            Clue::OneOf(rows) => {
                for (entry, ast) in rows {
                    if known(&unfolder.value(ast)?, values) == Some(1) {
                        return Ok(Some(entry.clone()));
                    }
                }
                None
            }
            Clue::Runs(ast) => {
                let truths = unfolder.value(ast)?;
                let is_so = |item: &Val| known(item, values) == Some(1);
                let lengths = truths.items().chunk_by(|one, other| is_so(one) == is_so(other));
                let mut lengths: Vec<i64> =
                    lengths.filter(|run| is_so(&run[0])).map(|run| run.len() as i64).collect();
                if lengths.is_empty() {
                    lengths.push(0);
                }
                Some(Entry::Numbers(lengths))
            }
            Clue::RunsAround(ast) => {
                let around = at_places(&unfolder.value(ast)?);
                let places: Vec<Place> = around.iter().map(|(place, _)| *place).collect();
                let is_so: Vec<bool> =
                    around.iter().map(|(_, truth)| known(truth, values) == Some(1)).collect();
                let mut lengths = lengths_around(&places, &is_so);
                lengths.sort_unstable();
                Some(Entry::Numbers(lengths))
            }
            Clue::Part(ast) => {
                let truths = at_places(&unfolder.value(ast)?);
                let truths = truths.iter().map(|(cell, truth)| (*cell, known(truth, values)));
                size_of_part(unfolder.board(), &truths.collect(), place).map(Entry::Number)
            }
        })
    }
}

/// The size of the connected component of true cells around `start`; `None` if `start` is not true.
fn size_of_part(board: &Board, truths: &BTreeMap<Place, Option<i64>>, start: Place) -> Option<i64> {
    let is_so = |cell: &Place| truths.get(cell) == Some(&Some(1));
    is_so(&start).then(|| board.part_of(start, is_so).len() as i64)
}

/// The value in a solution; truths are 0 and 1.
fn known(value: &Val, values: &[Value]) -> Option<i64> {
    match value {
        Val::Truth(truth) => Some(i64::from(*truth)),
        Val::Number(number) => Some(*number),
        Val::Expr(expr) => expr.value(&|variable| i64::from(values[variable])),
        _ => None,
    }
}
