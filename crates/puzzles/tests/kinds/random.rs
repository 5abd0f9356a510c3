//! Small random boards: compares the rules, evaluated for every assignment, with the counts of both
//! engines.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use cnfetti_core::csp::Value;
use cnfetti_core::limit::Budget;
use cnfetti_exact::{Limits, count};
use cnfetti_kinds::library::SHIPPED;
use cnfetti_kinds::pieces;
use cnfetti_kinds::{
    Board, Data, Direction, Entries, Entry, Kind, Layer, On, Place, Rule, Unfolded, Values,
};
use cnfetti_models::{Lowered, Model};

use crate::solving::{boards, count_by_blocking};

/// The most assignments of a board; of every eighth board, if regions have at least four cells.
const MAX_ASSIGNMENTS: usize = 10_000;
const MAX_WITH_FOURS: usize = 66_000;

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

    /// A random number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// A random puzzle of a kind, with some clues.
pub(crate) fn drawn(kind: &Kind, random: &mut Random) -> Data {
    let (rows, columns) = (1 + random.below(4) as u16, 1 + random.below(4) as u16);
    let mut data = Data::new(kind, Board::new(rows, columns));
    if !data.pieces.is_empty() {
        let few: &[&[&str]] = &[&["0"], &["01"], &["01", "1"], &["01/1."], &["0", "0"]];
        data.pieces = pieces::read(random.pick(few), &data.board).unwrap();
    }
    // What the kind refuses without any clue is not worth drawing clues for.
    let must_have = |layer: &Layer| layer.required || layer.on == (On::Areas { cover: true });
    if !kind.clues.iter().any(must_have) && kind.verify(&data).is_err() {
        return data;
    }
    // For a kind with many variants, use only some at a time: all of them together leave no
    // solutions.
    let has_variants = kind.clues.len() > 8;
    for (at, parameter) in kind.parameters.iter().enumerate() {
        let (low, high) = parameter.range;
        if random.below(if has_variants { 8 } else { 2 }) == 0 {
            data.parameters[at] = low + random.below((high - low).min(2) as usize + 1) as i64;
        }
    }
    // If clues say which cells there are, there are none without clues.
    if data.board.cells().is_empty() {
        data.board = data.board.whole();
    }
    for layer in 0..kind.clues.len() {
        if has_variants && random.below(8) > 0 {
            continue;
        }
        draw_layer(kind, layer, &mut data, random);
        data.cut(kind);
    }
    data
}

