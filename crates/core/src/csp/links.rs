//! Places, links between them, and connected components.

use itertools::Itertools;

use super::{Atom, Csp, Malformed, Value};

/// A link between two places, in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The positions of its ends among the places.
    pub ends: [usize; 2],
    /// The condition under which it holds; `None` if it always does.
    pub atom: Option<Atom>,
}

impl Link {
    fn describe(&self, csp: &Csp) -> String {
        match self.atom {
            Some(_) => format!("{} if {}", self.ends.iter().join("-"), describe(self.atom, csp)),
            None => self.ends.iter().join("-"),
        }
    }
}

/// Checks that both ends are among this many places.
pub(super) fn verify(
    mut places: impl Iterator<Item = usize>,
    number: usize,
) -> Result<(), Malformed> {
    match places.find(|&place| place >= number) {
        Some(place) => Err(Malformed::NoSuchPlace { place, number }),
        None => Ok(()),
    }
}

/// The condition under which something holds, as text.
pub(super) fn describe(atom: Option<Atom>, csp: &Csp) -> String {
    match atom {
        Some(atom) => csp.atom_text(atom),
        None => "always".to_owned(),
    }
}

/// The ends of each link and its condition, as text.
pub(super) fn describe_all(links: &[Link], csp: &Csp) -> String {
    links.iter().map(|link| link.describe(csp)).join(", ")
}

/// The atoms that decide which places and links hold.
pub(super) fn atoms<'a>(
    places: &'a [Option<Atom>],
    links: &'a [Link],
) -> impl Iterator<Item = Atom> + 'a {
    places.iter().copied().chain(links.iter().map(|link| link.atom)).flatten()
}

/// The connected components of the places that hold, each found by a flood fill from its first
/// place.
pub(super) fn parts(
    places: &[Option<Atom>],
    links: &[Link],
    solution: &[Value],
) -> Vec<Vec<usize>> {
    let holds =
        |atom: Option<Atom>| atom.is_none_or(|atom| solution[atom.variable.index()] == atom.value);
    let mut dry = places.iter().map(|&place| holds(place)).collect_vec();
    let mut neighbours = vec![Vec::new(); places.len()];
    for link in links.iter().filter(|link| holds(link.atom)) {
        let [one, other] = link.ends;
        neighbours[one].push(other);
        neighbours[other].push(one);
    }
    let mut parts = Vec::new();
    for first in 0..dry.len() {
        if !std::mem::take(&mut dry[first]) {
            continue;
        }
        let (mut part, mut at) = (vec![first], 0);
        while let Some(&place) = part.get(at) {
            part.extend(neighbours[place].iter().filter(|&&next| std::mem::take(&mut dry[next])));
            at += 1;
        }
        parts.push(part);
    }
    parts
}
