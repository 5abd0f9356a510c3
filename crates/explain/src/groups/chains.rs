//! Alternating inference chains: if the first node is false, the last one is true. So one of both holds, and whatever
//! contradicts both is ruled out.
//!
//! One search finds all chains, the shortest first. Chains of a special form have names of their own.

use std::collections::HashMap;

use super::{Found, Marks, Node, Reasons, Set, bits};
use crate::techniques::{Technique, technique};

pub(crate) const SKYSCRAPER: Technique = technique(
    "skyscraper",
    3,
    "Two lines have two places each for a value, and two of these are on one line across: one of the other two has the value.",
);

pub(crate) const KITE: Technique = technique(
    "two-string kite",
    3,
    "A row and a column have two places each for a value, and two of these are in one box: one of the other two has the value.",
);

pub(crate) const EMPTY_RECTANGLE: Technique = technique(
    "empty rectangle",
    3,
    "A box has a value only on one row and one column. A line with two places for it crosses one of them: so one end of that line, or the other line through the box, has it.",
);

pub(crate) const SIMPLE_COLOURING: Technique = technique(
    "simple colouring",
    4,
    "Groups with two places for a value make these alternate between two colours, of which one has the value everywhere: what sees both colours does not have it.",
);

pub(crate) const W_WING: Technique = technique(
    "W-wing",
    4,
    "Two places have the same two values left, and a group has one of these only beside them: so one of the two has the other value.",
);

pub(crate) const X_CHAIN: Technique = technique(
    "X-chain",
    4,
    "A chain about one value: if its first place does not have it, its last one does.",
);

pub(crate) const XY_CHAIN: Technique = technique(
    "XY-chain",
    4,
    "A chain of places with two values left: if the first does not have a value, the last one has it.",
);

pub(crate) const AIC: [Technique; 2] = [
    technique(
        "alternating inference chain",
        4,
        "A chain of places and values: if its first link does not hold, its last one does, so what neither allows is ruled out.",
    ),
    technique(
        "grouped alternating inference chain",
        4,
        "An alternating inference chain in which several places of a box that are on one line count as one: one of them has the value, or none has it.",
    ),
];

/// No chain has more nodes than this.
const LONGEST: usize = 24;

/// A node: the statement that one of these places has the value.
pub(super) struct Link {
    pub(super) set: Set,
    pub(super) value: usize,
}

/// Why one node holds if another one does not (a strong link).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strong {
    /// The place has no third value.
    Place,
    /// The group has the value nowhere else.
    Group(usize),
}

/// The nodes of chains, and what follows from what.
pub(super) struct Net {
    pub(super) nodes: Vec<Link>,
    /// For each node, those that hold if it does not.
    strong: Vec<Vec<(usize, Strong)>>,
    /// For each node, those that do not hold if it does.
    weak: Vec<Vec<usize>>,
}

/// Which links a chain may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Those about one value.
    OneValue,
    /// Those of places with two values.
    Pairs,
    /// All of them, about single places.
    Single,
    /// All of them.
    Grouped,
}

impl Net {
    pub(super) fn new(marks: &Marks<'_>) -> Net {
        let board = marks.board;
        let (mut nodes, mut number) = (Vec::new(), HashMap::new());
        let mut add = |set: Set, value: usize| {
            number.entry((value, set)).or_insert_with(|| {
                nodes.push(Link { set, value });
                nodes.len() - 1
            });
        };
        for place in marks.open.iter() {
            bits(marks.left[place]).for_each(|value| add(Set::of(&[place]), value));
        }
        for one in 0..board.groups.len() {
            for other in 0..one {
                let both = board.members[one].and(&board.members[other]);
                if both.len() < 2 || both == board.members[one] || both == board.members[other] {
                    continue;
                }
                for (value, holders) in marks.holders.iter().enumerate() {
                    let set = holders.and(&both);
                    if set.len() > 1 {
                        add(set, value);
                    }
                }
            }
        }
        let mut strong: Vec<Vec<(usize, Strong)>> = vec![Vec::new(); nodes.len()];
        let mut weak = vec![Vec::new(); nodes.len()];
        let mut of_value: Vec<Vec<usize>> = vec![Vec::new(); board.values];
        nodes
            .iter()
            .enumerate()
            .for_each(|(at, node): (usize, &Link)| of_value[node.value].push(at));
        for (group, value, places) in marks.homes() {
            for &at in &of_value[value] {
                let set = nodes[at].set;
                if !set.is_in(&places) {
                    continue;
                }
                if let Some(&other) = number.get(&(value, places.minus(&set)))
                    && !strong[at].iter().any(|&(to, _)| to == other)
                {
                    strong[at].push((other, Strong::Group(group)));
                }
            }
        }
        for (at, node) in nodes.iter().enumerate() {
            let seen = board.seen_by_all(&node.set);
            let same = of_value[node.value].iter().copied();
            weak[at].extend(same.filter(|&other| nodes[other].set.is_in(&seen)));
            let Some(place) = node.set.only() else { continue };
            let others = bits(marks.left[place] & !(1 << node.value));
            let others: Vec<usize> =
                others.filter_map(|value| number.get(&(value, node.set)).copied()).collect();
            if let &[other] = &others[..] {
                strong[at].push((other, Strong::Place));
            }
            weak[at].extend(others);
        }
        Net { nodes, strong, weak }
    }

