//! Statements with anything that their types allow: variables of other problems, repeated
//! variables, lists of the wrong length, the largest numbers.

use cnfetti::csp::{
    AllDifferent, AllEqual, ArgExtremum, Atom, Automaton, Bin, BinPacking, Cardinality, Channel,
    Choice, Circuit, Comparison, Condition, Connected, Constraint, Count, Csp, Cumulative,
    DistinctCount, Element, Extent, Extreme, Extremum, Fixed, Increasing, Index, Interchangeable,
    Lex, Linear, Link, NoOverlap, Occurrence, Operand, Operation, Parts, Ranges, Rank, Selection,
    Symmetry, Table, Task, Terms, Transition, Value, ValuePrecedence, VarId,
};
use cnfetti::encodings::Relation;

use crate::random_csp::{Random, operators};

const ENDS: [Value; 6] =
    [Value::MIN, Value::MIN + 1, -1_000_000_000, 1_000_000_000, Value::MAX - 1, Value::MAX];

const WIDE_ENDS: [i64; 8] =
    [i64::MIN, i64::MIN + 1, -(1 << 62), -1 << 40, 1 << 40, 1 << 62, i64::MAX - 1, i64::MAX];

fn one_in(random: &mut Random, chances: usize) -> bool {
    random.below(chances) == 0
}

fn value(random: &mut Random) -> Value {
    if one_in(random, 12) { ENDS[random.below(ENDS.len())] } else { random.below(5) as Value - 1 }
}

fn number(random: &mut Random) -> i64 {
    match random.below(12) {
        0 => WIDE_ENDS[random.below(WIDE_ENDS.len())],
        1 => value(random).into(),
        _ => random.below(7) as i64 - 2,
    }
}

fn values(random: &mut Random, most: usize) -> Vec<Value> {
    (0..random.below(most + 1)).map(|_| value(random)).collect()
}

/// Few values, sometimes none, sometimes the largest possible.
pub(super) fn domain(random: &mut Random) -> Vec<Value> {
    match random.below(20) {
        0 => Vec::new(),
        1..4 => values(random, 4),
        _ => (0..3).filter(|_| random.below(4) > 0).collect(),
    }
}

fn ranges(random: &mut Random) -> Ranges {
    let of = (0..random.below(3)).map(|_| (number(random), number(random)));
    let ranges = Ranges::of_intervals(of.collect::<Vec<_>>());
    if one_in(random, 3) { ranges.complement() } else { ranges }
}

/// The variables to name, including some that the problem does not have.
pub(super) struct Ids {
    own: Vec<VarId>,
    foreign: VarId,
}

impl Ids {
    pub(super) fn new(csp: &Csp) -> Ids {
        let mut larger = csp.clone();
        Ids { own: csp.ids().collect(), foreign: larger.variable("of another problem", 0..3) }
    }

    fn any(&self, random: &mut Random) -> VarId {
        if one_in(random, 60) { self.foreign } else { self.own[random.below(self.own.len())] }
    }

    /// Mostly each variable once.
    pub(super) fn scope(&self, random: &mut Random) -> Vec<VarId> {
        if one_in(random, 6) {
            return (0..random.below(5)).map(|_| self.any(random)).collect();
        }
        let mut left = self.own.clone();
        let size = random.below(left.len() + 1);
        (0..size).map(|_| left.remove(random.below(left.len()))).collect()
    }

    pub(super) fn terms(&self, random: &mut Random) -> Terms {
        let terms = (0..random.below(5)).map(|_| (self.any(random), number(random)));
        Terms::new(terms.collect::<Vec<_>>())
    }

    pub(super) fn symmetry(&self, random: &mut Random) -> Symmetry {
        let mut symmetry = Symmetry::default();
        for _ in 0..random.below(3) {
            let values = if one_in(random, 3) { values(random, 3) } else { vec![0, 1] };
            let scope = self.scope(random);
            symmetry.interchangeable.push(Interchangeable { scope, values });
        }
        for _ in 0..random.below(2) {
            symmetry.permutations.push(match self.own[..] {
                [x, y] if random.below(4) > 0 => vec![y, x],
                [x, y, z] if random.below(4) > 0 => vec![x, z, y],
                _ => self.scope(random),
            });
        }
        symmetry
    }

