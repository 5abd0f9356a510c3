//! Pencil marks: what a reader sees of groups of places with different values, without a step.
//!
//! Once a place has a value, no other place of its groups has it. Everybody strikes it out there while filling in pencil
//! marks, so that is no step. The techniques of [`groups`] are the steps.

use std::collections::HashMap;

use cnfetti_core::csp::{AllDifferent, Constraint, Csp, Value, VarId};
use cnfetti_sat::search::candidates::{Fact, Said};
use itertools::Itertools;

use crate::Draft;
use crate::groups::{Board, Found, Group, MOST_VALUES, Marks, Node, Set, Shape, bits};
use crate::helpers::Helpers;
use crate::journal::{Journal, Literal};

/// A pattern in the marks of groups of places with different values: what a picture shows of it, and what its sentence
/// speaks of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// How hard it is to see, on the scale of Sudoku Explainer in tenths: from 10 to 110.
    pub rating: usize,
    /// The groups that it starts from, as positions in [`Csp::constraints`](cnfetti_core::csp::Csp::constraints).
    pub groups: Vec<usize>,
    /// The groups that cover a fish.
    pub covers: Vec<usize>,
    /// The places that make it; the fins of a fish that has some.
    pub places: Vec<VarId>,
    /// Of two almost locked sets how many of the places are the first one's.
    pub first: usize,
    /// The value that only one of two almost locked sets has.
    pub restricted: Option<Value>,
    /// The values that it is about.
    pub values: Vec<Value>,
    /// Its chains: one, or one for each case, or the two colours.
    pub chains: Vec<Vec<Cause>>,
}

/// A link of a chain: one of these places has the value, or none of them has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// One place, or several on a line of a box that count as one.
    pub places: Vec<VarId>,
    /// The value.
    pub value: Value,
    /// Whether it holds.
    pub holds: bool,
}

/// The pencil marks of a problem.
pub(super) struct Pencil {
    board: Board,
    /// For each group, the constraint that says that its places differ.
    pub(super) constraints: Vec<usize>,
    /// The variable of each place.
    pub(super) places: Vec<VarId>,
    /// All values, increasing.
    values: Vec<Value>,
}

impl Pencil {
    /// The pencil marks of the groups on a board; `None` if there are no groups.
    pub(super) fn new(csp: &Csp, helpers: &Helpers) -> Option<Pencil> {
        let scopes = groups(csp, helpers).collect_vec();
        let places = scopes.iter().flat_map(|(_, scope)| *scope).copied();
        let places = places.sorted().dedup().collect_vec();
        let values = places.iter().flat_map(|&place| csp.domain(place)).copied();
        let values = values.sorted().dedup().collect_vec();
        if places.is_empty() || places.len() > Set::MOST || values.len() > MOST_VALUES {
            return None;
        }
        let number: HashMap<VarId, usize> = places.iter().copied().zip(0..).collect();
        let mask = |of: &[Value]| of.iter().fold(0, |mask, value| mask | bit(&values, *value));
        let domain = places.iter().map(|&place| mask(csp.domain(place))).collect_vec();
        let groups = scopes.iter().map(|(_, scope)| {
            let places = scope.iter().map(|place| number[place]).collect_vec();
            let all = places.iter().fold(0, |all, &place| all | domain[place]);
            let is_full = all.count_ones() as usize == places.len();
            Group { places, is_full, shape: shape(csp, scope) }
        });
        let board = Board::new(domain.clone(), groups.collect());
        let constraints = scopes.iter().map(|(at, _)| *at).collect();
        Some(Pencil { board, constraints, places, values })
    }

    /// Strikes out what a reader sees from the values that are known.
    pub(super) fn note(&self, journal: &mut Journal) {
        for group in &self.board.groups {
            for &place in &group.places {
                let variable = self.places[place];
                let Some(value) = journal.known.decided(variable) else { continue };
                if !journal.is_said(variable, value) {
                    continue;
                }
                for &other in group.places.iter().filter(|&&other| other != place) {
                    let gone = Literal::is_not(self.places[other], value);
                    journal.see(gone, vec![Literal::is_said(variable, value)]);
                }
            }
        }
    }

    /// Whether a step has said the value of each place.
    pub(super) fn is_filled(&self, journal: &Journal) -> bool {
        let is_said = |place: &VarId| journal.has_said(*place);
        self.places.iter().filter(|&&place| journal.known.decided(place).is_some()).all(is_said)
    }

