//! Files of pips: TOML, typed maps, counted text and Dominosa ids.

use super::pips::{Mark, Pips, Rule};
use super::pips_boards::{Says, board, tiling};
use super::{About, Drawn, Pen, Puzzle, Truth, published, toml};

/// Features of these formats.
pub(super) const FEATURES: &[&str] = &[
    "toml",
    "map",
    "counted text",
    "json",
    "dominosa",
    "several dominosa ids",
    "a dominosa number in brackets",
    "an unfilled dominosa board",
    "spaces between cells",
    "three holes in one",
    "a row that ends in holes",
    "a row that ends early",
    "an empty line as a row",
    "blanks after a row",
    "a region's name of several characters",
    "a region's name beyond ASCII",
    "domino 51",
    "domino 5-1",
    "domino 5|1",
    "domino [5, 1]",
    "map rule A: = 3",
    "map rule A: 3",
    "map rule A = 3",
    "map rule A=3",
    "map rule with ≤ or ≥",
    "map rule =",
    "map rule !=",
    "map rule ≠",
    "map dominoes on several lines",
    "map dominoes with commas",
    "map dominoes without a colon",
    "map without a blank line",
    "counted rule with an idle number",
];

/// Draws a file of pips.
pub(super) fn draw(pen: &mut Pen) -> Option<Drawn> {
    let style = pen.below(24);
    if style < 3 {
        return published::draw(pen);
    }
    if style < 5 {
        return draw_dominosa(pen);
    }
    let pips = board(pen, Says::Everything);
    let truth = Truth::of(&pips)?;
    let mut about = About::default();
    let (text, extension) = match style {
        5..12 => {
            pen.note("map");
            about = toml::about(pen, &truth);
            about.expect.clear();
            (map(pen, &pips, &about), "txt")
        }
        12..16 => {
            pen.note("counted text");
            (counted(pen, &pips), "txt")
        }
        _ => {
            pen.note("toml");
            about = toml::about(pen, &truth);
            about
                .expect
                .extend(truth.grids.filter(|_| pen.one_in(4)).map(|grids| ("grids", grids)));
            about.known = known(pen, &pips, &truth);
            (toml(pen, &pips, &about), "toml")
        }
    };
    let text = toml::with_line_ends(pen, text);
    Some(Drawn {
        text,
        extension,
        puzzles: vec![puzzle(pen, pips, truth, about)],
        features: Vec::new(),
    })
}

/// The only puzzle of a file.
pub(super) fn puzzle(pen: &mut Pen, pips: Pips, truth: Truth, about: About) -> Puzzle {
    let fewer = truth.grids.is_some_and(|grids| grids < truth.solutions.len());
    pen.note_if(fewer, "fewer grids than placements");
    Puzzle { part: None, about, rules: Box::new(pips), truth }
}

/// Whether the solution in the file is correct.
pub(super) fn known(pen: &mut Pen, pips: &Pips, truth: &Truth) -> Option<bool> {
    let placements = pips.known.as_ref()?;
    let number = pips.cells.len();
    let mut answer = vec![-1; 2 * number];
    for (cells, domino) in placements.iter().zip(&pips.dominoes) {
        for half in 0..2 {
            answer[cells[half]] = domino[half];
            answer[number + cells[half]] = cells[1 - half] as i32;
        }
    }
    let is_solution = truth.solutions.binary_search(&answer).is_ok();
    pen.note(if is_solution { "a known solution" } else { "a known solution that is none" });
    Some(is_solution)
}

