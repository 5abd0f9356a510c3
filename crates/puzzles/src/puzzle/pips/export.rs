//! Writes puzzles in the formats in which they are read.

use itertools::Itertools;
use serde_json::json;

use crate::puzzle::{About, Unwritable};

use super::Pips;
use super::dominosa::full_set;
use super::pieces::Cell;
use super::published::region_name;
use super::region::{Comparison, Rule};

/// The keys of our own format, after the common ones. The last is a table.
pub(super) fn toml(pips: &Pips) -> String {
    let mut out = String::from("board = \"\"\"\n");
    out.push_str(&board(pips, &names(pips)));
    out.push_str("\"\"\"\n");
    out.push_str(&toml_dominoes(pips));
    if let Some(solution) = &pips.solution {
        let cell = |cell: Cell| format!("[{}, {}]", cell.row, cell.column);
        let halves =
            solution.iter().map(|&[one, other]| format!("    [{}, {}],\n", cell(one), cell(other)));
        out.push_str(&format!("solution = [\n{}]\n", halves.collect::<String>()));
    }
    if !pips.regions.is_empty() {
        out.push_str("\n[regions]\n");
        for region in &pips.regions {
            let plain = region.name.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let quote = if plain { "" } else { "\"" };
            out.push_str(&format!("{quote}{}{quote} = \"{}\"\n", region.name, region.rule));
        }
    }
    out
}

fn toml_dominoes(pips: &Pips) -> String {
    const ON_A_LINE: usize = 12;
    let small = pips.dominoes.iter().flat_map(|domino| domino.0).all(|number| number < 10);
    let separator = if small { "" } else { "-" };
    let dominoes =
        pips.dominoes.iter().map(|domino| format!("\"{}\"", domino.0.iter().join(separator)));
    let lines: Vec<String> =
        dominoes.chunks(ON_A_LINE).into_iter().map(|mut line| line.join(", ")).collect();
    match &lines[..] {
        [] => "dominoes = []\n".to_owned(),
        [line] => format!("dominoes = [{line}]\n"),
        lines => format!("dominoes = [\n    {},\n]\n", lines.join(",\n    ")),
    }
}

/// The text of each cell: the name of its region, its number, or `#`.
fn names(pips: &Pips) -> Vec<String> {
    let mut names: Vec<String> = pips
        .givens
        .iter()
        .map(|given| given.map_or_else(|| "#".to_owned(), |given| given.to_string()))
        .collect();
    for region in &pips.regions {
        region.cells.iter().for_each(|&cell| names[cell].clone_from(&region.name));
    }
    names
}

/// The rows of the board, with spaces between the cells if a name needs them.
fn board(pips: &Pips, names: &[String]) -> String {
    let rows = pips.cells.last().map_or(0, |cell| cell.row + 1);
    let mut columns = pips.cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(1);
    if width > 1 {
        // A single column could not show that there are spaces between cells.
        columns = columns.max(2);
    }
    let mut board = vec![vec!["."; columns]; rows];
    for (cell, name) in pips.cells.iter().zip(names) {
        board[cell.row][cell.column] = name;
    }
    let line = |row: Vec<&str>| match width {
        1 => row.concat(),
        _ => row.iter().map(|name| format!("{name:<width$}")).join(" ").trim_end().to_owned(),
    };
    board.into_iter().map(|row| line(row) + "\n").collect()
}

/// A board as people type it.
pub(super) fn map(pips: &Pips, about: &About<'_>) -> String {
    let mut out = board(pips, &names(pips));
    out.push('\n');
    for region in &pips.regions {
        out.push_str(&format!("{} {}\n", region.name, region.rule));
    }
    out.push_str(&format!("dominoes: {}\n", pips.dominoes.iter().join(" ")));
    for (key, value) in [("title", about.title), ("source", about.source)] {
        if let Some(value) = value {
            out.push_str(&format!("{key}: {}\n", value.replace('\n', " ")));
        }
    }
    out
}

/// The JSON of the published puzzles. A bound that is not strict becomes the equivalent strict
/// one.
pub(super) fn published(pips: &Pips, about: &About<'_>) -> String {
    let place = |&cell: &usize| [pips.cells[cell].row, pips.cells[cell].column];
    let region = |(rule, cells): (Rule, Vec<usize>)| {
        let (kind, target) = published_rule(rule);
        let cells: Vec<[usize; 2]> = cells.iter().map(place).collect();
        match target {
            None => json!({ "indices": cells, "type": kind }),
            Some(target) => json!({ "indices": cells, "type": kind, "target": target }),
        }
    };
    let about = [("title", about.title), ("constructors", about.source)];
    let about =
        about.into_iter().filter_map(|(key, text)| Some(format!("\"{key}\": {}", json!(text?))));
    let dominoes: Vec<_> = pips.dominoes.iter().map(|domino| domino.0).collect();
    let regions = all_regions(pips).into_iter().map(region).join(",\n    ");
    let solution = pips.solution.as_ref().map(|solution| {
        let cell = |cell: &Cell| [cell.row, cell.column];
        let halves: Vec<_> = solution.iter().map(|halves| halves.each_ref().map(cell)).collect();
        format!("\"solution\": {}", json!(halves))
    });
    let puzzle = [
        format!("\"dominoes\": {}", json!(dominoes)),
        format!("\"regions\": [\n    {regions}\n  ]"),
    ];
    format!("{{\n  {}\n}}\n", about.chain(puzzle).chain(solution).join(",\n  "))
}

