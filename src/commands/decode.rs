//! `cnfetti decode`: reads another solver's answer as a solution of the puzzle.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::compile::{Choices, Compiled, Weights, compile};
use cnfetti::csp::{Csp, Sense, Value};
use cnfetti::decimal::Amount;
use cnfetti::encodings::{Form, domain};
use cnfetti::instance::{self, Instance};
use cnfetti::plural::counted;
use cnfetti::search::confirm::{Claim, Evidence, confirm};
use cnfetti::solver::Outcome;
use cnfetti::solver::answer::{self, Answer};
use serde_json::json;

use super::answers::evidence::{Statement, add_to, tell};
use super::{Context, Format, STOPPED, terminal::files};

/// Read another solver's answer to an encoded puzzle, check it and draw it.
///
/// It reads the solver's output (`s` and `v` lines) for any format and encoding of `cnfetti encode`,
/// and checks the solution against the rules, and the cost on the last `o` line against the
/// objective.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti encode instances/signs/leepf.toml -o leepf.cnf
  kissat -q leepf.cnf | cnfetti decode instances/signs/leepf.toml
  cnfetti encode instances/models/queens.xml -o queens.cnf
  kissat -q queens.cnf | cnfetti decode instances/models/queens.xml
  cnfetti encode --to wcnf instances/models/delivery.opb -o delivery.wcnf
  open-wbo delivery.wcnf | cnfetti decode instances/models/delivery.opb")]
pub(crate) struct Decode {
    /// The puzzle
    file: PathBuf,
    /// The solver's output; `-` is stdin
    #[arg(default_value = "-")]
    answer: PathBuf,
}

impl Decode {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        files::require_one_stdin(&self.file, &self.answer);
        let instance = instance::load(&self.file)?;
        let csp = instance.puzzle.csp();
        let text = files::read_bytes(&self.answer, answer::MAX_BYTES)?;
        let Read { compiled, answer, solution } =
            read(&instance, &csp, &text).with_context(|| files::name(&self.answer))?;
        let said = Reported { cost: answer.cost, is_optimal: answer.is_optimal };
        let name = self.file.display();
        if let Some(solution) = solution {
            let value = said.value(&csp, &compiled, &solution);
            let value = value.with_context(|| files::name(&self.answer))?;
            let optimality = value.map(|value| (csp.amount(value), said.is_optimal));
            write_solution(context, &self.file, &instance, &solution, optimality)?;
            return Ok(ExitCode::SUCCESS);
        }
        let says_none = matches!(answer.outcome, Outcome::Unsatisfiable(_));
        let evidence = if says_none { self.confirm(context, &csp)? } else { None };
        let (status, said) = match (&evidence, says_none) {
            (Some(_), _) => ("unsatisfiable", "no solution"),
            (None, true) => ("unknown", "no answer: what the solver says was not proved"),
            (None, false) => ("unknown", "no answer, according to the solver"),
        };
        if context.format == Format::Json {
            let (file, kind) = (name.to_string(), instance.kind);
            let mut line =
                json!({ "file": file, "kind": kind, "status": status, "solution": null });
            add_to(&mut line, evidence.as_ref());
            writeln!(context.out, "{line}")?;
        } else {
            writeln!(context.out, "{name}: {said}")?;
        }
        Ok(if status == "unknown" { ExitCode::from(STOPPED) } else { ExitCode::SUCCESS })
    }

    /// Finds evidence for the solver's claim with little work: `None` if that is not enough.
    fn confirm(&self, context: &Context, csp: &Csp) -> anyhow::Result<Option<Evidence>> {
        let claim = Claim::of("the solver");
        let cnf = compile(csp, &Choices::default())?.cnf;
        let evidence = confirm(&cnf, claim, &context.budget(None))
            .with_context(|| files::name(&self.answer))?;
        let (name, what) = (self.file.display(), "there is no solution");
        tell(context, &Statement { name, what, by: claim.by }, &evidence);
        Ok(evidence.is_checked().then_some(evidence))
    }
}

