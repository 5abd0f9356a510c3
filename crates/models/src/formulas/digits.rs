//! Digits of variables that nothing defines: `x = 4*d2 + 2*d1 + d0 + 7`. Each value has one assignment of digits, so
//! solutions correspond one to one.

use std::cmp::Reverse;
use std::sync::Arc;

use super::{Formula, Large};
use crate::declared::Declared;
use crate::tree::{Comparison, Condition, Constraint, Model, Posted};
use crate::{Expr, Operator};
use cnfetti_core::csp::Value;

/// Digits are smaller than this.
const BASE: i64 = 2;

impl Formula {
    /// The digits of a value, with their variables; `None` if it is not between the bounds.
    pub fn digits_of(&self, value: i64) -> Option<Vec<(usize, Value)>> {
        let (low, high) = self.bounds;
        let mut rest = (low..=high).contains(&value).then(|| value - low)?;
        let digits = self.digits.iter().map(|&digit| {
            let value = (rest % BASE) as Value;
            rest /= BASE;
            (digit, value)
        });
        Some(digits.collect())
    }
}

/// The formula of a variable over digits that [`add`] adds to the model next; `None` if its bounds are unknown or too
/// large.
pub(super) fn formula(model: &Model, large: &Large) -> Option<Formula> {
    let ends = large.bounds.0.zip(large.bounds.1)?;
    let bounds = (i64::try_from(ends.0).ok()?, i64::try_from(ends.1).ok()?);
    let weights = weights(bounds.1.checked_sub(bounds.0).filter(|&width| width >= 0)?);
    let first = model.variables.len();
    let mut terms: Vec<Expr> = Vec::with_capacity(weights.len() + 1);
    terms.extend(weights.iter().enumerate().rev().map(|(place, &weight)| {
        Expr::two(Operator::Mul, Expr::Number(weight), Expr::Variable(first + place))
    }));
    terms.push(Expr::Number(bounds.0));
    let digits = (first..first + weights.len()).collect();
    let value = Expr::Apply(Operator::Add, terms);
    Some(Formula { value, bounds, constraint: model.constraints.len(), digits })
}

/// Adds the digits of a variable that has such a formula, and the constraint that defines it.
pub(super) fn add(model: &mut Model, large: &Large) {
    let declared = &model.variables[large.variable];
    let (Some(formula), name) = (declared.formula.clone(), declared.name.clone()) else { return };
    let (low, high) = formula.bounds;
    for (place, weight) in weights(high - low).into_iter().enumerate() {
        let most = ((high - low) / weight).min(BASE - 1) as Value;
        let (name, domain) = (format!("digit {place} of {name}"), Arc::from_iter(0..=most));
        model.variables.push(Declared { name, domain, ..Declared::default() });
    }
    let condition = Condition::Compare(Comparison::Equal, formula.value);
    let (terms, weights) = (vec![Expr::Variable(large.variable)], vec![Expr::Number(1)]);
    let constraint = Constraint::Sum { terms, weights, condition };
    let note = Some(format!("{name} is at least {low} and at most {high}"));
    let posted = Posted::rule(constraint, note, large.span.clone());
    model.constraints.push(Posted { is_sentence: true, ..posted });
}

/// Sorts the digits, which are the variables from this one on: the most significant ones of all variables come first.
/// Whoever decides variables in this order soon knows which values sums over several of them can still have.
pub(super) fn sort(model: &mut Model, first: usize) {
    let mut order: Vec<(usize, usize)> = Vec::new();
    for formula in model.variables.iter().filter_map(|one| one.formula.as_ref()) {
        order.extend(formula.digits.iter().copied().enumerate());
    }
    order.sort_by_key(|&(place, digit)| (Reverse(place), digit));
    let mut positions = vec![0; order.len()];
    for (at, &(_, digit)) in order.iter().enumerate() {
        positions[digit - first] = first + at;
    }
    let moved = |at: usize| if at < first { at } else { positions[at - first] };
    let renamed = |at: usize| Expr::Variable(moved(at));
    let digits: Vec<Declared> =
        order.iter().map(|&(_, digit)| model.variables[digit].clone()).collect();
    model.variables.truncate(first);
    model.variables.extend(digits);
    for formula in model.variables.iter_mut().filter_map(|one| one.formula.as_mut()) {
        formula.value = formula.value.replaced(&renamed);
        formula.digits.iter_mut().for_each(|digit| *digit = moved(*digit));
        if let (Some(posted), false) =
            (model.constraints.get_mut(formula.constraint), formula.digits.is_empty())
            && let Constraint::Sum { condition, .. } = &mut posted.constraint
        {
            *condition = Condition::Compare(Comparison::Equal, formula.value.clone());
        }
    }
}

