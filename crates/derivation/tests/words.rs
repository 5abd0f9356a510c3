//! Statements that have words of their own: each assignment that the constraint allows leaves the words exactly
//! one meaning, each other one leaves them none, and the formula has a proof from them.

#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashMap;

use cnfetti_core::csp::{
    ArgExtremum, Atom, Automaton, Circuit, Comparison, Condition, Connected, Constraint, Csp,
    Cumulative, Extent, Extreme, Extremum, Link, NoOverlap, Operand, Parts, Ranges, Rank, Task,
    Transition, Value, VarId,
};
use cnfetti_core::limit::Budget;
use cnfetti_core::random::Random;
use cnfetti_derivation::{Line, derive, state};
use cnfetti_encodings::{Lit, Relation};
use cnfetti_sat::compile::{Choices, Compiled, compile_defined};

use common::checked;

fn variable(csp: &mut Csp, values: std::ops::RangeInclusive<Value>) -> VarId {
    let name = format!("x[{}]", csp.variables().len());
    csp.variable(name, values)
}

/// From 0 or 1 up to at most 3.
fn number(csp: &mut Csp, random: &mut Random) -> VarId {
    let least = random.below(2) as Value;
    variable(csp, least..=least + 1 + random.below(2) as Value)
}

fn operand(csp: &mut Csp, random: &mut Random) -> Operand {
    if random.one_in(2) {
        return Operand::Constant(random.below(3) as Value);
    }
    Operand::Variable(number(csp, random))
}

fn condition(csp: &mut Csp, random: &mut Random) -> Condition {
    if random.one_in(2) {
        return Condition::Within(Ranges::of((0..5).filter(|_| random.one_in(2))));
    }
    Condition::Compare(*random.pick(&Comparison::ALL), number(csp, random))
}

/// Places that often may fail to hold, and links between some of them.
fn places(csp: &mut Csp, random: &mut Random) -> (Vec<Option<Atom>>, Vec<Link>) {
    let atom = |csp: &mut Csp, random: &mut Random, one_in: usize| {
        let variable = (!random.one_in(one_in)).then(|| variable(csp, 0..=1));
        variable.map(|variable| Atom { variable, value: random.below(2) as Value })
    };
    let number = 2 + random.below(4);
    let places = (0..number).map(|_| atom(csp, random, 5)).collect();
    let mut links = Vec::new();
    for one in 0..number {
        for other in one..number {
            if random.one_in(2) && links.len() < 6 {
                let atom = if random.one_in(4) { atom(csp, random, 2) } else { None };
                links.push(Link { ends: [one, other], atom });
            }
        }
    }
    (places, links)
}

const SORTS: usize = 8;

fn constraint(csp: &mut Csp, sort: usize, random: &mut Random) -> Constraint {
    match sort {
        0 => {
            let scope: Vec<VarId> = (0..1 + random.below(4)).map(|_| number(csp, random)).collect();
            let mut transitions = Vec::new();
            for (from, value) in (0..3).flat_map(|from| (0..4).map(move |value| (from, value))) {
                if !random.one_in(3) {
                    transitions.push(Transition { from, value, to: random.below(3) as u32 });
                }
            }
            let accepting = (0..3).filter(|_| random.one_in(2)).collect();
            Automaton { scope, start: 0, accepting, transitions }.into()
        }
        1 => {
            let all = 1 + random.below(5);
            let first = random.below(2) as Value;
            let last = first + all as Value - 1;
            let scope = (0..all).map(|_| variable(csp, first..=last)).collect();
            let size = (!random.one_in(3)).then(|| condition(csp, random));
            Circuit { scope, first, size }.into()
        }
        2 => {
            let (places, links) = places(csp, random);
            Connected { places, links, may_be_empty: random.one_in(2) }.into()
        }
        3 => {
            let (places, links) = places(csp, random);
            let all_say = random.one_in(3);
            let mut size = || (all_say || random.one_in(2)).then(|| operand(csp, random));
            let sizes = places.iter().map(|_| size()).collect();
            let all = places.len();
            let marks = random.one_in(2).then(|| (0..all).filter(|_| random.one_in(2)).collect());
            Parts { places, links, sizes, marks }.into()
        }
        4 => {
            let dimensions = 1 + random.below(2);
            let extent = |csp: &mut Csp, random: &mut Random| Extent {
                origin: number(csp, random),
                length: operand(csp, random),
            };
            let boxes = (0..2).map(|_| (0..dimensions).map(|_| extent(csp, random)).collect());
            NoOverlap { boxes: boxes.collect(), ignores_empty: random.one_in(2) }.into()
        }
        5 => {
            let tasks = (0..1 + random.below(2)).map(|_| Task {
                origin: number(csp, random),
                length: operand(csp, random),
                height: operand(csp, random),
            });
            Cumulative { tasks: tasks.collect(), limit: operand(csp, random) }.into()
        }
        6 => {
            let scope = (0..1 + random.below(3)).map(|_| number(csp, random)).collect();
            let extreme = *random.pick(&[Extreme::Minimum, Extreme::Maximum]);
            Extremum { scope, extreme, condition: condition(csp, random) }.into()
        }
        _ => {
            let scope = (0..1 + random.below(3)).map(|_| number(csp, random)).collect();
            let extreme = *random.pick(&[Extreme::Minimum, Extreme::Maximum]);
            let rank = *random.pick(&[Rank::Any, Rank::First, Rank::Last]);
            let first = random.below(3) as Value - 1;
            ArgExtremum { scope, extreme, rank, first, condition: condition(csp, random) }.into()
        }
    }
}

