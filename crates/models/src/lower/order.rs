//! Ordering constraints.

use itertools::Itertools;

use super::conditions::equals;
use super::{Done, Lowering};
use crate::tree::operator;
use crate::{Comparison, Expr, Operator};
use cnfetti_core::csp::{Increasing, Lex, Value, ValuePrecedence, VarId};
use cnfetti_input::InputError;

impl Lowering<'_> {
    pub(super) fn ordered(
        &mut self,
        list: &[Expr],
        lengths: &[Expr],
        relation: Comparison,
    ) -> Done {
        let plain = lengths.is_empty() && list.iter().all(|expr| matches!(expr, Expr::Variable(_)));
        if plain
            && list.iter().all_unique()
            && matches!(relation, Comparison::Less | Comparison::Greater)
        {
            let mut scope = self.distinct(list)?;
            if relation == Comparison::Greater {
                scope.reverse();
            }
            return self.post(Increasing { scope });
        }
        self.ordered_pairs(list, lengths, relation)
    }

    fn ordered_pairs(&mut self, list: &[Expr], lengths: &[Expr], relation: Comparison) -> Done {
        for (at, (before, after)) in list.iter().tuple_windows().enumerate() {
            let before = match lengths.get(at) {
                Some(length) => Expr::two(Operator::Add, before.clone(), length.clone()),
                None => before.clone(),
            };
            self.post_true(&Expr::two(operator(relation), before, after.clone()))?;
        }
        Ok(())
    }

    /// Each list compares with the next one.
    pub(super) fn lex(&mut self, lists: &[Vec<Expr>], relation: Comparison) -> Done {
        let variables = |lowering: &mut Self, list: &Vec<Expr>| {
            let variables = list.iter().map(|expr| lowering.variable(expr));
            variables.collect::<Result<Vec<VarId>, InputError>>()
        };
        if let [only] = lists {
            // A single list is always in order, but its expressions must be defined.
            variables(self, only)?;
        }
        let is_strict = matches!(relation, Comparison::Less | Comparison::Greater);
        for (one, other) in lists.iter().tuple_windows() {
            let (one, other) = (variables(self, one)?, variables(self, other)?);
            let (first, second) = match relation {
                Comparison::AtLeast | Comparison::Greater => (other, one),
                _ => (one, other),
            };
            self.post(Lex { first, second, is_strict })?;
        }
        Ok(())
    }

    pub(super) fn precedence(&mut self, list: &[Expr], values: &[i64], covered: bool) -> Done {
        let scope = self.distinct(list)?;
        let small = values.iter().map(|&value| Value::try_from(value).ok());
        // A value that no variable can have never occurs, and neither do the values after it.
        let mut listed: Vec<Value> = Vec::new();
        for value in small {
            let has = |value: Value| {
                let mut scope = scope.iter();
                scope.any(|&variable| self.lowered.csp.domain(variable).contains(&value))
            };
            match value.filter(|&value| has(value)) {
                Some(value) => listed.push(value),
                None => return self.precedence_pairs(list, values, covered),
            }
        }
        if covered && let Some(&last) = values.last() {
            let is_last = list.iter().map(|expr| equals(expr, last)).collect();
            self.post_true(&Expr::Apply(Operator::Or, is_last))?;
        }
        if listed.is_empty() {
            return Ok(());
        }
        self.post(ValuePrecedence { scope, values: listed })
    }

    /// States for each position: a value needs the value before it at an earlier position.
    fn precedence_pairs(&mut self, list: &[Expr], values: &[i64], covered: bool) -> Done {
        for (&before, &after) in values.iter().tuple_windows() {
            for (at, expr) in list.iter().enumerate() {
                let mut some: Vec<Expr> =
                    list[..at].iter().map(|expr| equals(expr, before)).collect();
                some.push(Expr::Apply(Operator::Not, vec![equals(expr, after)]));
                self.post_true(&Expr::Apply(Operator::Or, some))?;
            }
        }
        match values.last() {
            Some(&last) if covered => {
                let some = list.iter().map(|expr| equals(expr, last)).collect();
                self.post_true(&Expr::Apply(Operator::Or, some))
            }
            _ => Ok(()),
        }
    }
}
