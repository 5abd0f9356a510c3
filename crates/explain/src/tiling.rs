//! Where pieces can lie. These are selections whose atoms no sentence mentions before they are decided.
//!
//! A reader sees where a domino can still lie from what is known about cells and the lines between them, so that needs no
//! step. A step says what follows for a cell or a line because nothing else fits.

mod no_room;
mod steps;

use std::collections::HashMap;
use std::sync::Arc;

use crate::helpers::Helpers;
use crate::journal::{Journal, Literal};
use crate::pencil::Pencil;
use cnfetti_core::csp::{AllEqual, Atom, Cardinality, Constraint, Csp, Role, Value, VarId};
use cnfetti_encodings::Relation;
use cnfetti_sat::search::candidates::{Candidates, Fact};

/// The selections of a problem over variables that are only noted.
pub(super) struct Tiling {
    selections: Vec<Cover>,
    atoms: Vec<Placement>,
    /// For each variable, its atoms, as positions in `atoms`.
    of: HashMap<VarId, Vec<usize>>,
    /// Rows of variables, exactly one of which is 1, each with its constraint.
    rows: Vec<(usize, Vec<VarId>)>,
    /// Pairs of variables that are always equal, as the two halves of a bridge, each with its constraint.
    pairs: Vec<(usize, [VarId; 2])>,
    /// For each variable of the problem, its values.
    domains: Vec<Arc<[Value]>>,
    /// The selections, those rows and those pairs, as positions in [`Csp::constraints`].
    pub(super) constraints: Vec<usize>,
    /// What a reader sees of groups of places with different values.
    pub(super) pencil: Option<Pencil>,
}

struct Cover {
    constraint: usize,
    result: VarId,
    /// Positions in `atoms`, each with the value that goes with it.
    choices: Vec<(usize, Value)>,
}

/// A place that something lies on, with the value that it has there.
pub(super) struct Covered {
    /// The selection that says so, as a position in [`Csp::constraints`].
    pub(super) constraint: usize,
    pub(super) result: VarId,
    pub(super) value: Value,
}

struct Placement {
    atom: Atom,
    /// The selections it is in, each with the value that it gives.
    within: Vec<(usize, Value)>,
}

impl Tiling {
    pub(super) fn new(csp: &Csp, noted: &[VarId], pencil: Option<Pencil>) -> Tiling {
        let mut tiling = Tiling {
            selections: Vec::new(),
            atoms: Vec::new(),
            of: HashMap::new(),
            rows: Vec::new(),
            pairs: Vec::new(),
            domains: csp.variables().iter().map(|variable| variable.shared_domain()).collect(),
            constraints: Vec::new(),
            pencil,
        };
        let mut numbers: HashMap<Atom, usize> = HashMap::new();
        for (at, posted) in csp.constraints().iter().enumerate() {
            let Constraint::Selection(selection) = &posted.constraint else { continue };
            let is_noted = |atom: Atom| noted.contains(&atom.variable);
            if posted.role != Role::Rule || !selection.choices.iter().all(|c| is_noted(c.atom)) {
                continue;
            }
            let cover = tiling.selections.len();
            let mut choices = Vec::new();
            for choice in &selection.choices {
                let number = *numbers.entry(choice.atom).or_insert_with(|| {
                    tiling.atoms.push(Placement { atom: choice.atom, within: Vec::new() });
                    tiling.atoms.len() - 1
                });
                tiling.atoms[number].within.push((cover, choice.value));
                choices.push((number, choice.value));
            }
            tiling.selections.push(Cover { constraint: at, result: selection.result, choices });
            tiling.constraints.push(at);
        }
        for (number, placement) in tiling.atoms.iter().enumerate() {
            tiling.of.entry(placement.atom.variable).or_default().push(number);
        }
        tiling.find_rows(csp);
        tiling
    }

