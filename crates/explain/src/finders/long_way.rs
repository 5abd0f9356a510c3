//! Connected places, of which some groups may only have a limited number: too few for a path to a distant place, or for a
//! path that avoids a place.

use std::collections::{HashMap, VecDeque};

use cnfetti_core::csp::{Atom, Connected, Constraint, Csp, Ranges, VarId};
use cnfetti_sat::search::candidates::Candidates;
use itertools::Itertools;

use super::Finders;
use crate::Draft;
use crate::techniques::LONG_WAY;
use crate::tiling::Tiling;

/// The longest paths that a person counts.
const MOST_LEFT: usize = 4;

/// A connectivity constraint.
pub(super) struct Web {
    constraint: usize,
    places: Vec<Atom>,
    neighbours: Vec<Vec<usize>>,
    quotas: Vec<Quota>,
}

/// Places of a web of which at most `most` hold.
struct Quota {
    constraint: usize,
    places: Vec<usize>,
    most: usize,
}

/// The webs of a problem in which the number of some places is limited.
pub(super) fn webs(csp: &Csp) -> Vec<Web> {
    let constraints = csp.constraints().iter().enumerate();
    let webs = constraints.filter_map(|(at, posted)| match &posted.constraint {
        Constraint::Connected(connected) => web(csp, at, connected),
        _ => None,
    });
    webs.filter(|web| !web.quotas.is_empty()).collect()
}

fn web(csp: &Csp, constraint: usize, connected: &Connected) -> Option<Web> {
    let Connected { places, links, .. } = connected;
    let places: Vec<Atom> = places.iter().copied().collect::<Option<_>>()?;
    let mut neighbours = vec![Vec::new(); places.len()];
    for link in links {
        let [one, other] = link.ends;
        if link.atom.is_some() {
            return None;
        }
        neighbours[one].push(other);
        neighbours[other].push(one);
    }
    let by_variable: HashMap<VarId, usize> =
        places.iter().enumerate().map(|(at, atom)| (atom.variable, at)).collect();
    if by_variable.len() < places.len() {
        return None;
    }
    let quotas = csp.constraints().iter().enumerate().filter_map(|(at, posted)| {
        let (scope, ones) = number_of_ones(csp, &posted.constraint)?;
        let scope = scope.into_iter().map(|id| by_variable.get(&id).copied());
        let scope: Vec<usize> = scope.collect::<Option<_>>()?;
        let value = scope.iter().map(|&place| places[place].value).all_equal_value().ok()?;
        let value = usize::try_from(value).ok().filter(|value| *value <= 1)?;
        let number = |held: &usize| if value == 1 { *held } else { scope.len() - held };
        let most = (0..=scope.len()).filter(|held| ones.contains(number(held) as i64)).max()?;
        (most < scope.len()).then_some(Quota { constraint: at, places: scope, most })
    });
    let quotas = quotas.collect();
    Some(Web { constraint, places, neighbours, quotas })
}

/// Different 0/1 variables, and how many of them can be 1, if that is what the constraint requires.
fn number_of_ones(csp: &Csp, constraint: &Constraint) -> Option<(Vec<VarId>, Ranges)> {
    let (scope, ones) = match constraint {
        Constraint::Linear(linear) => {
            let mut weights = linear.terms.as_slice().iter().map(|term| term.weight);
            let ones = match weights.all_equal_value().ok()? {
                1 => linear.within.clone(),
                -1 => {
                    let intervals = linear.within.intervals().iter();
                    Ranges::of_intervals(
                        intervals
                            .map(|&(first, last)| (last.saturating_neg(), first.saturating_neg())),
                    )
                }
                _ => return None,
            };
            (linear.terms.scope(), ones)
        }
        _ => return None,
    };
    let is_so = scope.iter().all_unique() && scope.iter().all(|&id| csp.domain(id) == [0, 1]);
    is_so.then_some((scope, ones))
}

/// For each limit: places that are too far away, and places that every short enough path needs.
pub(super) fn find(finders: &Finders, _: &Tiling, known: &Candidates) -> Vec<Draft> {
    finders.webs.iter().flat_map(|web| Seen::new(web, known).drafts()).collect()
}

/// A web, with what is known of its places.
struct Seen<'a> {
    web: &'a Web,
    known: &'a Candidates,
    /// Whether each place holds; `None` if that is not known.
    holds: Vec<Option<bool>>,
    /// One place of each connected group of places that hold.
    groups: Vec<usize>,
}

