//! Operands: a variable or a number.

use super::{Csp, Value, VarId};

/// An operand of a constraint or an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A variable.
    Variable(VarId),
    /// A fixed number.
    Constant(Value),
}

impl From<VarId> for Operand {
    fn from(variable: VarId) -> Operand {
        Operand::Variable(variable)
    }
}

impl From<Value> for Operand {
    fn from(constant: Value) -> Operand {
        Operand::Constant(constant)
    }
}

impl Operand {
    /// The variable, if it is one.
    pub fn variable(self) -> Option<VarId> {
        match self {
            Operand::Variable(variable) => Some(variable),
            Operand::Constant(_) => None,
        }
    }

    /// The number, if it is one.
    pub fn constant(self) -> Option<Value> {
        match self {
            Operand::Variable(_) => None,
            Operand::Constant(constant) => Some(constant),
        }
    }

    /// The value if each variable `v` has the value `solution[v.index()]`.
    pub fn value(self, solution: &[Value]) -> i64 {
        match self {
            Operand::Variable(variable) => solution[variable.index()].into(),
            Operand::Constant(constant) => constant.into(),
        }
    }

    /// The variable's name or the number.
    pub(super) fn describe(self, csp: &Csp) -> String {
        match self {
            Operand::Variable(variable) => csp.name(variable).to_owned(),
            Operand::Constant(constant) => constant.to_string(),
        }
    }
}