    fn operand(&self, random: &mut Random) -> Operand {
        if one_in(random, 2) { value(random).into() } else { self.any(random).into() }
    }

    fn operands(&self, random: &mut Random) -> Vec<Operand> {
        (0..random.below(4)).map(|_| self.operand(random)).collect()
    }

    fn condition(&self, random: &mut Random) -> Condition {
        match one_in(random, 2) {
            true => Condition::Within(ranges(random)),
            false => Condition::Compare(Comparison::ALL[random.below(6)], self.any(random)),
        }
    }

    fn atom(&self, random: &mut Random) -> Atom {
        Atom { variable: self.any(random), value: value(random) }
    }

    /// Places and links between them, some of them to places that do not exist.
    fn graph(&self, random: &mut Random) -> (Vec<Option<Atom>>, Vec<Link>) {
        let atom = |random: &mut Random| (!one_in(random, 4)).then(|| self.atom(random));
        let places = times(random, 4, atom);
        let last = places.len() + usize::from(one_in(random, 5));
        let end = |random: &mut Random| random.below(last.max(1));
        let link =
            |random: &mut Random| Link { ends: [end(random), end(random)], atom: atom(random) };
        let links = if last == 0 { Vec::new() } else { times(random, 4, link) };
        (places, links)
    }
}

fn relation(random: &mut Random) -> Relation {
    Relation::ALL[random.below(3)]
}

fn extreme(random: &mut Random) -> Extreme {
    if one_in(random, 2) { Extreme::Minimum } else { Extreme::Maximum }
}

fn times<T>(random: &mut Random, most: usize, draw: impl Fn(&mut Random) -> T) -> Vec<T> {
    (0..random.below(most + 1)).map(|_| draw(random)).collect()
}

