//! Forms of graphs: places and the links between them.
//!
//! Colour refinement: several rounds distinguish the places by themselves and by their neighbours. If some
//! places remain indistinguishable, the graph has no form.

use itertools::Itertools;

use super::{Forms, Shape};
use crate::tree::Link;

/// The ends of a link, and the form of its condition; -1 for always.
type Joined = ([usize; 2], i64);

impl Forms {
    pub(super) fn links(&mut self, links: &[Link], image: &dyn Fn(usize) -> usize) -> Vec<Joined> {
        let mut joined = Vec::with_capacity(links.len());
        for link in links {
            let when = link.condition.as_ref().map_or(-1, |when| self.expr(when, image));
            joined.push((link.ends, when));
        }
        joined
    }

    /// The form of a graph whose places have these forms.
    pub(super) fn graph(
        &mut self,
        mut colours: Vec<i64>,
        links: &[Joined],
        more: Vec<i64>,
    ) -> Option<i64> {
        let mut different = colours.iter().unique().count();
        while different < colours.len() {
            let mut seen = colours.iter().map(|_| Vec::new()).collect_vec();
            for &([one, other], when) in links {
                seen[one].push([when, colours[other]]);
                seen[other].push([when, colours[one]]);
            }
            for (colour, mut seen) in colours.iter_mut().zip(seen) {
                seen.sort_unstable();
                let of = [*colour].into_iter().chain(seen.into_iter().flatten()).collect();
                *colour = self.form(Shape::Seen, of);
            }
            let now = colours.iter().unique().count();
            if now == different {
                return None;
            }
            different = now;
        }
        let joined = links.iter().map(|&([one, other], when)| {
            let (one, other) = (colours[one], colours[other]);
            [one.min(other), one.max(other), when]
        });
        let joined = joined.sorted_unstable().flatten().collect_vec();
        let places = colours.iter().copied().sorted_unstable();
        let of = more.into_iter().chain([colours.len() as i64]).chain(places).chain(joined);
        let of = of.collect();
        Some(self.form(Shape::Graph, of))
    }
}
