//! Writes a folder of parts.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::plan::PLAN;
use super::{PartsError, Plan, Source, part, problem};
use crate::certificate::sha256;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Limits;
use cnfetti_exact::split::{self, Piece, Unit};

/// Parts with this many states take about equally long, and count few states twice.
const STATES_OF_A_PART: usize = 64;

/// What has at most this many states in all is not divided: one part counts it in a fraction of a second.
const UNDIVIDED: usize = 50_000;

/// A divided puzzle.
pub struct Written {
    /// The number of states of the solutions.
    pub states: usize,
    plan: String,
    puzzle: Source,
    csp: Csp,
    units: Vec<Unit>,
    divided: Vec<Vec<Piece>>,
}

/// Divides a puzzle into parts.
///
/// # Errors
///
/// The puzzle cannot be read or divided, or a limit is reached.
pub fn split(puzzle: Source, parts: usize, limits: &Limits) -> Result<Written, PartsError> {
    let (csp, _) = problem(&puzzle, &puzzle.instance()?);
    let mut names = HashSet::new();
    if let Some(name) = csp.variables().iter().map(|v| v.name()).find(|name| !names.insert(*name)) {
        return Err(PartsError::SameName(name.to_owned()));
    }
    let states = parts.saturating_mul(STATES_OF_A_PART);
    let path = Path::new(&puzzle.file).to_owned();
    let (units, divided) = split::split(&csp, parts, (states, UNDIVIDED), limits)
        .map_err(|error| PartsError::Split { path, error })?;
    let of_solutions = divided.iter().flatten().filter(|piece| piece.unit == 0);
    let weighty = of_solutions.flat_map(|piece| &piece.states).filter(|state| state.solutions > 0);
    let number = weighty.count();
    let plan = Plan::id(&puzzle, parts, states);
    Ok(Written { states: number, plan, puzzle, csp, units, divided })
}

/// Writes all files of a folder, which exists and is empty.
///
/// # Errors
///
/// A file cannot be written.
pub fn write(written: &Written, folder: &Path) -> std::io::Result<()> {
    let Written { plan, puzzle, csp, units, divided, .. } = written;
    let parts = divided.len();
    let mut summed = Vec::with_capacity(parts);
    for (at, pieces) in divided.iter().enumerate() {
        let text = part::text((plan, puzzle), (at + 1, parts), csp, units, pieces);
        let name = part_name(at + 1);
        fs::write(folder.join(&name), &text)?;
        summed.push((sha256(text.as_bytes()), pieces.iter().map(|piece| piece.unit).collect()));
    }
    let counts = units.iter().map(ToString::to_string).collect();
    let plan = Plan::new(plan.clone(), puzzle.clone(), counts, summed);
    fs::write(folder.join(PLAN), plan.text())?;
    let of = puzzle.part.as_ref().map(|part| format!("#{part}")).unwrap_or_default();
    write_jobs(folder, parts, &format!("{parts} parts of {}{of}", puzzle.file))
}

/// Writes the files that list the commands for this many parts.
pub(super) fn write_jobs(folder: &Path, parts: usize, about: &str) -> std::io::Result<()> {
    let job = |number| format!("cnfetti count {}\n", part_name(number));
    fs::write(folder.join("jobs"), (1..=parts).map(job).collect::<String>())?;
    fs::write(folder.join("job.slurm"), JOB)?;
    fs::write(folder.join("README"), readme(about))
}

/// The name of the part with this number, from 1.
pub fn part_name(number: usize) -> String {
    format!("part-{number:04}")
}

/// The script for Slurm.
pub(super) const JOB: &str = include_str!("job.slurm");

/// The README.
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
