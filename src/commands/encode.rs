//! `cnfetti encode`: the DIMACS file.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cnfetti::compile::{Choices, compile};
use cnfetti::instance;
use itertools::Itertools;

use super::Context;
use super::options::{EncodingOptions, Formula};

/// Write a puzzle as a DIMACS file that any solver or model counter reads.
///
/// The comments name every variable and every constraint. The file has exactly as many models
/// as the puzzle has solutions.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti encode instances/signs/leepf.toml
  cnfetti encode instances/dice/labeled-dice.toml --cardinality totalizer -o dice.cnf")]
pub(crate) struct Encode {
    /// The puzzle; `-` is stdin
    file: PathBuf,
    /// Where the formula goes; `-` is stdout
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    output: PathBuf,
    /// Overwrite a file that does not look like DIMACS
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    encodings: EncodingOptions,
}

impl Encode {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let choices = self.encodings.choices()?;
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
        formula.write(context, &self.output, self.force)?;
        context.detail(|| {
            let (problem, auxiliary) =
                (formula.compiled.problem_variables(), formula.compiled.auxiliary_variables());
            let clauses = formula.compiled.cnf.num_clauses();
            let used = formula.compiled.encodings().iter().join(" ");
            let why = if choices.picks() { Choices::WHY } else { "as chosen" };
            format!(
                "{problem} problem variables, {auxiliary} auxiliary, {clauses} clauses\n{used} \
                 ({why})"
            )
        });
        Ok(ExitCode::SUCCESS)
    }
}
