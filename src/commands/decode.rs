//! `cnfetti decode`: reads another solver's answer as a solution of the puzzle.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use cnfetti::compile::{Choices, Compiled, Weights, compile};
use cnfetti::csp::{Csp, Sense, Value};
use cnfetti::decimal::Amount;
use cnfetti::instance::{self, Instance};
use cnfetti::search::confirm::{Claim, Evidence, confirm};
use cnfetti::solver::answer::{self, Answer};
use cnfetti::solver::{Model, Outcome};
use serde_json::json;

use super::answers::evidence::{Statement, add_to, tell};
use super::options::EncodingOptions;
use super::{Context, Format, STOPPED, terminal::open};

/// Read another solver's answer to an encoded puzzle, check it and draw it.
///
/// It reads the solver's output (`s` and `v` lines) for any format of `cnfetti encode --to`, and
/// checks the model against the formula, the solution against the rules, and the cost on the last
/// `o` line against the objective.
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
    #[command(flatten)]
    encodings: EncodingOptions,
}

impl Decode {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        open::require_one_stdin(&self.file, &self.answer);
        let choices = self.encodings.choices()?;
        let instance = instance::load(&self.file)?;
        let csp = instance.puzzle.csp();
        let compiled = compile(&csp, &choices)?;
        let text = open::read_bytes(&self.answer, answer::MAX_BYTES)?;
        let (csp, compiled, answer) =
            read((csp, compiled), &choices, &text).with_context(|| open::name(&self.answer))?;
        let said = Reported { cost: answer.cost, is_optimal: answer.is_optimal };
        let name = self.file.display();
        let mut evidence = None;
        let status = match &answer.outcome {
            Outcome::Satisfiable(model) => {
                let solution = decode(model, &instance, &csp, &compiled)
                    .with_context(|| open::name(&self.answer))?;
                let value = said
                    .value(&csp, &compiled, &solution)
                    .with_context(|| open::name(&self.answer))?;
                let optimality = value.map(|value| (csp.amount(value), said.is_optimal));
                write_solution(context, &self.file, &instance, &solution, optimality)?;
                return Ok(ExitCode::SUCCESS);
            }
            Outcome::Unsatisfiable(_) => {
                evidence = self.confirm(context, &compiled)?;
                if evidence.is_some() { "unsatisfiable" } else { "unknown" }
            }
            Outcome::Unknown(_) | Outcome::Failed(_) => "unknown",
        };
        let said = match (status, answer.outcome) {
            ("unsatisfiable", _) => "no solution",
            (_, Outcome::Unsatisfiable(_)) => "no answer: what the solver says was not proved",
            _ => "no answer, according to the solver",
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
    fn confirm(&self, context: &Context, compiled: &Compiled) -> anyhow::Result<Option<Evidence>> {
        let claim = Claim::of("the solver");
        let evidence = confirm(&compiled.cnf, claim, &context.budget(None))
            .with_context(|| open::name(&self.answer))?;
        let (name, what) = (self.file.display(), "there is no solution");
        tell(context, &Statement { name, what, by: claim.by }, &evidence);
        Ok(evidence.is_checked().then_some(evidence))
    }
}

/// Reads an answer to a formula of the problem: that of all solutions, or that of the optimal ones, which has
/// the same clauses followed by those of the bound. The bound is the value of the solution.
fn read(
    (csp, compiled): (Csp, Compiled),
    choices: &Choices,
    text: &[u8],
) -> anyhow::Result<(Csp, Compiled, Answer)> {
    let num_vars = compiled.cnf.num_vars();
    let error = match answer::parse_with_cost(text, num_vars) {
        Ok(answer) => return Ok((csp, compiled, answer)),
        Err(error) if has_only_shown(text, &compiled) => {
            let all = "without this line in the formula, `cnfetti solve` prints all";
            anyhow::bail!("{error}: this answer has only those that `c p show` lists; {all}");
        }
        Err(error) => error,
    };
    let Some(objective) = csp.objective() else { return Err(error.into()) };
    let Ok(Answer { outcome: Outcome::Satisfiable(model), .. }) =
        answer::parse_first(text, num_vars)
    else {
        return Err(error.into());
    };
    let Ok(solution) = compiled.map.decode(&model) else { return Err(error.into()) };
    let bounded = csp.at_best(objective, objective.value(&solution));
    let compiled = compile(&bounded, choices)?;
    match answer::parse_with_cost(text, compiled.cnf.num_vars()) {
        Ok(answer) => Ok((csp, compiled, answer)),
        Err(_) => Err(error.into()),
    }
}

/// Whether an answer has values of exactly the variables that the formula shows, and there are others.
fn has_only_shown(text: &[u8], compiled: &Compiled) -> bool {
    let text = String::from_utf8_lossy(text);
    let words =
        text.lines().filter_map(|line| line.strip_prefix('v')).flat_map(str::split_whitespace);
    let numbers = words.filter_map(|word| word.parse::<i32>().ok()).map(i32::unsigned_abs);
    let listed: BTreeSet<u32> = numbers.filter(|&number| number > 0).collect();
    let shown: BTreeSet<u32> = compiled.map.shown().into_iter().collect();
    listed == shown && shown.len() < compiled.cnf.num_vars() as usize
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

/// Decodes a model to a solution, and checks it.
fn decode(
    model: &Model,
    instance: &Instance,
    csp: &Csp,
    compiled: &Compiled,
) -> anyhow::Result<Vec<Value>> {
    let is_false = |clause: &[_]| !clause.iter().any(|&lit| model.contains(lit));
    if let Some(number) = compiled.cnf.clauses().position(is_false) {
        anyhow::bail!(
            "the model makes clause {} of the formula false: is it the answer to another formula, \
             or to one with other encodings?",
            number + 1
        );
    }
    let solution = compiled.map.decode(model)?;
    anyhow::ensure!(csp.is_solution(&solution), "the model breaks a posted constraint");
    instance.puzzle.check(&solution)?;
    Ok(solution)
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
