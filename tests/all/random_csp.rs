//! Small random problems with every kind of constraint, and their solutions by brute force.

use cnfetti::csp::{
    AllDifferent, AllEqual, Atom, Cardinality, Choice, Constraint, Csp, DistinctCount, Fixed,
    Increasing, Interchangeable, Occurrence, Projection, Selection, Sum, Value, ValuePrecedence,
    VarId,
};
use cnfetti::encodings::Relation;

/// A sequence of numbers that depends on the seed only (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % end as u64) as usize
    }

    fn relation(&mut self) -> Relation {
        Relation::ALL[self.below(3)]
    }

    /// Some of the variables, in random order, at least `least` where there are so many.
    fn scope(&mut self, csp: &Csp, least: usize) -> Vec<VarId> {
        let mut left: Vec<VarId> = csp.ids().collect();
        let least = least.min(left.len());
        let size = least + self.below(left.len() - least + 1);
        (0..size).map(|_| left.remove(self.below(left.len()))).collect()
    }
}

/// Every assignment that is a solution, in lexicographic order.
pub(crate) fn brute_force(csp: &Csp) -> Vec<Vec<Value>> {
    let mut solutions = vec![Vec::new()];
    for id in csp.ids() {
        let extend = |start: &Vec<Value>| {
            let start = start.clone();
            csp.domain(id).iter().map(move |&value| [&start[..], &[value]].concat())
        };
        solutions = solutions.iter().flat_map(extend).collect::<Vec<_>>();
    }
    solutions.retain(|solution| csp.is_solution(solution));
    solutions
}

/// A problem with at most a few thousand assignments.
pub(crate) fn random_csp(seed: u64) -> Csp {
    let random = &mut Random::new(seed);
    match random.below(3) {
        0 => random_any(random),
        1 => random_interchangeable(random),
        _ => random_pieces(random),
    }
}

/// Any variables, any constraints.
fn random_any(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let variables = 1 + random.below(5);
    for number in 0..variables {
        let low = random.below(3) as Value - 1;
        let domain: Vec<Value> =
            (low..low + 4).filter(|_| random.below(4) > 0 || number % 3 == 1).collect();
        csp.variable(format!("x{number}"), domain);
    }
    for _ in 0..1 + random.below(3) {
        let constraint = random_constraint(random, &csp);
        csp.post(constraint, "of chance");
    }
    let scope = random.scope(&csp, 1);
    csp.projections.push(Projection { name: "some", scope });
    csp
}

fn random_constraint(random: &mut Random, csp: &Csp) -> Constraint {
    let value = random.below(4) as Value;
    match random.below(9) {
        0 => {
            let except = (random.below(2) == 0).then_some(value);
            AllDifferent { scope: random.scope(csp, 2), except }.into()
        }
        1 => AllEqual { scope: random.scope(csp, 2) }.into(),
        2 => random_cardinality(random, csp),
        3 => {
            let mut scope = random.scope(csp, 1);
            let count = scope.remove(0);
            DistinctCount { scope, count }.into()
        }
        4 => {
            let variable = random.scope(csp, 1)[0];
            Fixed { atom: Atom { variable, value } }.into()
        }
        5 => Increasing { scope: random.scope(csp, 2) }.into(),
        6 => random_selection(random, csp),
        7 => {
            let scope = random.scope(csp, 1);
            let bound = random.below(2 * scope.len() + 2) as i64;
            Sum { scope, relation: random.relation(), bound }.into()
        }
        _ => {
            let first = random.below(2) as Value;
            ValuePrecedence { scope: random.scope(csp, 1), values: (first..first + 3).collect() }
                .into()
        }
    }
}

fn random_cardinality(random: &mut Random, csp: &Csp) -> Constraint {
    let scope = random.scope(csp, 1);
    let mut occurrences = Vec::new();
    for value in 0..3 {
        if random.below(2) == 0 {
            let count = random.below(scope.len() + 1);
            occurrences.push(Occurrence { value, relation: random.relation(), count });
        }
    }
    Cardinality { scope, occurrences }.into()
}

