//! Readers of constraints on space and time.

use roxmltree::Node;

use super::constraints::{Read, require, start_index};
use super::structure::{Parts, flag};
use super::{Reader, span};
use crate::symbols::Sort;
use crate::{Constraint, Expr, Packing};
use cnfetti_input::InputError;

impl Reader<'_> {
    pub(super) fn no_overlap(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["origins", "lengths"])?;
        let (origins_node, lengths_node) = (parts.one("origins")?, parts.one("lengths")?);
        let (origins, lengths) = (self.boxes(origins_node)?, self.boxes(lengths_node)?);
        require(lengths_node, "lengths", origins.len(), lengths.len())?;
        let dimensions = origins.first().map_or(1, Vec::len);
        let fits = |place: &Vec<Expr>| place.len() == dimensions;
        if let Some(other) = origins.iter().chain(&lengths).find(|place| !fits(place)) {
            let expected = format!("{dimensions} dimensions everywhere");
            return Err(InputError::expected(span(node), expected, other.len().to_string()));
        }
        let zero_ignored = flag(node, "zeroIgnored", true)?;
        Ok(Constraint::NoOverlap { origins, lengths, zero_ignored })
    }

    /// A list in parentheses for each box, or a number for each in one dimension.
    fn boxes(&self, node: Node<'_, '_>) -> Result<Vec<Vec<Expr>>, InputError> {
        let mut texts = self.texts(node);
        let tuples = texts.any(|mut text| text.more() && text.peek() == Some('('));
        if tuples {
            return self.rows(node);
        }
        Ok(self.filled_list(node)?.into_iter().map(|expr| vec![expr]).collect())
    }

    pub(super) fn cumulative(&self, node: Node<'_, '_>) -> Read {
        let names = ["origins", "lengths", "ends", "heights", "condition"];
        let parts = Parts::of(node, &names)?;
        let origins = self.filled_list(parts.one("origins")?)?;
        let of_each = |name: &str| {
            let node = parts.one(name)?;
            let list = self.list(node)?;
            require(node, name, origins.len(), list.len())?;
            Ok(list)
        };
        let ends = if parts.maybe("ends")?.is_some() { of_each("ends")? } else { Vec::new() };
        let (lengths, heights) = (of_each("lengths")?, of_each("heights")?);
        let condition = self.condition(parts.one("condition")?)?;
        Ok(Constraint::Cumulative { origins, lengths, ends, heights, condition })
    }

    pub(super) fn bin_packing(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "sizes", "condition", "limits", "loads"])?;
        let list = self.filled_list(parts.one("list")?)?;
        let sizes_node = parts.one("sizes")?;
        let sizes = self.list(sizes_node)?;
        require(sizes_node, "sizes", list.len(), sizes.len())?;
        let bins = (parts.maybe("limits")?, parts.maybe("loads")?);
        let (start, packing) = match bins {
            (Some(limits), _) => (start_index(limits)?, Packing::Limits(self.filled_list(limits)?)),
            (None, Some(loads)) => (start_index(loads)?, Packing::Loads(self.filled_list(loads)?)),
            (None, None) => (0, Packing::Each(self.condition(parts.one("condition")?)?)),
        };
        Ok(Constraint::BinPacking { list, sizes, start, packing })
    }

    pub(super) fn knapsack(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "weights", "profits", "condition"])?;
        let list = self.filled_list(parts.one("list")?)?;
        let of_each = |name: &str| {
            let node = parts.one(name)?;
            let list_of_each = self.list(node)?;
            require(node, name, list.len(), list_of_each.len())?;
            Ok(list_of_each)
        };
        let (weights, profits) = (of_each("weights")?, of_each("profits")?);
        let conditions = parts.all("condition");
        let [first, second] = conditions[..] else {
            let expected = "a condition for the weights and one for the profits";
            let found = conditions.len().to_string();
            return Err(InputError::expected(span(node), expected, found));
        };
        let conditions = [self.condition(first)?, self.condition(second)?];
        Ok(Constraint::Knapsack { list, weights, profits, conditions })
    }

    /// Nodes are numbered from the smallest one on.
    pub(super) fn flow(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "balance", "arcs", "weights", "condition"])?;
        let list = self.filled_list(parts.one("list")?)?;
        let balance = self.filled_list(parts.one("balance")?)?;
        let arcs_node = parts.one("arcs")?;
        let arcs = self.tuples_of_values(arcs_node, |_| Sort::Number)?;
        require(arcs_node, "arcs", list.len(), arcs.len())?;
        for arc in &arcs {
            require(arcs_node, "nodes of an arc", 2, arc.len())?;
        }
        let first = arcs.iter().flatten().min().copied().unwrap_or(0);
        let last = arcs.iter().flatten().max().copied().unwrap_or(0);
        let nodes = usize::try_from(last.abs_diff(first)).ok().and_then(|last| last.checked_add(1));
        require(arcs_node, "nodes", balance.len(), nodes.unwrap_or(usize::MAX))?;
        let place = |node: i64| (node - first) as usize;
        let arcs = arcs.into_iter().map(|arc| [place(arc[0]), place(arc[1])]).collect();
        let cost = match parts.maybe("weights")? {
            None => None,
            Some(weights_node) => {
                let weights = self.list(weights_node)?;
                require(weights_node, "weights", list.len(), weights.len())?;
                Some((weights, self.condition(parts.one("condition")?)?))
            }
        };
        Ok(Constraint::Flow { list, arcs, start: first, balance, cost })
    }
}
