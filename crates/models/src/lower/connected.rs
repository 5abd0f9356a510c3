//! Connected graphs, and parts of given sizes.

use super::{Done, Lowering};
use crate::Expr;
use crate::tree::Link;
use cnfetti_core::csp::{self, Atom, Connected, Parts};
use cnfetti_input::InputError;

/// The places and links that can hold.
#[derive(Default)]
struct Graph {
    places: Vec<Option<Atom>>,
    links: Vec<csp::Link>,
    /// For each place of the model, its position in `places`.
    positions: Vec<Option<usize>>,
}

/// The condition under which an expression is true.
enum When {
    Always,
    Never,
    If(Atom),
}

impl Lowering<'_> {
    pub(super) fn connected(
        &mut self,
        places: &[Expr],
        links: &[Link],
        may_be_empty: bool,
    ) -> Done {
        let graph = self.graph(places, links)?;
        self.post(Connected { places: graph.places, links: graph.links, may_be_empty })
    }

    pub(super) fn parts(
        &mut self,
        places: &[Expr],
        links: &[Link],
        sizes: &[Option<Expr>],
        marks: Option<&[usize]>,
    ) -> Done {
        let graph = self.graph(places, links)?;
        let mut known_sizes = vec![None; graph.places.len()];
        for (size, position) in sizes.iter().zip(&graph.positions) {
            // Even if the place never holds, its size must have a value.
            let size = size.as_ref().map(|size| self.operand(size)).transpose()?;
            if let Some(position) = position {
                known_sizes[*position] = size;
            }
        }
        let marks = marks.map(|marks| marks.iter().filter_map(|&at| graph.positions[at]).collect());
        self.post(Parts { places: graph.places, links: graph.links, sizes: known_sizes, marks })
    }

    /// The conditions under which places and links hold.
    fn graph(&mut self, places: &[Expr], links: &[Link]) -> Result<Graph, InputError> {
        let mut graph = Graph::default();
        for place in places {
            let atom = self.when(place)?.atom();
            graph.positions.push(atom.is_some().then_some(graph.places.len()));
            graph.places.extend(atom);
        }
        for link in links {
            let atom = match &link.condition {
                None => Some(None),
                Some(condition) => self.when(condition)?.atom(),
            };
            let ends = link.ends.map(|end| graph.positions[end]);
            if let (Some(atom), [Some(one), Some(other)]) = (atom, ends) {
                graph.links.push(csp::Link { ends: [one, other], atom });
            }
        }
        Ok(graph)
    }

    /// The condition under which an expression is true. Usually that is a value of some variable, and no
    /// variable is added.
    fn when(&mut self, expr: &Expr) -> Result<When, InputError> {
        if let [] | [_] = self.scope_of(expr)[..]
            && let Some(when) = self.when_of_one(expr)
        {
            return Ok(when);
        }
        let truth = self.truth(expr);
        let variable = self.variable(&truth)?;
        Ok(When::If(Atom { variable, value: 1 }))
    }

    /// The condition for an expression over at most one variable; `None` if no single value of the
    /// variable is the condition.
    fn when_of_one(&self, expr: &Expr) -> Option<When> {
        let Some(&variable) = self.scope_of(expr).first() else {
            return Some(if expr.value(&|_| 0)? == 0 { When::Never } else { When::Always });
        };
        let domain = &self.model.variables[variable].domain;
        let mut values = Vec::new();
        for &value in domain.iter() {
            if expr.value(&|_| i64::from(value))? != 0 {
                values.push(value);
            }
        }
        match values[..] {
            [] => Some(When::Never),
            _ if values.len() == domain.len() => Some(When::Always),
            [value] => Some(When::If(Atom { variable: self.declared(variable), value })),
            _ => None,
        }
    }
}

impl When {
    /// The atom of the condition: `Some(None)` if it always holds, `None` if never.
    fn atom(self) -> Option<Option<Atom>> {
        match self {
            When::Always => Some(None),
            When::Never => None,
            When::If(atom) => Some(Some(atom)),
        }
    }
}
