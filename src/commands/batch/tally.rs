//! How the work on many files ended.

use std::process::ExitCode;
use std::time::Duration;

use cnfetti::plural::counted;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::commands::STOPPED;
use crate::commands::subject::Subject;
use crate::report_error;

/// How the work on one of them ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ended {
    /// There is a solution, or there are: nothing more is known.
    Solved,
    /// There is exactly one.
    Unique,
    /// There are several.
    Several,
    /// There is none.
    None,
    /// A limit came first.
    Stopped,
}

impl Ended {
    /// The code of `--exit-code`: 0 for one solution, 4 for several, 5 for none.
    pub(crate) fn verdict_code(self) -> ExitCode {
        match self {
            Ended::Solved | Ended::Unique => ExitCode::SUCCESS,
            Ended::Stopped => ExitCode::from(STOPPED),
            Ended::Several => ExitCode::from(4),
            Ended::None => ExitCode::from(5),
        }
    }

    /// By the exact number of solutions.
    pub(crate) fn of_count(solutions: &BigUint) -> Ended {
        match u8::try_from(solutions) {
            Ok(0) => Ended::None,
            Ok(1) => Ended::Unique,
            _ => Ended::Several,
        }
    }
}

/// What was worked on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
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

/// How many ended how.
#[derive(Default)]
pub(crate) struct Tally {
    pub(super) all: usize,
    /// How many there are of each sort.
    of: [usize; 3],
    pub(super) failed: usize,
    /// Whether not all files were worked on.
    pub(super) interrupted: bool,
    ended: [usize; 5],
}

impl Tally {
    pub(super) fn add(&mut self, what: What, ended: anyhow::Result<Ended>) {
        self.all += 1;
        self.of[what as usize] += 1;
        match ended {
            Ok(ended) => self.ended[ended as usize] += 1,
            Err(error) if report_error::limit_of(&error).is_some() => {
                self.ended[Ended::Stopped as usize] += 1;
            }
            Err(_) => self.failed += 1,
        }
    }

    /// `123 puzzles in 41 files: 81 unique, 42 several, in 0.21 s`
    pub(super) fn summary(&self, files: usize, took: Duration) -> String {
        let names = ["solved", "unique", "several", "none", "stopped"];
        let ended = self.ended.iter().copied().zip(names).chain([(self.failed, "failed")]);
        let ended = ended.filter(|&(number, _)| number > 0);
        let what = match self.of {
            [_, 0, 0] => counted(self.all, "puzzle"),
            [0, _, 0] => counted(self.all, "formula"),
            [0, 0, _] => counted(self.all, "part"),
            [_, _, 0] => format!("{} puzzles and formulas", self.all),
            _ => format!("{} puzzles, formulas and parts", self.all),
        };
        format!(
            "{what} in {}: {}{}, in {:.2} s",
            counted(files, "file"),
            ended.map(|(number, name)| format!("{number} {name}")).join(", "),
            if self.interrupted { ", interrupted before the end" } else { "" },
            took.as_secs_f64()
        )
    }

    /// The only puzzle's end, when there was only one.
    pub(crate) fn only(&self) -> Option<Ended> {
        const ALL: [Ended; 5] =
            [Ended::Solved, Ended::Unique, Ended::Several, Ended::None, Ended::Stopped];
        let only = ALL.into_iter().find(|&ended| self.ended[ended as usize] > 0);
        only.filter(|_| self.all == 1)
    }

    /// The code that tells a verdict: of several puzzles the gravest.
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
        if self.failed > 0 {
            ExitCode::from(1)
        } else if self.interrupted || self.ended[Ended::Stopped as usize] > 0 {
            ExitCode::from(STOPPED)
        } else {
            ExitCode::SUCCESS
        }
    }
}
