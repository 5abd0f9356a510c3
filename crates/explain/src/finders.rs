//! Techniques that find steps by themselves: thoughts of several rules that people have at once.
//!
//! A finder looks at what is known and proposes steps. What it proposes may have more rules and facts than it
//! needs; the search shrinks a step before it takes it, and a second solver checks it, as any other.

pub(crate) mod combinations;
mod enough_left;
mod innies;
mod only_cell;
mod only_neighbour;
mod only_value;
mod parity;
mod pointing;
mod unequal_pieces;

use cnfetti_core::csp::{
    AllDifferent, Cardinality, Constraint, Csp, Occurrence, Sum, Value, VarId,
};
use cnfetti_encodings::Relation;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use crate::Draft;
use crate::techniques::{
    COMBINATIONS, ENOUGH_LEFT, INNIES, ONLY_CELL, ONLY_NEIGHBOUR, ONLY_VALUE, PARITY, POINTING,
    Technique, UNEQUAL_PIECES,
};
use crate::tiling::Tiling;

/// What finders look at, worked out once for a problem.
pub(super) struct Finders {
    equal: Vec<Equal>,
    counted: Vec<Counted>,
    different: Vec<Different>,
    totals: Vec<Total>,
    /// For each variable the values it has by itself.
    domains: Vec<Vec<Value>>,
    /// For each variable the rows of `different` that it is in.
    rows: Vec<Vec<usize>>,
}

/// Places that have different values.
struct Different {
    constraint: usize,
    scope: Vec<VarId>,
    /// Whether there are as many values as places, so that each value occurs.
    is_full: bool,
    /// The sum of all their values, which is that of the places where each occurs.
    sum: i64,
}

/// Places that have this sum.
struct Total {
    constraint: usize,
    scope: Vec<VarId>,
    sum: i64,
}

/// Places that have equal values.
struct Equal {
    constraint: usize,
    scope: Vec<VarId>,
}

/// Places of which at most so many have a value.
struct Counted {
    constraint: usize,
    scope: Vec<VarId>,
    occurrence: Occurrence,
}

/// A way to find steps.
type Find = fn(&Finders, &Tiling, &Candidates) -> Vec<Draft>;

/// All of them, each with the technique of its steps.
const FINDERS: &[(&Technique, Find)] = &[
    (&ONLY_NEIGHBOUR, only_neighbour::find),
    (&ONLY_CELL, only_cell::find),
    (&ONLY_VALUE, only_value::find),
    (&ENOUGH_LEFT, enough_left::find),
    (&UNEQUAL_PIECES, unequal_pieces::find),
    (&COMBINATIONS, combinations::find),
    (&POINTING, pointing::find),
    (&PARITY, parity::find),
    (&INNIES, innies::find),
];

impl Finders {
    pub(super) fn new(csp: &Csp) -> Finders {
        let mut finders = Finders {
            equal: Vec::new(),
            counted: Vec::new(),
            different: Vec::new(),
            totals: Vec::new(),
            domains: csp.ids().map(|id| csp.domain(id).to_vec()).collect(),
            rows: vec![Vec::new(); csp.variables().len()],
        };
        for (at, posted) in csp.constraints().iter().enumerate() {
            match &posted.constraint {
                Constraint::AllEqual(equal) if equal.scope.len() > 1 => {
                    let scope = equal.scope.clone();
                    finders.equal.push(Equal { constraint: at, scope });
                }
                Constraint::Cardinality(Cardinality { scope, occurrences }) => {
                    if let [occurrence] = occurrences[..]
                        && occurrence.relation != Relation::AtLeast
                    {
                        finders.counted.push(Counted {
                            constraint: at,
                            scope: scope.clone(),
                            occurrence,
                        });
                    }
                }
                Constraint::AllDifferent(AllDifferent { scope, except }) if except.is_empty() => {
                    finders.note_different(csp, at, scope);
                }
                _ => {}
            }
            if let Some((scope, sum)) = exact_sum(&posted.constraint) {
                finders.totals.push(Total { constraint: at, scope, sum });
            }
        }
        finders
    }

