//! Connectivity: the places that hold form one connected group.
//!
//! Of the places that hold only those matter from which a component can still grow; of these only
//! which are in the same component. That is the frontier of Knuth's Simpath (The Art of Computer
//! Programming 4A, 7.1.4, exercise 225), for places as well as for links.

mod components;

use cnfetti_core::csp::{Connected, VarId};

use super::graph::{Graph, Known};
use crate::residual::{Field, Frame, Residual, View};
use components::Components;

pub(super) fn residual(constraint: &Connected, frame: &mut Frame) -> Box<dyn Residual> {
    let graph = Graph::new(&constraint.places, &constraint.links, |_| 0, frame);
    Box::new(Open { graph, closed: frame.field(1), may_be_empty: constraint.may_be_empty })
}

/// The components that can still grow.
struct Open {
    graph: Graph,
    /// Whether a component can grow no more: then nothing else may hold.
    closed: Field,
    may_be_empty: bool,
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, variable: VarId, row: usize) -> bool {
        self.graph.assign(view, variable, row, |_, _| {});
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        let (places, links) = (self.graph.places(view), self.graph.links(view));
        let states = places.iter().map(|place| self.graph.state(view, place));
        let mut components = Components::new(states);
        let mut possible = Vec::with_capacity(links.len());
        for link in links {
            let known = link.known(view, |place| components.state(place));
            if known == Known::Holds {
                components.join(link.ends);
            }
            if known != Known::Fails {
                possible.push(link.ends);
            }
        }
        let was_closed = view.get(self.closed) == 1;
        let Some(outlook) = components.outlook(&possible, was_closed) else { return false };
        if outlook.is_empty && !self.may_be_empty {
            return false;
        }
        for &place in &outlook.refused {
            places[place].refuse(view);
        }
        if outlook.is_closed {
            view.set(self.closed, 1);
            links.iter().for_each(|link| link.forget(view));
        }
        for (at, place) in places.iter().enumerate() {
            self.graph.store(view, place, outlook.components[at], components.holds(at));
        }
        true
    }
}
