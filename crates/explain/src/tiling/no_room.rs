//! Rules out pieces that would leave nothing for a place, or no place for another piece.

use std::collections::{BTreeMap, BTreeSet};

use super::steps::Reason;
use super::{Cover, Placement, Tiling, is_left};
use crate::Draft;
use crate::journal::Journal;
use crate::techniques::NO_ROOM;
use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_sat::search::candidates::{Fact, Said};

/// A person does not go through more ways than this for one place or piece.
pub(super) const MOST_WAYS: usize = 16;

impl Tiling {
    /// For each place and each piece with few ways left, what would rule out all of them.
    pub(super) fn no_room(&self, journal: &Journal, drafts: &mut Vec<Draft>) {
        drafts.extend(self.selections.iter().filter_map(|cover| self.of_place(journal, cover)));
        let mut pieces: Vec<VarId> = self.of.keys().copied().collect();
        pieces.sort_unstable();
        drafts.extend(pieces.into_iter().filter_map(|piece| self.of_piece(journal, piece)));
    }

    fn of_place(&self, journal: &Journal, cover: &Cover) -> Option<Draft> {
        let atoms = cover.choices.iter().map(|&(atom, _)| atom);
        let (left, gone): (Vec<usize>, Vec<usize>) =
            atoms.partition(|&atom| is_left(&journal.known, self.atoms[atom].atom));
        let ruled_out = self.ruled_out_by_all(journal, &left);
        if ruled_out.is_empty() {
            return None;
        }
        let mut reason = self.why_gone(journal, gone.into_iter());
        reason.constraints.push(cover.constraint);
        Some(self.draft(reason, &left, &ruled_out))
    }

    fn of_piece(&self, journal: &Journal, piece: VarId) -> Option<Draft> {
        let known = &journal.known;
        let atoms = self.of[&piece].iter().copied();
        let left: Vec<usize> =
            atoms.filter(|&atom| is_left(known, self.atoms[atom].atom)).collect();
        // It has to be somewhere.
        if left.len() < known.of(piece).len() {
            return None;
        }
        let ruled_out = self.ruled_out_by_all(journal, &left);
        let reason = Reason { facts: vec![self.fact(known, piece)], ..Reason::default() };
        (!ruled_out.is_empty()).then(|| self.draft(reason, &left, &ruled_out))
    }

    /// The placements that are left and exclude each of these ways, increasing; none if there are many ways.
    fn ruled_out_by_all(&self, journal: &Journal, ways: &[usize]) -> Vec<usize> {
        let Some((&first, others)) = ways.split_first().filter(|_| ways.len() <= MOST_WAYS) else {
            return Vec::new();
        };
        let Placement { atom, within, .. } = &self.atoms[first];
        let elsewhere = self.of[&atom.variable].iter().copied();
        let covers = within.iter().flat_map(|&(cover, _)| &self.selections[cover].choices);
        let candidates: BTreeSet<usize> = covers.map(|&(atom, _)| atom).chain(elsewhere).collect();
        let is_open = |&atom: &usize| {
            let placement = &self.atoms[atom];
            // Placements on a single place stand for lines, which have their own steps.
            atom != first && placement.within.len() > 1 && is_left(&journal.known, placement.atom)
        };
        let open = candidates.into_iter().filter(is_open);
        open.filter(|&atom| others.iter().all(|&way| self.exclude(atom, way))).collect()
    }

    /// Whether two ways exclude each other: they are of the same piece, on the same place, or one rules out the other.
    fn exclude(&self, one: usize, other: usize) -> bool {
        let is_same_piece = self.atoms[one].atom.variable == self.atoms[other].atom.variable;
        one != other
            && (is_same_piece
                || self.shared(one, other).is_some()
                || self.beside(one, other).is_some())
    }

    fn draft(&self, mut reason: Reason, ways: &[usize], ruled_out: &[usize]) -> Draft {
        let mut gone: BTreeMap<VarId, BTreeSet<Value>> = BTreeMap::new();
        for &atom in ruled_out {
            let Atom { variable, value } = self.atoms[atom].atom;
            gone.entry(variable).or_default().insert(value);
            for &way in ways {
                match self.shared(atom, way) {
                    Some(constraint) => reason.constraints.push(constraint),
                    None => reason.constraints.extend(self.beside(atom, way).into_iter().flatten()),
                }
            }
        }
        reason.conclusions.extend(gone.into_iter().map(|(variable, values)| {
            let said = Said::IsNone(values.into_iter().collect());
            Fact { variable, said }
        }));
        reason.draft(&NO_ROOM)
    }

    /// The rules by which one of these leaves no place beside it for the other.
    fn beside(&self, one: usize, other: usize) -> Option<Vec<usize>> {
        let found = [(one, other), (other, one)].into_iter().find_map(|(from, to)| {
            let mut within = self.atoms[to].within.iter();
            within.find_map(|&(cover, value)| {
                let atom = Atom { variable: self.selections[cover].result, value };
                let found = self.atoms[from].beside.iter().find(|beside| beside.atom == atom)?;
                Some((self.selections[cover].constraint, &found.constraints))
            })
        });
        let (cover, rules) = found?;
        Some(rules.iter().copied().chain([cover]).collect())
    }

    /// The rule of a place that both of these cover.
    fn shared(&self, one: usize, other: usize) -> Option<usize> {
        let other = &self.atoms[other].within;
        let is_shared = |(cover, _): &&(usize, Value)| other.iter().any(|(at, _)| at == cover);
        let (cover, _) = self.atoms[one].within.iter().find(is_shared)?;
        Some(self.selections[*cover].constraint)
    }
}
