//! Depth-first search beside brute force.

use cnfetti::backtrack::Backtrack;
use cnfetti::csp::{
    Comparison, Condition, Csp, Element, Index, Linear, Objective, Operand, Ranges, Sense, Terms,
    Value,
};
use cnfetti::limit::Budget;
use cnfetti::relaxation::Progress;

use crate::random_csp::{
    Random, brute_force, general_constraint, operation, operators, random_csp,
};
use crate::support::seeds;

/// The steps of a search that should soon end.
const STEPS: u64 = 1_000_000_000;

fn search(csp: &Csp) -> Option<Backtrack<'_>> {
    Backtrack::new(csp, &Budget::default())
}

/// The best solution, if there is one.
fn best(csp: &Csp) -> Option<Vec<Value>> {
    let mut best = None;
    let mut search = search(csp)?;
    loop {
        match search.work(STEPS, &Budget::default()) {
            Progress::Found(solution) => {
                assert!(csp.is_solution(&solution), "{csp:#?}");
                let Some(objective) = csp.objective() else { return Some(solution) };
                search.prefer(&solution);
                search.improve_on(objective.value(&solution) * objective.sense.sign());
                best = Some(solution);
            }
            Progress::Done => return best,
            Progress::Later => panic!("no end: {csp:#?}"),
        }
    }
}

/// A search that always decides for the values of a solution finds that first: no propagator removes any of them.
fn keeps(csp: &Csp, solution: &[Value]) {
    let mut search = search(csp).unwrap_or_else(|| panic!("not searched: {csp:#?}"));
    search.prefer(solution);
    let found = search.work(STEPS, &Budget::default());
    assert_eq!(found, Progress::Found(solution.to_vec()), "{csp:#?}");
}

fn random_objective(random: &mut Random, csp: &Csp) -> Objective {
    let sense = if random.one_in(2) { Sense::Minimize } else { Sense::Maximize };
    let weighted = csp.ids().map(|id| (id, random.below(7) as i64 - 3));
    Objective { terms: Terms::new(weighted), sense }
}

/// A hundredth of the solutions of a problem with many.
fn some(solutions: &[Vec<Value>]) -> impl Iterator<Item = &Vec<Value>> {
    solutions.iter().step_by(1 + solutions.len() / 100)
}

#[test]
fn it_finds_a_solution_if_there_is_one_and_loses_none() {
    let [mut some_have, mut none] = [0, 0];
    for seed in seeds(375) {
        let csp = random_csp(seed);
        let solutions = brute_force(&csp);
        assert_eq!(best(&csp).is_some(), !solutions.is_empty(), "seed {seed}: {csp:#?}");
        some(&solutions).for_each(|solution| keeps(&csp, solution));
        *if solutions.is_empty() { &mut none } else { &mut some_have } += 1;
    }
    assert!(some_have > 125 && none > 25, "{some_have} {none}");
}

#[test]
fn it_finds_the_best_solution() {
    let mut improved = 0;
    for seed in seeds(375) {
        let random = &mut Random::new(seed);
        let mut csp = Csp::new();
        for number in 0..2 + random.below(4) {
            let first = random.below(5) as Value - 2;
            csp.variable(format!("x{number}"), first..=first + 1 + random.below(4) as Value);
        }
        for _ in 0..1 + random.below(3) {
            let constraint = general_constraint(random, &csp);
            csp.post(constraint, "of chance");
        }
        csp.optimize(random_objective(random, &csp)).unwrap();
        let objective = csp.objective().unwrap();
        let values = brute_force(&csp).into_iter().map(|solution| objective.value(&solution));
        let least = values.min_by_key(|value| value * objective.sense.sign());
        let found = best(&csp).map(|solution| objective.value(&solution));
        assert_eq!(found, least, "seed {seed}: {csp:#?}");
        improved += usize::from(least.is_some());
    }
    assert!(improved > 125, "{improved}");
}

/// With domains that are too large to try all combinations of values.
#[test]
fn bounds_of_operations_and_sums_remove_no_solution() {
    let mut tried = 0;
    for seed in seeds(375) {
        let random = &mut Random::new(seed);
        let all = operators(random);
        let operator = all[seed as usize % all.len()].clone();
        let mut csp = Csp::new();
        for name in ["a", "b", "c"] {
            let first = random.below(60) as Value - 20;
            let step = 1 + random.below(3);
            let size = step * (1 + random.below(40));
            csp.variable(name, (first..first + size as Value).step_by(step));
        }
        let result = csp.variable("result", -600..=600);
        let one = cnfetti::csp::Operation { result, ..operation(random, &csp, operator) };
        csp.post(one.into(), "of chance");
        let weighted = csp.ids().map(|id| (id, random.below(5) as i64 - 2));
        let terms = Terms::new(weighted);
        let within = Ranges::between(-(random.below(200) as i64), random.below(200) as i64);
        csp.post(Linear { terms, within }.into(), "of chance");
        for _ in 0..20 {
            let mut solution: Vec<Value> = csp
                .variables()
                .iter()
                .map(|variable| variable.domain()[random.below(variable.domain().len())])
                .collect();
            // Whatever the result is.
            let fits = (-600..=600).find(|&value| {
                solution[result.index()] = value;
                csp.is_solution(&solution)
            });
            if let Some(value) = fits {
                solution[result.index()] = value;
                keeps(&csp, &solution);
                tried += 1;
            }
        }
    }
    assert!(tried > 600, "{tried}");
}

/// With conditions that compare the entry with a variable.
#[test]
fn entries_of_lists_remove_no_solution() {
    let mut tried = 0;
    for seed in seeds(250) {
        let random = &mut Random::new(seed);
        let mut csp = Csp::new();
        let entries = ["a", "b", "c"].map(|name| {
            let first = random.below(6) as Value;
            csp.variable(name, first..first + 1 + random.below(4) as Value)
        });
        let size = 3 + random.below(3);
        let list = (0..size).map(|place| match entries.get(place) {
            Some(&entry) if !random.one_in(3) => entry.into(),
            _ => Operand::Constant(random.below(9) as Value),
        });
        let list = list.collect();
        let variable = csp.variable("index", 0..size as Value);
        let other = csp.variable("other", 0..=9);
        let comparison = Comparison::ALL[random.below(6)];
        let condition = Condition::Compare(comparison, other);
        let indices = vec![Index { variable, first: 0, size }];
        csp.post(Element { list, indices, condition }.into(), "of chance");
        let solutions = brute_force(&csp);
        some(&solutions).for_each(|solution| keeps(&csp, solution));
        tried += solutions.len();
    }
    assert!(tried > 12_500, "{tried}");
}
