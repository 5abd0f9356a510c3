//! Supports in a selection, without a solver: which choice can hold, when all others are avoided.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use cnfetti_core::csp::{Choice, Selection, Value, VarId};
use cnfetti_sat::search::candidates::Candidates;

/// An assignment to these variables, which are the selection's, that satisfies it with the value that is wanted
/// of one of them; `None` when there is none.
pub(super) fn support(
    selection: &Selection,
    variables: &[VarId],
    known: &Candidates,
    wanted: Option<(VarId, Value)>,
) -> Option<Rc<[Value]>> {
    let left = |variable: VarId| match &wanted {
        Some((wanted, value)) if *wanted == variable => std::slice::from_ref(value),
        _ => known.of(variable),
    };
    let mut chosen: HashMap<VarId, HashSet<Value>> = HashMap::new();
    for Choice { atom, .. } in &selection.choices {
        chosen.entry(atom.variable).or_default().insert(atom.value);
    }
    // What each variable is where none of its choices holds.
    let elsewhere = |variable: VarId| {
        let taken = chosen.get(&variable);
        left(variable)
            .iter()
            .copied()
            .find(|value| !taken.is_some_and(|taken| taken.contains(value)))
    };
    let pieces = variables.iter().copied().filter(|variable| *variable != selection.result);
    let mut assignment: HashMap<VarId, Option<Value>> =
        pieces.map(|variable| (variable, elsewhere(variable))).collect();
    let mut stuck = assignment.iter().filter(|(_, value)| value.is_none());
    let (stuck, is_too_many) =
        (stuck.next().map(|(&variable, _)| variable), stuck.next().is_some());
    let holds = |choice: &&Choice| {
        left(choice.atom.variable).contains(&choice.atom.value)
            && left(selection.result).contains(&choice.value)
            && stuck.is_none_or(|stuck| stuck == choice.atom.variable)
    };
    let choice = selection.choices.iter().find(holds).filter(|_| !is_too_many)?;
    assignment.insert(choice.atom.variable, Some(choice.atom.value));
    assignment.insert(selection.result, Some(choice.value));
    variables.iter().map(|variable| assignment[variable]).collect()
}

#[cfg(test)]
mod tests {
    use super::support;
    use cnfetti_core::csp::{Atom, Choice, Csp, Rule, Selection, Value};
    use cnfetti_core::random::Random;
    use cnfetti_sat::search::candidates::Candidates;
    use itertools::Itertools;

    /// Random selections of which something random is known: a support is found exactly where one of all
    /// assignments is one.
    #[test]
    fn supports_are_those_of_brute_force() {
        let mut random = Random::new(3);
        let (mut found, mut none) = (0, 0);
        for _ in 0..2_000 {
            let mut csp = Csp::new();
            let pieces = (0..1 + random.below(3)).map(|at| csp.variable(format!("p{at}"), 0..3));
            let pieces = pieces.collect_vec();
            let result = csp.variable("result", 0..3);
            let atoms = pieces
                .iter()
                .flat_map(|&variable| (0..3).map(move |value| Atom { variable, value }));
            let choices = atoms.filter(|_| random.one_in(2)).collect_vec().into_iter();
            let choices = choices.map(|atom| (atom, random.below(3) as Value)).collect_vec();
            let choices = choices.into_iter().map(|(atom, value)| Choice { atom, value });
            let selection = Selection { choices: choices.collect(), result };
            let variables = csp.ids().collect_vec();
            let known = csp.ids().map(|_| (0..3).filter(|_| !random.one_in(3)).collect_vec());
            let known = Candidates::new(known.collect_vec());
            let wanted =
                (!random.one_in(4)).then(|| (*random.pick(&variables), random.below(3) as Value));
            let left = |&id: &_| match wanted {
                Some((variable, value)) if variable == id => vec![value],
                _ => known.of(id).to_vec(),
            };
            let all = variables.iter().map(left).multi_cartesian_product();
            let fits = |solution: &Vec<Value>| selection.holds(solution);
            let expected = all.filter(fits).collect_vec();
            match support(&selection, &variables, &known, wanted) {
                Some(values) => {
                    assert!(
                        expected.contains(&values.to_vec()),
                        "{selection:?} {wanted:?} {values:?}"
                    );
                    found += 1;
                }
                None => {
                    // Variables of no choice are not the selection's, and can be anything.
                    let mentioned = selection.scope();
                    let is_open = |id| mentioned.contains(id) || !left(id).is_empty();
                    if variables.iter().all(is_open) {
                        assert!(expected.is_empty(), "{selection:?} {wanted:?}");
                    }
                    none += 1;
                }
            }
        }
        assert!(found > 200 && none > 200, "{found} {none}");
    }
}
