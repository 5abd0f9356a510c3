//! An order of groups in which few decided ones have open neighbours.

use std::collections::HashMap;

use super::formula::{Formula, variable};
use super::graph::Group;

/// Which groups are neighbours: those in the same clause, and those in the same constraint. Hidden variables
/// that clauses connect stand for a constraint.
pub(super) struct Neighbours {
    /// The sets that each group belongs to.
    sets_of: Vec<Vec<usize>>,
    sets: Vec<Vec<usize>>,
}

impl Neighbours {
    pub(super) fn of(formula: &Formula, groups: &[Group]) -> Neighbours {
        let mut groups_of = vec![Vec::new(); formula.num_vars];
        for (place, group) in groups.iter().enumerate() {
            for &lit in &group.lits {
                if groups_of[variable(lit)].last() != Some(&place) {
                    groups_of[variable(lit)].push(place);
                }
            }
        }
        let hidden = components(formula);
        let mut sets: HashMap<(usize, u32), Vec<usize>> = HashMap::new();
        for number in 0..formula.num_clauses() as u32 {
            let clause = formula.clause(number);
            let of_hidden = clause.iter().find(|&&lit| !formula.shows(lit));
            let key = match of_hidden {
                Some(&lit) => (hidden[variable(lit)], u32::MAX),
                None => (usize::MAX, number),
            };
            let members = clause.iter().flat_map(|&lit| &groups_of[variable(lit)]).copied();
            sets.entry(key).or_default().extend(members);
        }
        let mut sets: Vec<Vec<usize>> = sets.into_values().collect();
        for set in &mut sets {
            set.sort_unstable();
            set.dedup();
        }
        sets.retain(|set| set.len() > 1);
        sets.sort_unstable();
        sets.dedup();
        let mut sets_of = vec![Vec::new(); groups.len()];
        for (place, set) in sets.iter().enumerate() {
            set.iter().for_each(|&group| sets_of[group].push(place));
        }
        Neighbours { sets_of, sets }
    }

    /// Begins with this group, and always goes on with the group that leaves the least open. A set counts by
    /// the groups it still has or has had, whichever is less.
    pub(super) fn order_from(&self, start: usize) -> Vec<usize> {
        let mut decided = vec![0; self.sets.len()];
        let mut left: Vec<usize> = (0..self.sets_of.len()).collect();
        let mut order = Vec::with_capacity(left.len());
        let mut next = start;
        loop {
            left.retain(|&group| group != next);
            order.push(next);
            self.sets_of[next].iter().for_each(|&set| decided[set] += 1);
            let cost = |group: usize| -> i64 {
                let sets = self.sets_of[group].iter();
                sets.map(|&set| {
                    let (size, had) = (self.sets[set].len(), decided[set]);
                    let open = |had: usize| had.min(size - had) as i64;
                    open(had + 1) - open(had)
                })
                .sum()
            };
            match left.iter().copied().min_by_key(|&group| (cost(group), group)) {
                Some(group) => next = group,
                None => return order,
            }
        }
    }
}

/// For each hidden variable, the smallest one that clauses connect with it.
fn components(formula: &Formula) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..formula.num_vars).collect();
    fn root(parent: &mut [usize], mut place: usize) -> usize {
        while parent[place] != place {
            parent[place] = parent[parent[place]];
            place = parent[place];
        }
        place
    }
    for number in 0..formula.num_clauses() as u32 {
        let mut hidden = formula.clause(number).iter().filter(|&&lit| !formula.shows(lit));
        let Some(&first) = hidden.next() else { continue };
        for &lit in hidden {
            let (one, other) =
                (root(&mut parent, variable(first)), root(&mut parent, variable(lit)));
            parent[one.max(other)] = one.min(other);
        }
    }
    (0..formula.num_vars).map(|place| root(&mut parent, place)).collect()
}