impl<'a> Seen<'a> {
    fn new(web: &'a Web, known: &'a Candidates) -> Seen<'a> {
        let holds = web.places.iter().map(|atom| {
            let left = known.of(atom.variable);
            if left.contains(&atom.value) { (left.len() == 1).then_some(true) } else { Some(false) }
        });
        let mut seen = Seen { web, known, holds: holds.collect(), groups: Vec::new() };
        let mut grouped = vec![false; web.places.len()];
        for at in 0..web.places.len() {
            if seen.holds[at] == Some(true) && !grouped[at] {
                seen.groups.push(at);
                let costs = seen.costs(at, |next| (seen.holds[next] == Some(true)).then_some(0));
                costs.iter().zip(&mut grouped).for_each(|(cost, is)| *is |= cost.is_some());
            }
        }
        seen
    }

    fn drafts(&self) -> Vec<Draft> {
        if self.groups.is_empty() {
            return Vec::new();
        }
        self.web.quotas.iter().flat_map(|quota| self.by_quota(quota)).collect()
    }

    fn by_quota(&self, quota: &Quota) -> Option<Draft> {
        let open = quota.places.iter().filter(|&&at| self.holds[at].is_none()).count();
        let held = quota.places.iter().filter(|&&at| self.holds[at] == Some(true)).count();
        let left = quota.most.checked_sub(held)?;
        if left == 0 || left > MOST_LEFT || left >= open {
            return None;
        }
        let is_counted: Vec<bool> =
            (0..self.web.places.len()).map(|at| quota.places.contains(&at)).collect();
        let cost = |at: usize| match self.holds[at] {
            Some(false) => None,
            Some(true) => Some(0),
            None => Some(usize::from(is_counted[at])),
        };
        let too_far = |costs: &[Option<usize>], at: usize| costs[at].is_none_or(|cost| cost > left);
        let first = self.groups[0];
        let from_each = self.groups.iter().map(|&group| self.costs(group, cost)).collect_vec();
        let open = (0..self.holds.len()).filter(|&at| self.holds[at].is_none());
        let far = open.filter(|&at| from_each.iter().any(|costs| too_far(costs, at))).collect_vec();
        if !far.is_empty() {
            return Some(self.draft(quota, &far, false));
        }
        let others = self.groups.iter().copied().filter(|&group| group != first);
        let needed = others.flat_map(|group| {
            let way = self.way(first, group, &from_each[0], cost);
            way.into_iter().filter(move |&without| {
                let costs = self.costs(first, |at| cost(at).filter(|_| at != without));
                too_far(&costs, group)
            })
        });
        let needed = needed.unique().collect_vec();
        (!needed.is_empty()).then(|| self.draft(quota, &needed, true))
    }

    fn draft(&self, quota: &Quota, places: &[usize], hold: bool) -> Draft {
        let fact = |at: usize, holds: bool| self.known.about(self.web.places[at], holds);
        let facts =
            self.holds.iter().enumerate().filter_map(|(at, holds)| Some(fact(at, (*holds)?)));
        let conclusions = places.iter().map(|&at| fact(at, hold)).collect();
        let constraints = vec![self.web.constraint, quota.constraint];
        Draft::proposed(&LONG_WAY, constraints, facts.collect(), conclusions)
    }

    /// The least cost of a path from one place to each other, including its end; `None` if there is no path.
    fn costs(&self, from: usize, cost: impl Fn(usize) -> Option<usize>) -> Vec<Option<usize>> {
        let mut costs = vec![None; self.holds.len()];
        costs[from] = Some(0);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((at, so_far)) = open.pop_front() {
            if costs[at] != Some(so_far) {
                continue;
            }
            for &next in &self.web.neighbours[at] {
                let Some(more) = cost(next) else { continue };
                let there = so_far + more;
                if costs[next].is_none_or(|before| there < before) {
                    costs[next] = Some(there);
                    match more {
                        0 => open.push_front((next, there)),
                        _ => open.push_back((next, there)),
                    }
                }
            }
        }
        costs
    }

    /// The open places of a cheapest path, given the costs to each place.
    fn way(
        &self,
        from: usize,
        to: usize,
        costs: &[Option<usize>],
        cost: impl Fn(usize) -> Option<usize>,
    ) -> Vec<usize> {
        // Go back from the end, depth first because places without cost can form cycles.
        let mut seen = vec![false; costs.len()];
        let mut way = vec![to];
        seen[to] = true;
        while let Some(&at) = way.last()
            && at != from
        {
            let before = costs[at].zip(cost(at)).map(|(there, own)| there - own);
            let next = self.web.neighbours[at]
                .iter()
                .copied()
                .find(|&next| !seen[next] && costs[next].is_some() && costs[next] == before);
            match next {
                Some(next) => {
                    seen[next] = true;
                    way.push(next);
                }
                None => _ = way.pop(),
            }
        }
        way.retain(|&at| self.holds[at].is_none());
        way
    }
}
