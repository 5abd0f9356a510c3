//! The ways in which a step can be found, the easiest first, each with a name and a difficulty.

mod all_needed;
mod counted_view;
mod full_view;
mod last_one;
mod pair;
mod premises;
mod single_view;
mod used_up;

use cnfetti_core::csp::{Cardinality, Comparison, Condition, Constraint, Csp, VarId};
use cnfetti_sat::search::candidates::Fact;

use all_needed::ALL_NEEDED;
use counted_view::COUNTED_VIEW;
use full_view::FULL_VIEW;
use last_one::LAST_ONE;
use pair::PAIR;
use premises::Premises;
use single_view::SINGLE_VIEW;
use used_up::USED_UP;

/// A way to find a step.
#[derive(Debug, PartialEq, Eq)]
pub struct Technique {
    /// Its name, as in JSON.
    pub name: &'static str,
    /// How hard it is to see for a person: what the table of [`TECHNIQUES`] is sorted by.
    pub difficulty: usize,
    /// What it is, in one line.
    pub summary: &'static str,
}

impl Technique {
    /// What a step that rests on this many rules and facts adds to the score of an explanation. The
    /// square root, since what is seen at a glance is not as much harder as there is more of it: with
    /// it 36 of 41 days of published puzzles have their order, with the product 25.
    pub(super) fn score(&self, rules_and_facts: usize) -> usize {
        (self.difficulty * rules_and_facts).isqrt()
    }

    /// How late the search takes a step with so many facts. Who looks for the places of a value does not count
    /// what rules the others out.
    pub(super) fn effort(&self, facts: usize) -> usize {
        let is_single = [&ONLY_CELL, &ONLY_VALUE, &POINTING].contains(&self);
        self.difficulty + if is_single { 0 } else { facts }
    }
}

/// A technique for one rule, which tells whether a step is of it.
struct OneRule {
    technique: Technique,
    /// Whether all that the step concludes follows from the constraint and the facts in this way.
    applies: fn(&Constraint, &Premises<'_>) -> bool,
}

/// Those that say more than that of the rule, the first that applies first.
const ONE_RULE_TECHNIQUES: &[&OneRule] =
    &[&USED_UP, &ALL_NEEDED, &LAST_ONE, &SINGLE_VIEW, &FULL_VIEW, &COUNTED_VIEW, &PAIR];

/// What has one place left lies there.
pub(super) const ONLY_PLACE: Technique = Technique {
    name: "only place",
    difficulty: 2,
    summary: "a domino fits in only one place, or all its places share a cell",
};

/// What alone fits is there, and what fits nothing is not.
pub(super) const NOTHING_ELSE_FITS: Technique =
    Technique { name: "nothing else fits", difficulty: 2, summary: "nothing else fits in a place" };

/// Something has to be somewhere, and one place is left for it.
pub(super) const ONLY_NEIGHBOUR: Technique = Technique {
    name: "only neighbour",
    difficulty: 1,
    summary: "a place has to be joined with a neighbour, and one is left",
};

/// A value has one place left in a row that has each value.
pub(super) const ONLY_CELL: Technique = Technique {
    name: "only cell",
    difficulty: 1,
    summary: "of places that have each value once, one is left for a value (a hidden single)",
};

/// A place has one value left.
pub(super) const ONLY_VALUE: Technique = Technique {
    name: "only value",
    difficulty: 2,
    summary: "a place differs from others that have all values but one (a naked single)",
};

/// The places that a row has left for a value are in another row as well.
pub(super) const POINTING: Technique = Technique {
    name: "pointing",
    difficulty: 3,
    summary: "the places left for a value in one row are all in another row, which has it nowhere else",
};

/// A value with too few places left for an area of equal places.
pub(super) const ENOUGH_LEFT: Technique = Technique {
    name: "enough left",
    difficulty: 2,
    summary: "a value has fewer places left than an area of equal places needs",
};

/// What cannot lie inside an area of equal places.
pub(super) const UNEQUAL_PIECES: Technique = Technique {
    name: "unequal pieces",
    difficulty: 2,
    summary: "a piece with different values does not lie inside an area of equal places",
};

/// Different numbers with a given sum.
pub(super) const COMBINATIONS: Technique = Technique {
    name: "combinations",
    difficulty: 2,
    summary: "few combinations of different numbers have a given sum",
};

/// Something has several places left, all of them on one place, where nothing else fits.
pub(super) const ONLY_PIECE: Technique = Technique {
    name: "only piece",
    difficulty: 2,
    summary: "only one domino still fits on a place, in several ways, so it is nowhere else",
};

/// Areas with sums that cover rows but for one place.
pub(super) const INNIES: Technique = Technique {
    name: "innies and outies",
    difficulty: 3,
    summary: "areas with sums cover rows but for one place, or one place more: the rule of 45",
};

/// Places that are joined in pairs, with one line to others.
pub(super) const PARITY: Technique = Technique {
    name: "parity",
    difficulty: 3,
    summary: "places joined in pairs have one line to others: an odd number needs it, an even one does not",
};

const TOTAL: Technique =
    Technique { name: "total", difficulty: 1, summary: "a sum leaves a place only these values" };

const EQUAL: Technique = Technique {
    name: "equal",
    difficulty: 1,
    summary: "cells that must be equal have only these values in common",
};

const DIFFERENT: Technique = Technique {
    name: "different",
    difficulty: 1,
    summary: "cells that must differ leave no other value",
};

const GIVEN_OCCURRENCES: Technique = Technique {
    name: "occurrences",
    difficulty: 1,
    summary: "a value has occurred often enough, or must take every place where it still can be",
};

const VIEW: Technique = Technique {
    name: "view",
    difficulty: 1,
    summary: "the number of different values in view leaves a place only these values",
};

const CONNECTION: Technique = Technique {
    name: "connection",
    difficulty: 2,
    summary: "without a place, or with it, something that has to be connected would fall apart",
};

const ONE_RULE: Technique = Technique {
    name: "one rule",
    difficulty: 2,
    summary: "one rule leaves a place only these values",
};

/// Something is assumed, and contradicts the rules.
pub(super) const CONTRADICTION: Technique = Technique {
    name: "contradiction",
    difficulty: 4,
    summary: "a value leads to a contradiction, by applying one rule after another",
};

/// What remains when no other technique applies.
pub(super) const SMALLEST_REASON: Technique = Technique {
    name: "smallest reason",
    difficulty: 5,
    summary: "several rules together leave a place only these values: the fewest that were found",
};

/// A value has occurred as often as it may.
pub(super) const fn used_up() -> &'static Technique {
    &USED_UP.technique
}