    /// The steps of the easiest technique that applies, if it is not rated above `most`.
    pub(super) fn drafts(&self, journal: &Journal, most: usize) -> Vec<Draft> {
        let left = self.places.iter().map(|&place| {
            journal.known.of(place).iter().fold(0, |mask, value| mask | bit(&self.values, *value))
        });
        let left = left.collect();
        let marks = Marks::new(&self.board, left, |place| journal.has_said(self.places[place]));
        let found = marks.easiest(most).into_iter();
        found.map(|found| self.draft(&found, journal)).collect()
    }

    fn draft(&self, found: &Found, journal: &Journal) -> Draft {
        let constraints = found.reasons.groups.iter().map(|&group| self.constraints[group]);
        let fact = |(&place, &gone): (&usize, &u64)| {
            let variable = self.places[place];
            // A reader sees a place that is filled in.
            let filled = journal.known.decided(variable).filter(|_| journal.has_said(variable));
            let said = filled.map_or_else(|| Said::IsNone(self.values_of(gone)), Said::Is);
            Fact { variable, said }
        };
        let facts = found.reasons.gone.iter().map(fact).collect();
        let conclusions = match found.fills {
            Some((place, value)) => {
                let said = Said::Is(self.values[value]);
                vec![Fact { variable: self.places[place], said }]
            }
            None => {
                let gone = found.removes.iter().map(|(&place, &gone)| Fact {
                    variable: self.places[place],
                    said: Said::IsNone(self.values_of(gone)),
                });
                gone.collect()
            }
        };
        let pattern = Some(Box::new(self.pattern(found)));
        let constraints = constraints.sorted().collect();
        Draft { pattern, ..Draft::proposed(found.technique, constraints, facts, conclusions) }
    }

    fn pattern(&self, found: &Found) -> Pattern {
        let groups = |groups: &[usize]| groups.iter().map(|&at| self.constraints[at]).collect();
        let is_set = found.covers.len() == 2 && found.technique == &crate::groups::ALS_XZ;
        let node = |node: &Node| Cause {
            places: self.variables(&node.places),
            value: self.values[node.value],
            holds: node.holds,
        };
        let chains = found.chains.iter().map(|chain| chain.iter().map(node).collect());
        Pattern {
            rating: found.rating,
            groups: groups(&found.groups),
            covers: if found.chains.is_empty() && !is_set { groups(&found.covers) } else { vec![] },
            places: self.variables(&found.places),
            first: if is_set { found.covers[0] } else { 0 },
            restricted: is_set.then(|| self.values[found.covers[1]]),
            values: self.values_of(found.values),
            chains: chains.collect(),
        }
    }

    fn variables(&self, places: &[usize]) -> Vec<VarId> {
        places.iter().map(|&place| self.places[place]).collect()
    }

    fn values_of(&self, mask: u64) -> Vec<Value> {
        bits(mask).map(|bit| self.values[bit]).collect()
    }
}

/// The groups of places on a board, each with its constraint.
pub(super) fn groups<'a>(
    csp: &'a Csp,
    helpers: &'a Helpers,
) -> impl Iterator<Item = (usize, &'a [VarId])> {
    csp.constraints().iter().enumerate().filter_map(|(at, posted)| {
        let Constraint::AllDifferent(AllDifferent { scope, except }) = &posted.constraint else {
            return None;
        };
        let is_seen = |&place: &VarId| !helpers.contains(place) && cell(csp, place).is_some();
        let is_group = except.is_empty() && scope.len() > 1 && scope.iter().all_unique();
        (is_group && scope.iter().all(is_seen)).then_some((at, &scope[..]))
    })
}

fn bit(values: &[Value], value: Value) -> u64 {
    values.binary_search(&value).map_or(0, |at| 1 << at)
}

