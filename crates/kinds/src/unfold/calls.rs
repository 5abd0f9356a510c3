//! Evaluates functions and definitions.

use super::{Unfold, Unfolder};
use crate::ast::Ast;
use crate::board::Place;
use crate::functions;
use crate::types::{Sort, Type};
use crate::value::Val;

impl<'k> Unfolder<'k> {
    pub(super) fn call(&mut self, name: &str, args: &'k [Ast]) -> Unfold<Val> {
        let kind = self.kind;
        let values = args.iter().map(|arg| self.value(arg)).collect::<Unfold<Vec<Val>>>()?;
        if let Some(definition) = kind.definitions.get(name) {
            return self.defined(&definition.parameters, values, |unfolder| {
                unfolder.value(&definition.body)
            });
        }
        // The type checker has chosen one of the functions with this name; their arguments differ in
        // number or sort.
        let mut rows = functions::named(name);
        let row = match (rows.next(), rows.next()) {
            (Some(only), None) => Some(only),
            _ => {
                let types: Vec<Type> = values.iter().map(rough_type).collect();
                functions::named(name).find(|row| (row.typed)(&types).is_some())
            }
        };
        Ok(row.map_or(Val::Truth(false), |row| (row.value)(self.data, &values)))
    }

    /// Evaluates the body of a definition, with only its arguments bound.
    pub(super) fn defined<T>(
        &mut self,
        parameters: &'k [Box<str>],
        values: Vec<Val>,
        evaluate: impl FnOnce(&mut Unfolder<'k>) -> Unfold<T>,
    ) -> Unfold<T> {
        let scope = parameters.iter().map(AsRef::as_ref).zip(values).collect();
        let outer = std::mem::replace(&mut self.scope, scope);
        let value = evaluate(self);
        self.scope = outer;
        value
    }
}

/// The type of a value, precise enough to distinguish functions with the same name.
fn rough_type(value: &Val) -> Type {
    match value {
        Val::Truth(_) => Type::KNOWN_TRUTH,
        Val::Number(_) => Type::KNOWN_NUMBER,
        Val::Expr(_) => Type::Number { known: false },
        Val::Direction(_) => Type::Direction,
        Val::Word(_) => Type::KNOWN_WORD,
        Val::List(list) => Type::list(list.items.first().map_or(Type::Nothing, rough_type)),
        Val::Place(place) => Type::place(match place {
            Place::Cell(..) => Sort::Cell,
            Place::Above(..) | Place::Left(..) => Sort::Side,
            Place::Corner(..) => Sort::Corner,
            Place::Edge(..) => Sort::Edge,
            Place::Group(layer, _) => Sort::Group(usize::from(*layer)),
        }),
    }
}
