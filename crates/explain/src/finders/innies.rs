//! Areas with given sums cover places of a known sum but for one or two, or cover one or two more: these have the
//! difference. Places that have each value once have a known sum (Killer Sudoku's innies and outies, the rule of 45), and so
//! have other areas (Kakuro's words that cross).

use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::{Different, Finders, Total};
use crate::Draft;
use crate::techniques::{CROSSINGS, INNIES, Technique};
use crate::tiling::Tiling;

/// The largest number of neighbouring rows to combine.
const MOST_ROWS: usize = 4;

/// Areas are not combined if there are more than this.
const MOST_AREAS: usize = 120;

/// Places with a known sum.
struct Covered<'a> {
    constraint: usize,
    scope: &'a [VarId],
    sum: i64,
}

impl<'a> Covered<'a> {
    fn row(row: &'a Different) -> Covered<'a> {
        Covered { constraint: row.constraint, scope: &row.scope, sum: row.sum }
    }

    fn area(area: &'a Total) -> Covered<'a> {
        Covered { constraint: area.constraint, scope: &area.scope, sum: area.sum }
    }
}

/// For each row, each two that share no place, and several one after another.
pub(super) fn innies(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    if finders.totals.is_empty() {
        return Vec::new();
    }
    let full = finders.different.iter().filter(|row| row.is_full);
    let full = full.map(Covered::row).collect_vec();
    let one = full.iter().map(|row| vec![row]);
    let two = full.iter().array_combinations().map(|rows: [_; 2]| rows.to_vec());
    let more = (3..=MOST_ROWS).flat_map(|number| full.windows(number));
    let more = more.map(|rows| rows.iter().collect_vec());
    let sets = one.chain(two.chain(more).filter(|rows| are_apart(rows)));
    sets.filter_map(|rows| of_rows(finders, &rows, &INNIES, known)).collect()
}

/// For each area, and for several that others cross.
pub(super) fn crossings(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    let of_areas = |areas: &Vec<usize>| {
        let areas = areas.iter().map(|&at| Covered::area(&finders.totals[at])).collect_vec();
        of_rows(finders, &areas.iter().collect_vec(), &CROSSINGS, known)
    };
    finders.crossed.iter().filter_map(of_areas).collect()
}

/// The areas to look at together: those of numbers that some other one crosses, as positions in `totals`.
pub(super) fn crossed(csp: &Csp, totals: &[Total]) -> Vec<Vec<usize>> {
    let is_number = |place: &VarId| csp.domain(*place).len() > 2;
    let areas = totals.iter().positions(|total| total.scope.iter().all(is_number)).collect_vec();
    let meet = |one: usize, other: usize| {
        totals[one].scope.iter().any(|place| totals[other].scope.contains(place))
    };
    if areas.len() > MOST_AREAS {
        return Vec::new();
    }
    let crossing = |at: usize| {
        let others = areas.iter().copied();
        others.filter(|&other| other != at && meet(at, other)).collect_vec()
    };
    let crossing: Vec<Vec<usize>> = (0..totals.len()).map(crossing).collect_vec();
    let are_beside = |one: usize, other: usize| {
        !meet(one, other) && crossing[one].iter().any(|at| crossing[other].contains(at))
    };
    let one = areas.iter().copied().filter(|&at| !crossing[at].is_empty()).map(|at| vec![at]);
    let mut sets = one.collect_vec();
    let mut last = 0..sets.len();
    for _ in 1..MOST_ROWS {
        let more = sets[last.clone()].iter().flat_map(|set| {
            let others = areas.iter().copied().filter(|&other| {
                set.iter().all(|&at| at < other && !meet(at, other))
                    && set.iter().any(|&at| are_beside(at, other))
            });
            others.map(|other| [&set[..], &[other]].concat()).collect_vec()
        });
        let more = more.collect_vec();
        last = sets.len()..sets.len() + more.len();
        sets.extend(more);
    }
    sets
}

fn are_apart(rows: &[&Covered<'_>]) -> bool {
    rows.iter().flat_map(|row| row.scope).all_unique()
}

fn of_rows(
    finders: &Finders,
    rows: &[&Covered<'_>],
    technique: &'static Technique,
    known: &Candidates,
) -> Option<Draft> {
    let is_inside = |place: &VarId| rows.iter().any(|row| row.scope.contains(place));
    let is_open = |place: &&VarId| known.decided(**place).is_none();
    let mut covered: Vec<VarId> = Vec::new();
    let mut constraints = rows.iter().map(|row| row.constraint).collect_vec();
    // The sum of the places outside, less that of the places inside which no area covers.
    let mut difference: i64 = -rows.iter().map(|row| row.sum).sum::<i64>();
    let mut outies: Vec<VarId> = Vec::new();
    for Total { constraint, scope, sum } in &finders.totals {
        let (inside, outside): (Vec<VarId>, Vec<VarId>) = scope.iter().partition(|p| is_inside(p));
        let open = |places: &[VarId]| places.iter().filter(is_open).count();
        let is_new = !constraints.contains(constraint)
            && inside.iter().all(|place| !covered.contains(place));
        if inside.is_empty() || !is_new || open(&outside) > 0 && open(&outside) >= open(&inside) {
            continue;
        }
        constraints.push(*constraint);
        difference += sum;
        covered.extend(inside);
        outies.extend(outside);
    }
    let places = rows.iter().flat_map(|row| row.scope).copied();
    let innies = places.filter(|place| !covered.contains(place)).collect_vec();
    if constraints.len() == rows.len() {
        return None;
    }
    let both =
        outies.iter().map(|&place| (place, 1)).chain(innies.iter().map(|&place| (place, -1)));
    let (open, decided): (Vec<(VarId, i64)>, Vec<_>) = both.partition(|(place, _)| is_open(&place));
    let of_decided =
        decided.iter().filter_map(|&(place, sign)| Some(sign * i64::from(known.decided(place)?)));
    let conclusions = left(&open, difference - of_decided.sum::<i64>(), known)?;
    let facts = decided.iter().chain(&open).filter_map(|&(place, _)| finders.fact(place, known));
    let facts = facts.unique_by(|fact| fact.variable);
    Some(Draft::proposed(technique, constraints, facts.collect(), conclusions))
}

/// What one or two places cannot be if their values, each with its sign, have this sum; `None` if nothing or everything is
/// ruled out.
fn left(places: &[(VarId, i64)], sum: i64, known: &Candidates) -> Option<Vec<Fact>> {
    let can_be = |(place, sign): (VarId, i64), value: i64| {
        known.of(place).iter().any(|&own| sign * i64::from(own) == value)
    };
    let fits = |at: usize, value: Value| {
        let left = sum - places[at].1 * i64::from(value);
        match *places {
            [_] => left == 0,
            [one, other] => can_be(if at == 0 { other } else { one }, left),
            _ => true,
        }
    };
    let mut conclusions = Vec::new();
    for (at, &(variable, _)) in places.iter().enumerate() {
        let values = known.of(variable).iter().copied();
        let (left, gone): (Vec<Value>, Vec<Value>) = values.partition(|&value| fits(at, value));
        let said = match left[..] {
            [] => return None,
            [only] => Said::Is(only),
            _ => Said::IsNone(gone.clone()),
        };
        conclusions.extend((!gone.is_empty()).then_some(Fact { variable, said }));
    }
    (!conclusions.is_empty()).then_some(conclusions)
}
