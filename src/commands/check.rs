//! `cnfetti check`: checks a solution by the rules of the puzzle.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;
use cnfetti::csp::VarId;
use cnfetti::limit::{Limit, Stopped};
use cnfetti::problem::{BrokenRules, Judged, Means, Solution, SolveOptions};
use cnfetti::puzzle::{Broken, Puzzle, value_json};
use cnfetti::search::confirm::Evidence;
use cnfetti::sentences::Speaker;
use itertools::Itertools;
use serde_json::{Map, Value, json};

use super::answers::asked::{self, CostOption, add_objective, optimal};
use super::answers::evidence::{add_to, note_basis};
use super::answers::numbers::number;
use super::options::{TimeOptions, entered};
use super::shared::reasoning::{self, puzzle};
use super::terminal::files;
use super::{Context, Format, STOPPED};
use crate::report_error::limit_of;

/// Check a solution, and name the rule it breaks.
///
/// The solution can be JSON, as `solve --json` prints it, a drawn board, as `solve` prints it, or
/// typed: a line per row with `.` for open cells, or a line per die. Single digits need no blanks
/// between them. Dominoes must be JSON, because a board does not show where each one lies (with
/// --partial, a board is enough), and so must the variables of a model, boards of hexagons, and
/// boards whose drawing does not show each value by itself. For a model with an objective, only
/// optimal solutions are right.
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
            files::require_one_stdin(&self.file, &self.solution);
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

impl Check {
    /// Reports whether a solution contains all entries, and which entries no solution contains.
    fn judge(
        &self,
        context: &mut Context,
        problem: Problem,
        board: &Value,
    ) -> anyhow::Result<ExitCode> {
        let name = entered::name(&self.solution);
        let mut problem = problem.half_filled(board).with_context(|| name.clone())?;
        context
            .know(&self.file, |context, limit| self.write_judged(context, &problem, &Err(limit)));
        let means = Means::default().within(self.time.budget(context));
        let judged = optimal(context, &self.file, &problem, &means).and_then(|optimal| {
            problem = optimal.into_problem();
            let judged = context.busy("checking", || problem.judge(&means));
            judged.with_context(|| self.file.display().to_string())
        });
        let judged = match judged {
            Ok(judged) => Ok(judged),
            Err(error) => Err(limit_of(&error).ok_or(error)?),
        };
        let code = match &judged {
            Ok(judged) if judged.is_right() => ExitCode::SUCCESS,
            Ok(judged) => {
                let what = "no solution has all entries";
                note_basis(context, Path::new(&name), what, judged.basis());
                ExitCode::FAILURE
            }
            Err(_) => ExitCode::from(STOPPED),
        };
        self.write_judged(context, &problem, &judged)?;
        Ok(code)
    }

    fn write_judged(
        &self,
        context: &mut Context,
        problem: &Problem,
        judged: &Result<Judged, Limit>,
    ) -> io::Result<()> {
        let csp = problem.csp();
        let wrong = judged.as_ref().map_or(&[][..], Judged::wrong);
        let wrong_marks = judged.as_ref().map_or(&[][..], Judged::wrong_marks);
        let marks = problem.marks().iter();
        let marks = marks.filter(|mark| wrong_marks.contains(&mark.variable)).collect_vec();
        if context.format == Format::Json {
            let status = match judged {
                Ok(judged) if judged.is_right() => "right",
                Ok(_) => "wrong",
                Err(_) => "unknown",
            };
            let marks = marks
                .iter()
                .map(|mark| (mark.variable, reasoning::values(csp, mark.variable, &mark.values)));
            let named = wrong
                .iter()
                .map(|&(variable, value)| (variable, value_json(csp, variable, value)))
                .chain(marks)
                .map(|(variable, value)| (csp.name(variable).to_owned(), value));
            let mut line = json!({
                "file": self.file.display().to_string(),
                "kind": problem.kind(),
                "status": status,
                "entries": problem.entries().count(),
                "wrong": named.collect::<Map<_, _>>(),
            });
            add_objective(&mut line, csp);
            add_to(
                &mut line,
                judged.as_ref().ok().and_then(|judged| judged.basis().evidence()).as_ref(),
            );
            return writeln!(context.out, "{line}");
        }
        let speaker = Speaker::of_puzzle(puzzle(problem), csp);
        let solution = asked::solution(csp);
        let verdict = match judged {
            Ok(judged) if judged.is_right() && csp.bound().is_some() => {
                format!("right so far: an {solution} completes it")
            }
            Ok(judged) if judged.is_right() => "right so far: it can be completed".to_owned(),
            Ok(_) if wrong.is_empty() && marks.is_empty() => {
                "wrong: each entry is possible alone, but not all together".to_owned()
            }
            Ok(_) => {
                let marks = marks.iter().map(|mark| speaker.left(mark.variable, &mark.values));
                let wrong = wrong.iter().map(|&entry| speaker.values([entry])).chain(marks);
                let wrong = wrong.collect_vec().join(", ");
                format!("wrong in every {solution}: {wrong}")
            }
            Err(limit) => format!("unknown: {} before it was known", Stopped(*limit)),
        };
        let objective = asked::objective(csp);
        let objective = objective.map_or_else(String::new, |said| format!(" ({said})"));
        writeln!(context.out, "{}: {verdict}{objective}", entered::name(&self.solution))
    }
}

