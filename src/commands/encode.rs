//! `cnfetti encode`: writes the formula as a file.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::slice;

use clap::{Args, ValueEnum};
use cnfetti::Problem;
use cnfetti::compile::{Choices, Compiled, Meaning, Origin, Part, Size};
use cnfetti::csp::{Csp, VarId};
use cnfetti::emit::Language;
use cnfetti::encodings::Lit;
use cnfetti::output::{FORMULA, OPB};
use cnfetti::plural::counted;
use cnfetti::problem::{EncodeOptions, Means};
use itertools::Itertools;
use serde_json::{Value as Json, json};

use super::answers::asked::{CostOption, optimal};
use super::answers::numbers::in_groups;
use super::options::projection::ProjectOption;
use super::options::{EncodingOptions, Formula, SolverOptions};
use super::shared::reasoning::puzzle;
use super::terminal::destination::ForceOption;
use super::terminal::grid::Grid;
use super::{Context, Format};

/// Write a puzzle as a DIMACS file that any solver or model counter reads.
///
/// Comments name every variable and every constraint. Projected on the variables of `c p show`, the
/// formula has as many models as the puzzle has solutions. For a model with an objective, DIMACS
/// has only the optimal solutions; OPB (--to opb) and WCNF (--to wcnf) have all solutions and the
/// objective. `cnfetti decode` reads the answer of a solver. Instead of the formula, --stats prints
/// the size of each constraint, and --json the clauses of each constraint.
#[derive(Args)]
#[command(mut_arg("force", |force| force.requires("output")))]
#[command(after_help = "Examples:
  cnfetti encode instances/signs/leepf.toml
  cnfetti encode instances/dice/labeled-dice.toml --cardinality totalizer -o dice.cnf
  cnfetti encode --stats instances/pips/pips1.toml --linear adder
  cnfetti encode --project x instances/models/labeled_dice.xml
  cnfetti encode --to wcnf instances/models/delivery.opb -o delivery.wcnf")]
pub(crate) struct Encode {
    /// The puzzle; `-` is stdin
    file: PathBuf,
    /// The file to write; `-` is stdout
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    force: ForceOption,
    /// The format of the formula
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = To::Dimacs)]
    to: To,
    /// Print the size of each constraint, and no formula
    #[arg(long, conflicts_with_all = ["output", "force", "to"])]
    stats: bool,
    #[command(flatten)]
    project: ProjectOption,
    #[command(flatten)]
    costs: CostOption,
    #[command(flatten)]
    solver: SolverOptions,
    #[command(flatten)]
    encodings: EncodingOptions,
}

/// A language that formulas are written in.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    /// For SAT solvers and model counters
    Dimacs,
    /// For pseudo-Boolean solvers
    Opb,
    /// For MaxSAT solvers, with the objective as soft clauses
    Wcnf,
}

impl To {
    fn language(self) -> Language {
        match self {
            To::Dimacs => Language::Dimacs,
            To::Opb => Language::Opb,
            To::Wcnf => Language::Wcnf,
        }
    }
}