    /// The same, with pairs of lines that a rule of the kind makes equal on every board, such as the parts of a bridge. A
    /// clue about two lines is not seen, but a step of its own.
    pub(super) fn with_pairs(mut self, csp: &Csp, helpers: &Helpers) -> Tiling {
        // `bridge[the bottom of r1c1]`
        let is_line = |variable: &VarId| {
            !helpers.contains(*variable) && csp.name(*variable).contains("[the ")
        };
        for (at, posted) in csp.constraints().iter().enumerate() {
            if let (Role::Rule, Constraint::AllEqual(AllEqual { scope })) =
                (posted.role, &posted.constraint)
                && let &[one, other] = &scope[..]
                && [one, other].iter().all(is_line)
                && csp.domain(one) == csp.domain(other)
            {
                self.pairs.push((at, [one, other]));
                self.constraints.push(at);
            }
        }
        self
    }

    fn find_rows(&mut self, csp: &Csp) {
        let results: Vec<VarId> = self.selections.iter().map(|cover| cover.result).collect();
        for (at, posted) in csp.constraints().iter().enumerate() {
            if let Constraint::Cardinality(Cardinality { scope, occurrences }) = &posted.constraint
                && let [one] = occurrences[..]
                && (one.value, one.relation, one.count) == (1, Relation::Exactly, 1)
                && scope.iter().all(|variable| results.contains(variable))
                && scope.iter().all(|&variable| csp.domain(variable) == [0, 1])
            {
                self.rows.push((at, scope.clone()));
                self.constraints.push(at);
            }
        }
    }

    /// The constraints from which a reader sees something without a step.
    pub(super) fn seen_by(&self) -> Vec<usize> {
        let groups = self.pencil.iter().flat_map(|pencil| &pencil.constraints);
        self.constraints.iter().chain(groups).copied().collect()
    }

