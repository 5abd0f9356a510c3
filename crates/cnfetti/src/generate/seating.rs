//! Generates figures of seats that leave four subjects a single arrangement.
//!
//! It adds seats one by one, each with somebody on it. Most figures allow other arrangements, and
//! are discarded. The clues of this kind are the figure and its number of candidates: without any
//! one of the seats and its candidate, or without the number of candidates, there would be other
//! arrangements.

use std::borrow::Cow;
use std::collections::BTreeMap;

use itertools::Itertools;

use crate::csp::{Constraint, Role, Value};

use super::{
    Attempt, Dimension, GenerateError, Generator, MAX_ATTEMPTS, MAX_STEPS, Tools, csp_of, exist,
};
use crate::random::Random;

/// The generator.
pub(super) const GENERATOR: Generator = Generator {
    kind: Cow::Borrowed("seating"),
    size: &[Dimension {
        name: "candidates of each of four subjects",
        range: 3..=5,
        default: Some(4),
    }],
    limit: |_| Ok(()),
    attempt: Attempt::Own(attempt),
    attempts: MAX_ATTEMPTS,
    levels: None,
};

const SUBJECTS: [&str; 4] = ["Algebra", "Botany", "Chemistry", "Drama"];

/// A row and a column.
type Place = (usize, usize);

/// An arrangement: the subject on each seat, numbered from 0.
type Seats = BTreeMap<Place, usize>;

fn attempt(
    size: &[usize],
    random: &mut Random,
    tools: &Tools<'_>,
) -> Result<Option<String>, GenerateError> {
    let candidates = size[0];
    let Some(seats) = grow(candidates, random) else { return Ok(None) };
    let found = !has_other_solutions(&seats, Numbers::Known, tools)?
        && has_other_solutions(&seats, Numbers::Unknown, tools)?
        && every_seat_counts(&seats, tools)?;
    Ok(found.then(|| keys(&seats)))
}

/// Grows a connected figure with everybody seated; `None` if somebody finds no seat.
fn grow(candidates: usize, random: &mut Random) -> Option<Seats> {
    let side = (candidates * SUBJECTS.len()).isqrt() + 2;
    let mut left = [candidates; SUBJECTS.len()];
    let mut seats = Seats::new();
    let mut next = (side / 2, side / 2);
    while seats.len() < candidates * SUBJECTS.len() {
        let free = |subject: &usize| left[*subject] > 0 && !touches(&seats, next, *subject);
        let possible = (0..SUBJECTS.len()).filter(free).collect_vec();
        if possible.is_empty() {
            return None;
        }
        let subject = *random.pick(&possible);
        left[subject] -= 1;
        seats.insert(next, subject);
        next = extend(&seats, side, random)?;
    }
    Some(seats)
}

/// Draws a square next to the figure; more likely one that touches many seats.
fn extend(seats: &Seats, side: usize, random: &mut Random) -> Option<Place> {
    let squares = (0..side).cartesian_product(0..side);
    let beside: Vec<Place> = squares
        .filter(|place| !seats.contains_key(place))
        .filter(|&(row, column)| {
            around((row, column))
                .any(|other| (other.0 == row || other.1 == column) && seats.contains_key(&other))
        })
        .collect();
    let touching = |&place: &Place| around(place).filter(|seat| seats.contains_key(seat)).count();
    let weights = beside.iter().map(|place| touching(place).pow(2)).collect_vec();
    (!beside.is_empty()).then(|| beside[random.weighted(&weights)])
}

fn touches(seats: &Seats, place: Place, subject: usize) -> bool {
    around(place).any(|other| seats.get(&other) == Some(&subject))
}

/// The eight squares around a place, except those above or left of the board.
fn around((row, column): Place) -> impl Iterator<Item = Place> {
    let steps = (-1..=1).cartesian_product(-1..=1).filter(|&step| step != (0, 0));
    steps.filter_map(move |(down, right)| {
        Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?))
    })
}

/// Whether the puzzle gives the number of candidates.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    Known,
    Unknown,
}

/// Whether there is another arrangement, up to renaming the subjects and turning the figure.
fn has_other_solutions(
    seats: &Seats,
    numbers: Numbers,
    tools: &Tools<'_>,
) -> Result<bool, GenerateError> {
    let mut csp = csp_of("seating", &keys(seats))?;
    for at in 0..csp.constraints().len() {
        if matches!(csp.constraints()[at].constraint, Constraint::Cardinality(_)) {
            csp.set_role(at, Role::Clue);
        }
    }
    let clues = match numbers {
        Numbers::Known => (0..csp.constraints().len()).collect(),
        Numbers::Unknown => Vec::new(),
    };
    let solution = seats.values().map(|&subject| 1 + subject as Value).collect_vec();
    exist(&mut tools.other_solutions(&csp, &solution, MAX_STEPS)?, &clues)
}

/// Whether removing any seat with its candidate allows other arrangements.
fn every_seat_counts(seats: &Seats, tools: &Tools<'_>) -> Result<bool, GenerateError> {
    for place in seats.keys() {
        let mut fewer = seats.clone();
        fewer.remove(place);
        if !has_other_solutions(&fewer, Numbers::Known, tools)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn keys(seats: &Seats) -> String {
    let (top, bottom) = seats.keys().map(|place| place.0).minmax().into_option().unwrap_or((0, 0));
    let (left, right) = seats.keys().map(|place| place.1).minmax().into_option().unwrap_or((0, 0));
    let row = |row| {
        let mark = |column| if seats.contains_key(&(row, column)) { 'X' } else { '.' };
        (left..=right).map(mark).collect::<String>()
    };
    let figure = (top..=bottom).map(row).join("\n");
    let names = SUBJECTS.iter().map(|name| format!("\"{name}\"")).join(", ");
    let numbers = (0..SUBJECTS.len())
        .map(|subject| seats.values().filter(|&&at| at == subject).count())
        .collect_vec();
    let candidates = match numbers.iter().all_equal_value() {
        Ok(number) => number.to_string(),
        Err(_) => format!("[{}]", numbers.iter().join(", ")),
    };
    format!("figure = \"\"\"\n{figure}\n\"\"\"\nsubjects = [{names}]\ncandidates = {candidates}\n")
}
