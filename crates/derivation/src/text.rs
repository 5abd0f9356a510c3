//! The three files: the statement, the formula, and the proof.

use std::fmt::Write as _;

use cnfetti_encodings::{Cnf, Lit};

use crate::engine::Id;
use crate::inequality::Inequality;
use crate::names::Names;
use crate::prover::Step;
use crate::statement::{Line, Statement};

/// The statement, with its sentence before each part.
pub(crate) fn statement(statement: &Statement, names: &Names, variables: usize) -> String {
    let lines = statement.parts.iter().flat_map(|part| &part.lines).count();
    let mut text = format!("* #variable= {variables} #constraint= {lines}\n");
    for part in &statement.parts {
        let _ = writeln!(text, "* {}", part.sentence.replace(['\n', '\r'], " "));
        part.lines.iter().for_each(|line| push_line(&mut text, line, names));
    }
    text
}

fn push_line(text: &mut String, line: &Line, names: &Names) {
    if let Some((word, note)) = &line.note {
        let word = word.map(|word| names.literal(word) + ": ").unwrap_or_default();
        let _ = writeln!(text, "*   {word}{}", note.replace(['\n', '\r'], " "));
    }
    for &(weight, lit) in &line.terms {
        let _ = write!(text, "{weight:+} {} ", names.literal(lit));
    }
    let _ = writeln!(text, "{} {} ;", line.relation, line.bound);
}

/// The formula, each clause as an inequality.
pub(crate) fn formula(cnf: &Cnf, names: &Names) -> String {
    let (variables, clauses) = (cnf.num_vars(), cnf.num_clauses());
    let mut text = format!("* #variable= {variables} #constraint= {clauses}\n");
    for clause in cnf.clauses() {
        // Keep the order of the clause, so that both files are easy to compare.
        for &lit in clause {
            let _ = write!(text, "1 {} ", names.literal(lit));
        }
        text += ">= 1 ;\n";
    }
    text
}

/// The text of a proof; each step gets the next number.
pub(crate) struct Proof<'a> {
    names: &'a Names,
    text: String,
    /// The number of the last inequality.
    last: u64,
}

impl<'a> Proof<'a> {
    /// Begins a proof from a statement of this many inequalities.
    pub(crate) fn new(names: &'a Names, stated: u64) -> Proof<'a> {
        let text = format!("pseudo-Boolean proof version 3.0\nf {stated};\n");
        Proof { names, text, last: stated }
    }

    /// The whole text.
    pub(crate) fn finish(mut self) -> String {
        self.text += "output EQUISATISFIABLE FILE;\nconclusion NONE;\nend pseudo-Boolean proof;\n";
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text += line;
        self.text += ";\n";
    }

    /// Writes one half of the definition of a new variable. It holds if the literal is true.
    pub(crate) fn define(&mut self, half: &Inequality, lit: Lit) -> u64 {
        let value = u8::from(lit.is_positive());
        let (half, name) = (self.names.inequality(half), self.names.of(lit.variable()));
        self.line(&format!("red {half} : {name} -> {value}"));
        self.last += 1;
        self.last
    }

    /// Writes a sum for later steps to use.
    pub(crate) fn sum(&mut self, sum: Vec<(Id, i64)>) -> u64 {
        self.step(&Step::Sum(sum), None);
        self.last
    }

    /// Deletes inequalities that nothing uses any more.
    pub(crate) fn delete(&mut self, ids: &[u64]) {
        self.list("deld", ids);
    }

    /// Moves these to the core, from which deleted inequalities have to follow.
    pub(crate) fn core(&mut self, ids: &[u64]) {
        self.list("core id", ids);
    }

    fn list(&mut self, rule: &str, ids: &[u64]) {
        if !ids.is_empty() {
            let ids: Vec<String> = ids.iter().map(u64::to_string).collect();
            self.line(&format!("{rule} {}", ids.join(" ")));
        }
    }

    /// Writes a clause, after the steps that lead to it.
    pub(crate) fn clause(&mut self, steps: &[Step]) -> u64 {
        let before = self.last;
        steps.iter().for_each(|step| self.step(step, None));
        let helpers: Vec<u64> = (before + 1..self.last).collect();
        self.list("deld", &helpers);
        self.last
    }

    /// Deletes an inequality of the core that follows from the others by these steps.
    pub(crate) fn leave_out(&mut self, id: u64, steps: &[Step]) {
        let Some((_, before)) = steps.split_last().filter(|(_, before)| !before.is_empty()) else {
            return self.line(&format!("delc {id}"));
        };
        let _ = writeln!(self.text, "delc {id} : : subproof");
        self.last += 1;
        let negation = self.last;
        before.iter().for_each(|step| self.step(step, Some(negation)));
        self.step(&Step::Clause(Vec::new()), Some(negation));
        self.line("qed : -1");
    }

    /// Deletes half of the definition of a variable that occurs nowhere else. It holds if the literal is
    /// true.
    pub(crate) fn forget(&mut self, id: u64, lit: Lit) {
        let value = u8::from(lit.is_positive());
        let name = self.names.of(lit.variable());
        self.line(&format!("delc {id} : {name} -> {value}"));
    }

    fn step(&mut self, step: &Step, negation: Option<u64>) {
        let line = match step {
            Step::Clause(lits) => {
                format!("rup {}", self.names.inequality(&Inequality::clause(lits)))
            }
            Step::Sum(parts) => sum(parts, negation),
        };
        self.line(&line);
        self.last += 1;
    }
}

fn sum(parts: &[(Id, i64)], negation: Option<u64>) -> String {
    let mut line = "pol".to_owned();
    for (at, &(id, times)) in parts.iter().enumerate() {
        let _ = match id {
            Id::Step(number) => write!(line, " {number}"),
            Id::Negation => write!(line, " {}", negation.unwrap_or_default()),
            Id::Rounded { one, other, times: 1, divisor } => {
                write!(line, " {one} {other} + {divisor} d")
            }
            Id::Rounded { one, other, times, divisor } => {
                write!(line, " {one} {times} * {other} + {divisor} d")
            }
            Id::Lemma => Ok(()),
        };
        if times != 1 {
            let _ = write!(line, " {times} *");
        }
        if at > 0 {
            line += " +";
        }
    }
    line
}
