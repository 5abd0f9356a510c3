//! Rules about few places with two values each, as tables, and what two of them say together.

use std::collections::HashMap;

use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::Finders;
use crate::Draft;
use crate::helpers::Helpers;
use crate::techniques::{BOTH_OR_NEITHER, EITHER_OF_TWO, is_junction};
use crate::tiling::Tiling;

/// A table has a bit of a word for each assignment.
const MOST_PLACES: usize = 6;

/// A rule about places with two values each.
pub(super) struct Small {
    pub(super) constraint: usize,
    pub(super) scope: Vec<VarId>,
    /// Whether lines of a loop meet there.
    pub(super) is_junction: bool,
    /// The lesser and the greater value of each place.
    values: Vec<[Value; 2]>,
    /// For each assignment whether it satisfies the rule. An assignment has a bit for each place that has its greater value.
    allowed: u64,
}

/// All such rules, without those about helper variables.
pub(super) fn small(csp: &Csp, helpers: &Helpers) -> Vec<Small> {
    let mut whole: Vec<Value> =
        csp.ids().map(|id| csp.domain(id).first().copied().unwrap_or(0)).collect();
    let constraints = csp.constraints().iter().enumerate();
    let small = constraints.filter_map(|(constraint, posted)| {
        let rule = posted.constraint.rule();
        let mut scope = rule.scope();
        scope.sort_unstable();
        scope.dedup();
        if !(2..=MOST_PLACES).contains(&scope.len()) || scope.iter().any(|&id| helpers.contains(id))
        {
            return None;
        }
        let values: Option<Vec<[Value; 2]>> =
            scope.iter().map(|&id| csp.domain(id).try_into().ok()).collect();
        let values = values?;
        let mut allowed = 0;
        for assignment in 0..1_usize << scope.len() {
            for (at, &place) in scope.iter().enumerate() {
                whole[place.index()] = values[at][assignment >> at & 1];
            }
            allowed |= u64::from(rule.holds(&whole)) << assignment;
        }
        let is_junction = is_junction(csp, &posted.constraint);
        Some(Small { constraint, scope, is_junction, values, allowed })
    });
    small.collect()
}

impl Small {
    /// The assignments that are left. As in all of them, a bit tells whether a place has its greater value.
    pub(super) fn left(&self, known: &Candidates) -> Vec<usize> {
        let is_left = |assignment: &usize| {
            let mut places = self.scope.iter().zip(&self.values).enumerate();
            self.allowed >> assignment & 1 == 1
                && places.all(|(at, (&place, values))| {
                    known.of(place).contains(&values[assignment >> at & 1])
                })
        };
        (0..1 << self.scope.len()).filter(is_left).collect()
    }

    /// The value of a place with this bit.
    pub(super) fn value(&self, at: usize, bit: usize) -> Value {
        self.values[at][bit]
    }

    /// All that is known of its places.
    pub(super) fn facts(
        &self,
        finders: &Finders,
        known: &Candidates,
    ) -> impl Iterator<Item = Fact> {
        self.scope.iter().filter_map(|&place| finders.fact(place, known))
    }
}

/// Where two lines of a loop can only meet each other, both are drawn or neither. A rule about one of them leaves one
/// of these: a corner through which the loop has to go.
pub(super) fn both_or_neither(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let junctions = finders.small.iter().filter(|small| small.is_junction);
    junctions.flat_map(|junction| at_junction(finders, junction, known)).collect()
}

fn at_junction(finders: &Finders, junction: &Small, known: &Candidates) -> Vec<Draft> {
    let (open, decided): (Vec<VarId>, Vec<VarId>) =
        junction.scope.iter().partition(|line| known.decided(**line).is_none());
    let is_alone = decided.iter().all(|&line| known.decided(line) == Some(0));
    let (true, &[one, other]) = (is_alone, &open[..]) else { return Vec::new() };
    let speaks = |rule: &&Small| {
        !rule.is_junction && (rule.scope.contains(&one) || rule.scope.contains(&other))
    };
    let drafts = finders.small.iter().filter(speaks).filter_map(|rule| {
        let drawn = which(rule, [one, other], known)?;
        let facts = junction.facts(finders, known).chain(rule.facts(finders, known));
        let facts = facts.unique_by(|fact| fact.variable).collect();
        let said = || Said::Is(i32::from(drawn));
        let conclusions = [one, other].map(|variable| Fact { variable, said: said() });
        let constraints = vec![junction.constraint, rule.constraint];
        Some(Draft::proposed(&BOTH_OR_NEITHER, constraints, facts, conclusions.to_vec()))
    });
    drafts.collect()
}

