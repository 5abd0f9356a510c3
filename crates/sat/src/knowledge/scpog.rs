//! Writes a certificate: first the graph of the models, then clauses that say that each model of the formula
//! is in it ([`Lemmas`]).
//!
//! The other half, that each path of the graph satisfies every clause and that no model counts twice, needs
//! no hints for the checkers.

use std::io::{self, Write};

use super::formula::Formula;
use super::graph::Graph;
use super::lemmas::Lemmas;
use super::pog::{Kind, Pog};

/// Other checkers number clauses with 32 bits.
const MAX_CLAUSES: u64 = i32::MAX as u64;

/// Writes the certificate.
pub(super) fn write(formula: &Formula, graph: &Graph, out: &mut impl Write) -> io::Result<()> {
    let (pog, root) = Pog::of(formula, graph);
    let mut lines = Lines { out, last: formula.num_clauses() as u64, line: Vec::new() };
    lines.words(b"r", &[root.into()]);
    lines.end()?;
    let mut first_clause: Vec<u64> = Vec::with_capacity(if root == 0 { 0 } else { pog.len() });
    if root != 0 {
        for node in formula.num_vars as i32 + 1..=root {
            let place = |node: i32| node as usize - formula.num_vars - 1;
            let (kind, children) = pog.get(node);
            let clause = lines.number(1 + children.len() as u64)?;
            first_clause.push(clause);
            let letter = match kind {
                Kind::Product => b"p",
                Kind::Sum => b"s",
                Kind::Skolem => b"t",
            };
            lines.words(letter, &[node.into()]);
            lines.list(children.iter().map(|&child| child.into()));
            if let (Kind::Sum, &[one, other]) = (kind, children) {
                let negation = pog.get(other).1[0];
                let (_, of_one) = pog.get(one);
                let at = of_one.iter().position(|&child| child == -negation).unwrap_or_default();
                let one = first_clause[place(one)] + 1 + at as u64;
                let other = first_clause[place(other)] + 1;
                lines.list([one as i64, other as i64]);
            }
            lines.list([0]);
            lines.end()?;
        }
    }
    Lemmas::new(formula, graph, pog, first_clause, lines).write(root)
}

/// Lines of numbers, and the largest number of a clause so far.
pub(super) struct Lines<'w, W> {
    out: &'w mut W,
    last: u64,
    line: Vec<u8>,
}

impl<W: Write> Lines<'_, W> {
    /// Begins a line with this many new clauses. Returns the number of the first.
    pub(super) fn number(&mut self, clauses: u64) -> io::Result<u64> {
        let first = self.last + 1;
        self.last += clauses;
        if self.last > MAX_CLAUSES {
            let what = "the certificate would have more clauses than its checkers can number";
            return Err(io::Error::other(what));
        }
        self.line.extend_from_slice(itoa::Buffer::new().format(first).as_bytes());
        self.line.push(b' ');
        Ok(first)
    }

    pub(super) fn words(&mut self, letter: &[u8], numbers: &[i64]) {
        self.line.extend_from_slice(letter);
        self.list(numbers.iter().copied());
    }

    pub(super) fn list(&mut self, numbers: impl IntoIterator<Item = i64>) {
        let mut digits = itoa::Buffer::new();
        for number in numbers {
            self.line.push(b' ');
            self.line.extend_from_slice(digits.format(number).as_bytes());
        }
    }

    pub(super) fn end(&mut self) -> io::Result<()> {
        self.line.push(b'\n');
        self.out.write_all(&self.line)?;
        self.line.clear();
        Ok(())
    }

    /// Deletes lemmas.
    pub(super) fn delete(&mut self, clauses: &[u64]) -> io::Result<()> {
        for clauses in clauses.chunks(500) {
            self.words(b"D", &[]);
            self.list(clauses.iter().map(|&clause| clause as i64).chain([0]));
            self.end()?;
        }
        Ok(())
    }
}
