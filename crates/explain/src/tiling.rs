//! Where pieces can lie: selections over noted variables, which no sentence mentions before they are decided.
//!
//! From what is known about cells and the lines between them, a reader sees where a domino can still lie, so that is no
//! step. A step says what follows for a cell or a line because nothing else fits.

mod beside;
mod steps;

use std::collections::HashMap;
use std::sync::Arc;

use crate::helpers::Helpers;
use crate::journal::{Journal, Literal};
use crate::pencil::Pencil;
use cnfetti_core::csp::{AllEqual, Atom, Cardinality, Constraint, Csp, Role, Value, VarId};
use cnfetti_encodings::Relation;
use cnfetti_sat::search::candidates::{Candidates, Fact};
use itertools::Itertools;

/// The selections of a problem over variables that are only noted.
pub(super) struct Tiling {
    selections: Vec<Cover>,
    /// Those that only say whether anything lies in a slot, which a reader does not see.
    hidden: Vec<Cover>,
    atoms: Vec<Placement>,
    /// For each variable, its atoms, as positions in `atoms`.
    of: HashMap<VarId, Vec<usize>>,
    /// Rows of variables, exactly one of which is 1, each with its constraint.
    rows: Vec<(usize, Vec<VarId>)>,
    /// Pairs of variables that are always equal, as the two halves of a bridge, each with its constraint.
    pairs: Vec<(usize, [VarId; 2])>,
    /// For each variable of the problem, its domain.
    domains: Vec<Arc<[Value]>>,
    /// The selections, those rows and those pairs, as positions in [`Csp::constraints`].
    pub(super) constraints: Vec<usize>,
    /// The rules by which something rules out what is beside it.
    beside: Vec<usize>,
    /// What a reader sees of groups of places with different values.
    pub(super) pencil: Option<Pencil>,
}

struct Cover {
    constraint: usize,
    result: VarId,
    /// Positions in `atoms`, each with the value that goes with it.
    choices: Vec<(usize, Value)>,
    /// For each value the variable of the only piece that gives it, if the values name the pieces.
    names: Vec<(Value, VarId)>,
}

struct Placement {
    atom: Atom,
    /// The selections it is in, each with the value that it gives.
    within: Vec<(usize, Value)>,
    /// What it rules out beside it.
    beside: Vec<Beside>,
}

/// A value that a place does not have if something lies beside it, and the constraints that say so.
#[derive(Clone)]
struct Beside {
    atom: Atom,
    constraints: Arc<[usize]>,
}

impl Tiling {
    pub(super) fn new(csp: &Csp, noted: &[VarId], pencil: Option<Pencil>) -> Tiling {
        let mut tiling = Tiling {
            selections: Vec::new(),
            hidden: Vec::new(),
            atoms: Vec::new(),
            of: HashMap::new(),
            rows: Vec::new(),
            pairs: Vec::new(),
            domains: csp.variables().iter().map(|variable| variable.shared_domain()).collect(),
            constraints: Vec::new(),
            beside: Vec::new(),
            pencil,
        };
        let mut numbers: HashMap<Atom, usize> = HashMap::new();
        for (at, posted) in csp.constraints().iter().enumerate() {
            let Constraint::Selection(selection) = &posted.constraint else { continue };
            let is_noted = |atom: Atom| noted.contains(&atom.variable);
            if posted.role != Role::Rule || !selection.choices.iter().all(|c| is_noted(c.atom)) {
                continue;
            }
            let is_hidden = noted.contains(&selection.result);
            let cover = tiling.selections.len();
            let mut choices = Vec::new();
            for choice in &selection.choices {
                let number = *numbers.entry(choice.atom).or_insert_with(|| {
                    let (within, beside) = (Vec::new(), Vec::new());
                    tiling.atoms.push(Placement { atom: choice.atom, within, beside });
                    tiling.atoms.len() - 1
                });
                if !is_hidden {
                    tiling.atoms[number].within.push((cover, choice.value));
                }
                choices.push((number, choice.value));
            }
            let covers = if is_hidden { &mut tiling.hidden } else { &mut tiling.selections };
            let result = selection.result;
            covers.push(Cover { constraint: at, result, choices, names: Vec::new() });
            tiling.constraints.push(at);
        }
        for (number, placement) in tiling.atoms.iter().enumerate() {
            tiling.of.entry(placement.atom.variable).or_default().push(number);
        }
        for at in 0..tiling.selections.len() {
            let values = tiling.selections[at].choices.iter().map(|&(_, value)| value);
            let values = values.unique().count();
            let names = tiling.values_of_one(at);
            tiling.selections[at].names = if names.len() == values { names } else { Vec::new() };
        }
        tiling.find_rows(csp);
        tiling
    }

    /// The same, with pairs of lines that a rule of the kind makes equal on every board, such as the parts of a bridge. If a
    /// clue makes two lines equal, that is a step instead.
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

    /// The constraints from which a reader sees where something can lie, and what is there.
    pub(super) fn placing(&self) -> Vec<usize> {
        self.constraints.iter().chain(&self.beside).copied().unique().collect()
    }

    /// The constraints from which a reader sees something without a step.
    pub(super) fn seen_by(&self) -> Vec<usize> {
        let all = [self.without_steps(), self.beside.clone()].concat();
        all.into_iter().unique().collect()
    }