/// All assignments, value by value.
fn assignments(csp: &Csp) -> Vec<Vec<Value>> {
    (0..csp.variables().len()).map(VarId::at).fold(vec![Vec::new()], |all, variable| {
        let with = |begun: Vec<Value>| {
            let values = csp.domain(variable).iter();
            values.map(move |&value| [&begun[..], &[value]].concat()).collect::<Vec<_>>()
        };
        all.into_iter().flat_map(with).collect()
    })
}

type Known = HashMap<u32, bool>;

/// The smallest and the largest sum of a line.
fn reach(line: &Line, known: &Known) -> (i64, i64) {
    line.terms.iter().fold((0, 0), |(least, most), &(weight, lit)| {
        match known.get(&lit.variable()) {
            Some(&value) if value == lit.is_positive() => (least + weight, most + weight),
            Some(_) => (least, most),
            None => (least + weight.min(0), most + weight.max(0)),
        }
    })
}

fn can_hold(line: &Line, known: &Known) -> bool {
    let (least, most) = reach(line, known);
    (line.relation == Relation::AtMost || most >= line.bound)
        && (line.relation == Relation::AtLeast || least <= line.bound)
}

/// In how many ways the words can be true and false, at most 2.
fn ways(lines: &[&Line], mut known: Known) -> usize {
    // What one line leaves only one value has it.
    loop {
        if !lines.iter().all(|line| can_hold(line, &known)) {
            return 0;
        }
        let open = lines.iter().flat_map(|line| line.terms.iter().map(move |term| (line, term.1)));
        let open = open.filter(|(_, lit)| !known.contains_key(&lit.variable()));
        let mut first = None;
        let forced = open.map(|(line, lit)| (line, lit.variable())).find_map(|(line, variable)| {
            first = first.or(Some(variable));
            let may = |value: bool| {
                let mut with = known.clone();
                with.insert(variable, value);
                can_hold(line, &with)
            };
            match (may(true), may(false)) {
                (true, true) => None,
                (value, _) => Some((variable, value)),
            }
        });
        let Some(first) = first else { return 1 };
        match forced {
            Some((variable, value)) => known.insert(variable, value),
            None => {
                let with = |value| known.iter().map(|(&k, &v)| (k, v)).chain([(first, value)]);
                let both = [true, false].map(|value| ways(lines, with(value).collect()));
                return (both[0] + both[1]).min(2);
            }
        };
    }
}

/// What the assignment says of the problem's literals.
fn known(compiled: &Compiled, solution: &[Value]) -> Known {
    let mut known = Known::new();
    for (at, &is) in solution.iter().enumerate() {
        for (value, lit) in compiled.map.values(VarId::at(at)) {
            known.insert(Lit::variable(lit), value == is);
        }
    }
    known
}

#[test]
fn words_have_one_meaning_in_each_solution() {
    let (mut proved, mut allowed) = ([0; SORTS], [[0; 2]; SORTS]);
    let mut refused = Vec::new();
    for seed in 0..60 * SORTS {
        let (sort, random) = (seed % SORTS, &mut Random::new(seed as u64));
        let mut csp = Csp::new();
        let constraint = constraint(&mut csp, sort, random);
        csp.post(constraint.clone(), "a test says so");
        let what = format!("seed {seed}: {}", constraint.rule().describe(&csp));
        let compiled = compile_defined(&csp, &Choices::default(), &Budget::default()).unwrap();
        let statement = match state(&csp, &compiled) {
            Ok(statement) => statement,
            Err(error) => {
                refused.push(format!("{what}: {error}"));
                continue;
            }
        };
        let lines: Vec<&Line> = statement.parts.iter().flat_map(|part| &part.lines).collect();
        for solution in assignments(&csp) {
            let expected = constraint.rule().holds(&solution);
            let ways = ways(&lines, known(&compiled, &solution));
            assert_eq!(ways, usize::from(expected), "{what}: {solution:?}");
            allowed[sort][usize::from(expected)] += 1;
        }
        match derive(&csp, &compiled, &Budget::default()) {
            Err(error) => refused.push(format!("{what}: {error}")),
            Ok(derivation) => {
                checked(&derivation, &compiled).unwrap_or_else(|error| panic!("{what}: {error}"));
                proved[sort] += 1;
            }
        }
    }
    let refused = refused.join("\n");
    assert!(proved.iter().all(|&times| times >= 57), "{proved:?}\n{refused}");
    assert!(allowed.iter().flatten().all(|&times| times >= 100), "{allowed:?}");
}
