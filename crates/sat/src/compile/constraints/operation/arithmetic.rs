//! Products, quotients, powers and distances, digit by digit.

use cnfetti_encodings::integer::Binary;
use cnfetti_encodings::{Bit, Relation, comparison};
use itertools::Itertools;

use super::Encoder;
use cnfetti_core::csp::{Operand, Operation, Operator, VarId};

/// Appends the clauses. Where a variable has no values the formula has no model already.
pub(super) fn encode(out: &mut Encoder<'_>, operation: &Operation) {
    let Some(result) = out.binary(operation.result.into()) else { return };
    let arguments = operation.arguments.iter().map(|&argument| out.binary(argument));
    let Some(arguments) = arguments.collect::<Option<Vec<Binary>>>() else { return };
    match (&operation.operator, &arguments[..]) {
        (Operator::Mul, [a, b]) => {
            let product = a.times(out.cnf, b);
            out.same_number_if(Bit::True, &product, &result);
        }
        (Operator::Sqr, [a]) => {
            let square = a.times(out.cnf, a);
            out.same_number_if(Bit::True, &square, &result);
        }
        (Operator::Abs, [a]) => out.absolute(a, &result),
        (Operator::Dist, [a, b]) => {
            let difference = a.plus(out.cnf, &b.negated());
            out.absolute(&difference, &result);
        }
        (Operator::Div, [a, b]) => {
            let most = b.min().abs().max(b.max().abs()) - 1;
            match Binary::within(out.cnf, -most..=most) {
                Some(rest) => out.division(a, b, &result, &rest),
                // Only 0 is left to divide by.
                None => out.cnf.add_clause([]),
            }
        }
        (Operator::Mod, [a, b]) => {
            let least = b.min().max(-b.max()).max(1);
            let most = a.min().abs().max(a.max().abs()) / least;
            let quotient = Binary::within(out.cnf, -most..=most);
            if let Some(quotient) = quotient {
                out.division(a, b, &quotient, &result);
            }
        }
        (Operator::Pow, [base, _]) => power(out, operation, base, &result),
        _ => unreachable!("other operators are encoded otherwise"),
    }
}

/// The result says how two numbers compare.
pub(super) fn compares(out: &mut Encoder<'_>, operation: &Operation) {
    let [a, b] =
        [operation.arguments[0], operation.arguments[1]].map(|operand| out.binary(operand));
    let (Some(a), Some(b)) = (a, b) else { return };
    let is_so = match operation.operator {
        Operator::Lt => comparison::reify(out.cnf, &a.plus_constant(1), Relation::AtMost, &b),
        Operator::Le => comparison::reify(out.cnf, &a, Relation::AtMost, &b),
        Operator::Ne => !comparison::reify(out.cnf, &a, Relation::Exactly, &b),
        _ => comparison::reify(out.cnf, &a, Relation::Exactly, &b),
    };
    let holds = out.statement(operation.result);
    out.clause([!is_so, holds]);
    out.clause([is_so, !holds]);
}

/// The result is one of the numbers, and none is beyond it.
pub(super) fn extreme(out: &mut Encoder<'_>, operation: &Operation) {
    let Some(result) = out.binary(operation.result.into()) else { return };
    let relation = match operation.operator {
        Operator::Min => Relation::AtLeast,
        _ => Relation::AtMost,
    };
    let mut some = Vec::new();
    for &argument in operation.arguments.iter().unique() {
        if argument == Operand::Variable(operation.result) {
            some.push(Bit::True);
            continue;
        }
        let Some(number) = out.binary(argument) else { return };
        comparison::encode(out.cnf, &number, relation, &result, out.choices.form);
        some.push(comparison::reify(out.cnf, &number, Relation::Exactly, &result));
    }
    out.clause(some);
}

/// Both are equal in this case.
pub(super) fn same_if(out: &mut Encoder<'_>, case: Bit, a: Operand, b: Operand) {
    if let (Some(a), Some(b)) = (out.binary(a), out.binary(b)) {
        out.same_number_if(case, &a, &b);
    }
}

