//! Tasks that share a resource.

use super::known::all_known;
use super::reading::Reading;
use crate::layers::Machine;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Cumulative, Rule, Value};
use itertools::Itertools;

pub(super) fn residual(constraint: &Cumulative, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(constraint.scope(), frame);
    match Profile::new(constraint, &reading) {
        Some(profile) => reading.open(profile, frame),
        None => reading.open(all_known(&reading, constraint), frame),
    }
}

/// How much is used at each time at which a task can begin: for tasks and a limit that are numbers.
struct Profile {
    /// The times, increasing.
    times: Vec<i64>,
    /// For each place of the reading the length and the height.
    tasks: Vec<(i64, u64)>,
    limit: u64,
}

impl Profile {
    fn new(constraint: &Cumulative, reading: &Reading) -> Option<Profile> {
        let limit = u64::try_from(constraint.limit.constant()?).ok()?;
        let mut tasks = vec![(0, 0); reading.scope.len()];
        for task in &constraint.tasks {
            let (length, height) = (task.length.constant()?, task.height.constant()?);
            tasks[reading.place(task.origin)?] = (length.into(), u64::try_from(height).ok()?);
        }
        if tasks.iter().any(|&(length, _)| length < 0) {
            return None;
        }
        let times = reading.domains.iter().flatten().map(|&time| i64::from(time));
        let times = times.sorted_unstable().dedup().collect();
        Some(Profile { times, tasks, limit })
    }
}

impl Machine for Profile {
    fn limits(&self) -> Vec<u64> {
        vec![self.limit; self.times.len()]
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        let (length, height) = self.tasks[place];
        let begin = i64::from(value);
        let first = self.times.partition_point(|&time| time < begin);
        let end = self.times.partition_point(|&time| time < begin + length);
        state[first..end].iter_mut().all(|used| {
            *used += height;
            *used <= self.limit
        })
    }

    fn accepts(&self, _state: &[u64]) -> bool {
        true
    }
}
