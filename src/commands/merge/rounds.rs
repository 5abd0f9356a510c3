//! Merges a round of a count, and begins the next.

use std::io::Write as _;
use std::process::ExitCode;

use cnfetti::parts::{Merged, Merging};
use cnfetti::plural::counted;

use super::{Merge, note_missing};
use crate::commands::answers::expected::require_count;
use crate::commands::{Context, STOPPED};

impl Merge {
    /// Writes the numbers once they are complete, and before that, what is left to count.
    pub(super) fn write_round(
        &self,
        context: &mut Context,
        merging: Merging,
    ) -> anyhow::Result<ExitCode> {
        let Merging { instance, csp, count, round, first, parts, missing } = merging;
        require_count(&self.folder, &instance.expect, &csp, &count)?;
        let over = instance.puzzle.counted_over();
        let merged = Merged { instance, csp, count, parts, missing };
        let is_known = match self.unique {
            true => self.write_verdict(context, &merged.count, merged.instance.kind)?,
            false => {
                self.write_count(context, &merged)?;
                merged.count.exact
            }
        };
        context.out.flush()?;
        let folder = self.folder.display().to_string();
        if let Some(over) = over {
            context.note(format!("{folder}: counted over {over}"));
        }
        if merged.missing.len() == parts && parts > 0 {
            let parts = counted(parts as u64, "part");
            context.note(format!(
                "{folder}: round {round} has {parts}, from part-{first:04} on; see jobs"
            ));
        } else {
            note_missing(context, &folder, parts, &merged.missing);
        }
        Ok(if is_known { ExitCode::SUCCESS } else { ExitCode::from(STOPPED) })
    }
}
