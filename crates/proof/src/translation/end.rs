//! The end of a proof: the core is the formula, and all its variables are stated or defined.

use std::collections::{HashMap, HashSet};

use super::checking::Checking;
use super::formula::{self, Formula};
use super::inequality::{Inequality, is_positive, variable};
use super::{CheckedTranslation, File, Translation, WrongTranslation};

/// Compares the remaining core with the formula.
pub(super) fn conclude(
    mut checking: Checking,
    translation: &Translation<'_>,
    steps: usize,
) -> Result<CheckedTranslation, WrongTranslation> {
    let formula = formula::read(translation.formula, translation.cnf, &mut checking.names)?;
    let checked = same_clauses(&checking, &formula)
        .and_then(|()| same_variables(&checking, &formula))
        .and_then(|()| counted(&checking, &formula, translation));
    checked.map_err(|message| WrongTranslation::Whole { file: File::Formula, message })?;
    let defined = formula.numbers.len() - checking.stated;
    Ok(CheckedTranslation { stated: checking.stated, defined, steps })
}

fn same_clauses(checking: &Checking, formula: &Formula) -> Result<(), String> {
    let core: HashSet<&Inequality> = checking.store.core().map(|one| &**one).collect();
    if let Some(missing) = formula.clauses.iter().find(|&clause| !core.contains(clause)) {
        return Err(format!("the proof does not end with its clause {}", show(checking, missing)));
    }
    match core.len() - formula.clauses.len() {
        0 => Ok(()),
        more => Err(format!("the proof ends with {more} inequalities more")),
    }
}

/// Checks that the formula has the variables of the statement, the defined ones, and no others.
fn same_variables(checking: &Checking, formula: &Formula) -> Result<(), String> {
    for (name, number) in checking.names.iter() {
        let is_there = formula.numbers.contains_key(&number);
        if is_there == checking.is_forgotten(number) {
            let what = if is_there { "has" } else { "lacks" };
            return Err(format!("it {what} the variable {name}"));
        }
    }
    Ok(())
}

/// Checks that exactly the variables of the statement are counted.
fn counted(
    checking: &Checking,
    formula: &Formula,
    translation: &Translation<'_>,
) -> Result<(), String> {
    let Some(shown) = translation.shown else {
        let (all, known) = (translation.cnf.num_vars() as usize, formula.numbers.len());
        let message = format!("{all} variables are counted, but only {known} are in it");
        return if all == known { Ok(()) } else { Err(message) };
    };
    let is_stated = |&(&name, _): &(&u32, &u32)| (name as usize) < checking.stated;
    let stated = formula.numbers.iter().filter(is_stated);
    let stated: HashSet<u32> = stated.map(|(_, &number)| number).collect();
    if let Some(number) = shown.iter().find(|&number| !stated.contains(number)) {
        return Err(format!("the variable {number} is counted, but nothing is stated of it"));
    }
    let shown: HashSet<u32> = shown.iter().copied().collect();
    match stated.difference(&shown).min() {
        Some(number) => Err(format!("the variable {number} is stated, but it is not counted")),
        None => Ok(()),
    }
}

fn show(checking: &Checking, clause: &Inequality) -> String {
    let names: HashMap<u32, &str> =
        checking.names.iter().map(|(name, number)| (number, name)).collect();
    let lits = clause.terms.iter().map(|&(_, lit)| {
        let sign = if is_positive(lit) { "" } else { "~" };
        format!("{sign}{}", names.get(&variable(lit)).copied().unwrap_or_default())
    });
    lits.collect::<Vec<_>>().join(" ")
}