/// Those that a person uses on several places at once.
pub(super) const LIKEWISE: &[&Technique] = &[&TOTAL, &EQUAL, &ONLY_NEIGHBOUR, &ENOUGH_LEFT];

/// Those by which one thing follows from another at a glance.
pub(super) const AT_A_GLANCE: &[&Technique] = &[
    &TOTAL,
    &EQUAL,
    &DIFFERENT,
    &GIVEN_OCCURRENCES,
    &ONLY_NEIGHBOUR,
    &USED_UP.technique,
    &ALL_NEEDED.technique,
    &LAST_ONE.technique,
    &ONLY_VALUE,
    &NOTHING_ELSE_FITS,
    &ONLY_PLACE,
];

/// All of them, the easiest first.
pub const TECHNIQUES: &[&Technique] = &[
    &TOTAL,
    &EQUAL,
    &DIFFERENT,
    &GIVEN_OCCURRENCES,
    &VIEW,
    &USED_UP.technique,
    &ALL_NEEDED.technique,
    &LAST_ONE.technique,
    &SINGLE_VIEW.technique,
    &FULL_VIEW.technique,
    &COUNTED_VIEW.technique,
    &ONLY_NEIGHBOUR,
    &ONLY_CELL,
    &ONLY_PLACE,
    &ONLY_VALUE,
    &NOTHING_ELSE_FITS,
    &ENOUGH_LEFT,
    &UNEQUAL_PIECES,
    &ONLY_PIECE,
    &COMBINATIONS,
    &PAIR.technique,
    &CONNECTION,
    &ONE_RULE,
    &POINTING,
    &PARITY,
    &INNIES,
    &CONTRADICTION,
    &SMALLEST_REASON,
];

/// What it is called when this constraint alone leads from the facts to the conclusions.
pub(super) fn of_step(
    csp: &Csp,
    constraint: &Constraint,
    facts: &[Fact],
    conclusions: &[Fact],
) -> &'static Technique {
    let premises = Premises::new(csp, facts, conclusions);
    let named = ONE_RULE_TECHNIQUES.iter().find(|one| (one.applies)(constraint, &premises));
    if let Some(named) = named {
        return &named.technique;
    }
    match constraint {
        Constraint::Sum(_) | Constraint::Linear(_) => &TOTAL,
        Constraint::AllEqual(_) => &EQUAL,
        Constraint::AllDifferent(_) => &DIFFERENT,
        Constraint::Cardinality(Cardinality { .. }) | Constraint::Count(_) => &GIVEN_OCCURRENCES,
        Constraint::DistinctCount(_) => &VIEW,
        Constraint::Selection(_) => &NOTHING_ELSE_FITS,
        Constraint::Connected(_) => &CONNECTION,
        _ => &ONE_RULE,
    }
}

