//! The names of rows and columns around a board on a terminal, as in the squares' names in
//! sentences: `r1c2`.

use super::Squares;
use super::uncoloured::uncoloured;

/// Adds `r1` before each row and `c1` above each column of a drawn board; leaves it unchanged if its
/// squares have no such names. Keeps line ends and everything below the board.
pub fn with_places(board: &str, squares: Option<Squares>) -> String {
    if let Some(Squares::Board { rows, columns }) = squares {
        return around_outline(board, rows, columns);
    }
    let (Some(Squares::Numbers { columns, .. } | Squares::Words { columns, .. }), false) =
        (squares, board.is_empty())
    else {
        return board.to_owned();
    };
    let lines: Vec<&str> = board.lines().collect();
    let plain: Vec<String> = lines.iter().map(|line| uncoloured(line)).collect();
    // After the last wall there are no rows.
    let end = plain.iter().rposition(|line| line.trim_start().starts_with(is_wall)).unwrap_or(0);
    let width = plain[..=end].iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let step = width.saturating_sub(1) / columns.max(1);
    let margin = format!("r{} ", end / 2).len();
    let names = (1..=columns).map(|column| format!("{:^step$}", format!("c{column}")));
    let header = format!("{:margin$} {}", "", names.collect::<String>());
    let mut named = header.trim_end().to_owned() + "\n";
    for (at, line) in lines.into_iter().enumerate() {
        let name =
            if at <= end && at % 2 == 1 { format!("r{}", at / 2 + 1) } else { String::new() };
        let margin = if at <= end { margin } else { 0 };
        named += format!("{name:margin$}{line}").trim_end();
        named.push('\n');
    }
    named
}

/// The position of a drawn board within lines of text, if all corners of its cells are drawn.
pub(super) struct Outline {
    /// The line of the topmost corners.
    first: usize,
    /// The column of the leftmost corners.
    left: usize,
    /// The distance of neighbouring corners.
    step: usize,
    rows: usize,
}

impl Outline {
    /// The first board of this size. Corners are never blank, and nothing is beside them.
    pub(super) fn find(lines: &[&str], rows: usize, columns: usize) -> Option<Outline> {
        let lines: Vec<Vec<char>> =
            lines.iter().map(|line| line.trim_end().chars().collect()).collect();
        (0..lines.len()).find_map(|first| {
            let top = &lines[first];
            let left = top.iter().position(|c| *c != ' ')?;
            let width = top.len() - left - 1;
            let step = width / columns.max(1);
            let is_corners = |line: &Vec<char>| {
                let has = |at: usize| line.get(left + at * step).is_some_and(|c| *c != ' ');
                line.len() == left + width + 1
                    && line[..left].iter().all(|c| *c == ' ')
                    && (0..=columns).all(has)
            };
            let corners = lines.iter().skip(first).step_by(2).take(rows + 1);
            let is_it = width == step * columns
                && step >= 2
                && corners.clone().count() == rows + 1
                && corners.clone().all(is_corners);
            is_it.then_some(Outline { first, left, step, rows })
        })
    }

    /// The lines of the board, without what is above, beside and below it. The first line has only
    /// corners and sides.
    pub(super) fn board(&self, lines: &[&str]) -> Vec<String> {
        let lines = lines.iter().skip(self.first).take(2 * self.rows + 1);
        lines.map(|line| line.chars().skip(self.left).collect()).collect()
    }
}

/// Adds the names of rows and columns along the edges of a drawn board.
fn around_outline(board: &str, rows: usize, columns: usize) -> String {
    let lines: Vec<&str> = board.lines().collect();
    let plain: Vec<String> = lines.iter().map(|line| uncoloured(line)).collect();
    let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
    let Some(outline) = Outline::find(&plain, rows, columns) else { return board.to_owned() };
    let margin = format!("r{rows} ").len();
    let step = outline.step;
    let names = (1..=columns).map(|column| format!("{:^step$}", format!("c{column}")));
    let names = " ".repeat(margin + outline.left) + &names.collect::<String>();
    let mut named = names.trim_end().to_owned() + "\n";
    for (at, line) in lines.into_iter().enumerate() {
        let within = at.checked_sub(outline.first).filter(|at| *at < 2 * rows + 1);
        let name = within.filter(|at| at % 2 == 1).map(|at| format!("r{}", at / 2 + 1));
        let margin = if at <= outline.first + 2 * rows { margin } else { 0 };
        named += format!("{:margin$}{line}", name.unwrap_or_default()).trim_end();
        named.push('\n');
    }
    named
}

/// The rows of squares of a drawn board, without their names; `None` if they have none. If there are
/// several boards, those of the first.
pub(super) fn named_rows<'t>(lines: &[&'t str]) -> Option<Vec<&'t str>> {
    let mut rows: Vec<&str> = Vec::new();
    for line in lines {
        let name = format!("r{}", rows.len() + 1);
        let rest =
            line.strip_prefix(&name).filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
        rows.extend(rest);
    }
    // Names are as wide as the longest one.
    let width = rows.len().to_string().len() + 2;
    let cut = |(row, number): (&'t str, usize)| {
        row.char_indices()
            .nth(width - number.to_string().len() - 1)
            .map_or("", |(at, _)| &row[at..])
    };
    (!rows.is_empty()).then(|| rows.into_iter().zip(1..).map(cut).collect())
}

/// Whether the character is part of a wall.
pub(super) fn is_wall(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}' | '|' | '+')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_and_go() {
        let board = "\
╭───────┬───╮
│ a   b │ c │
╰───────╯───╯

        ╭───╮
        │ d │
        ╰───╯
A = 3
";
        let named = &"
     c1  c2  c3
   ╭───────┬───╮
r1 │ a   b │ c │
   ╰───────╯───╯
r2
           ╭───╮
r3         │ d │
           ╰───╯
A = 3
"[1..];
        let squares = Some(Squares::Words { columns: 3, longest: 1 });
        assert_eq!(with_places(board, squares), named);
        assert_eq!(with_places(board, None), board);
        let rows: Vec<&str> = named.lines().collect();
        assert_eq!(named_rows(&rows), Some(vec!["│ a   b │ c │", "", "        │ d │"]));
        let twice: Vec<&str> = [&rows[..], &rows].concat();
        assert_eq!(named_rows(&twice), named_rows(&rows));
        assert_eq!(named_rows(&board.lines().collect::<Vec<_>>()), None);
    }
}