/// An answer as it was read.
struct Read {
    /// A formula with the literals of the answer.
    compiled: Compiled,
    answer: Answer,
    solution: Option<Vec<Value>>,
}

/// Reads an answer to any formula of the problem. Only the literals of the problem count, which come first and
/// depend on no encoding but that of domains: so one of these encodings reads a solution, if there is one.
fn read(instance: &Instance, csp: &Csp, text: &[u8]) -> anyhow::Result<Read> {
    let domains = [domain::AUTO].into_iter().chain(domain::ENCODINGS.iter().copied());
    let mut read = domains.map(|domain| {
        // The one-sided form decides nothing about what others define.
        let choices = Choices { domain, form: Form::OneSided, ..Choices::default() };
        let compiled = compile(csp, &choices)?;
        let answer = answer::parse_first(text, compiled.map.num_literals())?;
        let solution = match &answer.outcome {
            Outcome::Satisfiable(model) => {
                let solution = compiled.map.decode(model).map_err(|wrong| {
                    let (values, name) =
                        (counted(wrong.values as u64, "value"), csp.name(wrong.variable));
                    anyhow::anyhow!(
                        "the model gives {values} to {name}: is it about another puzzle?"
                    )
                })?;
                anyhow::ensure!(csp.is_solution(&solution), "the model breaks a posted constraint");
                instance.puzzle.check(&solution)?;
                Some(solution)
            }
            _ => None,
        };
        Ok(Read { compiled, answer, solution })
    });
    let first = read.next().unwrap_or_else(|| unreachable!("there is a first encoding"));
    first.or_else(|error| read.find_map(Result::ok).ok_or(error))
}

/// The solver's claim about the objective.
struct Reported {
    cost: Option<i64>,
    is_optimal: bool,
}

impl Reported {
    /// Returns the value of the objective, if there is one. A cost in the answer must match this value in one
    /// of the languages: minimized, and without the constant.
    fn value(
        &self,
        csp: &Csp,
        compiled: &Compiled,
        solution: &[Value],
    ) -> anyhow::Result<Option<i64>> {
        let Some(objective) = csp.objective() else { return Ok(None) };
        let value = objective.value(solution);
        let sum = Weights::new(&compiled.map, objective);
        let signed = match objective.sense {
            Sense::Minimize => value,
            Sense::Maximize => -value,
        };
        let costs = [&sum, &sum.positive()].map(|sum| signed - sum.constant);
        if let Some(cost) = self.cost {
            anyhow::ensure!(
                costs.contains(&cost),
                "the solver says the cost {cost}, but its model costs {} in OPB and {} in WCNF: is \
                 it the answer to another formula?",
                costs[0],
                costs[1]
            );
        }
        Ok(Some(value))
    }
}

fn write_solution(
    context: &mut Context,
    file: &Path,
    instance: &Instance,
    solution: &[Value],
    optimality: Option<(Amount, bool)>,
) -> std::io::Result<()> {
    if context.format != Format::Json {
        if let Some((value, is_optimal)) = optimality {
            let optimal = if is_optimal { ", optimal, according to the solver" } else { "" };
            context.note(format!("{}: objective {value}{optimal}", file.display()));
        }
        return context.write_board(&*instance.puzzle, Some(solution));
    }
    let status = match optimality {
        None => String::new(),
        Some((value, false)) => format!(r#","objective":{value}"#),
        Some((value, true)) => format!(r#","objective":{value},"optimal":"the solver says so""#),
    };
    let mut text = String::new();
    instance.puzzle.write_json(solution, &mut text);
    let (file, kind) = (json!(file.display().to_string()), instance.kind);
    writeln!(
        context.out,
        r#"{{"file":{file},"kind":"{kind}","status":"satisfiable"{status},"solution":{text}}}"#
    )
}
