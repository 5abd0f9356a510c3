//! What SAT solvers print: `s SATISFIABLE` and the model on `v` lines. The result file that
//! MiniSat writes is understood too.

use cnfetti_encodings::Lit;

use super::{Limit, Model, Outcome};

/// Answers larger than this are refused unread, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;

/// Why a text is no answer to a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct AnswerError {
    /// The line, from 1. Where something is missing, the line after the last.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// Reads the answer to a formula with this many variables. Bytes that are no UTF-8 may stand in
/// comments.
pub fn parse(text: &[u8], num_vars: u32) -> Result<Outcome, AnswerError> {
    let mut reader = Reader { num_vars, ..Reader::default() };
    let mut number = 0;
    for line in text.split(|&byte| byte == b'\n') {
        number += 1;
        let line = String::from_utf8_lossy(line);
        reader.line(line.trim()).map_err(|message| AnswerError { line: number, message })?;
    }
    reader.finish().map_err(|message| AnswerError { line: number, message })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

#[derive(Default)]
struct Reader {
    num_vars: u32,
    status: Option<Status>,
    /// Whether the values stand on lines of their own, without `v`, as MiniSat writes them.
    bare: bool,
    literals: Vec<Lit>,
    /// Whether the 0 after the last value was seen.
    complete: bool,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
            ("", _) => Ok(()),
            ("s", status) => self.status(status.trim()),
            ("v", values) => self.values(values),
            ("SAT" | "UNSAT" | "INDET", "") => {
                self.bare = true;
                self.status(line)
            }
            (word, _) if word.starts_with('c') => Ok(()),
            _ if self.bare => self.values(line),
            _ => Err(format!("expected a line that begins with s, v or c, found {}", quoted(line))),
        }
    }

    fn status(&mut self, status: &str) -> Result<(), String> {
        if self.status.is_some() {
            return Err("a second status: expected one answer".to_owned());
        }
        self.status = Some(match status {
            "SATISFIABLE" | "SAT" => Status::Satisfiable,
            "UNSATISFIABLE" | "UNSAT" => Status::Unsatisfiable,
            "UNKNOWN" | "INDET" | "INDETERMINATE" => Status::Unknown,
            _ => {
                let expected = "expected SATISFIABLE, UNSATISFIABLE or UNKNOWN";
                return Err(format!("{expected}, found {}", quoted(status)));
            }
        });
        Ok(())
    }

    fn values(&mut self, values: &str) -> Result<(), String> {
        for word in values.split_whitespace() {
            if self.complete {
                return Err(format!("expected nothing after the final 0, found {}", quoted(word)));
            }
            let number: i32 =
                word.parse().map_err(|_| format!("expected a literal, found {}", quoted(word)))?;
            match Lit::from_dimacs(number) {
                Some(lit) if lit.variable() <= self.num_vars => self.literals.push(lit),
                None if number == 0 => self.complete = true,
                _ => {
                    return Err(format!(
                        "the literal {number} is not in the formula, which has {} variables: \
                         is this the answer to another one?",
                        self.num_vars
                    ));
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Outcome, String> {
        match self.status {
            None => Err("expected a line `s SATISFIABLE` or `s UNSATISFIABLE`, found the end: is \
                         the answer cut off?"
                .to_owned()),
            Some(Status::Satisfiable) => self.model().map(Outcome::Satisfiable),
            Some(_) if !self.literals.is_empty() => {
                Err("expected no values beside this status, found some".to_owned())
            }
            Some(Status::Unsatisfiable) => Ok(Outcome::Unsatisfiable(Vec::new())),
            Some(Status::Unknown) => Ok(Outcome::Unknown(Limit::Steps)),
        }
    }

    fn model(mut self) -> Result<Model, String> {
        if !self.complete {
            return Err("expected a 0 after the last value, found the end: is the answer cut off?"
                .to_owned());
        }
        self.literals.sort_unstable_by_key(|lit| (lit.variable(), lit.is_positive()));
        self.literals.dedup();
        for (lit, number) in self.literals.iter().zip(1..) {
            if lit.variable() > number {
                return Err(format!("the variable {number} has no value"));
            }
            if lit.variable() < number {
                return Err(format!("the variable {} has two values", lit.variable()));
            }
        }
        let found = self.literals.len() as u32;
        if found > self.num_vars {
            return Err(format!("the variable {} has two values", self.num_vars));
        }
        if found < self.num_vars {
            return Err(format!("the variable {} has no value", found + 1));
        }
        Ok(Model::new(self.literals))
    }
}

/// A part of a line as an error shows it: not too long, nothing invisible.
fn quoted(text: &str) -> String {
    let short: String = text.chars().take(30).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    format!("`{}{dots}`", short.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(text: &str) -> Vec<i32> {
        match parse(text.as_bytes(), 3) {
            Ok(Outcome::Satisfiable(model)) => {
                model.literals().iter().map(|lit| lit.dimacs()).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_stand_in_any_order_on_any_number_of_lines() {
        assert_eq!(model("c hello\ns SATISFIABLE\nv 3 -1\nv 2\nv 0\n"), [-1, 2, 3]);
        assert_eq!(model("v -1 2 2\r\nv 3 0\r\ns SATISFIABLE\r\n"), [-1, 2, 3]);
        assert_eq!(model("SAT\n-1 2 3 0\n"), [-1, 2, 3]);
        assert_eq!(parse(b"s UNSATISFIABLE\n", 3), Ok(Outcome::Unsatisfiable(vec![])),);
        assert!(matches!(parse(b"c \xff\ns UNKNOWN\n", 3), Ok(Outcome::Unknown(_))));
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, expected) in [
            (
                "",
                "line 1: expected a line `s SATISFIABLE` or `s UNSATISFIABLE`, found the end: is \
                 the answer cut off?",
            ),
            (
                "c x\nhello world",
                "line 2: expected a line that begins with s, v or c, found `hello world`",
            ),
            (
                "s SATISFYABLE",
                "line 1: expected SATISFIABLE, UNSATISFIABLE or UNKNOWN, found `SATISFYABLE`",
            ),
            (
                "s SATISFIABLE\nv 1 2 3",
                "line 2: expected a 0 after the last value, found the end: is the answer cut off?",
            ),
            ("s SATISFIABLE\nv 1 3 0", "line 2: the variable 2 has no value"),
            ("s SATISFIABLE\nv 1 2 0", "line 2: the variable 3 has no value"),
            ("s SATISFIABLE\nv 1 2 -2 3 0", "line 2: the variable 2 has two values"),
            ("s SATISFIABLE\nv 1 2 3 -3 0", "line 2: the variable 3 has two values"),
            (
                "s SATISFIABLE\nv 1 -4 0",
                "line 2: the literal -4 is not in the formula, which has 3 variables: is this the \
                 answer to another one?",
            ),
            ("s SATISFIABLE\nv 1 2x", "line 2: expected a literal, found `2x`"),
            (
                "s SATISFIABLE\nv 1 2 3 0\nv 1",
                "line 3: expected nothing after the final 0, found `1`",
            ),
            ("s UNSATISFIABLE\nv 1 0", "line 2: expected no values beside this status, found some"),
            ("s UNSATISFIABLE\ns SATISFIABLE", "line 2: a second status: expected one answer"),
        ] {
            let error = parse(text.as_bytes(), 3).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text:?}");
        }
    }
}
