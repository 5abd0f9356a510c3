//! A variable is the result of an operation on others.

use super::extremum::of_operands;
use super::operand::{compare, compares};
use super::rows::Rows;
use super::{
    Comparison, Condition, Csp, Extreme, Malformed, Operand, Operator, Ranges, Rule, Terms, Value,
    VarId,
};
use crate::domains::{Domains, Effort, Empty, Step};
use crate::program::{Part, Sum};
use itertools::Itertools;

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
        // What is compared with a word is a word.
        let of = self.inputs().first().copied();
        let of = of.filter(|_| matches!(self.operator, Operator::Eq | Operator::Ne));
        let text = |argument: &Operand| match (argument, of) {
            (&Operand::Constant(value), Some(of)) => csp.value_text(of, value),
            _ => argument.describe(csp),
        };
        let arguments = self.arguments.iter().map(text).join(", ");
        let result = csp.name(self.result);
        match (&self.operator, &self.arguments[..]) {
            (Operator::In(set), &[Operand::Variable(of)]) => {
                format!("{result} = [{arguments} {}]", csp.within_text(of, set))
            }
            (Operator::In(set), _) => format!("{result} = [{arguments} {set}]"),
            (operator, _) => format!("{result} = {}({arguments})", operator.name()),
        }
    }
}

/// So many combinations of values are tried one by one, during a search and before it.
const MAX_COMBINATIONS: usize = 400;

const MAX_COMBINATIONS_ONCE: usize = 20_000;

pub(super) fn propagate(domains: &mut Domains, operation: &Operation) -> Step {
    let Operation { operator, arguments, result } = operation;
    let result = *result;
    if operator.is_statement() {
        domains.between(result, 0, 1)?;
    }
    if domains.effort == Effort::Once {
        let inputs = operation.inputs();
        let sizes = inputs.iter().map(|&input| domains.size(input));
        let number = sizes.fold(1_usize, usize::saturating_mul);
        if inputs.len() == 1 || number <= MAX_COMBINATIONS_ONCE {
            return supported(domains, operation, &inputs, number);
        }
    }
    match (operator, &arguments[..]) {
        (Operator::Min, list) => {
            of_operands(domains, list, Extreme::Minimum, &Condition::is(result))
        }
        (Operator::Max, list) => {
            of_operands(domains, list, Extreme::Maximum, &Condition::is(result))
        }
        (Operator::If, &[condition, then, other]) => {
            choose(domains, condition, [then, other], result.into())
        }
        (Operator::Eq, &[a, b]) => statement(domains, a, Comparison::Equal, b, result.into()),
        (Operator::Ne, &[a, b]) => statement(domains, a, Comparison::Different, b, result.into()),
        (Operator::Lt, &[a, b]) => statement(domains, a, Comparison::Less, b, result.into()),
        (Operator::Le, &[a, b]) => statement(domains, a, Comparison::AtMost, b, result.into()),
        (Operator::In(set), &[a]) => inside(domains, a, set, result.into()),
        (Operator::Not, &[a]) => same(domains, a, result.into(), true),
        (Operator::And, list) => all(domains, list, result.into(), true),
        (Operator::Or, list) => all(domains, list, result.into(), false),
        (Operator::Imp, &[a, b]) => implied(domains, a, b, result.into()),
        (Operator::Xor, list) => parity(domains, list, result.into(), false),
        (Operator::Iff, &[a, b]) => parity(domains, &[a, b], result.into(), true),
        _ => arithmetic(domains, operation),
    }
}

/// Whether an operand is true, which is whether it is not 0; `None` if that is open.
fn truth(domains: &Domains, operand: Operand) -> Option<bool> {
    match domains.may_be(operand, 0) {
        false => Some(true),
        true => (domains.choices(operand) == 1).then_some(false),
    }
}

fn make(domains: &mut Domains, operand: Operand, is_true: bool) -> Step {
    match is_true {
        true => domains.exclude(operand, 0),
        false => domains.keep(operand, 0, 0),
    }
}

