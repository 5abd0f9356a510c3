//! `cnfetti split`: divides a count into a folder of parts.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cnfetti::output::Folder;
use cnfetti::parts::{FOLDER, MAX_PARTS, Sizes};
use cnfetti::plural::counted;
use serde_json::json;

use super::answers::asked::CostOption;
use super::options::TimeOptions;
use super::shared::part::{source, write_parts};
use super::{Context, Format};

/// Divide a count into parts, to run on several machines.
///
/// It writes a folder of parts. The file `jobs` has one command per part, for GNU parallel,
/// HyperQueue or Slurm; the README shows how to run them. `cnfetti count PART` counts a part, and
/// `cnfetti merge` adds up what has been counted so far. With --rounds, parts share their work:
/// each carries its partial solutions some steps further, and `merge` writes the parts of the next
/// round.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti split --parts 100 -o parts instances/seating/cheating-linguists.toml
  cnfetti split -o days instances/pips/sample-day.json#hard
  cnfetti count days/part-*
  cnfetti merge days
  cnfetti split --rounds --parts 20 -o hall instances/seating/long-hall.toml")]
pub(crate) struct Split {
    /// The puzzle; `FILE#NAME` is one of several in a file, `-` is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of parts; with --rounds, at most so many in each round
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..=MAX_PARTS as u64))]
    parts: u64,
    /// Count in rounds: parts share what those of the round before have in common
    #[arg(long)]
    rounds: bool,
    /// The folder to write
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace a folder of parts that cnfetti wrote, including its counts
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    costs: CostOption,
    #[command(flatten)]
    time: TimeOptions,
}

impl Split {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let folder = &Folder::new(&self.output, FOLDER, self.force)?;
        let budget = context.begin_on(&self.file);
        let source = source(context, &self.file, self.costs, &budget)?;
        let limits = self.time.limits(self.time.budget(context), true);
        let number = self.parts as usize;
        let sizes = if self.rounds { Sizes::in_rounds(number) } else { Sizes::once(number) };
        let write = || write_parts(folder, source, sizes, &limits);
        let (parts, states) = context.busy("dividing", write)?;
        if parts == 0 && context.format != Format::Json {
            let folder = self.output.display();
            let merge = format!("`cnfetti merge {folder}` prints it");
            writeln!(context.out, "{folder}: the count is done without parts; {merge}")?;
            return Ok(ExitCode::SUCCESS);
        }
        self.report(context, parts as u64, states)
    }

    /// Reports how many states the parts contain.
    fn report(&self, context: &mut Context, parts: u64, states: usize) -> anyhow::Result<ExitCode> {
        let folder = self.output.display().to_string();
        if context.format == Format::Json {
            let line = json!({ "folder": folder, "parts": parts, "states": states });
            writeln!(context.out, "{line}")?;
        } else {
            let (parts, states) = (counted(parts, "part"), counted(states as u64, "state"));
            let see = format!("see {folder}/README for what to run");
            writeln!(context.out, "{folder}: {parts} ({states}); {see}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
