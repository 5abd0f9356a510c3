//! `cnfetti encode`: the formula as a file.

mod stats;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use cnfetti::compile::compile;
use cnfetti::emit::Language;
use cnfetti::instance;
use cnfetti::output::{FORMULA, OPB};

use super::Context;
use super::destination::ForceOption;
use super::options::{EncodingOptions, Formula};

/// Write a puzzle as a DIMACS file that any solver or model counter reads.
///
/// The comments name every variable and every constraint. The file has exactly as many models
/// as the puzzle has solutions. With --stats only the size is printed: what the domains cost, each
/// constraint, and all together.
///
/// With --to opb the file is for pseudo-Boolean solvers, and with --to wcnf for those of maximum
/// satisfiability: both have the objective, which DIMACS lacks. `cnfetti decode` reads what they
/// print.
#[derive(Args)]
#[command(mut_arg("force", |force| force.requires("output")))]
#[command(after_help = "Examples:
  cnfetti encode instances/signs/leepf.toml
  cnfetti encode instances/dice/labeled-dice.toml --cardinality totalizer -o dice.cnf
  cnfetti encode --stats instances/pips/pips1.toml --linear adder
  cnfetti encode --stats instances/models/labeled_dice.xml
  cnfetti encode --to wcnf instances/models/delivery.opb -o delivery.wcnf")]
pub(crate) struct Encode {
    /// The puzzle; `-` is stdin
    file: PathBuf,
    /// Where the formula goes; `-` is stdout
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    force: ForceOption,
    /// The language of the formula
    #[arg(long, value_enum, value_name = "LANGUAGE", default_value_t = To::Dimacs)]
    to: To,
    /// Print what each constraint costs, and no formula
    #[arg(long, conflicts_with_all = ["output", "force", "to"])]
    stats: bool,
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
    /// For solvers of maximum satisfiability: an objective as soft clauses
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
        if !self.stats {
            context
                .given
                .refuse(&["format", "json"], "a formula has its own language; --stats has formats");
        }
        let choices = self.encodings.choices()?;
        let sort = if self.to == To::Opb { OPB } else { FORMULA };
        let destination = self.force.destination(&self.output, sort)?;
        let instance = instance::load(&self.file)?;
        let csp = instance.puzzle.csp();
        anyhow::ensure!(
            self.to != To::Wcnf || csp.objective().is_some(),
            "{}: expected an objective for WCNF, found none: --to dimacs or opb needs none",
            self.file.display()
        );
        let formula = Formula {
            file: &self.file,
            instance: &instance,
            csp: &csp,
            encodings: &self.encodings,
            choices: &choices,
            compiled: &compile(&csp, &choices)?,
        };
        if self.stats {
            stats::write(context, &csp, formula.compiled)?;
        } else {
            destination.write(context, |mut out| formula.write_as(self.to.language(), &mut out))?;
        }
        context.detail(|| formula.size());
        Ok(ExitCode::SUCCESS)
    }
}
