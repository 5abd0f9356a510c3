//! Each step beside brute force, on formulas that are rich in definitions.

use std::collections::{BTreeMap, HashSet};

use super::{Simplified, defined, eliminate, probe, vivify, within};
use crate::knowledge::components::by_search;
use crate::knowledge::components::tables::Tables;
use crate::knowledge::formula::{Code, Formula, variable};
use cnfetti_core::limit::{Budget, Limits};
use cnfetti_core::random::Random;

/// How many variables a formula has at most.
const MOST: usize = 13;

fn budget() -> Budget {
    Budget::default()
}

/// A formula that grows gate by gate.
struct Draw<'a> {
    random: &'a mut Random,
    num_vars: usize,
    clauses: Vec<Vec<Code>>,
}

impl Draw<'_> {
    fn new_lit(&mut self) -> Code {
        self.num_vars += 1;
        2 * (self.num_vars as Code - 1)
    }

    /// One of the first variables or its negation.
    fn lit_below(&mut self, variables: usize) -> Code {
        self.random.below(2 * variables) as Code
    }

    fn lit(&mut self) -> Code {
        self.lit_below(self.num_vars)
    }

    /// Says that a literal is this function of others.
    fn define(&mut self, out: Code, of: &[Code], function: impl Fn(usize) -> bool) {
        for row in 0..1 << of.len() {
            let false_in_row =
                of.iter().enumerate().map(|(at, &lit)| lit ^ (row as Code >> at & 1));
            let mut clause: Vec<Code> = false_in_row.collect();
            clause.push(if function(row) { out } else { out ^ 1 });
            self.add(clause);
        }
    }

    fn add(&mut self, mut clause: Vec<Code>) {
        clause.sort_unstable();
        clause.dedup();
        self.clauses.push(clause);
    }

    /// A new gate of the literals before it, or an old literal as one, which may be contradictory.
    fn gate(&mut self) {
        let before = self.num_vars;
        let out = if self.random.one_in(12) { self.lit() } else { self.new_lit() };
        let of = [0; 3].map(|_| self.lit_below(before));
        match self.random.below(5) {
            // "And" in the short form.
            0 => {
                of.iter().for_each(|&lit| self.add(vec![out ^ 1, lit]));
                let mut clause: Vec<Code> = of.iter().map(|&lit| lit ^ 1).collect();
                clause.push(out);
                self.add(clause);
            }
            1 => self.define(out, &of[..2], |row| row == 3),
            2 => self.define(out, &of[..2], |row| row == 1 || row == 2),
            // If the first, then the second, else the third.
            3 => self.define(out, &of, |row| row >> (2 - (row & 1)) & 1 == 1),
            _ => self.define(out, &of[..1], |row| row == 1),
        }
    }

    /// Literals each of which implies the next one, in a circle.
    fn circle(&mut self) {
        let lits = [0; 3].map(|_| self.lit());
        (0..3).for_each(|at| self.add(vec![lits[at] ^ 1, lits[(at + 1) % 3]]));
    }

    /// A state of two bits, and its successors.
    fn unrolled(&mut self) {
        let tables = [0; 2].map(|_| self.random.below(256));
        let mut state = [0; 2].map(|_| self.new_lit());
        while self.num_vars + 3 <= MOST {
            let input = self.new_lit();
            let next = [0; 2].map(|_| self.new_lit());
            for (out, table) in next.into_iter().zip(tables) {
                self.define(out, &[state[0], state[1], input], |row| table >> row & 1 == 1);
            }
            state = next;
        }
    }

    fn random_clauses(&mut self, number: usize) {
        for _ in 0..number {
            let length = if self.random.one_in(6) { 1 } else { 2 + self.random.below(3) };
            let clause = (0..length).map(|_| self.lit()).collect();
            self.add(clause);
        }
    }
}

fn draw(seed: u64) -> Formula {
    let random = &mut Random::new(seed);
    let mut draw = Draw { random, num_vars: 0, clauses: Vec::new() };
    if draw.random.one_in(4) {
        draw.unrolled();
    } else {
        draw.num_vars = 2 + draw.random.below(3);
        let most = draw.num_vars + draw.random.below(MOST - draw.num_vars);
        while draw.num_vars < most {
            draw.gate();
        }
    }
    if draw.random.one_in(2) {
        draw.circle();
    }
    let clauses = draw.random.below(6);
    draw.random_clauses(clauses);
    let (num_vars, clauses) = (draw.num_vars, draw.clauses);
    let one_in = [1, 1, 2, 3][random.below(4)];
    let is_shown = (0..num_vars).map(|_| random.one_in(one_in)).collect();
    Formula::of(num_vars, clauses.into_iter(), is_shown)
}