/// Draws any of the constraints.
pub(super) fn constraint(random: &mut Random, ids: &Ids) -> Constraint {
    let scope = ids.scope(random);
    match random.below(25) {
        0 => AllDifferent { scope, except: values(random, 3) }.into(),
        1 => AllEqual { scope }.into(),
        2 => {
            let rank = [Rank::Any, Rank::First, Rank::Last][random.below(3)];
            let (first, extreme) = (value(random), extreme(random));
            ArgExtremum { scope, first, extreme, rank, condition: ids.condition(random) }.into()
        }
        3 => {
            let state = |random: &mut Random| match one_in(random, 9) {
                true => u32::MAX,
                false => random.below(3) as u32,
            };
            let step = |random: &mut Random| Transition {
                from: state(random),
                value: value(random),
                to: state(random),
            };
            let (start, accepting) = (state(random), times(random, 3, state));
            Automaton { scope, start, accepting, transitions: times(random, 6, step) }.into()
        }
        4 => {
            let sizes = match one_in(random, 4) {
                true => times(random, 3, number),
                false => scope.iter().map(|_| number(random).max(0)).collect(),
            };
            let bin =
                |random: &mut Random| Bin { value: value(random), load: ids.condition(random) };
            BinPacking { scope, sizes, bins: times(random, 3, bin) }.into()
        }
        5 => {
            let occurrence = |random: &mut Random| Occurrence {
                value: value(random),
                relation: relation(random),
                count: if one_in(random, 9) { usize::MAX } else { random.below(4) },
            };
            Cardinality { scope, occurrences: times(random, 3, occurrence) }.into()
        }
        6 => {
            let second = ids.scope(random);
            let (first_place, second_place) = (value(random), value(random));
            Channel { first: scope, first_place, second, second_place }.into()
        }
        7 => {
            let size = one_in(random, 2).then(|| ids.condition(random));
            Circuit { scope, first: value(random), size }.into()
        }
        8 => {
            let condition = ids.condition(random);
            Count { scope, values: values(random, 3), condition }.into()
        }
        9 => {
            let task = |random: &mut Random| Task {
                origin: ids.any(random),
                length: ids.operand(random),
                height: ids.operand(random),
            };
            Cumulative { tasks: times(random, 3, task), limit: ids.operand(random) }.into()
        }
        10 => {
            let condition = ids.condition(random);
            DistinctCount { scope, except: values(random, 2), condition }.into()
        }
        11 => {
            let index = |random: &mut Random| Index {
                variable: ids.any(random),
                first: value(random),
                size: if one_in(random, 20) { usize::MAX } else { random.below(4) },
            };
            let indices = times(random, 2, index);
            let size = indices.iter().map(|index| index.size).fold(1, usize::saturating_mul);
            let size = if one_in(random, 6) { random.below(5) } else { size.min(20) };
            let list = (0..size).map(|_| ids.operand(random)).collect();
            Element { list, indices, condition: ids.condition(random) }.into()
        }
        12 => {
            let extreme = extreme(random);
            Extremum { scope, extreme, condition: ids.condition(random) }.into()
        }
        13 => Fixed { atom: ids.atom(random) }.into(),
        14 => Increasing { scope }.into(),
        15 => {
            let second = ids.scope(random);
            Lex { first: scope, second, is_strict: one_in(random, 2) }.into()
        }
        16 => Linear { terms: ids.terms(random), within: ranges(random) }.into(),
        17 => {
            let dimensions = random.below(3);
            let extent = |random: &mut Random| Extent {
                origin: ids.any(random),
                length: ids.operand(random),
            };
            let a_box = |random: &mut Random| {
                let extents = if one_in(random, 9) { random.below(3) } else { dimensions };
                (0..extents).map(|_| extent(random)).collect()
            };
            NoOverlap { boxes: times(random, 3, a_box), ignores_empty: one_in(random, 2) }.into()
        }
        18 => {
            let mut all = operators(random);
            let operator = all.swap_remove(random.below(all.len()));
            let (arguments, result) = (ids.operands(random), ids.any(random));
            Operation { operator, arguments, result }.into()
        }
        19 => {
            let choice =
                |random: &mut Random| Choice { atom: ids.atom(random), value: value(random) };
            Selection { choices: times(random, 4, choice), result: ids.any(random) }.into()
        }
        20 => Linear::sum(scope, Ranges::related(relation(random), number(random))).into(),
        21 => {
            let width = if one_in(random, 9) { random.below(4) } else { scope.len() };
            let cell = |random: &mut Random| (!one_in(random, 4)).then(|| value(random));
            let row = |random: &mut Random| (0..width).map(|_| cell(random)).collect();
            Table { scope, rows: times(random, 4, row), is_positive: one_in(random, 2) }.into()
        }
        22 => ValuePrecedence { scope, values: values(random, 3) }.into(),
        23 => {
            let (places, links) = ids.graph(random);
            Connected { places, links, may_be_empty: one_in(random, 2) }.into()
        }
        _ => {
            let (places, links) = ids.graph(random);
            let sizes = places.len() + usize::from(one_in(random, 9));
            let size = |random: &mut Random| (!one_in(random, 3)).then(|| ids.operand(random));
            let sizes = (0..sizes).map(|_| size(random)).collect();
            let marks = one_in(random, 2).then(|| times(random, 3, |random| random.below(4)));
            Parts { places, links, sizes, marks }.into()
        }
    }
}

/// Whether the declared symmetries map these solutions to these solutions.
pub(super) fn is_symmetric(csp: &Csp, solutions: &[Vec<Value>]) -> bool {
    let by_permutations = csp.symmetry().permutations.iter().all(|permutation| {
        solutions.iter().all(|solution| {
            let moved = permutation.iter().map(|id| solution[id.index()]).collect::<Vec<Value>>();
            solutions.contains(&moved)
        })
    });
    by_permutations
        && csp.symmetry().interchangeable.iter().all(|set| {
            set.values.windows(2).all(|pair| {
                solutions.iter().all(|solution| {
                    let mut renamed = solution.clone();
                    for id in &set.scope {
                        let value = &mut renamed[id.index()];
                        let place = pair.iter().position(|one| one == value);
                        *value = place.map_or(*value, |place| pair[1 - place]);
                    }
                    solutions.contains(&renamed)
                })
            })
        })
}
