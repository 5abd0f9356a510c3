//! Draws regions as people do: many single cells and pairs, few large regions, some cells without a rule,
//! some rules that only bound a total. If that leaves several solutions, it is refined piece by piece until
//! one remains.
//!
//! The numbers come from 123 published puzzles: 37 % of the regions have one cell, 33 % two, 17 % three, 7 %
//! four; 11 % of the cells have no rule; 61 % of the rules are sums, 22 % equal, 15 % bounds, 2 % unequal.

use std::collections::BTreeSet;

use crate::random::Random;

use super::layout::Layout;
use super::mix::{Mix, RuleKind};
use super::rule::Rule;
use super::{Region, SLACK};

/// One in this many cells starts without a rule. Fewer end up so, because some need one.
const FREE: usize = 6;

/// How many regions of this kind of rule have one cell, two cells, and so on.
fn sizes(kind: RuleKind) -> [usize; 6] {
    match kind {
        RuleKind::Equal => [0, 64, 62, 33, 21, 3],
        RuleKind::Unequal => [0, 8, 5, 2, 2, 0],
        // Fewer of one cell than the 214 that were found, because refining makes more of them.
        RuleKind::Sum => [100, 189, 75, 24, 5, 1],
        RuleKind::Less | RuleKind::Greater => [100, 20, 3, 2, 0, 0],
    }
}

/// A part of the board, and the pieces that refine it.
pub(super) struct Piece {
    pub(super) region: Region,
    /// Pieces that together say more; empty if nothing more can be said.
    pub(super) finer: Vec<usize>,
}

/// All pieces of a board, and those that it starts with.
pub(super) struct Pieces {
    pub(super) all: Vec<Piece>,
    pub(super) first: Vec<usize>,
}

impl Pieces {
    pub(super) fn new(layout: &Layout, mix: &Mix, random: &mut Random) -> Pieces {
        let mut pieces = Pieces { all: Vec::new(), first: Vec::new() };
        let mut free: BTreeSet<usize> = (0..layout.cells.len()).collect();
        for start in random.order(layout.cells.len()) {
            if !free.remove(&start) {
                continue;
            }
            let piece = if random.one_in(FREE) {
                let finer = vec![pieces.exact(layout, &[start], mix, random)];
                pieces.add(Region { cells: vec![start], rule: Rule::Any }, finer)
            } else {
                let kind = mix.draw(random);
                let cells = grown(layout, start, kind, &mut free, random);
                pieces.region(layout, &cells, kind, mix, random)
            };
            pieces.first.push(piece);
        }
        pieces
    }

    fn add(&mut self, region: Region, finer: Vec<usize>) -> usize {
        self.all.push(Piece { region, finer });
        self.all.len() - 1
    }

    /// Adds a piece with a rule: a bound near the total, if the kind is one.
    fn region(
        &mut self,
        layout: &Layout,
        cells: &[usize],
        kind: RuleKind,
        mix: &Mix,
        random: &mut Random,
    ) -> usize {
        let exact = self.exact(layout, cells, mix, random);
        let region = self.all[exact].region.clone();
        let most = cells.len() as i64 * i64::from(layout.largest());
        let looser = region.rule.looser(most, kind);
        let near = &looser[..looser.len().min(SLACK)];
        if near.is_empty() {
            return exact;
        }
        let rule = *random.pick(near);
        self.add(Region { rule, ..region }, vec![exact])
    }

    /// Adds a piece with a rule as tight as possible and, recursively, its halves.
    fn exact(&mut self, layout: &Layout, cells: &[usize], mix: &Mix, random: &mut Random) -> usize {
        let region = layout.region(cells.to_vec(), mix, random);
        let finer = match halves(layout, cells, random) {
            Some(halves) => {
                halves.iter().map(|half| self.exact(layout, half, mix, random)).collect()
            }
            None => Vec::new(),
        };
        self.add(region, finer)
    }

    /// Picks a piece that can be refined, and returns its index; more likely a large one or a cell without a
    /// rule.
    pub(super) fn coarse(&self, chosen: &[usize], random: &mut Random) -> Option<usize> {
        let weight = |&piece: &usize| match &self.all[piece] {
            Piece { finer, .. } if finer.is_empty() => 0,
            Piece { region: Region { rule: Rule::Any, .. }, .. } => 2,
            Piece { region: Region { rule: Rule::Equal | Rule::Unequal, .. }, .. } => 1,
            Piece { region, .. } => region.cells.len() + 1,
        };
        let weights: Vec<usize> = chosen.iter().map(weight).collect();
        (weights.iter().sum::<usize>() > 0).then(|| random.weighted(&weights))
    }

    /// Replaces a piece by its refinement, and returns the piece.
    pub(super) fn refine(&self, chosen: &mut Vec<usize>, at: usize) -> usize {
        let piece = chosen.swap_remove(at);
        chosen.extend(&self.all[piece].finer);
        piece
    }

