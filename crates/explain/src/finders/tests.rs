//! What finders propose, compared with brute force.

use super::*;
use crate::techniques::{ADJACENT_3S, DIAGONAL_3S, TOUCHING_NUMBERS};
use crate::techniques::{EVERY_WAY, NOTHING_ELSE_FITS, ONLY_PIECE, ONLY_PLACE};
use crate::{Problem, Task};
use cnfetti_core::csp::{
    AllEqual, Atom, Choice, Condition, Connected, Extreme, Extremum, Linear, Link, Ranges,
    Selection, Table, Terms,
};
use cnfetti_core::random::Random;
use cnfetti_sat::compile::{Choices, compile};

/// Random boards of places, lines and pieces, of which something random is known: what a finder proposes
/// follows, by brute force, from its constraints and facts, and the facts are known.
#[test]
fn what_finders_propose_follows() {
    let mut random = Random::new(1);
    let mut proposed = vec![0; FINDERS.len()];
    let numbers = [&CORNER_NUMBER, &ADJACENT_3S, &DIAGONAL_3S, &TOUCHING_NUMBERS];
    let mut named = [0; 4];
    for _ in 0..8_000 {
        let are_lines = random.one_in(4);
        let are_numbered = are_lines && random.one_in(3);
        let (csp, noted) = match are_lines {
            true if are_numbered => (numbered(&mut random), Vec::new()),
            true => (lines(&mut random), Vec::new()),
            false => board(&mut random),
        };
        let known = csp.ids().map(|id| match are_lines && random.one_in(3) {
            _ if are_numbered && !random.one_in(6) => vec![0, 1],
            true => vec![1],
            false => some_of(csp.domain(id), &mut random),
        });
        let known = Candidates::new(known.collect_vec());
        let (finders, tiling) =
            (Finders::new(&csp, &Helpers::default()), Tiling::new(&csp, &noted, None));
        for ((technique, find), number) in FINDERS.iter().zip(&mut proposed) {
            for draft in find(&finders, &tiling, &known) {
                *number += 1;
                let is_number = |of: &Technique| numbers.contains(&of);
                assert!(
                    draft.technique == *technique
                        || is_number(technique) && is_number(draft.technique)
                );
                if let Some(at) = numbers.iter().position(|of| *of == draft.technique) {
                    named[at] += 1;
                }
                assert!(draft.facts.iter().all(|fact| known.knows(fact)), "{draft:?}");
                assert!(!draft.conclusions.iter().all(|fact| known.knows(fact)));
                assert!(speaks_of_values(&csp, &draft), "{draft:?}\n{csp:?}");
                assert!(follows(&csp, &draft), "{draft:?}\n{csp:?}");
            }
        }
    }
    for ((technique, _), number) in FINDERS.iter().zip(proposed) {
        let name = technique.name;
        assert!(number > 50, "{number} steps of `{name}`: `board` has to draw what it needs");
    }
    assert!(named.iter().all(|number| *number > 10), "{named:?}");
}

/// What a technique proposes if these variables are known, as names with values that are left.
fn proposed(csp: &Csp, of: &Technique, decided: &[(&str, Value)]) -> Vec<String> {
    let known = csp.ids().map(|id| match decided.iter().find(|(name, _)| *name == csp.name(id)) {
        Some(&(_, value)) => vec![value],
        None => csp.domain(id).to_vec(),
    });
    let known = Candidates::new(known.collect_vec());
    let (finders, tiling) = (Finders::new(csp, &Helpers::default()), Tiling::new(csp, &[], None));
    let (_, find) = FINDERS.iter().find(|(technique, _)| *technique == of).unwrap();
    let conclusions =
        find(&finders, &tiling, &known).into_iter().flat_map(|draft| draft.conclusions);
    let said = conclusions.map(|fact| {
        let left = known.of(fact.variable).iter().filter(|value| fact.allows(**value));
        format!("{} {}", csp.name(fact.variable), left.format(","))
    });
    said.sorted().dedup().collect()
}

/// Places with these names and values.
fn places(
    names: &str,
    values: std::ops::RangeInclusive<Value>,
) -> (Csp, impl Fn(&str) -> Vec<VarId>) {
    let mut csp = Csp::new();
    let all =
        names.chars().map(|name| csp.variable(name.to_string(), values.clone())).collect_vec();
    let names = names.to_owned();
    (csp, move |some: &str| some.chars().map(|name| all[names.find(name).unwrap()]).collect())
}

