//! Small boards drawn at random: the rules, evaluated for every assignment, against what both engines
//! count.

use std::collections::BTreeSet;

use cnfetti_core::csp::Value;
use cnfetti_core::limit::Budget;
use cnfetti_exact::{Limits, count};
use cnfetti_kinds::library::SHIPPED;
use cnfetti_kinds::{Board, Data, Direction, Entries, Entry, Kind, On, Place, Unfolded, Values};
use cnfetti_models::{Lowered, Model};

use crate::solving::count_by_blocking;

/// A board has at most so many assignments.
const MOST: usize = 20_000;

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number below another.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// A puzzle of a kind, with some clues.
pub(crate) fn drawn(kind: &Kind, random: &mut Random) -> Data {
    let (rows, columns) = (1 + random.below(4) as u16, 1 + random.below(4) as u16);
    let mut data = Data::new(kind, Board { rows, columns });
    for (at, parameter) in kind.parameters.iter().enumerate() {
        let (low, high) = parameter.range;
        if random.below(2) == 0 {
            data.parameters[at] = low + random.below((high - low).min(2) as usize + 1) as i64;
        }
    }
    for layer in 0..kind.clues.len() {
        draw_layer(kind, layer, &mut data, random);
    }
    data
}

fn draw_layer(kind: &Kind, at: usize, data: &mut Data, random: &mut Random) {
    let layer = &kind.clues[at];
    match layer.on {
        On::Areas { cover } => data.layers[at] = areas(data.board, cover, random),
        On::Paths => data.layers[at] = paths(data.board, random),
        _ => {
            let one_in = random.pick(&[2, 3, 6, 100]);
            for place in data.places(layer.on) {
                if !layer.required && random.below(one_in) > 0 {
                    continue;
                }
                let entry = match layer.any {
                    Some(_) if random.below(4) == 0 => Entry::Open,
                    _ => entry(&layer.values, layer.any.is_some(), random),
                };
                data.layers[at].at.insert(place, entry);
                // What is out of range is drawn anew on another board.
                if kind.verify(data).is_err_and(|wrong| wrong.place == Some(place)) {
                    data.layers[at].at.remove(&place);
                }
            }
        }
    }
}

fn entry(values: &Values, open: bool, random: &mut Random) -> Entry {
    match values {
        Values::Flag | Values::Group => Entry::Flag,
        Values::Number(_) => Entry::Number(random.below(6) as i64),
        Values::Words(words) => Entry::Word(random.pick(words)),
        Values::Direction => {
            Entry::Direction(random.pick(&Direction::straight().collect::<Vec<_>>()))
        }
        Values::Numbers => {
            let number = |random: &mut Random| match random.below(5) {
                0 if open => Entry::ANY,
                _ => 1 + random.below(3) as i64,
            };
            let length = 1 + random.below(2);
            match random.below(6) {
                0 => Entry::Numbers(vec![0]),
                _ => Entry::Numbers((0..length).map(|_| number(random)).collect()),
            }
        }
    }
}

fn areas(board: Board, cover: bool, random: &mut Random) -> Entries {
    let mut entries = Entries::default();
    let cells = board.cells();
    let mut group_of: Vec<Option<usize>> = Vec::new();
    for (at, &cell) in cells.iter().enumerate() {
        let columns = usize::from(board.columns);
        let left = at.checked_sub(1).filter(|_| at % columns > 0);
        let above = at.checked_sub(columns);
        let before = [left, above].map(|before| before.and_then(|before| group_of[before]));
        let group = match random.below(5) {
            0 | 1 => before[0],
            2 | 3 => before[1],
            _ => None,
        };
        let alone = !cover && random.below(4) == 0;
        let group = match group {
            _ if alone => None,
            Some(group) => Some(group),
            None => {
                entries.names.push(cnfetti_kinds::letter(entries.groups.len()));
                entries.groups.push(Vec::new());
                Some(entries.groups.len() - 1)
            }
        };
        if let Some(group) = group {
            entries.groups[group].push(cell);
        }
        group_of.push(group);
    }
    entries
}