/// The weights of the digits of all numbers from 0 to `width`, from 1 on.
pub(crate) fn weights(width: i64) -> Vec<i64> {
    let mut weights = vec![1_i64];
    while let Some(&last) = weights.last()
        && width / last >= BASE
    {
        weights.push(last * BASE);
    }
    weights
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cnfetti_core::limit::Budget;
    use cnfetti_core::random::Random;
    use itertools::Itertools;

    use super::super::define_all;
    use super::*;
    use crate::Lowered;

    /// The number of variables, and the values of each.
    const NUMBER: usize = 3;
    const ENDS: [(i64, i64); NUMBER] = [(-7, 12), (0, 15), (3, 7)];

    /// A file about three variables with few values.
    fn draw(random: &mut Random) -> String {
        let mut text = String::new();
        for (at, (low, high)) in ENDS.into_iter().enumerate() {
            text += &format!("var {low}..{high}: x{at} :: output_var;\n");
        }
        text += "var bool: q :: output_var;\n";
        for _ in 0..1 + random.below(3) {
            let [one, other] = [random.below(NUMBER), random.below(NUMBER)];
            let weights = [(); NUMBER].map(|()| random.below(9) as i64 - 4);
            let bound = random.below(40) as i64 - 10;
            text += &match random.below(9) {
                0 => format!("constraint int_lin_eq({weights:?},[x0,x1,x2],{bound});\n"),
                1 => format!("constraint int_lin_le({weights:?},[x0,x1,x2],{bound});\n"),
                2 => format!("constraint int_lin_ne({weights:?},[x0,x1,x2],{bound});\n"),
                3 => format!("constraint int_lin_le_reif({weights:?},[x0,x1,x2],{bound},q);\n"),
                4 => format!("constraint int_eq_reif(x{one},x{other},q);\n"),
                5 => format!("constraint int_times(x{one},x{other},x0);\n"),
                6 => format!("constraint int_mod(x{one},x{other},x0);\n"),
                7 => format!("constraint array_int_maximum(x{one},[x0,x1,x2]);\n"),
                _ => format!("constraint int_abs(x{one},x{other});\n"),
            };
        }
        text + "solve satisfy;\n"
    }

    /// The values of the file's variables in all solutions, each as often as it occurs.
    fn solutions(model: &Model) -> Vec<Vec<i64>> {
        let lowered = Lowered::new(model, &Budget::default()).expect("it can be stated");
        let csp = &lowered.csp;
        let rows = csp.ids().take(lowered.taking_part()).map(|id| csp.domain(id).to_vec());
        let completed = rows.multi_cartesian_product().filter_map(|row| lowered.completed(row));
        let mut solutions = Vec::new();
        for solution in completed.filter(|solution| csp.is_solution(solution)) {
            assert_eq!(lowered.check(model, &solution), Ok(()));
            solutions.push(lowered.values(&solution)[..=NUMBER].to_vec());
        }
        solutions.sort();
        solutions
    }

    #[test]
    fn digits_have_the_solutions_of_lists() {
        let (mut sizes, mut formulas) = (BTreeSet::new(), 0);
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let text = draw(&mut random);
            let listed = crate::flatzinc::read(&text, &Budget::default()).expect("it can be read");
            let mut model = listed.clone();
            let chosen = (0..NUMBER).filter(|_| random.below(3) > 0).collect_vec();
            let large = chosen.into_iter().map(|variable| {
                model.variables[variable].domain = Arc::from([]);
                let (low, high) = ENDS[variable];
                let bounds = (Some(low.into()), Some(high.into()));
                Large { variable, bounds, span: 0..0 }
            });
            let large = large.collect_vec();
            define_all(&mut model, &large);
            assert!(large.iter().all(|one| model.variables[one.variable].formula.is_some()));
            formulas += large.len();
            let expected = solutions(&listed);
            assert_eq!(solutions(&model), expected, "seed {seed}\n{text}");
            sizes.insert(expected.len());
        }
        assert!(sizes.len() > 40 && formulas > 500, "{} {formulas}", sizes.len());
    }

    #[test]
    fn every_value_has_its_digits() {
        for (low, high) in [(0, 0), (0, 1), (-3, 9), (5, 12), (-(1 << 60), 1 << 60)] {
            let mut model = Model::default();
            model.variables.push(Declared { name: "x".to_owned(), ..Declared::default() });
            let bounds = (Some(low.into()), Some(high.into()));
            define_all(&mut model, &[Large { variable: 0, bounds, span: 0..0 }]);
            let formula = model.variables[0].formula.clone().expect("it has digits");
            let mut seen = BTreeSet::new();
            for value in (low..=high).take(40).chain([high]) {
                let digits = formula.digits_of(value).expect("it is between the bounds");
                let of = |at: usize| {
                    digits.iter().find(|(digit, _)| *digit == at).map_or(0, |digit| digit.1.into())
                };
                assert_eq!(formula.value.value(&of), Some(value));
                let inside =
                    |(at, value): &(usize, Value)| model.variables[*at].domain.contains(value);
                assert!(digits.iter().all(inside));
                seen.insert(digits);
            }
            assert_eq!(seen.len() as i64, 41.min(high - low + 1));
            assert_eq!([formula.digits_of(low - 1), formula.digits_of(high + 1)], [None, None]);
        }
    }
}
