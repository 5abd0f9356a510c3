//! Constraints of general models: tables, elements, counts and so on, with all sorts of conditions.

use cnfetti::csp::{
    ArgExtremum, Atom, Automaton, Bin, BinPacking, Channel, Circuit, Comparison, Condition,
    Connected, Constraint, Count, Csp, Cumulative, DistinctCount, Element, Extent, Extreme,
    Extremum, Index, Lex, Link, NoOverlap, Operand, Parts, Ranges, Rank, Table, Task, Transition,
    Value, VarId,
};

use super::{Random, any_variable};

/// Draws a constraint on some of the variables, of which there is at least one.
type Draw = fn(&mut Random, &Csp) -> Constraint;

/// A function for each constraint.
pub(crate) const DRAWS: &[Draw] = &[
    table,
    element,
    count,
    distinct_count,
    lex,
    automaton,
    extremum,
    arg_extremum,
    channel,
    circuit,
    bin_packing,
    connected,
    parts,
    no_overlap,
    cumulative,
];

/// Draws any of them.
pub(crate) fn general_constraint(random: &mut Random, csp: &Csp) -> Constraint {
    DRAWS[random.below(DRAWS.len())](random, csp)
}

/// A value close to those of the variables.
fn value(random: &mut Random) -> Value {
    random.below(6) as Value - 1
}

/// A number or a variable, perhaps one that is already used.
fn operand(random: &mut Random, csp: &Csp) -> Operand {
    match random.one_in(3) {
        true => Operand::Constant(value(random)),
        false => Operand::Variable(any_variable(random, csp)),
    }
}

fn any_condition(random: &mut Random, csp: &Csp) -> Condition {
    condition(random, csp, &[])
}

/// A condition on a number, without variables of the scope.
fn condition(random: &mut Random, csp: &Csp, scope: &[VarId]) -> Condition {
    let free: Vec<VarId> = csp.ids().filter(|id| !scope.contains(id)).collect();
    let comparison = Comparison::ALL[random.below(6)];
    match random.below(5) {
        0 => Condition::Within(Ranges::of((-1..6).filter(|_| random.one_in(2)))),
        1 => {
            let first = i64::from(value(random));
            let ranges = Ranges::between(first, first + random.below(3) as i64);
            Condition::Within(if random.one_in(2) { ranges } else { ranges.complement() })
        }
        2 | 3 if !free.is_empty() => Condition::Compare(comparison, free[random.below(free.len())]),
        _ => Condition::new(comparison, Operand::Constant(value(random))),
    }
}

/// Places and links that always hold, never hold, or depend on a variable, which may decide several
/// of them; with loops and parallel links.
fn connected(random: &mut Random, csp: &Csp) -> Constraint {
    let atom = |random: &mut Random| {
        let variable = VarId::at(random.below(csp.variables().len()));
        let domain = csp.domain(variable);
        let value = match random.one_in(8) || domain.is_empty() {
            true => value(random),
            false => domain[random.below(domain.len())],
        };
        (!random.one_in(5)).then_some(Atom { variable, value })
    };
    let places: Vec<_> = (0..random.below(7)).map(|_| atom(random)).collect();
    let number = if places.is_empty() { 0 } else { random.below(2 * places.len()) };
    let is_plain = random.one_in(2);
    let link = |_| Link {
        ends: [random.below(places.len()), random.below(places.len())],
        atom: if is_plain { None } else { atom(random) },
    };
    let links = (0..number).map(link).collect();
    let may_be_empty = random.one_in(2);
    Connected { places, links, may_be_empty }.into()
}

/// The same, where places may state a size, and some are marks.
fn parts(random: &mut Random, csp: &Csp) -> Constraint {
    let Constraint::Connected(Connected { places, links, .. }) = connected(random, csp) else {
        unreachable!("it is what was drawn");
    };
    let says = random.below(4);
    let size = |random: &mut Random| random.below(4) < says;
    let sizes = places.iter().map(|_| size(random).then(|| operand(random, csp))).collect();
    let mark = |random: &mut Random| random.below(places.len());
    let marks = random.one_in(2) && !places.is_empty();
    let marks = marks.then(|| (0..random.below(4)).map(|_| mark(random)).collect());
    Parts { places, links, sizes, marks }.into()
}

/// Rows of any values, perhaps repeated, few or many, some with wildcards.
fn table(random: &mut Random, csp: &Csp) -> Constraint {
    let scope = random.scope(csp, random_least(csp));
    let is_short = random.one_in(2);
    let rows = (0..random.below(1 << (1 + scope.len()))).map(|_| {
        let cell = |&variable: &VarId| {
            let domain = csp.domain(variable);
            match random.below(8) {
                0 => Some(value(random)),
                1 if is_short => None,
                _ if domain.is_empty() => Some(0),
                _ => Some(domain[random.below(domain.len())]),
            }
        };
        scope.iter().map(cell).collect()
    });
    let rows = rows.collect();
    Table { scope, rows, is_positive: random.below(3) > 0 }.into()
}

/// Mostly all variables, so that rows are long.
fn random_least(csp: &Csp) -> usize {
    csp.variables().len().min(2)
}

/// A list or a matrix, with indices that may be outside, and any variable at any place.
fn element(random: &mut Random, csp: &Csp) -> Constraint {
    let sizes: &[&[usize]] = &[&[1], &[2], &[3], &[4], &[2, 2], &[1, 3], &[3, 2]];
    let sizes = sizes[random.below(sizes.len())];
    let indices = sizes.iter().map(|&size| {
        let variable = any_variable(random, csp);
        Index { variable, first: random.below(3) as Value - 1, size }
    });
    let indices = indices.collect();
    let list = (0..sizes.iter().product()).map(|_| operand(random, csp)).collect();
    Element { list, indices, condition: any_condition(random, csp) }.into()
}

