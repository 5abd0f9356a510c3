//! Small random problems with every kind of constraint, and their solutions by brute force.

mod arithmetic;
mod connections;
mod general;
mod moved;
mod oracle;
mod pieces;
mod symmetric;

use cnfetti::csp::{
    AllDifferent, AllEqual, Atom, Cardinality, Choice, Condition, Constraint, Csp, DistinctCount,
    Fixed, Increasing, Linear, Occurrence, Projection, Ranges, Selection, Value, ValuePrecedence,
    VarId,
};
use cnfetti::encodings::Relation;
use cnfetti::limit::Budget;
use cnfetti::search::definability::declare_deciding;

pub(crate) use arithmetic::{operation, operators, random_ranges};
pub(crate) use general::general_constraint;
pub(crate) use oracle::{Numbers, brute_force, numbers};

/// A sequence of numbers that depends only on the seed (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        // Mixed, because otherwise neighbouring seeds would share their numbers, shifted by one.
        Random(mix(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        (mix(self.0) % end as u64) as usize
    }

    fn relation(&mut self) -> Relation {
        Relation::ALL[self.below(3)]
    }

    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    /// Some of the variables, in random order; at least `least`, if there are so many.
    fn scope(&mut self, csp: &Csp, least: usize) -> Vec<VarId> {
        let mut left: Vec<VarId> = csp.ids().collect();
        let least = least.min(left.len());
        let size = least + self.below(left.len() - least + 1);
        (0..size).map(|_| left.remove(self.below(left.len()))).collect()
    }
}

/// (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014.)
fn mix(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

/// A problem with at most a few thousand assignments.
pub(crate) fn random_csp(seed: u64) -> Csp {
    let random = &mut Random::new(seed);
    let mut csp = match random.below(5) {
        0 => random_any(random),
        4 => connections::random_connections(random),
        1 => pieces::random_pieces(random),
        2 => symmetric::random_symmetric(random),
        _ => beside(pieces::random_pieces(random), &symmetric::random_symmetric(random)),
    };
    if random.below(3) == 0 {
        let scope = random.scope(&csp, 0);
        csp.count_also(Projection { name: "some".into(), scope }).unwrap();
    }
    if random.below(3) == 0 {
        let deciding = random.scope(&csp, 1);
        if oracle::decides(&csp, &deciding) {
            decided_by(&mut csp, deciding);
        }
    }
    csp
}

/// Any variable.
pub(crate) fn any_variable(random: &mut Random, csp: &Csp) -> VarId {
    csp.ids().nth(random.below(csp.variables().len())).expect("it is below their number")
}

fn decided_by(csp: &mut Csp, deciding: Vec<VarId>) {
    declare_deciding(csp, deciding, &Budget::default()).expect("they decide all others");
}

/// Two problems as one or, if they are too large for brute force together, only the second.
pub(crate) fn beside(mut one: Csp, other: &Csp) -> Csp {
    if one.log2_assignments() + other.log2_assignments() > 13.0 {
        return other.clone();
    }
    let before: Vec<VarId> = one.ids().collect();
    let deciding = one.deciding();
    for variable in other.variables() {
        one.variable(variable.name(), variable.domain().iter().copied());
    }
    let ids: Vec<VarId> = one.ids().collect();
    let to = |id: VarId| ids[before.len() + id.index()];
    let moved = |scope: &[VarId]| scope.iter().map(|&id| to(id)).collect::<Vec<_>>();
    for posted in other.constraints() {
        one.post(moved::moved(&posted.constraint, &to), "of chance");
    }
    let mut symmetry = other.symmetry().clone();
    symmetry.interchangeable.iter_mut().for_each(|set| set.scope = moved(&set.scope));
    for permutation in &mut symmetry.permutations {
        *permutation = before.iter().copied().chain(moved(permutation)).collect();
    }
    one.declare_symmetry(symmetry).unwrap();
    decided_by(&mut one, deciding.into_iter().chain(moved(&other.deciding())).collect());
    for projection in other.projections() {
        let scope = moved(&projection.scope);
        one.count_also(Projection { scope, ..projection.clone() }).unwrap();
    }
    one
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
    if random.one_in(3) {
        csp.post(arithmetic::equation_of_two(random, &csp), "of chance");
    }
    let scope = random.scope(&csp, 1);
    csp.count_also(Projection { name: "some".into(), scope }).unwrap();
    csp
}

fn random_constraint(random: &mut Random, csp: &Csp) -> Constraint {
    let value = random.below(4) as Value;
    match random.below(18) {
        0 => {
            let except = (0..random.below(3) as Value).map(|more| value + 2 * more - 1).collect();
            AllDifferent { scope: random.scope(csp, 2), except }.into()
        }
        1 => AllEqual { scope: random.scope(csp, 2) }.into(),
        2 => random_cardinality(random, csp),
        3 => {
            let mut scope = random.scope(csp, 1);
            let count = scope.remove(0);
            DistinctCount { scope, except: Vec::new(), condition: Condition::is(count) }.into()
        }
        4 => {
            let variable = random.scope(csp, 1)[0];
            Fixed { atom: Atom { variable, value } }.into()
        }
        5 => Increasing { scope: random.scope(csp, 2) }.into(),
        6 => random_selection(random, csp),
        8 => arithmetic::random_linear(random, csp),
        9 | 10 => arithmetic::random_operation(random, csp),
        7 => {
            let scope = random.scope(csp, 1);
            let bound = random.below(2 * scope.len() + 2) as i64;
            Linear::sum(scope, Ranges::related(random.relation(), bound)).into()
        }
        11 => {
            let first = random.below(2) as Value;
            ValuePrecedence { scope: random.scope(csp, 1), values: (first..first + 3).collect() }
                .into()
        }
        _ => general_constraint(random, csp),
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
