//! The statements of the constraints, one after the other.

use cnfetti_core::csp::{
    AllDifferent, AllEqual, BinPacking, Cardinality, Condition, Count, DistinctCount, Fixed,
    Increasing, Lex, Linear, Ranges, Rule as _, Selection, Table, Terms, Value, ValuePrecedence,
    VarId,
};
use cnfetti_encodings::{Lit, Relation};
use itertools::Itertools;

use super::variables::weighted;
use super::words::{Words, ones};
use super::{Line, values};

impl Words<'_> {
    pub(super) fn have_values(&self, scope: &[VarId]) -> bool {
        scope.iter().all(|&variable| self.map.has_values(variable))
    }

    /// The values that at least one of the variables can have.
    pub(super) fn values_of(&self, scope: &[VarId]) -> Vec<Value> {
        let values = scope.iter().flat_map(|&variable| self.csp.domain(variable).iter().copied());
        values.sorted_unstable().dedup().collect()
    }

    pub(super) fn occurrences(&self, scope: &[VarId], value: Value) -> Vec<Lit> {
        self.map.occurrences(scope, value).collect()
    }
}

/// Each value occurs at most once.
pub(super) fn all_different(words: &Words<'_>, rule: &AllDifferent) -> Option<Vec<Line>> {
    let values = words.values_of(&rule.scope);
    let counted = values.into_iter().filter(|value| !rule.except.contains(value));
    let lits = counted.map(|value| words.occurrences(&rule.scope, value));
    let several = lits.filter(|lits| lits.len() > 1);
    let lines = several.map(|lits| Line::new(ones(lits), Relation::AtMost, 1));
    words.have_values(&rule.scope).then(|| lines.collect())
}

/// Each variable equals the one before.
pub(super) fn all_equal(words: &Words<'_>, rule: &AllEqual) -> Option<Vec<Line>> {
    let mut lines = Vec::new();
    for (&one, &other) in rule.scope.iter().tuple_windows() {
        if !words.have_values(&[one, other]) {
            lines.extend(within(words, &[(one, 1), (other, -1)], Vec::new(), &Ranges::exactly(0))?);
            continue;
        }
        for value in words.values_of(&[one, other]) {
            let signed = [(1, words.literal(one, value)), (-1, words.literal(other, value))];
            let terms = signed.into_iter().filter_map(|(sign, lit)| Some((sign, lit?)));
            lines.push(Line::new(terms.collect(), Relation::Exactly, 0));
        }
    }
    Some(lines)
}

/// Each value occurs as often as the rule says.
pub(super) fn cardinality(words: &Words<'_>, rule: &Cardinality) -> Option<Vec<Line>> {
    let lines = rule.occurrences.iter().map(|bound| {
        let count = i64::try_from(bound.count).ok()?;
        let lits = words.occurrences(&rule.scope, bound.value);
        Some(Line::new(ones(lits), bound.relation, count))
    });
    if words.have_values(&rule.scope) { lines.collect() } else { None }
}

/// The number of variables with one of the values.
pub(super) fn count(words: &Words<'_>, rule: &Count) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let having = |&variable: &VarId| {
        let values = words.map.values(variable);
        values.filter(|(value, _)| rule.values.contains(value)).map(|(_, lit)| lit)
    };
    number(words, ones(rule.scope.iter().flat_map(having)), &rule.condition)
}

/// The number of values that occur, each of which has a word.
pub(super) fn distinct(words: &Words<'_>, rule: &DistinctCount) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let mut lines = Vec::new();
    let mut seen = Vec::new();
    for value in words.values_of(&rule.scope) {
        if !rule.except.contains(&value) {
            seen.push(words.any(&words.occurrences(&rule.scope, value), &mut lines)?);
        }
    }
    lines.extend(number(words, ones(seen), &rule.condition)?);
    Some(lines)
}

