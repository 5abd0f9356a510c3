//! Lines are one loop, so no line closes it while there are lines elsewhere. Slitherlink's first trick.

use std::collections::HashMap;

use cnfetti_core::csp::{Connected, Constraint, Csp, Link, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use itertools::Itertools;

use super::Finders;
use crate::Draft;
use crate::techniques::CLOSED_LOOP;
use crate::tiling::Tiling;

/// The largest number of lines that meet at a place.
const MOST_LINES: usize = 8;

/// A connectivity constraint over lines between places.
pub(super) struct Loop {
    constraint: usize,
    lines: Vec<(VarId, [usize; 2])>,
    places: Vec<Place>,
}

/// A place where lines meet.
struct Place {
    /// As positions in [`Loop::lines`].
    lines: Vec<usize>,
    /// The rule by which at most two of them are drawn.
    at_most_two: Option<usize>,
    /// The rule by which the place belongs to the loop if a line there is drawn; the inner `None` if it always belongs to it.
    with_line: Option<Option<usize>>,
}

/// The loops of a problem.
pub(super) fn loops(csp: &Csp) -> Vec<Loop> {
    let mut by_scope: Option<HashMap<Vec<VarId>, Vec<usize>>> = None;
    let constraints = csp.constraints().iter().enumerate();
    let loops = constraints.filter_map(|(at, posted)| match &posted.constraint {
        Constraint::Connected(connected) => {
            let by_scope = by_scope.get_or_insert_with(|| by_scope_of(csp));
            of_constraint(csp, at, connected, by_scope)
        }
        _ => None,
    });
    loops.collect()
}

/// The constraints over each small set of variables.
fn by_scope_of(csp: &Csp) -> HashMap<Vec<VarId>, Vec<usize>> {
    let mut by_scope: HashMap<Vec<VarId>, Vec<usize>> = HashMap::new();
    for (at, posted) in csp.constraints().iter().enumerate() {
        let scope = sorted(posted.constraint.rule().scope());
        if scope.len() <= MOST_LINES + 1 {
            by_scope.entry(scope).or_default().push(at);
        }
    }
    by_scope
}

fn sorted(mut scope: Vec<VarId>) -> Vec<VarId> {
    scope.sort_unstable();
    scope.dedup();
    scope
}

fn of_constraint(
    csp: &Csp,
    constraint: usize,
    connected: &Connected,
    by_scope: &HashMap<Vec<VarId>, Vec<usize>>,
) -> Option<Loop> {
    let line = |link: &Link| {
        let atom = link.atom?;
        let is_line = atom.value == 1 && csp.domain(atom.variable) == [0, 1];
        is_line.then_some((atom.variable, link.ends))
    };
    let lines: Vec<(VarId, [usize; 2])> =
        connected.links.iter().map(line).collect::<Option<_>>()?;
    let mut scratch: Vec<Value> =
        csp.ids().map(|id| *csp.domain(id).first().unwrap_or(&0)).collect();
    let mut places = Vec::new();
    for (at, place) in connected.places.iter().enumerate() {
        let meeting = (0..lines.len()).filter(|&line| lines[line].1.contains(&at)).collect_vec();
        let variables = sorted(meeting.iter().map(|&line| lines[line].0).collect());
        if variables.len() != meeting.len() || meeting.len() > MOST_LINES {
            return None;
        }
        let mut by = |scope: &[VarId], is_so: &dyn Fn(&[Value]) -> bool| {
            let rules = by_scope.get(scope)?.iter().copied();
            let mut rules = rules.filter(|&rule| rule != constraint);
            rules.find(|&rule| always(csp, rule, scope, &mut scratch, is_so))
        };
        let drawn = |values: &[Value]| variables.iter().filter(|v| values[v.index()] == 1).count();
        let at_most_two = by(&variables, &|values| drawn(values) <= 2);
        let with_line = match place {
            None => Some(None),
            Some(atom) => {
                let scope = sorted([&variables[..], &[atom.variable]].concat());
                let holds = |values: &[Value]| values[atom.variable.index()] == atom.value;
                by(&scope, &|values| drawn(values) == 0 || holds(values)).map(Some)
            }
        };
        places.push(Place { lines: meeting, at_most_two, with_line });
    }
    Some(Loop { constraint, lines, places })
}

/// Whether every assignment of these variables that satisfies the rule has this property.
fn always(
    csp: &Csp,
    rule: usize,
    scope: &[VarId],
    scratch: &mut [Value],
    is_so: &dyn Fn(&[Value]) -> bool,
) -> bool {
    let rule = csp.constraints()[rule].constraint.rule();
    let mut all = scope.iter().map(|&id| csp.domain(id).to_vec()).multi_cartesian_product();
    scope.iter().all(|&id| csp.domain(id).len() <= 2)
        && all.all(|values| {
            scope.iter().zip(values).for_each(|(id, value)| scratch[id.index()] = value);
            !rule.holds(scratch) || is_so(scratch)
        })
}

/// For each open line that would close a loop without a line that is drawn: it is not drawn.
pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    finders.loops.iter().flat_map(|one| one.closing(known)).collect()
}

