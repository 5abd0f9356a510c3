//! `cnfetti solve`: finds and draws solutions.

mod list;
mod optimum;
mod write;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use cnfetti::csp::Value;
use cnfetti::limit::{Budget, Limit};
use cnfetti::problem::Means;
use cnfetti::search::confirm::Evidence;
use cnfetti::search::second_opinion::EXACT_COUNTER;
use cnfetti::solver::Model;

use super::answers::asked::CostOption;
use super::answers::competition::{SATISFIABLE, push_literals};
use super::answers::evidence::{Statement, stopped, tell, unchecked_words};
use super::answers::numbers::plural;
use super::answers::proofs::ProofOptions;
use super::options::batch::{BatchOptions, Each, Ended, Job, Task};
use super::options::engines::ThreadOptions;
use super::options::{ENCODINGS, EmitOptions, EncodingOptions, SolverOptions};
use super::shared::formula;
use super::shared::subject::{FORMULA, PART, Subject};
use super::shared::unique;
use super::{Context, Format};

use optimum::Searched;
use write::{JsonLines, Optimality, write_status};

/// Solve puzzles and draw the solutions.
///
/// cnfetti checks every solution against the rules before it prints it. For a model with an
/// objective, it finds an optimal solution, or the best one until a limit comes. For a DIMACS file,
/// it prints models, as SAT solvers do.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti solve instances/pips/pips1.toml
  cnfetti solve --unique instances/signs
  cnfetti solve --sample 3 --seed 7 instances/seating/cheating-linguists.toml
  cnfetti solve --solver 'cmd:minisat {in} {out}' instances/signs/leepf.toml
  cnfetti solve instances/models/magic_square.xml")]
#[command(mut_arg("proof", |proof| proof.requires("all")))]
pub(crate) struct Solve {
    #[command(flatten)]
    batch: BatchOptions,
    /// Print up to N solutions
    #[arg(short, long = "number", value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,
    /// Print all solutions
    #[arg(long, conflicts_with = "number")]
    all: bool,
    /// Print one of all solutions that differ by renaming, such as of dice
    #[arg(long, conflicts_with_all = ["sample", "unique", "emit_cnf", "proof"])]
    up_to_renaming: bool,
    #[command(flatten)]
    costs: CostOption,
    /// Print N random solutions, each equally likely
    #[arg(long, value_name = "N", conflicts_with_all = ["number", "all", "unique", "proof", "solver"],
          value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Random seed for --sample
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,
    #[command(flatten)]
    threads: ThreadOptions,
    /// Report whether there is one solution, and where a second one differs
    #[arg(long, conflicts_with_all = ["number", "all", "emit_cnf", "proof"])]
    unique: bool,
    /// Also exit with 0 for one solution, 4 for several, 5 for none
    #[arg(long, requires = "unique")]
    exit_code: bool,
    #[command(flatten)]
    solver: SolverOptions,
    #[command(flatten)]
    encodings: EncodingOptions,
    #[command(flatten)]
    emit: EmitOptions,
    #[command(flatten)]
    proofs: ProofOptions,
}

/// Options that do not apply to formulas.
const FOR_PUZZLES: [&str; 7] =
    ["threads", "all_costs", "up_to_renaming", "sample", "unique", "emit_cnf", "force"];

