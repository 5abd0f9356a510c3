//! The kinds that come with the program.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use cnfetti_input::InputError;

use crate::kind::Kind;

/// A kind that comes with the program.
pub struct Shipped {
    /// As the key `kind` has it.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

impl Shipped {
    /// What has to be found, in one line.
    pub fn summary(&self) -> String {
        self.read().map(|kind| kind.summary.clone()).unwrap_or_default()
    }

    /// The kind.
    ///
    /// # Errors
    ///
    /// None: that each can be read is a test.
    pub fn read(&self) -> Result<Arc<Kind>, InputError> {
        Kind::read(self.text).map(Arc::new)
    }
}

/// The row of a file of `kinds/`.
macro_rules! shipped {
    ($($name:literal)*) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("../kinds/", $name, ".toml")) }),*]
    };
}

/// Every kind that comes with the program, by its name.
pub const SHIPPED: &[Shipped] = shipped! {
    "slitherlink"
    "star_battle"
    "sudoku"
};

/// The kind of this name that comes with the program.
pub fn shipped(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|kind| kind.name == name)
}

/// A name that lives as long as the program, for kinds that do not come with it: each name once.
pub fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    match names.get(name) {
        Some(known) => known,
        None => {
            let name: &'static str = Box::leak(name.into());
            names.insert(name);
            name
        }
    }
}
