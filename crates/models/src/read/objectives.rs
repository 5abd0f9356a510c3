//! Reads objectives.

use roxmltree::Node;

use super::constraints::require;
use super::structure::Parts;
use super::{Reader, elements, span, unknown};
use crate::{Expr, Goal, Objective, Operator, Sense};
use cnfetti_input::InputError;

impl Reader<'_> {
    /// Reads what to minimize or maximize: at most one objective.
    pub(super) fn objectives(&self, node: Node<'_, '_>) -> Result<Vec<Objective>, InputError> {
        let mut objectives = Vec::new();
        for child in elements(node) {
            if !objectives.is_empty() {
                return Err(InputError::expected(span(child), "one objective", "a second"));
            }
            objectives.push(self.objective(child)?);
        }
        Ok(objectives)
    }

    fn objective(&self, node: Node<'_, '_>) -> Result<Objective, InputError> {
        let sense = match node.tag_name().name() {
            "minimize" => Sense::Minimize,
            "maximize" => Sense::Maximize,
            _ => return Err(unknown(node, "<minimize> or <maximize>")),
        };
        let parts = Parts::of(node, &["list", "coeffs"])?;
        let sort = node.attribute("type").unwrap_or("expression");
        let goal = if sort == "expression" {
            Goal::Value(self.single(node)?)
        } else {
            let list = self.filled_list(parts.list()?)?;
            self.goal(node, &parts, sort, list)?
        };
        Ok(Objective { sense, goal, span: span(node) })
    }

    fn goal(
        &self,
        node: Node<'_, '_>,
        parts: &Parts<'_, '_>,
        sort: &str,
        list: Vec<Expr>,
    ) -> Result<Goal, InputError> {
        let weights = parts.maybe("coeffs")?.map(|node| Ok((node, self.list(node)?)));
        let terms = match weights.transpose()? {
            None => list,
            Some((node, weights)) => {
                require(node, "coefficients", list.len(), weights.len())?;
                let products = weights.into_iter().zip(list);
                products.map(|(weight, term)| Expr::two(Operator::Mul, weight, term)).collect()
            }
        };
        match sort {
            "sum" => Ok(Goal::Value(Expr::Apply(Operator::Add, terms))),
            "product" => Ok(Goal::Value(Expr::Apply(Operator::Mul, terms))),
            "minimum" => Ok(Goal::Value(Expr::Apply(Operator::Min, terms))),
            "maximum" => Ok(Goal::Value(Expr::Apply(Operator::Max, terms))),
            "nValues" => Ok(Goal::DistinctCount(terms)),
            _ => {
                let expected = "expression, sum, product, minimum, maximum or nValues for `type`";
                Err(InputError::expected(span(node), expected, format!("`{sort}`")))
            }
        }
    }
}
