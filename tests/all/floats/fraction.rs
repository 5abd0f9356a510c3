//! Fractions of the tests, which share no code with those of the reader.

use std::cmp::Ordering;

/// A fraction, not in lowest terms; the denominator is positive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fraction(pub(super) i128, pub(super) i128);

impl Fraction {
    pub(super) fn of(number: i64) -> Fraction {
        Fraction(number.into(), 1)
    }

    pub(super) fn plus(self, other: Fraction) -> Fraction {
        Fraction(self.0 * other.1 + other.0 * self.1, self.1 * other.1).reduced()
    }

    pub(super) fn times(self, other: Fraction) -> Fraction {
        Fraction(self.0 * other.0, self.1 * other.1).reduced()
    }

    pub(super) fn over(self, other: Fraction) -> Fraction {
        let sign = other.0.signum();
        self.times(Fraction(other.1 * sign, other.0 * sign))
    }

    pub(super) fn abs(self) -> Fraction {
        Fraction(self.0.abs(), self.1)
    }

    fn reduced(self) -> Fraction {
        let small = [2, 3, 5, 7];
        small.into_iter().fold(self, |mut fraction, prime| {
            while fraction.0 % prime == 0 && fraction.1 % prime == 0 {
                fraction = Fraction(fraction.0 / prime, fraction.1 / prime);
            }
            fraction
        })
    }

    /// The decimal that is printed: all digits, or else those of the nearest float of 64 bits.
    pub(super) fn written(self) -> String {
        let (sign, number) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let (unit, mut rest) = (self.1.unsigned_abs(), number % self.1.unsigned_abs());
        let mut digits = String::new();
        while rest > 0 && digits.len() < 19 {
            rest *= 10;
            digits += &(rest / unit).to_string();
            rest %= unit;
        }
        match rest {
            0 if digits.is_empty() => format!("{sign}{}.0", number / unit),
            0 => format!("{sign}{}.{digits}", number / unit),
            _ => format!("{:?}", self.0 as f64 / self.1 as f64),
        }
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}
