//! Reads what solvers print: `s SATISFIABLE` and the model on `v` lines. Also reads MiniSat's result file,
//! and the output of pseudo-Boolean and MaxSAT solvers: `o` lines, `s OPTIMUM FOUND`, `v x1 -x2` and `v 01`.

use cnfetti_encodings::Lit;

use super::{Limit, Model, Outcome};

/// Answers larger than this are refused unread, in bytes.
pub const MAX_BYTES: u64 = 1 << 28;

/// Why a text is not an answer to a formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct AnswerError {
    /// The line, from 1. If something is missing, the line after the last.
    pub line: usize,
    /// The problem, in a sentence.
    pub message: String,
}

/// An answer to a formula with an objective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The model, or that there is none.
    pub outcome: Outcome,
    /// The last value of the objective in the answer.
    pub cost: Option<i64>,
    /// Whether the answer says that the model is optimal.
    pub is_optimal: bool,
}

/// Reads the answer to a formula with this many variables. Comments may contain bytes that are not UTF-8.
pub fn parse(text: &[u8], num_vars: u32) -> Result<Outcome, AnswerError> {
    parse_with_cost(text, num_vars).map(|answer| answer.outcome)
}

/// Like [`parse`], but also returns the objective's value if the answer states one.
pub fn parse_with_cost(text: &[u8], num_vars: u32) -> Result<Answer, AnswerError> {
    read(text, Reader { num_vars, ..Reader::default() })
}

/// The same, but only for the first variables of a formula that has more.
pub fn parse_first(text: &[u8], num_vars: u32) -> Result<Answer, AnswerError> {
    read(text, Reader { num_vars, has_more: true, ..Reader::default() })
}

fn read(text: &[u8], mut reader: Reader) -> Result<Answer, AnswerError> {
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
    Optimal,
    Unsatisfiable,
    Unknown,
}

