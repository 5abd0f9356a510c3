//! Pieces in the model: a variable for where each one lies, and a selection for each cell.

use std::collections::HashMap;
use std::ops::Range;

use cnfetti_core::csp::{Role, Value};
use cnfetti_models::{Choice, Comparison, Constraint, Expr};
use itertools::Itertools;

use super::{Unfold, Unfolded, Unfolder};
use crate::board::Place;
use crate::data::Data;
use crate::kind::Kind;
use crate::pieces::{self, Placement, Shows, Times};
use crate::value::Val;

/// The most placements of all pieces together.
const MAX_PLACEMENTS: usize = 2_000_000;

/// The most steps to find out where pieces lie.
const MAX_STEPS: usize = 200_000;

/// The pieces of a puzzle and their variables.
#[derive(Debug, Default)]
pub(crate) struct Placed {
    /// The values of the variables are positions here. What is beyond them means that nothing is placed.
    placements: Vec<Placement>,
    slots: Vec<Slot>,
    /// The variables of the slots, in order; those behind them say whether anything is placed, if that is not sure.
    variables: Range<usize>,
    placed: Range<usize>,
}

/// What lies in one place on the board, if anything does.
#[derive(Debug)]
struct Slot {
    /// The piece; where pieces are placed any number of times, the cell in which it begins.
    what: Result<usize, Place>,
    /// Increasing.
    values: Vec<Value>,
}

impl Placed {
    fn placement(&self, value: Value) -> Option<&Placement> {
        self.placements.get(usize::try_from(value).ok()?)
    }

    /// For each cell the slots and values that cover it.
    fn covering(&self) -> HashMap<Place, Vec<(usize, Value)>> {
        let mut covering: HashMap<Place, Vec<(usize, Value)>> = HashMap::new();
        for (slot, row) in self.slots.iter().enumerate() {
            for &value in &row.values {
                let placement = self.placement(value).into_iter();
                for (cell, _) in placement.flat_map(|placement| &placement.cells) {
                    covering.entry(*cell).or_default().push((slot, value));
                }
            }
        }
        covering
    }

    /// What is seen in a place that a slot covers with this value. `beside` has the cell, or the two cells of a link
    /// of which the first is covered.
    fn shown(&self, shows: Shows, slot: usize, value: Value, beside: &[Place]) -> Value {
        let Some(placement) = self.placement(value) else { return 0 };
        let number = |at: usize| at as Value + 1;
        match shows {
            Shows::Covered => 1,
            Shows::Piece => number(self.slots[slot].what.unwrap_or(placement.shape)),
            Shows::Shape => number(placement.shape),
            Shows::Value => {
                let here = placement.cells.iter().find(|(cell, _)| *cell == beside[0]);
                here.map_or(0, |(_, value)| *value)
            }
            Shows::Joined => Value::from(placement.covers(beside[1])),
        }
    }
}

