//! What a solution says of clues: `[generate]`, from which new puzzles are made.

use cnfetti_core::csp::Value;
use cnfetti_core::limit::Budget;
use cnfetti_input::{Entry as Item, InputError, Text};

use crate::ast::Ast;
use crate::board::{Direction, Place};
use crate::check::Checker;
use crate::data::{Data, Entry};
use crate::kind::{Kind, On, Values};
use crate::parser;
use crate::types::{LayerId, Type};
use crate::unfold::Unfolder;
use crate::value::Val;

/// How the clues of a layer follow from a solution.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    layer: LayerId,
    /// Where there is a clue, of the place `c`; everywhere without this.
    condition: Option<Ast>,
    clue: Clue,
}

#[derive(Clone, Debug)]
enum Clue {
    /// The number that it is.
    Number(Ast),
    /// For words and directions whether it is this one; the first of which it is so.
    OneOf(Vec<(Entry, Ast)>),
}

impl Given {
    /// The expressions by which clues follow from a solution.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Ast> {
        let clues: Vec<&Ast> = match &self.clue {
            Clue::Number(number) => vec![number],
            Clue::OneOf(rows) => rows.iter().map(|(_, is_so)| is_so).collect(),
        };
        self.condition.iter().chain(clues)
    }
}

impl Kind {
    /// Whether the kind says which clues a solution has.
    pub fn generates(&self) -> bool {
        !self.givens.is_empty()
    }

    /// `number = "value[c]"`, `number = { value = "…", where = "…" }` or `pearl = { white = "…", black = "…" }`.
    pub(crate) fn read_given(&self, key: &Text<'_>, entry: Item<'_>) -> Result<Given, InputError> {
        let layer = self.clue(&key.value).filter(|&layer| {
            let row = &self.clues[layer];
            let has_places = !matches!(row.on, On::Areas { .. } | On::Paths | On::Groups(_));
            has_places && !matches!(row.values, Values::Flag | Values::Numbers | Values::Group)
        });
        let layer = layer.ok_or_else(|| {
            let expected = "a layer of numbers, words or directions";
            InputError::expected(key.span.clone(), expected, format!("`{}`", key.value))
        })?;
        let expression = |entry: Item<'_>| parser::expression(&entry.text()?);
        if let Values::Number(_) = self.clues[layer].values {
            if !entry.is_table() {
                return Ok(Given {
                    layer,
                    condition: None,
                    clue: Clue::Number(expression(entry)?),
                });
            }
            let mut table = entry.table()?;
            let value = table.require("value", "the number, as an expression of the place `c`")?;
            let clue = Clue::Number(expression(value)?);
            let condition = table.take("where").map(expression).transpose()?;
            table.finish()?;
            return Ok(Given { layer, condition, clue });
        }
        let mut rows = Vec::new();
        let mut table = entry.table()?;
        for (word, entry) in table.drain() {
            let clue = match &self.clues[layer].values {
                Values::Words(words) => {
                    let known = self.word(&word.value).filter(|known| words.contains(known));
                    known.map(Entry::Word)
                }
                _ => Direction::by_name(&word.value).map(Entry::Direction),
            };
            let clue = clue.ok_or_else(|| {
                let expected = format!("what `{}` can be", key.value);
                InputError::expected(word.span.clone(), expected, format!("`{}`", word.value))
            })?;
            rows.push((clue, expression(entry)?));
        }
        Ok(Given { layer, condition: None, clue: Clue::OneOf(rows) })
    }

    /// An empty board with all clues that a solution of it has: the values of its unknowns, as they
    /// are unfolded.
    ///
    /// # Errors
    ///
    /// That the budget is used up.
    pub fn with_all_clues(
        &self,
        empty: &Data,
        values: &[Value],
        budget: &Budget,
    ) -> Result<Data, InputError> {
        let mut data = empty.clone();
        let mut unfolder = Unfolder::new(self, empty, budget);
        unfolder.declare()?;
        for given in &self.givens {
            for place in empty.places(self.clues[given.layer].on) {
                if let Some(entry) = given.clue_at(&mut unfolder, place, values)? {
                    data.layers[given.layer].at.insert(place, entry);
                }
            }
        }
        // What the solution has and no clue can say, such as a number that is too large.
        while let Err(wrong) = self.verify(&data) {
            let place = wrong.place.ok_or_else(|| InputError::new(None, wrong.message))?;
            data.layers[wrong.layer].at.remove(&place);
        }
        Ok(data)
    }
}

impl Given {
    fn clue_at<'k>(
        &'k self,
        unfolder: &mut Unfolder<'k>,
        place: Place,
        values: &[Value],
    ) -> Result<Option<Entry>, InputError> {
        unfolder.bind("c", Val::Place(place));
        let mut number = |ast: &'k Ast| Ok::<_, InputError>(known(&unfolder.value(ast)?, values));
        let is_there = self.condition.as_ref().map_or(Ok(Some(1)), &mut number)? == Some(1);
        let clue = match &self.clue {
            _ if !is_there => None,
            Clue::Number(ast) => number(ast)?.map(Entry::Number),
            Clue::OneOf(rows) => {
                let mut found = None;
                for (entry, ast) in rows {
                    if found.is_none() && number(ast)? == Some(1) {
                        found = Some(entry.clone());
                    }
                }
                found
            }
        };
        unfolder.unbind();
        Ok(clue)
    }
}

/// What a value is in a solution; truths are 0 and 1.
fn known(value: &Val, values: &[Value]) -> Option<i64> {
    match value {
        Val::Truth(truth) => Some(i64::from(*truth)),
        Val::Number(number) => Some(*number),
        Val::Expr(expr) => expr.value(&|variable| i64::from(values[variable])),
        _ => None,
    }
}

/// Checks the types of what a solution says.
pub(crate) fn check(kind: &Kind, checker: &mut Checker<'_>) -> Result<(), InputError> {
    for given in &kind.givens {
        let sort = kind.clues[given.layer].on.sort();
        checker.bind("c", Type::place(sort));
        if let Some(condition) = &given.condition {
            checker.truth(condition, false)?;
        }
        match &given.clue {
            Clue::Number(ast) => checker.number(ast, false)?,
            Clue::OneOf(rows) => {
                rows.iter().try_for_each(|(_, ast)| checker.truth(ast, false).map(drop))?;
            }
        }
        checker.unbind();
    }
    Ok(())
}
