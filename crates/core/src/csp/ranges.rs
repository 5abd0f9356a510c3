//! Sets of integers as intervals, such as the values that a sum can take.

use std::fmt;

use cnfetti_encodings::Relation;
use itertools::Itertools;

/// A set of integers, as few intervals as possible. One type for `≤`, `≥`, `=`, `≠`, an interval,
/// a set, and the complement of each.
///
/// ```
/// use cnfetti_core::csp::Ranges;
///
/// let set = Ranges::of([3, 4, 9]);
/// assert!(set.contains(4) && !set.contains(5));
/// assert_eq!(set.to_string(), "in {3..4, 9}");
/// assert_eq!(set.complement().to_string(), "not in {3..4, 9}");
/// assert_eq!(Ranges::at_most(7).complement(), Ranges::at_least(8));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ranges {
    /// First and last number of each, increasing. Between two intervals there is a gap of at least
    /// one number.
    intervals: Vec<(i64, i64)>,
}

impl Ranges {
    /// All numbers up to this one.
    pub fn at_most(last: i64) -> Ranges {
        Ranges::between(i64::MIN, last)
    }

    /// All numbers from this one on.
    pub fn at_least(first: i64) -> Ranges {
        Ranges::between(first, i64::MAX)
    }

    /// Only this number.
    pub fn exactly(number: i64) -> Ranges {
        Ranges::between(number, number)
    }

    /// All numbers with this relation to the bound.
    pub fn related(relation: Relation, bound: i64) -> Ranges {
        match relation {
            Relation::AtMost => Ranges::at_most(bound),
            Relation::AtLeast => Ranges::at_least(bound),
            Relation::Exactly => Ranges::exactly(bound),
        }
    }

    /// All numbers except this one.
    pub fn not(number: i64) -> Ranges {
        Ranges::exactly(number).complement()
    }

    /// The numbers from `first` to `last`; none if `last` is less than `first`.
    pub fn between(first: i64, last: i64) -> Ranges {
        Ranges::of_intervals([(first, last)])
    }

    /// These numbers, in any order.
    pub fn of(numbers: impl IntoIterator<Item = i64>) -> Ranges {
        Ranges::of_intervals(numbers.into_iter().map(|number| (number, number)))
    }

    /// The union of these intervals, given by their first and last number, in any order.
    pub fn of_intervals(intervals: impl IntoIterator<Item = (i64, i64)>) -> Ranges {
        let mut joined: Vec<(i64, i64)> = Vec::new();
        for (first, last) in intervals.into_iter().filter(|(first, last)| first <= last).sorted() {
            match joined.last_mut() {
                Some((_, end)) if first <= end.saturating_add(1) => *end = last.max(*end),
                _ => joined.push((first, last)),
            }
        }
        Ranges { intervals: joined }
    }

    /// All other numbers.
    pub fn complement(&self) -> Ranges {
        let mut intervals = Vec::new();
        let mut next = Some(i64::MIN);
        for &(first, last) in &self.intervals {
            if let Some(start) = next.filter(|&start| start < first) {
                intervals.push((start, first - 1));
            }
            next = last.checked_add(1);
        }
        intervals.extend(next.map(|start| (start, i64::MAX)));
        Ranges { intervals }
    }

    /// Whether the set contains the number.
    pub fn contains(&self, number: i64) -> bool {
        self.interval_of(number).is_some()
    }

    /// Whether the set contains any number from `first` to `last`.
    #[inline]
    pub fn meets(&self, first: i64, last: i64) -> bool {
        if let [(start, end)] = self.intervals[..] {
            return first <= last && first <= end && start <= last;
        }
        let at = self.intervals.partition_point(|&(_, end)| end < first);
        first <= last && self.intervals.get(at).is_some_and(|&(start, _)| start <= last)
    }

    /// Whether the set contains all numbers from `first` to `last`.
    pub fn covers(&self, first: i64, last: i64) -> bool {
        self.interval_of(first).is_some_and(|(_, end)| last <= end)
    }

    /// The only number of the set; `None` if there are more or none.
    pub fn single(&self) -> Option<i64> {
        match self.intervals[..] {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    /// The intervals, increasing, by their first and last number. A missing bound is the smallest
    /// or the largest `i64`.
    pub fn intervals(&self) -> &[(i64, i64)] {
        &self.intervals
    }

    fn interval_of(&self, number: i64) -> Option<(i64, i64)> {
        let at = self.intervals.partition_point(|&(_, end)| end < number);
        self.intervals.get(at).copied().filter(|&(start, _)| start <= number)
    }
}

/// The set as a sentence has it after a sum: `<= 5`, `!= 3`, `in {1..4, 7}`.
impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self.intervals {
            [] => f.write_str("in {}"),
            [(i64::MIN, i64::MAX)] => f.write_str("is anything"),
            [(i64::MIN, last)] => write!(f, "<= {last}"),
            [(first, i64::MAX)] => write!(f, ">= {first}"),
            [(first, last)] if first == last => write!(f, "= {first}"),
            [(first, last)] => write!(f, "in {first}..{last}"),
            [(i64::MIN, before), (after, i64::MAX)] if before.checked_add(2) == Some(after) => {
                write!(f, "!= {}", before + 1)
            }
            [(i64::MIN, _), .., (_, i64::MAX)] => write!(f, "not {}", self.complement()),
            _ => {
                let interval = |&(first, last): &(i64, i64)| match first == last {
                    true => first.to_string(),
                    false => format!("{first}..{last}"),
                };
                write!(f, "in {{{}}}", self.intervals.iter().map(interval).join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_as_few_as_possible() {
        let set = Ranges::of_intervals([(5, 6), (1, 2), (9, 8), (3, 3), (6, 7), (12, 12)]);
        assert_eq!(set.intervals(), [(1, 3), (5, 7), (12, 12)]);
        assert_eq!(set.complement().complement(), set);
        assert_eq!(Ranges::of([]).complement(), Ranges::between(i64::MIN, i64::MAX));
        for number in -1..15 {
            assert_eq!(set.contains(number), [1, 2, 3, 5, 6, 7, 12].contains(&number));
            assert_eq!(set.complement().contains(number), !set.contains(number));
            for last in number - 1..15 {
                assert_eq!(set.meets(number, last), (number..=last).any(|n| set.contains(n)));
                assert!(
                    number > last
                        || set.covers(number, last) == (number..=last).all(|n| set.contains(n))
                );
            }
        }
    }

    #[test]
    fn sets_are_written_as_short_as_possible() {
        let said = [
            (Ranges::at_most(5), "<= 5"),
            (Ranges::at_least(-5), ">= -5"),
            (Ranges::exactly(0), "= 0"),
            (Ranges::not(3), "!= 3"),
            (Ranges::between(2, 5), "in 2..5"),
            (Ranges::between(2, 5).complement(), "not in 2..5"),
            (
                Ranges::of_intervals([(i64::MIN, -(1 << 62)), (1 << 62, i64::MAX)]),
                "not in -4611686018427387903..4611686018427387903",
            ),
            (Ranges::of([1, 2, 4]), "in {1..2, 4}"),
            (Ranges::of([]), "in {}"),
            (Ranges::of_intervals([(i64::MIN, 2), (5, 6)]), "in {-9223372036854775808..2, 5..6}"),
        ];
        for (set, text) in said {
            assert_eq!(set.to_string(), text);
        }
    }
}