/// Four corners of a board, 1 to 4, whose lines are a loop: a and b join 1 and 2, c and d join 3 and 4, e joins 1 and 3, f
/// joins 2 and 4, and g leads from 1 to elsewhere.
fn corners() -> (Csp, impl Fn(&str) -> Vec<VarId>) {
    let (mut csp, of) = places("abcdefg", 0..=1);
    for meeting in ["abeg", "abf", "cde", "cdf"] {
        let terms = Terms::new(of(meeting).into_iter().map(|line| (line, 1)));
        csp.post(Linear { terms, within: Ranges::of([0, 2]) }.into(), "no end");
    }
    let ends = [[0, 1], [0, 1], [2, 3], [2, 3], [0, 2], [1, 3], [0, 4]];
    let atom = |variable| Some(Atom { variable, value: 1 });
    let links = ends.into_iter().zip(of("abcdefg"));
    let links = links.map(|(ends, line)| Link { ends, atom: atom(line) }).collect();
    csp.post(Connected { places: vec![None; 5], links, may_be_empty: true }.into(), "one loop");
    (csp, of)
}

#[test]
fn two_lines_that_meet_are_both_drawn_or_neither() {
    let (mut csp, of) = corners();
    let rule = Linear::sum(of("ce"), Ranges::at_least(1)).into();
    csp.post(rule, "it goes through");
    let said = |decided: &[_]| proposed(&csp, &BOTH_OR_NEITHER, decided);
    assert_eq!(said(&[("d", 0)]), ["c 1", "e 1"]);
    // A third line can meet them, or does, or the rule decides one of them by itself.
    assert!(said(&[]).is_empty());
    assert!(said(&[("d", 1)]).is_empty());
    assert!(said(&[("d", 0), ("c", 0)]).is_empty());
    assert!(proposed(&corners().0, &BOTH_OR_NEITHER, &[("d", 0)]).is_empty());
}

#[test]
fn a_loop_crosses_an_even_number_of_times() {
    let (csp, _) = corners();
    let said = |decided: &[_]| proposed(&csp, &LOOP_PARITY, decided);
    assert_eq!(said(&[("e", 1), ("g", 0)]), ["f 1"]);
    assert_eq!(said(&[("e", 0), ("g", 0)]), ["f 0"]);
    // By the other side, whatever g is.
    assert_eq!(said(&[("e", 1)]), ["f 1"]);
    // Two lines are open, or there is only one place on that side.
    assert!(said(&[]).is_empty());
    assert!(said(&[("a", 0), ("b", 0), ("c", 0), ("d", 0), ("e", 1)]).is_empty());
}

#[test]
fn either_of_two_places_rules_out_the_same() {
    let sandwich = |needed: &str, apart: &[&str]| {
        let (mut csp, of) = places("xyz", 0..=1);
        csp.post(Linear::sum(of(needed), Ranges::at_least(1)).into(), "one is black");
        for pair in apart {
            csp.post(Linear::sum(of(pair), Ranges::at_most(1)).into(), "black cells do not touch");
        }
        proposed(&csp, &EITHER_OF_TWO, &[])
    };
    assert_eq!(sandwich("xz", &["xy", "yz"]), ["y 0"]);
    assert_eq!(sandwich("xz", &["xyz"]), ["y 0"]);
    assert!(sandwich("xz", &["xy"]).is_empty());
    assert!(sandwich("xyz", &["xy", "yz"]).is_empty());
    // They rule out different values.
    let (mut csp, of) = places("xyz", 0..=1);
    csp.post(Linear::sum(of("xz"), Ranges::at_least(1)).into(), "one is black");
    csp.post(Linear::sum(of("xy"), Ranges::at_most(1)).into(), "black cells do not touch");
    csp.post(AllEqual { scope: of("yz") }.into(), "equal");
    assert!(proposed(&csp, &EITHER_OF_TWO, &[]).is_empty());
}

