//! Reads DIMACS files of any tool.

use std::cmp::Ordering;

use cnfetti_encodings::{Cnf, Lit};

use cnfetti_core::limit::{Budget, Poll};
use cnfetti_core::plural::counted;
use cnfetti_input::{InputError, Span};

/// Files larger than this are refused unread, in bytes.
pub const MAX_BYTES: u64 = 1 << 30;

/// Formulas with more variables than this are refused: a solver would need gigabytes.
const MAX_VARIABLES: u32 = 50_000_000;

/// Formulas with more clauses than this are refused.
const MAX_CLAUSES: usize = 50_000_000;

/// How many literals and lines to read between two looks at the time.
const OFTEN: u32 = 10_000;

/// The contents of a DIMACS file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The formula, with all variables that the header or a clause mentions.
    pub cnf: Cnf,
    /// The place of the first literal of each clause, or of its 0 if it is empty.
    pub places: Vec<Span>,
    /// The line `p cnf`.
    pub problem: Problem,
    /// The variables that all lines `c p show` or `c ind` list together; `None` without such a line.
    pub show: Option<Vec<u32>>,
    /// The places of these variables.
    pub show_places: Vec<Span>,
    /// The place of the first weight of a literal, `c p weight`.
    pub weight: Option<Span>,
    /// The first literal whose variable exceeds the header's number, and its place.
    pub undeclared: Option<(Lit, Span)>,
}

/// The line `p cnf VARIABLES CLAUSES`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The number of variables it promises.
    pub num_vars: u32,
    /// The number of clauses it promises.
    pub num_clauses: usize,
    /// Its place.
    pub place: Span,
}

/// Reads a file whose header must be right.
pub fn read(text: &str) -> Result<File, InputError> {
    let (file, _) = read_forgiving(text, &Budget::default())?;
    if file.problem.num_clauses == file.cnf.num_clauses() {
        Ok(file)
    } else {
        Err(wrong_number(&file))
    }
}

/// Reads a file whose header may promise more clauses than there are. Then it adds a warning, because the
/// file may be cut off; otherwise, if the file has weights, a warning that they are ignored. With more clauses than promised, nobody knows which ones are meant.
///
/// # Errors
///
/// The first mistake, with its place, or the budget ran out.
pub fn read_forgiving(
    text: &str,
    budget: &Budget,
) -> Result<(File, Option<InputError>), InputError> {
    let file = read_lenient_within(text, budget)?;
    if let Some((lit, place)) = &file.undeclared {
        let expected = format!("variables up to {} as the header says", file.problem.num_vars);
        return Err(InputError::expected(
            place.clone(),
            expected,
            quoted(&lit.dimacs().to_string()),
        ));
    }
    let (said, found) = (file.problem.num_clauses, file.cnf.num_clauses());
    match found.cmp(&said) {
        Ordering::Equal => {
            let ignored = "the weights of literals are ignored: cnfetti counts models as they are";
            let warning = file.weight.clone().map(|place| InputError::new(place, ignored));
            Ok((file, warning))
        }
        Ordering::Greater => Err(wrong_number(&file)),
        Ordering::Less => {
            let message = format!(
                "the header says {}, and there are {found}: is the file cut off?",
                counted(said, "clause")
            );
            let warning = InputError::new(file.problem.place.clone(), message);
            Ok((file, Some(warning)))
        }
    }
}

fn wrong_number(file: &File) -> InputError {
    let (said, found) = (file.problem.num_clauses, file.cnf.num_clauses());
    let expected = format!("as many clauses as the header says, {said}");
    InputError::expected(file.problem.place.clone(), expected, found.to_string())
}

fn too_many_clauses(place: Span, found: &str) -> InputError {
    InputError::expected(place, format!("at most {MAX_CLAUSES} clauses"), found)
}

/// Reads a file whose header may have wrong numbers.
pub fn read_lenient(text: &str) -> Result<File, InputError> {
    read_lenient_within(text, &Budget::default())
}

/// Reads a file as [`read_lenient`] does, unless the budget ends first.
pub fn read_lenient_within(text: &str, budget: &Budget) -> Result<File, InputError> {
    let mut reader = Reader::new(budget);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        if content.starts_with('%') {
            break;
        }
        reader.line(start, content)?;
        start += line.len();
    }
    reader.finish(text.len())
}

struct Reader {
    poll: Poll,
    problem: Option<Problem>,
    cnf: Cnf,
    places: Vec<Span>,
    show: Option<Vec<u32>>,
    show_places: Vec<Span>,
    weight: Option<Span>,
    undeclared: Option<(Lit, Span)>,
    /// The literals of a clause before its 0, and the place of the first.
    clause: Vec<Lit>,
    place: Option<Span>,
}