/// How many different values these variables have in models, by trying all assignments.
fn count(formula: &Formula, of: &[bool]) -> usize {
    let clauses = (0..formula.num_clauses() as u32).map(|number| formula.clause(number));
    let clauses: Vec<[u32; 2]> = clauses
        .map(|clause| {
            let bits = |sign| {
                let lits = clause.iter().filter(|&&lit| lit % 2 == sign);
                lits.fold(0, |bits, &lit| bits | 1 << variable(lit))
            };
            [bits(0), bits(1)]
        })
        .collect();
    let mask: u32 = (0..of.len()).filter(|&place| of[place]).map(|place| 1 << place).sum();
    let is_model = |bits: &u32| {
        clauses.iter().all(|&[positive, negative]| bits & positive | !bits & negative != 0)
    };
    let models = (0..1 << formula.num_vars).filter(is_model);
    models.map(|bits| bits & mask).collect::<HashSet<u32>>().len()
}

fn num_fixed(formula: &Formula) -> usize {
    (0..formula.num_clauses() as u32).filter(|&number| formula.clause(number).len() == 1).count()
}

fn mentions(formula: &Formula, place: usize) -> bool {
    [0, 1].iter().any(|sign| !formula.clauses_with(2 * place as Code + sign).is_empty())
}

#[test]
fn each_step_keeps_the_number_of_models() {
    let mut fired: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..3000 {
        let formula = draw(seed);
        let variables = 0..formula.num_vars;
        let expected = count(&formula, &formula.is_shown);
        // Mostly everything, but each step may stop anywhere.
        let most_work = [usize::MAX, usize::MAX, 0, 30, 100, 300][seed as usize % 6];

        let probed = probe::probe(&formula, most_work, &budget()).unwrap();
        assert_eq!(count(&probed, &probed.is_shown), expected, "probed, seed {seed}");
        let is_replaced = |place: usize| mentions(&formula, place) && !mentions(&probed, place);
        let mut happened = vec![
            (
                "contradiction",
                (0..probed.num_clauses() as u32).any(|at| probed.clause(at).is_empty()),
            ),
            ("fixed", num_fixed(&probed) > num_fixed(&formula)),
            (
                "the same",
                variables.clone().any(|place| formula.is_shown[place] && is_replaced(place)),
            ),
            (
                "shown instead",
                variables.clone().any(|place| probed.is_shown[place] && !formula.is_shown[place]),
            ),
        ];

        let hidden = probed.is_shown.iter().filter(|&&shown| !shown).count();
        let (probed, is_counted) = defined::counted(probed, most_work, &budget()).unwrap();
        assert_eq!(count(&probed, &is_counted), expected, "defined, seed {seed}");
        let is_defined = |place: &usize| probed.is_shown[*place] && !is_counted[*place];
        happened.push(("defined", variables.clone().any(|place| is_defined(&place))));
        let still_hidden = probed.is_shown.iter().filter(|&&shown| !shown).count();
        happened.push(("shown, as it is defined", still_hidden < hidden));
        assert_eq!(count(&probed, &probed.is_shown), expected, "shown, seed {seed}");

        let smaller = eliminate::eliminate(&probed, &is_counted, most_work, &budget()).unwrap();
        assert_eq!(count(&smaller, &is_counted), expected, "eliminated, seed {seed}");
        let is_eliminated = |place: usize| mentions(&probed, place) && !mentions(&smaller, place);
        happened.push((
            "eliminated",
            variables.clone().any(|place| !is_counted[place] && is_eliminated(place)),
        ));

        let last = vivify::vivify(&smaller, most_work, &budget()).unwrap();
        assert_eq!(count(&last, &is_counted), expected, "vivified, seed {seed}");
        happened.push(("clause removed", last.num_clauses() < smaller.num_clauses()));
        let is_shorter = last.num_clauses() == smaller.num_clauses();
        happened
            .push(("clause shortened", is_shorter && last.num_literals() < smaller.num_literals()));

        // Those that may be decided are determined by the counted ones.
        let simplified = within(&formula, most_work, &budget()).unwrap();
        let Simplified { formula: all, is_counted } = &simplified;
        assert_eq!(count(all, is_counted), expected, "seed {seed}");
        let may_be_decided = |place: usize| all.is_shown[place] && mentions(all, place);
        let decided: Vec<bool> =
            variables.map(|place| is_counted[place] || may_be_decided(place)).collect();
        assert_eq!(count(all, &decided), expected, "seed {seed}");
        // Tables need no search.
        let limits = Limits::default();
        let tables = Tables::of(&simplified, &limits).unwrap().unwrap();
        assert_eq!(tables.count(&budget()), Ok(expected.into()), "by tables, seed {seed}");
        let found = by_search(&simplified, &limits);
        assert_eq!(found, Ok(expected.into()), "by search, seed {seed}");
        for what in happened.into_iter().filter_map(|(what, is_true)| is_true.then_some(what)) {
            *fired.entry(what).or_default() += 1;
        }
        // The same after any other step, since they need no order.
        let alone = vivify::vivify(&formula, most_work, &budget()).unwrap();
        assert_eq!(count(&alone, &formula.is_shown), expected, "vivified alone, seed {seed}");
    }
    assert!(fired.len() == 9 && fired.values().all(|&times| times >= 100), "{fired:?}");
}