    fn is_single(&self, node: usize) -> bool {
        self.nodes[node].set.only().is_some()
    }

    /// Whether a chain of this sort may use a strong link to this node.
    fn may(&self, sort: Sort, to: usize, how: Strong) -> bool {
        match sort {
            Sort::OneValue => how != Strong::Place,
            Sort::Pairs => how == Strong::Place,
            Sort::Single => self.is_single(to),
            Sort::Grouped => true,
        }
    }

    /// The shortest chains from a node that does not hold.
    fn from(&self, sort: Sort, start: usize, longest: usize) -> Tree {
        let mut tree = Tree { on: HashMap::new(), off: HashMap::from([(start, None)]) };
        let mut last = vec![start];
        let mut length = 2;
        while !last.is_empty() && length <= longest {
            let mut next = Vec::new();
            for &from in &last {
                for &(to, how) in &self.strong[from] {
                    if !self.may(sort, to, how) || tree.on.contains_key(&to) {
                        continue;
                    }
                    tree.on.insert(to, (from, how));
                    for &beyond in &self.weak[to] {
                        let is_asked = match sort {
                            Sort::OneValue => self.nodes[beyond].value == self.nodes[to].value,
                            // From place to place: not to the other value of the same one.
                            Sort::Pairs => self.nodes[beyond].set != self.nodes[to].set,
                            Sort::Single => self.is_single(beyond),
                            Sort::Grouped => true,
                        };
                        if is_asked && !tree.off.contains_key(&beyond) {
                            tree.off.insert(beyond, Some(to));
                            next.push(beyond);
                        }
                    }
                }
            }
            last = next;
            length += 2;
        }
        tree
    }

    /// The nodes of single places that contradict both nodes.
    fn ruled_out(&self, one: usize, other: usize) -> impl Iterator<Item = usize> {
        let both = self.weak[one].iter().copied();
        both.filter(move |&at| self.is_single(at) && self.weak[other].contains(&at))
    }
}

/// What follows from a node that does not hold, by breadth-first search. Each node has its predecessor in the chain.
struct Tree {
    on: HashMap<usize, (usize, Strong)>,
    off: HashMap<usize, Option<usize>>,
}

impl Tree {
    /// The nodes from the start to this one, which holds, and the strong links between them.
    fn chain(&self, end: usize) -> (Vec<usize>, Vec<Strong>) {
        let (mut nodes, mut links, mut at) = (Vec::new(), Vec::new(), Some(end));
        while let Some(on) = at {
            let (off, how) = self.on[&on];
            nodes.extend([on, off]);
            links.push(how);
            at = self.off[&off];
        }
        nodes.reverse();
        links.reverse();
        (nodes, links)
    }
}

/// By how much the length of a chain increases its rating, as in Sudoku Explainer.
pub(super) fn for_length(length: usize) -> usize {
    let (mut most, mut more, mut is_odd) = (4, 0, false);
    while length > most {
        most = if is_odd { most * 4 / 3 } else { most * 3 / 2 };
        (more, is_odd) = (more + 1, !is_odd);
    }
    more
}

