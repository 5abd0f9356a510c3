//! Reading instance files: limits, places and errors.
//!
//! A [`Table`] hands out the entries of a TOML table one by one, each with its place in the
//! file, and at the end complains of those nobody asked for. Whatever is wrong becomes an
//! [`InputError`]: what was found, what was expected, where.

mod error;
mod json;
mod table;

pub use error::{InputError, Span};
pub use json::Json;
pub use table::{Entry, Table, Text};

/// Files larger than this are refused unread, in bytes.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

/// Boards with more cells than this are refused.
pub const MAX_CELLS: usize = 10_000;

/// Variables with more values than this are refused.
pub const MAX_DOMAIN: usize = 10_000;

/// The lines of a text, each with the byte at which it begins. The line end at the very end
/// starts no line.
pub fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n')
        .map(|line| {
            let start = at;
            at += line.len();
            (start, line.trim_end_matches(['\n', '\r']))
        })
        .collect()
}
