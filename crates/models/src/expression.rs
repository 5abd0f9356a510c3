//! Expressions in functional form: `eq(add(x[0],y),3)`.

use std::fmt;

use super::tree::Model;

/// A number, a word, a variable of the model, or an operator with its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Number(i64),
    /// A value of symbolic variables, by its number in [`super::tree::Model::symbols`].
    Word(i64),
    /// The variable at this position in [`super::Model::variables`].
    Variable(usize),
    /// An operator applied to as many arguments as it takes.
    Apply(Operator, Vec<Expr>),
}

/// An operator on numbers. True is 1 and false is 0; as an argument of a logical operator, every
/// number except 0 is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// The negated number.
    Neg,
    /// The absolute value.
    Abs,
    /// The square.
    Sqr,
    /// The sum.
    Add,
    /// The first minus the second.
    Sub,
    /// The product.
    Mul,
    /// The quotient, truncated towards 0.
    Div,
    /// The remainder of the division, with the sign of the dividend.
    Mod,
    /// The first to the power of the second.
    Pow,
    /// The distance of two numbers.
    Dist,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// Whether the first is less than the second.
    Lt,
    /// Whether the first is at most the second.
    Le,
    /// Whether the first is at least the second.
    Ge,
    /// Whether the first is greater than the second.
    Gt,
    /// Whether two numbers differ.
    Ne,
    /// Whether all are equal.
    Eq,
    /// Whether the first is among the others.
    In,
    /// Whether the first is not among the others.
    NotIn,
    /// Whether the number is 0.
    Not,
    /// Whether all are true.
    And,
    /// Whether at least one is true.
    Or,
    /// Whether the number of true ones is odd.
    Xor,
    /// Whether all are true or all are false.
    Iff,
    /// Whether the first is false or the second is true.
    Imp,
    /// The second if the first is true, else the third.
    If,
}

/// So many arguments are evaluated without a list of them.
const FEW: usize = 4;

/// No upper limit on the number of arguments.
const MANY: usize = usize::MAX;

/// Every operator, with its name in files and the least and the greatest number of arguments.
const OPERATORS: &[(Operator, &str, usize, usize)] = &[
    (Operator::Neg, "neg", 1, 1),
    (Operator::Abs, "abs", 1, 1),
    (Operator::Sqr, "sqr", 1, 1),
    (Operator::Add, "add", 1, MANY),
    (Operator::Sub, "sub", 2, 2),
    (Operator::Mul, "mul", 1, MANY),
    (Operator::Div, "div", 2, 2),
    (Operator::Mod, "mod", 2, 2),
    (Operator::Pow, "pow", 2, 2),
    (Operator::Dist, "dist", 2, 2),
    (Operator::Min, "min", 1, MANY),
    (Operator::Max, "max", 1, MANY),
    (Operator::Lt, "lt", 2, 2),
    (Operator::Le, "le", 2, 2),
    (Operator::Ge, "ge", 2, 2),
    (Operator::Gt, "gt", 2, 2),
    (Operator::Ne, "ne", 2, 2),
    (Operator::Eq, "eq", 2, MANY),
    (Operator::In, "in", 1, MANY),
    (Operator::NotIn, "notin", 1, MANY),
    (Operator::Not, "not", 1, 1),
    (Operator::And, "and", 1, MANY),
    (Operator::Or, "or", 1, MANY),
    (Operator::Xor, "xor", 1, MANY),
    (Operator::Iff, "iff", 2, MANY),
    (Operator::Imp, "imp", 2, 2),
    (Operator::If, "if", 3, 3),
];

impl Operator {
    /// The operator with this name.
    pub fn by_name(name: &str) -> Option<Operator> {
        let row = OPERATORS.iter().find(|(_, row, ..)| *row == name);
        row.map(|&(operator, ..)| operator)
    }

    /// The name of the operator in files.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The least and the greatest number of arguments.
    pub fn arity(self) -> (usize, usize) {
        let &(_, _, least, most) = self.row();
        (least, most)
    }

    /// Whether the result is 0 or 1.
    pub fn is_logical(self) -> bool {
        use Operator::*;
        matches!(self, Lt | Le | Ge | Gt | Ne | Eq | In | NotIn | Not | And | Or | Xor | Iff | Imp)
    }

