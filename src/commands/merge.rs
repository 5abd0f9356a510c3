//! `cnfetti merge`: adds up the parts of a count.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use cnfetti::machine;
use cnfetti::parts::{Merged, merge};
use cnfetti::plural::counted;
use cnfetti::search::blocking::Count;
use itertools::Itertools;
use num_bigint::BigUint;
use serde_json::json;

use super::answers::numbers::require_count;
use super::answers::numbers::{self, sentence};
use super::{Context, Format, STOPPED};

/// Add up the parts of a count.
///
/// While parts are missing, it lists them, the numbers are "at least", and the exit code is 3. For
/// a count in rounds, it writes the parts of the next round, which read their states from the
/// results of this one. Damaged files, and files of another puzzle or version, are errors.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti split --parts 4 -o parts instances/pips/many.toml && cnfetti count parts/part-*
  cnfetti merge parts
  cnfetti merge --unique parts")]
pub(crate) struct Merge {
    /// The folder of the parts
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Only report whether there is one solution up to renaming, none or several
    #[arg(long)]
    unique: bool,
}

/// The number of missing parts to list by name.
const SHOWN: usize = 8;

impl Merge {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        if self.folder.is_dir() {
            let has_plan = self.folder.join("plan").exists();
            anyhow::ensure!(
                has_plan,
                "{}: no parts in this folder; `cnfetti split` writes them",
                self.folder.display()
            );
        }
        let merged = merge(&self.folder, &machine::limits())?;
        let code = self.write(context, &merged)?;
        let folder = self.folder.display().to_string();
        match merged.round {
            Some(round) if merged.missing.len() == merged.parts && merged.parts > 0 => {
                let (parts, first) = (counted(merged.parts as u64, "part"), merged.first);
                context.note(format!(
                    "{folder}: round {round} has {parts}, from part-{first:04} on; see jobs"
                ));
            }
            _ => note_missing(context, &folder, merged.parts, &merged.missing),
        }
        Ok(code)
    }

    /// Writes the numbers or the verdict. Returns the exit code.
    fn write(&self, context: &mut Context, merged: &Merged) -> anyhow::Result<ExitCode> {
        let Merged { instance, csp, count, .. } = merged;
        require_count(&self.folder, &instance.expect, csp, count)?;
        let is_known = match self.unique {
            true => self.write_verdict(context, count, instance.kind)?,
            false => {
                self.write_count(context, merged)?;
                count.exact
            }
        };
        context.out.flush()?;
        if let Some(over) = instance.puzzle.counted_over() {
            context.note(format!("{}: counted over {over}", self.folder.display()));
        }
        Ok(if is_known { ExitCode::SUCCESS } else { ExitCode::from(STOPPED) })
    }

    fn write_count(&self, context: &mut Context, merged: &Merged) -> std::io::Result<()> {
        let Merged { instance, csp, count, parts, missing, .. } = merged;
        if context.format != Format::Json {
            let folder = self.folder.display();
            return writeln!(context.out, "{folder}: {}", sentence(csp, count));
        }
        let over = instance.puzzle.counted_over();
        let mut line = numbers::line(&self.folder, instance.kind, over, csp, count);
        line["parts"] = json!(parts);
        line["missing"] = json!(missing);
        writeln!(context.out, "{line}")
    }

    /// Prints the verdict, and returns whether it is known.
    fn write_verdict(
        &self,
        context: &mut Context,
        count: &Count,
        kind: &str,
    ) -> std::io::Result<bool> {
        let one = BigUint::from(1_u32);
        let verdict = match count.up_to_renaming.cmp(&one) {
            std::cmp::Ordering::Greater => "several",
            std::cmp::Ordering::Equal if count.exact => "unique",
            std::cmp::Ordering::Less if count.exact => "none",
            _ => "unknown",
        };
        let folder = self.folder.display().to_string();
        if context.format == Format::Json {
            let line = json!({ "file": folder, "kind": kind, "verdict": verdict });
            writeln!(context.out, "{line}")?;
        } else {
            writeln!(context.out, "{folder}: {verdict}")?;
        }
        Ok(verdict != "unknown")
    }
}

/// Notes which parts are not counted yet.
fn note_missing(context: &Context, folder: &str, parts: usize, missing: &[usize]) {
    if missing.is_empty() {
        return;
    }
    let names = missing.iter().take(SHOWN).map(|&number| cnfetti::parts::part_name(number));
    let more = match missing.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (of, are) = (counted(parts as u64, "part"), if missing.len() == 1 { "is" } else { "are" });
    let number = missing.len();
    let names = names.format(", ");
    context.note(format!("{folder}: {number} of {of} {are} missing: {names}{more}"));
}
