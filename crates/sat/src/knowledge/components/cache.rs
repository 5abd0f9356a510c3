//! The components counted so far, each with its result.
//!
//! The key of a component is its variables and those of its clauses that have a false literal: the other
//! unsatisfied clauses are all the clauses over its variables only. Both lists are stored and compared in
//! full, so only equal components are merged.

use hashbrown::HashTable;

struct Entry<N> {
    hash: u64,
    /// The end of its key in the list of keys; it begins at the end of the one before.
    end: usize,
    /// When it was last found.
    used: u64,
    bytes: usize,
    node: N,
}

/// The components counted so far.
pub(super) struct Cache<N> {
    table: HashTable<u32>,
    entries: Vec<Entry<N>>,
    keys: Vec<u8>,
    /// How many bytes the nodes take.
    node_bytes: usize,
    now: u64,
    /// The key to look for, and its hash.
    key: Vec<u8>,
    hash: u64,
}

impl<N: Clone> Cache<N> {
    pub(super) fn new() -> Cache<N> {
        Cache {
            table: HashTable::new(),
            entries: Vec::new(),
            keys: Vec::new(),
            node_bytes: 0,
            now: 0,
            key: Vec::new(),
            hash: 0,
        }
    }

    /// Looks for the component of these variables and clauses, both in increasing order.
    pub(super) fn look_up(&mut self, variables: &[u32], clauses: impl Iterator<Item = u32>) {
        self.key.clear();
        pack(&mut self.key, variables.len() as u32);
        let mut last = 0;
        for &variable in variables {
            pack(&mut self.key, variable - last);
            last = variable;
        }
        last = 0;
        for clause in clauses {
            pack(&mut self.key, clause - last);
            last = clause;
        }
        self.hash = hash(&self.key);
    }

    /// The result for the component that was looked up.
    pub(super) fn found(&mut self) -> Option<N> {
        let Cache { table, entries, keys, key, hash, .. } = self;
        let is_same = |&place: &u32| key_at(entries, keys, place) == key.as_slice();
        let &place = table.find(*hash, is_same)?;
        self.now += 1;
        let entry = &mut self.entries[place as usize];
        entry.used = self.now;
        Some(entry.node.clone())
    }

    /// Adds the component that was looked up and not found. Its node takes this many bytes.
    pub(super) fn insert(&mut self, node: N, bytes: usize) {
        self.now += 1;
        self.keys.extend_from_slice(&self.key);
        let place = self.entries.len() as u32;
        let (hash, end, used) = (self.hash, self.keys.len(), self.now);
        self.entries.push(Entry { hash, end, used, bytes, node });
        self.node_bytes += bytes;
        let entries = &self.entries;
        self.table.insert_unique(hash, place, |&place| entries[place as usize].hash);
    }

    /// If the cache is larger than this, forgets the half that was not found for the longest time.
    pub(super) fn keep_within(&mut self, bytes: usize) {
        if self.bytes() <= bytes || self.entries.is_empty() {
            return;
        }
        let mut used: Vec<u64> = self.entries.iter().map(|entry| entry.used).collect();
        let middle = used.len() / 2;
        let (_, &mut oldest, _) = used.select_nth_unstable(middle);
        let (mut start, mut kept) = (0, 0);
        let keys = &mut self.keys;
        self.entries.retain_mut(|entry| {
            let key = start..entry.end;
            start = entry.end;
            let is_kept = entry.used >= oldest;
            if is_kept {
                keys.copy_within(key.clone(), kept);
                kept += key.len();
                entry.end = kept;
            }
            is_kept
        });
        self.keys.truncate(kept);
        self.keys.shrink_to_fit();
        self.entries.shrink_to_fit();
        self.node_bytes = self.entries.iter().map(|entry| entry.bytes).sum();
        self.table.clear();
        let entries = &self.entries;
        for (entry, place) in entries.iter().zip(0..) {
            self.table.insert_unique(entry.hash, place, |&place| entries[place as usize].hash);
        }
    }

    /// Roughly how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Entry<N>>() * self.entries.capacity()
            + self.keys.capacity()
            + size_of::<u32>() * self.table.capacity()
            + self.node_bytes
    }
}

fn key_at<'a, N>(entries: &[Entry<N>], keys: &'a [u8], place: u32) -> &'a [u8] {
    let place = place as usize;
    let start = if place == 0 { 0 } else { entries[place - 1].end };
    &keys[start..entries[place].end]
}

/// Multiplies the bytes, eight at a time. Keys that collide are still compared.
fn hash(key: &[u8]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = key.len() as u64;
    for bytes in key.chunks(8) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let product = u128::from(hash ^ u64::from_le_bytes(word)) * u128::from(FACTOR);
        hash = (product as u64) ^ (product >> 64) as u64;
        hash = hash.rotate_left(23).wrapping_add(FACTOR);
    }
    hash
}

/// Seven bits in each byte, the lowest first; only the last byte is below 128.
fn pack(key: &mut Vec<u8>, number: u32) {
    let mut number = number;
    while number >= 128 {
        key.push(number as u8 | 128);
        number >>= 7;
    }
    key.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(cache: &mut Cache<u32>, variables: &[u32], clauses: &[u32]) -> Option<u32> {
        cache.look_up(variables, clauses.iter().copied());
        cache.found()
    }

    #[test]
    fn what_was_found_lately_is_kept_and_nothing_is_taken_for_another() {
        let mut cache = Cache::new();
        let component = |number: u32| {
            let variables: Vec<u32> = (number % 7..number % 7 + 2 + number % 3).collect();
            (variables, vec![number, number + 300])
        };
        for number in 0..1000 {
            let (variables, clauses) = component(number);
            assert_eq!(find(&mut cache, &variables, &clauses), None);
            cache.insert(number, 0);
            assert_eq!(find(&mut cache, &variables, &clauses), Some(number));
        }
        for number in 100..300 {
            let (variables, clauses) = component(number);
            assert_eq!(find(&mut cache, &variables, &clauses), Some(number));
        }
        let bytes = cache.bytes();
        cache.keep_within(bytes);
        assert_eq!(cache.entries.len(), 1000);
        cache.keep_within(bytes - 1);
        assert!(cache.bytes() < bytes && cache.entries.len() == 500);
        for number in 0..1000 {
            let (variables, clauses) = component(number);
            let is_kept = (100..300).contains(&number) || number >= 700;
            let found = find(&mut cache, &variables, &clauses);
            assert_eq!(found, is_kept.then_some(number));
            if found.is_none() {
                cache.insert(number, 0);
            }
            assert_eq!(find(&mut cache, &variables, &clauses), Some(number));
        }
        // The same variables with other clauses, the same clauses with other variables.
        assert_eq!(find(&mut cache, &[1, 2, 3], &[8]), None);
        assert_eq!(find(&mut cache, &component(8).0, &[8]), None);
        assert_eq!(find(&mut cache, &[0, 1], &component(8).1), None);
    }
}