impl Reader {
    fn new(budget: &Budget) -> Reader {
        Reader {
            poll: budget.poll(OFTEN),
            problem: None,
            cnf: Cnf::new(),
            places: Vec::new(),
            show: None,
            show_places: Vec::new(),
            weight: None,
            undeclared: None,
            clause: Vec::new(),
            place: None,
        }
    }

    fn line(&mut self, start: usize, line: &str) -> Result<(), InputError> {
        self.poll.step().map_err(InputError::limit)?;
        let mut words = words(start, line).peekable();
        match words.peek() {
            None => Ok(()),
            Some(&(_, "c")) => self.comment(words.skip(1)),
            Some(&(_, word)) if word.starts_with('c') => Ok(()),
            Some((_, "p")) => self.header(start..start + line.len(), words.skip(1)),
            Some(_) => self.literals(words),
        }
    }

    fn comment<'t>(
        &mut self,
        mut words: impl Iterator<Item = (Span, &'t str)>,
    ) -> Result<(), InputError> {
        // `c ind` is the older form of `c p show`.
        let is_show = match words.next() {
            Some((_, "p")) => match words.next() {
                Some((place, "weight")) => {
                    self.weight.get_or_insert(place);
                    false
                }
                Some((_, word)) => word == "show",
                None => false,
            },
            Some((_, "ind")) => true,
            _ => false,
        };
        if is_show {
            let show = self.show.get_or_insert_default();
            let mut is_over = false;
            for (place, word) in words {
                if is_over {
                    let expected = "the end of the line after the 0 that ends the list";
                    return Err(InputError::expected(place, expected, quoted(word)));
                }
                match variable(&place, word)? {
                    0 => is_over = true,
                    number => {
                        show.push(number);
                        self.show_places.push(place);
                    }
                }
            }
        }
        Ok(())
    }

    fn header<'t>(
        &mut self,
        place: Span,
        mut words: impl Iterator<Item = (Span, &'t str)>,
    ) -> Result<(), InputError> {
        if self.problem.is_some() {
            return Err(InputError::new(place, "a second header: there must be only one"));
        }
        let expected = "a header `p cnf VARIABLES CLAUSES`";
        let mut next = || words.next().ok_or_else(|| wrong_header(place.clone(), expected));
        let (_, format) = next()?;
        let ((at, num_vars), (_, num_clauses)) = (next()?, next()?);
        let num_clauses = num_clauses.parse::<usize>().ok();
        let (true, Some(num_clauses), None) = (format == "cnf", num_clauses, words.next()) else {
            return Err(wrong_header(place, expected));
        };
        let num_vars = variable(&at, num_vars)?;
        if num_clauses > MAX_CLAUSES {
            return Err(too_many_clauses(place, &num_clauses.to_string()));
        }
        self.cnf.declare(num_vars);
        self.problem = Some(Problem { num_vars, num_clauses, place });
        Ok(())
    }

    fn literals<'t>(
        &mut self,
        words: impl Iterator<Item = (Span, &'t str)>,
    ) -> Result<(), InputError> {
        for (place, word) in words {
            self.poll.step().map_err(InputError::limit)?;
            let Some(problem) = &self.problem else {
                let expected = "a header `p cnf VARIABLES CLAUSES` before the clauses";
                return Err(InputError::expected(place, expected, quoted(word)));
            };
            let lit = literal(&place, word)?;
            if let Some(lit) = lit.filter(|lit| lit.variable() > problem.num_vars) {
                self.undeclared.get_or_insert_with(|| (lit, place.clone()));
            }
            let clause_place = self.place.get_or_insert(place);
            match lit {
                Some(lit) => {
                    self.cnf.declare(lit.variable());
                    self.clause.push(lit);
                }
                None if self.places.len() == MAX_CLAUSES => {
                    return Err(too_many_clauses(clause_place.clone(), "more"));
                }
                None => {
                    self.places.push(clause_place.clone());
                    self.cnf.add_clause(self.clause.drain(..));
                    self.place = None;
                }
            }
        }
        Ok(())
    }

    fn finish(self, end: usize) -> Result<File, InputError> {
        if let Some(place) = self.place {
            return Err(InputError::new(
                place,
                "the last clause has no 0 at its end: is the file cut off?",
            ));
        }
        let Some(problem) = self.problem else {
            let expected = "a header `p cnf VARIABLES CLAUSES`";
            return Err(InputError::expected(end..end, expected, "the end of the file"));
        };
        let Reader { cnf, places, show, show_places, weight, undeclared, .. } = self;
        Ok(File { cnf, places, problem, show, show_places, weight, undeclared })
    }
}

