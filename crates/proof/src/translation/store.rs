//! The inequalities by number. An inequality that occurs twice has two numbers.

use std::collections::HashMap;
use std::rc::Rc;

use super::inequality::Inequality;
use super::propagation::Propagation;

/// The part of the proof that an inequality belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The inequalities that have as many models as the statement.
    Core,
    /// What follows from the core.
    Derived,
    /// A step of a subproof.
    Inner,
}

/// An inequality, stored once.
#[derive(Debug)]
struct Kept {
    inequality: Rc<Inequality>,
    /// How many of its numbers are in each part.
    numbers: [u32; 3],
}

/// All inequalities that steps may use.
#[derive(Debug, Default)]
pub(super) struct Store {
    pub(super) propagation: Propagation,
    kept: HashMap<usize, Kept>,
    places: HashMap<Rc<Inequality>, usize>,
    numbered: HashMap<u64, (usize, Part)>,
    last: u64,
    /// The number of derived inequalities.
    derived: u64,
}

impl Store {
    /// Gives an inequality the next number.
    pub(super) fn add(&mut self, inequality: Inequality, part: Part) -> u64 {
        self.last += 1;
        let place = match self.places.get(&inequality) {
            Some(&place) => {
                self.propagation.set_used(place, true);
                place
            }
            None => {
                let place = self.propagation.add(&inequality);
                let inequality = Rc::new(inequality);
                self.places.insert(Rc::clone(&inequality), place);
                self.kept.insert(place, Kept { inequality, numbers: [0; 3] });
                place
            }
        };
        self.count(place, part, 1);
        self.numbered.insert(self.last, (place, part));
        self.last
    }

    fn count(&mut self, place: usize, part: Part, by: i32) {
        let kept = self.kept.get_mut(&place).expect("each place has an inequality");
        let number = &mut kept.numbers[part as usize];
        *number = number.wrapping_add_signed(by);
        if part == Part::Derived {
            self.derived = self.derived.wrapping_add_signed(by.into());
        }
    }

    /// The number given last.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// The inequality with this number, and its part.
    pub(super) fn get(&self, number: u64) -> Option<(&Rc<Inequality>, Part)> {
        let &(place, part) = self.numbered.get(&number)?;
        Some((&self.kept[&place].inequality, part))
    }

    /// Moves a derived inequality into the core.
    pub(super) fn make_core(&mut self, number: u64) {
        if let Some(&(place, part)) = self.numbered.get(&number)
            && part == Part::Derived
        {
            self.count(place, Part::Derived, -1);
            self.count(place, Part::Core, 1);
            self.numbered.insert(number, (place, Part::Core));
        }
    }

    /// Deletes a number, and the inequality together with its last number.
    pub(super) fn remove(&mut self, number: u64) {
        let Some((place, part)) = self.numbered.remove(&number) else { return };
        self.count(place, part, -1);
        if self.kept[&place].numbers == [0; 3]
            && let Some(kept) = self.kept.remove(&place)
        {
            self.places.remove(&kept.inequality);
            self.propagation.remove(place);
        } else if part == Part::Inner {
            self.propagation.look_again(place);
        }
    }

    /// Sets whether propagation may use inequalities that are only derived.
    pub(super) fn use_derived(&mut self, is_used: bool) {
        if self.derived == 0 {
            return;
        }
        let derived = self.kept.iter().filter(|(_, kept)| kept.numbers[0] + kept.numbers[2] == 0);
        let places: Vec<usize> = derived.map(|(&place, _)| place).collect();
        places.into_iter().for_each(|place| self.propagation.set_used(place, is_used));
    }

    /// The inequalities of the core, each once.
    pub(super) fn core(&self) -> impl Iterator<Item = &Rc<Inequality>> {
        let kept = self.kept.values().filter(|kept| kept.numbers[Part::Core as usize] > 0);
        kept.map(|kept| &kept.inequality)
    }
}
