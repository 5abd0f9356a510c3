//! Floats as arguments of constraints, and how numbers are spelled.

use itertools::Itertools;

use super::Value;
use super::draw::name;
use super::fraction::Fraction;
use crate::random_csp::Random;

/// A float as an argument.
#[derive(Clone)]
pub(super) enum Arg {
    Number(String, Fraction),
    Variable(usize),
}

impl Arg {
    pub(super) fn text(&self) -> String {
        match self {
            Arg::Number(text, _) => text.clone(),
            Arg::Variable(at) => name(*at),
        }
    }

    pub(super) fn value(&self, values: &[Value]) -> Fraction {
        match self {
            Arg::Number(_, number) => *number,
            Arg::Variable(at) => match &values[*at] {
                Value::Float(fraction) => *fraction,
                value => panic!("{value:?} is no float"),
            },
        }
    }
}

pub(super) fn texts(list: &[Arg]) -> String {
    list.iter().map(Arg::text).join(",")
}

/// A number with few decimals, in one of its spellings.
pub(super) fn number(random: &mut Random) -> Arg {
    let number = match random.below(3) {
        0 => random.below(9) as i64 - 4,
        _ => random.below(61) as i64 - 30,
    };
    let decimals = [0, 0, 1, 2][random.below(4)];
    spelled(random, number, decimals)
}

/// `number / 10^decimals`
pub(super) fn spelled(random: &mut Random, number: i64, decimals: u32) -> Arg {
    let power = 10_i64.pow(decimals);
    let (sign, size) = (if number < 0 { "-" } else { "" }, number.abs());
    let (whole, rest) = (size / power, size % power);
    let plain = match decimals {
        0 => format!("{sign}{whole}.0"),
        _ => format!("{sign}{whole}.{rest:0>width$}", width = decimals as usize),
    };
    let text = match random.below(6) {
        0 => format!("{number}e-{decimals}"),
        1 => format!("{number}.0E-0{decimals}"),
        2 => format!("{plain}0"),
        3 => format!("{plain}e+0"),
        _ => plain,
    };
    Arg::Number(text, Fraction(number.into(), power.into()))
}

/// A number for which a comparison is interesting: one that is attained, if it has few decimals.
pub(super) fn near(random: &mut Random, attained: Fraction) -> Arg {
    let scaled = attained.times(Fraction::of(1000));
    let whole = i64::try_from(scaled.0 / scaled.1);
    match whole {
        Ok(whole) if random.below(4) > 0 && whole.abs() < 1_000_000_000 => {
            let near = whole + random.below(3) as i64 - 1;
            spelled(random, near, 3)
        }
        _ => number(random),
    }
}

pub(super) fn weight(random: &mut Random) -> Arg {
    match random.below(4) {
        0 => spelled(random, 1, 0),
        1 => spelled(random, -1, 0),
        _ => number(random),
    }
}

pub(super) fn sum(weights: &[Arg], list: &[Arg], values: &[Value]) -> Fraction {
    let products =
        weights.iter().zip(list).map(|(w, one)| w.value(values).times(one.value(values)));
    products.fold(Fraction::of(0), Fraction::plus)
}
