//! The meaning of FlatZinc's constraints, stated a second time.

use itertools::Itertools;

/// A constraint.
pub(super) struct Case {
    pub(super) name: &'static str,
    /// The sorts of its arguments, see [`super::drawn`].
    pub(super) args: &'static str,
    /// Whether there is a version with its truth value as a further argument.
    pub(super) is_relation: bool,
    /// The length of the shortest list that may not be empty.
    pub(super) least: usize,
    pub(super) holds: fn(&[Vec<i64>]) -> bool,
}

const fn relation(name: &'static str, args: &'static str, holds: fn(&[Vec<i64>]) -> bool) -> Case {
    Case { name, args, is_relation: true, least: 1, holds }
}

const fn function(name: &'static str, args: &'static str, holds: fn(&[Vec<i64>]) -> bool) -> Case {
    Case { name, args, is_relation: false, least: 1, holds }
}

const fn global(
    name: &'static str,
    args: &'static str,
    least: usize,
    holds: fn(&[Vec<i64>]) -> bool,
) -> Case {
    Case { name, args, is_relation: false, least, holds }
}

fn weighted(x: &[Vec<i64>]) -> i64 {
    x[0].iter().zip(&x[1]).map(|(weight, value)| weight * value).sum()
}

/// The item of a list at an index, from 1.
fn at(list: &[i64], index: i64) -> Option<i64> {
    list.get(usize::try_from(index - 1).ok()?).copied()
}

fn occurrences(list: &[i64], value: i64) -> i64 {
    list.iter().filter(|&&item| item == value).count() as i64
}

fn power(base: i64, exponent: i64) -> Option<i64> {
    let power = (0..exponent.abs()).fold(1, |power, _| power * base);
    match (exponent < 0, power) {
        (false, power) => Some(power),
        (true, 0) => None,
        (true, power) => Some(1 / power),
    }
}

fn counts_fit(x: &[Vec<i64>], low: &[i64], high: &[i64], closed: i64) -> bool {
    let (list, cover) = (&x[0], &x[1]);
    let fits = |at: usize| (low[at]..=high[at]).contains(&occurrences(list, cover[at]));
    (0..cover.len()).all(fits) && (closed == 0 || list.iter().all(|item| cover.contains(item)))
}

/// If the first list has b at a, the second has a at b; every item is an index.
fn are_inverse(one: &[i64], first: i64, other: &[i64], other_first: i64) -> bool {
    let leads_back = |list: &[i64], start: i64, back: &[i64], back_start: i64| {
        list.iter()
            .enumerate()
            .all(|(index, &item)| at(back, item - back_start + 1) == Some(index as i64 + start))
    };
    leads_back(one, first, other, other_first) && leads_back(other, other_first, one, first)
}

/// Whether the list is a circuit from the first item through all others.
fn is_circuit(list: &[i64], first: i64) -> bool {
    let (mut place, mut steps) = (first, 0);
    loop {
        let Some(next) = at(list, place - first + 1) else { return false };
        (place, steps) = (next, steps + 1);
        if place == first || steps > list.len() {
            return steps == list.len();
        }
    }
}

/// Whether all nodes that are 1 are in one set, after joining the ends of each edge that is 1.
fn are_connected(nodes: &[i64], from: &[i64], to: &[i64], edges: &[i64], none: i64) -> bool {
    let mut sets = (0..nodes.len()).collect_vec();
    for ((&from, &to), _) in from.iter().zip(to).zip(edges).filter(|(_, edge)| **edge == 1) {
        let (one, other) = (from as usize - 1, to as usize - 1);
        if nodes[one] == 1 && nodes[other] == 1 {
            let (kept, given_up) = (sets[one], sets[other]);
            sets.iter_mut().filter(|set| **set == given_up).for_each(|set| *set = kept);
        }
    }
    let chosen = (0..nodes.len()).filter(|&at| nodes[at] == 1);
    match chosen.map(|at| sets[at]).unique().count() {
        0 => none == 1,
        number => number == 1,
    }
}

/// Whether the tasks that run at some time never need more than the limit then. A task runs from its start for its length.
fn stays_within(starts: &[i64], lengths: &[i64], heights: &[i64], limit: i64) -> bool {
    (-2..8).all(|time| {
        let runs = |&at: &usize| starts[at] <= time && time < starts[at] + lengths[at];
        let running = (0..starts.len()).filter(runs).collect_vec();
        running.is_empty() || running.iter().map(|&at| heights[at]).sum::<i64>() <= limit
    })
}

/// Whether each two boxes are apart in some dimension, or one of them is empty and that makes it exempt.
fn are_apart(origins: &[i64], lengths: &[i64], dimensions: i64, exempt: i64) -> bool {
    let boxes = origins.chunks(dimensions as usize).zip(lengths.chunks(dimensions as usize));
    boxes.array_combinations().all(|[(one, one_lengths), (other, other_lengths)]| {
        let is_empty = |lengths: &[i64]| exempt == 1 && lengths.contains(&0);
        let is_before = |from: &[i64], by: &[i64], to: &[i64]| {
            (0..from.len()).any(|axis| from[axis] + by[axis] <= to[axis])
        };
        is_empty(one_lengths)
            || is_empty(other_lengths)
            || is_before(one, one_lengths, other)
            || is_before(other, other_lengths, one)
    })
}