/// A sum satisfies a condition.
pub(super) fn number(
    words: &Words<'_>,
    sum: Vec<(i64, Lit)>,
    condition: &Condition,
) -> Option<Vec<Line>> {
    match condition {
        Condition::Within(ranges) => within(words, &[], sum, ranges),
        Condition::Compare(comparison, variable) => {
            within(words, &[(*variable, -1)], sum, &comparison.with(0))
        }
    }
}

/// The variable has the value.
pub(super) fn fixed(words: &Words<'_>, rule: &Fixed) -> Option<Vec<Line>> {
    let Some(lits) = words.map.saying(rule.atom) else { return Some(vec![Line::some([])]) };
    Some(lits.into_iter().map(|lit| Line::some([lit])).collect())
}

/// Each variable is larger than the one before.
pub(super) fn increasing(words: &Words<'_>, rule: &Increasing) -> Option<Vec<Line>> {
    let pairs = rule.scope.iter().tuple_windows();
    let lines = pairs.map(|(&before, &after)| {
        within(words, &[(after, 1), (before, -1)], Vec::new(), &Ranges::at_least(1))
    });
    Some(lines.collect::<Option<Vec<_>>>()?.concat())
}

/// A weighted sum is one of these numbers.
pub(super) fn linear(words: &Words<'_>, rule: &Linear) -> Option<Vec<Line>> {
    let terms: Vec<(VarId, i64)> =
        rule.terms.as_slice().iter().map(|term| (term.variable, term.weight)).collect();
    within(words, &terms, Vec::new(), &rule.within)
}

/// The sum of weighted variables and literals is one of the numbers. Gaps between them are excluded value by
/// value.
pub(super) fn within(
    words: &Words<'_>,
    variables: &[(VarId, i64)],
    mut terms: Vec<(i64, Lit)>,
    numbers: &Ranges,
) -> Option<Vec<Line>> {
    let gaps = values::gaps(words, variables, &terms, numbers)?;
    let intervals = numbers.intervals();
    let (Some(&(first, _)), Some(&(_, last))) = (intervals.first(), intervals.last()) else {
        return Some(vec![Line::some([])]);
    };
    let mut constant = 0_i64;
    for &(variable, weight) in variables {
        let (more, shift) = weighted(words, variable, weight);
        terms.extend(more);
        constant = constant.checked_add(shift)?;
    }
    let line = |relation, bound: i64| {
        Some(Line::new(terms.clone(), relation, bound.checked_sub(constant)?))
    };
    if first == last {
        return Some(vec![line(Relation::Exactly, first)?]);
    }
    let mut lines = Vec::new();
    if first != i64::MIN {
        lines.push(line(Relation::AtLeast, first)?);
    }
    if last != i64::MAX {
        lines.push(line(Relation::AtMost, last)?);
    }
    lines.extend(gaps);
    Some(lines)
}

/// Each item is in a bin, and each bin's load satisfies its condition.
pub(super) fn bin_packing(words: &Words<'_>, rule: &BinPacking) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let mut lines = Vec::new();
    for &variable in &rule.scope {
        let is_bin = |value: Value| rule.bins.iter().any(|bin| bin.value == value);
        let outside = words.map.values(variable).filter(|&(value, _)| !is_bin(value));
        lines.extend(outside.map(|(_, lit)| Line::some([!lit])));
    }
    for bin in &rule.bins {
        let things = rule.scope.iter().zip(&rule.sizes).filter(|&(_, &size)| size > 0);
        let inside = things.filter_map(|(&variable, &size)| {
            words.literal(variable, bin.value).map(|lit| (size, lit))
        });
        lines.extend(number(words, inside.collect(), &bin.load)?);
    }
    Some(lines)
}

