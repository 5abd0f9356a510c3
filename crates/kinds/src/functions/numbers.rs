//! Functions on truths and numbers.

use cnfetti_models::{Expr, Operator};
use itertools::Itertools;

use super::Function;
use crate::types::Type;
use crate::value::{Val, choice, equal, junction, not, sum, two};

/// The type of a function of one list whose items fit, given whether the list is known from the puzzle.
fn of_list(types: &[Type], fits: fn(&Type) -> bool, result: fn(bool) -> Type) -> Option<Type> {
    match types {
        [Type::List { item, .. }] if **item == Type::Nothing || fits(item) => {
            Some(result(item.is_known()))
        }
        _ => None,
    }
}

fn is_truth(item: &Type) -> bool {
    matches!(item, Type::Truth { .. })
}

fn is_number(item: &Type) -> bool {
    matches!(item, Type::Number { .. })
}

/// Whether such items can be equal.
fn is_value(item: &Type) -> bool {
    matches!(item, Type::Number { .. } | Type::Word { .. } | Type::Direction)
}

fn truth(known: bool) -> Type {
    Type::Truth { known }
}

fn number(known: bool) -> Type {
    Type::Number { known }
}

/// Applies an operator to all items of a list; `empty` is the result for no items.
fn fold(operator: Operator, args: &[Val], empty: i64) -> Val {
    let items = args[0].items();
    match items {
        [] => Val::Number(empty),
        [one] => one.clone(),
        _ if items.iter().all(|item| item.number().is_some()) => {
            let numbers = items.iter().filter_map(Val::number).collect_vec();
            Val::Number(operator.apply(&numbers).unwrap_or(i64::MAX))
        }
        _ => Val::Expr(Expr::Apply(operator, items.iter().map(Val::expr).collect())),
    }
}

/// Every function on truths and numbers.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "all",
        takes: "truths",
        gives: "whether all are true",
        example: "all(value[d] < value[c] for d in adjacent(c))",
        typed: |types| of_list(types, is_truth, truth),
        value: |_, args| junction(Operator::And, args[0].items().iter().cloned()),
    },
    Function {
        name: "any",
        takes: "truths",
        gives: "whether one is true",
        example: "any(not black[d] for d in square)",
        typed: |types| of_list(types, is_truth, truth),
        value: |_, args| junction(Operator::Or, args[0].items().iter().cloned()),
    },
    Function {
        name: "count",
        takes: "truths",
        gives: "how many are true",
        example: "count(star of line) == stars",
        typed: |types| of_list(types, is_truth, number),
        value: |_, args| sum(args[0].items().iter().cloned()),
    },
    Function {
        name: "sum",
        takes: "numbers",
        gives: "their sum",
        example: "sum(value of cells(area)) == total[area]",
        typed: |types| of_list(types, is_number, number),
        value: |_, args| sum(args[0].items().iter().cloned()),
    },
    Function {
        name: "product",
        takes: "numbers",
        gives: "their product",
        example: "product(value of cells(area))",
        typed: |types| of_list(types, is_number, number),
        value: |_, args| fold(Operator::Mul, args, 1),
    },
    Function {
        name: "largest",
        takes: "numbers",
        gives: "the largest of them, 0 where there is none",
        example: "largest(number[c] for c in cells with number)",
        typed: |types| of_list(types, is_number, number),
        value: |_, args| fold(Operator::Max, args, 0),
    },
    Function {
        name: "smallest",
        takes: "numbers",
        gives: "the smallest of them, 0 where there is none",
        example: "smallest(value of line)",
        typed: |types| of_list(types, is_number, number),
        value: |_, args| fold(Operator::Min, args, 0),
    },
    Function {
        name: "abs",
        takes: "a number",
        gives: "its distance from 0",
        example: "abs(value[a] - value[b]) == 1",
        typed: |types| match types {
            [Type::Number { known }] => Some(Type::Number { known: *known }),
            _ => None,
        },
        value: |_, args| match &args[0] {
            Val::Number(number) => Val::Number(number.saturating_abs()),
            other => Val::Expr(Expr::Apply(Operator::Abs, vec![other.expr()])),
        },
    },
    Function {
        name: "different",
        takes: "numbers or words",
        gives: "whether no two are equal",
        example: "different(value of line)",
        typed: |types| of_list(types, is_value, truth),
        value: |_, args| {
            let pairs = args[0].items().iter().array_combinations();
            junction(Operator::And, pairs.map(|[one, other]| not(&equal(one, other))))
        },
    },
    Function {
        name: "distinct",
        takes: "numbers or words",
        gives: "how many different ones there are",
        example: "distinct(value of ray(c, d))",
        typed: |types| of_list(types, is_value, number),
        value: |_, args| {
            let items = args[0].items();
            let is_first = |at: usize| {
                let earlier = items[..at].iter().map(|earlier| not(&equal(earlier, &items[at])));
                junction(Operator::And, earlier)
            };
            sum((0..items.len()).map(is_first))
        },
    },
    Function {
        name: "increasing",
        takes: "numbers",
        gives: "whether each is less than the next one",
        example: "increasing(value of cells(path))",
        typed: |types| of_list(types, is_number, truth),
        value: |_, args| {
            let pairs = args[0].items().windows(2);
            junction(Operator::And, pairs.map(|pair| two(Operator::Lt, &pair[0], &pair[1])))
        },
    },
    Function {
        name: "seen",
        takes: "numbers",
        gives: "how many are larger than all before them",
        example: "seen(value of line(e)) == clue[e]",
        typed: |types| of_list(types, is_number, number),
        value: |_, args| {
            let items = args[0].items();
            let is_seen = |at: usize| {
                let earlier = items[..at].iter().map(|item| two(Operator::Lt, item, &items[at]));
                junction(Operator::And, earlier)
            };
            sum((0..items.len()).map(is_seen))
        },
    },
    Function {
        name: "leading",
        takes: "truths",
        gives: "how many are true before the first that is false",
        example: "sum(leading(white of ray(c, d)) for d in directions)",
        typed: |types| of_list(types, is_truth, number),
        value: |_, args| {
            // From the end: one more than the run after it, if it is true.
            let steps = args[0].items().iter().rev();
            steps.fold(Val::Number(0), |rest, item| {
                choice(item, &sum([rest, Val::Number(1)]), &Val::Number(0))
            })
        },
    },
];
