//! Random divisions of a board into areas.

use cnfetti_core::random::Random;

use crate::board::{Board, Place};
use crate::data::Entries;

/// Connected areas of these sizes that cover the board; `None` if cells are left over.
pub(super) fn of_sizes(board: &Board, sizes: &[usize], random: &mut Random) -> Option<Entries> {
    let largest = sizes.iter().copied().max()?;
    let mut free = board.cells();
    random.shuffle(&mut free);
    let mut groups: Vec<Vec<Place>> = Vec::new();
    while let Some(start) = tightest(board, &free) {
        let wanted = *random.pick(sizes);
        let mut group = vec![free.swap_remove(start)];
        while group.len() < wanted {
            let beside: Vec<usize> = (0..free.len())
                .filter(|&at| board.adjacent(free[at]).iter().any(|cell| group.contains(cell)))
                .collect();
            if beside.is_empty() {
                break;
            }
            group.push(free.swap_remove(*random.pick(&beside)));
        }
        if sizes.contains(&group.len()) {
            groups.push(group);
            continue;
        }
        // An area that is too small joins a neighbour that does not become too large.
        let joins = |other: &&mut Vec<Place>| {
            let size = other.len() + group.len();
            size <= largest
                && sizes.contains(&size)
                && other
                    .iter()
                    .any(|cell| board.adjacent(*cell).iter().any(|beside| group.contains(beside)))
        };
        groups.iter_mut().find(joins)?.extend(group.iter().copied());
    }
    Some(named(groups))
}

/// This many areas, which grow from random cells until they cover the board.
pub(super) fn of_number(board: &Board, number: usize, random: &mut Random) -> Option<Entries> {
    let mut free = board.cells();
    if number == 0 || number > free.len() {
        return None;
    }
    random.shuffle(&mut free);
    let seeds = free.split_off(free.len() - number);
    let mut groups: Vec<Vec<Place>> = seeds.into_iter().map(|cell| vec![cell]).collect();
    while !free.is_empty() {
        let group = random.below(number);
        let beside: Vec<usize> = (0..free.len())
            .filter(|&at| board.adjacent(free[at]).iter().any(|cell| groups[group].contains(cell)))
            .collect();
        if !beside.is_empty() {
            groups[group].push(free.swap_remove(*random.pick(&beside)));
        }
    }
    Some(named(groups))
}

/// Rectangles of these sizes; those at the end of a row may be smaller.
pub(super) fn rectangles(board: &Board, sizes: &[usize], random: &mut Random) -> Option<Entries> {
    let largest = sizes.iter().copied().max()?;
    let (rows, columns) = (usize::from(board.rows), usize::from(board.columns));
    let mut taken = vec![false; rows * columns];
    let mut groups = Vec::new();
    while let Some(first) = taken.iter().position(|taken| !taken) {
        let (row, column) = (first / columns, first % columns);
        let free = taken[first..(row + 1) * columns].iter().take_while(|taken| !**taken).count();
        let size = *random.pick(sizes);
        let width = 1 + random.below(size.min(free));
        let height = (size / width).clamp(1, rows - row).min(largest);
        let cells = (0..height * width).map(|at| (row + at / width, column + at % width));
        let group = cells.map(|(row, column)| {
            taken[row * columns + column] = true;
            Place::Cell(row as u16, column as u16)
        });
        groups.push(group.collect());
    }
    Some(named(groups))
}

/// The free cell with the fewest free neighbours: it is the most likely to be left over.
fn tightest(board: &Board, free: &[Place]) -> Option<usize> {
    let open =
        |at: &usize| board.adjacent(free[*at]).iter().filter(|cell| free.contains(cell)).count();
    (0..free.len()).min_by_key(open)
}

/// Areas in the order of their first cells, with letters as names.
fn named(mut groups: Vec<Vec<Place>>) -> Entries {
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups.sort_unstable();
    let names = (0..groups.len()).map(crate::board::letter).collect();
    Entries { names, groups, ..Entries::default() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn require_division(board: &Board, entries: &Entries) {
        let mut cells: Vec<Place> = entries.groups.concat();
        cells.sort_unstable();
        assert_eq!(cells, board.cells());
        assert_eq!(entries.names.len(), entries.groups.len());
        for group in &entries.groups {
            let part = board.part_of(group[0], |cell| group.contains(cell));
            assert_eq!(part.len(), group.len(), "{group:?}");
        }
    }

    #[test]
    fn divisions_cover_the_board_with_pieces_of_their_sizes() {
        let mut random = Random::new(5);
        let mut made = 0;
        for _ in 0..200 {
            let side = |random: &mut Random| 1 + random.below(6) as u16;
            let board = Board::new(side(&mut random), side(&mut random));
            let low = 1 + random.below(3);
            let sizes: Vec<usize> = (low..=low + random.below(4)).collect();
            if let Some(entries) = of_sizes(&board, &sizes, &mut random) {
                require_division(&board, &entries);
                assert!(entries.groups.iter().all(|group| sizes.contains(&group.len())));
                made += 1;
            }
            let number = 1 + random.below(board.cells().len());
            let entries = of_number(&board, number, &mut random).unwrap();
            require_division(&board, &entries);
            assert_eq!(entries.groups.len(), number);
            let entries = rectangles(&board, &sizes, &mut random).unwrap();
            require_division(&board, &entries);
            for group in &entries.groups {
                let of = |pick: fn(&Place) -> u16| {
                    let numbers: BTreeSet<u16> = group.iter().map(pick).collect();
                    numbers.len()
                };
                let rows = of(|cell| if let Place::Cell(row, _) = cell { *row } else { 0 });
                let columns = of(|cell| if let Place::Cell(_, at) = cell { *at } else { 0 });
                assert_eq!(rows * columns, group.len(), "{group:?}");
                assert!(group.len() <= low + 4);
            }
        }
        assert!(made > 100, "{made}");
        assert!(of_number(&Board::new(1, 2), 3, &mut random).is_none());
    }
}
