//! Lists of positions in one piece of memory: a constraint makes some at each step.

/// Lists, numbered from 0 in the order they were added.
#[derive(Default)]
pub(crate) struct Lists {
    items: Vec<usize>,
    ends: Vec<usize>,
}

impl Lists {
    /// No lists, with room for this many with this many items in all.
    pub(crate) fn with_room(lists: usize, items: usize) -> Lists {
        Lists { items: Vec::with_capacity(items), ends: Vec::with_capacity(lists) }
    }

    /// Adds a list.
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = usize>) {
        self.items.extend(list);
        self.ends.push(self.items.len());
    }

    /// The items of a list.
    pub(crate) fn get(&self, number: usize) -> &[usize] {
        &self.items[self.start(number)..self.ends[number]]
    }

    /// Where a list begins in the sequence of all items.
    pub(crate) fn start(&self, number: usize) -> usize {
        number.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// The number of items of all lists.
    pub(crate) fn total(&self) -> usize {
        self.items.len()
    }
}
