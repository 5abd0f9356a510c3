//! Tasks that share a resource.

use itertools::Itertools;

use super::{Csp, Operand, Rule, Value, VarId};

/// At every time, the heights of the running tasks sum to at most the limit. (Aggoun and
/// Beldiceanu, Extending CHIP in Order to Solve Complex Scheduling and Placement Problems, 1993.)
///
/// A task runs from its origin for its length. Lengths and heights are not negative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cumulative {
    /// The tasks.
    pub tasks: Vec<Task>,
    /// The capacity of the resource. If it is a variable, no task uses that variable.
    pub limit: Operand,
}

/// A task, which runs for some time and uses some of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Task {
    /// When the task begins. No two tasks share this variable.
    pub origin: VarId,
    /// The length of the task. If it is a variable, it has no other use in the constraint.
    pub length: Operand,
    /// How much of the resource the task uses. If it is a variable, it has no other use in the
    /// constraint.
    pub height: Operand,
}

impl Rule for Cumulative {
    fn scope(&self) -> Vec<VarId> {
        let variables = self.tasks.iter().flat_map(|task| {
            let others = [task.length, task.height].map(Operand::variable);
            std::iter::once(task.origin).chain(others.into_iter().flatten())
        });
        variables.chain(self.limit.variable()).collect()
    }

    /// The sum grows only where a task begins, so checking these times is enough.
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
}
