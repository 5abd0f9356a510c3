//! `cnfetti count`: counts solutions.

mod check;
mod files;
mod parts;

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
use cnfetti::search::count::{Count as Numbers, Counted};
use cnfetti::search::engine::{Agreed, Answer, Engine, Engines};
use num_bigint::BigUint;
use serde_json::json;

use super::answers::asked::{CostOption, counted_problem, note_not_written};
use super::answers::competition::write_competition;
use super::answers::evidence::add_to;
use super::answers::expected::require_count;
use super::answers::numbers::{self, sentence};
use super::answers::proofs::{
    Answered, ProofOptions, counted_formula, is_cut_short, note_no_further,
};
use super::options::batch::{BatchOptions, Each, Ended, Job, Task};
use super::options::engines::{
    EngineChoice, MemoryOptions, ThreadOptions, explain, note_second_count,
};
use super::options::projection::ProjectOption;
use super::options::rotations::RotationsOption;
use super::options::{ENCODINGS, EmitOptions, EncodingOptions, Formula, SolverOptions};
use super::shared::formula;
use super::shared::subject::{FORMULA, PART, Subject};
use super::terminal::words::plural;
use super::{Context, Format};

/// Count the solutions of puzzles, also up to symmetry.
///
/// A count is exact unless it says "at least". For a model with an objective, it counts the optimal
/// solutions ("objective" in JSON is their value). For a DIMACS file (`.cnf`), it counts the
/// models, projected on the variables of its `c p show` or `c ind` lines. For Pips, it also counts
/// the grids: the numbers on the cells, however the dominoes lie. For a part of a count (see
/// `split`), it writes the part's number to a file beside it. -v prints the arithmetic.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti count instances/dice/labeled-dice.toml instances/signs/leepf-open.toml
  cnfetti count --time-limit 2 --json instances/seating/cheating-linguists.toml
  cnfetti encode instances/signs/leepf-open.toml | cnfetti count -
  cnfetti count --cross-check instances/signs/leepf-open.toml
  cnfetti count --engine clauses instances/seating/waiting-room.toml
  cnfetti count instances/models/labeled_dice.xml
  cnfetti count --rotations 'https://puzz.link/p?slither/2/2/j'
  cnfetti count --checkpoint linguists instances/seating/cheating-linguists.toml
  cnfetti count --counter ganak instances/dice/labeled-dice.toml")]
