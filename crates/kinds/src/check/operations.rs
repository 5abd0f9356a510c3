//! Types of operations.

use cnfetti_input::InputError;
use itertools::Itertools;

use super::{Checked, Checker, mismatch};
use crate::ast::{Ast, Node, Operation};
use crate::board::Direction;
use crate::kind::Named;
use crate::types::Type;

impl Checker<'_> {
    /// The type of `not`, applied to a truth or to each item of a list.
    pub(super) fn not(&mut self, inner: &Ast) -> Checked<Type> {
        let ty = self.typed(inner)?;
        match &ty {
            Type::Truth { .. } => Ok(ty),
            Type::List { item, .. } if matches!(**item, Type::Truth { .. } | Type::Nothing) => {
                Ok(ty)
            }
            other => Err(mismatch(inner, "a truth, or a list of truths", other)),
        }
    }

    pub(super) fn binary(
        &mut self,
        operation: Operation,
        left: &Ast,
        right: &Ast,
    ) -> Checked<Type> {
        match operation {
            Operation::And | Operation::Or | Operation::Implies => {
                self.junction(operation, left, right)
            }
            Operation::Eq | Operation::Ne => {
                let (one, two) = (self.typed(left)?, self.typed(right)?);
                let known = self.can_equal(&one, &two);
                let known = known.ok_or_else(|| {
                    let error = mismatch(right, &format!("{one} to compare with"), &two);
                    match (&one, &two) {
                        (Type::Truth { .. }, Type::Number { .. }) => {
                            error.help("a truth needs no comparison: write `a`, or `not a`")
                        }
                        (Type::List { item, .. }, other)
                            if self.can_equal(item, other).is_some() =>
                        {
                            error.help("compare each, as in `all(value[c] == 1 for c in cells)`")
                        }
                        (one, Type::List { item, .. }) if self.can_equal(one, item).is_some() => {
                            error.help("`in` says whether it is in a list, `value[c]` is one entry")
                        }
                        _ => error,
                    }
                })?;
                self.can_be(left, right)?;
                self.can_be(right, left)?;
                Ok(Type::Truth { known })
            }
            Operation::Lt | Operation::Le | Operation::Gt | Operation::Ge => {
                let (one, two) = (self.typed(left)?, self.typed(right)?);
                match (&one, one.or(&two)) {
                    (Type::Number { .. } | Type::Place { .. }, Some(joined)) => {
                        Ok(Type::Truth { known: joined.is_known() })
                    }
                    (Type::Number { .. } | Type::Place { .. }, None) => {
                        Err(mismatch(right, &format!("{one} to compare with"), &two))
                    }
                    _ => Err(mismatch(left, "a number", &one)),
                }
            }
            Operation::In => {
                let (one, list) = (self.typed(left)?, self.typed(right)?);
                match &list {
                    Type::List { item, .. } if self.can_equal(&one, item).is_some() => {
                        if let Node::List(items) = &right.node {
                            items.iter().try_for_each(|item| self.can_be(left, item))?;
                        }
                        Ok(Type::Truth { known: item.is_known() && one.is_known() })
                    }
                    _ => Err(mismatch(right, &format!("a list in which {one} can be"), &list)),
                }
            }
            Operation::Add => self.sum(left, right),
            Operation::Sub | Operation::Mul => {
                let (one, two) = (self.number_type(left)?, self.number_type(right)?);
                Ok(Type::Number { known: one && two })
            }
            Operation::Div | Operation::Mod => {
                self.number(left, true)?;
                self.number(right, true)?;
                Ok(Type::KNOWN_NUMBER)
            }
        }
    }

    /// Returns an error if an entry of a layer is compared with a word or a direction that it cannot be.
    fn can_be(&self, entry: &Ast, other: &Ast) -> Checked<()> {
        let (Node::Index { layer, .. }, Node::Name(name)) = (&entry.node, &other.node) else {
            return Ok(());
        };
        let Some(Named::Layer(id)) = self.kind.named(layer) else { return Ok(()) };
        let listed = self.kind.words_of(id);
        if listed.is_empty() || listed.contains(&&**name) || !self.is_word(name) {
            return Ok(());
        }
        let expected = format!("a word that `{layer}` can be");
        let words = listed.iter().map(|word| format!("`{word}`")).join(", ");
        Err(InputError::expected(other.span.clone(), expected, format!("`{name}`"))
            .help(format!("it can be {words}")))
    }

    /// Whether a name is that of a word or a direction, and of nothing that is bound here.
    fn is_word(&self, name: &str) -> bool {
        let is_bound = self.scope.iter().any(|(bound, _)| **bound == *name);
        !is_bound && (self.kind.word(name).is_some() || Direction::by_name(name).is_some())
    }

    /// Whether it is known if two values of these types are equal; `None` if they cannot be compared.
    fn can_equal(&self, one: &Type, two: &Type) -> Option<bool> {
        let is_named = |one: &Type, two: &Type| {
            let is_piece = self.kind.pieces.is_some() && *one == Type::Number { known: false };
            is_piece && *two == Type::KNOWN_WORD
        };
        if is_named(one, two) || is_named(two, one) {
            return Some(false);
        }
        one.or(two).filter(|ty| *ty != Type::Statement).map(|joined| joined.is_known())
    }

    /// The type of `and`, `or` and `implies`. For `and` and `implies`, what the left side implies
    /// for places is known on the right.
    fn junction(&mut self, operation: Operation, left: &Ast, right: &Ast) -> Checked<Type> {
        let one = self.typed(left)?;
        let depth = self.scope.len();
        if operation != Operation::Or {
            let narrowed = self.narrowed(left);
            self.scope.extend(narrowed);
        }
        let two = self.typed(right)?;
        self.scope.truncate(depth);
        match (operation, &one, &two) {
            (_, Type::Truth { known: one }, Type::Truth { known: two }) => {
                Ok(Type::Truth { known: *one && *two })
            }
            (Operation::And, Type::Statement, Type::Statement | Type::Truth { .. })
            | (Operation::And, Type::Truth { .. }, Type::Statement)
            | (Operation::Implies, Type::Truth { known: true }, Type::Statement) => {
                Ok(Type::Statement)
            }
            (_, Type::Truth { .. }, _) => Err(mismatch(right, "a truth", &two)),
            _ => Err(mismatch(left, "a truth", &one)),
        }
    }

    /// The type of `+`, for numbers and for lists.
    fn sum(&mut self, left: &Ast, right: &Ast) -> Checked<Type> {
        let (one, two) = (self.typed(left)?, self.typed(right)?);
        match &one {
            Type::Number { .. } | Type::List { .. } => {
                one.or(&two).ok_or_else(|| mismatch(right, &format!("{one} to add"), &two))
            }
            _ => Err(mismatch(left, "a number or a list", &one)),
        }
    }

    pub(super) fn choice(&mut self, then: &Ast, condition: &Ast, otherwise: &Ast) -> Checked<Type> {
        let known = self.truth(condition, false)?;
        let depth = self.scope.len();
        let narrowed = self.narrowed(condition);
        self.scope.extend(narrowed);
        let one = self.typed(then)?;
        self.scope.truncate(depth);
        let two = self.typed(otherwise)?;
        let joined = one.or(&two).ok_or_else(|| mismatch(otherwise, &format!("{one}"), &two))?;
        match (known, &joined) {
            (true, _) => Ok(joined),
            (false, Type::Truth { .. }) => Ok(Type::Truth { known: false }),
            (false, Type::Number { .. }) => Ok(Type::Number { known: false }),
            (false, Type::Word { .. } | Type::Direction) => Ok(Type::Word { known: false }),
            (false, _) => {
                let expected = "a condition that the puzzle decides, or a truth, a number, a word or a direction";
                Err(mismatch(then, expected, &joined))
            }
        }
    }
}
