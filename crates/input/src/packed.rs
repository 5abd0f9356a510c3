//! Compressed files: gzip, xz, LZMA and bzip2, detected by their first bytes, whatever their
//! names.

use std::ffi::OsStr;
use std::io::{self, Read};
use std::path::Path;

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::{LzmaReader, XzReader};

/// The extensions of compressed files.
const ENDINGS: [&str; 4] = ["gz", "xz", "lzma", "bz2"];

/// How many bytes are needed to detect a compressed file.
pub(super) const SIGNATURE_BYTES: usize = 13;

/// The most memory for the window of xz and LZMA, in KiB.
const MAX_WINDOW_KIB: u32 = 1 << 20;

/// Whether a file that begins like this is compressed.
pub fn is_packed(beginning: &[u8]) -> bool {
    Packing::of(beginning).is_some()
}

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Xz,
    Lzma,
    Bzip2,
}

impl Packing {
    /// The format of a file that begins like this; `None` if it is not compressed.
    pub(super) fn of(beginning: &[u8]) -> Option<Packing> {
        match beginning {
            [0x1f, 0x8b, 8, ..] => Some(Packing::Gzip),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Packing::Xz),
            // A text could begin with these letters; the bytes after them are the digits of π, or
            // of its square root for an empty file.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => {
                Some(Packing::Bzip2)
            }
            _ => is_lzma(beginning).then_some(Packing::Lzma),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Packing::Gzip => "gzip",
            Packing::Xz => "xz",
            Packing::Lzma => "LZMA",
            Packing::Bzip2 => "bzip2",
        }
    }

    /// Decompresses the data.
    pub(super) fn unpack<'r>(self, packed: impl Read + 'r) -> io::Result<Unpacked<'r>> {
        if cfg!(target_family = "wasm") {
            // A page hands over texts only, and its module is the lighter for it.
            let name = self.name();
            return Err(io::Error::other(format!("a page cannot unpack {name}: unpack it first")));
        }
        let reader: Box<dyn Read> = match self {
            Packing::Gzip => Box::new(MultiGzDecoder::new(packed)),
            Packing::Xz => Box::new(XzReader::new_mem_limit(packed, true, MAX_WINDOW_KIB)),
            Packing::Lzma => {
                let reader = LzmaReader::new_mem_limit(packed, MAX_WINDOW_KIB, None);
                Box::new(reader.map_err(|error| self.wrong(&error))?)
            }
            Packing::Bzip2 => Box::new(MultiBzDecoder::new(packed)),
        };
        Ok(Unpacked { packing: self, reader })
    }

    fn wrong(self, error: &io::Error) -> io::Error {
        let name = self.name();
        io::Error::other(match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                format!("the {name} data ends too early: is the file cut off?")
            }
            io::ErrorKind::OutOfMemory => {
                format!("the {name} data needs more than {} MiB to unpack", MAX_WINDOW_KIB >> 10)
            }
            _ => format!("the {name} data is damaged: {error}"),
        })
    }
}

/// LZMA has no signature. Its header is a byte of properties, the size of the window (a power of
/// two, or the sum of two adjacent ones), and the size of the file, if known.
fn is_lzma(beginning: &[u8]) -> bool {
    let Some(&[properties, ref sizes @ ..]) = beginning.first_chunk::<SIGNATURE_BYTES>() else {
        return false;
    };
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    let (window, size) = (number(&sizes[..4]), number(&sizes[4..]));
    let is_round = |size: u64| {
        size.is_power_of_two() || (size / 3).is_power_of_two() && size.is_multiple_of(3)
    };
    properties < 225
        && (window == u64::from(u32::MAX) || window >= 1 << 12 && is_round(window))
        && (size == u64::MAX || size < 1 << 40)
}

/// The decompressed data. Errors name the compression format.
pub(super) struct Unpacked<'r> {
    packing: Packing,
    reader: Box<dyn Read + 'r>,
}

impl Read for Unpacked<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.reader.read(into).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            _ => self.packing.wrong(&error),
        })
    }
}

/// The path without the extension of a compressed file: `a.cnf` for `a.cnf.xz`.
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(cnfetti_input::without_packing(Path::new("a.cnf.xz")), Path::new("a.cnf"));
/// assert_eq!(cnfetti_input::without_packing(Path::new("a.cnf")), Path::new("a.cnf"));
/// ```
pub fn without_packing(path: &Path) -> &Path {
    let is_packing = |ending: &OsStr| ENDINGS.iter().any(|name| ending.eq_ignore_ascii_case(name));
    match (path.extension(), path.file_stem()) {
        (Some(ending), Some(stem)) if is_packing(ending) => Path::new(stem),
        _ => path,
    }
}
