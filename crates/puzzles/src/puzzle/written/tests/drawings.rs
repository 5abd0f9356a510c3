//! The drawings of small boards.

use super::*;
use crate::picture::{Frame, write_svg};
use cnfetti_kinds::library;

const MASYU: &str = r#"
kind = "masyu"
summary = "s"
[clues]
pearl = { on = "cells", values = ["white", "black"], look = "circle" }
[unknown]
line = { on = "links" }
"#;

const NONOGRAM: &str = r#"
kind = "nonogram"
summary = "s"
[clues]
number = { on = "outside", values = "numbers" }
[unknown]
black = { on = "cells", words = ["black", "white"] }
"#;

const FUTOSHIKI: &str = r#"
kind = "futoshiki"
summary = "s"
[clues]
number = { on = "cells", values = "1..width" }
sign = { on = "links", values = ["less", "greater"] }
[unknown]
value = { on = "cells", values = "1..width" }
"#;

fn read(kind: &str, puzzle: &str) -> Written {
    let text = library::shipped(kind).map_or(kind, |shipped| shipped.text);
    let kind = Arc::new(Kind::read(text).unwrap());
    let data = kind.read_puzzle(&mut Table::parse(puzzle).unwrap()).unwrap();
    Written::new(kind, data, &Budget::default()).unwrap()
}

/// The values of the variables in order, a digit for each.
fn digits(text: &str) -> Vec<Value> {
    text.bytes().filter(u8::is_ascii_digit).map(|digit| Value::from(digit - b'0')).collect()
}

/// Two layers of small numbers share a cell: each has its half, even if the other is empty.
#[test]
fn numbers_on_both_sides_of_a_diagonal() {
    let kakuro = read(
        "kakuro",
        "across = \"\"\"\n17 21 .\n. . .\n\"\"\"\ndown = \"\"\"\n7 . 9\n. . .\n\"\"\"\n",
    );
    assert_drawn(
        &kakuro,
        None,
        "
╭───────────────────────╮
│ 7\\17     \\21     9\\   │
│       ·       ·       │
│                       │
╰───────────────────────╯",
    );
    let svg = write_svg(&kakuro.picture(&View::default()), "", &Frame::Inside);
    let place = |text: &str| {
        let text = format!(">{text}</text>");
        let line = svg.lines().find(|line| line.ends_with(&text)).unwrap();
        let at = |name: &str| line.split(name).nth(1).unwrap().split('"').next().unwrap();
        [at(" x=\""), at(" y=\"")].map(|number| number.parse::<f64>().unwrap())
    };
    let [right, top] = place("17");
    let [left, bottom] = place("7");
    assert!(left < right && top < bottom, "across is at the upper right");
    assert_eq!(place("21"), [right + 48.0, top]);
    assert_eq!(place("9"), [left + 96.0, bottom]);
}

/// Words for things in a colour are drawn as things in that colour, and an operation is a sign.
#[test]
fn words_are_shapes_where_there_is_one() {
    let yin_yang = read("yin_yang", "stone = \"\"\"\nwb\n..\n\"\"\"\n");
    assert_drawn(&yin_yang, None, "\n╭───────╮\n│ ○   ● │\n│   ·   │\n│       │\n╰───────╯");
    let svg = write_svg(&yin_yang.picture(&View::default()), "", &Frame::Inside);
    assert!(!svg.contains("<text"), "{svg}");
    let kenken = read("kenken", "cage = \"\"\"\nA A\nB B\n\"\"\"\noperation = { A = \"over\" }\n");
    let svg = write_svg(&kenken.picture(&View::default()), "", &Frame::Inside);
    assert!(svg.contains(">÷<") && !svg.contains("over"), "{svg}");
}

fn assert_drawn(puzzle: &Written, solution: Option<&str>, expected: &str) {
    const ASCII: [(char, char); 7] =
        [('★', '*'), ('●', '@'), ('○', 'o'), ('█', '#'), ('╌', '~'), ('╎', ':'), ('∨', 'v')];
    let solution = solution.map(digits);
    let ascii = ASCII.iter().fold(in_ascii(expected), |text, &(one, other)| {
        text.replace(one, other.encode_utf8(&mut [0]))
    });
    for (alphabet, expected) in [(Alphabet::Unicode, expected), (Alphabet::Ascii, &ascii)] {
        let drawn = painted(puzzle, solution.as_deref(), alphabet);
        let drawn = crate::puzzle::uncoloured::uncoloured(&drawn);
        assert_eq!(drawn.trim_end(), expected.trim_matches('\n'), "\n{drawn}");
    }
}

#[test]
fn a_sudoku_has_boxes_cages_and_paths() {
    let puzzle =
        "number = '''\n1...\n....\n..4.\n....\n'''\ncage = '''\n.AA.\n..A.\n....\nB...\n'''
                  total = { A = 9, B = 3 }\nthermometer = ['r4c4 r3c4 r2c4']";
    let puzzle = read("sudoku", puzzle);
    assert_drawn(
        &puzzle,
        None,
        "
╭───┬9──┬───┬───╮
│ 1 ╎   │   ╎   │
│   ╰╌╌╌┤   ╎   │
│       │   ╎   │
├───────┼───┴───┤
│       │ 4     │
├3╌╌╮   │   ·   │
│   ╎   │       │
╰───┴───┴───────╯
thermometer A: r4c4 r3c4 r2c4",
    );
    assert_drawn(
        &puzzle,
        Some("1234 3412 2143 4321"),
        "
╭───┬9──┬───┬───╮
│ 1 ╎ 2 │ 3 ╎ 4 │
│   ╰╌╌╌┤   ╎   │
│ 3   4 │ 1 ╎ 2 │
├───────┼───┴───┤
│ 2   1 │ 4   3 │
├3╌╌╮   │   ·   │
│ 4 ╎ 3 │ 2   1 │
╰───┴───┴───────╯",
    );
}

