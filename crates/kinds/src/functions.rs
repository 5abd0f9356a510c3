//! The functions of the language, in tables.

mod lists;
mod names;
mod numbers;
mod places;

use crate::data::Data;
use crate::types::Type;
use crate::value::Val;

/// A function: its name, its purpose, its type and its value.
pub struct Function {
    /// The name.
    pub name: &'static str,
    /// The arguments, such as `a cell, a direction`.
    pub takes: &'static str,
    /// The result, in a sentence.
    pub gives: &'static str,
    /// An expression that uses it.
    pub example: &'static str,
    /// The type of the result for arguments of these types; `None` if it does not take them.
    pub(crate) typed: fn(&[Type]) -> Option<Type>,
    /// The result for arguments of such types. It is defined for all of them, except sizes beyond
    /// the board.
    pub(crate) value: fn(&Data, &[Val]) -> Val,
}

/// Every function.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    places::FUNCTIONS.iter().chain(lists::FUNCTIONS).chain(numbers::FUNCTIONS)
}

/// The functions with this name: some take places of several sorts.
pub(crate) fn named(name: &str) -> impl Iterator<Item = &'static Function> {
    functions().filter(move |function| function.name == name)
}

pub use names::{CONSTANTS, Constant};