/// The places whose different values are counted, each value, and the variable of their number.
fn count_of(constraint: &Constraint) -> Option<(&[VarId], VarId)> {
    match constraint {
        Constraint::DistinctCount(count) if count.except.is_empty() => match count.condition {
            Condition::Compare(Comparison::Equal, number) => Some((&count.scope, number)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use cnfetti_encodings::Relation;
    use itertools::Itertools;

    use super::*;
    use cnfetti_core::csp::{AllDifferent, DistinctCount, Occurrence, Value};
    use cnfetti_core::random::Random;
    use cnfetti_sat::search::candidates::Said;

    #[test]
    fn the_easiest_come_first_and_each_name_once() {
        assert!(TECHNIQUES.iter().map(|technique| technique.difficulty).is_sorted());
        assert!(TECHNIQUES.iter().map(|technique| technique.name).all_unique());
        let named = |one: &&OneRule| TECHNIQUES.contains(&&one.technique);
        assert!(ONE_RULE_TECHNIQUES.iter().all(named));
    }

    /// Random constraints, facts and conclusions: whatever a technique takes for a step of its own
    /// follows, by brute force, and each of them meets steps that it takes and some that it does not.
    #[test]
    fn what_a_technique_concludes_follows() {
        let mut random = Random::new(1);
        let mut taken = vec![[0, 0]; ONE_RULE_TECHNIQUES.len()];
        for _ in 0..60_000 {
            let csp = problem(&mut random);
            let constraint = &csp.constraints()[0].constraint;
            let facts = csp.ids().filter_map(|id| fact(&csp, id, &mut random)).collect_vec();
            let about = csp.ids().filter(|_| random.one_in(3)).collect_vec();
            let conclusions = about.into_iter().filter_map(|id| fact(&csp, id, &mut random));
            let conclusions = conclusions.collect_vec();
            let premises = Premises::new(&csp, &facts, &conclusions);
            for (one, [applied, not]) in ONE_RULE_TECHNIQUES.iter().zip(&mut taken) {
                if !(one.applies)(constraint, &premises) {
                    *not += 1;
                    continue;
                }
                *applied += 1;
                let name = one.technique.name;
                assert!(
                    follows(&csp, &facts, &conclusions),
                    "{name}: {constraint:?} {facts:?} {conclusions:?}"
                );
            }
        }
        assert!(taken.iter().all(|[applied, not]| *applied > 20 && *not > 20), "{taken:?}");
    }

    fn problem(random: &mut Random) -> Csp {
        let mut csp = Csp::new();
        let places = 1 + random.below(3);
        for at in 0..places {
            let most = 1 + random.below(3) as Value;
            csp.variable(format!("x{at}"), 1..=most);
        }
        let scope = csp.ids().collect_vec();
        let constraint: Constraint = match random.below(3) {
            0 => {
                let except = if random.one_in(3) { vec![1] } else { Vec::new() };
                AllDifferent { scope, except }.into()
            }
            1 => {
                let relations = [Relation::Exactly, Relation::AtMost, Relation::AtLeast];
                let values = (1..=2).filter(|_| random.one_in(2)).collect_vec();
                let bound = |value| Occurrence {
                    value,
                    relation: *random.pick(&relations),
                    count: random.below(places + 1),
                };
                Cardinality { scope, occurrences: values.into_iter().map(bound).collect() }.into()
            }
            _ => {
                let number = csp.variable("n", 0..=3);
                let except = if random.one_in(4) { vec![1] } else { Vec::new() };
                DistinctCount { scope, except, condition: Condition::is(number) }.into()
            }
        };
        csp.post(constraint, "drawn");
        csp
    }

    fn fact(csp: &Csp, variable: VarId, random: &mut Random) -> Option<Fact> {
        let values = csp.domain(variable);
        let said = match random.below(3) {
            0 => return None,
            1 => Said::Is(*random.pick(values)),
            _ => Said::IsNone(values.iter().copied().filter(|_| random.one_in(3)).collect()),
        };
        (said != Said::IsNone(Vec::new())).then_some(Fact { variable, said })
    }

    fn follows(csp: &Csp, facts: &[Fact], conclusions: &[Fact]) -> bool {
        let domains = csp.ids().map(|id| csp.domain(id).to_vec());
        let holds = |solution: &[Value], fact: &Fact| match &fact.said {
            Said::Is(value) => solution[fact.variable.index()] == *value,
            Said::IsNone(gone) => !gone.contains(&solution[fact.variable.index()]),
        };
        domains.multi_cartesian_product().all(|solution| {
            !csp.constraints()[0].constraint.rule().holds(&solution)
                || !facts.iter().all(|fact| holds(&solution, fact))
                || conclusions.iter().all(|fact| holds(&solution, fact))
        })
    }
}
