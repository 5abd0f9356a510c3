//! Recognises a DIMACS file by its beginning.

/// Whether a text that begins so is likely to be a DIMACS file: its first line that is neither
/// empty nor a comment names the format.
///
/// ```
/// use cnfetti_sat::dimacs::is_likely;
///
/// assert!(is_likely(b"c made by hand\np cnf 2 1\n1 2 0\n"));
/// assert!(!is_likely(b"kind = \"dice\"\n"));
/// ```
pub fn is_likely(beginning: &[u8]) -> bool {
    let text = beginning.strip_prefix("\u{feff}".as_bytes()).unwrap_or(beginning);
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let is_comment = |line: &[u8]| line.is_empty() || line == b"c" || line.starts_with(b"c ");
    let first = lines.find(|line| !is_comment(line)).unwrap_or_default();
    first.starts_with(b"p cnf")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_may_come_first() {
        let comments = "c var 1 cell[0]=1\n\nc\n".repeat(1000);
        assert!(is_likely(format!("{comments}p cnf 1 0\n").as_bytes()));
        assert!(is_likely("\u{feff}p cnf 0 0\r\n".as_bytes()));
        assert!(!is_likely(b"p wcnf 1 0\n"));
        assert!(!is_likely(b"") && !is_likely(b"c\n\nc = 3\ndominoes: 1-2\n"));
    }
}
