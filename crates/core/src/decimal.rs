//! Quotients of integers, written as decimal numbers.

use std::fmt;

/// The most decimals that are written exactly.
const MOST_DECIMALS: usize = 19;

/// A value of an objective, which is a float if there is a unit: then it is the value divided by the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The integer that is optimized.
    pub value: i64,
    /// What to divide it by.
    pub unit: Option<i64>,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unit {
            None => self.value.fmt(f),
            Some(unit) => f.write_str(&decimal(self.value, unit)),
        }
    }
}

/// A number divided by a positive one, as MiniZinc writes floats: exact if the quotient has finitely many decimals, else
/// the nearest float of 64 bits.
pub fn decimal(number: i64, unit: i64) -> String {
    let (number, unit) = (i128::from(number), i128::from(unit));
    let (mut power, mut decimals) = (1_i128, 0);
    while number * (power % unit) % unit != 0 && decimals < MOST_DECIMALS {
        power *= 10;
        decimals += 1;
    }
    if number * (power % unit) % unit != 0 {
        return format!("{:?}", number as f64 / unit as f64);
    }
    // The whole part and the rest are multiplied apart: the product could exceed 128 bits.
    let (whole, rest) = (number.abs() / unit, number.abs() % unit * power / unit);
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{whole}.{rest:0>width$}", width = decimals.max(1))
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn quotients_are_written_as_decimals() {
        for (number, unit, text) in [
            (3, 2, "1.5"),
            (-1, 8, "-0.125"),
            (7, 1, "7.0"),
            (20, 10, "2.0"),
            (1, 3, "0.3333333333333333"),
            (6, 3, "2.0"),
            (3, 6, "0.5"),
            (-101, 100, "-1.01"),
            (0, 5, "0.0"),
            (-1, 1000, "-0.001"),
            (i64::MAX, 1, "9223372036854775807.0"),
            (1, 1_000_000_000_000_000_000, "0.000000000000000001"),
            (i64::MAX, 1_000_000_000_000_000_000, "9.223372036854775807"),
        ] {
            assert_eq!(decimal(number, unit), text);
        }
    }
}
