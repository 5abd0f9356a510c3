//! Random constraints of each sort: their bounds keep every solution that the definition of the constraint has.

use std::sync::Arc;

use itertools::Itertools;

use super::*;
use crate::Operator;
use crate::evaluate::holds;
use crate::tree::{Automaton, COMPARISONS, Rank, Tuples};
use cnfetti_core::limit::Budget;
use cnfetti_core::random::Random;

/// The values that are tried for each of the three variables.
const LOW: i64 = -4;
const HIGH: i64 = 6;

const SORTS: usize = 18;

struct Draw<'a>(&'a mut Random);

impl Draw<'_> {
    fn number(&mut self) -> i64 {
        self.0.below(8) as i64 - 3
    }

    fn item(&mut self) -> Expr {
        match self.0.below(8) {
            0 => Expr::Number(self.number()),
            1 => Expr::two(Operator::Add, Expr::Variable(self.0.below(3)), Expr::Number(1)),
            _ => Expr::Variable(self.0.below(3)),
        }
    }

    fn items(&mut self) -> Vec<Expr> {
        (0..1 + self.0.below(3)).map(|_| self.item()).collect()
    }

    fn numbers(&mut self, number: usize) -> Vec<Expr> {
        (0..number).map(|_| Expr::Number(self.number())).collect()
    }

    fn relation(&mut self) -> Comparison {
        COMPARISONS[self.0.below(6)].0
    }

    fn condition(&mut self) -> Condition {
        match self.0.below(5) {
            0 => {
                let low = self.number();
                let intervals = vec![(low, low + 1), (low + 3, low + 3)];
                Condition::Within { intervals, inside: !self.0.one_in(4) }
            }
            1 | 2 => Condition::Compare(Comparison::Equal, self.item()),
            _ => Condition::Compare(self.relation(), self.item()),
        }
    }

    fn extreme(&mut self) -> Extreme {
        if self.0.one_in(2) { Extreme::Maximum } else { Extreme::Minimum }
    }

    fn constraint(&mut self, sort: usize) -> Constraint {
        let (list, start) = (self.items(), self.0.below(4) as i64 - 1);
        let size = list.len();
        match sort {
            0 => {
                let cells = (0..2 * size)
                    .map(|_| (!self.0.one_in(8)).then(|| self.number() as Value))
                    .collect();
                let tuples = Arc::new(Tuples { arity: size, cells });
                Constraint::Extension { scope: list, tuples, positive: !self.0.one_in(4) }
            }
            1 => {
                let mut symbol = || self.number() as Value;
                let transitions = vec![(0, symbol(), 1), (1, symbol(), 0), (1, symbol(), 1)];
                let states = vec!["a".to_owned(), "b".to_owned()];
                let automaton = Automaton { states, transitions, start: 0, finals: vec![0, 1] };
                Constraint::Regular { scope: list, automaton: Arc::new(automaton) }
            }
            2 => {
                let except = if self.0.one_in(3) { vec![self.number()] } else { Vec::new() };
                Constraint::AllEqual { list, except }
            }
            3 => {
                let mut lengths = match self.0.one_in(2) {
                    true => self.numbers(size - 1),
                    false => Vec::new(),
                };
                if let Some(length) = lengths.first_mut().filter(|_| self.0.one_in(4)) {
                    *length = self.item();
                }
                Constraint::Ordered { list, lengths, relation: self.relation() }
            }
            4 => {
                let mut weights = self.numbers(size);
                if self.0.one_in(4) {
                    weights[0] = self.item();
                }
                Constraint::Sum { terms: list, weights, condition: self.condition() }
            }
            5 => {
                let (weights, profits) = (self.numbers(size), self.numbers(size));
                let conditions = [self.condition(), self.condition()];
                Constraint::Knapsack { list, weights, profits, conditions }
            }
            6 => {
                let (weights, balance) = (self.numbers(size), self.numbers(2));
                let cost = Some((weights, self.condition()));
                let arcs = (0..size).map(|at| if at % 2 == 0 { [0, 1] } else { [1, 0] }).collect();
                Constraint::Flow { list, arcs, start, balance, cost }
            }
            7 => {
                let values = self.items();
                Constraint::Count { list, values, condition: self.condition() }
            }
            8 => {
                let except = if self.0.one_in(3) { vec![self.number()] } else { Vec::new() };
                Constraint::DistinctCount { list, except, condition: self.condition() }
            }
            9 => {
                let values = vec![Expr::Number(self.number()), self.item()];
                let between = Occurs::Between(0, self.0.below(3) as i64);
                let occurs = vec![Occurs::Exactly(self.item()), between];
                Constraint::Cardinality { list, values, occurs, closed: self.0.one_in(2) }
            }
            10 => {
                let (extreme, condition) = (self.extreme(), self.condition());
                Constraint::Extreme { extreme, list, condition }
            }
            11 => {
                let (extreme, rank, condition) = (self.extreme(), Rank::First, self.condition());
                Constraint::ExtremeArg { extreme, list, start, rank, condition }
            }
            12 => {
                let (element, condition) = (self.element(list, start), self.condition());
                Constraint::Element { element, condition }
            }
            13 => {
                let mut second = self.items();
                if second.len() < list.len() {
                    second = list.iter().rev().cloned().collect();
                }
                let second_start = self.0.below(3) as i64 - 1;
                Constraint::Channel { first: list, first_start: start, second, second_start }
            }
            14 => Constraint::ChannelValue { list, start, value: self.item() },
            15 => {
                let (sizes, bins) = (self.items(), self.items());
                let packing = match self.0.below(3) {
                    0 => Packing::Each(self.condition()),
                    1 => Packing::Limits(bins),
                    _ => Packing::Loads(bins),
                };
                let number = size.min(sizes.len());
                let (list, sizes) = (list[..number].to_vec(), sizes[..number].to_vec());
                Constraint::BinPacking { list, sizes, start, packing }
            }
            16 => {
                let size = self.0.one_in(2).then(|| self.condition());
                Constraint::Circuit { list, start, size }
            }
            _ => Constraint::Intension(self.statement(2)),
        }
    }

    /// Memberships and comparisons, mostly of one variable, joined by `and` and `or`.
    fn statement(&mut self, depth: usize) -> Expr {
        let one = if self.0.one_in(8) { self.item() } else { Expr::Variable(0) };
        match self.0.below(if depth > 0 { 7 } else { 3 }) {
            0 => {
                let set = vec![one, Expr::Number(self.number()), Expr::Number(self.number())];
                Expr::Apply(Operator::In, set)
            }
            1 => Expr::two(Operator::Eq, one, Expr::Number(self.number())),
            2 => {
                let operators = [Operator::Le, Operator::Lt, Operator::Ge, Operator::Gt];
                Expr::two(operators[self.0.below(4)], one, Expr::Number(self.number()))
            }
            3 => Expr::two(Operator::And, self.statement(depth - 1), self.statement(depth - 1)),
            4 => Expr::two(
                Operator::Eq,
                Expr::Number(self.number()),
                Expr::two(Operator::Mul, Expr::Variable(0), Expr::Variable(1 + self.0.below(2))),
            ),
            _ => Expr::two(Operator::Or, self.statement(depth - 1), self.statement(depth - 1)),
        }
    }

    fn element(&mut self, list: Vec<Expr>, start: i64) -> Element {
        let index = self.item();
        match self.0.below(3) {
            0 => Element::Member(list),
            1 => Element::List { list, start, index, rank: Rank::Any },
            _ => {
                let rows = vec![list.clone(), list.into_iter().rev().collect()];
                Element::Matrix { rows, starts: [start, 1], index: [index, self.item()] }
            }
        }
    }

    fn ends(&mut self) -> Bounds {
        let low = i128::from(LOW) + self.0.below(8) as i128;
        let high = low + self.0.below(6) as i128;
        let all = [(None, None), (Some(low), None), (None, Some(high)), (Some(low), Some(high))];
        all[self.0.below(6).min(3)]
    }
}

