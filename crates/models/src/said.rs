//! Describes a constraint in one line: its bounds and coefficients, in the words of the file.

use itertools::Itertools;

use super::Expr;
use super::symbols::Sort;
use super::tree::{
    Choice, Condition, Constraint, Element, Link, Model, Occurs, Packing, Posted, Rank, Tuples,
    sign,
};
use cnfetti_core::csp::Value;
use cnfetti_core::plural::counted;

/// Longer lists are abbreviated.
const MAX_ITEMS: usize = 12;

/// Tables with more rows are not written out.
const MAX_ROWS: usize = 4;

impl Model {
    /// The constraint in the words of the file: its note and its description.
    pub fn reason(&self, posted: &Posted) -> String {
        if let (Some(sentence), true) = (&posted.note, posted.is_sentence) {
            return sentence.clone();
        }
        let text = Describer(self).constraint(&posted.constraint);
        match &posted.note {
            Some(note) => format!("{note}: {text}"),
            None => text,
        }
    }
}

/// Keeps the first and the last of many texts.
fn shortened(texts: Vec<String>) -> Vec<String> {
    match texts.len() {
        0..=MAX_ITEMS => texts,
        many => {
            let mut short = texts;
            short.drain(MAX_ITEMS - 2..many - 1);
            short.insert(MAX_ITEMS - 2, "…".to_owned());
            short
        }
    }
}

fn joined(texts: impl IntoIterator<Item = String>) -> String {
    shortened(texts.into_iter().collect()).join(", ")
}

fn numbers(numbers: &[i64]) -> String {
    joined(numbers.iter().map(ToString::to_string))
}

/// `; except 0`
fn except(values: &[i64]) -> String {
    if values.is_empty() { String::new() } else { format!("; except {}", numbers(values)) }
}

/// Describes constraints with the names of a model.
struct Describer<'a>(&'a Model);

