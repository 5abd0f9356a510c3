//! What is made at random before there is a solution: walls, trees, arrows, areas.

use cnfetti_core::limit::Budget;
use cnfetti_core::random::Random;
use cnfetti_input::{Entry as Item, InputError, Table};

use super::areas;
use crate::ast::{Ast, Node};
use crate::board::{Direction, Place};
use crate::check::Checker;
use crate::data::{Data, Entries, Entry};
use crate::kind::{Kind, On, Values};
use crate::parser;
use crate::text::signs;
use crate::turn::Symmetry;
use crate::types::LayerId;

/// A random part of a puzzle.
#[derive(Clone, Debug)]
pub(super) enum First {
    /// The chance of an entry at a place `c`, in percent.
    Chance(Ast),
    /// Areas of these sizes; true for rectangles, false for any shape.
    Sizes(Ast, bool),
    /// This many areas.
    Number(Ast),
}

impl First {
    /// Reads `chance = 20`, `chance = "20 if column(c) > 1 else 0"`, `sizes = "2..6"`, `number = "height"`
    /// or `rectangles = "1..8"`; `None` if there is none.
    pub(super) fn read(
        kind: &Kind,
        layer: LayerId,
        table: &mut Table<'_>,
    ) -> Result<Option<First>, InputError> {
        let expression = |entry: Item<'_>| parser::expression(&entry.text()?);
        let row = &kind.clues[layer];
        if let On::Areas { .. } = row.on {
            let sizes = table.take("sizes").map(expression).transpose()?;
            let rectangles = table.take("rectangles").map(expression).transpose()?;
            let number = table.take("number").map(expression).transpose()?;
            return match (sizes, rectangles, number) {
                (Some(sizes), None, None) => Ok(Some(First::Sizes(sizes, false))),
                (None, Some(sizes), None) => Ok(Some(First::Sizes(sizes, true))),
                (None, None, Some(number)) => Ok(Some(First::Number(number))),
                _ => {
                    let expected = "one of `sizes`, `rectangles` and `number` for areas";
                    Err(InputError::new(table.span(), format!("expected {expected}")))
                }
            };
        }
        let Some(chance) = table.take("chance") else { return Ok(None) };
        let span = chance.span();
        let can_be_drawn = row.any.is_some()
            || matches!(
                row.values,
                Values::Flag | Values::Words(_) | Values::Direction | Values::Directions
            );
        if !can_be_drawn || matches!(row.on, On::Groups(_)) {
            let message =
                "`chance` is for layers without values, with words or directions, or with `any`";
            return Err(InputError::new(span, message));
        }
        Ok(Some(First::Chance(match chance.is_string() {
            true => parser::expression(&chance.text()?)?,
            false => Ast { node: Node::Number(chance.integer(1..=100)?), span },
        })))
    }

    pub(super) fn expression(&self) -> &Ast {
        match self {
            First::Chance(ast) | First::Sizes(ast, _) | First::Number(ast) => ast,
        }
    }

    pub(super) fn check(&self, checker: &mut Checker<'_>) -> Result<(), InputError> {
        match self {
            First::Sizes(ast, _) => checker.known_numbers(ast),
            First::Chance(ast) | First::Number(ast) => checker.known_number(ast),
        }
    }

    /// Draws the entries of the layer; `None` if areas do not cover the board.
    pub(super) fn drawn(
        &self,
        kind: &Kind,
        layer: LayerId,
        data: &Data,
        symmetry: Symmetry,
        random: &mut Random,
    ) -> Option<Entries> {
        let board = &data.board;
        match self {
            First::Chance(chance) => {
                let mut entries = Entries::default();
                for place in data.places(kind.clues[layer].on) {
                    let orbit = symmetry.orbit(board, place);
                    if orbit[0] != place {
                        continue;
                    }
                    let chance = kind.number_at(data, chance, place).unwrap_or(0);
                    if (random.below(100) as i64) < chance {
                        let drawn = orbit
                            .into_iter()
                            .map(|place| (place, entry(kind, layer, data, place, random)));
                        entries.at.extend(drawn.collect::<Vec<(Place, Entry)>>());
                    }
                }
                Some(entries)
            }
            First::Sizes(ast, are_rectangles) => {
                let sizes = kind.numbers(data, ast, &Budget::default());
                let sizes: Vec<usize> =
                    sizes.iter().filter_map(|size| usize::try_from(*size).ok()).collect();
                let sizes: Vec<usize> = sizes.into_iter().filter(|size| *size > 0).collect();
                match are_rectangles {
                    true => areas::rectangles(board, &sizes, random),
                    false => areas::of_sizes(board, &sizes, random),
                }
            }
            First::Number(ast) => {
                let number = kind.number(data, ast, &Budget::default())?;
                areas::of_number(board, usize::try_from(number).ok()?, random)
            }
        }
    }
}

/// A random entry; a `?` if the layer can have one. Directions do not all point off the board.
fn entry(kind: &Kind, layer: LayerId, data: &Data, place: Place, random: &mut Random) -> Entry {
    let row = &kind.clues[layer];
    match &row.values {
        Values::Direction => {
            let directions: Vec<Direction> = Direction::straight().collect();
            Entry::Direction(*random.pick(&directions))
        }
        Values::Directions => {
            let sees = |&way: &Direction| !data.board.ray(place, way).is_empty();
            let signs: Vec<Vec<Direction>> = signs().filter(|sign| sign.iter().any(sees)).collect();
            Entry::Directions(random.pick(&signs).clone())
        }
        Values::Words(words) => Entry::Word(*random.pick(words)),
        _ if row.any.is_some() => Entry::Open,
        _ => Entry::Flag,
    }
}
