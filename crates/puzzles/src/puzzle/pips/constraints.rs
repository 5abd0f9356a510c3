//! The constraints: a variable for each domino and each cell, a selection for each cell, and the
//! rules of the regions.

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;

use cnfetti_core::csp::{
    AllDifferent, AllEqual, Atom, Choice, Csp, Fixed, Increasing, Linear, Projection, Ranges,
    Selection, Value, VarId,
};

use super::Pips;
use super::region::{Comparison, Region, Rule};

pub(super) fn csp(pips: &Pips) -> Csp {
    csp_with(pips, tell_equal_dominoes_apart)
}

/// The same without an order on equal dominoes: a solution for each of their permutations.
pub(super) fn csp_without_order(pips: &Pips) -> Csp {
    csp_with(pips, |_, _, _| {})
}

fn csp_with(pips: &Pips, order: fn(&Pips, &[VarId], &mut Csp)) -> Csp {
    let mut csp = Csp::new();
    let dominoes = domino_variables(pips, &mut csp);
    let cells = cell_variables(pips, &mut csp);
    order(pips, &dominoes, &mut csp);
    cover_cells(pips, &dominoes, &cells, &mut csp);
    for (cell, &given) in pips.givens.iter().enumerate() {
        if let Some(value) = given {
            let atom = Atom { variable: cells[cell], value };
            csp.post_clue(
                Fixed { atom }.into(),
                format!("{} is given as {value}", pips.cells[cell]),
            );
        }
    }
    for region in &pips.regions {
        post_rule(region, &cells, &mut csp);
    }
    csp.assume_deciding(dominoes);
    let grids = Projection { name: "grids".into(), scope: cells };
    csp.count_also(grids).expect("each cell once");
    csp
}

/// Adds a variable for each domino, with its placements. If the number of dominoes alone rules out
/// a cover of the board, they have none.
fn domino_variables(pips: &Pips, csp: &mut Csp) -> Vec<VarId> {
    let fits = pips.cells.len() == 2 * pips.dominoes.len();
    let placements = if fits { 2 * pips.pairs.len() as Value } else { 0 };
    let mut variables: Vec<VarId> = Vec::new();
    let mut met: HashMap<[Value; 2], usize> = HashMap::new();
    for &domino in &pips.dominoes {
        let number = met.entry(domino.sorted()).or_default();
        *number += 1;
        let suffix = if *number == 1 { String::new() } else { format!("#{number}") };
        let name = format!("domino[{domino}]{suffix}");
        let step = if domino.is_double() { 2 } else { 1 };
        variables.push(csp.variable(name, (0..placements).step_by(step)));
    }
    variables
}

fn cell_variables(pips: &Pips, csp: &mut Csp) -> Vec<VarId> {
    let numbers: BTreeSet<Value> = pips.dominoes.iter().flat_map(|domino| domino.0).collect();
    let cells = pips.cells.iter().map(|cell| {
        csp.variable(format!("cell[{}][{}]", cell.row, cell.column), numbers.iter().copied())
    });
    cells.collect()
}

fn tell_equal_dominoes_apart(pips: &Pips, variables: &[VarId], csp: &mut Csp) {
    let all = pips.dominoes.iter().zip(variables);
    let mut alike = all.clone().map(|(d, &v)| (d.sorted(), v)).into_group_map();
    for (domino, _) in all {
        let scope = alike.remove(&domino.sorted()).unwrap_or_default();
        if scope.len() > 1 {
            let reason = format!("the {} dominoes {domino} are not told apart", scope.len());
            csp.post(Increasing { scope }.into(), reason);
        }
    }
}

fn cover_cells(pips: &Pips, dominoes: &[VarId], cells: &[VarId], csp: &mut Csp) {
    let mut choices: Vec<Vec<Choice>> = vec![Vec::new(); cells.len()];
    for (&variable, domino) in dominoes.iter().zip(&pips.dominoes) {
        for &placement in csp.domain(variable) {
            let halves = pips.halves(placement).expect("the domain numbers placements");
            let atom = Atom { variable, value: placement };
            for (cell, value) in halves.into_iter().zip(domino.0) {
                choices[cell].push(Choice { atom, value });
            }
        }
    }
    for ((choices, &result), cell) in choices.into_iter().zip(cells).zip(&pips.cells) {
        let reason = format!("{cell} is covered by exactly one domino");
        csp.post(Selection { choices, result }.into(), reason);
    }
}

fn post_rule(region: &Region, cells: &[VarId], csp: &mut Csp) {
    let scope = region.cells.iter().map(|&cell| cells[cell]).collect_vec();
    let constraint = match region.rule {
        Rule::Free => return,
        Rule::Equal => AllEqual { scope }.into(),
        Rule::Unequal => AllDifferent { scope, except: Vec::new() }.into(),
        Rule::Total(comparison, number) => {
            let within = match comparison {
                Comparison::Equal => Ranges::exactly(number),
                Comparison::Less => Ranges::at_most(number - 1),
                Comparison::Greater => Ranges::at_least(number + 1),
                Comparison::AtMost => Ranges::at_most(number),
                Comparison::AtLeast => Ranges::at_least(number),
            };
            Linear::sum(scope, within).into()
        }
    };
    csp.post_clue(constraint, format!("region {} {}", region.name, region.rule.in_words()));
}
