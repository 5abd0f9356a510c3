//! Every technique of one rule, compared with brute force.

use cnfetti_encodings::Relation;
use itertools::Itertools;

use super::*;
use cnfetti_core::csp::{
    AllDifferent, Atom, Automaton, Condition, Connected, DistinctCount, Linear, Link, Occurrence,
    Operand, Parts, Ranges, Role, Terms, Transition, Value, VarId,
};
use cnfetti_core::random::Random;
use cnfetti_sat::search::candidates::Said;

#[test]
fn the_easiest_come_first_and_each_name_once() {
    // First those of one rule and of several, then those of groups of different values.
    let groups = TECHNIQUES.iter().position(|technique| technique.name == "full house").unwrap();
    let (of_rules, of_groups) = TECHNIQUES.split_at(groups);
    assert!(of_rules.iter().map(|technique| technique.difficulty).is_sorted());
    assert!(of_groups.iter().map(|technique| technique.difficulty).is_sorted());
    assert!(TECHNIQUES.iter().map(|technique| technique.name).all_unique());
    let named = |one: &&OneRule| TECHNIQUES.contains(&&one.technique);
    assert!(ONE_RULE_TECHNIQUES.iter().all(named));
}

/// Random constraints, facts and conclusions: whatever a technique takes for a step of its own
/// follows, by brute force, and each of them meets steps that it takes and some that it does not.
#[test]
fn what_a_technique_concludes_follows() {
    let mut random = Random::new(1);
    let mut taken = vec![[0, 0]; ONE_RULE_TECHNIQUES.len()];
    for _ in 0..80_000 {
        let csp = problem(&mut random);
        let constraint = &csp.constraints()[0].constraint;
        let facts = csp.ids().filter_map(|id| fact(&csp, id, &mut random)).collect_vec();
        let about = csp.ids().filter(|_| random.one_in(3)).collect_vec();
        let conclusions = about.into_iter().filter_map(|id| fact(&csp, id, &mut random));
        let conclusions = conclusions.collect_vec();
        let premises = Premises::new(&csp, &facts, &conclusions);
        for (one, [applied, not]) in ONE_RULE_TECHNIQUES.iter().zip(&mut taken) {
            if !(one.applies)(constraint, &premises) {
                *not += 1;
                continue;
            }
            *applied += 1;
            let name = one.technique.name;
            assert!(
                follows(&csp, &facts, &conclusions),
                "{name}: {constraint:?} {facts:?} {conclusions:?}"
            );
        }
    }
    assert!(taken.iter().all(|[applied, not]| *applied > 20 && *not > 20), "{taken:?}");
}

fn problem(random: &mut Random) -> Csp {
    match random.below(9) {
        0 => return junction(random),
        1..=3 => return hanging(random),
        4 => return line(random),
        _ => {}
    }
    let mut csp = Csp::new();
    let places = 1 + random.below(3);
    for at in 0..places {
        let most = 1 + random.below(3) as Value;
        csp.variable(format!("x{at}"), 1..=most);
    }
    let scope = csp.ids().collect_vec();
    let mut role = Role::Rule;
    let constraint: Constraint = match random.below(7) {
        0 => {
            let scope = scope
                .into_iter()
                .chain((places..4).map(|at| csp.variable(format!("y{at}"), 1..=3)));
            let (scope, except) = (scope.collect(), Vec::new());
            if !random.one_in(3) {
                role = Role::AssumesUnique;
            }
            DistinctCount { scope, except, condition: Condition::Within(Ranges::at_least(3)) }
                .into()
        }
        1 | 2 => {
            let except = if random.one_in(3) { vec![1] } else { Vec::new() };
            AllDifferent { scope, except }.into()
        }
        3 | 4 => {
            let relations = [Relation::Exactly, Relation::AtMost, Relation::AtLeast];
            let values = (1..=2).filter(|_| random.one_in(2)).collect_vec();
            let bound = |value| Occurrence {
                value,
                relation: *random.pick(&relations),
                count: random.below(places + 1),
            };
            Cardinality { scope, occurrences: values.into_iter().map(bound).collect() }.into()
        }
        _ => {
            let number = csp.variable("n", 0..=3);
            let except = if random.one_in(4) { vec![1] } else { Vec::new() };
            DistinctCount { scope, except, condition: Condition::is(number) }.into()
        }
    };
    csp.post(constraint, "drawn");
    csp.set_role(0, role);
    csp
}

/// A line with runs of 1; in some, a run may be longer, or a gap missing.
fn line(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let scope = (0..3 + random.below(4)).map(|at| csp.variable(format!("x{at}"), 0..=1));
    let scope = scope.collect_vec();
    let lengths = (0..1 + random.below(2)).map(|_| 1 + random.below(2)).collect_vec();
    csp.post(with_runs(scope, &lengths, random.below(8)).into(), "drawn");
    csp
}

/// Runs of 1 of these lengths, with gaps between them, unless this fault is planted.
fn with_runs(scope: Vec<VarId>, lengths: &[usize], fault: usize) -> Automaton {
    let mut transitions = Vec::new();
    let mut step = |from, value, to| transitions.push(Transition { from, value, to });
    let mut state = 0;
    step(0, 0, 0);
    for &length in lengths {
        for at in 0..length as u32 {
            step(state + at, 1, state + at + 1);
        }
        let end = state + length as u32;
        if fault == 0 {
            step(end, 1, end);
        }
        state = end + 1;
        step(end, 0, state);
        step(state, 0, state);
    }
    if fault == 1 {
        step(state, 1, state);
    }
    let accepting = if fault == 2 { vec![state] } else { vec![state - 1, state] };
    Automaton { scope, start: 0, accepting, transitions }
}

