//! Random files of seats.

use std::collections::BTreeSet;

use super::seating::{Place, Seating, TURNS};
use super::{About, Drawn, Pen, Puzzle, Truth, toml};

/// Features of seating.
pub(super) const FEATURES: &[&str] = &[
    "one seat",
    "a seat that touches none",
    "several components",
    "touching corners only",
    "blank rows or columns",
    "blank lines around",
    "indented rows",
    "over 64 seats",
    "one subject",
    "over ten subjects",
    "subjects by number",
    "subjects by name",
    "names that are numbers",
    "names with blanks around",
    "names with quotes",
    "candidates as a number",
    "candidates as a list",
    "all of the same size",
    "interleaving sizes",
    "two interleaving sets",
    "equal sizes side by side",
    "no candidates at all",
    "a subject without candidates",
    "several subjects without candidates",
    "more candidates than seats",
    "more candidates of a subject than seats",
    "empty seats",
    "no empty seats",
    "neighbours not said",
    "neighbours 4",
    "neighbours 8",
    "figure with rotations only",
    "figure with reflections only",
    "figure with rotations and reflections",
    "figure that fits in all eight ways",
    "figure without symmetry",
    "fewer classes than up to renaming",
    "a class is not as large as another",
];

/// Draws a file of seats.
pub(super) fn draw(pen: &mut Pen) -> Option<Drawn> {
    let neighbours = pen.pick(&[None, None, Some(8), Some(4), Some(4)]);
    let (seating, by_number) = match pen.one_in(40) {
        true => draw_large(pen, neighbours),
        false => draw_small(pen, neighbours),
    };
    let truth = Truth::of(&seating)?;
    note(pen, &seating, &truth);
    let about = toml::about(pen, &truth);
    let text = write(pen, &seating, by_number, neighbours, &about);
    let puzzle = Puzzle { part: None, about, rules: Box::new(seating), truth };
    Some(Drawn { text, extension: "toml", puzzles: vec![puzzle], features: Vec::new() })
}

/// A few seats, and whether the file has only the number of subjects.
fn draw_small(pen: &mut Pen, neighbours: Option<usize>) -> (Seating, bool) {
    let figure = draw_figure(pen);
    let (names, by_number) = draw_names(pen);
    let number = figure.iter().flatten().filter(|is_seat| **is_seat).count();
    let sizes = draw_sizes(pen, names.len(), number);
    (seating(&figure, neighbours, names, sizes), by_number)
}

/// More seats than a machine word has bits, and few ways to fill them.
fn draw_large(pen: &mut Pen, neighbours: Option<usize>) -> (Seating, bool) {
    let columns = pen.pick(&[1, 8, 9, 70]);
    let number = pen.between(65, 72);
    let mut figure = vec![vec![false; columns]; number.div_ceil(columns)];
    for at in 0..number {
        figure[at / columns][at % columns] = true;
    }
    let half = number / 2;
    let sizes = match pen.below(4) {
        0 => vec![1],
        1 => vec![0, 1, 0],
        2 => vec![half, number - half],
        _ => vec![0, half, number - half],
    };
    let names = (1..=sizes.len()).map(|number| number.to_string()).collect();
    (seating(&figure, neighbours, names, sizes), true)
}

fn seating(
    figure: &[Vec<bool>],
    neighbours: Option<usize>,
    names: Vec<String>,
    sizes: Vec<usize>,
) -> Seating {
    let mut seats: Vec<Place> = Vec::new();
    for (row, line) in figure.iter().enumerate() {
        let taken = line.iter().enumerate().filter(|(_, is_seat)| **is_seat);
        seats.extend(taken.map(|(column, _)| (row as i32, column as i32)));
    }
    let touch = |one: Place, other: Place| {
        let (down, right) = ((one.0 - other.0).abs(), (one.1 - other.1).abs());
        if neighbours == Some(4) { down + right == 1 } else { down.max(right) == 1 }
    };
    let mut touching = BTreeSet::new();
    for (at, &seat) in seats.iter().enumerate() {
        let before = (0..at).filter(|&other| touch(seats[other], seat));
        touching.extend(before.map(|other| (other, at)));
    }
    Seating { rows: figure.len(), columns: figure[0].len(), seats, touching, names, sizes }
}

