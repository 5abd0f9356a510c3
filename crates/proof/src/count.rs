//! Certificates of counts in the format SCPOG: a graph of all models of a formula, projected to
//! the variables that it shows, with a proof that the graph is right (Bryant, Tan: Skolem
//! partitioned-operation graphs, 2024).
//!
//! | line | meaning |
//! |---|---|
//! | `r ROOT` | the last node; 0 if there is no model |
//! | `C p N literals 0` | node N is a product: all of these literals and nodes hold |
//! | `C s N a b hints 0` | node N is a sum: one of the two holds; the hints show that not both do |
//! | `C t N literals 0` | N always holds, with these values of hidden variables (a Skolem node) |
//! | `C a literals 0 hints 0` | this clause follows by unit propagation of the hints |
//! | `D clauses 0` | deletes these clauses |
//!
//! C is the number of the line's first clause; the clauses of the formula have the first numbers. A
//! product has the clause "N or not all", and one clause "not N or this" for each of its parts. A
//! sum has the clause "not N or one of both", and two clauses "N or not this one". A Skolem node
//! has the clause N; the numbers after it, one for each literal, stay unused.
//!
//! [`check_count`] reads a certificate line by line, and keeps the nodes and the clauses that are
//! not deleted. It shares no code with what writes certificates, nor with the checker of DRAT.

mod cover;
mod derive;
mod lines;
mod nodes;

use std::io::{self, BufRead, Read as _};

use cnfetti_encodings::Cnf;
use num_bigint::BigUint;

use cnfetti_core::limit::{Budget, Stopped};

use derive::Clauses;
use lines::Line;
use nodes::{Kind, Nodes};

/// The result of a correct certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCount {
    /// The number of assignments to the shown variables that extend to a model.
    pub models: BigUint,
    /// The number of nodes of the graph.
    pub nodes: usize,
    /// The number of derived clauses.
    pub derived: usize,
}

/// Why a certificate proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum WrongCount {
    /// A line is wrong.
    #[error("line {line}: {message}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// Something is missing, or does not fit the formula.
    #[error("{0}")]
    Whole(String),
    /// It could not be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// A limit was reached first.
    #[error("the check did not finish")]
    Stopped(#[from] Stopped),
}

/// The number of lines between two looks at the clock.
const BETWEEN_LOOKS: u64 = 1 << 10;

/// Checks a certificate for the number of models of the formula, projected to the shown variables,
/// or to all variables if there is no list.
///
/// # Errors
///
/// An error in the certificate, or a limit.
pub fn check_count(
    cnf: &Cnf,
    show: Option<&[u32]>,
    mut certificate: impl BufRead,
    budget: &Budget,
) -> Result<CheckedCount, WrongCount> {
    let mut is_shown = vec![show.is_none(); cnf.num_vars() as usize];
    for &variable in show.unwrap_or_default() {
        match is_shown.get_mut((variable as usize).wrapping_sub(1)) {
            Some(shown) => *shown = true,
            None => {
                let message = format!("the formula has no variable {variable} to show");
                return Err(WrongCount::Whole(message));
            }
        }
    }
    let mut reading = Reading {
        root: None,
        nodes: Nodes::new(is_shown),
        clauses: Clauses::new(cnf),
        root_holds: false,
        contradiction: cnf.clauses().any(<[_]>::is_empty),
        derived: 0,
    };
    let mut text = Vec::new();
    for line in 1.. {
        if line % BETWEEN_LOOKS == 0 {
            budget.check()?;
        }
        text.clear();
        let mut rest = certificate.by_ref().take(lines::MAX_BYTES + 1);
        if rest.read_until(b'\n', &mut text)? == 0 {
            break;
        }
        let read = lines::read(&text).and_then(|read| read.map_or(Ok(()), |it| reading.line(it)));
        read.map_err(|message| WrongCount::Line { line, message })?;
    }
    reading.conclude(cnf, budget)
}

/// The certificate as read so far.
struct Reading<'a> {
    root: Option<i32>,
    nodes: Nodes,
    clauses: Clauses<'a>,
    root_holds: bool,
    contradiction: bool,
    derived: usize,
}

impl Reading<'_> {
    fn line(&mut self, line: Line) -> Result<(), String> {
        let Some(root) = self.root else {
            return match line {
                Line::Root(root) => {
                    self.root = Some(root);
                    Ok(())
                }
                _ => Err("expected `r ROOT` first".to_owned()),
            };
        };
        match line {
            Line::Root(_) => Err("a second root".to_owned()),
            Line::Product { clause, node, children } => {
                self.clauses.number(clause, 1 + children.len() as u64)?;
                self.nodes.add(Kind::Product, clause, node, children)
            }
            Line::Skolem { clause, node, literals } => {
                self.clauses.number(clause, 1 + literals.len() as u64)?;
                self.nodes.add(Kind::Skolem, clause, node, literals)
            }
            Line::Sum { clause, node, children, hints } => {
                self.clauses.number(clause, 3)?;
                self.clauses.exclude(&self.nodes, children, &hints)?;
                self.nodes.add(Kind::Sum, clause, node, children.to_vec())
            }
            Line::Derived { clause, literals, hints } => {
                self.clauses.number(clause, 1)?;
                self.clauses.derive(&self.nodes, &literals, &hints)?;
                self.derived += 1;
                self.contradiction |= literals.is_empty();
                self.root_holds |= root != 0 && literals == [root];
                self.clauses.keep(clause, literals);
                Ok(())
            }
            Line::Deleted(clauses) => {
                clauses.into_iter().try_for_each(|clause| self.clauses.delete(clause))
            }
        }
    }

    fn conclude(self, cnf: &Cnf, budget: &Budget) -> Result<CheckedCount, WrongCount> {
        let whole = |message: String| WrongCount::Whole(message);
        let root = self.root.ok_or_else(|| whole("it is empty".to_owned()))?;
        let (nodes, derived) = (self.nodes.len(), self.derived);
        if root == 0 {
            return match self.contradiction {
                true => Ok(CheckedCount { models: BigUint::ZERO, nodes, derived }),
                false => Err(whole("it does not derive a contradiction".to_owned())),
            };
        }
        if nodes == 0 || self.nodes.last() != root {
            return Err(whole(format!("the root is {root}, expected the last node")));
        }
        // An empty product always holds.
        if !self.root_holds && !self.nodes.is_empty_product(root) {
            return Err(whole(format!("it does not derive that its root {root} holds")));
        }
        if let Some(clause) = cover::uncovered(cnf, &self.nodes, budget)? {
            let message =
                format!("the clause {} is not satisfied on every path of the graph", clause + 1);
            return Err(whole(message));
        }
        Ok(CheckedCount { models: self.nodes.models(), nodes, derived })
    }
}