fn paths(board: Board, random: &mut Random) -> Entries {
    let mut entries = Entries::default();
    for number in 0..random.below(2) {
        let mut path = vec![random.pick(&board.cells())];
        for _ in 0..1 + random.below(3) {
            let Some(&Place::Cell(row, column)) = path.last() else { break };
            let near = [(row + 1, column), (row, column + 1)];
            let near = near.map(|(row, column)| Place::Cell(row, column));
            let free = near.into_iter().filter(|cell| board.cells().contains(cell));
            let free: Vec<Place> = free.collect();
            if !free.is_empty() {
                path.push(random.pick(&free));
            }
        }
        entries.names.push(cnfetti_kinds::letter(number));
        entries.groups.push(path);
    }
    entries
}

/// How many assignments keep all rules, and which rules some assignment breaks.
fn by_brute_force(unfolded: &Unfolded, broken: &mut BTreeSet<usize>) -> usize {
    let model: &Model = &unfolded.model;
    let domains: Vec<&[Value]> = model.variables.iter().map(|one| &one.domain[..]).collect();
    let mut at = vec![0; domains.len()];
    let mut number = 0;
    if domains.iter().any(|domain| domain.is_empty()) {
        return 0;
    }
    loop {
        let values: Vec<Value> = at.iter().zip(&domains).map(|(&at, domain)| domain[at]).collect();
        match model.check(&values) {
            Ok(()) => number += 1,
            Err(violation) => drop(broken.insert(unfolded.rules[violation.constraint])),
        }
        let Some(next) = (0..at.len()).rev().find(|&which| at[which] + 1 < domains[which].len())
        else {
            return number;
        };
        at[next] += 1;
        at[next + 1..].fill(0);
    }
}

fn assignments(model: &Model) -> usize {
    let sizes = model.variables.iter().map(|variable| variable.domain.len());
    sizes.fold(1_usize, usize::saturating_mul)
}

/// The numbers of all boards of a kind that are small enough.
fn check_kind(kind: &Kind, seed: u64, boards: usize) {
    let mut random = Random(seed);
    let (mut tried, mut solvable, mut several) = (0, 0, 0);
    let mut broken = BTreeSet::new();
    for _ in 0..boards * 20 {
        let data = drawn(kind, &mut random);
        if tried == boards || kind.verify(&data).is_err() {
            continue;
        }
        let budget = Budget::default();
        let unfolded = kind.unfold(&data, &budget).unwrap();
        if assignments(&unfolded.model) > MOST {
            continue;
        }
        tried += 1;
        let expected = by_brute_force(&unfolded, &mut broken);
        solvable += usize::from(expected > 0);
        several += usize::from(expected > 1);
        let lowered = Lowered::new(&unfolded.model, &budget).unwrap();
        let (exact, _) = count(&lowered.csp, &Limits::default()).unwrap();
        assert!(exact.exact && exact.solutions == expected.into(), "{expected}: {data:#?}");
        assert_eq!(count_by_blocking(&lowered.csp), expected, "{data:#?}");
    }
    assert_eq!(tried, boards, "{}", kind.name);
    assert!(solvable > boards / 20 && several > 0, "{}: {solvable} {several}", kind.name);
    for (at, rule) in kind.rules.iter().enumerate() {
        assert!(broken.contains(&at), "no board broke the rule `{}` of {}", rule.name, kind.name);
    }
}

#[test]
fn both_engines_count_what_the_rules_allow() {
    for (at, shipped) in SHIPPED.iter().enumerate() {
        let start = std::time::Instant::now();
        check_kind(&shipped.read().unwrap(), at as u64, 60);
        eprintln!("{} {:.2}", shipped.name, start.elapsed().as_secs_f64());
    }
}
