//! `cnfetti count`: how many solutions there are.

mod check;
mod files;
mod parts;
mod project;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use cnfetti::compile::{Choices, compile};
use cnfetti::csp::Csp;
use cnfetti::instance::Instance;
use cnfetti::limit::Budget;
use cnfetti::search::confirm::{Claim, Evidence};
use cnfetti::search::count::{Count as Numbers, Counted, is_by_name};
use cnfetti::search::engine::{Agreed, Answer, Engine, Engines};
use serde_json::json;

use super::batch::{BatchOptions, Ended, Task};
use super::competition::write_competition;
use super::engines::{EngineChoice, MemoryOptions, ThreadOptions, explain, tell_second};
use super::evidence::add_to;
use super::expected::require_count;
use super::formula;
use super::numbers::{self, sentence};
use super::options::{
    ENCODINGS, EmitOptions, EncodingOptions, Formula, SolverOptions, tell_without_objective,
};
use super::proofs::{Answered, ProofOptions, is_cut_short, tell_no_further};
use super::subject::Subject;
use super::words::{grouped, plural};
use super::{Context, Format};

use project::Over;

/// Count the solutions of puzzles, also up to symmetry.
///
/// A count is exact, or it is reported as "at least". Of a model with an objective the optimal
/// solutions are counted ("objective" in JSON is its value). -v prints the arithmetic. Of a DIMACS file
/// (`.cnf`) the models are counted, projected on the variables of its lines `c p show` or `c ind`.
/// Of a part that `cnfetti split` wrote what it adds is written beside it, and its proof.
/// Of pips the grids are counted as well: the numbers on the cells, however the dominoes lie.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti count instances/dice/labeled-dice.toml instances/signs/leepf-open.toml
  cnfetti count --time-limit 2 --json instances/seating/cheating-linguists.toml
  cnfetti encode instances/signs/leepf-open.toml | cnfetti count -
  cnfetti count --cross-check instances/signs/leepf-open.toml
  cnfetti count --engine clauses instances/seating/waiting-room.toml
  cnfetti count instances/models/labeled_dice.xml
  cnfetti count --checkpoint linguists instances/seating/cheating-linguists.toml
  cnfetti count --counter ganak instances/dice/labeled-dice.toml")]
pub(crate) struct Count {
    #[command(flatten)]
    batch: BatchOptions,
    /// Who counts
    #[arg(long, value_enum, default_value_t, value_name = "ENGINE")]
    engine: EngineChoice,
    /// Let all engines count to the end; it is an error when they disagree
    #[arg(long, conflicts_with = "engine")]
    cross_check: bool,
    /// Ignore the objective: count all solutions, not only the optimal ones
    #[arg(long)]
    all_costs: bool,
    /// Also run this model counter on the puzzle's formula; it is an error when it disagrees
    #[arg(long, value_name = "CMD")]
    counter: Option<String>,
    /// Count the different assignments to these variables only, such as `x,y[],z[1..3][]`
    #[arg(long, value_name = "VARIABLES")]
    project: Option<String>,
    /// Count part by part in this folder, and go on with what it has already
    #[arg(long, value_name = "DIR", conflicts_with_all = ["engine", "cross_check", "all_costs",
          "project", "solver", "proof", "proof_format", "no_check", "emit_cnf", "force", "at_most_one",
          "cardinality", "linear", "domain", "one_sided"])]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    memory: MemoryOptions,
    #[command(flatten)]
    threads: ThreadOptions,
    #[command(flatten)]
    solver: SolverOptions,
    #[command(flatten)]
    encodings: EncodingOptions,
    #[command(flatten)]
    emit: EmitOptions,
    #[command(flatten)]
    proofs: ProofOptions,
}

/// The options that say nothing of a formula.
const FOR_PUZZLES: [&str; 5] = ["all_costs", "checkpoint", "counter", "emit_cnf", "force"];

