//! Names of variables: as in the puzzle, in letters that every checker reads.

use std::collections::HashSet;

use cnfetti_core::csp::{Csp, VarId};
use cnfetti_encodings::Lit;
use cnfetti_sat::compile::{Map, Meaning};

use crate::inequality::Inequality;

/// The names of all variables: those of the problem, the auxiliary ones of the formula, and those that only
/// the proof has.
#[derive(Clone, Debug)]
pub struct Names {
    problem: Vec<String>,
    of_formula: u32,
}

/// Longer names would be most of a proof.
const MOST_LETTERS: usize = 24;

impl Names {
    /// Such as `cell[0][1]_4` for the variable that says that this cell is 4.
    pub fn new(csp: &Csp, map: &Map, of_formula: u32) -> Names {
        let mut taken = HashSet::new();
        let problem = map.meanings().map(|(_, meaning)| {
            let variable = meaning.variable();
            let name = short(csp, variable).unwrap_or_else(|| plain(csp.name(variable)));
            let name = name + &describe(meaning);
            let mut free = name.clone();
            let mut number = 2;
            while !taken.insert(free.clone()) {
                free = format!("{name}_{number}");
                number += 1;
            }
            free
        });
        Names { problem: problem.collect(), of_formula }
    }

    /// The name of a variable.
    pub fn of(&self, variable: u32) -> String {
        match self.problem.get(variable as usize - 1) {
            Some(name) => name.clone(),
            // The names of the problem have an underscore.
            None if variable <= self.of_formula => format!("y{variable}"),
            None => format!("h{variable}"),
        }
    }

    /// The literal, with `~` before the name when it is negative.
    pub fn literal(&self, lit: Lit) -> String {
        let sign = if lit.is_positive() { "" } else { "~" };
        format!("{sign}{}", self.of(lit.variable()))
    }

    /// Such as `1 a_1 2 ~b_3 >= 2`.
    pub fn inequality(&self, inequality: &Inequality) -> String {
        let mut text = String::new();
        for &(weight, lit) in inequality.terms() {
            text += &format!("{weight} {} ", self.literal(lit));
        }
        text + &format!(">= {}", inequality.degree())
    }
}

/// A short name for a variable that has a long one, such as a whole expression.
pub(crate) fn short(csp: &Csp, variable: VarId) -> Option<String> {
    (csp.name(variable).len() > MOST_LETTERS).then(|| format!("expr{}", variable.index()))
}

fn describe(meaning: Meaning) -> String {
    match meaning {
        Meaning::Is(atom) => format!("_{}", atom.value),
        Meaning::AtLeast(atom) => format!("_from_{}", atom.value),
        Meaning::Bit { place, .. } => format!("_bit_{place}"),
    }
}

/// The name in letters that are allowed, beginning with one.
fn plain(name: &str) -> String {
    let letter = |c: char| match c {
        c if c.is_ascii_alphanumeric() || "[]{}^-_".contains(c) => c,
        _ => '_',
    };
    let name: String = name.chars().map(letter).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("v{name}") }
}