impl Describer<'_> {
    fn list(&self, list: &[Expr]) -> String {
        joined(list.iter().map(|expr| expr.text(self.0)))
    }

    fn lists(&self, lists: &[Vec<Expr>]) -> String {
        joined(lists.iter().map(|list| format!("({})", self.list(list))))
    }

    /// `≤ 5`, `in 1..3`
    fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Compare(relation, expr) => {
                format!("{} {}", sign(*relation), expr.text(self.0))
            }
            Condition::Within { intervals, inside } => {
                let interval = |&(low, high): &(i64, i64)| match low == high {
                    true => low.to_string(),
                    false => format!("{low}..{high}"),
                };
                let word = if *inside { "in" } else { "not in" };
                match &intervals[..] {
                    [one] => format!("{word} {}", interval(one)),
                    several => format!("{word} {{{}}}", joined(several.iter().map(interval))),
                }
            }
        }
    }

    /// `2*x + y - 3*z`
    fn sum(&self, terms: &[Expr], weights: &[Expr]) -> String {
        let mut text = String::new();
        let signed = terms.iter().zip(weights).map(|(term, weight)| self.term(term, weight));
        let signed: Vec<(bool, String)> = signed.collect();
        let (hidden, last) = (MAX_ITEMS - 2..signed.len().saturating_sub(1), signed.len() - 1);
        let is_long = signed.len() > MAX_ITEMS;
        for (place, (is_negative, term)) in signed.iter().enumerate() {
            if is_long && hidden.contains(&place) {
                continue;
            }
            if is_long && place == last {
                text += " + …";
            }
            text += match (place, is_negative) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            text += term;
        }
        text
    }

    /// Whether the term is subtracted, and its text without the sign.
    fn term(&self, term: &Expr, weight: &Expr) -> (bool, String) {
        let text = term.text(self.0);
        match weight {
            Expr::Number(1) => (false, text),
            Expr::Number(-1) => (true, text),
            Expr::Number(weight) => (*weight < 0, format!("{}*{text}", weight.unsigned_abs())),
            weight => (false, format!("{}*{text}", weight.text(self.0))),
        }
    }

    fn constraint(&self, constraint: &Constraint) -> String {
        let name = constraint.element();
        let holds = |condition: &Condition| self.condition(condition);
        match constraint {
            Constraint::Intension(expr) => expr.text(self.0),
            Constraint::Extension { scope, tuples, positive } => {
                format!("({}) is {}", self.list(scope), self.rows(scope, tuples, *positive))
            }
            Constraint::Regular { scope, automaton } => {
                let states = counted(automaton.states.len() as u64, "state");
                format!("{name}({}; {states})", self.list(scope))
            }
            Constraint::AllDifferent { list, except: but }
            | Constraint::AllEqual { list, except: but } => {
                format!("{name}({}{})", self.list(list), except(but))
            }
            Constraint::AllDifferentMatrix { rows, except: but } => {
                format!("{name}({}; each row and column{})", self.lists(rows), except(but))
            }
            Constraint::DifferentLists { lists, except: but } => {
                let but = but.iter().map(|list| format!("({})", numbers(list)));
                let but = if but.len() == 0 {
                    String::new()
                } else {
                    format!("; except {}", joined(but))
                };
                format!("{name}({}{but})", self.lists(lists))
            }
            Constraint::Ordered { list, lengths, relation } => {
                let lengths = match lengths[..] {
                    [] => String::new(),
                    _ => format!("; lengths {}", self.list(lengths)),
                };
                format!("{name}({}; {}{lengths})", self.list(list), sign(*relation))
            }
            Constraint::Lex { lists, columns, relation } => {
                let columns = if *columns { ", and the columns" } else { "" };
                format!("{name}({}; {}{columns})", self.lists(lists), sign(*relation))
            }
            Constraint::Precedence { list, values, covered } => {
                let covered = if *covered { ", all of them" } else { "" };
                format!("{name}({}; {}{covered})", self.list(list), numbers(values))
            }
            Constraint::Sum { terms, weights, condition } => {
                format!("{} {}", self.sum(terms, weights), holds(condition))
            }
            Constraint::Count { list, values, condition } => {
                format!("{name}({}; {}) {}", self.list(list), self.list(values), holds(condition))
            }
            Constraint::DistinctCount { list, except: but, condition } => {
                format!("{name}({}{}) {}", self.list(list), except(but), holds(condition))
            }
            Constraint::Cardinality { list, values, occurs, closed } => {
                let times = |occurs: &Occurs| match occurs {
                    Occurs::Exactly(times) => times.text(self.0),
                    Occurs::Between(least, most) => format!("{least}..{most}"),
                };
                let each = values.iter().zip(occurs);
                let each =
                    each.map(|(value, often)| format!("{}: {}", value.text(self.0), times(often)));
                let closed = if *closed { "; no others" } else { "" };
                format!("{name}({}; {}{closed})", self.list(list), joined(each))
            }
            Constraint::Extreme { list, condition, .. } => {
                format!("{name}({}) {}", self.list(list), holds(condition))
            }
            Constraint::ExtremeArg { list, start, rank, condition, .. } => {
                let places = self.places(list, *start);
                format!("{name}({places}{}) {}", ranked(*rank), holds(condition))
            }
            Constraint::Element { element, condition } => self.element(element, condition),
            Constraint::Channel { first, first_start, second, second_start } => {
                let (first, second) =
                    (self.places(first, *first_start), self.places(second, *second_start));
                format!("{name}(({first}), ({second}))")
            }
            Constraint::ChannelValue { list, start, value } => {
                format!("{name}({}) = {}", self.places(list, *start), value.text(self.0))
            }
            Constraint::NoOverlap { origins, lengths, zero_ignored } => {
                let short = if *zero_ignored { "" } else { "; no length is ignored" };
                format!("{name}({}; lengths {}{short})", self.lists(origins), self.lists(lengths))
            }
            Constraint::Cumulative { origins, lengths, ends, heights, condition } => {
                let parts = [("lengths", lengths), ("ends", ends), ("heights", heights)];
                let parts = parts.into_iter().filter(|(_, list)| !list.is_empty());
                let parts = parts.map(|(what, list)| format!("; {what} {}", self.list(list)));
                let tasks = self.list(origins) + &parts.collect::<String>();
                format!("{name}({tasks}) {}", holds(condition))
            }
            Constraint::BinPacking { list, sizes, start, packing } => {
                let bins = match packing {
                    Packing::Each(condition) => format!("each bin {}", holds(condition)),
                    Packing::Limits(limits) => {
                        format!("bins from {start} on at most {}", self.list(limits))
                    }
                    Packing::Loads(loads) => format!("bins from {start} on {}", self.list(loads)),
                };
                format!("{name}({}; sizes {}; {bins})", self.list(list), self.list(sizes))
            }
            Constraint::Knapsack { list, weights, profits, conditions } => {
                let both = [weights, profits].into_iter().zip(conditions);
                both.map(|(by, condition)| format!("{} {}", self.sum(list, by), holds(condition)))
                    .join(" and ")
            }
            Constraint::Flow { list, arcs, start, balance, cost } => {
                let cost = cost.as_ref().map(|(weights, condition)| {
                    format!(" and {} {}", self.sum(list, weights), holds(condition))
                });
                let arcs = list.iter().zip(arcs).map(|(flow, ends)| {
                    let [from, to] = ends.map(|node| start + node as i64);
                    format!("{} from {from} to {to}", flow.text(self.0))
                });
                let flow = format!("{name}({}; balance {})", joined(arcs), self.list(balance));
                flow + &cost.unwrap_or_default()
            }
            Constraint::Circuit { list, start, size } => {
                let size = size.as_ref().map(|size| format!("; size {}", holds(size)));
                format!("{name}({}{})", self.places(list, *start), size.unwrap_or_default())
            }
            Constraint::Connected { places, links, may_be_empty } => {
                let links = joined(links.iter().map(|link| self.link(link)));
                let empty = if *may_be_empty { "; may be empty" } else { "" };
                format!("{name}({}; {links}{empty})", self.list(places))
            }
            Constraint::Parts { places, links, sizes, marks } => {
                let links = joined(links.iter().map(|link| self.link(link)));
                let place = |(place, size): (&Expr, &Option<Expr>)| match size {
                    Some(size) => format!("{} says {}", place.text(self.0), size.text(self.0)),
                    None => place.text(self.0),
                };
                let places = joined(places.iter().zip(sizes).map(place));
                let mark = |marks: &Vec<usize>| joined(marks.iter().map(ToString::to_string));
                let marks = marks.as_ref().map(|marks| format!("; one of {}", mark(marks)));
                format!("{name}({places}; {links}{})", marks.unwrap_or_default())
            }
            Constraint::Selection { choices, result } => {
                let choice = |choice: &Choice| {
                    let variable = choice.variable.text(self.0);
                    format!("{variable} = {}: {}", choice.value, choice.brings)
                };
                let choices = joined(choices.iter().map(choice));
                format!("{} = {name}({choices})", result.text(self.0))
            }
        }
    }

    /// `0-3`, `0-3 if x`
    fn link(&self, link: &Link) -> String {
        let ends = link.ends.iter().join("-");
        match &link.condition {
            Some(condition) => format!("{ends} if {}", condition.text(self.0)),
            None => ends,
        }
    }

    /// A list, and where its indices start if that is not 0.
    fn places(&self, list: &[Expr], start: i64) -> String {
        let start = if start == 0 { String::new() } else { format!("; places from {start} on") };
        self.list(list) + &start
    }

    fn element(&self, element: &Element, condition: &Condition) -> String {
        let condition = self.condition(condition);
        match element {
            Element::Member(list) => format!("some of ({}) {condition}", self.list(list)),
            Element::List { list, start, index, rank } => {
                let index = index.text(self.0);
                format!("({})[{index}{}] {condition}", self.places(list, *start), ranked(*rank))
            }
            Element::Matrix { rows, starts, index } => {
                let [row, column] = index.each_ref().map(|index| index.text(self.0));
                let starts = match starts {
                    [0, 0] => String::new(),
                    [row, column] => format!("; places from {row} and {column} on"),
                };
                format!("({}{starts})[{row}][{column}] {condition}", self.lists(rows))
            }
        }
    }

    /// `one of (1, 2), (2, *)`
    fn rows(&self, scope: &[Expr], tuples: &Tuples, positive: bool) -> String {
        let word = if positive { "one of" } else { "none of" };
        let rows = tuples.rows();
        if rows.len() > MAX_ROWS {
            return format!("{word} {} rows", rows.len());
        }
        let row = |row: &[Option<Value>]| {
            let cells = row.iter().zip(scope).map(|(cell, of)| match cell {
                None => "*".to_owned(),
                Some(value) => self.value(of, (*value).into()),
            });
            format!("({})", joined(cells))
        };
        format!("{word} {}", rows.map(row).join(", "))
    }

    /// A value of an expression, which may be a word.
    fn value(&self, of: &Expr, value: i64) -> String {
        match self.0.sort(of) {
            Sort::Word => self.0.symbols.name(value).to_owned(),
            Sort::Number => value.to_string(),
        }
    }
}

fn ranked(rank: Rank) -> &'static str {
    match rank {
        Rank::Any => "",
        Rank::First => ", the first",
        Rank::Last => ", the last",
    }
}
