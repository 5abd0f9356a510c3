//! `cnfetti solve`: solutions, drawn.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use cnfetti::compile::compile;
use cnfetti::csp::{Csp, Value};
use cnfetti::encodings::{Cnf, Lit};
use cnfetti::exact::{self, Diagram, Limits};
use cnfetti::instance::Instance;
use cnfetti::search::enumerate::{End, each_solution};
use cnfetti::search::symmetry::break_renaming;
use cnfetti::solver::Model;
use serde_json::json;

use super::batch::{BatchOptions, Ended, Task};
use super::engines::MemoryOptions;
use super::formula;
use super::options::{EmitOptions, EncodingOptions, Formula, SolverOptions};
use super::proofs::ProofOptions;
use super::unique;
use super::{Context, Format};

/// Said of what must not happen.
const BROKEN: &str = "internal error: a solution breaks a rule";

/// While solutions are listed the limits are looked at after so many.
const BETWEEN_LOOKS: u64 = 256;

/// Several solutions come from a diagram that takes no more than this, in bytes; otherwise the
/// solver looks for one after the other.
const LIST_BYTES: usize = 100 << 20;

/// Solve puzzles and draw what was found.
///
/// Every solution that is printed has been checked by the rules of the puzzle. Of a DIMACS file
/// (`.cnf`) models are printed, as solvers do.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti solve instances/pips/pips1.toml
  cnfetti solve --all instances/signs/leepf-open.toml
  cnfetti solve --unique instances/pips
  cnfetti solve --all --up-to-renaming instances/dice/labeled-dice-unlimited.toml
  cnfetti solve --json -n 3 instances/seating/cheating-linguists.toml
  cnfetti solve --sample 3 --seed 7 instances/seating/cheating-linguists.toml
  cnfetti solve --emit-cnf leepf.cnf instances/signs/leepf.toml")]
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
    /// Of the solutions that differ by renaming interchangeable values, such as dice, print one
    #[arg(long, conflicts_with_all = ["sample", "unique", "emit_cnf", "proof"])]
    up_to_renaming: bool,
    /// Print N solutions drawn at random, each solution with the same probability
    #[arg(long, value_name = "N", conflicts_with_all = ["number", "all", "unique", "proof", "solver"],
          value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Which solutions --sample draws: the same number, the same solutions
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,
    #[command(flatten)]
    memory: MemoryOptions,
    /// Say whether there is one solution, none or several, and how a second one differs
    #[arg(long, conflicts_with_all = ["number", "all", "emit_cnf", "proof"])]
    unique: bool,
    #[command(flatten)]
    solver: SolverOptions,
    #[command(flatten)]
    encodings: EncodingOptions,
    #[command(flatten)]
    emit: EmitOptions,
    #[command(flatten)]
    proofs: ProofOptions,
}

impl Solve {
    pub(crate) fn run(mut self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let formulas = formula::take_formulas(&mut self.batch.files);
        let wanted = if self.all { u64::MAX } else { self.number };
        let code = formula::solve(context, &formulas, &self.solver, wanted)?;
        if self.batch.files.is_empty() {
            return Ok(code);
        }
        self.emit.require_one_file(&self.batch.files)?;
        self.proofs.require_one_file(&self.batch.files)?;
        let tally = self.batch.run(context, &|context, task| {
            if self.unique {
                let (encodings, solver) = (&self.encodings, &self.solver);
                unique::write_verdict(context, task, encodings, solver)
            } else {
                self.solve(context, task)
            }
        })?;
        Ok(match tally.only() {
            Some(ended) if context.competition() => match ended {
                Ended::Stopped => ExitCode::SUCCESS,
                Ended::None => ExitCode::from(20),
                Ended::Solved | Ended::Unique | Ended::Several => ExitCode::from(10),
            },
            _ if tally.exit_code() == ExitCode::SUCCESS => code,
            _ => tally.exit_code(),
        })
    }

