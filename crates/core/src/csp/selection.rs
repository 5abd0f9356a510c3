//! Exactly one of several atoms holds, and decides a variable.

use itertools::Itertools;

use super::{Atom, Constraint, Csp, Rule, Value, VarId};

/// Exactly one of the choices' atoms holds, and `result` has the value that goes with it: a cell
/// is covered by exactly one placement, which writes its number there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// No atom twice, and `result` in none of them. May be empty: then nothing satisfies it.
    pub choices: Vec<Choice>,
    /// The variable that is decided.
    pub result: VarId,
}

/// One of the atoms of a [`Selection`], with what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// When it holds …
    pub atom: Atom,
    /// … the result has this value.
    pub value: Value,
}

impl From<Selection> for Constraint {
    fn from(constraint: Selection) -> Constraint {
        Constraint::Selection(constraint)
    }
}

impl Rule for Selection {
    fn scope(&self) -> Vec<VarId> {
        let atoms = self.choices.iter().map(|choice| choice.atom.variable).unique();
        atoms.chain([self.result]).collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        self.choices
            .iter()
            .filter(|choice| solution[choice.atom.variable.index()] == choice.atom.value)
            .exactly_one()
            .is_ok_and(|choice| solution[self.result.index()] == choice.value)
    }

    fn describe(&self, csp: &Csp) -> String {
        let choices = self
            .choices
            .iter()
            .map(|choice| {
                let Choice { atom, value } = choice;
                format!("{}={}: {value}", csp.name(atom.variable), atom.value)
            })
            .join(", ");
        format!("{} = ExactlyOne({choices})", csp.name(self.result))
    }
}
