//! Derives domains from the constraints, for variables whose bounds are not given or too far apart: mostly sums
//! and computed values. Rounds over all constraints narrow the bounds until nothing changes.

mod constraints;
mod lists;
#[cfg(test)]
mod tests;

use std::mem::replace;
use std::sync::Arc;

use crate::tree::{Condition, Constraint, Extreme, Model, Posted};
use crate::{Expr, Operator};
use cnfetti_core::csp::Value;
use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, Span};

/// The least and the greatest value; `None` if unknown.
type Bounds = (Option<i128>, Option<i128>);

/// The most rounds.
const ROUNDS: usize = 1000;

/// The budget is checked once in this many constraints.
const POLL_INTERVAL: u32 = 256;

/// A variable whose domain is not listed yet.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    /// Its position in [`Model::variables`].
    pub(crate) variable: usize,
    /// The bounds in the file; `None` if it gives none.
    pub(crate) bounds: Option<(i64, i64)>,
    /// The intervals of its values; empty if these are all between the bounds.
    pub(crate) intervals: Arc<[(i64, i64)]>,
    /// Whether it gets a formula if that is possible, however few values it has.
    pub(crate) follows: bool,
    /// Its place in the file.
    pub(crate) span: Span,
}

impl Open {
    /// An open variable with these values.
    pub(crate) fn within(variable: usize, intervals: Arc<[(i64, i64)]>, span: Span) -> Open {
        let low = intervals.iter().map(|interval| interval.0).min();
        let high = intervals.iter().map(|interval| interval.1).max();
        let intervals = if intervals.len() == 1 { Arc::from([]) } else { intervals };
        Open { variable, bounds: low.zip(high), intervals, follows: false, span }
    }

    /// The constraint that the variable is in one of the intervals.
    fn stated(&self) -> Posted {
        let condition = Condition::Within { intervals: self.intervals.to_vec(), inside: true };
        let (terms, weights) = (vec![Expr::Variable(self.variable)], vec![Expr::Number(1)]);
        Posted::rule(Constraint::Sum { terms, weights, condition }, None, self.span.clone())
    }
}

/// Gives the open variables the domains that the constraints leave them.
///
/// # Errors
///
/// A variable keeps too many values.
pub(crate) fn close(model: &mut Model, open: &[Open], budget: &Budget) -> Result<(), InputError> {
    if open.is_empty() {
        return Ok(());
    }
    for one in open.iter().filter(|one| !one.intervals.is_empty()) {
        model.constraints.push(one.stated());
    }
    let ends = |domain: &[Value]| match *domain {
        [low, .., high] => (Some(i128::from(low)), Some(i128::from(high))),
        [only] => (Some(i128::from(only)), Some(i128::from(only))),
        // If the set is empty, no solution has such a variable, and any bounds will do.
        [] => (Some(0), Some(0)),
    };
    let bounds = model.variables.iter().map(|variable| ends(&variable.domain)).collect();
    let is_open = vec![false; model.variables.len()];
    let mut narrowing = Narrowing { bounds, is_open, changed: true };
    for Open { variable, bounds, .. } in open {
        narrowing.is_open[*variable] = true;
        narrowing.bounds[*variable] =
            bounds.map_or((None, None), |(low, high)| (Some(low.into()), Some(high.into())));
    }
    let mut poll = budget.poll(POLL_INTERVAL);
    for _ in 0..ROUNDS {
        if !std::mem::take(&mut narrowing.changed) {
            break;
        }
        for posted in &model.constraints {
            poll.step().map_err(InputError::limit)?;
            narrowing.constraint(&posted.constraint);
        }
    }
    lists::list(model, open, &narrowing.bounds)
}

struct Narrowing {
    bounds: Vec<Bounds>,
    is_open: Vec<bool>,
    changed: bool,
}

