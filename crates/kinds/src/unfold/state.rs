//! States rules as constraints, as directly as the model can express them.

use cnfetti_models::{COMPARISONS, Comparison, Condition, Constraint, Expr, Operator};

use super::{MAX_CONSTRAINTS, Unfold, Unfolder};
use crate::ast::{Ast, Node, Operation};
use crate::statements::{STATEMENTS, Statement};
use crate::value::{Val, junction, not, two};

impl<'k> Unfolder<'k> {
    /// States that an expression is true.
    pub(super) fn state(&mut self, ast: &'k Ast) -> Unfold<()> {
        match &ast.node {
            Node::Binary(Operation::And, left, right) => {
                self.state(left)?;
                self.state(right)
            }
            Node::Binary(Operation::Implies, left, right) => {
                let left = self.value(left)?;
                match left.truth() {
                    Some(true) => self.state(right),
                    Some(false) => Ok(()),
                    None => {
                        let right = self.value(right)?;
                        self.hold(junction(Operator::Or, [not(&left), right]))
                    }
                }
            }
            Node::If { then, condition, otherwise } => match self.value(condition)?.truth() {
                Some(true) => self.state(then),
                Some(false) => self.state(otherwise),
                None => self.hold_value(ast),
            },
            Node::Binary(Operation::Eq, left, right) => match (&left.node, &right.node) {
                (Node::Call { name, args }, _) if &**name == "distinct" => {
                    self.distinct(&args[0], right)
                }
                _ => self.hold_value(ast),
            },
            Node::Name(name) => self.call_or_hold(ast, name, &[]),
            Node::Call { name, args } => self.call_or_hold(ast, name, args),
            _ => self.hold_value(ast),
        }
    }

    fn hold_value(&mut self, ast: &'k Ast) -> Unfold<()> {
        let truth = self.value(ast)?;
        self.hold(truth)
    }

    fn call_or_hold(&mut self, ast: &'k Ast, name: &str, args: &'k [Ast]) -> Unfold<()> {
        let kind = self.kind;
        if let Some(definition) = kind.definitions.get(name) {
            let values = args.iter().map(|arg| self.value(arg)).collect::<Unfold<Vec<Val>>>()?;
            return self.defined(&definition.parameters, values, |unfolder| {
                unfolder.state(&definition.body)
            });
        }
        if let Some((statement, ..)) = STATEMENTS.iter().find(|row| row.1 == name) {
            return match statement {
                Statement::Connected => self.connected(args),
                Statement::SingleLoop => self.single_loop(args),
                Statement::CrossingLoop => self.crossing_loop(args),
                Statement::ReachMarks => self.reach_marks(args),
                Statement::ReachRim => self.reach_rim(args),
                Statement::NoLoops => self.no_loops(args),
                Statement::Parts => self.parts(args),
                Statement::EqualParts => self.equal_parts(args),
                Statement::Sizes => self.sizes(args),
                Statement::Runs => self.runs(args),
                Statement::RunsAround => self.runs_around(args),
            };
        }
        match (name, args) {
            ("different", [list]) => {
                let list = self.value(list)?.items().iter().map(Val::expr).collect();
                self.post(Constraint::AllDifferent { list, except: Vec::new() })
            }
            ("all", [list]) => {
                let list = self.value(list)?;
                list.items().iter().try_for_each(|item| self.hold(item.clone()))
            }
            _ => self.hold_value(ast),
        }
    }

    /// States how many different numbers a list has.
    fn distinct(&mut self, list: &'k Ast, number: &'k Ast) -> Unfold<()> {
        let list: Vec<Expr> = self.value(list)?.items().iter().map(Val::expr).collect();
        let number = self.value(number)?.expr();
        match list.is_empty() {
            true => self.hold(two(Operator::Eq, &Val::Number(0), &Val::Expr(number))),
            false => self.post(Constraint::DistinctCount {
                list,
                except: Vec::new(),
                condition: Condition::Compare(Comparison::Equal, number),
            }),
        }
    }

    /// States that a truth holds.
    pub(super) fn hold(&mut self, truth: Val) -> Unfold<()> {
        match truth {
            Val::Truth(true) => Ok(()),
            Val::Expr(Expr::Apply(Operator::And, parts)) => {
                parts.into_iter().try_for_each(|part| self.hold(Val::Expr(part)))
            }
            Val::Expr(expr) => {
                let constraint = linear(&expr).unwrap_or(Constraint::Intension(expr));
                self.post(constraint)
            }
            // A truth that never holds is the expression 0.
            _ => self.post(Constraint::Intension(Expr::Number(0))),
        }
    }

    pub(super) fn post(&mut self, constraint: Constraint) -> Unfold<()> {
        self.step()?;
        if self.rules.len() >= MAX_CONSTRAINTS {
            return Err(self.error(format!("takes the puzzle over {MAX_CONSTRAINTS} constraints")));
        }
        self.rules.push(self.rule);
        self.builder.post(constraint, self.sentence.clone(), self.role);
        Ok(())
    }
}

/// A comparison of a sum as a linear constraint.
fn linear(expr: &Expr) -> Option<Constraint> {
    let Expr::Apply(operator, args) = expr else { return None };
    let relation = COMPARISONS.iter().find(|row| row.3 == *operator)?.0;
    let [one, other] = &args[..] else { return None };
    let mut terms = Vec::new();
    let mut weights = Vec::new();
    let mut constant = 0_i64;
    for (side, sign) in [(one, 1_i64), (other, -1)] {
        let alone = std::slice::from_ref(side);
        let parts = match side {
            Expr::Apply(Operator::Add, parts) => &parts[..],
            _ => alone,
        };
        for part in parts {
            match part {
                Expr::Number(number) => constant = constant.checked_add(sign * number)?,
                part => {
                    terms.push(part.clone());
                    weights.push(Expr::Number(sign));
                }
            }
        }
    }
    (terms.len() > 2).then(|| {
        let condition = Condition::Compare(relation, Expr::Number(-constant));
        Constraint::Sum { terms, weights, condition }
    })
}
