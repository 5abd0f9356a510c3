//! `cnfetti split`: divides a count into a folder of parts.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cnfetti::output::Folder;
use cnfetti::parts::{FOLDER, MAX_PARTS, Sizes, Source, write_proofs};
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
/// `cnfetti merge` adds up what has been counted so far. With --proofs, each part also proves that
/// it has no other solutions, and `merge` checks all proofs. With --rounds, parts share their work:
/// each carries its partial solutions some steps further, and `merge` writes the parts of the next
/// round.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti split --parts 100 -o parts instances/seating/cheating-linguists.toml
  cnfetti split -o days instances/pips/sample-day.json#hard
  cnfetti count days/part-*
  cnfetti merge days
  cnfetti split --rounds --parts 20 -o hall instances/seating/long-hall.toml
  cnfetti split --proofs --parts 4 -o none instances/pips/none.toml")]
pub(crate) struct Split {
    /// The puzzle; `FILE#NAME` is one of several in a file, `-` is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Number of parts; with --rounds, at most so many in each round
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..=MAX_PARTS as u64))]
    parts: u64,
    /// Divide a proof that there are no solutions but those listed (possibly into fewer parts)
    #[arg(long)]
    proofs: bool,
    /// Count in rounds: parts share what those of the round before have in common
    #[arg(long, conflicts_with = "proofs")]
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
        if self.proofs {
            return self.split_proof(context, folder, source);
        }
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
        self.report(context, parts as u64, "state", states)
    }

    fn split_proof(
        &self,
        context: &mut Context,
        folder: &Folder,
        puzzle: Source,
    ) -> anyhow::Result<ExitCode> {
        let budget = self.time.budget(context);
        let cubes = folder.fill(|hidden| -> anyhow::Result<_> {
            let write = || write_proofs(puzzle, self.parts as usize, hidden, &budget);
            Ok(context.busy("dividing", write)?)
        })?;
        self.report(context, cubes as u64, "cube", cubes)
    }

    /// Reports how many states or cubes the parts contain.
    fn report(
        &self,
        context: &mut Context,
        parts: u64,
        of: &str,
        number: usize,
    ) -> anyhow::Result<ExitCode> {
        let folder = self.output.display().to_string();
        if context.format == Format::Json {
            let mut line = json!({ "folder": folder, "parts": parts });
            line[format!("{of}s")] = json!(number);
            writeln!(context.out, "{line}")?;
        } else {
            let (parts, of) = (counted(parts, "part"), counted(number as u64, of));
            writeln!(context.out, "{folder}: {parts} ({of}); see {folder}/README for what to run")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
