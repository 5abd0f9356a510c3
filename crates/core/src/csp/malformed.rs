//! What can be posted and declared.
//!
//! The engines rely on these properties, which the types do not state: a variable twice in a scope
//! or two bounds on one value would mean one thing to the clauses and another to the exact counter.

use std::collections::HashSet;

use itertools::Itertools;

use super::repeated::repeated;
use super::{Constraint, Csp, Interchangeable, Objective, Projection, Symmetry, Value, VarId};

/// Why a constraint or a declaration was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// It mentions a variable that the problem does not have.
    #[error("there is no variable number {}", .0.0)]
    NoSuchVariable(VarId),
    /// A variable occurs twice in the scope.
    #[error("the variable `{0}` occurs twice in the scope")]
    VariableTwice(String),
    /// A cardinality has two bounds on one value, or a precedence or a count lists it twice.
    #[error("the value {0} is listed twice")]
    ValueTwice(Value),
    /// A selection has two choices with the same atom.
    #[error("the atom `{0}` is listed twice")]
    AtomTwice(String),
    /// An operator does not take this many arguments.
    #[error("the operator `{operator}` does not take {number} arguments")]
    Arity {
        /// The operator's name.
        operator: &'static str,
        /// How many arguments there are.
        number: usize,
    },
    /// An automaton has two transitions from one state with the same value.
    #[error("two transitions leave the state {state} with the value {value}")]
    NotDeterministic {
        /// The state.
        state: u32,
        /// The value.
        value: Value,
    },
    /// A link leads to a place that does not exist.
    #[error("a link leads to place {place}, but there are {number} places, from 0 on")]
    NoSuchPlace {
        /// The place.
        place: usize,
        /// How many places there are.
        number: usize,
    },
    /// A size is negative.
    #[error("the size {0} is negative")]
    Negative(i64),
    /// A sum can be too large.
    #[error("the sum `{0}` can be larger than 2^62")]
    TooLarge(String),
    /// Two lists that belong together, such as a row of a table and the scope, differ in length.
    #[error("{what}: {found} instead of {expected}")]
    Length {
        /// What has the wrong length.
        what: &'static str,
        /// Its length.
        found: usize,
        /// What it should be.
        expected: usize,
    },
    /// A variable has some of the values of a set of interchangeable values, but not all.
    #[error("the variable `{0}` has some of the interchangeable values, but not all")]
    SetIsSplit(String),
    /// A permutation moves a variable to one with another domain.
    #[error("permutation {permutation} moves `{variable}` to a variable with other values")]
    ChangesDomain {
        /// The permutation.
        permutation: usize,
        /// The variable's name.
        variable: String,
    },
    /// A permutation moves a variable of a set of interchangeable values out of the set's scope,
    /// so it does not commute with renaming.
    #[error("permutation {permutation} moves `{variable}` out of a set's scope")]
    LeavesScope {
        /// The permutation.
        permutation: usize,
        /// The variable's name.
        variable: String,
    },
    /// A value is in two sets of interchangeable values.
    #[error("the value {0} is in two sets of interchangeable values")]
    SetsOverlap(Value),
    /// Symmetries are declared, but not all variables are counted.
    #[error("a problem that is counted over some of its variables cannot have symmetries")]
    CountedAndSymmetry,
    /// Symmetries are declared, but there is an objective.
    #[error("a problem with an objective cannot have symmetries")]
    ObjectiveAndSymmetry,
    /// What was declared as a permutation of the variables is not one.
    #[error("permutation {0} does not map the variables one-to-one")]
    NoPermutation(usize),
    /// What was declared as a symmetry is not one.
    #[error("the declared symmetry maps a solution to a non-solution")]
    NoSymmetry,
    /// The composition of two permutations is not declared.
    #[error("the composition of permutations {0} and {1} is not declared")]
    NoGroup(usize, usize),
}

impl Constraint {
    /// Checks that the constraint can be posted.
    pub(super) fn verify(&self, csp: &Csp) -> Result<(), Malformed> {
        verify_scope(csp, &self.rule().scope())?;
        match self {
            Constraint::Automaton(one) => one.verify(),
            Constraint::BinPacking(one) => one.verify(),
            Constraint::Cardinality(one) => one.verify(),
            Constraint::Channel(one) => one.verify(csp),
            Constraint::Connected(one) => one.verify(),
            Constraint::Count(one) => each_once(&one.values),
            Constraint::Element(one) => one.verify(),
            Constraint::Lex(one) => one.verify(),
            Constraint::Linear(one) => one.terms.verify(csp),
            Constraint::NoOverlap(one) => one.verify(),
            Constraint::Operation(one) => one.verify(),
            Constraint::Parts(one) => one.verify(),
            Constraint::Selection(one) => one.verify(csp),
            Constraint::Table(one) => one.verify(),
            Constraint::ValuePrecedence(one) => each_once(&one.values),
            // Their types and the scope say everything.
            Constraint::AllDifferent(_)
            | Constraint::AllEqual(_)
            | Constraint::ArgExtremum(_)
            | Constraint::Circuit(_)
            | Constraint::Cumulative(_)
            | Constraint::DistinctCount(_)
            | Constraint::Extremum(_)
            | Constraint::Fixed(_)
            | Constraint::Increasing(_) => Ok(()),
        }
    }
}

