//! The inequalities by their numbers. One that is there twice has two numbers.

use std::collections::HashMap;
use std::rc::Rc;

use super::inequality::Inequality;
use super::propagation::Propagation;

/// What an inequality belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What has as many models as the statement.
    Core,
    /// What follows from that.
    Derived,
    /// A step of what shows that an inequality can be left out.
    Inner,
}

/// An inequality, once.
#[derive(Debug)]
struct Kept {
    inequality: Rc<Inequality>,
    /// Its numbers that belong to the core, and to what follows from it; and inner ones.
    numbers: [u32; 3],
}

/// All inequalities that may be used.
#[derive(Debug, Default)]
pub(super) struct Store {
    pub(super) propagation: Propagation,
    kept: HashMap<usize, Kept>,
    places: HashMap<Rc<Inequality>, usize>,
    numbered: HashMap<u64, (usize, Part)>,
    last: u64,
    /// How many numbers belong to what follows.
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

    /// The last number.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// The inequality of a number, and what it belongs to.
    pub(super) fn get(&self, number: u64) -> Option<(&Rc<Inequality>, Part)> {
        let &(place, part) = self.numbered.get(&number)?;
        Some((&self.kept[&place].inequality, part))
    }

    /// Makes what follows from the core a part of it.
    pub(super) fn make_core(&mut self, number: u64) {
        if let Some(&(place, part)) = self.numbered.get(&number)
            && part == Part::Derived
        {
            self.count(place, Part::Derived, -1);
            self.count(place, Part::Core, 1);
            self.numbered.insert(number, (place, Part::Core));
        }
    }

    /// Forgets a number, and its inequality with the last one.
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

    /// What only follows from the core may not be used, or may be used again.
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
