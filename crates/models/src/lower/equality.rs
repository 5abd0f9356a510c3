//! Equality and difference.

use itertools::Itertools;

use super::conditions::member;
use super::{Done, Lowering};
use crate::{Expr, Operator};
use cnfetti_core::csp::{AllDifferent, AllEqual, Value, VarId};
use cnfetti_input::InputError;

impl Lowering<'_> {
    pub(super) fn all_different(&mut self, list: &[Expr], except: &[i64]) -> Done {
        let variables: Result<Vec<VarId>, InputError> =
            list.iter().map(|expr| self.variable(expr)).collect();
        let scope = variables?;
        match scope.iter().all_unique() {
            true => {
                let except = except.iter().filter_map(|&value| Value::try_from(value).ok());
                self.post(AllDifferent { scope, except: except.unique().collect() })
            }
            false if except.is_empty() => self.post_false(),
            false => self.different_pairs(list, except),
        }
    }

    /// Posts that any two items differ or have one of the excepted values.
    fn different_pairs(&mut self, list: &[Expr], except: &[i64]) -> Done {
        for [one, other] in list.iter().array_combinations() {
            let different = Expr::two(Operator::Ne, one.clone(), other.clone());
            self.post_true(&Expr::two(Operator::Or, different, member(one, except)))?;
        }
        Ok(())
    }

    pub(super) fn different_lists(&mut self, lists: &[Vec<Expr>], except: &[Vec<i64>]) -> Done {
        for [one, other] in lists.iter().array_combinations() {
            let mut some: Vec<Expr> = pairs(Operator::Ne, one, other);
            some.extend(except.iter().filter(|values| values.len() == one.len()).map(|values| {
                let values: Vec<Expr> = values.iter().copied().map(Expr::Number).collect();
                Expr::Apply(Operator::And, pairs(Operator::Eq, one, &values))
            }));
            self.post_true(&Expr::Apply(Operator::Or, some))?;
        }
        Ok(())
    }

    pub(super) fn all_equal(&mut self, list: &[Expr], except: &[i64]) -> Done {
        if except.is_empty() {
            let variables: Result<Vec<VarId>, InputError> =
                list.iter().map(|expr| self.variable(expr)).collect();
            let scope: Vec<VarId> = variables?.into_iter().unique().collect();
            return self.post(AllEqual { scope });
        }
        for [one, other] in list.iter().array_combinations() {
            let equal = Expr::two(Operator::Eq, one.clone(), other.clone());
            let excepted = |expr: &Expr| member(expr, except);
            let some = vec![equal, excepted(one), excepted(other)];
            self.post_true(&Expr::Apply(Operator::Or, some))?;
        }
        Ok(())
    }
}

/// The operator applied to the items at the same positions of two lists.
fn pairs(operator: Operator, one: &[Expr], other: &[Expr]) -> Vec<Expr> {
    let pair = |(a, b): (&Expr, &Expr)| Expr::two(operator, a.clone(), b.clone());
    one.iter().zip(other).map(pair).collect()
}
