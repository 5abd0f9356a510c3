//! The data in the picture of a comparison.

use std::time::Duration;

use cnfetti::compare::Row;
use itertools::Itertools;

use crate::commands::compare::Comparison;

/// The families, each with its own shape and colour.
pub(super) const FAMILIES: [&str; 5] = ["auto", "domain", "at_most_one", "cardinality", "linear"];

/// An encoding, with its figures summed over the puzzles.
pub(super) struct Mark<'a> {
    pub(super) family: usize,
    pub(super) name: &'a str,
    pub(super) clauses: f64,
    pub(super) milliseconds: f64,
}

/// The times of an encoding over the puzzles.
pub(super) struct Line<'a> {
    pub(super) family: usize,
    pub(super) name: &'a str,
    /// In increasing order, without the puzzles that a limit stopped.
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

    /// Each time, with the number of puzzles that took at most this long.
    pub(super) fn corners(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.milliseconds.iter().copied().zip((1_u32..).map(f64::from))
    }

    pub(super) fn steps(&self, start: f64) -> Vec<(f64, f64)> {
        let mut steps = vec![(start, 0.0)];
        for (time, number) in self.corners() {
            steps.extend([(time, number - 1.0), (time, number)]);
        }
        steps
    }
}

/// The solvers, in the order of the rows.
pub(super) fn solvers(comparisons: &[Comparison]) -> Vec<&str> {
    let rows = comparisons.iter().flat_map(|comparison| &comparison.rows);
    rows.map(|row| row.solver.as_str()).unique().collect()
}

/// The row of each encoding in each puzzle, with this solver. For a puzzle without constraints of
/// the encoding's family, that is the row of `auto`, which has the same formula.
fn results<'a>(comparisons: &'a [Comparison], solver: &str) -> Vec<(usize, &'a str, Vec<&'a Row>)> {
    let is_shown = |row: &&Row| row.solver == solver;
    let all = comparisons.iter().flat_map(|comparison| &comparison.rows);
    let all = all.filter(is_shown).map(family_and_name);
    let find = |comparison: &'a Comparison, wanted| {
        let rows = comparison.rows.iter();
        rows.filter(is_shown).find(|row| family_and_name(row) == wanted)
    };
    all.unique()
        .map(|(family, name)| {
            let rows = comparisons.iter().filter_map(|comparison| {
                find(comparison, (family, name)).or_else(|| find(comparison, (0, "auto")))
            });
            (family, name, rows.collect())
        })
        .collect()
}

pub(super) fn lines<'a>(comparisons: &'a [Comparison], solver: &str) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = results(comparisons, solver)
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

/// A mark for each encoding that finished every puzzle.
pub(super) fn marks<'a>(comparisons: &'a [Comparison], solver: &str) -> Vec<Mark<'a>> {
    let results = results(comparisons, solver).into_iter();
    results
        .filter_map(|(family, name, rows)| {
            let mut mark = Mark { family, name, clauses: 0.0, milliseconds: 0.0 };
            for row in &rows {
                mark.clauses += row.formula.size?.clauses.max(1) as f64;
                mark.milliseconds += milliseconds(row.time?);
            }
            (rows.len() == comparisons.len()).then_some(mark)
        })
        .collect()
}

fn family_and_name(row: &Row) -> (usize, &str) {
    let label = row.formula.candidate.label.as_str();
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
