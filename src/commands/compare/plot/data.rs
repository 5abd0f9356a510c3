//! What a picture of a comparison shows.

use std::time::Duration;

use cnfetti::search::compare::Row;
use itertools::Itertools;

use crate::commands::compare::Comparison;

/// Each has its own shape and colour.
pub(super) const FAMILIES: [&str; 5] = ["auto", "domain", "at_most_one", "cardinality", "linear"];

/// An encoding, with its figures added up over the puzzles.
pub(super) struct Mark<'a> {
    pub(super) family: usize,
    pub(super) name: &'a str,
    pub(super) clauses: f64,
    pub(super) milliseconds: f64,
}

/// The times of one encoding over the puzzles.
pub(super) struct Line<'a> {
    pub(super) family: usize,
    pub(super) name: &'a str,
    /// Increasing; the puzzles that were stopped are missing.
    pub(super) milliseconds: Vec<f64>,
    pub(super) is_best: bool,
}

impl Line<'_> {
    pub(super) fn label(&self) -> String {
        if self.family == 0 {
            self.name.to_owned()
        } else {
            format!("{} {}", FAMILIES[self.family], self.name)
        }
    }

    /// Each time with the number of puzzles that took no longer.
    pub(super) fn corners(&self) -> impl Iterator<Item = (f64, i32)> + '_ {
        self.milliseconds.iter().copied().zip(1..)
    }

    pub(super) fn steps(&self, start: f64) -> Vec<(f64, i32)> {
        let mut steps = vec![(start, 0)];
        for (time, number) in self.corners() {
            steps.extend([(time, number - 1), (time, number)]);
        }
        steps
    }
}

/// The row of each encoding in each puzzle. A puzzle that does not use its family has the same
/// formula as `auto` for it.
fn results(comparisons: &[Comparison]) -> Vec<(usize, &str, Vec<&Row>)> {
    let all = comparisons.iter().flat_map(|comparison| &comparison.rows).map(family_and_name);
    let find = |comparison: &'_ Comparison, wanted| {
        comparison.rows.iter().position(|row| family_and_name(row) == wanted)
    };
    all.unique()
        .map(|(family, name)| {
            let row_of = |comparison: &'_ Comparison| {
                find(comparison, (family, name)).or_else(|| find(comparison, (0, "auto")))
            };
            let rows = comparisons.iter();
            let rows = rows.filter_map(|comparison| comparison.rows.get(row_of(comparison)?));
            (family, name, rows.collect())
        })
        .collect()
}

pub(super) fn lines(comparisons: &[Comparison]) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = results(comparisons)
        .into_iter()
        .map(|(family, name, rows)| {
            let times = rows.iter().filter_map(|row| row.time.map(milliseconds));
            Line { family, name, milliseconds: times.collect(), is_best: false }
        })
        .collect();
    for line in &mut lines {
        line.milliseconds.sort_by(f64::total_cmp);
    }
    for family in 0..FAMILIES.len() {
        let rank = |line: &Line<'_>| {
            let total: f64 = line.milliseconds.iter().sum();
            (std::cmp::Reverse(line.milliseconds.len()), total)
        };
        let members = lines.iter_mut().filter(|line| line.family == family);
        let best = members.min_by(|a, b| {
            let ((more, total), (other_more, other_total)) = (rank(a), rank(b));
            more.cmp(&other_more).then(total.total_cmp(&other_total))
        });
        if let Some(best) = best {
            best.is_best = true;
        }
    }
    lines
}

/// A mark for each encoding with which every puzzle was done.
pub(super) fn marks(comparisons: &[Comparison]) -> Vec<Mark<'_>> {
    let results = results(comparisons).into_iter();
    results
        .filter_map(|(family, name, rows)| {
            let mut mark = Mark { family, name, clauses: 0.0, milliseconds: 0.0 };
            for row in &rows {
                mark.clauses += row.size?.clauses.max(1) as f64;
                mark.milliseconds += milliseconds(row.time?);
            }
            (rows.len() == comparisons.len()).then_some(mark)
        })
        .collect()
}

fn family_and_name(row: &Row) -> (usize, &str) {
    let label = row.candidate.label.as_str();
    match label.split_once(' ') {
        Some((family, name)) => match FAMILIES.iter().position(|known| *known == family) {
            Some(family) => (family, name),
            None => (0, label),
        },
        None => (0, label),
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).max(1e-3)
}
