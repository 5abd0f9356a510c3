//! Reads WCNF files, the input of MaxSAT solvers, into the same tree as XCSP3.
//!
//! Hard clauses must hold. The objective is to minimize the sum of the weights of violated soft clauses.
//! There are two formats. Since 2022, a line has `h` or a weight, the literals of a clause, and 0. In
//! the older one, a header gives the numbers of variables and clauses, and the weight from which on a
//! clause is hard. (MaxSAT Evaluation, rules and input format, 2011 and 2022.)

use super::expression::{Expr, Operator};
use super::incomplete;
use super::tree::{Constraint, Goal, Model, Objective, Sense};
use super::zero_one::{ZeroOne, literal};
use cnfetti_core::limit::{Budget, Poll};
use cnfetti_input::{InputError, Span, lines, words};

/// The most that all weights may sum to.
const MAX_SUM: u64 = (1 << 62) - 1;

/// The budget is checked once in this many lines.
const POLL_INTERVAL: u32 = 256;

/// Whether a text is a WCNF file: it has such a header, begins with a clause that has `h` or a weight
/// before its literals, or has only comments.
pub fn is_wcnf(text: &str) -> bool {
    let is_text = |line: &&str| !line.is_empty() && !is_comment(line);
    let lines_of = || lines(text).map(|(_, line)| line.trim());
    let Some(first) = lines_of().find(is_text) else {
        let mut comments = lines_of().filter(|line| !line.is_empty()).peekable();
        return comments.peek().is_some()
            && comments.all(|line| line == "c" || line.starts_with("c "));
    };
    let is_number = |word: &str| {
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut found = first.split_ascii_whitespace();
    match found.next() {
        Some("p") => found.next() == Some("wcnf"),
        Some(word) if word == "h" || is_number(word) => {
            let is_clause = found.clone().all(is_number) && found.next_back() == Some("0");
            // Boards of numbers can begin in the same way; they have this line further down.
            is_clause && !lines(text).any(|(_, line)| line.trim_start().starts_with("dominoes"))
        }
        _ => false,
    }
}

fn is_comment(line: &str) -> bool {
    line.starts_with('c')
}

/// Reads a model.
///
/// # Errors
///
/// Returns the first mistake, with its place.
pub fn read(source: &str, budget: &Budget) -> Result<Model, InputError> {
    let mut reader = Reader {
        header: None,
        clauses: 0,
        has_hard: false,
        open: None,
        costs: Vec::new(),
        sum: 0,
        shown: None,
        zero_one: ZeroOne::default(),
        poll: budget.poll(POLL_INTERVAL),
    };
    for (start, line) in lines(source) {
        reader.line(start, line)?;
    }
    if reader.header.is_none() && reader.clauses == 0 && reader.open.is_none() {
        return Err(incomplete(source, "WCNF or DIMACS", "only comments"));
    }
    reader.finish(source.len())
}

struct Reader {
    header: Option<Header>,
    /// The number of clauses so far.
    clauses: usize,
    has_hard: bool,
    /// The clause whose final 0 has not been read yet.
    open: Option<Clause>,
    /// The costs of violated soft clauses.
    costs: Vec<Expr>,
    /// The sum of all weights.
    sum: u64,
    /// The variables to count over, if the file gives them.
    shown: Option<Vec<(usize, Span)>>,
    zero_one: ZeroOne,
    poll: Poll,
}

/// The line `p wcnf VARIABLES CLAUSES [TOP]`.
struct Header {
    clauses: usize,
    /// Clauses of this weight or more are hard.
    top: Option<u64>,
    place: Span,
}

struct Clause {
    /// The cost of violating it; `None` for hard clauses.
    weight: Option<u64>,
    literals: Vec<Expr>,
    place: Span,
}

impl Reader {
    fn line(&mut self, start: usize, line: &str) -> Result<(), InputError> {
        self.poll.step().map_err(InputError::limit)?;
        let mut words = words(line).map(|(at, word)| (start + at..start + at + word.len(), word));
        match words.clone().next() {
            None => Ok(()),
            Some((_, word)) if is_comment(word) => self.comment(words),
            Some((_, "p")) => self.header(start..start + line.len(), words.skip(1)),
            Some(_) => words.try_for_each(|(place, word)| self.word(place, word)),
        }
    }

    /// Reads a comment: `c p show` lists the variables to count over.
    fn comment<'t>(
        &mut self,
        words: impl Iterator<Item = (Span, &'t str)> + Clone,
    ) -> Result<(), InputError> {
        if !words.clone().map(|(_, word)| word).take(3).eq(["c", "p", "show"]) {
            return Ok(());
        }
        let shown = self.shown.get_or_insert_default();
        for (place, word) in words.skip(3).take_while(|(_, word)| *word != "0") {
            shown.push((number(&place, word)?, place));
        }
        Ok(())
    }

    fn header<'t>(
        &mut self,
        place: Span,
        words: impl Iterator<Item = (Span, &'t str)>,
    ) -> Result<(), InputError> {
        if self.header.is_some() || self.clauses > 0 || self.open.is_some() {
            let message = "the header must come before all clauses, and only once";
            return Err(InputError::new(place, message));
        }
        let words: Vec<(Span, &str)> = words.collect();
        let [(_, "wcnf"), (at, variables), (second, clauses), top @ ..] = &words[..] else {
            let expected = "a header `p wcnf VARIABLES CLAUSES [TOP]`";
            let found = "another line that begins with p";
            return Err(InputError::expected(place, expected, found));
        };
        let top = match top {
            [] => None,
            [(place, top)] => Some(weight(place, top)?),
            [_, (place, word), ..] => {
                let found = format!("`{word}`");
                return Err(InputError::expected(place.clone(), "the end of the line", found));
            }
        };
        let clauses = number(second, clauses)?;
        self.zero_one = ZeroOne::new(Some((number(at, variables)?, at.clone())))?;
        self.header = Some(Header { clauses, top, place });
        Ok(())
    }

    /// Reads the beginning of a clause, a literal, or the final 0.
    fn word(&mut self, place: Span, word: &str) -> Result<(), InputError> {
        let Some(clause) = &mut self.open else {
            self.open = Some(self.begin(place, word)?);
            return Ok(());
        };
        if word == "0" {
            let clause = self.open.take();
            return clause.map_or(Ok(()), |clause| self.end(clause));
        }
        let (digits, is_negated) = match word.strip_prefix('-') {
            Some(digits) => (digits, true),
            None => (word, false),
        };
        let variable = self.zero_one.variable(number(&place, digits)?, ("", digits), &place)?;
        clause.literals.push(literal(variable, is_negated));
        Ok(())
    }

    fn begin(&self, place: Span, word: &str) -> Result<Clause, InputError> {
        let weight = match (&self.header, word) {
            (None, "h") => None,
            (header, _) => {
                let top = header.as_ref().and_then(|header| header.top);
                Some(weight(&place, word)?).filter(|&weight| top.is_none_or(|top| weight < top))
            }
        };
        Ok(Clause { weight, literals: Vec::new(), place })
    }

    fn end(&mut self, clause: Clause) -> Result<(), InputError> {
        self.clauses += 1;
        let Clause { weight, literals, place } = clause;
        let Some(weight) = weight else {
            self.has_hard = true;
            let truth = match literals.len() {
                0 => Expr::Number(0),
                _ => Expr::Apply(Operator::Or, literals),
            };
            self.zero_one.post(Constraint::Intension(truth), place);
            return Ok(());
        };
        self.sum = self.sum.checked_add(weight).filter(|&sum| sum <= MAX_SUM).ok_or_else(|| {
            InputError::expected(place, "weights with a sum of at most 62 bits", "more")
        })?;
        let weight = Expr::Number(weight as i64);
        let mut broken = literals.into_iter().map(opposite).collect::<Vec<Expr>>();
        self.costs.push(match broken.len() {
            0 => weight,
            1 => Expr::two(Operator::Mul, weight, broken.remove(0)),
            _ => Expr::two(Operator::Mul, weight, Expr::Apply(Operator::And, broken)),
        });
        Ok(())
    }

    fn finish(mut self, end: usize) -> Result<Model, InputError> {
        if let Some(clause) = self.open {
            let message = "the last clause has no 0 at its end: is the file cut off?";
            return Err(InputError::new(clause.place, message));
        }
        match &self.header {
            Some(header) if header.clauses != self.clauses => {
                let cut = if self.clauses < header.clauses { ": is the file cut off?" } else { "" };
                let expected = format!("as many clauses as the header says, {}", header.clauses);
                let found = format!("{}{cut}", self.clauses);
                return Err(InputError::expected(header.place.clone(), expected, found));
            }
            None if !self.has_hard => {
                let message = "without a header or hard clauses, this could be a formula in DIMACS or \
                               soft clauses with weights";
                let help = "begin with `p cnf VARIABLES CLAUSES` or `p wcnf VARIABLES CLAUSES`";
                return Err(InputError::new(0..0, message).help(help));
            }
            _ => {}
        }
        if let Some(shown) = self.shown {
            self.zero_one.show(&shown, "")?;
        }
        let goal = match self.costs.len() {
            0 => Expr::Number(0),
            1 => self.costs.remove(0),
            _ => Expr::Apply(Operator::Add, self.costs),
        };
        let (sense, goal, span) = (Sense::Minimize, Goal::Value(goal), end..end);
        self.zero_one.model.objectives.push(Objective { sense, goal, span });
        self.zero_one.finish()
    }
}

/// The negated literal.
fn opposite(literal: Expr) -> Expr {
    match literal {
        Expr::Apply(Operator::Not, mut args) => args.remove(0),
        variable => self::literal(variable, true),
    }
}

/// Parses a number of variables or clauses, or the number of a variable.
fn number(place: &Span, word: &str) -> Result<usize, InputError> {
    digits(place, "a whole number", word)?
        .parse()
        .map_err(|_| InputError::expected(place.clone(), "a smaller number", format!("`{word}`")))
}

/// Parses the weight of a clause, or the weight from which on clauses are hard.
fn weight(place: &Span, word: &str) -> Result<u64, InputError> {
    let weight =
        digits(place, "`h`, or a weight of at least 1, before the literals", word)?.parse();
    weight.ok().filter(|&weight| weight > 0).ok_or_else(|| {
        InputError::expected(place.clone(), "a weight from 1 to 2^64 - 1", format!("`{word}`"))
    })
}

fn digits<'w>(place: &Span, expected: &str, word: &'w str) -> Result<&'w str, InputError> {
    match word.bytes().all(|byte| byte.is_ascii_digit()) {
        true => Ok(word),
        false => {
            let short: String = word.chars().take(30).collect();
            Err(InputError::expected(place.clone(), expected, format!("`{short}`")))
        }
    }
}
