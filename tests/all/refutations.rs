//! Refutations of problems: what the checker accepts is true by brute force, and what the searches write is accepted.

use cnfetti::csp::{
    Bin, BinPacking, Bound, Circuit, Comparison, Condition, Constraint, Csp, Element, Index,
    Linear, Objective, Operand, Ranges, Sense, Terms, Value, VarId,
};
use cnfetti::limit::Budget;
use cnfetti::presolve::bound::refutation as of_bound;
use cnfetti::proof::refutation::{NotRefuted, check};
use cnfetti::refutation::{Case, Column, Refutation, Removal, Row, Split, Step};
use cnfetti::relaxation::{Progress, Relaxation};
use itertools::Itertools;

use crate::objectives::optimal;
use crate::optimal::any_problem;
use crate::random_csp::{Random, brute_force, general_constraint, operation, operators};
use crate::support::seeds;

/// Random columns with weights.
fn columns(random: &mut Random, csp: &Csp) -> (Vec<Column>, Vec<(usize, i64)>) {
    let mut columns = Vec::new();
    for id in csp.ids() {
        if random.one_in(2) {
            columns.push(Column::Value(id));
        }
        columns
            .extend(csp.domain(id).iter().filter(|_| random.one_in(3)).map(|&v| Column::Is(id, v)));
    }
    let is_small = random.one_in(2);
    let weight = |random: &mut Random| match is_small {
        true => [-1, 1][random.below(2)],
        false => random.below(9) as i64 - 4,
    };
    let terms = (0..columns.len()).map(|at| (at, weight(random))).filter(|term| term.1 != 0);
    let terms = terms.collect();
    (columns, terms)
}

fn sum(columns: &[Column], terms: &[(usize, i64)], solution: &[Value]) -> i64 {
    let number = |column: &Column| match *column {
        Column::Value(id) => i64::from(solution[id.index()]),
        Column::Is(id, value) => i64::from(solution[id.index()] == value),
    };
    terms.iter().map(|&(at, weight)| weight * number(&columns[at])).sum()
}

/// Whether a row with these bounds is accepted. The problem has one constraint.
fn is_accepted(
    csp: &Csp,
    (columns, terms): &(Vec<Column>, Vec<(usize, i64)>),
    ends: [i64; 2],
) -> bool {
    let row = Row { constraint: Some(0), terms: terms.clone(), low: ends[0], high: ends[1] };
    let refutation = Refutation { columns: columns.clone(), rows: vec![row], ..Default::default() };
    check(csp, &refutation, &Budget::default()) != Err(NotRefuted::Row(0))
}

/// A row is accepted exactly if it is true of all solutions of its constraint.
#[test]
fn a_row_must_be_true() {
    let (mut tight, mut none) = (0, 0);
    for seed in seeds(300) {
        let (random, csp) = (&mut Random::new(seed), any_problem(seed));
        if csp.constraints().is_empty() || csp.variables().iter().any(|one| one.domain().is_empty())
        {
            continue;
        }
        let alone = csp.with_only(&[random.below(csp.constraints().len())]).without_objective();
        let row = columns(random, &csp);
        let sums = brute_force(&alone).into_iter().map(|values| sum(&row.0, &row.1, &values));
        let Some((low, high)) = ends(sums) else {
            none += usize::from(is_accepted(&alone, &row, [1, 0]));
            continue;
        };
        let says = |ends| is_accepted(&alone, &row, ends);
        assert!(says([low, high]), "seed {seed}: {alone:#?} {row:?}");
        assert!(says([low, i64::MAX]) && says([i64::MIN, high]), "seed {seed}");
        assert!(!says([low + 1, high]), "seed {seed}: {alone:#?} {row:?}");
        assert!(!says([low, high - 1]), "seed {seed}: {alone:#?} {row:?}");
        tight += usize::from(low < high);
    }
    assert!(tight > 100 && none > 5, "{tight} {none}");
}

