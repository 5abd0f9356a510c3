//! Steps about cells and lines that follow from where pieces can still lie.

use std::collections::HashMap;

use super::{Cover, Tiling, is_left};
use crate::Draft;
use crate::journal::Journal;
use crate::techniques::{NOTHING_ELSE_FITS, ONLY_PIECE, ONLY_PLACE, Technique};
use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

impl Tiling {
    /// Steps that say what lies somewhere because nothing else fits. They may have redundant facts and constraints.
    pub(crate) fn drafts(&self, journal: &Journal) -> Vec<Draft> {
        let mut drafts = Vec::new();
        self.only_places(journal, &mut drafts);
        self.only_fits(journal, &mut drafts);
        self.only_pieces(journal, &mut drafts);
        self.unsupported(journal, &mut drafts);
        self.no_room(journal, &mut drafts);
        drafts
    }

    /// Steps about pieces that have one place left, or that cover something in all places left.
    fn only_places(&self, journal: &Journal, drafts: &mut Vec<Draft>) {
        let known = &journal.known;
        let mut variables: Vec<&VarId> = self.of.keys().collect();
        variables.sort_unstable();
        for &variable in variables {
            let left = known.of(variable);
            let atoms = &self.of[&variable];
            // Only pieces that have a place in every solution.
            let mut left_atoms =
                atoms.iter().filter(|&&a| left.contains(&self.atoms[a].atom.value));
            let Some(&first) = left_atoms.next() else { continue };
            if left.len() != 1 + left_atoms.clone().count() {
                continue;
            }
            let rest: Vec<usize> = left_atoms.copied().collect();
            let mut conclusions = Vec::new();
            let mut constraints = Vec::new();
            for &(cover, value) in &self.atoms[first].within {
                let Cover { constraint, result, .. } = self.selections[cover];
                let everywhere = |&a: &usize| self.atoms[a].within.contains(&(cover, value));
                if rest.iter().all(everywhere) && known.decided(result) != Some(value) {
                    conclusions.push(Fact { variable: result, said: Said::Is(value) });
                    constraints.push(constraint);
                }
            }
            if conclusions.is_empty() {
                continue;
            }
            let facts = vec![self.fact(known, variable)];
            let conclusions = sorted(conclusions);
            drafts.push(Draft::proposed(&ONLY_PLACE, constraints, facts, conclusions));
        }
    }

    /// What alone fits a place that is not said to be free of it.
    fn only_fits(&self, journal: &Journal, drafts: &mut Vec<Draft>) {
        let known = &journal.known;
        for (at, cover) in self.selections.iter().enumerate() {
            let mut left =
                cover.choices.iter().filter(|&&(a, _)| is_left(known, self.atoms[a].atom));
            let (Some(&(only, _)), None) = (left.next(), left.next()) else { continue };
            let placement = &self.atoms[only];
            let is_new = |&(cover, value): &(usize, Value)| {
                known.decided(self.selections[cover].result) != Some(value)
            };
            if self.is_said(journal, only) || !placement.within.iter().any(is_new) {
                continue;
            }
            let others = cover.choices.iter().filter(|&&(a, _)| a != only);
            let mut reason = self.why_gone(journal, others.map(|&(a, _)| a));
            reason.constraints.push(cover.constraint);
            let mut conclusions = Vec::new();
            for &(within, value) in placement.within.iter().filter(|within| is_new(within)) {
                let Cover { constraint, result, .. } = self.selections[within];
                conclusions.push(Fact { variable: result, said: Said::Is(value) });
                if within != at {
                    reason.constraints.push(constraint);
                }
            }
            let Atom { variable, value } = placement.atom;
            // A domino with a single place was never anywhere else.
            if self.domains[variable.index()].len() > 1 {
                conclusions.push(Fact { variable, said: Said::Is(value) });
            }
            drafts.push(reason.draft(&NOTHING_ELSE_FITS, sorted(conclusions)));
        }
    }

    /// Steps about pieces that lie on a place because nothing else fits there, and so are nowhere else.
    fn only_pieces(&self, journal: &Journal, drafts: &mut Vec<Draft>) {
        let known = &journal.known;
        for cover in &self.selections {
            let is_left = |atom: usize| is_left(known, self.atoms[atom].atom);
            let (left, others): (Vec<usize>, Vec<usize>) =
                cover.choices.iter().map(|&(atom, _)| atom).partition(|&atom| is_left(atom));
            let mut variables = left.iter().map(|&atom| self.atoms[atom].atom.variable);
            let Some(variable) = variables.next().filter(|first| variables.all(|v| v == *first))
            else {
                continue;
            };
            let here =
                |value: &Value| left.iter().any(|&atom| self.atoms[atom].atom.value == *value);
            let gone: Vec<Value> =
                known.of(variable).iter().copied().filter(|value| !here(value)).collect();
            if gone.is_empty() {
                continue;
            }
            let mut reason = self.why_gone(journal, others.into_iter());
            reason.constraints.push(cover.constraint);
            let conclusions = vec![Fact { variable, said: Said::IsNone(gone) }];
            drafts.push(reason.draft(&ONLY_PIECE, conclusions));
        }
    }

