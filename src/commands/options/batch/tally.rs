//! Counts how the work on many files ended.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use cnfetti::plural::counted;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::commands::shared::subject::Subject;
use crate::commands::{Context, STOPPED};
use crate::report_error;

/// How the work on a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ended {
    /// There is a solution, and perhaps more.
    Solved,
    /// There is exactly one solution.
    Unique,
    /// There are several solutions.
    Several,
    /// There is no solution.
    None,
    /// A limit was reached first.
    Stopped,
}

impl Ended {
    const ALL: [(Ended, &str); 5] = [
        (Ended::Solved, "solved"),
        (Ended::Unique, "unique"),
        (Ended::Several, "several"),
        (Ended::None, "none"),
        (Ended::Stopped, "stopped"),
    ];

    /// The code of `--exit-code`: 0 for one solution, 4 for several, 5 for none.
    pub(crate) fn verdict_code(self) -> ExitCode {
        match self {
            Ended::Solved | Ended::Unique => ExitCode::SUCCESS,
            Ended::Stopped => ExitCode::from(STOPPED),
            Ended::Several => ExitCode::from(4),
            Ended::None => ExitCode::from(5),
        }
    }

    /// The result of work that may have failed; `None` for failures. A limit is a result.
    pub(crate) fn of(ended: &anyhow::Result<Ended>) -> Option<Ended> {
        match ended {
            Ok(ended) => Some(*ended),
            Err(error) => report_error::limit_of(error).map(|_| Ended::Stopped),
        }
    }

    /// The result for an exact number of solutions.
    pub(crate) fn of_count(solutions: &BigUint) -> Ended {
        match u8::try_from(solutions) {
            Ok(0) => Ended::None,
            Ok(1) => Ended::Unique,
            _ => Ended::Several,
        }
    }
}

/// The subject of the work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Puzzle,
    Formula,
    Part,
}

impl What {
    pub(super) fn of(subject: &Subject) -> What {
        match subject {
            Subject::Puzzle(_) => What::Puzzle,
            Subject::Formula(_) => What::Formula,
            Subject::Part(_) => What::Part,
        }
    }
}

/// The number of results of each sort.
#[derive(Default)]
pub(crate) struct Tally {
    pub(super) all: usize,
    /// The number of subjects of each sort.
    of: [usize; 3],
    pub(super) failed: usize,
    /// Whether some files were skipped because of an interruption.
    pub(super) interrupted: bool,
    ended: [usize; 5],
}

impl Tally {
    /// Adds a result; `None` for failures.
    pub(crate) fn add(&mut self, what: What, ended: Option<Ended>) {
        self.all += 1;
        self.of[what as usize] += 1;
        match ended {
            Some(ended) => self.ended[ended as usize] += 1,
            None => self.failed += 1,
        }
    }

    /// Prints the summary of several: `123 puzzles in 41 files: 81 unique, 42 several, in 0.21 s`.
    pub(super) fn conclude(
        &self,
        context: &mut Context,
        files: usize,
        start: Instant,
    ) -> io::Result<()> {
        if self.all > 1 {
            context.out.flush()?;
            let seconds = start.elapsed().as_secs_f64();
            context.note(format!("{}, in {seconds:.2} s", self.summary(files)));
        }
        Ok(())
    }

    /// The summary, such as `123 puzzles in 41 files: 81 unique, 42 several`.
    fn summary(&self, files: usize) -> String {
        let ended = Ended::ALL.map(|(ended, name)| (self.ended[ended as usize], name));
        let ended = ended.into_iter().chain([(self.failed, "failed")]);
        let ended = ended.filter(|&(number, _)| number > 0);
        let what = match self.of {
            [_, 0, 0] => counted(self.all, "puzzle"),
            [0, _, 0] => counted(self.all, "formula"),
            [0, 0, _] => counted(self.all, "part"),
            [_, _, 0] => format!("{} puzzles and formulas", self.all),
            _ => format!("{} puzzles, formulas and parts", self.all),
        };
        format!(
            "{what} in {}: {}{}",
            counted(files, "file"),
            ended.map(|(number, name)| format!("{number} {name}")).join(", "),
            if self.interrupted { ", interrupted before the end" } else { "" }
        )
    }

    /// The result of the only puzzle, if there was only one.
    pub(crate) fn only(&self) -> Option<Ended> {
        let all = Ended::ALL.into_iter().map(|(ended, _)| ended);
        let only = all.into_iter().find(|&ended| self.ended[ended as usize] > 0);
        only.filter(|_| self.all == 1)
    }

    /// The exit code for the verdict; of several puzzles, the gravest.
    pub(crate) fn verdict_code(&self) -> ExitCode {
        if self.failed > 0 || self.interrupted || self.ended[Ended::Stopped as usize] > 0 {
            return self.exit_code();
        }
        let gravest =
            [Ended::None, Ended::Several].into_iter().map(|ended| (ended, ended as usize));
        let found = gravest.into_iter().find(|&(_, at)| self.ended[at] > 0);
        found.map_or(ExitCode::SUCCESS, |(ended, _)| ended.verdict_code())
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code())
    }

    /// The exit code as a number.
    pub(super) fn code(&self) -> u8 {
        if self.failed > 0 {
            1
        } else if self.interrupted || self.ended[Ended::Stopped as usize] > 0 {
            STOPPED
        } else {
            0
        }
    }
}