/// The words of a line with their places in the text.
fn words(start: usize, line: &str) -> impl Iterator<Item = (Span, &str)> {
    line.split_ascii_whitespace().map(move |word| {
        let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
        (at..at + word.len(), word)
    })
}

/// A literal; `None` for 0.
fn literal(place: &Span, word: &str) -> Result<Option<Lit>, InputError> {
    match word.strip_prefix('-') {
        None => Ok(Lit::from_dimacs(variable(place, word)? as i32)),
        Some(digits) if digits.starts_with(|c: char| ('1'..='9').contains(&c)) => {
            Ok(Lit::from_dimacs(-(variable(place, digits)? as i32)))
        }
        Some(_) => Err(InputError::expected(place.clone(), "a whole number", quoted(word))),
    }
}

/// A variable's number, or 0.
fn variable(place: &Span, word: &str) -> Result<u32, InputError> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Err(InputError::expected(place.clone(), "a whole number", quoted(word)));
    }
    word.parse().ok().filter(|&number| number <= MAX_VARIABLES).ok_or_else(|| {
        let expected = format!("at most {MAX_VARIABLES} variables");
        InputError::expected(place.clone(), expected, quoted(word))
    })
}

fn wrong_header(place: Span, expected: &str) -> InputError {
    InputError::expected(place, expected, "another line that begins with p")
}

/// A word as an error shows it: not too long, nothing invisible.
fn quoted(word: &str) -> String {
    let short: String = word.chars().take(30).collect();
    let dots = if short.len() < word.len() { "…" } else { "" };
    format!("`{}{dots}`", short.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let error = read(text).unwrap_err();
        let (line, column) = error.line_column(text).unwrap();
        format!("{line}:{column}: {error}")
    }

    /// A clause may be as long as a file.
    #[test]
    fn the_budget_ends_reading() {
        let spent = Budget::default().at_most(std::time::Duration::ZERO);
        for between in [" ", "\n"] {
            let all = format!("p cnf 1 1\n{}0\n", format!("1{between}").repeat(20_000));
            assert!(read_lenient_within(&all, &spent).unwrap_err().stopped.is_some());
        }
        assert!(read_lenient_within("p cnf 1 1\n1 0\n", &spent).is_ok());
    }

    #[test]
    fn layout_is_free() {
        let text = "c hello\nc p show 1\t3 0\np  cnf 3 3\r\n1 -2\n0 3 0 0\n%\n0\n";
        let file = read(text).unwrap();
        let clauses: Vec<Vec<i32>> = file
            .cnf
            .clauses()
            .map(|clause| clause.iter().map(|lit| lit.dimacs()).collect())
            .collect();
        assert_eq!(clauses, [vec![1, -2], vec![3], vec![]]);
        assert_eq!(file.show, Some(vec![1, 3]));
        assert_eq!(&text[file.places[1].clone()], "3");
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, expected) in [
            ("", "1:1: expected a header `p cnf VARIABLES CLAUSES`, found the end of the file"),
            (
                "1 0",
                "1:1: expected a header `p cnf VARIABLES CLAUSES` before the clauses, found `1`",
            ),
            ("p cnf 2 1\n1 x 0", "2:3: expected a whole number, found `x`"),
            ("p cnf 2 1\n1 --2 0", "2:3: expected a whole number, found `--2`"),
            ("p cnf 2 1\n1 2", "2:1: the last clause has no 0 at its end: is the file cut off?"),
            ("p cnf 1 1\np cnf 1 1\n", "2:1: a second header: there must be only one"),
            (
                "p cnf 99999999999 1",
                "1:7: expected at most 50000000 variables, found `99999999999`",
            ),
            ("p cnf 2 2\n1 0\n", "1:1: expected as many clauses as the header says, 2, found 1"),
            (
                "p cnf 2 1\n1 -3 0\n",
                "2:3: expected variables up to 2 as the header says, found `-3`",
            ),
            (
                "c p show 1 0 2\np cnf 2 0\n",
                "1:14: expected the end of the line after the 0 that ends the list, found `2`",
            ),
            (
                "p sat 2",
                "1:1: expected a header `p cnf VARIABLES CLAUSES`, found another line that begins \
                 with p",
            ),
            (
                "\u{feff}p cnf 1 0",
                "1:1: expected a header `p cnf VARIABLES CLAUSES` before the clauses, found `\\u{feff}p`",
            ),
        ] {
            assert_eq!(error(text), expected, "{text:?}");
        }
    }
}
