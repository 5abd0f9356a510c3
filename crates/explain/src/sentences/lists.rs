//! Lists within a sentence.

use std::cmp::Reverse;

use cnfetti_core::plural::and;
use itertools::Itertools;

/// A statement about a variable. Statements with the same predicate are joined.
pub(super) struct Clause {
    pub(super) subject: String,
    /// What follows `is` or `are`; `None` if the subject is a whole statement.
    pub(super) predicate: Option<String>,
}

/// The clauses in one sentence. Those with the same predicate are joined.
pub(super) fn together(said: impl IntoIterator<Item = Clause>) -> String {
    together_in_short(said, usize::MAX)
}

/// The same with at most `most` names for each predicate. It gives the number of the others, unless there is only one.
pub(super) fn together_in_short(said: impl IntoIterator<Item = Clause>, most: usize) -> String {
    grouped(said).into_iter().map(|group| sentence(group, most)).join(", ")
}

/// A predicate and its subjects; for statements without a predicate, the statement.
type Group = (Option<String>, Vec<String>);

fn grouped(said: impl IntoIterator<Item = Clause>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for Clause { subject, predicate } in said {
        match groups.iter_mut().find(|(other, _)| *other == predicate) {
            Some((_, subjects)) => subjects.push(subject),
            None => groups.push((predicate, vec![subject])),
        }
    }
    groups
}

fn sentence((predicate, mut subjects): Group, most: usize) -> String {
    let Some(predicate) = predicate else { return subjects.join(", ") };
    let predicate = if subjects.len() == 1 { predicate } else { plural(predicate) };
    let verb = if subjects.len() == 1 { "is" } else { "are" };
    let rest = subjects.len().saturating_sub(most);
    if rest > 1 {
        subjects.truncate(most);
        let more = if most == 0 { "" } else { " more" };
        subjects.push(format!("{rest}{more} places"));
    }
    format!("{} {verb} {predicate}", named(subjects))
}

/// Says each predicate once, of all its subjects.
pub(super) fn apart(said: impl IntoIterator<Item = Clause>) -> Vec<String> {
    let groups = grouped(said).into_iter().map(|group| sentence(group, usize::MAX));
    groups.collect()
}

/// `lamps` of `a lamp`, and `no lamps` of `no lamp`; anything else as it is.
fn plural(predicate: String) -> String {
    match predicate.split_once(' ') {
        Some(("a" | "an", thing)) if !thing.contains(' ') => format!("{thing}s"),
        Some(("no", thing)) if !thing.contains(' ') => format!("no {thing}s"),
        _ => predicate,
    }
}

/// The sides of a cell, as places are called.
const SIDES: [&str; 4] = ["top", "bottom", "left side", "right side"];

/// A side of a cell, and the same side as one of the cell beyond it.
fn sides(subject: &str) -> Option<[((usize, usize), usize); 2]> {
    let (side, cell) = subject.strip_prefix("the ")?.split_once(" of ")?;
    let side = SIDES.iter().position(|name| *name == side)?;
    let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let beyond = match side {
        0 => (row.wrapping_sub(1), column),
        1 => (row + 1, column),
        2 => (row, column.wrapping_sub(1)),
        _ => (row, column + 1),
    };
    Some([((row, column), side), (beyond, side ^ 1)])
}

/// Takes out sides of one cell, as many as there are of any: `the top, bottom and right side of r2c3`; none where
/// there are no two of a cell.
fn sides_of_a_cell(subjects: &mut Vec<String>) -> Option<String> {
    let cells = subjects.iter().filter_map(|subject| sides(subject)).flatten();
    let counts = cells.counts_by(|(cell, _)| cell);
    let (&cell, _) = counts
        .iter()
        .filter(|(_, number)| **number > 1)
        .max_by_key(|&(&(row, column), number)| (*number, Reverse((row, column))))?;
    let of_cell = |subject: &String| {
        sides(subject).into_iter().flatten().find(|(of, _)| *of == cell).map(|(_, side)| side)
    };
    let found = subjects.iter().filter_map(of_cell).sorted().collect_vec();
    subjects.retain(|subject| of_cell(subject).is_none());
    let words = found.iter().map(|&side| SIDES[side].trim_end_matches(" side").to_owned());
    let side = if found.last() > Some(&1) { " side" } else { "" };
    let (row, column) = cell;
    Some(match found.len() {
        4 => format!("all sides of r{row}c{column}"),
        _ => format!("the {}{side} of r{row}c{column}", and(words)),
    })
}

