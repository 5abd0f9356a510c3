//! Boards that break one rule, from the tests of pzprjs: the rule with that name is broken here
//! too.

use std::collections::BTreeMap;

use cnfetti_core::csp::Value;
use cnfetti_core::limit::Budget;
use cnfetti_kinds::{Data, Direction, Entry, Place, library};

use crate::derived::{galaxies, paths};
use crate::random::alone;

/// The answer at the end of a board, as pzprjs writes it.
#[derive(Clone, Copy)]
enum Answer {
    /// `#` in the true cells; before the clues or among them.
    Cells,
    /// Numbers in cells, except where they are given.
    Numbers,
    /// Like numbers, with the clues around them.
    Framed,
    /// 1 for falling, 2 for rising diagonals.
    Diagonals,
    /// 2 for black, except where it is given.
    Stones,
    /// Numbers between cells: within rows, then within columns.
    Links,
    /// Like links, followed by marks in cells.
    LinksAndMarks,
    /// Cells, followed by links.
    CellsAndLinks,
    /// Sides of cells: left and right, then above and below.
    Sides,
    /// Links, which determine the path of each cell.
    Paths,
    /// Borders and marks, which determine the galaxy of each cell.
    Galaxies,
    /// Cells with `A` for tents, after the clues; then links, of which the marked ones join a tent
    /// to a tree.
    Tents,
    /// `#` in cells, except for given pieces of ships, followed by one more line.
    Fleet,
    /// Like framed, with the clues only before the rows or on all sides; `-` is 0, and so is
    /// everything that the solution leaves open.
    Blanks,
    /// Like framed, with the clues only before the rows: 4 for black, and more for a circle there.
    Marked,
    /// Like cells, with 1 for the true ones.
    Ones,
    /// Like numbers; cells without one, given or not, are 0.
    Given,
    /// Like these, but 1 for every number.
    Filled,
    /// 1 for down, 2 for across.
    Bars,
    /// 2 to 5 for the corners that triangles fill, from the lower left on against the clock.
    Triangles,
    /// 1 to 4 for up, down, left and right, except where it is given.
    Pointers,
}

/// The type of answer for each genre.
const ANSWERS: &[(Answer, &[&str])] = &[
    (
        Answer::Cells,
        &[
            "aqre",
            "ayeheya",
            "bosnianroad",
            "canal",
            "cave",
            "chocona",
            "circlesquare",
            "context",
            "creek",
            "heyawake",
            "hitori",
            "invlitso",
            "kurodoko",
            "lits",
            "lightup",
            "lookair",
            "mines",
            "norinori",
            "norinuri",
            "nuribou",
            "nurimisaki",
            "oneroom",
            "paintarea",
            "shimaguni",
            "smullyan",
            "starbattle",
            "tapa",
            "tasquare",
            "yajikazu",
        ],
    ),
    (
        Answer::Numbers,
        &[
            "cojun",
            "factors",
            "kakuro",
            "kropki",
            "meander",
            "ripple",
            "simplegako",
            "sudoku",
            "suguru",
        ],
    ),
    (Answer::Ones, &["kurochute"]),
    (Answer::Given, &["hakoiri", "sukoro", "sukororoom"]),
    (Answer::Filled, &["hanare", "putteria"]),
    (Answer::Bars, &["juosan"]),
    (Answer::Triangles, &["shakashaka"]),
    (Answer::Pointers, &["toichika"]),
    (Answer::Framed, &["skyscrapers"]),
    (Answer::Diagonals, &["gokigen"]),
    (Answer::Stones, &["yinyang"]),
    (
        Answer::Links,
        &[
            "fillmat",
            "geradeweg",
            "hashikake",
            "mashu",
            "midloop",
            "pipelink",
            "shikaku",
            "simpleloop",
            "squarejam",
            "tatamibari",
            "turnaround",
            "wblink",
            "wittgen",
        ],
    ),
    (Answer::LinksAndMarks, &["country", "detour", "dotchi", "moonsun", "nothing"]),
    (Answer::CellsAndLinks, &["koburin", "yajilin", "yajilin-regions"]),
    (Answer::Sides, &["slither", "vslither"]),
    (Answer::Paths, &["numlin"]),
    (Answer::Galaxies, &["tentaisho"]),
    (Answer::Tents, &["tents"]),
    (Answer::Fleet, &["battleship"]),
    (Answer::Blanks, &["easyasabc", "doppelblock"]),
    (Answer::Marked, &["snake"]),
];

/// The value of a word, if there is only one.
const NO_DIRECTION: Value = 8;

type Solution = BTreeMap<Place, Value>;