/// The shortest chains of a sort that rule something out.
fn shortest(marks: &Marks<'_>, sort: Sort, least: usize, longest: usize) -> Vec<Found> {
    let net = Net::new(marks);
    let mut all: Vec<Found> = Vec::new();
    let mut longest = longest;
    for start in 0..net.nodes.len() {
        if sort != Sort::Grouped && sort != Sort::OneValue && !net.is_single(start) {
            continue;
        }
        let tree = net.from(sort, start, longest);
        // Each chain is there from both ends.
        for &end in tree.on.keys().filter(|&&end| end > start) {
            let mut gone = net.ruled_out(start, end).peekable();
            if gone.peek().is_none() {
                continue;
            }
            let (nodes, links) = tree.chain(end);
            let is_sort = sort != Sort::Grouped || nodes.iter().any(|&at| !net.is_single(at));
            if !is_sort || nodes.len() < least || nodes.len() > longest {
                continue;
            }
            longest = longest.min(nodes.len());
            let gone: Vec<usize> = gone.collect();
            all.push(found(marks, &net, &nodes, &links, &gone));
        }
    }
    let fewest = all.iter().map(|found| found.chains[0].len()).min().unwrap_or(0);
    all.retain(|found| found.chains[0].len() == fewest);
    all.sort_by(|one, other| one.places.cmp(&other.places));
    all
}

fn found(marks: &Marks<'_>, net: &Net, nodes: &[usize], links: &[Strong], gone: &[usize]) -> Found {
    let (technique, rating) = named(marks, net, nodes, links);
    let mut found = Found::new(technique, rating);
    for &at in gone {
        found.remove(&net.nodes[at].set, net.nodes[at].value);
    }
    need_links(marks, net, &mut found.reasons, nodes, links);
    let ends = [nodes[0], nodes[nodes.len() - 1]];
    for &at in gone {
        for end in ends.iter().filter(|&&end| net.nodes[end].value == net.nodes[at].value) {
            let reasons = &mut found.reasons;
            marks.need_different(reasons, &net.nodes[at].set, &net.nodes[*end].set);
        }
    }
    found.groups = links
        .iter()
        .filter_map(|how| match how {
            Strong::Group(group) => Some(*group),
            Strong::Place => None,
        })
        .collect();
    found.chains = vec![said(net, nodes, false)];
    found.values = nodes.iter().fold(0, |all, &at| all | 1 << net.nodes[at].value);
    found.places = nodes.iter().flat_map(|&at| net.nodes[at].set.iter()).collect();
    found
}

/// The nodes as the links of a chain, of which each second one holds.
pub(super) fn said(net: &Net, nodes: &[usize], first_holds: bool) -> Vec<Node> {
    let node = |(at, &node): (usize, &usize)| Node {
        places: net.nodes[node].set.iter().collect(),
        value: net.nodes[node].value,
        holds: (at % 2 == 0) == first_holds,
    };
    nodes.iter().enumerate().map(node).collect()
}

/// Adds the links of a chain to the reasons.
fn need_links(
    marks: &Marks<'_>,
    net: &Net,
    reasons: &mut Reasons,
    nodes: &[usize],
    links: &[Strong],
) {
    for (pair, how) in nodes.chunks(2).zip(links) {
        need_strong(marks, net, reasons, [pair[0], pair[1]], *how);
    }
    for pair in nodes[1..].chunks(2).filter(|pair| pair.len() == 2) {
        need_weak(marks, net, reasons, [pair[0], pair[1]]);
    }
}

fn need_strong(
    marks: &Marks<'_>,
    net: &Net,
    reasons: &mut Reasons,
    [from, to]: [usize; 2],
    how: Strong,
) {
    let (one, other) = (&net.nodes[from], &net.nodes[to]);
    match how {
        Strong::Place => one.set.iter().for_each(|place| marks.need_left(reasons, place)),
        Strong::Group(group) => {
            let both = one.set.or(&other.set);
            marks.need_nowhere_else(reasons, group, &both, 1 << one.value);
        }
    }
}

pub(super) fn need_weak(marks: &Marks<'_>, net: &Net, reasons: &mut Reasons, pair: [usize; 2]) {
    let [one, other] = pair.map(|at| &net.nodes[at]);
    if one.value == other.value {
        marks.need_different(reasons, &one.set, &other.set);
    }
}

