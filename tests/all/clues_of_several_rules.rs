//! Clues that several rules speak of are one clue each. Random puzzles are compared with all boards that obey the rules.

use std::collections::BTreeSet;

use cnfetti::problem::{ClueOptions, Problem};
use itertools::Itertools;

use crate::clues_written::compare;
use crate::random_csp::Random;

type Cell = (usize, usize);

/// The numbers of a Sudoku, or 1 for each black cell.
type Board = Vec<Vec<usize>>;

struct Clue {
    name: String,
    holds: Box<dyn Fn(&Board) -> bool>,
}

fn called((row, column): Cell) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

fn beside((row, column): Cell, size: usize) -> Vec<Cell> {
    let near = |at: usize| at.saturating_sub(1)..(at + 2).min(size);
    let around = near(row).cartesian_product(near(column));
    around.filter(|&(r, c)| row.abs_diff(r) + column.abs_diff(c) == 1).collect()
}

fn sudokus() -> Vec<Board> {
    let squares = (0..4).map(|_| (1..=4).permutations(4)).multi_cartesian_product();
    let is_sudoku = |board: &Board| {
        let boxed = |at: usize| (0..4).map(move |n| (at / 2 * 2 + n / 2, at % 2 * 2 + n % 2));
        (0..4).all(|at| board.iter().map(|row| row[at]).all_unique())
            && (0..4).all(|at| boxed(at).map(|(row, column)| board[row][column]).all_unique())
    };
    squares.filter(is_sudoku).collect()
}

/// A path of cells beside each other, each once.
fn path(random: &mut Random) -> Vec<Cell> {
    let mut path = vec![(random.below(4), random.below(4))];
    while path.len() < 3 + random.below(2) {
        let next = beside(path[path.len() - 1], 4);
        let next = next.into_iter().filter(|cell| !path.contains(cell)).collect_vec();
        let Some(&next) = next.get(random.below(next.len().max(1))) else { break };
        path.push(next);
    }
    path
}

type Meaning = fn(&[usize]) -> bool;

/// What lines say of the numbers along them.
const LINES: [(&str, Meaning); 4] = [
    ("thermometer", |line| line.windows(2).all(|pair| pair[0] < pair[1])),
    ("whisper", |line| line.windows(2).all(|pair| pair[0].abs_diff(pair[1]) >= 2)),
    ("between", |line| {
        let (first, last) = (line[0], line[line.len() - 1]);
        let (low, high) = (first.min(last), first.max(last));
        line[1..line.len() - 1].iter().all(|&number| low < number && number < high)
    }),
    ("renban", |line| {
        line.iter().all_unique()
            && line.iter().max().unwrap() - line.iter().min().unwrap() + 1 == line.len()
    }),
];