impl<'k> Unfolder<'k> {
    /// Adds a variable for each piece, and states that they do not overlap and what is seen of them.
    pub(super) fn place_pieces(&mut self) -> Unfold<()> {
        let Some(pieces) = &self.kind.pieces else { return Ok(()) };
        let (set, board) = (&self.data.pieces, &self.data.board);
        let placements = pieces::placements(pieces, set, board);
        let mut of: HashMap<Result<usize, Place>, Vec<Value>> = HashMap::new();
        for (at, placement) in placements.iter().enumerate() {
            let what = match pieces.times {
                Times::Any => Err(placement.cells[0].0),
                _ => Ok(placement.shape),
            };
            of.entry(what).or_default().push(at as Value);
        }
        let shapes = pieces::shapes(pieces, set);
        let slot = |what: Result<usize, Place>| {
            let values = of.get(&what.map(|piece| shapes[piece])).cloned().unwrap_or_default();
            Slot { what, values }
        };
        let mut slots: Vec<Slot> = match pieces.times {
            Times::Any => board.cells().into_iter().map(|cell| slot(Err(cell))).collect(),
            _ => (0..set.len()).map(|piece| slot(Ok(piece))).collect(),
        };
        if slots.iter().map(|slot| slot.values.len()).sum::<usize>() > MAX_PLACEMENTS {
            return Err(self.error(format!("has more than {MAX_PLACEMENTS} placements")));
        }
        if pieces.times != Times::Once {
            for (at, slot) in slots.iter_mut().enumerate() {
                slot.values.push((placements.len() + at) as Value);
            }
        }
        let mut met: HashMap<&str, usize> = HashMap::new();
        let name = |slot: &Slot| match slot.what {
            Err(cell) => format!("pieces[{cell}]"),
            Ok(piece) => {
                let name = &set[piece].name;
                let number = met.entry(name).or_default();
                *number += 1;
                if *number == 1 {
                    format!("pieces[{name}]")
                } else {
                    format!("pieces[{name}]#{number}")
                }
            }
        };
        let names: Vec<String> = slots.iter().map(name).collect();
        let cells = names.into_iter().zip(slots.iter().map(|slot| slot.values.clone()));
        let variables = self.builder.array("pieces", cells.collect(), false);
        let optional = if pieces.times == Times::Any { slots.len() } else { 0 };
        let cells = (0..optional).map(|at| (format!("placed[{at}]"), vec![0, 1]));
        let placed = self.builder.array("placed", cells.collect(), true);
        self.placed = Placed { placements, slots, variables, placed };
        self.rule = 0;
        self.role = Role::Rule;
        self.order_pieces(&shapes)?;
        self.place_or_not()?;
        // A solver takes long to find that pieces have too many cells, or too few.
        let sizes: usize = set.iter().map(|piece| piece.values().count()).sum();
        let cells = board.cells().len();
        let fits = if pieces.cover { sizes == cells } else { sizes <= cells };
        if pieces.times == Times::Once && !fits {
            self.builder.begin_rule(None);
            self.sentence =
                format!("the pieces have {sizes} cells together, and the board {cells}");
            self.hold(Val::Truth(false))?;
        }
        self.cover_cells(pieces.cover)
    }

    /// Equal pieces are placed in the order of their placements.
    fn order_pieces(&mut self, shapes: &[usize]) -> Unfold<()> {
        let known = self.placed.slots.iter().zip(self.placed.variables.clone());
        let by_shape =
            known.filter_map(|(slot, variable)| Some((shapes[slot.what.ok()?], variable)));
        let by_shape = by_shape.into_group_map().into_iter().sorted();
        for (shape, equal) in by_shape.filter(|(_, equal)| equal.len() > 1) {
            let (number, name) = (equal.len(), &self.data.pieces[shape].name);
            self.builder.begin_rule(None);
            self.sentence = format!("the {number} pieces {name} are not told apart");
            let list = equal.into_iter().map(Expr::Variable).collect();
            let relation = Comparison::Less;
            self.post(Constraint::Ordered { list, lengths: Vec::new(), relation })?;
        }
        Ok(())
    }

    /// Decides at once that nothing is placed in a slot: the counter does not look back then.
    fn place_or_not(&mut self) -> Unfold<()> {
        let known = self.placed.variables.clone().zip(self.placed.placed.clone());
        for (slot, (variable, result)) in known.enumerate() {
            let choice = |&value: &Value| Choice {
                variable: Expr::Variable(variable),
                value,
                brings: self.placed.placement(value).is_some().into(),
            };
            let choices = self.placed.slots[slot].values.iter().map(choice).collect();
            self.builder.begin_rule(None);
            self.sentence = "a piece begins in a cell or does not".to_owned();
            self.post(Constraint::Selection { choices, result: Expr::Variable(result) })?;
        }
        Ok(())
    }