    fn row(self) -> &'static (Operator, &'static str, usize, usize) {
        OPERATORS.iter().find(|(row, ..)| *row == self).expect("each operator has its row")
    }

    /// The result for these arguments; `None` if it is undefined, such as a division by zero, or
    /// does not fit into 64 bits. Models in which that could happen are refused beforehand.
    pub fn apply(self, args: &[i64]) -> Option<i64> {
        use Operator::*;
        let truth = |holds: bool| Some(i64::from(holds));
        let is = |number: &i64| *number != 0;
        match (self, args) {
            (Neg, &[a]) => a.checked_neg(),
            (Abs, &[a]) => a.checked_abs(),
            (Sqr, &[a]) => a.checked_mul(a),
            (Add, _) => args.iter().try_fold(0_i64, |sum, &a| sum.checked_add(a)),
            (Sub, &[a, b]) => a.checked_sub(b),
            (Mul, _) => args.iter().try_fold(1_i64, |product, &a| product.checked_mul(a)),
            (Div, &[a, b]) => a.checked_div(b),
            (Mod, &[a, b]) => a.checked_rem(b),
            (Pow, &[a, b]) => power(a, b),
            (Dist, &[a, b]) => a.checked_sub(b)?.checked_abs(),
            (Min, _) => args.iter().copied().min(),
            (Max, _) => args.iter().copied().max(),
            (Lt, &[a, b]) => truth(a < b),
            (Le, &[a, b]) => truth(a <= b),
            (Ge, &[a, b]) => truth(a >= b),
            (Gt, &[a, b]) => truth(a > b),
            (Ne, &[a, b]) => truth(a != b),
            (Eq, [a, rest @ ..]) => truth(rest.iter().all(|b| a == b)),
            (In, [a, set @ ..]) => truth(set.contains(a)),
            (NotIn, [a, set @ ..]) => truth(!set.contains(a)),
            (Not, [a]) => truth(!is(a)),
            (And, _) => truth(args.iter().all(is)),
            (Or, _) => truth(args.iter().any(is)),
            (Xor, _) => truth(args.iter().filter(|a| is(a)).count() % 2 == 1),
            (Iff, [a, rest @ ..]) => truth(rest.iter().all(|b| is(a) == is(b))),
            (Imp, [a, b]) => truth(!is(a) || is(b)),
            (If, [a, b, c]) => Some(if is(a) { *b } else { *c }),
            _ => None,
        }
    }
}

/// `None` for a negative exponent, because the result would be a fraction.
fn power(base: i64, exponent: i64) -> Option<i64> {
    match (base, u32::try_from(exponent)) {
        (_, Ok(exponent)) => base.checked_pow(exponent),
        (0 | 1, Err(_)) if exponent > 0 => Some(base),
        (-1, Err(_)) if exponent > 0 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        (_, Err(_)) => None,
    }
}

impl Expr {
    /// An operator on two arguments.
    pub(super) fn two(operator: Operator, first: Expr, second: Expr) -> Expr {
        Expr::Apply(operator, vec![first, second])
    }

    /// The value of the expression if the variables have these values; `None` if it is undefined.
    pub fn value(&self, of: &impl Fn(usize) -> i64) -> Option<i64> {
        match self {
            Expr::Number(number) | Expr::Word(number) => Some(*number),
            Expr::Variable(variable) => Some(of(*variable)),
            Expr::Apply(operator, args) => {
                let mut few = [0; FEW];
                if let Some(values) = few.get_mut(..args.len()) {
                    for (value, arg) in values.iter_mut().zip(args) {
                        *value = arg.value(of)?;
                    }
                    return operator.apply(values);
                }
                let args: Option<Vec<i64>> = args.iter().map(|arg| arg.value(of)).collect();
                operator.apply(&args?)
            }
        }
    }

    /// Whether it mentions a variable.
    pub(super) fn has_variable(&self) -> bool {
        match self {
            Expr::Number(_) | Expr::Word(_) => false,
            Expr::Variable(_) => true,
            Expr::Apply(_, args) => args.iter().any(Expr::has_variable),
        }
    }

    /// Whether the expression may have no value, for all that its text says.
    pub(super) fn is_partial(&self) -> bool {
        let Expr::Apply(operator, args) = self else { return false };
        let is_defined = match (operator, &args[..]) {
            (Operator::Div | Operator::Mod, [_, Expr::Number(divisor)]) => *divisor != 0,
            (Operator::Pow, [_, Expr::Number(exponent)]) => *exponent >= 0,
            (operator, _) => !matches!(operator, Operator::Div | Operator::Mod | Operator::Pow),
        };
        !is_defined || args.iter().any(Expr::is_partial)
    }

    /// The same expression with these in place of its variables.
    pub(super) fn replaced(&self, by: &impl Fn(usize) -> Expr) -> Expr {
        match self {
            Expr::Variable(variable) => by(*variable),
            Expr::Apply(operator, args) => {
                Expr::Apply(*operator, args.iter().map(|arg| arg.replaced(by)).collect())
            }
            Expr::Number(_) | Expr::Word(_) => self.clone(),
        }
    }

    /// Calls `visit` with each variable, as often as it occurs.
    pub fn each_variable(&self, visit: &mut impl FnMut(usize)) {
        match self {
            Expr::Number(_) | Expr::Word(_) => {}
            Expr::Variable(variable) => visit(*variable),
            Expr::Apply(_, args) => args.iter().for_each(|arg| arg.each_variable(visit)),
        }
    }

    /// The expression as files write it.
    pub fn text(&self, model: &Model) -> String {
        let mut text = String::new();
        self.write(model, &mut text);
        text
    }

    fn write(&self, model: &Model, text: &mut String) {
        match self {
            Expr::Number(number) => text.push_str(&number.to_string()),
            Expr::Word(number) => text.push_str(model.symbols.name(*number)),
            Expr::Variable(variable) => text.push_str(&model.variables[*variable].multiple()),
            Expr::Apply(operator, args) => {
                let set = usize::from(matches!(operator, Operator::In | Operator::NotIn));
                text.push_str(operator.name());
                text.push('(');
                for (at, arg) in args.iter().enumerate() {
                    text.push_str(if at > 0 { "," } else { "" });
                    text.push_str(if at == set && set > 0 { "set(" } else { "" });
                    arg.write(model, text);
                }
                text.push_str(match (set, args.len()) {
                    (1, 1) => ",set())",
                    (1, _) => "))",
                    _ => ")",
                });
            }
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<i64> for Expr {
    fn from(number: i64) -> Expr {
        Expr::Number(number)
    }
}