fn draw_layer(kind: &Kind, at: usize, data: &mut Data, random: &mut Random) {
    let layer = &kind.clues[at];
    match layer.on {
        On::Areas { cover } => data.layers[at] = areas(&data.board, cover, random),
        On::Paths => data.layers[at] = paths(&data.board, random),
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
                // Drop clues that are out of range; another board will have others.
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
        Values::Directions => {
            let mut all = Direction::ALL.map(|row| row.0);
            (0..3).for_each(|at| all.swap(at, at + random.below(8 - at)));
            Entry::Directions(all[..1 + random.below(3)].to_vec())
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

fn areas(board: &Board, cover: bool, random: &mut Random) -> Entries {
    let mut entries = Entries::default();
    let cells = board.cells();
    let new_in = random.pick(&[2, 5, 30]);
    let mut group_of: Vec<Option<usize>> = Vec::new();
    for (at, &cell) in cells.iter().enumerate() {
        let columns = usize::from(board.columns);
        let left = at.checked_sub(1).filter(|_| at % columns > 0);
        let above = at.checked_sub(columns);
        let before = [left, above].map(|before| before.and_then(|before| group_of[before]));
        let group = match random.below(new_in) {
            0 => None,
            which if which % 2 == 0 => before[0].or(before[1]),
            _ => before[1].or(before[0]),
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

fn paths(board: &Board, random: &mut Random) -> Entries {
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

/// How many assignments satisfy all rules. Collects the rules that some assignment breaks.
pub(crate) fn by_brute_force(unfolded: &Unfolded, broken: &mut BTreeSet<usize>) -> usize {
    let model: &Model = &unfolded.model;
    let domains: Vec<&[Value]> = model.variables.iter().map(|one| &one.domain[..]).collect();
    let mut at = vec![0; domains.len()];
    let mut number = 0;
    // `check` reports only the first broken rule; check those that never were the first by
    // themselves.
    let rules: BTreeSet<usize> = unfolded.rules.iter().copied().collect();
    let open = rules.difference(broken).map(|&rule| (rule, alone(unfolded, rule)));
    let mut alone: Vec<(usize, Model)> = open.collect();
    if domains.iter().any(|domain| domain.is_empty()) {
        return 0;
    }
    loop {
        let values: Vec<Value> = at.iter().zip(&domains).map(|(&at, domain)| domain[at]).collect();
        match model.check(&values) {
            Ok(()) => number += 1,
            Err(violation) => {
                broken.insert(unfolded.rules[violation.constraint]);
                alone.retain(|(rule, model)| {
                    let is_broken = model.check(&values).is_err();
                    !(is_broken && broken.insert(*rule))
                });
            }
        }
        let Some(next) = (0..at.len()).rev().find(|&which| at[which] + 1 < domains[which].len())
        else {
            return number;
        };
        at[next] += 1;
        at[next + 1..].fill(0);
    }
}

/// The model with the constraints of one rule only.
pub(crate) fn alone(unfolded: &Unfolded, rule: usize) -> Model {
    let mut model = unfolded.model.clone();
    let mut rules = unfolded.rules.iter();
    model.constraints.retain(|_| rules.next() == Some(&rule));
    model
}

fn assignments(model: &Model) -> usize {
    let sizes = model.variables.iter().map(|variable| variable.domain.len());
    sizes.fold(1_usize, usize::saturating_mul)
}

/// Boards with a solution, after which `boards` are enough if they have broken each rule.
const SOLVABLE: usize = 5;

/// Checks the counts of boards of a kind that are small enough: of this number, and of up to four times as many until
/// each rule is broken and some boards have a solution.
fn check_kind(kind: &Kind, seed: u64, boards: usize) -> Vec<String> {
    let mut random = Random(seed);
    let (mut tried, mut solvable) = (0, 0);
    let mut broken = BTreeSet::new();
    let has_fours = ["lits", "inverse_litso"].contains(&&*kind.name);
    for _ in 0..boards * 60 {
        let is_seen = broken.len() == kind.rules.len() && solvable >= SOLVABLE;
        if tried >= boards && is_seen || tried == 4 * boards {
            break;
        }
        let data = drawn(kind, &mut random);
        if kind.verify(&data).is_err() {
            continue;
        }
        let budget = Budget::default();
        let unfolded = kind.unfold(&data, &budget).unwrap();
        let most = match tried % 8 {
            0 if has_fours => MAX_WITH_FOURS,
            _ => MAX_ASSIGNMENTS,
        };
        if assignments(&unfolded.model) > most {
            continue;
        }
        tried += 1;
        let expected = by_brute_force(&unfolded, &mut broken);
        solvable += usize::from(expected > 0);
        let lowered = Lowered::new(&unfolded.model, &budget).unwrap();
        let (exact, _) = count(&lowered.csp, &Limits::default()).unwrap();
        assert!(exact.exact && exact.solutions == expected.into(), "{expected}: {data:#?}");
        assert_eq!(count_by_blocking(&lowered.csp), expected, "{data:#?}");
    }
    let missing = |(at, rule): (usize, &Rule)| {
        (!broken.contains(&at)).then(|| format!("{}: no board broke `{}`", kind.name, rule.name))
    };
    let mut missed: Vec<String> = kind.rules.iter().enumerate().filter_map(missing).collect();
    // Their smallest boards with a solution are larger.
    let is_solvable =
        solvable > 0 || ["double_back", "five_cells", "toichika"].contains(&&*kind.name);
    if tried < boards || !is_solvable {
        missed.push(format!("{}: {tried} boards, {solvable} solvable", kind.name));
    }
    missed
}

#[test]
fn both_engines_count_what_the_rules_allow() {
    // The kinds take longer than all other tests together, so each processor takes the next one.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut missed = Vec::new();
        while let Some(shipped) = SHIPPED.get(next.fetch_add(1, Ordering::Relaxed)) {
            // The random boards of a kind do not change when a kind is added.
            let seed = shipped
                .name
                .bytes()
                .fold(7, |seed, byte| u64::wrapping_mul(seed, 31).wrapping_add(byte.into()));
            let kind = shipped.read().unwrap();
            let few = if kind.rules.len() > 12 { 9 * kind.rules.len() } else { 28 };
            missed.extend(check_kind(&kind, seed, boards(few)));
        }
        missed
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let missed: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(missed.is_empty(), "{missed:#?}");
}
