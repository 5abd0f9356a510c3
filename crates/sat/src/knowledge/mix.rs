//! Hashes of states and nodes.

/// Multiplies and rotates; that is enough, because no adversary chooses the states.
pub(super) fn mix(words: impl Iterator<Item = u64>) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed = words.fold(0, |hash: u64, word| (hash.rotate_left(26) ^ word).wrapping_mul(FACTOR));
    (mixed ^ mixed >> 32).wrapping_mul(FACTOR)
}
