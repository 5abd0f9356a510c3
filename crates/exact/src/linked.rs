//! Variables that are decided together, because each determines the others.

use cnfetti_core::csp::{Constraint, Csp, Value, VarId};

/// Variables of which each determines all the others, with their possible values: each row has a value for
/// each of them.
pub(super) struct Linked {
    pub(super) variables: Vec<VarId>,
    pub(super) rows: Vec<Vec<Value>>,
}

/// Divides the variables of the order into sets: alone, or with those that equations link to them. A set
/// begins with its first variable in the order. The variables in `is_apart` stay alone.
pub(super) fn linked(csp: &Csp, order: &[VarId], is_apart: &[bool]) -> Vec<Linked> {
    let equations = equations(csp);
    let mut of_variable = vec![Vec::new(); csp.variables().len()];
    for (number, equation) in equations.iter().enumerate() {
        equation.0.iter().for_each(|term| of_variable[term.0.index()].push(number));
    }
    let mut waits = vec![false; csp.variables().len()];
    order.iter().for_each(|variable| waits[variable.index()] = true);
    let mut sets = Vec::new();
    for &first in order {
        if !std::mem::replace(&mut waits[first.index()], false) {
            continue;
        }
        let mut set = Linked {
            variables: vec![first],
            rows: csp.domain(first).iter().map(|&value| vec![value]).collect(),
        };
        let mut at = 0;
        while at < set.variables.len() {
            for &number in &of_variable[set.variables[at].index()] {
                let ([one, other], sum) = equations[number];
                let (one, other) =
                    if one.0 == set.variables[at] { (one, other) } else { (other, one) };
                let is_apart = is_apart[first.index()] || is_apart[other.0.index()];
                if !is_apart && std::mem::replace(&mut waits[other.0.index()], false) {
                    set.link(at, one.1, other, sum, csp);
                }
            }
            at += 1;
        }
        sets.push(set);
    }
    sets
}

impl Linked {
    /// Adds a variable: `weight` times the value at this place plus its own term gives `sum`.
    fn link(&mut self, at: usize, weight: i64, other: (VarId, i64), sum: i64, csp: &Csp) {
        let domain = csp.domain(other.0);
        self.variables.push(other.0);
        self.rows.retain_mut(|row| {
            let left = i128::from(sum) - i128::from(weight) * i128::from(row[at]);
            let value = (left % i128::from(other.1) == 0).then(|| left / i128::from(other.1));
            let value = value.and_then(|value| Value::try_from(value).ok());
            let value = value.filter(|value| domain.binary_search(value).is_ok());
            row.extend(value);
            value.is_some()
        });
    }
}

/// Two variables with their weights, and the sum.
type Equation = ([(VarId, i64); 2], i64);

fn equations(csp: &Csp) -> Vec<Equation> {
    let of = |constraint: &Constraint| {
        let (terms, sum) = match constraint {
            Constraint::Linear(linear) => (linear.terms.clone(), linear.within.single()?),
            Constraint::Operation(operation) => {
                let (terms, constant) = operation.as_sum()?;
                (terms, constant.checked_neg()?)
            }
            _ => return None,
        };
        let [one, other] = *terms.as_slice() else { return None };
        Some(([(one.variable, one.weight), (other.variable, other.weight)], sum))
    };
    csp.constraints().iter().filter_map(|posted| of(&posted.constraint)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::csp::{Linear, Ranges, Terms};

    /// Chains of equations with all weights and sums, some over domains with gaps.
    #[test]
    fn rows_are_what_the_equations_allow() {
        let domains = [vec![0, 1, 2, 3], vec![-2, 0, 1, 5], vec![1, 2, 4]];
        let weights = [-3, -2, -1, 1, 2];
        let mut found = 0;
        for (a, b) in weights.iter().flat_map(|&a| weights.map(|b| (a, b))) {
            for sum in -6..7 {
                let mut csp = Csp::new();
                let ids = domains.clone().map(|domain| csp.variable("v", domain));
                let mut equation = |one, other| {
                    let terms = Terms::new([(one, a), (other, b)]);
                    csp.post(Linear { terms, within: Ranges::exactly(sum) }.into(), "");
                };
                equation(ids[0], ids[1]);
                equation(ids[2], ids[0]);
                let order = [ids[1], ids[0], ids[2]];
                let sets = linked(&csp, &order, &[false; 3]);
                assert_eq!((sets.len(), &sets[0].variables), (1, &order.to_vec()));
                let mut all = Vec::new();
                for &y in &domains[1] {
                    for (&x, &z) in
                        domains[0].iter().flat_map(|x| domains[2].iter().map(move |z| (x, z)))
                    {
                        let sums = [
                            a * i64::from(x) + b * i64::from(y),
                            a * i64::from(z) + b * i64::from(x),
                        ];
                        if sums == [sum; 2] {
                            all.push(vec![y, x, z]);
                        }
                    }
                }
                assert_eq!(sets[0].rows, all, "{a} {b} {sum}");
                found += all.len();
                let apart = linked(&csp, &order, &[true, false, false]);
                assert_eq!(
                    apart.iter().map(|set| set.variables.len()).collect::<Vec<_>>(),
                    [1, 1, 1]
                );
            }
        }
        assert!(found > 50, "{found}");
    }
}
