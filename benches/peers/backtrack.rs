//! Counts the solutions of pips puzzles by covering the first free cell with each domino in turn:
//! what one writes in an afternoon, as a yardstick for the exact counter.
//!
//!     rustc --edition 2024 -O benches/peers/backtrack.rs -o target/backtrack
//!     cnfetti convert --to text puzzle.toml > puzzle.txt
//!     target/backtrack puzzle.txt
//!
//! Prints a line for each file: the number of solutions, and the seconds that counting took.

use std::time::Instant;

#[derive(Clone, Copy)]
enum Rule {
    Free,
    Total { least: i32, most: i32 },
    Equal,
    Unequal,
}

/// The state of a region while its cells are filled.
#[derive(Clone, Copy)]
struct Region {
    rule: Rule,
    left: i32,
    sum: i32,
    seen: u64,
}

struct Board {
    /// For each cell, row by row, its region, and the cells to its right and below.
    regions_of: Vec<usize>,
    neighbours: Vec<[Option<usize>; 2]>,
    regions: Vec<Region>,
    /// The different dominoes, with the number of each.
    dominoes: Vec<([u8; 2], u32)>,
    covered: Vec<bool>,
    /// How many halves of each number remain.
    halves: [i32; 64],
    solutions: u64,
}

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let start = Instant::now();
        let mut board = read(&text);
        if board.regions_of.len() == 2 * board.dominoes.iter().map(|d| d.1 as usize).sum::<usize>()
        {
            board.search(0);
        }
        println!("{} {:.6} {path}", board.solutions, start.elapsed().as_secs_f64());
    }
}

impl Board {
    /// Covers the first free cell at or after `from` in every way.
    fn search(&mut self, mut from: usize) {
        while from < self.covered.len() && self.covered[from] {
            from += 1;
        }
        if from == self.covered.len() {
            self.solutions += 1;
            return;
        }
        self.covered[from] = true;
        for other in self.neighbours[from].into_iter().flatten() {
            if self.covered[other] {
                continue;
            }
            self.covered[other] = true;
            for number in 0..self.dominoes.len() {
                let ([one, two], left) = self.dominoes[number];
                if left == 0 {
                    continue;
                }
                self.dominoes[number].1 -= 1;
                self.place(from, other, one, two);
                if one != two {
                    self.place(from, other, two, one);
                }
                self.dominoes[number].1 += 1;
            }
            self.covered[other] = false;
        }
        self.covered[from] = false;
    }

    fn place(&mut self, from: usize, other: usize, one: u8, two: u8) {
        let (first, second) = (self.regions_of[from], self.regions_of[other]);
        let before = (self.regions[first], self.regions[second]);
        self.halves[usize::from(one)] -= 1;
        self.halves[usize::from(two)] -= 1;
        if self.write(first, one)
            && self.write(second, two)
            && self.fits(first)
            && (first == second || self.fits(second))
        {
            self.search(from + 1);
        }
        self.halves[usize::from(one)] += 1;
        self.halves[usize::from(two)] += 1;
        // In this order, because both regions may be the same.
        self.regions[second] = before.1;
        self.regions[first] = before.0;
    }

    /// Writes a number into a region. False if the region does not allow it.
    fn write(&mut self, region: usize, number: u8) -> bool {
        let region = &mut self.regions[region];
        let bit = 1 << number;
        let allowed = match region.rule {
            Rule::Equal => region.seen == 0 || region.seen == bit,
            Rule::Unequal => region.seen & bit == 0,
            Rule::Free | Rule::Total { .. } => true,
        };
        region.left -= 1;
        region.sum += i32::from(number);
        region.seen |= bit;
        allowed
    }

    /// Whether the remaining halves can fill the region.
    fn fits(&self, region: usize) -> bool {
        let Region { rule, left, sum, seen } = self.regions[region];
        match rule {
            Rule::Free | Rule::Unequal => true,
            Rule::Equal => seen == 0 || self.halves[seen.trailing_zeros() as usize] >= left,
            Rule::Total { least, most } => {
                let low = take(left, (0..64).map(|number| (number, self.halves[number as usize])));
                if sum + low > most {
                    return false;
                }
                let high = (0..64).rev().map(|number| (number, self.halves[number as usize]));
                sum + take(left, high) >= least
            }
        }
    }
}

