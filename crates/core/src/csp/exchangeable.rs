//! Variables of an optimization problem that can be exchanged, such as the rows or columns of a matrix. Of solutions that
//! differ only by an exchange, the lexicographically smallest is enough.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::{Condition, Constraint, Csp, Lex, Operand, Operator, Value, VarId};
use crate::mix::mix;

/// The most variables of constraints to look at, and the most pairs of variables that are compared.
const MOST_LOOKED: usize = 50_000_000;
const MOST_PAIRS: usize = 20_000;

/// Refining ends after so many rounds, and the search among variables that look alike after so many failures.
const MOST_ROUNDS: usize = 30;
const MOST_FAILURES: usize = 8;

/// A place of a variable in its constraint.
type Place = (u8, i64);

impl Csp {
    /// The same problem in which exchangeable variables are in lexicographic order, if it has an objective and there are
    /// such variables. If the problem has a solution, this one has one that is as good.
    ///
    /// A permutation of the variables that maps the set of constraints and the objective to themselves maps solutions
    /// to solutions that are as good. The lexicographically smallest solution among the best ones, read in the order of
    /// the variables, is not greater than its image under any such permutation (Crawford, Ginsberg, Luks and Roy,
    /// Symmetry-Breaking Predicates for Search Problems, KR 1996). That is what the new constraints say.
    pub fn with_variables_in_order(&self) -> Option<Csp> {
        self.objective()?;
        let shapes = shapes(self);
        let swaps = Search::new(self, &shapes).swaps();
        let mut ordered = self.clone();
        let mut left = MOST_PAIRS;
        for swap in swaps {
            let pairs = self.ids().filter_map(|id| Some((id, *swap.get(&id)?)));
            let (first, second): (Vec<VarId>, Vec<VarId>) =
                pairs.filter(|(one, other)| one < other).unzip();
            if first.len() > left {
                break;
            }
            left -= first.len();
            let lex = Lex { first, second, is_strict: false };
            ordered.post(lex.into(), "exchangeable variables are in order");
        }
        (ordered.constraints().len() > self.constraints().len()).then_some(ordered)
    }
}

/// An exchange: each variable that it moves, with its partner.
type Swap = BTreeMap<VarId, VarId>;

/// The number of a text that says everything about a constraint but its variables, and where these are, in increasing
/// order. Constraints with the same shape mean the same.
type Shape = (usize, Vec<(Place, VarId)>);

/// The rows of a table; none for other constraints.
type Rows<'a> = &'a [Vec<Option<Value>>];

/// The problem, as shapes.
struct Search<'a> {
    csp: &'a Csp,
    shapes: &'a [Shape],
    /// The same, to look for one.
    known: BTreeSet<&'a Shape>,
    /// Of each variable the constraints that have it, and its weight in the objective.
    of: Vec<Vec<usize>>,
    costs: Vec<i64>,
    /// The variables of all constraints, and how many may still be looked at.
    mentions: usize,
    left: usize,
}