impl Narrowing {
    fn truth(&mut self, expr: &Expr) {
        let Expr::Apply(operator, args) = expr else { return };
        match (operator, &args[..]) {
            (Operator::Eq, [one, other]) => {
                self.narrow(one, self.of(other));
                self.narrow(other, self.of(one));
                if let Expr::Apply(inner, parts) = other {
                    self.invert(*inner, parts, self.of(one));
                }
            }
            (Operator::Le, [one, other]) => self.at_most(one, other, 0),
            (Operator::Lt, [one, other]) => self.at_most(one, other, 1),
            (Operator::Ge, [one, other]) => self.at_most(other, one, 0),
            (Operator::Gt, [one, other]) => self.at_most(other, one, 1),
            (Operator::And, args) => args.iter().for_each(|arg| self.truth(arg)),
            (Operator::In, [one, set @ ..]) => self.narrow(one, self.hull(set)),
            (Operator::Or, args) => self.either(args),
            _ => {}
        }
    }

    /// Propagates that one of several statements about a single variable is true: it is within the bounds of one.
    fn either(&mut self, args: &[Expr]) {
        let (mut first, mut is_single) = (None, true);
        for arg in args {
            arg.each_variable(&mut |variable| {
                is_single &= *first.get_or_insert(variable) == variable;
            });
        }
        let Some(variable) = first.filter(|&first| is_single && self.is_open[first]) else {
            return;
        };
        let (before, changed) = (self.bounds[variable], self.changed);
        let mut all: Option<Bounds> = None;
        for arg in args {
            self.truth(arg);
            let (low, high) = replace(&mut self.bounds[variable], before);
            if low.zip(high).is_none_or(|(low, high)| low <= high) {
                all = Some(all.map_or((low, high), |all| union(all, (low, high))));
            }
        }
        self.changed = changed;
        self.narrow(&Expr::Variable(variable), all.unwrap_or((Some(1), Some(0))));
    }

    /// Narrows the arguments of an operator by the bounds of its result.
    fn invert(&mut self, operator: Operator, args: &[Expr], result: Bounds) {
        match (operator, args) {
            (Operator::Abs, [arg]) => {
                let most = result.1;
                self.narrow(arg, (most.map(|most| -most), most));
            }
            (Operator::Add, [one, other]) => {
                self.narrow(one, less(result, self.of(other)));
                self.narrow(other, less(result, self.of(one)));
            }
            (Operator::Sub, [one, other]) => {
                self.narrow(one, plus(result, self.of(other)));
                self.narrow(other, less(self.of(one), result));
            }
            (Operator::Mul, [one, other]) => {
                let (Some(low), Some(high)) = result else { return };
                let most = low.abs().max(high.abs());
                if one == other {
                    let root = most.isqrt();
                    self.narrow(one, (Some(-root), Some(root)));
                    return;
                }
                for (one, other) in [(one, other), (other, one)] {
                    let least = match self.of(other) {
                        (Some(least @ 1..), _) => least,
                        (_, Some(greatest @ ..=-1)) => -greatest,
                        // If the product is not 0, neither factor is.
                        _ if low > 0 || high < 0 => 1,
                        _ => continue,
                    };
                    self.narrow(one, (Some(-(most / least)), Some(most / least)));
                }
            }
            (Operator::Min, args) => {
                args.iter().for_each(|arg| self.narrow(arg, (result.0, None)));
            }
            (Operator::Max, args) => {
                args.iter().for_each(|arg| self.narrow(arg, (None, result.1)));
            }
            _ => {}
        }
    }

    /// Propagates `one + gap <= other`.
    fn at_most(&mut self, one: &Expr, other: &Expr, gap: i128) {
        let (least, most) = (self.of(one).0, self.of(other).1);
        self.narrow(one, (None, most.map(|most| most - gap)));
        self.narrow(other, (least.map(|least| least + gap), None));
    }

    fn narrow(&mut self, expr: &Expr, (low, high): Bounds) {
        let &Expr::Variable(variable) = expr else { return };
        if !self.is_open(expr) {
            return;
        }
        let (before_low, before_high) = self.bounds[variable];
        let after = (
            [before_low, low].into_iter().flatten().max(),
            [before_high, high].into_iter().flatten().min(),
        );
        self.changed |= after != self.bounds[variable];
        self.bounds[variable] = after;
    }

