//! Describes how two solutions differ.

use cnfetti_core::csp::Value;

use super::Pips;

/// The cells with different numbers; if all numbers are the same, the dominoes with different
/// places.
pub(super) fn differences(pips: &Pips, first: &[Value], second: &[Value]) -> Vec<String> {
    let dominoes = pips.dominoes.len();
    let both = |at: usize| (first[at], second[at]);
    let cells = pips.cells.iter().enumerate().map(|(at, cell)| (both(dominoes + at), cell));
    let cells: Vec<String> = cells
        .filter(|((one, other), _)| one != other)
        .map(|((one, other), cell)| format!("{cell}: {one} or {other}"))
        .collect();
    if !cells.is_empty() {
        return cells;
    }
    let place = |placement: Value| match pips.halves(placement) {
        Some([one, other]) => format!("{} and {}", pips.cells[one], pips.cells[other]),
        None => "nowhere".to_owned(),
    };
    let moved = pips.dominoes.iter().enumerate().map(|(at, domino)| (both(at), domino));
    moved
        .filter(|((one, other), _)| one != other)
        .map(|((one, other), domino)| {
            format!("domino {domino}: on {}, or on {}", place(one), place(other))
        })
        .collect()
}
