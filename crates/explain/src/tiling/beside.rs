//! What a piece rules out beside it: a line that only other pieces on its places have, and what rules about few places say.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::{Beside, Tiling};
use crate::Problem;
use crate::selectors::{Answer, Switched};
use cnfetti_core::csp::{Atom, Role, Value, VarId};
use cnfetti_sat::solver::NoAnswer;
use itertools::Itertools;

/// A reader does not see at a glance what a rule about more places than this rules out.
const MOST_PLACES: usize = 4;

impl Tiling {
    /// The same with what pieces rule out beside them.
    pub(crate) fn with_rules(mut self, problem: &Problem<'_>) -> Result<Tiling, NoAnswer> {
        self.find_shared();
        let of: HashMap<VarId, usize> =
            self.selections.iter().enumerate().map(|(at, cover)| (cover.result, at)).collect();
        for at in problem.other_rules() {
            let is_rule = problem.csp.constraints()[at].role == Role::Rule;
            if !is_rule || self.constraints.contains(&at) {
                continue;
            }
            let scope = problem.helpers.seen_in(problem.csp, at);
            let covers: Option<Vec<usize>> = scope.iter().map(|v| of.get(v).copied()).collect();
            if let Some(covers) = covers.filter(|covers| (2..=MOST_PLACES).contains(&covers.len()))
            {
                self.find_ruled_out(problem, at, &covers)?;
            }
        }
        self.beside.sort_unstable();
        self.beside.dedup();
        Ok(self)
    }

    /// All pieces that give a line a value cover the places at its ends, so another piece there rules the value out. Rows of
    /// lines say that themselves.
    fn find_shared(&mut self) {
        let rows: BTreeSet<VarId> = self.rows.iter().flat_map(|(_, row)| row).copied().collect();
        let mut found: Vec<(usize, Beside)> = Vec::new();
        for (at, cover) in self.selections.iter().enumerate() {
            if rows.contains(&cover.result) {
                continue;
            }
            for (value, atoms) in cover.choices.iter().map(|&(atom, v)| (v, atom)).into_group_map()
            {
                let within = |atom: usize| self.atoms[atom].within.iter().map(|&(cover, _)| cover);
                let mut shared: BTreeSet<usize> = within(atoms[0]).filter(|&c| c != at).collect();
                for &atom in &atoms[1..] {
                    let own: BTreeSet<usize> = within(atom).collect();
                    shared.retain(|cover| own.contains(cover));
                }
                let atom = Atom { variable: cover.result, value };
                for other in shared {
                    let other = &self.selections[other];
                    let constraints: Arc<[usize]> = [cover.constraint, other.constraint].into();
                    for &(piece, _) in &other.choices {
                        if !within(piece).contains(&at) {
                            let constraints = constraints.clone();
                            found.push((piece, Beside { atom, constraints }));
                        }
                    }
                }
            }
        }
        for (piece, beside) in found {
            let all = &mut self.atoms[piece].beside;
            if !all.iter().any(|other| other.atom == beside.atom) {
                all.push(beside);
            }
        }
    }