    fn note_different(&mut self, csp: &Csp, constraint: usize, scope: &[VarId]) {
        let values = scope.iter().flat_map(|&place| csp.domain(place)).unique().collect_vec();
        for &place in scope {
            self.rows[place.index()].push(self.different.len());
        }
        let is_full = values.len() == scope.len();
        let sum = values.into_iter().map(|&value| i64::from(value)).sum();
        self.different.push(Different { constraint, scope: scope.to_vec(), is_full, sum });
    }

    /// The rows of different places that a place is in.
    fn rows_of(&self, place: VarId) -> impl Iterator<Item = usize> {
        self.rows[place.index()].iter().copied()
    }

    /// Every place that has to differ from others.
    fn places(&self) -> impl Iterator<Item = VarId> {
        self.different.iter().flat_map(|row| row.scope.iter().copied()).unique()
    }

    /// The values that nothing in the row is known to have, and something in it can have.
    fn open_values(&self, row: &Different, known: &Candidates) -> Vec<Value> {
        let decided = |place: &VarId| known.decided(*place);
        let taken: Vec<Value> = row.scope.iter().filter_map(decided).collect();
        let values = row.scope.iter().flat_map(|&place| known.of(place)).copied().unique();
        values.filter(|value| !taken.contains(value)).collect()
    }

    /// A place that differs from this one and has the value, and the rule by which they differ.
    fn seen(&self, place: VarId, value: Value, known: &Candidates) -> Option<(usize, VarId)> {
        self.rows_of(place).find_map(|at| {
            let other = &self.different[at];
            let has = other.scope.iter().find(|&&peer| known.decided(peer) == Some(value))?;
            Some((other.constraint, *has))
        })
    }

    /// Whether the place is open and can have the value, as far as a glance tells.
    fn can_be(&self, place: VarId, value: Value, known: &Candidates) -> bool {
        known.decided(place).is_none()
            && known.of(place).contains(&value)
            && self.seen(place, value, known).is_none()
    }

    /// The row, with the rules and facts by which its places other than `kept` do not have the value.
    fn reasons_against(
        &self,
        row: &Different,
        value: Value,
        kept: &[VarId],
        known: &Candidates,
    ) -> (Vec<usize>, Vec<Fact>) {
        let (mut constraints, mut facts) = (vec![row.constraint], Vec::new());
        for &place in row.scope.iter().filter(|place| !kept.contains(place)) {
            let seen = self.seen(place, value, known);
            match (known.decided(place), known.of(place).contains(&value), seen) {
                (Some(taken), ..) => facts.push(Fact { variable: place, said: Said::Is(taken) }),
                (None, _, Some((constraint, variable))) => {
                    constraints.push(constraint);
                    facts.push(Fact { variable, said: Said::Is(value) });
                }
                (None, ..) => facts.push(Fact { variable: place, said: Said::IsNone(vec![value]) }),
            }
        }
        let facts = facts.into_iter().unique_by(|fact| fact.variable).collect();
        (constraints.into_iter().unique().collect(), facts)
    }

    /// All that is known of a place, if that is something.
    fn fact(&self, place: VarId, known: &Candidates) -> Option<Fact> {
        let said = match known.decided(place) {
            Some(value) => Said::Is(value),
            None => Said::IsNone(self.gone(place, known)),
        };
        (said != Said::IsNone(Vec::new())).then_some(Fact { variable: place, said })
    }

    /// What a place is known not to be.
    fn gone(&self, place: VarId, known: &Candidates) -> Vec<Value> {
        let domain = self.domains[place.index()].iter().copied();
        domain.filter(|value| !known.of(place).contains(value)).collect()
    }

    /// Steps that say something new.
    pub(super) fn drafts(&self, tiling: &Tiling, known: &Candidates) -> Vec<Draft> {
        FINDERS.iter().flat_map(|(_, find)| find(self, tiling, known)).collect()
    }
}