fn count(random: &mut Random, csp: &Csp) -> Constraint {
    let scope = random.scope(csp, 1);
    let values = (-1..4).filter(|_| random.one_in(2)).collect();
    let condition = condition(random, csp, &scope);
    Count { scope, values, condition }.into()
}

fn distinct_count(random: &mut Random, csp: &Csp) -> Constraint {
    let scope = random.scope(csp, 0);
    let except = (-1..4).filter(|_| random.one_in(4)).collect();
    let condition = condition(random, csp, &scope);
    DistinctCount { scope, except, condition }.into()
}

/// Lists of the same length, which may share variables.
fn lex(random: &mut Random, csp: &Csp) -> Constraint {
    let length = random.below(4);
    let mut list = || (0..length).map(|_| any_variable(random, csp)).collect();
    let (first, second) = (list(), list());
    Lex { first, second, is_strict: random.one_in(2) }.into()
}

/// Up to four states, from which some values lead nowhere.
fn automaton(random: &mut Random, csp: &Csp) -> Constraint {
    let states = 1 + random.below(4);
    let mut transitions = Vec::new();
    for from in 0..states as u32 {
        for value in -1..5 {
            if random.below(4) > 0 {
                let to = 7 * random.below(states) as u32;
                transitions.push(Transition { from: 7 * from, value, to });
            }
        }
    }
    let accepting = (0..=states as u32).filter(|_| random.one_in(2)).map(|state| 7 * state);
    let accepting = accepting.collect();
    let start = 7 * random.below(states) as u32;
    Automaton { scope: random.scope(csp, 1), start, accepting, transitions }.into()
}

fn extreme(random: &mut Random) -> Extreme {
    if random.one_in(2) { Extreme::Minimum } else { Extreme::Maximum }
}

fn extremum(random: &mut Random, csp: &Csp) -> Constraint {
    let scope = random.scope(csp, 0);
    let condition = condition(random, csp, &scope);
    Extremum { scope, extreme: extreme(random), condition }.into()
}

fn arg_extremum(random: &mut Random, csp: &Csp) -> Constraint {
    let scope = random.scope(csp, 1);
    let first = random.below(3) as Value - 1;
    let rank = [Rank::Any, Rank::First, Rank::Last][random.below(3)];
    let condition = condition(random, csp, &scope);
    ArgExtremum { scope, first, extreme: extreme(random), rank, condition }.into()
}

/// Two lists, or one that is its own inverse.
fn channel(random: &mut Random, csp: &Csp) -> Constraint {
    let start = |random: &mut Random| random.below(3) as Value - 1;
    let first_place = start(random);
    let second_place = if random.below(3) > 0 { first_place } else { start(random) };
    let all = random.scope(csp, 1);
    if random.one_in(3) {
        return Channel { first: all.clone(), first_place, second: all, second_place }.into();
    }
    let (first, second) = all.split_at(all.len() / 2);
    Channel { first: first.to_vec(), first_place, second: second.to_vec(), second_place }.into()
}

fn circuit(random: &mut Random, csp: &Csp) -> Constraint {
    let scope = random.scope(csp, random_least(csp));
    let first = random.below(3) as Value - 1;
    let size = (random.below(3) > 0).then(|| match random.one_in(2) {
        true => Condition::Within(Ranges::at_least(2)),
        false => condition(random, csp, &scope),
    });
    Circuit { scope, first, size }.into()
}

fn bin_packing(random: &mut Random, csp: &Csp) -> Constraint {
    let scope = random.scope(csp, 1);
    let sizes = scope.iter().map(|_| random.below(4) as i64).collect();
    let mut bins = Vec::new();
    for value in -1..4 {
        if random.below(5) > 0 {
            let load = match random.one_in(2) {
                true => Condition::Within(Ranges::at_most(random.below(6) as i64)),
                false => condition(random, csp, &scope),
            };
            bins.push(Bin { value, load });
        }
    }
    BinPacking { scope, sizes, bins }.into()
}

/// A length or a height: mostly a number, otherwise one of the remaining variables.
fn size(random: &mut Random, left: &mut Vec<VarId>) -> Operand {
    match left.pop() {
        Some(variable) if random.one_in(4) => variable.into(),
        Some(variable) => {
            left.push(variable);
            Operand::Constant(random.below(4) as Value)
        }
        None => Operand::Constant(random.below(4) as Value - Value::from(random.one_in(20))),
    }
}

fn no_overlap(random: &mut Random, csp: &Csp) -> Constraint {
    let mut left = random.scope(csp, random_least(csp));
    let dimensions = 1 + random.below(2);
    let mut boxes = Vec::new();
    while left.len() >= dimensions {
        let origins: Vec<VarId> = left.drain(..dimensions).collect();
        let extent = |origin| Extent { origin, length: size(random, &mut left) };
        boxes.push(origins.into_iter().map(extent).collect());
    }
    NoOverlap { boxes, ignores_empty: random.one_in(2) }.into()
}

fn cumulative(random: &mut Random, csp: &Csp) -> Constraint {
    let mut left = random.scope(csp, random_least(csp));
    let limit = match random.one_in(4) {
        true => left.pop().map_or(Operand::Constant(2), Operand::Variable),
        false => Operand::Constant(random.below(5) as Value),
    };
    let mut tasks = Vec::new();
    while let Some(origin) = left.pop() {
        let length = size(random, &mut left);
        tasks.push(Task { origin, length, height: size(random, &mut left) });
    }
    Cumulative { tasks, limit }.into()
}