/// The result says whether two operands compare so.
fn statement(
    domains: &mut Domains,
    first: Operand,
    comparison: Comparison,
    second: Operand,
    result: Operand,
) -> Step {
    domains.work += 1;
    match truth(domains, result) {
        Some(true) => compare(domains, first, comparison, second),
        Some(false) => compare(domains, first, comparison.opposite(), second),
        None => match compares(domains, first, comparison, second) {
            Some(is_true) => make(domains, result, is_true),
            None => Ok(()),
        },
    }
}

/// The result says whether the operand is in the set.
fn inside(domains: &mut Domains, operand: Operand, set: &Ranges, result: Operand) -> Step {
    match truth(domains, result) {
        Some(is_in) => domains.keep_if(operand, |value| set.contains(value) == is_in),
        None => {
            let (low, high) = (domains.least(operand), domains.most(operand));
            if set.covers(low, high) {
                return make(domains, result, true);
            }
            if !set.meets(low, high) {
                return make(domains, result, false);
            }
            if domains.choices(operand) > MAX_COMBINATIONS {
                return Ok(());
            }
            let values = domains.listed(operand);
            domains.work += values.len() as u64;
            let number = values.iter().filter(|&&value| set.contains(value)).count();
            match number {
                0 => make(domains, result, false),
                number if number == values.len() => make(domains, result, true),
                _ => Ok(()),
            }
        }
    }
}

/// Both are true, or neither; with `negated`, exactly one.
fn same(domains: &mut Domains, first: Operand, second: Operand, negated: bool) -> Step {
    if let Some(is_true) = truth(domains, first) {
        make(domains, second, is_true != negated)?;
    }
    if let Some(is_true) = truth(domains, second) {
        make(domains, first, is_true != negated)?;
    }
    Ok(())
}

/// The result says whether all are true; without `is_and`, whether any is.
fn all(domains: &mut Domains, list: &[Operand], result: Operand, is_and: bool) -> Step {
    domains.work += list.len() as u64;
    // What decides the result alone is `!is_and`.
    let mut open = None;
    let mut number = 0;
    for &operand in list {
        match truth(domains, operand) {
            Some(is_true) if is_true != is_and => return make(domains, result, !is_and),
            Some(_) => {}
            None => (open, number) = (Some(operand), number + 1),
        }
    }
    let Some(open) = open else { return make(domains, result, is_and) };
    match truth(domains, result) {
        Some(is_true) if is_true == is_and => {
            list.iter().try_for_each(|&operand| make(domains, operand, is_and))
        }
        Some(_) if number == 1 => make(domains, open, !is_and),
        _ => Ok(()),
    }
}

fn implied(domains: &mut Domains, first: Operand, second: Operand, result: Operand) -> Step {
    match (truth(domains, first), truth(domains, second), truth(domains, result)) {
        (Some(false), _, _) | (_, Some(true), _) => make(domains, result, true),
        (Some(true), Some(false), _) => make(domains, result, false),
        (Some(true), _, Some(is_true)) => make(domains, second, is_true),
        (_, Some(false), Some(is_true)) => make(domains, first, !is_true),
        (_, _, Some(false)) => {
            make(domains, first, true)?;
            make(domains, second, false)
        }
        _ => Ok(()),
    }
}

/// The result says whether an odd number is true; with `is_even`, an even number.
fn parity(domains: &mut Domains, list: &[Operand], result: Operand, is_even: bool) -> Step {
    domains.work += list.len() as u64;
    let (mut odd, mut open, mut number) = (is_even, None, 0);
    for &operand in list.iter().chain([&result]) {
        match truth(domains, operand) {
            Some(is_true) => odd ^= is_true,
            None => (open, number) = (Some(operand), number + 1),
        }
    }
    match (open, number) {
        (None, _) if odd => Err(Empty),
        (Some(operand), 1) => make(domains, operand, odd),
        _ => Ok(()),
    }
}

