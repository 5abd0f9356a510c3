//! `cnfetti new`: prints an empty puzzle of a kind, to fill in.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use cnfetti::puzzle::names_of_kinds;

use super::options::names;
use super::shared::kind;
use super::{Context, wrong_usage};

/// Print an empty puzzle to fill in, with a comment for every key.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti new slitherlink
  cnfetti new sudoku > mine.toml
  cnfetti new nurikabe --size 8x10
  cnfetti new pips")]
pub(crate) struct New {
    /// The kind: its name in `cnfetti list kinds`, or its file
    #[arg(value_parser = names::any_like(names_of_kinds()), hide_possible_values = true)]
    kind: String,
    /// The rows and columns of the board: `6`, or `8x10` [default: what the kind says, or 6]
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
}

/// Small puzzles of the kinds that are no files, by name: a board without a rule would show nothing.
const TEMPLATES: [(&str, &str); 4] = [
    ("pips", include_str!("new/pips.toml")),
    ("dice", include_str!("new/dice.toml")),
    ("seating", include_str!("new/seating.toml")),
    ("model", include_str!("new/model.toml")),
];

impl New {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if let Some((_, text)) = TEMPLATES.iter().find(|(name, _)| *name == self.kind) {
            if self.size.is_some() {
                wrong_usage(format!("{} has no --size: change the board in the text", self.kind));
            }
            write!(context.out, "{text}")?;
            return Ok(ExitCode::SUCCESS);
        }
        let path = PathBuf::from(&self.kind);
        let Some(kind) = kind::named(&path)? else {
            if path.exists() {
                bail!(
                    "{}: not a kind of puzzle: expected a file such as `cnfetti show` describes",
                    self.kind
                );
            }
            names::refuse("new", "kind", &self.kind, names_of_kinds())
        };
        let usual = kind.size[0].to_string();
        let size = self.size.as_deref().unwrap_or(&usual);
        let columns = size.parse().map_or(0, |rows| kind.columns(rows)).to_string();
        let (rows, columns) = size.split_once('x').unwrap_or((size, &columns));
        let side = |text: &str| text.parse::<u16>().ok().filter(|side| (1..=100).contains(side));
        let (Some(rows), Some(columns)) = (side(rows), side(columns)) else {
            wrong_usage(format!("expected a size such as 6 or 8x10, up to 100, found {size}"))
        };
        // A file keeps the path from the command line.
        let key = if path.is_file() { &self.kind } else { &kind.name };
        let text = kind.blank(key, rows, columns).map_err(anyhow::Error::msg)?;
        write!(context.out, "{text}")?;
        Ok(ExitCode::SUCCESS)
    }
}
