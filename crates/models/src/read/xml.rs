//! Parses the XML of a file.

use roxmltree::{Document, Error, ParsingOptions};

use cnfetti_input::{InputError, lines};

/// More deeply nested elements are refused; the format needs about six levels.
const MAX_DEPTH: usize = 100;

/// More elements and pieces of text are refused.
const MAX_NODES: u32 = 8_000_000;

/// Parses a document. Refuses document types, and with them custom entities.
pub(super) fn parse(source: &str) -> Result<Document<'_>, InputError> {
    refuse_depth(source)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..Default::default() };
    Document::parse_with_options(source, options).map_err(|error| {
        let at = offset(source, &error);
        let end = source[at..].chars().next().map_or(at, |c| at + c.len_utf8());
        InputError::new(at..end, message(&error))
    })
}

/// The message without the place, which is shown separately.
fn message(error: &Error) -> String {
    if matches!(error, Error::DtdDetected) {
        return "expected no document type: entities are not supported".to_owned();
    }
    if ends_early(error) {
        return format!("not valid XML: {error}: is the file cut off?");
    }
    let text = error.to_string();
    let text = text.rsplit_once(" at ").map_or(text.as_str(), |(text, _)| text);
    format!("not valid XML: {text}")
}

/// Whether the document should go on after its end. The parser gives no place for that.
fn ends_early(error: &Error) -> bool {
    matches!(error, Error::UnexpectedEndOfStream | Error::UnclosedRootNode | Error::NoRootNode)
}

/// The position of an error in bytes; the parser gives lines and characters.
fn offset(source: &str, error: &Error) -> usize {
    if matches!(error, Error::DtdDetected) {
        return source.find("<!DOCTYPE").unwrap_or(0);
    }
    if ends_early(error) {
        return source.len();
    }
    let place = error.pos();
    let (row, column) = (place.row as usize, place.col as usize);
    let Some((start, line)) = lines(source).nth(row.saturating_sub(1)) else {
        return source.len();
    };
    let within = line.char_indices().nth(column.saturating_sub(1));
    start + within.map_or(line.len(), |(at, _)| at)
}

/// XML parsers recurse for each level, so this checks the depth beforehand: it counts tags, and
/// skips comments and the like.
fn refuse_depth(source: &str) -> Result<(), InputError> {
    const SKIPPED: [(&str, &str); 3] = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(found) = source[at..].find('<') {
        at += found;
        let rest = &source[at..];
        if let Some((_, end)) = SKIPPED.iter().find(|(start, _)| rest.starts_with(start)) {
            at += rest.find(end).map_or(rest.len(), |found| found + end.len());
            continue;
        }
        let end = tag_end(rest);
        if rest.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !rest.starts_with("<!") && !rest[..end].ends_with("/>") {
            depth += 1;
        }
        if depth > MAX_DEPTH {
            let message = format!("expected at most {MAX_DEPTH} levels of elements, found more");
            return Err(InputError::new(at..at + 1, message));
        }
        at += end;
    }
    Ok(())
}

/// The length of a tag, whose attributes may contain `>`.
fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (byte, quote) {
            (b'"' | b'\'', None) => quote = Some(byte),
            (b'>', None) => return at + 1,
            _ if Some(byte) == quote => quote = None,
            _ => {}
        }
    }
    tag.len()
}