/// A constraint on variables of so many values that not all assignments are tried.
fn wide(seed: u64) -> Csp {
    let random = &mut Random::new(seed);
    let mut csp = Csp::new();
    for number in 0..3 {
        let first = random.below(4) as Value - 2;
        csp.variable(format!("x{number}"), first..first + 28 + random.below(2) as Value);
    }
    let operators = operators(random);
    let constraint: Constraint = match random.one_in(3) {
        true => general_constraint(random, &csp),
        false => {
            let operator = operators[seed as usize % operators.len()].clone();
            operation(random, &csp, operator).into()
        }
    };
    csp.try_post(constraint, "of chance").map_or_else(|_| wide(seed + 1_000_003), |_| csp.clone())
}

/// How many rows as tight as possible are accepted and are not, and how many problems have no solution. No row is accepted
/// that cuts off a solution.
fn accepted(csp: &Csp, row: &(Vec<Column>, Vec<(usize, i64)>), seen: &mut [usize; 3]) {
    let sums = brute_force(csp).into_iter().map(|values| sum(&row.0, &row.1, &values));
    let Some((low, high)) = ends(sums) else {
        seen[2] += 1;
        return;
    };
    for (right, wrong) in
        [([low, i64::MAX], [low + 1, i64::MAX]), ([i64::MIN, high], [i64::MIN, high - 1])]
    {
        assert!(!is_accepted(csp, row, wrong), "{csp:#?} {row:?}");
        seen[usize::from(!is_accepted(csp, row, right))] += 1;
    }
}

#[test]
fn rows_of_wide_constraints_are_true() {
    let mut seen = [0; 3];
    for seed in seeds(100) {
        let (random, csp) = (&mut Random::new(seed), wide(seed));
        let row = columns(random, &csp);
        accepted(&csp, &row, &mut seen);
    }
    assert!(seen[0] > 100 && seen[2] < seen[0], "{seen:?}");
}

/// Conditions on sums of so many values that not all sums are tried: a variable with two values decides which bound matters,
/// and the row has a smaller weight of it.
#[test]
fn rows_of_conditions_on_sums_are_true() {
    let mut seen = [0; 3];
    for seed in seeds(65) {
        let random = &mut Random::new(seed);
        let mut csp = Csp::new();
        let first = random.below(4) as Value - 2;
        let ids = [27, 27, 1].map(|width| csp.variable("x", first..=first + width));
        let factors =
            [1, 2].map(|_| [-1, 1][random.below(2)] * (1 + random.below(3)) as i64 * 1_000_003);
        let ends = |factor: i64| [factor * i64::from(first), factor * i64::from(first + 27)];
        let ends = factors.map(ends);
        let low = ends.iter().map(|ends| ends[0].min(ends[1])).sum::<i64>();
        let width = ends.iter().map(|ends| ends[0].abs_diff(ends[1]) as i64).sum::<i64>();
        let heavy = [-1, 1][random.below(2)] * (width + 1);
        let bound = low + heavy.min(0) + random.below(60) as i64 * 1_000_003;
        let terms = Terms::new(ids.into_iter().zip([factors[0], factors[1], heavy]));
        let within = match random.below(3) {
            0 => Ranges::at_most(bound),
            1 => Ranges::at_least(bound),
            _ => Ranges::between(bound, bound + width),
        };
        csp.post(Linear { terms, within }.into(), "a condition");
        let light = heavy / width.max(1) * (random.below(50) as i64 * 1_000_003);
        let weights = [factors[0], factors[1], light];
        let row = (ids.map(Column::Value).to_vec(), (0..3).zip(weights).collect());
        accepted(&csp, &row, &mut seen);
    }
    assert!(seen[0] > 50 && seen[2] < seen[0], "{seen:?}");
}

fn ends(numbers: impl Iterator<Item = i64>) -> Option<(i64, i64)> {
    numbers.fold(None, |ends, number| {
        Some(ends.map_or((number, number), |(low, high): (i64, i64)| {
            (low.min(number), high.max(number))
        }))
    })
}