/// The technique that players name such a chain by, and its rating.
fn named(
    marks: &Marks<'_>,
    net: &Net,
    nodes: &[usize],
    links: &[Strong],
) -> (&'static Technique, usize) {
    let is_grouped = nodes.iter().any(|&at| !net.is_single(at));
    let value = net.nodes[nodes[0]].value;
    let more = for_length(nodes.len());
    if nodes.iter().all(|&at| net.nodes[at].value == value) {
        let is_line =
            |how: &Strong| matches!(how, Strong::Group(at) if marks.board.groups[*at].is_line());
        if nodes.len() == 4 {
            let across = net.nodes[nodes[1]].set.or(&net.nodes[nodes[2]].set);
            let weak = marks.board.common(&across);
            let on_line = weak.is_some_and(|group| marks.board.groups[group].is_line());
            let members = |how: &Strong| match how {
                Strong::Group(group) => marks.board.members[*group],
                Strong::Place => Set::default(),
            };
            let meet = members(&links[0]).meets(&members(&links[1]));
            match (links.iter().all(is_line), is_grouped) {
                (true, false) if on_line && !meet => return (&SKYSCRAPER, 40),
                (true, false) if !on_line && meet => return (&KITE, 41),
                (false, _)
                    if links.iter().any(is_line) && is_rectangle(marks, net, nodes, links) =>
                {
                    return (&EMPTY_RECTANGLE, 42);
                }
                _ => {}
            }
        }
        let rating = match nodes.len() {
            ..=4 => 42,
            5..=6 => 55,
            7..=8 => 59,
            9..=10 => 63,
            _ => 66,
        };
        return (&X_CHAIN, rating + usize::from(is_grouped));
    }
    if links.iter().all(|how| *how == Strong::Place) {
        return (&XY_CHAIN, 61 + more);
    }
    let [first, .., last] = nodes else { return (&AIC[0], 63 + more) };
    if nodes.len() == 6
        && links[0] == Strong::Place
        && links[2] == Strong::Place
        && !is_grouped
        && net.nodes[*first].value == net.nodes[*last].value
        && net.nodes[nodes[1]].value == net.nodes[nodes[4]].value
    {
        return (&W_WING, 60);
    }
    (&AIC[usize::from(is_grouped)], if is_grouped { 71 } else { 63 } + more)
}

/// Whether the only link through a box is between places of a row and places of a column.
fn is_rectangle(marks: &Marks<'_>, net: &Net, nodes: &[usize], links: &[Strong]) -> bool {
    let board = marks.board;
    let pairs = nodes.chunks(2).zip(links);
    let mut boxes =
        pairs.filter(|(_, how)| matches!(how, Strong::Group(at) if !board.groups[*at].is_line()));
    let Some((pair, _)) = boxes.next() else { return false };
    let on_line = |node: &usize| {
        let group = board.of[net.nodes[*node].set.iter().next().unwrap_or(0)].iter();
        group
            .clone()
            .any(|&at| board.groups[at].is_line() && net.nodes[*node].set.is_in(&board.members[at]))
    };
    boxes.next().is_none() && pair.iter().all(on_line)
}

/// Chains about one value with at most `longest` nodes.
pub(super) fn of_one_value(marks: &Marks<'_>, longest: usize) -> Vec<Found> {
    shortest(marks, Sort::OneValue, 4, longest)
}

/// Chains of places with two values.
pub(super) fn of_pairs(marks: &Marks<'_>) -> Vec<Found> {
    shortest(marks, Sort::Pairs, 4, LONGEST)
}

/// W-wings: chains of three links of which the first and the last are of places with the same two values.
pub(super) fn w_wings(marks: &Marks<'_>) -> Vec<Found> {
    let mut found = shortest(marks, Sort::Single, 6, 6);
    found.retain(|found| found.technique == &W_WING);
    found
}

/// All chains of single places.
pub(super) fn alternating(marks: &Marks<'_>) -> Vec<Found> {
    shortest(marks, Sort::Single, 4, LONGEST)
}

/// All chains in which several places of a box and a line may count as one.
pub(super) fn grouped(marks: &Marks<'_>) -> Vec<Found> {
    shortest(marks, Sort::Grouped, 4, LONGEST)
}

