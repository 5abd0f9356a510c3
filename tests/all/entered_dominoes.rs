//! Half-filled boards with dominoes placed on them, some of them equal. Whether such a board can be completed
//! is compared with all placements, found here by brute force.

use cnfetti::explain::entries::{Verdict, judge};
use cnfetti::explain::reasoner;
use cnfetti::limit::Budget;
use cnfetti::search::candidates::Fact;
use itertools::Itertools;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use serde_json::json;

use crate::support::instance;

const ROWS: usize = 2;
const COLUMNS: usize = 4;

/// A placed domino: its two cells, in order, with what they show.
type Laid = [(usize, i32); 2];

/// All ways to place the dominoes, each as a sorted list.
fn all_ways(dominoes: &[[i32; 2]], fits: &dyn Fn(&[Option<i32>]) -> bool) -> Vec<Vec<Laid>> {
    fn go(
        left: &mut Vec<[i32; 2]>,
        shown: &mut Vec<Option<i32>>,
        laid: &mut Vec<Laid>,
        found: &mut Vec<Vec<Laid>>,
    ) {
        let Some(cell) = shown.iter().position(Option::is_none) else {
            found.push(laid.iter().copied().sorted().collect());
            return;
        };
        let right = (cell % COLUMNS + 1 < COLUMNS).then_some(cell + 1);
        let below = (cell + COLUMNS < ROWS * COLUMNS).then_some(cell + COLUMNS);
        for other in
            right.into_iter().chain(below).filter(|&other| shown[other].is_none()).collect_vec()
        {
            for at in 0..left.len() {
                let domino = left.remove(at);
                for [one, two] in [domino, [domino[1], domino[0]]].into_iter().unique() {
                    (shown[cell], shown[other]) = (Some(one), Some(two));
                    laid.push([(cell, one), (other, two)]);
                    go(left, shown, laid, found);
                    laid.pop();
                }
                (shown[cell], shown[other]) = (None, None);
                left.insert(at, domino);
            }
        }
    }
    let mut found = Vec::new();
    go(&mut dominoes.to_vec(), &mut vec![None; ROWS * COLUMNS], &mut Vec::new(), &mut found);
    let shown = |way: &Vec<Laid>| {
        let mut shown = vec![None; ROWS * COLUMNS];
        way.iter().flatten().for_each(|&(cell, number)| shown[cell] = Some(number));
        shown
    };
    found.into_iter().unique().filter(|way| fits(&shown(way))).collect()
}

fn has_all(way: &[Laid], laid: &[Laid]) -> bool {
    laid.iter().all(|one| way.contains(one))
}

#[test]
fn laid_dominoes_are_right_where_some_way_has_them_there() {
    let mut random = Pcg64Mcg::new(41);
    let mut below = |most: usize| random.next_u32() as usize % most;
    let (mut rights, mut wrongs, mut right_numbers, mut alike) = (0, 0, 0, 0);
    for _ in 0..260 {
        let domino = |below: &mut dyn FnMut(usize) -> usize| [below(3) as i32, below(3) as i32];
        let mut dominoes = (0..4).map(|_| domino(&mut below)).collect_vec();
        let copy = dominoes[0];
        dominoes[1] = if below(2) == 0 { copy } else { [copy[1], copy[0]] };
        let sum = below(8) as i32;
        let board = ["AAB#", "#BB#"];
        let fits = |shown: &[Option<i32>]| {
            let at = |cells: &[usize]| cells.iter().map(|&cell| shown[cell].unwrap()).sum::<i32>();
            at(&[0, 1]) <= sum && at(&[2, 5, 6]) >= 2
        };
        let ways = all_ways(&dominoes, &fits);
        let Some(way) = ways.get(below(ways.len().max(1))) else { continue };
        let text = format!(
            "kind = \"pips\"\nboard = \"{}\\n{}\"\ndominoes = {dominoes:?}\n[regions]\nA = \"<= {sum}\"\nB = \">= 2\"\n",
            board[0], board[1]
        );
        let puzzle = instance(&text).puzzle;
        // Keep some of the placed dominoes, and now and then turn or move one.
        let mut laid = way.iter().copied().filter(|_| below(3) > 0).collect_vec();
        for one in &mut laid {
            match below(6) {
                0 => *one = [(one[0].0, one[1].1), (one[1].0, one[0].1)],
                1 => {
                    let other = all_ways(&dominoes, &|_| true);
                    let other = &other[below(other.len())];
                    let same = |laid: &&Laid| {
                        laid.map(|half| half.1)
                            .iter()
                            .sorted()
                            .eq(one.map(|half| half.1).iter().sorted())
                    };
                    *one = *other.iter().find(same).unwrap();
                }
                _ => {}
            }
        }
        let place = |(cell, _): (usize, i32)| [cell / COLUMNS, cell % COLUMNS];
        let placements = laid.iter().map(|&[one, other]| match below(2) {
            0 => json!({ "domino": [one.1, other.1], "cells": [place(one), place(other)] }),
            _ => json!({ "domino": [other.1, one.1], "cells": [place(other), place(one)] }),
        });
        let entered = json!({ "placements": placements.collect_vec() });
        let numbers = laid.iter().flatten();
        let may_be =
            |laid: &[Laid]| laid.iter().all_unique() && ways.iter().any(|way| has_all(way, laid));
        let Ok((csp, entries)) = puzzle.entered(&entered) else {
            assert!(!may_be(&laid), "{text}{entered}");
            continue;
        };
        let is_alike =
            |laid: &&Laid| laid.map(|half| half.1).iter().sorted().eq(copy.iter().sorted());
        alike += usize::from(laid.iter().filter(is_alike).count() == 1);
        let facts = entries.iter().copied().map(Fact::from).collect_vec();
        match judge(&csp, &facts, reasoner(), &Budget::default()).unwrap() {
            Verdict::Right => {
                assert!(may_be(&laid), "{text}{entered}");
                rights += 1;
            }
            Verdict::Wrong { alone, evidence } => {
                assert!(!may_be(&laid) && evidence.is_checked(), "{text}{entered}");
                let alone = alone.iter().filter(|atom| atom.variable.index() < dominoes.len());
                let expected = laid.iter().filter(|&&one| !may_be(&[one]));
                assert_eq!(alone.count(), expected.count(), "{text}{entered}");
                let shows = |way: &&Vec<Laid>| {
                    numbers.clone().all(|half| way.iter().flatten().contains(half))
                };
                right_numbers += usize::from(ways.iter().any(|way| shows(&way)));
                wrongs += 1;
            }
        }
    }
    // Boards on which only the dominoes are wrong, and boards with one of two equal dominoes.
    let enough = rights > 30 && wrongs > 30 && right_numbers > 2 && alike > 30;
    assert!(enough, "{rights} right, {wrongs} wrong, {right_numbers} with right numbers, {alike}");
}
