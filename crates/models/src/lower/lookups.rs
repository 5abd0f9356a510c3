//! Element constraints, extrema and channels.

use super::conditions::{equals, fulfils};
use super::{Done, Lowering};
use crate::tree::{self, Element};
use crate::{Condition, Expr, Extreme, Operator, Rank};
use cnfetti_core::csp::{self, ArgExtremum, Atom, Channel, Choice, Extremum, Index, Selection};
use cnfetti_input::InputError;

impl Lowering<'_> {
    pub(super) fn element(&mut self, element: &Element, condition: &Condition) -> Done {
        match element {
            Element::Member(list) => {
                let some = list.iter().map(|expr| fulfils(expr, condition)).collect();
                self.post_true(&Expr::Apply(Operator::Or, some))
            }
            Element::List { list, start, index, rank } => {
                let indices = vec![self.index(index, *start, list.len())?];
                self.entry(list, indices, condition)?;
                self.no_other(list, *start, index, *rank, condition)
            }
            Element::Matrix { rows, starts, index: [row, column] } => {
                let indices = vec![
                    self.index(row, starts[0], rows.len())?,
                    self.index(column, starts[1], rows[0].len())?,
                ];
                self.entry(&rows.concat(), indices, condition)
            }
        }
    }

    fn index(&mut self, index: &Expr, start: i64, size: usize) -> Result<Index, InputError> {
        let first = self.first_place(start)?;
        Ok(Index { variable: self.variable(index)?, first, size })
    }

    fn entry(&mut self, list: &[Expr], indices: Vec<Index>, condition: &Condition) -> Done {
        let list = self.operands(list)?;
        let condition = self.condition(condition, &[])?;
        self.post(csp::Element { list, indices, condition })
    }

    /// Posts that no item before the index (or after it, depending on `rank`) satisfies the
    /// condition.
    fn no_other(
        &mut self,
        list: &[Expr],
        start: i64,
        index: &Expr,
        rank: Rank,
        condition: &Condition,
    ) -> Done {
        for at in 0..list.len() {
            let others = match rank {
                Rank::Any => &[],
                Rank::First => &list[..at],
                Rank::Last => &list[at + 1..],
            };
            for other in others {
                let here = equals(index, start + at as i64);
                let not = Expr::Apply(Operator::Not, vec![fulfils(other, condition)]);
                self.post_true(&Expr::two(Operator::Imp, here, not))?;
            }
        }
        Ok(())
    }

    /// The largest or smallest value.
    pub(super) fn extreme(
        &mut self,
        extreme: Extreme,
        list: &[Expr],
        condition: &Condition,
    ) -> Done {
        let compared = match condition {
            Condition::Compare(_, other) => Some(other),
            Condition::Within { .. } => None,
        };
        if !list.iter().chain(compared).all(|expr| self.fits(expr)) {
            let operator = match extreme {
                Extreme::Maximum => Operator::Max,
                Extreme::Minimum => Operator::Min,
            };
            return self.post_condition(&Expr::Apply(operator, list.to_vec()), condition);
        }
        let scope = self.each_once(list)?;
        let condition = self.condition(condition, &scope)?;
        self.post(Extremum { scope, extreme, condition })
    }

    /// The index of the largest or smallest value.
    pub(super) fn extreme_arg(
        &mut self,
        extreme: Extreme,
        list: &[Expr],
        start: i64,
        rank: Rank,
        condition: &Condition,
    ) -> Done {
        let (scope, first) = (self.distinct(list)?, self.first_place(start)?);
        let condition = self.condition(condition, &scope)?;
        self.post(ArgExtremum { scope, first, extreme, rank, condition })
    }

    /// Two lists that are each other's inverse.
    pub(super) fn channel(
        &mut self,
        first: &[Expr],
        first_start: i64,
        second: &[Expr],
        second_start: i64,
    ) -> Done {
        let (first_place, second_place) =
            (self.first_place(first_start)?, self.first_place(second_start)?);
        let (first, second) = (self.distinct(first)?, self.distinct(second)?);
        self.post(Channel { first, first_place, second, second_place })
    }

    /// One of the choices holds, and brings the result.
    pub(super) fn selection(&mut self, choices: &[tree::Choice], result: &Expr) -> Done {
        let choice = |choice: &tree::Choice| {
            let atom = Atom { variable: self.variable(&choice.variable)?, value: choice.value };
            Ok(Choice { atom, value: choice.brings })
        };
        let choices = choices.iter().map(choice).collect::<Result<Vec<Choice>, InputError>>()?;
        let result = self.variable(result)?;
        self.post(Selection { choices, result })
    }

    /// Each item is 1 exactly when the value is its index.
    pub(super) fn channel_value(&mut self, list: &[Expr], start: i64, value: &Expr) -> Done {
        let last = start + list.len() as i64 - 1;
        let inside = Condition::Within { intervals: vec![(start, last)], inside: true };
        self.post_condition(value, &inside)?;
        list.iter().enumerate().try_for_each(|(at, expr)| {
            let here = equals(value, start + at as i64);
            self.post_true(&Expr::two(Operator::Eq, expr.clone(), here))
        })
    }
}
