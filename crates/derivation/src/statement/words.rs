//! Words of the statement: auxiliary variables of the formula that the statement defines again.

use std::cell::OnceCell;
use std::collections::HashMap;

use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_encodings::{Bit, Lit, Relation};
use cnfetti_sat::compile::{Compiled, Map, Part};
use itertools::Itertools;

use super::Line;
use crate::inequality::Inequality;

/// Knows what the variables of a part mean.
pub(crate) struct Words<'a> {
    pub(crate) csp: &'a Csp,
    pub(crate) map: &'a Map,
    compiled: &'a Compiled,
    part: &'a Part,
    /// The literal with each meaning.
    meaning: OnceCell<HashMap<Inequality, Lit>>,
}

/// Each literal with weight 1.
pub(super) fn ones(lits: impl IntoIterator<Item = Lit>) -> Vec<(i64, Lit)> {
    lits.into_iter().map(|lit| (1, lit)).collect()
}

impl<'a> Words<'a> {
    pub(super) fn new(csp: &'a Csp, compiled: &'a Compiled, part: &'a Part) -> Words<'a> {
        Words { csp, map: &compiled.map, compiled, part, meaning: OnceCell::new() }
    }

    /// The literal that says that a variable has a value.
    pub(super) fn literal(&self, variable: VarId, value: Value) -> Option<Lit> {
        self.map.literal(Atom { variable, value })
    }

    /// Whether the variable has the value; true if there is no atom.
    pub(super) fn truth(&self, atom: Option<Atom>) -> Bit {
        let Some(atom) = atom else { return Bit::True };
        match self.map.literal(atom) {
            None => Bit::False,
            Some(_) if self.map.domain(atom.variable).len() == 1 => Bit::True,
            Some(lit) => Bit::Lit(lit),
        }
    }

    /// The auxiliary literal with this meaning in this part of the formula.
    pub(super) fn meaning(&self, wanted: &Inequality) -> Option<Lit> {
        let meaning = self.meaning.get_or_init(|| self.meanings());
        // `any of these` can also be `not all of the opposites`, for the opposite literal.
        let opposite = || meaning.get(&wanted.negated()).map(|&lit| !lit);
        meaning.get(wanted).copied().or_else(opposite)
    }

    fn meanings(&self) -> HashMap<Inequality, Lit> {
        let own = &self.part.auxiliaries;
        let definitions = self.compiled.cnf.definitions();
        let first = definitions.partition_point(|other| other.lit.variable() <= own.start);
        let definitions =
            definitions[first..].iter().take_while(|other| other.lit.variable() <= own.end);
        let mut found = HashMap::new();
        for other in definitions.filter(|other| other.relation == Relation::AtLeast) {
            let terms = other.terms.iter().map(|&(weight, lit)| (weight as i64, lit));
            if let Ok(meant) = Inequality::at_least(terms, other.bound as i64) {
                found.entry(meant).or_insert(other.lit);
            }
        }
        found
    }

    /// The auxiliary variables that the constraint of this part determines, by their two indices.
    pub(super) fn determined(&self) -> impl Iterator<Item = ([usize; 2], Lit)> {
        let own = &self.part.auxiliaries;
        let is_own = |lit: Lit| lit.variable() > own.start && lit.variable() <= own.end;
        let all = self.compiled.cnf.determined().iter();
        all.filter(move |word| is_own(word.lit)).map(|word| (word.at, word.lit))
    }

    /// A word for "at least one of these", with the lines that define it. For one literal, that literal.
    pub(super) fn any(&self, lits: &[Lit], lines: &mut Vec<Line>) -> Option<Lit> {
        let [first, ..] = lits else { return None };
        if lits.len() == 1 {
            return Some(*first);
        }
        let word = self.meaning(&Inequality::at_least(ones(lits.iter().copied()), 1).ok()?)?;
        lines.extend(any_of(word, lits));
        Some(word)
    }

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

/// The word is true exactly when one of these is.
fn any_of(word: Lit, lits: &[Lit]) -> [Line; 2] {
    let with = |weight: i64| ones(lits.iter().copied()).into_iter().chain([(weight, word)]);
    let count = lits.len() as i64;
    [
        Line::new(with(-1).collect(), Relation::AtLeast, 0),
        Line::new(with(-count).collect(), Relation::AtMost, 0),
    ]
}

/// The word is true exactly when all of these are.
fn all_of(word: Lit, lits: &[Lit]) -> [Line; 2] {
    let with = |weight: i64| ones(lits.iter().copied()).into_iter().chain([(weight, word)]);
    let count = lits.len() as i64;
    [
        Line::new(with(-count).collect(), Relation::AtLeast, 0),
        Line::new(with(-1).collect(), Relation::AtMost, count - 1),
    ]
}

/// Lines that define words and then use them.
pub(super) struct Page<'a> {
    pub(super) words: &'a Words<'a>,
    pub(super) lines: Vec<Line>,
    /// The words defined so far, by their literals.
    known: HashMap<Vec<Lit>, Lit>,
}

impl<'a> Page<'a> {
    pub(super) fn new(words: &'a Words<'a>) -> Page<'a> {
        Page { words, lines: Vec::new(), known: HashMap::new() }
    }

