//! Which variables the earlier ones determine, in a list of variables that are decided one by one.

use itertools::Itertools;

use cnfetti_core::csp::{Csp, VarId, determined};

/// Which variables determine which, by their positions in a list of variables.
pub(super) struct Definitions {
    sets: Vec<Set>,
    /// The sets that contain each variable.
    members: Vec<Vec<usize>>,
    /// Whether each variable follows from other variables of the list.
    is_defined: Vec<bool>,
}

/// Variables some of which are determined by all the others.
struct Set {
    members: Vec<usize>,
    results: Vec<usize>,
}

/// What is decided or determined so far.
pub(super) struct Known {
    is_decided: Vec<bool>,
    /// How many variables of each set are still open.
    left: Vec<usize>,
}

impl Known {
    /// Whether the variable is decided or determined.
    pub(super) fn has(&self, at: usize) -> bool {
        self.is_decided[at]
    }
}

impl Definitions {
    /// The definitions among these variables; all others count as decided.
    pub(super) fn new(csp: &Csp, variables: &[VarId]) -> Definitions {
        let mut position = vec![None; csp.variables().len()];
        for (at, variable) in variables.iter().enumerate() {
            position[variable.index()] = Some(at);
        }
        let positions =
            |ids: &[VarId]| ids.iter().filter_map(|id| position[id.index()]).collect_vec();
        let mut sets = Vec::new();
        for posted in csp.constraints() {
            let results = positions(&determined(csp, &posted.constraint));
            if !results.is_empty() {
                let members = positions(&posted.constraint.rule().scope());
                sets.push(Set { members, results });
            }
        }
        sets.retain(|set| set.members.len() > 1);
        let mut members = vec![Vec::new(); variables.len()];
        let mut is_defined = vec![!csp.deciding().is_empty(); variables.len()];
        csp.deciding()
            .iter()
            .filter_map(|id| position[id.index()])
            .for_each(|at| is_defined[at] = false);
        for (number, set) in sets.iter().enumerate() {
            set.members.iter().for_each(|&at| members[at].push(number));
            if let [result] = set.results[..] {
                is_defined[result] = true;
            }
        }
        Definitions { sets, members, is_defined }
    }

    /// Whether no variable is defined.
    pub(super) fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Whether the variable follows from others: from the deciding ones, or as the result of an operation.
    pub(super) fn defines(&self, at: usize) -> bool {
        self.is_defined[at]
    }

    /// The beginning, with no variable decided.
    pub(super) fn begin(&self) -> Known {
        Known {
            is_decided: vec![false; self.members.len()],
            left: self.sets.iter().map(|set| set.members.len()).collect(),
        }
    }

    /// Decides the variable. Returns it and everything that it then determines, in order.
    pub(super) fn decide(&self, at: usize, known: &mut Known) -> Vec<usize> {
        let mut taken = Vec::new();
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut known.is_decided[at], true) {
                continue;
            }
            taken.push(at);
            for &number in &self.members[at] {
                known.left[number] -= 1;
            }
            for &number in &self.members[at] {
                if known.left[number] == 1 {
                    let set = &self.sets[number];
                    let last = set.members.iter().copied().find(|&at| !known.is_decided[at]);
                    waiting.extend(last.filter(|last| set.results.contains(last)));
                }
            }
        }
        taken
    }

    /// Undoes the last decision.
    pub(super) fn undo(&self, taken: &[usize], known: &mut Known) {
        for &at in taken {
            known.is_decided[at] = false;
            self.members[at].iter().for_each(|&number| known.left[number] += 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::csp::{Linear, Operand, Operation, Operator, Ranges, Table, Terms};

    /// Random equations and operations, all considered repeatedly.
    #[test]
    fn what_is_determined_is_what_the_constraints_say() {
        let mut state = 1_u64;
        let mut below = |end: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % end
        };
        let mut followed = 0;
        for _ in 0..300 {
            let mut csp = Csp::new();
            let ids = (0..8).map(|_| csp.variable("v", 0..3)).collect_vec();
            let mut known_by = Vec::new();
            for _ in 0..4 {
                let scope = (0..3).map(|_| ids[below(8) as usize]).unique().collect_vec();
                let Some((&result, inputs)) = scope.split_last() else { continue };
                if inputs.len() == 2 && below(3) == 0 {
                    // The rows of a function, some with a second value of the result.
                    let mut rows = Vec::new();
                    for (a, b) in (0..3).cartesian_product(0..3) {
                        rows.push(vec![Some(a), Some(b), Some((a * b) % 3)]);
                    }
                    let is_function = below(2) == 0;
                    if !is_function {
                        rows.push(vec![Some(1), Some(1), Some(0)]);
                    }
                    csp.post(Table { scope: scope.clone(), rows, is_positive: true }.into(), "");
                    known_by.extend(is_function.then(|| (scope.clone(), result)));
                } else if below(2) == 0 {
                    let terms = Terms::new(scope.iter().map(|&id| (id, 1)));
                    csp.post(Linear { terms, within: Ranges::exactly(2) }.into(), "");
                    scope.iter().for_each(|&one| known_by.push((scope.clone(), one)));
                } else if !inputs.is_empty() {
                    let arguments = inputs.iter().map(|&id| Operand::Variable(id)).collect();
                    let operation = Operation { operator: Operator::Max, arguments, result };
                    csp.post(operation.into(), "");
                    known_by.push((scope.clone(), result));
                }
            }
            known_by.retain(|(scope, _)| scope.len() > 1);
            let definitions = Definitions::new(&csp, &ids);
            let mut known = definitions.begin();
            let mut expected = vec![false; ids.len()];
            for at in 0..ids.len() {
                let before = known.is_decided.clone();
                let taken = definitions.decide(at, &mut known);
                definitions.undo(&taken, &mut known);
                assert_eq!(known.is_decided, before);
                definitions.decide(at, &mut known);
                followed += taken.len().saturating_sub(1);
                expected[at] = true;
                for _ in 0..ids.len() {
                    for (scope, result) in &known_by {
                        let is_known = |id: &&VarId| *id != result && !expected[id.index()];
                        if !scope.iter().any(|id| is_known(&id)) {
                            expected[result.index()] = true;
                        }
                    }
                }
                assert_eq!(known.is_decided, expected);
            }
        }
        assert!(followed > 100, "{followed}");
    }
}
