//! Converts random puzzles of every kind from each file format to each other, and back.

use std::fmt::Write;

use cnfetti::instance;
use itertools::Itertools;

use crate::random_csp::Random;

/// Features that not every format supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Say {
    Title,
    Source,
    /// The solution that came with the puzzle.
    Solution,
    /// Names of regions that are not A, B, C …
    Names,
    /// Numbers on cells that are not the sum of a region.
    Givens,
    /// `<=` and `>=`.
    LaxBounds,
    /// Regions of several cells without a rule.
    FreeRegions,
    /// Anything but a number on each cell of a rectangle.
    Regions,
    /// Known counts.
    Expect,
}

use Say::{Expect, FreeRegions, Givens, LaxBounds, Names, Regions, Solution, Source, Title};

/// The formats, with the features that each supports.
const FORMATS: [(&str, &[Say]); 5] = [
    ("toml", &[Title, Source, Solution, Names, Givens, LaxBounds, FreeRegions, Regions, Expect]),
    ("map", &[Title, Source, Names, Givens, LaxBounds, FreeRegions, Regions]),
    ("json", &[Title, Source, Solution, FreeRegions, Regions]),
    ("text", &[LaxBounds, Regions]),
    ("dominosa", &[Givens]),
];

/// A row and a column.
type Cell = (usize, usize);

/// A puzzle of pips, before it is written.
#[derive(Default)]
struct Board {
    cells: Vec<Cell>,
    /// For each domino, its numbers and the cells that it covered.
    dominoes: Vec<([usize; 2], [Cell; 2])>,
    /// The given numbers on cells outside the regions.
    givens: Vec<Option<usize>>,
    regions: Vec<Region>,
}

struct Region {
    name: String,
    rule: String,
    cells: Vec<usize>,
}

fn board(random: &mut Random, says: &[Say]) -> Board {
    let mut board = Board::default();
    let pips = if random.below(5) == 0 { 12 } else { 6 };
    for _ in 0..1 + random.below(6) {
        let one = (random.below(4), random.below(5));
        let other = if random.below(2) == 0 { (one.0 + 1, one.1) } else { (one.0, one.1 + 1) };
        if !board.cells.contains(&one) && !board.cells.contains(&other) {
            board.cells.extend([one, other]);
            board.dominoes.push(([0; 2].map(|_| random.below(pips + 1)), [one, other]));
        }
    }
    board.cells.sort_unstable();
    board.givens = vec![None; board.cells.len()];
    for cell in 0..board.cells.len() {
        match random.below(6) {
            0 => {}
            1 if says.contains(&Givens) => board.givens[cell] = Some(random.below(pips + 1)),
            2 | 3 if !board.regions.is_empty() => {
                let region = random.below(board.regions.len());
                board.regions[region].cells.push(cell);
            }
            _ => {
                let rule = rule(random, says);
                board.regions.push(Region { name: String::new(), rule, cells: vec![cell] });
            }
        }
    }
    // A free region of one cell is a free cell, unless its name matters.
    let is_free_cell = |region: &Region| region.rule == "free" && region.cells.len() == 1;
    board.regions.retain(|region| says.contains(&Names) || !is_free_cell(region));
    if random.below(2) == 0 {
        let (count, turn) = (board.regions.len(), random.below(5));
        board.regions.rotate_left(turn.min(count));
    }
    for (number, region) in board.regions.iter_mut().enumerate() {
        region.name = ('A'..='Z').nth(number).unwrap().to_string();
        if says.contains(&Names) {
            let more = ["", "1", "é", "x", "22"][random.below(5)];
            region.name = format!("{}{more}", ['Ä', 'z', 'Q', 'B'][random.below(4)]);
            region.name.push_str(&number.to_string());
        }
    }
    board
}

fn rule(random: &mut Random, says: &[Say]) -> String {
    let number = random.below(20);
    let mut rules = vec![
        format!("= {number}"),
        format!("< {number}"),
        format!("> {number}"),
        "equal".to_owned(),
        "unequal".to_owned(),
    ];
    if says.contains(&LaxBounds) {
        rules.extend([format!("<= {number}"), format!(">= {}", number + 1)]);
    }
    if says.contains(&FreeRegions) {
        rules.push("free".to_owned());
    }
    rules.swap_remove(random.below(rules.len()))
}

