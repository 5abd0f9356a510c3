//! The languages to write a formula in.

use std::collections::BTreeMap;

use cnfetti_encodings::{Cnf, Lit};

use super::push_clause;

/// The objective to minimize: the sum of the weights of the true literals.
pub type Costs = BTreeMap<Lit, i64>;

/// A language for formulas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// DIMACS, for SAT solvers and model counters.
    #[default]
    Dimacs,
    /// OPB, for pseudo-Boolean solvers: each clause is a linear constraint over variables, and the
    /// objective is a sum. (Roussel and Manquinho, Input/Output Format and Solver Requirements for
    /// the Competitions of Pseudo-Boolean Solvers, 2016.)
    Opb,
    /// WCNF as in the MaxSAT Evaluations since 2022: hard clauses begin with `h`, soft ones with their
    /// weight.
    Wcnf,
}

impl Language {
    /// The first line of a formula, if the language has one.
    pub fn push_first(self, buffer: &mut Vec<u8>, cnf: &Cnf) {
        let (variables, clauses) = (cnf.num_vars(), cnf.num_clauses());
        let line = match self {
            Language::Dimacs => format!("p cnf {variables} {clauses}\n"),
            Language::Wcnf => String::new(),
            Language::Opb => {
                // An empty clause is written with a variable.
                let least = u32::from(cnf.clauses().any(<[_]>::is_empty));
                format!("* #variable= {} #constraint= {clauses}\n", variables.max(least))
            }
        };
        buffer.extend_from_slice(line.as_bytes());
    }

    /// A clause that always holds, so that a variable occurs in the formula.
    pub fn push_mention(self, buffer: &mut Vec<u8>, lit: Lit) {
        match self {
            Language::Dimacs | Language::Wcnf => self.push_hard(buffer, &[lit, !lit]),
            Language::Opb => {
                buffer.extend_from_slice(format!("+1 x{} >= 0 ;\n", lit.variable()).as_bytes());
            }
        }
    }

    /// The beginning of a comment.
    pub(crate) fn comment(self) -> &'static str {
        if self == Language::Opb { "*" } else { "c" }
    }

    /// A clause that must hold, and a line break.
    pub fn push_hard(self, buffer: &mut Vec<u8>, clause: &[Lit]) {
        match self {
            Language::Dimacs => push_clause(buffer, clause),
            Language::Wcnf => {
                buffer.extend_from_slice(b"h ");
                push_clause(buffer, clause);
            }
            Language::Opb if clause.is_empty() => buffer.extend_from_slice(b"+1 x1 >= 2 ;\n"),
            Language::Opb => {
                // The sum of the literals is at least 1, and ~x is 1 - x.
                let mut bound = 1;
                for lit in clause {
                    let sign = if lit.is_positive() { "+1" } else { "-1" };
                    bound -= i64::from(!lit.is_positive());
                    buffer.extend_from_slice(format!("{sign} x{} ", lit.variable()).as_bytes());
                }
                buffer.extend_from_slice(format!(">= {bound} ;\n").as_bytes());
            }
        }
    }

    /// Writes the objective to minimize: a sum, or clauses that cost their weight.
    pub fn push_objective(self, buffer: &mut Vec<u8>, costs: &Costs) {
        match self {
            Language::Dimacs => {}
            Language::Opb => {
                buffer.extend_from_slice(b"min:");
                for (lit, weight) in costs {
                    let term = format!(" {weight:+} x{}", lit.variable());
                    buffer.extend_from_slice(term.as_bytes());
                }
                buffer.extend_from_slice(b" ;\n");
            }
            Language::Wcnf => {
                for (&lit, weight) in costs {
                    buffer.extend_from_slice(format!("{weight} {} 0\n", !lit).as_bytes());
                }
            }
        }
    }

    /// Mentions the last variable in a clause that always holds, if no other clause does, because there is no
    /// header with the number of variables.
    pub(crate) fn push_last(self, buffer: &mut Vec<u8>, cnf: &Cnf, costs: Option<&Costs>) {
        let Some(last) = Lit::from_dimacs(cnf.num_vars() as i32) else { return };
        let is_weighted =
            costs.is_some_and(|costs| costs.keys().any(|lit| lit.variable() == last.variable()));
        let is_there = |clause: &[Lit]| clause.iter().any(|lit| lit.variable() == last.variable());
        if self == Language::Wcnf && !is_weighted && !cnf.clauses().any(is_there) {
            self.push_mention(buffer, last);
        }
    }
}
