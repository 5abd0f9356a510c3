//! Writes a round: its parts, then the list of them.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::carried::{Index, Total};
use super::range::ranges;
use super::slice::{self, Head, States};
use super::{FIRST_STEPS, Open, PLAN_OF_ROUNDS, PartOfRound, Plan, ROUND, Round, Task, round_path};
use crate::certificate::sha256;
use crate::output::{self, Target, WriteError};
use crate::parts::number::Adds;
use crate::parts::plan::PLAN;
use crate::parts::sealed::id;
use crate::parts::write::JOB;
use crate::parts::{PartsError, Source, part_name, problem};
use cnfetti_core::limit::Limits;
use cnfetti_exact::split::{Front, Rounds, SplitError, Sums};

/// How to divide a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sizes {
    /// The largest number of parts of a round.
    pub parts: usize,
    /// The least number of states of a part. As long as there are fewer than two parts need, states are carried
    /// without dividing them.
    pub states: usize,
    /// Whether each part holds its states, so that it needs no other file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
}

impl Sizes {
    /// At most this many parts, each with so many states that it takes longer than to start the program.
    pub fn of_parts(parts: usize) -> Sizes {
        Sizes { parts, states: 4_000, whole: false }
    }

    /// So many states are divided; fewer are carried without dividing them.
    pub(super) fn few(self) -> usize {
        2 * self.states
    }

    /// The number of parts for this many states.
    fn parts_for(self, states: usize) -> usize {
        (states / self.states).clamp(1, self.parts)
    }
}

/// A puzzle with its first round.
pub struct Begun {
    plan: Plan,
    fronts: Fronts,
}

/// The numbers between two rounds.
pub(super) struct Fronts {
    /// Those that are not complete, each with its states, divided among parts, and the step that these are before.
    open: Vec<(Open, usize, Vec<States>)>,
    /// Those that are complete.
    pub(super) done: Vec<Adds>,
}

impl Fronts {
    /// With these numbers complete already.
    pub(super) fn new(done: Vec<Adds>) -> Fronts {
        Fronts { open: Vec::new(), done }
    }

    /// Adds the states of a number. While they are few, this carries them further.
    pub(super) fn add(
        &mut self,
        rounds: &Rounds<'_>,
        sizes: Sizes,
        (front, steps): (Front, usize),
    ) -> Result<(), SplitError> {
        let unit = front.unit;
        match rounds.carry_until(front, sizes.few())? {
            (None, found) => self.done.push(Adds::new(unit, &found)),
            (Some(front), _) => {
                let divided = front.divide(sizes.parts_for(front.states.len()));
                let sums = divided.iter().map(Front::sums).collect_vec();
                let takes = Total::new(&Sums::all(&sums));
                let states = divided.into_iter().map(States::Here).collect();
                self.open.push((Open { unit, steps, takes }, front.step, states));
            }
        }
        Ok(())
    }

    /// Adds the states of a number in the results of the parts with these numbers, about so many different ones.
    pub(super) fn add_ranges(
        &mut self,
        sizes: Sizes,
        (results, takes): (&[(usize, &Index)], Total),
        (steps, different): (usize, usize),
    ) {
        let states = ranges(results, sizes.parts_for(different)).into_iter().map(States::There);
        let of = &results[0].1.front;
        self.open.push((Open { unit: of.unit, steps, takes }, of.step, states.collect()));
    }

    /// The number of states that the parts take.
    pub(super) fn states(&self) -> usize {
        self.open.iter().map(|(open, _, _)| open.takes.states).sum()
    }
}

/// Begins to count a puzzle in rounds.
///
/// # Errors
///
/// The puzzle cannot be read or has an objective, or a limit is reached.
pub fn begin_rounds(puzzle: Source, sizes: Sizes, limits: &Limits) -> Result<Begun, PartsError> {
    let (csp, _) = problem(&puzzle, &puzzle.instance()?);
    let wrong = |error| PartsError::Split { path: Path::new(&puzzle.file).to_owned(), error };
    let rounds = Rounds::new(&csp, limits).map_err(wrong)?;
    let mut fronts = Fronts::new(Vec::new());
    for front in rounds.begin().map_err(wrong)? {
        fronts.add(&rounds, sizes, (front, FIRST_STEPS)).map_err(wrong)?;
    }
    let units = rounds.units().iter().map(ToString::to_string).collect();
    let plan = id(&(&puzzle, sizes, "rounds"));
    Ok(Begun { plan: Plan { plan, puzzle, sizes, units }, fronts })
}