/// Draws a board, as TOML.
fn pips(random: &mut Random, says: &[Say]) -> String {
    if !says.contains(&Regions) {
        return dominosa(random);
    }
    let board = board(random, says);
    let mut marks: Vec<String> = (board.givens.iter())
        .map(|given| given.map_or("#".to_owned(), |given| given.to_string()))
        .collect();
    for region in &board.regions {
        region.cells.iter().for_each(|&cell| marks[cell].clone_from(&region.name));
    }
    let mut text = String::from("kind = \"pips\"\n");
    for (what, key) in [(Title, "title"), (Source, "source")] {
        if says.contains(&what) && random.below(2) == 0 {
            let value = ["Ü \"b\" \\ 🎲", "a", "x # y: z"][random.below(3)];
            writeln!(text, "{key} = '{value}'").unwrap();
        }
    }
    text.push_str("board = \"\"\"\n");
    for row in 0..=5 {
        let mark = |column| {
            let cell = board.cells.iter().position(|&cell| cell == (row, column));
            cell.map_or(".", |cell| &marks[cell])
        };
        writeln!(text, "{}", (0..6).map(mark).join(" ")).unwrap();
    }
    let dominoes = board.dominoes.iter().map(|([one, other], _)| format!("[{one}, {other}]"));
    writeln!(text, "\"\"\"\ndominoes = [{}]", { dominoes }.join(", ")).unwrap();
    if says.contains(&Solution) && random.below(2) == 0 {
        let placed = board.dominoes.iter().map(|(_, [one, other])| {
            format!("[[{}, {}], [{}, {}]]", one.0, one.1, other.0, other.1)
        });
        writeln!(text, "solution = [{}]", { placed }.join(", ")).unwrap();
    }
    text.push_str("[regions]\n");
    for Region { name, rule, .. } in &board.regions {
        writeln!(text, "\"{name}\" = \"{rule}\"").unwrap();
    }
    if says.contains(&Expect) && random.below(2) == 0 {
        text.push_str("[expect]\nsolutions = 3\ngrids = '99999999999999999999'\n");
    }
    text
}

/// Draws numbers for the board of a complete set.
fn dominosa(random: &mut Random) -> String {
    let highest = [0, 1, 3, 6, 11][random.below(5)];
    let row = |_| (0..highest + 2).map(|_| random.below(highest + 1)).join(" ") + "\n";
    let rows: String = (0..=highest).map(row).collect();
    let set = (0..=highest).flat_map(|one| (one..=highest).map(move |other| [one, other]));
    let set = set.map(|[one, other]| format!("[{one}, {other}]")).join(", ");
    format!("kind = \"pips\"\nboard = \"\"\"\n{rows}\"\"\"\ndominoes = [{set}]\n")
}

#[test]
fn pips_come_back_to_the_letter_from_every_format() {
    let mut pairs = 0;
    for ((one, one_says), (other, other_says)) in FORMATS.into_iter().cartesian_product(FORMATS) {
        let both = one_says.iter().copied().filter(|what| other_says.contains(what)).collect_vec();
        // For a format without givens, a board with a number on each cell consists of sums of
        // single cells.
        if !both.contains(&Regions) && !both.contains(&Givens) {
            continue;
        }
        pairs += 1;
        for seed in 0..60 {
            let text = pips(&mut Random::new(seed), &both);
            let read = |text: &str, format: &str| {
                instance::parse(text).unwrap_or_else(|error| panic!("{error} as {format}:\n{text}"))
            };
            let puzzle = read(&text, "toml");
            let here = puzzle.to_text(one).unwrap_or_else(|error| panic!("{error}:\n{text}"));
            let there = read(&here, one).to_text(other).unwrap();
            let back = read(&there, other).to_text(one).unwrap();
            assert_eq!(back, here, "from {one} to {other} and back:\n{there}");
            // It is still the same puzzle.
            assert!(read(&there, other).puzzle.csp() == puzzle.puzzle.csp(), "{text}{there}");
        }
    }
    assert_eq!(pairs, 16 + 5);
}

/// JSON from others, with regions in any order.
#[test]
fn regions_of_json_keep_their_order() {
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let toml = pips(random, FORMATS[2].1);
        let json = instance::parse(&toml).unwrap().to_text("json").unwrap();
        let mut lines = json.lines().map(str::to_owned).collect_vec();
        let regions = lines.iter().positions(|line| line.starts_with("    {")).collect_vec();
        let ends = |line: &str| line.trim_end_matches(',').to_owned();
        for from in (1..regions.len()).rev() {
            let to = random.below(from + 1);
            lines.swap(regions[from], regions[to]);
        }
        for (number, &at) in regions.iter().enumerate() {
            let comma = if number + 1 == regions.len() { "" } else { "," };
            lines[at] = ends(&lines[at]) + comma;
        }
        let shuffled = lines.join("\n") + "\n";
        let puzzle = instance::parse(&shuffled).unwrap();
        assert_eq!(puzzle.to_text("json").unwrap(), shuffled);
        for format in ["toml", "map"] {
            let there = puzzle.to_text(format).unwrap();
            let back = instance::parse(&there).unwrap().to_text("json").unwrap();
            let kept = shuffled.split(",\n  \"solution\"").next().unwrap();
            assert!(back.starts_with(kept.trim_end_matches("\n}\n")), "{back}{shuffled}{there}");
        }
    }
}