impl Encoder<'_> {
    fn binary(&mut self, operand: Operand) -> Option<Binary> {
        match operand {
            Operand::Variable(variable) => self.map.binary(self.cnf, variable),
            Operand::Constant(number) => Some(Binary::constant(number.into())),
        }
    }

    /// Both are equal in this case.
    fn same_number_if(&mut self, case: Bit, a: &Binary, b: &Binary) {
        let form = self.choices.form;
        match case {
            Bit::False => {}
            Bit::True => comparison::encode(self.cnf, a, Relation::Exactly, b, form),
            Bit::Lit(case) => {
                comparison::encode_if(self.cnf, case, a, Relation::Exactly, b, form);
            }
        }
    }

    /// The result is the number without its sign.
    fn absolute(&mut self, number: &Binary, result: &Binary) {
        let is_positive = number.at_least(self.cnf, 0);
        self.same_number_if(is_positive, number, result);
        self.same_number_if(!is_positive, &number.negated(), result);
    }

    /// a = b · quotient + rest, where the rest is smaller than b and has the sign of a: there is one
    /// such quotient and one rest, unless b is 0.
    fn division(&mut self, a: &Binary, b: &Binary, quotient: &Binary, rest: &Binary) {
        let product = b.times(self.cnf, quotient);
        let sum = product.plus(self.cnf, rest);
        self.same_number_if(Bit::True, &sum, a);
        let [size_of_rest, size_of_b] = [rest, b].map(|number| {
            let most = number.min().abs().max(number.max().abs());
            let size = Binary::within(self.cnf, 0..=most);
            let size = size.unwrap_or_else(|| Binary::constant(0));
            self.absolute(number, &size);
            size
        });
        let more = size_of_rest.plus_constant(1);
        comparison::encode(self.cnf, &more, Relation::AtMost, &size_of_b, self.choices.form);
        // Not negative with a, not positive with a.
        for (from, sign) in [(0, true), (1, false)] {
            let [of_a, of_rest] = [a, rest].map(|number| {
                let reached = number.at_least(self.cnf, from);
                if sign { reached } else { !reached }
            });
            self.clause([!of_a, of_rest]);
        }
    }
}

/// Numbers from this on have no cube among the values.
const NO_CUBE: i64 = 1_291;

/// For each exponent: the first two powers as they are, others base by base.
fn power(out: &mut Encoder<'_>, operation: &Operation, base: &Binary, result: &Binary) {
    let exponents: Vec<i64> = match operation.arguments[1] {
        Operand::Constant(number) => vec![number.into()],
        Operand::Variable(variable) => out.map.domain(variable).iter().map(|&v| v.into()).collect(),
    };
    let mut few = None;
    for exponent in exponents {
        let case = match operation.arguments[1] {
            Operand::Constant(_) => Bit::True,
            Operand::Variable(variable) => out.map.equals(out.cnf, variable, exponent),
        };
        match exponent {
            ..0 => out.clause([!case]),
            0 => out.same_number_if(case, &Binary::constant(1), result),
            1 => out.same_number_if(case, base, result),
            2 => {
                let square = base.times(out.cnf, base);
                out.same_number_if(case, &square, result);
            }
            _ => {
                let few = few.get_or_insert_with(|| Few::new(out, base));
                few.power(out, case, exponent, operation.result);
            }
        }
    }
}

/// The bases that are small enough to have a cube.
struct Few {
    /// Each with whether the base is it.
    bases: Vec<(i64, Bit)>,
}

impl Few {
    fn new(out: &mut Encoder<'_>, base: &Binary) -> Few {
        let possible = base.min().max(-NO_CUBE)..=base.max().min(NO_CUBE);
        Few { bases: possible.map(|number| (number, base.equals(out.cnf, number))).collect() }
    }

    fn power(&self, out: &mut Encoder<'_>, case: Bit, exponent: i64, result: VarId) {
        out.clause(self.bases.iter().map(|&(_, is_it)| is_it).chain([!case]));
        for &(number, is_it) in &self.bases {
            let power = Operator::Pow.apply(&[number, exponent]);
            let reached = power.map_or(Bit::False, |power| out.map.equals(out.cnf, result, power));
            out.clause([!case, !is_it, reached]);
        }
    }
}
