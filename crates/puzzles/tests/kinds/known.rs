//! Empty boards with a known number of solutions.

use std::collections::{BTreeMap, BTreeSet};

use cnfetti_core::limit::Budget;
use cnfetti_exact::{Limits, count};
use cnfetti_kinds::{Board, Data, Entry, Place, library};
use cnfetti_models::Lowered;

use crate::addresses::addresses;
use crate::solving::count_by_blocking;

/// The kind, the side of the board, and the number: of cycles in a grid (A140517), of Hamiltonian cycles
/// (A003763), of connected subsets (A059525, plus the empty one), of Latin squares (A002860), of Sudoku
/// grids, of binary grids whose rows and columns differ (A253316), of a king's paths over all squares
/// (A158651), of a rook's, of Graeco-Latin squares, of squares cut into tetrominoes and pentominoes, of magic squares, of queens on
/// a torus (A007705), of spanning trees of one (A212796), and of
/// five Sudokus of order 4 (A107739) of which the outer ones share a box with the middle one: 288 · 12⁴. Those of Chocona, Kropki, Pipelink, Shakashaka, Snake, and from Tenner Grid on were counted by a
/// script that lists boards, or by clingo.
const KNOWN: &[(&str, u16, usize)] = &[
    ("slitherlink", 1, 1),
    ("slitherlink", 2, 13),
    ("slitherlink", 3, 213),
    ("slitherlink", 4, 9349),
    ("masyu", 2, 1),
    ("masyu", 3, 13),
    ("masyu", 4, 213),
    ("masyu", 5, 9349),
    ("simple_loop", 2, 1),
    ("simple_loop", 4, 6),
    ("simple_loop", 5, 0),
    ("simple_loop", 6, 1072),
    ("shakashaka", 2, 2),
    ("shakashaka", 3, 3),
    ("pipelink", 3, 0),
    ("pipelink", 4, 11),
    ("pipelink", 5, 160),
    ("creek", 1, 2),
    ("creek", 2, 14),
    ("creek", 3, 219),
    ("creek", 4, 11507),
    ("skyscrapers", 3, 12),
    ("kenken", 4, 576),
    ("futoshiki", 4, 576),
    ("sudoku", 4, 288),
    ("binairo", 2, 2),
    ("binairo", 4, 72),
    ("binairo", 6, 4140),
    ("mosaic", 3, 512),
    ("nonogram", 3, 512),
    ("geradeweg", 2, 1),
    ("geradeweg", 3, 13),
    ("geradeweg", 4, 213),
    ("hidato", 2, 24),
    ("hidato", 3, 784),
    ("str8ts", 3, 12),
    ("str8ts", 4, 576),
    ("thermometers", 3, 512),
    ("chocona", 2, 12),
    ("chocona", 3, 208),
    ("chocona", 4, 10148),
    ("kropki", 5, 0),
    ("kropki", 6, 24),
    ("snake", 2, 8),
    ("snake", 3, 90),
    ("snake", 4, 860),
    ("tenner_grid", 4, 24),
    ("linesweeper", 4, 213),
    ("eulero", 3, 72),
    ("eulero", 4, 6912),
    ("grand_tour", 4, 6),
    ("mathrax", 4, 576),
    ("shingoki", 4, 213),
    ("balance_loop", 4, 213),
    ("castle_wall", 4, 213),
    ("clouds", 3, 10),
    ("clouds", 4, 37),
    ("yajikabe", 3, 140),
    ("train_tracks", 4, 214),
    ("battenberg", 3, 322),
    ("bricks", 4, 576),
    ("four_cells", 4, 117),
    ("burokku", 3, 10),
    ("burokku", 4, 117),
    ("five_cells", 5, 4006),
    ("palisade", 5, 4006),
    ("island", 3, 219),
    ("fobidoshi", 3, 219),
    ("kurarin", 4, 213),
    ("kurotto", 3, 512),
    ("magic_square", 3, 8),
    ("minarism", 4, 576),
    ("number_ball", 3, 12),
    ("survo", 2, 24),
    ("samurai", 8, 5_971_968),
    ("pentominoes", 5, 856),
    ("pentominous", 5, 1262),
    ("tango", 4, 90),
    ("tetrominous", 4, 8),
    ("zip", 3, 40),
    ("toroidal_queens", 4, 0),
    ("toroidal_queens", 5, 10),
    ("toroidal_queens", 7, 28),
    ("toroidal_queens", 11, 88),
    ("wrapping_net", 3, 11_664),
];

