//! A variable is the result of an operation on others.

use itertools::Itertools;

use super::{Csp, Malformed, Operand, Operator, Rule, Terms, Value, VarId};

/// The result is the operator applied to the arguments. If that is undefined, such as a quotient
/// by 0, the constraint does not hold.
///
/// A statement such as `x < y` has the result 1 or 0. An argument counts as true if it is not 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The operator.
    pub operator: Operator,
    /// The arguments. A variable may occur several times.
    pub arguments: Vec<Operand>,
    /// The result, which may also be an argument.
    pub result: VarId,
}

impl Operation {
    /// The variables among the arguments, each once.
    pub fn inputs(&self) -> Vec<VarId> {
        self.arguments.iter().filter_map(|argument| argument.variable()).unique().collect()
    }

    /// For sums, differences and negations: terms and a constant that add up to 0.
    pub fn as_sum(&self) -> Option<(Terms, i64)> {
        let weights = match self.operator {
            Operator::Add => vec![1; self.arguments.len()],
            Operator::Sub => vec![1, -1],
            Operator::Neg => vec![-1],
            _ => return None,
        };
        let mut constant = 0_i64;
        let mut terms = vec![(self.result, -1)];
        for (&argument, weight) in self.arguments.iter().zip(weights) {
            match argument {
                Operand::Variable(variable) => terms.push((variable, weight)),
                Operand::Constant(number) => constant += weight * i64::from(number),
            }
        }
        Some((Terms::new(terms), constant))
    }

    pub(super) fn verify(&self) -> Result<(), Malformed> {
        let (least, most) = self.operator.arity();
        let number = self.arguments.len();
        if number < least || number > most {
            return Err(Malformed::Arity { operator: self.operator.name(), number });
        }
        Ok(())
    }
}

impl Rule for Operation {
    fn scope(&self) -> Vec<VarId> {
        self.inputs().into_iter().chain([self.result]).unique().collect()
    }

    fn holds(&self, solution: &[Value]) -> bool {
        let arguments =
            self.arguments.iter().map(|argument| argument.value(solution)).collect_vec();
        let result = i64::from(solution[self.result.index()]);
        self.operator.apply(&arguments) == Some(result)
    }

    fn describe(&self, csp: &Csp) -> String {
        let arguments = self.arguments.iter().map(|argument| argument.describe(csp)).join(", ");
        let result = csp.name(self.result);
        match &self.operator {
            Operator::In(set) => format!("{result} = [{arguments} {set}]"),
            operator => format!("{result} = {}({arguments})", operator.name()),
        }
    }
}