fn random_selection(random: &mut Random, csp: &Csp) -> Constraint {
    let mut scope = random.scope(csp, 1);
    let result = scope.remove(0);
    let mut choices = Vec::new();
    for variable in scope {
        for &value in csp.domain(variable) {
            if random.below(3) > 0 {
                let atom = Atom { variable, value };
                choices.push(Choice { atom, value: random.below(3) as Value });
            }
        }
    }
    Selection { choices, result }.into()
}

/// Variables of one domain, whose values can be exchanged.
fn random_interchangeable(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let values: Vec<Value> = (1..=2 + random.below(3) as Value).collect();
    let with_zero = random.below(3) == 0;
    for number in 0..2 + random.below(4) {
        let zero = with_zero.then_some(0);
        csp.variable(format!("x{number}"), zero.into_iter().chain(values.iter().copied()));
    }
    let everything: Vec<VarId> = csp.ids().collect();
    if random.below(2) == 0 {
        let bound = (random.relation(), random.below(4));
        let occurrences =
            values.iter().map(|&value| Occurrence { value, relation: bound.0, count: bound.1 });
        let scope = random.scope(&csp, 2);
        csp.post(Cardinality { scope, occurrences: occurrences.collect() }.into(), "of chance");
    }
    for _ in 0..random.below(3) {
        let scope = random.scope(&csp, 2);
        let constraint: Constraint = match random.below(4) {
            0 => AllEqual { scope }.into(),
            1 => {
                let count = csp.variable("count", 10..14);
                csp.post(
                    Sum { scope: vec![count], relation: Relation::AtLeast, bound: 11 }.into(),
                    "",
                );
                DistinctCount { scope, count }.into()
            }
            _ => AllDifferent { scope, except: with_zero.then_some(0) }.into(),
        };
        csp.post(constraint, "of chance");
    }
    csp.symmetry.interchangeable = vec![Interchangeable { scope: everything, values }];
    if random.below(2) == 0 {
        let scope = random.scope(&csp, 1);
        csp.projections.push(Projection { name: "some", scope });
    }
    csp
}

/// Dominoes on a row or a ring of cells.
fn random_pieces(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let count = 1 + random.below(3).min(1 + random.below(8) / 7);
    let width = count;
    let cells = 2 * count;
    let mut pairs = Vec::new();
    for cell in 0..cells {
        if cell % width + 1 < width {
            pairs.push([cell, cell + 1]);
        }
        if cell + width < cells {
            pairs.push([cell, cell + width]);
        }
    }
    let halves: Vec<[Value; 2]> =
        (0..count).map(|_| [random.below(3) as Value, random.below(3) as Value]).collect();
    let dominoes: Vec<VarId> = halves
        .iter()
        .enumerate()
        .map(|(at, halves)| {
            let step = if halves[0] == halves[1] { 2 } else { 1 };
            csp.variable(format!("domino{at}"), (0..2 * pairs.len() as Value).step_by(step))
        })
        .collect();
    let results: Vec<VarId> =
        (0..cells).map(|cell| csp.variable(format!("cell{cell}"), 0..3)).collect();
    for (cell, &result) in results.iter().enumerate() {
        let mut choices = Vec::new();
        for (&variable, halves) in dominoes.iter().zip(&halves) {
            for &value in csp.domain(variable) {
                let pair = pairs[value as usize / 2];
                let Some(end) = pair.iter().position(|&other| other == cell) else { continue };
                let half = halves[(end + value as usize) % 2];
                choices.push(Choice { atom: Atom { variable, value }, value: half });
            }
        }
        csp.post(Selection { choices, result }.into(), "covered once");
    }
    for one in 0..count {
        for other in one + 1..count {
            if halves[one] == halves[other] {
                let scope = vec![dominoes[one], dominoes[other]];
                csp.post(Increasing { scope }.into(), "not told apart");
            }
        }
    }
    for _ in 0..random.below(2) {
        let start = random.below(cells);
        let scope = results[start..].to_vec();
        let bound = random.below(2 * scope.len()) as i64;
        csp.post(Sum { scope, relation: random.relation(), bound }.into(), "of chance");
    }
    csp.deciding = dominoes;
    csp.projections.push(Projection { name: "grids", scope: results });
    csp
}