impl Encode {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let in_json = context.format == Format::Json && !self.stats;
        if in_json {
            let because = "--json prints the formula as data, on stdout";
            context.given.refuse(&["output", "force", "to"], because);
        } else if !self.stats {
            context.given.refuse(
                &["format"],
                "--format is for --stats; --to chooses the language of the formula",
            );
        }
        if self.to != To::Dimacs {
            let because =
                "OPB and WCNF contain the objective, so nobody has to find its best value";
            context.given.refuse(&["solver"], because);
        }
        let choices = self.encodings.choices()?;
        let sort = if self.to == To::Opb { OPB } else { FORMULA };
        let destination = self.force.destination(&self.output, sort)?;
        let means = Means::default().within(context.begin_on(&self.file));
        let problem = Problem::from_file_within(&self.file, &means)?;
        let problem = self.costs.chosen(context, self.file.display(), problem);
        anyhow::ensure!(
            self.to != To::Wcnf || problem.csp().objective().is_some(),
            "{}: expected an objective for WCNF, found none: --to dimacs or opb needs none",
            self.file.display()
        );
        let problem = self.project.projected(problem)?;
        let problem = match self.to {
            To::Dimacs => self.optimal(context, &problem, choices)?,
            To::Opb | To::Wcnf => problem,
        };
        let language = self.to.language();
        let means = Means::default().within(self.solver.budget(context)).encodings(choices);
        let encoded = problem.encode(&EncodeOptions { means, language: Some(language) })?;
        let puzzle = puzzle(&problem);
        let counted = self.project.in_words(problem.csp()).or_else(|| puzzle.counted_over());
        let formula = Formula {
            file: &self.file,
            puzzle,
            kind: problem.kind().unwrap_or_default(),
            csp: encoded.csp(),
            encodings: &self.encodings,
            choices: &choices,
            compiled: encoded.compiled(),
            counted: counted.as_deref(),
            asked: &(self.project.typed() + self.costs.typed()),
        };
        if self.stats {
            write_stats(context, formula.csp, formula.compiled)?;
        } else if in_json {
            write_json(context, &formula)?;
        } else {
            destination.write(context, |mut out| formula.write_as(language, &mut out))?;
        }
        context.detail(|| formula.size());
        Ok(ExitCode::SUCCESS)
    }

    /// The problem of the optimal solutions, if there is an objective.
    fn optimal(
        &self,
        context: &Context,
        problem: &Problem,
        choices: Choices,
    ) -> anyhow::Result<Problem> {
        if problem.csp().objective().is_none() {
            let because = "it is for finding the best value of an objective, and there is none";
            context.given.refuse(&["solver"], because);
            return Ok(problem.clone());
        }
        let means = Means::default().within(self.solver.budget(context)).encodings(choices);
        let means = means.solver(self.solver.backend()?);
        Ok(optimal(context, &self.file, problem, &means)?.into_problem())
    }
}

/// The size of a part of a formula.
struct Cost {
    what: String,
    encodings: String,
    size: Size,
}

/// Writes a row for all domains together, one for each constraint, and one for the formula.
fn write_stats(context: &mut Context, csp: &Csp, compiled: &Compiled) -> io::Result<()> {
    let costs = costs(csp, compiled);
    if context.format == Format::Json {
        return costs.iter().try_for_each(|cost| writeln!(context.out, "{}", cost.in_json()));
    }
    let number = match context.format {
        Format::Csv => |number: u64| number.to_string(),
        _ => in_groups,
    };
    let rows = costs.iter().map(|cost| cost.cells(number)).collect();
    let header =
        vec!["problem", "auxiliary", "clauses", "literals", "longest", "what", "encodings"];
    Grid { header, numbers: 0..5, rows }.write(context)
}

fn costs(csp: &Csp, compiled: &Compiled) -> Vec<Cost> {
    // The domains come first, one for each variable.
    let (domains, constraints) = compiled.parts.split_at(csp.variables().len());
    let mut domains = Cost::of(
        compiled,
        domains,
        format!("domains of {}", counted(csp.variables().len(), "variable")),
    );
    domains.size.problem_variables = compiled.problem_variables();
    let constraints = constraints.iter().zip(csp.constraints()).map(|(part, posted)| {
        Cost::of(compiled, slice::from_ref(part), posted.constraint.rule().describe(csp))
    });
    let mut whole = Cost::of(compiled, &compiled.parts, "the whole formula".to_owned());
    whole.size = compiled.size();
    [domains].into_iter().chain(constraints).chain([whole]).collect()
}

impl Cost {
    /// The size of consecutive parts together.
    fn of(compiled: &Compiled, parts: &[Part], what: String) -> Cost {
        let encodings = compiled.encodings_of(parts).iter().join(" ");
        Cost { what, encodings, size: compiled.size_of(parts) }
    }

    fn in_json(&self) -> serde_json::Value {
        json!({
            "what": self.what,
            "encodings": self.encodings,
            "problem_variables": self.size.problem_variables,
            "auxiliary_variables": self.size.auxiliary_variables,
            "clauses": self.size.clauses,
            "literals": self.size.literals,
            "longest_clause": self.size.longest_clause,
        })
    }

