//! Lists of watched clauses, all in one buffer: a small formula is then loaded without thousands of allocations.

use std::ops::Range;

use super::Code;

/// A watched clause, in the list of one of its literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Watch {
    pub(super) clause: u32,
    /// Another literal of the clause: while it is true, there is no need to visit the clause.
    pub(super) other: Code,
}

/// What is in the buffer where no watch is.
const EMPTY: Watch = Watch { clause: u32::MAX, other: 0 };

/// How much room a list has that grows for the first time.
const FIRST_ROOM: usize = 4;

/// A list of watches for each literal. A list without room moves to the end of the buffer and gets twice as much, so
/// all its places together are at most four times as many as it ever had watches.
pub(super) struct Watches {
    buffer: Vec<Watch>,
    lists: Vec<List>,
}

/// Where the list of a literal is in the buffer.
#[derive(Clone, Copy, Default)]
struct List {
    start: usize,
    length: u32,
    room: u32,
}

impl Watches {
    /// An empty list for each of so many literals.
    pub(super) fn new(literals: usize) -> Watches {
        Watches { buffer: Vec::new(), lists: vec![List::default(); literals] }
    }

    /// Empty lists with room to push each of these as often as it is there, and half as often again.
    pub(super) fn with_room(literals: usize, watched: impl Iterator<Item = Code>) -> Watches {
        let mut lists = vec![List::default(); literals];
        watched.for_each(|lit| lists[lit as usize].room += 1);
        let mut start = 0;
        for list in &mut lists {
            list.room += list.room / 2;
            list.start = start;
            start += list.room as usize;
        }
        Watches { buffer: vec![EMPTY; start], lists }
    }

    /// Adds a watch to the list of a literal.
    pub(super) fn push(&mut self, lit: Code, watch: Watch) {
        let list = &mut self.lists[lit as usize];
        if list.length == list.room {
            let start = self.buffer.len();
            let room = FIRST_ROOM.max(2 * list.room as usize);
            self.buffer.extend_from_within(list.start..list.start + list.length as usize);
            self.buffer.resize(start + room, EMPTY);
            (list.start, list.room) = (start, room as u32);
        }
        self.buffer[list.start + list.length as usize] = watch;
        list.length += 1;
    }

    /// The places of the list of a literal, until something is pushed to it.
    pub(super) fn range(&self, lit: Code) -> Range<usize> {
        let List { start, length, .. } = self.lists[lit as usize];
        start..start + length as usize
    }

    /// The watch at a place.
    pub(super) fn get(&self, place: usize) -> Watch {
        self.buffer[place]
    }

    /// Puts a watch at a place.
    pub(super) fn set(&mut self, place: usize, watch: Watch) {
        self.buffer[place] = watch;
    }

    /// Removes these places from the list of a literal; the others keep their order.
    pub(super) fn remove(&mut self, lit: Code, places: Range<usize>) {
        if !places.is_empty() {
            let end = self.range(lit).end;
            self.buffer.copy_within(places.end..end, places.start);
            self.lists[lit as usize].length -= places.len() as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::random::Random;

    /// Random pushes, changes and removals, against a list of its own for each literal.
    #[test]
    fn each_literal_has_its_own_list() {
        let (mut longest, mut removed) = (0, 0);
        for seed in 0..300 {
            let random = &mut Random::new(seed);
            let literals = 1 + random.below(6);
            let mut lists: Vec<Vec<Watch>> = vec![Vec::new(); literals];
            let foreseen: Vec<Code> =
                (0..random.below(20)).map(|_| random.below(literals) as Code).collect();
            let mut watches = match random.one_in(2) {
                true => Watches::new(literals),
                false => Watches::with_room(literals, foreseen.into_iter()),
            };
            for step in 0..random.below(200) as u32 {
                let lit = random.below(literals);
                let watch = Watch { clause: step, other: random.below(9) as Code };
                let (list, range) = (&mut lists[lit], watches.range(lit as Code));
                if random.below(3) > 0 || list.is_empty() {
                    list.push(watch);
                    watches.push(lit as Code, watch);
                } else {
                    let first = random.below(list.len() + 1);
                    let end = first + random.below(list.len() + 1 - first);
                    watches.remove(lit as Code, range.start + first..range.start + end);
                    list.drain(first..end);
                    removed += end - first;
                    if let Some(last) = list.last_mut() {
                        *last = watch;
                        watches.set(watches.range(lit as Code).end - 1, watch);
                    }
                }
                for (lit, list) in lists.iter().enumerate() {
                    let held: Vec<Watch> =
                        watches.range(lit as Code).map(|place| watches.get(place)).collect();
                    assert_eq!(held, *list, "{seed} {step}");
                    longest = longest.max(list.len());
                }
            }
        }
        assert!(longest > 25 && removed > 1_000, "{longest} {removed}");
    }
}