    /// What pieces rule out by a rule about the places of these selections.
    fn find_ruled_out(
        &mut self,
        problem: &Problem<'_>,
        rule: usize,
        covers: &[usize],
    ) -> Result<(), NoAnswer> {
        let whole = problem.whole_rule(rule);
        let mut part = problem.part(&whole);
        let pieces = covers.iter().flat_map(|&cover| &self.selections[cover].choices);
        let pieces = pieces.map(|&(atom, _)| atom).unique();
        let pieces = pieces.filter(|&atom| !self.is_nothing(&self.atoms[atom])).collect_vec();
        let alone = covers.iter().map(|&cover| self.values_of_one(cover)).collect_vec();
        let mut known: HashMap<Vec<Vec<Value>>, Vec<Atom>> = HashMap::new();
        for piece in pieces {
            let left = self.left_by(piece, covers, &alone);
            let found = match known.get(&left) {
                Some(found) => found.clone(),
                None => {
                    let found = self.ruled_out(problem, &mut part, covers, &left)?;
                    known.entry(left).or_insert(found).clone()
                }
            };
            if found.is_empty() {
                continue;
            }
            let of_pieces = covers.iter().map(|&cover| self.selections[cover].constraint);
            let of_lines = self.atoms[piece].beside.iter().filter(|beside| {
                covers.iter().any(|&cover| self.selections[cover].result == beside.atom.variable)
            });
            let of_lines = of_lines.flat_map(|beside| beside.constraints.iter().copied());
            let all = whole.iter().copied().chain(of_pieces).chain(of_lines);
            let constraints: Arc<[usize]> = all.sorted().dedup().collect();
            self.beside.extend(&whole);
            for atom in found {
                let all = &mut self.atoms[piece].beside;
                if !all.iter().any(|other| other.atom == atom) {
                    all.push(Beside { atom, constraints: constraints.clone() });
                }
            }
        }
        Ok(())
    }

    /// The values that only one piece gives to the place of a selection, each with the variable of that piece.
    pub(super) fn values_of_one(&self, cover: usize) -> Vec<(Value, VarId)> {
        let choices = self.selections[cover].choices.iter();
        let of_values = choices.map(|&(atom, value)| (value, self.atoms[atom].atom.variable));
        let of_values = of_values.into_group_map().into_iter();
        of_values
            .filter(|(_, by)| by.iter().all_equal())
            .map(|(value, by)| (value, by[0]))
            .collect()
    }

    /// What a piece leaves to the places of some selections.
    fn left_by(
        &self,
        piece: usize,
        covers: &[usize],
        alone: &[Vec<(Value, VarId)>],
    ) -> Vec<Vec<Value>> {
        let placement = &self.atoms[piece];
        let left = covers.iter().zip(alone).map(|(&cover, alone)| {
            let own = placement.within.iter().find(|(within, _)| *within == cover);
            if let Some(&(_, value)) = own {
                return vec![value];
            }
            let variable = self.selections[cover].result;
            let is_left = |value: &Value| {
                !alone.contains(&(*value, placement.atom.variable))
                    && !placement
                        .beside
                        .iter()
                        .any(|beside| beside.atom == Atom { variable, value: *value })
            };
            let domain = self.domains[variable.index()].iter().copied();
            domain.filter(is_left).collect()
        });
        left.collect()
    }

    /// The values that a rule rules out then. If that decides whether something is there, it is all that a reader needs to
    /// know.
    fn ruled_out(
        &self,
        problem: &Problem<'_>,
        part: &mut Switched<'_>,
        covers: &[usize],
        left: &[Vec<Value>],
    ) -> Result<Vec<Atom>, NoAnswer> {
        let places = covers.iter().map(|&cover| self.selections[cover].result).collect_vec();
        let mut assumed = part.switches().to_vec();
        for (&variable, left) in places.iter().zip(left) {
            let gone = self.domains[variable.index()].iter().filter(|value| !left.contains(value));
            assumed.extend(gone.filter_map(|&value| part.not(variable, value)));
        }
        let mut found = Vec::new();
        for (&variable, left) in places.iter().zip(left).filter(|(_, left)| left.len() > 1) {
            let mut gone = Vec::new();
            for &value in left {
                let atom = Atom { variable, value };
                let Some(lit) = problem.compiled.map.literal(atom) else { continue };
                let asked = [&assumed[..], &[part.literal(lit)]].concat();
                if matches!(part.solve(&asked)?, Answer::Contradiction(_)) {
                    gone.push(atom);
                }
            }
            // Nothing is left where the piece cannot lie at all.
            if gone.len() == left.len() {
                return Ok(Vec::new());
            }
            found.extend(gone);
        }
        let is_truth = |atom: &Atom| self.domains[atom.variable.index()].len() == 2;
        if found.iter().any(is_truth) {
            found.retain(is_truth);
        }
        Ok(found)
    }
}
