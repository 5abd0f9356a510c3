//! Compressed texts and bytes as letters: the form in which links and self-contained pages hold them.
//! `studio/page/packed.js` reads and writes it too.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;

/// Compresses bytes, and writes them in letters for an address.
pub(crate) fn packed(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(bytes, BEST))
}

/// Writes bytes in letters, uncompressed.
#[cfg(feature = "studio")]
pub(crate) fn letters(bytes: &[u8]) -> String {
    base64::prelude::BASE64_STANDARD.encode(bytes)
}

/// The best compression: this runs once, and its result is sent often.
const BEST: u8 = 9;