/// The result is one of two operands, as the condition says.
fn choose(
    domains: &mut Domains,
    condition: Operand,
    branches: [Operand; 2],
    result: Operand,
) -> Step {
    domains.work += 2;
    if truth(domains, condition).is_none() {
        for (branch, is_true) in branches.into_iter().zip([true, false]) {
            if compares(domains, branch, Comparison::Equal, result) == Some(false) {
                make(domains, condition, !is_true)?;
            }
        }
    }
    match truth(domains, condition) {
        Some(is_true) => {
            compare(domains, branches[usize::from(!is_true)], Comparison::Equal, result)
        }
        None => {
            let low = branches.map(|branch| domains.least(branch));
            let high = branches.map(|branch| domains.most(branch));
            domains.keep(result, low[0].min(low[1]), high[0].max(high[1]))
        }
    }
}

/// The result of an operation on one or two operands.
fn arithmetic(domains: &mut Domains, operation: &Operation) -> Step {
    let &[first, ref others @ ..] = &operation.arguments[..] else { return Ok(()) };
    let (operator, result) = (&operation.operator, operation.result.into());
    let second = others.first().copied().unwrap_or(Operand::Constant(0));
    if others.len() > 1 {
        return Ok(());
    }
    let inputs = operation.inputs();
    let sizes = inputs.iter().map(|&input| domains.size(input));
    let number = sizes.fold(1_usize, usize::saturating_mul);
    if number > MAX_COMBINATIONS {
        bounds(domains, operator, first, second, result)?;
        if let (Operator::Mul, Effort::Once, Operand::Variable(one), Operand::Variable(other)) =
            (operator, domains.effort, first, second)
        {
            divisors(domains, one, other, operation.result)?;
            divisors(domains, other, one, operation.result)?;
        }
        let is_open = inputs.iter().filter(|&&input| !domains.is_fixed(input)).count() > 1;
        if is_open || number > MAX_VALUES {
            return Ok(());
        }
    }
    supported(domains, operation, &inputs, number)
}

/// Each value of an argument needs a combination with a result, and each result a combination that has it.
fn supported(
    domains: &mut Domains,
    operation: &Operation,
    inputs: &[VarId],
    number: usize,
) -> Step {
    domains.work += number as u64;
    let values: Vec<Vec<i64>> =
        inputs.iter().map(|&input| domains.values(input).collect()).collect();
    let mut can: Vec<Vec<bool>> = values.iter().map(|values| vec![false; values.len()]).collect();
    let of = |operand: Operand| inputs.iter().position(|&one| Some(one) == operand.variable());
    let places: Vec<Option<usize>> = operation.arguments.iter().map(|&one| of(one)).collect();
    let own = of(operation.result.into());
    let mut arguments: Vec<i64> =
        operation.arguments.iter().map(|&one| domains.least(one)).collect();
    let mut picked = vec![0; inputs.len()];
    let mut results = Vec::new();
    loop {
        for (argument, place) in arguments.iter_mut().zip(&places) {
            if let Some(at) = *place {
                *argument = values[at][picked[at]];
            }
        }
        let result = operation.operator.apply(&arguments).filter(|&result| match own {
            Some(at) => values[at][picked[at]] == result,
            None => domains.has(operation.result, result),
        });
        if let Some(result) = result {
            picked.iter().zip(&mut can).for_each(|(&at, can)| can[at] = true);
            results.push(result);
        }
        let Some(next) = (0..picked.len()).rfind(|&at| picked[at] + 1 < values[at].len()) else {
            break;
        };
        picked[next] += 1;
        picked[next + 1..].fill(0);
    }
    for ((&input, values), can) in inputs.iter().zip(&values).zip(&can) {
        for (&value, _) in values.iter().zip(can).filter(|(_, can)| !**can) {
            domains.remove(input, value)?;
        }
    }
    results.sort_unstable();
    results.dedup();
    let result = operation.result;
    if results.len() < domains.size(result) {
        let (&least, &most) = results.first().zip(results.last()).ok_or(Empty)?;
        domains.between(result, least, most)?;
        let is_small = domains.size(result) <= MAX_VALUES || domains.effort == Effort::Once;
        if results.len() < domains.size(result) && is_small {
            return domains.retain(result, |value| results.binary_search(&value).is_ok());
        }
    }
    Ok(())
}

/// The most pairs of a product and a factor of which each factor is checked.
const MAX_PAIRS: usize = 5_000_000;

