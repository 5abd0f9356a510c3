//! The sentences of rules: text with expressions in braces.

use cnfetti_input::{InputError, Text};

use crate::ast::Ast;
use crate::parser;

/// A sentence such as `{c} has {number[c]|side|sides} of the loop`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sentence(pub(crate) Vec<Part>);

#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    /// An expression, and its source.
    Value(Ast, String),
    /// A number, the words that follow 1 and any other number, and the source.
    Number(Ast, [String; 2], String),
}

impl Part {
    /// The expression of the part, if it has one.
    pub(crate) fn ast(&self) -> Option<&Ast> {
        match self {
            Part::Text(_) => None,
            Part::Value(ast, _) | Part::Number(ast, ..) => Some(ast),
        }
    }

    /// The source of the part.
    pub(crate) fn source(&self) -> String {
        match self {
            Part::Text(text) => text.clone(),
            Part::Value(_, source) | Part::Number(.., source) => format!("{{{source}}}"),
        }
    }
}

impl Sentence {
    /// Parses a sentence.
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
            parts.push(part(text, open + 1, close)?);
            at = close + 1;
        }
        parts.push(Part::Text(source[at..].to_owned()));
        Ok(Sentence(parts))
    }
}

/// Parses an expression, with optional words for a number: `number[c]|side|sides`.
fn part(text: &Text<'_>, from: usize, to: usize) -> Result<Part, InputError> {
    let source = &text.value[from..to];
    let Some(end) = source.find('|') else {
        return Ok(Part::Value(parser::expression(&text.part(from..to))?, source.to_owned()));
    };
    let words: Vec<&str> = source[end + 1..].split('|').collect();
    let [one, many] = words[..] else {
        let found = format!("{} of them", words.len());
        let span = text.place(from + end + 1..to);
        return Err(InputError::expected(
            span,
            "two forms of a word, as in `{n|cell|cells}`",
            found,
        ));
    };
    let ast = parser::expression(&text.part(from..from + end))?;
    Ok(Part::Number(ast, [one.to_owned(), many.to_owned()], source.to_owned()))
}
