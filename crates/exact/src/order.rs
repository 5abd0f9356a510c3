//! The order in which to decide the variables, so that few constraints are open at any time.
//!
//! Finding the best order is as hard as counting. An estimate of the number of states compares greedy orders
//! from several first variables with the order of the problem itself, which is often row by row. It also
//! compares orders in which a result comes as soon as its arguments determine it, and not before, because
//! deciding it then is no choice. Estimates do not see which states have no solution; so where a diagram gets large, the order
//! of the problem is tried for a while. Variables with only one value come first, while there is only one state.

use itertools::Itertools;

use cnfetti_core::csp::{Circuit, Constraint, Csp, VarId};

use super::definitions::Definitions;
use super::meter::Meter;

/// Roughly how many elementary operations to spend on estimates.
const EFFORT: usize = 4_000_000;

/// How fast the number of states is assumed to grow with the number of open connections.
const GROWTH: f64 = 1.6;

/// If the largest weight of a sum is so many times the least one, the sum is a number in digits.
const LARGE: u64 = 65_536;

/// The weight of one connection.
const CONNECTION: f64 = 1000.0;

/// The variables in the best order found; in their own order if a limit is reached.
pub(super) fn order(csp: &Csp, variables: &[VarId], meter: &mut Meter<'_>) -> Vec<VarId> {
    let (fixed, variables) = without_choice(csp, variables);
    let links = Links::new(csp, &variables);
    let definitions = Definitions::new(csp, &variables);
    let count = variables.len();
    let natural = (0..count).collect_vec();
    let effort = count * count * (1 + links.members.iter().map(Vec::len).max().unwrap_or(0));
    let starts = (EFFORT / effort.max(1)).clamp(1, count.max(1));
    let starts = (0..starts).map(|start| start * count / starts).collect_vec();
    let mut orders = vec![natural];
    orders.extend(starts.iter().filter_map(|&start| links.greedy(start, meter)));
    if !definitions.is_empty() {
        let greedy = |&start: &usize| links.greedy_by_definitions(start, &definitions, meter);
        orders.extend(starts.iter().filter_map(greedy));
    }
    orders.retain(|order| order.len() == count);
    let best =
        orders.into_iter().min_by(|one, other| links.cost(one).total_cmp(&links.cost(other)));
    let best = best.unwrap_or_default().into_iter().map(|at| variables[at]);
    fixed.into_iter().chain(best).collect()
}

/// The variables in the order of the problem.
pub(super) fn as_stated(_: &Csp, variables: &[VarId], _: &mut Meter<'_>) -> Vec<VarId> {
    variables.to_vec()
}

/// Separates the variables with only one value from the others. Results of pieces stay among the others,
/// because they say when to decide the pieces.
fn without_choice(csp: &Csp, variables: &[VarId]) -> (Vec<VarId>, Vec<VarId>) {
    let mut is_written = vec![false; csp.variables().len()];
    for posted in csp.constraints() {
        if let Constraint::Selection(selection) = &posted.constraint {
            is_written[selection.result.index()] = true;
        }
    }
    let has_choice =
        |variable: VarId| is_written[variable.index()] || csp.domain(variable).len() != 1;
    variables.iter().partition(|&&variable| !has_choice(variable))
}

/// Sets of variables that constrain each other. A set is open while some but not all of its variables are
/// decided.
struct Links {
    sets: Vec<Set>,
    /// The sets that contain each variable.
    members: Vec<Vec<usize>>,
}

/// The number of variables in a set, and whether the state remembers only how many of the decided ones are 1.
struct Set {
    size: usize,
    is_tally: bool,
}

impl Links {
    fn new(csp: &Csp, variables: &[VarId]) -> Links {
        let mut position = vec![None; csp.variables().len()];
        for (at, variable) in variables.iter().enumerate() {
            position[variable.index()] = Some(at);
        }
        let in_order = |scope: &[VarId]| -> Vec<usize> {
            scope.iter().filter_map(|variable| position[variable.index()]).collect()
        };
        let constraints = csp.constraints().iter().map(|posted| &posted.constraint);
        let mut sets = constraints
            .clone()
            .filter(|constraint| !is_number(constraint))
            .map(|constraint| (in_order(&constraint.rule().scope()), is_tally(csp, constraint)))
            .chain(results_of_common_atoms(csp).iter().map(|pair| (in_order(pair), false)))
            .chain(neighbours(csp).iter().map(|link| (in_order(link), false)))
            .filter(|(set, _)| set.len() > 1)
            .collect_vec();
        // A set with nearly all variables is open in every order.
        sets.retain(|(set, _)| set.len() == 2 || 3 * set.len() < 2 * variables.len() + 3);
        sets.sort_unstable();
        sets.dedup();
        let mut members = vec![Vec::new(); variables.len()];
        for (number, (set, _)) in sets.iter().enumerate() {
            set.iter().for_each(|&at| members[at].push(number));
        }
        let set =
            |(set, is_tally): &(Vec<usize>, bool)| Set { size: set.len(), is_tally: *is_tally };
        Links { sets: sets.iter().map(set).collect(), members }
    }

    /// Always takes the variable that opens least next; `None` if a limit is reached.
    fn greedy(&self, start: usize, meter: &mut Meter<'_>) -> Option<Vec<usize>> {
        let count = self.members.len();
        let mut decided = vec![0; self.sets.len()];
        let mut left = (0..count).collect_vec();
        let mut order = Vec::with_capacity(count);
        let mut next = (start < count).then_some(start);
        while let Some(at) = next {
            left.retain(|&other| other != at);
            self.members[at].iter().for_each(|&set| decided[set] += 1);
            order.push(at);
            let growth = |at: usize| -> isize {
                self.members[at].iter().map(|&set| open(decided[set], &self.sets[set])).sum()
            };
            let links: usize = left.iter().map(|&at| 1 + self.members[at].len()).sum();
            if meter.work(links) {
                return None;
            }
            next = left.iter().copied().min_by_key(|&at| growth(at));
        }
        Some(order)
    }