fn toml(pen: &mut Pen, pips: &Pips, about: &About) -> String {
    let names = names(pen, pips);
    let rows = rows(pen, pips, &names);
    let dominoes = pips.dominoes.iter().map(|&[one, other]| {
        if pen.one_in(3) {
            pen.note("domino [5, 1]");
            return format!("[{one}, {other}]");
        }
        let text = domino(pen, [one, other]);
        toml::string(pen, &text)
    });
    let dominoes: Vec<String> = dominoes.collect();
    let mut entries = vec![
        ("board".to_owned(), toml::rows(pen, &rows)),
        ("dominoes".to_owned(), toml::array(pen, &dominoes)),
    ];
    if let Some(known) = &pips.known {
        let cell = |at: usize| format!("[{}, {}]", pips.cells[at].0, pips.cells[at].1);
        let pair = |&[one, other]: &[usize; 2]| format!("[{}, {}]", cell(one), cell(other));
        let known: Vec<String> = known.iter().map(pair).collect();
        entries.push(("solution".to_owned(), toml::array(pen, &known)));
    }
    let mut tables = Vec::new();
    if !names.is_empty() || pen.one_in(2) {
        let rules = names.iter().zip(&pips.rules).map(|(name, &rule)| {
            let text = rule_text(pen, rule);
            let key = if name.is_ascii() { name.clone() } else { format!("\"{name}\"") };
            (key, toml::string(pen, &text))
        });
        tables.push(("regions", rules.collect()));
    }
    toml::document(pen, "pips", about, entries, tables)
}

/// A rule in TOML files.
fn rule_text(pen: &mut Pen, rule: Rule) -> String {
    match rule {
        Rule::Free => "free".to_owned(),
        Rule::Equal => "equal".to_owned(),
        Rule::Unequal => "unequal".to_owned(),
        Rule::Sum(sign, number) => format!("{sign}{}{number}", pen.pick(&[" ", " ", ""])),
    }
}

/// A domino as text.
fn domino(pen: &mut Pen, [one, other]: [i32; 2]) -> String {
    match pen.below(3) {
        0 if one.max(other) < 10 => {
            pen.note("domino 51");
            format!("{one}{other}")
        }
        1 => {
            pen.note("domino 5|1");
            format!("{one}|{other}")
        }
        _ => {
            pen.note("domino 5-1");
            format!("{one}-{other}")
        }
    }
}

/// A name for each region.
fn names(pen: &mut Pen, pips: &Pips) -> Vec<String> {
    const SHORT: [&str; 8] = ["A", "B", "C", "X", "a", "z", "é", "Ж"];
    const LONG: [&str; 5] = ["A1", "B2", "Zz", "x10", "É2"];
    let mut names = pen.some(&SHORT, pips.rules.len());
    if pen.one_in(6) {
        for (name, long) in names.iter_mut().zip(LONG) {
            pen.note("a region's name of several characters");
            *name = long;
        }
    }
    pen.note_if(!names.iter().all(|name| name.is_ascii()), "a region's name beyond ASCII");
    names.into_iter().map(str::to_owned).collect()
}

/// The rows of the board. The first is not empty.
fn rows(pen: &mut Pen, pips: &Pips, names: &[String]) -> Vec<String> {
    let mark = |at: usize| match pips.marks[at] {
        Mark::Free => "#".to_owned(),
        Mark::Given(number) => number.to_string(),
        Mark::Region(region) => names[region].clone(),
    };
    let height = 1 + pips.cells.iter().map(|cell| cell.0).max().unwrap_or(0);
    let marks: Vec<String> = (0..pips.cells.len()).map(mark).collect();
    let is_spaced = marks.iter().any(|mark| mark.chars().count() > 1) || pen.one_in(4);
    let mut rows: Vec<String> = Vec::new();
    for row in 0..height + usize::from(pen.one_in(8)) {
        let mut squares: Vec<&str> = Vec::new();
        for (at, cell) in pips.cells.iter().enumerate().filter(|(_, cell)| cell.0 == row) {
            holes(pen, cell.1 - width(&squares), &mut squares);
            squares.push(&marks[at]);
        }
        if pen.one_in(3) {
            let more = pen.between(1, 4);
            pen.note_if(!squares.is_empty(), "a row that ends in holes");
            holes(pen, more, &mut squares);
        } else {
            let longer = pips.cells.iter().any(|cell| cell.1 >= width(&squares));
            pen.note_if(longer && !squares.is_empty(), "a row that ends early");
        }
        if squares.is_empty() && (row == 0 || pen.one_in(2)) {
            squares.push(".");
        }
        pen.note_if(squares.is_empty(), "an empty line as a row");
        let after = if pen.one_in(12) && !squares.is_empty() { "  " } else { "" };
        pen.note_if(!after.is_empty(), "blanks after a row");
        rows.push(format!("{}{after}", squares.join(if is_spaced { " " } else { "" })));
    }
    if is_spaced && !rows.iter().any(|row| row.trim().contains(' ')) {
        rows[0].push_str(" .");
    }
    pen.note_if(is_spaced, "spaces between cells");
    rows
}

