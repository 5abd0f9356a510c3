//! The meaning of f-puzzles' JSON, stated again: on finished grids, without the crate.

use serde_json::Value;

pub(super) type Grid = Vec<Vec<i64>>;

type Cell = (usize, usize);

fn cell(text: &Value) -> Cell {
    let (row, column) = text.as_str().unwrap()[1..].split_once('C').unwrap();
    (row.parse().unwrap(), column.parse().unwrap())
}

fn cells(list: &Value) -> Vec<Cell> {
    list.as_array().unwrap().iter().map(cell).collect()
}

fn number(value: &Value) -> Option<i64> {
    value.as_str().map_or_else(|| value.as_i64(), |text| text.parse().ok())
}

/// The rows and columns of a box.
fn size_of_boxes(size: usize) -> (usize, usize) {
    match size {
        4 => (2, 2),
        6 => (2, 3),
        _ => panic!("no boxes of {size}"),
    }
}

/// The region of each cell: as in the JSON, or else its box.
pub(super) fn region(json: &Value, row: usize, column: usize) -> usize {
    let size = json["grid"].as_array().unwrap().len();
    let (tall, wide) = size_of_boxes(size);
    let usual = row / tall * (size / wide) + column / wide;
    json["grid"][row][column]["region"].as_u64().map_or(usual, |region| region as usize)
}

/// A grid as the rules see it.
pub(super) struct Seen<'a> {
    pub(super) json: &'a Value,
    pub(super) grid: &'a Grid,
}