/// What a run covers wherever it lies, where one has begun, and where none fits; and what looks like that.
#[test]
fn runs_have_their_names() {
    let said = |lengths: &[usize], facts: &[(usize, Value)], conclusion: (usize, Value), fault| {
        let mut csp = Csp::new();
        let places = if lengths.len() > 2 { 7 } else { 5 };
        let scope = (0..places).map(|at| csp.variable(format!("x{at}"), 0..=1)).collect_vec();
        let fact =
            |&(at, value): &(usize, Value)| Fact { variable: VarId::at(at), said: Said::Is(value) };
        let constraint = with_runs(scope, lengths, fault).into();
        let facts = facts.iter().map(fact).collect_vec();
        of_step(&csp, &constraint, &facts, &[fact(&conclusion)]).name
    };
    const SOUND: usize = 9;
    assert_eq!(said(&[3], &[], (2, 1), SOUND), "overlap");
    assert_eq!(said(&[3], &[(4, 0)], (1, 1), SOUND), "overlap");
    assert_eq!(said(&[3], &[(1, 1)], (2, 1), SOUND), "edges");
    assert_eq!(said(&[3], &[(0, 1)], (3, 0), SOUND), "gaps");
    assert_eq!(said(&[2], &[(2, 0)], (0, 0), SOUND), "one rule");
    assert_eq!(said(&[2, 1], &[(1, 0)], (0, 0), SOUND), "gaps");
    assert_eq!(said(&[1, 1], &[(1, 0), (3, 0), (4, 0)], (0, 1), SOUND), "overlap");
    assert_eq!(said(&[1, 2], &[(1, 0), (3, 1)], (4, 1), SOUND), "one rule");
    assert_eq!(said(&[2, 1, 1], &[(0, 0), (1, 1)], (3, 0), SOUND), "gaps");
    // It does not say that there are runs.
    (0..3).for_each(|fault| assert_eq!(said(&[3], &[], (2, 1), fault), "one rule"));
}

/// Lines that meet, mostly as those of a loop do; some are of no loop, and some may end.
fn junction(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let number = 2 + random.below(3);
    let lines = (0..number).map(|at| csp.variable(format!("line{at}"), 0..=1)).collect_vec();
    let terms = Terms::new(lines.iter().map(|&line| (line, 1)));
    let within = Ranges::of(if random.one_in(5) { vec![0, 1, 2] } else { vec![0, 2] });
    csp.post(Linear { terms, within }.into(), "drawn");
    let link = |(at, &variable)| {
        let from = if at == 0 && random.one_in(5) { number + 1 } else { 0 };
        Link { ends: [from, at + 1], atom: Some(Atom { variable, value: 1 }) }
    };
    let links = lines.iter().enumerate().map(link).collect();
    let places = vec![None; number + 2];
    csp.post(Connected { places, links, may_be_empty: true }.into(), "one loop");
    csp
}

/// Places with two values or three, of which one holds, that hang together or fall into parts.
fn hanging(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let number = 3 + random.below(3);
    let places = (0..number).map(|at| {
        let most = if random.one_in(4) { 2 } else { 1 };
        let variable = csp.variable(format!("x{at}"), 0..=most);
        (!random.one_in(6)).then_some(Atom { variable, value: 1 })
    });
    let places = places.collect_vec();
    let links = (0..number).array_combinations().filter(|_| random.one_in(2));
    let links = links.map(|[one, other]| Link { ends: [one, other], atom: None }).collect_vec();
    let constraint: Constraint = match random.one_in(2) {
        true => Connected { places, links, may_be_empty: random.one_in(2) }.into(),
        false => {
            let size =
                |_| random.one_in(2).then(|| Operand::Constant(1 + random.below(3) as Value));
            let sizes = (0..number).map(size).collect_vec();
            let marks = (0..number).filter(|&at| sizes[at].is_some()).collect_vec();
            Parts { places, links, sizes, marks: (!random.one_in(4)).then_some(marks) }.into()
        }
    };
    csp.post(constraint, "drawn");
    csp
}

fn fact(csp: &Csp, variable: VarId, random: &mut Random) -> Option<Fact> {
    let values = csp.domain(variable);
    let said = match random.below(3) {
        0 => return None,
        1 => Said::Is(*random.pick(values)),
        _ => Said::IsNone(values.iter().copied().filter(|_| random.one_in(3)).collect()),
    };
    (said != Said::IsNone(Vec::new())).then_some(Fact { variable, said })
}

fn follows(csp: &Csp, facts: &[Fact], conclusions: &[Fact]) -> bool {
    let domains = csp.ids().map(|id| csp.domain(id).to_vec());
    let holds = |solution: &[Value], fact: &Fact| match &fact.said {
        Said::Is(value) => solution[fact.variable.index()] == *value,
        Said::IsNone(gone) => !gone.contains(&solution[fact.variable.index()]),
    };
    domains.multi_cartesian_product().all(|solution| {
        !csp.constraints()[0].constraint.rule().holds(&solution)
            || !facts.iter().all(|fact| holds(&solution, fact))
            || conclusions.iter().all(|fact| holds(&solution, fact))
    })
}