/// Values are removed exactly if no solution of the constraint has them.
#[test]
fn only_impossible_values_are_removed() {
    let (mut removed, mut kept, budget) = (0, 0, Budget::default());
    for seed in seeds(500) {
        let (random, csp) = (&mut Random::new(seed), any_problem(seed));
        if csp.constraints().is_empty() || csp.variables().iter().any(|one| one.domain().is_empty())
        {
            continue;
        }
        let alone = csp.with_only(&[random.below(csp.constraints().len())]).without_objective();
        let solutions = brute_force(&alone);
        let variable = VarId::at(random.below(csp.variables().len()));
        let domain = csp.domain(variable);
        let first = random.below(domain.len());
        let last = first + random.below((domain.len() - first).min(2));
        let (first, last) = (domain[first], domain[last]);
        let removal = Removal { constraint: 0, variable, first, last };
        let refutation = Refutation { removals: vec![removal], ..Refutation::default() };
        let is_needed =
            solutions.iter().any(|values| (first..=last).contains(&values[variable.index()]));
        let is_refused = check(&alone, &refutation, &budget) == Err(NotRefuted::Removal(1));
        assert_eq!(is_refused, is_needed, "seed {seed}: {removal:?} {alone:#?}");
        removed += usize::from(!is_needed);
        kept += usize::from(is_needed);
    }
    assert!(removed > 40 && kept > 40, "{removed} {kept}");
}

/// Searches to the end, and returns the best value and why it is.
fn searched(csp: &Csp) -> Option<(Option<i64>, Refutation)> {
    let (objective, budget) = (csp.objective()?, Budget::default());
    let mut search = Relaxation::new(csp, &budget)?;
    let mut best = None;
    loop {
        match search.work(u64::MAX, &budget) {
            Progress::Found(solution) => best = Some(objective.value(&solution)),
            Progress::Done => break,
            Progress::Later => unreachable!("there is no limit"),
        }
    }
    let cost = best.map_or(i64::MAX, |best| best * objective.sense.sign());
    (search.floor() >= cost).then(|| (best, search.refutation().expect("it is short")))
}

/// The problem of the solutions that are better than this.
fn better(csp: &Csp, value: Option<i64>) -> Csp {
    let bound = |value| Bound { objective: csp.objective().unwrap().clone(), value };
    value.map_or(csp.clone().without_objective(), |value| csp.better_than(&bound(value)))
}

#[test]
fn what_branch_and_bound_writes_is_accepted() {
    let (mut accepted, mut split, mut none, budget) = (0, 0, 0, Budget::default());
    for seed in seeds(500) {
        let csp = any_problem(seed);
        let Some((best, refutation)) = searched(&csp) else { continue };
        assert_eq!(best, optimal(&csp).0, "seed {seed}");
        let checked = check(&better(&csp, best), &refutation, &budget);
        assert!(checked.is_ok(), "seed {seed}: {checked:?} {csp:#?} {refutation:#?}");
        accepted += 1;
        split += usize::from(refutation.cases.len() > 1);
        none += usize::from(best.is_none());
    }
    assert!(accepted > 125 && split > 12 && none > 4, "{accepted} {split} {none}");
}

#[test]
fn what_bounds_write_is_accepted() {
    let (mut accepted, budget) = (0, Budget::default());
    for seed in seeds(500) {
        let csp = any_problem(seed);
        let Some(value) = optimal(&csp).0 else { continue };
        let bound = Bound { objective: csp.objective().unwrap().clone(), value };
        let Some(refutation) = of_bound(&csp, &bound, &budget) else { continue };
        let checked = check(&better(&csp, Some(value)), &refutation, &budget);
        assert!(checked.is_ok(), "seed {seed}: {checked:?} {csp:#?} {refutation:#?}");
        accepted += 1;
    }
    assert!(accepted > 160, "{accepted}");
}

