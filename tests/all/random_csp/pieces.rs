//! Dominoes on a row or a ring of cells.

use cnfetti::csp::{
    Atom, Choice, Csp, Increasing, Linear, Projection, Ranges, Selection, Value, VarId,
};

use super::Random;

/// Dominoes on a row or a ring of cells.
pub(super) fn random_pieces(random: &mut Random) -> Csp {
    let mut csp = Csp::new();
    let count = 1 + random.below(3).min(1 + random.below(8) / 7);
    let width = count;
    let cells = 2 * count;
    let mut pairs = Vec::new();
    for cell in 0..cells {
        if cell % width + 1 < width {
            pairs.push([cell, cell + 1]);
        }
        if cell + width < cells {
            pairs.push([cell, cell + width]);
        }
    }
    let halves: Vec<[Value; 2]> =
        (0..count).map(|_| [random.below(3) as Value, random.below(3) as Value]).collect();
    let dominoes: Vec<VarId> = halves
        .iter()
        .enumerate()
        .map(|(at, halves)| {
            let step = if halves[0] == halves[1] { 2 } else { 1 };
            csp.variable(format!("domino{at}"), (0..2 * pairs.len() as Value).step_by(step))
        })
        .collect();
    let results: Vec<VarId> =
        (0..cells).map(|cell| csp.variable(format!("cell{cell}"), 0..3)).collect();
    for (cell, &result) in results.iter().enumerate() {
        let mut choices = Vec::new();
        for (&variable, halves) in dominoes.iter().zip(&halves) {
            for &value in csp.domain(variable) {
                let pair = pairs[value as usize / 2];
                let Some(end) = pair.iter().position(|&other| other == cell) else { continue };
                let half = halves[(end + value as usize) % 2];
                choices.push(Choice { atom: Atom { variable, value }, value: half });
            }
        }
        csp.post(Selection { choices, result }.into(), "covered once");
    }
    for one in 0..count {
        for other in one + 1..count {
            if halves[one] == halves[other] {
                let scope = vec![dominoes[one], dominoes[other]];
                csp.post(Increasing { scope }.into(), "not told apart");
            }
        }
    }
    for _ in 0..random.below(2) {
        let start = random.below(cells);
        let scope = results[start..].to_vec();
        let bound = random.below(2 * scope.len()) as i64;
        let within = Ranges::related(random.relation(), bound);
        csp.post(Linear::sum(scope, within).into(), "of chance");
    }
    super::decided_by(&mut csp, dominoes);
    csp.count_also(Projection { name: "grids".into(), scope: results }).unwrap();
    csp
}
