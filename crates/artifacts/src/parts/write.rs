//! Writes a folder of parts, and each round: its parts, then the list of them.

use std::collections::HashSet;
use std::fs;
use std::ops::Range;
use std::path::Path;

use itertools::Itertools;

use super::part::{self, Head, States};
use super::plan::{Adds, FIRST_STEPS, Open, PartOfRound, ROUND, Round, Task, round_path};
use super::range::ranges;
use super::result::{Index, Total};
use super::sealed::{id, part_name, replace};
use super::{PLAN, PartsError, Plan, Sizes, Source, problem};
use crate::certificate::sha256;
use crate::output;
use cnfetti_core::limit::Limits;
use cnfetti_exact::split::{Front, Rounds, SplitError, Sums};

/// A puzzle with its first round.
pub struct Begun {
    plan: Plan,
    fronts: Fronts,
}

/// The numbers between two rounds, divided among parts.
pub(super) struct Fronts {
    sizes: Sizes,
    parts: Vec<Vec<(Task, States)>>,
    /// How many times a part was given states.
    given: usize,
    /// The numbers that are not complete.
    open: Vec<Open>,
    /// Those that are complete.
    pub(super) done: Vec<Adds>,
}

impl Fronts {
    /// Nothing divided yet, with these numbers complete.
    pub(super) fn new(sizes: Sizes, done: Vec<Adds>) -> Fronts {
        Fronts { sizes, parts: Vec::new(), given: 0, open: Vec::new(), done }
    }

    /// Gives states to the next part: the numbers take turns, so that the parts get similar work.
    fn give(&mut self, task: Task, states: States) {
        let at = self.given % self.sizes.parts;
        self.given += 1;
        if at == self.parts.len() {
            self.parts.push(Vec::new());
        }
        self.parts[at].push((task, states));
    }

    /// Adds the states of a number. While they are few, this carries them further.
    pub(super) fn add(
        &mut self,
        rounds: &Rounds<'_>,
        (front, steps): (Front, usize),
    ) -> Result<(), SplitError> {
        let unit = front.unit;
        match rounds.carry_until(front, self.sizes.few())? {
            (None, found) => self.done.push(Adds::new(unit, &found)),
            (Some(front), _) => self.divide(&front, steps),
        }
        Ok(())
    }

    /// Divides the states of a number among parts that carry them so many steps further.
    fn divide(&mut self, front: &Front, steps: usize) {
        let divided = front.divide(self.sizes.parts_for(front.states.len()));
        let sums = divided.iter().map(Front::sums).collect_vec();
        self.open.push(Open { unit: front.unit, steps, takes: Total::new(&Sums::all(&sums)) });
        let to = front.steps.min(front.step.saturating_add(steps));
        let task = Task { unit: front.unit, from: front.step, to };
        divided.into_iter().for_each(|states| self.give(task, States::Here(states)));
    }

    /// Adds the states of a number in the results of the parts with these numbers, about so many different ones.
    pub(super) fn add_ranges(
        &mut self,
        (results, takes): (&[(usize, &Index)], Total),
        (steps, different): (usize, usize),
    ) {
        let Front { unit, step, .. } = results[0].1.front;
        self.open.push(Open { unit, steps, takes });
        let task = Task { unit, from: step, to: step + steps };
        let divided = ranges(results, self.sizes.parts_for(different));
        divided.into_iter().for_each(|range| self.give(task, States::There(range)));
    }

    /// The number of states that the parts take.
    fn states(&self) -> usize {
        self.open.iter().map(|open| open.takes.states).sum()
    }
}

/// Divides a puzzle, or begins to count it in rounds.
///
/// # Errors
///
/// The puzzle cannot be read or has an objective, or a limit is reached.
pub fn begin(puzzle: Source, sizes: Sizes, limits: &Limits) -> Result<Begun, PartsError> {
    let (csp, _) = problem(&puzzle, &puzzle.instance()?);
    let mut names = HashSet::new();
    if let Some(name) = csp.variables().iter().map(|v| v.name()).find(|name| !names.insert(*name)) {
        return Err(PartsError::SameName(name.to_owned()));
    }
    let wrong = |error| PartsError::Split { path: Path::new(&puzzle.file).to_owned(), error };
    let rounds = Rounds::new(&csp, limits).map_err(wrong)?;
    let mut fronts = Fronts::new(sizes, Vec::new());
    for front in rounds.begin().map_err(wrong)? {
        let steps = if sizes.once { front.steps } else { FIRST_STEPS };
        // The parts of a count of one round list its solutions too, so these are divided however few states they have.
        if sizes.once && front.unit == 0 && !front.states.is_empty() {
            let widest = rounds.carry_to_widest(front, sizes.few()).map_err(wrong)?;
            fronts.divide(&widest, steps);
        } else {
            fronts.add(&rounds, (front, steps)).map_err(wrong)?;
        }
    }
    if sizes.once {
        // Whoever asks for so many parts gets them, even if some have nothing to count.
        fronts.parts.resize_with(sizes.parts, Vec::new);
    }
    let units = rounds.units().iter().map(ToString::to_string).collect();
    let plan = id(&(&puzzle, sizes));
    Ok(Begun { plan: Plan { plan, puzzle, sizes, units }, fronts })
}

