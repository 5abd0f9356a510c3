//! Resolves names.

use std::collections::BTreeSet;

use super::cursor::Selected;
use crate::Expr;
use crate::declared::Array;
use crate::tree::Model;
use cnfetti_input::{InputError, Span};

/// The declared variables by their names.
#[derive(Clone, Copy)]
pub(super) struct Names<'a>(pub(super) &'a Model);

/// A subscript: an interval of indices; `None` for all.
type Subscript = Option<(i64, i64)>;

impl Names<'_> {
    /// All values of the list's variables, increasing; `None` if one has too many to list before the constraints are
    /// read.
    pub(super) fn values_of(&self, list: &[Expr]) -> Option<Vec<i64>> {
        let (mut values, mut are_listed) = (BTreeSet::new(), true);
        for expr in list {
            expr.each_variable(&mut |variable| {
                let domain = &self.0.variables[variable].domain;
                are_listed &= !domain.is_empty();
                values.extend(domain.iter().copied().map(i64::from));
            });
        }
        are_listed.then(|| values.into_iter().collect())
    }

    /// The number of a word that is a value of symbolic variables and not a name.
    pub(super) fn symbol(&self, word: &str) -> Option<i64> {
        let number = self.0.symbols.number(word).filter(|_| !self.0.names.contains_key(word));
        number.map(i64::from)
    }

    /// The variables to which a name with subscripts refers.
    pub(super) fn select(
        &self,
        id: &str,
        subscripts: &[Subscript],
        place: Span,
    ) -> Result<Selected, InputError> {
        let Some(&at) = self.0.names.get(id) else {
            return Err(InputError::expected(place, "a declared variable", format!("`{id}`")));
        };
        select(&self.0.arrays[at], subscripts, place)
    }
}

/// The cells of an array with these subscripts, without those that have no domain; a single cell
/// must have one.
fn select(array: &Array, subscripts: &[Subscript], place: Span) -> Result<Selected, InputError> {
    let positions = positions(array, subscripts, place.clone())?;
    let cells: Vec<usize> = positions.iter().filter_map(|&at| array.cells[at]).collect();
    let shape =
        subscripts.iter().zip(&array.sizes).filter_map(|(subscript, &size)| match *subscript {
            None => Some(size),
            Some((low, high)) if low < high => Some((high - low + 1) as usize),
            Some(_) => None,
        });
    let shape: Vec<usize> = shape.collect();
    if shape.is_empty() && cells.is_empty() {
        let message = "expected a variable, found a cell without a domain";
        return Err(InputError::new(place, message));
    }
    Ok(Selected { shape, cells })
}

/// The positions of these cells, in row-major order.
pub(super) fn positions(
    array: &Array,
    subscripts: &[Subscript],
    place: Span,
) -> Result<Vec<usize>, InputError> {
    if subscripts.len() != array.sizes.len() {
        let expected = format!("{} subscripts of `{}`", array.sizes.len(), array.id);
        return Err(InputError::expected(place, expected, subscripts.len().to_string()));
    }
    let mut positions = vec![0];
    for (dimension, &subscript) in subscripts.iter().enumerate() {
        let (size, start) = (array.sizes[dimension], array.starts[dimension]);
        let last = start + size as i64 - 1;
        let (low, high) = subscript.unwrap_or((start, last));
        if low < start || high > last {
            let expected = format!("a subscript of `{}` from {start} to {last}", array.id);
            let found = if low == high { low.to_string() } else { format!("{low}..{high}") };
            return Err(InputError::expected(place, expected, found));
        }
        let range = (low - start) as usize..=(high - start) as usize;
        let extend = |at: usize| range.clone().map(move |index| at * size + index);
        positions = positions.into_iter().flat_map(extend).collect();
    }
    Ok(positions)
}
