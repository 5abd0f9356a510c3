//! Detects whether exchanging variables leaves a model unchanged.
//!
//! Each expression and each constraint gets a number, its form. Equal forms have equal meanings: they differ
//! at most in the order of commutative arguments, or in the direction in which a comparison or a word is
//! read. So if the exchanged model has the same forms, the exchange maps solutions to solutions. If it has
//! other forms, it may still mean the same; the answer "no" is safe.

mod graph;
mod words;

use std::collections::{HashMap, HashSet};

use itertools::Itertools;

use crate::lower::Lowered;
use crate::tree::{Comparison, Condition, Constraint, Model, Tuples};
use crate::{Expr, Operator};
use cnfetti_core::csp::VarId;

/// The shape of a form. Each position in the list of a shape always has a form, or always a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shape {
    Number,
    Word,
    Variable,
    Apply(Operator),
    Holds,
    Different,
    Sum(Comparison),
    Table,
    Language,
    Reading,
    Readings,
    Place,
    Seen,
    Graph,
}

/// The known forms, by shape and parts.
#[derive(Debug, Default)]
struct Forms {
    known: HashMap<(Shape, Vec<i64>), i64>,
}

/// A model, prepared for exchanges of its variables.
#[derive(Debug)]
pub struct Exchange<'m> {
    model: &'m Model,
    lowered: &'m Lowered,
    forms: Forms,
    /// The forms of the model's constraints; `None` if one of them has no form.
    whole: Option<HashSet<i64>>,
}

impl<'m> Exchange<'m> {
    /// Computes the forms of the model as it is.
    pub fn new(model: &'m Model, lowered: &'m Lowered) -> Exchange<'m> {
        let mut forms = Forms::default();
        let whole = forms.model(model, &|variable| variable);
        let is_listed = model.variables.iter().all(|variable| variable.formula.is_none());
        let whole = whole.filter(|_| model.objectives.is_empty() && is_listed);
        Exchange { model, lowered, forms, whole }
    }

    /// Extends an exchange of the declared variables, given by `image`, to the variables of the CSP; `None`
    /// unless the exchange visibly leaves the model unchanged.
    pub fn permutation(&mut self, image: &[usize]) -> Option<Vec<VarId>> {
        let whole = self.whole.as_ref()?;
        let variables = &self.model.variables;
        let is_exchange = image.len() == variables.len() && image.iter().all_unique();
        let keeps = |(at, &to): (usize, &usize)| {
            variables.get(to).is_some_and(|other| other.domain == variables[at].domain)
        };
        if !is_exchange || !image.iter().enumerate().all(keeps) {
            return None;
        }
        let exchanged = self.forms.model(self.model, &|variable| image[variable])?;
        if exchanged != *whole {
            return None;
        }
        let lowered = &self.lowered;
        let declared = lowered.variables.iter().zip(image);
        let declared =
            declared.filter(|(id, _)| id.is_some()).map(|(_, &to)| lowered.variables[to]);
        let mut permutation = declared.collect::<Option<Vec<VarId>>>()?;
        // An added variable moves to one whose definition has the form of its own definition after the
        // exchange.
        let mut added: HashMap<i64, Vec<usize>> = HashMap::new();
        for (at, definition) in lowered.definitions.iter().enumerate().rev() {
            added.entry(self.forms.expr(definition, &|variable| variable)).or_default().push(at);
        }
        let taking_part = permutation.len();
        for definition in &lowered.definitions {
            let form = self.forms.expr(definition, &|variable| image[variable]);
            permutation.push(VarId::at(taking_part + added.get_mut(&form)?.pop()?));
        }
        Some(permutation)
    }
}

impl Forms {
    /// The form with this shape and these parts.
    fn form(&mut self, shape: Shape, of: Vec<i64>) -> i64 {
        let next = self.known.len() as i64;
        *self.known.entry((shape, of)).or_insert(next)
    }

    fn model(&mut self, model: &Model, image: &dyn Fn(usize) -> usize) -> Option<HashSet<i64>> {
        let constraints = model.constraints.iter();
        constraints.map(|posted| self.constraint(&posted.constraint, image)).collect()
    }

    fn expr(&mut self, expr: &Expr, image: &dyn Fn(usize) -> usize) -> i64 {
        match expr {
            Expr::Number(number) => self.form(Shape::Number, vec![*number]),
            Expr::Word(word) => self.form(Shape::Word, vec![*word]),
            Expr::Variable(variable) => self.form(Shape::Variable, vec![image(*variable) as i64]),
            Expr::Apply(Operator::Abs, args)
                if let [Expr::Apply(Operator::Sub, args)] = &args[..] =>
            {
                let mut args = self.exprs(args, image);
                args.sort_unstable();
                self.form(Shape::Apply(Operator::Dist), args)
            }
            Expr::Apply(operator, args) => {
                let mut args = self.exprs(args, image);
                let mut operator = *operator;
                match operator {
                    Operator::Gt | Operator::Ge => {
                        args.reverse();
                        let is_strict = operator == Operator::Gt;
                        operator = if is_strict { Operator::Lt } else { Operator::Le };
                    }
                    Operator::In | Operator::NotIn => args[1..].sort_unstable(),
                    Operator::Add
                    | Operator::Mul
                    | Operator::Dist
                    | Operator::Min
                    | Operator::Max
                    | Operator::Ne
                    | Operator::Eq
                    | Operator::And
                    | Operator::Or
                    | Operator::Xor
                    | Operator::Iff => args.sort_unstable(),
                    _ => {}
                }
                self.form(Shape::Apply(operator), args)
            }
        }
    }