    /// Each cell has one piece, or none if it need not be covered, and that decides what is seen there.
    fn cover_cells(&mut self, cover: bool) -> Unfold<()> {
        let kind = self.kind;
        let covering = self.placed.covering();
        let layer = |at: usize| kind.clues.len() + at;
        let shown = kind
            .unknowns
            .iter()
            .enumerate()
            .filter_map(|(at, unknown)| Some((layer(at), unknown.shows?)));
        let (covered, shown): (Vec<_>, Vec<_>) =
            shown.partition(|(_, shows)| !cover && *shows == Shows::Covered);
        let places = [self.data.board.cells(), self.data.board.links()].concat();
        for place in places {
            let beside = match place {
                Place::Cell(..) => vec![place],
                link => self.data.board.beside(link),
            };
            self.builder.begin_rule(None);
            self.sentence = match (&beside[..], cover) {
                ([one, other], _) => format!("one piece covers {one} and {other} or does not"),
                (_, true) => format!("{place} is covered by exactly one piece"),
                (_, false) => format!("{place} is covered by one piece at most"),
            };
            for &(layer, shows) in &shown {
                let Some(&result) = self.variables.get(&(layer, place)) else { continue };
                let here = covering.get(&beside[0]).into_iter().flatten();
                let chosen = here.map(|&(slot, value)| Choice {
                    variable: Expr::Variable(self.placed.variables.start + slot),
                    value,
                    brings: self.placed.shown(shows, slot, value, &beside),
                });
                let none = covered.iter().filter_map(|(layer, _)| {
                    let variable = Expr::Variable(*self.variables.get(&(*layer, beside[0]))?);
                    Some(Choice { variable, value: 0, brings: 0 })
                });
                let choices = chosen.chain(none).collect();
                self.post(Constraint::Selection { choices, result: Expr::Variable(result) })?;
            }
        }
        Ok(())
    }

    /// The values of what shows the pieces.
    pub(super) fn values_shown(&self, shows: Shows) -> Vec<Value> {
        let Some(pieces) = &self.kind.pieces else { return Vec::new() };
        let set = &self.data.pieces;
        let numbers = |values: &mut dyn Iterator<Item = Value>| match pieces.cover {
            true => values.collect(),
            false => values.chain([0]).collect(),
        };
        match shows {
            Shows::Covered | Shows::Joined => vec![0, 1],
            Shows::Piece => numbers(&mut (1..=set.len() as Value)),
            Shows::Shape => {
                let shapes = pieces::shapes(pieces, set).into_iter().unique();
                numbers(&mut shapes.map(|shape| shape as Value + 1))
            }
            Shows::Value => numbers(&mut set.iter().flat_map(pieces::Piece::values)),
        }
    }
}

impl Unfolded {
    /// The variables that say where pieces lie, and whether they do.
    pub fn pieces(&self) -> Range<usize> {
        self.placed.variables.start..self.placed.placed.end
    }

    /// What people call such a variable.
    pub fn piece_said(&self, data: &Data, variable: usize) -> Option<String> {
        let at = variable.checked_sub(self.placed.variables.start)?;
        let slots = &self.placed.slots;
        match slots.get(at).or_else(|| slots.get(at - slots.len()))?.what {
            Ok(piece) => Some(data.pieces[piece].called()),
            Err(_) => Some("one piece".to_owned()),
        }
    }

    /// Whether the variable has the name of a piece, and not only a cell in which one can begin.
    pub fn is_piece(&self, variable: usize) -> bool {
        let slot = variable.checked_sub(self.placed.variables.start);
        slot.and_then(|at| self.placed.slots.get(at)).is_some_and(|slot| slot.what.is_ok())
    }

    /// What people call the value of such a variable: the cells of the piece, and its shape if the variable does not say
    /// that.
    pub fn placement_said(&self, data: &Data, variable: usize, value: Value) -> String {
        let is_slot = self.placed.variables.contains(&variable);
        match self.placed.placement(value) {
            _ if !is_slot && value == 1 => "on the board".to_owned(),
            Some(placement) if is_slot => {
                let cells = placement.cells.iter().map(|(cell, _)| cell).join("-");
                match self.is_piece(variable) {
                    true => cells,
                    false => format!("{} on {cells}", data.pieces[placement.shape].called()),
                }
            }
            _ if self.is_piece(variable) => "no cell".to_owned(),
            _ => "on no cell".to_owned(),
        }
    }

    /// Fills in where pieces lie, and what is seen of them, as far as that follows from what is known. The values are
    /// those of the variables of the model.
    pub fn place_pieces(&self, kind: &Kind, data: &Data, values: &mut [Option<Value>]) {
        let found = Searching { kind, data, unfolded: self, values, steps: 0 }.found();
        for (variable, value) in found.into_iter().flatten() {
            values[variable] = Some(value);
        }
    }
}

/// A search for pieces that show what is known.
struct Searching<'s> {
    kind: &'s Kind,
    data: &'s Data,
    unfolded: &'s Unfolded,
    values: &'s [Option<Value>],
    steps: usize,
}

