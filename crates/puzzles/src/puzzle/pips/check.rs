//! Checks a solution by the rules of the game.

use crate::puzzle::Broken;
use cnfetti_core::csp::Value;

use super::Pips;

pub(super) fn check(pips: &Pips, solution: &[Value]) -> Result<(), Broken> {
    if solution.len() != pips.dominoes.len() + pips.cells.len() {
        return broken("a solution has a place for each domino and a number for each cell");
    }
    let (placements, numbers) = solution.split_at(pips.dominoes.len());
    check_cover(pips, placements, numbers)?;
    for (cell, given) in pips.givens.iter().enumerate() {
        if given.is_some_and(|given| given != numbers[cell]) {
            return broken(format!("the given number at {} is not kept", pips.cells[cell]));
        }
    }
    for region in &pips.regions {
        let inside: Vec<Value> = region.cells.iter().map(|&cell| numbers[cell]).collect();
        if !region.rule.holds(&inside) {
            let rule = region.rule;
            return broken(format!(
                "region {} has the pips {inside:?}, its rule is `{rule}`",
                region.name
            ));
        }
    }
    Ok(())
}

/// Checks that each domino lies on two adjacent cells and writes its pips there, and that every
/// cell is covered.
fn check_cover(pips: &Pips, placements: &[Value], numbers: &[Value]) -> Result<(), Broken> {
    let mut covered = vec![false; pips.cells.len()];
    for (&placement, domino) in placements.iter().zip(&pips.dominoes) {
        let Some(halves) = pips.halves(placement) else {
            return broken(format!("domino {domino} does not lie on two cells that touch"));
        };
        for (cell, pip) in halves.into_iter().zip(domino.0) {
            let at = pips.cells[cell];
            if std::mem::replace(&mut covered[cell], true) {
                return broken(format!("two dominoes lie on the cell at {at}"));
            }
            if numbers[cell] != pip {
                return broken(format!(
                    "domino {domino} puts {pip} on the cell at {at}, where the board has {}",
                    numbers[cell]
                ));
            }
        }
    }
    match covered.iter().position(|covered| !covered) {
        Some(cell) => broken(format!("no domino lies on the cell at {}", pips.cells[cell])),
        None => Ok(()),
    }
}

fn broken(rule: impl Into<String>) -> Result<(), Broken> {
    Err(Broken(rule.into()))
}