#[test]
fn a_loop_goes_along_the_sides() {
    let puzzle = read("slitherlink", "number = '''\n3.\n.?\n'''");
    assert_drawn(
        &puzzle,
        Some("10 01 11 110 101"),
        "
╭───╮   ·
│ 3 │
│   ╰───╮
│     ? │
╰───────╯",
    );
}

#[test]
fn a_loop_goes_through_the_cells() {
    let puzzle = read(MASYU, "pearl = '''\nw..\n.b.\n'''");
    assert_drawn(
        &puzzle,
        Some("101 11 11"),
        "
╭───────────╮
│ ○───────╮ │
│ │ ·   · │ │
│ ╰───●───╯ │
╰───────────╯",
    );
}

/// The board has a dashed edge, and what is at it is at both sides.
#[test]
fn lines_go_on_at_the_opposite_side() {
    let puzzle = read("wrapping_net", "tile = '''\nEEL\nLEE\nXLL\n'''");
    assert_drawn(
        &puzzle,
        Some("101 000 110 001 100 110"),
        "
╭E│╌╌E╌╌╌L│╌╮
╎ ╵   ╶───╯ ╎
╎L  ·E  ·E  ╎
──╮   ╷   ╶──
╎X│ ·L│ ·L  ╎
──┼───╯   ╭──
╰╌│╌╌╌╌╌╌╌│╌╯",
    );
}

#[test]
fn lists_stand_outside() {
    let puzzle =
        read(NONOGRAM, "size = 2\nnumber = { top = '1,1 .', right = '. 10', bottom = '2 3' }");
    assert_drawn(
        &puzzle,
        Some("10 11"),
        "
  1
  1
╭───────╮
│███  · │
│   ·   │
│███ ███│ 10
╰───────╯
  2   3",
    );
}

#[test]
fn signs_stand_between_cells() {
    let sign = "'''\n·l·\ng  \n· ·\n'''";
    let puzzle = read(FUTOSHIKI, &format!("number = '''\n1.\n..\n'''\nsign = {sign}"));
    assert_drawn(
        &puzzle,
        None,
        "
╭───────╮
│ 1 <   │
│ ∨ ·   │
│       │
╰───────╯",
    );
    let csp = puzzle.csp();
    let candidates = [vec![1], vec![1, 2], vec![2], vec![]];
    let drawn = painted_candidates(&puzzle, &csp, &candidates, Alphabet::Unicode);
    // Nothing is known about the cell that may have both values, so it is as open as before.
    assert_eq!(
        crate::puzzle::uncoloured::uncoloured(&drawn),
        "\
╭───────╮
│ 1 <   │
│ ∨ ·   │
│ 2     │
╰───────╯
"
    );
}

#[test]
fn regions_have_walls_and_stars_are_in_them() {
    let puzzle = read("star_battle", "region = '''\nAAB\nACB\nCCC\n'''");
    assert_drawn(
        &puzzle,
        Some("100 001 010"),
        "
╭───────┬───╮
│ ★   · │ · │
│   ╭───┤   │
│ · │ · │ ★ │
├───╯   ╰───┤
│ ·   ★   · │
╰───────────╯",
    );
}

#[test]
fn a_picture_has_these_shapes() {
    let puzzle = read(MASYU, "pearl = '''\nw.\n.b\n'''");
    let solution = digits("11 01");
    let view = View { solution: Some(&solution), ..View::default() };
    let svg = write_svg(&puzzle.picture(&view), "m", &Frame::Inside);
    let shapes: Vec<&str> = svg.lines().skip(2).collect();
    let expected = r#"
<polygon points="0,0 96,0 96,96 0,96" class="board"/>
<line x1="0" y1="48" x2="48" y2="48" stroke-width="1" class="pencil"/>
<line x1="48" y1="48" x2="96" y2="48" stroke-width="1" class="pencil"/>
<line x1="48" y1="0" x2="48" y2="48" stroke-width="1" class="pencil"/>
<line x1="48" y1="48" x2="48" y2="96" stroke-width="1" class="pencil"/>
<path d="M0 0L96 0L96 96L0 96z" fill="none" class="o-text" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/>
<circle cx="24" cy="24" r="18.72" class="clue"/>
<circle cx="24" cy="24" r="16.72" class="white"/>
<circle cx="72" cy="72" r="18.72" class="clue"/>
<circle cx="72" cy="72" r="16.72" class="black"/>
<line x1="24" y1="24" x2="24" y2="72" stroke-width="5" class="found"/>
<line x1="72" y1="24" x2="72" y2="72" stroke-width="5" class="found"/>
<line x1="24" y1="72" x2="72" y2="72" stroke-width="5" class="found"/>
</svg>"#;
    assert_eq!(shapes.join("\n"), expected.trim_start());
}
