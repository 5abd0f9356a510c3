//! Variables that a tool added to a model.

use super::tree::{Condition, Constraint, Element, Model, Rank, Relation};
use super::{Expr, Operator};

impl Model {
    /// Whether each variable that a tool added follows from the author's: then there are as many
    /// solutions with it as without. Saying no is always safe.
    pub(crate) fn auxiliaries_follow(&self) -> bool {
        let mentioned = self.mentioned();
        let auxiliary = self.arrays.iter().filter(|array| array.introduced);
        let mut open = vec![false; self.variables.len()];
        auxiliary.flat_map(|array| array.cells.iter().flatten()).for_each(|&variable| {
            open[variable] = mentioned[variable];
        });
        let mut left = open.iter().filter(|open| **open).count();
        while left > 0 {
            let before = left;
            for posted in &self.constraints {
                for result in results(self, &posted.constraint) {
                    let mut unknown = 0;
                    posted.constraint.each_expr(&mut |expr| {
                        expr.each_variable(&mut |variable| unknown += usize::from(open[variable]));
                    });
                    // It is unknown once: as the result.
                    if open[result] && unknown == 1 {
                        open[result] = false;
                        left -= 1;
                    }
                }
            }
            if left == before {
                return false;
            }
        }
        true
    }
}

/// The variables whose value a constraint decides when all others in it are known.
fn results(model: &Model, constraint: &Constraint) -> Vec<usize> {
    let variable = |expr: &Expr| match expr {
        Expr::Variable(variable) => Some(*variable),
        _ => None,
    };
    let condition = match constraint {
        Constraint::Intension(Expr::Apply(Operator::Eq, args)) if args.len() == 2 => {
            return args.iter().filter_map(variable).collect();
        }
        Constraint::Intension(Expr::Apply(Operator::Iff, args)) if args.len() == 2 => {
            let is_truth =
                |at: &usize| model.variables[*at].domain.iter().all(|v| (0..2).contains(v));
            return args.iter().filter_map(variable).filter(is_truth).collect();
        }
        Constraint::Sum { condition, .. }
        | Constraint::Count { condition, .. }
        | Constraint::DistinctCount { condition, .. }
        | Constraint::Extreme { condition, .. } => condition,
        Constraint::Element { element: Element::Matrix { .. }, condition }
        | Constraint::Element { element: Element::List { rank: Rank::Any, .. }, condition } => {
            condition
        }
        _ => return Vec::new(),
    };
    match condition {
        Condition::Compare(Relation::Eq, expr) => variable(expr).into_iter().collect(),
        _ => Vec::new(),
    }
}
