//! `cnfetti new`: prints an empty puzzle of a kind, to fill in.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::{Context, shared::kind, wrong_usage};

/// Print an empty puzzle to fill in, with a comment for every key.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti new slitherlink
  cnfetti new sudoku --size 9 > mine.toml
  cnfetti new star_battle --size 8x10")]
pub(crate) struct New {
    /// The kind: its name in `cnfetti list kinds`, or its file
    kind: PathBuf,
    /// The rows and columns of the board: `6`, or `8x10`
    #[arg(long, value_name = "SIZE", default_value = "6")]
    size: String,
}

impl New {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let (rows, columns) = self.size.split_once('x').unwrap_or((&self.size, &self.size));
        let side = |text: &str| text.parse::<u16>().ok().filter(|side| (1..=100).contains(side));
        let (Some(rows), Some(columns)) = (side(rows), side(columns)) else {
            wrong_usage(format!(
                "expected a size such as 6 or 8x10, up to 100, found {}",
                self.size
            ))
        };
        let Some(kind) = kind::named(&self.kind)? else {
            bail!("{}: not a kind that is a file; {}", self.kind.display(), kind::searched())
        };
        // A file keeps the path from the command line.
        let key = self.kind.to_str().filter(|_| self.kind.is_file()).unwrap_or(&kind.name);
        write!(context.out, "{}", kind.blank(key, rows, columns))?;
        Ok(ExitCode::SUCCESS)
    }
}
