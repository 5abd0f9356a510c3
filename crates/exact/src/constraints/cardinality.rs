//! How often some values occur.

use crate::residual::{Frame, Residual, RowField, VarSet, View};
use cnfetti_core::csp::{Cardinality, VarId};
use cnfetti_encodings::Relation;

pub(super) fn residual(constraint: &Cardinality, frame: &mut Frame) -> Box<dyn Residual> {
    let size = constraint.scope.len();
    let mut bounds = vec![None; frame.rows()];
    let mut possible = true;
    for bound in &constraint.occurrences {
        match frame.row(bound.value) {
            Some(row) => bounds[row] = Some((bound.relation, bound.count.min(size + 1))),
            None => possible &= bound.relation.holds(0, bound.count),
        }
    }
    let seen = frame.row_field(size as u64 + 1);
    Box::new(Open { scope: frame.set(&constraint.scope), bounds, seen, possible })
}

/// How often each value occurred so far, as far as it still matters.
struct Open {
    scope: VarSet,
    /// For each row; a bound beyond the size of the scope is one more than it.
    bounds: Vec<Option<(Relation, usize)>>,
    seen: RowField,
    /// False when a value that no variable has would have to occur.
    possible: bool,
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, _variable: VarId, row: usize) -> bool {
        if let Some((relation, count)) = self.bounds[row] {
            let seen = view.get_in(row, self.seen) as usize + 1;
            // Of a value that needs no more, no more is remembered.
            let kept = if relation == Relation::AtLeast { seen.min(count) } else { seen };
            view.set_in(row, self.seen, kept as u64);
            return relation == Relation::AtLeast || seen <= count;
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        (0..self.bounds.len()).all(|row| match self.bounds[row] {
            Some((relation, count)) => self.filter_value(view, row, relation, count),
            None => true,
        }) && self.possible
            && self.fits(view)
    }
}

impl Open {
    fn filter_value(
        &self,
        view: &mut View<'_>,
        row: usize,
        relation: Relation,
        count: usize,
    ) -> bool {
        let able = view.count(row, &self.scope);
        let seen = view.get_in(row, self.seen) as usize;
        if relation != Relation::AtMost {
            if seen + able < count {
                return false;
            }
            if able > 0 && seen < count && seen + able == count {
                self.demand(view, row);
            }
        }
        if relation != Relation::AtLeast {
            if seen > count {
                return false;
            }
            // Otherwise no more than the bound have it, whatever is decided.
            if seen + able > count {
                let decided = self.decided(view, row);
                if seen + decided > count {
                    return false;
                }
                if able > decided && seen + decided == count {
                    self.refuse(view, row);
                }
            }
        }
        if relation == Relation::AtMost {
            // What can still occur is all that the bound can forbid.
            let able = view.count(row, &self.scope);
            view.set_in(row, self.seen, seen.max(count.saturating_sub(able)) as u64);
        }
        true
    }

    /// How many variables have no other value left.
    fn decided(&self, view: &View<'_>, row: usize) -> usize {
        let words = 0..self.scope.len();
        let decided =
            words.map(|word| view.by_domain_size(&self.scope, word).1 & view.row(row)[word]);
        decided.map(|word| word.count_ones() as usize).sum()
    }

    /// Gives the value to every variable that can take it.
    fn demand(&self, view: &mut View<'_>, row: usize) {
        let able: VarSet = view.row(row).iter().zip(&self.scope).map(|(a, b)| a & b).collect();
        let others = (0..view.rows()).filter(|&other| other != row);
        others.for_each(|other| view.remove(other, &able));
    }

    /// Takes the value from every variable that has another one.
    fn refuse(&self, view: &mut View<'_>, row: usize) {
        for word in 0..self.scope.len() {
            let (_, _, undecided) = view.by_domain_size(&self.scope, word);
            view.remove_from(row, word, undecided);
        }
    }

    /// Whether there are enough variables for all lower bounds, and enough room in the upper
    /// ones for all variables.
    fn fits(&self, view: &View<'_>) -> bool {
        let rest = view.rest(&self.scope);
        let (mut needed, mut room) = (0, 0);
        for (row, bound) in self.bounds.iter().enumerate() {
            let able = view.count(row, &self.scope);
            let left = |count: usize| count.saturating_sub(view.get_in(row, self.seen) as usize);
            match *bound {
                None => room += able,
                Some((Relation::AtMost, count)) => room += able.min(left(count)),
                Some((Relation::AtLeast, count)) => {
                    (needed, room) = (needed + left(count), room + able)
                }
                Some((Relation::Exactly, count)) => {
                    (needed, room) = (needed + left(count), room + left(count));
                }
            }
        }
        needed <= rest && rest <= room
    }
}
