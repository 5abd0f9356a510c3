//! What is known of a board with areas, and what follows from one area, or for one place.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use cnfetti_core::csp::Value;
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};
use fixedbitset::FixedBitSet;
use itertools::Itertools;

use super::AreaRule;
use crate::merge::both;
use crate::techniques::{FULL, NOTHING_ELSE_FITS, ROOM, TOO_MANY, Technique, WAY_OUT};

/// No area.
const NONE: usize = usize::MAX;

/// The numbers that places can still have.
#[derive(Clone)]
pub(super) struct Board<'a> {
    rule: &'a AreaRule,
    /// For each place and number, whether it can have it.
    left: FixedBitSet,
    /// The number of each place; 0 while it is open.
    number: Vec<usize>,
    /// The places that are known to belong together.
    groups: Vec<Vec<usize>>,
    /// Of each place with a number, its group.
    group: Vec<usize>,
}

/// Why a thought is right.
pub(crate) enum Reason {
    /// The place would join too many places of its number. They are complete if they need no further place.
    TooMany { joined: Vec<usize>, is_complete: bool },
    /// The area of the place would only have room for this many places.
    NoRoom { room: usize },
    /// Without the place, the area of another one would only have room for this many places.
    Needed { of: usize, room: usize, is_only_way: bool },
    /// Nothing else fits.
    LastOne,
}

/// A place that has to have a number.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    pub(super) place: usize,
    pub(super) number: usize,
    /// The group that needs it; `None` if no other number fits the place.
    group: Option<usize>,
}

/// Why a board has no solution.
pub(crate) enum Broken {
    /// The area of this place has too many places.
    Overfull { place: usize },
    /// The area of this place only has room for this many places.
    Confined { place: usize, room: usize },
    /// Nothing fits this place.
    Nothing { place: usize },
}

/// A conclusion about a place, the reason, and the facts behind it.
pub(crate) struct Thought {
    pub(crate) place: usize,
    pub(crate) said: Said,
    pub(crate) reason: Reason,
    pub(crate) cited: Cited,
}

/// The facts and definitions that a thought needs.
#[derive(Clone, Default)]
pub(crate) struct Cited {
    numbers: BTreeMap<usize, usize>,
    gone: BTreeMap<usize, BTreeSet<usize>>,
    definitions: BTreeSet<usize>,
}

impl Reason {
    pub(super) fn technique(&self) -> &'static Technique {
        match self {
            Reason::TooMany { is_complete: true, .. } => &FULL.technique,
            Reason::TooMany { .. } => &TOO_MANY.technique,
            Reason::NoRoom { .. } => &ROOM.technique,
            Reason::Needed { is_only_way: true, .. } => &WAY_OUT.technique,
            Reason::Needed { .. } => &ROOM.technique,
            Reason::LastOne => &NOTHING_ELSE_FITS,
        }
    }
}

impl Thought {
    pub(super) fn conclusion(&self, rule: &AreaRule) -> Fact {
        Fact { variable: rule.places[self.place], said: self.said.clone() }
    }
}

impl Cited {
    pub(super) fn add(&mut self, other: &Cited) {
        self.numbers.extend(&other.numbers);
        self.definitions.extend(&other.definitions);
        for (place, gone) in &other.gone {
            self.gone.entry(*place).or_default().extend(gone);
        }
    }

    pub(super) fn facts(&self, rule: &AreaRule) -> Vec<Fact> {
        let is = self.numbers.iter().map(|(&at, &number)| Fact {
            variable: rule.places[at],
            said: Said::Is(number as Value),
        });
        let open = self.gone.iter().filter(|(at, _)| !self.numbers.contains_key(at));
        let is_not = open.map(|(&at, gone)| {
            let gone = gone.iter().map(|&number| number as Value).collect();
            Fact { variable: rule.places[at], said: Said::IsNone(gone) }
        });
        is.chain(is_not).sorted_by_key(|fact| fact.variable).collect()
    }

    /// The rule with the definitions, increasing.
    pub(super) fn constraints(&self, rule: &AreaRule) -> Vec<usize> {
        self.definitions.iter().copied().chain([rule.constraint]).sorted().collect()
    }
}

fn number(value: Value) -> usize {
    usize::try_from(value).unwrap_or(0)
}

