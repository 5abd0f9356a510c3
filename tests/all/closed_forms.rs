//! Puzzles with too many solutions to list, but with a formula for their number.

use cnfetti::csp::Csp;
use cnfetti::exact::{self, Limits};
use num_bigint::BigUint;

use crate::support::instance;

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπ0123456789";

/// Dice without words: each letter can be on any die.
fn dice(dice: usize, faces: Option<usize>, letters: usize) -> Csp {
    let letters: String = LETTERS.chars().take(letters).collect();
    let faces = faces.map(|faces| format!("faces = {faces}\n")).unwrap_or_default();
    let text = format!("kind = 'dice'\ndice = {dice}\n{faces}letters = '{letters}'\nwords = []\n");
    instance(&text).puzzle.csp()
}

/// Seats that do not touch: each candidate can have any seat.
fn far_seats(seats: usize, sizes: &[usize]) -> Csp {
    let figure = "X.".repeat(seats);
    let subjects = sizes.len();
    let text = format!(
        "kind = 'seating'\nfigure = '{figure}'\nsubjects = {subjects}\ncandidates = {sizes:?}\n"
    );
    instance(&text).puzzle.csp()
}

/// The numbers of solutions and of those up to renaming, and the number of solutions in which the
/// first variable has each of its values.
fn counted(csp: &Csp) -> (BigUint, BigUint, Vec<BigUint>) {
    let (count, arithmetic) = exact::count(csp, &Limits::default()).unwrap();
    assert!(count.exact);
    let by_size = arithmetic.classes_by_size.iter().map(|(size, sets)| size * sets);
    assert_eq!(by_size.sum::<BigUint>(), count.solutions);
    let diagram = exact::solutions(csp, &Limits::default());
    let candidates = diagram.candidates(csp, &Limits::default()).unwrap().remove(0);
    (count.solutions, count.up_to_renaming, candidates.into_iter().map(|(_, n)| n).collect())
}

fn factorial(number: usize) -> BigUint {
    (1..=number).product()
}

/// The number of ways to divide this many things into this many heaps (Stirling).
fn heaps(things: usize, heaps_wanted: usize) -> BigUint {
    let mut row = vec![BigUint::from(1_u32)];
    for _ in 0..things {
        let mut next = vec![BigUint::ZERO; row.len() + 1];
        for (heaps, ways) in row.iter().enumerate() {
            next[heaps] += ways * heaps;
            next[heaps + 1] += ways;
        }
        row = next;
    }
    row.get(heaps_wanted).cloned().unwrap_or_default()
}

#[test]
fn letters_on_any_die() {
    for (number, letters) in [(1, 50), (2, 50), (3, 40), (7, 5), (7, 50), (12, 30), (60, 3)] {
        let (solutions, classes, first) = counted(&dice(number, None, letters));
        let all = BigUint::from(number).pow(letters as u32);
        assert_eq!(solutions, all, "{number} dice, {letters} letters");
        let up_to_renaming: BigUint = (0..=number).map(|heaps_of| heaps(letters, heaps_of)).sum();
        assert_eq!(classes, up_to_renaming, "{number} dice, {letters} letters");
        assert_eq!(first, vec![all / number; number]);
    }
}

#[test]
fn letters_on_dice_with_faces() {
    for (number, faces) in [(1, 50), (2, 25), (3, 14), (5, 6), (10, 3), (30, 1)] {
        let letters = number * faces;
        let (solutions, classes, first) = counted(&dice(number, Some(faces), letters));
        let all = factorial(letters) / factorial(faces).pow(number as u32);
        assert_eq!(solutions, all, "{number} dice of {faces} faces");
        assert_eq!(classes, &all / factorial(number), "{number} dice of {faces} faces");
        assert_eq!(first, vec![all / number; number]);
    }
}

/// Subjects with equally many candidates are between others, and some have none.
#[test]
fn candidates_on_seats_far_apart() {
    let cases: [(usize, &[usize]); 6] = [
        (40, &[3, 5, 3, 5]),
        (45, &[9, 0, 7, 9, 0, 7, 9]),
        (30, &[10, 10, 10]),
        (48, &[1, 2, 1, 2, 1, 2, 0]),
        (12, &[12, 0]),
        (14, &[1; 14]),
    ];
    for (seats, sizes) in cases {
        let (solutions, classes, first) = counted(&far_seats(seats, sizes));
        let empty = seats - sizes.iter().sum::<usize>();
        let same_seat: BigUint = sizes.iter().map(|&size| factorial(size)).product();
        let all = factorial(seats) / same_seat / factorial(empty);
        assert_eq!(solutions, all, "{sizes:?}");
        let equal = |size: usize| sizes.iter().filter(|other| **other == size).count();
        let names: BigUint = (1..=seats).map(|size| factorial(equal(size))).product();
        assert_eq!(classes, &all / names, "{sizes:?}");
        let share = |&size: &usize| &all * size / seats;
        let free = (empty > 0).then(|| &all * empty / seats);
        let right: Vec<BigUint> = free.into_iter().chain(sizes.iter().map(share)).collect();
        assert_eq!(first, right, "{sizes:?}");
    }
}
