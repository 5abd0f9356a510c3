//! Generates puzzles whose overall difficulty is easy, medium or hard.
//!
//! A puzzle with a clue for everything is as easy as possible, and one without redundant clues is mostly
//! too hard to be fun. So we drop clues one after the other and take, from the puzzles on this way that have
//! the level, the one most like those that people make. Bisection finds them. We give up an explanation as
//! soon as its steps show that the puzzle is above the level. Small puzzles are made several times, for the
//! same reason.

use std::collections::HashMap;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

use crate::explain::Task;
use crate::limit::Budget;
use crate::machine;
use crate::puzzle::Viewpoint;
use crate::random::Random;

use super::difficulty::explained;
use super::finish::Asked;
use super::{GenerateError, Generator, Made, Tools, puzzle_of};

/// The difficulty of a whole puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name of the level.
    pub name: &'static str,
    /// The smallest [score](crate::explain::Explanation::score) per part of the puzzle, inclusive.
    pub least: usize,
    /// The upper bound of the score per part, exclusive.
    pub below: usize,
}

/// The levels, the easiest first. Of the 41 published puzzles each that are called easy, medium and hard, 24,
/// 15 and 10 have a score in these ranges: the publisher also calls large puzzles hard.
pub const LEVELS: [Level; 3] = [
    Level { name: "easy", least: 0, below: 5 },
    Level { name: "medium", least: 5, below: 9 },
    Level { name: "hard", least: 9, below: 15 },
];

impl Level {
    /// The level of a puzzle with so many parts whose explanation has this score; `None` if it is harder than
    /// all levels.
    pub fn of(score: usize, parts: usize) -> Option<Level> {
        LEVELS.into_iter().find(|level| score < level.below * parts)
    }
}