/// The constraints as shapes. One of a sort that is not known has a shape of its own, so no exchange moves its variables.
fn shapes<'a>(csp: &'a Csp) -> Vec<Shape> {
    // The rows of a table, of which there may be many, are compared where they stand.
    let mut texts: BTreeMap<(String, Rows<'a>), usize> = BTreeMap::new();
    let shape = |(number, posted): (usize, &'a super::Posted)| {
        let (text, mut places) = shape(&posted.constraint).unwrap_or_else(|| {
            let scope = posted.constraint.rule().scope();
            let places = scope.into_iter().enumerate();
            (format!("{number}"), places.map(|(at, id)| ((0, at as i64), id)).collect())
        });
        places.sort_unstable();
        let rows = match &posted.constraint {
            Constraint::Table(table) => &table.rows[..],
            _ => &[],
        };
        let number = texts.len();
        (*texts.entry((text, rows)).or_insert(number), places)
    };
    csp.constraints().iter().enumerate().map(shape).collect()
}

/// A text and places that determine what the constraint says, a table with its rows. `None` if it is of another sort.
fn shape(constraint: &Constraint) -> Option<(String, Vec<(Place, VarId)>)> {
    let mut places: Vec<(Place, VarId)> = Vec::new();
    let mut all = |scope: &[VarId]| places.extend(scope.iter().map(|&id| ((0, 0), id)));
    let text = match constraint {
        Constraint::AllDifferent(one) => {
            all(&one.scope);
            format!("{:?}", one.except)
        }
        Constraint::AllEqual(one) => {
            all(&one.scope);
            String::new()
        }
        Constraint::Cardinality(one) => {
            all(&one.scope);
            format!("{:?}", one.occurrences)
        }
        Constraint::Count(one) => {
            all(&one.scope);
            format!("{:?} {}", one.values, condition(&one.condition, &mut places, 0))
        }
        Constraint::DistinctCount(one) => {
            all(&one.scope);
            format!("{:?} {}", one.except, condition(&one.condition, &mut places, 0))
        }
        Constraint::Extremum(one) => {
            all(&one.scope);
            format!("{:?} {}", one.extreme, condition(&one.condition, &mut places, 0))
        }
        Constraint::BinPacking(one) => {
            let items = one.scope.iter().zip(&one.sizes);
            places.extend(items.map(|(&id, &size)| ((0, size), id)));
            let bins = one.bins.iter().map(|bin| {
                let load = condition(&bin.load, &mut places, bin.value.into());
                format!("{} {load}", bin.value)
            });
            bins.collect_vec().join(", ")
        }
        Constraint::Fixed(one) => {
            places.push(((0, 0), one.atom.variable));
            one.atom.value.to_string()
        }
        Constraint::Linear(one) => {
            let terms = one.terms.as_slice().iter();
            places.extend(terms.map(|term| ((0, term.weight), term.variable)));
            format!("{:?}", one.within)
        }
        Constraint::Operation(one) => {
            let mut constants = Vec::new();
            for (at, argument) in one.arguments.iter().enumerate() {
                let at = if commutes(&one.operator) { 0 } else { at as i64 };
                match *argument {
                    Operand::Variable(id) => places.push(((0, at), id)),
                    Operand::Constant(value) => constants.push((at, value)),
                }
            }
            constants.sort_unstable();
            places.push(((1, 0), one.result));
            format!("{:?} {constants:?}", one.operator)
        }
        Constraint::Table(one) => {
            let scope = one.scope.iter().enumerate();
            places.extend(scope.map(|(at, &id)| ((0, at as i64), id)));
            one.is_positive.to_string()
        }
        Constraint::Element(one) => {
            let mut constants = Vec::new();
            for (at, entry) in one.list.iter().enumerate() {
                match *entry {
                    Operand::Variable(id) => places.push(((0, at as i64), id)),
                    Operand::Constant(value) => constants.push((at, value)),
                }
            }
            let mut indices = Vec::new();
            for (at, index) in one.indices.iter().enumerate() {
                places.push(((2, at as i64), index.variable));
                indices.push((index.first, index.size));
            }
            let found = condition(&one.condition, &mut places, 0);
            format!("{} {constants:?} {indices:?} {found}", one.list.len())
        }
        _ => return None,
    };
    Some((format!("{:?} {text}", std::mem::discriminant(constraint)), places))
}

/// What a condition says; its variable, if it has one, is added to the places.
fn condition(condition: &Condition, places: &mut Vec<(Place, VarId)>, at: i64) -> String {
    match condition {
        Condition::Within(ranges) => format!("{ranges:?}"),
        &Condition::Compare(comparison, variable) => {
            places.push(((1, at), variable));
            format!("{comparison:?}")
        }
    }
}

/// Whether the order of the arguments does not matter.
fn commutes(operator: &Operator) -> bool {
    match operator {
        Operator::Add | Operator::Mul | Operator::Dist | Operator::Min | Operator::Max => true,
        Operator::Eq | Operator::Ne | Operator::And | Operator::Or => true,
        Operator::Xor | Operator::Iff => true,
        Operator::Sub | Operator::Div | Operator::Mod | Operator::Pow | Operator::Abs => false,
        Operator::Neg | Operator::Sqr | Operator::If | Operator::Lt | Operator::Le => false,
        Operator::Not | Operator::Imp | Operator::In(_) => false,
    }
}

impl<'a> Search<'a> {
    fn new(csp: &'a Csp, shapes: &'a [Shape]) -> Search<'a> {
        let mut of = vec![Vec::new(); csp.variables().len()];
        for (number, shape) in shapes.iter().enumerate() {
            let variables: BTreeSet<VarId> = shape.1.iter().map(|&(_, id)| id).collect();
            variables.iter().for_each(|id| of[id.index()].push(number));
        }
        let mut costs = vec![0; of.len()];
        for term in csp.objective().iter().flat_map(|one| one.terms.as_slice()) {
            costs[term.variable.index()] = term.weight;
        }
        let mentions = shapes.iter().map(|(_, places)| places.len()).sum();
        let known = shapes.iter().collect();
        Search { csp, shapes, known, of, costs, mentions, left: MOST_LOOKED }
    }

    /// Exchanges of which each is a symmetry. If several map a variable to others, these others are exchanged one with the
    /// next.
    fn swaps(mut self) -> Vec<Swap> {
        let plain = self.refined(None);
        let mut classes: BTreeMap<u64, Vec<VarId>> = BTreeMap::new();
        for id in self.csp.ids().filter(|&id| self.csp.domain(id).len() > 1) {
            classes.entry(plain[id.index()]).or_default().push(id);
        }
        let classes = classes.into_values().filter(|class| class.len() > 1);
        // Variables that the exchanges so far map to each other have the same number.
        let mut orbits: Vec<usize> = (0..plain.len()).collect();
        let mut found: Vec<Swap> = Vec::new();
        for class in classes.sorted() {
            let first = class[0];
            let before = self.refined(Some(first));
            let (mut failures, mut last): (usize, Option<Swap>) = (0, None);
            for &other in &class[1..] {
                if orbits[first.index()] == orbits[other.index()] {
                    continue;
                }
                if self.left == 0 || failures == MOST_FAILURES {
                    break;
                }
                let after = self.refined(Some(other));
                let Some(swap) = self.matched(&before, &after).filter(|swap| self.keeps(swap))
                else {
                    failures += 1;
                    continue;
                };
                self.left = self.left.saturating_sub(swap.len() * orbits.len());
                for (one, partner) in &swap {
                    let (from, to) = (orbits[partner.index()], orbits[one.index()]);
                    orbits.iter_mut().filter(|orbit| **orbit == from).for_each(|orbit| *orbit = to);
                }
                let neighbours = last.as_ref().and_then(|last| conjugate(&swap, last));
                found.push(neighbours.unwrap_or_else(|| swap.clone()));
                last = Some(swap);
            }
        }
        found.into_iter().unique().collect()
    }

    /// Colours such that variables which an exchange maps to each other have the same: by their domains, by what they cost,
    /// and by the constraints with the colours of the other variables. `apart` gets a colour of its own at first.
    fn refined(&mut self, apart: Option<VarId>) -> Vec<u64> {
        let mut colours: Vec<u64> = self
            .csp
            .ids()
            .map(|id| {
                let domain = self.csp.domain(id).iter().map(|&value| value as u64);
                let is_apart = u64::from(apart == Some(id));
                mix([is_apart, self.costs[id.index()] as u64].into_iter().chain(domain))
            })
            .collect();
        let mut number = colours.iter().collect::<BTreeSet<_>>().len();
        for _ in 0..MOST_ROUNDS {
            self.left = self.left.saturating_sub(self.mentions + colours.len());
            let mut seen = vec![0_u64; colours.len()];
            for (text, places) in self.shapes {
                let of = |((kind, at), id): (Place, VarId)| {
                    mix([u64::from(kind), at as u64, colours[id.index()]])
                };
                let all = places.iter().map(|&place| of(place)).fold(0, u64::wrapping_add);
                let all = mix([*text as u64, all]);
                for &(place, id) in places {
                    let sum = &mut seen[id.index()];
                    *sum = sum.wrapping_add(mix([all, of((place, id))]));
                }
            }
            colours.iter_mut().zip(seen).for_each(|(colour, seen)| *colour = mix([*colour, seen]));
            let refined = colours.iter().collect::<BTreeSet<_>>().len();
            if refined == number {
                break;
            }
            number = refined;
        }
        colours
    }

    /// Maps variables with a colour to those with the same colour afterwards, as many as possible to themselves.
    fn matched(&self, before: &[u64], after: &[u64]) -> Option<Swap> {
        let mut open: BTreeMap<u64, [Vec<VarId>; 2]> = BTreeMap::new();
        for id in self.csp.ids().filter(|id| before[id.index()] != after[id.index()]) {
            open.entry(before[id.index()]).or_default()[0].push(id);
            open.entry(after[id.index()]).or_default()[1].push(id);
        }
        let mut swap = Swap::new();
        for [from, to] in open.into_values() {
            if from.len() != to.len() {
                return None;
            }
            swap.extend(from.into_iter().zip(to));
        }
        let is_exchange = swap.iter().all(|(one, other)| swap.get(other) == Some(one));
        (is_exchange && !swap.is_empty()).then_some(swap)
    }

    /// Whether the exchange maps the problem to itself.
    fn keeps(&mut self, swap: &Swap) -> bool {
        let cost = |id: VarId| self.costs[id.index()];
        let are_alike = |(&one, &other): (&VarId, &VarId)| {
            self.csp.domain(one) == self.csp.domain(other) && cost(one) == cost(other)
        };
        if !swap.iter().all(are_alike) {
            return false;
        }
        let touched: BTreeSet<usize> =
            swap.keys().flat_map(|id| &self.of[id.index()]).copied().collect();
        touched.into_iter().all(|number| {
            let (text, places) = &self.shapes[number];
            self.left = self.left.saturating_sub(places.len());
            let moved = places.iter().map(|(place, id)| (*place, *swap.get(id).unwrap_or(id)));
            self.known.contains(&(*text, moved.sorted_unstable().collect()))
        })
    }
}

