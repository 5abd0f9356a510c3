//! The sentences of rules: text with expressions in braces.

use cnfetti_input::{InputError, Text};

use crate::ast::Ast;
use crate::parser;

/// `{c} has {number[c]} sides of the loop`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sentence(pub(crate) Vec<Part>);

#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    /// An expression, and how it is written.
    Value(Ast, String),
}

impl Sentence {
    /// Reads a sentence.
    pub(crate) fn read(text: &Text<'_>) -> Result<Sentence, InputError> {
        let source = text.value.as_ref();
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(open) = source[at..].find(['{', '}']) {
            let open = at + open;
            let unpaired = |at: usize| {
                let span = text.place(at..at + 1);
                InputError::new(span, "unmatched brace: write an expression between `{` and `}`")
            };
            if source.as_bytes()[open] == b'}' {
                return Err(unpaired(open));
            }
            let close = source[open..].find('}').ok_or_else(|| unpaired(open))? + open;
            parts.push(Part::Text(source[at..open].to_owned()));
            let value = text.part(open + 1..close);
            parts.push(Part::Value(parser::expression(&value)?, value.value.to_string()));
            at = close + 1;
        }
        parts.push(Part::Text(source[at..].to_owned()));
        Ok(Sentence(parts))
    }
}
