//! Posts that expressions are true.

use super::arithmetic::Sum;
use super::operators::{comparison_of, numbers, simpler, stated};
use super::{Done, Lowering};
use crate::{Comparison, Expr, Operator};
use cnfetti_core::csp::{AllDifferent, AllEqual, Operation, Ranges};

impl Lowering<'_> {
    /// Posts that an expression is true: not 0.
    pub(super) fn post_true(&mut self, expr: &Expr) -> Done {
        match expr {
            Expr::Number(0) => self.post_false(),
            Expr::Number(_) => Ok(()),
            Expr::Apply(Operator::And, args) => args.iter().try_for_each(|arg| self.post_true(arg)),
            Expr::Apply(Operator::Iff | Operator::Eq, args) if args.len() > 2 => {
                let Expr::Apply(operator, _) = expr else { return Ok(()) };
                args.windows(2)
                    .try_for_each(|pair| self.post_true(&Expr::Apply(*operator, pair.to_vec())))
            }
            _ => match self.scope_of(expr)[..] {
                [] if expr.value(&|_| 0).is_some_and(|truth| truth != 0) => Ok(()),
                [] => self.post_false(),
                [variable] => self.post_unary(variable, expr),
                ref scope if self.is_small(scope, expr) => self.post_rows(scope, expr),
                _ => self.post_wide(expr),
            },
        }
    }

    /// Posts that an expression is true by stating what it computes.
    pub(super) fn post_wide(&mut self, expr: &Expr) -> Done {
        let Expr::Apply(operator, args) = expr else { return self.post_not_zero(expr) };
        if let Some(relation) = comparison_of(*operator) {
            return self.post_comparison(relation, &args[0], &args[1]);
        }
        let set = numbers(&args[1..]).map(Ranges::of);
        match (operator, &args[..]) {
            (Operator::Or, _) => self.post_any(args.iter().map(|arg| (arg, true)).collect()),
            (Operator::Imp, [condition, then]) => {
                self.post_any(vec![(condition, false), (then, true)])
            }
            (Operator::Not, [arg]) => self.post_not(arg),
            (Operator::Iff, [first, second]) => self.post_truths(Comparison::Equal, first, second),
            (Operator::Xor, [first, second]) => {
                self.post_truths(Comparison::Different, first, second)
            }
            (Operator::In, [first, others @ ..]) => match set {
                Some(set) => self.post_within(first, &set),
                None => {
                    let equal =
                        |other: &Expr| Expr::two(Operator::Eq, first.clone(), other.clone());
                    self.post_true(&Expr::Apply(Operator::Or, others.iter().map(equal).collect()))
                }
            },
            (Operator::NotIn, [first, others @ ..]) => match set {
                Some(set) => self.post_within(first, &set.complement()),
                None => others.iter().try_for_each(|other| {
                    self.post_true(&Expr::two(Operator::Ne, first.clone(), other.clone()))
                }),
            },
            _ => self.post_not_zero(expr),
        }
    }

    fn post_not(&mut self, expr: &Expr) -> Done {
        if let Expr::Apply(operator, args) = expr
            && let [first, second] = &args[..]
            && let Some(relation) = comparison_of(*operator)
        {
            return self.post_comparison(relation.opposite(), first, second);
        }
        self.post_any(vec![(expr, false)])
    }

    /// Posts that two expressions have the same truth value, or different ones.
    fn post_truths(&mut self, relation: Comparison, first: &Expr, second: &Expr) -> Done {
        let (first, second) = (self.truth(first), self.truth(second));
        self.post_comparison(relation, &first, &second)
    }

    fn post_not_zero(&mut self, expr: &Expr) -> Done {
        self.post_within(expr, &Ranges::not(0))
    }

    pub(super) fn post_within(&mut self, expr: &Expr, set: &Ranges) -> Done {
        let mut sum = Sum::default();
        self.add_to(&mut sum, expr, 1)?;
        self.post_sum(sum, set)
    }

    fn post_comparison(&mut self, relation: Comparison, first: &Expr, second: &Expr) -> Done {
        if let (Expr::Variable(one), Expr::Variable(other)) = (first, second)
            && one != other
        {
            let scope = vec![self.declared(*one), self.declared(*other)];
            match relation {
                Comparison::Different => {
                    return self.post(AllDifferent { scope, except: Vec::new() });
                }
                Comparison::Equal => return self.post(AllEqual { scope }),
                _ => {}
            }
        }
        if !is_linear(first) || !is_linear(second) {
            self.note_wanted(relation, first, second);
        }
        let is_new = |expr: &Expr| !is_linear(expr) && !self.known.contains_key(expr);
        match relation {
            Comparison::Equal if is_new(first) && is_result(second) => self.define(first, second),
            Comparison::Equal if is_new(second) && is_result(first) => self.define(second, first),
            Comparison::Equal if is_new(first) && !self.fits(first) => self.define(first, second),
            Comparison::Equal if is_new(second) && !self.fits(second) => self.define(second, first),
            _ => self.post_relation(relation, first, second),
        }
    }

    /// Posts that two expressions are equal. The first may be the result of an operator, which
    /// then needs no further variable.
    fn define(&mut self, expr: &Expr, result: &Expr) -> Done {
        match expr {
            Expr::Apply(operator, args) => match stated(*operator, args) {
                Some((_, inputs)) if !inputs.iter().chain([result]).all(|one| self.fits(one)) => {
                    self.post_wide_result(expr, result)
                }
                Some((stated, inputs)) => {
                    let result = self.variable(result)?;
                    if self.post_inequality(*operator, args, result)? {
                        return Ok(());
                    }
                    let (operator, arguments) = (stated, self.operands(&inputs)?);
                    self.post(Operation { operator, arguments, result })
                }
                None => {
                    let simpler = self.same_wanted(expr, simpler(*operator, args));
                    self.define(&simpler, result)
                }
            },
            _ => self.post_relation(Comparison::Equal, expr, result),
        }
    }

    /// Posts that at least one expression has its wanted truth value.
    fn post_any(&mut self, list: Vec<(&Expr, bool)>) -> Done {
        let mut sum = Sum::default();
        for (expr, positive) in list {
            let (expr, positive) = literal(expr, positive);
            if let Expr::Number(number) = expr {
                // Do not stop early even if it is true: the other expressions may be undefined.
                sum.add(i64::from((*number != 0) == positive));
                continue;
            }
            let truth = self.truth(expr);
            // A negated expression counts as 1 - x.
            self.add_to(&mut sum, &truth, if positive { 1 } else { -1 })?;
            self.add_to(&mut sum, &Expr::Number(i64::from(!positive)), 1)?;
        }
        self.post_sum(sum, &Ranges::at_least(1))
    }

    /// The truth value of an expression, 0 or 1.
    pub(super) fn truth(&self, expr: &Expr) -> Expr {
        match self.model.bounds(expr) {
            Some((low, high)) if low >= 0 && high <= 1 => expr.clone(),
            _ => Expr::two(Operator::Ne, expr.clone(), Expr::Number(0)),
        }
    }
}

/// Removes the negations around an expression.
fn literal(mut expr: &Expr, mut positive: bool) -> (&Expr, bool) {
    while let Expr::Apply(Operator::Not, args) = expr {
        (expr, positive) = (&args[0], !positive);
    }
    (expr, positive)
}

/// Whether the expression needs or has a variable anyway.
fn is_result(expr: &Expr) -> bool {
    !is_linear(expr) || matches!(expr, Expr::Variable(_))
}

/// Whether an expression is a weighted sum of variables.
pub(super) fn is_linear(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) | Expr::Word(_) | Expr::Variable(_) => true,
        Expr::Apply(Operator::Add | Operator::Sub | Operator::Neg, args) => {
            args.iter().all(is_linear)
        }
        Expr::Apply(Operator::Mul, args) => {
            let others = args.iter().filter(|arg| !matches!(arg, Expr::Number(_)));
            others.clone().count() <= 1 && others.into_iter().all(is_linear)
        }
        Expr::Apply(..) => false,
    }
}
