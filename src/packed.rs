//! Texts and bytes, compressed and in letters: the form that links and pages in one file have them in, which
//! `studio/page/packed.js` reads and writes too.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;

/// Bytes, compressed, in letters that an address can have.
pub(crate) fn packed(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(compress_to_vec(bytes, MOST))
}

/// Bytes as they are, in letters.
#[cfg(feature = "studio")]
pub(crate) fn letters(bytes: &[u8]) -> String {
    base64::prelude::BASE64_STANDARD.encode(bytes)
}

/// As small as this can make it: it is done once, and sent often.
const MOST: u8 = 9;
