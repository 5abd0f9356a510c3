//! The places that hold are connected.

use itertools::Itertools;

use super::{Atom, Csp, Link, Malformed, Rule, Value, VarId, links};

/// The places that hold are one connected component: between any two of them there is a path over
/// places and links that hold. A link to a place that does not hold leads nowhere.
///
/// "All black cells are connected" has links that always hold. For a single loop, the places and
/// links are variables, and each place that holds has exactly two links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connected {
    /// The condition under which each place holds; `None` if it always does.
    pub places: Vec<Option<Atom>>,
    /// The links between them.
    pub links: Vec<Link>,
    /// Whether the constraint allows that no place holds.
    pub may_be_empty: bool,
}

impl Connected {
    pub(super) fn verify(&self) -> Result<(), Malformed> {
        links::verify(self.links.iter().flat_map(|link| link.ends), self.places.len())
    }
}

impl Rule for Connected {
    fn scope(&self) -> Vec<VarId> {
        links::atoms(&self.places, &self.links).map(|atom| atom.variable).unique().collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        match links::parts(&self.places, &self.links, solution).len() {
            0 => self.may_be_empty,
            number => number == 1,
        }
    }

    fn describe(&self, csp: &Csp) -> String {
        let places = self.places.iter().map(|&place| links::describe(place, csp));
        let links = links::describe_all(&self.links, csp);
        let empty = if self.may_be_empty { "; may be empty" } else { "" };
        format!("Connected({}; {links}{empty})", places.format(", "))
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        !links::atoms(&self.places, &self.links).any(|atom| values.contains(&atom.value))
    }
}
