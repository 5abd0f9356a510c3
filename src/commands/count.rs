//! `cnfetti count`: counts solutions.

mod parts;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use cnfetti::Problem;
use cnfetti::compile::{Choices, compile};
use cnfetti::csp::Csp;
use cnfetti::instance::Instance;
use cnfetti::limit::Budget;
use cnfetti::problem::{CountOptions, Counter, Counting, Means, Number};
use cnfetti::search::blocking::{Count as Numbers, Counted};
use cnfetti::search::confirm::Evidence;
use cnfetti::search::engine::Answer;
use num_bigint::BigUint;
use serde_json::json;

use super::answers::asked::{CostOption, counted_problem, note_not_written};
use super::answers::competition::write_competition;
use super::answers::evidence::{add_to, stopped, unchecked_words};
use super::answers::numbers::plural;
use super::answers::numbers::{self, sentence};
use super::answers::proofs::{
    Answered, ProofOptions, counted_formula, is_cut_short, note_no_further,
};
use super::options::RotationsOption;
use super::options::batch::{BatchOptions, Each, Ended, Job, Task};
use super::options::engines::{
    EngineChoice, ThreadOptions, count_with, explain, note_second_count, require_solutions,
    temporary_cnf,
};
use super::options::projection::ProjectOption;
use super::options::{ENCODINGS, EmitOptions, EncodingOptions, Formula, SolverOptions};
use super::shared::formula;
use super::shared::subject::{FORMULA, PART, Subject};
use super::{Context, Format};

/// Count the solutions of puzzles, also up to symmetry.
///
/// A count is exact unless it says "at least". For a model with an objective, it counts the optimal
/// solutions; for a DIMACS file, the models, projected on the variables of `c p show` or `c ind`;
/// for Pips, also the grids. For a part (see `split`), it writes the number to a file beside it.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti count instances/dice/labeled-dice.toml instances/signs/leepf-open.toml
  cnfetti encode instances/signs/leepf-open.toml | cnfetti count -
  cnfetti count --cross-check instances/signs/leepf-open.toml
  cnfetti count --rotations 'https://puzz.link/p?slither/2/2/j'
  cnfetti count --checkpoint linguists instances/seating/cheating-linguists.toml
  cnfetti count --counter ganak instances/dice/labeled-dice.toml")]
