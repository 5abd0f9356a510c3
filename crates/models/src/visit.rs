//! Visits the expressions of a constraint.

use super::Expr;
use super::tree::{Condition, Constraint, Element, Goal, Occurs, Packing};

impl Constraint {
    /// Calls `visit` with each expression of the constraint.
    pub fn each_expr(&self, visit: &mut impl FnMut(&Expr)) {
        match self {
            Constraint::Intension(expr) => visit(expr),
            Constraint::Extension { scope: list, .. }
            | Constraint::Regular { scope: list, .. }
            | Constraint::AllDifferent { list, .. }
            | Constraint::AllEqual { list, .. }
            | Constraint::Precedence { list, .. } => list.iter().for_each(visit),
            Constraint::AllDifferentMatrix { rows: lists, .. }
            | Constraint::DifferentLists { lists, .. }
            | Constraint::Lex { lists, .. } => lists.iter().flatten().for_each(visit),
            Constraint::Ordered { list, lengths, .. } => {
                list.iter().chain(lengths).for_each(visit);
            }
            Constraint::Sum { terms, weights, condition } => {
                terms.iter().chain(weights).chain(condition.expr()).for_each(visit);
            }
            Constraint::Count { list, values, condition } => {
                list.iter().chain(values).chain(condition.expr()).for_each(visit);
            }
            Constraint::Cardinality { list, values, occurs, .. } => {
                let occurs = occurs.iter().filter_map(Occurs::expr);
                list.iter().chain(values).chain(occurs).for_each(visit);
            }
            Constraint::DistinctCount { list, condition, .. }
            | Constraint::Extreme { list, condition, .. }
            | Constraint::ExtremeArg { list, condition, .. } => {
                list.iter().chain(condition.expr()).for_each(visit);
            }
            Constraint::Element { element, condition } => {
                element.each_expr(visit);
                condition.expr().into_iter().for_each(visit);
            }
            Constraint::Channel { first, second, .. } => first.iter().chain(second).for_each(visit),
            Constraint::ChannelValue { list, value, .. } => {
                list.iter().chain([value]).for_each(visit);
            }
            Constraint::NoOverlap { origins, lengths, .. } => {
                origins.iter().chain(lengths).flatten().for_each(visit);
            }
            Constraint::Cumulative { origins, lengths, ends, heights, condition } => {
                let lists = [origins, lengths, ends, heights];
                lists.into_iter().flatten().chain(condition.expr()).for_each(visit);
            }
            Constraint::BinPacking { list, sizes, packing, .. } => {
                let bins = match packing {
                    Packing::Each(_) => &Vec::new(),
                    Packing::Limits(bins) | Packing::Loads(bins) => bins,
                };
                let condition = match packing {
                    Packing::Each(condition) => condition.expr(),
                    Packing::Limits(_) | Packing::Loads(_) => None,
                };
                list.iter().chain(sizes).chain(bins).chain(condition).for_each(visit);
            }
            Constraint::Knapsack { list, weights, profits, conditions } => {
                let conditions = conditions.iter().filter_map(Condition::expr);
                list.iter().chain(weights).chain(profits).chain(conditions).for_each(visit);
            }
            Constraint::Flow { list, balance, cost, .. } => {
                let cost =
                    cost.iter().flat_map(|(weights, limit)| weights.iter().chain(limit.expr()));
                list.iter().chain(balance).chain(cost).for_each(visit);
            }
            Constraint::Circuit { list, size, .. } => {
                list.iter().chain(size.iter().filter_map(Condition::expr)).for_each(visit);
            }
            Constraint::Connected { places, links, .. } => {
                let conditions = links.iter().filter_map(|link| link.condition.as_ref());
                places.iter().chain(conditions).for_each(visit);
            }
            Constraint::Parts { places, links, sizes, .. } => {
                let conditions = links.iter().filter_map(|link| link.condition.as_ref());
                places.iter().chain(conditions).chain(sizes.iter().flatten()).for_each(visit);
            }
            Constraint::Selection { choices, result } => {
                choices.iter().map(|choice| &choice.variable).chain([result]).for_each(visit);
            }
        }
    }

    /// The variables that the constraint mentions, increasing.
    pub fn scope(&self) -> Vec<usize> {
        let mut scope = Vec::new();
        self.each_expr(&mut |expr| expr.each_variable(&mut |variable| scope.push(variable)));
        scope.sort_unstable();
        scope.dedup();
        scope
    }
}

impl Element {
    fn each_expr(&self, visit: &mut impl FnMut(&Expr)) {
        match self {
            Element::Member(list) => list.iter().for_each(visit),
            Element::List { list, index, .. } => list.iter().chain([index]).for_each(visit),
            Element::Matrix { rows, index, .. } => {
                rows.iter().flatten().chain(index).for_each(visit);
            }
        }
    }
}

impl Occurs {
    /// The expression for the number of times, if there is one.
    pub(super) fn expr(&self) -> Option<&Expr> {
        match self {
            Occurs::Exactly(expr) => Some(expr),
            Occurs::Between(..) => None,
        }
    }
}

impl Condition {
    /// The expression with which the number is compared, if there is one.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Condition::Compare(_, expr) => Some(expr),
            Condition::Within { .. } => None,
        }
    }
}

impl Goal {
    /// The expressions of the quantity.
    pub fn exprs(&self) -> &[Expr] {
        match self {
            Goal::Value(expr) => std::slice::from_ref(expr),
            Goal::DistinctCount(list) => list,
        }
    }
}