impl<'a> Board<'a> {
    pub(super) fn new(rule: &'a AreaRule, known: &Candidates) -> Board<'a> {
        let places = rule.places.len();
        let mut board = Board {
            rule,
            left: FixedBitSet::with_capacity(places * rule.numbers),
            number: vec![0; places],
            groups: Vec::new(),
            group: vec![NONE; places],
        };
        for (at, &place) in rule.places.iter().enumerate() {
            let left = known.of(place);
            left.iter().for_each(|&value| board.left.insert(at * rule.numbers + number(value)));
            if let [only] = left {
                board.number[at] = number(*only);
            }
        }
        board.join();
        board
    }

    /// Records a fact about a place. Call [`Board::join`] afterwards.
    pub(super) fn learn(&mut self, place: usize, said: &Said) {
        let numbers = place * self.rule.numbers;
        match said {
            Said::Is(value) => {
                let is_left = self.left.contains(numbers + number(*value));
                self.left.set_range(numbers..numbers + self.rule.numbers, false);
                self.left.set(numbers + number(*value), is_left);
            }
            Said::IsNone(gone) => {
                gone.iter().for_each(|&gone| self.left.set(numbers + number(gone), false));
            }
        }
        self.number[place] = self.numbers_left(place).exactly_one().unwrap_or(0);
    }

    fn numbers_left(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let numbers = self.rule.numbers;
        (0..numbers).filter(move |number| self.left.contains(place * numbers + number))
    }

    fn can_be(&self, place: usize, number: usize) -> bool {
        self.left.contains(place * self.rule.numbers + number)
    }

    pub(super) fn is_open(&self, place: usize) -> bool {
        self.number[place] == 0
    }

    /// The largest number on the board.
    pub(super) fn largest(&self) -> usize {
        self.number.iter().copied().max().unwrap_or(0)
    }

    fn beside(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        self.rule.neighbours[place].iter().map(|(beside, _)| *beside)
    }

    /// Finds the groups of places with equal numbers.
    pub(super) fn join(&mut self) {
        self.groups.clear();
        self.group.fill(NONE);
        for first in 0..self.number.len() {
            if self.number[first] == 0 || self.group[first] != NONE {
                continue;
            }
            let mut group = vec![first];
            self.group[first] = self.groups.len();
            let mut next = 0;
            while next < group.len() {
                for &(beside, _) in &self.rule.neighbours[group[next]] {
                    if self.number[beside] == self.number[first] && self.group[beside] == NONE {
                        self.group[beside] = self.groups.len();
                        group.push(beside);
                    }
                }
                next += 1;
            }
            self.groups.push(group);
        }
    }

    /// The groups of this number beside the place.
    fn groups_beside(&self, place: usize, number: usize) -> impl Iterator<Item = usize> + '_ {
        let group =
            move |beside: &usize| (self.number[*beside] == number).then_some(self.group[*beside]);
        self.beside(place).enumerate().filter_map(move |(at, beside)| {
            let own = group(&beside)?;
            let is_first = !self.beside(place).take(at).any(|other| group(&other) == Some(own));
            is_first.then_some(own)
        })
    }

    /// How many places of this number are joined with the place, without those of the groups of `seed`.
    fn joined(&self, place: usize, number: usize, seed: &[usize]) -> usize {
        let is_other = |group: &usize| !seed.iter().any(|&at| self.group[at] == *group);
        let others = self.groups_beside(place, number).filter(is_other);
        others.map(|group| self.groups[group].len()).sum()
    }

    /// Whether a place can belong to the area of these places.
    fn can_join(&self, seed: &[usize], place: usize, number: usize) -> bool {
        match self.number[place] {
            0 => {
                self.can_be(place, number)
                    && seed.len() + 1 + self.joined(place, number, seed) <= number
            }
            own => own == number,
        }
    }

    /// Places that can belong to the area of these: all of them, or at least as many as the number.
    fn region(&self, seed: &[usize], number: usize, without: Option<usize>) -> Vec<usize> {
        let mut seen: FixedBitSet = seed.iter().copied().collect();
        seen.grow(self.number.len());
        without.into_iter().for_each(|without| seen.insert(without));
        let mut region = seed.to_vec();
        let mut next = 0;
        while next < region.len() && region.len() < number {
            for beside in self.beside(region[next]) {
                if !seen.contains(beside) && self.can_join(seed, beside, number) {
                    seen.insert(beside);
                    region.push(beside);
                }
            }
            next += 1;
        }
        region
    }

    /// The place, if it had the number, and all that would be joined with it.
    fn seed(&self, place: usize, number: usize) -> Vec<usize> {
        let groups = self.groups_beside(place, number);
        [place].into_iter().chain(groups.flat_map(|at| self.groups[at].iter().copied())).collect()
    }

    /// Whether the place can have the number, as far as its own area shows.
    pub(super) fn fits(&self, place: usize, number: usize) -> bool {
        let seed = self.seed(place, number);
        seed.len() <= number && self.region(&seed, number, None).len() >= number
    }

