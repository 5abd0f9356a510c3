//! What is known of something that holds when a variable has a value.

use cnfetti_core::csp::{Atom, VarId};
use itertools::Itertools;

use crate::residual::{Frame, View};

/// When something holds.
#[derive(Clone, Copy)]
pub(super) enum When {
    Always,
    Never,
    /// Once it is decided its variable is assigned.
    Atom {
        step: usize,
        bit: usize,
        row: usize,
        rows: (usize, usize),
    },
}

/// What is known of something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::constraints) enum Known {
    Holds,
    Fails,
    Open,
    /// Its variable is assigned: what matters of that is stored.
    Assigned,
}

impl When {
    pub(super) fn new(atom: Option<Atom>, frame: &Frame) -> When {
        let Some(atom) = atom else { return When::Always };
        match (frame.bit(atom.variable), frame.index(atom)) {
            (Some(bit), Some(row)) => {
                When::Atom { step: frame.step(atom), bit, row, rows: frame.rows_of(atom.variable) }
            }
            _ => When::Never,
        }
    }

    pub(super) fn known(self, view: &View<'_>) -> Known {
        match self {
            When::Always => Known::Holds,
            When::Never => Known::Fails,
            When::Atom { step, .. } if step < view.step() => Known::Assigned,
            When::Atom { bit, row, .. } if !view.can(row, bit) => Known::Fails,
            When::Atom { bit, row, rows, .. } => {
                let is_only = (rows.0..rows.1).all(|other| other == row || !view.can(other, bit));
                if is_only { Known::Holds } else { Known::Open }
            }
        }
    }

    /// Makes it fail, where that is open.
    pub(super) fn refuse(self, view: &mut View<'_>) {
        if let When::Atom { bit, row, .. } = self {
            view.remove_one(row, bit);
        }
    }
}

/// What values of variables say, sorted by the variables.
pub(in crate::constraints) struct Watched<T>(Vec<(VarId, usize, T)>);

impl<T: Copy> Watched<T> {
    /// Atoms, and what each of them says.
    pub(in crate::constraints) fn new(
        said: impl IntoIterator<Item = (Atom, T)>,
        frame: &Frame,
    ) -> Watched<T> {
        let row = |(atom, said): (Atom, T)| Some((atom.variable, frame.index(atom)?, said));
        let mut watched = said.into_iter().filter_map(row).collect_vec();
        watched.sort_by_key(|&(variable, row, _)| (variable, row));
        Watched(watched)
    }

    /// What it says that a variable has the value of a row.
    pub(in crate::constraints) fn by(
        &self,
        variable: VarId,
        row: usize,
    ) -> impl Iterator<Item = T> + '_ {
        let first = self.0.partition_point(|&(other, at, _)| (other, at) < (variable, row));
        let own =
            self.0[first..].iter().take_while(move |said| (said.0, said.1) == (variable, row));
        own.map(|&(_, _, said)| said)
    }
}