#[test]
fn sums_that_cross_leave_a_place_or_two() {
    let square = |sums: &[(&str, i64)], technique, decided: &[_]| {
        let (mut csp, of) = places("abcd", 1..=9);
        for &(scope, sum) in sums {
            csp.post(Linear::sum(of(scope), Ranges::exactly(sum)).into(), "a sum");
        }
        proposed(&csp, technique, decided)
    };
    let sums = [("ab", 10), ("cd", 7), ("ac", 9)];
    assert!(square(&sums, &CROSSINGS, &[("d", 3)]).contains(&"b 5".to_owned()));
    let left = square(&sums, &CROSSINGS, &[]);
    assert!(left.contains(&"b 1,2,3,4,5,6,7".to_owned()), "{left:?}");
    assert!(square(&sums[..2], &CROSSINGS, &[("d", 3)]).is_empty());
    let row = |values, sum| {
        let (mut csp, of) = places("abcd", values);
        csp.post(AllDifferent { scope: of("abcd"), except: Vec::new() }.into(), "a row");
        csp.post(Linear::sum(of("ab"), Ranges::exactly(sum)).into(), "a sum");
        proposed(&csp, &INNIES, &[])
    };
    assert_eq!(row(1..=4, 3), ["c 3,4", "d 3,4"]);
    // Not every value occurs; or all of them are left.
    assert!(row(1..=5, 3).is_empty());
    assert!(row(1..=4, 5).is_empty());
}

/// The same of what follows from where pieces can still lie.
#[test]
fn what_follows_from_placements_follows() {
    let mut random = Random::new(2);
    let techniques = [&ONLY_PLACE, &NOTHING_ELSE_FITS, &EVERY_WAY, &ONLY_PIECE];
    let mut proposed = [0; 4];
    for _ in 0..8_000 {
        let (csp, noted) = board(&mut random);
        let known = Candidates::new(csp.ids().map(|id| some_of(csp.domain(id), &mut random)));
        let tiling = Tiling::new(&csp, &noted, None);
        let journal = tiling.begin(&known);
        if journal.known.rows().iter().any(Vec::is_empty) {
            continue;
        }
        for draft in tiling.drafts(&journal) {
            let at = techniques.iter().position(|technique| draft.technique == *technique);
            proposed[at.unwrap()] += 1;
            assert!(draft.facts.iter().all(|fact| journal.known.knows(fact)), "{draft:?}");
            assert!(!draft.conclusions.iter().all(|fact| journal.known.knows(fact)));
            assert!(speaks_of_values(&csp, &draft), "{draft:?}\n{csp:?}");
            assert!(follows(&csp, &draft), "{draft:?}\n{csp:?}");
        }
    }
    assert!(proposed.iter().all(|number| *number > 50), "{proposed:?}");
}

/// The same with rules about what is beside pieces. What a reader sees follows too.
#[test]
fn what_is_beside_pieces_follows() {
    let mut random = Random::new(3);
    let (mut seen, mut every, mut beside) = (0, 0, 0);
    for _ in 0..300 {
        let (csp, noted, solution) = pieces(&mut random);
        let known = csp.ids().zip(&solution).map(|(id, &own)| {
            let values = csp.domain(id).iter().copied();
            values.filter(|&value| value == own || !random.one_in(3)).collect_vec()
        });
        let known = Candidates::new(known.collect_vec());
        let task = Task { noted: noted.clone(), ..Task::default() };
        let compiled = compile(&csp, &Choices::with_values()).unwrap();
        let problem = Problem::new(&csp, &compiled, Helpers::new(&csp, &noted), &task);
        let tiling = Tiling::new(&csp, &noted, None).with_rules(&problem).unwrap();
        let journal = tiling.begin(&known);
        assert!(csp.ids().zip(&solution).all(|(id, value)| journal.known.of(id).contains(value)));
        let facts = csp.ids().filter_map(|id| known.fact(&csp, id)).collect();
        let conclusions = journal.known.since(&known);
        let whole = Draft::proposed(&EVERY_WAY, tiling.placing(), facts, conclusions);
        assert!(follows(&csp, &whole), "{whole:?}\n{csp:?}");
        seen += usize::from(!whole.conclusions.is_empty());
        for draft in tiling.drafts(&journal) {
            every += usize::from(draft.technique == &EVERY_WAY);
            let is_rule =
                |at: &usize| matches!(csp.constraints()[*at].constraint, Constraint::Table(_));
            beside += usize::from(draft.constraints.iter().any(is_rule));
            assert!(draft.facts.iter().all(|fact| journal.known.knows(fact)), "{draft:?}");
            let is_new = |fact: &Fact| !journal.known.knows(fact);
            assert!(draft.conclusions.iter().any(is_new), "{draft:?} {:?}\n{csp:?}", journal.known);
            assert!(follows(&csp, &draft), "{draft:?}\n{csp:?}");
        }
    }
    assert!(seen > 200 && every > 20 && beside > 20, "{seen} {every} {beside}");
}

