//! The clues of random Skyscrapers, which take several constraints each, compared with all 576 Latin squares.

use std::collections::BTreeSet;

use cnfetti::problem::{ClueOptions, Problem};
use itertools::Itertools;

use crate::random_csp::Random;

type Square = Vec<Vec<usize>>;

/// A clue: what it says, and which squares obey it.
struct Clue {
    sentence: String,
    /// Where it is written, as a row and a column of the board with its margins, and its number.
    at: [usize; 2],
    number: usize,
    holds: Box<dyn Fn(&Square) -> bool>,
}

fn latin_squares() -> Vec<Square> {
    let rows = || (1..=4).permutations(4);
    let squares = (0..4).map(|_| rows()).multi_cartesian_product();
    let is_latin =
        |square: &Square| (0..4).all(|column| square.iter().map(|row| row[column]).all_unique());
    squares.filter(is_latin).collect()
}

fn seen(line: impl Iterator<Item = usize>) -> usize {
    let mut highest = 0;
    line.filter(|&height| {
        height > highest && {
            highest = height;
            true
        }
    })
    .count()
}

/// A few clues of a square: numbers on the board, and how many are seen from the left, the right and from above.
fn clues_of(square: &Square, random: &mut Random) -> Vec<Clue> {
    let mut places: Vec<(usize, usize, usize)> = (0..16).map(|at| (0, at / 4, at % 4)).collect();
    places.extend((0..12).map(|at| (1 + at % 3, at / 3, 0)));
    places.sort_by_cached_key(|_| random.below(1 << 30));
    let clue = |(side, line, column): (usize, usize, usize)| {
        let view = move |square: &Square| match side {
            0 => square[line][column],
            1 => seen(square[line].iter().copied()),
            2 => seen(square[line].iter().rev().copied()),
            _ => seen(square.iter().map(|row| row[line])),
        };
        let number = view(square);
        let from = match side {
            1 => format!("row {} from the left", line + 1),
            2 => format!("row {} from the right", line + 1),
            _ => format!("column {} from above", line + 1),
        };
        let are = if number == 1 { "building is" } else { "buildings are" };
        let (sentence, at) = match side {
            0 => (
                format!("r{}c{} is given as {number}", line + 1, column + 1),
                [line + 1, column + 1],
            ),
            1 => (format!("{number} {are} seen from {from}"), [line + 1, 0]),
            2 => (format!("{number} {are} seen from {from}"), [line + 1, 5]),
            _ => (format!("{number} {are} seen from {from}"), [0, line + 1]),
        };
        Clue { sentence, at, number, holds: Box::new(move |other| view(other) == number) }
    };
    let number = 3 + random.below(6);
    places.into_iter().take(number).map(clue).collect()
}

fn text(clues: &[Clue]) -> String {
    let written = |row: usize, column: usize| {
        let clue = clues.iter().find(|clue| clue.at == [row, column]);
        clue.map_or(".".to_owned(), |clue| clue.number.to_string())
    };
    let line = |places: Vec<[usize; 2]>| {
        places.iter().map(|&[row, column]| written(row, column)).join(" ")
    };
    let board = (1..=4).map(|row| line((1..=4).map(|column| [row, column]).collect())).join("\n");
    let side = |column: usize| line((1..=4).map(|row| [row, column]).collect());
    let above = line((1..=4).map(|column| [0, column]).collect());
    format!(
        "kind = \"skyscrapers\"\nnumber = \"\"\"\n{board}\n\"\"\"\nseen_from = {{ left = \"{}\", right = \"{}\", top = \"{above}\" }}\n",
        side(0),
        side(5)
    )
}

/// Compares what `clues` finds with all boards that obey the rules. `names` says for each clue what is to be found in
/// its text, and `holds` which boards obey it. Returns how many clues are redundant, and how many minimal sets there are;
/// nothing if there are too many solutions.
pub(super) fn compare<Board>(
    text: &str,
    boards: &[Board],
    names: &[String],
    holds: impl Fn(usize, &Board) -> bool,
) -> Option<(usize, usize)> {
    let obey = |set: &[usize]| {
        boards.iter().filter(|board| set.iter().all(|&at| holds(at, board))).count()
    };
    let all = (0..names.len()).collect_vec();
    let most = obey(&all);
    if most > 60 {
        return None;
    }
    let enough = all.iter().copied().powerset().filter(|set| obey(set) == most).collect_vec();
    let is_minimal = |set: &&Vec<usize>| {
        !enough
            .iter()
            .any(|other| other.len() < set.len() && other.iter().all(|at| set.contains(at)))
    };
    let minimal: BTreeSet<Vec<usize>> = enough.iter().filter(is_minimal).cloned().collect();
    let without = |at: &usize| all.iter().copied().filter(|other| other != at).collect_vec();
    let needless = all.iter().copied().filter(|at| obey(&without(at)) == most).collect_vec();

    let problem = Problem::from_text(text.to_owned()).unwrap();
    let found = problem
        .clues(&ClueOptions { sets: 1_000, solutions: 1_000, ..ClueOptions::default() })
        .unwrap();
    assert!(found.are_all_sets(), "{text}");
    let number = |clue: &str| {
        let at = names.iter().position(|name| clue.contains(name.as_str()));
        at.unwrap_or_else(|| panic!("no clue is called {clue}\n{text}"))
    };
    let numbers =
        |set: &Vec<&str>| set.iter().map(|clue| number(clue)).sorted().collect::<Vec<usize>>();
    let sets: BTreeSet<Vec<usize>> = found.minimal_sets().unwrap().iter().map(numbers).collect();
    assert_eq!(sets, minimal, "{text}");
    assert_eq!(numbers(&found.redundant().unwrap()), needless, "{text}");
    assert_eq!(found.report().clues.as_ref().unwrap().all.len(), names.len(), "{text}");
    // Where it is said how many solutions there would be without clues, these are all boards.
    let without = found.report().apart.as_ref().filter(|apart| apart.without_givens);
    assert!(without.is_none_or(|apart| apart.solutions.len() == boards.len()), "{text}");
    Some((needless.len(), minimal.len()))
}

#[test]
fn minimal_sets_are_those_of_all_latin_squares() {
    let squares = latin_squares();
    assert_eq!(squares.len(), 576);
    let (mut redundant, mut sets) = (0, 0);
    for seed in 0..25 {
        let random = &mut Random::new(seed);
        let clues = clues_of(&squares[random.below(squares.len())], random);
        let names = clues.iter().map(|clue| clue.sentence.clone()).collect_vec();
        let holds = |at: usize, square: &Square| (clues[at].holds)(square);
        let found = compare(&text(&clues), &squares, &names, holds);
        redundant += found.map_or(0, |found| found.0);
        sets += found.map_or(0, |found| found.1);
    }
    assert!(redundant > 20 && sets > 20, "{redundant} {sets}");
}
