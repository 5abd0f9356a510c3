//! Reads lists, numbers, tuples and conditions in the text of an element.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::cursor::{Cursor, number};
use super::{Args, Reader, span};
use crate::symbols::Sort;
use crate::{COMPARISONS, Condition, Expr};
use cnfetti_input::{InputError, Span};

/// Longer lists are refused: `0x1000000000` has only twelve characters.
const MAX_LIST: usize = 4_000_000;

impl<'a> Reader<'a> {
    /// The pieces of an element's text between comments, with their places in the file.
    pub(super) fn texts<'n>(
        &self,
        node: Node<'n, 'n>,
    ) -> impl Iterator<Item = Cursor<'n>> + use<'n> {
        let texts = node.children().filter(Node::is_text);
        texts.filter_map(|text| Some(Cursor::new(text.text()?, text.range().start)))
    }

    /// The text as a single word.
    pub(super) fn word<'n>(&self, node: Node<'n, 'n>) -> &'n str {
        node.text().map_or("", str::trim)
    }

    /// Reads variables, numbers and expressions, separated by whitespace.
    pub(super) fn list(&self, node: Node<'_, '_>) -> Result<Vec<Expr>, InputError> {
        let mut list = Vec::new();
        for mut text in self.texts(node) {
            while text.more() {
                self.item(&mut text, &mut list)?;
                require_length(list.len(), node)?;
            }
        }
        Ok(list)
    }

    /// Reads the arguments of a group. A set, `{1,3}` or `set(1,3)`, keeps its members.
    pub(super) fn arguments(&self, node: Node<'_, '_>) -> Result<Args, InputError> {
        let (mut list, mut sets) = (Vec::new(), BTreeMap::new());
        for mut text in self.texts(node) {
            while text.more() {
                let end = match (text.eat("{"), text.eat("set(")) {
                    (true, _) => "}",
                    (_, true) => ")",
                    _ => {
                        self.item(&mut text, &mut list)?;
                        require_length(list.len(), node)?;
                        continue;
                    }
                };
                sets.insert(list.len(), self.members(&mut text, end)?);
                list.push(Expr::Number(0));
            }
        }
        Ok(Args { values: Some(list), sets, ..Args::default() })
    }

    /// Reads the members of a set up to `end`.
    fn members(&self, text: &mut Cursor<'_>, end: &str) -> Result<Vec<Expr>, InputError> {
        let mut members = Vec::new();
        text.more();
        while !text.eat(end) {
            if !members.is_empty() {
                text.expect(",")?;
                text.more();
            }
            self.item(text, &mut members)?;
            text.more();
        }
        Ok(members)
    }

    /// Like [`Reader::list`], but an empty list is an error.
    pub(super) fn filled_list(&self, node: Node<'_, '_>) -> Result<Vec<Expr>, InputError> {
        let list = self.list(node)?;
        if list.is_empty() {
            let place = span(node);
            return Err(InputError::expected(place, "at least one variable", "none"));
        }
        Ok(list)
    }

    /// Reads an item of a list, which can stand for several.
    pub(super) fn item(
        &self,
        text: &mut Cursor<'_>,
        list: &mut Vec<Expr>,
    ) -> Result<(), InputError> {
        let start = text.position();
        match text.peek() {
            Some('%') if text.eat("%...") => list.extend_from_slice(self.args.rest()),
            Some(c) if c.is_ascii_digit() || c == '-' || c == '+' => {
                let (low, times) = repeated(text)?;
                let high = if text.eat("..") { text.number()? } else { low };
                let count = high.saturating_sub(low).saturating_add(1).saturating_mul(times);
                if low > high || count > MAX_LIST as i64 {
                    let found = format!("{low}..{high}");
                    return Err(InputError::expected(text.since(start), "a short interval", found));
                }
                for number in low..=high {
                    list.extend(std::iter::repeat_n(Expr::Number(number), times as usize));
                }
            }
            _ => {
                let mut ahead = Cursor::new(text.rest(), text.position());
                let word = ahead.word();
                let is_expr = ahead.peek() == Some('(') || word.starts_with('%');
                if is_expr || self.names.symbol(word).is_some() {
                    list.push(text.expr(&self.names, &self.args)?);
                } else {
                    let selected = text.variables(&self.names)?;
                    list.extend(selected.cells.into_iter().map(Expr::Variable));
                }
            }
        }
        Ok(())
    }

    /// The type of a list's values; all have the same.
    pub(super) fn sort(&self, list: &[Expr]) -> Sort {
        list.first().map_or(Sort::Number, |expr| self.names.0.sort(expr))
    }

    /// Reads values only, all of this type.
    pub(super) fn values(&self, node: Node<'_, '_>, sort: Sort) -> Result<Vec<i64>, InputError> {
        let list = self.list(node)?;
        list.into_iter().map(|expr| constant(expr, sort, node)).collect()
    }

    /// Reads `(0,0)(1,1)`, or one tuple without parentheses. `sort` gives the type for each
    /// position.
    pub(super) fn tuples_of_values(
        &self,
        node: Node<'_, '_>,
        sort: impl Fn(usize) -> Sort,
    ) -> Result<Vec<Vec<i64>>, InputError> {
        let values = |row: Vec<Expr>| {
            let row = row.into_iter().enumerate();
            row.map(|(at, expr)| constant(expr, sort(at), node)).collect()
        };
        self.rows(node)?.into_iter().map(values).collect()
    }

    /// Reads a single variable, number or expression.
    pub(super) fn single(&self, node: Node<'_, '_>) -> Result<Expr, InputError> {
        let mut list = self.list(node)?;
        match list.len() {
            1 => Ok(list.remove(0)),
            found => {
                let expected = "one variable, number or expression";
                Err(InputError::expected(span(node), expected, found.to_string()))
            }
        }
    }

    /// Reads lists in parentheses, `(x,y)(z,w)`, or the rows of an array: `x[][]`.
    pub(super) fn rows(&self, node: Node<'_, '_>) -> Result<Vec<Vec<Expr>>, InputError> {
        let mut rows = Vec::new();
        for mut text in self.texts(node) {
            while text.more() {
                if text.peek() == Some('(') {
                    rows.push(self.parenthesised(&mut text)?);
                } else {
                    rows.extend(self.rows_of_array(&mut text)?);
                }
                require_length(rows.len(), node)?;
            }
        }
        Ok(rows)
    }

    fn parenthesised(&self, text: &mut Cursor<'_>) -> Result<Vec<Expr>, InputError> {
        let mut row = Vec::new();
        text.expect("(")?;
        loop {
            text.more();
            self.item(text, &mut row)?;
            text.more();
            if !text.eat(",") {
                text.expect(")")?;
                return Ok(row);
            }
        }
    }

    fn rows_of_array(&self, text: &mut Cursor<'_>) -> Result<Vec<Vec<Expr>>, InputError> {
        let start = text.position();
        let selected = text.variables(&self.names)?;
        match selected.shape[..] {
            [rows, columns] if rows * columns == selected.cells.len() && columns > 0 => {
                let cells = selected.cells.chunks(columns);
                Ok(cells.map(|row| row.iter().copied().map(Expr::Variable).collect()).collect())
            }
            _ => {
                let expected = "an array of two dimensions without gaps, such as x[][]";
                let found = format!("{} variables", selected.cells.len());
                Err(InputError::expected(text.since(start), expected, found))
            }
        }
    }

    /// Reads a matrix: rows of equal length, at least one.
    pub(super) fn matrix(&self, node: Node<'_, '_>) -> Result<Vec<Vec<Expr>>, InputError> {
        let rows = self.rows(node)?;
        match rows.first() {
            Some(first) if rows.iter().all(|row| row.len() == first.len()) => Ok(rows),
            _ => Err(InputError::expected(span(node), "rows of one length", "others")),
        }
    }

    /// Reads `(le,3)`, `(in,1..5)` or `(notin,{1,2})`.
    pub(super) fn condition(&self, node: Node<'_, '_>) -> Result<Condition, InputError> {
        self.condition_on(Sort::Number, node)
    }

    /// Reads a condition on values of this type.
    pub(super) fn condition_on(
        &self,
        sort: Sort,
        node: Node<'_, '_>,
    ) -> Result<Condition, InputError> {
        const EXPECTED: &str = "a condition such as (le,10), (eq,x) or (in,1..5)";
        let mut texts = self.texts(node);
        let nothing = || InputError::expected(span(node), EXPECTED, "nothing");
        let mut text = texts.next().ok_or_else(nothing)?;
        if !text.more() {
            return Err(nothing());
        }
        if !text.eat("(") {
            return Err(text.expected(EXPECTED));
        }
        text.more();
        let before = text.position();
        let word = text.word();
        let place = text.since(before);
        let relation = COMPARISONS.iter().find(|(_, name, ..)| *name == word);
        text.expect(",")?;
        let condition = match (relation, word) {
            (Some(&(relation, ..)), _) => {
                Condition::Compare(relation, text.expr(&self.names, &self.args)?)
            }
            (None, "in" | "notin") => {
                let intervals = self.intervals(&mut text, sort)?;
                Condition::Within { intervals, inside: word == "in" }
            }
            (None, _) => {
                let expected = "one of lt, le, ge, gt, ne, eq, in, notin";
                return Err(InputError::expected(place, expected, format!("`{word}`")));
            }
        };
        text.expect(")")?;
        if text.more() { Err(text.expected("nothing after the condition")) } else { Ok(condition) }
    }

    fn intervals(&self, text: &mut Cursor<'_>, sort: Sort) -> Result<Vec<(i64, i64)>, InputError> {
        text.more();
        if let Some(set) = self.args.set(text.argument()) {
            let start = text.position();
            text.word();
            return set.iter().map(|one| self.point(one, sort, text.since(start))).collect();
        }
        if !text.eat("{") {
            return Ok(vec![self.interval(text, sort)?]);
        }
        let mut intervals = Vec::new();
        text.more();
        if text.eat("}") {
            return Ok(intervals);
        }
        loop {
            intervals.push(self.interval(text, sort)?);
            text.more();
            if !text.eat(",") {
                text.expect("}")?;
                return Ok(intervals);
            }
        }
    }

    /// Reads an interval, a word, or the argument of a group that is a number or a word.
    fn interval(&self, text: &mut Cursor<'_>, sort: Sort) -> Result<(i64, i64), InputError> {
        text.more();
        let is_number = |c: char| c.is_ascii_digit() || c == '-' || c == '+';
        if sort == Sort::Number && text.peek().is_some_and(is_number) {
            return text.interval();
        }
        let start = text.position();
        let expr = text.expr(&self.names, &self.args)?;
        self.point(&expr, sort, text.since(start))
    }

    /// The interval of just this number or word.
    fn point(&self, expr: &Expr, sort: Sort, place: Span) -> Result<(i64, i64), InputError> {
        match (expr, sort) {
            (&Expr::Number(value), Sort::Number) | (&Expr::Word(value), Sort::Word) => {
                Ok((value, value))
            }
            (other, _) => Err(InputError::expected(place, sort.one(), what(other))),
        }
    }
}