/// Whether the rule leaves only that both lines are drawn, or only that neither is; `None` if it leaves both, or neither, or
/// if it decides a line by itself.
fn which(rule: &Small, lines: [VarId; 2], known: &Candidates) -> Option<bool> {
    let left = rule.left(known);
    let places = rule.scope.iter().positions(|place| lines.contains(place)).collect_vec();
    let is = |place: usize, drawn: bool| {
        left.iter().any(|assignment| (assignment >> place & 1 == 1) == drawn)
    };
    if !places.iter().all(|&place| is(place, true) && is(place, false)) {
        return None;
    }
    let can_be = |drawn: bool| {
        let all =
            |assignment: &usize| places.iter().all(|place| (assignment >> place & 1 == 1) == drawn);
        left.iter().any(all)
    };
    match (can_be(true), can_be(false)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// Two atoms of which one holds, by a rule and what is known.
struct Either<'a> {
    rule: &'a Small,
    one: Atom,
    other: Atom,
}

/// One of two places has a value, and either of them rules out the same: in Hitori, two equal numbers around a cell (a
/// sandwich), or beside each other (a double).
pub(super) fn either_of_two(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let rules = finders.small.iter().filter(|rule| !rule.is_junction);
    let pairs = rules.flat_map(|rule| pairs(rule, known)).collect_vec();
    // What follows if an atom does not hold.
    let mut otherwise: HashMap<Atom, Vec<(Atom, &Small)>> = HashMap::new();
    for Either { rule, one, other } in &pairs {
        otherwise.entry(*one).or_default().push((*other, rule));
        otherwise.entry(*other).or_default().push((*one, rule));
    }
    let opposite = |atom: Atom| {
        let Atom { variable, value } = atom;
        let mut others = finders.domains[variable.index()].iter().filter(|other| **other != value);
        others.next().map(|&value| Atom { variable, value })
    };
    let implied = |atom: Atom| opposite(atom).and_then(|other| otherwise.get(&other));
    let mut drafts: Vec<Draft> = Vec::new();
    for Either { rule, one, other } in &pairs {
        let (Some(by_one), Some(by_other)) = (implied(*one), implied(*other)) else { continue };
        for ((atom, first), (_, second)) in
            by_one.iter().cartesian_product(by_other).filter(|((one, _), (other, _))| one == other)
        {
            let Atom { variable, value } = *atom;
            let rules = [*rule, *first, *second];
            let constraints = rules.iter().map(|rule| rule.constraint).unique().collect_vec();
            if [one.variable, other.variable].contains(&variable) || constraints.len() < 2 {
                continue;
            }
            let facts = rules.iter().flat_map(|rule| rule.facts(finders, known));
            let facts = facts.unique_by(|fact| fact.variable).collect();
            let conclusions = vec![Fact { variable, said: Said::Is(value) }];
            let is_known = drafts.iter().any(|draft| draft.conclusions == conclusions);
            if !is_known {
                drafts.push(Draft::proposed(&EITHER_OF_TWO, constraints, facts, conclusions));
            }
        }
    }
    drafts
}

/// The open places of which the rule says that one has a value, if it decides none by itself.
fn pairs<'a>(rule: &'a Small, known: &Candidates) -> Vec<Either<'a>> {
    let is_open = |(_, place): &(usize, &VarId)| known.decided(**place).is_none();
    let open = rule.scope.iter().enumerate().filter(is_open).map(|(at, _)| at).collect_vec();
    let left = if open.len() < 2 { Vec::new() } else { rule.left(known) };
    let can_be = |at: usize, bit: usize| left.iter().any(|one| one >> at & 1 == bit);
    if !open.iter().all(|&at| can_be(at, 0) && can_be(at, 1)) {
        return Vec::new();
    }
    let atom =
        |at: usize, bit: usize| Atom { variable: rule.scope[at], value: rule.value(at, bit) };
    let bits = [0, 1].into_iter().cartesian_product([0, 1]);
    let pairs = open.iter().copied().array_combinations().cartesian_product(bits);
    let pairs = pairs.filter(|&([one, other], (bit, second))| {
        left.iter().all(|all| all >> one & 1 == bit || all >> other & 1 == second)
    });
    let pairs = pairs.map(|([one, other], (bit, second))| Either {
        rule,
        one: atom(one, bit),
        other: atom(other, second),
    });
    pairs.collect()
}