    /// Whether one of these is true, by a word if there are several.
    pub(super) fn any(&mut self, lits: &[Lit], note: impl FnOnce() -> String) -> Option<Lit> {
        let from = self.lines.len();
        let lit = self.words.any(lits, &mut self.lines)?;
        if let Some(line) = self.lines.get_mut(from) {
            line.note = Some((Some(lit), note()));
        }
        Some(lit)
    }

    /// Whether both are true, by a word if necessary. `None` if the formula has no such word.
    pub(super) fn both(&mut self, bits: [Bit; 2], note: impl FnOnce() -> String) -> Option<Bit> {
        self.word(bits, note, |both, lits| (both, all_of(both, lits)))
    }

    /// Whether at least one of the two is true; otherwise like [`Page::both`].
    pub(super) fn either(&mut self, bits: [Bit; 2], note: impl FnOnce() -> String) -> Option<Bit> {
        let word = self.word(bits.map(|bit| !bit), note, |word, lits| {
            (!word, any_of(!word, &lits.iter().map(|&lit| !lit).collect_vec()))
        });
        word.map(|word| !word)
    }

    /// Whether both are true; `lines` defines the word.
    fn word(
        &mut self,
        bits: [Bit; 2],
        note: impl FnOnce() -> String,
        lines: impl FnOnce(Lit, &[Lit]) -> (Lit, [Line; 2]),
    ) -> Option<Bit> {
        let [one, other] = match (bits[0], bits[1]) {
            (Bit::False, _) | (_, Bit::False) => return Some(Bit::False),
            (Bit::True, bit) | (bit, Bit::True) => return Some(bit),
            (one, other) if one == other => return Some(one),
            (one, other) if one == !other => return Some(Bit::False),
            (Bit::Lit(one), Bit::Lit(other)) => [one, other],
        };
        let mut lits = vec![one, other];
        lits.sort_unstable_by_key(|lit| lit.variable());
        if let Some(&word) = self.known.get(&lits) {
            return Some(Bit::Lit(word));
        }
        let word =
            self.words.meaning(&Inequality::at_least(ones(lits.iter().copied()), 2).ok()?)?;
        let (about, [first, second]) = lines(word, &lits);
        self.lines.extend([first.noted(Some(about), note()), second]);
        self.known.insert(lits, word);
        Some(Bit::Lit(word))
    }

    /// Compares a sum of weighted truth values with a number. Adds no line if that always holds.
    pub(super) fn sum(
        &mut self,
        terms: impl IntoIterator<Item = (i64, Bit)>,
        relation: Relation,
        mut number: i64,
        note: impl FnOnce() -> String,
    ) {
        let mut open = Vec::new();
        for (weight, bit) in terms {
            match bit {
                Bit::Lit(lit) if weight != 0 => open.push((weight, lit)),
                Bit::True => number -= weight,
                Bit::Lit(_) | Bit::False => {}
            }
        }
        let (least, most) = open.iter().fold((0, 0), |(least, most), &(weight, _)| {
            (least + weight.min(0), most + weight.max(0))
        });
        let is_met = match relation {
            Relation::AtLeast => least >= number,
            Relation::AtMost => most <= number,
            Relation::Exactly => least == number && most == number,
        };
        if !is_met {
            self.lines.push(Line::new(open, relation, number).noted(None, note()));
        }
    }

    /// A word for "a sum of weighted literals is at least this number"; `None` if the formula has none.
    pub(super) fn reaches(
        &mut self,
        terms: Vec<(i64, Lit)>,
        number: i64,
        note: impl FnOnce() -> String,
    ) -> Option<Lit> {
        let reached = Inequality::at_least(terms.iter().copied(), number).ok()?;
        let word = self.words.meaning(&reached)?;
        let with = |weight: i64| terms.iter().copied().chain([(weight, word)]).collect();
        let (more, less) = (reached.degree(), reached.negated().degree());
        let line = Line::new(with(-more), Relation::AtLeast, number - more);
        self.lines.push(line.noted(Some(word), note()));
        self.lines.push(Line::new(with(-less), Relation::AtMost, number - 1));
        Some(word)
    }

    /// At least one of these is true.
    pub(super) fn need(
        &mut self,
        bits: impl IntoIterator<Item = Bit>,
        note: impl FnOnce() -> String,
    ) {
        let bits = bits.into_iter().unique().collect_vec();
        let is_met = bits.iter().any(|&bit| bit == Bit::True || bits.contains(&!bit));
        if !is_met {
            let lits = bits.iter().filter_map(|bit| bit.lit());
            self.lines.push(Line::some(lits).noted(None, note()));
        }
    }
}