/// The value of an expression that is a number or a word.
fn constant(expr: Expr, sort: Sort, node: Node<'_, '_>) -> Result<i64, InputError> {
    match (expr, sort) {
        (Expr::Number(value), Sort::Number) | (Expr::Word(value), Sort::Word) => Ok(value),
        (other, _) => Err(InputError::expected(span(node), sort.many(), what(&other))),
    }
}

fn what(expr: &Expr) -> &'static str {
    match expr {
        Expr::Number(_) => Sort::Number.one(),
        Expr::Word(_) => Sort::Word.one(),
        Expr::Variable(_) => "a variable",
        Expr::Apply(..) => "an expression",
    }
}

/// Reads a number with its repetitions: `3x5` is 3, five times.
fn repeated(text: &mut Cursor<'_>) -> Result<(i64, i64), InputError> {
    let start = text.position();
    let word = text.word();
    let pair = match word.split_once('x') {
        None => number(word).map(|number| (number, 1)),
        Some((value, times)) => number(value).zip(number(times)),
    };
    let pair = pair.filter(|&(_, times)| (0..=MAX_LIST as i64).contains(&times));
    pair.ok_or_else(|| {
        let expected = "a whole number, or 3x5 for five times 3";
        InputError::expected(text.since(start), expected, format!("`{word}`"))
    })
}

fn require_length(length: usize, node: Node<'_, '_>) -> Result<(), InputError> {
    if length <= MAX_LIST {
        return Ok(());
    }
    let place: Span = span(node);
    Err(InputError::expected(place, format!("at most {MAX_LIST} items"), length.to_string()))
}
