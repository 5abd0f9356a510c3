//! Combines the results of proofs in parts.

use std::io::Write as _;
use std::process::ExitCode;

use cnfetti::parts::Proofs;
use cnfetti::plural::counted;
use serde_json::json;

use super::{Merge, note_missing};
use crate::commands::answers::expected::require_count;
use crate::commands::answers::numbers::{self, sentence};
use crate::commands::{Context, Format, STOPPED};

impl Merge {
    /// Writes the numbers that the proofs establish.
    pub(super) fn write_proofs(
        &self,
        context: &mut Context,
        proofs: &Proofs,
    ) -> anyhow::Result<ExitCode> {
        let Proofs { instance, csp, count, parts, missing, steps } = proofs;
        require_count(&self.folder, &instance.expect, csp, count)?;
        let folder = self.folder.display().to_string();
        let is_known = if self.unique {
            self.write_verdict(context, count, instance.kind)?
        } else if context.format == Format::Json {
            let over = instance.puzzle.counted_over();
            let mut line = numbers::line(&self.folder, instance.kind, over, csp, count);
            line["parts"] = json!(parts);
            line["missing"] = json!(missing);
            line["checked"] = if count.exact { json!(true) } else { json!(null) };
            line["checked_by"] = if count.exact { json!("proof") } else { json!(null) };
            writeln!(context.out, "{line}")?;
            count.exact
        } else {
            writeln!(context.out, "{folder}: {}", sentence(csp, count))?;
            count.exact
        };
        context.out.flush()?;
        if let Some(over) = instance.puzzle.counted_over() {
            context.note(format!("{folder}: counted over {over}"));
        }
        if count.exact {
            let (parts, steps) = (counted(*parts as u64, "part"), counted(*steps as u64, "step"));
            context.note(format!(
                "{folder}: checked: {parts}, covering every case; their proofs have {steps}"
            ));
        }
        note_missing(context, &folder, *parts, missing);
        Ok(if is_known { ExitCode::SUCCESS } else { ExitCode::from(STOPPED) })
    }
}