impl Loop {
    fn closing(&self, known: &Candidates) -> Vec<Draft> {
        let is_drawn = |line: usize| known.decided(self.lines[line].0) == Some(1);
        let drawn = (0..self.lines.len()).filter(|&line| is_drawn(line)).collect_vec();
        let is_open = |line: &usize| known.decided(self.lines[*line].0).is_none();
        let open = (0..self.lines.len()).filter(is_open);
        open.filter_map(|line| self.closed_by(line, &drawn)).collect()
    }

    /// That a line is not drawn, if others join its ends and there is one elsewhere.
    fn closed_by(&self, line: usize, drawn: &[usize]) -> Option<Draft> {
        let path = self.path(self.lines[line].1, drawn)?;
        let ends = path.iter().flat_map(|&at| self.lines[at].1);
        let around = ends.chain(self.lines[line].1).sorted().dedup().collect_vec();
        let mut constraints = vec![self.constraint];
        for &place in &around {
            let Place { lines, at_most_two, .. } = &self.places[place];
            let leads_on =
                |&other: &usize| self.lines[other].1.iter().any(|end| !around.contains(end));
            if lines.iter().any(leads_on) {
                constraints.push((*at_most_two)?);
            }
        }
        let elsewhere = drawn.iter().find_map(|&other| {
            let [one, end] = self.lines[other].1;
            let is_apart = !around.contains(&one) && !around.contains(&end);
            let with_line =
                is_apart.then_some(self.places[one].with_line.or(self.places[end].with_line));
            Some((other, with_line??))
        });
        let (elsewhere, there) = elsewhere?;
        constraints.extend(there);
        constraints.extend(around.iter().find_map(|&place| self.places[place].with_line)?);
        let is = |line: usize, value| Fact { variable: self.lines[line].0, said: Said::Is(value) };
        let facts = path.iter().copied().chain([elsewhere]).map(|line| is(line, 1)).collect();
        Some(Draft::proposed(&CLOSED_LOOP, constraints, facts, vec![is(line, 0)]))
    }

    /// Lines that are drawn and lead from one end to the other; at least one.
    fn path(&self, [from, to]: [usize; 2], drawn: &[usize]) -> Option<Vec<usize>> {
        let mut came_by: HashMap<usize, usize> = HashMap::new();
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            for &line in self.places[place].lines.iter().filter(|line| drawn.contains(line)) {
                let [one, other] = self.lines[line].1;
                let next = if one == place { other } else { one };
                if next != from && !came_by.contains_key(&next) {
                    came_by.insert(next, line);
                    open.push(next);
                }
            }
        }
        let mut path = Vec::new();
        let mut place = to;
        while place != from {
            let &line = came_by.get(&place)?;
            let [one, other] = self.lines[line].1;
            path.push(line);
            place = if one == place { other } else { one };
        }
        (!path.is_empty()).then_some(path)
    }
}
