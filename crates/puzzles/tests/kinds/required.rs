//! Puzzles that are no puzzles of their kind: what is said about them, and where.

use std::collections::BTreeSet;

use cnfetti_input::Table;
use cnfetti_kinds::library::{SHIPPED, of_address};
use cnfetti_kinds::{Board, Data, Kind, On};

/// A kind, a puzzle, the line and column of the mistake, and the message.
const REFUSED: &[(&str, &str, (usize, usize), &str)] = &[
    (
        "sudoku",
        "number = \"\"\"\n1 2 3 4\n\"\"\"",
        (1, 10),
        "expected a square board, found 1 rows and 4 columns",
    ),
    (
        "sudoku",
        "rows = 8\ncolumns = 9",
        (1, 1),
        "expected a square board, found 8 rows and 9 columns",
    ),
    (
        "sudoku",
        "size = 5",
        (1, 1),
        "expected a board that falls into boxes, or regions, found 5 × 5: `box_height = 1` makes each row a box",
    ),
    (
        "sudoku",
        "size = 6\nbox_height = 4\nbox_width = 3",
        (1, 1),
        "expected boxes of 6 cells that fill the board, found 4 × 3",
    ),
    (
        "sudoku",
        "size = 4\nthermometer = [\"r1c1 r2c2\", \"r1c1 r1c3\"]",
        (2, 29),
        "expected neighbours along a thermometer, found r1c3 after r1c1",
    ),
    (
        "sudoku",
        "size = 4\ntotal = { A = 3 }",
        (2, 11),
        "`total` needs `cage`, which this puzzle lacks",
    ),
    (
        "sudoku",
        "number = \"\"\"\n1 2 3 4 .\n. . . .\n. . . .\n. . . .\n\"\"\"",
        (2, 1),
        "expected 4 cells, as in the other rows, found 5",
    ),
    (
        "heyawake",
        "room = \"\"\"\nA B\nB A\n\"\"\"\nnumber = { A = 1 }",
        (2, 1),
        "expected connected cells, found room A (from r1c1) in several pieces: r1c1, r2c2",
    ),
    (
        "dosun_fuwari",
        "region = \"\"\"\nA A A\nB B B\n\"\"\"\nwall = \"\"\"\n. # .\n. . .\n\"\"\"",
        (2, 3),
        "expected connected cells between the walls, found region A (from r1c1) in several pieces: r1c1, r1c3",
    ),
    (
        "galaxies",
        "rows = 2\ncolumns = 2\ncorner_star = \"\"\"\n· · w\n     \n· · ·\n     \n· · ·\n\"\"\"",
        (4, 5),
        "expected a star between four cells, found one on the edge of the board",
    ),
    (
        "binairo",
        "number = \"\"\"\n0 . 1\n. . .\n\"\"\"",
        (1, 10),
        "expected even numbers of rows and columns, found 2 and 3",
    ),
    (
        "numberlink",
        "number = \"\"\"\n1 . 2\n2 . .\n\"\"\"",
        (2, 1),
        "expected every number twice, found 1 time 1",
    ),
    (
        "numberlink",
        "number = \"\"\"\n1 2 1\n2 1 1\n\"\"\"",
        (2, 1),
        "expected every number twice, found 4 times 1",
    ),
    (
        "yajilin",
        "arrow = \"\"\"\n> .\n. .\n\"\"\"\nnumber = \"\"\"\n1 .\n. 2\n\"\"\"",
        (7, 3),
        "expected an arrow beside the number at r2c2, found none: a number counts the black cells its arrow points at",
    ),
    (
        "hidato",
        "number = \"\"\"\n1 . 1\n\"\"\"",
        (2, 1),
        "expected different numbers, found 1 at r1c1 and r1c3",
    ),
];

#[test]
fn a_puzzle_that_its_kind_does_not_allow_is_refused_with_a_reason() {
    for (name, text, place, message) in REFUSED {
        let shipped = SHIPPED.iter().find(|shipped| shipped.name == *name).unwrap();
        let kind = shipped.read().unwrap();
        let error = kind.read_puzzle(&mut Table::parse(text).unwrap()).unwrap_err();
        assert_eq!(error.message, *message, "{text}");
        assert_eq!(error.line_column(text), Some(*place), "{message}");
    }
}

/// Letters that change the drawing are skipped; those that change the rules are not.
#[test]
fn an_address_may_say_how_the_puzzle_is_drawn() {
    let read = |text: &str| of_address(text).map(|(_, _, data)| data.layers);
    let plain = read("https://puzz.link/p?yajilin/5/5/m32j10").unwrap();
    assert_eq!(read("https://puzz.link/p?yajilin/b/5/5/m32j10").unwrap(), plain);
    for other in ["yajilin/c/5/5/m32j10", "yajilin/bb/c/5/5/m32j10", "slither/f/5/5/cbcbcddad"] {
        let error = read(&format!("https://puzz.link/p?{other}")).unwrap_err();
        assert!(error.message.starts_with("expected the number of columns"), "{}", error.message);
    }
}

/// Whether the kind refuses an empty board of this size.
fn refuses(kind: &Kind, rows: u16, columns: u16) -> bool {
    let data = Data::new(kind, Board::new(rows, columns));
    let covered = kind.clues.iter().any(|layer| matches!(layer.on, On::Areas { cover: true }));
    let text = format!("rows = {rows}\ncolumns = {columns}");
    !covered
        && kind.verify(&data).is_ok()
        && kind.read_puzzle(&mut Table::parse(&text).unwrap()).is_err()
}

/// Latin squares of other shapes have no solutions, or some that nobody means.
#[test]
fn boards_that_must_be_square_are() {
    let kinds = SHIPPED.iter().map(|shipped| shipped.read().unwrap());
    let refused: BTreeSet<String> = kinds
        .filter(|kind| refuses(kind, 4, 6) && !refuses(kind, 4, 4))
        .map(|kind| kind.name.clone())
        .collect();
    let square = [
        "bricks",
        "burokku",
        "doppelblock",
        "easy_as_abc",
        "eulero",
        "futoshiki",
        "kenken",
        "kropki",
        "magic_square",
        "mathrax",
        "minarism",
        "number_ball",
        "renzoku",
        "skyscrapers",
        "sudoku",
        "toroidal_queens",
    ];
    assert_eq!(refused, square.map(str::to_owned).into());
}

/// Areas that cover the board are connected in each kind.
#[test]
fn an_area_in_two_pieces_is_refused() {
    for shipped in SHIPPED {
        let kind = shipped.read().unwrap();
        for layer in kind.clues.iter().filter(|layer| matches!(layer.on, On::Areas { cover: true }))
        {
            let of =
                |rows: [&str; 4]| format!("{} = \"\"\"\n{}\n\"\"\"", layer.name, rows.join("\n"));
            let read = |rows| kind.read_puzzle(&mut Table::parse(&of(rows)).unwrap());
            assert!(read(["AABB", "AABB", "CCDD", "CCDD"]).is_ok(), "{}", kind.name);
            let error = read(["AABB", "AABB", "CCAA", "CCAA"]).unwrap_err();
            assert!(error.message.starts_with("expected connected cells"), "{}", error.message);
        }
    }
}