/// The number of columns that the squares take.
fn width(squares: &[&str]) -> usize {
    squares.iter().map(|square| if *square == "…" { 3 } else { 1 }).sum()
}

/// This many places without a cell.
fn holes(pen: &mut Pen, mut number: usize, squares: &mut Vec<&str>) {
    while number > 0 {
        let three = number >= 3 && pen.one_in(2);
        pen.note_if(three, "three holes in one");
        squares.push(if three { "…" } else { "." });
        number -= if three { 3 } else { 1 };
    }
}

/// The board in typed form, with rules and dominoes below it.
fn map(pen: &mut Pen, pips: &Pips, about: &About) -> String {
    let names = names(pen, pips);
    let rows = rows(pen, pips, &names);
    let mut below: Vec<String> = Vec::new();
    for (name, &rule) in names.iter().zip(&pips.rules) {
        let rule = map_rule(pen, rule);
        below.push(format!("{name}{rule}"));
    }
    for (key, text) in [("title", &about.title), ("source", &about.source)] {
        if let Some(text) = text {
            pen.note(key);
            below.push(format!("{key}: {text}"));
        }
    }
    let with_commas = pen.one_in(3);
    pen.note_if(with_commas && pips.dominoes.len() > 1, "map dominoes with commas");
    let mut dominoes = pen.pick(&["dominoes:", "dominoes:", "dominoes "]).to_owned();
    pen.note_if(dominoes.ends_with(' '), "map dominoes without a colon");
    for (at, &piece) in pips.dominoes.iter().enumerate() {
        let breaks = pen.one_in(6);
        pen.note_if(breaks, "map dominoes on several lines");
        dominoes.push_str(if breaks { "\n" } else { " " });
        dominoes.push_str(&domino(pen, piece));
        dominoes.push_str(if with_commas && at + 1 < pips.dominoes.len() { "," } else { "" });
    }
    below.push(dominoes);
    pen.shuffle(&mut below);
    let is_apart = !pen.one_in(4);
    pen.note_if(!is_apart, "map without a blank line");
    let between = pen.pick(&["\n", "\n", "\n\n"]);
    let blank = if is_apart { "\n" } else { "" };
    format!("{}\n{blank}{}\n", rows.join("\n"), below.join(between))
}

/// The text after a region's name in a map.
fn map_rule(pen: &mut Pen, rule: Rule) -> String {
    let after = pen.pick(&[" ", ": ", ":"]);
    match rule {
        Rule::Free => format!("{after}free"),
        Rule::Equal if !pen.one_in(4) => {
            pen.note("map rule =");
            format!("{after}=")
        }
        Rule::Equal => format!("{after}equal"),
        Rule::Unequal => {
            let text = pen.pick(&["unequal", "≠", "≠", "!=", "!="]);
            pen.note_if(text == "≠", "map rule ≠");
            pen.note_if(text == "!=", "map rule !=");
            format!("{after}{text}")
        }
        Rule::Sum("=", number) => {
            let forms = ["map rule A: 3", "map rule A: = 3", "map rule A = 3", "map rule A=3"];
            let form = pen.pick(&forms);
            pen.note(form);
            form["map rule A".len()..].replace('3', &number.to_string())
        }
        Rule::Sum(sign, number) => {
            let lax = [("<=", "≤"), (">=", "≥")].iter().find(|(ascii, _)| *ascii == sign);
            let sign = match lax {
                Some((_, other)) if pen.one_in(2) => {
                    pen.note("map rule with ≤ or ≥");
                    other
                }
                _ => sign,
            };
            format!("{after}{sign}{}{number}", pen.pick(&[" ", ""]))
        }
    }
}

