//! A half-filled board: the entries made so far.

use super::{Atom, Constraint, Csp, Fixed, Linear, Posted, Ranges, Role, Terms, Value, VarId};

/// What somebody has noted beside a variable: the values that it can still have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What the mark is about.
    pub variable: VarId,
    /// The values that are left, increasing.
    pub values: Vec<Value>,
    /// A clause that can follow "because": `r1c2 is 1 or 2, as marked`.
    pub reason: String,
}

impl Posted {
    /// A rule or clue that is one constraint.
    pub(super) fn whole(constraint: Constraint, reason: String, role: Role) -> Posted {
        Posted { constraint, reason, role, continues: false, clue: None }
    }

    /// The values that it leaves to its variable, if it is a given or a mark.
    pub fn given(&self, csp: &Csp) -> Option<(VarId, Vec<Value>)> {
        match &self.constraint {
            Constraint::Fixed(given) => Some((given.atom.variable, vec![given.atom.value])),
            Constraint::Linear(Linear { terms, within }) if self.role == Role::Mark => {
                let &[term] = terms.as_slice() else { return None };
                let value = |value: &Value| within.contains(term.weight * i64::from(*value));
                let left = csp.domain(term.variable).iter().copied().filter(value);
                Some((term.variable, left.collect()))
            }
            _ => None,
        }
    }
}

impl Csp {
    /// Fixes variables to the values that somebody has entered: each entry becomes a clue with
    /// this reason. Drops declared symmetries that the entries break.
    ///
    /// # Panics
    ///
    /// Panics if a variable does not exist.
    pub fn enter(&mut self, entries: impl IntoIterator<Item = (Atom, String)>) {
        for (atom, reason) in entries {
            self.post_clue(Fixed { atom }.into(), reason);
            self.symmetry.permutations.clear();
            for group in &mut self.symmetry.interchangeable {
                group.values.retain(|&value| value != atom.value);
            }
        }
        self.symmetry.interchangeable.retain(|group| !group.values.is_empty());
    }

    /// Leaves variables only the values that somebody has marked, with a constraint for each. Drops declared symmetries
    /// that the marks break.
    ///
    /// # Panics
    ///
    /// Panics if a variable does not exist.
    pub fn enter_marks(&mut self, marks: impl IntoIterator<Item = Mark>) {
        for Mark { variable, values, reason } in marks {
            let within = Ranges::of(values.iter().copied().map(i64::from));
            let terms = Terms::new([(variable, 1)]);
            self.post(Linear { terms, within }.into(), reason);
            self.set_role(self.constraints().len() - 1, Role::Mark);
            self.symmetry.permutations.clear();
            for group in &mut self.symmetry.interchangeable {
                group.values.retain(|value| !values.contains(value));
            }
        }
        self.symmetry.interchangeable.retain(|group| !group.values.is_empty());
    }
}
