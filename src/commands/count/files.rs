//! Counting the files of a part.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::ensure;
use cnfetti::instance::{Instance, from_text};
use cnfetti::parts::{Files, Outcome, number_path};
use cnfetti::plural::counted;
use serde_json::json;

use super::{Count, Ended, Task};
use crate::commands::batch::{Job, guarded, named};
use crate::commands::{Context, Format, Settings};
use crate::report_error;

/// The options that are about one puzzle.
const NOT_FOR_FILES: [&str; 5] = ["checkpoint", "proof", "proof_format", "emit_cnf", "force"];

impl Count {
    /// Counts the puzzles of a part and writes the results beside it, unless they are there already.
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
        let (written, file) = (number_path(job.file, files.number), job.file.display());
        let (written, number, of) = (written.display(), files.number, files.of);
        if context.format == Format::Json {
            let line = json!({
                "file": file.to_string(),
                "status": "counted",
                "part": number,
                "parts": of,
                "puzzles": outcomes.len(),
                "written": written.to_string(),
            });
            writeln!(context.out, "{line}")?;
        } else {
            let puzzles = counted(outcomes.len() as u64, "puzzle");
            writeln!(context.out, "{file}: {puzzles} (part {number} of {of}, {written})")?;
        }
        Ok(Ended::Solved)
    }

    /// What each puzzle came to; nothing when it was interrupted.
    fn outcomes(&self, context: &Context, files: &Files) -> Option<Vec<Outcome>> {
        let bar = context.spinner();
        let mut outcomes = Vec::new();
        for (done, source) in files.sources.iter().enumerate() {
            if let Some(bar) = &bar {
                bar.set_message(format!("{done} of {} files", files.sources.len()));
            }
            let file = Path::new(&source.file);
            match guarded(file, || Ok(from_text(file.to_owned(), None, &source.text)?)) {
                Ok(puzzles) => {
                    let outcome = |puzzle: &Instance| self.outcome(context, file, puzzle);
                    outcomes.extend(puzzles.iter().map(outcome));
                }
                Err(error) => outcomes.push(failed(file, &error)),
            }
            if context.is_stopped() {
                return None;
            }
        }
        Some(outcomes)
    }

    fn outcome(&self, context: &Context, file: &Path, instance: &Instance) -> Outcome {
        let (results, notes) = (Results::default(), Rc::new(RefCell::new(Vec::new())));
        let taken = Rc::clone(&notes);
        let note = move |note| taken.borrow_mut().push(note);
        let settings = Settings { format: Format::Json, ..context.settings() };
        let mut own = Context::of_worker(&settings, Box::new(results.clone()), Box::new(note));
        let name = PathBuf::from(instance.name_in(file));
        let task = Task { file: &name, instance, alone: false };
        let ended = named(&name, guarded(&name, || self.count(&mut own, &task)));
        let ended = ended.and_then(|ended| own.out.flush().map(|()| ended).map_err(Into::into));
        notes.borrow().iter().for_each(|note| context.note(note));
        let line = serde_json::from_slice(&results.0.borrow());
        match (ended, line) {
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

/// Results that are kept in memory.
#[derive(Clone, Default)]
struct Results(Rc<RefCell<Vec<u8>>>);

impl Write for Results {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