/// Writes all files of a folder, which exists and is empty. Returns the numbers of parts and of states of the first
/// round.
///
/// # Errors
///
/// A file cannot be written.
pub fn write_rounds(begun: Begun, folder: &Path) -> Result<(usize, usize), PartsError> {
    let Begun { plan, fronts } = begun;
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|source| PartsError::Unwritable { path, source })
    };
    put(PLAN, &PLAN_OF_ROUNDS.seal(&plan, []))?;
    put("job.slurm", JOB)?;
    put("README", &readme(&plan.puzzle, fronts.open.is_empty()))?;
    let states = fronts.states();
    let parts = write_round(&plan, (1, String::new(), 1), fronts, folder)?;
    Ok((parts, states))
}

/// Writes the parts of the round with this number, whose first part has this one, then the jobs, then the round, which
/// ends the round before. Returns the number of parts.
pub(super) fn write_round(
    plan: &Plan,
    (number, before, first): (usize, String, usize),
    fronts: Fronts,
    folder: &Path,
) -> Result<usize, PartsError> {
    let mut divided: Vec<Vec<(Task, States)>> = Vec::new();
    let mut next = 0;
    let mut open = Vec::with_capacity(fronts.open.len());
    for (about, from, states) in fronts.open {
        let task = Task { unit: about.unit, from, to: from + about.steps };
        open.push(about);
        for part in states {
            // The numbers take turns, so that the parts get similar work.
            let at = next % plan.sizes.parts;
            next += 1;
            if at == divided.len() {
                divided.push(Vec::new());
            }
            divided[at].push((task, part));
        }
    }
    let of = divided.len();
    let mut parts = Vec::with_capacity(of);
    for (number_of_part, part) in (first..).zip(divided) {
        let (tasks, states): (Vec<Task>, Vec<States>) = part.into_iter().unzip();
        let head = Head {
            plan: plan.plan.clone(),
            round: number,
            number: number_of_part,
            of,
            puzzle: plan.puzzle.clone(),
            tasks: tasks.clone(),
        };
        let text = slice::text(&head, &states);
        replace(&folder.join(part_name(number_of_part)), output::ROUND, &text)?;
        parts.push(PartOfRound { part: sha256(text.as_bytes()), tasks });
    }
    let job = |number| format!("cnfetti count {}\n", part_name(number));
    let jobs = (first..first + of).map(job).join("");
    replace(&folder.join("jobs"), JOBS, &jobs)?;
    let round = Round {
        plan: plan.plan.clone(),
        round: number,
        before,
        first,
        parts,
        open,
        done: fronts.done,
    };
    replace(&round_path(folder, number), output::ROUND, &ROUND.seal(&round, []))?;
    Ok(of)
}

/// The commands of a round, which the next one replaces.
const JOBS: output::Sort = output::Sort { name: "jobs", beginnings: &["cnfetti count "] };

/// Writes a file whole, or replaces the one that is there. Several processes may write the same file at once.
fn replace(path: &Path, sort: output::Sort, text: &str) -> Result<(), PartsError> {
    let write = || Target::new(path, sort, false)?.write(|out| out.write_all(text.as_bytes()));
    let not_written = |source: WriteError| PartsError::NotWritten { path: path.to_owned(), source };
    // If another process was faster, it wrote the same.
    write().or_else(|_| write()).map_err(not_written)
}

/// The README of a count that is done before its first round, or not.
fn readme(puzzle: &Source, is_done: bool) -> String {
    let of = puzzle.part.as_ref().map(|part| format!("#{part}")).unwrap_or_default();
    if is_done {
        return format!(
            "A count of {}{of} in rounds. It is done without parts, so there is nothing to run. In this folder,

    cnfetti merge .

prints it.
",
            puzzle.file
        );
    }
    format!(
        "A count of {}{of} in rounds. Any machines that see this folder can count the parts of a round, in any
order; `cnfetti merge` merges them and writes the next round. It ends with exit code 3 while there is more to do.
`cnfetti` must be on the path. In this folder, run one of

    while cnfetti merge .; [ $? = 3 ]; do parallel < jobs || break; done
    while cnfetti merge .; [ $? = 3 ]; do hq submit --wait --each-line jobs sh -c 'eval \"$HQ_ENTRY\"' || break; done
    while cnfetti merge .; [ $? = 3 ]; do sh job.slurm --wait || break; done

GNU parallel also uses other machines (--sshlogin HOST --workdir .). `sh job.slurm` has Slurm count the parts that
are missing; its first lines say how much memory and time each of them gets, and what they print is in log-*. If a part was interrupted, the line ends: run
it again. What is already counted is not counted twice. The parts read the results of the round before, so keep
these. Other files of earlier rounds may be deleted, except the last two with names that begin with `round`.
",
        puzzle.file
    )
}
