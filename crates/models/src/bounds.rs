//! Bounds of expressions. Whatever might not fit into 64 bits is refused before anything is
//! computed.

use super::Expr;
use super::declared::Declared;
use super::expression::Operator;
use super::formulas::Formula;
use super::tree::{Constraint, Model};
use cnfetti_input::InputError;

/// The least and the greatest value, which need not be attained.
pub(crate) type Bounds = (i128, i128);

/// Larger numbers are refused, so sums and products of a few of them fit into 128 bits.
const MAX_MAGNITUDE: i128 = 1 << 62;

impl Model {
    /// Returns an error if a computation could overflow.
    pub(super) fn verify(&self) -> Result<(), InputError> {
        let too_large = |span: &cnfetti_input::Span, what: &str| {
            let message =
                format!("expected numbers of at most 62 bits, found {what} that can exceed them");
            InputError::new(span.clone(), message)
        };
        for posted in &self.constraints {
            let mut fits = true;
            posted.constraint.each_expr(&mut |expr| fits &= self.bounds(expr).is_some());
            if !fits {
                return Err(too_large(&posted.span, "an expression"));
            }
            if !self.sums_fit(&posted.constraint) {
                return Err(too_large(&posted.span, "a sum"));
            }
        }
        for objective in &self.objectives {
            if objective.goal.exprs().iter().any(|expr| self.bounds(expr).is_none()) {
                return Err(too_large(&objective.span, "an expression"));
            }
        }
        Ok(())
    }

    /// Whether the weighted sums of a constraint stay within the limit.
    fn sums_fit(&self, constraint: &Constraint) -> bool {
        let fits = |weights: &[Expr], terms: &[Expr]| {
            let product =
                |(weight, term): (&Expr, &Expr)| products(self.bounds(weight)?, self.bounds(term)?);
            let mut products = weights.iter().zip(terms).map(product);
            products.try_fold((0, 0), |sum: Bounds, product| {
                let (low, high) = product?;
                within((sum.0 + low, sum.1 + high))
            })
        };
        match constraint {
            Constraint::Sum { terms, weights, .. } => fits(weights, terms).is_some(),
            Constraint::Knapsack { list, weights, profits, .. } => {
                fits(weights, list).and(fits(profits, list)).is_some()
            }
            Constraint::Flow { list, cost: Some((weights, _)), .. } => {
                fits(weights, list).is_some()
            }
            _ => true,
        }
    }

    /// The bounds of an expression; `None` if it may exceed the limit.
    pub fn bounds(&self, expr: &Expr) -> Option<Bounds> {
        match expr {
            Expr::Number(number) | Expr::Word(number) => {
                within((i128::from(*number), i128::from(*number)))
            }
            Expr::Variable(variable) => {
                let Declared { domain, formula, .. } = &self.variables[*variable];
                if let Some(Formula { bounds: (low, high), .. }) = formula {
                    return within((i128::from(*low), i128::from(*high)));
                }
                // Without any value, there is no solution, and any bounds will do.
                let ends = domain.first().zip(domain.last());
                Some(ends.map_or((0, 0), |(&low, &high)| (i128::from(low), i128::from(high))))
            }
            Expr::Apply(operator, args) => {
                let args: Option<Vec<Bounds>> = args.iter().map(|arg| self.bounds(arg)).collect();
                within(of_operator(*operator, &args?)?)
            }
        }
    }
}

fn within((low, high): Bounds) -> Option<Bounds> {
    (-MAX_MAGNITUDE <= low && high <= MAX_MAGNITUDE).then_some((low, high))
}

fn of_operator(operator: Operator, args: &[Bounds]) -> Option<Bounds> {
    use Operator::*;
    if operator.is_logical() {
        return Some((0, 1));
    }
    Some(match (operator, args) {
        (Neg, &[a]) => (-a.1, -a.0),
        (Abs, &[a]) => distance(a),
        (Sqr, &[a]) => {
            let (low, high) = distance(a);
            products((low, low), (low, low))
                .zip(products((high, high), (high, high)))
                .map(|(low, high)| (low.0, high.1))?
        }
        (Add, _) => args.iter().fold((0, 0), |sum, arg| (sum.0 + arg.0, sum.1 + arg.1)),
        (Sub, &[a, b]) => (a.0 - b.1, a.1 - b.0),
        (Mul, _) => args.iter().try_fold((1, 1), |product, &arg| products(product, arg))?,
        (Div, &[a, b]) => {
            let largest = a.0.abs().max(a.1.abs()) / distance(b).0.max(1);
            (if a.0 >= 0 && b.0 >= 0 { 0 } else { -largest }, largest)
        }
        (Mod, &[a, b]) => {
            let largest = a.0.abs().max(a.1.abs()).min((b.0.abs().max(b.1.abs()) - 1).max(0));
            (if a.0 >= 0 { 0 } else { -largest }, if a.1 <= 0 { 0 } else { largest })
        }
        (Pow, &[a, b]) => {
            let base = a.0.abs().max(a.1.abs()).max(1);
            let largest =
                if base == 1 { 1 } else { base.checked_pow(u32::try_from(b.1.max(0)).ok()?)? };
            (if a.0 >= 0 { 0 } else { -largest }, largest)
        }
        (Dist, &[a, b]) => distance((a.0 - b.1, a.1 - b.0)),
        (Min, _) => (args.iter().map(|a| a.0).min()?, args.iter().map(|a| a.1).min()?),
        (Max, _) => (args.iter().map(|a| a.0).max()?, args.iter().map(|a| a.1).max()?),
        (If, &[_, b, c]) => (b.0.min(c.0), b.1.max(c.1)),
        _ => return None,
    })
}

/// The bounds of the absolute value.
fn distance((low, high): Bounds) -> Bounds {
    let nearest = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
    (nearest, low.abs().max(high.abs()))
}

fn products(a: Bounds, b: Bounds) -> Option<Bounds> {
    let corners = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?];
    let last = a.1.checked_mul(b.1)?;
    let low = corners.into_iter().fold(last, i128::min);
    let high = corners.into_iter().fold(last, i128::max);
    within((low, high))
}
