//! The functions of the language, in tables.

mod lists;
mod names;
mod numbers;
mod places;

use crate::data::Data;
use crate::types::Type;
use crate::value::Val;

/// A function: how it is called, what it is good for, its type and its value.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Its arguments: `a cell, a direction`.
    pub takes: &'static str,
    /// Its result, in a sentence.
    pub gives: &'static str,
    /// An expression that uses it.
    pub example: &'static str,
    /// Its type for arguments of these types, if it takes them.
    pub(crate) typed: fn(&[Type]) -> Option<Type>,
    /// Its value for arguments that have such types; on these it has one, but for sizes.
    pub(crate) value: fn(&Data, &[Val]) -> Val,
}

/// Every function.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    places::FUNCTIONS.iter().chain(lists::FUNCTIONS).chain(numbers::FUNCTIONS)
}

/// The functions of this name: some take places of several sorts.
pub(crate) fn named(name: &str) -> impl Iterator<Item = &'static Function> {
    functions().filter(move |function| function.name == name)
}

pub use names::{CONSTANTS, Constant};