/// A value of the factor needs a product and a value of the other factor that fit.
fn divisors(domains: &mut Domains, factor: VarId, other: VarId, product: VarId) -> Step {
    let pairs = domains.size(factor).saturating_mul(domains.size(product));
    if pairs > MAX_PAIRS {
        return Ok(());
    }
    domains.work += pairs as u64;
    let products: Vec<i64> = domains.values(product).collect();
    let fits = |factor: i64, product: i64| match factor {
        0 => product == 0,
        _ => product % factor == 0 && domains.has(other, product / factor),
    };
    let values = domains.values(factor);
    let gone = values.filter(|&value| !products.iter().any(|&product| fits(value, product)));
    let gone: Vec<i64> = gone.collect();
    gone.into_iter().try_for_each(|value| domains.remove(factor, value))
}

/// Values of larger domains are not looked at one by one.
const MAX_VALUES: usize = 20_000;

/// Bounds of the result where there are too many combinations, and of the arguments of a product.
fn bounds(
    domains: &mut Domains,
    operator: &Operator,
    first: Operand,
    second: Operand,
    result: Operand,
) -> Step {
    let (a, b) = (ends(domains, first), ends(domains, second));
    let size = |(low, high): (i64, i64)| low.abs().max(high.abs());
    match operator {
        Operator::Mul => {
            let corners =
                [a.0, a.1].into_iter().flat_map(|x| [b.0, b.1].map(|y| x.saturating_mul(y)));
            let low = corners.clone().min().unwrap_or(i64::MIN);
            domains.keep(result, low, corners.max().unwrap_or(i64::MAX))?;
            factor(domains, result, second, first)?;
            factor(domains, result, first, second)
        }
        Operator::Sqr => {
            let most = size(a).saturating_mul(size(a));
            let least = if a.0 <= 0 && a.1 >= 0 { 0 } else { a.0.abs().min(a.1.abs()) };
            domains.keep(result, least.saturating_mul(least), most)?;
            let root = domains.most(result).max(0).isqrt();
            domains.keep(first, -root, root)
        }
        Operator::Div if b.0 > 0 => {
            let corners = [a.0, a.1].into_iter().flat_map(|x| [b.0, b.1].map(|y| x / y));
            let low = corners.clone().min().unwrap_or(i64::MIN);
            domains.keep(result, low, corners.max().unwrap_or(i64::MAX))?;
            let (low, high) = ends(domains, result);
            let most = if high >= 0 { (high + 1).saturating_mul(b.1) - 1 } else { i64::MAX };
            let least = if low <= 0 { (low - 1).saturating_mul(b.1) + 1 } else { low * b.0 };
            let most = if high < 0 { high * b.0 } else { most };
            domains.keep(first, least, most)
        }
        Operator::Mod => {
            let most = size(b) - 1;
            let low = if a.0 >= 0 { 0 } else { -most.min(-a.0) };
            domains.keep(result, low, if a.1 <= 0 { 0 } else { most.min(a.1) })
        }
        Operator::Abs => {
            let least = if a.0 <= 0 && a.1 >= 0 { 0 } else { a.0.abs().min(a.1.abs()) };
            domains.keep(result, least, size(a))?;
            let most = domains.most(result);
            domains.keep(first, -most, most)
        }
        Operator::Dist => {
            let least = (a.0 - b.1).max(b.0 - a.1).max(0);
            domains.keep(result, least, (a.1 - b.0).max(b.1 - a.0))?;
            let most = domains.most(result);
            domains.keep(first, b.0 - most, b.1 + most)?;
            let a = ends(domains, first);
            domains.keep(second, a.0 - most, a.1 + most)
        }
        _ => Ok(()),
    }
}

fn ends(domains: &Domains, operand: Operand) -> (i64, i64) {
    (domains.least(operand), domains.most(operand))
}

/// Bounds of one factor of a product, if all numbers are positive.
fn factor(domains: &mut Domains, product: Operand, other: Operand, factor: Operand) -> Step {
    let (p, o) = (ends(domains, product), ends(domains, other));
    if p.0 <= 0 || o.0 <= 0 || domains.least(factor) < 0 {
        return Ok(());
    }
    domains.keep(factor, (p.0 + o.1 - 1) / o.1, p.1 / o.0)
}

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