/// Places whose sum has to be this, if the constraint says that.
pub(crate) fn exact_sum(constraint: &Constraint) -> Option<(Vec<VarId>, i64)> {
    match constraint {
        Constraint::Sum(Sum { scope, relation: Relation::Exactly, bound }) => {
            Some((scope.clone(), *bound))
        }
        Constraint::Linear(linear) => {
            let is_plain = linear.terms.as_slice().iter().all(|term| term.weight == 1);
            let sum = linear.within.single().filter(|_| is_plain)?;
            Some((linear.terms.scope(), sum))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::{NOTHING_ELSE_FITS, ONLY_PIECE, ONLY_PLACE};
    use cnfetti_core::csp::{AllEqual, Atom, Choice, Linear, Ranges, Selection, Terms};
    use cnfetti_core::random::Random;

    /// Random boards of places, lines and pieces, of which something random is known: what a finder proposes
    /// follows, by brute force, from its constraints and facts, and the facts are known.
    #[test]
    fn what_finders_propose_follows() {
        let mut random = Random::new(1);
        let mut proposed = vec![0; FINDERS.len()];
        for _ in 0..1_500 {
            let (csp, noted) = board(&mut random);
            let known = Candidates::new(csp.ids().map(|id| some_of(csp.domain(id), &mut random)));
            let (finders, tiling) = (Finders::new(&csp), Tiling::new(&csp, &noted));
            for ((technique, find), number) in FINDERS.iter().zip(&mut proposed) {
                for draft in find(&finders, &tiling, &known) {
                    *number += 1;
                    assert_eq!(draft.technique, *technique);
                    assert!(draft.facts.iter().all(|fact| known.knows(fact)), "{draft:?}");
                    assert!(!draft.conclusions.iter().all(|fact| known.knows(fact)));
                    assert!(follows(&csp, &draft), "{draft:?}\n{csp:?}");
                }
            }
        }
        for ((technique, _), number) in FINDERS.iter().zip(proposed) {
            let name = technique.name;
            assert!(number > 50, "{number} steps of `{name}`: `board` has to draw what it needs");
        }
    }

    /// The same of what follows from where pieces can still lie.
    #[test]
    fn what_follows_from_placements_follows() {
        let mut random = Random::new(2);
        let techniques = [&ONLY_PLACE, &NOTHING_ELSE_FITS, &ONLY_PIECE];
        let mut proposed = [0; 3];
        for _ in 0..1_000 {
            let (csp, noted) = board(&mut random);
            let known = Candidates::new(csp.ids().map(|id| some_of(csp.domain(id), &mut random)));
            let tiling = Tiling::new(&csp, &noted);
            let journal = tiling.begin(&known);
            if journal.known.rows().iter().any(Vec::is_empty) {
                continue;
            }
            for draft in tiling.drafts(&journal) {
                let at = techniques.iter().position(|technique| draft.technique == *technique);
                proposed[at.unwrap()] += 1;
                assert!(draft.facts.iter().all(|fact| journal.known.knows(fact)), "{draft:?}");
                assert!(!draft.conclusions.iter().all(|fact| journal.known.knows(fact)));
                assert!(follows(&csp, &draft), "{draft:?}\n{csp:?}");
            }
        }
        assert!(proposed.iter().all(|number| *number > 50), "{proposed:?}");
    }

    /// Places with lines between some of them, pieces on the lines, an area of equal places, rows of different
    /// ones, and how often each value occurs. The pieces, and that there is none on a line, are only noted.
    fn board(random: &mut Random) -> (Csp, Vec<VarId>) {
        let mut csp = Csp::new();
        let places = 3 + random.below(3);
        let mut pairs: Vec<[usize; 2]> = (1..places).map(|at| [random.below(at), at]).collect();
        if random.one_in(2) {
            pairs.push([0, places - 1]);
            pairs.dedup();
        }
        let pieces = [[0, 1], [random.below(3) as Value, 2]];
        let domain = 0..2 * pairs.len() as Value;
        let pieces =
            pieces.map(|halves| (csp.variable(format!("piece{halves:?}"), domain.clone()), halves));
        let cells: Vec<VarId> =
            (0..places).map(|at| csp.variable(format!("cell{at}"), 0..=2)).collect();
        let mut noted: Vec<VarId> = pieces.iter().map(|(piece, _)| *piece).collect();
        let mut lines = Vec::new();
        for at in 0..pairs.len() {
            let line = csp.variable(format!("line{at}"), 0..=1);
            let wall = csp.variable(format!("wall{at}"), 0..=1);
            lines.push(line);
            noted.push(wall);
            let on_it = |turned: usize| (2 * at + turned) as Value;
            let atoms = pieces.iter().flat_map(|&(variable, _)| {
                [0, 1].map(|turned| Atom { variable, value: on_it(turned) })
            });
            let mut choices: Vec<Choice> = atoms.map(|atom| Choice { atom, value: 1 }).collect();
            choices.push(Choice { atom: Atom { variable: wall, value: 1 }, value: 0 });
            csp.post(Selection { choices, result: line }.into(), format!("line {at}"));
        }
        for (place, &cell) in cells.iter().enumerate() {
            let mut choices = Vec::new();
            for (at, pair) in pairs.iter().enumerate() {
                let Some(end) = pair.iter().position(|&other| other == place) else { continue };
                for (&(variable, halves), turned) in pieces.iter().cartesian_product([0, 1]) {
                    let atom = Atom { variable, value: (2 * at + turned) as Value };
                    choices.push(Choice { atom, value: halves[end ^ turned] });
                }
            }
            csp.post(Selection { choices, result: cell }.into(), format!("cell {place}"));
            let touching = pairs.iter().zip(&lines).filter(|(pair, _)| pair.contains(&place));
            let scope = touching.map(|(_, &line)| line).collect();
            csp.post(exactly(scope, 1, 1), format!("place {place}"));
        }
        for value in 0..=2 {
            csp.post(
                exactly(cells.clone(), value, random.below(places + 1)),
                format!("value {value}"),
            );
        }
        for row in 0..3 {
            let mut scope = cells.clone();
            random.shuffle(&mut scope);
            scope.truncate(2 + random.below(3));
            let except = if random.one_in(4) { vec![0] } else { Vec::new() };
            csp.post(AllDifferent { scope, except }.into(), format!("row {row}"));
        }
        for area in 0..2 {
            let scope = cells.iter().copied().filter(|_| !random.one_in(3)).collect_vec();
            let sum = random.below(2 * scope.len() + 1) as i64;
            let terms = Terms::new(scope.iter().map(|&cell| (cell, 1)));
            let constraint = match random.one_in(2) {
                true => Sum { scope, relation: Relation::Exactly, bound: sum }.into(),
                false => Linear { terms, within: Ranges::exactly(sum) }.into(),
            };
            csp.post(constraint, format!("area {area}"));
        }
        let area: Vec<VarId> = cells.into_iter().filter(|_| random.one_in(2)).collect();
        if !area.is_empty() {
            csp.post(AllEqual { scope: area }.into(), "equal");
        }
        (csp, noted)
    }

    fn exactly(scope: Vec<VarId>, value: Value, count: usize) -> Constraint {
        let occurrences = vec![Occurrence { value, relation: Relation::Exactly, count }];
        Cardinality { scope, occurrences }.into()
    }

    /// Some of the values, one at least.
    fn some_of(values: &[Value], random: &mut Random) -> Vec<Value> {
        let kept = *random.pick(values);
        let most = 1 + random.below(3);
        values.iter().copied().filter(|&value| value == kept || !random.one_in(most)).collect()
    }

    fn follows(csp: &Csp, draft: &Draft) -> bool {
        let rules = draft.constraints.iter().map(|&at| csp.constraints()[at].constraint.rule());
        let rules: Vec<_> = rules.collect();
        let about: Vec<VarId> = rules.iter().flat_map(|rule| rule.scope()).unique().collect();
        let mut whole: Vec<Value> = csp.ids().map(|id| csp.domain(id)[0]).collect();
        let holds = |solution: &[Value], fact: &Fact| match &fact.said {
            Said::Is(value) => solution[fact.variable.index()] == *value,
            Said::IsNone(gone) => !gone.contains(&solution[fact.variable.index()]),
        };
        about.iter().map(|&id| csp.domain(id).to_vec()).multi_cartesian_product().all(|values| {
            about.iter().zip(values).for_each(|(id, value)| whole[id.index()] = value);
            !draft.facts.iter().all(|fact| holds(&whole, fact))
                || !rules.iter().all(|rule| rule.holds(&whole))
                || draft.conclusions.iter().all(|fact| holds(&whole, fact))
        })
    }
}
