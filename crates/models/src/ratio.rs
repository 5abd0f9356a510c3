//! Exact fractions.

/// A fraction in lowest terms; the denominator is positive. Every operation is `None` if a number gets too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ratio {
    pub(crate) numerator: i128,
    pub(crate) denominator: i128,
}

impl Ratio {
    pub(crate) const ZERO: Ratio = Ratio { numerator: 0, denominator: 1 };
    pub(crate) const ONE: Ratio = Ratio { numerator: 1, denominator: 1 };

    pub(crate) fn whole(number: i64) -> Ratio {
        Ratio { numerator: number.into(), denominator: 1 }
    }

    /// The quotient; `None` if the divisor is 0.
    pub(crate) fn of(numerator: i128, denominator: i128) -> Option<Ratio> {
        if denominator == 0 {
            return None;
        }
        let common = gcd(numerator.checked_abs()?, denominator.checked_abs()?);
        let common = if denominator < 0 { -common } else { common };
        Some(Ratio { numerator: numerator / common, denominator: denominator / common })
    }

    /// Reads a decimal number such as `-1.5e-3`.
    pub(crate) fn parse(text: &str) -> Option<Ratio> {
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let exponent: i64 = exponent.parse().ok()?;
        let number: i128 = format!("{whole}{decimals}").parse().ok()?;
        if number == 0 {
            return Some(Ratio::ZERO);
        }
        let shift = exponent.checked_sub(i64::try_from(decimals.len()).ok()?)?;
        let power = 10_i128.checked_pow(u32::try_from(shift.unsigned_abs()).ok()?)?;
        match shift < 0 {
            true => Ratio::of(number, power),
            false => Ratio::of(number.checked_mul(power)?, 1),
        }
    }

    pub(crate) fn plus(self, other: Ratio) -> Option<Ratio> {
        let one = self.numerator.checked_mul(other.denominator)?;
        let other_one = other.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(other.denominator)?;
        Ratio::of(one.checked_add(other_one)?, denominator)
    }

    pub(crate) fn times(self, other: Ratio) -> Option<Ratio> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        Ratio::of(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    pub(crate) fn over(self, other: Ratio) -> Option<Ratio> {
        self.times(Ratio::of(other.denominator, other.numerator)?)
    }

    pub(crate) fn negated(self) -> Ratio {
        Ratio { numerator: -self.numerator, ..self }
    }

    /// The largest integer that is not greater.
    pub(crate) fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    /// The smallest integer that is not less.
    pub(crate) fn ceil(self) -> i128 {
        -self.negated().floor()
    }

    pub(crate) fn is_whole(self) -> bool {
        self.denominator == 1
    }
}

/// The least common multiple of two positive numbers; `None` if it is too large.
pub(crate) fn common_multiple(one: i128, other: i128) -> Option<i128> {
    (one / gcd(one, other)).checked_mul(other)
}

/// The greatest common divisor of two numbers that are not negative; 1 if both are 0.
pub(crate) fn gcd(mut one: i128, mut other: i128) -> i128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.max(1)
}

#[cfg(test)]
mod tests {
    use super::Ratio;

    #[test]
    fn decimals_are_exact() {
        for (text, numerator, denominator) in [
            ("1.5", 3, 2),
            ("-0.125", -1, 8),
            ("9.799999999999999", 9_799_999_999_999_999, 1_000_000_000_000_000),
            ("1e-05", 1, 100_000),
            ("2.5E3", 2500, 1),
            ("+2.5e+1", 25, 1),
            ("-0.0", 0, 1),
            ("0e999999", 0, 1),
            ("-0.5e-2", -5, 1000),
        ] {
            assert_eq!(Ratio::parse(text), Ratio::of(numerator, denominator), "{text}");
        }
        for text in ["1e99", "1e-99", "12345678901234567890123456789012345678901.5", "1e", ""] {
            assert_eq!(Ratio::parse(text), None, "{text}");
        }
    }

    #[test]
    fn fractions_are_rounded_both_ways() {
        for (numerator, denominator, floor, ceil) in
            [(7, 2, 3, 4), (-7, 2, -4, -3), (6, 3, 2, 2), (-1, 5, -1, 0), (0, 9, 0, 0)]
        {
            let ratio = Ratio::of(numerator, denominator).unwrap();
            assert_eq!((ratio.floor(), ratio.ceil()), (floor, ceil));
            assert_eq!(ratio.is_whole(), floor == ceil);
        }
    }
}
