//! The candidates that a selection leaves. The choices that can still hold show them, without a solver.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cnfetti_core::csp::{Choice, Csp, Selection, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

/// The candidates that are left to its variables; `None` if they contradict the selection.
pub(super) fn narrowed(selection: &Selection, known: &Candidates) -> Option<Candidates> {
    let is_known = |variable: VarId, value: Value| known.of(variable).binary_search(&value).is_ok();
    let is_left = |choice: &&Choice| is_known(choice.atom.variable, choice.atom.value);
    // How many candidates of each variable are choices. A variable with no other candidates has to be chosen.
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
    // If only one choice is left, it is chosen.
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

/// If more variables get a value at once, there is no search for the fewest facts.
const MOST_DECIDED: usize = 4;

/// Facts that imply the conclusions, or without conclusions, facts that contradict the selection. They are about as few
/// variables as possible, and as weak as possible. `None` if the conclusions do not follow, or are too many.
pub(crate) fn fewest(
    csp: &Csp,
    selection: &Selection,
    known: &Candidates,
    conclusions: &[Fact],
) -> Option<Vec<Fact>> {
    let reasons = Reasons { csp, selection, known };
    let variables = selection.choices.iter().map(|choice| choice.atom.variable).unique();
    let stuck = variables.filter_map(|variable| Some((variable, reasons.why_stuck(variable)?)));
    let mut stuck = stuck.collect_vec();
    stuck.sort_by_key(|(variable, _)| *variable);
    let mut found: Vec<Gone> = Vec::new();
    // Two variables that both have to be chosen, or one that is chosen rules out the others, or none.
    for [(one, why), (other, also)] in stuck.iter().array_combinations() {
        let both = [(*one, why.clone()), (*other, also.clone())];
        found.push(both.into_iter().filter(|(_, gone)| !gone.is_empty()).collect());
    }
    let ways = stuck.iter().map(|(variable, why)| Some((*variable, why)));
    let decided = conclusions.iter().filter(|fact| matches!(fact.said, Said::Is(_)));
    let decided = decided.map(|fact| fact.variable).collect_vec();
    if decided.len() > MOST_DECIDED {
        return None;
    }
    let own = decided.into_iter().powerset();
    for ((chosen, by_result), own) in
        ways.chain([None]).cartesian_product(ByResult::ALL).cartesian_product(own)
    {
        found.extend(reasons.of_all(chosen, by_result, &own, conclusions));
    }
    let size = |gone: &Gone| (gone.len(), gone.values().map(BTreeSet::len).sum::<usize>());
    let least = found.into_iter().min_by_key(size)?;
    let fact = |(variable, gone): (VarId, BTreeSet<Value>)| {
        let said = match known.decided(variable) {
            Some(value) => Said::Is(value),
            None => Said::IsNone(gone.into_iter().collect()),
        };
        Fact { variable, said }
    };
    Some(least.into_iter().map(fact).collect())
}

/// Whether what is known about the result rules a choice out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByResult {
    Never,
    /// Where nothing else rules it out.
    Last,
    First,
}

impl ByResult {
    const ALL: [ByResult; 3] = [ByResult::Never, ByResult::Last, ByResult::First];
}

/// For some variables values that are known to be ruled out.
type Gone = BTreeMap<VarId, BTreeSet<Value>>;

/// Where reasons come from.
struct Reasons<'a> {
    csp: &'a Csp,
    selection: &'a Selection,
    known: &'a Candidates,
}

