//! Weighted sums and operations.

use cnfetti::csp::{Constraint, Csp, Linear, Operand, Operation, Operator, Ranges, Terms, Value};

use super::{Random, any_variable};

/// A weighted sum with any condition; often an equation, sometimes of two variables, each of which then
/// follows from the other.
pub(super) fn random_linear(random: &mut Random, csp: &Csp) -> Constraint {
    let mut scope = random.scope(csp, 1);
    let mut within = random_ranges(random);
    if random.one_in(3) {
        scope.truncate(2 + random.below(2));
        within = Ranges::exactly(random.below(9) as i64 - 2);
    }
    let terms = scope.into_iter().map(|variable| (variable, random.below(9) as i64 - 4));
    Linear { terms: Terms::new(terms.collect::<Vec<_>>()), within }.into()
}

/// An equation of two variables, each of which follows from the other.
pub(super) fn equation_of_two(random: &mut Random, csp: &Csp) -> Constraint {
    let mut scope = random.scope(csp, 2);
    scope.truncate(2);
    let sign = [1, -1][random.below(2)];
    let terms = scope.into_iter().zip([1, sign]);
    let within = Ranges::exactly(random.below(5) as i64 - 1);
    Linear { terms: Terms::new(terms.collect::<Vec<_>>()), within }.into()
}

/// Bounds, intervals, sets, and their complements; also everything and nothing.
pub(crate) fn random_ranges(random: &mut Random) -> Ranges {
    let mut number = || random.below(13) as i64 - 4;
    let [a, b, c, d] = [number(), number(), number(), number()];
    let ranges = match random.below(6) {
        0 => Ranges::at_most(a),
        1 => Ranges::exactly(a),
        2 => Ranges::between(a, b),
        3 => Ranges::of([a, b, c, d]),
        4 => Ranges::of_intervals([(a, a + b.abs()), (c, c + d.abs())]),
        _ => Ranges::of([a]),
    };
    if random.one_in(2) { ranges.complement() } else { ranges }
}

/// All operators.
pub(crate) fn operators(random: &mut Random) -> Vec<Operator> {
    vec![
        Operator::Add,
        Operator::Sub,
        Operator::Mul,
        Operator::Div,
        Operator::Mod,
        Operator::Pow,
        Operator::Abs,
        Operator::Dist,
        Operator::Min,
        Operator::Max,
        Operator::Neg,
        Operator::Sqr,
        Operator::If,
        Operator::Eq,
        Operator::Ne,
        Operator::Lt,
        Operator::Le,
        Operator::And,
        Operator::Or,
        Operator::Xor,
        Operator::Not,
        Operator::Imp,
        Operator::Iff,
        Operator::In(random_ranges(random)),
    ]
}

/// Any operator on variables, which may repeat, and on constants.
pub(super) fn random_operation(random: &mut Random, csp: &Csp) -> Constraint {
    let mut all = operators(random);
    let operator = all.swap_remove(random.below(all.len()));
    operation(random, csp, operator).into()
}

/// This operator on some of the variables.
pub(crate) fn operation(random: &mut Random, csp: &Csp, operator: Operator) -> Operation {
    let any = |random: &mut Random| any_variable(random, csp);
    let (least, most) = operator.arity();
    let number = least + random.below(most.min(least.max(4)) - least + 1);
    // Mostly different variables, as far as there are enough.
    let mut fresh = random.scope(csp, csp.variables().len());
    let mut draw = |random: &mut Random| match fresh.pop() {
        Some(variable) if !random.one_in(8) => variable,
        _ => any(random),
    };
    let result = draw(random);
    let arguments = (0..number).map(|_| match random.one_in(5) {
        true => Operand::Constant(random.below(7) as Value - 3),
        false => Operand::Variable(draw(random)),
    });
    Operation { operator, arguments: arguments.collect(), result }
}