/// Items in so many bins that not all assignments are tried: their sizes together are a bound on the largest load.
#[test]
fn items_that_are_larger_than_their_bins_are_refuted() {
    let (mut accepted, mut refused, budget) = (0, 0, Budget::default());
    for seed in seeds(60) {
        let random = &mut Random::new(seed);
        let mut csp = Csp::new();
        let scope: Vec<VarId> = (0..7)
            .map(|at| {
                let first = random.below(6).saturating_sub(3) as Value;
                csp.variable(
                    format!("x{at}"),
                    first..=4 - random.below(6).saturating_sub(4) as Value,
                )
            })
            .collect();
        let load = csp.variable("load", 0..=42);
        let sizes: Vec<i64> = scope.iter().map(|_| 1 + random.below(6) as i64).collect();
        let narrow = random.below(9) as Value;
        let room = random.below(8) as i64;
        let bins = (0..5).map(|value| Bin {
            value,
            load: match value == narrow {
                true => Condition::Within(Ranges::at_most(room)),
                false => Condition::Compare(Comparison::AtMost, load),
            },
        });
        let packing =
            BinPacking { scope: scope.clone(), sizes: sizes.clone(), bins: bins.collect() };
        csp.post(packing.into(), "the bins");
        let terms = Terms::new([(load, 1)]);
        let objective = Objective { terms, sense: Sense::Minimize };
        csp.optimize(objective.clone()).unwrap();
        let domains = scope.iter().map(|&item| csp.domain(item).to_vec());
        let largest = |bins: Vec<Value>| {
            let mut loads = [0; 5];
            bins.iter().zip(&sizes).for_each(|(&bin, size)| loads[bin as usize] += size);
            let fits = loads.get(narrow as usize).is_none_or(|&load| load <= room);
            let others = (0..5).filter(|&bin| bin as Value != narrow).map(|bin| loads[bin]);
            fits.then(|| others.max().unwrap_or(0))
        };
        let Some(least) = domains.multi_cartesian_product().filter_map(largest).min() else {
            continue;
        };
        for value in [least, least + 1] {
            let bound = Bound { objective: objective.clone(), value };
            let first = csp.domain(scope[0]);
            let removals = vec![
                Removal { constraint: 1, variable: load, first: value as Value, last: 42 },
                Removal {
                    constraint: 0,
                    variable: scope[0],
                    first: first[0],
                    last: first[first.len() - 1],
                },
            ];
            let by_hand = Refutation { removals, ..Refutation::default() };
            let is_accepted = check(&csp.better_than(&bound), &by_hand, &budget).is_ok();
            assert!(!is_accepted || value == least, "seed {seed}: {csp:#?}");
            let found = of_bound(&csp, &bound, &budget);
            // Propagation finds more than what is written here by hand.
            if let Some(found) = found {
                check(&csp.better_than(&bound), &found, &budget).unwrap();
                accepted += usize::from(is_accepted);
            }
            refused += usize::from(value == least && !is_accepted);
        }
    }
    assert!(accepted > 10 && refused > 10, "{accepted} {refused}");
}

/// A tour of seven places, so that not all assignments are tried. The places lie in groups, so several small tours cost less.
fn tour(seed: u64) -> Csp {
    const PLACES: usize = 7;
    let random = &mut Random::new(seed);
    let mut csp = Csp::new();
    let first = random.below(3) as Value - 1;
    let is_sparse = random.one_in(2);
    // Without a size, all places are visited. With one, those that cannot follow themselves are.
    let size = random.one_in(2).then(|| Condition::Within(Ranges::at_least(2)));
    let may_stay = size.is_some() && random.one_in(2);
    let places: Vec<i64> = (0..PLACES).map(|_| random.below(3) as i64 * 40).collect();
    let scope: Vec<VarId> = (0..PLACES)
        .map(|own| {
            let is_open = |to: &usize| match *to == own {
                true => may_stay && random.one_in(3),
                false => !(is_sparse && random.one_in(3)),
            };
            let open: Vec<usize> = (0..PLACES).filter(is_open).collect();
            csp.variable(format!("x{own}"), open.iter().map(|&to| first + to as Value))
        })
        .collect();
    csp.post(Circuit { scope: scope.clone(), first, size }.into(), "a tour");
    let mut costs = Vec::new();
    for (own, &variable) in scope.iter().enumerate() {
        let list = places.iter().map(|to| (to - places[own]).abs() + random.below(9) as i64);
        let list = list.map(|cost| Operand::Constant(cost as Value)).collect();
        let cost = csp.variable(format!("c{own}"), 0..100);
        let indices = vec![Index { variable, first, size: PLACES }];
        csp.post(Element { list, indices, condition: Condition::is(cost) }.into(), "a cost");
        costs.push((cost, 1));
    }
    let sense = if random.one_in(4) { Sense::Maximize } else { Sense::Minimize };
    csp.optimize(Objective { terms: Terms::new(costs), sense }).unwrap();
    csp
}

