//! Equations of adders: the number of true inputs equals the digit plus twice the carry.
//!
//! They follow from the definitions of both, rounded up once. With them, a sum over the inputs becomes a sum
//! over the digits of their number.

use cnfetti_encodings::Lit;

use crate::combination::{Combination, Scale};
use crate::derivation::Defined;
use crate::engine::{Engine, Id};
use crate::inequality::{Inequality, TooLarge};

/// The facts that the number of true inputs is at least, and at most, the digit plus twice the carry.
#[derive(Debug)]
pub(crate) struct Equation {
    counted: Vec<Lit>,
    at_least: usize,
    at_most: usize,
}

/// The equations of all adders among these definitions, in which each carry comes before its digit. Only sums
/// use these facts.
pub(crate) fn of(definitions: &[Defined], engine: &mut Engine) -> Result<Vec<Equation>, TooLarge> {
    let mut found = Vec::new();
    for (carry, digit) in definitions.iter().zip(definitions.iter().skip(1)) {
        let counted: Vec<Lit> = carry.sum.terms().iter().map(|&(_, lit)| lit).collect();
        let ones = || counted.iter().map(|&lit| (1, lit));
        let expected = Inequality::at_least(ones().chain([(2, !carry.lit)]), 3)?;
        let is_carry = carry.sum == Inequality::at_least(ones(), 2)?;
        if !is_carry || digit.sum != expected || !matches!(counted.len(), 2 | 3) {
            continue;
        }
        let number = || [(2, carry.lit), (1, digit.lit)];
        let less = number().map(|(weight, lit)| (-weight, lit));
        let at_least = Inequality::at_least(ones().chain(less), 0)?;
        let at_most = Inequality::at_least(ones().map(|(_, lit)| (-1, lit)).chain(number()), 0)?;
        let is_full = counted.len() == 3;
        let rounded = |one, other, times| Id::Rounded { one, other, times, divisor: times + 1 };
        found.push(Equation {
            at_least: engine.add_idle(at_least, rounded(carry.reaches, digit.reaches, 2)),
            at_most: engine.add_idle(
                at_most,
                rounded(carry.misses, digit.misses, if is_full { 2 } else { 1 }),
            ),
            counted,
        });
    }
    Ok(found)
}

/// Replaces the inputs of adders in a sum by digits and carries, one adder at a time.
pub(crate) fn replace(sum: &mut Combination, equations: &[Equation], engine: &Engine) {
    for equation in equations {
        let mut weights = equation.counted.iter().map(|&lit| sum.weight(lit));
        let weight = weights.next().unwrap_or(0);
        if weight == 0 || weights.any(|other| other != weight) {
            continue;
        }
        let fact = if weight > 0 { equation.at_most } else { equation.at_least };
        sum.add(engine, fact, Scale { own: 1, other: weight.abs() });
    }
}
