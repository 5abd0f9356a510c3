//! Solutions up to symmetry.
//!
//! Renaming interchangeable values is broken by value precedence: of the solutions that differ
//! by renaming only, exactly one has the values in the order of their first occurrence. How
//! many solutions it stands for follows by arithmetic, also when some values are unused.
//! Permutations of variables are then divided out by canonical forms.

use num_bigint::BigUint;

use cnfetti_core::csp::{Csp, Symmetry, Value, ValuePrecedence, permute};

/// The same CSP with one solution of each set that differs only by renaming interchangeable
/// values.
pub fn break_renaming(csp: &Csp) -> Csp {
    let mut broken = csp.clone();
    for group in &csp.symmetry().interchangeable {
        let precedence =
            ValuePrecedence { scope: group.scope.clone(), values: group.values.clone() };
        let reason = format!("the {} are numbered as they appear", csp.symmetry().values_called);
        broken.post(precedence.into(), reason);
    }
    broken
}

/// How many solutions differ from this one only by renaming interchangeable values, itself
/// included: for each group of m values of which u are used, m·(m−1)⋯(m−u+1).
pub fn renamings(symmetry: &Symmetry, solution: &[Value]) -> BigUint {
    let mut number = BigUint::from(1_u32);
    for group in &symmetry.interchangeable {
        let used = group
            .values
            .iter()
            .filter(|&value| {
                group.scope.iter().any(|variable| solution[variable.index()] == *value)
            })
            .count();
        for factor in group.values.len() - used + 1..=group.values.len() {
            number *= factor;
        }
    }
    number
}

/// Whether the interchangeable values appear in the order of precedence: of the solutions that
/// differ by renaming, one.
pub fn is_first(symmetry: &Symmetry, solution: &[Value]) -> bool {
    let mut renamed = solution.to_vec();
    rename(symmetry, &mut renamed);
    renamed == solution
}

/// Whether the solution, in which values appear in the order of precedence, is the smallest of
/// those it can be moved to by the permutations and renamed to precedence again: each class has
/// exactly one such solution.
pub fn is_canonical(symmetry: &Symmetry, solution: &[Value]) -> bool {
    let mut moved = vec![0; solution.len()];
    symmetry.permutations.iter().all(|permutation| {
        permute(permutation, solution, &mut moved);
        rename(symmetry, &mut moved);
        solution <= moved.as_slice()
    })
}

/// Renames the interchangeable values so that they appear in the order of precedence.
pub fn rename(symmetry: &Symmetry, solution: &mut [Value]) {
    for group in &symmetry.interchangeable {
        let mut order: Vec<Value> = Vec::with_capacity(group.values.len());
        for variable in &group.scope {
            let value = solution[variable.index()];
            if group.values.contains(&value) && !order.contains(&value) {
                order.push(value);
            }
        }
        for variable in &group.scope {
            let value = &mut solution[variable.index()];
            if let Some(position) = order.iter().position(|other| other == value) {
                *value = group.values[position];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::csp::{Interchangeable, VarId};

    fn dice(variables: usize, values: Value) -> Csp {
        let mut csp = Csp::new();
        let scope: Vec<VarId> =
            (0..variables).map(|index| csp.variable(format!("x{index}"), 1..=values)).collect();
        let values = (1..=values).collect();
        let interchangeable = vec![Interchangeable { scope, values }];
        csp.declare_symmetry(Symmetry { interchangeable, ..Symmetry::default() }).unwrap();
        csp
    }

    #[test]
    fn unused_values_are_not_counted_as_renamings() {
        let csp = dice(3, 4);
        assert_eq!(renamings(csp.symmetry(), &[1, 1, 1]), BigUint::from(4_u32));
        assert_eq!(renamings(csp.symmetry(), &[1, 2, 1]), BigUint::from(12_u32));
        assert_eq!(renamings(csp.symmetry(), &[1, 2, 3]), BigUint::from(24_u32));
    }

    #[test]
    fn renaming_follows_the_first_occurrences() {
        let csp = dice(4, 4);
        let mut solution = [3, 1, 3, 4];
        rename(csp.symmetry(), &mut solution);
        assert_eq!(solution, [1, 2, 1, 3]);
    }

    #[test]
    fn one_of_each_class_is_canonical() {
        let mut csp = dice(3, 2);
        let permutations = vec![[2, 1, 0].map(VarId::at).to_vec()];
        let symmetry = Symmetry { permutations, ..csp.symmetry().clone() };
        csp.declare_symmetry(symmetry).unwrap();
        let canonical: Vec<[Value; 3]> = [[1, 1, 1], [1, 1, 2], [1, 2, 1], [1, 2, 2]]
            .into_iter()
            .filter(|solution| is_canonical(csp.symmetry(), solution))
            .collect();
        assert_eq!(canonical, [[1, 1, 1], [1, 1, 2], [1, 2, 1]]);
    }
}