fn is_within(point: &[i64], bounds: &[Bounds]) -> bool {
    point.iter().zip(bounds).all(|(&number, &(low, high))| {
        low.is_none_or(|low| low <= number.into()) && high.is_none_or(|high| high >= number.into())
    })
}

#[test]
fn no_solution_of_any_constraint_is_lost() {
    let (mut kept, mut lost) = ([0; SORTS], [0; SORTS]);
    let points = (0..3).map(|_| LOW..=HIGH).multi_cartesian_product().collect_vec();
    for seed in 0..SORTS * 1_500 {
        let mut draw = Draw(&mut Random::new(seed as u64));
        let sort = seed % SORTS;
        let constraint = draw.constraint(sort);
        let bounds = vec![draw.ends(), draw.ends(), draw.ends()];
        let mut narrowing =
            Narrowing { bounds: bounds.clone(), is_open: vec![true; 3], changed: true };
        for _ in 0..3 {
            narrowing.constraint(&constraint);
        }
        for point in points.iter().filter(|point| is_within(point, &bounds)) {
            let is_left = is_within(point, &narrowing.bounds);
            if holds(&constraint, point) {
                assert!(is_left, "{seed}: {constraint:?} {point:?} {:?}", narrowing.bounds);
                kept[sort] += 1;
            } else if !is_left {
                lost[sort] += 1;
            }
        }
    }
    assert!(kept.iter().all(|&number| number > 500), "{kept:?}");
    assert!(lost.iter().all(|&number| number > 20_000), "{lost:?}");
}

