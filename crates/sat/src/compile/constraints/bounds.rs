//! Tasks and extrema by thresholds instead of values, for formulas that only need to be solved.
//!
//! Of two tasks, one is first. Unit propagation then moves the earliest start of the second and the latest start of the
//! first. (Tamura, Taga, Kitagawa and Banbara, Compiling Finite Linear CSP into SAT, 2009.)

use cnfetti_encodings::integer::Order;
use cnfetti_encodings::linear::{self, Term};
use cnfetti_encodings::{Bit, Cnf, Lit, Relation};
use itertools::Itertools;

use super::{add, add_bits};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{
    Comparison, Condition, Constraint, Cumulative, Extent, Extreme, Extremum, NoOverlap, Operand,
    VarId,
};

/// Whether the constraint can be stated by thresholds.
pub(in crate::compile) fn fits(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::NoOverlap(constraint) => constraint.has_lengths(),
        Constraint::Cumulative(constraint) => constraint.tasks.iter().all(|task| {
            let is_number = |operand: Operand| operand.constant().is_some_and(|number| number >= 0);
            is_number(task.length) && is_number(task.height)
        }),
        Constraint::Extremum(constraint) => {
            matches!(constraint.condition, Condition::Compare(Comparison::Equal, _))
        }
        _ => false,
    }
}

/// States a constraint that [`fits`].
pub(super) fn encode(cnf: &mut Cnf, map: &Map, constraint: &Constraint, choices: &Choices) {
    match constraint {
        Constraint::NoOverlap(constraint) => no_overlap(cnf, map, constraint, choices),
        Constraint::Cumulative(constraint) => cumulative(cnf, map, constraint, choices),
        Constraint::Extremum(constraint) => extremum(cnf, map, constraint),
        _ => unreachable!("it does not fit"),
    }
}

/// The start of an extent, with its thresholds unless it is stored in binary.
struct Begin {
    extent: Extent,
    length: i64,
    order: Option<Order>,
}

/// Of each two boxes, one is before the other in some dimension. All lengths are constants.
fn no_overlap(cnf: &mut Cnf, map: &Map, constraint: &NoOverlap, choices: &Choices) {
    let is_there = |extents: &&Vec<Extent>| {
        let is_empty = extents.iter().any(|extent| extent.length.constant() == Some(0));
        !(constraint.ignores_empty && is_empty)
    };
    let mut begin = |extent: &Extent| {
        let is_digits = map.is_binary(extent.origin);
        let order = if is_digits { None } else { map.order(cnf, extent.origin) };
        let length = extent.length.constant().unwrap_or(0).into();
        Begin { extent: *extent, length, order }
    };
    let boxes = constraint.boxes.iter().filter(is_there);
    let boxes: Vec<Vec<Begin>> =
        boxes.map(|extents| extents.iter().map(&mut begin).collect()).collect();
    for [one, other] in boxes.iter().array_combinations() {
        let mut apart = Vec::new();
        for (first, second) in one.iter().zip(other) {
            let lit = cnf.new_lit();
            // In one dimension, one literal says which of the two is first.
            let opposite = if one.len() == 1 { !lit } else { cnf.new_lit() };
            before(cnf, map, lit, (first, second), choices);
            before(cnf, map, opposite, (second, first), choices);
            apart.extend([lit, opposite]);
        }
        add(cnf, apart);
    }
}

/// If the literal holds, one extent ends before the other begins.
fn before(cnf: &mut Cnf, map: &Map, lit: Lit, (one, other): (&Begin, &Begin), choices: &Choices) {
    let (Some(begin), Some(after)) = (&one.order, &other.order) else {
        let terms = [map.term(other.extent.origin, 1), map.term(one.extent.origin, -1)];
        let Choices { linear, form, .. } = *choices;
        return linear::encode_if(cnf, lit, &terms, Relation::AtLeast, one.length, linear, form);
    };
    for &value in begin.values() {
        let is_after = after.at_least(value + one.length);
        add_bits(cnf, &[Bit::Lit(!lit), !begin.at_least(value), is_after]);
    }
}

/// At each time at which a task can start, the running tasks respect the limit. The literal of a running task is only
/// implied.
fn cumulative(cnf: &mut Cnf, map: &Map, constraint: &Cumulative, choices: &Choices) {
    if let Operand::Constant(..0) = constraint.limit {
        return cnf.add_clause([]);
    }
    let mut tasks: Vec<(Order, i64, i64)> = Vec::new();
    for task in &constraint.tasks {
        let [length, height] =
            [task.length, task.height].map(|one| one.constant().unwrap_or(0).into());
        match map.order(cnf, task.origin) {
            Some(order) if length > 0 && height > 0 => tasks.push((order, length, height)),
            _ => {}
        }
    }
    let times = tasks.iter().flat_map(|(order, ..)| order.values().iter().copied());
    for time in times.sorted_unstable().dedup() {
        if cnf.gives_up() {
            return;
        }
        let mut terms = Vec::new();
        for (order, length, height) in &tasks {
            let (has_begun, is_later) =
                (order.at_least(time + 1 - length), order.at_least(time + 1));
            let has_ended = !has_begun;
            if is_later == Bit::True || has_ended == Bit::True {
                continue;
            }
            let after = [time + 1 - length, time + 1];
            if !order.values().iter().any(|&value| after[0] <= value && value < after[1]) {
                continue;
            }
            let runs = cnf.new_lit();
            add_bits(cnf, &[has_ended, is_later, Bit::Lit(runs)]);
            terms.push(Term::boolean(runs, *height));
        }
        let bound = match constraint.limit {
            Operand::Constant(limit) => limit.into(),
            Operand::Variable(limit) => {
                terms.push(map.term(limit, -1));
                0
            }
        };
        linear::encode(cnf, &terms, Relation::AtMost, bound, choices.linear, choices.form);
    }
    if let Operand::Variable(limit) = constraint.limit {
        let terms = [map.term(limit, 1)];
        linear::encode(cnf, &terms, Relation::AtLeast, 0, choices.linear, choices.form);
    }
}