    /// What decides places: those that an area needs, and those with one number left.
    pub(super) fn decisions(&self) -> Result<Vec<Decision>, Broken> {
        let mut decisions = Vec::new();
        for group in 0..self.groups.len() {
            self.needed_by(group, &mut decisions)?;
        }
        for place in (0..self.number.len()).filter(|&place| self.is_open(place)) {
            let mut fitting = self.numbers_left(place).filter(|&number| self.fits(place, number));
            match (fitting.next(), fitting.next()) {
                (Some(number), None) => decisions.push(Decision { place, number, group: None }),
                (None, _) => return Err(Broken::Nothing { place }),
                _ => {}
            }
        }
        Ok(decisions)
    }

    /// The places that the area of a group cannot do without.
    fn needed_by(&self, at: usize, decisions: &mut Vec<Decision>) -> Result<(), Broken> {
        let group = &self.groups[at];
        let (place, number) = (group[0], self.number[group[0]]);
        if group.len() > number {
            return Err(Broken::Overfull { place });
        }
        let region = self.region(group, number, None);
        if region.len() < number {
            return Err(Broken::Confined { place, room: region.len() });
        }
        let is_needed = |without: &usize| {
            self.is_open(*without) && self.region(group, number, Some(*without)).len() < number
        };
        let needed = region.into_iter().filter(is_needed);
        decisions.extend(needed.map(|place| Decision { place, number, group: Some(at) }));
        Ok(())
    }

    /// A decision with what shows it.
    pub(super) fn thought(&self, Decision { place, number, group }: Decision) -> Thought {
        let Some(group) = group.map(|group| &self.groups[group]) else {
            return self.is(place, number, Reason::LastOne, self.against_all(place, number));
        };
        let is_only_way = self.region(group, number, Some(place)).len() == group.len();
        let (room, cited) = self.confined(group, number, Some(place));
        self.is(place, number, Reason::Needed { of: group[0], room, is_only_way }, cited)
    }

    /// What shows that the board has no solution.
    pub(super) fn cited_by(&self, broken: &Broken) -> Cited {
        let mut cited = Cited::default();
        match *broken {
            Broken::Nothing { place } => return self.against_all(place, 0),
            Broken::Confined { place, .. } => {
                return self.confined(&self.groups[self.group[place]], self.number[place], None).1;
            }
            Broken::Overfull { place } => {
                let number = self.number[place];
                cited.numbers.insert(place, number);
                self.cite_joined(place, number, |_| true, number, &mut cited);
            }
        }
        cited
    }

    fn is(&self, place: usize, number: usize, reason: Reason, cited: Cited) -> Thought {
        Thought { place, said: Said::Is(number as Value), reason, cited }
    }

    /// What rules out that the place has any number but this one.
    fn against_all(&self, place: usize, but: usize) -> Cited {
        let mut cited = Cited::default();
        for &value in &self.rule.domains[place] {
            let number = number(value);
            if number == but {
                continue;
            }
            match self.against(place, number) {
                Some((_, against)) => cited.add(&against),
                None => _ = cited.gone.entry(place).or_default().insert(number),
            }
        }
        cited
    }

    /// How many places the area of a group can have, too few, and what shows that: one place of it alone, if that is
    /// enough.
    fn confined(&self, group: &[usize], number: usize, without: Option<usize>) -> (usize, Cited) {
        let mut cited = Cited::default();
        let first = &group[..1];
        cited.numbers.insert(first[0], number);
        let region = self.region(first, number, without);
        if region.len() < number {
            self.cite_walls(first, &region, number, without, &mut cited);
            return (region.len(), cited);
        }
        let own = self.group[first[0]];
        self.cite_joined(first[0], number, |at| self.group[at] == own, group.len() - 1, &mut cited);
        let region = self.region(group, number, without);
        self.cite_walls(group, &region, number, without, &mut cited);
        (region.len(), cited)
    }

    /// Why the place cannot have the number, if its own area shows that.
    pub(super) fn against(&self, place: usize, number: usize) -> Option<(Reason, Cited)> {
        let mut cited = Cited::default();
        let mut groups = self.groups_beside(place, number);
        if let Some(full) = groups.find(|&group| self.groups[group].len() >= number) {
            self.cite_joined(place, number, |at| self.group[at] == full, number, &mut cited);
            let joined = cited.numbers.keys().copied().collect();
            return Some((Reason::TooMany { joined, is_complete: true }, cited));
        }
        let seed = self.seed(place, number);
        if seed.len() > number {
            self.cite_joined(place, number, |_| true, number, &mut cited);
            let joined = cited.numbers.keys().copied().collect();
            return Some((Reason::TooMany { joined, is_complete: false }, cited));
        }
        let region = self.region(&[place], number, None);
        if region.len() < number {
            self.cite_walls(&[place], &region, number, None, &mut cited);
            return Some((Reason::NoRoom { room: region.len() }, cited));
        }
        let region = self.region(&seed, number, None);
        if region.len() < number {
            self.cite_joined(place, number, |_| true, seed.len() - 1, &mut cited);
            self.cite_walls(&seed, &region, number, None, &mut cited);
            return Some((Reason::NoRoom { room: region.len() }, cited));
        }
        None
    }

