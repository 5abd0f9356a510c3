//! Reads files of limited size, compressed or not.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use super::packed::{Packing, SIGNATURE_BYTES};

/// How much of a file is read to detect its format, in bytes.
const DETECTED_BYTES: u64 = 1 << 16;

/// What some editors write before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads the text of a file, or of standard input for the path `-`, without a byte order mark. Lines
/// that end in carriage returns alone end in line feeds instead. Decompresses gzip, xz, LZMA and
/// bzip2. `limit` gets the beginning of the decompressed file and returns the most bytes that it may
/// have.
///
/// # Errors
///
/// Returns an error if the file cannot be read, is larger
/// ([`FileTooLarge`](io::ErrorKind::FileTooLarge)), or is not UTF-8.
pub fn read_text(path: &Path, limit: impl FnOnce(&[u8]) -> u64) -> io::Result<String> {
    let mut bytes = read_bytes(path, limit)?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    let bytes = with_line_feeds(bytes);
    String::from_utf8(bytes).map_err(|error| io::Error::other(not_utf8(error.as_bytes())))
}

/// The bytes of a text, with line feeds in place of carriage returns if all its lines end in these alone, as
/// on old Macintoshes. Every byte stays at its place.
pub fn with_line_feeds(mut bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.contains(&b'\n') {
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    bytes
}

/// The message that bytes are not UTF-8, with the place of the first that is not.
pub fn not_utf8(bytes: &[u8]) -> String {
    let valid = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    let line = 1 + valid.matches('\n').count();
    let column = 1 + valid.rsplit('\n').next().unwrap_or(valid).chars().count();
    let byte = bytes.get(valid.len()).copied().unwrap_or_default();
    let help = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => ": is it UTF-16?",
        _ => "",
    };
    format!(
        "expected UTF-8 text, found the byte 0x{byte:02X} in line {line}, column {column}, which is \
         not UTF-8{help}"
    )
}

/// Reads a file like [`read_text`], whether or not it is text.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or is larger.
pub fn read_bytes(path: &Path, limit: impl FnOnce(&[u8]) -> u64) -> io::Result<Vec<u8>> {
    let (input, size): (Box<dyn Read>, u64) = match path == Path::new("-") {
        true => (Box::new(io::stdin().lock()), 0),
        false => {
            let file = fs::File::open(path)?;
            let size = file.metadata()?.len();
            (Box::new(file), size)
        }
    };
    read_from(input, size, limit)
}

/// Reads an input whose size is at least this, as far as known.
fn read_from(
    mut input: impl Read,
    size: u64,
    limit: impl FnOnce(&[u8]) -> u64,
) -> io::Result<Vec<u8>> {
    let mut beginning = Vec::new();
    input.by_ref().take(SIGNATURE_BYTES as u64).read_to_end(&mut beginning)?;
    let packing = Packing::of(&beginning);
    let whole = io::Cursor::new(beginning).chain(input);
    match packing {
        None => read_whole(whole, size, "", limit),
        Some(packing) => read_whole(packing.unpack(whole)?, 0, ", unpacked", limit),
    }
}

fn read_whole(
    mut input: impl Read,
    size: u64,
    how: &str,
    limit: impl FnOnce(&[u8]) -> u64,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.by_ref().take(DETECTED_BYTES).read_to_end(&mut bytes)?;
    let limit = limit(&with_line_feeds(bytes.clone()));
    // If the size of the file is known, a file that is too large need not be read.
    if size <= limit {
        let rest = (limit + 1).saturating_sub(bytes.len() as u64);
        input.take(rest).read_to_end(&mut bytes)?;
    }
    match size.max(bytes.len() as u64) > limit {
        true => Err(too_large(limit, how)),
        false => Ok(bytes),
    }
}

fn too_large(limit: u64, how: &str) -> io::Error {
    let most = match limit {
        _ if limit.is_multiple_of(1 << 20) => format!("{} MiB", limit >> 20),
        _ if limit.is_multiple_of(1 << 10) => format!("{} KiB", limit >> 10),
        _ => format!("{limit} bytes"),
    };
    let message = format!("the file is larger than {most}{how}");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}
