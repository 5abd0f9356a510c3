//! Lists of lists, in one piece of memory.

/// Several lists, which cannot change once they are added.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    items: Vec<T>,
    /// For each list, its end.
    ends: Vec<usize>,
}

impl<T> Lists<T> {
    /// The number of lists.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no list.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The list with this number.
    pub(super) fn get(&self, number: usize) -> &[T] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.items[start..self.ends[number]]
    }

    /// Each list.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// The items of all lists.
    pub(super) fn items(&self) -> &[T] {
        &self.items
    }

    /// The memory it occupies, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<T>() * self.items.capacity() + size_of::<usize>() * self.ends.capacity()
    }
}

impl<T, L: IntoIterator<Item = T>> FromIterator<L> for Lists<T> {
    fn from_iter<I: IntoIterator<Item = L>>(lists: I) -> Lists<T> {
        let (mut items, mut ends) = (Vec::new(), Vec::new());
        for list in lists {
            items.extend(list);
            ends.push(items.len());
        }
        Lists { items, ends }
    }
}