/// Makes puzzles of a size from a single solution.
type Way = fn(&[usize], &mut Random, &Tools<'_>) -> Result<Option<Vec<Draft>>, GenerateError>;

/// A puzzle on the way.
pub(super) struct Draft {
    /// The keys of its file.
    pub keys: String,
    /// How far it is from what people make.
    pub unlikeness: usize,
}

/// What a generator needs to make puzzles of a level.
#[derive(Clone, Copy)]
pub(super) struct Levels {
    /// Returns puzzles with fewer and fewer clues, each with exactly one solution. `None` if the
    /// attempt failed.
    pub way: Way,
    /// The number of parts of a puzzle of this size.
    pub parts: fn(&[usize]) -> usize,
}

/// The largest number of attempts.
const MOST_ATTEMPTS: usize = 100;

/// We choose among so many puzzles, divided by the square of the number of their parts: large ones take longer, and
/// are more alike.
const CHOICES: usize = 150;

/// The largest number of puzzles among which we choose.
const MOST_CHOICES: usize = 8;

/// Among how many puzzles with so many parts we choose.
pub(super) fn choices(parts: usize) -> usize {
    (CHOICES / parts.pow(2)).clamp(1, MOST_CHOICES)
}

impl Generator {
    /// Generates a puzzle of a level, the same for the same size and seed.
    pub(super) fn of_level(
        &self,
        size: &[usize],
        seed: u64,
        level: Level,
        tools: &Tools<'_>,
    ) -> Result<Made, GenerateError> {
        let levels = self.levels.ok_or(GenerateError::NoLevels(self.kind.to_string()))?;
        let parts = (levels.parts)(size);
        let mut random = Random::new(seed);
        let (mut found, mut attempts) = (Vec::<Scored>::new(), 0);
        let range = level.least * parts..level.below * parts;
        while attempts < MOST_ATTEMPTS && found.len() < choices(parts) {
            let mut ways = Vec::new();
            // Each gives one puzzle at most, so all of them are needed.
            let number = at_a_time(tools).min(choices(parts) - found.len());
            for _ in 0..number.min(MOST_ATTEMPTS - attempts) {
                attempts += 1;
                (tools.progress)(attempts, &[]);
                match (levels.way)(size, &mut random, tools) {
                    Ok(way) => ways.extend(way),
                    Err(GenerateError::TooHard) => {}
                    Err(error) => return Err(error),
                }
            }
            found.extend(self.all_most_alike(ways, &range, &tools.budget)?);
            tools.budget.check()?;
        }
        let best = found.into_iter().min_by_key(|scored| scored.draft.unlikeness);
        let Scored { draft, score } = best.ok_or_else(|| {
            let attempts = MOST_ATTEMPTS;
            tools.none_of_mix(attempts, GenerateError::NotOfLevel { level: level.name, attempts })
        })?;
        let asked = Asked {
            difficulty: level.name.to_owned(),
            comment: format!("The score of its explanation is {score}."),
        };
        let made = self.finish(size, seed, &draft.keys, Some(&asked), tools)?;
        Ok(Made { score: Some(score), ..made })
    }

    /// For each of these ways, at the same time, the puzzle that [`most_alike`](Generator::most_alike) finds.
    fn all_most_alike(
        &self,
        ways: Vec<Vec<Draft>>,
        range: &Range<usize>,
        budget: &Budget,
    ) -> Result<Vec<Scored>, GenerateError> {
        // Without threads there is one at a time.
        if ways.len() < 2 {
            let found = ways.into_iter().map(|way| self.most_alike(way, range, budget));
            return found.filter_map(Result::transpose).collect();
        }
        thread::scope(|scope| {
            let all: Vec<_> = ways
                .into_iter()
                .map(|way| scope.spawn(|| self.most_alike(way, range, budget)))
                .collect();
            let ended =
                all.into_iter().map(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic)));
            ended.filter_map(Result::transpose).collect()
        })
    }

    /// From puzzles of increasing difficulty, returns one with a score in the range that is most like those that
    /// people make.
    fn most_alike(
        &self,
        mut way: Vec<Draft>,
        range: &Range<usize>,
        budget: &Budget,
    ) -> Result<Option<Scored>, GenerateError> {
        let mut scores: HashMap<usize, usize> = HashMap::new();
        let mut score_at = |at: usize| -> Result<usize, GenerateError> {
            if let Some(score) = scores.get(&at) {
                return Ok(*score);
            }
            let viewpoint = puzzle_of(&self.key(), &way[at].keys)?.puzzle.viewpoint();
            // Allow for more: some of the steps turn out to be redundant.
            let score = score(&viewpoint, range.end + range.end / 2, budget)?;
            let score = score.unwrap_or(usize::MAX);
            scores.insert(at, score);
            Ok(score)
        };
        let end = first_above(way.len(), |at| Ok(score_at(at)? < range.end))?;
        // The easiest level has no lower bound. For the others, nearly all of the last third are of the level; if
        // the puzzle most alike is not, the hardest may be.
        let start = if range.start == 0 { 0 } else { end - end / 3 };
        let alike = (start..end).rev().min_by_key(|&at| way[at].unlikeness);
        for at in alike.into_iter().chain(end.checked_sub(1)) {
            let score = score_at(at)?;
            if range.contains(&score) {
                return Ok(Some(Scored { draft: way.swap_remove(at), score }));
            }
        }
        Ok(None)
    }
}

/// The number of attempts at the same time.
fn at_a_time(tools: &Tools<'_>) -> usize {
    if tools.budget.may_start_threads() { machine::limits().threads.get() } else { 1 }
}

/// A puzzle, and the score of its explanation.
struct Scored {
    draft: Draft,
    score: usize,
}

/// The first of so many indices at which it does not hold, by bisection: it holds for all indices before.
fn first_above(
    number: usize,
    mut holds: impl FnMut(usize) -> Result<bool, GenerateError>,
) -> Result<usize, GenerateError> {
    let (mut start, mut end) = (0, number);
    while start < end {
        let middle = start.midpoint(end);
        if holds(middle)? {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    Ok(start)
}

/// The score of the explanation that `cnfetti explain` prints; `None` if its steps show that it
/// exceeds the bound.
fn score(
    viewpoint: &Viewpoint,
    most: usize,
    budget: &Budget,
) -> Result<Option<usize>, GenerateError> {
    let task = Task { most: Some(most), budget: budget.clone(), ..Task::default() };
    Ok(explained(viewpoint, task)?.map(|explanation| explanation.score()))
}