fn dice(random: &mut Random) -> String {
    let letters = "aäbcßdΩe1ñ字fgh".chars().collect_vec();
    let word = |random: &mut Random| -> String {
        (0..1 + random.below(5)).map(|_| letters[random.below(letters.len())]).collect()
    };
    let words = (0..1 + random.below(14)).map(|_| word(random)).collect_vec();
    let mut text = format!("kind = \"dice\"\ndice = {}\n", 1 + random.below(4));
    if random.below(2) == 0 {
        writeln!(text, "faces = {}", 1 + random.below(6)).unwrap();
    }
    if random.below(2) == 0 {
        let start = random.below(letters.len());
        let listed = letters[start..].iter().chain(&letters[..start]).join("");
        writeln!(text, "letters = \"{listed}\"").unwrap();
    }
    text + &format!("words = {words:?}\n")
}

fn signs(random: &mut Random) -> String {
    const SIGNS: [&str; 14] = [
        "→",
        "↕",
        "n",
        "ne+s",
        "↖↘",
        "⤢",
        "w",
        "⬅\u{fe0f}",
        "e+w",
        "↑↓",
        "s+se",
        "nw",
        "↔+n",
        "sw",
    ];
    let (values, columns) = (1 + random.below(12), 1 + random.below(5));
    let sign = |random: &mut Random| {
        let sign = SIGNS[random.below(SIGNS.len())];
        match random.below(4) {
            0 => format!("{sign}:{}", 1 + random.below(values)),
            1 => format!("{sign}{}", 1 + random.below(values)),
            _ => sign.to_owned(),
        }
    };
    let row = |random: &mut Random| (0..columns).map(|_| sign(random)).join("  ") + "\n";
    let rows: String = (0..1 + random.below(4)).map(|_| row(random)).collect();
    format!("kind = \"signs\"\nvalues = {values}\nboard = \"\"\"\n{rows}\"\"\"\n")
}

fn seating(random: &mut Random) -> String {
    let (rows, columns) = (1 + random.below(4), 1 + random.below(5));
    let mut figure = vec![vec!['.'; columns]; rows];
    for square in figure.iter_mut().flatten() {
        *square = if random.below(3) == 0 { '.' } else { 'X' };
    }
    figure[random.below(rows)][random.below(columns)] = 'X';
    let figure = figure.iter().map(|row| row.iter().collect::<String>()).join("\n");
    let subjects = 1 + random.below(4);
    let names = (0..subjects)
        .map(|number| format!("{}{number}", ["Ü \\\"x\\\"", "🎲", "a'b", "1"][random.below(4)]));
    let names = names.map(|name| format!("\"{name}\"")).join(", ");
    let subjects_text =
        if random.below(2) == 0 { subjects.to_string() } else { format!("[{names}]") };
    let counts = (0..subjects).map(|_| random.below(4)).join(", ");
    let candidates =
        if random.below(2) == 0 { random.below(4).to_string() } else { format!("[{counts}]") };
    let neighbours = ["", "neighbours = 4\n", "neighbours = 8\n"][random.below(3)];
    format!(
        "kind = \"seating\"\nfigure = \"\"\"\n{figure}\n\"\"\"\nsubjects = {subjects_text}\n\
         candidates = {candidates}\n{neighbours}"
    )
}

#[test]
fn every_kind_is_written_as_toml() {
    for make in [dice, signs, seating, |random: &mut Random| pips(random, FORMATS[0].1)] {
        for seed in 0..300 {
            let text = make(&mut Random::new(seed));
            let read = |text: &str| {
                instance::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
            };
            let puzzle = read(&text);
            let written = puzzle.to_text("toml").unwrap();
            let again = read(&written);
            assert_eq!(again.to_text("toml").unwrap(), written, "{text}");
            assert!(again.puzzle.csp() == puzzle.puzzle.csp(), "{written}of:\n{text}");
            assert_eq!(again.puzzle.draw(None), puzzle.puzzle.draw(None), "{text}");
            assert_eq!((again.title, again.expect), (puzzle.title, puzzle.expect), "{text}");
        }
    }
}
