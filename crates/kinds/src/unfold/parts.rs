//! What falls into parts whose sizes are said.

use std::collections::HashMap;

use cnfetti_models::{Constraint, Expr, Link, Operator};

use super::loops::truths;
use super::{Unfold, Unfolder};
use crate::ast::Ast;
use crate::board::Place;
use crate::value::{Val, two};

impl<'k> Unfolder<'k> {
    /// Each part of what is true hangs together, has one mark and is as large as the numbers in it say.
    pub(super) fn parts(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let places = truths(&self.value(&args[0])?);
        let sizes: HashMap<Place, Val> = at_places(&self.value(&args[1])?).into_iter().collect();
        let marked: HashMap<Place, Val> = at_places(&self.value(&args[2])?).into_iter().collect();
        let is_mark = |place: &Place| marked.get(place).and_then(Val::truth) == Some(true);
        let marks = (0..places.len()).filter(|&at| is_mark(&places[at].0)).collect();
        let position = positions(places.iter().map(|(place, _)| *place));
        let links = self.neighbours(&position, |_, _| None);
        let sizes = places.iter().map(|(place, _)| sizes.get(place).map(Val::expr)).collect();
        let places = places.into_iter().map(|(_, truth)| truth.expr()).collect();
        self.post(Constraint::Parts { places, links, sizes, marks: Some(marks) })
    }

    /// Cells with equal numbers hang together in parts that are as large as their number says.
    pub(super) fn equal_parts(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let numbers = at_places(&self.value(&args[0])?);
        let position = positions(numbers.iter().map(|(place, _)| *place));
        let equal = |one: usize, other: usize| {
            Some(two(Operator::Eq, &numbers[one].1, &numbers[other].1).expr())
        };
        let links = self.neighbours(&position, equal);
        let sizes = numbers.iter().map(|(_, number)| Some(number.expr())).collect();
        let places = vec![Expr::Number(1); numbers.len()];
        self.post(Constraint::Parts { places, links, sizes, marks: None })
    }

    /// The links between cells that share a side.
    fn neighbours(
        &self,
        position: &HashMap<Place, usize>,
        condition: impl Fn(usize, usize) -> Option<Expr>,
    ) -> Vec<Link> {
        let board = self.data.board;
        let links = board.links().into_iter().filter_map(|link| {
            let [one, other] = board.beside(link)[..] else { return None };
            let ends = [*position.get(&one)?, *position.get(&other)?];
            Some(Link { ends, condition: condition(ends[0], ends[1]) })
        });
        links.collect()
    }
}

fn positions(places: impl Iterator<Item = Place>) -> HashMap<Place, usize> {
    places.enumerate().map(|(at, place)| (place, at)).collect()
}

/// The values of a list with their places.
fn at_places(list: &Val) -> Vec<(Place, Val)> {
    let Val::List(list) = list else { return Vec::new() };
    let places = list.at.iter().flatten().filter_map(Val::place);
    places.zip(list.items.iter().cloned()).collect()
}
