//! Forms of words that an automaton reads: forwards with the automaton, or backwards with the one that reads
//! them backwards.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Forms, Shape};
use crate::tree::Automaton;

/// An automaton with more states has no form.
const MAX_STATES: usize = 2_000;

/// From, by, to; where words begin, and where they end.
struct Reader {
    transitions: Vec<(usize, i64, usize)>,
    starts: BTreeSet<usize>,
    finals: BTreeSet<usize>,
}

impl Forms {
    pub(super) fn word(&mut self, mut scope: Vec<i64>, automaton: &Automaton) -> Option<i64> {
        let (forwards, backwards) = languages(automaton)?;
        let forwards = self.form(Shape::Language, forwards);
        let backwards = self.form(Shape::Language, backwards);
        let one = self.form(Shape::Reading, [&[forwards], &scope[..]].concat());
        scope.reverse();
        let other = self.form(Shape::Reading, [&[backwards], &scope[..]].concat());
        Some(self.form(Shape::Readings, vec![one.min(other), one.max(other)]))
    }
}

/// What an automaton reads, and the same backwards: of each the smallest deterministic automaton, whose
/// states are numbered as they are met. (Brzozowski, Canonical regular expressions and minimal state graphs
/// for definite events, 1962: turn around and make deterministic, twice.)
fn languages(automaton: &Automaton) -> Option<(Vec<i64>, Vec<i64>)> {
    let transitions = automaton.transitions.iter();
    let reader = Reader {
        transitions: transitions.map(|&(from, by, to)| (from, i64::from(by), to)).collect(),
        starts: BTreeSet::from([automaton.start]),
        finals: automaton.finals.iter().copied().collect(),
    };
    let backwards = reader.determined()?.reversed().determined()?.written();
    let forwards = reader.reversed().determined()?.reversed().determined()?.written();
    Some((forwards, backwards))
}

impl Reader {
    fn reversed(self) -> Reader {
        let transitions = self.transitions.into_iter().map(|(from, by, to)| (to, by, from));
        let transitions = transitions.collect();
        Reader { transitions, starts: self.finals, finals: self.starts }
    }

    /// The same words, with one way to read each.
    fn determined(&self) -> Option<Reader> {
        let mut leaving: HashMap<usize, Vec<(i64, usize)>> = HashMap::new();
        for &(from, by, to) in &self.transitions {
            leaving.entry(from).or_default().push((by, to));
        }
        let mut found = vec![self.starts.clone()];
        let mut known = HashMap::from([(self.starts.clone(), 0)]);
        let mut transitions = Vec::new();
        let mut at = 0;
        while at < found.len() {
            let mut next: BTreeMap<i64, BTreeSet<usize>> = BTreeMap::new();
            for (by, to) in found[at].iter().filter_map(|state| leaving.get(state)).flatten() {
                next.entry(*by).or_default().insert(*to);
            }
            for (by, states) in next {
                let number = *known.entry(states.clone()).or_insert_with(|| {
                    found.push(states);
                    found.len() - 1
                });
                transitions.push((at, by, number));
            }
            if found.len() > MAX_STATES {
                return None;
            }
            at += 1;
        }
        let ends = |at: &usize| !found[*at].is_disjoint(&self.finals);
        let finals = (0..found.len()).filter(ends).collect();
        Some(Reader { transitions, starts: BTreeSet::from([0]), finals })
    }

    fn written(&self) -> Vec<i64> {
        let transitions = self.transitions.iter();
        let transitions = transitions.flat_map(|&(from, by, to)| [from as i64, by, to as i64]);
        let finals = self.finals.iter().map(|&state| state as i64);
        [self.transitions.len() as i64].into_iter().chain(transitions).chain(finals).collect()
    }
}
