//! Reading instance files: limits, places and errors.
//!
//! A [`Table`] hands out the entries of a TOML table one by one, each with its place in the
//! file, and at the end complains of those nobody asked for. Whatever is wrong becomes an
//! [`InputError`]: what was found, what was expected, where.

mod error;
mod table;

pub use error::{InputError, Span};
pub use table::{Entry, Table, Text};

/// Files larger than this are refused unread, in bytes.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

/// Boards with more cells than this are refused.
pub const MAX_CELLS: usize = 10_000;

/// Variables with more values than this are refused.
pub const MAX_DOMAIN: usize = 10_000;