/// The solutions of such a problem: all tours of at least two places, by all orders of the places.
fn tours(csp: &Csp) -> Vec<Vec<Value>> {
    let Constraint::Circuit(circuit) = &csp.constraints()[0].constraint else { panic!("a tour") };
    let number = circuit.scope.len();
    let least = if circuit.size.is_none() { number } else { 2 };
    let orders = (least..=number).flat_map(|size| (0..number).permutations(size));
    let tours = orders.filter(|order| order.iter().all(|&place| place >= order[0])).map(|order| {
        let mut next: Vec<usize> = (0..number).collect();
        order.iter().circular_tuple_windows().for_each(|(&from, &to)| next[from] = to);
        let costs = csp.constraints()[1..].iter().zip(&next).map(|(posted, &next)| {
            let Constraint::Element(element) = &posted.constraint else { panic!("a cost") };
            match element.list[next] {
                Operand::Constant(cost) => cost,
                Operand::Variable(_) => panic!("a constant"),
            }
        });
        let costs: Vec<Value> = costs.collect();
        // The variables are all places, then all costs.
        let next = next.into_iter().map(|next| circuit.first + next as Value);
        next.chain(costs).collect::<Vec<Value>>()
    });
    let is_open = |tour: &Vec<Value>| csp.ids().zip(tour).all(|(id, v)| csp.domain(id).contains(v));
    tours.filter(is_open).collect()
}

/// The number of successors within some of the places.
fn inside(random: &mut Random, csp: &Csp) -> (Vec<Column>, Vec<(usize, i64)>) {
    let Constraint::Circuit(circuit) = &csp.constraints()[0].constraint else { panic!("a tour") };
    let part: Vec<usize> = (0..circuit.scope.len()).filter(|_| random.one_in(2)).collect();
    let is_inside = |value: &Value| part.contains(&((value - circuit.first) as usize));
    let columns = part.iter().flat_map(|&place| {
        let id = circuit.scope[place];
        csp.domain(id).iter().filter(|&value| is_inside(value)).map(move |&v| Column::Is(id, v))
    });
    let columns: Vec<Column> = columns.collect();
    let terms = (0..columns.len()).map(|at| (at, 1)).collect();
    (columns, terms)
}

/// The best tour is found, and a proof that it is best is accepted; one that cuts off a tour is not.
#[test]
fn cuts_against_subtours_are_true() {
    let (mut cuts, mut sparse, mut none, mut parts, mut refused) = (0, 0, 0, [0; 2], [0; 10]);
    let budget = Budget::default();
    for seed in seeds(75) {
        let (random, csp) = (&mut Random::new(seed), tour(seed));
        if csp.variables().iter().any(|one| one.domain().is_empty()) {
            continue;
        }
        let all = tours(&csp);
        let objective = csp.objective().unwrap();
        let sign = objective.sense.sign();
        let costs = all.iter().map(|tour| objective.value(tour) * sign);
        let least = costs.min().map(|cost| cost * sign);
        let Some((best, right)) = searched(&csp) else {
            none += usize::from(least.is_none());
            continue;
        };
        assert_eq!(best, least, "seed {seed}: {csp:#?}");
        let checked = check(&better(&csp, best), &right, &budget);
        assert!(checked.is_ok(), "seed {seed}: {checked:?} {csp:#?} {right:#?}");
        for _ in 0..20 {
            let row = inside(random, &csp);
            let most = all.iter().map(|tour| sum(&row.0, &row.1, tour)).max();
            let Some(most) = most else { continue };
            let says = |most| is_accepted(&csp.with_only(&[0]), &row, [i64::MIN, most]);
            assert!(!says(most - 1), "seed {seed}: {row:?} {csp:#?}");
            parts[usize::from(says(most))] += 1;
        }
        sparse += usize::from(all.len() < 360);
        for row in right.rows.iter().filter(|row| row.constraint == Some(0) && row.high > 1) {
            cuts += 1;
            let row = (right.columns.clone(), row.terms.clone());
            let sums = all.iter().map(|tour| sum(&row.0, &row.1, tour));
            if let Some(most) = sums.max() {
                let alone = csp.with_only(&[0]);
                assert!(!is_accepted(&alone, &row, [i64::MIN, most - 1]), "seed {seed}: {row:?}");
            }
        }
        let Some(best) = best else { continue };
        let weaker = better(&csp, Some(best + sign));
        for _ in 0..8 {
            let mut wrong = right.clone();
            wrong.rows[0].high += 1;
            let Some(kind) = change(random, &mut wrong) else { continue };
            assert!(check(&weaker, &wrong, &budget).is_err(), "seed {seed}: {kind} {csp:#?}");
            refused[kind] += 1;
        }
    }
    assert!(cuts > 20 && sparse > 20, "{cuts} {sparse} {none}");
    assert!(parts[1] > 9 * parts[0], "{parts:?}");
    assert!(refused.iter().filter(|&&number| number > 5).count() > 6, "{refused:?}");
}