/// Squares, true for seats: one to eight of these.
fn draw_figure(pen: &mut Pen) -> Vec<Vec<bool>> {
    let (rows, columns) = match pen.below(8) {
        0 => (1, pen.between(1, 7)),
        1 => (pen.between(1, 7), 1),
        2 => (2, pen.between(1, 4)),
        3 => (pen.between(3, 4), 2),
        4 => (4, 4),
        _ => (3, 3),
    };
    if pen.one_in(6) {
        // Figures with quarter turns are rare among the random ones.
        let figure = pen.pick(&[
            &["XX", "XX"][..],
            &[".X.", "X.X", ".X."],
            &["X.X", "...", "X.X"],
            &[".X.", "XXX", ".X."],
            &["XXX", "X.X", "XXX"],
            &[".X..", "...X", "X...", "..X."],
            &["XX..", "...X", "X...", "..XX"],
        ]);
        return figure.iter().map(|row| row.chars().map(|c| c == 'X').collect()).collect();
    }
    let share = pen.pick(&[1, 2, 2, 3]);
    let turns = pen.pick(&[&[][..], &[], &[1], &[2], &[4], &[5], &[6], &[1, 4], &[6, 7]]);
    let most = pen.pick(&[2, 4, 6, 8]);
    loop {
        let mut figure = vec![vec![false; columns]; rows];
        for _ in 0..1 + rows * columns / share {
            let mut squares = vec![(pen.below(rows) as i32, pen.below(columns) as i32)];
            // With each square, its images under the turns about the middle.
            for _ in 0..4 {
                for &turn in turns {
                    let (height, width) = (rows as i32 - 1, columns as i32 - 1);
                    let all = squares.clone();
                    squares.extend(all.iter().map(|&(row, column)| {
                        let (row, column) = TURNS[turn]((2 * row - height, 2 * column - width));
                        ((row + height) / 2, (column + width) / 2)
                    }));
                    squares.sort_unstable();
                    squares.dedup();
                }
            }
            for (row, column) in squares {
                let row = figure.get_mut(row as usize);
                if let Some(square) = row.and_then(|row| row.get_mut(column as usize)) {
                    *square = true;
                }
            }
        }
        if (1..=most).contains(&figure.iter().flatten().filter(|is_seat| **is_seat).count()) {
            return figure;
        }
        if pen.one_in(200) {
            figure = vec![vec![false; columns]; rows];
            figure[pen.below(rows)][pen.below(columns)] = true;
            return figure;
        }
    }
}

/// The names of the subjects, and whether the file has only their number.
fn draw_names(pen: &mut Pen) -> (Vec<String>, bool) {
    const NAMES: [&str; 9] = ["Norwegian", "é è", "\"q\"", "2", "1", "3", "O'Hare", "a\\b", "日本"];
    let number = pen.pick(&[1, 2, 2, 3, 3, 3, 4, 4, 5, 12]);
    if number > NAMES.len() || pen.one_in(2) {
        return ((1..=number).map(|number| number.to_string()).collect(), true);
    }
    (pen.some(&NAMES, number).into_iter().map(str::to_owned).collect(), false)
}

fn draw_sizes(pen: &mut Pen, subjects: usize, seats: usize) -> Vec<usize> {
    let about = seats.div_ceil(subjects);
    match pen.below(6) {
        0 => vec![pen.between(0, about); subjects],
        1 => {
            let [one, other] = [pen.between(0, about), pen.between(0, 2)];
            (0..subjects).map(|at| if at % 2 == 0 { one } else { other }).collect()
        }
        2 => {
            let pool = [pen.between(0, about), pen.between(0, 2)];
            (0..subjects).map(|_| pen.pick(&pool)).collect()
        }
        3 => {
            let one_more = pen.between(0, seats + 2);
            let mut sizes = vec![pen.between(0, 1); subjects];
            sizes[pen.below(subjects)] = one_more;
            sizes
        }
        _ => {
            // About as many candidates as seats.
            let mut sizes = vec![0; subjects];
            for _ in 0..(seats + pen.below(3)).saturating_sub(pen.below(4)) {
                sizes[pen.below(subjects)] += 1;
            }
            sizes
        }
    }
}