    /// Rows of variables with exactly one 1, each with the position of its constraint.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, &[VarId])> {
        self.rows.iter().map(|(constraint, row)| (*constraint, &row[..]))
    }

    /// The constraints from which a reader sees something about a variable.
    pub(super) fn about(&self, variable: VarId) -> Vec<usize> {
        let rows = self.rows.iter().filter(|(_, row)| row.contains(&variable));
        let atoms = self.of.get(&variable).into_iter().flatten();
        let covers = atoms.flat_map(|&atom| &self.atoms[atom].within);
        let covers = covers.map(|&(cover, _)| self.selections[cover].constraint);
        let pairs = self.pairs.iter().filter(|(_, pair)| pair.contains(&variable));
        let pairs = pairs.map(|(constraint, _)| *constraint);
        rows.map(|(constraint, _)| *constraint).chain(covers).chain(pairs).collect()
    }

    /// Everything that can lie somewhere, with the places that it covers there.
    pub(super) fn placements(&self) -> impl Iterator<Item = (Atom, Vec<Covered>)> {
        self.atoms.iter().map(|placement| {
            let covered = placement.within.iter().map(|&(cover, value)| {
                let Cover { constraint, result, .. } = self.selections[cover];
                Covered { constraint, result, value }
            });
            (placement.atom, covered.collect())
        })
    }

    /// What is known at the start, and what a reader sees from it.
    pub(super) fn begin(&self, start: &Candidates) -> Journal {
        let mut journal = Journal::new(start);
        if let Some(pencil) = &self.pencil {
            journal.use_pencil(&pencil.places);
        }
        self.note(&mut journal);
        journal
    }

    /// Takes in the conclusions of the step with this number, and what a reader sees from them.
    pub(super) fn take_in(&self, journal: &mut Journal, step: usize, conclusions: &[Fact]) {
        conclusions.iter().for_each(|fact| journal.conclude(step, fact));
        self.note(journal);
    }

    /// Notes what can be seen from what is known.
    fn note(&self, journal: &mut Journal) {
        let mut before = None;
        // Each pass only rules out, so there are few.
        while before.replace(size(&journal.known)) != Some(size(&journal.known)) {
            self.note_rows(journal);
            self.note_pairs(journal);
            self.note_gone(journal);
            self.note_placed(journal);
            if let Some(pencil) = &self.pencil {
                pencil.note(journal);
            }
        }
    }

    /// Next to a line inside a domino there are walls.
    fn note_rows(&self, journal: &mut Journal) {
        for (_, row) in &self.rows {
            let Some(&one) = row.iter().find(|&&v| journal.known.decided(v) == Some(1)) else {
                continue;
            };
            for &other in row.iter().filter(|&&other| other != one) {
                journal.see(Literal::is_not(other, 1), vec![Literal::is(one, 1)]);
            }
        }
    }

    /// What one of two equal things is not, the other is not.
    fn note_pairs(&self, journal: &mut Journal) {
        for (_, [one, other]) in &self.pairs {
            for (from, to) in [(*one, *other), (*other, *one)] {
                let left = journal.known.of(from).to_vec();
                for gone in journal.known.of(to).to_vec() {
                    if !left.contains(&gone) {
                        journal.see(Literal::is_not(to, gone), vec![Literal::is_not(from, gone)]);
                    }
                }
            }
        }
    }

    /// What lies on something else, or does not fit what is known there, is not there.
    fn note_gone(&self, journal: &mut Journal) {
        let placed: Vec<Option<usize>> = self
            .selections
            .iter()
            .map(|cover| {
                let mut choices = cover.choices.iter().map(|&(atom, _)| atom);
                choices.find(|&atom| self.is_said(journal, atom))
            })
            .collect();
        for (number, placement) in self.atoms.iter().enumerate() {
            let Atom { variable, value } = placement.atom;
            if !is_left(&journal.known, placement.atom) {
                continue;
            }
            let fits = |&(cover, value): &(usize, Value)| {
                let result = self.selections[cover].result;
                (!journal.known.of(result).contains(&value)).then(|| Literal::is_not(result, value))
            };
            let other = |&(cover, _): &(usize, Value)| {
                let other = placed[cover].filter(|&other| other != number)?;
                let Atom { variable, value } = self.atoms[other].atom;
                Some(Literal::is(variable, value))
            };
            let mut within = placement.within.iter();
            let reason = within.clone().find_map(fits).or_else(|| within.find_map(other));
            if let Some(reason) = reason {
                journal.see(Literal::is_not(variable, value), vec![reason]);
            }
        }
    }

    /// Where all is known of the places, it is known what lies there.
    fn note_placed(&self, journal: &mut Journal) {
        for (number, placement) in self.atoms.iter().enumerate() {
            let Atom { variable, value } = placement.atom;
            if !is_left(&journal.known, placement.atom) || self.is_said(journal, number) {
                continue;
            }
            let results = |&(cover, value): &(usize, Value)| (self.selections[cover].result, value);
            let mut within = placement.within.iter().map(results);
            if !within.clone().all(|(result, value)| journal.known.decided(result) == Some(value)) {
                continue;
            }
            let alone = placement.within.iter().find(|&&(cover, _)| {
                let choices = &self.selections[cover].choices;
                let left =
                    |&&(atom, _): &&(usize, Value)| is_left(&journal.known, self.atoms[atom].atom);
                choices.iter().filter(left).count() == 1
            });
            let Some(&(cover, _)) = alone else { continue };
            let others = self.selections[cover].choices.iter().filter(|&&(atom, _)| atom != number);
            let others = others.map(|&(atom, _)| {
                let Atom { variable, value } = self.atoms[atom].atom;
                Literal::is_not(variable, value)
            });
            let from = within.by_ref().map(|(result, value)| Literal::is(result, value));
            let from: Vec<Literal> = from.chain(others).collect();
            journal.see(Literal::is(variable, value), from);
        }
    }

    fn is_said(&self, journal: &Journal, atom: usize) -> bool {
        let Atom { variable, value } = self.atoms[atom].atom;
        journal.is_said(variable, value)
    }
}

fn is_left(known: &Candidates, atom: Atom) -> bool {
    known.of(atom.variable).binary_search(&atom.value).is_ok()
}

fn size(known: &Candidates) -> usize {
    known.rows().iter().map(Vec::len).sum()
}
