//! Connected components with given sizes.

use itertools::Itertools;

use super::{Atom, Csp, Link, Malformed, Operand, Rule, Value, VarId, links};

/// The places that hold form connected components: two places are in the same part if a path of places
/// and links that hold joins them. If a place of a part has a size, the part is that large. If there are
/// marks, each part contains exactly one.
///
/// In Nurikabe, the white cells are places, the numbers are sizes, and all numbers are marks. In
/// Fillomino, every cell is a place with its number as size, and a link holds between neighbours with
/// equal numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The condition under which each place holds; `None` if it always does.
    pub places: Vec<Option<Atom>>,
    /// The links between them.
    pub links: Vec<Link>,
    /// The size that each place demands of its part, if any.
    pub sizes: Vec<Option<Operand>>,
    /// The positions of the places that are marks; `None` if parts need no mark.
    pub marks: Option<Vec<usize>>,
}

impl Parts {
    pub(super) fn verify(&self) -> Result<(), Malformed> {
        if self.sizes.len() != self.places.len() {
            let what = "the sizes of the places";
            let (found, expected) = (self.sizes.len(), self.places.len());
            return Err(Malformed::Length { what, found, expected });
        }
        let ends = self.links.iter().flat_map(|link| link.ends);
        links::verify(ends.chain(self.marks.iter().flatten().copied()), self.places.len())
    }

    fn says(&self) -> impl Iterator<Item = VarId> + '_ {
        self.sizes.iter().flatten().filter_map(|size| size.variable())
    }
}

impl Rule for Parts {
    fn scope(&self) -> Vec<VarId> {
        links::atoms(&self.places, &self.links)
            .map(|atom| atom.variable)
            .chain(self.says())
            .unique()
            .collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        links::parts(&self.places, &self.links, solution).into_iter().all(|part| {
            let said = part.iter().filter_map(|&place| self.sizes[place]);
            let mut said = said.map(|size| size.value(solution));
            let is_marked =
                |marks: &Vec<usize>| part.iter().filter(|place| marks.contains(place)).count() == 1;
            said.all(|size| size == part.len() as i64) && self.marks.as_ref().is_none_or(is_marked)
        })
    }

    fn describe(&self, csp: &Csp) -> String {
        let places = self.places.iter().zip(&self.sizes).map(|(&place, size)| match size {
            Some(size) => format!("{} says {}", links::describe(place, csp), size.describe(csp)),
            None => links::describe(place, csp),
        });
        let marks =
            self.marks.as_ref().map(|marks| format!("; one of {}", marks.iter().join(", ")));
        let (places, links) = (places.format(", "), links::describe_all(&self.links, csp));
        format!("Parts({places}; {links}{})", marks.unwrap_or_default())
    }

    fn treats_alike(&self, values: &[Value]) -> bool {
        self.says().next().is_none()
            && !links::atoms(&self.places, &self.links).any(|atom| values.contains(&atom.value))
    }
}
