//! `cnfetti encode`: the DIMACS file.

mod stats;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cnfetti::compile::compile;
use cnfetti::instance;
use cnfetti::output::FORMULA;

use super::Context;
use super::destination::ForceOption;
use super::options::{EncodingOptions, Formula};

/// Write a puzzle as a DIMACS file that any solver or model counter reads.
///
/// The comments name every variable and every constraint. The file has exactly as many models
/// as the puzzle has solutions. With --stats only the size is printed: what the domains cost, each
/// constraint, and all together.
#[derive(Args)]
#[command(mut_arg("force", |force| force.requires("output")))]
#[command(after_help = "Examples:
  cnfetti encode instances/signs/leepf.toml
  cnfetti encode instances/dice/labeled-dice.toml --cardinality totalizer -o dice.cnf
  cnfetti encode --stats instances/pips/pips1.toml --linear adder
  cnfetti encode --stats instances/models/labeled_dice.xml")]
pub(crate) struct Encode {
    /// The puzzle; `-` is stdin
    file: PathBuf,
    /// Where the formula goes; `-` is stdout
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    force: ForceOption,
    /// Print what each constraint costs, and no formula
    #[arg(long, conflicts_with_all = ["output", "force"])]
    stats: bool,
    #[command(flatten)]
    encodings: EncodingOptions,
}

impl Encode {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if !self.stats {
            context.given.refuse(&["format", "json"], "a formula is DIMACS; --stats has formats");
        }
        let choices = self.encodings.choices()?;
        let destination = self.force.destination(&self.output, FORMULA)?;
        let instance = instance::load(&self.file)?;
        let csp = instance.puzzle.csp();
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
            destination.write(context, |mut out| formula.write_to(&mut out))?;
        }
        context.detail(|| formula.size());
        Ok(ExitCode::SUCCESS)
    }
}