#[test]
fn empty_boards_have_the_known_numbers() {
    for &(name, side, known) in KNOWN {
        let kind = library::shipped(name).unwrap().read().unwrap();
        let data = Data::new(&kind, Board::new(side, side));
        let budget = Budget::default();
        let model = kind.unfold(&data, &budget).unwrap().model;
        let csp = Lowered::new(&model, &budget).unwrap().csp;
        let (exact, _) = count(&csp, &Limits::default()).unwrap();
        assert!(exact.exact && exact.solutions == known.into(), "{name} {side}: {exact:?}");
        if known < 800 {
            assert_eq!(count_by_blocking(&csp), known, "{name} {side}");
        }
    }
}

/// An operation without a total must lead to some number. How many of the 12 Latin squares of order 3 allow that was
/// counted by a script: next to each other, 2 and 3 have no quotient.
#[test]
fn operations_without_a_total_are_possible() {
    let kind = library::shipped("kenken").unwrap().read().unwrap();
    let across = vec![Place::Cell(0, 0), Place::Cell(0, 1)];
    let corner = vec![Place::Cell(0, 0), Place::Cell(0, 1), Place::Cell(1, 0)];
    for (operation, cells, known) in [
        ("plus", &across, 12_usize),
        ("times", &across, 12),
        ("minus", &across, 12),
        ("over", &across, 8),
        ("minus", &corner, 8),
        ("over", &corner, 4),
    ] {
        let mut data = Data::new(&kind, Board::new(3, 3));
        let [cage, layer] = ["cage", "operation"].map(|name| kind.clue(name).unwrap());
        data.layers[cage].groups.push(cells.clone());
        data.layers[cage].names.push("A".to_owned());
        let word = kind.words.iter().position(|word| word == operation).unwrap();
        let place = Place::Group(cage as u16, 0);
        data.layers[layer].at.insert(place, Entry::Word(word as u32));
        let model = kind.unfold(&data, &Budget::default()).unwrap().model;
        let csp = Lowered::new(&model, &Budget::default()).unwrap().csp;
        let (exact, _) = count(&csp, &Limits::default()).unwrap();
        assert_eq!(exact.solutions, known.into(), "{operation} {cells:?}");
    }
}

/// For each kind with addresses, there are three with a known single solution, and one with several.
#[test]
fn three_addresses_with_one_solution_are_known_and_one_with_several() {
    let mut known: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for [_, verdict, address] in addresses() {
        let kind = library::of_address(address).unwrap().1;
        let at = usize::from(verdict == "several");
        known.entry(kind.name.clone()).or_default()[at] += 1;
    }
    for kind in library::SHIPPED.iter().map(|shipped| shipped.read().unwrap()) {
        if !kind.addresses.is_empty() {
            let [one, several] = known.get(&kind.name).copied().unwrap_or_default();
            assert!(one >= 3 && several >= 1, "{}: {one} with one, {several}", kind.name);
        }
    }
}

/// The rules that are written a second time, for clingo; `by_clingo.py` beside them compares counts of random boards.
const RULES: &str = include_str!("../../../../benches/kinds/rules.py");

/// Random boards compare the evaluator with the constraints, but both come from the file of the kind. Only a
/// number from elsewhere shows whether a rule is the right one.
#[test]
fn something_is_known_of_every_kind() {
    let of =
        |address: &str| library::of_address(address).ok().map(|(_, kind, _)| kind.name.clone());
    let known: BTreeSet<String> =
        addresses().into_iter().filter_map(|[_, _, address]| of(address)).collect();
    for name in library::SHIPPED.iter().map(|shipped| shipped.name) {
        let is_known = known.contains(name)
            || KNOWN.iter().any(|(kind, ..)| *kind == name)
            || RULES.contains(&format!("\n    \"{name}\": "));
        assert!(
            is_known,
            "{name} is neither in addresses.tsv, KNOWN of known.rs nor benches/kinds/rules.py"
        );
    }
}