/// No value is listed twice.
pub(super) fn each_once(values: &[Value]) -> Result<(), Malformed> {
    match repeated(values.iter().copied()) {
        Some(value) => Err(Malformed::ValueTwice(value)),
        None => Ok(()),
    }
}

pub(super) fn same_length(
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), Malformed> {
    if found == expected { Ok(()) } else { Err(Malformed::Length { what, found, expected }) }
}

fn verify_scope(csp: &Csp, scope: &[VarId]) -> Result<(), Malformed> {
    if let Some(&variable) = scope.iter().find(|variable| variable.index() >= csp.variables.len()) {
        return Err(Malformed::NoSuchVariable(variable));
    }
    match repeated(scope.iter().copied()) {
        Some(variable) => Err(Malformed::VariableTwice(csp.name(variable).to_owned())),
        None => Ok(()),
    }
}

impl Csp {
    /// Checks that all variables exist and none occurs twice.
    pub fn verify_scope(&self, scope: &[VarId]) -> Result<(), Malformed> {
        verify_scope(self, scope)
    }

    /// Checks again that every constraint can be posted and everything else declared. Only a bug
    /// in this library can make it fail; the engines call it all the same.
    pub fn verify(&self) -> Result<(), Malformed> {
        self.constraints.iter().try_for_each(|posted| posted.constraint.verify(self))?;
        self.projections.iter().try_for_each(|some| some.verify(self))?;
        verify_scope(self, &self.deciding)?;
        verify_scope(self, self.counted.as_deref().unwrap_or_default())?;
        self.objective.iter().try_for_each(|objective| objective.verify(self))?;
        self.symmetry.verify(self)
    }
}

impl Projection {
    pub(super) fn verify(&self, csp: &Csp) -> Result<(), Malformed> {
        verify_scope(csp, &self.scope)
    }
}

impl Objective {
    /// Equivalent solutions would have to be equally good.
    pub(super) fn verify(&self, csp: &Csp) -> Result<(), Malformed> {
        verify_scope(csp, &self.terms.scope())?;
        self.terms.verify(csp)?;
        if csp.symmetry.is_trivial() { Ok(()) } else { Err(Malformed::ObjectiveAndSymmetry) }
    }
}

impl Symmetry {
    pub(super) fn verify(&self, csp: &Csp) -> Result<(), Malformed> {
        if csp.objective.is_some() && !self.is_trivial() {
            return Err(Malformed::ObjectiveAndSymmetry);
        }
        if csp.counted.is_some() && !self.is_trivial() {
            return Err(Malformed::CountedAndSymmetry);
        }
        self.verify_sets(csp)?;
        self.verify_permutations(csp)
    }

    fn verify_sets(&self, csp: &Csp) -> Result<(), Malformed> {
        let mut seen = HashSet::new();
        for set in &self.interchangeable {
            verify_scope(csp, &set.scope)?;
            if let Some(&value) = set.values.iter().duplicates().next() {
                return Err(Malformed::ValueTwice(value));
            }
            if let Some(&value) = set.values.iter().find(|&&value| !seen.insert(value)) {
                return Err(Malformed::SetsOverlap(value));
            }
            let has = |id: VarId, value: &Value| csp.domain(id).binary_search(value).is_ok();
            let is_split =
                |&&id: &&VarId| !set.values.iter().map(|value| has(id, value)).all_equal();
            if let Some(&id) = set.scope.iter().find(is_split) {
                return Err(Malformed::SetIsSplit(csp.name(id).to_owned()));
            }
        }
        Ok(())
    }

