//! Circuit: one cycle through the places.
//!
//! The statement has words for the position of each place, in binary: 0 for the first place, and one more for
//! each that follows. A cycle without the first place would have to come back to its own position.

use cnfetti_core::csp::{Circuit, Condition, Ranges};
use cnfetti_encodings::{Bit, Lit, Relation};
use itertools::Itertools;

use super::Line;
use super::sums::{number, within};
use super::words::{Page, Words};

/// For each place and each possible successor, whether it follows the place.
type Arcs = Vec<Vec<Bit>>;

pub(super) fn state(words: &Words<'_>, rule: &Circuit) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let mut page = Page::new(words);
    let arcs = arcs(&mut page, rule);
    let all = arcs.len();
    let leads = |target: usize| arcs.iter().map(move |row| row[target]);
    if all == 0 || (0..all).any(|target| leads(target).all(|bit| bit == Bit::False)) {
        return Some(vec![Line::some([])]);
    }
    let names = rule.scope.iter().map(|&variable| words.csp.name(variable)).collect_vec();
    for target in 0..all {
        page.sum(leads(target).map(|bit| (1, bit)), Relation::Exactly, 1, || {
            format!("one is followed by place {target}")
        });
    }
    let mut begins = vec![Bit::False; all];
    match &rule.size {
        None => begins[0] = Bit::True,
        Some(size) => {
            let outside = (0..all).filter_map(|place| arcs[place][place].lit()).collect_vec();
            page.lines.extend(size_is(words, &outside, all, size)?);
            begins = first_on_circuit(&mut page, &arcs, &names)?;
        }
    }
    let digits = (usize::BITS - (all - 1).leading_zeros()) as usize;
    let mut positions = vec![vec![Bit::False; digits]; all];
    let mut after = vec![vec![Bit::False; digits]; all];
    for ([place, power], lit) in words.determined() {
        match power.checked_sub(digits) {
            None => positions[place][power] = Bit::Lit(lit),
            Some(power) => after[place][power] = Bit::Lit(lit),
        }
    }
    for place in 0..all {
        let zero = |bit: Bit| move |&digit: &Bit| [!bit, !digit];
        let begin = positions[place].iter().map(zero(begins[place])).collect_vec();
        let outside = positions[place].iter().map(zero(arcs[place][place])).collect_vec();
        for clause in begin {
            page.need(clause, || {
                format!("the position of {} is 0 if it is the first", names[place])
            });
        }
        for clause in outside {
            page.need(clause, || format!("it is 0 if {} is not on the circuit", names[place]));
        }
        let after = &mut after[place];
        add_one(&mut page, &positions[place], after, names[place])?;
    }
    for (from, row) in arcs.iter().enumerate() {
        for (to, &arc) in row.iter().enumerate().filter(|&(to, _)| to != from) {
            let digits = positions[to].iter().copied().chain([Bit::False]);
            for (&after, digit) in after[from].iter().zip(digits) {
                for (one, other) in [(after, digit), (!after, !digit)] {
                    page.need([!arc, begins[to], !one, other], || {
                        let (from, to) = (names[from], names[to]);
                        format!("{to} has the position after {from} where it follows, unless it is the first")
                    });
                }
            }
        }
    }
    Some(page.lines)
}

fn arcs(page: &mut Page<'_>, rule: &Circuit) -> Arcs {
    let all = rule.scope.len();
    let may_stay = rule.size.is_some() || all == 1;
    let mut arcs = vec![vec![Bit::False; all]; all];
    for (own, &variable) in rule.scope.iter().enumerate() {
        for (value, lit) in page.words.map.values(variable) {
            match rule.place(value).filter(|&place| place != own || may_stay) {
                Some(place) => arcs[own][place] = Bit::Lit(lit),
                None => page.need([Bit::Lit(!lit)], || "this leads nowhere".to_owned()),
            }
        }
    }
    arcs
}

/// The number of places on the circuit satisfies the condition.
fn size_is(words: &Words<'_>, outside: &[Lit], all: usize, size: &Condition) -> Option<Vec<Line>> {
    let on = outside.iter().map(|&lit| (1, !lit)).collect_vec();
    let always = (all - outside.len()) as i64;
    let shifted = |ranges: &Ranges| {
        let shift = |end: i64| match end {
            i64::MIN | i64::MAX => end,
            end => end.saturating_sub(always),
        };
        Ranges::of_intervals(ranges.intervals().iter().map(|&(a, b)| (shift(a), shift(b))))
    };
    match size {
        Condition::Within(ranges) => number(words, on, &Condition::Within(shifted(ranges))),
        Condition::Compare(..) if always == 0 => number(words, on, size),
        Condition::Compare(comparison, variable) => {
            within(words, &[(*variable, -1)], on, &shifted(&comparison.with(0)))
        }
    }
}

/// For each place, whether it is the first that does not follow itself.
fn first_on_circuit(page: &mut Page<'_>, arcs: &Arcs, names: &[&str]) -> Option<Vec<Bit>> {
    let mut begins = Vec::new();
    let mut alone = Bit::True;
    for (place, name) in names.iter().enumerate() {
        let own = arcs[place][place];
        begins.push(page.both([alone, !own], || format!("{name} is the first on the circuit"))?);
        alone = page.both([alone, own], || format!("up to {name} none is on the circuit"))?;
    }
    page.need([!alone], || "one is on the circuit".to_owned());
    Some(begins)
}

/// Writes to `after` the digits of a number that is one larger.
fn add_one(page: &mut Page<'_>, digits: &[Bit], after: &mut Vec<Bit>, name: &str) -> Option<()> {
    let mut carry = Bit::True;
    for (power, &digit) in digits.iter().enumerate() {
        match (digit, carry) {
            (digit, Bit::False) => after[power] = digit,
            (digit, Bit::True) => after[power] = !digit,
            (Bit::False, carry) => after[power] = carry,
            (Bit::True, carry) => after[power] = !carry,
            (Bit::Lit(_), Bit::Lit(_)) => {}
        }
        let next = page.both([digit, carry], || format!("one is carried at {name}"))?;
        if let (Bit::Lit(_), Bit::Lit(_)) = (digit, carry) {
            let terms = [(1, digit), (1, carry), (-2, next), (-1, after[power])];
            page.sum(terms, Relation::Exactly, 0, || {
                format!("a digit of the position of {name}, and what is carried to it")
            });
        }
        carry = next;
    }
    after.push(carry);
    Some(())
}