impl Check {
    /// Reports which rules, each by itself, can no longer hold with all entries.
    fn judge_rules(
        &self,
        context: &mut Context,
        problem: Problem,
        board: &Value,
    ) -> anyhow::Result<ExitCode> {
        let name = entered::name(&self.solution);
        let problem = problem.half_filled(board).with_context(|| name.clone())?;
        let problem = problem.ignoring_objective();
        context.know(&self.file, |context, limit| self.write_rules(context, &problem, &Err(limit)));
        let means = Means::default().within(self.time.budget(context));
        let judged = match problem.broken_rules(&means) {
            Ok(judged) => Ok(judged),
            Err(error) => match error.limit() {
                Some(limit) => Err(limit),
                None => Err(error).with_context(|| self.file.display().to_string())?,
            },
        };
        let code = match &judged {
            Ok(judged) if judged.rules().is_empty() => ExitCode::SUCCESS,
            Ok(judged) => {
                note_basis(context, Path::new(&name), "rules are broken", judged.basis());
                ExitCode::FAILURE
            }
            Err(_) => ExitCode::from(STOPPED),
        };
        self.write_rules(context, &problem, &judged)?;
        Ok(code)
    }

    fn write_rules(
        &self,
        context: &mut Context,
        problem: &Problem,
        judged: &Result<BrokenRules, Limit>,
    ) -> std::io::Result<()> {
        let csp = problem.csp();
        let rules = judged.as_ref().map_or(&[][..], BrokenRules::rules);
        let posted = rules.iter().map(|&at| &csp.constraints()[at]);
        if context.format == Format::Json {
            let status = match judged {
                Ok(judged) if judged.rules().is_empty() => "right",
                Ok(_) => "wrong",
                Err(_) => "unknown",
            };
            let rules = posted.map(|posted| {
                let constraint = posted.constraint.rule().describe(csp);
                json!({ "constraint": constraint, "reason": posted.reason })
            });
            let mut line = json!({
                "file": self.file.display().to_string(),
                "kind": problem.kind(),
                "status": status,
                "entries": problem.entries().count(),
                "broken_rules": rules.collect_vec(),
            });
            let evidence = judged.as_ref().ok().and_then(|judged| judged.basis().evidence());
            add_to(&mut line, evidence.as_ref());
            return writeln!(context.out, "{line}");
        }
        let verdict = match judged {
            Ok(judged) if judged.rules().is_empty() => "right so far: no rule is broken".to_owned(),
            Ok(_) => format!("wrong: {}", posted.map(|posted| &posted.reason).join("; ")),
            Err(limit) => format!("unknown: {} before it was known", Stopped(*limit)),
        };
        writeln!(context.out, "{}: {verdict}", entered::name(&self.solution))
    }
}

/// A verdict on the value of a solution.
enum Verdict {
    /// No solution is better, with the evidence.
    Optimal(Option<Evidence>),
    /// A solution has this better value.
    Worse(i64),
    /// A limit was reached first.
    Unknown(Limit),
}

impl Check {
    /// Reports whether this solution, which obeys the rules, is optimal.
    fn judge_value(
        &self,
        context: &mut Context,
        problem: &Problem,
        solution: &Solution,
    ) -> anyhow::Result<ExitCode> {
        let value = problem.objective_of(solution).expect("there is an objective");
        let shown = problem.csp().amount(value);
        let verdict = self.compared(context, problem, value);
        let verdict = verdict.with_context(|| self.file.display().to_string())?;
        let (status, code) = match verdict {
            Verdict::Optimal(_) => ("right", ExitCode::SUCCESS),
            Verdict::Worse(_) => ("wrong", ExitCode::FAILURE),
            Verdict::Unknown(_) => ("unknown", ExitCode::from(STOPPED)),
        };
        let said = match &verdict {
            Verdict::Optimal(_) => format!("right, objective {shown}, optimal"),
            Verdict::Worse(better) => {
                let better = problem.csp().amount(*better);
                format!("wrong: it is not optimal: objective {shown}, and {better} is possible")
            }
            Verdict::Unknown(limit) => {
                format!("unknown: objective {shown}, and {limit} before it was known to be optimal")
            }
        };
        if context.format != Format::Json {
            writeln!(context.out, "{}: {said}", entered::name(&self.solution))?;
            return Ok(code);
        }
        let broken = said.strip_prefix("wrong: ");
        let evidence = match &verdict {
            Verdict::Optimal(evidence) => evidence.as_ref(),
            Verdict::Worse(_) | Verdict::Unknown(_) => None,
        };
        let mut line = json!({
            "file": self.file.display().to_string(),
            "kind": problem.kind(),
            "status": status,
            "broken": broken,
            "as_known": null,
            "objective": number(shown),
        });
        add_to(&mut line, evidence);
        writeln!(context.out, "{line}")?;
        Ok(code)
    }

    /// Compares a value with the best one; any better value suffices to refute it.
    fn compared(
        &self,
        context: &Context,
        problem: &Problem,
        value: i64,
    ) -> anyhow::Result<Verdict> {
        let means = Means::default().within(self.time.budget(context));
        let best = problem.solve(&SolveOptions { means, ..SolveOptions::default() })?;
        let objective = problem.csp().objective().expect("there is an objective");
        if let Some(better) = best.objective().filter(|&best| objective.is_better(best, value)) {
            return Ok(Verdict::Worse(better));
        }
        let basis = best.basis();
        if let Some(limit) = basis.limit() {
            return Ok(Verdict::Unknown(limit));
        }
        let found = best.objective().map_or_else(|| "anything".to_owned(), |best| best.to_string());
        anyhow::ensure!(
            found == value.to_string(),
            "{} is wrong: it claims that no solution is better than {found}, but {value} is",
            basis.by()
        );
        note_basis(context, &self.file, "no solution is better", basis);
        Ok(Verdict::Optimal(basis.evidence()))
    }
}
