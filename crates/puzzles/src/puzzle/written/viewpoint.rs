//! The board as people look at it. Where pieces are placed, an own variable says that nothing lies on a cell, as a wall does
//! in Pips, so that what is known of pieces does not depend on how a kind shows them.

use std::collections::BTreeMap;

use itertools::Itertools;

use super::Written;
use crate::puzzle::Viewpoint;
use crate::puzzle::pips::share_one;
use cnfetti_core::csp::{Atom, Choice, Constraint, Csp, Posted, Projection, Selection, VarId};
use cnfetti_kinds::Place;
use cnfetti_kinds::pieces::Shows;

impl Written {
    /// The constraints, with clues that a reader has to derive as sums, and for pieces with what is said above.
    pub(super) fn restated(&self) -> Viewpoint {
        let mut csp = self.lowered.csp.clone();
        let mut noted: Vec<VarId> = self.unfolded.pieces().map(VarId::at).collect();
        if noted.is_empty() {
            let csp = csp.restated(|posted| self.indirect_clue(posted));
            return Viewpoint { csp, noted };
        }
        let covered = self.covered();
        let nothing: BTreeMap<VarId, VarId> = covered
            .iter()
            .map(|&(cell, covered)| (covered, csp.variable(format!("nothing[{cell}]"), [0, 1])))
            .collect();
        noted.extend(nothing.values());
        let with_nothing = |posted: &Posted| {
            let Constraint::Selection(selection) = &posted.constraint else { return None };
            let choice = |&Choice { atom, value }: &Choice| match nothing.get(&atom.variable) {
                Some(&variable) => Choice { atom: Atom { variable, value: 1 }, value },
                None => Choice { atom, value },
            };
            let choices = selection.choices.iter().map(choice).collect_vec();
            (choices != selection.choices).then_some(Selection { choices, ..selection.clone() })
        };
        let shown = covered.iter().filter_map(|&(_, result)| {
            let at_cell = csp.constraints().iter().find_map(|posted| {
                let restated = with_nothing(posted)?;
                let is_here = restated.choices.iter().any(|c| c.atom.variable == nothing[&result]);
                is_here.then(|| (restated, posted.reason.clone()))
            });
            let (Selection { mut choices, .. }, reason) = at_cell?;
            for Choice { atom, value } in &mut choices {
                *value = i32::from(atom.variable != nothing[&result]);
            }
            Some((Selection { choices, result }, reason))
        });
        let shown = shown.collect_vec();
        let mut csp = csp.restated(|posted| {
            self.indirect_clue(posted).or_else(|| Some(with_nothing(posted)?.into()))
        });
        shown.into_iter().for_each(|(selection, reason)| csp.post(selection.into(), reason));
        if self.kind.covers_in_pairs(&self.data) {
            self.join_in_pairs(&mut csp);
        }
        let unknowns = self.unfolded.unknowns.iter().flat_map(|places| places.variables.clone());
        let board = Projection { name: "board".into(), scope: unknowns.map(VarId::at).collect() };
        csp.count_also(board).expect("each place once");
        Viewpoint { csp, noted }
    }

    /// The cells that need not be covered, each with the variable that says whether it is.
    pub(super) fn covered(&self) -> Vec<(Place, VarId)> {
        if self.kind.covers_board() {
            return Vec::new();
        }
        let unknowns = self.kind.unknowns.iter().zip(&self.unfolded.unknowns);
        let covered = unknowns.filter(|(unknown, _)| unknown.shows == Some(Shows::Covered));
        let cells = covered.flat_map(|(_, at)| at.places.iter().copied().zip(at.variables.clone()));
        cells.map(|(cell, variable)| (cell, VarId::at(variable))).collect()
    }

    /// Each cell shares its piece with one neighbour.
    fn join_in_pairs(&self, csp: &mut Csp) {
        let mut lines: BTreeMap<Place, Vec<VarId>> = BTreeMap::new();
        for (unknown, at) in self.kind.unknowns.iter().zip(&self.unfolded.unknowns) {
            if unknown.shows != Some(Shows::Joined) {
                continue;
            }
            for (&link, variable) in at.places.iter().zip(at.variables.clone()) {
                for cell in self.data.board.beside(link) {
                    lines.entry(cell).or_default().push(VarId::at(variable));
                }
            }
        }
        lines.into_iter().for_each(|(cell, lines)| share_one(csp, &cell, lines));
    }
}
