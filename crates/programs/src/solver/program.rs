//! Runs a program on a file, and reads its answer and its statistics, such as `c conflicts: 12` or `c 12 conflicts`.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use tempfile::TempPath;

use super::command_line::CommandLine;
use cnfetti_core::limit::Budget;
pub use cnfetti_process::NotFinished;
use cnfetti_process::remains::Temporary;
use cnfetti_process::{self, is_too_much, read_output};
use cnfetti_sat::solver::Statistics;

/// How much of a program's stderr is shown, in bytes.
const MAX_STDERR_BYTES: usize = 2000;

/// A program that ended by itself.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub status: ExitStatus,
    /// What it wrote to stdout.
    pub stdout: Vec<u8>,
    /// What it wrote to its answer file, if it has one.
    answer: Option<Vec<u8>>,
    stderr: Vec<u8>,
}

impl Finished {
    /// The answer, from stdout or from the file.
    pub fn answer(&self) -> &[u8] {
        self.answer.as_ref().unwrap_or(&self.stdout)
    }

    /// What it wrote to stderr, ready to append to an error message; empty if nothing.
    pub fn complaint(&self) -> String {
        let shown = &self.stderr[..self.stderr.len().min(MAX_STDERR_BYTES)];
        match String::from_utf8_lossy(shown).trim() {
            "" => String::new(),
            text => format!("\nits stderr: {text}"),
        }
    }
}

/// Runs a program on a file. If the budget is already spent, does not start it, however quick it may
/// be.
pub fn run(program: &CommandLine, input: &Path, budget: &Budget) -> Result<Finished, NotFinished> {
    let failed = |error| NotFinished::Io(program.name().to_owned(), error);
    budget.check()?;
    let output = program.writes_file().then(temporary_file).transpose().map_err(failed)?;
    let output = output.as_ref().map(|path| -> &Path { path });
    let mut command = Command::new(program.name());
    command.args(program.arguments(input, output)).stdin(match program.reads_stdin() {
        true => File::open(input).map_err(failed)?.into(),
        false => Stdio::null(),
    });
    let cnfetti_process::Finished { status, stdout, stderr } =
        cnfetti_process::run(&mut command, budget)?;
    let answer = output.map(|path| File::open(path).map(read_output));
    let answer = answer.transpose().map_err(failed)?;
    if answer.as_ref().is_some_and(|answer| is_too_much(answer)) {
        return Err(NotFinished::TooMuch(program.name().to_owned()));
    }
    Ok(Finished { status, stdout, answer, stderr })
}

/// A temporary file, which is deleted when its path is dropped.
fn temporary_file() -> io::Result<Temporary<TempPath>> {
    let file = tempfile::Builder::new().prefix("cnfetti-").suffix(".out").tempfile()?;
    Ok(Temporary::new(file.into_temp_path(), |path| path))
}

/// The numbers in the output of a solver. If several lines have the same number, the last one
/// counts.
pub(super) fn statistics(text: &[u8]) -> Statistics {
    let mut found = Statistics::default();
    for line in text.split(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(line).to_lowercase();
        let words = line.split(|c: char| c.is_whitespace() || ":=,".contains(c));
        let mut words = words.filter(|word| !word.is_empty()).skip_while(|word| *word == "c");
        let (Some(one), Some(other)) = (words.next(), words.next()) else { continue };
        let is_number = one.starts_with(|c: char| c.is_ascii_digit());
        let (name, number) = if is_number { (other, one) } else { (one, other) };
        let place = match name {
            "conflicts" => &mut found.conflicts,
            "decisions" => &mut found.decisions,
            "propagations" => &mut found.propagations,
            _ => continue,
        };
        *place = number.parse().ok().or(*place);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_solver_has_its_own_way_to_say_it() {
        let all = |conflicts, decisions, propagations| Statistics {
            conflicts: Some(conflicts),
            decisions: Some(decisions),
            propagations: Some(propagations),
            ..Statistics::default()
        };
        for (text, expected) in [
            // CaDiCaL, Kissat
            (
                "c conflicts:             12         34.56    per second\n\
                 c decisions:             30       1000.00    per second\n\
                 c propagations:         412      50000.00    per second\ns SATISFIABLE\n",
                all(12, 30, 412),
            ),
            // MiniSat, Glucose
            (
                "restarts              : 1\nconflicts             : 12             (800 /sec)\n\
                 decisions             : 30             (0.00 % random) (2000 /sec)\n\
                 propagations          : 412            (100 /sec)\nSATISFIABLE\n",
                all(12, 30, 412),
            ),
            // Lingeling
            (
                "c 30 decisions, 0.0 decisions/sec\nc 12 conflicts, 0.0 conflicts/sec\n\
                 c 412 propagations, 0.0 megaprops/sec\n",
                all(12, 30, 412),
            ),
            ("s SATISFIABLE\nv 1 2 0\nc conflicts are rare\n", Statistics::default()),
        ] {
            assert_eq!(statistics(text.as_bytes()), expected, "{text}");
        }
    }
}