    fn cells(&self, number: fn(u64) -> String) -> Vec<String> {
        vec![
            number(self.size.problem_variables as u64),
            number(self.size.auxiliary_variables as u64),
            number(self.size.clauses as u64),
            number(self.size.literals as u64),
            number(self.size.longest_clause as u64),
            shortened(&self.what),
            self.encodings.clone(),
        ]
    }
}

/// The start of a long text.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

/// Writes one object on a single line.
fn write_json(context: &mut Context, formula: &Formula<'_>) -> io::Result<()> {
    use io::Write;

    let Compiled { cnf, map, parts } = formula.compiled;
    let line = json!({
        "file": formula.file.display().to_string(),
        "kind": formula.kind,
        "encodings": formula.choices.to_string(),
        "variables": cnf.num_vars(),
        "problem_variables": formula.compiled.problem_variables(),
        "shown": map.shown(),
        "literals": map.meanings().map(|(_, meaning)| literal(formula, meaning)).collect_vec(),
        "parts": parts.iter().map(|part| of_part(formula, part)).collect_vec(),
    });
    // Build the text first: writing its million pieces one by one is slow.
    let text = line.to_string();
    writeln!(context.out, "{text}")
}

/// Describes a variable of the formula: the problem variable that it is about, its name, and its meaning in
/// words if it is true and if it is false.
fn literal(formula: &Formula<'_>, meaning: Meaning) -> Json {
    let (csp, puzzle) = (formula.csp, formula.puzzle);
    let variable = meaning.variable();
    let words = puzzle.words(csp, variable);
    let value = |value| format!("{}{}", words.before_value, puzzle.value_words(variable, value));
    let (so, not) = match meaning {
        Meaning::Is(atom) => match (csp.domain(variable), value(atom.value)) {
            (&[one, other], so) => {
                let not = if atom.value == one { value(other) } else { value(one) };
                (format!("is {so}"), format!("is {not}"))
            }
            (_, so) => (format!("is {so}"), format!("is not {so}")),
        },
        Meaning::AtLeast(atom) => {
            let so = value(atom.value);
            (format!("is at least {so}"), format!("is less than {so}"))
        }
        Meaning::Bit { place, .. } => {
            (format!("has a 1 in bit {place}"), format!("has a 0 in bit {place}"))
        }
    };
    json!({
        "variable": csp.name(variable),
        "name": meaning.describe(csp),
        "so": format!("{} {so}", words.subject),
        "not": format!("{} {not}", words.subject),
    })
}

/// Describes a part of the formula: the domain of a variable, or a constraint.
fn of_part(formula: &Formula<'_>, part: &Part) -> Json {
    let (csp, compiled) = (formula.csp, formula.compiled);
    let has_one = |variable: VarId| {
        let subject = formula.puzzle.words(csp, variable).subject;
        format!("{subject} has one value")
    };
    let (what, reason) = match part.origin {
        Origin::Domain(variable) => (csp.name(variable).to_owned(), has_one(variable)),
        Origin::Constraint(index) => {
            let posted = &csp.constraints()[index];
            (posted.constraint.rule().describe(csp), posted.reason.clone())
        }
    };
    let constraint = match part.origin {
        Origin::Domain(_) => None,
        Origin::Constraint(index) => Some(index + 1),
    };
    let clauses = compiled.cnf.clauses_in(part.clauses.clone());
    json!({
        "constraint": constraint,
        "what": what,
        "reason": reason,
        "encodings": compiled.encodings_of(slice::from_ref(part)).iter().join(" "),
        "auxiliaries": (!part.auxiliaries.is_empty())
            .then(|| [part.auxiliaries.start + 1, part.auxiliaries.end]),
        "also": part.shared.iter().map(|&at| at + 1).collect_vec(),
        "clauses": clauses.map(numbers).collect_vec(),
    })
}

fn numbers(clause: &[Lit]) -> Vec<i32> {
    clause.iter().map(|lit| lit.dimacs()).collect()
}