fn note(pen: &mut Pen, puzzle: &Seating, truth: &Truth) {
    let Seating { rows, columns, seats, touching, names, sizes } = puzzle;
    let all: usize = sizes.iter().sum();
    let alone = |seat: usize| !touching.iter().any(|&(one, other)| one == seat || other == seat);
    let share_a_side = |&(one, other): &(usize, usize)| {
        seats[one].0 == seats[other].0 || seats[one].1 == seats[other].1
    };
    pen.note_if(seats.len() == 1, "one seat");
    pen.note_if(seats.len() > 1 && (0..seats.len()).any(alone), "a seat that touches none");
    pen.note_if(puzzle.components() > 1, "several components");
    pen.note_if(touching.iter().any(|pair| !share_a_side(pair)), "touching corners only");
    let blank_row = (0..*rows as i32).any(|row| !seats.iter().any(|seat| seat.0 == row));
    let blank_column = (0..*columns as i32).any(|column| !seats.iter().any(|s| s.1 == column));
    pen.note_if(blank_row || blank_column, "blank rows or columns");
    pen.note_if(seats.len() > 64, "over 64 seats");
    pen.note_if(names.len() == 1, "one subject");
    pen.note_if(names.len() > 10, "over ten subjects");
    pen.note_if(
        sizes.iter().all(|size| *size == sizes[0]) && names.len() > 1,
        "all of the same size",
    );
    let mut interleaving = BTreeSet::new();
    for (first, size) in sizes.iter().enumerate() {
        for (last, _) in sizes.iter().enumerate().skip(first + 2).filter(|(_, s)| *s == size) {
            if sizes[first..last].iter().any(|other| other != size) {
                interleaving.insert(size);
            }
        }
    }
    pen.note_if(!interleaving.is_empty(), "interleaving sizes");
    pen.note_if(interleaving.len() > 1, "two interleaving sets");
    pen.note_if(sizes.windows(2).any(|pair| pair[0] == pair[1]), "equal sizes side by side");
    pen.note_if(all == 0, "no candidates at all");
    let without = sizes.iter().filter(|size| **size == 0).count();
    pen.note_if(without > 0, "a subject without candidates");
    pen.note_if(without > 1, "several subjects without candidates");
    pen.note_if(all > seats.len(), "more candidates than seats");
    let crowd = sizes.iter().any(|size| *size > seats.len());
    pen.note_if(crowd, "more candidates of a subject than seats");
    pen.note_if(all < seats.len(), "empty seats");
    pen.note_if(all == seats.len(), "no empty seats");
    let moves: BTreeSet<Vec<i32>> = puzzle.symmetries().into_iter().collect();
    let rotations = TURNS[1..4].iter().any(|turn| puzzle.turned(*turn).is_some());
    pen.note(match (moves.len() > 1, rotations) {
        (false, _) => "figure without symmetry",
        (true, false) => "figure with reflections only",
        (true, true) if TURNS[4..].iter().any(|turn| puzzle.turned(*turn).is_some()) => {
            "figure with rotations and reflections"
        }
        (true, true) => "figure with rotations only",
    });
    pen.note_if(moves.len() == 8, "figure that fits in all eight ways");
    pen.note_if(truth.classes < truth.up_to_renaming, "fewer classes than up to renaming");
    let uneven = !truth.up_to_renaming.is_multiple_of(truth.classes.max(1));
    pen.note_if(uneven, "a class is not as large as another");
}

fn write(
    pen: &mut Pen,
    puzzle: &Seating,
    by_number: bool,
    neighbours: Option<usize>,
    about: &About,
) -> String {
    let mut rows = Vec::new();
    if pen.one_in(8) {
        pen.note("blank lines around");
        rows.extend(["".to_owned(), " ".to_owned()]);
    }
    let indent = pen.pick(&["", "", "", "  ", "\t"]);
    pen.note_if(!indent.is_empty(), "indented rows");
    for row in 0..puzzle.rows as i32 {
        let square = |column: i32| if puzzle.seats.contains(&(row, column)) { 'X' } else { '.' };
        let squares: String = (0..puzzle.columns as i32).map(square).collect();
        rows.push(format!("{indent}{squares}{}", pen.pick(&["", "", " "])));
    }
    let mut entries = vec![("figure".to_owned(), toml::rows(pen, &rows))];
    pen.note(if by_number { "subjects by number" } else { "subjects by name" });
    let subjects = if by_number {
        toml::integer(pen, puzzle.names.len())
    } else {
        pen.note_if(puzzle.names.iter().any(|name| name == "2"), "names that are numbers");
        pen.note_if(puzzle.names.iter().any(|name| name.contains('"')), "names with quotes");
        let names = puzzle.names.iter().map(|name| {
            let padded = pen.one_in(10);
            pen.note_if(padded, "names with blanks around");
            let name = if padded { format!(" {name}  ") } else { name.clone() };
            toml::string(pen, &name)
        });
        let names: Vec<String> = names.collect();
        toml::array(pen, &names)
    };
    entries.push(("subjects".to_owned(), subjects));
    let is_number = puzzle.sizes.iter().all(|size| *size == puzzle.sizes[0]) && !pen.one_in(3);
    pen.note(if is_number { "candidates as a number" } else { "candidates as a list" });
    let sizes: Vec<String> = puzzle.sizes.iter().map(|&size| toml::integer(pen, size)).collect();
    let sizes = if is_number { sizes[0].clone() } else { toml::array(pen, &sizes) };
    entries.push(("candidates".to_owned(), sizes));
    pen.note(match neighbours {
        None => "neighbours not said",
        Some(4) => "neighbours 4",
        Some(_) => "neighbours 8",
    });
    if let Some(neighbours) = neighbours {
        entries.push(("neighbours".to_owned(), toml::integer(pen, neighbours)));
    }
    let text = toml::document(pen, "seating", about, entries, Vec::new());
    toml::with_line_ends(pen, text)
}
