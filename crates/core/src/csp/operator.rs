//! Operators and what they compute.

use super::Ranges;

/// The operator of an [`Operation`](super::Operation).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// The sum of any number of arguments.
    Add,
    /// The first argument minus the second.
    Sub,
    /// The product of two arguments.
    Mul,
    /// The quotient of two arguments, truncated towards 0. Undefined for a divisor of 0.
    Div,
    /// The remainder of that quotient, with the sign of the first argument. Undefined for a
    /// divisor of 0.
    Mod,
    /// The first argument to the power of the second. Undefined for negative exponents; 0⁰ is 1.
    Pow,
    /// The absolute value.
    Abs,
    /// The distance of two arguments.
    Dist,
    /// The smallest of at least one argument.
    Min,
    /// The largest of at least one argument.
    Max,
    /// The negated argument.
    Neg,
    /// The square.
    Sqr,
    /// The second argument if the first is true, else the third.
    If,
    /// Whether two arguments are equal.
    Eq,
    /// Whether two arguments are different.
    Ne,
    /// Whether the first argument is smaller than the second.
    Lt,
    /// Whether the first argument is at most the second.
    Le,
    /// Whether all arguments are true.
    And,
    /// Whether at least one argument is true.
    Or,
    /// Whether the number of true arguments is odd.
    Xor,
    /// Whether the argument is false.
    Not,
    /// Whether the first argument is false or the second is true.
    Imp,
    /// Whether two arguments are both true or both false.
    Iff,
    /// Whether the argument is in the set.
    In(Ranges),
}

impl Operator {
    /// Its name in XCSP3.
    pub fn name(&self) -> &'static str {
        match self {
            Operator::Add => "add",
            Operator::Sub => "sub",
            Operator::Mul => "mul",
            Operator::Div => "div",
            Operator::Mod => "mod",
            Operator::Pow => "pow",
            Operator::Abs => "abs",
            Operator::Dist => "dist",
            Operator::Min => "min",
            Operator::Max => "max",
            Operator::Neg => "neg",
            Operator::Sqr => "sqr",
            Operator::If => "if",
            Operator::Eq => "eq",
            Operator::Ne => "ne",
            Operator::Lt => "lt",
            Operator::Le => "le",
            Operator::And => "and",
            Operator::Or => "or",
            Operator::Xor => "xor",
            Operator::Not => "not",
            Operator::Imp => "imp",
            Operator::Iff => "iff",
            Operator::In(_) => "in",
        }
    }

    /// The least and the greatest number of arguments.
    pub fn arity(&self) -> (usize, usize) {
        match self {
            Operator::Add | Operator::And | Operator::Or | Operator::Xor => (0, usize::MAX),
            Operator::Min | Operator::Max => (1, usize::MAX),
            Operator::Abs | Operator::Neg | Operator::Sqr | Operator::Not | Operator::In(_) => {
                (1, 1)
            }
            Operator::If => (3, 3),
            Operator::Sub
            | Operator::Mul
            | Operator::Div
            | Operator::Mod
            | Operator::Pow
            | Operator::Dist
            | Operator::Eq
            | Operator::Ne
            | Operator::Lt
            | Operator::Le
            | Operator::Imp
            | Operator::Iff => (2, 2),
        }
    }

    /// Whether the result is a truth value, 1 or 0.
    pub fn is_statement(&self) -> bool {
        matches!(
            self,
            Operator::Eq
                | Operator::Ne
                | Operator::Lt
                | Operator::Le
                | Operator::And
                | Operator::Or
                | Operator::Xor
                | Operator::Not
                | Operator::Imp
                | Operator::Iff
                | Operator::In(_)
        )
    }

    /// The set of differences (first argument minus second) for which the comparison holds.
    pub fn difference(&self) -> Option<Ranges> {
        match self {
            Operator::Eq => Some(Ranges::exactly(0)),
            Operator::Ne => Some(Ranges::not(0)),
            Operator::Lt => Some(Ranges::at_most(-1)),
            Operator::Le => Some(Ranges::at_most(0)),
            _ => None,
        }
    }

    /// The result; `None` if it is undefined, does not fit into 64 bits, or the number of
    /// arguments is wrong.
    pub fn apply(&self, arguments: &[i64]) -> Option<i64> {
        let is_true = |&number: &i64| number != 0;
        let statement = |holds: bool| Some(i64::from(holds));
        match (self, arguments) {
            (Operator::Add, all) => all.iter().try_fold(0_i64, |sum, &next| sum.checked_add(next)),
            (Operator::Sub, &[a, b]) => a.checked_sub(b),
            (Operator::Mul, &[a, b]) => a.checked_mul(b),
            (Operator::Div, &[a, b]) => a.checked_div(b),
            (Operator::Mod, &[a, b]) => a.checked_rem(b),
            (Operator::Pow, &[a, b]) => power(a, u64::try_from(b).ok()?),
            (Operator::Abs, &[a]) => a.checked_abs(),
            (Operator::Dist, &[a, b]) => a.checked_sub(b)?.checked_abs(),
            (Operator::Min, all) => all.iter().min().copied(),
            (Operator::Max, all) => all.iter().max().copied(),
            (Operator::Neg, &[a]) => a.checked_neg(),
            (Operator::Sqr, &[a]) => a.checked_mul(a),
            (Operator::If, &[condition, then, other]) => {
                Some(if is_true(&condition) { then } else { other })
            }
            (Operator::Eq, [a, b]) => statement(a == b),
            (Operator::Ne, [a, b]) => statement(a != b),
            (Operator::Lt, [a, b]) => statement(a < b),
            (Operator::Le, [a, b]) => statement(a <= b),
            (Operator::And, all) => statement(all.iter().all(is_true)),
            (Operator::Or, all) => statement(all.iter().any(is_true)),
            (Operator::Xor, all) => statement(all.iter().filter(|a| is_true(a)).count() % 2 == 1),
            (Operator::Not, [a]) => statement(!is_true(a)),
            (Operator::Imp, [a, b]) => statement(!is_true(a) || is_true(b)),
            (Operator::Iff, [a, b]) => statement(is_true(a) == is_true(b)),
            (Operator::In(set), &[a]) => statement(set.contains(a)),
            _ => None,
        }
    }
}

fn power(base: i64, exponent: u64) -> Option<i64> {
    match base {
        0 => Some(i64::from(exponent == 0)),
        1 => Some(1),
        -1 => Some(if exponent.is_multiple_of(2) { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}
