//! Connectivity and loops.

use cnfetti_models::{Constraint, Expr, Link, Operator};
use itertools::Itertools;

use super::links::{links_between, positions, truths};
use super::{Unfold, Unfolder};
use crate::ast::{Ast, Node};
use crate::board::Place;
use crate::kind::{Named, On};
use crate::value::{Val, junction, not, sum};

impl<'k> Unfolder<'k> {
    /// The true places are connected.
    pub(super) fn connected(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let places = truths(&self.value(&args[0])?);
        let board = &self.data.board;
        let sides = match args.get(1) {
            Some(links) => truths(&self.value(links)?),
            None => board.links().into_iter().map(|link| (link, Val::Truth(true))).collect(),
        };
        let are_corners = matches!(places.first(), Some((Place::Corner(..), _)));
        let position = positions(places.iter().map(|(place, _)| *place));
        let links = links_between(&position, sides, |side| {
            if are_corners { board.ends(side) } else { board.beside(side) }
        });
        let places = places.into_iter().map(|(_, truth)| truth.expr()).collect();
        self.post(Constraint::Connected { places, links, may_be_empty: true })
    }

    /// The lines form a single loop: at each place, none or two of them meet, there is at least
    /// one, and all are connected.
    pub(super) fn single_loop(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let Some((Named::Layer(id), on)) = self.line_layer(&args[0]) else { return Ok(()) };
        let board = &self.data.board;
        let lines = self.entries(id);
        let through = match on {
            On::Links => board.cells(),
            _ => board.corners(),
        };
        let line_at = |side: &Place| lines.get(side).cloned();
        let mut places = Vec::new();
        let one_loop = self.sentence.clone();
        for &place in &through {
            let meeting = board.sides_of(place).iter().filter_map(line_at).collect_vec();
            places.push(junction(Operator::Or, meeting.iter().cloned()).expr());
            let number = sum(meeting);
            if number.number() == Some(0) {
                continue;
            }
            self.sentence = format!("the loop neither ends nor branches at {}", board.name(place));
            let allowed = [number.expr(), Expr::Number(0), Expr::Number(2)];
            self.hold(Val::Expr(Expr::Apply(Operator::In, allowed.to_vec())))?;
        }
        self.sentence = one_loop;
        let position = positions(through);
        let links = links_between(&position, lines, |side| {
            if on == On::Links { board.beside(side) } else { board.ends(side) }
        });
        self.post(Constraint::Connected { places, links, may_be_empty: false })
    }

    /// The lines form a single loop that may cross itself. Its lines are the places that are connected: at a cell, opposite
    /// lines follow each other, and others do unless all four are there.
    pub(super) fn crossing_loop(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let Some((Named::Layer(id), _)) = self.line_layer(&args[0]) else { return Ok(()) };
        let board = &self.data.board;
        let lines = self.entries(id);
        let position = positions(lines.keys().copied());
        let one_loop = self.sentence.clone();
        let mut links = Vec::new();
        for cell in board.cells() {
            let meeting = board.sides_of(cell).into_iter().filter(|side| lines.contains_key(side));
            let meeting = meeting.collect_vec();
            let number = sum(meeting.iter().map(|side| lines[side].clone()));
            if number.number() == Some(0) {
                continue;
            }
            self.sentence = format!("the loop neither ends nor branches at {}", board.name(cell));
            let allowed = [number.expr(), Expr::Number(0), Expr::Number(2), Expr::Number(4)];
            self.hold(Val::Expr(Expr::Apply(Operator::In, allowed.to_vec())))?;
            for [one, other] in meeting.iter().array_combinations() {
                let is_straight =
                    matches!(one, Place::Left(..)) == matches!(other, Place::Left(..));
                let others = meeting.iter().filter(|side| ![one, other].contains(side));
                let condition = (meeting.len() == 4 && !is_straight)
                    .then(|| junction(Operator::And, others.map(|side| not(&lines[side]))).expr());
                links.push(Link { ends: [position[one], position[other]], condition });
            }
        }
        self.sentence = one_loop;
        let places = lines.values().map(Val::expr).collect();
        self.post(Constraint::Connected { places, links, may_be_empty: false })
    }

    /// Each true cell is connected with a mark: all marks are linked to an extra place.
    pub(super) fn reach_marks(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let cells = truths(&self.value(&args[0])?);
        let sides = truths(&self.value(&args[1])?);
        let marks = truths(&self.value(&args[2])?);
        let board = &self.data.board;
        let position = positions(cells.iter().map(|(cell, _)| *cell));
        let root = cells.len();
        let mut links = links_between(&position, sides, |side| board.beside(side));
        let marks = marks.iter().filter(|(_, truth)| truth.truth() == Some(true));
        let marks = marks.filter_map(|(mark, _)| position.get(mark));
        links.extend(marks.map(|&mark| Link { ends: [mark, root], condition: None }));
        let places = cells.into_iter().map(|(_, truth)| truth.expr());
        let places = places.chain([Expr::Number(1)]).collect();
        self.post(Constraint::Connected { places, links, may_be_empty: true })
    }

    /// Each true cell is connected with the outside of the board, which is an extra place.
    pub(super) fn reach_rim(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let cells = truths(&self.value(&args[0])?);
        let board = &self.data.board;
        let rim = cells.len();
        let position = positions(cells.iter().map(|(cell, _)| *cell));
        let link = |one: usize, other: usize| Link { ends: [one, other], condition: None };
        let mut links = Vec::new();
        for (at, (cell, _)) in cells.iter().enumerate() {
            let beside = board.adjacent(*cell);
            if beside.len() < board.ways().len() {
                links.push(link(at, rim));
            }
            let later = beside.iter().filter_map(|next| position.get(next));
            links.extend(later.filter(|&&next| next > at).map(|&next| link(at, next)));
        }
        let places = cells.into_iter().map(|(_, truth)| truth.expr());
        let places = places.chain([Expr::Number(1)]).collect();
        self.post(Constraint::Connected { places, links, may_be_empty: true })
    }

    /// Diagonals form no loop exactly when they connect each corner with the rim: a loop separates
    /// its inside from the rim, and around anything separated from the rim there is a loop.
    pub(super) fn no_loops(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let cells = truths(&self.value(&args[0])?);
        let board = &self.data.board;
        let inner = board.corners().into_iter().filter(|&corner| board.beside(corner).len() == 4);
        let position = positions(inner);
        let rim = position.len();
        let mut links = Vec::new();
        for (cell, falls) in cells {
            let [upper_left, upper_right, lower_left, lower_right] = board.corners_of(cell)[..]
            else {
                continue;
            };
            let diagonals = [
                ([upper_left, lower_right], falls.clone()),
                ([upper_right, lower_left], not(&falls)),
            ];
            for (ends, is_there) in diagonals {
                let ends = ends.map(|end| position.get(&end).copied().unwrap_or(rim));
                if ends != [rim, rim] {
                    links.push(Link { ends, condition: Some(is_there.expr()) });
                }
            }
        }
        let places = vec![Expr::Number(1); rim + 1];
        self.post(Constraint::Connected { places, links, may_be_empty: true })
    }

    fn line_layer(&self, ast: &Ast) -> Option<(Named, On)> {
        let Node::Name(name) = &ast.node else { return None };
        let named = self.kind.named(name)?;
        let (Named::Layer(id) | Named::Any(id)) = named;
        Some((named, self.kind.on(id)))
    }
}
