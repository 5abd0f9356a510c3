//! `cnfetti check`: checks a solution by the rules of the puzzle.

mod optimal;
mod partial;
mod rules;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;
use cnfetti::csp::VarId;
use cnfetti::problem::Means;
use cnfetti::puzzle::{Broken, Puzzle};
use serde_json::{Value, json};

use super::answers::asked::CostOption;
use super::options::TimeOptions;
use super::shared::reasoning::puzzle;
use super::{Context, Format, options::entered, terminal::open};

/// Check a solution, and name the rule it breaks.
///
/// The solution can be JSON, as `solve --json` prints it, a drawn board, as `solve` prints it, or
/// typed: a line per row with `.` for open cells, or a line per die. Single digits need no blanks
/// between them. Dominoes must be JSON, because a board does not show where each one lies (with
/// --partial, a board is enough), and so must the variables of a model. For a model with an
/// objective, only optimal solutions are right.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti solve --json instances/pips/pips1.toml | cnfetti check instances/pips/pips1.toml
  cnfetti check --known instances/pips/sample-day.json#hard
  printf 'bdegik\\nmrtuvw\\nahjloq\\ncfnpsy\\n' | cnfetti check instances/dice/labeled-dice.toml
  cnfetti solve instances/pips/pips1.toml | cnfetti check --partial instances/pips/pips1.toml
  cnfetti check --partial --rules instances/pips/pips1.toml '{\"board\":[[3]]}'
  cnfetti solve --json instances/models/queens.xml | cnfetti check instances/models/queens.xml")]
pub(crate) struct Check {
    /// The puzzle
    file: PathBuf,
    /// The solution: a file, or JSON itself; `-` is stdin
    #[arg(default_value = "-")]
    solution: PathBuf,
    /// Check the solution in the puzzle's own file
    #[arg(long, conflicts_with = "solution")]
    known: bool,
    /// Check a half-filled board: whether it can be completed, and which entries are wrong
    #[arg(long, conflicts_with = "known")]
    partial: bool,
    /// Only say which rules a half-filled board breaks by itself, without looking for a solution
    #[arg(long, requires = "partial")]
    rules: bool,
    #[command(flatten)]
    costs: CostOption,
    #[command(flatten)]
    time: TimeOptions,
}

impl Check {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if !self.known {
            open::require_one_stdin(&self.file, &self.solution);
        }
        let means = Means::default().within(context.begin_on(&self.file));
        let problem = Problem::from_file_within(&self.file, &means)?;
        let problem = self.costs.chosen(context, self.file.display(), problem);
        if !self.partial && problem.csp().objective().is_none() {
            let because = "it is for --partial and for objectives: rules need no search";
            context.given.refuse(&["time_limit"], because);
        }
        let puzzle = puzzle(&problem);
        let known = puzzle.known_solution();
        if self.known {
            let file = self.file.display();
            let known =
                known.with_context(|| format!("{file}: the file contains no solution to check"))?;
            let checked = known.and_then(|solution| puzzle.check(&solution));
            return self.write(context, &problem, &file.to_string(), checked.err(), Some(true));
        }
        let solution = entered::solution(&self.solution, puzzle)?;
        if self.rules {
            return self.judge_rules(context, problem, &solution);
        }
        if self.partial || lacks_only_added(puzzle, &solution) {
            return self.judge(context, problem, &solution);
        }
        let name = entered::name(&self.solution);
        let checked = problem.read_solution(&solution);
        if let (Some(_), Ok(solution)) = (problem.csp().objective(), &checked) {
            return self.judge_value(context, &problem, solution);
        }
        let same = known.and_then(Result::ok).zip(checked.as_ref().ok());
        let same = same.map(|(known, solution)| solution.values() == known);
        self.write(context, &problem, &name, checked.err(), same)
    }

    /// Writes the verdict. `same` says whether it is the solution that came with the puzzle, if
    /// one did.
    fn write(
        &self,
        context: &mut Context,
        problem: &Problem,
        name: &str,
        broken: Option<Broken>,
        same: Option<bool>,
    ) -> anyhow::Result<ExitCode> {
        if context.format == Format::Json {
            let line = json!({
                "file": self.file.display().to_string(),
                "kind": problem.kind(),
                "status": if broken.is_some() { "wrong" } else { "right" },
                "broken": broken.as_ref().map(ToString::to_string),
                "as_known": same,
            });
            writeln!(context.out, "{line}")?;
        } else {
            let verdict = match &broken {
                None => match same {
                    None => "right".to_owned(),
                    Some(true) => "right, the solution that came with the puzzle".to_owned(),
                    Some(false) => {
                        "right, but not the solution that came with the puzzle".to_owned()
                    }
                },
                Some(broken) => format!("wrong: {broken}"),
            };
            writeln!(context.out, "{name}: {verdict}")?;
        }
        Ok(if broken.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

/// Whether the solution lacks only auxiliary variables that a tool added and that do not follow
/// from the others: then a search has to find them.
fn lacks_only_added(puzzle: &dyn Puzzle, solution: &Value) -> bool {
    let csp = puzzle.csp();
    let (Some(counted), Ok(entries)) = (csp.counted(), puzzle.read_entries(solution)) else {
        return false;
    };
    let has = |variable: &VarId| entries.iter().any(|entry| entry.variable == *variable);
    counted.iter().all(has) && puzzle.read_json(solution).is_err()
}
