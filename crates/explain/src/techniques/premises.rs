//! The premises of a step of one rule, as techniques see them.

use cnfetti_core::csp::{Atom, Csp, Operand, Value, VarId};
use cnfetti_sat::search::candidates::{Fact, Said};

/// What is known of the variables by the facts of a step, and what the step concludes.
pub(crate) struct Premises<'a> {
    csp: &'a Csp,
    facts: &'a [Fact],
    conclusions: &'a [Fact],
}

impl<'a> Premises<'a> {
    pub(crate) fn new(csp: &'a Csp, facts: &'a [Fact], conclusions: &'a [Fact]) -> Premises<'a> {
        Premises { csp, facts, conclusions }
    }

    pub(super) fn csp(&self) -> &'a Csp {
        self.csp
    }

    /// The values that the facts leave to a variable.
    pub(super) fn left(&self, variable: VarId) -> Vec<Value> {
        let mut left = self.csp.domain(variable).to_vec();
        for fact in self.facts.iter().filter(|fact| fact.variable == variable) {
            left.retain(|value| fact.allows(*value));
        }
        left
    }

    /// The variables that the facts are about.
    pub(super) fn known(&self) -> impl Iterator<Item = VarId> {
        self.facts.iter().map(|fact| fact.variable)
    }

    /// The only value that is left to a variable.
    pub(super) fn decided(&self, variable: VarId) -> Option<Value> {
        match self.left(variable)[..] {
            [value] => Some(value),
            _ => None,
        }
    }

    /// Whether the variable has the value, if the facts decide that.
    pub(super) fn holds(&self, Atom { variable, value }: Atom) -> Option<bool> {
        let left = self.left(variable);
        match left.contains(&value) {
            true => (left.len() == 1).then_some(true),
            false => Some(false),
        }
    }

    /// The number as a number of places, if the facts decide it.
    pub(super) fn size(&self, number: &Operand) -> Option<usize> {
        let number = match *number {
            Operand::Constant(number) => Some(number),
            Operand::Variable(variable) => self.decided(variable),
        };
        number.and_then(|number| usize::try_from(number).ok())
    }

    /// Whether the step rules out a value, and this argument rules out each of them.
    pub(super) fn all_ruled_out(&self, by: impl Fn(VarId, Value) -> bool) -> bool {
        let mut gone = self.conclusions.iter().flat_map(|fact| {
            let left = self.left(fact.variable).into_iter();
            left.filter(|value| !fact.allows(*value)).map(|value| (fact.variable, value))
        });
        let first = gone.next();
        first.is_some_and(|(variable, value)| by(variable, value))
            && gone.all(|(variable, value)| by(variable, value))
    }

    /// Whether the step decides each variable in its conclusions.
    pub(super) fn decides(&self) -> bool {
        self.conclusions.iter().all(|fact| matches!(fact.said, Said::Is(_)))
    }
}