/// The maximum reaches a number if and only if one variable does; the minimum if and only if all do.
fn extremum(cnf: &mut Cnf, map: &Map, constraint: &Extremum) {
    let Some(end) = constraint.condition.variable() else { return };
    let mut order = |variable: VarId| map.order(cnf, variable);
    let Some(end) = order(end) else { return };
    let Some(orders) = constraint.scope.iter().map(|&one| order(one)).collect::<Option<Vec<_>>>()
    else {
        return;
    };
    let values = orders.iter().chain([&end]).flat_map(|order| order.values().iter().copied());
    // Nothing reaches the number after the largest.
    let after = values.clone().max().map(|value| value + 1);
    for value in values.chain(after).sorted_unstable().dedup() {
        let reached: Vec<Bit> = orders.iter().map(|order| order.at_least(value)).collect();
        let (one, all) = match constraint.extreme {
            Extreme::Maximum => (end.at_least(value), reached),
            Extreme::Minimum => {
                (!end.at_least(value), reached.into_iter().map(|bit| !bit).collect())
            }
        };
        for &bit in &all {
            add_bits(cnf, &[!bit, one]);
        }
        add_bits(cnf, &all.into_iter().chain([!one]).collect::<Vec<_>>());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::compile;
    use crate::solver::{Budget, Outcome, by_name};
    use cnfetti_core::csp::{Atom, Csp, Task, Value};
    use cnfetti_core::random::Random;
    use cnfetti_encodings::domain;

    fn constraint(sort: u64, ids: &[VarId], random: &mut Random) -> Constraint {
        let drawn =
            |random: &mut Random, most: usize| Operand::Constant(random.below(most) as Value);
        let last = ids[ids.len() - 1];
        match sort {
            0 | 1 => {
                let extents = ids.iter().map(|&origin| Extent { origin, length: drawn(random, 4) });
                let dimensions = 1 + sort as usize;
                let extents: Vec<Extent> = extents.collect();
                let boxes = extents.chunks_exact(dimensions).map(<[Extent]>::to_vec).collect();
                NoOverlap { boxes, ignores_empty: random.below(2) == 0 }.into()
            }
            2 => {
                let task =
                    |&origin| Task { origin, length: drawn(random, 4), height: drawn(random, 3) };
                let tasks = ids[1..].iter().map(task).collect();
                let limit = if random.below(3) == 0 { ids[0].into() } else { drawn(random, 4) };
                Cumulative { tasks, limit }.into()
            }
            _ => {
                let extreme = if sort == 3 { Extreme::Maximum } else { Extreme::Minimum };
                let scope = ids[..ids.len() - 1].to_vec();
                Extremum { scope, extreme, condition: Condition::is(last) }.into()
            }
        }
    }

    /// For each assignment, the formula has a model if and only if it is a solution.
    #[test]
    fn all_solutions_and_no_others_have_a_model() {
        let mut seen = [[0; 2]; 5];
        for seed in 0..400 {
            let (random, sort) = (&mut Random::new(seed), seed % 5);
            let mut csp = Csp::new();
            let ids: Vec<VarId> = (0..4)
                .map(|at| {
                    let first = random.below(3) as Value - 1;
                    let step = 1 + random.below(2) as Value;
                    let values =
                        (0..1 + random.below(4) as Value).map(|value| first + step * value);
                    csp.variable(format!("x{at}"), values)
                })
                .collect();
            csp.post(constraint(sort, &ids, random), "of chance");
            let choices = Choices {
                few_values: random.below(4),
                domain: domain::by_name(["auto", "order", "log"][random.below(3)]).unwrap(),
                for_search: true,
                ..Choices::default()
            };
            assert!(fits(&csp.constraints()[0].constraint));
            let compiled = compile(&csp, &choices).unwrap();
            let mut solver = by_name("batsat").unwrap().load(&compiled.cnf, &Budget::default());
            let domains = csp.variables().iter().map(|variable| variable.domain().iter().copied());
            for values in domains.multi_cartesian_product() {
                let atoms =
                    ids.iter().zip(&values).map(|(&variable, &value)| Atom { variable, value });
                let assumed: Vec<Lit> = atoms.flat_map(|atom| compiled.map.signed(atom)).collect();
                let has_model = matches!(solver.solve(&assumed), Outcome::Satisfiable(_));
                assert_eq!(has_model, csp.is_solution(&values), "{seed}: {values:?} {csp:#?}");
                seen[sort as usize][usize::from(has_model)] += 1;
            }
        }
        assert!(seen.iter().flatten().all(|&number| number > 100), "{seen:?}");
    }
}