impl Searching<'_> {
    /// The values of all variables of pieces, and of all that shows them.
    fn found(&mut self) -> Option<Vec<(usize, Value)>> {
        let slots = &self.unfolded.placed.slots;
        let fitting = (0..slots.len()).map(|slot| {
            let values = slots[slot].values.iter().copied();
            values.filter(|&value| self.fits(slot, value)).collect()
        });
        let fitting: Vec<Vec<Value>> = fitting.collect();
        let mut chosen = Vec::new();
        self.choose(&fitting, &mut chosen, &mut HashMap::new())
    }

    /// Chooses values for the slots after the chosen ones.
    fn choose(
        &mut self,
        fitting: &[Vec<Value>],
        chosen: &mut Vec<Value>,
        covered: &mut HashMap<Place, usize>,
    ) -> Option<Vec<(usize, Value)>> {
        let placed = &self.unfolded.placed;
        let slot = chosen.len();
        let Some(values) = fitting.get(slot) else { return self.shown(chosen, covered) };
        let shape = |value: Value| placed.placement(value).map(|placement| placement.shape);
        for &value in values {
            self.steps += 1;
            let cells = placed.placement(value).map_or(&[][..], |placement| &placement.cells);
            let is_free = !cells.iter().any(|(cell, _)| covered.contains_key(cell));
            let is_later =
                chosen.iter().all(|&before| before < value || shape(before) != shape(value));
            if self.steps > MAX_STEPS || !is_free || (placed.slots[slot].what.is_ok() && !is_later)
            {
                continue;
            }
            covered.extend(cells.iter().map(|(cell, _)| (*cell, slot)));
            chosen.push(value);
            let found = self.choose(fitting, chosen, covered);
            if found.is_some() {
                return found;
            }
            chosen.pop();
            covered.retain(|_, by| *by != slot);
        }
        None
    }

    /// Whether a slot with this value would show what is known on the cells that it covers and around them.
    fn fits(&self, slot: usize, value: Value) -> bool {
        let placed = &self.unfolded.placed;
        let cells = placed.placement(value).map_or(&[][..], |placement| &placement.cells);
        self.views().all(|(at, shows)| {
            let places = &self.unfolded.unknowns[at];
            let fits = |place: Place, beside: &[Place]| {
                let Ok(position) = places.places.binary_search(&place) else { return true };
                let known = self.values[places.variables.start + position];
                known.is_none_or(|known| known == placed.shown(shows, slot, value, beside))
            };
            let board = &self.data.board;
            cells.iter().all(|&(cell, _)| match shows {
                Shows::Joined => board.adjacent(cell).into_iter().all(|next| {
                    let mut sides = board.sides_of(cell).into_iter();
                    let link = sides.find(|side| board.beside(*side).contains(&next));
                    link.is_none_or(|link| fits(link, &[cell, next]))
                }),
                _ => fits(cell, &[cell]),
            })
        })
    }

    /// What shows the pieces: the index of each such unknown.
    fn views(&self) -> impl Iterator<Item = (usize, Shows)> {
        let unknowns = self.kind.unknowns.iter().enumerate();
        unknowns.filter_map(|(at, unknown)| Some((at, unknown.shows?)))
    }

    /// All that is seen; `None` if something else is known.
    fn shown(
        &self,
        chosen: &[Value],
        covered: &HashMap<Place, usize>,
    ) -> Option<Vec<(usize, Value)>> {
        let placed = &self.unfolded.placed;
        let mut found: Vec<(usize, Value)> =
            placed.variables.clone().zip(chosen.iter().copied()).collect();
        let is_placed = |value: &Value| placed.placement(*value).is_some().into();
        found.extend(placed.placed.clone().zip(chosen.iter().map(is_placed)));
        for (at, shows) in self.views() {
            let places = &self.unfolded.unknowns[at];
            for (&place, variable) in places.places.iter().zip(places.variables.clone()) {
                let beside = match place {
                    Place::Cell(..) => vec![place],
                    link => self.data.board.beside(link),
                };
                let slot = covered.get(&beside[0]);
                let value =
                    slot.map_or(0, |&slot| placed.shown(shows, slot, chosen[slot], &beside));
                if self.values[variable].is_some_and(|known| known != value) {
                    return None;
                }
                found.push((variable, value));
            }
        }
        Some(found)
    }
}