fn published_rule(rule: Rule) -> (&'static str, Option<i64>) {
    match rule {
        Rule::Free | Rule::Total(Comparison::AtLeast, 0) => ("empty", None),
        Rule::Equal => ("equals", None),
        Rule::Unequal => ("unequal", None),
        Rule::Total(Comparison::Equal, number) => ("sum", Some(number)),
        Rule::Total(Comparison::Less, number) => ("less", Some(number)),
        Rule::Total(Comparison::Greater, number) => ("greater", Some(number)),
        Rule::Total(Comparison::AtMost, number) => ("less", Some(number + 1)),
        Rule::Total(Comparison::AtLeast, number) => ("greater", Some(number - 1)),
    }
}

/// All regions in order, including each cell outside of them as a region of its own: free, or with
/// its number as the sum. Such a cell comes before the first region that begins after it, so if
/// regions are in the order of their first cells, all of these are.
fn all_regions(pips: &Pips) -> Vec<(Rule, Vec<usize>)> {
    let single = (0..pips.cells.len()).filter(|&cell| pips.region_of(cell).is_none());
    let single = single.map(|cell| {
        let given = pips.givens[cell].map(|given| Rule::Total(Comparison::Equal, given.into()));
        (given.unwrap_or(Rule::Free), vec![cell])
    });
    let mut single = single.peekable();
    let mut all = Vec::new();
    for region in &pips.regions {
        while let Some(before) = single.next_if(|(_, cells)| cells[0] < region.cells[0]) {
            all.push(before);
        }
        all.push((region.rule, region.cells.clone()));
    }
    all.extend(single);
    all
}

/// The counted text format: regions and given numbers are letters.
pub(super) fn counted(pips: &Pips) -> Result<String, Unwritable> {
    let mut names = vec!["#".to_owned(); pips.cells.len()];
    let mut rules = Vec::new();
    for (rule, cells) in all_regions(pips).into_iter().filter(|(rule, _)| *rule != Rule::Free) {
        let name = region_name(rules.len());
        if name.len() > 1 {
            return Err(Unwritable(
                "the format has 52 letters for regions, and there are more".into(),
            ));
        }
        cells.iter().for_each(|&cell| names[cell].clone_from(&name));
        let rule = match rule {
            Rule::Free | Rule::Equal => "EQ 0".to_owned(),
            Rule::Unequal => "NEQ 0".to_owned(),
            Rule::Total(Comparison::Equal, number) => format!("SUM {number}"),
            Rule::Total(Comparison::Less, number) => format!("LT {number}"),
            Rule::Total(Comparison::Greater, number) => format!("GT {number}"),
            Rule::Total(Comparison::AtMost, number) => format!("LE {number}"),
            Rule::Total(Comparison::AtLeast, number) => format!("GE {number}"),
        };
        rules.push(format!("{name} {rule}\n"));
    }
    let board = board(pips, &names);
    let dominoes = pips.dominoes.iter().map(|domino| format!("{}\n", domino.0.iter().join(" ")));
    Ok(format!(
        "{}\n{board}{}\n{}{}\n{}",
        board.lines().count(),
        rules.len(),
        rules.concat(),
        pips.dominoes.len(),
        dominoes.collect::<String>()
    ))
}

/// A Dominosa game id: every number must be given, the board must have the right shape, and the
/// dominoes must be a complete set.
pub(super) fn dominosa(pips: &Pips) -> Result<String, Unwritable> {
    let highest = pips.dominoes.iter().flat_map(|domino| domino.0).max().unwrap_or(0);
    let set = full_set(highest);
    let whole = set.len() == pips.dominoes.len()
        && set.iter().all(|domino| pips.dominoes.iter().any(|other| domino.is_same(*other)));
    if !whole {
        return Err(Unwritable(format!("the dominoes are not all of 0-0 to {highest}-{highest}")));
    }
    let (rows, columns) = (highest as usize + 1, highest as usize + 2);
    let rectangle = (0..rows * columns).map(|at| Cell { row: at / columns, column: at % columns });
    if !pips.cells.iter().copied().eq(rectangle) {
        return Err(Unwritable(format!("the board is not {rows} rows of {columns} cells")));
    }
    let mut numbers = vec![None; pips.cells.len()];
    for (rule, cells) in all_regions(pips) {
        if let (Rule::Total(Comparison::Equal, number), &[cell]) = (rule, &cells[..]) {
            numbers[cell] = Some(number);
        }
    }
    let digits = |number: i64| if number < 10 { number.to_string() } else { format!("[{number}]") };
    match numbers.into_iter().collect::<Option<Vec<i64>>>() {
        None => Err(Unwritable("not every cell has its number".into())),
        Some(numbers) => Ok(format!("{highest}:{}\n", numbers.into_iter().map(digits).join(""))),
    }
}
