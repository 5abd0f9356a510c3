//! Rows for operations.

use super::{Part, Rows, Sum};
use crate::csp::{Operand, Operation, Operator, Ranges, Value};

impl Rows<'_> {
    pub(super) fn operation(&mut self, operation: &Operation) {
        if let Some((terms, constant)) = operation.as_sum() {
            let mut sum = Sum::default();
            sum.add(Part::constant(constant), 1);
            for term in terms.as_slice() {
                let part = self.variable(term.variable);
                sum.add(part, term.weight);
            }
            return self.program.state(sum, 0, 0);
        }
        let arguments = &operation.arguments[..];
        let result = Operand::Variable(operation.result);
        match (&operation.operator, arguments) {
            (
                Operator::And
                | Operator::Or
                | Operator::Not
                | Operator::Imp
                | Operator::Iff
                | Operator::Xor,
                _,
            ) => {
                let truths: Option<Vec<Part>> =
                    arguments.iter().map(|&argument| self.truth(argument)).collect();
                if let (Some(truths), Some(result)) = (truths, self.truth(result)) {
                    self.connective(&operation.operator, &truths, result);
                }
            }
            (Operator::Le | Operator::Lt, &[one, other]) => {
                let most = i64::from(operation.operator == Operator::Lt);
                self.comparison([one, other], -most, result);
            }
            (
                Operator::Eq | Operator::Ne,
                &[Operand::Variable(variable), Operand::Constant(value)],
            )
            | (
                Operator::Eq | Operator::Ne,
                &[Operand::Constant(value), Operand::Variable(variable)],
            ) => {
                let is_equal = operation.operator == Operator::Eq;
                self.membership(variable.into(), &[value], is_equal, result);
            }
            (Operator::In(set), &[argument]) => {
                let values = self.values_in(argument, set);
                self.membership(argument, &values, true, result);
            }
            (Operator::Max, _) => arguments.iter().for_each(|&one| self.at_most(one, result)),
            (Operator::Min, _) => arguments.iter().for_each(|&one| self.at_most(result, one)),
            (Operator::Mul, &[one, other]) => self.product([one, other], result),
            (Operator::Abs, &[one]) => self.distance([one, Operand::Constant(0)], result),
            (Operator::Dist, &[one, other]) => self.distance([one, other], result),
            (Operator::If, &[condition, then, other]) => {
                self.either(condition, [then, other], result)
            }
            _ => {}
        }
    }

    /// A summand that is 1 if the operand is true, and 0 otherwise; `None` if its values are not 0 and 1.
    fn truth(&mut self, operand: Operand) -> Option<Part> {
        let (low, high) = match operand {
            Operand::Constant(value) => return Some(Part::constant((value != 0).into())),
            Operand::Variable(variable) => self.ends(variable),
        };
        (low >= 0 && high <= 1).then(|| self.operand(operand))
    }

    fn connective(&mut self, operator: &Operator, truths: &[Part], result: Part) {
        let sum = |parts: &[(Part, i64)]| {
            let mut sum = Sum::default();
            parts.iter().for_each(|&(part, times)| sum.add(part, times));
            sum
        };
        match (operator, truths) {
            (Operator::Not, &[one]) => {
                self.program.state(sum(&[(one, 1), (result, 1)]), 1, 1);
            }
            (Operator::Imp, &[one, other]) => {
                self.program.state(sum(&[(result, 1), (one, 1)]), 1, i64::MAX);
                self.program.state(sum(&[(result, 1), (other, -1)]), 0, i64::MAX);
                self.program.state(sum(&[(result, 1), (one, 1), (other, -1)]), i64::MIN, 1);
            }
            (Operator::Iff | Operator::Xor, &[one, other]) => {
                // An even number of the three is true, if the result of `iff` is negated.
                let (times, constant) = if *operator == Operator::Xor { (1, 0) } else { (-1, 1) };
                for (a, b, r, most) in
                    [(1, 1, 1, 2), (1, -1, -1, 0), (-1, 1, -1, 0), (-1, -1, 1, 0)]
                {
                    let parts =
                        [(one, a), (other, b), (result, r * times), (Part::constant(constant), r)];
                    self.program.state(sum(&parts), i64::MIN, most);
                }
            }
            (Operator::And, _) => {
                let mut all = sum(&[(result, -1)]);
                for &one in truths {
                    self.program.state(sum(&[(result, 1), (one, -1)]), i64::MIN, 0);
                    all.add(one, 1);
                }
                self.program.state(all, i64::MIN, truths.len() as i64 - 1);
            }
            (Operator::Or, _) => {
                let mut all = sum(&[(result, -1)]);
                for &one in truths {
                    self.program.state(sum(&[(result, 1), (one, -1)]), 0, i64::MAX);
                    all.add(one, 1);
                }
                self.program.state(all, 0, i64::MAX);
            }
            _ => {}
        }
    }

    /// The difference of two operands.
    fn difference(&mut self, [one, other]: [Operand; 2]) -> Sum {
        let mut sum = Sum::default();
        for (operand, sign) in [(one, 1), (other, -1)] {
            let part = self.operand(operand);
            sum.add(part, sign);
        }
        sum
    }

    fn at_most(&mut self, one: Operand, other: Operand) {
        let sum = self.difference([one, other]);
        self.program.state(sum, i64::MIN, 0);
    }

    /// The result tells whether the difference is at most `most`.
    fn comparison(&mut self, both: [Operand; 2], most: i64, result: Operand) {
        let Some(result) = self.truth(result) else { return };
        let sum = self.difference(both);
        let (least, largest) = sum.ends(&self.within);
        let (least, largest) = (least as i64, largest as i64);
        // d <= most + (largest - most) * (1 - r)
        let mut above = sum.clone();
        above.add(result, (largest - most).max(0));
        self.program.state(above, i64::MIN, largest.max(most));
        // d >= most + 1 - (most + 1 - least) * r
        let mut below = sum;
        below.add(result, (most + 1 - least).max(0));
        self.program.state(below, most + 1, i64::MAX);
    }

    fn values_in(&self, argument: Operand, set: &Ranges) -> Vec<Value> {
        let domain = argument.variable().map_or(&[][..], |variable| self.csp.domain(variable));
        domain.iter().copied().filter(|&value| set.contains(value.into())).collect()
    }

    /// The result tells whether the argument has one of the values, or, without `is_in`, whether it has none.
    fn membership(&mut self, argument: Operand, values: &[Value], is_in: bool, result: Operand) {
        let (Some(variable), Some(result)) = (argument.variable(), self.truth(result)) else {
            return;
        };
        let mut sum = Sum::default();
        for &value in values {
            let Some(part) = self.is(variable, value) else { return };
            sum.add(part, 1);
        }
        sum.add(result, if is_in { -1 } else { 1 });
        let total = i64::from(!is_in);
        self.program.state(sum, total, total);
    }

    /// The four planes that enclose a product. (McCormick, Computability of Global Solutions to Factorable Nonconvex
    /// Programs, 1976.)
    fn product(&mut self, [one, other]: [Operand; 2], result: Operand) {
        let [one_ends, other_ends] = [one, other].map(|operand| self.ends_of(operand));
        let [one, other, result] = [one, other, result].map(|operand| self.operand(operand));
        for (a, b, is_least) in [
            (one_ends.0, other_ends.0, true),
            (one_ends.1, other_ends.1, true),
            (one_ends.1, other_ends.0, false),
            (one_ends.0, other_ends.1, false),
        ] {
            // r - a*y - b*x + a*b
            let mut sum = Sum::default();
            for (part, times) in [(result, 1), (other, -a), (one, -b), (Part::constant(a), b)] {
                sum.add(part, times);
            }
            let (low, high) = if is_least { (0, i64::MAX) } else { (i64::MIN, 0) };
            self.program.state(sum, low, high);
        }
    }

    fn ends_of(&self, operand: Operand) -> (i64, i64) {
        match operand {
            Operand::Constant(value) => (value.into(), value.into()),
            Operand::Variable(variable) => self.ends(variable),
        }
    }

    /// The result is at least the absolute difference.
    fn distance(&mut self, both: [Operand; 2], result: Operand) {
        for sign in [1, -1] {
            let [one, other, result] =
                [both[0], both[1], result].map(|operand| self.operand(operand));
            let mut sum = Sum::default();
            for (part, times) in [(result, 1), (one, -sign), (other, sign)] {
                sum.add(part, times);
            }
            self.program.state(sum, 0, i64::MAX);
        }
    }

    /// The result is the first operand if the condition holds, and the second otherwise.
    fn either(&mut self, condition: Operand, both: [Operand; 2], result: Operand) {
        let Some(truth) = self.truth(condition) else { return };
        for (operand, is_then) in both.into_iter().zip([true, false]) {
            let sum = self.difference([result, operand]);
            let (least, largest) = sum.ends(&self.within);
            // If this operand is chosen, the difference is 0.
            for (most, is_upper) in [(largest as i64, true), (least as i64, false)] {
                let (mut sum, most) =
                    (sum.clone(), if is_upper { most.max(0) } else { most.min(0) });
                sum.add(truth, if is_then { most } else { -most });
                let end = if is_then { most } else { 0 };
                let (low, high) = if is_upper { (i64::MIN, end) } else { (end, i64::MAX) };
                self.program.state(sum, low, high);
            }
        }
    }
}
