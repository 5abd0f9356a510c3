//! What holds hangs together.

use itertools::Itertools;

use super::{Atom, Constraint, Csp, Malformed, Rule, Value, VarId};

/// The places that hold are one component: between any two of them there is a way over links that
/// hold and places that hold. A link to a place that does not hold leads nowhere.
///
/// "All black cells are connected" has links that always hold. A single loop has places and links that
/// hold or not, and two links at each place that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connected {
    /// When each place holds; `None` when it always does.
    pub places: Vec<Option<Atom>>,
    /// The links between them.
    pub links: Vec<Link>,
    /// Whether it may be that no place holds.
    pub may_be_empty: bool,
}

/// A link between two places of [`Connected`], in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The positions of its ends among the places.
    pub ends: [usize; 2],
    /// When it holds; `None` when it always does.
    pub atom: Option<Atom>,
}

impl From<Connected> for Constraint {
    fn from(constraint: Connected) -> Constraint {
        Constraint::Connected(constraint)
    }
}

impl Connected {
    pub(super) fn verify(&self) -> Result<(), Malformed> {
        let number = self.places.len();
        match self.links.iter().flat_map(|link| link.ends).find(|&end| end >= number) {
            Some(place) => Err(Malformed::NoSuchPlace { place, number }),
            None => Ok(()),
        }
    }

    fn atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.places.iter().copied().chain(self.links.iter().map(|link| link.atom)).flatten()
    }
}

impl Rule for Connected {
    fn scope(&self) -> Vec<VarId> {
        self.atoms().map(|atom| atom.variable).unique().collect()
    }

    /// Floods from the first place that holds.
    fn holds(&self, solution: &[Value]) -> bool {
        let holds = |atom: Option<Atom>| {
            atom.is_none_or(|atom| solution[atom.variable.index()] == atom.value)
        };
        let mut dry: Vec<bool> = self.places.iter().map(|&place| holds(place)).collect();
        let Some(first) = dry.iter().position(|&dry| dry) else { return self.may_be_empty };
        let mut neighbours = vec![Vec::new(); self.places.len()];
        for link in self.links.iter().filter(|link| holds(link.atom)) {
            let [one, other] = link.ends;
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        dry[first] = false;
        let mut shore = vec![first];
        while let Some(place) = shore.pop() {
            for &next in &neighbours[place] {
                if std::mem::take(&mut dry[next]) {
                    shore.push(next);
                }
            }
        }
        !dry.contains(&true)
    }

    fn describe(&self, csp: &Csp) -> String {
        let holds = |atom: Option<Atom>| match atom {
            Some(Atom { variable, value }) => format!("{}={value}", csp.name(variable)),
            None => "always".to_owned(),
        };
        let places = self.places.iter().map(|&place| holds(place)).join(", ");
        let links = self.links.iter().map(|link| match link.atom {
            Some(_) => format!("{}-{} if {}", link.ends[0], link.ends[1], holds(link.atom)),
            None => link.ends.iter().join("-"),
        });
        let empty = if self.may_be_empty { "; may be empty" } else { "" };
        format!("Connected({places}; {}{empty})", links.format(", "))
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        !self.atoms().any(|atom| values.contains(&atom.value))
    }
}