impl Reasons<'_> {
    fn is_open(&self, variable: VarId, value: Value) -> bool {
        self.known.of(variable).binary_search(&value).is_ok()
    }

    /// The values of a variable that must be ruled out for it to be chosen; `None` if it need not be chosen.
    fn why_stuck(&self, variable: VarId) -> Option<BTreeSet<Value>> {
        let choices = self.selection.choices.iter().map(|choice| choice.atom);
        let choices = choices.filter(|atom| atom.variable == variable).map(|atom| atom.value);
        let choices: BTreeSet<Value> = choices.collect();
        let others = self.csp.domain(variable).iter().copied();
        let others: BTreeSet<Value> = others.filter(|value| !choices.contains(value)).collect();
        others.iter().all(|&value| !self.is_open(variable, value)).then_some(others)
    }

    /// Why all conclusions hold, given that a variable is chosen, with or without what is known about the result, and with
    /// earlier knowledge of these variables.
    fn of_all(
        &self,
        chosen: Option<(VarId, &BTreeSet<Value>)>,
        by_result: ByResult,
        own: &[VarId],
        conclusions: &[Fact],
    ) -> Option<Gone> {
        let Selection { choices, result } = self.selection;
        let mut gone = Gone::new();
        let mut is_used = false;
        if conclusions.is_empty() {
            choices.iter().try_for_each(|choice| {
                self.of_choice(choice, chosen, by_result, &mut is_used, &mut gone)
            })?;
        }
        for Fact { variable, said } in conclusions {
            let values = match said {
                Said::IsNone(values) => values.clone(),
                Said::Is(value) => {
                    let domain = self.csp.domain(*variable).iter().copied();
                    domain.filter(|other| other != value).collect()
                }
            };
            for value in values {
                if own.contains(variable) && !self.is_open(*variable, value) {
                    gone.entry(*variable).or_default().insert(value);
                    continue;
                }
                let choice = choices
                    .iter()
                    .find(|choice| choice.atom.variable == *variable && choice.atom.value == value);
                if variable == result {
                    for choice in choices.iter().filter(|choice| choice.value == value) {
                        self.of_choice(choice, chosen, ByResult::Never, &mut is_used, &mut gone)?;
                    }
                } else if let Some(choice) = choice {
                    self.of_choice(choice, chosen, by_result, &mut is_used, &mut gone)?;
                } else {
                    let others = choices.iter().filter(|choice| choice.atom.variable != *variable);
                    for choice in others {
                        self.of_choice(choice, chosen, by_result, &mut is_used, &mut gone)?;
                    }
                }
            }
        }
        if let Some((variable, why)) = chosen.filter(|(_, why)| is_used && !why.is_empty()) {
            gone.entry(variable).or_default().extend(why);
        }
        Some(gone)
    }

    /// Why a choice is impossible: another one is made, or the result or the variable has another value.
    fn of_choice(
        &self,
        choice: &Choice,
        chosen: Option<(VarId, &BTreeSet<Value>)>,
        by_result: ByResult,
        is_used: &mut bool,
        gone: &mut Gone,
    ) -> Option<()> {
        let Choice { atom, value } = *choice;
        let is_possible = |variable, value| self.csp.domain(variable).binary_search(&value).is_ok();
        let result = self.selection.result;
        if !is_possible(result, value) || !is_possible(atom.variable, atom.value) {
            return Some(());
        }
        let of_result = by_result != ByResult::Never && !self.is_open(result, value);
        let of_piece = !self.is_open(atom.variable, atom.value);
        if chosen.is_some_and(|(variable, _)| variable != atom.variable) {
            *is_used = true;
        } else if of_result && (by_result == ByResult::First || !of_piece) {
            gone.entry(result).or_default().insert(value);
        } else if of_piece {
            gone.entry(atom.variable).or_default().insert(atom.value);
        } else {
            return None;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::{fewest, narrowed};
    use cnfetti_core::csp::{Atom, Choice, Csp, Rule, Selection, Value, VarId};
    use cnfetti_core::random::Random;
    use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
    use itertools::Itertools;

    /// A selection over some of the values of some variables, and its result.
    fn draw(random: &mut Random) -> (Csp, Selection) {
        let mut csp = Csp::new();
        let pieces = (0..1 + random.below(3)).map(|at| csp.variable(format!("p{at}"), 0..3));
        let pieces = pieces.collect_vec();
        let result = csp.variable("result", 0..3);
        let atoms = pieces.iter().cartesian_product(0..3);
        let atoms = atoms.map(|(&variable, value)| Atom { variable, value });
        let choices = atoms.filter(|_| random.one_in(2)).collect_vec().into_iter();
        let choices = choices.map(|atom| Choice { atom, value: random.below(3) as Value });
        let selection = Selection { choices: choices.collect(), result };
        (csp, selection)
    }

    /// Some of the values of each variable.
    fn draw_known(csp: &Csp, random: &mut Random) -> Candidates {
        let mut some = || {
            let kept = random.below(3) as Value;
            (0..3).filter(|&value| value == kept || !random.one_in(2)).collect_vec()
        };
        Candidates::new(csp.ids().map(|_| some()).collect_vec())
    }

    /// Random selections of which something random is known: what is left is what some assignment has.
    #[test]
    fn what_is_left_is_what_brute_force_leaves() {
        let mut random = Random::new(3);
        let (mut fewer, mut none) = (0, 0);
        for _ in 0..3_000 {
            let (csp, selection) = draw(&mut random);
            let known = draw_known(&csp, &mut random);
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

    /// What some variables can be when only these are known, by trying all: whether something must hold then.
    fn follows(
        csp: &Csp,
        selection: &Selection,
        left: impl Fn(VarId) -> Vec<Value>,
        conclusions: &[Fact],
    ) -> bool {
        let holds = |fact: &Fact, values: &[Value]| {
            let value = values[fact.variable.index()];
            match &fact.said {
                Said::Is(only) => value == *only,
                Said::IsNone(gone) => !gone.contains(&value),
            }
        };
        csp.ids().map(left).multi_cartesian_product().all(|values| {
            !selection.holds(&values)
                || !conclusions.is_empty() && conclusions.iter().all(|fact| holds(fact, &values))
        })
    }

    /// The facts are enough, all of them are known, and no fewer variables are enough, by trying all sets of them.
    #[test]
    fn no_fewer_facts_are_enough() {
        let mut random = Random::new(9);
        let (mut contradictions, mut of_result, mut of_pieces, mut values) = (0, 0, 0, 0);
        for _ in 0..6_000 {
            let (csp, selection) = draw(&mut random);
            let known = draw_known(&csp, &mut random);
            let conclusions = match narrowed(&selection, &known) {
                None => Vec::new(),
                Some(left) => left.since(&known),
            };
            if narrowed(&selection, &known).is_some() && conclusions.is_empty() {
                continue;
            }
            let some = conclusions.iter().filter(|_| random.one_in(2)).cloned().collect_vec();
            let conclusions = if some.is_empty() { conclusions } else { some };
            let facts = fewest(&csp, &selection, &known, &conclusions).unwrap();
            let of_facts = |variable: VarId| {
                let mut left = Candidates::all(&csp);
                facts.iter().for_each(|fact| left.learn(fact));
                left.of(variable).to_vec()
            };
            let case = format!("{selection:?} {known:?} {conclusions:?} {facts:?}");
            assert!(follows(&csp, &selection, of_facts, &conclusions), "{case}");
            assert!(facts.iter().all(|fact| known.knows(fact)), "{case}");
            let ids = csp.ids().collect_vec();
            let enough = |chosen: &Vec<VarId>| {
                let left = |variable: VarId| match chosen.contains(&variable) {
                    true => known.of(variable).to_vec(),
                    false => csp.domain(variable).to_vec(),
                };
                follows(&csp, &selection, left, &conclusions)
            };
            let least = ids.into_iter().powerset().find(enough).unwrap();
            assert_eq!(facts.len(), least.len(), "{case}");
            let is_of_result = |fact: &Fact| fact.variable == selection.result;
            contradictions += usize::from(conclusions.is_empty());
            of_result += usize::from(conclusions.iter().any(is_of_result));
            of_pieces += usize::from(!conclusions.iter().all(is_of_result));
            values += usize::from(facts.len() > 1);
        }
        let cases = [contradictions, of_result, of_pieces, values];
        assert!(cases.iter().all(|&number| number > 300), "{cases:?}");
    }
}
