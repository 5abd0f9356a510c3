//! What maps solutions to solutions, and which variables are of interest.

use std::borrow::Cow;

use itertools::Itertools;

use super::{Constraint, Csp, Value, VarId};

/// Values that may be exchanged for each other throughout any solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interchangeable {
    /// The variables that take these values, in the order in which precedence reads them.
    pub scope: Vec<VarId>,
    /// Each once, and none in another set. May be a single value, or values that no variable has.
    pub values: Vec<Value>,
}

/// A symmetry, which maps solutions to solutions. The puzzle declares it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// The name of the interchangeable values, in the plural: `dice`. Empty if the kind of puzzle
    /// has none.
    pub values_called: Cow<'static, str>,
    /// The name of the permutations, in the plural: `rotations`. Empty if the kind of puzzle has
    /// none; then nothing is reported between all solutions and the classes.
    pub permutations_called: Cow<'static, str>,
    /// Sets of values, disjoint from each other.
    pub interchangeable: Vec<Interchangeable>,
    /// A group of permutations of the variables without its identity
    /// ([`Csp::declare_symmetry`](super::Csp::declare_symmetry) looks at that), each of which maps solutions to
    /// solutions. Under a permutation `p` a solution `s` becomes the solution that has at each variable `v`
    /// the value `s[p[v.index()].index()]`.
    pub permutations: Vec<Vec<VarId>>,
}

impl Symmetry {
    /// Whether only the identity is declared.
    pub fn is_trivial(&self) -> bool {
        self.interchangeable.is_empty() && self.permutations.is_empty()
    }

    /// Whether some values can be exchanged for others.
    pub fn has_renamings(&self) -> bool {
        self.interchangeable.iter().any(|group| group.values.len() > 1)
    }
}

/// Some of the variables, when the assignments to them alone are of interest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The name of its assignments, as in the JSON output: `grids`.
    pub name: Cow<'static, str>,
    /// The variables.
    pub scope: Vec<VarId>,
}

impl Interchangeable {
    /// Whether it is plain that the values can be exchanged: no constraint tells them apart, and each
    /// variable can have all of them, or none and is not declared to.
    pub fn is_plain<'a>(
        &self,
        csp: &Csp,
        constraints: impl IntoIterator<Item = &'a Constraint>,
    ) -> bool {
        let can =
            |domain: &[Value]| self.values.iter().filter(|value| domain.contains(value)).count();
        let all_or_none = csp.ids().all(|id| match can(csp.domain(id)) {
            0 => true,
            count => count == self.values.len() && self.scope.contains(&id),
        });
        all_or_none
            && constraints.into_iter().all(|constraint| {
                constraint.rule().scope().iter().all(|&variable| can(csp.domain(variable)) == 0)
                    || constraint.rule().treats_alike(&self.values)
            })
    }
}

/// The solution moved by the permutation.
pub fn permute(permutation: &[VarId], solution: &[Value], moved: &mut [Value]) {
    for (target, source) in moved.iter_mut().zip(permutation) {
        *target = solution[source.index()];
    }
}

/// A count moves this many of the solutions that it meets, to see that the symmetry is one.
pub const MOVED: usize = 1_000;

impl Csp {
    /// Whether a permutation that is declared, or an exchange of two interchangeable values, moves
    /// this solution to what is no solution: then that is no symmetry.
    pub fn is_moved_out(&self, solution: &[Value]) -> bool {
        let mut moved = solution.to_vec();
        let out_by_permutation = self.symmetry.permutations.iter().any(|permutation| {
            permute(permutation, solution, &mut moved);
            !self.is_solution(&moved)
        });
        out_by_permutation
            || self.symmetry.interchangeable.iter().any(|set| {
                set.values.iter().tuple_windows().any(|(&one, &other)| {
                    moved.copy_from_slice(solution);
                    for id in &set.scope {
                        let value = &mut moved[id.index()];
                        *value = if *value == one {
                            other
                        } else if *value == other {
                            one
                        } else {
                            *value
                        };
                    }
                    !self.is_solution(&moved)
                })
            })
    }
}