/// Rows, rules and dominoes, each preceded by their number.
fn counted(pen: &mut Pen, pips: &Pips) -> String {
    let names = names(pen, pips);
    let rows = rows(pen, pips, &names);
    let mut lines = vec![rows.len().to_string()];
    lines.extend(rows);
    lines.push(names.len().to_string());
    for (name, rule) in names.iter().zip(&pips.rules) {
        let idle = match rule {
            Rule::Equal | Rule::Unequal => pen.pick(&["", "", " 0", " 7"]),
            _ => "",
        };
        pen.note_if(!idle.is_empty(), "counted rule with an idle number");
        let rule = match rule {
            Rule::Equal => "EQ".to_owned(),
            Rule::Unequal => "NEQ".to_owned(),
            Rule::Sum("=", number) => format!("SUM {number}"),
            Rule::Sum("<", number) => format!("LT {number}"),
            Rule::Sum(">", number) => format!("GT {number}"),
            Rule::Sum("<=", number) => format!("LE {number}"),
            Rule::Sum(_, number) => format!("GE {number}"),
            // The format has no word for this, but every sum is at least 0.
            Rule::Free => "GE 0".to_owned(),
        };
        lines.push(format!("{name} {rule}{idle}"));
    }
    lines.push(pips.dominoes.len().to_string());
    lines.extend(pips.dominoes.iter().map(|[one, other]| format!("{one} {other}")));
    if pen.one_in(2) {
        lines.push(String::new());
    }
    lines.join("\n")
}

/// Boards of a complete set of dominoes, with every pip given.
fn draw_dominosa(pen: &mut Pen) -> Option<Drawn> {
    let mut lines = Vec::new();
    let mut puzzles = Vec::new();
    for number in 1..=pen.pick(&[1, 1, 1, 2, 3]) {
        let highest = pen.pick(&[0, 1, 1, 1, 2, 2, 3]);
        let (rows, columns) = (highest + 1, highest + 2);
        let cells: Vec<_> = (0..rows * columns).map(|at| (at / columns, at % columns)).collect();
        let mut dominoes: Vec<[i32; 2]> = (0..=highest as i32)
            .flat_map(|first| (first..=highest as i32).map(move |second| [first, second]))
            .collect();
        pen.shuffle(&mut dominoes);
        let mut numbers: Vec<i32> = vec![0; cells.len()];
        for (pair, domino) in tiling(&cells, pen).unwrap().iter().zip(&dominoes) {
            (numbers[pair[0]], numbers[pair[1]]) = (domino[0], domino[1]);
        }
        if pen.one_in(6) {
            pen.note("an unfilled dominosa board");
            numbers.iter_mut().for_each(|number| *number = pen.below(rows) as i32);
        }
        let digits = numbers.iter().map(|number| {
            let in_brackets = pen.one_in(10);
            pen.note_if(in_brackets, "a dominosa number in brackets");
            if in_brackets { format!("[{number}]") } else { number.to_string() }
        });
        lines.push(format!("{highest}:{}", digits.collect::<String>()));
        let marks = numbers.into_iter().map(Mark::Given).collect();
        let pips = Pips { cells, marks, rules: Vec::new(), dominoes, known: None };
        let truth = Truth::of(&pips)?;
        let part = Some(number.to_string());
        puzzles.push(Puzzle { part, ..puzzle(pen, pips, truth, About::default()) });
    }
    pen.note("dominosa");
    pen.note_if(puzzles.len() > 1, "several dominosa ids");
    if let [only] = &mut puzzles[..] {
        only.part = None;
    }
    let text = format!("{}\n", lines.join(pen.pick(&["\n", "\n\n"])));
    let text = toml::with_line_ends(pen, text);
    Some(Drawn { text, extension: "txt", puzzles, features: Vec::new() })
}