/// Simple colouring, where three or more groups have two places for a value.
pub(super) fn colours(marks: &Marks<'_>) -> Vec<Found> {
    let net = Net::new(marks);
    let mut all = Vec::new();
    let mut seen = vec![false; net.nodes.len()];
    for start in 0..net.nodes.len() {
        if seen[start] || !net.is_single(start) {
            continue;
        }
        let value = net.nodes[start].value;
        let mut colours = [Set::default(); 2];
        let mut reasons = Reasons::default();
        let (mut open, mut groups) = (vec![(start, 0)], Vec::new());
        while let Some((at, colour)) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            colours[colour] = colours[colour].or(&net.nodes[at].set);
            for &(to, how) in net.strong[at].iter().filter(|(to, _)| net.is_single(*to)) {
                let Strong::Group(group) = how else { continue };
                need_strong(marks, &net, &mut reasons, [at, to], how);
                groups.push(group);
                open.push((to, 1 - colour));
            }
        }
        groups.sort_unstable();
        groups.dedup();
        if groups.len() < 3 || colours[0].meets(&colours[1]) {
            continue;
        }
        let members = colours[0].or(&colours[1]);
        for target in marks.holders[value].minus(&members).iter() {
            let sees = colours.map(|colour| marks.board.peers[target].and(&colour).iter().next());
            let [Some(one), Some(other)] = sees else { continue };
            let mut found = Found::new(&SIMPLE_COLOURING, 55);
            found.remove(&Set::of(&[target]), value);
            found.reasons = reasons.clone();
            for end in [one, other] {
                let (target, end) = (Set::of(&[target]), Set::of(&[end]));
                marks.need_different(&mut found.reasons, &target, &end);
            }
            found.groups.clone_from(&groups);
            found.values = 1 << value;
            found.places = members.iter().collect();
            found.chains = colours
                .iter()
                .enumerate()
                .map(|(at, colour)| {
                    vec![Node { places: colour.iter().collect(), value, holds: at == 0 }]
                })
                .collect();
            found.covers = vec![one, other];
            all.push(found);
        }
    }
    all
}

/// What follows from a node that holds, by breadth-first search.
pub(super) struct Consequences {
    /// For each node that holds, its predecessor, which does not.
    on: HashMap<usize, (usize, Strong)>,
    /// For each node that does not hold, its predecessor, which does, and the length of the chain.
    pub(super) off: HashMap<usize, (usize, usize)>,
}

impl Net {
    /// All that follows from a node that holds by links between two nodes.
    pub(super) fn of_holding(&self, start: usize) -> Consequences {
        let mut found = Consequences { on: HashMap::new(), off: HashMap::new() };
        let mut last = vec![start];
        let mut length = 2;
        while !last.is_empty() {
            let mut next = Vec::new();
            for &on in &last {
                for &off in &self.weak[on] {
                    if found.off.contains_key(&off) {
                        continue;
                    }
                    found.off.insert(off, (on, length));
                    for &(to, how) in &self.strong[off] {
                        if to != start && !found.on.contains_key(&to) {
                            found.on.insert(to, (off, how));
                            next.push(to);
                        }
                    }
                }
            }
            last = next;
            length += 2;
        }
        found
    }

    /// The nodes from the start to this one, which does not hold.
    pub(super) fn chain_to(&self, found: &Consequences, end: usize) -> Vec<usize> {
        let mut nodes = vec![end];
        let mut at = end;
        loop {
            let (on, _) = found.off[&at];
            nodes.push(on);
            match found.on.get(&on) {
                Some(&(off, _)) => {
                    nodes.push(off);
                    at = off;
                }
                None => break,
            }
        }
        nodes.reverse();
        nodes
    }

    /// Adds the links of such a chain to the reasons.
    pub(super) fn need_chain(
        &self,
        marks: &Marks<'_>,
        reasons: &mut Reasons,
        found: &Consequences,
        nodes: &[usize],
    ) {
        for pair in nodes.windows(2).enumerate() {
            let (at, &[one, other]) = pair else { continue };
            match at % 2 {
                0 => need_weak(marks, self, reasons, [one, other]),
                _ => need_strong(marks, self, reasons, [one, other], found.on[&other].1),
            }
        }
    }
}
