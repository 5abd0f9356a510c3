//! Logarithmic axes: from where to where, and which numbers are written.

use std::ops::Range;

/// How much room there is beyond the outermost marks.
const ROOM: f64 = 1.6;

/// With more decades than this only the powers of ten are written.
const FEW_DECADES: f64 = 3.0;

/// From below the least number to above the largest.
pub(super) fn range(numbers: impl Iterator<Item = f64> + Clone) -> Range<f64> {
    let low = numbers.clone().fold(f64::INFINITY, f64::min);
    let high = numbers.fold(0.0, f64::max);
    if low > high { 1.0..10.0 } else { low / ROOM..high * ROOM }
}

/// The round numbers within: 1, 2 and 5 times the powers of ten, or only these.
pub(super) fn ticks(range: &Range<f64>) -> Vec<f64> {
    let steps: &[f64] = match (range.end / range.start).log10() {
        decades if decades > FEW_DECADES => &[1.0],
        _ => &[1.0, 2.0, 5.0],
    };
    let powers = range.start.log10().floor() as i32..=range.end.log10().ceil() as i32;
    let numbers = powers.flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
    numbers.filter(|number| range.contains(number)).collect()
}

/// A round number as it is read best.
pub(super) fn written(number: f64) -> String {
    if !(1e-3..1e9).contains(&number) {
        format!("{number:.0e}")
    } else if number < 1.0 {
        format!("{number:.4}").trim_end_matches('0').to_owned()
    } else {
        let digits = format!("{number:.0}");
        let groups: Vec<&str> = (0..digits.len().div_ceil(3))
            .rev()
            .map(|group| {
                let end = digits.len() - 3 * group;
                &digits[end.saturating_sub(3)..end]
            })
            .collect();
        groups.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(ticks(&(3.0..60.0)), [5.0, 10.0, 20.0, 50.0]);
        assert_eq!(ticks(&(0.5..9e4)), [1.0, 10.0, 100.0, 1e3, 1e4]);
        assert_eq!(range([4.0, 2.0].into_iter()), 1.25..6.4);
        assert_eq!(range(std::iter::empty()), 1.0..10.0);
    }

    #[test]
    fn numbers_are_written_for_people() {
        let written: Vec<String> =
            [0.02, 0.5, 1.0, 50.0, 1e3, 2e5, 5e6].into_iter().map(written).collect();
        assert_eq!(written, ["0.02", "0.5", "1", "50", "1,000", "200,000", "5,000,000"]);
    }
}