fn are_in_order_of_appearance(values: &[i64], list: &[i64]) -> bool {
    let first = |value: i64| list.iter().position(|&item| item == value).unwrap_or(list.len());
    values
        .iter()
        .tuple_windows()
        .all(|(&one, &next)| first(next) == list.len() || first(one) < first(next))
}

pub(super) const CASES: &[Case] = &[
    relation("int_eq", "ii", |x| x[0] == x[1]),
    relation("int_ne", "ii", |x| x[0] != x[1]),
    relation("int_le", "ii", |x| x[0] <= x[1]),
    relation("int_lt", "ii", |x| x[0] < x[1]),
    relation("bool_eq", "bb", |x| x[0] == x[1]),
    relation("bool_not", "bb", |x| x[0] != x[1]),
    relation("bool_le", "bb", |x| x[0] <= x[1]),
    relation("bool_lt", "bb", |x| x[0] < x[1]),
    relation("bool_xor", "bb", |x| x[0] != x[1]),
    relation("int_lin_eq", "wIk", |x| weighted(x) == x[2][0]),
    relation("int_lin_ne", "wIk", |x| weighted(x) != x[2][0]),
    relation("int_lin_le", "wIk", |x| weighted(x) <= x[2][0]),
    relation("bool_lin_eq", "wBi", |x| weighted(x) == x[2][0]),
    relation("bool_lin_le", "wBk", |x| weighted(x) <= x[2][0]),
    relation("set_in", "is", |x| x[1].contains(&x[0][0])),
    relation("bool_clause", "BB", |x| x[0].contains(&1) || x[1].contains(&0)),
    relation("array_bool_xor", "B", |x| x[0].iter().sum::<i64>() % 2 == 1),
    function("bool2int", "bi", |x| x[0] == x[1]),
    function("bool_xor", "bbb", |x| (x[0] != x[1]) == (x[2][0] == 1)),
    function("bool_and", "bbb", |x| (x[0][0] * x[1][0]) == x[2][0]),
    function("bool_or", "bbb", |x| x[0][0].max(x[1][0]) == x[2][0]),
    function("array_bool_and", "Bb", |x| x[0].iter().all(|&b| b == 1) == (x[1][0] == 1)),
    function("array_bool_or", "Bb", |x| x[0].contains(&1) == (x[1][0] == 1)),
    function("int_plus", "iii", |x| x[0][0] + x[1][0] == x[2][0]),
    function("int_minus", "iii", |x| x[0][0] - x[1][0] == x[2][0]),
    function("int_times", "iii", |x| x[0][0] * x[1][0] == x[2][0]),
    function("int_div", "iii", |x| x[1][0] != 0 && x[0][0] / x[1][0] == x[2][0]),
    function("int_mod", "iii", |x| x[1][0] != 0 && x[0][0] % x[1][0] == x[2][0]),
    function("int_abs", "ii", |x| x[0][0].abs() == x[1][0]),
    function("int_min", "iii", |x| x[0][0].min(x[1][0]) == x[2][0]),
    function("int_max", "iii", |x| x[0][0].max(x[1][0]) == x[2][0]),
    function("int_pow", "iii", |x| power(x[0][0], x[1][0]) == Some(x[2][0])),
    function("array_var_int_element", "iJi", |x| at(&x[1], x[0][0]) == Some(x[2][0])),
    function("array_var_bool_element", "iKb", |x| at(&x[1], x[0][0]) == Some(x[2][0])),
    function("array_int_minimum", "iJ", |x| x[1].iter().min() == Some(&x[0][0])),
    function("array_int_maximum", "iJ", |x| x[1].iter().max() == Some(&x[0][0])),
    global("cnfetti_all_different", "J", 2, |x| x[0].iter().all_unique()),
    global("cnfetti_all_different_except_0", "J", 2, |x| {
        x[0].iter().filter(|&&item| item != 0).all_unique()
    }),
    global("cnfetti_table", "Jt", 1, |x| x[1].chunks(x[0].len()).contains(&&x[0][..])),
    global("cnfetti_global_cardinality", "Jvnf", 1, |x| counts_fit(x, &x[2], &x[2], x[3][0])),
    global("cnfetti_global_cardinality_low_up", "Jvluf", 1, |x| {
        counts_fit(x, &x[2], &x[3], x[4][0])
    }),
    global("cnfetti_count_eq", "Jii", 1, |x| occurrences(&x[0], x[1][0]) == x[2][0]),
    global("cnfetti_increasing", "J", 2, |x| x[0].is_sorted()),
    global("cnfetti_lex_less", "JS", 1, |x| x[0] < x[1]),
    global("cnfetti_lex_lesseq", "JS", 1, |x| x[0] <= x[1]),
    global("cnfetti_inverse", "JkSk", 1, |x| are_inverse(&x[0], x[1][0], &x[2], x[3][0])),
    global("cnfetti_circuit", "Jk", 2, |x| is_circuit(&x[0], x[1][0])),
    global("cnfetti_connected", "BpqOf", 0, |x| are_connected(&x[0], &x[1], &x[2], &x[3], x[4][0])),
    global("cnfetti_cumulative", "JSSi", 1, |x| stays_within(&x[0], &x[1], &x[2], x[3][0])),
    global("cnfetti_no_overlap", "JSdf", 2, |x| are_apart(&x[0], &x[1], x[2][0], x[3][0])),
    global("cnfetti_nvalue", "iJ", 1, |x| x[1].iter().unique().count() as i64 == x[0][0]),
    global("cnfetti_value_precede_chain", "vJ", 1, |x| are_in_order_of_appearance(&x[0], &x[1])),
];