/// Three cells in a row, of which a piece covers two and another one covers one, if they are placed; what is seen of them;
/// rules about few places; and a solution.
fn pieces(random: &mut Random) -> (Csp, Vec<VarId>, Vec<Value>) {
    const NONE: Value = 9;
    let mut csp = Csp::new();
    let is_optional = random.one_in(2);
    let mut noted = Vec::new();
    let lying: [&[&[usize]]; 2] = [&[&[0, 1], &[1, 2]], &[&[0], &[1], &[2]]];
    let slots = lying.map(|ways| {
        let values = (0..ways.len() as Value).chain(is_optional.then_some(NONE));
        csp.variable(format!("slot{}", ways.len()), values)
    });
    noted.extend(slots);
    for slot in slots.into_iter().filter(|_| is_optional) {
        let placed = csp.variable(format!("placed{}", slot.index()), 0..=1);
        noted.push(placed);
        let choice = |&value: &Value| Choice {
            atom: Atom { variable: slot, value },
            value: (value != NONE).into(),
        };
        let choices = csp.domain(slot).iter().map(choice).collect();
        csp.post(Selection { choices, result: placed }.into(), "placed or not");
    }
    let has_links = random.one_in(2);
    let mut shown = Vec::new();
    for cell in 0..3 {
        let nothing = csp.variable(format!("nothing{cell}"), 0..=1);
        noted.push(nothing);
        let mut show = |csp: &mut Csp,
                        name: &str,
                        values: Vec<Value>,
                        of: &dyn Fn(usize, &[usize]) -> Value| {
            let result = csp.variable(format!("{name}{cell}"), values);
            let mut choices = vec![Choice { atom: Atom { variable: nothing, value: 1 }, value: 0 }];
            for (at, (&slot, ways)) in slots.iter().zip(lying).enumerate() {
                for (value, way) in ways.iter().enumerate().filter(|(_, way)| way.contains(&cell)) {
                    let atom = Atom { variable: slot, value: value as Value };
                    choices.push(Choice { atom, value: of(at, way) });
                }
            }
            csp.post(Selection { choices, result }.into(), format!("{name} {cell}"));
            shown.push(result);
        };
        show(&mut csp, "piece", vec![0, 1, 2], &|at, _| at as Value + 1);
        if !has_links {
            show(&mut csp, "covered", vec![0, 1], &|_, _| 1);
        } else if cell < 2 {
            show(&mut csp, "joined", vec![0, 1], &|_, way| way.contains(&(cell + 1)).into());
        }
    }
    let domains = csp.ids().map(|id| csp.domain(id).to_vec()).multi_cartesian_product();
    let solutions = domains.filter(|values| csp.is_solution(values)).collect_vec();
    let solution = random.pick(&solutions).clone();
    for _ in 0..2 {
        random.shuffle(&mut shown);
        let scope = shown[..2 + random.below(2)].to_vec();
        let row = |random: &mut Random| {
            scope.iter().map(|&variable| *random.pick(csp.domain(variable))).collect_vec()
        };
        let own = scope.iter().map(|variable| solution[variable.index()]).collect_vec();
        let rows = (0..1 + random.below(4)).map(|_| row(random)).filter(|row| *row != own);
        let rows = rows.map(|row| row.into_iter().map(Some).collect()).collect();
        csp.post(Table { scope, rows, is_positive: false }.into(), "a rule");
    }
    (csp, noted, solution)
}