    /// What is ruled out for open places: for each of them what is too many, and what has no room.
    pub(super) fn ruled_out(&self) -> Vec<Thought> {
        let mut thoughts: Vec<Thought> = Vec::new();
        for place in (0..self.number.len()).filter(|&place| self.is_open(place)) {
            let mut without_room: Option<Thought> = None;
            for number in self.numbers_left(place) {
                if self.fits(place, number) {
                    continue;
                }
                let Some((reason, cited)) = self.against(place, number) else { continue };
                let thought = self.is_not(place, number, reason, cited);
                match (&thought.reason, &mut without_room) {
                    (Reason::NoRoom { room }, Some(whole)) => {
                        whole.cited.add(&thought.cited);
                        whole.said = both(&whole.said, &thought.said);
                        if let Reason::NoRoom { room: most } = &mut whole.reason {
                            *most = (*most).max(*room);
                        }
                    }
                    (Reason::NoRoom { .. }, none) => *none = Some(thought),
                    _ => thoughts.push(thought),
                }
            }
            thoughts.extend(without_room);
        }
        thoughts
    }

    fn is_not(&self, place: usize, number: usize, reason: Reason, cited: Cited) -> Thought {
        Thought { place, said: Said::IsNone(vec![number as Value]), reason, cited }
    }

    /// The thought that draws this conclusion about a place, if there is one.
    pub(super) fn shows(&self, place: usize, fact: &Fact) -> Option<Thought> {
        match &fact.said {
            Said::Is(value) => {
                let only = number(*value);
                let decision = |group| Decision { place, number: only, group };
                let needs = |group: &Vec<usize>| {
                    self.number[group[0]] == only
                        && !group.contains(&place)
                        && self.region(group, only, Some(place)).len() < only
                };
                if let Some(group) = self.groups.iter().position(needs) {
                    return Some(self.thought(decision(Some(group))));
                }
                let mut others = self.numbers_left(place).filter(|&number| number != only);
                let is_last = others.all(|number| !self.fits(place, number));
                is_last.then(|| self.thought(decision(None)))
            }
            Said::IsNone(gone) => {
                let mut whole: Option<Thought> = None;
                for &value in gone {
                    let (reason, cited) = self.against(place, number(value))?;
                    let thought = self.is_not(place, number(value), reason, cited);
                    match &mut whole {
                        None => whole = Some(thought),
                        Some(whole) => {
                            whole.cited.add(&thought.cited);
                            whole.said = both(&whole.said, &thought.said);
                        }
                    }
                }
                whole
            }
        }
    }

    /// Cites up to `most` places with the number that are connected with the place, nearest first, among those that are meant.
    fn cite_joined(
        &self,
        place: usize,
        number: usize,
        is_meant: impl Fn(usize) -> bool,
        most: usize,
        cited: &mut Cited,
    ) {
        let mut seen: FixedBitSet = FixedBitSet::with_capacity(self.number.len());
        seen.insert(place);
        let mut open = VecDeque::from([place]);
        let mut left = most;
        while let Some(at) = open.pop_front() {
            for &(beside, definition) in &self.rule.neighbours[at] {
                if left == 0 {
                    return;
                }
                if self.number[beside] == number && is_meant(beside) && !seen.put(beside) {
                    cited.numbers.insert(beside, number);
                    cited.definitions.insert(definition);
                    open.push_back(beside);
                    left -= 1;
                }
            }
        }
    }

    /// Cites why no place around a region belongs to the area of these places.
    fn cite_walls(
        &self,
        seed: &[usize],
        region: &[usize],
        number: usize,
        without: Option<usize>,
        cited: &mut Cited,
    ) {
        let inside: FixedBitSet = region.iter().copied().collect();
        let around = region.iter().flat_map(|&at| self.beside(at)).unique();
        let is_wall = |at: &usize| !inside.contains(*at) && Some(*at) != without;
        for wall in around.filter(is_wall) {
            if !self.is_open(wall) {
                cited.numbers.insert(wall, self.number[wall]);
            } else if seed.len() + 1 + self.joined(wall, number, seed) > number {
                let need = number - seed.len();
                let is_other =
                    |at: usize| !seed.iter().any(|&own| self.group[own] == self.group[at]);
                self.cite_joined(wall, number, is_other, need, cited);
            } else {
                cited.gone.entry(wall).or_default().insert(number);
            }
        }
    }
}