/// `a, b and c`; of sides and corners `the bottoms of a and b, and the top of c`, or `the top and left side of a`.
pub(super) fn named(mut subjects: Vec<String>) -> String {
    let mut said = Vec::new();
    while let Some(sides) = sides_of_a_cell(&mut subjects) {
        said.push(sides);
    }
    let mut groups: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
    for subject in &subjects {
        let (side, of) = match subject.strip_prefix("the ").and_then(|name| name.split_once(" of "))
        {
            Some((side, of)) if !of.contains(' ') => (Some(side), of),
            _ => (None, subject.as_str()),
        };
        match groups.iter_mut().find(|(other, _)| side.is_some() && *other == side) {
            Some((_, places)) => places.push(of),
            None => groups.push((side, vec![of])),
        }
    }
    let has_list = !said.is_empty() || groups.iter().any(|(_, places)| places.len() > 1);
    said.extend(groups.iter().map(|(side, places)| match (side, &places[..]) {
        (None, places) => places.concat(),
        (Some(side), [only]) => format!("the {side} of {only}"),
        (Some(side), several) => {
            format!("the {side}s of {}", and(several.iter().map(|&place| place.to_owned())))
        }
    }));
    match &said[..] {
        [before @ .., last] if has_list && !before.is_empty() => {
            format!("{}, and {last}", before.join(", "))
        }
        _ => and(said),
    }
}

#[cfg(test)]
mod tests {
    use super::{Clause, named, together};

    #[test]
    fn several_things_are_in_the_plural() {
        let all = |subjects: &[&str], predicate: &str| {
            let clause = |&subject: &&str| {
                let predicate = Some(predicate.to_owned());
                Clause { subject: subject.to_owned(), predicate }
            };
            together(subjects.iter().map(clause))
        };
        assert_eq!(all(&["r1c1"], "a lamp"), "r1c1 is a lamp");
        assert_eq!(all(&["r1c1", "r1c2"], "a lamp"), "r1c1 and r1c2 are lamps");
        assert_eq!(all(&["r1c1", "r1c2"], "no tent"), "r1c1 and r1c2 are no tents");
        assert_eq!(all(&["r1c1", "r1c2"], "not a or b"), "r1c1 and r1c2 are not a or b");
        assert_eq!(all(&["r1c1", "r1c2"], "a part of it"), "r1c1 and r1c2 are a part of it");
    }

    #[test]
    fn sides_of_several_cells_are_named_together() {
        let names = |all: &[&str]| named(all.iter().map(|&name| name.to_owned()).collect());
        assert_eq!(names(&["r1c1", "r1c2", "r2c1"]), "r1c1, r1c2 and r2c1");
        assert_eq!(names(&["the top of r1c1"]), "the top of r1c1");
        assert_eq!(names(&["the top of r1c1", "r1c2"]), "the top of r1c1 and r1c2");
        assert_eq!(
            names(&["the top of r1c1", "the left side of r3c1", "the top of r1c2", "r2c2"]),
            "the tops of r1c1 and r1c2, the left side of r3c1, and r2c2"
        );
        // The bottom of r4c2 is the top of r5c2.
        let around = ["the bottom of r4c2", "the right side of r5c1", "the bottom of r5c2"];
        assert_eq!(names(&around[..2]), "the top and left side of r5c2");
        assert_eq!(names(&[around[0], around[2]]), "the top and bottom of r5c2");
        assert_eq!(names(&around), "the top, bottom and left side of r5c2");
        let all = [&around[..], &["the right side of r5c2", "the top of r1c1"]].concat();
        assert_eq!(names(&all), "all sides of r5c2, and the top of r1c1");
        assert_eq!(
            names(&["the sum of a and b", "the sum of c and d"]),
            "the sum of a and b and the sum of c and d"
        );
    }
}
