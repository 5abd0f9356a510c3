//! What a selection leaves of the candidates, found without a solver from the choices that can still hold.

use std::collections::HashMap;

use cnfetti_core::csp::{Choice, Selection, Value, VarId};
use cnfetti_sat::search::candidates::Candidates;

/// What is left of the candidates of its variables; `None` when they contradict the selection.
pub(super) fn narrowed(selection: &Selection, known: &Candidates) -> Option<Candidates> {
    let is_known = |variable: VarId, value: Value| known.of(variable).binary_search(&value).is_ok();
    let is_left = |choice: &&Choice| is_known(choice.atom.variable, choice.atom.value);
    // How many candidates of each variable are choices: one whose candidates all are has to be chosen.
    let mut chosen: HashMap<VarId, usize> = HashMap::new();
    for choice in selection.choices.iter().filter(is_left) {
        *chosen.entry(choice.atom.variable).or_default() += 1;
    }
    let mut stuck = chosen.iter().filter(|(variable, n)| known.of(**variable).len() == **n);
    let (stuck, is_too_many) =
        (stuck.next().map(|(&variable, _)| variable), stuck.next().is_some());
    let can_hold = |choice: &&Choice| {
        is_left(choice)
            && is_known(selection.result, choice.value)
            && stuck.is_none_or(|stuck| stuck == choice.atom.variable)
    };
    let possible: Vec<&Choice> = selection.choices.iter().filter(can_hold).collect();
    if possible.is_empty() || is_too_many || known.of(selection.result).is_empty() {
        return None;
    }
    let mut narrowed = known.clone();
    for &value in known.of(selection.result) {
        if !possible.iter().any(|choice| choice.value == value) {
            narrowed.remove(selection.result, value);
        }
    }
    for choice in selection.choices.iter().filter(is_left).filter(|choice| !can_hold(choice)) {
        narrowed.remove(choice.atom.variable, choice.atom.value);
    }
    // What alone can be chosen is.
    let first = possible[0].atom.variable;
    if possible.iter().all(|choice| choice.atom.variable == first) {
        for &value in known.of(first) {
            if !possible.iter().any(|choice| choice.atom.value == value) {
                narrowed.remove(first, value);
            }
        }
    }
    Some(narrowed)
}

#[cfg(test)]
mod tests {
    use super::narrowed;
    use cnfetti_core::csp::{Atom, Choice, Csp, Rule, Selection, Value};
    use cnfetti_core::random::Random;
    use cnfetti_sat::search::candidates::Candidates;
    use itertools::Itertools;

    /// Random selections of which something random is known: what is left is what some assignment has.
    #[test]
    fn what_is_left_is_what_brute_force_leaves() {
        let mut random = Random::new(3);
        let (mut fewer, mut none) = (0, 0);
        for _ in 0..3_000 {
            let mut csp = Csp::new();
            let pieces = (0..1 + random.below(3)).map(|at| csp.variable(format!("p{at}"), 0..3));
            let pieces = pieces.collect_vec();
            let result = csp.variable("result", 0..3);
            let atoms = pieces.iter().cartesian_product(0..3);
            let atoms = atoms.map(|(&variable, value)| Atom { variable, value });
            let choices = atoms.filter(|_| random.one_in(2)).collect_vec().into_iter();
            let choices = choices.map(|atom| Choice { atom, value: random.below(3) as Value });
            let selection = Selection { choices: choices.collect(), result };
            let some = |random: &mut Random| {
                let kept = random.below(3) as Value;
                (0..3).filter(|&value| value == kept || !random.one_in(2)).collect_vec()
            };
            let known = Candidates::new(csp.ids().map(|_| some(&mut random)).collect_vec());
            let lists = csp.ids().map(|id| known.of(id).to_vec());
            let all = lists.multi_cartesian_product();
            let solutions = all.filter(|solution| selection.holds(solution)).collect_vec();
            let Some(left) = narrowed(&selection, &known) else {
                assert!(solutions.is_empty(), "{selection:?} {known:?}");
                none += 1;
                continue;
            };
            for id in csp.ids() {
                let expected = solutions.iter().map(|solution| solution[id.index()]);
                let expected = expected.sorted().dedup().collect_vec();
                assert_eq!(left.of(id), expected, "{selection:?} {known:?}");
            }
            fewer += usize::from(left != known);
        }
        assert!(fewer > 300 && none > 300, "{fewer} {none}");
    }
}
