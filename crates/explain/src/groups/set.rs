//! Sets of places.

/// The number of words of a set.
const WORDS: usize = 8;

/// A set of places of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Set([u64; WORDS]);

impl Set {
    /// Boards with more places than this have no sets.
    pub(crate) const MOST: usize = 64 * WORDS;

    pub(crate) fn of(places: &[usize]) -> Set {
        let mut set = Set::default();
        places.iter().for_each(|&place| set.insert(place));
        set
    }

    pub(crate) fn insert(&mut self, place: usize) {
        self.0[place / 64] |= 1 << (place % 64);
    }

    pub(crate) fn contains(&self, place: usize) -> bool {
        self.0[place / 64] & 1 << (place % 64) != 0
    }

    pub(crate) fn without(mut self, place: usize) -> Set {
        self.0[place / 64] &= !(1 << (place % 64));
        self
    }

    pub(crate) fn and(&self, other: &Set) -> Set {
        Set(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    pub(crate) fn or(&self, other: &Set) -> Set {
        Set(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    pub(crate) fn minus(&self, other: &Set) -> Set {
        Set(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_in(&self, other: &Set) -> bool {
        self.minus(other).is_empty()
    }

    pub(crate) fn meets(&self, other: &Set) -> bool {
        !self.and(other).is_empty()
    }

    /// The only place, if there is one only.
    pub(crate) fn only(&self) -> Option<usize> {
        let mut places = self.iter();
        places.next().filter(|_| places.next().is_none())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(at, word)| super::bits(word).map(move |bit| 64 * at + bit))
    }
}
