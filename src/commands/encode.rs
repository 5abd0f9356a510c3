//! `cnfetti encode`: writes the formula as a file.

mod json;
mod stats;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use cnfetti::Problem;
use cnfetti::compile::Choices;
use cnfetti::emit::Language;
use cnfetti::output::{FORMULA, OPB};
use cnfetti::problem::{EncodeOptions, Means};

use super::answers::asked::{CostOption, optimal};
use super::options::projection::ProjectOption;
use super::options::{EncodingOptions, Formula, SolverOptions};
use super::shared::reasoning::puzzle;
use super::terminal::destination::ForceOption;
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
        let encoded = problem.encode(&EncodeOptions::default().means(means).language(language))?;
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
            stats::write(context, formula.csp, formula.compiled)?;
        } else if in_json {
            json::write(context, &formula)?;
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
