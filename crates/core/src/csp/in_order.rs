//! Interchangeable values of an optimization problem, which are given out in increasing order.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;

use super::symmetry::exchangeable;
use super::{
    Condition, Constraint, Csp, Extreme, Extremum, Linear, Operation, Operator, Value,
    ValuePrecedence, VarId,
};

/// The most values of a variable, and the most variables of constraints to look at.
const MOST_VALUES: usize = 256;
const MOST_LOOKED: usize = 50_000_000;

/// What a variable of the objective measures, of which it has no value itself, whatever its numbers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    /// How many values there are, or how much a value gets at most: renaming does not change it.
    Renaming,
    /// The largest value, which is to be small: it does not grow if the smallest values are taken.
    Largest,
    /// An upper bound on values.
    Bound,
}

impl Csp {
    /// The same problem in which interchangeable values first occur in increasing order, if it has an objective and there
    /// are such values: colours of a graph, or bins. If the problem has a solution, this one has one that is as good.
    ///
    /// Of a solution, exchange the values of a set so that they first occur in increasing order. Each constraint treats them
    /// alike, and still holds. The set now has its smallest values, as many as before. So what measures the largest value
    /// does not grow, which cannot make the objective worse.
    pub fn with_values_in_order(&self) -> Option<Csp> {
        self.objective()?;
        let search = Search::new(self);
        let mentions: usize = search.scopes.iter().map(Vec::len).sum();
        let mut ordered = self.clone();
        let mut looked = 0;
        for (variables, values) in search.candidates() {
            let sets = exchangeable(values, |one, other| {
                looked += mentions;
                looked < MOST_LOOKED && search.are_interchangeable(&variables, &[one, other])
            });
            for values in sets {
                let precedence = ValuePrecedence { scope: variables.clone(), values };
                ordered.post(precedence.into(), "interchangeable values occur in order");
            }
        }
        (ordered.constraints().len() > self.constraints().len()).then_some(ordered)
    }
}

/// The problem, with an answer to what its variables are for.
struct Search<'a> {
    csp: &'a Csp,
    /// The variables of each constraint.
    scopes: Vec<Vec<VarId>>,
    /// Of each variable what it measures.
    measures: Vec<Option<Measure>>,
    /// Two variables that differ or are equal, said as such.
    restated: Vec<Option<Constraint>>,
}

