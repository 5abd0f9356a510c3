//! Types of layers and their entries.

use std::collections::BTreeSet;

use cnfetti_input::{InputError, Span};

use super::{Checked, Checker, mismatch};
use crate::ast::Ast;
use crate::kind::{Choices, Named, On, Values};
use crate::types::{LayerId, Sort, Type};

impl Checker<'_> {
    pub(super) fn layer(&self, name: &str, span: &Span) -> Checked<Named> {
        if let Some(named) = self.kind.named(name) {
            return Ok(named);
        }
        let layers = self.kind.clues.iter().map(|layer| layer.name.as_ref());
        let names = layers.chain(self.kind.unknowns.iter().map(|unknown| unknown.name.as_ref()));
        let message = format!("there is no layer `{name}`");
        Err(InputError::new(span.clone(), message).meant(name, names))
    }

    /// The type of a layer's entries.
    fn entry_type(&self, layer: LayerId) -> Type {
        match self.kind.layer(layer) {
            Ok(clue) => match clue.values {
                Values::Flag => Type::KNOWN_TRUTH,
                Values::Number(_) => Type::KNOWN_NUMBER,
                Values::Words(_) => Type::KNOWN_WORD,
                Values::Direction => Type::Direction,
                Values::Directions => Type::list(Type::Direction),
                Values::Numbers => Type::list(Type::KNOWN_NUMBER),
                Values::Group => Type::place(Sort::Group(layer)),
            },
            Err(unknown) => match &unknown.values {
                Some(Choices::Named(_)) => Type::Word { known: false },
                _ if unknown.has_values() => Type::Number { known: false },
                _ => Type::Truth { known: false },
            },
        }
    }

    /// Whether a layer may lack an entry at a place, so that rules must ask for it first.
    fn has_gaps(&self, layer: LayerId) -> bool {
        match self.kind.layer(layer) {
            Ok(clue) => match clue.values {
                Values::Flag => false,
                Values::Group => clue.on != (On::Areas { cover: true }),
                _ => !clue.required || clue.any.is_some() || clue.on == On::Links,
            },
            Err(unknown) => {
                let is_partial = unknown.condition.is_some() || unknown.on == On::Links;
                unknown.has_values() && is_partial
            }
        }
    }

    /// The type of a layer's entry at a place of this type.
    pub(super) fn entry(&self, named: Named, name: &str, at: &Type, ast: &Ast) -> Checked<Type> {
        let (Named::Layer(id) | Named::Any(id)) = named;
        let on = self.kind.on(id);
        let Type::Place { sort, has } = at else {
            return Err(mismatch(ast, &format!("a place for `{name}`"), at));
        };
        if *sort != on.sort() {
            return Err(mismatch(ast, &format!("a {} for `{name}`", on.sort()), at));
        }
        if on == On::Paths {
            let message = format!("paths can cross: range over them with `path in {name}`");
            return Err(InputError::new(ast.span.clone(), message));
        }
        match named {
            Named::Any(_) => Ok(Type::KNOWN_TRUTH),
            Named::Layer(id) if self.has_gaps(id) && !has.contains(&id) => {
                let message =
                    format!("there may be no `{name}` here: ask for it with `with {name}`");
                Err(InputError::new(ast.span.clone(), message))
            }
            Named::Layer(id) => Ok(self.entry_type(id)),
        }
    }

    /// The type of a layer as a list: its areas, or its entries at all places.
    pub(super) fn whole(&self, named: Named) -> Type {
        match named {
            Named::Layer(id) => match self.entry_type(id) {
                group @ Type::Place { sort: Sort::Group(_), .. } => Type::list(group),
                item => {
                    let has = BTreeSet::from([id]);
                    let at = Type::Place { sort: self.kind.on(id).sort(), has };
                    Type::List { item: Box::new(item), at: Some(Box::new(at)) }
                }
            },
            Named::Any(id) => Type::List {
                item: Box::new(Type::KNOWN_TRUTH),
                at: Some(Box::new(Type::place(self.kind.on(id).sort()))),
            },
        }
    }

    /// The type of `place with layer` and `places with layer`.
    pub(super) fn with(&mut self, of: &Ast, name: &str, span: &Span) -> Checked<Type> {
        let named = self.layer(name, span)?;
        let (Named::Layer(id) | Named::Any(id)) = named;
        let expected = format!("a {} or a list of them for `with {name}`", self.kind.on(id).sort());
        let fits = |ty: &Type| {
            matches!(ty, Type::Place { sort, .. } if *sort == self.kind.on(id).sort())
                && self.kind.on(id) != On::Paths
        };
        let ty = self.typed(of)?;
        match ty {
            Type::List { item, .. } if fits(&item) => Ok(Type::list(having(*item, named))),
            Type::List { item, .. } if *item == Type::Nothing => Ok(Type::list(*item)),
            ref place if fits(place) => Ok(Type::KNOWN_TRUTH),
            other => Err(mismatch(of, &expected, &other)),
        }
    }
}

/// The type of places that are known to have an entry in the layer.
pub(super) fn having(mut place: Type, named: Named) -> Type {
    if let (Type::Place { has, .. }, Named::Layer(id)) = (&mut place, named) {
        has.insert(id);
    }
    place
}
