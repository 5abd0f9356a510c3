//! A loop crosses between two parts of a board an even number of times, so the last open line between them is decided:
//! what the colours of inside and outside show in Slitherlink.

use std::collections::VecDeque;

use cnfetti_core::csp::{Csp, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use fixedbitset::FixedBitSet;
use itertools::Itertools;

use super::Finders;
use super::small::Small;
use crate::Draft;
use crate::techniques::LOOP_PARITY;
use crate::tiling::Tiling;

/// Where lines of a loop meet.
#[derive(Default)]
pub(super) struct Meetings {
    /// Positions in [`Finders::small`].
    places: Vec<usize>,
    /// For each variable, which of the places are its ends.
    ends: Vec<Vec<usize>>,
}

impl Meetings {
    pub(super) fn new(csp: &Csp, small: &[Small]) -> Meetings {
        let places = small.iter().positions(|small| small.is_junction).collect_vec();
        let mut ends = vec![Vec::new(); csp.variables().len()];
        for (place, &at) in places.iter().enumerate() {
            small[at].scope.iter().for_each(|line| ends[line.index()].push(place));
        }
        Meetings { places, ends }
    }
}

/// Decides each line that is the last open one between two parts, and explains it by the part with fewer places. A part
/// has more than one place, because at a single place one rule decides the line.
pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let ends = finders.meetings.ends.iter().enumerate().map(|(at, ends)| (VarId::at(at), ends));
    let open = ends.filter(|(line, _)| known.decided(*line).is_none());
    let drafts = open.filter_map(|(line, ends)| match ends[..] {
        [one, other] => of_line(finders, line, [one, other], known),
        _ => None,
    });
    drafts.collect()
}

fn of_line(finders: &Finders, line: VarId, ends: [usize; 2], known: &Candidates) -> Option<Draft> {
    let [one, other] = ends;
    let place = |at: usize| &finders.small[finders.meetings.places[at]];
    let sides =
        [side(finders, line, [one, other], known)?, side(finders, line, [other, one], known)?];
    // A line that does not end at two places may lead out of a part without being crossed.
    let crossing = |side: &FixedBitSet| {
        let lines = side.ones().flat_map(|at| &place(at).scope).copied().counts();
        let odd = lines.into_iter().filter(|&(_, times)| times % 2 == 1).map(|(line, _)| line);
        odd.filter(|other| *other != line).sorted().collect_vec()
    };
    let sides = sides.into_iter().filter(|side| side.count_ones(..) > 1);
    let sides = sides.map(|side| (crossing(&side), side));
    let is_decided =
        |(lines, _): &(Vec<VarId>, _)| lines.iter().all(|line| known.decided(*line).is_some());
    let (lines, side) = sides.filter(is_decided).min_by_key(|(_, side)| side.count_ones(..))?;
    let constraints = side.ones().map(|at| place(at).constraint).collect();
    let drawn = lines.iter().filter(|line| known.decided(**line) == Some(1)).count();
    let facts = lines.iter().filter_map(|&line| finders.fact(line, known)).collect();
    let said = Said::Is(i32::from(drawn % 2 == 1));
    let conclusions = vec![Fact { variable: line, said }];
    Some(Draft::proposed(&LOOP_PARITY, constraints, facts, conclusions))
}

/// The places that other open lines join with the first end of this line; `None` if the second one is among them.
fn side(
    finders: &Finders,
    line: VarId,
    [from, to]: [usize; 2],
    known: &Candidates,
) -> Option<FixedBitSet> {
    let Finders { small, meetings, .. } = finders;
    let mut joined = FixedBitSet::with_capacity(meetings.places.len());
    joined.insert(from);
    let mut open = VecDeque::from([from]);
    while let Some(place) = open.pop_front() {
        let lines = small[meetings.places[place]].scope.iter();
        for other in lines.filter(|&&other| other != line && known.decided(other).is_none()) {
            for &end in &meetings.ends[other.index()] {
                if !joined.put(end) {
                    open.push_back(end);
                }
            }
        }
        if joined.contains(to) {
            return None;
        }
    }
    Some(joined)
}