/// Changes a refutation somewhere.
fn change(random: &mut Random, refutation: &mut Refutation) -> Option<usize> {
    let kind = random.below(9);
    let number = |random: &mut Random| random.below(7) as i64 - 3;
    let case = random.below(refutation.cases.len().max(1));
    let row = random.below(refutation.rows.len().max(1));
    match kind {
        0 => {
            let step = refutation.cases.get_mut(case)?.steps.last_mut()?;
            let Step::Sum(rows) = step else { return None };
            let at = random.below(rows.len().max(1));
            let times = &mut rows.get_mut(at)?.1;
            *times = [-*times, *times / 2, times.saturating_mul(2), *times + 1][random.below(4)];
        }
        1 => refutation.rows.get_mut(row)?.high = number(random),
        2 => refutation.rows.get_mut(row)?.low = number(random),
        3 => {
            let terms = &mut refutation.rows.get_mut(row)?.terms;
            let at = random.below(terms.len().max(1));
            terms.get_mut(at)?.1 += [-1, 1][random.below(2)];
        }
        4 => {
            // A half is left out.
            let split = refutation.cases.get_mut(case)?.split.as_mut()?;
            split.above = split.below;
        }
        5 => refutation.cases.get_mut(case)?.split.as_mut()?.middle += 1,
        6 => refutation.cases.get_mut(case)?.split = None,
        7 => {
            let at = random.below(refutation.removals.len().max(1));
            refutation.removals.get_mut(at)?.last += 1;
        }
        _ => refutation.cases.push(Case::default()),
    }
    Some(kind)
}

/// The claim that even the best solution does not exist is never accepted, whatever its refutation says.
#[test]
fn no_refutation_of_a_solution_is_accepted() {
    let (mut refused, budget) = ([0; 10], Budget::default());
    for seed in seeds(375) {
        let (random, csp) = (&mut Random::new(seed), any_problem(seed));
        let Some((Some(best), right)) = searched(&csp) else { continue };
        let sign = csp.objective().unwrap().sense.sign();
        let weaker = better(&csp, Some(best + sign));
        let claim = |refutation: &mut Refutation| {
            let costs = refutation.rows.first_mut().expect("the costs");
            costs.high += 1;
        };
        for _ in 0..8 {
            let mut wrong = right.clone();
            claim(&mut wrong);
            let Some(kind) = change(random, &mut wrong) else { continue };
            assert!(check(&weaker, &wrong, &budget).is_err(), "seed {seed}: {kind} {csp:#?}");
            refused[kind] += 1;
        }
        let mut same = right.clone();
        assert!(check(&weaker, &same, &budget).is_err(), "seed {seed}: the rows say too much");
        claim(&mut same);
        assert!(check(&weaker, &same, &budget).is_err(), "seed {seed}");
        refused[9] += 1;
    }
    assert!(refused.iter().all(|&number| number > 5), "{refused:?}");
}

/// A case that is a part of itself, or of a later one, would never be closed.
#[test]
fn no_case_is_its_own_part() {
    let mut csp = Csp::new();
    let x = csp.variable("x", 0..4);
    let budget = Budget::default().at_most(std::time::Duration::from_secs(1));
    for (at, below, above) in [(0, 0, 2), (0, 2, 0), (1, 1, 2), (1, 2, 1), (1, 0, 2), (1, 2, 0)] {
        let case = |below, above| {
            let split = Some(Split { column: 0, middle: 1, below, above });
            Case { split, ..Case::default() }
        };
        let mut cases = vec![case(1, 1), case(2, 2), Case::default()];
        cases[at] = case(below, above);
        let refutation =
            Refutation { columns: vec![Column::Value(x)], cases, ..Refutation::default() };
        let checked = check(&csp, &refutation, &budget);
        assert_eq!(checked, Err(NotRefuted::Malformed), "{refutation:?}");
    }
}