    /// The same, but takes a determined variable at once, and does not choose a defined one before that.
    fn greedy_by_definitions(
        &self,
        start: usize,
        definitions: &Definitions,
        meter: &mut Meter<'_>,
    ) -> Option<Vec<usize>> {
        let count = self.members.len();
        if start >= count || definitions.defines(start) {
            return None;
        }
        let mut decided = vec![0; self.sets.len()];
        let mut known = definitions.begin();
        let mut left = (0..count).collect_vec();
        let mut order = Vec::with_capacity(count);
        let mut next = Some(start);
        while let Some(at) = next {
            for at in definitions.decide(at, &mut known) {
                self.members[at].iter().for_each(|&set| decided[set] += 1);
                order.push(at);
            }
            left.retain(|&other| !known.has(other));
            let mut work = left.len();
            let mut growth = |at: usize| -> isize {
                let taken = definitions.decide(at, &mut known);
                let mut growth = 0;
                for set in taken.iter().flat_map(|&at| &self.members[at]) {
                    growth += open(decided[*set], &self.sets[*set]);
                    decided[*set] += 1;
                    work += 1;
                }
                taken.iter().flat_map(|&at| &self.members[at]).for_each(|&set| decided[set] -= 1);
                definitions.undo(&taken, &mut known);
                growth
            };
            let is_free = |at: &usize| !definitions.defines(*at);
            next = left.iter().copied().filter(is_free).min_by_key(|&at| growth(at));
            next = next.or_else(|| left.first().copied());
            if meter.work(work) {
                return None;
            }
        }
        Some(order)
    }

    fn cost(&self, order: &[usize]) -> f64 {
        let mut decided = vec![0; self.sets.len()];
        let (mut now, mut cost) = (0, 0.0);
        for &at in order {
            for &set in &self.members[at] {
                now += open(decided[set], &self.sets[set]);
                decided[set] += 1;
            }
            cost += GROWTH.powf(now as f64 / CONNECTION);
        }
        cost
    }
}

/// How much one more decided variable changes what the state remembers of a set.
fn open(decided: usize, set: &Set) -> isize {
    let remembered = |decided: usize| {
        let connections = decided.min(set.size - decided) as f64;
        let connections = if set.is_tally { (1.0 + connections).log2() } else { connections };
        (CONNECTION * connections) as isize
    };
    remembered(decided + 1) - remembered(decided)
}

/// Whether the constraint counts how many of its variables are 1; one further variable may be the result.
fn is_tally(csp: &Csp, constraint: &Constraint) -> bool {
    let is_sum = match constraint {
        Constraint::Linear(_) | Constraint::Count(_) => true,
        Constraint::Operation(operation) => operation.as_sum().is_some(),
        _ => false,
    };
    let is_larger = |id: &VarId| csp.domain(*id).iter().any(|value| !matches!(value, 0 | 1));
    is_sum && constraint.rule().scope().iter().filter(|id| is_larger(id)).count() < 2
}

/// Whether the constraint is about a number that is written in many digits.
fn is_number(constraint: &Constraint) -> bool {
    let Constraint::Linear(linear) = constraint else { return false };
    let weights = linear.terms.as_slice().iter().map(|term| term.weight.unsigned_abs());
    weights.minmax().into_option().is_some_and(|(least, most)| most / least.max(1) >= LARGE)
}

/// Neighbours in constraints over many variables.
fn neighbours(csp: &Csp) -> Vec<Vec<VarId>> {
    let mut neighbours = linked(csp);
    for posted in csp.constraints() {
        if let Constraint::Circuit(circuit) = &posted.constraint {
            neighbours.extend(following(csp, circuit));
        }
    }
    neighbours
}

/// Each variable of a circuit with each of its possible successors, unless these are most of the variables.
fn following(csp: &Csp, circuit: &Circuit) -> impl Iterator<Item = Vec<VarId>> {
    let few = |variable: &&VarId| 2 * csp.domain(**variable).len() <= circuit.scope.len();
    circuit.scope.iter().filter(few).flat_map(|&variable| {
        let next = csp.domain(variable).iter().filter_map(|&value| circuit.place(value));
        let next = next.map(|place| circuit.scope[place]).filter(move |&next| next != variable);
        next.map(move |next| vec![variable.min(next), variable.max(next)])
    })
}

/// For each link of a connectivity constraint, the variables of its ends and of the link itself.
fn linked(csp: &Csp) -> Vec<Vec<VarId>> {
    let constraints = csp.constraints().iter().filter_map(|posted| match &posted.constraint {
        Constraint::Connected(connected) => Some((&connected.places, &connected.links)),
        Constraint::Parts(parts) => Some((&parts.places, &parts.links)),
        _ => None,
    });
    let links = constraints.flat_map(|(places, links)| {
        links.iter().map(|link| {
            let ends = link.ends.map(|end| places[end]);
            let atoms = ends.into_iter().chain([link.atom]).flatten();
            atoms.map(|atom| atom.variable).unique().collect()
        })
    });
    links.collect()
}

/// The pairs of results that one atom decides together.
fn results_of_common_atoms(csp: &Csp) -> Vec<[VarId; 2]> {
    let mut atoms = Vec::new();
    for posted in csp.constraints() {
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