/// A Sudoku with lines, cages with and without a sum, givens that are also marked as odd, and a minimum.
fn sudoku(solution: &Board, random: &mut Random) -> (String, Vec<Clue>) {
    let (mut text, mut clues) = ("kind = \"sudoku\"\nsize = 4\n".to_owned(), Vec::new());
    let numbers = |cells: &[Cell], board: &Board| {
        cells.iter().map(|&(row, column)| board[row][column]).collect_vec()
    };
    for (layer, meaning) in LINES {
        let paths = (0..20).map(|_| path(random)).collect_vec();
        // Of a shorter one, a single rule speaks, which does not name the line.
        let least = if layer == "between" { 4 } else { 3 };
        let fits = |path: &Vec<Cell>| path.len() >= least && meaning(&numbers(path, solution));
        let paths = paths.into_iter().filter(fits).take(random.below(3)).collect_vec();
        for (at, path) in paths.iter().cloned().enumerate() {
            let name = format!("{layer} {} (from {})", ["A", "B"][at], called(path[0]));
            let holds = Box::new(move |board: &Board| meaning(&numbers(&path, board)));
            clues.push(Clue { name, holds });
        }
        let written =
            |path: &Vec<Cell>| format!("\"{}\"", path.iter().map(|&c| called(c)).join(" "));
        if !paths.is_empty() {
            text += &format!("{layer} = [{}]\n", paths.iter().map(written).join(", "));
        }
    }
    let mut cage = vec![vec!['.'; 4]; 4];
    let mut totals = Vec::new();
    for letter in ['A', 'B'].into_iter().take(random.below(3)) {
        let cells = path(random).into_iter().sorted().collect_vec();
        let is_free = cells.iter().all(|&(row, column)| cage[row][column] == '.');
        let in_order = totals.len() + 1 == letter as usize - 'A' as usize + 1;
        if !is_free || !in_order || !numbers(&cells, solution).iter().all_unique() {
            continue;
        }
        let sum = numbers(&cells, solution).iter().sum::<usize>();
        let total = (random.below(3) > 0).then_some(sum);
        cells.iter().for_each(|&(row, column)| cage[row][column] = letter);
        totals.push((letter, cells, total));
    }
    for (letter, cells, total) in totals.clone() {
        let name = format!("cage {letter} (from {})", called(cells[0]));
        let holds = Box::new(move |board: &Board| {
            let numbers = numbers(&cells, board);
            numbers.iter().all_unique()
                && total.is_none_or(|total| numbers.iter().sum::<usize>() == total)
        });
        clues.push(Clue { name, holds });
    }
    let layer = |cell: &dyn Fn(Cell) -> String| {
        (0..4).map(|row| (0..4).map(|column| cell((row, column))).join(" ")).join("\n")
    };
    text += &format!(
        "cage = \"\"\"\n{}\n\"\"\"\n",
        layer(&|(row, column)| cage[row][column].to_string())
    );
    let totals =
        totals.iter().filter_map(|(letter, _, total)| Some(format!("{letter} = {}", (*total)?)));
    let totals = totals.collect_vec();
    if !totals.is_empty() {
        text += &format!("total = {{ {} }}\n", totals.join(", "));
    }
    let mut odd = BTreeSet::new();
    let mut given = BTreeSet::new();
    for _ in 0..random.below(3) {
        let cell = (random.below(4), random.below(4));
        given.insert(cell);
        if solution[cell.0][cell.1] % 2 == 1 {
            odd.insert(cell);
        }
    }
    for &cell in &given {
        let number = solution[cell.0][cell.1];
        let holds = Box::new(move |board: &Board| board[cell.0][cell.1] == number);
        clues.push(Clue { name: format!("{} is given as", called(cell)), holds });
    }
    for &cell in &odd {
        let holds = Box::new(move |board: &Board| board[cell.0][cell.1] % 2 == 1);
        clues.push(Clue { name: format!("{} is odd", called(cell)), holds });
    }
    let number = |(row, column): Cell| solution[row][column];
    let is_least =
        |cell: &Cell| beside(*cell, 4).into_iter().all(|other| number(*cell) < number(other));
    let cells = (0..4).cartesian_product(0..4).filter(is_least).collect_vec();
    let minimum = cells.get(random.below(2 * cells.len() + 1)).copied();
    if let Some(cell) = minimum {
        let holds = Box::new(move |board: &Board| {
            let own = board[cell.0][cell.1];
            beside(cell, 4).into_iter().all(|(row, column)| own < board[row][column])
        });
        clues.push(Clue { name: format!("minimum in {}", called(cell)), holds });
    }
    let mark = |is: bool| if is { "x" } else { "." }.to_owned();
    for (name, cells) in [
        (
            "number",
            layer(&|cell| {
                if given.contains(&cell) { number(cell).to_string() } else { mark(false) }
            }),
        ),
        ("odd", layer(&|cell| mark(odd.contains(&cell)))),
        ("minimum", layer(&|cell| mark(minimum == Some(cell)))),
    ] {
        text += &format!("{name} = \"\"\"\n{cells}\n\"\"\"\n");
    }
    (text, clues)
}

#[test]
fn sudokus_with_lines_and_cages() {
    let boards = sudokus();
    assert_eq!(boards.len(), 288);
    let (mut redundant, mut sets) = (0, 0);
    for seed in 0..40 {
        let random = &mut Random::new(seed);
        let (text, clues) = sudoku(&boards[random.below(boards.len())], random);
        let names = clues.iter().map(|clue| clue.name.clone()).collect_vec();
        if names.is_empty() {
            continue;
        }
        let found = compare(&text, &boards, &names, |at, board| (clues[at].holds)(board));
        redundant += found.map_or(0, |found| found.0);
        sets += found.map_or(0, |found| found.1);
    }
    assert!(redundant > 20 && sets > 20, "{redundant} {sets}");
}

/// How many white cells a white cell sees, with itself.
fn seen(board: &Board, (row, column): Cell) -> usize {
    let size = board.len();
    let white = |cells: Vec<Cell>| cells.into_iter().take_while(|&(r, c)| board[r][c] == 0).count();
    1 + white((0..row).rev().map(|r| (r, column)).collect())
        + white((row + 1..size).map(|r| (r, column)).collect())
        + white((0..column).rev().map(|c| (row, c)).collect())
        + white((column + 1..size).map(|c| (row, c)).collect())
}