/// The sum of the first `count` halves.
fn take(mut count: i32, halves: impl Iterator<Item = (i32, i32)>) -> i32 {
    let mut sum = 0;
    for (number, there) in halves {
        if count == 0 {
            break;
        }
        let taken = count.min(there);
        sum += taken * number;
        count -= taken;
    }
    sum
}

/// Reads a puzzle in the format `text` of `cnfetti convert`: rows, rules and dominoes, each after
/// their number.
fn read(text: &str) -> Board {
    let mut lines = text.lines();
    let mut block = || -> Vec<&str> {
        let count: usize = lines.next().expect("a number").trim().parse().expect("a number");
        (0..count).map(|_| lines.next().expect("a line")).collect()
    };
    let (rows, rules, pieces) = (block(), block(), block());
    let mut names: Vec<&str> = vec!["#"];
    let mut regions = vec![Region { rule: Rule::Free, left: 0, sum: 0, seen: 0 }];
    for line in rules {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = words.get(2).map_or(0, |word| word.parse().expect("a number"));
        let (least, most) = match words[1] {
            "SUM" => (number, number),
            "LT" => (0, number - 1),
            "LE" => (0, number),
            "GT" => (number + 1, i32::MAX),
            "GE" => (number, i32::MAX),
            _ => (0, i32::MAX),
        };
        let rule = match words[1] {
            "EQ" => Rule::Equal,
            "NEQ" => Rule::Unequal,
            _ => Rule::Total { least, most },
        };
        names.push(words[0]);
        regions.push(Region { rule, ..regions[0] });
    }
    let mut board = Board {
        regions_of: Vec::new(),
        neighbours: Vec::new(),
        regions,
        dominoes: Vec::new(),
        covered: Vec::new(),
        halves: [0; 64],
        solutions: 0,
    };
    let is_spaced = rows.iter().any(|row| row.trim().contains(' '));
    let mut places: Vec<Vec<Option<usize>>> = Vec::new();
    for row in rows {
        let marks: Vec<String> = match is_spaced {
            true => row.split_whitespace().map(str::to_owned).collect(),
            false => row.trim_end().chars().map(String::from).collect(),
        };
        let marks = marks.into_iter().flat_map(|mark| match &mark[..] {
            "…" => vec![".".to_owned(); 3],
            _ => vec![mark],
        });
        let mut place = |mark: String| {
            let known = names.iter().position(|name| *name == mark);
            let region = match mark.parse::<i32>() {
                Ok(given) => {
                    let rule = Rule::Total { least: given, most: given };
                    board.regions.push(Region { rule, left: 0, sum: 0, seen: 0 });
                    board.regions.len() - 1
                }
                Err(_) if mark == "." => return None,
                Err(_) => known.expect("a region with a rule"),
            };
            board.regions[region].left += 1;
            board.regions_of.push(region);
            Some(board.regions_of.len() - 1)
        };
        places.push(marks.map(&mut place).collect());
    }
    let at = |row: usize, column: usize| *places.get(row)?.get(column)?;
    for (row, line) in places.iter().enumerate() {
        for (column, _) in line.iter().enumerate().filter(|(_, place)| place.is_some()) {
            board.neighbours.push([at(row, column + 1), at(row + 1, column)]);
        }
    }
    for piece in pieces {
        let mut halves = piece.split_whitespace().map(|half| half.parse::<u8>().expect("pips"));
        let mut domino = [halves.next().expect("a half"), halves.next().expect("a half")];
        domino.sort_unstable();
        domino.iter().for_each(|&half| board.halves[usize::from(half)] += 1);
        match board.dominoes.iter_mut().find(|(other, _)| *other == domino) {
            Some((_, count)) => *count += 1,
            None => board.dominoes.push((domino, 1)),
        }
    }
    board.covered = vec![false; board.regions_of.len()];
    board
}
