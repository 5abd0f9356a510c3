//! Counts the files of a part.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::ensure;
use cnfetti::Problem;
use cnfetti::instance::{Instance, from_text};
use cnfetti::parts::{Files, Outcome};
use cnfetti::plural::counted;
use serde_json::json;

use super::parts::report;
use super::{Count, Ended, Task};
use crate::commands::options::batch::{Job, guarded, named};
use crate::commands::{Context, Format};
use crate::report_error;

/// The options that apply to a single puzzle only.
const NOT_FOR_FILES: [&str; 4] = ["checkpoint", "proof", "emit_cnf", "force"];

impl Count {
    /// Counts the puzzles of a part and writes the results beside it, unless they exist already.
    pub(super) fn count_files(
        &self,
        context: &mut Context,
        job: &Job<'_>,
        files: &Files,
    ) -> anyhow::Result<Ended> {
        context.given.refuse(&NOT_FOR_FILES, "it is for one puzzle, and a part has several");
        ensure!(!context.competition(), "a part has no competition format");
        let outcomes = match files.known(job.file) {
            Some(outcomes) => outcomes,
            None => {
                let Some(outcomes) = self.outcomes(context, files) else {
                    return Ok(Ended::Stopped);
                };
                files.write(job.file, &outcomes)?;
                outcomes
            }
        };
        let says = counted(outcomes.len() as u64, "puzzle");
        let line = json!({ "file": job.file.display().to_string(), "status": "counted" });
        let found = json!({ "puzzles": outcomes.len() });
        report(context, job.file, (files.number, files.of, None), (says, line, found))?;
        Ok(Ended::Solved)
    }

    /// Counts each puzzle; `None` if that was interrupted.
    fn outcomes(&self, context: &Context, files: &Files) -> Option<Vec<Outcome>> {
        let bar = context.spinner();
        let mut outcomes = Vec::new();
        for (done, source) in files.sources.iter().enumerate() {
            if let Some(bar) = &bar {
                bar.set_message(format!("{done} of {} files", files.sources.len()));
            }
            let (file, budget) = (Path::new(&source.file), context.begin());
            match guarded(file, || Ok(from_text(file.to_owned(), None, &source.text, &budget)?)) {
                Ok(puzzles) => {
                    let outcome = |puzzle| self.outcome(context, file, Arc::new(puzzle));
                    outcomes.extend(puzzles.into_iter().map(outcome));
                }
                Err(error) => outcomes.push(failed(file, &error)),
            }
            if context.is_stopped() {
                return None;
            }
        }
        Some(outcomes)
    }

    fn outcome(&self, context: &Context, file: &Path, instance: Arc<Instance>) -> Outcome {
        // Each puzzle has a time limit of its own.
        context.begin();
        let settings = context.settings().with_format(Format::Json);
        let name = PathBuf::from(instance.name_in(file));
        let task = Task { file: &name, instance: &instance, alone: false };
        let problem = Problem::from_instance(Arc::clone(&instance), file);
        let count =
            |own: &mut Context| named(&name, guarded(&name, || self.count(own, &task, problem)));
        let (ended, line, notes) = settings.captured(count);
        notes.iter().for_each(|note| context.note(note));
        match (ended, serde_json::from_slice(&line)) {
            (Ok(ended), Ok(line)) => Outcome { ended: ended.name().to_owned(), line },
            (Ok(_), Err(error)) => failed(&name, &error.into()),
            (Err(error), _) => failed(&name, &error),
        }
    }
}

fn failed(file: &Path, error: &anyhow::Error) -> Outcome {
    let ended = Ended::of_error(error).map_or(Ended::FAILED, Ended::name);
    let line = json!({ "file": file.display().to_string(), "error": report_error::in_full(error) });
    Outcome { ended: ended.to_owned(), line }
}
