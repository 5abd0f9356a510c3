//! Standard output for terminals without Unicode.

use std::io::{self, Write};

use cnfetti::puzzle::in_ascii;

/// Replaces our own characters by ASCII: lines of boards, dots, crosses. Other text from a puzzle's
/// file stays as it is.
pub(crate) struct AsciiWriter<W> {
    out: W,
    /// The first bytes of an incomplete character.
    started: Vec<u8>,
}

impl<W: Write> AsciiWriter<W> {
    pub(crate) fn new(out: W) -> AsciiWriter<W> {
        AsciiWriter { out, started: Vec::new() }
    }
}

impl<W: Write> Write for AsciiWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.started.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.started) {
            Ok(text) => text.len(),
            Err(error) => match error.error_len() {
                None => error.valid_up_to(),
                // Not text: nothing to replace.
                Some(_) => {
                    self.out.write_all(&self.started)?;
                    self.started.clear();
                    return Ok(bytes.len());
                }
            },
        };
        let text = String::from_utf8_lossy(&self.started[..whole]);
        self.out.write_all(in_ascii(&text).as_bytes())?;
        self.started.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_may_come_in_pieces() {
        let text = "╭─╮ 3 × 4 … Ü🎲\n";
        for size in 1..8 {
            let mut out = AsciiWriter::new(Vec::new());
            text.as_bytes().chunks(size).for_each(|bytes| out.write_all(bytes).unwrap());
            assert_eq!(String::from_utf8(out.out).unwrap(), "+-+ 3 x 4 ... Ü🎲\n");
        }
    }
}
