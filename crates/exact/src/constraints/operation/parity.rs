//! The state of an exclusive or: the parity of the true arguments so far.

use crate::residual::{Field, Frame, Residual, VarSet, View, bits};
use cnfetti_core::csp::VarId;
use cnfetti_core::csp::{Operand, Operation};

pub(super) struct Open {
    /// The arguments and the result.
    scope: VarSet,
    result_bit: usize,
    /// For each row its value.
    values: Vec<i64>,
    /// Whether an odd number of variables is true, the result with them.
    odd: Field,
    /// Whether it must be odd in the end.
    wanted: bool,
}

impl Open {
    /// For distinct variables.
    pub(super) fn new(operation: &Operation, frame: &mut Frame) -> Open {
        let mut scope = operation.inputs();
        scope.push(operation.result);
        let is_true =
            |argument: &&Operand| matches!(argument, Operand::Constant(number) if *number != 0);
        let bit = frame.bit(operation.result);
        Open {
            scope: frame.set(&scope),
            result_bit: bit.expect("the variables of an operation are not pieces"),
            values: (0..frame.rows()).map(|row| frame.value(row).into()).collect(),
            odd: frame.field(1),
            wanted: operation.arguments.iter().filter(is_true).count() % 2 == 1,
        }
    }
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, _variable: VarId, row: usize) -> bool {
        let odd = view.get(self.odd) ^ u64::from(self.values[row] != 0);
        view.set(self.odd, odd);
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        for row in 0..view.rows() {
            if !matches!(self.values[row], 0 | 1) && view.can(row, self.result_bit) {
                view.remove_one(row, self.result_bit);
            }
        }
        let is_met = (view.get(self.odd) == 1) == self.wanted;
        match view.rest(&self.scope) {
            0 => return is_met,
            1 => {}
            _ => return true,
        }
        let words = 0..self.scope.len();
        let last = words.flat_map(|word| bits(word, view.rest_word(&self.scope, word))).next();
        let Some(last) = last else { return true };
        for row in 0..view.rows() {
            if (self.values[row] != 0) == is_met && view.can(row, last) {
                view.remove_one(row, last);
            }
        }
        true
    }
}