/// The exchange of what the two exchange with the same; `None` if it is one of them, or moves more than they do.
fn conjugate(one: &Swap, other: &Swap) -> Option<Swap> {
    let image = |swap: &Swap, id: VarId| *swap.get(&id).unwrap_or(&id);
    let moved: BTreeSet<VarId> = one.keys().chain(other.keys()).copied().collect();
    let all = moved.into_iter().map(|id| (id, image(one, image(other, image(one, id)))));
    let swap: Swap = all.filter(|(id, image)| id != image).collect();
    (swap != *one && swap != *other && swap.len() <= one.len().max(other.len())).then_some(swap)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csp::in_order::tests::best;
    use crate::csp::{
        AllDifferent, AllEqual, Atom, Bin, BinPacking, Cardinality, Comparison, Count,
        DistinctCount, Element, Extreme, Extremum, Fixed, Increasing, Index, Linear, Objective,
        Occurrence, Operation, Ranges, Sense, Table, Terms,
    };
    use crate::random::Random;
    use cnfetti_encodings::Relation;

    /// The sorts of constraints of [`constraint`].
    const SORTS: usize = 13;

    /// A constraint on some variables, in their order, and on one that they share, with this number.
    fn constraint(
        random: &mut Random,
        sort: usize,
        scope: &[VarId],
        (shared, number): (VarId, Value),
    ) -> Constraint {
        let condition = match random.below(3) {
            0 => Condition::Within(Ranges::at_most(number.into())),
            1 => Condition::Compare(Comparison::AtMost, shared),
            _ => Condition::is(shared),
        };
        let scope = scope.to_vec();
        let same = || scope.iter().copied();
        match sort {
            0 => AllDifferent { scope, except: vec![number] }.into(),
            1 => AllEqual { scope }.into(),
            2 => {
                let relation = [Relation::AtMost, Relation::AtLeast][random.below(2)];
                let occurrences = vec![Occurrence { value: number, relation, count: 1 }];
                Cardinality { scope, occurrences }.into()
            }
            3 => Count { scope, values: vec![number], condition }.into(),
            4 => DistinctCount { scope, except: Vec::new(), condition }.into(),
            5 => Extremum { scope, extreme: Extreme::Maximum, condition }.into(),
            6 => {
                let sizes = same().map(|_| random.below(3) as i64).collect();
                let bins = (0..3).map(|value| Bin { value, load: condition.clone() }).collect();
                BinPacking { scope, sizes, bins }.into()
            }
            7 => Fixed { atom: Atom { variable: scope[0], value: number } }.into(),
            8 => {
                let terms = Terms::new(same().map(|id| (id, random.below(4) as i64 - 1)));
                Linear { terms, within: Ranges::at_most(number.into()) }.into()
            }
            9 => {
                let operators = [Operator::Add, Operator::Sub, Operator::Max, Operator::Lt];
                let operator = operators[random.below(4)].clone();
                let mut arguments: Vec<Operand> = same().take(2).map(Operand::from).collect();
                if random.one_in(3) {
                    arguments[1] = Operand::Constant(number);
                }
                Operation { operator, arguments, result: shared }.into()
            }
            10 => {
                let cell =
                    |random: &mut Random| (!random.one_in(3)).then(|| random.below(3) as Value);
                let row = |random: &mut Random| scope.iter().map(|_| cell(random)).collect();
                let mut rows: Vec<Vec<Option<Value>>> = (0..4).map(|_| row(random)).collect();
                rows[0][0] = Some(number);
                Table { scope: scope.clone(), rows, is_positive: random.one_in(2) }.into()
            }
            11 => {
                let mut list: Vec<Operand> = same().map(Operand::from).collect();
                list[0] = if random.one_in(2) { Operand::Constant(number) } else { list[0] };
                let index = Index { variable: shared, first: 0, size: list.len() };
                let condition = Condition::Within(Ranges::at_least(number.into()));
                Element { list, indices: vec![index], condition }.into()
            }
            _ => Increasing { scope }.into(),
        }
    }

    /// The same constraint for each of these lists, but for the number if there are several.
    fn each(
        random: &mut Random,
        sort: usize,
        lists: &[Vec<VarId>],
        (shared, numbers): (VarId, &[Value]),
    ) -> Vec<Constraint> {
        let (seed, lists) =
            (random.below(1 << 20) as u64, lists.iter().zip(numbers.iter().cycle()));
        let same = |(one, number): (&Vec<VarId>, &Value)| {
            constraint(&mut Random::new(seed), sort, one, (shared, *number))
        };
        lists.map(same).collect()
    }

    /// A matrix whose rows are mostly exchangeable, and sometimes its columns, and a variable that measures something.
    fn matrix(random: &mut Random) -> (Csp, Vec<usize>) {
        let mut csp = Csp::new();
        let [rows, columns] = [[2, 2], [3, 2], [2, 3]][random.below(3)];
        let mut name = 0;
        let mut cell = |csp: &mut Csp, most: Value| {
            name += 1;
            csp.variable(format!("x{name}"), 0..=most)
        };
        let narrow = random.below(30);
        let blocks: Vec<Vec<VarId>> = (0..rows)
            .map(|row| {
                (0..columns)
                    .map(|at| cell(&mut csp, if row + at == narrow { 1 } else { 2 }))
                    .collect()
            })
            .collect();
        let across: Vec<Vec<VarId>> =
            (0..columns).map(|at| blocks.iter().map(|row| row[at]).collect()).collect();
        let shared = cell(&mut csp, 2);
        let mut sorts = Vec::new();
        for _ in 0..1 + random.below(2) {
            let sort = random.below(SORTS);
            sorts.push(sort);
            let numbers = [random.below(3) as Value, random.below(3) as Value];
            let numbers = if random.one_in(4) { &numbers[..] } else { &numbers[..1] };
            let mut all = each(random, sort, &blocks, (shared, numbers));
            if random.one_in(8) {
                all.pop();
            }
            all.into_iter().for_each(|one| drop(csp.try_post(one, "of each row")));
        }
        if random.one_in(2) {
            // What treats the variables of a column alike.
            let (sort, number) = (random.below(6), random.below(3) as Value);
            let all = each(random, sort, &across, (shared, &[number]));
            all.into_iter().for_each(|one| drop(csp.try_post(one, "of each column")));
        }
        let some = random.below(rows);
        let mut weights = vec![1; rows];
        weights[some] += i64::from(random.one_in(4));
        let mut terms = vec![(shared, 1)];
        for (row, weight) in blocks.iter().zip(weights) {
            terms.extend(row.iter().map(|&id| (id, weight)));
        }
        let sense = if random.one_in(2) { Sense::Minimize } else { Sense::Maximize };
        csp.optimize(Objective { terms: Terms::new(terms), sense }).unwrap();
        (csp, sorts)
    }

    #[test]
    fn an_order_of_the_variables_leaves_a_best_solution() {
        let (mut fewer, mut same) = ([0; SORTS], 0);
        for seed in 0..1_500 {
            let (csp, sorts) = matrix(&mut Random::new(seed));
            let Some(ordered) = csp.with_variables_in_order() else {
                same += 1;
                continue;
            };
            let ((least, all), (left, some)) = (best(&csp), best(&ordered));
            assert_eq!(left, least, "seed {seed}: {ordered:#?}");
            sorts.iter().for_each(|&sort| fewer[sort] += usize::from(some < all));
        }
        // Each variable of an increasing list has a place of its own.
        let (increasing, others) = fewer.split_last().unwrap();
        assert!(others.iter().all(|&number| number > 40), "{fewer:?}");
        assert!(*increasing > 0 && same > 200, "{fewer:?} {same}");
    }

    /// An exchange that is found to keep the problem maps solutions to solutions that are as good.
    #[test]
    fn what_keeps_the_problem_is_a_symmetry() {
        let (mut kept, mut refused) = (0, 0);
        for seed in 0..1_500 {
            let random = &mut Random::new(seed);
            let (csp, _) = matrix(random);
            let shapes = shapes(&csp);
            let mut search = Search::new(&csp, &shapes);
            let objective = csp.objective().unwrap();
            let ids = csp.ids().collect_vec();
            let width = if ids.len() == 7 { 2 + random.below(2) } else { 2 };
            let rows = ids[..ids.len() - 1].chunks(width).collect_vec();
            let columns = (0..width).map(|at| rows.iter().map(|row| row[at]).collect_vec());
            let lists = [rows.iter().map(|row| row.to_vec()).collect(), columns.collect_vec()];
            let order = random.order(ids.len());
            let some = [vec![ids[order[0]]], vec![ids[order[1]]]];
            for pair in lists.iter().flat_map(|lists| lists.windows(2)).chain([&some[..]]) {
                let pairs = pair[0].iter().zip(&pair[1]);
                let swap: Swap =
                    pairs.flat_map(|(&one, &other)| [(one, other), (other, one)]).collect();
                if !search.keeps(&swap) {
                    refused += 1;
                    continue;
                }
                kept += 1;
                let domains = csp.ids().map(|id| csp.domain(id).to_vec());
                for solution in domains.multi_cartesian_product().filter(|one| csp.is_solution(one))
                {
                    let image: Vec<Value> =
                        ids.iter().map(|id| solution[swap.get(id).unwrap_or(id).index()]).collect();
                    let in_domains =
                        ids.iter().zip(&image).all(|(&id, value)| csp.domain(id).contains(value));
                    assert!(
                        in_domains && csp.is_solution(&image),
                        "seed {seed}: {swap:?} {csp:#?}"
                    );
                    assert_eq!(objective.value(&image), objective.value(&solution), "seed {seed}");
                }
            }
        }
        assert!(kept > 300 && refused > 1_000, "{kept} {refused}");
    }

    /// All rows and all columns of a matrix are put in order, each after the one before.
    #[test]
    fn rows_and_columns_are_found() {
        let mut csp = Csp::new();
        let rows: Vec<Vec<VarId>> = (0..4)
            .map(|row| (0..5).map(|at| csp.variable(format!("x{row}{at}"), 0..=1)).collect())
            .collect();
        let columns = (0..5).map(|at| rows.iter().map(|row| row[at]).collect::<Vec<_>>());
        for scope in rows.iter().cloned().chain(columns) {
            let condition = Condition::Within(Ranges::between(1, 3));
            csp.post(Count { scope, values: vec![1], condition }.into(), "a sum");
        }
        let terms = Terms::new(csp.ids().map(|id| (id, 1)));
        csp.optimize(Objective { terms, sense: Sense::Maximize }).unwrap();
        let ordered = csp.with_variables_in_order().unwrap();
        let lists = ordered.constraints().iter().filter_map(|posted| match &posted.constraint {
            Constraint::Lex(lex) => Some((lex.first.clone(), lex.second.clone())),
            _ => None,
        });
        let lists: BTreeSet<_> = lists.collect();
        let columns: Vec<Vec<VarId>> =
            (0..5).map(|at| rows.iter().map(|row| row[at]).collect()).collect();
        let expected: BTreeSet<_> = [rows, columns]
            .iter()
            .flat_map(|lists| lists.windows(2).map(|two| (two[0].clone(), two[1].clone())))
            .collect();
        assert_eq!(lists, expected);
    }
}
