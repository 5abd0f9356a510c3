//! Symmetries, which map solutions to solutions, and projections.

use std::borrow::Cow;

use itertools::Itertools;

use super::{Constraint, Csp, Value, VarId};

/// Values that can be exchanged for each other throughout any solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interchangeable {
    /// The variables that can take these values, in the order in which precedence reads them.
    pub scope: Vec<VarId>,
    /// No value occurs twice or in another set. A single value is allowed, and so are values that no
    /// variable has.
    pub values: Vec<Value>,
}

/// The declared symmetry, which maps solutions to solutions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// The name of the interchangeable values, in the plural: `dice`. Empty if the kind of puzzle
    /// has none.
    pub values_called: Cow<'static, str>,
    /// The name of the permutations, in the plural: `rotations`. Empty if the kind of puzzle has none; then
    /// no count between all solutions and the classes is reported.
    pub permutations_called: Cow<'static, str>,
    /// Sets of values, disjoint from each other.
    pub interchangeable: Vec<Interchangeable>,
    /// A group of permutations of the variables, without the identity. Each maps solutions to solutions.
    /// [`Csp::declare_symmetry`](super::Csp::declare_symmetry) checks that they form a group. A permutation
    /// `p` maps a solution `s` to the solution in which each variable `v` has the value
    /// `s[p[v.index()].index()]`.
    pub permutations: Vec<Vec<VarId>>,
}

impl Symmetry {
    /// Whether there is no symmetry but the identity.
    pub fn is_trivial(&self) -> bool {
        self.interchangeable.is_empty() && self.permutations.is_empty()
    }

    /// Whether some values are interchangeable.
    pub fn has_renamings(&self) -> bool {
        self.interchangeable.iter().any(|group| group.values.len() > 1)
    }
}

/// A projection: some of the variables, whose different assignments are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Projection {
    /// The name of its assignments, as in the JSON output: `grids`.
    pub name: Cow<'static, str>,
    /// The variables.
    pub scope: Vec<VarId>,
}

impl Interchangeable {
    /// Whether it is obvious that the values are interchangeable: every constraint treats them alike, and
    /// each variable either has all of them and is in the scope, or has none.
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
                        && number(constraint).is_none_or(|variable| can(csp.domain(variable)) == 0)
            })
    }
}

/// The variable that has the number of different values: exchanging values must not change it.
fn number(constraint: &Constraint) -> Option<VarId> {
    match constraint {
        Constraint::DistinctCount(count) => count.condition.variable(),
        _ => None,
    }
}

/// Writes the image of the solution under the permutation to `moved`.
pub fn permute(permutation: &[VarId], solution: &[Value], moved: &mut [Value]) {
    for (target, source) in moved.iter_mut().zip(permutation) {
        *target = solution[source.index()];
    }
}

/// A count checks the symmetry on this many solutions.
pub const MOVED: usize = 1_000;

/// The most values among which interchangeable ones are looked for, and the most comparisons of a constraint.
const MOST_VALUES: usize = 64;
const MOST_QUESTIONS: usize = 1_000_000;

/// Sets of at least two of the values, each of which can be exchanged with the first value of its set.
pub(super) fn exchangeable(
    values: Vec<Value>,
    mut can_be: impl FnMut(Value, Value) -> bool,
) -> Vec<Vec<Value>> {
    let mut sets: Vec<Vec<Value>> = Vec::new();
    for value in values {
        match sets.iter().position(|set| can_be(set[0], value)) {
            Some(at) => sets[at].push(value),
            None => sets.push(vec![value]),
        }
    }
    sets.retain(|set| set.len() > 1);
    sets
}

impl Csp {
    /// The same problem with sets of values that are obviously interchangeable declared as such, if it declares no
    /// symmetry and there are some: all variables have all of them, and each constraint treats them alike. So it is for
    /// Latin squares and colours of graphs. Says that two variables differ by [`AllDifferent`](super::AllDifferent).
    pub fn with_interchangeable_values(&self) -> Option<Csp> {
        let mut common = self.variables().first()?.domain().to_vec();
        if !self.symmetry.is_trivial() || common.len() > MOST_VALUES {
            return None;
        }
        common.retain(|value| {
            self.variables().iter().all(|variable| variable.domain().binary_search(value).is_ok())
        });
        let questions = common.len() * common.len() * self.constraints().len();
        if common.len() < 2 || questions > MOST_QUESTIONS {
            return None;
        }
        if self.objective().is_some() || !self.projections().is_empty() || self.is_projected() {
            return None;
        }
        let mut csp = self.clone().restated(|posted| posted.constraint.as_equality());
        let set = |values| Interchangeable { scope: csp.ids().collect(), values };
        let is_plain = |set: &Interchangeable| {
            set.is_plain(&csp, csp.constraints().iter().map(|posted| &posted.constraint))
        };
        let sets = exchangeable(common, |one, other| is_plain(&set(vec![one, other])));
        let sets: Vec<Interchangeable> = sets.into_iter().map(set).filter(is_plain).collect();
        if sets.is_empty() {
            return None;
        }
        csp.declare_symmetry(Symmetry { interchangeable: sets, ..Symmetry::default() }).ok()?;
        Some(csp)
    }

    /// Whether a declared permutation, or an exchange of two interchangeable values, maps this solution to a
    /// non-solution. Then the symmetry is wrong.
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