    fn solve(&self, context: &mut Context, task: &Task<'_>) -> anyhow::Result<Ended> {
        let &Task { file, instance, .. } = task;
        self.emit.require_one_puzzle(task)?;
        self.proofs.require_one_puzzle(task)?;
        let choices = self.encodings.choices()?;
        let backend = self.solver.backend()?;
        let csp = instance.puzzle.csp();
        if self.sample.is_some() {
            return self.draw_samples(context, task, &csp);
        }
        if self.wants_several()
            && let Some(diagram) = self.diagram(context, &csp, task.alone)
        {
            return self.list(context, task, &diagram);
        }
        let csp = if self.up_to_renaming { break_renaming(&csp) } else { csp };
        let compiled = compile(&csp, &choices)?;
        let formula = Formula {
            file,
            instance,
            csp: &csp,
            encodings: &self.encodings,
            choices: &choices,
            compiled: &compiled,
        };
        context.detail(|| formula.size());
        self.emit.emit(context, &formula)?;
        let wanted = if self.all { u64::MAX } else { self.number };
        let mut printed = 0;
        let mut failure = None;
        let start = Instant::now();
        let budget = self.solver.budget(context);
        let end = each_solution(&csp, &compiled, &backend, &budget, |solution, model| {
            printed += 1;
            match self.print(context, task, solution, Some(model), printed) {
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
                Ok(()) if printed >= wanted => ControlFlow::Break(()),
                Ok(()) => ControlFlow::Continue(()),
            }
        })?;
        if let Some(error) = failure {
            return Err(error);
        }
        let (took, budget) = (start.elapsed(), self.solver.budget(context));
        self.proofs.conclude(context, file, &end, took, &budget, self.emit.force())?;
        self.conclude(context, task, printed, &end)
    }

    /// Whether solutions may come from a diagram: a formula, a proof or the literals of models
    /// are the solver's.
    fn wants_several(&self) -> bool {
        let several = self.all || self.number > 1;
        several && !self.emit.is_wanted() && !self.proofs.is_wanted() && !self.solver.is_named()
    }

    /// All solutions, when they fit into little memory, and so are found in little time.
    fn diagram(&self, context: &Context, csp: &Csp, alone: bool) -> Option<Diagram> {
        if context.competition() {
            return None;
        }
        let limits = self.memory.limits(self.solver.budget(context), alone);
        let memory_bytes = limits.memory_bytes.min(LIST_BYTES);
        let diagram = exact::solutions(csp, &Limits { memory_bytes, ..limits });
        diagram.is_complete().then_some(diagram)
    }

    /// Prints the solutions of a diagram.
    fn list(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        diagram: &Diagram,
    ) -> anyhow::Result<Ended> {
        let wanted = if self.all { u64::MAX } else { self.number };
        let mut lines = JsonLines::new(task);
        let mut walk = if self.up_to_renaming { diagram.walk_classes() } else { diagram.walk() };
        let mut printed = 0;
        let budget = self.solver.budget(context);
        while printed < wanted {
            if printed % BETWEEN_LOOKS == 0 && budget.is_spent() {
                return self.conclude(context, task, printed, &End::Stopped(budget.reason()));
            }
            let Some(solution) = walk.next() else {
                let end = End::Exhausted(Cnf::new());
                return self.conclude(context, task, printed, &end);
            };
            printed += 1;
            if context.format == Format::Json {
                lines.write(&mut context.out, task, solution)?;
            } else {
                self.print(context, task, solution, None, printed)?;
            }
        }
        self.conclude(context, task, printed, &End::Enough)
    }

    /// Prints random solutions.
    fn draw_samples(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        csp: &Csp,
    ) -> anyhow::Result<Ended> {
        anyhow::ensure!(!context.competition(), "--sample has no competition format");
        let limits = self.memory.limits(self.solver.budget(context), task.alone);
        let diagram = exact::solutions(csp, &limits);
        if !diagram.is_complete() {
            let end = End::Stopped("a limit of time or memory is reached".to_owned());
            return self.conclude(context, task, 0, &end);
        }
        let Some(mut sampler) = diagram.sampler(self.seed) else {
            return self.conclude(context, task, 0, &End::Exhausted(Cnf::new()));
        };
        let wanted = self.sample.unwrap_or_default();
        for number in 1..=wanted {
            self.print(context, task, sampler.draw(), None, number)?;
        }
        self.conclude(context, task, wanted, &End::Enough)
    }