/// Places with lines between some of them, pieces on the lines, an area of equal places, rows of different
/// ones, and how often each value occurs. The pieces, and that there is none on a line, are only noted.
fn board(random: &mut Random) -> (Csp, Vec<VarId>) {
    let mut csp = Csp::new();
    let places = 3 + random.below(3);
    let mut pairs: Vec<[usize; 2]> = (1..places).map(|at| [random.below(at), at]).collect();
    if random.one_in(2) {
        pairs.push([0, places - 1]);
        pairs.dedup();
    }
    let pieces = [[0, 1], [random.below(3) as Value, 2]];
    let domain = 0..2 * pairs.len() as Value;
    let pieces =
        pieces.map(|halves| (csp.variable(format!("piece{halves:?}"), domain.clone()), halves));
    let are_alike = random.one_in(2);
    let cells: Vec<VarId> = (0..places)
        .map(|at| {
            let values = if are_alike { vec![0, 1, 2] } else { some_of(&[0, 1, 2], random) };
            csp.variable(format!("cell{at}"), values)
        })
        .collect();
    let mut noted: Vec<VarId> = pieces.iter().map(|(piece, _)| *piece).collect();
    let mut lines = Vec::new();
    for at in 0..pairs.len() {
        let line = csp.variable(format!("line{at}"), 0..=1);
        let wall = csp.variable(format!("wall{at}"), 0..=1);
        lines.push(line);
        noted.push(wall);
        let on_it = |turned: usize| (2 * at + turned) as Value;
        let atoms = pieces.iter().flat_map(|&(variable, _)| {
            [0, 1].map(|turned| Atom { variable, value: on_it(turned) })
        });
        let mut choices: Vec<Choice> = atoms.map(|atom| Choice { atom, value: 1 }).collect();
        choices.push(Choice { atom: Atom { variable: wall, value: 1 }, value: 0 });
        csp.post(Selection { choices, result: line }.into(), format!("line {at}"));
    }
    for (place, &cell) in cells.iter().enumerate() {
        let mut choices = Vec::new();
        for (at, pair) in pairs.iter().enumerate() {
            let Some(end) = pair.iter().position(|&other| other == place) else { continue };
            for (&(variable, halves), turned) in pieces.iter().cartesian_product([0, 1]) {
                let atom = Atom { variable, value: (2 * at + turned) as Value };
                choices.push(Choice { atom, value: halves[end ^ turned] });
            }
        }
        csp.post(Selection { choices, result: cell }.into(), format!("cell {place}"));
        let touching = pairs.iter().zip(&lines).filter(|(pair, _)| pair.contains(&place));
        let scope = touching.map(|(_, &line)| line).collect();
        csp.post(exactly(scope, 1, 1), format!("place {place}"));
    }
    for value in 0..=2 {
        csp.post(exactly(cells.clone(), value, random.below(places + 1)), format!("value {value}"));
    }
    for row in 0..3 {
        let mut scope = cells.clone();
        random.shuffle(&mut scope);
        scope.truncate(2 + random.below(3));
        let except = if random.one_in(4) { vec![0] } else { Vec::new() };
        csp.post(AllDifferent { scope, except }.into(), format!("row {row}"));
    }
    for area in 0..2 {
        let scope = cells.iter().copied().filter(|_| !random.one_in(3)).collect_vec();
        let sum = random.below(2 * scope.len() + 1) as i64;
        let terms = Terms::new(scope.iter().map(|&cell| (cell, 1)));
        let constraint = match random.one_in(2) {
            true => Linear::sum(scope, Ranges::exactly(sum)).into(),
            false => Linear { terms, within: Ranges::exactly(sum) }.into(),
        };
        csp.post(constraint, format!("area {area}"));
    }
    let area: Vec<VarId> = cells.into_iter().filter(|_| random.one_in(2)).collect();
    if !area.is_empty() {
        csp.post(AllEqual { scope: area }.into(), "equal");
    }
    (csp, noted)
}

fn exactly(scope: Vec<VarId>, value: Value, count: usize) -> Constraint {
    let occurrences = vec![Occurrence { value, relation: Relation::Exactly, count }];
    Cardinality { scope, occurrences }.into()
}

/// Some of the values, one at least.
fn some_of(values: &[Value], random: &mut Random) -> Vec<Value> {
    let kept = *random.pick(values);
    let most = 1 + random.below(3);
    values.iter().copied().filter(|&value| value == kept || !random.one_in(most)).collect()
}

/// Whether facts and conclusions are about values that their variables can have.
fn speaks_of_values(csp: &Csp, draft: &Draft) -> bool {
    draft.facts.iter().chain(&draft.conclusions).all(|fact| {
        let said = match &fact.said {
            Said::Is(value) => std::slice::from_ref(value),
            Said::IsNone(values) => values,
        };
        said.iter().all(|value| csp.domain(fact.variable).contains(value))
    })
}

fn follows(csp: &Csp, draft: &Draft) -> bool {
    let rules = draft.constraints.iter().map(|&at| csp.constraints()[at].constraint.rule());
    let rules: Vec<_> = rules.collect();
    let about: Vec<VarId> = rules.iter().flat_map(|rule| rule.scope()).unique().collect();
    let mut whole: Vec<Value> = csp.ids().map(|id| csp.domain(id)[0]).collect();
    let holds = |solution: &[Value], fact: &Fact| match &fact.said {
        Said::Is(value) => solution[fact.variable.index()] == *value,
        Said::IsNone(gone) => !gone.contains(&solution[fact.variable.index()]),
    };
    about.iter().map(|&id| csp.domain(id).to_vec()).multi_cartesian_product().all(|values| {
        about.iter().zip(values).for_each(|(id, value)| whole[id.index()] = value);
        !draft.facts.iter().all(|fact| holds(&whole, fact))
            || !rules.iter().all(|rule| rule.holds(&whole))
            || draft.conclusions.iter().all(|fact| holds(&whole, fact))
    })
}

