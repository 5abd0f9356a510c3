//! Truths at places, and links between places.

use std::collections::HashMap;

use cnfetti_models::{Link, Operator};

use crate::board::Place;
use crate::value::{Val, junction};

/// The items of a list with their places.
pub(crate) fn at_places(list: &Val) -> Vec<(Place, Val)> {
    let Val::List(list) = list else { return Vec::new() };
    let places = list.at.iter().flatten().filter_map(Val::place);
    places.zip(list.items.iter().cloned()).collect()
}

/// The places of a list of truths. If a place occurs several times, it is true if any of its items
/// is.
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

/// The links given by truths at sides, between the places at their ends. There is no link if an end
/// is not one of the places, or if the truth is known to be false.
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