pub(crate) struct Count {
    #[command(flatten)]
    batch: BatchOptions,
    /// How to count
    #[arg(long, value_enum, default_value_t, value_name = "ENGINE")]
    engine: EngineChoice,
    /// Have all engines count to the end; a disagreement is an error
    #[arg(long, conflicts_with = "engine")]
    cross_check: bool,
    #[command(flatten)]
    costs: CostOption,
    /// Also run this model counter on the puzzle's formula; a disagreement is an error
    #[arg(long, value_name = "CMD")]
    counter: Option<String>,
    #[command(flatten)]
    project: ProjectOption,
    #[command(flatten)]
    rotations: RotationsOption,
    /// Count in parts, kept in this folder, and resume after an interruption
    #[arg(long, value_name = "DIR", conflicts_with_all = ["engine", "cross_check", "project",
           "solver", "proof", "proof_format", "no_check", "emit_cnf", "force", "at_most_one",
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

/// Options that do not apply to formulas.
const FOR_PUZZLES: [&str; 6] =
    ["all_costs", "checkpoint", "counter", "emit_cnf", "force", "rotations"];

impl Count {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        self.refuse_idle(context);
        self.emit.require_one_file(&self.batch.files)?;
        self.proofs.require_one_file(&self.batch.files, &self.emit)?;
        let work = |context: &mut Context, job: &Job<'_>| match job.subject {
            Subject::Puzzle(_) => self.count(context, &job.puzzle()?),
            Subject::Part(part) => self.count_part(context, job, part),
            Subject::Cube(cube) => self.prove_part(context, job, cube),
            Subject::Slice(slice) => self.carry_part(context, job, slice),
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
        };
        let unknown = |context: &mut Context, file: &Path, kind: Option<&str>| {
            // If a part was not counted, its number is unknown, so write nothing.
            match kind == Some(PART) || self.emit.takes_stdout() {
                true => Ok(()),
                false => write_none(context, file, kind),
            }
        };
        let tally = self.batch.run(context, &Each { work: &work, unknown: &unknown })?;
        let competition = context.competition() && tally.only().is_some();
        Ok(if competition { ExitCode::SUCCESS } else { tally.exit_code() })
    }

    /// Ends the process if an option would have no effect.
    fn refuse_idle(&self, context: &Context) {
        let given = &context.given;
        self.emit.refuse_idle_force(context);
        if self.cross_check {
            given.refuse(
                &["proof", "no_check"],
                "--cross-check compares engines and proves nothing",
            );
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
                let because = "knowledge compilation lists no solutions and needs no solver";
                given.refuse(&["solver", "proof", "no_check", "threads"], because);
            }
            _ if self.cross_check => {}
            EngineChoice::Auto if !given.has(&["proof", "solver"]) => {}
            EngineChoice::Auto | EngineChoice::Blocking => {
                given.refuse(
                    &["memory_limit", "threads"],
                    "it is for engines that count without a list",
                );
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
        let csp = self.costs.problem(context, file.display(), instance);
        let mut csp = self.rotations.problem(context, file.display(), instance, csp)?;
        let over = self.project.count_over(&*instance.puzzle, &mut csp)?;
        // The formula of the optimal solutions is known only once these are.
        if self.emit.is_wanted() && csp.objective().is_none() {
            self.formula(file, instance, &csp, &choices, |formula| {
                self.emit.emit(context, formula)
            })?;
        }
        let start = Instant::now();
        let bar = context.spinner();
        let mut known = context.teller();
        let mut know = |so_far: &Numbers| {
            if self.emit.takes_stdout() {
                return;
            }
            known.tell_now_and_then(file, |context, _| {
                let seconds = start.elapsed().as_secs_f64();
                let answer = Found { numbers: so_far, by: None, evidence: None, seconds };
                write_count(context, task, &csp, over.as_deref(), &answer)
            });
        };
        know(&Numbers::none(&csp));
        let budget = self.solver.budget(context);
        let limits = self.memory.limits(budget.clone(), task.alone);
        let limits = self.threads.limits(context, limits);
        let engines = Engines { csp: &csp, choices: &choices, backend: &backend, limits: &limits };
        let progress = |so_far: &Numbers| {
            know(so_far);
            if let Some(bar) = &bar {
                bar.set_message(format!("{} so far", plural(&so_far.solutions, "solution")));
            }
        };
        let agreed = match self.engine {
            _ if self.cross_check => self.cross_check(context, file, instance, &engines)?,
            // A proof is about blocking clauses, and a user who names a solver wants it to work.
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
        if context.is_verbose()
            && matches!(agreed.best, Answer::Blocking(_))
            && let Some(csp) = counted_problem(&csp, agreed.best.count())
        {
            self.formula(file, instance, &csp, &choices, |formula| {
                context.note(formula.size());
                Ok(())
            })?;
        }
        let claim = Claim::by(&backend);
        let evidence = self.conclude(context, file, &csp, &agreed, claim, &budget)?;
        if !self.project.is_given() {
            let expect = self.costs.expected(instance);
            require_count(file, &expect, &csp, agreed.best.count())?;
        }
        if self.emit.is_wanted() && csp.objective().is_some() {
            match counted_problem(&csp, agreed.best.count()) {
                Some(csp) => self.formula(file, instance, &csp, &choices, |formula| {
                    self.emit.emit(context, formula)
                })?,
                None => note_not_written(context, file),
            }
        }
        if let Some(over) = over.as_ref().filter(|_| task.alone) {
            context.note(format!("{}: counted over {over}", file.display()));
        }
        if !self.emit.takes_stdout() {
            let (best, evidence) = (&agreed.best, evidence.as_ref());
            let (by, seconds) = (Some(best.engine().name()), took.as_secs_f64());
            let found = Found { numbers: best.count(), by, evidence, seconds };
            write_count(context, task, &csp, over.as_deref(), &found)?;
        }
        let numbers = agreed.best.count();
        Ok(match numbers.exact {
            true if is_cut_short(&self.proofs, evidence.as_ref()) => Ended::Stopped,
            true => Ended::of_count(&numbers.solutions),
            false => Ended::Stopped,
        })
    }

    /// Checks and explains the result. Returns the evidence that the number is exact, if it is.
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
        note_second_count(context, file, agreed);
        let counted_twice = agreed.best.count().exact.then(|| agreed.evidence());
        Ok(match &agreed.best {
            Answer::Exact(count, arithmetic) => {
                explain(context, file, count, arithmetic);
                counted_twice
            }
            Answer::Clauses(_) => counted_twice,
            Answer::Blocking(Counted { count, end }) => {
                let about = counted_formula(csp, count);
                let force = self.emit.force();
                let answered = Answered { file, end, claim, about: &about, force };
                let evidence = match self.proofs.conclude(context, &answered, budget)? {
                    // An equal count by another engine is better evidence than one solver's word.
                    Some(word @ Evidence::Word(_)) => {
                        counted_twice.filter(Evidence::is_checked).or(Some(word))
                    }
                    evidence => evidence,
                };
                if let Some(evidence) = &evidence {
                    note_no_further(context, &answered, evidence);
                }
                evidence
            }
        })
    }

    /// Compiles the puzzle, and passes the formula on.
    fn formula(
        &self,
        file: &Path,
        instance: &Instance,
        csp: &Csp,
        choices: &Choices,
        then: impl FnOnce(&Formula<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let compiled = &compile(csp, choices)?;
        let counted = match self.project.is_given() {
            true => self.project.in_words(csp),
            false => instance.puzzle.counted_over(),
        };
        let asked = self.project.typed() + self.costs.typed();
        let (encodings, counted, asked) = (&self.encodings, counted.as_deref(), &*asked);
        let (puzzle, kind) = (&*instance.puzzle, instance.kind);
        then(&Formula { file, puzzle, kind, csp, encodings, choices, compiled, counted, asked })
    }
}

/// A count, and how it was found.
struct Found<'a> {
    numbers: &'a Numbers,
    /// The engine that counted.
    by: Option<&'static str>,
    evidence: Option<&'a Evidence>,
    seconds: f64,
}

