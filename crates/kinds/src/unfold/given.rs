//! Which given of a puzzle a rule of a clue is about. If several rules are about one given, together they are one clue.

use std::sync::Arc;

use super::{Unfolder, entry_value};
use crate::board::Place;
use crate::kind::{Kind, Rule};
use crate::types::LayerId;
use crate::value::Val;

impl Kind {
    /// The layers of clues that a rule mentions itself, not only in definitions.
    pub(super) fn layers_of(&self, rule: &Rule) -> Vec<LayerId> {
        let mentioned = rule.mentioned();
        let is_mentioned = |name: &str| mentioned.contains(name);
        let layers = self.clues.iter().enumerate().filter(|(_, layer)| {
            is_mentioned(&layer.name) || layer.any.as_deref().is_some_and(is_mentioned)
        });
        layers.map(|(id, _)| id).collect()
    }
}

impl Unfolder<'_> {
    /// The name of the given at the first place over which the current rule ranges, in the first of these layers
    /// that has an entry there. An area or a path is a given itself, with all that is written on it.
    pub(super) fn given(&self, layers: &[LayerId]) -> Option<Arc<str>> {
        let place = self.scope.first()?.1.place()?;
        let text = self.place_text(place);
        if let Place::Group(..) = place {
            return Some(text.into());
        }
        let layer =
            layers.iter().find(|&&layer| self.data.layers[layer].at.contains_key(&place))?;
        let name = self.kind.clues[*layer].name.replace('_', " ");
        let value = match entry_value(&self.data.layers[*layer].at[&place]) {
            Some(Val::Truth(_)) => String::new(),
            Some(value) => format!(" {}", self.text(&value)),
            None => " ?".to_owned(),
        };
        let relation = if let Place::Cell(..) = place { "in" } else { "at" };
        Some(format!("{name}{value} {relation} {text}").into())
    }
}
