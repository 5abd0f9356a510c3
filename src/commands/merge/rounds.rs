//! Merges a round of a count, and begins the next.

use std::process::ExitCode;

use cnfetti::parts::{Merged, Merging};
use cnfetti::plural::counted;

use super::{Merge, note_missing};
use crate::commands::Context;

impl Merge {
    /// Writes the numbers once they are complete, and before that, what is left to count.
    pub(super) fn write_round(
        &self,
        context: &mut Context,
        merging: Merging,
    ) -> anyhow::Result<ExitCode> {
        let Merging { instance, csp, count, round, first, parts, missing } = merging;
        let merged = Merged { instance, csp, count, parts, missing };
        let code = self.write(context, &merged)?;
        let folder = self.folder.display().to_string();
        if merged.missing.len() == parts && parts > 0 {
            let parts = counted(parts as u64, "part");
            context.note(format!(
                "{folder}: round {round} has {parts}, from part-{first:04} on; see jobs"
            ));
        } else {
            note_missing(context, &folder, parts, &merged.missing);
        }
        Ok(code)
    }
}