impl<'a> Search<'a> {
    fn new(csp: &'a Csp) -> Search<'a> {
        let restated = csp.constraints().iter().map(|posted| posted.constraint.as_equality());
        let scopes = csp.constraints().iter().map(|posted| posted.constraint.rule().scope());
        let (restated, scopes) = (restated.collect(), scopes.collect());
        let measures = vec![None; csp.variables().len()];
        let mut search = Search { csp, scopes, measures, restated };
        search.measures = search.find_measures();
        search
    }

    /// What each variable of the objective measures, if all constraints on it agree.
    fn find_measures(&self) -> Vec<Option<Measure>> {
        let mut found = self.measures.clone();
        let mut is_open = vec![false; found.len()];
        for term in self.csp.objective().iter().flat_map(|objective| objective.terms.as_slice()) {
            is_open[term.variable.index()] = true;
        }
        for (posted, scope) in self.csp.constraints().iter().zip(&self.scopes) {
            for &variable in scope {
                let at = variable.index();
                if !is_open[at] {
                    continue;
                }
                let by = self.measure(&posted.constraint, variable);
                // Several largest values of one variable would have to agree.
                match found[at] {
                    None => found[at] = by,
                    Some(found) if Some(found) == by && found != Measure::Largest => {}
                    Some(_) => found[at] = None,
                }
                is_open[at] = found[at].is_some();
            }
        }
        found
    }

    /// What a constraint says that this variable measures.
    fn measure(&self, constraint: &Constraint, variable: VarId) -> Option<Measure> {
        match constraint {
            Constraint::DistinctCount(count) if !count.scope.contains(&variable) => {
                Some(Measure::Renaming)
            }
            Constraint::BinPacking(packing) if !packing.scope.contains(&variable) => {
                Some(Measure::Renaming)
            }
            Constraint::Linear(linear) => bounded(linear, variable).map(|_| Measure::Bound),
            _ => {
                let (largest, of) = largest(constraint)?;
                let is_measured = largest == variable && self.may_be_smaller(variable, &of);
                is_measured.then_some(Measure::Largest)
            }
        }
    }

    /// Whether the objective does not get worse if this largest value of the scope is smaller, and it may be any value of the
    /// scope up to what it may be at most.
    fn may_be_smaller(&self, largest: VarId, scope: &[VarId]) -> bool {
        let Some(objective) = self.csp.objective() else { return false };
        let mut terms = objective.terms.as_slice().iter();
        let is_wanted =
            terms.all(|term| term.variable != largest || term.weight * objective.sense.sign() > 0);
        let domain = self.csp.domain(largest);
        let Some(most) = domain.last() else { return false };
        is_wanted
            && scope.iter().all(|&variable| {
                let values = self.csp.domain(variable).iter().take_while(|value| *value <= most);
                values.into_iter().all(|value| domain.binary_search(value).is_ok())
            })
    }

    /// Values that the same variables can have, among variables that constraints connect: the variables, and the values,
    /// increasing.
    fn candidates(&self) -> Vec<(Vec<VarId>, Vec<Value>)> {
        let parts = self.parts();
        let mut is_wide = vec![false; parts.len()];
        for variable in self.csp.ids().filter(|variable| !self.is_measure(*variable)) {
            is_wide[parts[variable.index()]] |= self.csp.domain(variable).len() > MOST_VALUES;
        }
        let mut who: BTreeMap<(usize, Value), Vec<VarId>> = BTreeMap::new();
        for variable in self.csp.ids().filter(|variable| !self.is_measure(*variable)) {
            let part = parts[variable.index()];
            let values = self.csp.domain(variable).iter().filter(|_| !is_wide[part]);
            values.for_each(|&value| who.entry((part, value)).or_default().push(variable));
        }
        let mut alike: BTreeMap<Vec<VarId>, Vec<Value>> = BTreeMap::new();
        for ((_, value), variables) in who {
            alike.entry(variables).or_default().push(value);
        }
        alike.into_iter().filter(|(_, values)| values.len() > 1).collect()
    }

    /// For each variable a variable that stands for all those with which constraints connect it, measures apart.
    fn parts(&self) -> Vec<usize> {
        fn root(parts: &mut [usize], mut at: usize) -> usize {
            while parts[at] != at {
                parts[at] = parts[parts[at]];
                at = parts[at];
            }
            at
        }
        let mut parts: Vec<usize> = (0..self.measures.len()).collect();
        for scope in &self.scopes {
            let scope = scope.iter().filter(|variable| !self.is_measure(**variable));
            for (one, other) in scope.tuple_windows() {
                let (one, other) = (root(&mut parts, one.index()), root(&mut parts, other.index()));
                parts[one] = other;
            }
        }
        (0..parts.len()).map(|at| root(&mut parts, at)).collect()
    }

    fn is_measure(&self, variable: VarId) -> bool {
        self.measures[variable.index()].is_some()
    }

    /// Whether values that these variables, and no others that are connected with them, can have may be exchanged among
    /// them, the smallest ones being preferred.
    fn are_interchangeable(&self, variables: &[VarId], values: &[Value]) -> bool {
        let is_costly = self.csp.objective().is_some_and(|objective| {
            objective.terms.as_slice().iter().any(|term| variables.contains(&term.variable))
        });
        // Of each bound on values which of the variables it bounds, and by how much more.
        let mut bounds: BTreeMap<VarId, BTreeSet<(VarId, i64)>> = BTreeMap::new();
        !is_costly
            && (0..self.scopes.len()).all(|at| {
                let (scope, restated) = (&self.scopes[at], &self.restated[at]);
                let constraint = &self.csp.constraints()[at].constraint;
                let is_ours = |variable: &VarId| variables.binary_search(variable).is_ok();
                if !scope.iter().any(is_ours) {
                    return true;
                }
                let number = |condition: &Condition| {
                    condition.variable().is_none_or(|variable| !is_ours(&variable))
                };
                match constraint {
                    Constraint::DistinctCount(count) => {
                        !count.except.iter().any(|except| values.contains(except))
                            && number(&count.condition)
                    }
                    Constraint::BinPacking(packing) => {
                        let load = |value: &Value| {
                            let bin = packing.bins.iter().find(|bin| bin.value == *value);
                            bin.map(|bin| &bin.load)
                        };
                        let first = load(&values[0]);
                        values.iter().all(|value| load(value) == first)
                            && packing.bins.iter().all(|bin| number(&bin.load))
                    }
                    Constraint::Extremum(_) | Constraint::Operation(_) => {
                        largest(constraint).is_some_and(|(largest, of)| {
                            self.measures[largest.index()] == Some(Measure::Largest)
                                && variables.iter().all(|variable| of.contains(variable))
                        })
                    }
                    Constraint::Linear(linear) if restated.is_none() => {
                        linear.terms.as_slice().iter().any(|term| {
                            let bound = term.variable;
                            let is_bound = self.measures[bound.index()] == Some(Measure::Bound);
                            let found = bounded(linear, bound).filter(|_| is_bound);
                            bounds.entry(bound).or_default().extend(found);
                            found.is_some()
                        })
                    }
                    constraint => restated.as_ref().unwrap_or(constraint).rule().treats_alike(values),
                }
            })
            // Each bound holds for all of them alike, so for the largest value.
            && bounds.values().filter(|bounded| !bounded.is_empty()).all(|bounded| {
                bounded.len() == variables.len()
                    && bounded.iter().map(|&(_, more)| more).all_equal()
                    && bounded.iter().all(|(variable, _)| variables.contains(variable))
            })
    }
}

/// The largest value of some variables, and these, if the constraint says which it is.
fn largest(constraint: &Constraint) -> Option<(VarId, Vec<VarId>)> {
    match constraint {
        Constraint::Extremum(Extremum { scope, extreme: Extreme::Maximum, condition }) => {
            let largest = condition.variable()?;
            (*condition == Condition::is(largest)).then(|| (largest, scope.clone()))
        }
        Constraint::Operation(Operation { operator: Operator::Max, arguments, result }) => {
            let of: Option<Vec<VarId>> =
                arguments.iter().map(|argument| argument.variable()).collect();
            Some((*result, of.filter(|of| !of.contains(result))?))
        }
        _ => None,
    }
}

/// The other variable of a constraint that says that it is at most this one and so much more.
fn bounded(linear: &Linear, bound: VarId) -> Option<(VarId, i64)> {
    let (one, other) = match *linear.terms.as_slice() {
        [one, other] if one.variable == bound => (one, other),
        [other, one] if one.variable == bound => (one, other),
        _ => return None,
    };
    let [(first, last)] = *linear.within.intervals() else { return None };
    match (one.weight, other.weight) {
        (-1, 1) if first == i64::MIN => Some((other.variable, last)),
        (1, -1) if last == i64::MAX => Some((other.variable, first.checked_neg()?)),
        _ => None,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::csp::{
        AllDifferent, AllEqual, Atom, Bin, BinPacking, Comparison, Count, DistinctCount, Fixed,
        Objective, Operand, Ranges, Sense, Terms,
    };
    use crate::random::Random;

    /// What a random problem has.
    const WITHOUT: usize = 0;
    const NUMBER: usize = 1;
    const LARGEST: usize = 2;
    const BOUND: usize = 3;
    const LOAD: usize = 4;

    /// Some things with few values, constraints on them, most of which treat values alike, and two variables that measure
    /// something, one of which costs something at least.
    fn things(random: &mut Random) -> (Csp, usize) {
        let mut csp = Csp::new();
        let (size, values) = (3 + random.below(2), 2 + random.below(2) as Value);
        let scope: Vec<VarId> = (0..size)
            .map(|at| {
                let first = Value::from(random.one_in(25));
                csp.variable(format!("x{at}"), first..=values - Value::from(random.one_in(25)))
            })
            .collect();
        let most = values + random.below(2) as Value - Value::from(random.one_in(4));
        let cost = match random.one_in(8) {
            true => csp.variable("cost", [0, 2, most.max(3)]),
            false => csp.variable("cost", 0..=most),
        };
        // Sometimes it has values that nothing else has.
        let other = csp.variable("other", 0..=if random.one_in(4) { values + 3 } else { 2 });
        let some = |random: &mut Random| match random.one_in(5) {
            true => scope[usize::from(random.one_in(2))..size - 1].to_vec(),
            false => scope.clone(),
        };
        let mut kind = random.below(5);
        match kind {
            NUMBER => {
                let except = if random.one_in(4) { vec![1] } else { Vec::new() };
                let scope = some(random);
                let condition = Condition::is(cost);
                csp.post(DistinctCount { scope, except, condition }.into(), "a number");
            }
            LARGEST => {
                let extreme = match random.one_in(6) {
                    true => Extreme::Minimum,
                    false => Extreme::Maximum,
                };
                let condition = match random.one_in(6) {
                    true => Condition::Compare(Comparison::AtLeast, cost),
                    false => Condition::is(cost),
                };
                let scope = some(random);
                if random.one_in(2) {
                    let mut arguments: Vec<Operand> =
                        scope.into_iter().map(Operand::from).collect();
                    if random.one_in(8) {
                        arguments.push(Operand::Constant(1));
                    }
                    let (operator, result) = (Operator::Max, cost);
                    csp.post(Operation { operator, arguments, result }.into(), "the largest");
                } else {
                    csp.post(Extremum { scope, extreme, condition }.into(), "the largest");
                }
            }
            BOUND => {
                let more = random.below(2) as i64;
                for variable in some(random) {
                    let more = if random.one_in(20) { more - 1 } else { more };
                    let (weights, within) = match random.one_in(2) {
                        true => ([1, -1], Ranges::at_most(more)),
                        false => ([-1, 1], Ranges::at_least(-more)),
                    };
                    let terms = Terms::new([(variable, weights[0]), (cost, weights[1])]);
                    csp.post(Linear { terms, within }.into(), "a bound");
                }
            }
            LOAD => {
                let sizes = scope.iter().map(|_| random.below(4) as i64).collect();
                let most = if random.one_in(3) { other } else { cost };
                let compare = Condition::Compare(Comparison::AtMost, most);
                let bins = (0..=values).map(|value| Bin {
                    value,
                    load: match random.one_in(15) {
                        true => Condition::Within(Ranges::at_most(2)),
                        false => compare.clone(),
                    },
                });
                let (scope, bins) = (scope.clone(), bins.collect());
                csp.post(BinPacking { scope, sizes, bins }.into(), "a load");
            }
            _ => kind = WITHOUT,
        }
        for _ in 0..1 + random.below(4) {
            let (one, two) = (scope[random.below(size)], scope[random.below(size)]);
            if one == two {
                continue;
            }
            let terms = Terms::new([(one, 1), (two, -1)]);
            let condition = Condition::is(other);
            let constraint: Constraint = match random.below(24) {
                0..8 => AllDifferent { scope: vec![one, two], except: Vec::new() }.into(),
                8..14 => Linear { terms, within: Ranges::not(0) }.into(),
                14..17 => AllEqual { scope: vec![one, two] }.into(),
                17 => Linear { terms, within: Ranges::at_most(0) }.into(),
                18 => Fixed { atom: Atom { variable: one, value: 1 } }.into(),
                19 => Count { scope: vec![one, two], values: vec![1], condition }.into(),
                20 => AllDifferent { scope: vec![one, other], except: Vec::new() }.into(),
                21 => Linear {
                    terms: Terms::new([(cost, 1), (other, -1)]),
                    within: Ranges::at_least(0),
                }
                .into(),
                _ => DistinctCount { scope: scope.clone(), except: Vec::new(), condition }.into(),
            };
            csp.post(constraint, "of chance");
        }
        let sense = match random.one_in(4) {
            true => Sense::Maximize,
            false => Sense::Minimize,
        };
        let weight = if random.one_in(8) { -1 } else { sense.sign() * 2 };
        let mut terms = vec![(cost, weight)];
        if random.one_in(6) {
            terms.push((scope[0], 1));
        }
        if random.one_in(3) {
            terms.push((other, 1));
        }
        csp.optimize(Objective { terms: Terms::new(terms), sense }).unwrap();
        (csp, kind)
    }

    /// The best value, and the number of solutions.
    pub(in super::super) fn best(csp: &Csp) -> (Option<i64>, usize) {
        let objective = csp.objective().unwrap();
        let domains = csp.ids().map(|id| csp.domain(id).to_vec());
        let all = domains.multi_cartesian_product().filter(|solution| csp.is_solution(solution));
        let costs = all.map(|solution| objective.value(&solution) * objective.sense.sign());
        costs.fold((None, 0), |(best, number), cost| {
            (Some(best.map_or(cost, |best: i64| best.min(cost))), number + 1)
        })
    }

    #[test]
    fn an_order_of_the_values_leaves_a_best_solution() {
        let (mut fewer, mut same) = ([0; 5], [0; 5]);
        for seed in 0..4_000 {
            let (csp, kind) = things(&mut Random::new(seed));
            let Some(ordered) = csp.with_values_in_order() else {
                same[kind] += 1;
                continue;
            };
            let ((least, all), (left, some)) = (best(&csp), best(&ordered));
            assert_eq!(left, least, "seed {seed}: {ordered:#?}");
            fewer[kind] += usize::from(some < all);
        }
        assert!(fewer[NUMBER..].iter().all(|&number| number > 100), "{fewer:?} {same:?}");
        assert!(same.iter().all(|&number| number > 100), "{fewer:?} {same:?}");
    }
}
