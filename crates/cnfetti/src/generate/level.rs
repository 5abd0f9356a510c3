//! Generates puzzles whose overall difficulty is easy, medium or hard.
//!
//! A puzzle with a clue for everything is as easy as possible, and one without redundant clues is mostly
//! too hard to be fun. So we drop clues one after the other and take, from the puzzles on this way, the
//! hardest that is not above the level. Bisection finds it. We give up an explanation as soon as its steps
//! show that the puzzle is above the level.

use crate::explain::Task;
use crate::limit::Budget;
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
type Way = fn(&[usize], &mut Random, &Tools<'_>) -> Result<Option<Vec<String>>, GenerateError>;

/// What a generator needs to make puzzles of a level.
#[derive(Clone, Copy)]
pub(super) struct Levels {
    /// Returns the keys of puzzles with fewer and fewer clues, each with exactly one solution. `None` if the
    /// attempt failed.
    pub way: Way,
    /// The number of parts of a puzzle of this size.
    pub parts: fn(&[usize]) -> usize,
}

/// The largest number of attempts.
const MOST_ATTEMPTS: usize = 100;

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
        for attempt in 1..=MOST_ATTEMPTS {
            (tools.progress)(attempt, &[]);
            let found = match (levels.way)(size, &mut random, tools) {
                Ok(Some(way)) => self.hardest_below(way, level.below * parts, tools)?,
                Ok(None) | Err(GenerateError::TooHard) => None,
                Err(error) => return Err(error),
            };
            if let Some((keys, score)) = found
                && score >= level.least * parts
            {
                let asked = Asked {
                    difficulty: level.name.to_owned(),
                    comment: format!("The score of its explanation is {score}."),
                };
                let made = self.finish(size, seed, &keys, Some(&asked), tools)?;
                return Ok(Made { score: Some(score), ..made });
            }
            tools.budget.check()?;
        }
        Err(GenerateError::NotOfLevel { level: level.name, attempts: MOST_ATTEMPTS })
    }

    /// From puzzles of increasing difficulty, returns the last with a score below the bound, and its score.
    fn hardest_below(
        &self,
        mut way: Vec<String>,
        below: usize,
        tools: &Tools<'_>,
    ) -> Result<Option<(String, usize)>, GenerateError> {
        let mut best = None;
        let (mut start, mut end) = (0, way.len());
        while start < end {
            let middle = start.midpoint(end);
            let viewpoint = puzzle_of(&self.key(), &way[middle])?.puzzle.viewpoint();
            // Allow for more: some of the steps turn out to be redundant.
            match score(&viewpoint, below + below / 2, &tools.budget)? {
                Some(score) if score < below => {
                    best = Some((middle, score));
                    start = middle + 1;
                }
                _ => end = middle,
            }
        }
        Ok(best.map(|(at, score)| (way.swap_remove(at), score)))
    }
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