/// The values of a board; open cells are as in the solution, if that is known.
fn read(answer: Answer, data: &Data, lines: &[&str], solved: &Solution) -> Option<Solution> {
    let words = |lines: &[&str]| -> Vec<Vec<String>> {
        let words = |line: &&str| line.split_whitespace().map(str::to_owned).collect();
        lines.iter().map(words).collect()
    };
    let (rows, columns) = (usize::from(data.board.rows), usize::from(data.board.columns));
    let tail = |number: usize| words(&lines[lines.len() - number..]);
    let cells = |grid: &[Vec<String>], value: &dyn Fn(&str, Place) -> Option<Value>| {
        let cells = data.board.cells();
        let margin = cells.len() - grid.len() * grid[0].len();
        // Kakuro has an extra row and column of walls, which the board of the address does not
        // have.
        let (first, width) = if margin > 0 { (1, columns - 1) } else { (0, columns) };
        let at =
            |row: usize, column: usize| Place::Cell((row + first) as u16, (column + first) as u16);
        let all = (0..grid.len()).flat_map(|row| (0..width).map(move |column| (row, column)));
        all.map(|(row, column)| {
            let place = at(row, column);
            Some((place, value(&grid[row][column], place).or(solved.get(&place).copied())?))
        })
        .collect::<Option<Solution>>()
    };
    let number = |word: &str| Some(word.trim_start_matches('q').parse::<Value>().ok()?.max(0));
    let links = |grid: &[Vec<String>]| {
        let mut solution = Solution::new();
        for (row, words) in grid.iter().enumerate() {
            for (column, word) in words.iter().enumerate() {
                let place = match row.checked_sub(rows) {
                    None => Place::Left(row as u16, column as u16 + 1),
                    Some(row) => Place::Above(row as u16 + 1, column as u16),
                };
                solution.insert(place, number(word)?);
            }
        }
        Some(solution)
    };
    let is_black = |word: &str, _: Place| Some(Value::from(word == "#"));
    let given = |place: Place| {
        data.layers.iter().find_map(|layer| match layer.at.get(&place) {
            Some(Entry::Number(number)) => Some(*number as Value),
            _ => None,
        })
    };
    match answer {
        Answer::Cells => cells(&tail(rows), &is_black),
        Answer::Numbers => {
            let inner =
                lines.len().min(if lines[0].starts_with("0 0 12") { rows - 1 } else { rows });
            let walls = &data.layers[0].at;
            cells(&tail(inner), &|word, place| match word {
                "." if walls.get(&place) == Some(&Entry::Flag) => Some(0),
                "." => given(place),
                word => number(word),
            })
        }
        Answer::Framed => {
            let framed = words(&lines[1..lines.len() - 1]);
            let inner: Vec<Vec<String>> =
                framed.iter().map(|words| words[1..words.len() - 1].to_vec()).collect();
            cells(&inner, &|word, _| number(word))
        }
        Answer::Diagonals => {
            cells(&tail(rows), &|word, _| number(word).map(|way| Value::from(way == 1)))
        }
        Answer::Stones => cells(&tail(rows), &|word, place| match word {
            "." => match data.layers[0].at.get(&place)? {
                Entry::Word(word) => Some(*word as Value),
                _ => None,
            },
            word => Some(Value::from(word == "2")),
        }),
        Answer::Links => links(&tail(2 * rows - 1)),
        Answer::LinksAndMarks => links(&tail(3 * rows - 1)[..2 * rows - 1]),
        Answer::CellsAndLinks => {
            let tail = tail(3 * rows - 1);
            let mut solution = cells(&tail[..rows], &is_black)?;
            solution.extend(links(&tail[rows..])?);
            Some(solution)
        }
        Answer::Paths => Some(paths(data, links(&tail(2 * rows - 1))?)),
        Answer::Galaxies => Some(galaxies(data, &links(&tail(3 * rows - 1)[..2 * rows - 1])?)),
        Answer::Tents => {
            let tail = tail(3 * rows - 1);
            let inner: Vec<Vec<String>> =
                tail[..rows].iter().map(|row| row[1..].to_vec()).collect();
            let tent = |word: &str, _: Place| Some(Value::from(word == "A"));
            let mut solution = cells(&inner, &tent)?;
            let tied = |word: &String| if word == "0" { "0" } else { "1" }.to_owned();
            let ties: Vec<Vec<String>> =
                tail[rows..].iter().map(|row| row.iter().map(tied).collect()).collect();
            solution.extend(links(&ties)?);
            Some(solution)
        }
        Answer::Fleet => cells(&tail(rows + 1)[..rows], &|word, place| {
            let is_given = match data.layers[0].at.get(&place) {
                Some(Entry::Word(word)) => *word > 0,
                given => given.is_some(),
            };
            Some(Value::from(word == "#" || is_given))
        }),
        Answer::Blanks => {
            let is_around = lines[lines.len() - 1].split_whitespace().count() == columns + 2;
            let last = lines.len() - usize::from(is_around);
            let framed = words(&lines[last - rows..last]);
            let inner: Vec<Vec<String>> =
                framed.iter().map(|words| words[1..=columns].to_vec()).collect();
            cells(&inner, &|word, place| match word.split('[').next() {
                Some("-") => Some(0),
                Some("." | "+") => Some(solved.get(&place).copied().unwrap_or(0)),
                _ => number(word),
            })
        }
        Answer::Marked => {
            let tail = tail(rows);
            let inner: Vec<Vec<String>> = tail.iter().map(|row| row[1..].to_vec()).collect();
            cells(&inner, &|word, _| number(word).map(|mark| mark / 4 % 2))
        }
        Answer::Ones => cells(&tail(rows), &|word, _| Some(Value::from(word == "1"))),
        Answer::Given => {
            cells(&tail(rows), &|word, place| number(word).or(given(place)).or(Some(0)))
        }
        Answer::Filled => cells(&tail(rows), &|word, place| {
            Some(Value::from(number(word).or(given(place)).is_some()))
        }),
        Answer::Bars => {
            cells(&tail(rows), &|word, _| number(word).map(|way| Value::from(way == 1)))
        }
        Answer::Triangles => cells(&tail(rows), &|word, _| {
            Some(match word {
                "2" => Direction::SouthWest as Value,
                "3" => Direction::SouthEast as Value,
                "4" => Direction::NorthEast as Value,
                "5" => Direction::NorthWest as Value,
                _ => NO_DIRECTION,
            })
        }),
        Answer::Pointers => cells(&tail(rows), &|word, place| {
            let given = data.layers.iter().find_map(|layer| match layer.at.get(&place) {
                Some(Entry::Direction(direction)) => Some(*direction as Value),
                _ => None,
            });
            Some(match word {
                "1" => Direction::North as Value,
                "2" => Direction::South as Value,
                "3" => Direction::West as Value,
                "4" => Direction::East as Value,
                _ => given.unwrap_or(NO_DIRECTION),
            })
        }),
        Answer::Sides => {
            let grid = tail(2 * rows + 1);
            let mut solution = Solution::new();
            for (row, words) in grid.iter().enumerate() {
                for (column, word) in words.iter().enumerate() {
                    let place = match row.checked_sub(rows) {
                        None => Place::Left(row as u16, column as u16),
                        Some(row) => Place::Above(row as u16, column as u16),
                    };
                    solution.insert(place, number(word)?);
                }
            }
            Some(solution)
        }
    }
}