/// Compares both lists as numbers with a digit for each variable.
pub(super) fn lex(words: &Words<'_>, rule: &Lex) -> Option<Vec<Line>> {
    let values = words.values_of(&rule.scope());
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
        return Some(if rule.is_strict { vec![Line::some([])] } else { Vec::new() });
    };
    let base = i64::from(most) - i64::from(least) + 1;
    let mut terms = Vec::new();
    let mut weight = 1_i64;
    for (&first, &second) in rule.first.iter().zip(&rule.second).rev() {
        terms.extend([(second, weight), (first, -weight)]);
        weight = weight.checked_mul(base)?;
    }
    let terms = Terms::new(terms);
    let terms = terms.as_slice().iter().map(|term| (term.variable, term.weight)).collect_vec();
    within(words, &terms, Vec::new(), &Ranges::at_least(rule.is_strict.into()))
}

/// Exactly one of the atoms holds, and the result has the value that belongs to it.
pub(super) fn selection(words: &Words<'_>, rule: &Selection) -> Option<Vec<Line>> {
    let atoms = rule.choices.iter().map(|choice| (words.map.literal(choice.atom), choice.value));
    let atoms: Vec<(Lit, Value)> = atoms.filter_map(|(lit, value)| Some((lit?, value))).collect();
    let scope = rule.choices.iter().map(|choice| choice.atom.variable).chain([rule.result]);
    if !words.have_values(&scope.collect_vec()) {
        return None;
    }
    let mut lines = vec![Line::new(ones(atoms.iter().map(|&(lit, _)| lit)), Relation::Exactly, 1)];
    let results = atoms.iter().map(|&(_, value)| value).collect_vec();
    let domain = words.csp.domain(rule.result);
    for value in domain.iter().copied().chain(results).sorted_unstable().dedup() {
        let writing = atoms.iter().filter(|&&(_, written)| written == value);
        let written = words.literal(rule.result, value).map(|lit| (-1, lit));
        let terms = ones(writing.map(|&(lit, _)| lit)).into_iter().chain(written);
        lines.push(Line::new(terms.collect(), Relation::Exactly, 0));
    }
    Some(lines)
}

/// None of the rows holds; or one does, with a word for each row. With two variables, each value needs a
/// partner instead.
pub(super) fn table(words: &Words<'_>, rule: &Table) -> Option<Vec<Line>> {
    let literal = |(column, cell): (usize, &Option<Value>)| match *cell {
        None => Some(None),
        Some(value) => words.literal(rule.scope[column], value).map(Some),
    };
    let rows = rule.rows.iter().filter_map(|row| row.iter().enumerate().map(literal).collect());
    let rows: Vec<Vec<Option<Lit>>> = rows.unique().collect();
    let lits = rows.iter().map(|row| row.iter().flatten().copied().collect_vec());
    let is_short = rows.iter().flatten().any(Option::is_none);
    if !words.have_values(&rule.scope) {
        return None;
    }
    if !rule.is_positive {
        return Some(lits.map(|lits| Line::some(lits.into_iter().map(|lit| !lit))).collect());
    }
    if let ([variable, _], false) = (&rule.scope[..], is_short) {
        let values = words.map.values(*variable).map(|(_, lit)| {
            let with = rows.iter().filter(|row| row[0] == Some(lit)).filter_map(|row| row[1]);
            Line::some(with.chain([!lit]))
        });
        return Some(values.collect());
    }
    let mut lines = Vec::new();
    let mut each = Vec::new();
    for lits in lits {
        let negated = lits.iter().map(|&lit| !lit).collect_vec();
        if negated.is_empty() {
            return Some(Vec::new());
        }
        each.push(!words.any(&negated, &mut lines)?);
    }
    lines.push(Line::some(each));
    Some(lines)
}

/// A value occurs only after the value before it in the list.
pub(super) fn value_precedence(words: &Words<'_>, rule: &ValuePrecedence) -> Option<Vec<Line>> {
    if !words.have_values(&rule.scope) {
        return None;
    }
    let mut lines = Vec::new();
    for (&earlier, &later) in rule.values.iter().tuple_windows() {
        let mut seen = Vec::new();
        for &variable in &rule.scope {
            if let Some(lit) = words.literal(variable, later) {
                lines.push(Line::some(seen.iter().copied().chain([!lit])));
            }
            seen.extend(words.literal(variable, earlier));
        }
    }
    Some(lines)
}