    /// Those of them that are never the only rule of a step.
    pub(super) fn without_steps(&self) -> Vec<usize> {
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
        // Where nothing lies, a reader sees that from any of the things that are seen there.
        let shown = self.selections.iter().filter(|cover| cover.result == variable);
        let nothing = shown.flat_map(|cover| &cover.choices).map(|&(atom, _)| &self.atoms[atom]);
        let nothing = nothing.filter(|placement| self.is_nothing(placement));
        let nothing = nothing.flat_map(|placement| &placement.within);
        let nothing = nothing.map(|&(cover, _)| self.selections[cover].constraint);
        let rows = rows.map(|(constraint, _)| *constraint);
        rows.chain(covers).chain(pairs).chain(nothing).collect()
    }

    /// Whether it stands for nothing, as a wall does, and not for a piece.
    fn is_nothing(&self, placement: &Placement) -> bool {
        let Atom { variable, value } = placement.atom;
        value == 1 && *self.domains[variable.index()] == [0, 1] && self.of[&variable].len() == 1
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

    /// Records the conclusions of the step with this number, and what a reader sees from them.
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
            self.note_named(journal);
            self.note_hidden(journal);
            self.note_nothing(journal);
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
            let is_there = |Beside { atom: Atom { variable, value }, .. }: &Beside| {
                (journal.known.decided(*variable) == Some(*value))
                    .then(|| Literal::is(*variable, *value))
            };
            let mut within = placement.within.iter();
            let reason = within.clone().find_map(fits).or_else(|| within.find_map(other));
            let reason = reason.or_else(|| placement.beside.iter().find_map(is_there));
            if let Some(reason) = reason {
                journal.see(Literal::is_not(variable, value), vec![reason]);
            }
        }
    }

    /// Where all is known of the places, it is known what lies there; and then, what lies beside it.
    fn note_placed(&self, journal: &mut Journal) {
        for (number, placement) in self.atoms.iter().enumerate() {
            let Atom { variable, value } = placement.atom;
            if !is_left(&journal.known, placement.atom) {
                continue;
            }
            if self.is_said(journal, number) {
                for Beside { atom: other, .. } in &placement.beside {
                    let from = vec![Literal::is(variable, value)];
                    journal.see(Literal::is_not(other.variable, other.value), from);
                }
                continue;
            }
            let results = |&(cover, value): &(usize, Value)| (self.selections[cover].result, value);
            let mut within = placement.within.iter().map(results);
            let is_known =
                |(result, value): (VarId, Value)| journal.known.decided(result) == Some(value);
            if !within.clone().all(is_known) {
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

    /// A piece is where its name is.
    fn note_named(&self, journal: &mut Journal) {
        for Cover { result, choices, names, .. } in &self.selections {
            let Some(value) = journal.known.decided(*result) else { continue };
            let Some(&(_, piece)) = names.iter().find(|(name, _)| *name == value) else { continue };
            let is_here = |lying: &Value| {
                let atom = Atom { variable: piece, value: *lying };
                choices.iter().any(|&(choice, _)| self.atoms[choice].atom == atom)
            };
            let elsewhere = journal.known.of(piece).iter().copied().filter(|at| !is_here(at));
            for lying in elsewhere.collect_vec() {
                journal.see(Literal::is_not(piece, lying), vec![Literal::is(*result, value)]);
            }
        }
    }

    /// What lies in a slot decides whether anything does.
    fn note_hidden(&self, journal: &mut Journal) {
        for Cover { result, choices, .. } in &self.hidden {
            for value in journal.known.of(*result).to_vec() {
                let of_it = choices.iter().filter(|(_, shown)| *shown == value);
                let atoms = of_it.map(|&(atom, _)| self.atoms[atom].atom);
                if !atoms.clone().any(|atom| is_left(&journal.known, atom)) {
                    let from =
                        atoms.map(|Atom { variable, value }| Literal::is_not(variable, value));
                    journal.see(Literal::is_not(*result, value), from.collect());
                }
            }
            for &(atom, value) in choices {
                let Atom { variable, value: lying } = self.atoms[atom].atom;
                if !journal.known.of(*result).contains(&value) {
                    let from = vec![Literal::is_not(*result, value)];
                    journal.see(Literal::is_not(variable, lying), from);
                }
            }
        }
    }

    /// Where it is known that nothing lies, or that something does, that is known of all that is seen there.
    fn note_nothing(&self, journal: &mut Journal) {
        for placement in self.atoms.iter().filter(|placement| self.is_nothing(placement)) {
            let Atom { variable, value } = placement.atom;
            let from = Literal::is_not(variable, value);
            let is_gone = !is_left(&journal.known, placement.atom);
            for &(cover, shown) in &placement.within {
                let Cover { result, choices, .. } = &self.selections[cover];
                let is_other = |&(atom, value): &(usize, Value)| {
                    value == shown && self.atoms[atom].atom != placement.atom
                };
                if choices.iter().any(is_other) {
                    continue;
                }
                if is_gone {
                    journal.see(Literal::is_not(*result, shown), vec![from]);
                } else if journal.known.decided(*result) == Some(shown) {
                    journal.see(Literal::is(variable, value), vec![Literal::is(*result, shown)]);
                }
            }
            if journal.known.decided(variable) == Some(value) {
                for &(cover, shown) in &placement.within {
                    let result = self.selections[cover].result;
                    journal.see(Literal::is(result, shown), vec![Literal::is(variable, value)]);
                }
            }
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