    fn exprs(&mut self, list: &[Expr], image: &dyn Fn(usize) -> usize) -> Vec<i64> {
        list.iter().map(|expr| self.expr(expr, image)).collect()
    }

    /// The form of a constraint; `None` if it is not of a type that kinds of puzzle use.
    fn constraint(
        &mut self,
        constraint: &Constraint,
        image: &dyn Fn(usize) -> usize,
    ) -> Option<i64> {
        match constraint {
            Constraint::Intension(expr) => {
                let expr = self.expr(expr, image);
                Some(self.form(Shape::Holds, vec![expr]))
            }
            Constraint::AllDifferent { list, except } if except.is_empty() => {
                let mut list = self.exprs(list, image);
                list.sort_unstable();
                Some(self.form(Shape::Different, list))
            }
            Constraint::Sum { terms, weights, condition } => {
                let terms = self.exprs(terms, image);
                let Condition::Compare(relation, Expr::Number(bound)) = condition else {
                    return None;
                };
                self.sum(&terms, weights, *relation, *bound)
            }
            Constraint::Extension { scope, tuples, positive: true } => {
                let scope = self.exprs(scope, image);
                self.table(&scope, tuples)
            }
            Constraint::Regular { scope, automaton } => {
                let scope = self.exprs(scope, image);
                self.word(scope, automaton)
            }
            Constraint::Connected { places, links, may_be_empty } => {
                let colours = self.exprs(places, image);
                let links = self.links(links, image);
                self.graph(colours, &links, vec![0, i64::from(*may_be_empty)])
            }
            Constraint::Parts { places, links, sizes, marks } => {
                let places = self.exprs(places, image);
                let mut colours = Vec::with_capacity(places.len());
                for (at, (place, size)) in places.into_iter().zip(sizes).enumerate() {
                    let is_mark = marks.as_ref().is_some_and(|marks| marks.contains(&at));
                    let size = size.as_ref().map_or(-1, |size| self.expr(size, image));
                    colours.push(self.form(Shape::Place, vec![place, size, i64::from(is_mark)]));
                }
                let links = self.links(links, image);
                self.graph(colours, &links, vec![1, i64::from(marks.is_some())])
            }
            _ => None,
        }
    }

    /// The form of a sum. A lower bound is an upper bound on the negated sum; both sides of an equation have
    /// one form.
    fn sum(
        &mut self,
        terms: &[i64],
        weights: &[Expr],
        relation: Comparison,
        bound: i64,
    ) -> Option<i64> {
        let weight = |expr: &Expr| match expr {
            Expr::Number(number) => Some(*number),
            _ => None,
        };
        let weights = weights.iter().map(weight).collect::<Option<Vec<i64>>>()?;
        if weights.iter().chain([&bound]).any(|&number| number == i64::MIN) {
            return None;
        }
        let with_sign = |sign: i64| {
            let weighted = terms.iter().zip(&weights);
            let sorted = weighted.map(|(term, weight)| [sign * weight, *term]).sorted_unstable();
            [sign * bound].into_iter().chain(sorted.flatten()).collect_vec()
        };
        let (relation, sum) = match relation {
            Comparison::Less | Comparison::AtMost => (relation, with_sign(1)),
            Comparison::Greater => (Comparison::Less, with_sign(-1)),
            Comparison::AtLeast => (Comparison::AtMost, with_sign(-1)),
            Comparison::Equal | Comparison::Different => {
                (relation, with_sign(1).min(with_sign(-1)))
            }
        };
        Some(self.form(Shape::Sum(relation), sum))
    }

    /// The form of a table, regardless of the order of rows and columns.
    fn table(&mut self, scope: &[i64], tuples: &Tuples) -> Option<i64> {
        let columns = (0..scope.len()).sorted_by_key(|&at| scope[at]).collect_vec();
        let mut rows = Vec::with_capacity(tuples.rows().len());
        for row in tuples.rows() {
            let row = columns.iter().map(|&at| row[at].map(i64::from));
            rows.push(row.collect::<Option<Vec<i64>>>()?);
        }
        rows.sort_unstable();
        rows.dedup();
        let scope = columns.iter().map(|&at| scope[at]);
        let of = [scope.len() as i64].into_iter().chain(scope).chain(rows.into_iter().flatten());
        let of = of.collect();
        Some(self.form(Shape::Table, of))
    }
}

#[cfg(test)]
mod tests;