impl Seen<'_> {
    fn at(&self, (row, column): Cell) -> i64 {
        self.grid[row - 1][column - 1]
    }

    fn values(&self, list: &Value) -> Vec<i64> {
        cells(list).into_iter().map(|cell| self.at(cell)).collect()
    }

    fn rows(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.json[name].as_array().into_iter().flatten()
    }

    /// Whether the parts of a line in different regions have the same sum.
    fn has_equal_sums(&self, line: &Value) -> bool {
        let cells = cells(line);
        let of = |(row, column): Cell| region(self.json, row - 1, column - 1);
        let parts = cells.chunk_by(|&one, &other| of(one) == of(other));
        let sums: Vec<i64> =
            parts.map(|part| part.iter().map(|&cell| self.at(cell)).sum()).collect();
        sums.windows(2).all(|two| two[0] == two[1])
    }

    fn lines(&self, name: &str) -> Vec<Vec<i64>> {
        let lines = self.rows(name).flat_map(|row| row["lines"].as_array().unwrap());
        lines.map(|line| self.values(line)).collect()
    }

    fn is_set(&self, name: &str) -> bool {
        self.json[name] == Value::Bool(true)
    }

    fn size(&self) -> usize {
        self.grid.len()
    }

    /// Whether all pairs of cells satisfy a condition, which also gets their distances.
    fn pairs(&self, holds: impl Fn(usize, usize, i64, i64, [Cell; 2]) -> bool) -> bool {
        let all: Vec<Cell> = (1..=self.size())
            .flat_map(|row| (1..=self.size()).map(move |column| (row, column)))
            .collect();
        all.iter().all(|&one| {
            all.iter().filter(|&&two| one < two).all(|&two| {
                let (down, right) = (one.0.abs_diff(two.0), one.1.abs_diff(two.1));
                holds(down, right, self.at(one), self.at(two), [one, two])
            })
        })
    }

    /// Whether there is a clue between two cells.
    fn has(&self, name: &str, pair: [Cell; 2]) -> bool {
        self.rows(name).any(|row| {
            let mut cells = cells(&row["cells"]);
            cells.sort();
            cells == pair
        })
    }

    fn is_negative(&self, name: &str) -> bool {
        self.rows("negative").any(|value| value == name)
    }

    /// The line seen from a place outside, nearest cell first.
    fn line(&self, from: Cell) -> Vec<i64> {
        let last = self.size();
        let mut line: Vec<i64> = match from {
            (0, column) | (_, column) if (1..=last).contains(&column) => {
                (1..=last).map(|row| self.at((row, column))).collect()
            }
            (row, _) => (1..=last).map(|column| self.at((row, column))).collect(),
        };
        if from.0 > last || from.1 > last {
            line.reverse();
        }
        line
    }

    fn neighbours(&self, (row, column): Cell) -> Vec<Cell> {
        let last = self.size();
        let near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)];
        let is_inside =
            |&(row, column): &Cell| (1..=last).contains(&row) && (1..=last).contains(&column);
        near.into_iter().filter(is_inside).collect()
    }

    /// Whether the grid satisfies every rule except rows, columns, regions and givens.
    pub(super) fn holds(&self) -> bool {
        self.of_the_whole()
            && self.of_lines()
            && self.of_cells()
            && self.of_pairs()
            && self.of_outside()
    }

    fn of_the_whole(&self) -> bool {
        let (size, last) = (self.size(), self.size() + 1);
        let (tall, wide) = size_of_boxes(size);
        self.pairs(|down, right, one, two, [a, b]| {
            let is_near = down + right == 1;
            let (same, next) = (one == two, (one - two).abs() == 1);
            let (twice, sum) = (one == 2 * two || two == 2 * one, one + two);
            let place = |(row, column): Cell| ((row - 1) % tall, (column - 1) % wide);
            !(self.is_set("antiknight") && down.min(right) == 1 && down.max(right) == 2 && same
                || self.is_set("antiking") && down.max(right) == 1 && same
                || self.is_set("disjointgroups") && place(a) == place(b) && same
                || self.is_set("diagonal-") && a.0 == a.1 && b.0 == b.1 && same
                || self.is_set("diagonal+") && a.0 + a.1 == last && b.0 + b.1 == last && same
                || self.is_set("nonconsecutive")
                    && is_near
                    && next
                    && !self.has("difference", [a, b])
                || self.is_negative("ratio") && is_near && twice && !self.has("ratio", [a, b])
                || self.is_negative("xv")
                    && is_near
                    && [5, 10].contains(&sum)
                    && !self.has("xv", [a, b]))
        })
    }

    fn of_lines(&self) -> bool {
        let size = self.size() as i64;
        let distinct = |values: &[i64]| {
            let mut sorted = values.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() == values.len()
        };
        let spread = |values: &[i64]| values.iter().max().unwrap() - values.iter().min().unwrap();
        let third = |value: i64| (value > size / 3) as i64 + (value > size - size / 3) as i64;
        self.lines("thermometer").iter().all(|line| line.windows(2).all(|two| two[0] < two[1]))
            && self.lines("arrow").iter().all(|line| line[0] == line[1..].iter().sum::<i64>())
            && self.lines("palindrome").iter().all(|line| line.iter().eq(line.iter().rev()))
            && self
                .lines("renban")
                .iter()
                .all(|line| distinct(line) && spread(line) == line.len() as i64 - 1)
            && self
                .lines("whispers")
                .iter()
                .all(|line| line.windows(2).all(|two| (two[0] - two[1]).abs() >= (size + 1) / 2))
            && self.lines("betweenline").iter().all(|line| {
                let ends = [line[0], line[line.len() - 1]];
                let (low, high) = (ends.iter().min().unwrap(), ends.iter().max().unwrap());
                line[1..line.len() - 1].iter().all(|value| low < value && value < high)
            })
            && self.lines("entropicline").iter().all(|line| {
                let thirds: Vec<i64> = line.iter().map(|&value| third(value)).collect();
                thirds.windows(2).all(|two| two[0] != two[1])
                    && thirds.windows(3).all(|three| three[0] != three[2])
            })
            && self.lines("modularline").iter().all(|line| {
                line.windows(2).all(|two| two[0] % 3 != two[1] % 3)
                    && line.windows(3).all(|three| three[0] % 3 != three[2] % 3)
            })
            && self.rows("regionsumline").all(|row| {
                row["lines"].as_array().unwrap().iter().all(|line| self.has_equal_sums(line))
            })
            && self.rows("extraregion").all(|row| distinct(&self.values(&row["cells"])))
            && self.rows("killercage").all(|row| {
                let values = self.values(&row["cells"]);
                distinct(&values)
                    && number(&row["value"]).is_none_or(|total| values.iter().sum::<i64>() == total)
            })
    }

    fn of_cells(&self) -> bool {
        let listed = |name: &str| self.rows(name).map(|row| cell(&row["cell"])).collect::<Vec<_>>();
        let (lows, highs) = (listed("minimum"), listed("maximum"));
        listed("even").into_iter().all(|cell| self.at(cell) % 2 == 0)
            && listed("odd").into_iter().all(|cell| self.at(cell) % 2 == 1)
            && lows.iter().all(|&cell| {
                let near = self.neighbours(cell).into_iter().filter(|near| !lows.contains(near));
                near.into_iter().all(|near| self.at(cell) < self.at(near))
            })
            && highs.iter().all(|&cell| {
                let near = self.neighbours(cell).into_iter().filter(|near| !highs.contains(near));
                near.into_iter().all(|near| self.at(cell) > self.at(near))
            })
            && self.rows("quadruple").all(|row| {
                let mut around = self.values(&row["cells"]);
                row["values"].as_array().unwrap().iter().all(|value| {
                    let at = around.iter().position(|&found| Some(found) == value.as_i64());
                    at.map(|at| around.remove(at)).is_some()
                })
            })
            && (1..=self.size()).all(|row| {
                (1..=self.size()).all(|column| {
                    let marks = &self.json["grid"][row - 1][column - 1]["givenPencilMarks"];
                    let marks = marks.as_array();
                    marks.is_none_or(|marks| marks.contains(&self.at((row, column)).into()))
                })
            })
    }

    fn of_pairs(&self) -> bool {
        let two = |row: &Value| {
            let values = self.values(&row["cells"]);
            (values[0], values[1])
        };
        self.rows("difference").all(|row| {
            let (a, b) = two(row);
            (a - b).abs() == number(&row["value"]).unwrap_or(1)
        }) && self.rows("ratio").all(|row| {
            let ((a, b), ratio) = (two(row), number(&row["value"]).unwrap_or(2));
            a == b * ratio || b == a * ratio
        }) && self.rows("xv").all(|row| {
            let (a, b) = two(row);
            a + b == if row["value"] == "X" { 10 } else { 5 }
        })
    }

    fn of_outside(&self) -> bool {
        let seen = |name: &str, value: &dyn Fn(&[i64]) -> i64| {
            self.rows(name).all(|row| {
                let line = self.line(cell(&row["cell"]));
                number(&row["value"]).is_none_or(|wanted| value(&line) == wanted)
            })
        };
        let size = self.size() as i64;
        seen("sandwichsum", &|line| {
            let at = |value: i64| line.iter().position(|&found| found == value).unwrap();
            let (low, high) = (at(1).min(at(size)), at(1).max(at(size)));
            line[low + 1..high].iter().sum()
        }) && seen("xsum", &|line| line[..line[0] as usize].iter().sum())
            && seen("skyscraper", &|line| {
                (0..line.len())
                    .filter(|&at| line[..at].iter().all(|&before| before < line[at]))
                    .count() as i64
            })
    }
}