/// Variables without bounds that one constraint bounds, in FlatZinc.
#[test]
fn what_one_constraint_bounds_needs_no_range() {
    let declared = "var 1..3: a;\nvar 2..5: b;\nvar -2..1: c;\nvar int: r;\n";
    for (constraints, (low, high)) in [
        ("constraint cnfetti_count_eq([a,b,c],2,r);", (0, 3)),
        ("constraint cnfetti_nvalue(r,[a,b,c]);", (0, 3)),
        ("constraint cnfetti_global_cardinality([a,b,c],[1,2],[r,a],false);", (0, 3)),
        ("constraint cnfetti_global_cardinality([r,b,c],[1,5],[a,b],true);", (1, 5)),
        ("constraint array_int_element(r,[4,4,7,7],a);", (1, 4)),
        ("constraint array_var_int_element(a,[a,b,c],r);", (-2, 5)),
        ("constraint array_int_maximum(r,[a,b,c]);", (2, 5)),
        ("constraint cnfetti_inverse([r,a,b],1,[a,b,c],1);", (1, 3)),
        ("constraint cnfetti_circuit([a,b,r],1);", (1, 3)),
        ("constraint cnfetti_regular([a,r],2,3,[1,2,2,2,0,2],1,{2});", (1, 3)),
        ("constraint cnfetti_table([r,a],[4,1,6,2]);", (4, 6)),
        ("constraint cnfetti_increasing([a,r,b]);", (1, 5)),
        ("constraint int_lin_eq([1,2,-1],[a,c,r],0);", (-3, 5)),
        ("constraint array_int_minimum(r,[a,b,c]);", (-2, 1)),
        ("constraint int_abs(r,b);", (-5, 5)),
        ("constraint set_in(r,{1,3,6});", (1, 6)),
        ("constraint set_in(r,-2..3);", (-2, 3)),
        ("constraint int_lin_eq([1,-1,3,1],[r,r,r,a],4);", (1, 1)),
        ("constraint int_times(b,r,0);", (0, 0)),
        ("constraint int_times(b,r,13);", (-6, 6)),
        // In two steps.
        ("var int: s;\nconstraint int_plus(a,s,r);\nconstraint int_times(b,c,s);", (-9, 8)),
    ] {
        let text = format!("{declared}{constraints}\nsolve satisfy;\n");
        let model = crate::flatzinc::read(&text, &Budget::default())
            .unwrap_or_else(|error| panic!("{constraints}: {error}"));
        let domain = &model.variables[3].domain;
        let ends = domain.iter().copied().minmax().into_option();
        let found = ends.or_else(|| {
            let formula = model.variables[3].formula.as_ref()?;
            Some((formula.bounds.0 as Value, formula.bounds.1 as Value))
        });
        assert_eq!(found, Some((low, high)), "{constraints}");
    }
}
