//! What the library says of half-filled boards, compared with a list of all solutions.

use crate::random_csp::Random;
use cnfetti::Problem;
use cnfetti::csp::{Csp, Value, VarId};
use cnfetti::problem::{Means, SolutionsOptions};

/// Problems with few solutions, one with an objective, and one without a solution.
const FILES: [&str; 6] = [
    "instances/signs/leepf-open.toml",
    "instances/dice/letters-on-dice.toml",
    "instances/models/two_and_two.xml",
    "instances/models/delivery.opb",
    "instances/seating/waiting-room.toml",
    "tests/puzzles/contradiction.toml",
];

/// Values for a few variables: those of a solution, some of them replaced by any value of their domain.
fn entries(random: &mut Random, csp: &Csp, solutions: &[Vec<Value>]) -> Vec<(VarId, Value)> {
    let ids: Vec<VarId> = csp.ids().collect();
    let base = (!solutions.is_empty()).then(|| &solutions[random.below(solutions.len())]);
    let mut entries = Vec::new();
    for &id in &ids {
        let domain = csp.domain(id);
        let any = domain[random.below(domain.len())];
        match base {
            _ if random.below(ids.len()) >= 4 => {}
            Some(base) if random.below(4) > 0 => entries.push((id, base[id.index()])),
            _ => entries.push((id, any)),
        }
    }
    entries
}

#[test]
fn entries_are_judged_as_the_list_of_solutions_says() {
    let (mut random, mut seen) = (Random::new(7), [0_usize; 3]);
    for file in FILES {
        let problem = Problem::from_file(file).unwrap();
        let options = SolutionsOptions { most: 100_000, ..SolutionsOptions::default() };
        let all = problem.solutions(&options).unwrap();
        assert!(all.are_all(), "{file}");
        let solutions: Vec<Vec<Value>> =
            all.solutions().iter().map(|solution| solution.values().to_vec()).collect();
        for _ in 0..20 {
            let entries = entries(&mut random, problem.csp(), &solutions);
            let has = |of: &[(VarId, Value)]| {
                solutions.iter().any(|one| of.iter().all(|&(id, value)| one[id.index()] == value))
            };
            let entered = problem.clone().with_entries(entries.clone()).unwrap();
            let judged = entered.judge(&Means::default()).unwrap();
            let is_right = has(&entries);
            assert_eq!(judged.is_right(), is_right, "{file}: {entries:?}");
            let alone: Vec<_> = entries.iter().copied().filter(|&one| !has(&[one])).collect();
            let expected = if is_right { Vec::new() } else { alone };
            assert_eq!(judged.wrong(), expected, "{file}: {entries:?}");
            let claims = !is_right || problem.csp().objective().is_some();
            assert_eq!(judged.basis().is_checked(), claims, "{file}: {entries:?}");
            seen[usize::from(!is_right) + usize::from(!expected.is_empty())] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times > 3), "right, wrong together, wrong alone: {seen:?}");
}

/// A rule is broken if no values of the open variables satisfy it.
#[test]
fn broken_rules_are_those_that_no_completion_satisfies() {
    let problem = Problem::from_file("instances/signs/leepf-open.toml").unwrap();
    let ids: Vec<VarId> = problem.csp().ids().collect();
    let mut random = Random::new(8);
    let mut num_broken = 0;
    for _ in 0..20 {
        let mut entries = Vec::new();
        for &id in &ids {
            if random.below(3) == 0 {
                let domain = problem.csp().domain(id);
                entries.push((id, domain[random.below(domain.len())]));
            }
        }
        let entered = problem.clone().with_entries(entries.clone()).unwrap();
        let found = entered.broken_rules(&Means::default()).unwrap();
        let posted = problem.csp().constraints().iter().enumerate();
        let cannot_hold = posted.filter(|(_, posted)| {
            let rule = posted.constraint.rule();
            !completions(problem.csp(), &entries, &rule.scope()).any(|values| rule.holds(&values))
        });
        let expected: Vec<usize> = cannot_hold.map(|(at, _)| at).collect();
        assert_eq!(found.rules(), expected, "{entries:?}");
        num_broken += expected.len();
    }
    assert!(num_broken > 10, "{num_broken}");
}

/// All assignments to the variables of a scope that agree with the entries; other variables have any value.
fn completions(
    csp: &Csp,
    entries: &[(VarId, Value)],
    scope: &[VarId],
) -> impl Iterator<Item = Vec<Value>> {
    let first: Vec<Value> = csp.ids().map(|id| csp.domain(id)[0]).collect();
    let mut all = vec![first];
    for &id in scope {
        let entered = entries.iter().find(|(other, _)| *other == id);
        let values = entered.map_or_else(|| csp.domain(id).to_vec(), |&(_, value)| vec![value]);
        let with = |one: &Vec<Value>| {
            let one = one.clone();
            values.clone().into_iter().map(move |value| {
                let mut one = one.clone();
                one[id.index()] = value;
                one
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all.into_iter()
}