pub(crate) struct Count {
    #[command(flatten)]
    batch: BatchOptions,
    /// How to count: auto, exact, blocking or clauses
    #[arg(long, value_enum, default_value_t, value_name = "ENGINE", hide_possible_values = true)]
    engine: EngineChoice,
    /// Have all engines count to the end; they must agree
    #[arg(long, conflicts_with = "engine")]
    cross_check: bool,
    #[command(flatten)]
    costs: CostOption,
    /// Also run this model counter, which must agree
    #[arg(long, value_name = "CMD")]
    counter: Option<String>,
    #[command(flatten)]
    project: ProjectOption,
    #[command(flatten)]
    rotations: RotationsOption,
    /// Count in parts, kept in this folder, and resume after an interruption
    #[arg(long, value_name = "DIR", conflicts_with_all = ["engine", "cross_check", "project",
           "solver", "proof", "trust_solver", "emit_cnf", "force", "at_most_one",
          "cardinality", "linear", "domain", "one_sided"])]
    checkpoint: Option<PathBuf>,
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
            Subject::Puzzle(_) => self.count(context, &job.puzzle()?, job.problem()?),
            Subject::Part(part) => self.count_part(context, job, part),
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
        Ok(self.batch.run(context, &Each { work: &work, unknown: &unknown })?.exit_code())
    }

    /// Ends the process if an option would have no effect.
    fn refuse_idle(&self, context: &Context) {
        let given = &context.given;
        self.emit.refuse_idle_force(context);
        if self.cross_check {
            given.refuse(
                &["proof", "trust_solver"],
                "--cross-check compares engines and proves nothing",
            );
        }
        match self.engine {
            EngineChoice::Exact => {
                let because = "the exact counter needs no formula and no solver";
                given.refuse(&["solver", "proof", "trust_solver"], because);
                if !self.emit.is_wanted() {
                    given.refuse(&ENCODINGS, because);
                }
            }
            EngineChoice::Clauses => {
                let because = "knowledge compilation lists no solutions and needs no solver";
                given.refuse(&["solver", "proof", "trust_solver", "threads"], because);
            }
            _ if self.cross_check => {}
            EngineChoice::Auto if !given.has(&["proof", "solver"]) => {}
            EngineChoice::Auto | EngineChoice::Blocking => {
                given.refuse(&["threads"], "it is for the exact counter");
            }
        }
    }

    fn count(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        problem: Problem,
    ) -> anyhow::Result<Ended> {
        if let Some(folder) = &self.checkpoint {
            return self.count_on(context, task, folder);
        }
        let &Task { file, instance, .. } = task;
        self.emit.require_one_puzzle(task)?;
        self.proofs.require_one_puzzle(task)?;
        let choices = self.encodings.choices()?;
        let problem = self.costs.chosen(context, file.display(), problem);
        let problem = self.rotations.applied(context, file.display(), problem)?;
        let problem = self.project.projected(problem)?;
        let csp = problem.csp();
        let over = self.project.in_words(csp).or_else(|| instance.puzzle.counted_over());
        // The formula of the optimal solutions is known only once these are.
        if self.emit.is_wanted() && csp.objective().is_none() {
            self.formula(file, instance, csp, &choices, |formula| {
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
                write_count(context, task, csp, over.as_deref(), &answer)
            });
        };
        know(&Numbers::none(csp));
        let renewed = context.teller();
        let budget = self.solver.budget(context);
        let options = self.options(context, task.alone, choices, &budget)?;
        let number = problem.count_watched(&options, |progress| match progress {
            Counting::Begun(_) => renewed.renew_time(),
            Counting::Known(so_far) => {
                know(so_far);
                if let Some(bar) = &bar {
                    bar.set_message(format!("{} so far", plural(&so_far.solutions, "solution")));
                }
            }
            _ => {}
        })?;
        let is_counted_outside = self.ask_counter(context, task, csp, number.answers())?;
        if self.cross_check {
            let are_exact = number.answers().iter().all(|answer| answer.count().exact);
            note_cross_check(context, file, are_exact && is_counted_outside);
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        let took = start.elapsed();
        let [best, ..] = number.answers() else { unreachable!("an engine counted") };
        if context.is_verbose()
            && matches!(best, Answer::Blocking(_))
            && let Some(csp) = counted_problem(csp, best.count())
        {
            self.formula(file, instance, &csp, &choices, |formula| {
                context.note(formula.size());
                Ok(())
            })?;
        }
        let evidence = self.conclude(context, file, csp, &number, &budget)?;
        if self.emit.is_wanted() && csp.objective().is_some() {
            match counted_problem(csp, best.count()) {
                Some(csp) => self.formula(file, instance, &csp, &choices, |formula| {
                    self.emit.emit(context, formula)
                })?,
                None => note_not_written(context, file),
            }
        }
        if let Some(over) = over.as_ref().filter(|_| task.alone) {
            context.note(format!("{}: counted over {over}", file.display()));
        }
        let numbers = number.numbers();
        if !self.emit.takes_stdout() {
            let (by, seconds) = (Some(best.engine().name()), took.as_secs_f64());
            let found = Found { numbers, by, evidence: evidence.as_ref(), seconds };
            write_count(context, task, csp, over.as_deref(), &found)?;
        }
        Ok(match numbers.exact {
            true if is_cut_short(&self.proofs, evidence.as_ref()) => Ended::Stopped,
            true => Ended::of_count(&numbers.solutions),
            false => Ended::Stopped,
        })
    }

    /// What to ask, and by what means.
    fn options(
        &self,
        context: &Context,
        alone: bool,
        choices: Choices,
        budget: &Budget,
    ) -> anyhow::Result<CountOptions> {
        let limits = self.solver.limits(budget.clone(), alone);
        let limits = self.threads.limits(context, limits);
        let means = Means::default().limits(limits).encodings(choices);
        let means = self.proofs.applied(means.solver(self.proofs.solver(&self.solver)?));
        let (means, counter) = match self.engine {
            _ if self.cross_check => (self.solver.for_each(context, means), Counter::All),
            // A proof is about blocking clauses, and a user who names a solver wants it to work.
            EngineChoice::Auto if self.proofs.is_wanted() || self.solver.is_named() => {
                (means, Counter::Blocking)
            }
            EngineChoice::Auto => (means, Counter::Both),
            EngineChoice::Exact => (means, Counter::Exact),
            EngineChoice::Blocking => (means, Counter::Blocking),
            EngineChoice::Clauses => (means, Counter::Clauses),
        };
        Ok(CountOptions { means, counter })
    }

    /// Explains the result, and writes the proof if requested. Returns the evidence that the number is exact,
    /// if it is.
    fn conclude(
        &self,
        context: &Context,
        file: &Path,
        csp: &Csp,
        number: &Number,
        budget: &Budget,
    ) -> anyhow::Result<Option<Evidence>> {
        let basis = number.basis();
        if let Some(limit) = basis.limit() {
            context.note(format!("{}: stopped: {}", file.display(), stopped(limit)));
        }
        note_second_count(context, file, number.answers());
        let mut evidence = basis.evidence();
        match number.answers().first() {
            Some(Answer::Exact(count, arithmetic)) => explain(context, file, count, arithmetic),
            Some(Answer::Blocking(Counted { count, end, .. })) => {
                let (about, force) = (&*counted_formula(csp, count), self.emit.force());
                let answered = Answered { file, end, about, force };
                if self.proofs.is_wanted() {
                    let written = self.proofs.conclude(context, &answered, budget)?;
                    evidence = written.or(evidence);
                }
                if let Some(evidence) = &evidence {
                    note_no_further(context, &answered, evidence);
                }
            }
            Some(Answer::Clauses(_)) | None => {}
        }
        Ok(evidence)
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

/// Notes whether the engines, which agree, all counted to the end.
fn note_cross_check(context: &Context, file: &Path, all_done: bool) {
    let name = file.display();
    match all_done {
        true => context.detail(|| format!("{name}: the engines agree")),
        false => context.note(format!("{name}: compared only what was counted within the limits")),
    }
}

impl Count {
    /// Runs the external counter, if there is one, on the formula. Returns whether it finished, and
    /// fails if its number contradicts the engines.
    fn ask_counter(
        &self,
        context: &Context,
        &Task { file, instance, .. }: &Task<'_>,
        csp: &Csp,
        answers: &[Answer],
    ) -> anyhow::Result<bool> {
        let Some(command) = &self.counter else { return Ok(true) };
        let name = file.display();
        let Some(csp) = answers.iter().find_map(|answer| counted_problem(csp, answer.count()))
        else {
            context.note(format!("{name}: {command} was not run, since no optimum is known"));
            return Ok(false);
        };
        let mut cnf = None;
        self.formula(file, instance, &csp, &self.encodings.choices()?, |formula| {
            cnf = Some(temporary_cnf(|out| formula.write_to(out))?);
            Ok(())
        })?;
        let cnf = cnf.context("the formula was written")?;
        let Some(solutions) = count_with(command, cnf.path(), &self.solver.budget(context))? else {
            context.note(format!("{name}: {command} was stopped before it printed a number"));
            return Ok(false);
        };
        require_solutions(file, &solutions, command, answers)?;
        let said = format!("{name}: {command} counts {}", plural(&solutions, "solution"));
        match answers.iter().any(|answer| answer.count().exact) {
            true => context.detail(|| format!("{said} as well")),
            false => context.note(format!("{said}; no other engine finished")),
        }
        Ok(true)
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

/// Writes the numbers of a puzzle.
fn write_count(
    context: &mut Context,
    &Task { file, instance, .. }: &Task<'_>,
    csp: &Csp,
    over: Option<&str>,
    &Found { numbers, by, evidence, seconds }: &Found<'_>,
) -> std::io::Result<()> {
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            let (said, unchecked) = (sentence(csp, numbers), unchecked_words(evidence));
            writeln!(context.out, "{}: {said}{unchecked}", file.display())
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
            let number = (&numbers.solutions, numbers.exact);
            write_competition(&mut context.out, number, evidence)
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
                "seconds": null,
                "checked": null,
                "checked_by": null,
            });
            writeln!(context.out, "{line}")
        }
        Format::Competition => write_competition(&mut context.out, (&BigUint::ZERO, false), None),
        _ => writeln!(context.out, "{}: at least 0 {things}", file.display()),
    }
}