    /// Whether it is a variable whose bounds can change.
    fn is_open(&self, expr: &Expr) -> bool {
        matches!(*expr, Expr::Variable(variable) if self.is_open[variable])
    }

    /// The bounds of an expression.
    fn of(&self, expr: &Expr) -> Bounds {
        let Expr::Apply(operator, args) = expr else {
            return match expr {
                Expr::Variable(variable) => self.bounds[*variable],
                Expr::Number(number) => (Some(i128::from(*number)), Some(i128::from(*number))),
                Expr::Word(_) | Expr::Apply(..) => (None, None),
            };
        };
        let bounds = |at: usize| self.of(&args[at]);
        match operator {
            Operator::Neg => less((Some(0), Some(0)), bounds(0)),
            Operator::Add => {
                args.iter().fold((Some(0), Some(0)), |sum, arg| plus(sum, self.of(arg)))
            }
            Operator::Sub => less(bounds(0), bounds(1)),
            Operator::Mul => {
                args.iter().fold((Some(1), Some(1)), |product, arg| times(product, self.of(arg)))
            }
            Operator::Abs => match bounds(0) {
                (Some(low), Some(high)) => (Some(0), Some(low.abs().max(high.abs()))),
                _ => (Some(0), None),
            },
            Operator::Div => match bounds(0) {
                (Some(low), Some(high)) => {
                    let most = low.abs().max(high.abs());
                    (Some(-most), Some(most))
                }
                _ => (None, None),
            },
            Operator::Mod => match bounds(1) {
                (Some(low), Some(high)) => {
                    let most = low.abs().max(high.abs());
                    (Some(-most), Some(most))
                }
                _ => (None, None),
            },
            Operator::Pow => power(bounds(0), bounds(1)),
            Operator::If => union(bounds(1), bounds(2)),
            Operator::Min => self.extreme(Extreme::Minimum, args),
            Operator::Max => self.extreme(Extreme::Maximum, args),
            _ if operator.is_logical() => (Some(0), Some(1)),
            _ => (None, None),
        }
    }
}

/// The bounds of what is within either.
fn union((low, high): Bounds, (least, most): Bounds) -> Bounds {
    (low.zip(least).map(|(a, b)| a.min(b)), high.zip(most).map(|(a, b)| a.max(b)))
}

fn plus(one: Bounds, other: Bounds) -> Bounds {
    let add = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
    (add(one.0, other.0), add(one.1, other.1))
}

fn less(one: Bounds, other: Bounds) -> Bounds {
    let subtract = |a: Option<i128>, b: Option<i128>| a?.checked_sub(b?);
    (subtract(one.0, other.1), subtract(one.1, other.0))
}

fn times(one: Bounds, other: Bounds) -> Bounds {
    let zero = (Some(0), Some(0));
    if one == zero || other == zero {
        return zero;
    }
    if let (Some(factor), true) = (one.0, one.0 == one.1) {
        let scaled = [other.0, other.1].map(|end| end?.checked_mul(factor));
        return if factor > 0 { (scaled[0], scaled[1]) } else { (scaled[1], scaled[0]) };
    }
    let ((Some(a), Some(b)), (Some(c), Some(d))) = (one, other) else { return (None, None) };
    let products = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
    let all: Option<Vec<i128>> = products.into_iter().collect();
    all.map_or((None, None), |all| (all.iter().copied().min(), all.iter().copied().max()))
}

/// The bounds of a power. Without a value, as for a negative exponent, any will do.
fn power((low, high): Bounds, (_, exponent): Bounds) -> Bounds {
    let (Some(low), Some(high), Some(exponent)) = (low, high, exponent) else {
        return (None, None);
    };
    let base = low.abs().max(high.abs()).max(1);
    let most = u32::try_from(exponent.max(0)).ok().and_then(|exponent| base.checked_pow(exponent));
    (if low >= 0 { Some(0) } else { most.map(|most| -most) }, most)
}

/// A quotient rounded up. The divisor is positive.
fn up(number: i128, divisor: i128) -> i128 {
    -(-number).div_euclid(divisor)
}
