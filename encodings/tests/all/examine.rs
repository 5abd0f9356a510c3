//! What one formula achieves, found by brute force.

use std::collections::{BTreeSet, HashSet};

use cnfetti_encodings::{Auxiliaries, Cnf, Lit, Promises, Propagation};

use crate::propagator::Propagator;

/// Returns the labels that a formula has earned, and checks that it is tidy after the first
/// `posed` clauses. `inputs` is the number of its first variables that are inputs; `rule` returns
/// whether an assignment of them is a solution.
///
/// # Panics
///
/// Panics if the models of the formula, projected to the inputs, are not exactly the solutions.
pub(crate) fn examine(
    cnf: &Cnf,
    posed: usize,
    inputs: usize,
    rule: &dyn Fn(&[bool]) -> bool,
    what: &str,
) -> Promises {
    let auxiliaries = auxiliaries(cnf, posed, inputs, rule, what);
    let solutions = (0..1u32 << inputs).filter(|&bits| rule(&unpack(bits, inputs))).collect();
    let mut search = Partial {
        propagator: Propagator::new(cnf),
        inputs,
        solutions,
        propagation: Propagation::DomainConsistent,
    };
    let consistent = search.propagator.start();
    search.visit(0, 0, 0, consistent);
    Promises { auxiliaries, propagation: search.propagation }
}

/// Checks every full assignment of the inputs, and counts its extensions.
pub(crate) fn auxiliaries(
    cnf: &Cnf,
    posed: usize,
    inputs: usize,
    rule: &dyn Fn(&[bool]) -> bool,
    what: &str,
) -> Auxiliaries {
    assert_tidy(cnf, posed, what);
    let mut propagator = Propagator::new(cnf);
    let consistent = propagator.start();
    let mut found = Auxiliaries::Determined;
    for bits in 0..1u32 << inputs {
        let mark = propagator.mark();
        let consistent = consistent
            && (0..inputs).all(|input| propagator.assign(literal(input, bits >> input & 1 == 1)));
        let models = if consistent { propagator.models(2) } else { 0 };
        propagator.undo(mark);
        let is_solution = rule(&unpack(bits, inputs));
        assert_eq!(models > 0, is_solution, "{what}: inputs {:?}", unpack(bits, inputs));
        if models > 1 {
            found = Auxiliaries::Free;
        }
    }
    if cnf.num_vars() as usize == inputs { Auxiliaries::None } else { found }
}

/// Checks that from this index on, no clause repeats a literal, is a tautology, or repeats
/// another.
pub(crate) fn assert_tidy(cnf: &Cnf, first: usize, what: &str) {
    let mut seen = HashSet::new();
    for clause in cnf.clauses_in(first..cnf.num_clauses()) {
        let lits: BTreeSet<Lit> = clause.iter().copied().collect();
        assert_eq!(lits.len(), clause.len(), "{what}: a literal twice in {clause:?}");
        assert!(!clause.iter().any(|&lit| lits.contains(&!lit)), "{what}: {clause:?} says nothing");
        assert!(seen.insert(lits), "{what}: {clause:?} is there twice");
    }
}

/// All partial assignments of the inputs.
struct Partial {
    propagator: Propagator,
    inputs: usize,
    solutions: Vec<u32>,
    propagation: Propagation,
}

impl Partial {
    /// Visits all extensions of a partial assignment. Of the inputs before `next`, those in
    /// `known` have the values in `bits`.
    fn visit(&mut self, next: usize, known: u32, bits: u32, consistent: bool) {
        if next == self.inputs {
            self.judge(known, bits, consistent);
            return;
        }
        self.visit(next + 1, known, bits, consistent);
        for value in [false, true] {
            let mark = self.propagator.mark();
            let consistent = consistent && self.propagator.assign(literal(next, value));
            let bits = bits | u32::from(value) << next;
            self.visit(next + 1, known | 1 << next, bits, consistent);
            self.propagator.undo(mark);
        }
    }

    fn judge(&mut self, known: u32, bits: u32, consistent: bool) {
        let (mut can_be_true, mut can_be_false) = (0, 0);
        for solution in self.solutions.iter().filter(|&solution| solution & known == bits) {
            can_be_true |= solution;
            can_be_false |= !solution;
        }
        if can_be_true == 0 && can_be_false == 0 {
            if consistent {
                self.propagation = Propagation::None;
            }
            return;
        }
        assert!(consistent, "a conflict although there is a solution");
        let all = (1u32 << self.inputs) - 1;
        let forced = all & !(can_be_true & can_be_false);
        let is_derived = |input: usize| self.propagator.value(literal(input, true)).is_some();
        let complete = (0..self.inputs).all(|input| forced >> input & 1 == 0 || is_derived(input));
        if !complete {
            self.propagation = self.propagation.min(Propagation::DetectsInconsistency);
        }
    }
}

/// The least that several formulas achieve: what their encoding may guarantee.
#[derive(Default)]
pub(crate) struct Verdict(Option<Promises>);

impl Verdict {
    pub(crate) fn add(&mut self, found: Promises) {
        let worst = |a: Auxiliaries, b: Auxiliaries| match (a, b) {
            (Auxiliaries::Free, _) | (_, Auxiliaries::Free) => Auxiliaries::Free,
            (Auxiliaries::None, Auxiliaries::None) => Auxiliaries::None,
            _ => Auxiliaries::Determined,
        };
        self.0 = Some(match self.0 {
            None => found,
            Some(before) => Promises {
                auxiliaries: worst(before.auxiliaries, found.auxiliaries),
                propagation: before.propagation.min(found.propagation),
            },
        });
    }

    /// Checks that the label is what was found. `auto`, which picks among encodings, may do better
    /// than the worst of them.
    pub(crate) fn assert_label(&self, label: Promises, encoding: &str, what: &str) {
        let found = self.0.expect("something was examined");
        self.assert_propagation(label.propagation, encoding);
        if encoding.starts_with("auto") {
            let is_free = |promises: Promises| promises.auxiliaries == Auxiliaries::Free;
            assert!(!is_free(found) || is_free(label), "{what}: {found:?}");
        } else {
            assert_eq!(found, label, "{what}");
        }
    }

    /// Checks the label of unit propagation alone.
    pub(crate) fn assert_propagation(&self, label: Propagation, encoding: &str) {
        let found = self.0.expect("something was examined").propagation;
        if encoding.starts_with("auto") {
            assert!(found >= label, "{encoding}: {found:?}");
        } else {
            assert_eq!(found, label, "{encoding}");
        }
    }
}

fn literal(input: usize, value: bool) -> Lit {
    let number = input as i32 + 1;
    Lit::from_dimacs(if value { number } else { -number }).expect("the number is not zero")
}

fn unpack(bits: u32, inputs: usize) -> Vec<bool> {
    (0..inputs).map(|input| bits >> input & 1 == 1).collect()
}
