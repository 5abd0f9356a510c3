//! New puzzles that are easy, medium or hard as a whole.
//!
//! A puzzle with a clue for everything is as easy as can be, and one without any clue too many is
//! mostly too hard to be a pleasure. So clues are left out one after the other, and of the puzzles on
//! this way the hardest is taken that is not above the level, found by halving. An explanation
//! is given up as soon as its steps show that it is above.

use crate::explain::Task;
use crate::limit::Budget;
use crate::puzzle::Viewpoint;
use crate::random::Random;

use super::difficulty::explained;
use super::finish::Asked;
use super::{GenerateError, Generator, Made, Tools, puzzle_of};

/// How hard a puzzle is as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub name: &'static str,
    /// The least [score](crate::explain::Explanation::score) for each part of the puzzle.
    pub least: usize,
    /// Scores are below this for each part.
    pub below: usize,
}

/// The levels, the easiest first. Of 41 published puzzles each that are called easy, medium and hard 24,
/// 15 and 10 have a score in these ranges, since large ones are called hard as well.
pub const LEVELS: [Level; 3] = [
    Level { name: "easy", least: 0, below: 5 },
    Level { name: "medium", least: 5, below: 9 },
    Level { name: "hard", least: 9, below: 15 },
];

/// Makes puzzles of a size from one solution.
type Way = fn(&[usize], &mut Random, &Tools<'_>) -> Result<Option<Vec<String>>, GenerateError>;

/// How puzzles of a level are made.
#[derive(Clone, Copy)]
pub(super) struct Levels {
    /// The keys of puzzles with fewer and fewer clues, each with exactly one solution. `None` when the
    /// attempt came to nothing.
    pub way: Way,
    /// The number of parts that puzzles of a size have.
    pub parts: fn(&[usize]) -> usize,
}

/// No attempt after this many.
const MOST_ATTEMPTS: usize = 100;

impl Generator {
    /// A new puzzle of a level: the same for the same size and seed.
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

    /// Of puzzles that become harder and harder the last one with a score below this, with its score.
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
            // Some of the steps turn out not to be needed.
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

/// The score of the explanation, as `cnfetti explain` says it; `None` when its steps show that it is
/// above the bound.
fn score(
    viewpoint: &Viewpoint,
    most: usize,
    budget: &Budget,
) -> Result<Option<usize>, GenerateError> {
    let task = Task { most: Some(most), budget: budget.clone(), ..Task::default() };
    Ok(explained(viewpoint, task)?.map(|explanation| explanation.score()))
}
