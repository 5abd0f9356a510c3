//! Places, links between them, and what hangs together.

use itertools::Itertools;

use super::{Atom, Csp, Malformed, Value};

/// A link between two places, in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The positions of its ends among the places.
    pub ends: [usize; 2],
    /// When it holds; `None` when it always does.
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

/// Whether these places are among so many.
pub(super) fn verify(
    mut places: impl Iterator<Item = usize>,
    number: usize,
) -> Result<(), Malformed> {
    match places.find(|&place| place >= number) {
        Some(place) => Err(Malformed::NoSuchPlace { place, number }),
        None => Ok(()),
    }
}

/// When something holds.
pub(super) fn describe(atom: Option<Atom>, csp: &Csp) -> String {
    match atom {
        Some(Atom { variable, value }) => format!("{}={value}", csp.name(variable)),
        None => "always".to_owned(),
    }
}

/// The ends of each link, and when it holds.
pub(super) fn describe_all(links: &[Link], csp: &Csp) -> String {
    links.iter().map(|link| link.describe(csp)).join(", ")
}

/// What says when places and links hold.
pub(super) fn atoms<'a>(
    places: &'a [Option<Atom>],
    links: &'a [Link],
) -> impl Iterator<Item = Atom> + 'a {
    places.iter().copied().chain(links.iter().map(|link| link.atom)).flatten()
}

/// The parts into which the places fall that hold. Each is flooded from its first place.
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
