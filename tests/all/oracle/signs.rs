//! Signs: the number at each crossing is that of the different numbers in the directions of its
//! arrows, up to the end of the board.

use serde_json::json;

use super::{About, Answer, Drawn, Pen, Puzzle, Rules, Search, Truth, solutions, toml};

/// Features of signs: the spellings, then the boards.
pub(super) const FEATURES: &[&str] = &[
    "↑",
    "↗",
    "→",
    "↘",
    "↓",
    "↙",
    "←",
    "↖",
    "n",
    "ne",
    "e",
    "se",
    "s",
    "sw",
    "w",
    "nw",
    "↔",
    "↕",
    "⤡",
    "⤢",
    "⬆",
    "➡",
    "⬇",
    "⬅",
    "a variation selector",
    "several arrows in a row",
    "names joined",
    "arrows and names joined",
    "↓4",
    "↓:4",
    "s:4",
    "one direction",
    "two opposite directions",
    "several directions",
    "all directions",
    "an arrow off the board",
    "no given",
    "all given",
    "one value",
    "more values than crossings",
    "a given of two digits",
    "over 64 crossings",
    "one crossing",
    "one row",
    "one column",
    "blank lines around",
    "indented rows",
    "tabs between signs",
];

/// Name, arrow, step down and step right.
const COMPASS: [(&str, &str, i32, i32); 8] = [
    ("n", "↑", -1, 0),
    ("ne", "↗", -1, 1),
    ("e", "→", 0, 1),
    ("se", "↘", 1, 1),
    ("s", "↓", 1, 0),
    ("sw", "↙", 1, -1),
    ("w", "←", 0, -1),
    ("nw", "↖", -1, -1),
];

/// Arrows for two opposite directions, which are four apart.
const TWO_HEADED: [&str; 4] = ["↕", "⤢", "↔", "⤡"];

const EMOJI: [&str; 4] = ["⬆", "➡", "⬇", "⬅"];

#[derive(Clone)]
struct Signs {
    rows: usize,
    columns: usize,
    values: usize,
    /// For each crossing, the directions that it counts; `None` if it counts nothing.
    signs: Vec<Option<Vec<usize>>>,
    givens: Vec<Option<i32>>,
    /// For each crossing, the crossings that it counts.
    seen: Vec<Vec<usize>>,
}

impl Rules for Signs {
    fn search(&self, search: &mut Search) {
        self.number(&mut Vec::new(), search);
    }

    fn names(&self) -> Vec<String> {
        let places = (0..self.rows * self.columns).map(|at| (at / self.columns, at % self.columns));
        places.map(|(row, column)| format!("board[r{}c{}]", row + 1, column + 1)).collect()
    }

    fn json(&self, answer: &Answer) -> serde_json::Value {
        json!({ "board": answer.chunks(self.columns).collect::<Vec<_>>() })
    }

    fn read(&self, json: &serde_json::Value) -> Answer {
        let rows = json["board"].as_array().unwrap();
        assert_eq!(rows.len(), self.rows);
        let row = |row: &serde_json::Value| {
            let numbers = row.as_array().unwrap().clone();
            assert_eq!(numbers.len(), self.columns);
            numbers.into_iter().map(|number| number.as_i64().unwrap() as i32)
        };
        rows.iter().flat_map(row).collect()
    }

    /// Removes a given number, or lets a crossing count nothing.
    fn relaxed(&self, pen: &mut Pen) -> Option<Box<dyn Rules>> {
        let mut relaxed = self.clone();
        let given: Vec<usize> =
            (0..self.givens.len()).filter(|&at| self.givens[at].is_some()).collect();
        if !given.is_empty() && pen.one_in(2) {
            relaxed.givens[pen.pick(&given)] = None;
        } else {
            relaxed.signs[pen.below(self.signs.len())] = None;
        }
        Some(Box::new(relaxed))
    }
}

impl Signs {
    fn new(rows: usize, columns: usize, values: usize, signs: Vec<Vec<usize>>) -> Signs {
        let mut seen = Vec::new();
        for (at, sign) in signs.iter().enumerate() {
            let mut here = Vec::new();
            for &direction in sign {
                let (_, _, down, right) = COMPASS[direction];
                let (mut row, mut column) = ((at / columns) as i32, (at % columns) as i32);
                loop {
                    (row, column) = (row + down, column + right);
                    if !(0..rows as i32).contains(&row) || !(0..columns as i32).contains(&column) {
                        break;
                    }
                    here.push(row as usize * columns + column as usize);
                }
            }
            seen.push(here);
        }
        let givens = vec![None; signs.len()];
        Signs { rows, columns, values, signs: signs.into_iter().map(Some).collect(), givens, seen }
    }

