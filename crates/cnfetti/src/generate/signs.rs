//! Generates boards of signs: signs that fit random numbers, then a minimal set of given numbers.

use itertools::Itertools;
use std::borrow::Cow;

use crate::csp::{Constraint, Value};

use super::{
    Attempt, Dimension, GenerateError, Generator, MAX_ATTEMPTS, MAX_STEPS, Tools, csp_of, exist,
    necessary,
};
use crate::random::Random;

/// The generator.
pub(super) const GENERATOR: Generator = Generator {
    kind: Cow::Borrowed("signs"),
    size: &[
        Dimension { name: "rows", range: 3..=9, default: Some(5) },
        Dimension { name: "columns", range: 3..=9, default: None },
    ],
    limit: |_| Ok(()),
    attempt: Attempt::Own(attempt),
    attempts: MAX_ATTEMPTS,
    levels: None,
};

/// The step in rows and columns from one crossing to the next.
type Step = (isize, isize);

/// The signs and the directions in which they point.
const SIGNS: [(char, &[Step]); 12] = [
    ('↑', &[(-1, 0)]),
    ('↗', &[(-1, 1)]),
    ('→', &[(0, 1)]),
    ('↘', &[(1, 1)]),
    ('↓', &[(1, 0)]),
    ('↙', &[(1, -1)]),
    ('←', &[(0, -1)]),
    ('↖', &[(-1, -1)]),
    ('↔', &[(0, 1), (0, -1)]),
    ('↕', &[(-1, 0), (1, 0)]),
    ('⤡', &[(1, 1), (-1, -1)]),
    ('⤢', &[(-1, 1), (1, -1)]),
];

/// The number of rounds of repair before an attempt fails.
const MAX_ROUNDS: usize = 100;

struct Board {
    rows: usize,
    columns: usize,
    /// The largest number: that of the other crossings on the longest line.
    values: usize,
    /// The number at each crossing.
    numbers: Vec<usize>,
}

fn attempt(
    size: &[usize],
    random: &mut Random,
    tools: &Tools<'_>,
) -> Result<Option<String>, GenerateError> {
    let (rows, columns) = (size[0], size[1]);
    let values = rows.max(columns) - 1;
    let numbers = (0..rows * columns).map(|_| 1 + random.below(values)).collect();
    let mut board = Board { rows, columns, values, numbers };
    let Some(signs) = board.settle(random) else { return Ok(None) };
    if !board.is_varied() {
        return Ok(None);
    }
    let all: Vec<usize> = (0..rows * columns).collect();
    let csp = csp_of("signs", &board.keys(&signs, &all))?;
    let solution = board.numbers.iter().map(|&number| number as Value).collect_vec();
    let mut others = tools.other_solutions(&csp, &solution, MAX_STEPS)?;
    let given = |index: &usize| match &csp.constraints()[*index].constraint {
        Constraint::Fixed(fixed) => Some(fixed.atom.variable.index()),
        _ => None,
    };
    let mut clues: Vec<usize> =
        (0..csp.constraints().len()).filter(|index| given(index).is_some()).collect();
    random.shuffle(&mut clues);
    if exist(&mut others, &clues)? {
        return Ok(None);
    }
    let kept = necessary(&mut others, &clues, |_| {})?;
    Ok(Some(board.keys(&signs, &kept.iter().filter_map(given).collect_vec())))
}

impl Board {
    /// Changes numbers until each crossing has a sign that shows its number, and returns such
    /// signs. `None` if that takes too long.
    fn settle(&mut self, random: &mut Random) -> Option<Vec<char>> {
        for _ in 0..MAX_ROUNDS {
            let mut settled = true;
            for crossing in random.order(self.numbers.len()) {
                let shown = self.shown(crossing);
                if !shown.iter().any(|&(_, number)| number == self.numbers[crossing]) {
                    self.numbers[crossing] = random.pick(&shown).1;
                    settled = false;
                }
            }
            if settled {
                let sign = |crossing| {
                    let mut shown = self.shown(crossing);
                    shown.retain(|&(_, number)| number == self.numbers[crossing]);
                    random.pick(&shown).0
                };
                return Some((0..self.numbers.len()).map(sign).collect());
            }
        }
        None
    }

    /// For each sign that points at some crossing from here, the number that it shows, if that is
    /// from 1 to `values`.
    fn shown(&self, crossing: usize) -> Vec<(char, usize)> {
        let shown = SIGNS.iter().map(|&(sign, steps)| {
            let seen = steps.iter().flat_map(|&step| self.line(crossing, step));
            (sign, seen.unique().count())
        });
        shown.filter(|(_, number)| (1..=self.values).contains(number)).collect()
    }

    /// The numbers in one direction.
    fn line(&self, crossing: usize, step: Step) -> impl Iterator<Item = usize> + '_ {
        let (row, column) = (crossing / self.columns, crossing % self.columns);
        (1..).map_while(move |distance| {
            let row = row.checked_add_signed(step.0 * distance).filter(|&row| row < self.rows)?;
            let column = column.checked_add_signed(step.1 * distance)?;
            (column < self.columns).then(|| self.numbers[row * self.columns + column])
        })
    }

    /// Whether enough different numbers occur for a puzzle.
    fn is_varied(&self) -> bool {
        self.numbers.iter().unique().count() >= self.values.min(4)
    }

    /// The keys of the file with these numbers given.
    fn keys(&self, signs: &[char], given: &[usize]) -> String {
        let words = signs.iter().enumerate().map(|(crossing, sign)| {
            if given.contains(&crossing) {
                format!("{sign}{}", self.numbers[crossing])
            } else {
                format!("{sign} ")
            }
        });
        let words = words.collect_vec();
        let rows = words.chunks(self.columns).map(|row| row.join(" ").trim_end().to_owned());
        format!("values = {}\nboard = \"\"\"\n{}\n\"\"\"\n", self.values, { rows }.join("\n"))
    }
}
