//! Connected parts of given sizes.

use std::collections::{BTreeSet, HashMap};

use cnfetti_models::{Constraint, Expr};

use super::links::{at_places, links_between, positions, truths};
use super::{Unfold, Unfolder};
use crate::ast::Ast;
use crate::board::Place;
use crate::value::{Val, equal};

impl<'k> Unfolder<'k> {
    /// Each connected component of true cells contains one mark, and is as large as the numbers in it.
    pub(super) fn parts(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let marked = at_places(&self.value(&args[2])?);
        let is_mark = |(place, truth): (Place, Val)| (truth.truth() == Some(true)).then_some(place);
        let marked = marked.into_iter().filter_map(is_mark).collect();
        self.sized_parts(&args[0], &args[1], None, Some(marked))
    }

    /// Each connected component of true cells is as large as the numbers in it, if there are any.
    pub(super) fn sizes(&mut self, args: &'k [Ast]) -> Unfold<()> {
        self.sized_parts(&args[0], &args[1], args.get(2), None)
    }

    fn sized_parts(
        &mut self,
        truth: &'k Ast,
        sizes: &'k Ast,
        links: Option<&'k Ast>,
        marked: Option<BTreeSet<Place>>,
    ) -> Unfold<()> {
        let places = truths(&self.value(truth)?);
        let sizes: HashMap<Place, Val> = at_places(&self.value(sizes)?).into_iter().collect();
        let board = &self.data.board;
        let sides = match links {
            Some(links) => truths(&self.value(links)?),
            None => board.links().into_iter().map(|link| (link, Val::Truth(true))).collect(),
        };
        let marks = marked
            .map(|marked| (0..places.len()).filter(|&at| marked.contains(&places[at].0)).collect());
        let position = positions(places.iter().map(|(place, _)| *place));
        let links = links_between(&position, sides, |side| board.beside(side));
        let sizes = places.iter().map(|(place, _)| sizes.get(place).map(Val::expr)).collect();
        let places = places.into_iter().map(|(_, truth)| truth.expr()).collect();
        self.post(Constraint::Parts { places, links, sizes, marks })
    }

    /// Each connected component of cells with equal numbers is as large as its number.
    pub(super) fn equal_parts(&mut self, args: &'k [Ast]) -> Unfold<()> {
        let numbers = at_places(&self.value(&args[0])?);
        let position = positions(numbers.iter().map(|(place, _)| *place));
        let board = &self.data.board;
        let number = |place: &Place| position.get(place).map(|&at| &numbers[at].1);
        let sides = board.links().into_iter().filter_map(|link| {
            let [one, other] = board.beside(link)[..] else { return None };
            Some((link, equal(number(&one)?, number(&other)?)))
        });
        let links = links_between(&position, sides, |side| board.beside(side));
        let sizes = numbers.iter().map(|(_, number)| Some(number.expr())).collect();
        let places = vec![Expr::Number(1); numbers.len()];
        self.post(Constraint::Parts { places, links, sizes, marks: None })
    }
}
