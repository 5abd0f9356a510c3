//! Extracts the JSON from a link, and writes links.

use cnfetti_input::InputError;
use serde_json::Value;

/// The sites, each with the prefixes of its compressed puzzles.
const SITES: &[(&str, &[&str])] = &[
    ("f-puzzles.com", &["/?load="]),
    ("sudokupad.app", SUDOKUPAD),
    ("sudokupad.svencodes.com", SUDOKUPAD),
    ("app.crackingthecryptic.com", SUDOKUPAD),
    ("beta.sudokupad.app", SUDOKUPAD),
];

/// The prefixes of SudokuPad, longer ones first.
const SUDOKUPAD: &[&str] = &["/sudoku/?puzzleid=fpuz", "/?puzzleid=fpuz", "/sudoku/fpuz", "/fpuz"];

/// The most characters of a compressed text: unpacking can make it quadratically longer.
const MAX_LENGTH: usize = 1 << 15;

/// Whether a text is a link of one of the sites.
pub fn is_link(text: &str) -> bool {
    site(text).is_some()
}

/// The prefixes of the link's site, and the link from its path on.
fn site(link: &str) -> Option<(&'static [&'static str], &str)> {
    let rest = link.strip_prefix("https://").or_else(|| link.strip_prefix("http://"));
    let rest = rest.unwrap_or(link);
    let rest = rest.strip_prefix("www.").unwrap_or(rest);
    SITES.iter().find_map(|(host, starts)| {
        let path = rest.strip_prefix(host)?;
        (path.is_empty() || path.starts_with(['/', '?'])).then_some((*starts, path))
    })
}

/// The JSON in a link.
pub(super) fn json(link: &str) -> Result<Value, InputError> {
    let (starts, path) = site(link).unwrap_or_default();
    let packed = starts.iter().find_map(|start| path.strip_prefix(start)).ok_or_else(|| {
        let at = link.len() - path.len();
        let expected = starts.iter().map(|start| format!("`{start}`")).collect::<Vec<_>>();
        let expected = format!("{} and the puzzle", expected.join(" or "));
        let short: String = path.chars().take(20).collect();
        InputError::expected(at..link.len(), expected, format!("`{short}`")).help(
            "a short link is only a name: its puzzle is on the server, and nothing is fetched",
        )
    })?;
    let wrong = |message: &str| InputError::new(None, message);
    if packed.len() > MAX_LENGTH {
        return Err(wrong(&format!("a link has at most {MAX_LENGTH} characters")));
    }
    let base64 = unescaped(packed).ok_or_else(|| wrong("after each `%` come two digits"))?;
    let units = lz_str::decompress_from_base64(&base64);
    let text = units.and_then(|units| String::from_utf16(&units).ok());
    let text = text.filter(|text| !text.is_empty());
    let text = text.ok_or_else(|| wrong("what the link contains cannot be unpacked"))?;
    serde_json::from_str(&text).map_err(|error| wrong(&format!("the link has no JSON: {error}")))
}

/// A link of f-puzzles.
pub(super) fn of_json(json: &Value) -> String {
    let base64 = lz_str::compress_to_base64(json.to_string().as_str());
    let escaped = base64.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    format!("https://www.f-puzzles.com/?load={escaped}")
}

/// Undoes what addresses do to base64: `%2B` or a space for `+`.
fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.trim_end_matches('/').split('%');
    let mut base64 = parts.next()?.to_owned();
    for part in parts {
        let digits = part.get(..2)?;
        base64.push(char::from(u8::from_str_radix(digits, 16).ok()?));
        base64 += &part[2..];
    }
    Some(base64.replace([' ', '-'], "+").replace('_', "/"))
}
