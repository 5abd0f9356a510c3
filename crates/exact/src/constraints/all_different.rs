//! No two variables are equal.

use crate::residual::{Frame, Residual, VarSet, View, bits};
use cnfetti_core::csp::{AllDifferent, VarId};

pub(super) fn residual(constraint: &AllDifferent, frame: &mut Frame) -> Box<dyn Residual> {
    let except = constraint.except.iter().filter_map(|&value| frame.row(value)).collect();
    Box::new(Open { scope: frame.set(&constraint.scope), except })
}

/// The values that are gone are gone from the domains: there is nothing else to remember.
struct Open {
    scope: VarSet,
    /// The rows that may repeat.
    except: Vec<usize>,
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, _variable: VarId, row: usize) -> bool {
        if !self.except.contains(&row) {
            view.remove(row, &self.scope);
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        (0..self.scope.len()).all(|word| self.take_decided(view, word))
            && (!self.except.is_empty() || self.has_enough_values(view))
    }
}

impl Open {
    /// Takes the value of each variable that has only one from all others.
    fn take_decided(&self, view: &mut View<'_>, word: usize) -> bool {
        let (none, decided, _) = view.by_domain_size(&self.scope, word);
        for bit in bits(word, decided) {
            let Some(row) = view.only(bit) else { return false };
            if self.except.contains(&row) {
                continue;
            }
            for other in 0..self.scope.len() {
                let here = if other == word { 1 << (bit % 64) } else { 0 };
                view.remove_from(row, other, view.rest_word(&self.scope, other) & !here);
            }
        }
        none == 0
    }

    fn has_enough_values(&self, view: &View<'_>) -> bool {
        view.rows_of_any(&self.scope) >= view.rest(&self.scope)
    }
}
