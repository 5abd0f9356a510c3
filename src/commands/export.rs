//! `cnfetti export`: writes a puzzle as a page to play anywhere.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cnfetti::instance;
use cnfetti::output::PAGE;

use super::Context;
use super::options::TimeOptions;
use super::shared::base::{BaseOption, text_of};
use super::shared::module::ModuleOption;
use super::terminal::destination::ForceOption;
use crate::studio;

/// Write a puzzle as a single file to play in a browser without a network.
///
/// The file contains the board, hints, steps and a check, and the engine that finds them, but not
/// the solution.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti export instances/pips/pips1.toml -o pips1.html
  cnfetti export instances/signs/leepf.toml -o leepf.html --module cnfetti.wasm")]
pub(crate) struct Export {
    /// The puzzle; `FILE#NAME` is one of several in a file, `-` is stdin
    file: PathBuf,
    /// The file to write; `-` is stdout
    #[arg(short, long, value_name = "PATH")]
    output: PathBuf,
    #[command(flatten)]
    base: BaseOption,
    #[command(flatten)]
    module: ModuleOption,
    #[command(flatten)]
    force: ForceOption,
    #[command(flatten)]
    time: TimeOptions,
}

impl Export {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let destination = self.force.destination(&self.output, PAGE)?;
        context.begin_on(&self.file);
        let instance = instance::load_within(&self.file, &self.time.budget(context))?;
        let title = instance.title.clone();
        let text = text_of(instance)?;
        let base = self.base.given()?;
        let page = studio::single(&self.module.read()?, &text, title.as_deref(), base.as_deref());
        destination.write_text(context, &page)?;
        Ok(ExitCode::SUCCESS)
    }
}
