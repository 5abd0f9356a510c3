//! Reading files of text that are not too large.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// How much of a file is looked at to tell what it is, in bytes.
const BEGINNING: u64 = 1 << 16;

/// What some editors put before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The text of a file, or of standard input when the path is `-`, without a byte order mark.
/// `limit` says how many bytes it may have, given how it begins.
///
/// # Errors
///
/// When it cannot be read, is larger, or is not UTF-8.
pub fn read_text(path: &Path, limit: impl FnOnce(&[u8]) -> u64) -> io::Result<String> {
    let (mut input, size): (Box<dyn Read>, u64) = match path == Path::new("-") {
        true => (Box::new(io::stdin().lock()), 0),
        false => {
            let file = fs::File::open(path)?;
            let size = file.metadata()?.len();
            (Box::new(file), size)
        }
    };
    let mut bytes = Vec::new();
    input.by_ref().take(BEGINNING).read_to_end(&mut bytes)?;
    let limit = limit(&bytes);
    // What the file says of its size saves reading it; what has none is read to see.
    if size <= limit {
        let rest = (limit + 1).saturating_sub(bytes.len() as u64);
        input.take(rest).read_to_end(&mut bytes)?;
    }
    if size.max(bytes.len() as u64) > limit {
        return Err(io::Error::other(format!("the file is larger than {} MiB", limit >> 20)));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        io::Error::other(format!("expected UTF-8 text, found the byte at offset {at}"))
    })
}