fn write_count(
    context: &mut Context,
    &Task { file, instance, .. }: &Task<'_>,
    csp: &Csp,
    over: Option<&str>,
    &Found { numbers, by, evidence, seconds }: &Found<'_>,
) -> std::io::Result<()> {
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            writeln!(context.out, "{}: {}", file.display(), sentence(csp, numbers))
        }
        Format::Json => {
            let over = over.map(str::to_owned);
            let mut line = numbers::line(file, instance.kind, over, csp, numbers);
            line["engine"] = json!(by);
            add_to(&mut line, evidence);
            line["seconds"] = json!(seconds);
            writeln!(context.out, "{line}")
        }
        Format::Competition => {
            write_competition(&mut context.out, &numbers.solutions, numbers.exact)
        }
    }
}

/// Writes that no number is known for a file. Perhaps not even its kind is known.
fn write_none(context: &mut Context, file: &Path, kind: Option<&str>) -> std::io::Result<()> {
    let things = if kind == Some(FORMULA) { "models" } else { "solutions" };
    match context.format {
        Format::Json => {
            let line = json!({
                "file": file.display().to_string(),
                "kind": kind,
                "status": "at least",
                "solutions": "0",
                "classes": null,
                "engine": null,
                "checked": null,
                "checked_by": null,
            });
            writeln!(context.out, "{line}")
        }
        Format::Competition => write_competition(&mut context.out, &BigUint::ZERO, false),
        _ => writeln!(context.out, "{}: at least 0 {things}", file.display()),
    }
}
