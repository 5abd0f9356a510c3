//! Exactly one of several atoms holds, and determines a variable.

use itertools::Itertools;

use super::{Atom, Csp, Rule, Value, VarId};

/// Exactly one of the choices' atoms holds, and `result` has that choice's value. For instance,
/// exactly one placement covers a cell, and it writes its number there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// No atom occurs twice, and `result` is in none of them. If there are none, nothing satisfies
    /// the constraint.
    pub choices: Vec<Choice>,
    /// The variable that the selection determines.
    pub result: VarId,
}

/// One of the atoms of a [`Selection`], with the value that it implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// If this atom holds …
    pub atom: Atom,
    /// … the result has this value.
    pub value: Value,
}

impl Rule for Selection {
    fn scope(&self) -> Vec<VarId> {
        let variables = self.choices.iter().map(|choice| choice.atom.variable);
        let mut scope: Vec<VarId> = match variables.clone().is_sorted() {
            true => variables.dedup().collect(),
            false => variables.unique().collect(),
        };
        scope.push(self.result);
        scope
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_scope_has_each_variable_once() {
        for seed in 0..500 {
            let random = &mut Random::new(seed);
            let variables: Vec<VarId> =
                (0..random.below(6)).map(|_| VarId::at(random.below(4))).collect();
            let atoms =
                variables.iter().zip(0..).map(|(&variable, value)| Atom { variable, value });
            let choices = atoms.map(|atom| Choice { atom, value: 0 }).collect();
            let mut expected: Vec<VarId> = Vec::new();
            for &variable in &variables {
                if !expected.contains(&variable) {
                    expected.push(variable);
                }
            }
            expected.push(VarId::at(9));
            assert_eq!(Selection { choices, result: VarId::at(9) }.scope(), expected);
        }
    }
}