    /// Steps that rule out values of a place that no remaining piece would give it.
    fn unsupported(&self, journal: &Journal, drafts: &mut Vec<Draft>) {
        let known = &journal.known;
        for cover in &self.selections {
            let supported = |value: &Value| {
                let mut choices = cover.choices.iter().filter(|(_, v)| v == value);
                choices.any(|&(a, _)| is_left(known, self.atoms[a].atom))
            };
            let values = known.of(cover.result);
            let (left, gone): (Vec<Value>, Vec<Value>) = values.iter().partition(|v| supported(v));
            if gone.is_empty() || left.is_empty() {
                continue;
            }
            let of_gone = cover.choices.iter().filter(|(_, value)| gone.contains(value));
            let mut reason = self.why_gone(journal, of_gone.map(|&(a, _)| a));
            reason.constraints.push(cover.constraint);
            let said = match left[..] {
                [value] => {
                    // That it has this value also needs what is known about the others.
                    reason.facts.push(self.fact(known, cover.result));
                    Said::Is(value)
                }
                _ => Said::IsNone(gone),
            };
            reason.facts.retain(|fact| fact.said != Said::IsNone(Vec::new()));
            let conclusions = vec![Fact { variable: cover.result, said }];
            drafts.push(reason.draft(&NOTHING_ELSE_FITS, conclusions));
        }
    }

    /// Few facts that show that these pieces are not there.
    pub(super) fn why_gone(&self, journal: &Journal, atoms: impl Iterator<Item = usize>) -> Reason {
        let known = &journal.known;
        let mut open: Vec<Vec<VarId>> = Vec::new();
        let mut cover_of: HashMap<VarId, usize> = HashMap::new();
        let mut also: HashMap<VarId, Vec<usize>> = HashMap::new();
        for atom in atoms {
            let placement = &self.atoms[atom];
            let mut why = Vec::new();
            for &(cover, value) in &placement.within {
                let Cover { constraint, result, .. } = self.selections[cover];
                if !known.of(result).contains(&value) {
                    why.push(result);
                    cover_of.insert(result, constraint);
                    continue;
                }
                let placed = self.selections[cover]
                    .choices
                    .iter()
                    .find(|&&(other, _)| other != atom && self.is_said(journal, other));
                if let Some(&(other, _)) = placed {
                    why.push(self.atoms[other].atom.variable);
                    also.entry(self.atoms[other].atom.variable).or_default().push(constraint);
                }
            }
            let variable = placement.atom.variable;
            if self.of[&variable].iter().any(|&other| self.is_said(journal, other)) {
                why.push(variable);
            }
            if why.is_empty() {
                // The reason why it is gone is longer.
                why.push(variable);
            }
            open.push(why);
        }
        let mut reason = Reason::default();
        while !open.is_empty() {
            let mut counts: HashMap<VarId, usize> = HashMap::new();
            open.iter().flatten().for_each(|&variable| *counts.entry(variable).or_default() += 1);
            let most =
                counts.into_iter().max_by_key(|&(variable, n)| (n, std::cmp::Reverse(variable)));
            let Some((variable, _)) = most else { break };
            open.retain(|why| !why.contains(&variable));
            reason.facts.push(self.fact(known, variable));
            reason.constraints.extend(cover_of.get(&variable));
            reason.constraints.extend(also.get(&variable).into_iter().flatten());
        }
        reason
    }

    /// Everything that is known about a variable.
    pub(super) fn fact(&self, known: &Candidates, variable: VarId) -> Fact {
        let of = &self.domains[variable.index()];
        known.fact_of(variable, of)
    }
}

/// The facts and constraints of a draft.
#[derive(Default)]
pub(super) struct Reason {
    pub(super) constraints: Vec<usize>,
    pub(super) facts: Vec<Fact>,
}

impl Reason {
    pub(super) fn draft(self, technique: &'static Technique, conclusions: Vec<Fact>) -> Draft {
        Draft::proposed(technique, self.constraints, self.facts, conclusions)
    }
}

fn sorted(mut facts: Vec<Fact>) -> Vec<Fact> {
    facts.sort_by_key(|fact| fact.variable);
    facts.dedup();
    facts
}