    /// Replaces the refinement of a piece by the piece, if all of the refinement is there.
    pub(super) fn coarsened(&self, chosen: &[usize], piece: usize) -> Option<Vec<usize>> {
        let finer = &self.all[piece].finer;
        let is_there = finer.iter().all(|part| chosen.contains(part));
        let others = chosen.iter().copied().filter(|other| !finer.contains(other));
        is_there.then(|| others.chain([piece]).collect())
    }

    /// The regions of these pieces.
    pub(super) fn regions(&self, chosen: &[usize]) -> Vec<Region> {
        chosen.iter().map(|&piece| self.all[piece].region.clone()).collect()
    }
}

/// Grows a connected region of free cells from a start, whose pips fit the kind of rule.
fn grown(
    layout: &Layout,
    start: usize,
    kind: RuleKind,
    free: &mut BTreeSet<usize>,
    random: &mut Random,
) -> Vec<usize> {
    let size = 1 + random.weighted(&sizes(kind));
    let mut cells = vec![start];
    while cells.len() < size {
        let beside = free.iter().copied().filter(|&cell| {
            let same = |&other: &usize| layout.pips[cell] == layout.pips[other];
            let fits = match kind {
                RuleKind::Equal => same(&start),
                RuleKind::Unequal => !cells.iter().any(same),
                RuleKind::Sum | RuleKind::Less | RuleKind::Greater => true,
            };
            fits && cells.iter().any(|&other| layout.touch(cell, other))
        });
        let beside: Vec<usize> = beside.collect();
        if beside.is_empty() {
            break;
        }
        let next = *random.pick(&beside);
        free.remove(&next);
        cells.push(next);
    }
    cells.sort_unstable();
    cells
}

/// Cuts cells into two connected parts at a random edge of a spanning tree; `None` for a single cell.
fn halves(layout: &Layout, cells: &[usize], random: &mut Random) -> Option<[Vec<usize>; 2]> {
    if cells.len() < 2 {
        return None;
    }
    // Each cell, with the cell from which the tree reached it.
    let mut tree = vec![(cells[0], cells[0])];
    while tree.len() < cells.len() {
        let reached = |cell: usize| tree.iter().any(|&(known, _)| known == cell);
        let next = cells.iter().filter(|&&cell| !reached(cell)).flat_map(|&cell| {
            let from = tree.iter().map(|&(known, _)| known);
            from.filter(move |&known| layout.touch(cell, known)).map(move |known| (cell, known))
        });
        let next: Vec<(usize, usize)> = next.collect();
        if next.is_empty() {
            return None;
        }
        tree.push(*random.pick(&next));
    }
    let cut = 1 + random.below(tree.len() - 1);
    let mut half = vec![tree[cut].0];
    for &(cell, from) in &tree[cut + 1..] {
        if half.contains(&from) {
            half.push(cell);
        }
    }
    half.sort_unstable();
    let rest = cells.iter().copied().filter(|cell| !half.contains(cell)).collect();
    Some([half, rest])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the cells are connected.
    fn is_one(layout: &Layout, cells: &[usize]) -> bool {
        let mut reached = vec![cells[0]];
        while let Some(&next) = cells.iter().find(|cell| {
            !reached.contains(cell) && reached.iter().any(|&r| layout.touch(r, **cell))
        }) {
            reached.push(next);
        }
        reached.len() == cells.len()
    }

    #[test]
    fn pieces_cover_the_board_and_finer_ones_say_more() {
        let mut random = Random::new(5);
        let (mut bounds, mut free) = (0, 0);
        for size in [1, 2, 5, 9, 14, 20] {
            let Some(layout) = Layout::new(size, &mut random) else { continue };
            let pieces = Pieces::new(&layout, &Mix::default(), &mut random);
            let covered = pieces.first.iter().flat_map(|&piece| &pieces.all[piece].region.cells);
            let mut covered: Vec<usize> = covered.copied().collect();
            covered.sort_unstable();
            assert_eq!(covered, (0..layout.cells.len()).collect::<Vec<_>>());
            for Piece { region, finer } in &pieces.all {
                assert!(is_one(&layout, &region.cells));
                let parts = finer.iter().map(|&part| &pieces.all[part].region);
                let mut cells: Vec<usize> = parts.flat_map(|part| part.cells.clone()).collect();
                cells.sort_unstable();
                let (is_bound, is_free) = (region.rule.is_bound(), region.rule == Rule::Any);
                let says_all = region.cells.len() == 1 && !is_bound && !is_free;
                assert_eq!(finer.is_empty(), says_all);
                assert!(finer.is_empty() || cells == region.cells);
                bounds += usize::from(is_bound);
                free += usize::from(is_free);
            }
        }
        assert!(bounds > 0 && free > 0);
    }
}
