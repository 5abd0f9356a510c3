//! Exact fractions.

/// A fraction in lowest terms; the denominator is positive. Every operation is `None` if a number gets too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ratio {
    pub(crate) numerator: i128,
    pub(crate) denominator: i128,
}

/// A number with as many digits was computed and rounded.
const DIGITS_OF_ROUNDED: usize = 15;

/// A rounded number is at most as far from what it stands for as this part of it, or of 1 if it is smaller.
const NEAR: i128 = 100_000_000_000_000;

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

    /// Reads a decimal number that a program may have computed. One with so many digits that it is a rounded number stands
    /// for the fraction with the smallest denominator that is as near as the rounding of a few steps allows:
    /// `8.449999999999999` for 169/20, `0.3333333333333333` for a third.
    pub(crate) fn parse_rounded(text: &str) -> Option<Ratio> {
        let exact = Ratio::parse(text)?;
        let digits = text.split(['e', 'E']).next()?.bytes().filter(u8::is_ascii_digit);
        if digits.skip_while(|&digit| digit == b'0').count() < DIGITS_OF_ROUNDED {
            return Some(exact);
        }
        let Ratio { numerator, denominator } = exact;
        if numerator.abs().checked_mul(NEAR).is_some_and(|scaled| scaled <= denominator) {
            return Some(Ratio::ZERO);
        }
        let room = denominator.max(numerator.abs());
        let end = |room: i128| {
            let numerator = numerator.checked_mul(NEAR)?.checked_add(room)?;
            Ratio::of(numerator, denominator.checked_mul(NEAR)?)
        };
        let ends = end(-room).zip(end(room));
        Some(ends.and_then(|(low, high)| simplest(low, high)).unwrap_or(exact))
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

/// The fraction with the smallest denominator from one to the other; `None` if a number gets too large.
fn simplest(low: Ratio, high: Ratio) -> Option<Ratio> {
    if high.numerator < 0 {
        return Some(simplest(high.negated(), low.negated())?.negated());
    }
    let whole = Ratio { numerator: low.ceil(), denominator: 1 };
    if low.numerator <= 0 {
        return Some(Ratio::ZERO);
    }
    if low.ceil() <= high.floor() {
        return Some(whole);
    }
    // Between two whole numbers: the same for what the reciprocals of the rests allow.
    let floor = Ratio { numerator: low.floor(), denominator: 1 };
    let rest = |end: Ratio| Ratio::ONE.over(end.plus(floor.negated())?);
    Ratio::ONE.over(simplest(rest(high)?, rest(low)?)?)?.plus(floor)
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
    fn computed_numbers_are_simple_fractions() {
        for (text, numerator, denominator) in [
            ("8.449999999999999", 169, 20),
            ("3.8000000000000003", 19, 5),
            ("0.30000000000000004", 3, 10),
            ("-0.3333333333333333", -1, 3),
            ("-1234567.0999999999", -12_345_671, 10),
            ("5.551115123125783e-17", 0, 1),
            ("1e-05", 1, 100_000),
            // With fewer digits, it is what somebody wrote.
            ("0.33333333333333", 33_333_333_333_333, 100_000_000_000_000),
            ("0.000000000000003", 3, 1_000_000_000_000_000),
        ] {
            assert_eq!(Ratio::parse_rounded(text), Ratio::of(numerator, denominator), "{text}");
        }
    }

    /// Every fraction with a small denominator is found again in what a float of 64 bits prints, also after adding and
    /// subtracting others.
    #[test]
    fn fractions_survive_being_computed() {
        let mut rounded = 0;
        for denominator in 1..=60_i32 {
            for numerator in -70..=70_i32 {
                let value = f64::from(numerator) / f64::from(denominator);
                let text = format!("{}", (value + 0.7) - 0.7);
                rounded += usize::from(text.len() > 16);
                let exact = Ratio::of(numerator.into(), denominator.into());
                assert_eq!(Ratio::parse_rounded(&text), exact, "{text}");
            }
        }
        assert!(rounded > 4_000, "{rounded}");
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