impl Count {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        self.refuse_idle(context);
        self.emit.require_one_file(&self.batch.files)?;
        self.proofs.require_one_file(&self.batch.files, &self.emit)?;
        let tally = self.batch.run(context, &|context, job| match job.subject {
            Subject::Puzzle(_) => self.count(context, &job.puzzle()?),
            Subject::Part(part) => self.count_part(context, job, part),
            Subject::Cube(cube) => self.prove_part(context, job, cube),
            Subject::Files(files) => self.count_files(context, job, files),
            Subject::Formula(formula) => {
                let because = "it is for puzzles, not for formulas";
                context.given.refuse(&FOR_PUZZLES, because);
                context.given.refuse(&ENCODINGS, because);
                if self.engine == EngineChoice::Exact {
                    let because = "the exact counter needs a puzzle; `clauses` counts formulas";
                    context.given.refuse(&["engine"], because);
                }
                let counting = formula::Counting {
                    solver: &self.solver,
                    engine: self.engine,
                    memory: &self.memory,
                    proofs: &self.proofs,
                    cross_check: self.cross_check,
                };
                formula::count(context, job.file, formula, &counting)
            }
        })?;
        let competition = context.competition() && tally.only().is_some();
        Ok(if competition { ExitCode::SUCCESS } else { tally.exit_code() })
    }

    /// Ends the process when an option would do nothing.
    fn refuse_idle(&self, context: &Context) {
        let given = &context.given;
        self.emit.refuse_idle_force(context);
        if self.cross_check {
            given.refuse(&["proof", "no_check"], "--cross-check compares and proves nothing");
        }
        match self.engine {
            EngineChoice::Exact => {
                let because = "the exact counter needs no formula and no solver";
                given.refuse(&["solver", "proof", "no_check"], because);
                if !self.emit.is_wanted() {
                    given.refuse(&ENCODINGS, because);
                }
            }
            EngineChoice::Clauses => {
                let because = "knowledge compilation lists nothing and needs no solver";
                given.refuse(&["solver", "proof", "no_check", "threads"], because);
            }
            _ if self.cross_check => {}
            EngineChoice::Auto if !given.has(&["proof", "solver"]) => {}
            EngineChoice::Auto | EngineChoice::Blocking => {
                given.refuse(&["memory_limit", "threads"], "it is for counting without a list");
            }
        }
    }

    fn count(&self, context: &mut Context, task: &Task<'_>) -> anyhow::Result<Ended> {
        if let Some(folder) = &self.checkpoint {
            return self.count_on(context, task, folder);
        }
        let &Task { file, instance, .. } = task;
        self.emit.require_one_puzzle(task)?;
        self.proofs.require_one_puzzle(task)?;
        let choices = self.encodings.choices()?;
        let backend = self.solver.backend()?;
        let mut csp = instance.puzzle.csp();
        if self.all_costs {
            tell_without_objective(context, file, &csp);
            csp = csp.without_objective();
        }
        let over = Over::new(instance.puzzle.as_ref(), &mut csp, self.project.as_deref())?;
        if self.emit.is_wanted() {
            self.formula(file, instance, &csp, &choices, |formula| {
                self.emit.emit(context, formula)
            })?;
        }
        let start = Instant::now();
        let bar = context.spinner();
        let budget = self.solver.budget(context);
        let limits = self.memory.limits(budget.clone(), task.alone);
        let limits = self.threads.limits(context, limits);
        let engines = Engines { csp: &csp, choices: &choices, backend: &backend, limits: &limits };
        let progress = |so_far: &Numbers| {
            if let Some(bar) = &bar {
                bar.set_message(format!("{} so far", plural(&so_far.solutions, "solution")));
            }
        };
        let agreed = match self.engine {
            _ if self.cross_check => self.cross_check(context, file, instance, &engines)?,
            // A proof is about blocking clauses, and who names a solver wants to see it work.
            EngineChoice::Auto if self.proofs.is_wanted() || self.solver.is_named() => {
                Agreed::alone(engines.run(Engine::Blocking, progress)?)
            }
            EngineChoice::Auto => engines.race(progress)?,
            EngineChoice::Exact => Agreed::alone(engines.run(Engine::Exact, progress)?),
            EngineChoice::Blocking => Agreed::alone(engines.run(Engine::Blocking, progress)?),
            EngineChoice::Clauses => Agreed::alone(engines.run(Engine::Clauses, progress)?),
        };
        if !self.cross_check {
            self.ask_counter(context, file, instance, &engines, &[&agreed.best])?;
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        let took = start.elapsed();
        if context.is_verbose() && matches!(agreed.best, Answer::Blocking(_)) {
            self.formula(file, instance, &csp, &choices, |formula| {
                context.note(formula.size());
                Ok(())
            })?;
        }
        let claim = Claim::by(&backend, start);
        let evidence = self.conclude(context, file, &csp, &agreed, claim, &budget)?;
        require_count(file, instance, &csp, agreed.best.count())?;
        if let Some(over) = over.text.as_ref().filter(|_| task.alone) {
            context.note(format!("{}: counted over {over}", file.display()));
        }
        if !self.emit.takes_stdout() {
            let seconds = took.as_secs_f64();
            write_count(context, task, &csp, &agreed.best, &over, evidence.as_ref(), seconds)?;
        }
        let numbers = over.numbers(agreed.best.count());
        Ok(match numbers.exact {
            true if is_cut_short(&self.proofs, evidence.as_ref()) => Ended::Stopped,
            true => Ended::of_count(&numbers.solutions),
            false => Ended::Stopped,
        })
    }

    /// Checks and explains what was found: what it rests on that the number is exact, if it is.
    fn conclude(
        &self,
        context: &Context,
        file: &Path,
        csp: &Csp,
        agreed: &Agreed,
        claim: Claim<'_>,
        budget: &Budget,
    ) -> anyhow::Result<Option<Evidence>> {
        if let Some(limit) = agreed.best.stopped() {
            context.note(format!("{}: stopped: {limit}", file.display()));
        }
        tell_second(context, file, agreed);
        let counted_twice = agreed.best.count().exact.then(|| agreed.evidence());
        Ok(match &agreed.best {
            Answer::Exact(count, arithmetic) => {
                explain(context, file, count, arithmetic);
                counted_twice
            }
            Answer::Clauses(_) => counted_twice,
            Answer::Blocking(Counted { count, end }) => {
                let about = about(csp, count);
                let force = self.emit.force();
                let answered = Answered { file, end, claim, about: &about, force };
                let evidence = match self.proofs.conclude(context, &answered, budget)? {
                    // Who counted the same is worth more than somebody's word.
                    Some(word @ Evidence::Word(_)) => {
                        counted_twice.filter(Evidence::is_checked).or(Some(word))
                    }
                    evidence => evidence,
                };
                if let Some(evidence) = &evidence {
                    tell_no_further(context, &answered, evidence);
                }
                evidence
            }
        })
    }

    /// Compiles the puzzle and hands the formula on.
    fn formula(
        &self,
        file: &Path,
        instance: &Instance,
        csp: &Csp,
        choices: &Choices,
        then: impl FnOnce(&Formula<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let compiled = &compile(csp, choices)?;
        then(&Formula { file, instance, csp, encodings: &self.encodings, choices, compiled })
    }
}

/// What the formula is whose proof shows that these are all solutions.
fn about(csp: &Csp, count: &Numbers) -> String {
    let solutions = plural(&count.solutions, "solution");
    if csp.symmetry().interchangeable.is_empty() || is_by_name(csp) {
        return format!("the formula, and a clause against each of the {solutions}");
    }
    format!(
        "the formula, clauses that number the {} as they appear (value precedence), so that of the \
         solutions that differ by renaming them one is left, and a clause against each of these {}, \
         which stand for {solutions}",
        csp.symmetry().values_called,
        grouped(&count.up_to_renaming)
    )
}

fn write_count(
    context: &mut Context,
    &Task { file, instance, .. }: &Task<'_>,
    csp: &Csp,
    answer: &Answer,
    over: &Over,
    evidence: Option<&Evidence>,
    seconds: f64,
) -> std::io::Result<()> {
    let numbers = &over.numbers(answer.count());
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            writeln!(context.out, "{}: {}", file.display(), sentence(csp, numbers))
        }
        Format::Json => {
            let over = over.text.clone();
            let mut line = numbers::line(file, instance.kind, over, csp, numbers);
            line["engine"] = json!(answer.engine().name());
            add_to(&mut line, evidence);
            line["seconds"] = json!(seconds);
            writeln!(context.out, "{line}")
        }
        Format::Competition => {
            write_competition(&mut context.out, &numbers.solutions, numbers.exact)
        }
    }
}