    fn number(&self, numbers: &mut Vec<i32>, search: &mut Search) {
        if !search.goes_on() {
            return;
        }
        if numbers.len() == self.signs.len() {
            search.find(numbers.clone());
            return;
        }
        let given = self.givens[numbers.len()];
        for value in 1..=self.values as i32 {
            numbers.push(value);
            if given.is_none_or(|given| given == value) && self.may_hold(numbers) {
                self.number(numbers, search);
            }
            numbers.pop();
        }
    }

    /// Whether no crossing already counts too many or too few; exact once all are numbered.
    fn may_hold(&self, numbers: &[i32]) -> bool {
        (0..numbers.len()).all(|at| {
            let (counted, open): (Vec<usize>, Vec<usize>) =
                self.seen[at].iter().partition(|&&other| other < numbers.len());
            let mut different: Vec<i32> = counted.iter().map(|&other| numbers[other]).collect();
            different.sort_unstable();
            different.dedup();
            let (least, most) = (different.len() as i32, (different.len() + open.len()) as i32);
            self.signs[at].is_none() || (least..=most).contains(&numbers[at])
        })
    }
}

/// Draws a file of signs.
pub(super) fn draw(pen: &mut Pen) -> Option<Drawn> {
    let signs = if pen.one_in(40) { draw_large(pen) } else { draw_signs(pen) };
    note(pen, &signs);
    let truth = Truth::of(&signs)?;
    let about = toml::about(pen, &truth);
    let text = write(pen, &signs, &about);
    let puzzle = Puzzle { part: None, about, rules: Box::new(signs), truth };
    Some(Drawn { text, extension: "toml", puzzles: vec![puzzle], features: Vec::new() })
}

fn draw_signs(pen: &mut Pen) -> Signs {
    let (rows, columns) = match pen.below(10) {
        0 => (1, pen.between(1, 6)),
        1 => (pen.between(1, 6), 1),
        2 | 3 => (2, pen.between(2, 5)),
        4 | 5 => (pen.between(2, 5), 2),
        _ => (3, pen.between(3, 4)),
    };
    let values = pen.pick(&[1, 2, 2, 3, 3, 3, 4, 4, 5, 12]);
    let wanted = !pen.one_in(12);
    let crossing = |at: usize, pen: &mut Pen| {
        // A sign that points at nothing has no number; mostly draw others.
        for _ in 0..30 {
            let sign = draw_sign(pen);
            let board = |at: usize| if at == 0 { sign.clone() } else { Vec::new() };
            let mut alone: Vec<Vec<usize>> = vec![Vec::new(); rows * columns];
            alone[at] = board(0);
            if !wanted || !Signs::new(rows, columns, values, alone).seen[at].is_empty() {
                return sign;
            }
        }
        draw_sign(pen)
    };
    let drawn = (0..rows * columns).map(|at| crossing(at, pen)).collect();
    let mut signs = Signs::new(rows, columns, values, drawn);
    draw_givens(pen, &mut signs);
    signs
}

/// More crossings than a machine word has bits, most of which count only crossings before them. The
/// boards are narrow, because the exact counter's states grow with the width.
fn draw_large(pen: &mut Pen) -> Signs {
    let (rows, columns) = pen.pick(&[(1, 66), (66, 1), (2, 33), (33, 2), (23, 3)]);
    let mut drawn = Vec::new();
    for at in 0..rows * columns {
        let (row, column) = (at / columns, at % columns);
        let mut before = Vec::new();
        before.extend((row > 0).then_some(0));
        before.extend((column > 0).then_some(6));
        before.extend((row > 0 && column + 1 < columns).then_some(1));
        before.extend((row > 0 && column > 0).then_some(7));
        let number = pen.between(1, before.len().max(1));
        drawn.push(match before.is_empty() {
            true => vec![if columns > 1 { 2 } else { 4 }],
            false => pen.some(&before, number),
        });
    }
    let mut signs = Signs::new(rows, columns, pen.between(2, 4), drawn);
    draw_givens(pen, &mut signs);
    signs
}

/// Directions, each once.
fn draw_sign(pen: &mut Pen) -> Vec<usize> {
    let first = pen.below(8);
    match pen.below(20) {
        0..10 => vec![first],
        10..15 => vec![first, (first + 4) % 8],
        15..19 => {
            let number = pen.between(2, 5);
            pen.some(&[0, 1, 2, 3, 4, 5, 6, 7], number)
        }
        _ => (0..8).collect(),
    }
}

/// Draws given numbers: mostly those of a solution, if there is one.
fn draw_givens(pen: &mut Pen, signs: &mut Signs) {
    let (found, _) = solutions(signs, 40);
    let answer =
        (!found.is_empty() && !pen.one_in(10)).then(|| found[pen.below(found.len())].clone());
    let one_in = pen.pick(&[1, 2, 4, 8, 100, 100]);
    for at in 0..signs.givens.len() {
        if pen.one_in(one_in) {
            let other = 1 + pen.below(signs.values) as i32;
            signs.givens[at] = Some(answer.as_ref().map_or(other, |answer| answer[at]));
        }
    }
}