/// The row and the column of a variable about a cell, as in `value[r1c2]`.
pub(super) fn cell(csp: &Csp, variable: VarId) -> Option<(usize, usize)> {
    let (_, place) = csp.name(variable).strip_suffix(']')?.rsplit_once('[')?;
    let (row, column) = place.strip_prefix('r')?.split_once('c')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

fn shape(csp: &Csp, scope: &[VarId]) -> Shape {
    let cells = scope.iter().filter_map(|&place| cell(csp, place)).collect_vec();
    match () {
        () if cells.iter().map(|cell| cell.0).all_equal() => Shape::Row,
        () if cells.iter().map(|cell| cell.1).all_equal() => Shape::Column,
        () => Shape::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::TECHNIQUES;
    use crate::{Explanation, Extent, Task, explain};
    use cnfetti_core::csp::{Atom, Fixed};

    /// Three Sudokus, the hardest technique of each, and its rating.
    const SUDOKUS: [(&str, &str, usize); 3] = [
        (
            "250008000000063000000070084400000318093000570825000006780090000000720000000800097",
            "naked single",
            23,
        ),
        (
            "860000300003800000097000000400036002005201800100750009000000520000007600009000084",
            "XY-wing",
            42,
        ),
        (
            "000300078003081600001000004540803000000509000000602035100000500007230400230004000",
            "alternating inference chain",
            64,
        ),
    ];

    fn sudoku(givens: &str) -> Csp {
        let mut csp = Csp::new();
        let name = |place: usize| format!("value[r{}c{}]", place / 9 + 1, place % 9 + 1);
        let places: Vec<VarId> = (0..81).map(|place| csp.variable(name(place), 1..=9)).collect();
        let mut post = |of: &dyn Fn(usize) -> usize| {
            let scope = (0..9).map(|at| places[of(at)]).collect();
            csp.post(AllDifferent { scope, except: vec![] }.into(), "they differ");
        };
        for at in 0..9 {
            post(&|other| 9 * at + other);
            post(&|other| 9 * other + at);
            post(&|n| 9 * (at / 3 * 3 + n / 3) + at % 3 * 3 + n % 3);
        }
        for (&variable, digit) in places.iter().zip(givens.bytes()) {
            if digit != b'0' {
                let value = Value::from(digit - b'0');
                csp.post(Fixed { atom: Atom { variable, value } }.into(), "given");
            }
        }
        csp
    }

    fn explained(csp: &Csp, task: &Task) -> Explanation {
        explain(csp, task, |_| {}).unwrap().unwrap()
    }

    #[test]
    fn sudokus_are_explained_by_patterns_from_a_single_to_the_end() {
        for (givens, hardest, rating) in SUDOKUS {
            let csp = sudoku(givens);
            let whole = explained(&csp, &Task::default());
            assert!(whole.steps.iter().all(|step| step.pattern.is_some()), "{hardest}");
            assert!(["full house", "hidden single"].contains(&whole.steps[0].technique.name));
            assert_eq!(whole.rating(), rating);
            let technique = TECHNIQUES.iter().find(|technique| technique.name == hardest).unwrap();
            assert!(whole.uses(technique));
            let open = givens.bytes().filter(|digit| *digit == b'0').count();
            let filled = whole
                .steps
                .iter()
                .filter(|step| matches!(step.conclusions[..], [Fact { said: Said::Is(_), .. }]));
            assert_eq!(filled.count(), open);
            assert!(csp.ids().all(|id| whole.end.decided(id).is_some()));
        }
    }

    #[test]
    fn a_cell_needs_only_some_of_the_steps() {
        let csp = sudoku(SUDOKUS[1].0);
        let whole = explained(&csp, &Task::default()).steps.len();
        let last = csp.ids().filter(|&id| csp.domain(id).len() == 9).nth(40);
        let part = explained(&csp, &Task { only: last.into_iter().collect(), ..Task::default() })
            .steps
            .len();
        assert!(part < whole, "{part} of {whole}");
        let all = explained(&csp, &Task { extent: Extent::All, ..Task::default() }).steps.len();
        assert!(all >= whole);
        let hint = explained(&csp, &Task { extent: Extent::First, ..Task::default() });
        assert_eq!(hint.steps.len(), 1);
    }

    /// Every value that is struck out is a step then.
    #[test]
    fn without_pencil_marks_there_are_more_steps() {
        let csp = sudoku(SUDOKUS[0].0);
        let marked = explained(&csp, &Task::default());
        let every = explained(&csp, &Task { pencil: false, ..Task::default() });
        assert!(every.steps.iter().all(|step| step.pattern.is_none()));
        assert_eq!(every.end, marked.end);
        assert!(every.steps.len() >= marked.steps.len());
    }
}
