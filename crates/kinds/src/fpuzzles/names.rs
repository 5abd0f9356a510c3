//! What the names in a link mean, as the kind says.

use cnfetti_input::{Entry, InputError, Span};

use crate::kind::{Kind, On, Values};

/// A name in a link, and its meaning in the kind.
#[derive(Clone, Debug)]
pub(crate) struct LinkName {
    /// The name in the JSON; for an item of an array, `negative.xv`.
    pub(crate) name: Box<str>,
    /// The parameter or the layer.
    pub(crate) layer: Box<str>,
    /// For areas with numbers, the layer of the numbers.
    pub(crate) total: Option<Box<str>>,
    /// The number of a clue that has none in the link.
    pub(crate) default: Option<i64>,
    span: Span,
}

/// Reads `name = "layer"`, `name = "layer, layer of its numbers"` or `name = "layer = number"`.
pub(crate) fn named(entry: Entry<'_>) -> Result<Vec<LinkName>, InputError> {
    let mut all = Vec::new();
    for (key, entry) in entry.table()?.drain() {
        let text = entry.text()?;
        let (layers, default) = match text.value.split_once('=') {
            None => (text.value.as_ref(), None),
            Some((layers, number)) => {
                let number = number.trim().parse().map_err(|_| {
                    InputError::expected(text.span.clone(), "a number after `=`", number.trim())
                })?;
                (layers, Some(number))
            }
        };
        let (layer, total) = match layers.split_once(',') {
            None => (layers, None),
            Some((layer, total)) => (layer, Some(total.trim().into())),
        };
        let name = key.value.as_ref().into();
        all.push(LinkName { name, layer: layer.trim().into(), total, default, span: text.span });
    }
    Ok(all)
}

impl Kind {
    /// Checks that names refer to layers and parameters that the kind has.
    pub(crate) fn check_names(&self) -> Result<(), InputError> {
        for named in &self.link_names {
            let wrong = |message: String| Err(InputError::new(named.span.clone(), message));
            if self.parameter(&named.layer).is_some_and(|at| self.parameters[at].is_truth) {
                continue;
            }
            let layer = &named.layer;
            let Some(at) = self.clue(layer) else {
                return wrong(format!(
                    "there is no layer `{layer}`, and no parameter that is a truth"
                ));
            };
            let Some(total) = &named.total else { continue };
            match self.clue(total).map(|total| &self.clues[total]) {
                Some(total) if total.on == On::Groups(at) => {
                    if !matches!(total.values, Values::Number(_)) {
                        return wrong(format!("`{}` has no numbers", total.name));
                    }
                }
                _ => return wrong(format!("`{total}` is no layer on `{layer}`")),
            }
        }
        Ok(())
    }

    /// The index of a parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|parameter| *parameter.name == *name)
    }
}