    /// Together with the identity, the permutations must form a group: counting classes averages
    /// over it.
    fn verify_permutations(&self, csp: &Csp) -> Result<(), Malformed> {
        let permutations = &self.permutations;
        let identity: Vec<VarId> = csp.ids().collect();
        let known: HashSet<&Vec<VarId>> = permutations.iter().chain([&identity]).collect();
        for (number, permutation) in permutations.iter().enumerate() {
            let is_permutation = permutation.len() == identity.len()
                && permutation.iter().all(|variable| variable.index() < identity.len())
                && permutation.iter().all_unique();
            if !is_permutation || *permutation == identity {
                return Err(Malformed::NoPermutation(number));
            }
            let mut moves = identity.iter().zip(permutation);
            if let Some((&id, _)) = moves.find(|&(&id, &to)| csp.domain(id) != csp.domain(to)) {
                let variable = csp.name(id).to_owned();
                return Err(Malformed::ChangesDomain { permutation: number, variable });
            }
            let leaves = |set: &Interchangeable| {
                let scope: HashSet<VarId> = set.scope.iter().copied().collect();
                set.scope.iter().copied().find(|id| !scope.contains(&permutation[id.index()]))
            };
            if let Some(id) = self.interchangeable.iter().find_map(leaves) {
                let variable = csp.name(id).to_owned();
                return Err(Malformed::LeavesScope { permutation: number, variable });
            }
        }
        if known.len() != permutations.len() + 1 {
            return Err(Malformed::NoGroup(0, 0));
        }
        for (first, one) in permutations.iter().enumerate() {
            for (second, other) in permutations.iter().enumerate() {
                let both = one.iter().map(|variable| other[variable.index()]).collect_vec();
                if !known.contains(&both) {
                    return Err(Malformed::NoGroup(first, second));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csp::{
        AllDifferent, Atom, Cardinality, Choice, Occurrence, Selection, Sense, Terms,
        ValuePrecedence,
    };
    use cnfetti_encodings::Relation;

    fn three() -> (Csp, [VarId; 3]) {
        let mut csp = Csp::new();
        let variables = ["x", "y", "z"].map(|name| csp.variable(name, 0..3));
        (csp, variables)
    }

    #[test]
    fn what_engines_would_read_in_two_ways_is_refused() {
        let (mut csp, [x, y, _]) = three();
        let bound = |count| Occurrence { value: 1, relation: Relation::AtMost, count };
        let choice = |value| Choice { atom: Atom { variable: x, value: 0 }, value };
        let refused: [(Constraint, &str); 6] = [
            (
                AllDifferent { scope: vec![x, y, x], except: Vec::new() }.into(),
                "the variable `x` occurs twice in the scope",
            ),
            (
                AllDifferent { scope: vec![VarId(7)], except: Vec::new() }.into(),
                "there is no variable number 7",
            ),
            (
                Cardinality { scope: vec![x], occurrences: vec![bound(1), bound(0)] }.into(),
                "the value 1 is listed twice",
            ),
            (
                ValuePrecedence { scope: vec![x], values: vec![1, 2, 1] }.into(),
                "the value 1 is listed twice",
            ),
            (
                Selection { choices: vec![choice(1), choice(2)], result: y }.into(),
                "the atom `x=0` is listed twice",
            ),
            (
                Selection { choices: vec![choice(1)], result: x }.into(),
                "the variable `x` occurs twice in the scope",
            ),
        ];
        for (constraint, message) in refused {
            let error = csp.try_post(constraint, "").unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        assert!(csp.constraints.is_empty());
    }

    #[test]
    fn a_symmetry_has_disjoint_sets_and_a_group() {
        let (mut csp, [x, y, z]) = three();
        let narrow = csp.variable("narrow", 0..2);
        let set = |values: &[Value]| Interchangeable { scope: vec![x, y], values: values.to_vec() };
        let mut of_sets = |interchangeable| {
            csp.declare_symmetry(Symmetry { interchangeable, ..Symmetry::default() })
        };
        assert_eq!(of_sets(vec![set(&[0, 1]), set(&[1, 2])]), Err(Malformed::SetsOverlap(1)));
        assert_eq!(of_sets(vec![set(&[0, 0])]), Err(Malformed::ValueTwice(0)));
        assert_eq!(of_sets(vec![set(&[0, 3])]), Err(Malformed::SetIsSplit("x".to_owned())));
        assert_eq!(of_sets(vec![set(&[0, 2])]), Ok(()));
        let mut of_permutations =
            |permutations| csp.declare_symmetry(Symmetry { permutations, ..Symmetry::default() });
        let cycle = vec![y, z, x, narrow];
        assert_eq!(of_permutations(vec![cycle.clone()]), Err(Malformed::NoGroup(0, 0)));
        assert_eq!(of_permutations(vec![cycle, vec![z, x, y, narrow]]), Ok(()));
        for none in [vec![x, y, y, narrow], vec![y, x, z], vec![x, y, z, narrow]] {
            assert_eq!(of_permutations(vec![none]), Err(Malformed::NoPermutation(0)));
        }
        let variable = "x".to_owned();
        let wrong = Err(Malformed::ChangesDomain { permutation: 0, variable });
        assert_eq!(of_permutations(vec![vec![narrow, y, z, x]]), wrong);
        let symmetry = Symmetry {
            interchangeable: vec![set(&[0, 1])],
            permutations: vec![vec![x, z, y, narrow]],
            ..Symmetry::default()
        };
        let variable = "y".to_owned();
        let wrong = Err(Malformed::LeavesScope { permutation: 0, variable });
        assert_eq!(csp.declare_symmetry(symmetry), wrong);
        // The refused declaration changed nothing.
        assert_eq!(csp.symmetry().permutations.len(), 2);
        let objective = Objective { terms: Terms::default(), sense: Sense::Minimize };
        assert_eq!(csp.optimize(objective), Err(Malformed::ObjectiveAndSymmetry));
        assert_eq!(csp.objective(), None);
    }
}
