//! Hashes for tables of states and nodes.

/// A hash of some words, the same on every machine. It multiplies and rotates; that is enough, because no adversary
/// chooses the words.
///
/// ```
/// use cnfetti_core::mix::mix;
///
/// assert_eq!(mix([1, 2]), mix(1..=2));
/// assert_ne!(mix([1, 2]), mix([2, 1]));
/// ```
#[inline]
pub fn mix(words: impl IntoIterator<Item = u64>) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed = words
        .into_iter()
        .fold(0, |hash: u64, word| (hash.rotate_left(26) ^ word).wrapping_mul(FACTOR));
    (mixed ^ mixed >> 32).wrapping_mul(FACTOR)
}
