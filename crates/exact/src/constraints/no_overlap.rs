//! Boxes that do not overlap.

use std::ops::Range;

use super::known::all_known;
use super::reading::Reading;
use crate::layers::Machine;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{NoOverlap, Rule, Value};
use itertools::Itertools;

/// Room for more cells than this is not followed cell by cell.
const CELLS: usize = 4096;

pub(super) fn residual(constraint: &NoOverlap, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(constraint.scope(), frame);
    match Room::new(constraint, &reading) {
        Some(room) => reading.open(room, frame),
        None => reading.open(all_known(&reading, constraint), frame),
    }
}

/// Which cells are taken: for boxes whose lengths are positive numbers. A state has first the origins of
/// boxes that are not known in all dimensions, as one more than their positions in the domains, and
/// then the set of the cells.
struct Room {
    /// For each place of the reading the box and the dimension.
    uses: Vec<(usize, usize)>,
    /// For each box and dimension the place of the reading, and the length.
    boxes: Vec<Vec<(usize, usize)>>,
    domains: Vec<Vec<Value>>,
    /// For each dimension the smallest origin and the number of cells.
    sizes: Vec<(i64, usize)>,
    cells: usize,
}

impl Room {
    fn new(constraint: &NoOverlap, reading: &Reading) -> Option<Room> {
        let mut boxes = Vec::new();
        let mut uses = vec![(0, 0); reading.scope.len()];
        let dimensions = constraint.boxes.first().map_or(0, Vec::len);
        let mut sizes: Vec<Option<(i64, i64)>> = vec![None; dimensions];
        for extents in &constraint.boxes {
            let lengths = extents.iter().map(|extent| extent.length.constant());
            let lengths: Vec<Value> = lengths.collect::<Option<_>>()?;
            let is_empty = lengths.contains(&0);
            if lengths.iter().any(|&length| length < 0) || is_empty && !constraint.ignores_empty {
                return None;
            }
            let mut places = Vec::new();
            for (dimension, (extent, length)) in extents.iter().zip(lengths).enumerate() {
                let place = reading.place(extent.origin)?;
                uses[place] = (boxes.len(), dimension);
                // A box without length takes no cell.
                places.push((place, if is_empty { 0 } else { length as usize }));
                let domain = &reading.domains[place];
                let (Some(&first), Some(&last)) = (domain.first(), domain.last()) else { continue };
                let (first, end) = (i64::from(first), i64::from(last) + i64::from(length));
                let size = sizes[dimension].unwrap_or((first, end));
                sizes[dimension] = Some((first.min(size.0), end.max(size.1)));
            }
            boxes.push(places);
        }
        let sizes = sizes.into_iter().map(|size| size.unwrap_or((0, 0)));
        let sizes = sizes.map(|(first, end)| (first, (end - first) as usize)).collect_vec();
        let cells = sizes.iter().try_fold(1, |cells: usize, &(_, size)| cells.checked_mul(size))?;
        let domains = reading.domains.clone();
        (dimensions > 0 && cells <= CELLS).then_some(Room { uses, boxes, domains, sizes, cells })
    }

    /// Takes the cells of a box. False when one of them is taken.
    fn take(&self, taken: &mut [u64], origins: &[i64], lengths: &[usize]) -> bool {
        let mut ranges =
            self.sizes.iter().zip(origins).zip(lengths).map(|(((first, _), &at), &length)| {
                let start = (at - first) as usize;
                start..start + length
            });
        // Cells along the last dimension are next to each other.
        let Some(row) = ranges.next_back() else { return true };
        let width = self.sizes.last().map_or(1, |&(_, size)| size);
        ranges.multi_cartesian_product().all(|others| {
            let number =
                others.iter().zip(&self.sizes).fold(0, |sum, (&at, &(_, size))| sum * size + at);
            take_all(taken, number * width + row.start..number * width + row.end)
        })
    }
}

/// Takes consecutive cells. False when one of them is taken.
fn take_all(taken: &mut [u64], cells: Range<usize>) -> bool {
    let words = cells.start / 64..cells.end.div_ceil(64);
    words.into_iter().all(|word| {
        let first = cells.start.saturating_sub(64 * word);
        let behind = (64 * (word + 1)).saturating_sub(cells.end);
        let bits = (u64::MAX << first) & (u64::MAX >> behind);
        let is_free = taken[word] & bits == 0;
        taken[word] |= bits;
        is_free
    })
}

impl Machine for Room {
    fn limits(&self) -> Vec<u64> {
        let origins = self.domains.iter().map(|domain| domain.len() as u64);
        origins.chain(vec![u64::MAX; self.cells.div_ceil(64)]).collect()
    }

    fn read(&self, state: &mut [u64], place: usize, value: Value) -> bool {
        let position = self.domains[place].partition_point(|&other| other < value);
        state[place] = 1 + position as u64;
        let (number, _) = self.uses[place];
        let places = &self.boxes[number];
        let origins = places.iter().map(|&(place, _)| {
            let position = state[place].checked_sub(1)?;
            Some(i64::from(self.domains[place][position as usize]))
        });
        let Some(origins) = origins.collect::<Option<Vec<i64>>>() else { return true };
        places.iter().for_each(|&(place, _)| state[place] = 0);
        let lengths = places.iter().map(|&(_, length)| length).collect_vec();
        self.take(&mut state[self.domains.len()..], &origins, &lengths)
    }

    fn accepts(&self, _state: &[u64]) -> bool {
        true
    }
}
