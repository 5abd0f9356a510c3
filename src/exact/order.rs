//! In which order the variables are decided: so that few constraints are open at any time.
//!
//! Finding the best order is as hard as counting. Greedy orders from several first variables are
//! compared by an estimate of how many states they meet; the order of the problem itself, which
//! is often row by row, competes.

use itertools::Itertools;

use crate::csp::{Constraint, Csp, VarId};

use super::meter::Meter;

/// Estimates are made up to about this many elementary operations.
const EFFORT: usize = 4_000_000;

/// How fast the number of states is assumed to grow with the number of open connections.
const GROWTH: f64 = 1.6;

/// The variables, in the order in which they are best decided; in their own order once a limit is
/// reached.
pub(super) fn order(csp: &Csp, variables: &[VarId], meter: &mut Meter<'_>) -> Vec<VarId> {
    let links = Links::new(csp, variables);
    let count = variables.len();
    let natural = (0..count).collect_vec();
    let effort = count * count * (1 + links.members.iter().map(Vec::len).max().unwrap_or(0));
    let starts = (EFFORT / effort.max(1)).clamp(1, count.max(1));
    let greedy = (0..starts).filter_map(|start| links.greedy(start * count / starts, meter));
    let best = std::iter::once(natural)
        .chain(greedy.filter(|order| order.len() == count))
        .min_by(|one, other| links.cost(one).total_cmp(&links.cost(other)));
    best.unwrap_or_default().into_iter().map(|at| variables[at]).collect()
}

/// Sets of variables that constrain each other. A set is open while some but not all of it is
/// decided.
struct Links {
    sizes: Vec<usize>,
    /// For each variable the sets it is in.
    members: Vec<Vec<usize>>,
}

impl Links {
    fn new(csp: &Csp, variables: &[VarId]) -> Links {
        let mut position = vec![None; csp.variables.len()];
        for (at, variable) in variables.iter().enumerate() {
            position[variable.index()] = Some(at);
        }
        let in_order = |scope: &[VarId]| -> Vec<usize> {
            scope.iter().filter_map(|variable| position[variable.index()]).collect()
        };
        let constraints = csp.constraints.iter().map(|posted| &posted.constraint);
        let mut sets = constraints
            .clone()
            .map(|constraint| in_order(&constraint.rule().scope()))
            .chain(results_of_common_atoms(csp).iter().map(|pair| in_order(pair)))
            .filter(|set| set.len() > 1)
            .collect_vec();
        // What spans nearly everything is open in every order.
        sets.retain(|set| set.len() == 2 || 3 * set.len() < 2 * variables.len() + 3);
        sets.sort_unstable();
        sets.dedup();
        let mut members = vec![Vec::new(); variables.len()];
        for (number, set) in sets.iter().enumerate() {
            set.iter().for_each(|&at| members[at].push(number));
        }
        Links { sizes: sets.iter().map(Vec::len).collect(), members }
    }

    /// Always what opens least is next; `None` when a limit is reached.
    fn greedy(&self, start: usize, meter: &mut Meter<'_>) -> Option<Vec<usize>> {
        let count = self.members.len();
        let mut decided = vec![0; self.sizes.len()];
        let mut left = (0..count).collect_vec();
        let mut order = Vec::with_capacity(count);
        let mut next = (start < count).then_some(start);
        while let Some(at) = next {
            left.retain(|&other| other != at);
            self.members[at].iter().for_each(|&set| decided[set] += 1);
            order.push(at);
            let growth = |at: usize| -> isize {
                self.members[at].iter().map(|&set| open(decided[set], self.sizes[set])).sum()
            };
            let links: usize = left.iter().map(|&at| 1 + self.members[at].len()).sum();
            if meter.work(links) {
                return None;
            }
            next = left.iter().copied().min_by_key(|&at| growth(at));
        }
        Some(order)
    }

    fn cost(&self, order: &[usize]) -> f64 {
        let mut decided = vec![0; self.sizes.len()];
        let (mut now, mut cost) = (0, 0.0);
        for &at in order {
            for &set in &self.members[at] {
                now += open(decided[set], self.sizes[set]);
                decided[set] += 1;
            }
            cost += GROWTH.powi(now as i32);
        }
        cost
    }
}

/// By how much one more decided variable changes what has to be remembered of a set.
fn open(decided: usize, size: usize) -> isize {
    let remembered = |decided: usize| decided.min(size - decided) as isize;
    remembered(decided + 1) - remembered(decided)
}

/// The pairs of results that an atom decides together.
fn results_of_common_atoms(csp: &Csp) -> Vec<[VarId; 2]> {
    let mut atoms = Vec::new();
    for posted in &csp.constraints {
        if let Constraint::Selection(selection) = &posted.constraint {
            atoms.extend(selection.choices.iter().map(|choice| (choice.atom, selection.result)));
        }
    }
    atoms.sort_unstable();
    let mut pairs = Vec::new();
    for chunk in atoms.chunk_by(|one, other| one.0 == other.0) {
        let results = chunk.iter().map(|&(_, result)| result);
        pairs.extend(results.array_combinations());
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
