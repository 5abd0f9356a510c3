//! Forms of regular constraints: the words are read forwards by the automaton, or backwards by the reversed
//! automaton.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Forms, Shape};
use crate::tree::Automaton;

/// Larger automata have no form.
const MAX_STATES: usize = 2_000;

/// Transitions (from, by, to), initial states and final states.
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

/// The automaton and its reversal, each as the minimal deterministic automaton with its states numbered in
/// the order of the search. (Brzozowski, Canonical regular expressions and minimal state graphs for
/// definite events, 1962: reverse and determinize, twice.)
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

    /// A deterministic automaton for the same words; `None` if it is too large.
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