/// Lines between places, which hang together. Where a line is a place holds, unless all hold. Of most places at
/// most two lines meet; some may have more, and others an even number.
fn lines(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let number = 4 + random.below(2);
    let pairs = (0..5 + random.below(2)).map(|_| {
        let one = random.below(number);
        [one, (one + 1 + random.below(number - 1)) % number]
    });
    let pairs = pairs.collect_vec();
    let lines = pairs.iter().enumerate().map(|(at, _)| csp.variable(format!("line{at}"), 0..=1));
    let lines = lines.collect_vec();
    let mut places = Vec::new();
    for place in 0..number {
        let meeting = pairs.iter().zip(&lines).filter(|(pair, _)| pair.contains(&place));
        let scope = meeting.map(|(_, &line)| line).collect_vec();
        if scope.is_empty() || random.one_in(8) {
            places.push(None);
        } else {
            let variable = csp.variable(format!("place{place}"), 0..=1);
            let condition = Condition::is(variable);
            let (scope, extreme) = (scope.clone(), Extreme::Maximum);
            csp.post(Extremum { scope, extreme, condition }.into(), format!("place {place}"));
            places.push(Some(Atom { variable, value: 1 }));
        }
        let terms = Terms::new(scope.iter().map(|&line| (line, 1)));
        let within = match random.below(6) {
            0 => Ranges::at_most(3),
            1 => Ranges::of([0, 1, 2]),
            _ => Ranges::of([0, 2]),
        };
        csp.post(Linear { terms, within }.into(), format!("ends {place}"));
    }
    let links = pairs
        .iter()
        .zip(&lines)
        .map(|(&ends, &variable)| Link { ends, atom: Some(Atom { variable, value: 1 }) });
    let links = links.collect();
    csp.post(Connected { places, links, may_be_empty: random.one_in(2) }.into(), "one loop");
    csp
}

/// Two cells with numbers, beside each other or diagonal, in a corner or inside, on a loop along their sides.
fn numbered(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let (rows, columns) = (1 + random.below(2), 2);
    let corner = |row: usize, column: usize| 3 * row + column;
    let across = (0..=rows).cartesian_product(0..columns);
    let across = across.map(|(row, column)| [corner(row, column), corner(row, column + 1)]);
    let down = (0..rows).cartesian_product(0..=columns);
    let down = down.map(|(row, column)| [corner(row, column), corner(row + 1, column)]);
    let mut ends = across.chain(down).collect_vec();
    if random.one_in(2) {
        // Lines that lead away from the cells.
        ends.extend([[corner(0, 0), 9], [corner(rows, 1), 9]]);
    }
    let lines = ends.iter().enumerate().map(|(at, _)| csp.variable(format!("line{at}"), 0..=1));
    let lines = lines.collect_vec();
    for place in 0..9 {
        let meeting = ends.iter().zip(&lines).filter(|(ends, _)| ends.contains(&place));
        let terms = Terms::new(meeting.map(|(_, &line)| (line, 1)));
        if !terms.as_slice().is_empty() {
            csp.post(Linear { terms, within: Ranges::of([0, 2]) }.into(), format!("ends {place}"));
        }
    }
    for cell in [[0, 0], [rows - 1, 1]] {
        let corners = [0, 1].into_iter().cartesian_product([0, 1]);
        let corners =
            corners.map(|(down, right)| corner(cell[0] + down, cell[1] + right)).collect_vec();
        let around = ends
            .iter()
            .zip(&lines)
            .filter(|(ends, _)| ends.iter().all(|end| corners.contains(end)));
        let scope: Vec<VarId> = around.map(|(_, &line)| line).collect();
        let bound = if random.one_in(2) { 3 } else { 1 + random.below(3) as i64 };
        csp.post(Linear::sum(scope, Ranges::exactly(bound)).into(), "a number");
    }
    let links = ends
        .iter()
        .zip(&lines)
        .map(|(&ends, &variable)| Link { ends, atom: Some(Atom { variable, value: 1 }) });
    let links = links.collect();
    csp.post(Connected { places: vec![None; 10], links, may_be_empty: true }.into(), "one loop");
    csp
}