/// All boards of 4 × 4 on which no black cells touch and the white ones are connected.
fn shaded() -> Vec<Board> {
    let boards = (0..1_usize << 16).map(|bits| {
        (0..4).map(|row| (0..4).map(|column| bits >> (4 * row + column) & 1).collect()).collect()
    });
    let is_fine = |board: &Board| {
        let cells = (0..4).cartesian_product(0..4).collect_vec();
        let is_black = |&(row, column): &Cell| board[row][column] == 1;
        let touches = |&cell: &Cell| is_black(&cell) && beside(cell, 4).iter().any(is_black);
        let Some(&first) = cells.iter().find(|cell| !is_black(cell)) else { return false };
        let (mut reached, mut left) = (BTreeSet::from([first]), vec![first]);
        while let Some(cell) = left.pop() {
            for next in beside(cell, 4).into_iter().filter(|next| !is_black(next)) {
                if reached.insert(next) {
                    left.push(next);
                }
            }
        }
        let white = cells.iter().filter(|cell| !is_black(cell)).count();
        !cells.iter().any(touches) && reached.len() == white
    };
    boards.filter(is_fine).collect()
}

#[test]
fn each_number_of_a_kuromasu_is_one_clue() {
    let boards = shaded();
    let (mut redundant, mut sets) = (0, 0);
    for seed in 0..25 {
        let random = &mut Random::new(seed);
        let solution = &boards[random.below(boards.len())];
        let cells =
            (0..4).cartesian_product(0..4).filter(|&(row, column)| solution[row][column] == 0);
        let cells = cells.sorted_by_cached_key(|_| random.below(1 << 30)).take(3 + random.below(4));
        // A few are only known to be white.
        let clues = cells.map(|cell| (cell, (random.below(5) > 0).then(|| seen(solution, cell))));
        let clues = clues.sorted().collect_vec();
        let written = |cell: Cell| match clues.iter().find(|clue| clue.0 == cell) {
            Some((_, Some(number))) => number.to_string(),
            Some((_, None)) => "?".to_owned(),
            None => ".".to_owned(),
        };
        let row = |row: usize| (0..4).map(|column| written((row, column))).join(" ");
        let rows = (0..4).map(row).join("\n");
        let text = format!("kind = \"kuromasu\"\nnumber = \"\"\"\n{rows}\n\"\"\"\n");
        let name = |&(cell, number): &(Cell, Option<usize>)| match number {
            Some(number) => format!("number {number} in {}", called(cell)),
            None => format!("{} has a clue and is white", called(cell)),
        };
        let names = clues.iter().map(name).collect_vec();
        let found = compare(&text, &boards, &names, |at, board| {
            let (cell, number) = clues[at];
            board[cell.0][cell.1] == 0 && number.is_none_or(|number| seen(board, cell) == number)
        });
        redundant += found.map_or(0, |found| found.0);
        sets += found.map_or(0, |found| found.1);
    }
    assert!(redundant > 20 && sets > 20, "{redundant} {sets}");
}

/// All rectangles together are as large as the board, so each number follows from the others.
#[test]
fn each_number_of_a_shikaku_can_be_left_out() {
    let text = "kind = \"shikaku\"\nnumber = \"\"\"\n. . 2\n. 4 .\n3 . .\n\"\"\"\n";
    let problem = Problem::from_text(text.to_owned()).unwrap();
    let found = problem.clues(&ClueOptions::default()).unwrap();
    assert_eq!(found.redundant().unwrap().len(), 3);
}

/// How many clues the examples have. In a Kakuro, two numbers in one cell are two clues.
#[test]
fn clues_of_examples() {
    let examples = [
        ("kakuro", 10),
        ("battleships", 11),
        ("country_road", 2),
        ("geradeweg", 3),
        ("heyawake", 3),
        ("numberlink", 0),
        ("nurikabe", 1),
        ("nurimisaki", 4),
    ];
    for (kind, clues) in examples {
        let path = format!("{}/instances/kinds/{kind}.toml", env!("CARGO_MANIFEST_DIR"));
        let problem = Problem::from_text(std::fs::read_to_string(path).unwrap()).unwrap();
        let found = problem.clues(&ClueOptions::default()).unwrap();
        let number = found.report().clues.as_ref().map_or(0, |clues| clues.all.len());
        assert_eq!(number, clues, "{kind}");
    }
}