fn note(pen: &mut Pen, puzzle: &Signs) {
    let Signs { rows, columns, values, signs, givens, seen } = puzzle;
    for sign in signs.iter().flatten() {
        let opposite = sign.len() == 2 && sign[0] % 4 == sign[1] % 4;
        pen.note(match sign.len() {
            1 => "one direction",
            2 if opposite => "two opposite directions",
            8 => "all directions",
            _ => "several directions",
        });
    }
    pen.note_if(seen.iter().any(Vec::is_empty), "an arrow off the board");
    pen.note_if(givens.iter().all(Option::is_none), "no given");
    pen.note_if(givens.iter().all(Option::is_some), "all given");
    pen.note_if(*values == 1, "one value");
    pen.note_if(*values > signs.len(), "more values than crossings");
    pen.note_if(givens.iter().flatten().any(|given| *given > 9), "a given of two digits");
    pen.note_if(signs.len() > 64, "over 64 crossings");
    pen.note_if(signs.len() == 1, "one crossing");
    pen.note_if(*rows == 1 && *columns > 1, "one row");
    pen.note_if(*columns == 1 && *rows > 1, "one column");
}

fn write(pen: &mut Pen, signs: &Signs, about: &About) -> String {
    let mut rows = Vec::new();
    if pen.one_in(8) {
        pen.note("blank lines around");
        rows.extend(["".to_owned(), "  ".to_owned()]);
    }
    let spelled = signs.signs.iter().zip(&signs.givens);
    let words = spelled.map(|(sign, given)| spell(pen, sign.as_ref().unwrap(), *given));
    let words: Vec<String> = words.collect();
    for row in words.chunks(signs.columns) {
        let between = pen.pick(&[" ", " ", "  ", "\t", " \t "]);
        let indent = pen.pick(&["", "", "", "  ", "\t"]);
        pen.note_if(between.contains('\t') && signs.columns > 1, "tabs between signs");
        pen.note_if(!indent.is_empty(), "indented rows");
        rows.push(format!("{indent}{}", row.join(between)));
    }
    let is_tabbed = rows.iter().any(|row| row.contains('\t'));
    if pen.one_in(8) {
        rows.push(" ".to_owned());
    }
    let mut board = toml::rows(pen, &rows);
    if is_tabbed && pen.one_in(3) && board.starts_with("\"\"\"") {
        board = board.replace('\t', "\\t");
    }
    let entries =
        vec![("values".to_owned(), toml::integer(pen, signs.values)), ("board".to_owned(), board)];
    let text = toml::document(pen, "signs", about, entries, Vec::new());
    toml::with_line_ends(pen, text)
}

/// A sign in one of its spellings, followed by the given number.
fn spell(pen: &mut Pen, directions: &[usize], given: Option<i32>) -> String {
    let mut order = directions.to_vec();
    pen.shuffle(&mut order);
    let mut parts: Vec<(bool, String)> = Vec::new();
    let as_names = pen.pick(&[0, 1, 3]);
    while let Some(direction) = order.pop() {
        let (name, arrow, ..) = COMPASS[direction];
        if as_names > 0 && pen.one_in(as_names) {
            pen.note(name);
            parts.push((true, name.to_owned()));
            continue;
        }
        let opposite = order.iter().position(|&other| other == (direction + 4) % 8);
        let shape = match opposite.filter(|_| !pen.one_in(3)) {
            Some(other) => {
                order.remove(other);
                TWO_HEADED[direction % 4]
            }
            None if direction % 2 == 0 && pen.one_in(4) => EMOJI[direction / 2],
            None => arrow,
        };
        pen.note(shape);
        let selector = pen.pick(&["", "", "", "", "", "\u{FE0E}", "\u{FE0F}"]);
        pen.note_if(!selector.is_empty(), "a variation selector");
        parts.push((false, format!("{shape}{selector}")));
    }
    let mut text = String::new();
    for (at, (is_name, part)) in parts.iter().enumerate() {
        let follows_arrow = at > 0 && !parts[at - 1].0;
        if at > 0 && (*is_name || !follows_arrow || pen.one_in(4)) {
            let mixed = *is_name == follows_arrow;
            pen.note_if(mixed, "arrows and names joined");
            pen.note_if(!mixed && *is_name, "names joined");
            text.push('+');
        } else {
            pen.note_if(at > 0, "several arrows in a row");
        }
        text.push_str(part);
    }
    let ends_in_name = parts.last().is_some_and(|(is_name, _)| *is_name);
    match given {
        None => text,
        Some(given) if ends_in_name || pen.one_in(2) => {
            pen.note(if ends_in_name { "s:4" } else { "↓:4" });
            format!("{text}:{given}")
        }
        Some(given) => {
            pen.note("↓4");
            format!("{text}{given}")
        }
    }
}
