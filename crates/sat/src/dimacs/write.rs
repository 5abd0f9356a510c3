//! Writing a formula as a DIMACS file.

use std::io::{self, Write};

use cnfetti_encodings::{Cnf, Lit};

/// Writes a formula after some lines of comment.
pub fn write_plain(out: &mut impl Write, comments: &[String], cnf: &Cnf) -> io::Result<()> {
    for comment in comments {
        writeln!(out, "c {}", one_line(comment))?;
    }
    writeln!(out, "p cnf {} {}", cnf.num_vars(), cnf.num_clauses())?;
    let mut buffer = Vec::new();
    for clause in cnf.clauses() {
        push_clause(&mut buffer, clause);
        out.write_all(&buffer)?;
        buffer.clear();
    }
    out.flush()
}

/// Appends a clause and a line break.
pub(crate) fn push_clause(buffer: &mut Vec<u8>, clause: &[Lit]) {
    let mut digits = itoa::Buffer::new();
    for lit in clause {
        buffer.extend_from_slice(digits.format(lit.dimacs()).as_bytes());
        buffer.push(b' ');
    }
    buffer.extend_from_slice(b"0\n");
}

/// A comment must not end before its line does.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
