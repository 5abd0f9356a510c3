//! Which variables determine a solution, and which are counted.
//!
//! A counted variable with a formula is no variable of the CSP. If it follows from the counted ones, it changes nothing.
//! Else the variables that it determines are counted in its place, or, if it does not determine all of them, its digits.

use std::collections::BTreeSet;

use super::arithmetic::Sum;
use super::{Done, Lowering};
use crate::formulas::Formula;
use crate::{Expr, Operator};
use cnfetti_core::csp::{Ranges, Role, Value, VarId};
use cnfetti_input::InputError;

/// Digits are smaller than this.
const BASE: i64 = 10;

impl Lowering<'_> {
    /// Sets the variables that determine a solution: the declared ones, or only the author's if
    /// the others follow from them. Counts over these, or else over the author's arrays.
    pub(super) fn decide(&mut self, chosen: Option<&BTreeSet<usize>>) -> Done {
        self.lowered.derivations = self.model.derivations();
        let mut is_author = vec![true; self.model.variables.len()];
        for derivation in self.lowered.derivations.iter().flatten() {
            is_author[derivation.variable] = false;
        }
        // The variables of the author's arrays. Cells that the compiler found equal share a
        // variable.
        let arrays = self.model.arrays.iter().filter(|array| !array.introduced);
        let cells: BTreeSet<usize> = match chosen {
            Some(chosen) => chosen.clone(),
            None => arrays.flat_map(|array| &array.cells).flatten().copied().collect(),
        };
        let mut shown: BTreeSet<VarId> =
            cells.iter().filter_map(|&variable| self.lowered.variables[variable]).collect();
        let formulas =
            cells.iter().filter_map(|&variable| self.model.variables[variable].formula.as_ref());
        for formula in formulas {
            shown.extend(formula.digits.iter().map(|&digit| self.declared(digit)));
        }
        if chosen.is_some() || self.lowered.derivations.is_none() {
            self.show_formulas(&cells, &mut shown)?;
        }
        let variables = self.lowered.variables.iter().zip(is_author);
        let own: Vec<VarId> =
            variables.filter(|(_, is_author)| *is_author).filter_map(|(id, _)| *id).collect();
        if own.len() < self.lowered.csp.variables().len() {
            self.lowered.csp.assume_deciding(own);
        }
        if shown.len() < self.lowered.csp.variables().len() {
            let shown = shown.into_iter().collect();
            self.lowered.csp.count_over(shown).expect("a set of the problem's variables");
        }
        Ok(())
    }

    /// Adds what determines the cells with formulas, as far as they do not follow from what is counted: the variables
    /// that the value determines, or else its digits.
    fn show_formulas(&mut self, cells: &BTreeSet<usize>, shown: &mut BTreeSet<VarId>) -> Done {
        let model = self.model;
        let mut open: Vec<(usize, &Formula)> = cells
            .iter()
            .filter_map(|&cell| Some((cell, model.variables[cell].formula.as_ref()?)))
            .collect();
        while let number @ 1.. = open.len() {
            let mut known = self.lowered.csp.following(shown.iter().copied());
            open.retain(|(_, formula)| {
                let determined = formula.determines(
                    |variable| known[self.declared(variable).index()],
                    |variable| {
                        let bounds = model.bounds(&Expr::Variable(variable));
                        bounds.map_or(i128::MAX, |(low, high)| high - low)
                    },
                );
                for variable in determined.iter().flatten() {
                    let id = self.declared(*variable);
                    known[id.index()] = true;
                    shown.insert(id);
                }
                determined.is_none()
            });
            if open.len() == number {
                break;
            }
        }
        for (cell, formula) in open {
            let name = &model.variables[cell].name;
            self.reason = format!("the digits of {name}");
            self.role = Role::Rule;
            self.span = model.constraints[formula.constraint].span.clone();
            shown.extend(self.digits(name, formula)?);
        }
        Ok(())
    }

    /// Variables for the digits of the distance from the least value. The most significant one comes first: after it, few
    /// values are left for the next.
    fn digits(&mut self, name: &str, formula: &Formula) -> Result<Vec<VarId>, InputError> {
        let (low, high) = formula.bounds;
        let distance = Expr::two(Operator::Sub, formula.value.clone(), Expr::Number(low));
        let mut sum = Sum::default();
        self.add_to(&mut sum, &distance, 1)?;
        let width = i128::from(high) - i128::from(low);
        let mut weights = vec![1_i64];
        while let Some(&last) = weights.last()
            && width / i128::from(last) >= i128::from(BASE)
        {
            weights.push(last * BASE);
        }
        let mut digits = Vec::with_capacity(weights.len());
        for (place, weight) in weights.into_iter().enumerate().rev() {
            let shifted = Expr::two(Operator::Div, distance.clone(), Expr::Number(weight));
            let value = Expr::two(Operator::Mod, shifted, Expr::Number(BASE));
            let largest = (width / i128::from(weight)).min(i128::from(BASE) - 1) as Value;
            let name = format!("digit {place} of {name}");
            let digit = self.lowered.csp.variable(name, 0..=largest);
            self.lowered.definitions.push(value);
            sum.subtract(digit, weight);
            digits.push(digit);
        }
        self.post_sum(sum, &Ranges::exactly(0))?;
        Ok(digits)
    }
}
