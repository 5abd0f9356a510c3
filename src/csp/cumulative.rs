//! Tasks that share a resource.

use itertools::Itertools;

use super::known::all_known;
use super::layers::Machine;
use super::reading::Reading;
use super::residual::{Frame, Residual};
use super::{Constraint, Csp, Operand, Rule, Value, VarId};

/// At no time the heights of the tasks that run then sum up to more than the limit. (Aggoun and
/// Beldiceanu, Extending CHIP in Order to Solve Complex Scheduling and Placement Problems, 1993.)
///
/// A task runs from its origin on for its length; lengths and heights are not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cumulative {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// What can be used at any time; when it is a variable, one that is in no task.
    pub limit: Operand,
}

/// What runs for some time and uses some of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Task {
    /// When it begins. In all tasks another variable.
    pub origin: VarId,
    /// For how long it runs. When it is a variable, one that is nothing else.
    pub length: Operand,
    /// How much it uses. When it is a variable, one that is nothing else.
    pub height: Operand,
}

impl From<Cumulative> for Constraint {
    fn from(constraint: Cumulative) -> Constraint {
        Constraint::Cumulative(constraint)
    }
}

impl Rule for Cumulative {
    fn scope(&self) -> Vec<VarId> {
        let variables = self.tasks.iter().flat_map(|task| {
            let others = [task.length, task.height].map(Operand::variable);
            std::iter::once(task.origin).chain(others.into_iter().flatten())
        });
        variables.chain(self.limit.variable()).collect()
    }

    /// The sum grows only where a task begins.
    fn holds(&self, solution: &[Value]) -> bool {
        let begin = |task: &Task| i64::from(solution[task.origin.index()]);
        let end = |task: &Task| begin(task) + task.length.value(solution);
        let limit = self.limit.value(solution);
        let is_valid =
            |task: &Task| task.length.value(solution) >= 0 && task.height.value(solution) >= 0;
        limit >= 0
            && self.tasks.iter().all(is_valid)
            && self.tasks.iter().map(begin).all(|time| {
                let running =
                    self.tasks.iter().filter(|task| (begin(task)..end(task)).contains(&time));
                running.map(|task| task.height.value(solution)).sum::<i64>() <= limit
            })
    }

    fn describe(&self, csp: &Csp) -> String {
        let tasks = self.tasks.iter().map(|task| {
            let [length, height] = [task.length, task.height].map(|operand| operand.describe(csp));
            format!("{height} from {} for {length}", csp.name(task.origin))
        });
        format!("Cumulative({}) <= {}", tasks.format(", "), self.limit.describe(csp))
    }

    fn residual(&self, frame: &mut Frame) -> Box<dyn Residual> {
        let reading = Reading::new(self.scope(), frame);
        match Profile::new(self, &reading) {
            Some(profile) => reading.open(profile, frame),
            None => reading.open(all_known(&reading, self), frame),
        }
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
