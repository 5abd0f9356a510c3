//! Steps about cells and lines that follow from where pieces can still lie.

use std::collections::HashMap;

use super::{Beside, Cover, Placement, Tiling, is_left};
use crate::Draft;
use crate::journal::Journal;
use crate::merge::both;
use crate::techniques::{EVERY_WAY, NOTHING_ELSE_FITS, ONLY_PIECE, ONLY_PLACE, Technique};
use cnfetti_core::csp::{Atom, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

/// A person does not go through more ways than this for one place.
const MOST_WAYS: usize = 16;

impl Tiling {
    /// Steps that say what lies somewhere because nothing else fits. They may have redundant facts and constraints.
    pub(crate) fn drafts(&self, journal: &Journal) -> Vec<Draft> {
        let mut drafts = Vec::new();
        self.only_places(journal, &mut drafts);
        self.only_fits(journal, &mut drafts);
        self.every_way(journal, &mut drafts);
        self.only_pieces(journal, &mut drafts);
        self.unsupported(journal, &mut drafts);
        drafts
    }

    /// Steps about pieces that have one place left, or that cover something in all places left.
    fn only_places(&self, journal: &Journal, drafts: &mut Vec<Draft>) {
        let known = &journal.known;
        let mut variables: Vec<&VarId> = self.of.keys().collect();
        variables.sort_unstable();
        for &variable in variables {
            let left = known.of(variable);
            let atoms = self.of[&variable].iter().copied();
            let ways: Vec<usize> =
                atoms.filter(|&atom| is_left(known, self.atoms[atom].atom)).collect();
            let mut reason = self.in_all(known, &ways);
            // Only pieces that have a place in every solution.
            let is_everywhere = ways.len() == left.len() && !self.is_optional(variable);
            if reason.conclusions.is_empty() || !is_everywhere {
                continue;
            }
            reason.facts.push(self.fact(known, variable));
            drafts.push(reason.draft(&ONLY_PLACE));
        }
    }

    /// Steps about what all pieces that still fit a place also cover, or rule out.
    fn every_way(&self, journal: &Journal, drafts: &mut Vec<Draft>) {
        let known = &journal.known;
        for cover in &self.selections {
            let atoms = cover.choices.iter().map(|&(atom, _)| atom);
            let (ways, gone): (Vec<usize>, Vec<usize>) =
                atoms.partition(|&atom| is_left(known, self.atoms[atom].atom));
            let is_truth = *self.domains[cover.result.index()] == [0, 1];
            if is_truth || !(2..=MOST_WAYS).contains(&ways.len()) {
                continue;
            }
            let mut reason = self.in_all(known, &ways);
            if reason.conclusions.is_empty() {
                continue;
            }
            let why = self.why_gone(journal, gone.into_iter());
            reason.facts.extend(why.facts);
            reason.constraints.extend(why.constraints);
            reason.constraints.push(cover.constraint);
            drafts.push(reason.draft(&EVERY_WAY));
        }
    }

    /// What is new about places that hold in all of these ways, and the constraints that say so.
    fn in_all(&self, known: &Candidates, ways: &[usize]) -> Reason {
        let mut reason = Reason::default();
        let Some((&first, others)) = ways.split_first() else { return reason };
        let Placement { within, beside, .. } = &self.atoms[first];
        for &(cover, value) in within {
            let Cover { constraint, result, .. } = self.selections[cover];
            let everywhere = |&way: &usize| self.atoms[way].within.contains(&(cover, value));
            if others.iter().all(everywhere) && known.decided(result) != Some(value) {
                reason.conclusions.push(Fact { variable: result, said: Said::Is(value) });
                reason.constraints.push(constraint);
            }
        }
        reason.conclusions = self.without_shown(reason.conclusions);
        // Once a piece is placed, a reader sees what is beside it.
        for Beside { atom, constraints } in beside.iter().filter(|_| !others.is_empty()) {
            if !is_left(known, *atom) {
                continue;
            }
            let rules_out = |&way: &usize| self.rules_out(way, *atom);
            let Some(also) = others.iter().map(rules_out).collect::<Option<Vec<_>>>() else {
                continue;
            };
            reason.conclusions.push(self.denied(*atom));
            reason.constraints.extend(also.into_iter().chain([constraints.to_vec()]).flatten());
        }
        reason
    }

    /// Of several things that are seen on the same place, those that show the others: which piece it is, or that there is
    /// none.
    fn without_shown(&self, conclusions: Vec<Fact>) -> Vec<Fact> {
        let mut shown: Vec<VarId> = Vec::new();
        for placement in self.atoms.iter().filter(|placement| self.is_nothing(placement)) {
            let here = placement.within.iter().filter_map(|&(cover, nothing)| {
                let result = self.selections[cover].result;
                let fact = conclusions.iter().find(|fact| fact.variable == result)?;
                Some((cover, result, fact.said == Said::Is(nothing)))
            });
            // Whether anything lies there is the same for all pieces.
            let is_alike = |cover: usize| {
                let mut values =
                    self.selections[cover].choices.iter().filter_map(|&(atom, value)| {
                        (!self.is_nothing(&self.atoms[atom])).then_some(value)
                    });
                values.all_equal()
            };
            let (truths, others): (Vec<_>, Vec<_>) = here.partition(|&(cover, ..)| is_alike(cover));
            if truths.is_empty() || others.is_empty() {
                continue;
            }
            let is_nothing = others.iter().all(|(.., is_nothing)| *is_nothing);
            let less = if is_nothing { others } else { truths };
            shown.extend(less.into_iter().map(|(_, result, _)| result));
        }
        conclusions.into_iter().filter(|fact| !shown.contains(&fact.variable)).collect()
    }

    /// The constraints by which a piece rules out a value of a place, if it does.
    fn rules_out(&self, way: usize, atom: Atom) -> Option<Vec<usize>> {
        let Placement { within, beside, .. } = &self.atoms[way];
        let here = within.iter().find(|(cover, value)| {
            self.selections[*cover].result == atom.variable && *value != atom.value
        });
        let next_to = beside.iter().find(|beside| beside.atom == atom);
        here.map(|&(cover, _)| vec![self.selections[cover].constraint])
            .or_else(|| next_to.map(|beside| beside.constraints.to_vec()))
    }

    /// That a place does not have a value; the other one if there are two.
    fn denied(&self, Atom { variable, value }: Atom) -> Fact {
        let said = match self.domains[variable.index()][..] {
            [one, other] => Said::Is(if one == value { other } else { one }),
            _ => Said::IsNone(vec![value]),
        };
        Fact { variable, said }
    }

    /// Whether nothing lies in the slot if it has no place.
    fn is_optional(&self, variable: VarId) -> bool {
        let mut slots = self.hidden.iter().flat_map(|cover| &cover.choices);
        slots.any(|&(atom, _)| self.atoms[atom].atom.variable == variable)
    }

    /// Steps about the only piece that still fits a place.
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
            for &(within, value) in placement.within.iter().filter(|within| is_new(within)) {
                let Cover { constraint, result, .. } = self.selections[within];
                reason.conclusions.push(Fact { variable: result, said: Said::Is(value) });
                if within != at {
                    reason.constraints.push(constraint);
                }
            }
            let Atom { variable, value } = placement.atom;
            reason.conclusions = self.without_shown(reason.conclusions);
            // A domino with a single place was never anywhere else.
            if self.domains[variable.index()].len() > 1 && !self.is_nothing(placement) {
                reason.conclusions.push(Fact { variable, said: Said::Is(value) });
            }
            drafts.push(reason.draft(&NOTHING_ELSE_FITS));
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
            if gone.is_empty() || self.is_optional(variable) {
                continue;
            }
            let mut reason = self.why_gone(journal, others.into_iter());
            reason.constraints.push(cover.constraint);
            reason.conclusions.push(Fact { variable, said: Said::IsNone(gone) });
            drafts.push(reason.draft(&ONLY_PIECE));
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
            if gone.is_empty() || left.is_empty() || self.is_empty(known, cover) {
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
            reason.conclusions.push(Fact { variable: cover.result, said });
            drafts.push(reason.draft(&NOTHING_ELSE_FITS));
        }
    }

    /// Whether no piece is left for a place, so that nothing lies there.
    fn is_empty(&self, known: &Candidates, cover: &Cover) -> bool {
        let atoms = cover.choices.iter().map(|&(atom, _)| &self.atoms[atom]);
        let mut left = atoms.filter(|placement| is_left(known, placement.atom));
        left.all(|placement| self.is_nothing(placement))
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
            for Beside { atom: Atom { variable, value }, constraints } in &placement.beside {
                if known.decided(*variable) == Some(*value) {
                    why.push(*variable);
                    also.entry(*variable).or_default().extend(constraints.iter());
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

/// The facts and constraints of a draft, and what it concludes.
#[derive(Default)]
pub(super) struct Reason {
    pub(super) constraints: Vec<usize>,
    pub(super) facts: Vec<Fact>,
    pub(super) conclusions: Vec<Fact>,
}

impl Reason {
    pub(super) fn draft(self, technique: &'static Technique) -> Draft {
        let Reason { constraints, facts, conclusions } = self;
        Draft::proposed(technique, constraints, facts, sorted(conclusions))
    }
}

/// The facts in order, one for each variable.
fn sorted(facts: Vec<Fact>) -> Vec<Fact> {
    let facts = facts.into_iter().sorted_by_key(|fact| fact.variable);
    let joined = facts.coalesce(|one, other| match one.variable == other.variable {
        true => Ok(Fact { said: both(&one.said, &other.said), ..one }),
        false => Err((one, other)),
    });
    joined.collect()
}
