//! Exactly one of several atoms holds, and determines a variable.

use super::{Atom, Csp, Malformed, Rule, Value, VarId, repeated::repeated};
use crate::domains::{Domains, Empty, Step};
use itertools::Itertools;

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

impl Selection {
    pub(super) fn verify(&self, csp: &Csp) -> Result<(), Malformed> {
        match repeated(self.choices.iter().map(|choice| choice.atom)) {
            Some(Atom { variable, value }) => {
                Err(Malformed::AtomTwice(format!("{}={value}", csp.name(variable))))
            }
            None => Ok(()),
        }
    }
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
                format!("{}: {}", csp.atom_text(*atom), csp.value_text(self.result, *value))
            })
            .join(", ");
        format!("{} = ExactlyOne({choices})", csp.name(self.result))
    }
}

/// Exactly one of the choices holds, and has the result's value.
pub(super) fn propagate(domains: &mut Domains, selection: &Selection) -> Step {
    let result = selection.result;
    let mut written: Vec<i64> = Vec::new();
    let (mut possible, mut forced) = (0, None);
    domains.work += selection.choices.len() as u64;
    for choice in &selection.choices {
        let (atom, value) = (choice.atom, i64::from(choice.atom.value));
        if !domains.has(atom.variable, value) {
            continue;
        }
        let is_fixed = domains.is_fixed(atom.variable);
        if !domains.has(result, choice.value.into()) {
            if is_fixed {
                return Err(Empty);
            }
            domains.remove(atom.variable, value)?;
            continue;
        }
        possible += 1;
        written.push(choice.value.into());
        if is_fixed || possible == 1 && forced.is_none() {
            forced = Some(atom);
        }
    }
    domains.retain(result, |value| written.contains(&value))?;
    let Some(atom) = forced.filter(|atom| possible == 1 || domains.is_fixed(atom.variable)) else {
        return Ok(());
    };
    if !domains.has(atom.variable, atom.value.into()) {
        return Ok(());
    }
    domains.assign(atom.variable, atom.value.into())?;
    for choice in selection.choices.iter().filter(|choice| choice.atom != atom) {
        domains.remove(choice.atom.variable, choice.atom.value.into())?;
    }
    Ok(())
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