#[test]
fn boards_that_break_a_rule_break_the_rule_of_that_name() {
    let mut tried = BTreeMap::new();
    let mut solved = BTreeMap::new();
    let mut wrong = Vec::new();
    let lines = include_str!("broken.tsv").lines().filter(|line| !line.starts_with('#'));
    let (solutions, broken): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| line.contains("\t-\t"));
    for line in solutions.into_iter().chain(broken) {
        let [address, rule, board] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let (shipped, kind, data) = library::of_address(address).unwrap();
        let genre = address.split(['?', '/']).nth(4).unwrap();
        let answer = ANSWERS.iter().find(|(_, genres)| genres.contains(&genre)).unwrap().0;
        let head = if genre == "sudoku" { 3 } else { 4 };
        let lines: Vec<&str> = board.trim_end_matches('/').split('/').skip(head).collect();
        let known = solved.entry(address).or_default();
        let solution = read(answer, &data, &lines, known);
        let Some(solution) = solution else {
            wrong.push(format!("{board} is open"));
            continue;
        };
        let unfolded = kind.unfold(&data, &Budget::default()).unwrap();
        let places = unfolded.unknowns.iter().flat_map(|places| &places.places);
        let value = |place| *solution.get(place).unwrap_or_else(|| panic!("{place} {board}"));
        let values: Vec<Value> = places.map(value).collect();
        let is_broken = |at: &usize| alone(&unfolded, *at).check(&values).is_err();
        let broken: Vec<usize> = (0..kind.rules.len()).filter(is_broken).collect();
        let names: Vec<&str> = broken.iter().map(|&at| kind.rules[at].name.as_str()).collect();
        // The open part was filled correctly, and the rest alone may not break a rule yet.
        if names.is_empty() && read(answer, &data, &lines, &Solution::new()).is_none() {
            continue;
        }
        let is_named = match rule {
            "-" => names.is_empty(),
            rules => rules.split('|').any(|rule| names.contains(&rule)),
        };
        if !is_named {
            wrong.push(format!(
                "{} breaks {names:?}, and should break {rule}: {board}",
                shipped.name
            ));
        }
        *tried.entry(shipped.name).or_insert(0) += usize::from(rule != "-");
        if rule == "-" {
            *known = solution;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(tried.len() == 80 && tried.values().all(|&boards| boards > 0), "{tried:?}");
    assert!(tried.values().sum::<usize>() > 100, "{tried:?}");
}
