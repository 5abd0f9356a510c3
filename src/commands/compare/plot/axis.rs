//! Axes: their ranges and ticks.

use std::ops::Range;

/// The factor by which an axis exceeds the outermost marks.
const ROOM: f64 = 1.6;

/// With more decades than this, only the powers of ten get a tick.
const FEW_DECADES: f64 = 3.0;

/// The largest number of ticks on an axis of whole numbers.
const MOST_TICKS: usize = 12;

/// One of the two axes of a chart.
pub(super) struct Axis {
    pub(super) name: &'static str,
    pub(super) range: Range<f64>,
    /// In increasing order, within the range.
    pub(super) ticks: Vec<f64>,
    is_logarithmic: bool,
}

impl Axis {
    /// A logarithmic axis that contains all of these positive numbers.
    pub(super) fn logarithmic(
        name: &'static str,
        numbers: impl Iterator<Item = f64> + Clone,
    ) -> Axis {
        let range = range(numbers);
        Axis { name, ticks: ticks(&range), range, is_logarithmic: true }
    }

    /// A linear axis from 0 to this number.
    pub(super) fn whole(name: &'static str, largest: usize) -> Axis {
        let steps = (0..).flat_map(|power| [1, 2, 5].map(|step| step * 10_usize.pow(power)));
        let step = steps.into_iter().find(|step| largest / step < MOST_TICKS).unwrap_or(largest);
        let ticks = (0..=largest).step_by(step).map(|number| number as f64).collect();
        Axis { name, range: 0.0..largest as f64 + 1.0, ticks, is_logarithmic: false }
    }

    /// The position of a number: 0 at the start of the axis, 1 at its end.
    pub(super) fn share(&self, number: f64) -> f64 {
        let scaled = |number: f64| if self.is_logarithmic { number.log10() } else { number };
        let (start, end) = (scaled(self.range.start), scaled(self.range.end));
        (scaled(number) - start) / (end - start)
    }

    /// Formats a round number for reading.
    pub(super) fn written(&self, number: f64) -> String {
        written(number)
    }
}

/// The range from below the smallest number to above the largest.
fn range(numbers: impl Iterator<Item = f64> + Clone) -> Range<f64> {
    let low = numbers.clone().fold(f64::INFINITY, f64::min);
    let high = numbers.fold(0.0, f64::max);
    if low > high { 1.0..10.0 } else { low / ROOM..high * ROOM }
}

/// The round numbers in the range: 1, 2 and 5 times the powers of ten, or only these powers.
fn ticks(range: &Range<f64>) -> Vec<f64> {
    let steps: &[f64] = match (range.end / range.start).log10() {
        decades if decades > FEW_DECADES => &[1.0],
        _ => &[1.0, 2.0, 5.0],
    };
    let powers = range.start.log10().floor() as i32..=range.end.log10().ceil() as i32;
    let numbers = powers.flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
    numbers.filter(|number| range.contains(number)).collect()
}

fn written(number: f64) -> String {
    if number == 0.0 {
        "0".to_owned()
    } else if !(1e-3..1e9).contains(&number) {
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
    fn values_are_where_the_scale_says() {
        let time = Axis::logarithmic("time", [1.6, 1000.0 / 1.6].into_iter());
        assert_eq!([1.0, 10.0, 1000.0].map(|ms| (time.share(ms) * 3.0).round()), [0.0, 1.0, 3.0]);
        let puzzles = Axis::whole("puzzles", 3);
        assert_eq!(puzzles.ticks, [0.0, 1.0, 2.0, 3.0]);
        assert_eq!([0.0, 1.0, 4.0].map(|number| puzzles.share(number)), [0.0, 0.25, 1.0]);
        assert_eq!(Axis::whole("puzzles", 123).ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0]);
    }

    #[test]
    fn numbers_are_written_for_people() {
        let written: Vec<String> =
            [0.02, 0.5, 1.0, 50.0, 1e3, 2e5, 5e6].into_iter().map(written).collect();
        assert_eq!(written, ["0.02", "0.5", "1", "50", "1,000", "200,000", "5,000,000"]);
    }
}