/// Writes all files of a folder, which exists and is empty. Returns the numbers of parts and of states of the first
/// round.
///
/// # Errors
///
/// A file cannot be written.
pub fn write(begun: Begun, folder: &Path) -> Result<(usize, usize), PartsError> {
    let Begun { plan, fronts } = begun;
    let (of, states) = (fronts.parts.len(), fronts.states());
    let of_puzzle = plan.puzzle.part.as_ref().map(|part| format!("#{part}")).unwrap_or_default();
    let puzzle = format!("{}{of_puzzle}", plan.puzzle.file);
    let readme = match plan.sizes.once {
        true => readme(&format!("{of} parts of {puzzle}")),
        false => readme_of_rounds(&puzzle, fronts.parts.is_empty()),
    };
    for (name, text) in [(PLAN, &plan.text()[..]), ("job.slurm", JOB), ("README", &readme)] {
        put(folder, name, text)?;
    }
    write_round(&plan, (1, String::new(), 1), fronts, folder)?;
    Ok((of, states))
}

/// Writes the parts of the round with this number, whose first part has this one, then the jobs, then the round, which
/// ends the round before. Returns the number of parts.
pub(super) fn write_round(
    plan: &Plan,
    (number, before, first): (usize, String, usize),
    fronts: Fronts,
    folder: &Path,
) -> Result<usize, PartsError> {
    let of = fronts.parts.len();
    let mut parts = Vec::with_capacity(of);
    for (number_of_part, part) in (first..).zip(fronts.parts) {
        let (tasks, states): (Vec<Task>, Vec<States>) = part.into_iter().unzip();
        let head = Head {
            plan: plan.plan.clone(),
            round: (!plan.sizes.once).then_some(number),
            number: number_of_part,
            of,
            puzzle: plan.puzzle.clone(),
            tasks: tasks.clone(),
        };
        let text = part::text(&head, &states);
        replace(&folder.join(part_name(number_of_part)), output::ROUND, &text)?;
        parts.push(PartOfRound { part: sha256(text.as_bytes()), tasks });
    }
    replace(&folder.join("jobs"), JOBS, &jobs(first..first + of))?;
    let (plan, open, done) = (plan.plan.clone(), fronts.open, fronts.done);
    let round = Round { plan, round: number, before, first, parts, open, done };
    replace(&round_path(folder, number), output::ROUND, &ROUND.seal(&round, []))?;
    Ok(of)
}

/// The commands of a round, which the next one replaces.
const JOBS: output::Sort = output::Sort { name: "jobs", beginnings: &["cnfetti count "] };

/// The commands that count the parts with these numbers.
fn jobs(numbers: Range<usize>) -> String {
    numbers.map(|number| format!("cnfetti count {}\n", part_name(number))).collect()
}

/// Writes a file of a new folder.
fn put(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> Result<(), PartsError> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(|source| PartsError::Unwritable { path, source })
}

/// The script for Slurm.
const JOB: &str = include_str!("job.slurm");

/// The README of parts that can be counted at once.
fn readme(about: &str) -> String {
    format!(
        "{about}. Any machines that see this folder can count them, in any order.
`cnfetti` must be on their path. In this folder, run one of

    parallel < jobs
    hq submit --each-line jobs sh -c 'eval \"$HQ_ENTRY\"'
    sh job.slurm

GNU parallel also uses other machines (--sshlogin HOST --workdir .). `sh job.slurm` has Slurm count the parts that
are missing; its first lines say how much memory and time each of them gets, and what they print is in log-*. If a
part was interrupted, run the same again; what is already counted is not counted twice. At any time,

    cnfetti merge .

adds up what has been counted and lists the missing parts.
"
    )
}

/// The README of a count in rounds, which may be done before its first round.
fn readme_of_rounds(puzzle: &str, is_done: bool) -> String {
    if is_done {
        return format!(
            "A count of {puzzle} in rounds. It is done without parts, so there is nothing to run. In this folder,

    cnfetti merge .

prints it.
"
        );
    }
    format!(
        "A count of {puzzle} in rounds. Any machines that see this folder can count the parts of a round, in any
order; `cnfetti merge` merges them and writes the next round. It ends with exit code 3 while there is more to do.
`cnfetti` must be on the path. In this folder, run one of

    while cnfetti merge .; [ $? = 3 ]; do parallel < jobs || break; done
    while cnfetti merge .; [ $? = 3 ]; do hq submit --wait --each-line jobs sh -c 'eval \"$HQ_ENTRY\"' || break; done
    while cnfetti merge .; [ $? = 3 ]; do sh job.slurm --wait || break; done

GNU parallel also uses other machines (--sshlogin HOST --workdir .). `sh job.slurm` has Slurm count the parts that
are missing; its first lines say how much memory and time each of them gets, and what they print is in log-*. If a part was interrupted, the line ends: run
it again. What is already counted is not counted twice. The parts read the results of the round before, so keep
these. Other files of earlier rounds may be deleted, except the last two with names that begin with `round`.
"
    )
}
