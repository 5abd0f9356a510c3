//! Places with what is so of them, and the links between them.

use std::collections::HashMap;

use cnfetti_models::{Link, Operator};

use crate::board::Place;
use crate::value::{Val, junction};

/// The values of a list with their places.
pub(crate) fn at_places(list: &Val) -> Vec<(Place, Val)> {
    let Val::List(list) = list else { return Vec::new() };
    let places = list.at.iter().flatten().filter_map(Val::place);
    places.zip(list.items.iter().cloned()).collect()
}

/// The places of a list of truths, each once: it is true of what it is true of once.
pub(super) fn truths(list: &Val) -> Vec<(Place, Val)> {
    let mut places: Vec<(Place, Val)> = Vec::new();
    let mut position = HashMap::new();
    for (place, truth) in at_places(list) {
        match position.get(&place) {
            Some(&known) => {
                let (_, before): &mut (Place, Val) = &mut places[known];
                *before = junction(Operator::Or, [before.clone(), truth]);
            }
            None => {
                position.insert(place, places.len());
                places.push((place, truth));
            }
        }
    }
    places
}

/// The position of each place.
pub(super) fn positions(places: impl IntoIterator<Item = Place>) -> HashMap<Place, usize> {
    places.into_iter().enumerate().map(|(at, place)| (place, at)).collect()
}

/// The links that sides with a truth are, between the places at their ends. Where one of the ends is
/// no place there is none, nor where the truth is known to be false.
pub(super) fn links_between(
    position: &HashMap<Place, usize>,
    sides: impl IntoIterator<Item = (Place, Val)>,
    ends: impl Fn(Place) -> Vec<Place>,
) -> Vec<Link> {
    let link = |(side, truth): (Place, Val)| {
        let [one, other] = ends(side)[..] else { return None };
        let ends = [*position.get(&one)?, *position.get(&other)?];
        match truth {
            Val::Truth(false) => None,
            Val::Truth(true) => Some(Link { ends, condition: None }),
            truth => Some(Link { ends, condition: Some(truth.expr()) }),
        }
    };
    sides.into_iter().filter_map(link).collect()
}