    fn print(
        &self,
        context: &mut Context,
        task: &Task<'_>,
        solution: &[Value],
        model: Option<&Model>,
        number: u64,
    ) -> anyhow::Result<()> {
        let &Task { file, instance, alone } = task;
        instance.puzzle.check(solution).context(BROKEN)?;
        if self.emit.takes_stdout() {
            return Ok(());
        }
        match context.format {
            Format::Text | Format::Csv | Format::Markdown => {
                if number > 1 {
                    writeln!(context.out)?;
                }
                if !alone && number == 1 {
                    writeln!(context.out, "{}", file.display())?;
                }
                context.write_board(&*instance.puzzle, Some(solution))?;
            }
            Format::Json => {
                JsonLines::new(task).write(&mut context.out, task, solution)?;
            }
            Format::Competition => {
                if number == 1 {
                    writeln!(context.out, "s SATISFIABLE")?;
                }
                if let Some(model) = model {
                    write_literals(&mut context.out, model.literals())?;
                }
            }
        }
        Ok(())
    }

    fn conclude(
        &self,
        context: &mut Context,
        &Task { file, instance, .. }: &Task<'_>,
        printed: u64,
        end: &End,
    ) -> anyhow::Result<Ended> {
        if let End::Stopped(why) = end {
            context.note(format!("{}: stopped ({why}) after {printed} solutions", file.display()));
        } else if matches!(end, End::Exhausted(_)) && printed > 0 && (self.all || self.number > 1) {
            context.note(format!("{}: {printed} solutions, and no more", file.display()));
        }
        let status = match end {
            _ if printed > 0 => None,
            End::Stopped(_) => Some("unknown"),
            _ => Some("unsatisfiable"),
        };
        if let Some(status) = status.filter(|_| !self.emit.takes_stdout()) {
            write_status(context, file, instance, status)?;
        }
        Ok(match end {
            End::Stopped(_) if printed == 0 || !context.competition() => Ended::Stopped,
            _ if printed > 0 => Ended::Solved,
            _ => Ended::None,
        })
    }
}

/// Solutions as JSON lines. What is the same in all lines is made once.
struct JsonLines {
    line: String,
    start: usize,
}

impl JsonLines {
    fn new(task: &Task<'_>) -> JsonLines {
        let (file, kind) = (json!(task.file.display().to_string()), task.instance.kind);
        let line = format!(r#"{{"file":{file},"kind":"{kind}","status":"satisfiable","solution":"#);
        JsonLines { start: line.len(), line }
    }

    /// Writes a solution that obeys the puzzle's rules.
    fn write(
        &mut self,
        out: &mut impl Write,
        task: &Task<'_>,
        solution: &[Value],
    ) -> anyhow::Result<()> {
        task.instance.puzzle.check(solution).context(BROKEN)?;
        self.line.truncate(self.start);
        task.instance.puzzle.write_json(solution, &mut self.line);
        self.line.push_str("}\n");
        Ok(out.write_all(self.line.as_bytes())?)
    }
}

/// That there is no solution, or none known.
fn write_status(
    context: &mut Context,
    file: &Path,
    instance: &Instance,
    status: &str,
) -> std::io::Result<()> {
    match context.format {
        Format::Text | Format::Csv | Format::Markdown => {
            let said = if status == "unknown" { "no answer" } else { "no solution" };
            writeln!(context.out, "{}: {said}", file.display())
        }
        Format::Json => {
            let line = json!({
                "file": file.display().to_string(),
                "kind": instance.kind,
                "status": status,
                "solution": null,
            });
            writeln!(context.out, "{line}")
        }
        Format::Competition => writeln!(context.out, "s {}", status.to_uppercase()),
    }
}

/// Literals in `v` lines of at most 78 characters.
pub(super) fn write_literals(out: &mut impl Write, literals: &[Lit]) -> std::io::Result<()> {
    let mut line = String::from("v");
    for number in literals.iter().map(|lit| lit.dimacs()).chain([0]) {
        let text = format!(" {number}");
        if line.len() + text.len() > 78 {
            writeln!(out, "{line}")?;
            line.truncate(1);
        }
        line.push_str(&text);
    }
    writeln!(out, "{line}")
}