#[derive(Default)]
struct Reader {
    num_vars: u32,
    /// Whether the formula has more variables, whose values are ignored.
    has_more: bool,
    status: Option<Status>,
    /// Whether the values are on lines of their own, without `v`, as MiniSat writes them.
    bare: bool,
    literals: Vec<Lit>,
    /// Whether the 0 after the last value was read.
    complete: bool,
    /// Whether the values have a form without a 0 at the end.
    is_open: bool,
    /// The value on the last `o` line.
    cost: Option<i64>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        match line.split_once(char::is_whitespace).unwrap_or((line, "")) {
            ("", _) => Ok(()),
            ("s", status) => self.status(status.trim()),
            ("v", values) => self.values(values),
            ("o", cost) => {
                let number = cost.trim().parse();
                let expected = |_| format!("expected a whole number, found {}", quoted(cost));
                self.cost = Some(number.map_err(expected)?);
                Ok(())
            }
            ("SAT" | "UNSAT" | "INDET", "") => {
                self.bare = true;
                self.status(line)
            }
            (word, _) if word.starts_with('c') => Ok(()),
            _ if self.bare => self.values(line),
            _ => Err(format!(
                "expected a line that begins with s, v, o or c, found {}",
                quoted(line)
            )),
        }
    }

    fn status(&mut self, status: &str) -> Result<(), String> {
        if self.status.is_some() {
            return Err("a second status: expected one answer".to_owned());
        }
        self.status = Some(match status {
            "SATISFIABLE" | "SAT" => Status::Satisfiable,
            "OPTIMUM FOUND" => Status::Optimal,
            "UNSATISFIABLE" | "UNSAT" => Status::Unsatisfiable,
            "UNKNOWN" | "INDET" | "INDETERMINATE" => Status::Unknown,
            _ => {
                let expected = "expected SATISFIABLE, OPTIMUM FOUND, UNSATISFIABLE or UNKNOWN";
                return Err(format!("{expected}, found {}", quoted(status)));
            }
        });
        Ok(())
    }

    fn values(&mut self, values: &str) -> Result<(), String> {
        if self.is_digits(values.trim()) {
            let values = values.trim().bytes().zip(1..=self.num_vars as i32);
            let lits = values.filter_map(|(value, variable)| {
                Lit::from_dimacs(if value == b'1' { variable } else { -variable })
            });
            self.literals.extend(lits);
            self.is_open = true;
            return Ok(());
        }
        for word in values.split_whitespace() {
            let negated = word.strip_prefix("-x").map(|number| format!("-{number}"));
            let named = negated.or_else(|| word.strip_prefix('x').map(str::to_owned));
            self.is_open |= named.is_some();
            let word = named.as_deref().unwrap_or(word);
            if self.complete {
                return Err(format!("expected nothing after the final 0, found {}", quoted(word)));
            }
            let number: i32 =
                word.parse().map_err(|_| format!("expected a literal, found {}", quoted(word)))?;
            match Lit::from_dimacs(number) {
                Some(lit) if lit.variable() <= self.num_vars => self.literals.push(lit),
                None if number == 0 => self.complete = true,
                Some(_) if self.has_more => {}
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

    /// Whether a line has a digit for each variable: 1 if it is true.
    fn is_digits(&self, values: &str) -> bool {
        let num_vars = self.num_vars as usize;
        let is_one_each = values.len() == num_vars || self.has_more && values.len() > num_vars;
        // As a number it would be a literal, of one variable or of those that are ignored.
        let shortest = if self.has_more { 11 } else { 2 };
        let is_clear = values.len() >= shortest || self.is_about_optima();
        is_one_each && is_clear && values.bytes().all(|byte| matches!(byte, b'0' | b'1'))
    }

    fn is_about_optima(&self) -> bool {
        self.cost.is_some() || self.status == Some(Status::Optimal)
    }

    fn finish(self) -> Result<Answer, String> {
        let (cost, is_optimal) = (self.cost, self.status == Some(Status::Optimal));
        self.outcome().map(|outcome| Answer { outcome, cost, is_optimal })
    }

    fn outcome(self) -> Result<Outcome, String> {
        match self.status {
            None => Err("expected a line `s SATISFIABLE` or `s UNSATISFIABLE`, found the end: is \
                         the answer cut off?"
                .to_owned()),
            Some(Status::Satisfiable | Status::Optimal) => self.model().map(Outcome::Satisfiable),
            Some(_) if !self.literals.is_empty() => {
                Err("expected no values beside this status, found some".to_owned())
            }
            Some(Status::Unsatisfiable) => Ok(Outcome::Unsatisfiable(Vec::new())),
            Some(Status::Unknown) => Ok(Outcome::Unknown(Limit::Steps)),
        }
    }

    fn model(mut self) -> Result<Model, String> {
        if !self.complete && !self.is_open && !self.is_about_optima() {
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
    fn solvers_with_objectives_have_other_forms() {
        for (text, cost, is_optimal) in [
            ("o 7\no -3\ns OPTIMUM FOUND\nv -x1 x2 x3\n", Some(-3), true),
            ("s SATISFIABLE\nv -x1\nv x2 x3\n", None, false),
            ("o 5\ns SATISFIABLE\nv 011\n", Some(5), false),
            ("s OPTIMUM FOUND\nv -1 2 3\n", None, true),
        ] {
            let answer = parse_with_cost(text.as_bytes(), 3).unwrap();
            assert_eq!((answer.cost, answer.is_optimal), (cost, is_optimal), "{text}");
            assert_eq!(model(text), [-1, 2, 3], "{text}");
        }
        for (text, value) in [("s OPTIMUM FOUND\nv 0\n", -1), ("o 0\ns OPTIMUM FOUND\nv 1\n", 1)] {
            let Ok(Outcome::Satisfiable(model)) = parse(text.as_bytes(), 1) else {
                panic!("{text}")
            };
            assert_eq!(model.literals()[0].dimacs(), value, "{text}");
        }
        let cut_off = parse(b"s SATISFIABLE\nv -x1 x2\n", 3).unwrap_err();
        assert_eq!(cut_off.to_string(), "line 3: the variable 3 has no value");
        let word = parse(b"o cheap\n", 3).unwrap_err();
        assert_eq!(word.to_string(), "line 1: expected a whole number, found `cheap`");
    }

    /// The first literals of a formula: also as digits, which no literal can be confused with.
    #[test]
    fn further_variables_are_ignored() {
        let first = |text: &str| match parse_first(text.as_bytes(), 3).map(|answer| answer.outcome)
        {
            Ok(Outcome::Satisfiable(model)) => {
                Ok(model.literals().iter().map(|lit| lit.dimacs()).collect::<Vec<i32>>())
            }
            other => Err(format!("{other:?}")),
        };
        for text in [
            "s SATISFIABLE\nv -1 2 3 -4 0\n",
            "s SATISFIABLE\nv -1 2 3 0\n",
            "s SATISFIABLE\nv -x1 x2 x3 x11\n",
            "s SATISFIABLE\nv -1 2 3\nv 1111\nv 0\n",
            "s SATISFIABLE\nv 01101010101\n",
            "o 5\ns SATISFIABLE\nv 0111\n",
            "s OPTIMUM FOUND\nv 011\n",
        ] {
            assert_eq!(first(text), Ok(vec![-1, 2, 3]), "{text}");
        }
        assert!(first("s SATISFIABLE\nv 1 2 0\n").unwrap_err().contains("3 has no value"));
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
                "line 2: expected a line that begins with s, v, o or c, found `hello world`",
            ),
            (
                "s SATISFYABLE",
                "line 1: expected SATISFIABLE, OPTIMUM FOUND, UNSATISFIABLE or UNKNOWN, found \
                 `SATISFYABLE`",
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