impl Solve {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        self.refuse_idle(context);
        self.emit.require_one_file(&self.batch.files)?;
        self.proofs.require_one_file(&self.batch.files, &self.emit)?;
        let work = |context: &mut Context, job: &Job<'_>| match job.subject {
            Subject::Puzzle(_) if self.unique => {
                let (solver, encodings) = (&self.solver, &self.encodings);
                let means = unique::means(context, solver, encodings, &self.proofs)?;
                unique::write_verdict(context, job, self.costs, &means)
            }
            Subject::Puzzle(_) => {
                let mut lines = JsonLines::new();
                let ended = self.solve(context, job, &mut lines);
                lines.close(&mut context.out, None)?;
                ended
            }
            Subject::Part(part) => {
                anyhow::ensure!(part.round.is_none(), "a part of a round has no list of solutions");
                self.list_part(context, job.file, part)
            }
            Subject::Formula(formula) => {
                let because = "it is for puzzles, not for formulas";
                context.given.refuse(&FOR_PUZZLES, because);
                context.given.refuse(&ENCODINGS, because);
                let wanted = if self.all { u64::MAX } else { self.number };
                formula::solve(context, job, formula, &self.solver, &self.proofs, wanted)
            }
        };
        let unknown = |context: &mut Context, file: &Path, kind: Option<&str>| match kind {
            Some(FORMULA) => formula::write_status(context, file, "unknown", None, None),
            _ if self.unique => unique::write_unknown(context, file, kind),
            Some(PART) => Ok(()),
            _ if self.emit.takes_stdout() => Ok(()),
            _ => write_status(context, file, kind, "unknown", None),
        };
        let tally = self.batch.run(context, &Each { work: &work, unknown: &unknown })?;
        if self.exit_code {
            return Ok(tally.verdict_code());
        }
        Ok(match tally.only() {
            Some(ended) if context.competition() => match ended {
                Ended::Stopped => ExitCode::SUCCESS,
                Ended::None => ExitCode::from(20),
                Ended::Solved | Ended::Unique | Ended::Several => ExitCode::from(SATISFIABLE),
            },
            _ => tally.exit_code(),
        })
    }

    /// Ends the process if an option would have no effect.
    fn refuse_idle(&self, context: &Context) {
        let given = &context.given;
        self.emit.refuse_idle_force(context);
        if self.sample.is_some() {
            given.refuse(&ENCODINGS, "samples need no formula");
            given.refuse(&["emit_cnf", "trust_solver"], "samples need no formula");
            if context.competition() {
                given.refuse(&["sample"], "it has no competition format");
            }
        } else if !self.wants_several(context) || context.competition() {
            let because = "it is for several solutions that the built-in counter lists";
            given.refuse(&["threads"], because);
        }
    }

    fn solve(
        &self,
        context: &mut Context,
        job: &Job<'_>,
        lines: &mut JsonLines,
    ) -> anyhow::Result<Ended> {
        let task = &job.puzzle()?;
        self.emit.require_one_puzzle(task)?;
        self.proofs.require_one_puzzle(task)?;
        let problem = self.costs.chosen(context, task.file.display(), job.problem()?);
        let budget = self.solver.budget(context);
        let means = self.means(context, &budget, task.alone)?;
        let by = &By { means, budget };
        let is_first = !self.all && self.number == 1 && self.sample.is_none();
        let (problem, optimality) = match problem.csp().objective() {
            None if is_first && !self.needs_solver(context, task) => {
                return self.first(context, task, lines, &problem, by);
            }
            None => (problem, Optimality::Any),
            Some(_) => match self.optimum(context, task, lines, &problem, by)? {
                Searched::Ended(ended) => return Ok(ended),
                Searched::Known(problem, value) => (*problem, Optimality::Optimal(value)),
            },
        };
        match self.sample {
            Some(wanted) => {
                self.draw_samples(context, task, lines, (&problem, optimality), (by, wanted))
            }
            None => self.list(context, task, lines, (&problem, optimality), by),
        }
    }

    /// The means of the search.
    fn means(&self, context: &Context, budget: &Budget, alone: bool) -> anyhow::Result<Means> {
        let mut limits = self.solver.limits(budget.clone(), alone);
        if self.sample.is_some() || self.wants_several(context) {
            limits = self.threads.limits(context, limits);
        }
        let mut means = Means::default().limits(limits).solver(self.proofs.solver(&self.solver)?);
        if context.given.has(&ENCODINGS) {
            means = means.encodings(self.encodings.choices()?);
        }
        Ok(self.proofs.applied(means))
    }

    /// Whether solutions may come from a diagram. A formula, its encodings, a proof, or the
    /// literals of models need the solver.
    fn wants_several(&self, context: &Context) -> bool {
        (self.all || self.number > 1) && !self.is_for_solver(context)
    }

    fn print(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        lines: &mut JsonLines,
        solution: &[Value],
        model: Option<&Model>,
        (number, optimality): (u64, Optimality),
    ) -> anyhow::Result<()> {
        let &Task { file, instance, alone } = task;
        if self.emit.takes_stdout() {
            return Ok(());
        }
        // Write each solution in one piece, so that none is ever cut off.
        match context.format {
            Format::Text | Format::Csv | Format::Markdown => {
                let mut text = if number > 1 { "\n".to_owned() } else { String::new() };
                if !alone && number == 1 {
                    text = format!("{}\n", file.display());
                }
                text += &context.board(&*instance.puzzle, Some(solution));
                if let Some(words) = optimality.in_words() {
                    text = format!("{text}{words}\n");
                }
                context.out.write_all(text.as_bytes())?;
            }
            Format::Json => {
                lines.write(&mut context.out, task, solution, optimality)?;
            }
            Format::Competition => {
                let mut text = String::new();
                if number == 1 {
                    let is_optimal = matches!(optimality, Optimality::Optimal(_));
                    let status = if is_optimal { "OPTIMUM FOUND" } else { "SATISFIABLE" };
                    text = format!("s {status}\n");
                    context.out.would_exit_with(SATISFIABLE);
                }
                if let Optimality::Optimal(value) | Optimality::SoFar { value, .. } = optimality
                    && lines.told != Some(value)
                {
                    text = format!("o {value}\n{text}");
                    lines.told = Some(value);
                }
                match (instance.puzzle.competition(solution), model) {
                    (Some(lines), _) => text += &lines,
                    (None, Some(model)) => push_literals(&mut text, model.literals()),
                    (None, None) => {}
                }
                context.out.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Prints how the search ended and, if there are no (further) solutions, the evidence.
    fn conclude(
        &self,
        context: &mut Context,
        &Task { file, instance, alone }: &Task<'_>,
        lines: &mut JsonLines,
        printed: u64,
        ending: &Ending,
        by: &str,
    ) -> anyhow::Result<Ended> {
        let name = file.display();
        let mut evidence = None;
        match ending {
            Ending::Stopped(limit) => {
                let found = plural(&printed.into(), "solution");
                context.note(format!("{name}: stopped: {}, after {found}", stopped(*limit)));
            }
            Ending::All(found) => {
                if printed > 0 && (self.all || self.number > 1) {
                    let (found, unchecked) =
                        (plural(&printed.into(), "solution"), unchecked_words(Some(found)));
                    context.note(format!("{name}: {found}, and no more{unchecked}"));
                }
                let what = match printed {
                    0 => "there is no solution",
                    _ => "there are no further solutions",
                };
                // The exact counter's word alone needs no warning, unlike a solver's: see `count`.
                if by != EXACT_COUNTER || found.is_checked() {
                    tell(context, &Statement { name, what, by }, found);
                }
                evidence = Some(found);
            }
            Ending::Enough => {}
        }
        lines.close(&mut context.out, evidence)?;
        let status = match ending {
            _ if printed > 0 => None,
            Ending::Stopped(_) => Some("unknown"),
            _ => Some("unsatisfiable"),
        };
        if let Some(status) = status.filter(|_| !self.emit.takes_stdout()) {
            write_status(context, file, Some(instance.kind), status, evidence)?;
        }
        if alone && matches!(ending, Ending::All(_)) && printed == 0 {
            suggest_explain(context, file);
        }
        Ok(match ending {
            Ending::Stopped(_) if printed == 0 || !context.competition() => Ended::Stopped,
            _ if printed > 0 => Ended::Solved,
            _ => Ended::None,
        })
    }
}

/// Notes on stderr the command that explains why there is no solution.
pub(super) fn suggest_explain(context: &Context, file: &Path) {
    let name = file.display().to_string();
    // Quoted for a shell.
    let typed = shlex::try_quote(&name).map_or(name.clone(), |typed| typed.into_owned());
    context.note(format!("{name}: run `cnfetti explain {typed}` to see why"));
}

/// How a search for solutions ended.
enum Ending {
    /// There are no others, with the evidence.
    All(Evidence),
    /// Enough were found.
    Enough,
    /// A limit was reached.
    Stopped(Limit),
}

impl Ending {
    fn of(limit: Option<Limit>, evidence: Option<Evidence>) -> Ending {
        match (limit, evidence) {
            (Some(limit), _) => Ending::Stopped(limit),
            (None, Some(evidence)) => Ending::All(evidence),
            (None, None) => Ending::Enough,
        }
    }
}

/// The means of a search, and the budget among them.
struct By {
    means: Means,
    budget: Budget,
}
