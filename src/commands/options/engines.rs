//! Options of the engines that count, and their reports.

use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use clap::{Args, ValueEnum};
use cnfetti::exact::{Arithmetic, Limits};
use cnfetti::limit::Budget;
use cnfetti::plural::counted;
use cnfetti::search::blocking::Count;
use cnfetti::search::engine::Answer;
use cnfetti::solver::command_line::CommandLine;
use cnfetti::solver::program::{self, NotFinished};
use itertools::Itertools;
use num_bigint::BigUint;

use crate::commands::Context;
use crate::commands::answers::numbers::{grouped, plural};
use crate::commands::options::at_least_one;

/// The number of threads of the exact counter.
#[derive(Args)]
#[command(next_help_heading = "Exact counting")]
pub(crate) struct ThreadOptions {
    /// Its threads; the results are the same [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
}

impl ThreadOptions {
    /// The limits with the chosen number of threads.
    pub(crate) fn limits(&self, context: &Context, limits: Limits) -> Limits {
        let Some(threads) = self.threads else { return limits };
        context.detail(|| {
            format!("the exact counter may use {}", counted(threads.get() as u64, "thread"))
        });
        Limits { threads, ..limits }
    }
}

/// The method of counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineChoice {
    /// Both `exact` and `blocking`: the first exact result waits a while for the other, and a
    /// disagreement is an error
    #[default]
    Auto,
    /// The exact counter, which needs no formula
    Exact,
    /// A SAT solver, with a blocking clause for each solution
    Blocking,
    /// Knowledge compilation: compiles the formula, and lists no solutions
    Clauses,
}

/// Parses a size such as `500M`, `2G`, or a number of bytes.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let expected = || "expected a size such as 500M or 2G".to_owned();
    let upper = text.to_ascii_uppercase();
    let text = upper.strip_suffix('B').unwrap_or(&upper);
    let units = [('K', 1 << 10), ('M', 1 << 20), ('G', 1 << 30)];
    let with_unit = units.iter().find_map(|&(name, unit)| Some((text.strip_suffix(name)?, unit)));
    let (number, unit) = with_unit.unwrap_or((text, 1));
    let number: usize = number.parse().map_err(|_| expected())?;
    number.checked_mul(unit).ok_or_else(expected)
}

/// Fails if a model counter's number contradicts the engines.
pub(crate) fn require_solutions(
    file: &Path,
    solutions: &BigUint,
    counter: &str,
    engines: &[Answer],
) -> anyhow::Result<()> {
    for answer in engines {
        let (count, engine) = (answer.count(), answer.engine().name());
        let known = &count.solutions;
        ensure!(
            if count.exact { known == solutions } else { known <= solutions },
            "{}: {counter} counts {}, {engine} says {}",
            file.display(),
            plural(solutions, "solution"),
            grouped(known)
        );
    }
    Ok(())
}

/// Runs an external model counter on a DIMACS file; `None` if the budget ended it.
pub(crate) fn count_with(
    command: &str,
    cnf: &Path,
    budget: &Budget,
) -> anyhow::Result<Option<BigUint>> {
    let program = CommandLine::parse(command).context("--counter")?;
    let finished = match program::run(&program, cnf, budget) {
        Ok(finished) => finished,
        Err(NotFinished::Stopped(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let name = program.name();
    match &read_counts(&String::from_utf8_lossy(finished.answer()))[..] {
        [number] => Ok(Some(number.clone())),
        [one, other, ..] => bail!("`{name}` printed two numbers: {one} and {other}"),
        [] => bail!(
            "`{name}` ({}) printed no line `c s exact arb int N`, `s mc N` or `s UNSATISFIABLE`{}",
            finished.status,
            finished.complaint()
        ),
    }
}

/// The different numbers in a model counter's output: one, unless it contradicts itself.
fn read_counts(text: &str) -> Vec<BigUint> {
    let of_line = |line: &str| match line.split_whitespace().collect_vec()[..] {
        ["c", "s", "exact", "arb", "int", number] | ["s", "mc" | "pmc", number] => {
            number.parse().ok()
        }
        ["s", "UNSATISFIABLE"] => Some(BigUint::ZERO),
        _ => None,
    };
    text.lines().filter_map(of_line).unique().collect()
}

/// With `-v`, notes whether a second engine counted the same number.
pub(crate) fn note_second_count(context: &Context, file: &Path, answers: &[Answer]) {
    let [best, other, ..] = answers else { return };
    if !best.count().exact {
        return;
    }
    let name = file.display();
    let (who, count) = (other.engine().in_words(), other.count());
    context.detail(|| match count.exact {
        true => format!("{name}: confirmed: {who} found the same number"),
        false => {
            let found = plural(&count.solutions, "solution");
            format!("{name}: {who} found {found} in its share of the work, which agrees")
        }
    });
}

/// With `-v`, notes how the numbers add up.
pub(crate) fn explain(context: &Context, file: &Path, count: &Count, arithmetic: &Arithmetic) {
    let name = file.display();
    let (nodes, edges) = arithmetic.size;
    let size = [plural(&nodes.into(), "node"), plural(&edges.into(), "edge")];
    context.detail(|| format!("{name}: a diagram of {}", size.join(" and ")));
    if arithmetic.classes_by_size.keys().any(|size| *size != BigUint::from(1_u32)) {
        context.detail(|| {
            let parts = arithmetic.classes_by_size.iter();
            let parts = parts.map(|(size, sets)| format!("{} × {}", grouped(sets), grouped(size)));
            let solutions = plural(&count.solutions, "solution");
            format!("{name}: {} = {solutions}", parts.rev().join(" + "))
        });
    }
    if !arithmetic.fixed.is_empty() {
        context.detail(|| {
            let fixed = arithmetic.fixed.iter().map(grouped).join(" + ");
            let order = arithmetic.fixed.len();
            format!("{name}: ({fixed}) / {order} = {}", plural(&count.classes, "class"))
        });
    }
}

/// Writes a formula to a file that is deleted when the guard is dropped.
pub(crate) fn temporary_cnf(
    write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>,
) -> std::io::Result<tempfile::NamedTempFile> {
    let mut text = Vec::new();
    write(&mut text)?;
    let mut file = tempfile::Builder::new().prefix("cnfetti-").suffix(".cnf").tempfile()?;
    file.write_all(&text)?;
    file.flush()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("500M"), Ok(500 << 20));
        assert_eq!(bytes("64"), Ok(64));
        assert!(bytes("much").is_err() && bytes("G").is_err());
        assert!(bytes("99999999999999999999G").is_err());
    }

    #[test]
    fn answers_of_model_counters_are_read() {
        for (text, numbers) in [
            ("c x\ns SATISFIABLE\nc s exact arb int 24\n", &[24_u32][..]),
            ("s mc 7\n", &[7]),
            ("s UNSATISFIABLE\n", &[0]),
            ("s UNSATISFIABLE\nc s exact arb int 0\n", &[0]),
            ("s mc 7\nc s exact arb int 7\n", &[7]),
            ("s mc 7\ns mc 8\n", &[7, 8]),
            ("s UNSATISFIABLE\ns mc 8\n", &[0, 8]),
            ("s SATISFIABLE\n", &[]),
        ] {
            let numbers: Vec<BigUint> = numbers.iter().map(|&number| number.into()).collect();
            assert_eq!(read_counts(text), numbers, "{text}");
        }
    }
}
